"""Outlines of letters → how thick their stems are, which reveals a heavy face whose file calls it regular."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from operator import mul

from pnp.core.glyph_outlines import Segment

REGULAR, BOLD = 0.11, 0.18
"""Usual stem widths of regular and bold faces, as a share of the cap height: Source Sans has 0.11 and 0.19, Noto Sans
CJK 0.11 and 0.17."""

SAMPLES = "nHoEt0123456789"
"""The characters whose stems are compared."""

_STEPS = 8
"""How many straight lines replace a curve."""

_Point = tuple[float, float]


def mean_stem(outlines: Iterable[tuple[Segment, ...]]) -> float:
    """Return the mean thickness of the stems of outlines, in their own units; 0.0 for empty outlines.

    Half the outline of a long, thin stem lies on each side, so its thickness is twice its area divided by the length of
    its outline.
    """
    area = length = 0.0
    for segments in outlines:
        for (x0, y0), (x1, y1) in _sides(segments):
            area += (x0 * y1 - x1 * y0) / 2
            length += math.hypot(x1 - x0, y1 - y0)
    return 2 * abs(area) / length if length else 0.0


def _sides(segments: tuple[Segment, ...]) -> Iterator[tuple[_Point, _Point]]:
    """Yield an outline as straight lines."""
    start = at = (0.0, 0.0)
    for kind, *numbers in segments:
        if kind == "M":
            start = at = (numbers[0], numbers[1])
            continue
        for point in _curve(at, numbers) if kind == "C" else [start if kind == "Z" else (numbers[0], numbers[1])]:
            yield at, point
            at = point


def _curve(start: _Point, numbers: list[float]) -> Iterator[_Point]:
    """Yield points on a cubic curve, ending with its end point."""
    xs, ys = (start[0], *numbers[::2]), (start[1], *numbers[1::2])
    for step in range(1, _STEPS + 1):
        t = step / _STEPS
        weights = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3)
        yield sum(map(mul, weights, xs)), sum(map(mul, weights, ys))
