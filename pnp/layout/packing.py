"""A trim, its shape and a paper → where the pieces lie on a sheet.

Rectangles lie in a grid, circles and hexagons in a honeycomb where that holds more. The whole is centred, so that the
back of a place is the place mirrored about the paper's middle, however the sheet is filled.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from pnp.diagnostics import Mistake
from pnp.layout.frame import Box
from pnp.layout.paper import PAPERS
from pnp.units import Mm

EDGE: Mm = 5.0
"""Least distance from a trim edge to the paper's edge: what a home printer cannot print."""

TOKEN_GAP: Mm = 2.0
"""Room between the bleeds of two tokens: scissors need to turn."""

FOOT: Mm = 9.0
"""Room at the foot of a sheet of tokens for its name and ruler, which stand below crop marks on sheets of cards."""


@dataclass(frozen=True)
class Packing:
    """Where the pieces of one kind lie on a sheet.

    Attributes:
        paper: Width and height as used, mm.
        slots: The trims, row by row from the top left.
        gutter: Room between trims, mm; of a grid only.
        bleed: How much of the bleed is printed where no neighbour is near, mm.
        is_grid: Whether straight cuts through the whole sheet part the pieces.
    """

    paper: tuple[Mm, Mm]
    slots: tuple[Box, ...]
    gutter: Mm
    bleed: Mm
    is_grid: bool = True

    @property
    def capacity(self) -> int:
        """Pieces on a full sheet."""
        return len(self.slots)

    @property
    def is_landscape(self) -> bool:
        """Whether the paper lies on its long side."""
        return self.paper[0] > self.paper[1]

    @cached_property
    def block(self) -> Box:
        """What all trims together cover."""
        return around(self.slots)

    def behind(self, slot: Box) -> Box:
        """The place on the back of the sheet that lies behind a place, when it is turned over its long edge."""
        if self.is_landscape:
            return Box(slot.x, self.paper[1] - slot.bottom, slot.width, slot.height)
        return Box(self.paper[0] - slot.right, slot.y, slot.width, slot.height)

    def bleed_at(self, slot: Box) -> tuple[Mm, Mm, Mm, Mm]:
        """Bleed printed left, top, right and bottom of a place: half the gutter towards a neighbour."""
        if not self.is_grid:
            return (self.bleed,) * 4
        inner = min(self.gutter / 2, self.bleed)
        block = self.block
        return (
            self.bleed if slot.x < block.x + 0.01 else inner,
            self.bleed if slot.y < block.y + 0.01 else inner,
            self.bleed if slot.right > block.right - 0.01 else inner,
            self.bleed if slot.bottom > block.bottom - 0.01 else inner,
        )


def around(boxes: tuple[Box, ...] | list[Box]) -> Box:
    """The box around some boxes."""
    x, y = min(b.x for b in boxes), min(b.y for b in boxes)
    return Box(x, y, max(b.right for b in boxes) - x, max(b.bottom for b in boxes) - y)


def pack_cards(card: tuple[Mm, Mm], bleed: Mm, paper: tuple[Mm, Mm], mark_end: Mm) -> Packing:
    """Return the grid that puts most cards on a sheet.

    Portrait wins when both ways hold as many. The gutter is the widest of twice the bleed, the bleed, and none that
    costs no card: with twice the bleed every card has its own, with none neighbours share a cut.

    Args:
        card: Trim width and height, mm.
        bleed: The template's bleed, mm.
        paper: Width and height in portrait, mm.
        mark_end: How far from the paper's edge print must end, mm; limits the bleed outside.

    Raises:
        Mistake: Not even one card fits.
    """
    best: Packing | None = None
    for gutter in dict.fromkeys((2 * bleed, bleed, 0.0)):
        for size in _both_ways(paper):
            slots = _grid(card, gutter, size)
            if slots and (best is None or len(slots) > best.capacity):
                block = around(slots)
                margin = min(block.x, block.y)
                best = Packing(size, slots, gutter, min(bleed, margin - mark_end))
    return _found(best, card, paper)


def pack_tokens(token: tuple[Mm, Mm], shape: str, bleed: Mm, paper: tuple[Mm, Mm]) -> Packing:
    """Return the packing that puts most tokens on a sheet, each with its bleed and room for scissors.

    Args:
        token: Width and height of the box around a token, mm.
        shape: circle, hexagon (standing on a corner) or rounded.
        bleed: The template's bleed, mm.
        paper: Width and height in portrait, mm.

    Raises:
        Mistake: Not even one token fits.
    """
    gap = 2 * bleed + TOKEN_GAP
    best: Packing | None = None
    for size in _both_ways(paper):
        room = (size[0], size[1] - 2 * FOOT + 2 * EDGE)
        candidates = [_grid(token, gap, room)]
        if shape in ("circle", "hexagon"):
            rise = token[1] * (math.sqrt(3) / 2 if shape == "circle" else 0.75)
            candidates.append(_honeycomb(token, rise + gap * math.sqrt(3) / 2, gap, room))
        for slots in candidates:
            if slots and (best is None or len(slots) > best.capacity):
                moved = tuple(Box(s.x, s.y + FOOT - EDGE, s.width, s.height) for s in slots)
                best = Packing(size, moved, gap, bleed, is_grid=False)
    return _found(best, token, paper)


def _found(best: Packing | None, piece: tuple[Mm, Mm], paper: tuple[Mm, Mm]) -> Packing:
    if best is None:
        width, height = min(paper), max(paper)
        what = f"a piece of {piece[0]:g}×{piece[1]:g} mm does not fit on {width:g}×{height:g} mm paper"
        larger = [name for name, sides in PAPERS.items() if math.prod(sides) > width * height]
        raise Mistake(what, f"use larger paper: --paper {', '.join(larger)}" if larger else "make the piece smaller")
    return best


def _both_ways(paper: tuple[Mm, Mm]) -> Iterator[tuple[Mm, Mm]]:
    """The paper in portrait, then in landscape."""
    width, height = min(paper), max(paper)
    yield (width, height)
    yield (height, width)


def _how_many(room: Mm, length: Mm, gap: Mm) -> int:
    return int((room - 2 * EDGE + gap + 1e-6) / (length + gap))


def _grid(piece: tuple[Mm, Mm], gap: Mm, paper: tuple[Mm, Mm]) -> tuple[Box, ...]:
    width, height = piece
    columns, rows = (_how_many(side, length, gap) for side, length in zip(paper, piece, strict=True))
    left = (paper[0] - columns * width - (columns - 1) * gap) / 2
    top = (paper[1] - rows * height - (rows - 1) * gap) / 2
    return tuple(
        Box(left + column * (width + gap), top + row * (height + gap), width, height)
        for row in range(rows)
        for column in range(columns)
    )


def _honeycomb(piece: tuple[Mm, Mm], rise: Mm, gap: Mm, paper: tuple[Mm, Mm]) -> tuple[Box, ...]:
    """Rows in which every second one is shifted by half a piece; shorter by one where the paper ends."""
    width, height = piece
    columns = _how_many(paper[0], width, gap)
    rows = math.floor((paper[1] - 2 * EDGE - height + 1e-6) / rise) + 1
    step = width + gap
    full = columns * width + (columns - 1) * gap
    fits_shifted = full + step / 2 <= paper[0] - 2 * EDGE + 1e-6
    left = (paper[0] - full - (step / 2 if fits_shifted else 0.0)) / 2
    top = (paper[1] - (rows - 1) * rise - height) / 2
    slots = []
    for row in range(rows):
        is_shifted = row % 2 == 1
        count = columns - (1 if is_shifted and not fits_shifted else 0)
        shift = step / 2 if is_shifted else 0.0
        slots += [Box(left + shift + n * step, top + row * rise, width, height) for n in range(count)]
    return tuple(slots)
