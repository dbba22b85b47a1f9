"""Grids → rows of a page: a title, a note, a head that is repeated on every page, and cells in columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from pnp.layout.frame import Path, Stroke
from pnp.layout.outline import polyline
from pnp.report.compositor import COLOURS, Compositor, Kind
from pnp.report.grids import Grid
from pnp.report.rows import Row, beside, held, spaced, stacked, text_rows
from pnp.report.wording import MARKS
from pnp.units import Mm

AIR: Mm = 4.2
"""Between two columns; a column of text has as much more at its right."""

GAP: Mm = 6.0
"""Above a table."""

BETWEEN: Mm = 8.0
"""Two tables beside each other."""

SHORT = 12
"""Rows that a table beside another may have."""

LEAST_TEXT = 0.3
"""Part of the room that columns of text keep where all columns together are too wide."""

ABOVE, BELOW = 0.5, 0.9
"""Room over and under the text of a cell, mm; letters hang lower than they rise, so that there is more below."""

_ON_PAPER = {mark: flag for flag, mark in MARKS.items() if mark}
"""What stands for a card's mark, which few fonts have."""


@dataclass(frozen=True)
class Column:
    """Where a column's cells stand, mm."""

    left: Mm
    width: Mm
    is_text: bool


def tables(grids: Sequence[Grid], compositor: Compositor, room: Mm, depth: Mm) -> list[Row]:
    """Grids in their order, two short ones beside each other where there is room.

    Args:
        grids: What they say.
        compositor: Sets their texts.
        room: Width of the page, mm.
        depth: Height of the page, mm; a table that fits is not cut.
    """
    rows: list[Row] = []
    waiting = list(grids)
    while waiting:
        grid, *waiting = waiting
        width = _width(grid, compositor, room)
        start = width + BETWEEN
        if waiting and _may_stand_beside(grid, waiting[0]) and start + _width(waiting[0], compositor, room) <= room:
            other, *waiting = waiting
            pair = [_table(grid, compositor, width, depth), _table(other, compositor, room - start, depth)]
            rows += spaced([beside([stacked(one) for one in pair], [0.0, start])], GAP)
        else:
            rows += spaced(_table(grid, compositor, room, depth), GAP)
    return rows


def _may_stand_beside(grid: Grid, other: Grid) -> bool:
    return max(len(grid.rows), len(other.rows)) <= SHORT


def _width(grid: Grid, compositor: Compositor, room: Mm) -> Mm:
    last = columns_of(grid, compositor, room)[-1]
    return last.left + last.width


def _table(grid: Grid, compositor: Compositor, room: Mm, depth: Mm) -> list[Row]:
    """A grid with its title and its note, which are as wide as the room is."""
    columns = columns_of(grid, compositor, room)
    head = _row(grid.head, "head", columns, compositor)
    rows = held(text_rows(grid.title, "section", room, compositor))
    if grid.note:
        rows += held(spaced(text_rows(grid.note, "note", room, compositor), 0.5))
    rows += held(spaced([head], 1.2))
    body = [_row(_on_paper(cells), "cell", columns, compositor) for cells in grid.rows]
    fits = sum(row.before + row.height for row in (*rows, *body)) <= depth
    for place, row in enumerate(body, 1):
        holds = place < len(body) and (fits or place in (1, len(body) - 1))
        rows.append(replace(row, holds=holds, head=head if place > 1 else None))
    return rows


def columns_of(grid: Grid, compositor: Compositor, room: Mm) -> list[Column]:
    """Each column as wide as its widest entry; where that is too much, columns of text give way, then all."""
    is_text = [side == "<" for side in grid.aligned]
    widths = [_widest(column, compositor) for column in zip(grid.head, *map(_on_paper, grid.rows), strict=True)]
    airs = [2 * AIR if text else AIR for text in is_text[:-1]] + [0.0]
    texts = sum(width for width, text in zip(widths, is_text, strict=True) if text)
    others = sum(widths) + sum(airs) - texts
    if texts + others > room:
        share = max(room - others, LEAST_TEXT * room) / texts
        widths = [width * share if text else width for width, text in zip(widths, is_text, strict=True)]
    scale = min(1.0, room / (sum(widths) + sum(airs)))
    lefts = accumulate((scale * (width + air) for width, air in zip(widths, airs, strict=True)), initial=0.0)
    sizes = (scale * width for width in widths)
    return [Column(*column) for column in zip(lefts, sizes, is_text, strict=False)]


def _on_paper(cells: Sequence[str]) -> list[str]:
    return [_ON_PAPER.get(cell, cell) for cell in cells]


def _widest(column: Sequence[str], compositor: Compositor) -> Mm:
    """Of the widest entry, with a little more, so that it does not break by a rounding error."""
    head, *cells = column
    found = [compositor.line(head, "head"), *(compositor.line(cell, "cell") for cell in cells)]
    return max(line.width for line in found) + 0.01


def _row(cells: Sequence[str], kind: Kind, columns: Sequence[Column], compositor: Compositor) -> Row:
    """Cells over a line, which is darker below the head."""
    texts = [
        stacked([Row(ABOVE), *text_rows(cell, kind, column.width, compositor, is_right=not column.is_text)])
        for cell, column in zip(cells, columns, strict=True)
    ]
    row = beside(texts, [column.left for column in columns])
    y, stroke = row.height + BELOW, Stroke(COLOURS["soft"], 0.28) if kind == "head" else Stroke(COLOURS["grid"], 0.14)
    line = Path(polyline((0.0, y, columns[-1].left + columns[-1].width, y)), None, stroke)
    return Row(y, (*row.items, line))
