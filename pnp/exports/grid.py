"""Faces of one size → sheets of them in rows and columns, as virtual tables take them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.exports.wish import Undrawn
from pnp.layout.frame import Frame
from pnp.render.pixels import Canvas, Tile, batch_of, with_bleed
from pnp.units import MM_PER_INCH, Mm

LARGEST_PX = 4096
"""The longest side of a picture that every graphics card takes (Tabletop Simulator's knowledge base)."""

MOST_COLUMNS, MOST_ROWS = 10, 7
"""Of a sheet of Tabletop Simulator (knowledge base: custom deck)."""


@dataclass(frozen=True)
class Grid:
    """How faces lie on a sheet.

    Attributes:
        width_px: Of one face, as is height_px.
    """

    columns: int
    rows: int
    width_px: int
    height_px: int

    @property
    def places(self) -> int:
        """How many there are room for."""
        return self.columns * self.rows


def sheets_needed(cards: int, spare: int = 0) -> int:
    """How many sheets some cards need, with places left free on each."""
    return max(1, -(-cards // (MOST_COLUMNS * MOST_ROWS - spare)))


def grid_for(places: int, size: tuple[Mm, Mm], dpi: float) -> Grid:
    """The grid in which so many faces are largest, and no larger than so many dots per inch ask for.

    Of those that are as good, the one with the fewest places is taken.
    """
    width, height = size
    best: tuple[float, int, int, int] | None = None
    for columns in range(2, MOST_COLUMNS + 1):
        rows = max(2, -(-places // columns))
        if rows <= MOST_ROWS:
            scale = min(LARGEST_PX / (columns * width), LARGEST_PX / (rows * height), dpi / MM_PER_INCH)
            found = (-round(scale, 6), columns * rows, columns, rows)
            best = min(best, found) if best else found
    assert best is not None, "more places than a sheet has"
    scale, _, columns, rows = best
    return Grid(columns, rows, max(1, int(-scale * width + 1e-6)), max(1, int(-scale * height + 1e-6)))


def sheet(path: str, frames: Sequence[tuple[int, Frame]], grid: Grid) -> Undrawn:
    """A sheet with faces at places that are counted row by row from 0; the same face may lie at several."""
    pages = list({id(frame): frame for _, frame in frames}.values())
    index = {id(frame): number for number, frame in enumerate(pages)}
    tiles = tuple(
        Tile(
            index[id(frame)],
            place % grid.columns * grid.width_px,
            place // grid.columns * grid.height_px,
            grid.width_px,
            grid.height_px,
        )
        for place, frame in frames
    )
    canvas = Canvas(grid.columns * grid.width_px, grid.rows * grid.height_px, tiles, name=path)
    return Undrawn((path,), batch_of([with_bleed(page, 0.0) for page in pages], [canvas]))
