"""Tables: a head, and rows with a thin line below each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import le

from pnp.core import outline
from pnp.core.frame import Group, Item, Path, Stroke, Tag
from pnp.core.units import Mm
from pnp.expressions import Scope
from pnp.rulebook.blocks import Block, FilledBlock, Strip, hold_together, shifted, stacked
from pnp.rulebook.fill import Filler
from pnp.rulebook.html_body import Writer
from pnp.rulebook.kinds.kind import BlockKind
from pnp.rulebook.setter import Setter
from pnp.rulebook.style import Lettering

CELL_PAD: Mm = 0.9
"""Space above and below the text of a row."""

CELL_SIDE: Mm = 1.5
"""Space at both sides of the text of a cell."""

ROUNDING: Mm = 0.2
"""Spare width of a column beyond its longest cell, so that rounding does not break the line."""

MAX_SPREAD: Mm = 4.0
"""The most spare width that a column gets: if columns are far apart, the eye loses the row."""

NEARLY = 0.9
"""A table that takes up this share of the column's width is widened to all of it: slightly narrower than the text looks
like a mistake."""

RULE: Mm = 0.25

MAX_UNCUT = 0.35
"""A table of at most this share of a page's height is not divided; undivided, a larger one would leave pages too
empty."""

UNBROKEN: Mm = 1000.0
"""A width in which every cell takes one line."""


def _fill(filler: Filler, block: Block, scope: Scope) -> Iterator[FilledBlock]:
    rows = []
    for row in block.children:
        cells = tuple(
            FilledBlock("cell", cell.place, filler.runs(cell, scope), align=cell.align) for cell in row.children
        )
        rows.append(FilledBlock("row", row.place, children=cells, is_header=row.is_header))
    yield FilledBlock("table", block.place, children=tuple(rows))


def joined(tables: Sequence[FilledBlock]) -> FilledBlock:
    """Join tables with the same head into one."""
    rows = [row for row in tables[0].children if row.is_header]
    rows += [row for table in tables for row in table.children if not row.is_header]
    return FilledBlock("table", tables[0].place, children=tuple(rows))


def _strips(setter: Setter, block: FilledBlock, width: Mm) -> list[Strip]:
    rows = [row for row in block.children if row.children]
    if not rows:
        return []
    columns = _column_widths(setter, rows, width)
    left = (width - sum(columns)) / 2
    strips = []
    table = setter.tag("Table")
    for index, row in enumerate(rows):
        items, height = _row(setter, row, columns, Tag("TR", table))
        holds = (row.is_header or index in (len(rows) - 2, 1)) and index < len(rows) - 1
        strips.append(Strip(height, tuple(shifted(items, left)), holds=holds))
    return hold_together(strips) if stacked(strips) <= setter.style.depth * MAX_UNCUT else strips


def _row(setter: Setter, row: FilledBlock, columns: Sequence[Mm], tag: Tag) -> tuple[tuple[Item, ...], Mm]:
    """Return a row's items, placed from its top left, and its height."""
    lettering = _lettering(setter, row)
    cells = []
    x = 0.0
    for cell, column in zip(row.children, columns, strict=True):
        inside = Tag("TH" if row.is_header else "TD", tag)
        empty = [Strip(0.0, (Group((), tag=inside),))]
        room = column - 2 * CELL_SIDE
        cells.append(setter.paragraph(cell.runs, lettering, room, x + CELL_SIDE, cell.align, tag=inside) or empty)
        x += column
    height = max(stacked(cell) for cell in cells) + 2 * CELL_PAD
    right = sum(columns)
    items: list[Item] = []
    if row.is_header:
        items.append(Path(outline.rectangle(0, 0, right, height), setter.style.colour("tint")))
    for lines in cells:
        y = CELL_PAD
        for line in lines:
            items += shifted(line.items, 0.0, y)
            y += line.height
    items.append(Path((("M", 0.0, height), ("L", right, height)), None, Stroke(setter.style.colour("rule"), RULE)))
    return tuple(items), height


def _lettering(setter: Setter, row: FilledBlock) -> Lettering:
    return setter.style.table.model_copy(update={"bold": True}) if row.is_header else setter.style.table


def _column_widths(setter: Setter, rows: Sequence[FilledBlock], width: Mm) -> list[Mm]:
    """Return the widths of columns: each as wide as its longest cell; if that is too wide, the wide ones shrink.

    No column becomes narrower than its longest word, as long as these fit.
    """
    count = max(len(row.children) for row in rows)
    natural, least = [0.0] * count, [0.0] * count
    for row in rows:
        lettering = _lettering(setter, row)
        for index, cell in enumerate(row.children):
            lines = setter.lines(cell.runs, lettering, UNBROKEN, hyphenate=False)
            sides = 2 * CELL_SIDE + ROUNDING
            natural[index] = max(natural[index], max((line.width for line in lines), default=0.0) + sides)
            least[index] = max(least[index], setter.longest_word(cell.runs, lettering) + sides)
    if sum(natural) <= width:
        spare = (width - sum(natural)) / count
        spread = spare if sum(natural) + count * MAX_SPREAD > NEARLY * width else MAX_SPREAD
        return [n + spread for n in natural]
    # Too wide: columns up to an equal share keep their width; the wider ones share the rest in proportion.
    fair = width / count
    narrow = {i for i, n in enumerate(natural) if n <= fair}
    room = width - sum(natural[i] for i in narrow)
    wide = sum(n for i, n in enumerate(natural) if i not in narrow)
    shares = [n if i in narrow else room * n / wide for i, n in enumerate(natural)]
    if all(map(le, least, shares)) or sum(least) > width:
        return shares
    part = (width - sum(least)) / (sum(natural) - sum(least))
    return [n + part * (whole - n) for n, whole in zip(least, natural, strict=True)]


def _html(writer: Writer, block: FilledBlock) -> str:
    head = "".join(_html_row(writer, row, 'th scope="col"', "th") for row in block.children if row.is_header)
    rest = "".join(_html_row(writer, row, "td", "td") for row in block.children if not row.is_header)
    return f'<div class="table"><table><thead>{head}</thead><tbody>{rest}</tbody></table></div>'


def _html_row(writer: Writer, row: FilledBlock, opening: str, closing: str) -> str:
    cells = (f'<{opening} class="{cell.align}">{writer.sheet.runs(cell.runs)}</{closing}>' for cell in row.children)
    return f"<tr>{''.join(cells)}</tr>"


TABLE = BlockKind(_fill, _strips, _html, is_apart=True)
