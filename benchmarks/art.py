"""The drawings of all decks: outlines of absolute M, L, C and Z commands in a square of 24 units.

Every program draws these same outlines. pnp and typst read them as SVG files that the benchmark writes; the script and
protograf, which have no vector SVG, take the numbers.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

Segment = tuple[str, list[float]]

SIZE = 24.0

_POD = (
    "M 3.6 8.9 C 2.9 14.4 6.7 20.6 14 22 C 17.4 22.65 20.7 22 22.3 20.25 C 23.05 19.43 22.45 18.5 21.45 18.75 "
    "C 18.25 19.55 15.8 17.55 14.4 14.4 C 13.25 11.8 13.2 9.45 12 7.4 C 10.3 4.4 4.3 4.3 3.6 8.9 Z"
)
_SHADE = (
    "M 9.9 5.5 C 11.2 8.6 11.2 11.6 12.9 14.9 C 14.55 18.1 16.9 19.9 20 20.1 C 17.7 21.4 14.4 21.6 11.1 20.6 "
    "C 14 22.3 19.5 22.9 22.3 20.25 C 23.05 19.43 22.45 18.5 21.45 18.75 C 18.25 19.55 15.8 17.55 14.4 14.4 "
    "C 13.25 11.8 13.2 9.45 12 7.4 C 11.5 6.53 10.75 5.9 9.9 5.5 Z"
)
_STEM = (
    "M 2.9 10.2 C 2.5 7 4.4 5 6.5 4.5 C 6.6 3.3 6 2.3 4.9 1.9 C 4 1.55 4 0.3 5 0.15 C 7.2 -0.15 8.6 1.6 8.8 4.1 "
    "C 10.8 4.2 12.6 5.6 12.9 8.2 C 12.95 8.75 12.35 9.05 11.9 8.7 C 9.5 7 8.6 8.2 7.6 9.2 C 6.6 8 4.9 8.4 2.9 10.2 Z"
)

DRAWINGS: dict[str, list[tuple[str, str]]] = {
    "pepper": [(_POD, "#C8321F"), (_SHADE, "#98200F"), (_STEM, "#6AAE3C")],
    "chili": [(_POD, "#98200F")],
    "leaf": [("M 3 21 C 3 10 9 3 21 3 C 21 14 15 20 7 19 L 4.5 21.8 Z", "#1B5220")],
    "sun": [
        ("M 12 5 C 15.9 5 19 8.1 19 12 C 19 15.9 15.9 19 12 19 C 8.1 19 5 15.9 5 12 C 5 8.1 8.1 5 12 5 Z", "#B85400"),
        ("M 12 0 L 13.6 3.6 L 10.4 3.6 Z M 12 24 L 13.6 20.4 L 10.4 20.4 Z", "#B85400"),
        ("M 0 12 L 3.6 13.6 L 3.6 10.4 Z M 24 12 L 20.4 13.6 L 20.4 10.4 Z", "#B85400"),
    ],
    "moon": [("M 16 2 C 8 3 5 9 6.5 14 C 8 19 14 22 20.5 18.5 C 12 18 9.5 8.5 16 2 Z", "#432470")],
}


def segments(outline: str) -> Iterator[Segment]:
    """An outline as (command, numbers)."""
    for letter, numbers in re.findall(r"([MLCZ])([^MLCZ]*)", outline):
        yield letter, [float(number) for number in numbers.split()]


def polygons(outline: str, within: float) -> list[list[tuple[float, float]]]:
    """An outline as polygons, none of whose sides is farther than that many units from its curve."""
    found: list[list[tuple[float, float]]] = []
    for letter, n in segments(outline):
        if letter == "M":
            found.append([(n[0], n[1])])
        elif letter == "L":
            found[-1].append((n[0], n[1]))
        elif letter == "C":
            found[-1] += _along(*found[-1][-1], *n, within=within)
    return found


def _along(x: float, y: float, *n: float, within: float) -> Iterator[tuple[float, float]]:
    """Points of a curve: its second differences bound how far it bends away from a straight piece."""
    first = math.hypot(x - 2 * n[0] + n[2], y - 2 * n[1] + n[3])
    last = math.hypot(n[0] - 2 * n[2] + n[4], n[1] - 2 * n[3] + n[5])
    steps = max(2, math.ceil(math.sqrt(0.75 * max(first, last) / within)))
    for step in range(1, steps + 1):
        t = step / steps
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        yield a * x + b * n[0] + c * n[2] + d * n[4], a * y + b * n[1] + c * n[3] + d * n[5]


def svg(name: str) -> str:
    """A drawing as an SVG file."""
    paths = "".join(f'<path d="{outline}" fill="{colour}"/>' for outline, colour in DRAWINGS[name])
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24">{paths}</svg>\n'
