"""Pieces at their places → what shows where to cut and fold: marks outside, lines across, a line along the fold.

A mark keeps the printer's margin. Where there is no room for it beyond the bleed, it lies on the bleed, on white.

Pieces at their places → what of each is printed: its trim, and its bleed as far as nobody else's reaches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pnp.core import outline
from pnp.core.frame import Box, Path, Segment, Stroke
from pnp.core.units import Mm
from pnp.layout.packing import LEAST_MARK, MARK_OFFSET, Packing, around
from pnp.layout.printing import Marks

MARK_WIDTH: Mm = 0.2
CASING: Mm = 0.6
"""The white under a mark that lies on bleed."""

LINE_WIDTH: Mm = 0.1
LINE_COLOUR = "#7a7a7a"
"""Of lines across cards, which are cut through: what is left of them must hardly be seen."""

FOLD_DASH: tuple[Mm, ...] = (3.0, 2.0)


def cut_marks(packing: Packing, filled: Sequence[Box], marks: Marks) -> Iterator[Path]:
    """The marks or lines at every trim line of the pieces on a sheet.

    Args:
        packing: All places.
        filled: Those that have a piece.
        marks: Which, and how long.
    """
    blocks = [around(some) for block in packing.blocks if (some := [slot for slot in block if slot in filled])]
    for block in blocks:
        inside = [slot for slot in filled if block.contains(slot)]
        left, top, right, bottom = _room(block, blocks, packing)
        for x in sorted({round(edge, 4) for slot in inside for edge in (slot.x, slot.right)}):
            yield from _line((x, block.y), (x, block.bottom), top, bottom, packing.bleed, marks)
        for y in sorted({round(edge, 4) for slot in inside for edge in (slot.y, slot.bottom)}):
            yield from _line((block.x, y), (block.right, y), left, right, packing.bleed, marks)


def fold_line(packing: Packing) -> Iterator[Path]:
    """A dashed line, on white, along which the paper is folded; none where it is not."""
    if packing.fold is not None:
        ends = (packing.fold, packing.margin), (packing.fold, packing.paper[1] - packing.margin)
        yield _path(*ends, Stroke("#ffffff", CASING))
        yield _path(*ends, Stroke("#000000", MARK_WIDTH, FOLD_DASH))


def _room(block: Box, blocks: Sequence[Box], packing: Packing) -> tuple[Mm, Mm, Mm, Mm]:
    """How far marks may reach from a block to the left, up, to the right and down."""
    (width, height), margin = packing.paper, packing.margin
    start, end = packing.reach(block)
    left, right = min(block.x - margin, block.x - start), min(width - margin, end) - block.right
    for other in blocks:
        if other.x >= block.right:
            right = min(right, other.x - MARK_OFFSET - block.right)
        if other.right <= block.x:
            left = min(left, block.x - MARK_OFFSET - other.right)
    return left, block.y - margin, right, height - margin - block.bottom


Point = tuple[Mm, Mm]


def _line(start: Point, end: Point, before: Mm, behind: Mm, bleed: Mm, marks: Marks) -> Iterator[Path]:
    """What shows a cut from a block's one edge to the other, with some room before and behind it."""
    across, down = (0, 1) if start[0] == end[0] else (1, 0)
    if marks.kind == "lines":
        stroke = Stroke(LINE_COLOUR, LINE_WIDTH)
        first = (start[0] - across * before, start[1] - down * before)
        yield _path(first, (end[0] + across * behind, end[1] + down * behind), stroke)
    elif marks.kind == "corner":
        yield from mark(start, -across, -down, before, bleed, marks)
        yield from mark(end, across, down, behind, bleed, marks)


def mark(at: Point, dx: int, dy: int, room: Mm, bleed: Mm, marks: Marks) -> Iterator[Path]:
    """One mark outwards from a point of the trim.

    Args:
        at: The point.
        dx: -1 to the left, 1 to the right.
        dy: -1 up, 1 down.
        room: How far it may reach, mm; without any, there is no mark.
        bleed: What lies there, mm; where the room is too small to keep off it, the mark lies on white.
        marks: How long it is.
    """
    start = bleed + max(marks.offset, MARK_OFFSET)
    end = min(start + marks.length, room)
    has_room = end - start >= LEAST_MARK - 1e-6
    if not has_room:
        start, end = MARK_OFFSET, min(MARK_OFFSET + marks.length, room)
        if end <= start:
            return  # on a back that is moved for the printer; fronts have all their marks
    ends = [(at[0] + dx * far, at[1] + dy * far) for far in (start, end)]
    if not has_room and bleed > MARK_OFFSET:
        yield _path(ends[0], ends[1], Stroke("#ffffff", CASING))
    yield _path(ends[0], ends[1], Stroke("#000000", MARK_WIDTH))


def fold_mark(at: Point, dy: int) -> Iterator[Path]:
    """A short mark up (-1) or down (1) from the end of a fold, on white."""
    ends = [(at[0], at[1] + dy * far) for far in (MARK_OFFSET, MARK_OFFSET + LEAST_MARK)]
    yield _path(ends[0], ends[1], Stroke("#ffffff", CASING))
    yield _path(ends[0], ends[1], Stroke("#000000", MARK_WIDTH))


def tick(at: Point, length: Mm) -> Path:
    """A light line down from a point, for what lies in the very fold of a booklet."""
    return _path(at, (at[0], at[1] + length), Stroke(LINE_COLOUR, LINE_WIDTH))


def _path(start: Point, end: Point, stroke: Stroke) -> Path:
    return Path((("M", *start), ("L", *end)), None, stroke)


_CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))
"""Top left, top right, bottom right, bottom left: 0 for left and top, 1 for right and bottom."""


@dataclass(frozen=True)
class Area:
    """What is printed of a piece.

    Attributes:
        box: Trim and bleed, on the sheet, mm.
        cuts: How much is cut off slantwise at each of its corners, as _CORNERS has them: along the width, the height.
    """

    box: Box
    cuts: tuple[tuple[float, float], ...] = ((0.0, 0.0),) * 4

    @property
    def outline(self) -> tuple[Segment, ...]:
        """Its edge."""
        box = self.box
        if not any(map(any, self.cuts)):
            return outline.rectangle(box.x, box.y, box.width, box.height)
        points: list[float] = []
        for (right, low), (across, down) in zip(_CORNERS, self.cuts, strict=True):
            x, y = box.right if right else box.x, box.bottom if low else box.y
            before = (x, y + (-down if low else down))
            after = (x + (-across if right else across), y)
            if right == low:  # the way round comes up, or down, to this corner
                points += [*before, *after]
            else:
                points += [*after, *before]
        return outline.polyline(points, is_closed=True)


def areas(trims: Sequence[Box], bleeds: Sequence[tuple[float, float, float, float]]) -> list[Area]:
    """What is printed of each of some pieces, by its trim and its bleed left, top, right and bottom.

    Where the bleeds of two meet at a corner, as beside an empty place, each has half of what both cover.
    """
    found = [
        Area(Box(trim.x - left, trim.y - top, trim.width + left + right, trim.height + top + bottom))
        for trim, (left, top, right, bottom) in zip(trims, bleeds, strict=True)
    ]
    for one, area in enumerate(found):
        for other in range(one + 1, len(found)):
            across = min(area.box.right, found[other].box.right) - max(area.box.x, found[other].box.x)
            down = min(area.box.bottom, found[other].box.bottom) - max(area.box.y, found[other].box.y)
            if across > 1e-6 and down > 1e-6:
                right, low = int(found[other].box.x > area.box.x), int(found[other].box.y > area.box.y)
                found[one] = area = _cut(area, (right, low), (across, down))
                found[other] = _cut(found[other], (1 - right, 1 - low), (across, down))
    return found


def _cut(area: Area, corner: tuple[int, int], cut: tuple[float, float]) -> Area:
    at = _CORNERS.index(corner)
    return replace(area, cuts=(*area.cuts[:at], cut, *area.cuts[at + 1 :]))
