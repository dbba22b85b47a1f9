"""A worked example that does not come out as written → which functions of rules.py it has run: where to look first."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any

from pnp.rules.play.program import Program


def functions_run(program: Program, action: Callable[[], object]) -> list[str]:
    """The functions that an action runs, in the order they begin, each with its line: "play_round:51"."""
    known = {part.__code__: name for name, part in program.parts.items()}
    found: dict[CodeType, None] = {}

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        if event == "call" and frame.f_code in known:
            found[frame.f_code] = None

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        action()
    finally:
        sys.setprofile(before)
    return [f"{known[code]}:{code.co_firstlineno}" for code in found]
