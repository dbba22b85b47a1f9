"""Pages → sheets of two pages a side, to be folded and stapled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.layout.frame import Art, Frame, Item, Use
from pnp.units import Mm


def fold_order(count: int) -> list[tuple[int | None, int | None]]:
    """Which pages, from 0, lie left and right on each side of the sheets; None is an empty page.

    Sides come as front and back of each sheet, from the outermost in; blanks fill up to a multiple of four.
    """
    total = -(-count // 4) * 4
    pages: list[int | None] = [n if n < count else None for n in range(total)]
    sides: list[tuple[int | None, int | None]] = []
    for sheet in range(total // 4):
        first, last = 2 * sheet, total - 1 - 2 * sheet
        sides.append((pages[last], pages[first]))
        sides.append((pages[first + 1], pages[last - 1]))
    return sides


def impose_booklet(pages: Sequence[Frame], paper: tuple[Mm, Mm]) -> Iterator[Frame]:
    """Return the sides of the sheets, in printing order, for paper turned over its short edge.

    Args:
        pages: In reading order, all of one size.
        paper: Width and height in portrait, mm; used in landscape. Pages larger than half of it are made smaller.
    """
    width, height = max(paper), min(paper)
    page = pages[0]
    scale = min(1.0, width / 2 / page.width, height / page.height)
    top = (height - page.height * scale) / 2
    lefts = (width / 2 - page.width * scale, width / 2)
    arts = [Art(frame.name, frame.trim, frame.items) for frame in pages]
    for number, side in enumerate(fold_order(len(pages)), 1):
        items: list[Item] = [
            Use(arts[index], (scale, 0.0, 0.0, scale, left, top))
            for index, left in zip(side, lefts, strict=True)
            if index is not None
        ]
        yield Frame(width, height, tuple(items), name=f"side {number}")
