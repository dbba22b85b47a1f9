"""Backs at their places → how near two come that would show on each other when the print is a little off.

Two backs that are alike along their shared edge may touch: nobody sees which of them it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations

from pnp.layout import outline
from pnp.layout.frame import Box, Frame, Matrix, Paint
from pnp.layout.painted import topmost
from pnp.layout.shape import trim_outline
from pnp.units import Mm

DUPLEX_OFFSET: Mm = 1.2
"""By how much home printers put backs beside their fronts."""

MOST_COMPARED = 256
"""Pairs of backs that are looked at; decks have few backs, or all after one pattern."""

_DEPTHS: tuple[Mm, ...] = (0.1, DUPLEX_OFFSET)
PAPER = "#ffffff"
_SPOTS = (0.06, 0.25, 0.5, 0.75, 0.94)
"""Where along an edge backs are compared."""

Place = tuple[Box, Matrix]
"""A place on a sheet, and what brings a back to it."""
Near = tuple[int, int, Mm]
"""Two places by their numbers, the left or upper one first, and what lies between them."""


class Neighbours:
    """Looks at the backs of sheet after sheet, at each pair of them once."""

    def __init__(self, places: Sequence[Place]) -> None:
        """Find the places that lie too near to one another."""
        self._places = places
        self._near = list(_near([trim for trim, _ in places]))
        self._alike: dict[tuple[object, ...], bool] = {}

    def least_bleed(self, backs: Sequence[Frame | None]) -> Mm | None:
        """The least bleed between two backs that differ at their shared edge; None where all have enough."""
        least: Mm | None = None
        for one, other, gap in self._near:
            if max(one, other) < len(backs):
                first, second = backs[one], backs[other]
                if first and second and not self._look_alike((first, one), (second, other)):
                    least = gap / 2 if least is None else min(least, gap / 2)
        return least

    def _look_alike(self, one: tuple[Frame, int], other: tuple[Frame, int]) -> bool:
        (trim, _), (other_trim, _) = self._places[one[1]], self._places[other[1]]
        away = (round(other_trim.x - trim.x, 2), round(other_trim.y - trim.y, 2))
        key = (one[0].name, other[0].name, away, trim.width, other_trim.width)
        if key not in self._alike:
            if len(self._alike) >= MOST_COMPARED:
                return True
            self._alike[key] = _are_alike((one[0], *self._places[one[1]]), (other[0], *self._places[other[1]]))
        return self._alike[key]


def is_painted_at_edge(back: Frame) -> bool:
    """Whether a back is painted anywhere just inside its outline, in another colour than paper has."""
    ends = [outline.end_point(segment) for segment in trim_outline(back, -_DEPTHS[0]) if segment[0] != "Z"]
    middles = [((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in pairwise(ends)]
    points = [*ends, *(middles if back.shape != "circle" else ())]
    return any(topmost(back.items, point) not in (None, PAPER) for point in points)


def _near(trims: Sequence[Box]) -> Iterator[Near]:
    """Places beside or above one another with too little between them."""
    for (one, a), (other, b) in permutations(enumerate(trims), 2):
        beside = min(a.bottom, b.bottom) - max(a.y, b.y) > 1.0
        above = min(a.right, b.right) - max(a.x, b.x) > 1.0
        gap = b.x - a.right if beside else b.y - a.bottom
        if (beside or above) and -_CLOSE < gap < 2 * DUPLEX_OFFSET - _CLOSE:
            yield one, other, max(gap, 0.0)


_CLOSE: Mm = 0.01


def _are_alike(one: tuple[Frame, Box, Matrix], other: tuple[Frame, Box, Matrix]) -> bool:
    """Whether two neighbours have one plain colour on both sides of each spot of the edge that they share."""
    a, b = one[1], other[1]
    is_beside = b.x >= a.right - _CLOSE
    start, end = (max(a.y, b.y), min(a.bottom, b.bottom)) if is_beside else (max(a.x, b.x), min(a.right, b.right))
    for spot in _SPOTS:
        along = start + spot * (end - start)
        colours: set[Paint | None] = set()
        for depth in _DEPTHS:
            near, far = (a.right - depth, b.x + depth) if is_beside else (a.bottom - depth, b.y + depth)
            for (frame, _, matrix), across in ((one, near), (other, far)):
                point = (across, along) if is_beside else (along, across)
                colours.add(topmost(frame.items, outline.apply(outline.inverse(matrix), *point)))
        colours = {PAPER if colour is None else colour for colour in colours}
        if len(colours) > 1 or not all(isinstance(colour, str) and colour for colour in colours):
            return False
    return True
