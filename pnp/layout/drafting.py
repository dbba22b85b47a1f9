"""What marks a draft: lines around faults on faces, and a coloured margin on each sheet and page."""

from __future__ import annotations

from dataclasses import replace

from pnp.layout import outline
from pnp.layout.frame import Box, Frame, Item, Path, Stroke
from pnp.layout.lettering import set_line
from pnp.layout.sheet import Label
from pnp.units import MM_PER_PT, Mm

COLOUR = "#c4005f"
LINE: Mm = 0.4

MARGIN: Mm = 4.8
"""How wide the margin is: as wide as what printers leave white, and a little of it prints."""

_OPACITY = 0.3
_SIZE: Mm = 8 * MM_PER_PT
_EVERY: Mm = 70.0
"""About as far from the beginning of the words to their next beginning."""


def fault_marks(box: Box, is_empty: bool) -> tuple[Item, ...]:
    """Lines around an element with a fault; crossed where nothing of it is drawn."""
    stroke = Stroke(COLOUR, LINE)
    around = Path(outline.rectangle(box.x, box.y, box.width, box.height), None, stroke)
    if not is_empty:
        return (around,)
    ways = ((box.x, box.y, box.right, box.bottom), (box.x, box.bottom, box.right, box.y))
    return (around, *(Path(outline.polyline(list(way)), None, stroke) for way in ways))


def draft_page(page: Frame, label: Label) -> Frame:
    """A sheet or page with a margin that says what it is, over all that is on it.

    Args:
        page: The page.
        label: What it says, and in which font.
    """
    box, inner = page.bleed_box, page.trim.inset(MARGIN)
    ring = (
        *outline.rectangle(box.x, box.y, box.width, box.height),
        *outline.rectangle(inner.x, inner.y, inner.width, inner.height),
    )
    items: list[Item] = [Path(ring, COLOUR, even_odd=True, opacity=_OPACITY)]
    times = max(1, int((page.width - 2 * MARGIN) / _EVERY))
    for number in range(times):
        x = MARGIN + number * (page.width - 2 * MARGIN) / times
        for baseline in (MARGIN - 1.2, page.height - 1.2):
            items += set_line(label.text, x, baseline, _SIZE, label.face, label.fonts, COLOUR)[0]
    return replace(page, items=(*page.items, *items))
