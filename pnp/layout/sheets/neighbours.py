"""Backs at their places on a sheet → pairs of which one would show on the other if the print is slightly off.

Two backs that are alike along their shared edge may touch, as nothing would be visible.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations

from pnp.core import outline
from pnp.core.frame import Box, Frame, Matrix, Paint
from pnp.core.outline import trim_outline
from pnp.core.units import Mm
from pnp.layout.surfaces import PAPER_COLOUR, topmost

DUPLEX_OFFSET: Mm = 1.2
"""How far home printers misplace backs against their fronts."""

MAX_COMPARED = 256
"""The most pairs of backs that are compared: decks have few backs, or all follow one pattern."""

_DEPTHS: tuple[Mm, ...] = (0.1, DUPLEX_OFFSET)
_FRACTIONS = (0.06, 0.25, 0.5, 0.75, 0.94)
"""Places along an edge where backs are compared, from its start to its end."""

PlacedBox = tuple[Box, Matrix]
"""A place on a sheet, and the matrix that brings a back to it."""
Near = tuple[int, int, Mm]
"""The numbers of two places, the left or upper one first, and the gap between them."""


class Neighbours:
    """Compares neighbouring backs, sheet by sheet, each pair once."""

    def __init__(self, places: Sequence[PlacedBox]) -> None:
        """Find the places that lie too near to one another."""
        self._places = places
        self._near = list(_near([trim for trim, _ in places]))
        self._alike: dict[tuple[object, ...], bool] = {}

    def least_bleed(self, backs: Sequence[Frame | None]) -> Mm | None:
        """Return the least bleed between two backs that differ at their shared edge, mm; None if all have enough."""
        least: Mm | None = None
        for left, right, gap in self._near:
            if max(left, right) < len(backs):
                first, second = backs[left], backs[right]
                if first and second and not self._look_alike((first, left), (second, right)):
                    least = gap / 2 if least is None else min(least, gap / 2)
        return least

    def _look_alike(self, first: tuple[Frame, int], second: tuple[Frame, int]) -> bool:
        (trim, _), (second_trim, _) = self._places[first[1]], self._places[second[1]]
        away = (round(second_trim.x - trim.x, 2), round(second_trim.y - trim.y, 2))
        key = (first[0].name, second[0].name, away, trim.width, second_trim.width)
        if key not in self._alike:
            if len(self._alike) >= MAX_COMPARED:
                return True
            self._alike[key] = _are_alike((first[0], *self._places[first[1]]), (second[0], *self._places[second[1]]))
        return self._alike[key]


def is_painted_at_edge(back: Frame) -> bool:
    """Whether a back is painted in a colour other than paper white anywhere just inside its outline."""
    ends = [outline.end_point(segment) for segment in trim_outline(back, -_DEPTHS[0]) if segment[0] != "Z"]
    middles = [((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in pairwise(ends)]
    points = [*ends, *(middles if back.shape != "circle" else ())]
    return any(topmost(back.items, point) not in (None, PAPER_COLOUR) for point in points)


def _near(trims: Sequence[Box]) -> Iterator[Near]:
    """Yield the places beside or above one another with too small a gap between them."""
    for (first, a), (second, b) in permutations(enumerate(trims), 2):
        beside = min(a.bottom, b.bottom) - max(a.y, b.y) > 1.0
        above = min(a.right, b.right) - max(a.x, b.x) > 1.0
        gap = b.x - a.right if beside else b.y - a.bottom
        if (beside or above) and -_CLOSE < gap < 2 * DUPLEX_OFFSET - _CLOSE:
            yield first, second, max(gap, 0.0)


_CLOSE: Mm = 0.01


def _are_alike(first: tuple[Frame, Box, Matrix], second: tuple[Frame, Box, Matrix]) -> bool:
    """Whether two neighbours have the same plain colour on both sides of their shared edge, wherever it is sampled."""
    a, b = first[1], second[1]
    is_beside = b.x >= a.right - _CLOSE
    start, end = (max(a.y, b.y), min(a.bottom, b.bottom)) if is_beside else (max(a.x, b.x), min(a.right, b.right))
    for fraction in _FRACTIONS:
        along = start + fraction * (end - start)
        colours: set[Paint | None] = set()
        for depth in _DEPTHS:
            near, far = (a.right - depth, b.x + depth) if is_beside else (a.bottom - depth, b.y + depth)
            for (frame, _, matrix), across in ((first, near), (second, far)):
                point = (across, along) if is_beside else (along, across)
                colours.add(topmost(frame.items, outline.apply(outline.inverse(matrix), *point)))
        colours = {PAPER_COLOUR if colour is None else colour for colour in colours}
        if len(colours) > 1 or not all(isinstance(colour, str) and colour for colour in colours):
            return False
    return True
