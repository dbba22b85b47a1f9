"""Pages and a SheetPlan → the sides of the sheets, with marks for folds and cuts, and with bleed if they are trimmed.

Printers who fold booklets themselves get single pages with bleed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import product

from pnp.core import outline
from pnp.core.frame import IDENTITY, Art, Box, Frame, Group, Item, Matrix, Path, Use
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.printing import Printing
from pnp.core.units import Mm
from pnp.layout.mirroring import mirrored_frame
from pnp.layout.sheets.marks import MARK_OFFSET, MARKS, MIN_MARK, fold_mark, mark, slit, tick
from pnp.layout.sheets.small_print import SheetLabel, small_text
from pnp.rulebook.folds import TUCK, SheetPlan

BLEED: Mm = 3.0
"""Bleed of pages that are trimmed."""

NOTE_BASE: Mm = 2.0
"""Distance from the trim down to the baseline of the note at the foot of a side."""

NOTE_LEFT: Mm = 8.0
"""Distance from the trim's left edge to the note."""


@frozen_dataclass
class Folding:
    """The settings for the sheets of the rules.

    Attributes:
        printing: Paper and margin, and whether the pages are trimmed.
        plan: Where each page is printed.
        note: A note on how to turn the paper, printed at the foot of each side with room for it.
        pictures: The indexes of pages that are one picture; their ground runs past the trim.
        is_mirrored: Whether pages follow each other from right to left.
    """

    printing: Printing
    plan: SheetPlan
    note: SheetLabel | None = None
    pictures: Collection[int] = ()
    is_mirrored: bool = False


def impose(pages: Sequence[Frame], folding: Folding) -> Iterator[Frame]:
    """Yield the sides of the sheets in printing order. Backs are for paper that is turned like the page of a book.

    Pages larger than their part of the paper are reduced. So are pages of a trimmed booklet if the paper has no room
    around them for the bleed and the printer's margin.

    Args:
        pages: The pages in reading order, all of one size. Pages for which the plan has no place are left out.
        folding: How the sheets are printed.
    """
    printing, plan = folding.printing, folding.plan
    placing = Placing.of(pages[0], printing, plan)
    width, height = placing.paper
    for number, side in enumerate(plan.sides):
        items: list[Item] = []
        for row, page_numbers in enumerate(side):
            for column, page_number in enumerate(page_numbers):
                if page_number <= len(pages):
                    is_picture = page_number - 1 in folding.pictures
                    bleed = BLEED / placing.scale if placing.is_cut and is_picture else 0.0
                    placed = _placed(
                        pages[page_number - 1], placing.matrix(number, row, column), bleed, placing, (row, column)
                    )
                    clip = placing.half(number, column)
                    items += [Group(tuple(placed), clip=clip)] if clip else placed
        has_ticks = MARKS[printing.marks.kind].shows_cuts
        ticks = _ticks(placing, printing, number, len(pages)) if has_ticks else ()
        marks = _marks(placing, folding, number)
        sheet_side = Frame(width, height, (*items, *marks, *ticks), name=f"side {number + 1}")
        yield mirrored_frame(sheet_side) if folding.is_mirrored else sheet_side


def single_pages(pages: Sequence[Frame], pictures: Collection[int], bleed: Mm, places: int) -> list[Frame]:
    """Return each page with bleed around it, and empty pages at the end, for a printer who folds them.

    Args:
        pages: The pages in reading order.
        pictures: The indexes of pages that are one picture; their ground runs past the trim.
        bleed: The bleed, mm.
        places: How many pages there are, including the empty ones.
    """
    pages_with_bleed = []
    for number, page in enumerate(pages):
        art = Art(page.name, page.trim, page.items)
        around = _extended(art, IDENTITY, bleed, (False, True)) if bleed and number in pictures else ()
        pages_with_bleed.append(replace(page, bleed=bleed, items=(*around, Use(art, IDENTITY))))
    empty = [Frame(pages[0].width, pages[0].height, (), bleed, name="an empty page")] * (places - len(pages))
    return [*pages_with_bleed, *empty]


@frozen_dataclass
class Placing:
    """Where the pages are on the sides of sheets.

    Attributes:
        plan: Where each page is printed.
        page: Width and height of a page, mm.
        paper: Width and height of the paper in its orientation, mm.
        scale: The scale of pages; 1 for their own size.
        is_cut: Whether the pages are cut out of the paper.
        creep: How far the leaves of each folded sheet stand out beyond those of the one around it, mm: its thickness.
    """

    plan: SheetPlan
    page: tuple[Mm, Mm]
    paper: tuple[Mm, Mm]
    scale: float
    is_cut: bool
    creep: Mm = 0.0

    @classmethod
    def of(cls, page: Frame, printing: Printing, plan: SheetPlan) -> Placing:
        """Return the places for pages of a size.

        Sheets and leaflets that are smaller than the paper are cut out of it.
        """
        size = (page.width, page.height)
        paper = plan.laid(printing.size, size)
        room = printing.scaled_margin + BLEED if printing.trim else 0.0
        most = min(1.0, 1 / printing.scale)  # of the page that is to be enlarged
        largest = plan.panel((min(paper[0] - 2 * room, paper[0] * most), min(paper[1] - 2 * room, paper[1] * most)))
        scale = min(1.0, largest[0] / page.width, largest[1] / page.height)
        width, height = plan.spread(size)
        is_small = width * scale < paper[0] - CLOSE or height * scale < paper[1] - CLOSE
        is_cut = printing.trim or (is_small and not plan.is_bound)
        return cls(plan, size, paper, scale, is_cut, printing.thickness if plan.is_bound else 0.0)

    @property
    def trim(self) -> Box:
        """The box of all pages on a side, in the middle of the paper, mm."""
        width, height = (length * self.scale for length in self.plan.spread(self.page))
        return Box((self.paper[0] - width) / 2, (self.paper[1] - height) / 2, width, height)

    def edge(self, side: int, column: int) -> Mm:
        """Return the left edge of a column on a side, mm; that of a flap may be outside the trim."""
        tuck = TUCK * self.scale if self.plan.flaps_on(side)[0] else 0.0
        return self.trim.x - tuck + column * self.page[0] * self.scale

    def matrix(self, side: int, row: int, column: int) -> Matrix:
        """Return the matrix that moves a page to its place; of two rows, the upper one is upside down."""
        scale, left, top = self.scale, self.edge(side, column), self.trim.y + row * self.page[1] * self.scale
        left += self.shift(side) * (-1 if column else 1)
        if self.is_turned(row):
            return (-scale, 0.0, 0.0, -scale, left + self.page[0] * scale, top + self.page[1] * scale)
        return (scale, 0.0, 0.0, scale, left, top)

    def shift(self, side: int) -> Mm:
        """Return how far the pages of a side are moved towards the fold, mm.

        The sheet in k others stands out by k times the thickness of the paper, so that its pages would have narrower
        outer margins where the leaves are trimmed together (impozycjoner.com, "Reduction of creeping pages").
        """
        return self.creep * (side // 2)

    def half(self, side: int, column: int) -> Path | None:
        """Return the half of a side on which a page is printed; None if no page is moved over the fold."""
        if not self.shift(side):
            return None
        fold = self.folds(side)[0]
        start, end = (fold, self.paper[0]) if column else (0.0, fold)
        return Path(outline.rectangle(start, 0.0, end - start, self.paper[1]))

    def is_turned(self, row: int) -> bool:
        """Whether the pages of a row are upside down."""
        return self.plan.rows == 2 and row == 0

    def folds(self, side: int) -> list[Mm]:
        """Return the places of the vertical folds on a side, from the left, mm."""
        return [self.edge(side, column) for column in range(1, self.plan.columns)]


CLOSE: Mm = 0.5
"""If pages leave less of the paper than this, they are not cut out of it."""


def _placed(page: Frame, matrix: Matrix, bleed: Mm, placing: Placing, place: tuple[int, int]) -> Iterator[Item]:
    """Yield a page at its row and column; its edges are stretched into the bleed, but not across a fold."""
    art = Art(page.name, page.trim, page.items)
    if bleed:
        (row, column), plan = place, placing.plan
        across = [is_right for is_right in (False, True) if column == (plan.columns - 1 if is_right else 0)]
        down = [is_low for is_low in (False, True) if row == (plan.rows - 1 if is_low else 0)]
        if placing.is_turned(row):
            across, down = [not is_right for is_right in across], [not is_low for is_low in down]
        yield from _extended(art, matrix, bleed, across, down)
    yield Use(art, matrix)


def _extended(
    art: Art, matrix: Matrix, bleed: Mm, sides: Sequence[bool], ends: Sequence[bool] = (False, True)
) -> Iterator[Item]:
    """Yield the bleed of a page's picture, which is its outermost strips, stretched outwards.

    Each strip of STRIP mm is scaled about its own inner edge until it covers the bleed; the corners are scaled in both
    directions. So nothing inside the strips is printed twice.

    Args:
        art: The page's picture.
        matrix: Its place on the sheet.
        bleed: How far it runs past the edges, mm.
        sides: The sides with bleed: False for left, True for right; the side at the fold has none.
        ends: The ends with bleed: False for head, True for foot.
    """
    trim = art.box
    across = [_stretched(trim.width, bleed, is_end=is_right) for is_right in sides]
    down = [_stretched(trim.height, bleed, is_end=is_end) for is_end in ends]
    as_wide, as_high = (0.0, trim.width, 1.0, 0.0), (0.0, trim.height, 1.0, 0.0)
    for horizontal, vertical in (*product(across, [as_high]), *product([as_wide, *across], down)):
        (x, width, scale_x, move_x), (y, height, scale_y, move_y) = horizontal, vertical
        drawn = Use(art, (scale_x, 0.0, 0.0, scale_y, move_x, move_y))
        yield Group((drawn,), matrix, Path(outline.rectangle(x, y, width, height)))


def _stretched(length: Mm, bleed: Mm, is_end: bool) -> tuple[Mm, Mm, float, Mm]:
    """Return start, length, scale and shift, along one axis, of the strip at the start or end of a length."""
    start, fixed = (length - STRIP, length - STRIP) if is_end else (-bleed, STRIP)
    scale = 1 + bleed / STRIP
    return start, bleed + STRIP, scale, fixed * (1 - scale)


STRIP: Mm = 0.3
"""Width of the strip of a page that is stretched into the bleed. It lies below the page, so that no gap shows."""


def _marks(placing: Placing, folding: Folding, number: int) -> Iterator[Item]:
    """Yield the marks outside the trim of a side, if there is room: cuts, folds, and how to turn the paper."""
    printing, plan, trim = folding.printing, placing.plan, placing.trim
    across, down = trim.x - _edge(printing), trim.y - _edge(printing)
    if placing.is_cut:
        for x, dx in ((trim.x, -1), (trim.right, 1)):
            for y, dy in ((trim.y, -1), (trim.bottom, 1)):
                yield from mark((x, y), dx, 0, across, BLEED, printing.marks)
                yield from mark((x, y), 0, dy, down, BLEED, printing.marks)
    dash = () if plan.is_bound else FOLD_DASH
    if _has_room(down):
        for x in placing.folds(number):
            yield from fold_mark((x, trim.y), 0, -1, dash)
            yield from fold_mark((x, trim.bottom), 0, 1, dash)
        base = NOTE_BASE if plan.is_bound or not placing.is_cut else BLEED + NOTE_BASE
        if folding.note is not None and down >= base:
            note = folding.note
            yield from small_text(note, note.text, trim.x + NOTE_LEFT, trim.bottom + base)[0]
    if _has_room(across) and plan.rows == 2:
        yield from fold_mark((trim.x, trim.y + trim.height / 2), -1, 0, dash)
        yield from fold_mark((trim.right, trim.y + trim.height / 2), 1, 0, dash)


FOLD_DASH: tuple[Mm, ...] = (0.5, 0.25)
"""Dashes and gaps of the marks for a leaflet's folds, which are beside those for its cuts."""

TOLERANCE: Mm = 1e-6

FOLD_TICK: Mm = 2.0
STAPLE_TICK: Mm = 6.0
"""Length of the ticks in the fold. A staple is about 12 mm wide, so it covers its tick."""

STAPLES = (0.25, 0.75)
"""The middles of the two staples, as shares of the height of the pages."""


def _has_room(room: Mm) -> bool:
    """Whether there is room to mark a fold outside the pages."""
    return room >= MARK_OFFSET + MIN_MARK - TOLERANCE


def _edge(printing: Printing) -> Mm:
    """Return the white border at each edge, in which marks on backs keep the margin after the printer's shift."""
    return printing.margin + printing.back_shift


def _ticks(placing: Placing, printing: Printing, number: int, pages: int) -> Iterator[Path]:
    """Yield lines inside the trim of a side, by its index: light ticks on folds, and the slit.

    Staples are driven in from outside, so their ticks are on the outermost side, which is the first one, under the
    staples. A single sheet needs none. If there is no room around the pages, the fold is marked by ticks on the inner
    sides, which are visible while folding.
    """
    plan, trim = placing.plan, placing.trim
    folds = placing.folds(number)
    if plan.is_bound and number == 0 and pages > 4:
        for part in STAPLES:
            yield tick((folds[0], trim.y + part * trim.height - STAPLE_TICK / 2), STAPLE_TICK)
    is_inside = number % 2 == 1 or not plan.has_backs
    if is_inside and not _has_room(trim.y - _edge(printing)):
        top, foot = max(trim.y, printing.margin), min(trim.bottom, placing.paper[1] - printing.margin)
        for x in folds:
            yield tick((x, top), FOLD_TICK)
            yield tick((x, foot - FOLD_TICK), FOLD_TICK)
    middle = trim.y + trim.height / 2
    if is_inside and plan.rows == 2 and not _has_room(trim.x - _edge(printing)):
        left, right = max(trim.x, printing.margin), min(trim.right, placing.paper[0] - printing.margin)
        yield tick((left, middle), 0.0, FOLD_TICK)
        yield tick((right - FOLD_TICK, middle), 0.0, FOLD_TICK)
    if plan.is_slit:
        yield slit((folds[0], middle), (folds[-1], middle))
