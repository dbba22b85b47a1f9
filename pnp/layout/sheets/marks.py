"""Pieces at their places → the marks that show where to cut and fold, and the printed area of each piece.

``MARKS`` has the kinds of marks: the room that each needs and how it is drawn. A mark stays out of the printer's
margin; without room beyond the bleed, it lies on the bleed, with white under it. Neighbours share the bleed between
them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from pnp.core import outline
from pnp.core.frame import Box, Path, Point, Segment, Stroke, around
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.printing import MarkKind, Marks
from pnp.core.units import Mm
from pnp.layout.sheets.packing import Packing

MARK_OFFSET: Mm = 0.5
MIN_MARK: Mm = 2.0
"""A mark begins at least this far from the trim, and is at least this long."""

MARK_WIDTH: Mm = 0.2
CASING: Mm = 0.6
"""Width of the white under a mark that lies on bleed."""

LINE_WIDTH: Mm = 0.1
LINE_COLOUR = "#7a7a7a"
"""Lines across cards are cut along their middle, so what remains of them must hardly be visible."""

FOLD_DASH: tuple[Mm, ...] = (3.0, 2.0)


@frozen_dataclass
class Cut:
    """A straight cut through a block of pieces, from left to right or from top to bottom.

    Attributes:
        start: Where it enters the block, mm.
        end: Where it leaves the block, mm.
        before: Room for marks before the start, mm.
        behind: Room for marks behind the end, mm.
        bleed: Bleed around the block, mm.
    """

    start: Point
    end: Point
    before: Mm
    behind: Mm
    bleed: Mm

    @property
    def direction(self) -> tuple[int, int]:
        """Unit vector from start to end."""
        return (0, 1) if self.start[0] == self.end[0] else (1, 0)


@frozen_dataclass
class MarkStyle:
    """How one kind of marks is drawn.

    Attributes:
        room: Room that a mark needs between the outermost trim and the printer's margin, mm.
        draw: Draws the marks of one cut.
        shows_cuts: Whether pieces without straight cuts have marks, too: outlines of tokens, corners of boards.
        has_small_print: Whether sheets have their name and a ruler. Without marks, nothing is printed outside the
            pieces: the paper may be labels or cards that are cut already.
    """

    room: Mm
    draw: Callable[[Cut, Marks], Iterator[Path]]
    shows_cuts: bool = True
    has_small_print: bool = True


def cut_marks(packing: Packing, filled: Sequence[Box], marks: Marks) -> Iterator[Path]:
    """Yield the marks or lines at every trim line of the pieces on a sheet.

    Args:
        packing: Places of a full sheet.
        filled: The places that hold a piece.
        marks: Their kind, length and offset.
    """
    draw = MARKS[marks.kind].draw
    blocks = [
        around(filled_slots) for block in packing.blocks if (filled_slots := [slot for slot in block if slot in filled])
    ]
    for block in blocks:
        inside = [slot for slot in filled if block.contains(slot)]
        left, top, right, bottom = _room(block, blocks, packing)
        for x in sorted({round(edge, 4) for slot in inside for edge in (slot.x, slot.right)}):
            yield from draw(Cut((x, block.y), (x, block.bottom), top, bottom, packing.bleed), marks)
        for y in sorted({round(edge, 4) for slot in inside for edge in (slot.y, slot.bottom)}):
            yield from draw(Cut((block.x, y), (block.right, y), left, right, packing.bleed), marks)


def fold_line(packing: Packing) -> Iterator[Path]:
    """Yield a dashed line, on white, along which the paper is folded; none if it is not folded."""
    if packing.fold is not None:
        ends = (packing.fold, packing.margin), (packing.fold, packing.paper[1] - packing.margin)
        yield _path(*ends, Stroke("#ffffff", CASING))
        yield _path(*ends, Stroke("#000000", MARK_WIDTH, FOLD_DASH))


def _room(block: Box, blocks: Sequence[Box], packing: Packing) -> tuple[Mm, Mm, Mm, Mm]:
    """Return how far marks may reach from a block to the left, up, to the right and down, mm."""
    (width, height), margin = packing.paper, packing.margin
    start, end = packing.reach(block)
    left, right = min(block.x - margin, block.x - start), min(width - margin, end) - block.right
    for neighbour in blocks:
        if neighbour.x >= block.right:
            right = min(right, neighbour.x - MARK_OFFSET - block.right)
        if neighbour.right <= block.x:
            left = min(left, block.x - MARK_OFFSET - neighbour.right)
    return left, block.y - margin, right, height - margin - block.bottom


def _marks_outside(cut: Cut, marks: Marks) -> Iterator[Path]:
    """Yield a short mark before the cut and one behind it."""
    across, down = cut.direction
    yield from mark(cut.start, -across, -down, cut.before, cut.bleed, marks)
    yield from mark(cut.end, across, down, cut.behind, cut.bleed, marks)


def _line_across(cut: Cut, _marks: Marks) -> Iterator[Path]:
    """Yield a hairline along the cut, from margin to margin."""
    across, down = cut.direction
    start = (cut.start[0] - across * cut.before, cut.start[1] - down * cut.before)
    end = (cut.end[0] + across * cut.behind, cut.end[1] + down * cut.behind)
    yield _path(start, end, Stroke(LINE_COLOUR, LINE_WIDTH))


def _no_marks(_cut: Cut, _marks: Marks) -> Iterator[Path]:
    yield from ()


MARKS: Mapping[MarkKind, MarkStyle] = {
    "corner": MarkStyle(MARK_OFFSET + MIN_MARK, _marks_outside),
    "lines": MarkStyle(0.0, _line_across),
    "none": MarkStyle(0.0, _no_marks, shows_cuts=False, has_small_print=False),
}


def mark(at: Point, dx: int, dy: int, room: Mm, bleed: Mm, marks: Marks) -> Iterator[Path]:
    """Yield one mark outwards from a point of the trim.

    Args:
        at: The point.
        dx: -1 to the left, 1 to the right.
        dy: -1 up, 1 down.
        room: How far it may reach, mm; without room there is no mark.
        bleed: Width of the bleed there, mm; without room beyond it, the mark lies on it, with white under it.
        marks: Their length and offset.
    """
    start = bleed + max(marks.offset, MARK_OFFSET)
    end = min(start + marks.length, room)
    has_room = end - start >= MIN_MARK - 1e-6
    if not has_room:
        start, end = MARK_OFFSET, min(MARK_OFFSET + marks.length, room)
        if end <= start:
            return  # the back is moved for the printer; the front has all its marks
    ends = [(at[0] + dx * far, at[1] + dy * far) for far in (start, end)]
    if not has_room and bleed > MARK_OFFSET:
        yield _path(ends[0], ends[1], Stroke("#ffffff", CASING))
    yield _path(ends[0], ends[1], Stroke("#000000", MARK_WIDTH))


def fold_mark(at: Point, dx: int, dy: int, dash: tuple[Mm, ...] = ()) -> Iterator[Path]:
    """Yield a short mark outwards from the end of a fold, on white.

    Args:
        at: The end of the fold.
        dx: -1 to the left, 1 to the right.
        dy: -1 up, 1 down.
        dash: Lengths of dashes and gaps, to tell it from the mark of a cut.
    """
    ends = [(at[0] + dx * far, at[1] + dy * far) for far in (MARK_OFFSET, MARK_OFFSET + MIN_MARK)]
    yield _path(ends[0], ends[1], Stroke("#ffffff", CASING))
    yield _path(ends[0], ends[1], Stroke("#000000", MARK_WIDTH, dash))


def tick(at: Point, down: Mm, across: Mm = 0.0) -> Path:
    """Return a light line down from a point, or to the right, for a cut or fold that lies in the fold of a booklet."""
    return _path(at, (at[0] + across, at[1] + down), Stroke(LINE_COLOUR, LINE_WIDTH))


def slit(start: Point, end: Point) -> Path:
    """Return a line along which paper is cut open."""
    return _path(start, end, Stroke("#000000", MARK_WIDTH))


def _path(start: Point, end: Point, stroke: Stroke) -> Path:
    return Path((("M", *start), ("L", *end)), None, stroke)


_CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))
"""Top left, top right, bottom right, bottom left: 0 for left and top, 1 for right and bottom."""


@frozen_dataclass
class PrintedArea:
    """The part of a sheet on which a piece is printed.

    Attributes:
        box: Trim and bleed, on the sheet, mm.
        cuts: For each corner in the order of _CORNERS, the lengths cut off slantwise along the width and the height.
    """

    box: Box
    cuts: tuple[tuple[float, float], ...] = ((0.0, 0.0),) * 4

    @property
    def outline(self) -> tuple[Segment, ...]:
        """The area's edge: a rectangle with up to four corners cut off."""
        box = self.box
        if not any(map(any, self.cuts)):
            return outline.rectangle(*box)
        points: list[float] = []
        for (right, low), (across, down) in zip(_CORNERS, self.cuts, strict=True):
            x, y = box.right if right else box.x, box.bottom if low else box.y
            before = (x, y + (-down if low else down))
            after = (x + (-across if right else across), y)
            if right == low:  # clockwise, the edge reaches this corner along the height
                points += [*before, *after]
            else:
                points += [*after, *before]
        return outline.polyline(points, is_closed=True)


def areas(trims: Sequence[Box], bleeds: Sequence[tuple[float, float, float, float]]) -> list[PrintedArea]:
    """Return the printed area of each piece, from its trim and its bleed left, top, right and bottom.

    If the bleeds of two pieces overlap at a corner, such as beside an empty place, their common rectangle is divided
    along its diagonal, and each keeps one half.
    """
    printed = [
        PrintedArea(Box(trim.x - left, trim.y - top, trim.width + left + right, trim.height + top + bottom))
        for trim, (left, top, right, bottom) in zip(trims, bleeds, strict=True)
    ]
    for index, area in enumerate(printed):
        # Each common rectangle costs both areas a triangle: at the corner that points to the other area.
        for later in range(index + 1, len(printed)):
            box = printed[later].box
            across = min(area.box.right, box.right) - max(area.box.x, box.x)
            down = min(area.box.bottom, box.bottom) - max(area.box.y, box.y)
            if across > 1e-6 and down > 1e-6:
                right, low = int(box.x > area.box.x), int(box.y > area.box.y)
                printed[index] = area = _with_corner_cut(area, (right, low), (across, down))
                printed[later] = _with_corner_cut(printed[later], (1 - right, 1 - low), (across, down))
    return printed


def _with_corner_cut(area: PrintedArea, corner: tuple[int, int], cut: tuple[float, float]) -> PrintedArea:
    at = _CORNERS.index(corner)
    return replace(area, cuts=(*area.cuts[:at], cut, *area.cuts[at + 1 :]))
