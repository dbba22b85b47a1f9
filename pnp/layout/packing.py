"""A trim, its shape and how it is printed → where the pieces lie on a sheet.

Rectangles lie in a grid, or in two where that holds more, with the pieces of the second a quarter turned. Circles and
hexagons lie in a honeycomb where that holds more, circles also in a flattened one; a few lie in straight rows. Backs
lie behind their fronts wherever those lie: their place is the same, mirrored about the paper's middle. Where the paper
is folded, that is on the same side of it, right of the fold.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import NamedTuple

from pnp.core.diagnostics import Mistake
from pnp.core.frame import Box, around
from pnp.core.outline import lies_on_side
from pnp.core.units import Mm
from pnp.layout.marks import MARK_OFFSET, MARKS
from pnp.layout.printing import OVER_LONG_EDGE, Flip, Printing, larger_papers

SMALL_PRINT: Mm = 1.8
"""How high the sheet's name and ruler are."""

LONG_PRINT: Mm = 59.0
"""How long a piece has to be for a ruler of 50 mm with its name beside it, clear of the marks."""

PRINT_LENGTH: Mm = 102.0
"""How long a line with the sheet's name and the ruler is."""

TWO_LINES: Mm = 2 * SMALL_PRINT + 1.0
"""Room for the ruler above the name."""

TOKEN_GAP: Mm = 2.0
"""Room between the bleeds of two tokens: scissors need to turn."""

FOOT: Mm = 4.0
"""Room at the foot of a sheet of tokens for its name and ruler, which stand below crop marks on sheets of cards; where
it costs a token, they stand at the side, or nowhere."""


class PrintPlace(NamedTuple):
    """Where the small print of a sheet stands.

    Attributes:
        box: What it stands beside.
        is_at_side: Whether it stands at the left, reading upwards, instead of below.
        is_stacked: Whether the ruler stands above the name instead of beside it.
    """

    box: Box
    is_at_side: bool = False
    is_stacked: bool = False


@dataclass(frozen=True)
class Packing:
    """Where the pieces of one kind lie on a sheet.

    Attributes:
        paper: Width and height as used, mm.
        blocks: The trims, block by block, each row by row from the top left. Pieces of a second block are turned by a
            quarter, clockwise.
        bleed: How much of the bleed is printed where no neighbour is near, mm.
        margin: What the printer leaves white, mm.
        flip: The edge over which the paper is turned.
        is_grid: Whether straight cuts through a whole block part its pieces.
        is_folded: Whether the pieces lie left of a line in the middle along which the paper is folded.
        is_loose: Whether nothing depends on where they lie, so that a few may lie in the middle.
        straight: Trims in straight rows, where a few lie in these; they hold less than the blocks, or as much.
        taken: Where nothing but pieces may be printed, for a machine looks for its marks there.
    """

    paper: tuple[Mm, Mm]
    blocks: tuple[tuple[Box, ...], ...]
    bleed: Mm
    margin: Mm
    flip: Flip = "long"
    is_grid: bool = True
    is_folded: bool = False
    is_loose: bool = False
    straight: tuple[Box, ...] = ()
    taken: tuple[Box, ...] = ()

    @cached_property
    def slots(self) -> tuple[Box, ...]:
        """The trims of all pieces."""
        return tuple(slot for block in self.blocks for slot in block)

    @property
    def capacity(self) -> int:
        """Pieces on a full sheet."""
        return len(self.slots)

    @property
    def is_mirrored_across(self) -> bool:
        """Whether left and right change places when the paper is turned over or folded; else top and bottom do."""
        return self.is_folded or (self.paper[0] <= self.paper[1]) == OVER_LONG_EDGE[self.flip]

    @property
    def fold(self) -> Mm | None:
        """Where the paper is folded, mm from its left edge."""
        return self.paper[0] / 2 if self.is_folded else None

    @cached_property
    def block(self) -> Box:
        """What all trims together cover."""
        return around(self.slots)

    @property
    def small_print(self) -> tuple[int, bool]:
        """How much of the sheet's name and ruler has room beside the bleed, and whether that is at the side.

        2 for both, 1 for the name, 0 for neither. They stand at the foot, or where only the side has room for more,
        there.
        """
        block, piece, taken = self.block, self.slots[0], self.bleed + self.margin
        at_foot = self._printed_along(
            self.paper[1] - block.bottom - taken, piece.width if self.is_grid else block.width
        )
        at_side = self._printed_along(block.x - taken, piece.height if self.is_grid else block.height)
        return (at_side, True) if at_side > at_foot else (at_foot, False)

    @property
    def print_place(self) -> PrintPlace | None:
        """Where the sheet's name and the ruler stand: beside all pieces, or below one block; None without room."""
        amount, is_at_side = self.small_print
        block = self.block
        if amount == 2 and (block.height if is_at_side else block.width) >= PRINT_LENGTH:
            return PrintPlace(block, is_at_side)
        wide = [around(pieces) for pieces in self.blocks if pieces and pieces[0].width >= LONG_PRINT]
        below = [(box, self.paper[1] - box.bottom - self.bleed - self.margin) for box in wide]
        below = [(box, room) for box, room in below if room >= SMALL_PRINT - _CLOSE]
        stacked = [box for box, room in below if room >= TWO_LINES]
        if stacked:
            return PrintPlace(stacked[0], is_stacked=True)
        if amount:
            return PrintPlace(block, is_at_side)
        return PrintPlace(below[0][0]) if below else None

    @staticmethod
    def _printed_along(room: Mm, length: Mm) -> int:
        return 0 if room < SMALL_PRINT - _CLOSE else 2 if length >= LONG_PRINT else 1

    def is_turned(self, index: int) -> bool:
        """Whether a piece lies a quarter turned."""
        return index >= len(self.blocks[0])

    def behind(self, slot: Box) -> Box:
        """The place on the back of the sheet that lies behind a place."""
        if self.is_mirrored_across:
            return Box(self.paper[0] - slot.right, slot.y, slot.width, slot.height)
        return Box(slot.x, self.paper[1] - slot.bottom, slot.width, slot.height)

    @cached_property
    def reverse(self) -> Packing:
        """The same as it lies on the back of the sheet."""
        blocks = tuple(tuple(map(self.behind, block)) for block in self.blocks)
        return replace(self, blocks=blocks)

    def holding(self, count: int) -> Packing:
        """The same for a sheet with so many pieces, the first ones.

        Where nothing depends on it they lie in the middle, and in straight rows if those have room for all.
        """
        if not self.is_loose or count >= self.capacity:
            return self
        taken = (self.straight if count <= len(self.straight) else self.slots)[:count]
        used = around(taken)
        x = (self.block.x + self.block.right - used.x - used.right) / 2
        y = (self.block.y + self.block.bottom - used.y - used.bottom) / 2
        return replace(self, blocks=(tuple(slot._replace(x=slot.x + x, y=slot.y + y) for slot in taken),))

    def reach(self, box: Box) -> tuple[Mm, Mm]:
        """From where to where the part of the paper goes that a box lies on: all of it, or a half."""
        width = self.paper[0]
        if self.fold is None:
            return (0.0, width)
        return (0.0, self.fold) if box.x < self.fold else (self.fold, width)

    def bleed_at(self, slot: Box, others: Sequence[Box]) -> tuple[Mm, Mm, Mm, Mm]:
        """Bleed printed left, top, right and bottom of a place: half of what lies between it and a neighbour.

        Args:
            slot: The place.
            others: Those on the sheet that have a piece; towards empty ones all of the bleed is printed.
        """
        if not self.is_grid:
            return (self.bleed,) * 4
        start, end = self.reach(slot)
        room = [slot.x - start, slot.y, end - slot.right, self.paper[1] - slot.bottom]
        for other in others:
            gaps = (slot.x - other.right, slot.y - other.bottom, other.x - slot.right, other.y - slot.bottom)
            beside = slot.y < other.bottom - _CLOSE and other.y < slot.bottom - _CLOSE
            above = slot.x < other.right - _CLOSE and other.x < slot.right - _CLOSE
            for side, gap in enumerate(gaps):
                if gap > -_CLOSE and (beside if side % 2 == 0 else above):
                    room[side] = min(room[side], max(gap, 0.0) / 2)
        left, top, right, bottom = (min(self.bleed, most) for most in room)
        return left, top, right, bottom


_CLOSE = 1e-6


def pack_cards(card: tuple[Mm, Mm], bleed: Mm, printing: Printing, is_folded: bool = False, least: Mm = 0.0) -> Packing:
    """Return the packing that puts most cards on a sheet, each cut with a mark that prints at both ends.

    Portrait wins when both ways hold as many, one grid over two. The gutters are the widest of twice the bleed, the
    bleed, and none that cost no card, each way: with twice the bleed every card has its own, with none neighbours share
    a cut. For a press every card has its own bleed: stacks of its sheets are cut at once, and cuts are a little off.

    Args:
        card: Trim width and height, mm.
        bleed: The template's bleed, mm.
        printing: Paper, margin, marks and gutter.
        is_folded: Whether they lie left of a fold, for their backs to lie right of it.
        least: Between two cards at least, where the gutter is not given, mm.

    Raises:
        Mistake: Not even one card fits.
    """
    edge = _edge(printing)
    room = MARKS[printing.marks.kind].room
    between = room + MARK_OFFSET if room else 0.0
    unasked = (2 * bleed,) if printing.press else (2 * bleed, bleed, 0.0)
    usual = [max(gutter, least) for gutter in unasked]
    gutters = usual if printing.gutter is None else [printing.gutter]
    best: tuple[tuple[float, ...], Packing] | None = None
    for paper in both_ways(printing.size):
        for gutter in product(gutters, gutters):
            if is_folded:
                laid = [_half_grid(card, gutter, paper, edge, bleed, printing)]
                laid += [((), *_half_grid(card[::-1], gutter, paper, edge, bleed, printing))]
            else:
                laid = [_grid(card, gutter, paper, edge), *_two_grids(card, gutter, paper, edge, between)]
            for blocks in laid:
                if any(blocks):
                    packing = Packing(paper, blocks, bleed, printing.margin, printing.flip, is_folded=is_folded)
                    worth = (packing.capacity, -len(blocks), packing.small_print[0], sum(gutter))
                    if best is None or worth > best[0]:
                        best = worth, packing
    if best is None:
        raise _too_large(card, printing, is_folded)
    return best[1]


def fits(card: tuple[Mm, Mm], printing: Printing) -> bool:
    """Whether a sheet holds one card of a size, with its marks, upright or turned."""
    room = [side - 2 * _edge(printing) for side in printing.size]
    return any(all(map(how_many, room, way, (0.0, 0.0))) for way in (card, card[::-1]))


def _edge(printing: Printing) -> Mm:
    """From the paper's edge to the nearest trim."""
    return printing.margin + MARKS[printing.marks.kind].room


def both_ways(paper: tuple[Mm, Mm]) -> Iterator[tuple[Mm, Mm]]:
    """The paper in portrait, then in landscape."""
    width, height = min(paper), max(paper)
    yield (width, height)
    yield (height, width)


def how_many(room: Mm, length: Mm, gap: Mm) -> int:
    """How many lengths a room holds, with a gap between two."""
    return max(0, int((room + gap + _CLOSE) / (length + gap)))


def _along(middle: Mm, count: int, length: Mm, gutter: Mm) -> list[Mm]:
    """Where lengths begin that lie centred about a middle."""
    start = middle - (count * length + (count - 1) * gutter) / 2
    return [start + number * (length + gutter) for number in range(count)]


_Blocks = tuple[tuple[Box, ...], ...]


def _grid(card: tuple[Mm, Mm], gutter: tuple[Mm, Mm], paper: tuple[Mm, Mm], edge: Mm) -> _Blocks:
    """One grid in the middle of the paper; none where it has no room."""
    xs, ys = (
        _along(side / 2, how_many(side - 2 * edge, length, gap), length, gap)
        for length, gap, side in zip(card, gutter, paper, strict=True)
    )
    block = tuple(Box(x, y, *card) for y, x in product(ys, xs))
    return (block,) if block else ()


def _half_grid(
    card: tuple[Mm, Mm], gutter: tuple[Mm, Mm], paper: tuple[Mm, Mm], edge: Mm, bleed: Mm, printing: Printing
) -> _Blocks:
    """One grid left of the middle of the paper, as near to it as bleed and marks let it; none where it has no room.

    What lies near the fold is off by least when the paper is not folded quite straight.
    """
    room, marks = MARKS[printing.marks.kind].room, printing.marks
    least = max(bleed, room)
    roomy = least + (max(marks.offset, MARK_OFFSET) + marks.length if room else 0.0)
    columns = how_many(paper[0] / 2 - least - edge, card[0], gutter[0])
    wide = columns * (card[0] + gutter[0]) - gutter[0]
    right = paper[0] / 2 - max(least, min(roomy, paper[0] / 2 - edge - wide))
    xs = [right - wide + number * (card[0] + gutter[0]) for number in range(columns)]
    ys = _along(paper[1] / 2, how_many(paper[1] - 2 * edge, card[1], gutter[1]), card[1], gutter[1])
    block = tuple(Box(x, y, *card) for y, x in product(ys, xs))
    return (block,) if block else ()


def _two_grids(
    card: tuple[Mm, Mm], gutter: tuple[Mm, Mm], paper: tuple[Mm, Mm], edge: Mm, least: Mm
) -> Iterator[_Blocks]:
    """Upright pieces at the left, a quarter turned ones at the right, with room for marks between them."""
    width, height = card
    room = paper[0] - 2 * edge
    between = max(least, gutter[0])
    for upright in range(1, how_many(room - height - between, width, gutter[0]) + 1):
        left = upright * (width + gutter[0]) - gutter[0]
        turned = how_many(room - left - between, height, gutter[0])
        right = turned * (height + gutter[0]) - gutter[0]
        start = (paper[0] - left - between - right) / 2
        blocks = []
        for x, columns, wide, high in ((start, upright, *card), (start + left + between, turned, height, width)):
            ys = _along(paper[1] / 2, how_many(paper[1] - 2 * edge, high, gutter[1]), high, gutter[1])
            xs = [x + number * (wide + gutter[0]) for number in range(columns)]
            blocks.append(tuple(Box(x, y, wide, high) for y, x in product(ys, xs)))
        if all(blocks):
            yield tuple(blocks)


def pack_tokens(token: tuple[Mm, Mm], shape: str, bleed: Mm, printing: Printing, is_folded: bool = False) -> Packing:
    """Return the packing that puts most tokens on a sheet, each with its bleed and room for scissors.

    Args:
        token: Width and height of the box around a token, mm.
        shape: circle, hexagon or rounded.
        bleed: The template's bleed, mm.
        printing: Paper and margin.
        is_folded: Whether they lie left of a fold, for their backs to lie right of it.

    Raises:
        Mistake: Not even one token fits.
    """
    gap = 2 * bleed + (TOKEN_GAP if printing.gutter is None else max(printing.gutter - 2 * bleed, 0.0))
    found = []
    for foot, paper in product((FOOT, 0.0), both_ways(printing.size)):
        wide = paper[0] / 2 - gap / 2 - printing.margin if is_folded else paper[0] - 2 * printing.margin
        room = Box(printing.margin, printing.margin + foot, wide, paper[1] - 2 * (printing.margin + foot))
        straight = _rows(token, gap, gap, room, is_shifted=False)
        found.append((paper, straight, straight))
        if shape == "hexagon" and lies_on_side(*token):
            laid = _rows(token[::-1], gap, _hexagon_rise(token[0], gap), _across(room), is_shifted=True)
            found.append((paper, tuple(map(_across, laid)), straight))
        elif shape in ("circle", "hexagon"):
            rise = token[1] * (math.sqrt(3) / 2 - 1) + gap * math.sqrt(3) / 2
            if shape == "hexagon":
                rise = _hexagon_rise(token[1], gap)
            found.append((paper, _rows(token, gap, rise, room, is_shifted=True), straight))
        if shape == "circle":
            for wider, rise in _flattened(token[0], gap, wide):
                found.append((paper, _rows(token, wider, rise, room, is_shifted=True), straight))
    paper, slots, straight = max(found, key=lambda laid: len(laid[1]))
    if not slots:
        raise _too_large(token, printing, is_folded)
    return Packing(
        paper,
        (slots,),
        bleed,
        printing.margin,
        printing.flip,
        is_grid=False,
        is_folded=is_folded,
        is_loose=True,
        straight=straight,
    )


def _hexagon_rise(length: Mm, gap: Mm) -> Mm:
    """Room between two rows of a honeycomb of hexagons, of some length from corner to corner, mm: below zero."""
    return -0.25 * length + gap * math.sqrt(3) / 2


def _across(box: Box) -> Box:
    """A box with x and y exchanged."""
    return Box(box.y, box.x, box.height, box.width)


def _flattened(width: Mm, gap: Mm, room: Mm) -> Iterator[tuple[Mm, Mm]]:
    """Gaps in a row and between rows of circles that fill the room across: wider apart in rows, rows come nearer."""
    distance = width + gap
    count = how_many(room, width, gap)
    for steps in (count - 1, count - 0.5):  # every second row is shorter, or all hold as many
        step = (room - width) / steps if steps > 0 else 0.0
        if distance < step <= math.sqrt(3) * distance:  # with more, circles two rows apart would come too near
            yield step - width, math.sqrt(distance**2 - step**2 / 4) - width


def _rows(piece: tuple[Mm, Mm], gap: Mm, rise: Mm, room: Box, is_shifted: bool) -> tuple[Box, ...]:
    """Rows in the middle of some room; shifted, every second one is by half a piece, and shorter where it has no room.

    Args:
        piece: Width and height of the box around a piece, mm.
        gap: Room between two in a row, mm.
        rise: Room between two rows, mm; below zero where they reach into one another.
        room: What they may take, mm.
        is_shifted: Whether they lie in a honeycomb.
    """
    width, height = piece
    columns, rows = how_many(room.width, width, gap), how_many(room.height, height, rise)
    step = width + gap
    full = columns * step - gap
    fits = is_shifted and full + step / 2 <= room.width + _CLOSE
    left = room.x + (room.width - full - (step / 2 if fits else 0.0)) / 2
    slots = []
    for row, y in enumerate(_along(room.y + room.height / 2, rows, height, rise) if columns else ()):
        shift = step / 2 if is_shifted and row % 2 else 0.0
        count = columns - (1 if shift and not fits else 0)
        slots += [Box(left + shift + number * step, y, width, height) for number in range(count)]
    return tuple(slots)


def _too_large(piece: tuple[Mm, Mm], printing: Printing, is_folded: bool) -> Mistake:
    width, height = printing.size
    where = "does not fit beside its back on" if is_folded else "does not fit on"
    what = f"a piece of {piece[0]:g}×{piece[1]:g} mm {where} {width:g}×{height:g} mm paper"
    what += f" with {printing.margin:g} mm left white" if printing.margin else ""
    larger = larger_papers(printing.size)
    fix = f"use larger paper: --paper {larger}" if larger else "make the piece smaller"
    return Mistake(what, f"print backs on the other side: --backs duplex; or {fix}" if is_folded else fix)
