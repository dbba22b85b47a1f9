"""Pages → sheets of two pages a side, to be folded and stapled; with bleed and cut marks if they are to be trimmed.

Printers who fold booklets themselves get single pages with bleed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from pnp.core import outline
from pnp.core.frame import IDENTITY, Art, Box, Frame, Group, Item, Matrix, Path, Use
from pnp.core.printing import Printing
from pnp.core.units import Mm
from pnp.layout.marks import MARK_OFFSET, MARKS, MIN_MARK, fold_mark, mark, tick
from pnp.layout.small_print import SheetLabel, small_text


def fold_order(count: int) -> list[tuple[int | None, int | None]]:
    """The indexes of the left and right page on each side of the sheets; None for an empty page.

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


BLEED: Mm = 3.0
"""Bleed of a booklet that is trimmed."""

NOTE_BASE: Mm = 2.0
"""Distance from the trim down to the baseline of the note at the foot of a side."""

NOTE_LEFT: Mm = 8.0
"""Distance from the trim's left edge to the note."""


@dataclass(frozen=True)
class Folding:
    """The settings for the sheets of a booklet.

    Attributes:
        printing: Paper and margin, and whether the booklet is trimmed.
        note: How to turn the paper, printed at the foot of each side that has room for it.
        pictures: The indexes of pages that are one picture: their ground runs past the trim.
    """

    printing: Printing
    note: SheetLabel | None = None
    pictures: Collection[int] = ()


def impose_booklet(pages: Sequence[Frame], folding: Folding) -> Iterator[Frame]:
    """Return the sides of the sheets, in printing order, for paper turned over its short edge.

    The paper lies in landscape. Pages larger than half of it are reduced, and so are those of a trimmed booklet if the
    paper has no room around them for the bleed and the printer's margin.

    Args:
        pages: The pages in reading order, all of one size.
        folding: How the sheets are printed.
    """
    printing = folding.printing
    width, height = max(printing.size), min(printing.size)
    scale = page_scale(pages[0], printing)
    spread = _spread(pages[0], scale, width, height)
    marks = _marks(spread, folding, width)
    for number, side in enumerate(fold_order(len(pages)), 1):
        items: list[Item] = []
        for index, is_right in zip(side, (False, True), strict=True):
            if index is not None:
                matrix = (scale, 0.0, 0.0, scale, width / 2 if is_right else spread.x, spread.y)
                bleed = BLEED / scale if printing.trim and index in folding.pictures else 0.0
                items += _placed(pages[index], matrix, bleed, is_right)
        has_ticks = MARKS[printing.marks.kind].shows_cuts
        ticks = _ticks(spread, printing, number, len(pages)) if has_ticks else ()
        yield Frame(width, height, (*items, *marks, *ticks), name=f"side {number}")


def single_pages(pages: Sequence[Frame], pictures: Collection[int], bleed: Mm) -> list[Frame]:
    """Each page with bleed around it, and empty ones at the end up to a multiple of four, for a printer who folds them.

    Args:
        pages: The pages in reading order.
        pictures: The indexes of pages that are one picture: their ground runs past the trim.
        bleed: The bleed, mm.
    """
    pages_with_bleed = []
    for number, page in enumerate(pages):
        art = Art(page.name, page.trim, page.items)
        around = _extended(art, IDENTITY, bleed, (False, True)) if bleed and number in pictures else ()
        pages_with_bleed.append(replace(page, bleed=bleed, items=(*around, Use(art, IDENTITY))))
    empty = [Frame(pages[0].width, pages[0].height, (), bleed, name="an empty page")] * (-len(pages) % 4)
    return [*pages_with_bleed, *empty]


def trimmed_spread(page: Frame, printing: Printing) -> Box:
    """The box of two pages side by side on a sheet of a booklet, mm."""
    return _spread(page, page_scale(page, printing), max(printing.size), min(printing.size))


def page_scale(page: Frame, printing: Printing) -> float:
    """The scale of pages on the sheets; 1 for their own size."""
    room = printing.margin + BLEED if printing.trim else 0.0
    width, height = max(printing.size) - 2 * room, min(printing.size) - 2 * room
    return min(1.0, width / 2 / page.width, height / page.height)


def _spread(page: Frame, scale: float, width: Mm, height: Mm) -> Box:
    """The box of two pages side by side in the middle of the paper, mm."""
    across, down = page.width * scale, page.height * scale
    return Box(width / 2 - across, (height - down) / 2, 2 * across, down)


def _placed(page: Frame, matrix: Matrix, bleed: Mm, is_right: bool) -> Iterator[Item]:
    """A page in its place; its edges are stretched into the bleed, but not over the fold."""
    trim = page.trim
    art = Art(page.name, trim, page.items)
    if bleed:
        yield from _extended(art, matrix, bleed, (is_right,))
    yield Use(art, matrix)


def _extended(art: Art, matrix: Matrix, bleed: Mm, sides: Sequence[bool]) -> Iterator[Item]:
    """The bleed of a page's picture: its outermost strips, stretched outwards.

    Each strip of STRIP mm is scaled about its own inner edge until it covers the bleed; the corners are scaled in both
    directions. So nothing further inside is printed twice.

    Args:
        art: The page's picture.
        matrix: Its place on the sheet.
        bleed: How far it runs past the edges, mm.
        sides: The sides with bleed: False for left, True for right; the one at the fold has none.
    """
    trim = art.box
    across = [_stretched(trim.width, bleed, is_end=is_right) for is_right in sides]
    down = [_stretched(trim.height, bleed, is_end=is_end) for is_end in (False, True)]
    as_wide, as_high = (0.0, trim.width, 1.0, 0.0), (0.0, trim.height, 1.0, 0.0)
    for horizontal, vertical in (*product(across, [as_high]), *product([as_wide, *across], down)):
        (x, width, scale_x, move_x), (y, height, scale_y, move_y) = horizontal, vertical
        drawn = Use(art, (scale_x, 0.0, 0.0, scale_y, move_x, move_y))
        yield Group((drawn,), matrix, Path(outline.rectangle(x, y, width, height)))


def _stretched(length: Mm, bleed: Mm, is_end: bool) -> tuple[Mm, Mm, float, Mm]:
    """The start, length, scale and shift along one axis of the strip at the start or end of a length."""
    start, fixed = (length - STRIP, length - STRIP) if is_end else (-bleed, STRIP)
    scale = 1 + bleed / STRIP
    return start, bleed + STRIP, scale, fixed * (1 - scale)


STRIP: Mm = 0.3
"""Width of the strip of a page that is stretched for its bleed; it lies below the page, so that no gap shows."""


def _marks(spread: Box, folding: Folding, width: Mm) -> tuple[Item, ...]:
    """The marks outside the trim, as far as there is room: cuts, the fold, and the note how to turn the paper."""
    printing = folding.printing
    across, down = spread.x - _edge(printing), spread.y - _edge(printing)
    items: list[Item] = []
    if printing.trim:
        for x, dx in ((spread.x, -1), (spread.right, 1)):
            for y, dy in ((spread.y, -1), (spread.bottom, 1)):
                items += mark((x, y), dx, 0, across, BLEED, printing.marks)
                items += mark((x, y), 0, dy, down, BLEED, printing.marks)
    if _has_room(spread, printing):
        items += fold_mark((width / 2, spread.y), -1)
        items += fold_mark((width / 2, spread.bottom), 1)
        if folding.note is not None:
            note = folding.note
            items += small_text(note, note.text, spread.x + NOTE_LEFT, spread.bottom + NOTE_BASE)[0]
    return tuple(items)


TOLERANCE: Mm = 1e-6

FOLD_TICK: Mm = 2.0
STAPLE_TICK: Mm = 6.0
"""Lengths of the ticks in the fold. A staple is about 12 mm wide, so that it covers its tick."""

STAPLES = (0.25, 0.75)
"""The middles of the two staples, as parts of the pages' height."""


def _has_room(spread: Box, printing: Printing) -> bool:
    """Whether the fold can be marked outside the pages."""
    return spread.y - _edge(printing) >= MARK_OFFSET + MIN_MARK - TOLERANCE


def _edge(printing: Printing) -> Mm:
    """The white border at each edge; marks on backs then keep the margin after the printer's shift."""
    return printing.margin + printing.back_shift


def _ticks(spread: Box, printing: Printing, number: int, pages: int) -> Iterator[Path]:
    """Light ticks on the fold line of a side, by its number from 1.

    Staples are driven in from outside: their ticks are on the outermost side, the first one, under the staples; one
    sheet alone needs none. Pages without room around them have ticks for the fold itself on the inner sides, which are
    visible while folding.
    """
    x = spread.x + spread.width / 2
    if number == 1 and pages > 4:
        for part in STAPLES:
            yield tick((x, spread.y + part * spread.height - STAPLE_TICK / 2), STAPLE_TICK)
    if number % 2 == 0 and not _has_room(spread, printing):
        top, foot = max(spread.y, printing.margin), min(spread.bottom, min(printing.size) - printing.margin)
        yield tick((x, top), FOLD_TICK)
        yield tick((x, foot - FOLD_TICK), FOLD_TICK)
