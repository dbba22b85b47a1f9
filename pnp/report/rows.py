"""Lines and pictures → rows: what stands side by side on a page and is never cut."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pnp.layout.frame import Group, Item, move
from pnp.markup import Runs
from pnp.report.compositor import Compositor, Kind
from pnp.units import Mm


@dataclass(frozen=True)
class Row:
    """A part of a column.

    Attributes:
        height: mm.
        items: Placed from the row's top left, mm.
        before: Room above, gone at the top of a page.
        holds: Whether the next row must stay on the same page.
        head: What is repeated above it at the top of a page.
    """

    height: Mm
    items: tuple[Item, ...] = ()
    before: Mm = 0.0
    holds: bool = False
    head: Row | None = None


def text_rows(text: str | Runs, kind: Kind, width: Mm, compositor: Compositor, is_right: bool = False) -> list[Row]:
    """A text in lines of a width, a row each."""
    leading, baseline = compositor.leading(kind), compositor.baseline(kind)
    return [
        Row(leading, tuple(line.placed(width - line.width if is_right else 0.0, baseline)))
        for line in compositor.lines(text, kind, width)
    ]


def held(rows: Iterable[Row]) -> list[Row]:
    """Rows that stay together and with what follows."""
    return [replace(row, holds=True) for row in rows]


def spaced(rows: Sequence[Row], before: Mm) -> list[Row]:
    """Rows with room above the first."""
    return [replace(row, before=before if place == 0 else row.before) for place, row in enumerate(rows)]


def stacked(rows: Iterable[Row]) -> Row:
    """Rows below each other as one."""
    items: list[Item] = []
    y = 0.0
    for place, row in enumerate(rows):
        y += row.before if place else 0.0
        if row.items:
            items.append(Group(row.items, move(0.0, y)))
        y += row.height
    return Row(y, tuple(items))


def beside(rows: Sequence[Row], lefts: Sequence[Mm]) -> Row:
    """Rows beside each other as one, their tops level.

    Args:
        rows: In any order.
        lefts: Where the left edge of each is, mm.
    """
    items = tuple(Group(row.items, move(left, 0.0)) for row, left in zip(rows, lefts, strict=True))
    return Row(max(row.height for row in rows), items)
