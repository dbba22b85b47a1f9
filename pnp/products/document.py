"""What the PDFs of all products share: metadata, plates of a press, and progress."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pnp.core.frame import Frame
from pnp.layout.game import GameLayout
from pnp.layout.printing import Printing
from pnp.render.pdf import DocumentMetadata, Page
from pnp.text.own_words import small_print
from pnp.workers.activity import activity

PRESS_DPI = 300.0
"""Dots per inch of what has to become a picture for a press."""


def plate_maker(printing: Printing) -> Callable[[Frame], Frame] | None:
    """Makes a side or page what the press can print; None where there is none."""
    press = printing.press
    if press is None:
        return None
    from pnp.render.press import plated

    return lambda frame: plated(frame, press, PRESS_DPI).frame


def reporting_pages(pages: Iterable[Page]) -> Iterator[Page]:
    """Pages, each under way while it is rendered."""
    for page in pages:
        with activity(page.frame.name or "a side"):
            yield page


def document_about(layout: GameLayout, called: str, subject: str = "", duplex: str = "") -> DocumentMetadata:
    """What a PDF of a game says of itself; each has a title of its own, as Chili Peppers · cut sheets."""
    head, tag = layout.edition.game.head, layout.edition.tag
    return DocumentMetadata(f"{head.title} · {small_print(called, tag)}", tag, head.credits, subject, duplex)
