"""How many icons, and their step → where their middles lie, about the middle of their box."""

from __future__ import annotations

import math
from collections.abc import Callable

from pnp.model.template import Icons
from pnp.units import Mm


def _row(element: Icons, step: Mm) -> list[tuple[Mm, Mm]]:
    return [((n - (element.count - 1) / 2) * step, 0.0) for n in range(element.count)]


def _column(element: Icons, step: Mm) -> list[tuple[Mm, Mm]]:
    return [(0.0, y) for y, _ in _row(element, step)]


def _grid(element: Icons, step: Mm) -> list[tuple[Mm, Mm]]:
    columns = element.columns or math.ceil(math.sqrt(element.count))
    rows = [min(columns, element.count - start) for start in range(0, element.count, columns)]
    return _in_rows(rows, step)


def _in_rows(rows: list[int], step: Mm) -> list[tuple[Mm, Mm]]:
    """Rows of so many each, every row centred."""
    places = []
    for index, count in enumerate(rows):
        y = (index - (len(rows) - 1) / 2) * step
        places += [((n - (count - 1) / 2) * step, y) for n in range(count)]
    return places


PIPS = {
    1: [1],
    2: [1, 1],
    3: [1, 1, 1],
    4: [2, 2],
    5: [2, 1, 2],
    6: [2, 2, 2],
    7: [2, 3, 2],
    8: [3, 2, 3],
    9: [3, 3, 3],
}
"""Icons in each row of a pip pattern, as dice and playing cards show them."""


def _pips(element: Icons, step: Mm) -> list[tuple[Mm, Mm]]:
    return _in_rows(PIPS[element.count], step) if element.count in PIPS else _grid(element, step)


def _arc(element: Icons, step: Mm) -> list[tuple[Mm, Mm]]:
    """Icons on an arch that is as wide as its steps ask for, and closes to an even ring at the most."""
    if element.count == 1:
        return [(0.0, 0.0)]
    steps = element.count - 1
    span = math.radians(min(max(element.span, 1.0), 360 * steps / element.count))
    radius = step / (2 * math.sin(span / steps / 2))
    angles = [span * (n / steps - 0.5) for n in range(element.count)]
    depths = [radius * (1 - math.cos(a)) for a in angles]
    middle = (min(depths) + max(depths)) / 2
    return [(radius * math.sin(a), depth - middle) for a, depth in zip(angles, depths, strict=True)]


ARRANGE: dict[str, Callable[[Icons, Mm], list[tuple[Mm, Mm]]]] = {
    "row": _row,
    "column": _column,
    "grid": _grid,
    "pips": _pips,
    "arc": _arc,
}
