"""A piece that is larger than the paper → tiles: what of it each sheet shows, and where the sheets are joined.

Neighbouring sheets overlap. Their joint lies in the middle of the overlap: the sheet at its right, or below it, is cut
there and glued over the other one. Draws nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from pnp.diagnostics import Mistake
from pnp.layout.frame import Box
from pnp.layout.packing import both_ways
from pnp.layout.paper import larger_papers
from pnp.layout.printing import Printing
from pnp.units import Mm

RIM: Mm = 5.0
"""Room around the bleed for marks, which lie where nothing of the piece is printed."""

MOST_TILES = 64
"""Sheets that one piece may take: a poster of 841 × 1189 mm takes 25 of A4. More is a slip."""

Span = tuple[Mm, Mm]
"""From where to where something goes along one side, mm from the trim's top left."""


@dataclass(frozen=True)
class Tile:
    """What one sheet shows, in mm from the top left of the piece's trim.

    Attributes:
        row: From 0, at the top.
        column: From 0, at the left.
        window: All that is printed: trim, bleed, and the room for marks around it.
        kept: What is left of that, and seen, when the sheets are joined.
    """

    row: int
    column: int
    window: Box
    kept: Box

    @property
    def name(self) -> str:
        """Its place, as B3: the second row, the third column."""
        return f"{chr(ord('A') + self.row)}{self.column + 1}"


@dataclass(frozen=True)
class Tiling:
    """How a piece is parted.

    Attributes:
        size: Of its trim, mm.
        bleed: What is printed around it, mm.
        paper: Width and height as used, mm.
        overlap: What two neighbours both show, mm.
        columns: What each column shows, from the left.
        rows: What each row shows, from the top.
    """

    size: tuple[Mm, Mm]
    bleed: Mm
    paper: tuple[Mm, Mm]
    overlap: Mm
    columns: tuple[Span, ...]
    rows: tuple[Span, ...]

    @property
    def tiles(self) -> Iterator[Tile]:
        """Row by row, from the top left."""
        for row, (top, bottom) in enumerate(self.rows):
            for column, (left, right) in enumerate(self.columns):
                window = Box(left, top, right - left, bottom - top)
                x, end = self._kept(self.columns, column)
                y, foot = self._kept(self.rows, row)
                yield Tile(row, column, window, Box(x, y, end - x, foot - y))

    def _kept(self, spans: tuple[Span, ...], index: int) -> Span:
        """A span from joint to joint, or to the piece's edge with all that is around it."""
        start, end = spans[index]
        half = self.overlap / 2
        return start + (half if index else 0.0), end - (half if index < len(spans) - 1 else 0.0)

    def place(self, tile: Tile) -> tuple[Mm, Mm]:
        """Where the top left of the piece's trim lies on a tile's sheet, or beside it: windows are in the middle."""
        x, y = ((side - length) / 2 for side, length in zip(self.paper, self._window_size(tile), strict=True))
        return x - tile.window.x, y - tile.window.y

    @staticmethod
    def _window_size(tile: Tile) -> tuple[Mm, Mm]:
        return tile.window.width, tile.window.height


def tile_piece(size: tuple[Mm, Mm], bleed: Mm, printing: Printing) -> Tiling:
    """Return the tiles that take fewest sheets; portrait wins over landscape.

    All sheets show equally much, so that all joints lie in one place on them.

    Args:
        size: Of the trim, mm.
        bleed: The template's bleed, mm.
        printing: Paper, margin and overlap.

    Raises:
        Mistake: It would take more than MOST_TILES sheets, or margins and overlap leave no room.
    """
    around = bleed + RIM
    found = []
    for paper in both_ways(printing.size):
        sides = [
            _spans(length + 2 * around, side - 2 * printing.margin, printing.overlap, around)
            for length, side in zip(size, paper, strict=True)
        ]
        if all(sides) and math.prod(map(len, sides)) <= MOST_TILES:
            found.append(Tiling(size, bleed, paper, printing.overlap, sides[0], sides[1]))
    if not found:
        width, height = printing.size
        what = f"a piece of {size[0]:g}×{size[1]:g} mm cannot be put together from {MOST_TILES} sheets"
        what += f" of {width:g}×{height:g} mm paper"
        what += f" with {printing.margin:g} mm left white" if printing.margin else ""
        larger = larger_papers(printing.size)
        raise Mistake(what, f"correct its size, or use larger paper: --paper {larger}" if larger else "make it smaller")
    return min(found, key=lambda tiling: len(tiling.columns) * len(tiling.rows))


def _spans(length: Mm, room: Mm, overlap: Mm, around: Mm) -> tuple[Span, ...]:
    """Equal parts of a length that are no longer than some room; none where there is too little of it.

    Args:
        length: With all that is around the trim, mm.
        room: Of a sheet, mm.
        overlap: Of two parts, mm; a part is at least three times as long.
        around: How far the length begins before the trim, mm.
    """
    if room < 3 * overlap and room < length:
        return ()
    count = max(1, math.ceil((length - overlap) / (room - overlap) - 1e-9)) if length > room else 1
    part = (length + (count - 1) * overlap) / count
    starts = [index * (part - overlap) - around for index in range(count)]
    return tuple((start, start + part) for start in starts)
