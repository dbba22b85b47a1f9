"""A laid-out game and its printing → what the PDFs of all products share: metadata, press plates and progress."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pnp.core.frame import Frame
from pnp.core.printing import Printing
from pnp.render.pdf import Page
from pnp.workers.activity import activity

PRESS_DPI = 300.0
"""Dots per inch of areas that must become pictures for a press."""


def plate_maker(printing: Printing) -> Callable[[Frame], Frame] | None:
    """Return a function that prepares a side or page for the press; None if there is no press."""
    press = printing.press
    if press is None:
        return None
    from pnp.render.press import prepared

    return lambda frame: prepared(frame, press, PRESS_DPI)


def reporting_pages(pages: Iterable[Page]) -> Iterator[Page]:
    """Yield pages. Each is the current activity while it is rendered."""
    for page in pages:
        with activity(page.frame.name or "a side"):
            yield page
