"""Questions and who answers them, without what answering takes: that is loaded in the process that does it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

Question = tuple[Any, ...]
"""A name of QUESTIONS, and what it takes."""


def open_studio(root: Path) -> Callable[[Question], Any]:
    """What answers questions about a project, for the process that it lives in."""
    from pnp.diagnostics import Place
    from pnp.serve.studio import QUESTIONS, Studio
    from pnp.underway import under_way

    studio = Studio(root)

    def answer(question: Question) -> Any:
        name, *arguments = question
        with under_way("the preview", Place("data")):
            studio.refresh()
            return QUESTIONS[name](studio, *arguments)

    return answer
