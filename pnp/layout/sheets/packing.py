"""The places of pieces on a sheet, their bleed, the places behind them, and the room for small print beside them.

A back has the place of its front, mirrored about the paper's middle. Where the paper is folded, faces lie left of the
fold and backs right of it. The module card_packing packs rectangles, token_packing round pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from pnp.core.diagnostics import Mistake
from pnp.core.frame import Box, around
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.printing import OVER_LONG_EDGE, Flip, Printing, larger_papers
from pnp.core.units import Mm

SMALL_PRINT: Mm = 1.8
"""Height of the sheet's name and ruler."""

LONG_PRINT: Mm = 59.0
"""Least length of a piece for a ruler of 50 mm with its name beside it, clear of the marks."""

PRINT_LENGTH: Mm = 102.0
"""Length of a line with the sheet's name and the ruler."""

TWO_LINES: Mm = 2 * SMALL_PRINT + 1.0
"""Room for the ruler above the name."""


class PrintPlace(NamedTuple):
    """The place of a sheet's small print.

    Attributes:
        box: The box below or beside which it stands.
        is_at_side: Whether it stands at the left, reading upwards, instead of below.
        is_stacked: Whether the ruler stands above the name instead of beside it.
    """

    box: Box
    is_at_side: bool = False
    is_stacked: bool = False


@frozen_dataclass
class Packing:
    """The places of pieces of one kind on a sheet.

    Attributes:
        paper: Width and height as used, mm.
        blocks: The trims, block by block, each row by row from the top left. Pieces of a second block are turned by a
            quarter, clockwise.
        bleed: The bleed that is printed if no neighbour is near, mm.
        margin: The margin that the printer leaves white, mm.
        flip: The edge over which the paper is turned.
        is_grid: Whether straight cuts through a whole block separate its pieces.
        is_folded: Whether the paper is folded along its middle, with the pieces left of the fold.
        is_loose: Whether pieces may move, so that a few on a sheet lie in the middle.
        straight: Trims in straight rows, for a few pieces; these hold no more than the blocks.
        has_inner_bleed: Whether bleed is printed between the pieces of a block, too, and not only around them.
        reserved: Boxes in which only pieces may be printed, because a machine looks for its marks there.
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
    reserved: tuple[Box, ...] = ()
    has_inner_bleed: bool = True

    @cached_property
    def slots(self) -> tuple[Box, ...]:
        """The trims of all pieces."""
        return tuple(slot for block in self.blocks for slot in block)

    @property
    def capacity(self) -> int:
        """The number of pieces on a full sheet."""
        return len(self.slots)

    @property
    def is_mirrored_across(self) -> bool:
        """Whether turning or folding the paper exchanges left and right; else it exchanges top and bottom."""
        return self.is_folded or (self.paper[0] <= self.paper[1]) == OVER_LONG_EDGE[self.flip]

    @property
    def fold(self) -> Mm | None:
        """The x of the fold, mm from the paper's left edge; None if the paper is not folded."""
        return self.paper[0] / 2 if self.is_folded else None

    @cached_property
    def block(self) -> Box:
        """The box around all trims."""
        return around(self.slots)

    @property
    def margin_text_room(self) -> tuple[int, bool]:
        """How much of the sheet's name and ruler fits beside the bleed, and whether it stands at the side.

        2 stands for both, 1 for the name, 0 for neither. They stand at the foot, or at the side if more fits there.
        """
        block, piece, around_block = self.block, self.slots[0], self.bleed + self.margin
        at_foot = self._printed_along(
            self.paper[1] - block.bottom - around_block, piece.width if self.is_grid else block.width
        )
        at_side = self._printed_along(block.x - around_block, piece.height if self.is_grid else block.height)
        return (at_side, True) if at_side > at_foot else (at_foot, False)

    @property
    def print_place(self) -> PrintPlace | None:
        """The place of the sheet's name and ruler: beside all pieces, or below one block; None without room."""
        amount, is_at_side = self.margin_text_room
        block = self.block
        if amount == 2 and (block.height if is_at_side else block.width) >= PRINT_LENGTH:
            return PrintPlace(block, is_at_side)
        wide = [around(pieces) for pieces in self.blocks if pieces and pieces[0].width >= LONG_PRINT]
        below = [(box, self.paper[1] - box.bottom - self.bleed - self.margin) for box in wide]
        below = [(box, room) for box, room in below if room >= SMALL_PRINT - CLOSE]
        stacked = [box for box, room in below if room >= TWO_LINES]
        if stacked:
            return PrintPlace(stacked[0], is_stacked=True)
        if amount:
            return PrintPlace(block, is_at_side)
        return PrintPlace(below[0][0]) if below else None

    @staticmethod
    def _printed_along(room: Mm, length: Mm) -> int:
        return 0 if room < SMALL_PRINT - CLOSE else 2 if length >= LONG_PRINT else 1

    def is_turned(self, index: int) -> bool:
        """Whether a piece lies a quarter turned."""
        return index >= len(self.blocks[0])

    def behind(self, slot: Box) -> Box:
        """Return the place on the back of the sheet that lies behind a place."""
        if self.is_mirrored_across:
            return Box(self.paper[0] - slot.right, slot.y, slot.width, slot.height)
        return Box(slot.x, self.paper[1] - slot.bottom, slot.width, slot.height)

    @cached_property
    def reverse(self) -> Packing:
        """The packing mirrored, as it lies on the back of the sheet."""
        blocks = tuple(tuple(map(self.behind, block)) for block in self.blocks)
        return replace(self, blocks=blocks)

    def holding(self, count: int) -> Packing:
        """Return the packing for a sheet with only the first pieces.

        Loose pieces then lie in the middle, and in straight rows if these hold all of them.
        """
        if not self.is_loose or count >= self.capacity:
            return self
        slots = (self.straight if count <= len(self.straight) else self.slots)[:count]
        used = around(slots)
        x = (self.block.x + self.block.right - used.x - used.right) / 2
        y = (self.block.y + self.block.bottom - used.y - used.bottom) / 2
        return replace(self, blocks=(tuple(slot._replace(x=slot.x + x, y=slot.y + y) for slot in slots),))

    def reach(self, box: Box) -> tuple[Mm, Mm]:
        """Return the start and end of the part of the paper that holds a box: all of it, or one side of the fold."""
        width = self.paper[0]
        if self.fold is None:
            return (0.0, width)
        return (0.0, self.fold) if box.x < self.fold else (self.fold, width)

    def bleed_at(self, slot: Box, filled: Sequence[Box]) -> tuple[Mm, Mm, Mm, Mm]:
        """Return the bleed printed left, top, right and bottom of a place: up to half of the gap to a neighbour.

        Args:
            slot: The place.
            filled: The places that hold a piece; towards empty ones the whole bleed is printed.
        """
        if not self.is_grid:
            return (self.bleed,) * 4
        start, end = self.reach(slot)
        room = [slot.x - start, slot.y, end - slot.right, self.paper[1] - slot.bottom]
        for neighbour in filled:
            gaps = (
                slot.x - neighbour.right,
                slot.y - neighbour.bottom,
                neighbour.x - slot.right,
                neighbour.y - slot.bottom,
            )
            beside = slot.y < neighbour.bottom - CLOSE and neighbour.y < slot.bottom - CLOSE
            above = slot.x < neighbour.right - CLOSE and neighbour.x < slot.right - CLOSE
            for side, gap in enumerate(gaps):
                if gap > -CLOSE and (beside if side % 2 == 0 else above):
                    is_shared = self.has_inner_bleed or not self._share_block(slot, neighbour)
                    room[side] = min(room[side], max(gap, 0.0) / 2 if is_shared else 0.0)
        left, top, right, bottom = (min(self.bleed, most) for most in room)
        return left, top, right, bottom

    def _share_block(self, first: Box, second: Box) -> bool:
        return any(first in block and second in block for block in self.blocks)


CLOSE = 1e-6


def holds(paper: tuple[Mm, Mm], size: tuple[Mm, Mm]) -> bool:
    """Whether a piece is no larger than the paper."""
    return all(length <= side + CLOSE for length, side in zip(size, paper, strict=True))


def both_ways(paper: tuple[Mm, Mm]) -> Iterator[tuple[Mm, Mm]]:
    """Yield the paper in portrait, then in landscape."""
    width, height = min(paper), max(paper)
    yield (width, height)
    yield (height, width)


def how_many(room: Mm, length: Mm, gap: Mm) -> int:
    """Return how many pieces of a length fit a room, with gaps between them."""
    return max(0, int((room + gap + CLOSE) / (length + gap)))


def starts_along(middle: Mm, count: int, length: Mm, gutter: Mm) -> list[Mm]:
    """Return the starts of equal lengths in a row that is centred about a middle."""
    start = middle - (count * length + (count - 1) * gutter) / 2
    return [start + number * (length + gutter) for number in range(count)]


def bleed_of(bleed: Mm, printing: Printing) -> Mm:
    """Return how much of a template's bleed is printed, mm."""
    return 0.0 if printing.bleed == "none" else bleed


def too_large(piece: tuple[Mm, Mm], printing: Printing, is_folded: bool) -> Mistake:
    """Return the mistake that a piece does not fit on the paper; its fix names larger paper."""
    width, height = printing.size
    relation = "does not fit beside its back on" if is_folded else "does not fit on"
    what = f"a piece of {piece[0]:g}×{piece[1]:g} mm {relation} {width:g}×{height:g} mm paper"
    what += f" with {printing.margin:g} mm left white" if printing.margin else ""
    if printing.grid:
        what = f"{printing.grid[0]} × {printing.grid[1]} pieces of {piece[0]:g}×{piece[1]:g} mm do not fit on"
        what += f" {printing.paper_name} with {printing.margin:g} mm left white"
        return Mistake(what, "leave out --grid, and as many are printed as fit; or use larger paper")
    larger = larger_papers(printing.size)
    fix = f"use larger paper: --paper {larger}" if larger else "make the piece smaller"
    return Mistake(what, f"print backs on the other side: --backs duplex; or {fix}" if is_folded else fix)
