"""Shapes as segments, with their transforms and measures.

And a piece's shape and size → its outline, with or without bleed. Plain geometry, y down, in any unit; this module
knows no elements or colours. A ``card`` is cut as a rectangle, and its corners may be rounded afterwards; ``rounded``,
``circle`` and ``hexagon`` are cut along their outline. A hexagon stands on a corner; if it is wider than high, it lies
on a side.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from pnp.core.diagnostics import Mistake, counted
from pnp.core.frame import IDENTITY, Box, Frame, Matrix, Path, Point, Segment
from pnp.core.units import Mm

KAPPA = 4 / 3 * (math.sqrt(2) - 1)
"""Length of the control handles of a cubic quarter circle, as a share of its radius."""


def rectangle(x: float, y: float, width: float, height: float, rx: float = 0.0, ry: float = 0.0) -> tuple[Segment, ...]:
    """Return a rectangle, clockwise from its top left. Radii are limited to half a side.

    An empty rectangle has no segments.
    """
    if width <= 0 or height <= 0:
        return ()
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    right, bottom = x + width, y + height
    if rx <= 0 or ry <= 0:
        return ("M", x, y), ("L", right, y), ("L", right, bottom), ("L", x, bottom), ("Z",)
    hx, hy = rx * (1 - KAPPA), ry * (1 - KAPPA)
    return (
        ("M", x + rx, y),
        ("L", right - rx, y),
        ("C", right - hx, y, right, y + hy, right, y + ry),
        ("L", right, bottom - ry),
        ("C", right, bottom - hy, right - hx, bottom, right - rx, bottom),
        ("L", x + rx, bottom),
        ("C", x + hx, bottom, x, bottom - hy, x, bottom - ry),
        ("L", x, y + ry),
        ("C", x, y + hy, x + hx, y, x + rx, y),
        ("Z",),
    )


def ellipse(cx: float, cy: float, rx: float, ry: float) -> tuple[Segment, ...]:
    """Return an ellipse, clockwise from its right end; no segments if a radius is 0."""
    if rx <= 0 or ry <= 0:
        return ()
    hx, hy = rx * KAPPA, ry * KAPPA
    return (
        ("M", cx + rx, cy),
        ("C", cx + rx, cy + hy, cx + hx, cy + ry, cx, cy + ry),
        ("C", cx - hx, cy + ry, cx - rx, cy + hy, cx - rx, cy),
        ("C", cx - rx, cy - hy, cx - hx, cy - ry, cx, cy - ry),
        ("C", cx + hx, cy - ry, cx + rx, cy - hy, cx + rx, cy),
        ("Z",),
    )


def polyline(numbers: Sequence[float], is_closed: bool = False) -> tuple[Segment, ...]:
    """Return straight lines through points, given as alternating x and y; no segments for fewer than two points.

    Raises:
        Mistake: The last point has no y.
    """
    if len(numbers) % 2:
        raise Mistake(f"points come in pairs of numbers, not as {counted(len(numbers), 'number')}")
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    if len(points) < 2:
        return ()
    lines: list[Segment] = [("L", x, y) for x, y in points[1:]]
    return (("M", *points[0]), *lines, *((("Z",),) if is_closed else ()))


def rotation(degrees: float, cx: float = 0.0, cy: float = 0.0) -> Matrix:
    """Return the matrix that turns about a point, clockwise on the page. Quarter turns are exact."""
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    if degrees % 90 == 0:
        cosine, sine = float(round(cosine)), float(round(sine))
    return (cosine, sine, 0.0 - sine, cosine, cx - cosine * cx + sine * cy, cy - sine * cx - cosine * cy)


def transform(segments: tuple[Segment, ...], matrix: Matrix) -> tuple[Segment, ...]:
    """Return the segments with every point moved by a matrix."""
    if matrix == IDENTITY:
        return segments
    a, b, c, d, e, f = matrix
    moved: list[Segment] = []
    for segment in segments:
        if segment[0] == "C":
            _, *(x1, y1, x2, y2, x, y) = segment
            moved.append(
                (
                    "C",
                    a * x1 + c * y1 + e,
                    b * x1 + d * y1 + f,
                    a * x2 + c * y2 + e,
                    b * x2 + d * y2 + f,
                    a * x + c * y + e,
                    b * x + d * y + f,
                )
            )
        elif segment[0] == "Z":
            moved.append(segment)
        else:
            kind, *(x, y) = segment
            moved.append((kind, a * x + c * y + e, b * x + d * y + f))
    return tuple(moved)


def apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Return the point that a matrix moves a point to."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def determinant(matrix: Matrix) -> float:
    """Return the factor by which a matrix changes areas: negative if it mirrors, 0 if it flattens to a line."""
    return matrix[0] * matrix[3] - matrix[1] * matrix[2]


def inverse(matrix: Matrix) -> Matrix:
    """Return the matrix that undoes this one.

    Raises:
        ZeroDivisionError: Its determinant is 0.
    """
    a, b, c, d, e, f = matrix
    area = determinant(matrix)
    return (d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area)


def stretch(matrix: Matrix) -> float:
    """Return a lower bound of the largest factor by which a matrix lengthens anything; exact if it does not skew."""
    return max(math.hypot(matrix[0], matrix[1]), math.hypot(matrix[2], matrix[3]))


def is_similarity(matrix: Matrix) -> bool:
    """Whether circles stay circles, so that a stroke changes only its width. The matrix may mirror."""
    a, b, c, d, _, _ = matrix
    size = a * a + b * b + c * c + d * d
    return abs(a * a + b * b - c * c - d * d) <= 1e-6 * size and abs(a * c + b * d) <= 1e-6 * size


def end_point(segment: Segment) -> tuple[float, float]:
    """Return the end point of a segment other than Z."""
    _, *numbers = segment
    return numbers[-2], numbers[-1]


def bounds(segments: Iterable[Segment]) -> Box:
    """Return the smallest upright box around the curves themselves, not around their control points.

    Raises:
        ValueError: No segment has a point.
    """
    xs: list[float] = []
    ys: list[float] = []
    for segment in segments:
        if segment[0] == "C":
            _, *(x1, y1, x2, y2, x, y) = segment
            xs += _turning_points(xs[-1], x1, x2, x)
            ys += _turning_points(ys[-1], y1, y2, y)
        if segment[0] != "Z":
            x, y = end_point(segment)
            xs.append(x)
            ys.append(y)
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def extent(segments: Sequence[Segment]) -> float:
    """Return the area of the box around some curves; 0 if there are none."""
    box = bounds(segments) if segments else Box(0.0, 0.0, 0.0, 0.0)
    return box.width * box.height


def inner_first(segments: Sequence[Segment]) -> tuple[Segment, ...]:
    """Return outlines in cutting order: smaller ones first, so that holes are cut before the piece around them."""
    starts = [n for n, segment in enumerate(segments) if segment[0] == "M"]
    parts = [segments[start:end] for start, end in zip(starts, [*starts[1:], len(segments)], strict=True)]
    return tuple(segment for part in sorted(parts, key=extent) for segment in part)


def _turning_points(p0: float, p1: float, p2: float, p3: float) -> list[float]:
    """Return the parameters at which a cubic curve turns back along one axis."""
    a, b, c = 3 * (p3 - p0) - 9 * (p2 - p1), 6 * (p0 - 2 * p1 + p2), 3 * (p1 - p0)
    square = b * b - 4 * a * c
    if square < 0:
        return []
    # Not the usual quadratic formula: where a is tiny, that one subtracts two nearly equal numbers.
    halved = -(b + math.copysign(math.sqrt(square), b)) / 2
    times = [part / whole for part, whole in ((halved, a), (c, halved)) if whole]
    return [
        (1 - t) ** 3 * p0 + 3 * (1 - t) ** 2 * t * p1 + 3 * (1 - t) * t * t * p2 + t**3 * p3 for t in times if 0 < t < 1
    ]


def handle_bounds(segments: Iterable[Segment]) -> Box:
    """Return the box around ends and control points, which contains the curves. Faster than bounds.

    Raises:
        ValueError: No segment has a point.
    """
    numbers = [number for _, *pair in segments for number in pair]
    xs, ys = numbers[::2], numbers[1::2]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def straight_pieces(segments: Iterable[Segment]) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """Yield an outline as straight lines, each from one point to another; a curve becomes eight."""
    start = at = (0.0, 0.0)
    for kind, *numbers in segments:
        if kind == "M":
            start = at = (numbers[0], numbers[1])
            continue
        if kind == "C":
            yield from pairwise([at, *(point_on_curve(at, numbers, n / 8) for n in range(1, 9))])
        else:
            yield at, start if kind == "Z" else (numbers[0], numbers[1])
        at = start if kind == "Z" else (numbers[-2], numbers[-1])


def point_on_curve(start: tuple[float, float], numbers: Sequence[float], t: float) -> tuple[float, float]:
    """Return the point of a cubic curve at the parameter t, from 0 to 1. The numbers are those of its segment."""
    x1, y1, x2, y2, x3, y3 = numbers
    a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
    return (a * start[0] + b * x1 + c * x2 + d * x3, a * start[1] + b * y1 + c * y2 + d * y3)


def is_inside(path: Path, point: Point) -> bool:
    """Whether a point lies inside a path, by the nonzero rule or the even-odd rule, as the path is filled."""
    x, y = point
    winding = crossings = 0
    # A ray to the right counts the edges that it crosses; upward and downward ones cancel out in the winding number.
    for (x1, y1), (x2, y2) in _edges(path.segments):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            crossings += 1
            winding += 1 if y2 > y1 else -1
    return bool(crossings % 2 if path.even_odd else winding)


def crossings(path: Path, y: Mm) -> list[Mm]:
    """Return the x of each point in which an outline crosses a horizontal line."""
    return [
        x1 + (x2 - x1) * (y - y1) / (y2 - y1) for (x1, y1), (x2, y2) in _edges(path.segments) if (y1 > y) != (y2 > y)
    ]


@lru_cache(maxsize=20_000)
def _edges(segments: tuple[Segment, ...]) -> tuple[tuple[Point, Point], ...]:
    """Return a path's outline as straight edges; a curve becomes eight."""
    edges: list[tuple[Point, Point]] = []
    start = at = (0.0, 0.0)
    for kind, *numbers in segments:
        if kind == "M":
            edges.append((at, start))  # a filled path is closed even where its outline is not
            start = at = (numbers[0], numbers[1])
            continue
        if kind == "Z":
            edges.append((at, start))
            at = start
            continue
        begin = at
        steps = 1 if kind == "L" else 8
        for n in range(1, steps + 1):
            to = (numbers[0], numbers[1]) if kind == "L" else point_on_curve(begin, numbers, n / 8)
            edges.append((at, to))
            at = to
    return (*edges, (at, start))


def signed_area(segments: Iterable[Segment]) -> float:
    """Return the area of the polygon through the end points, positive when it runs clockwise with y down."""
    area = 0.0
    start = at = (0.0, 0.0)
    for segment in segments:
        point = start if segment[0] == "Z" else end_point(segment)
        if segment[0] == "M":
            area += at[0] * start[1] - start[0] * at[1]
            start = point
        else:
            area += at[0] * point[1] - point[0] * at[1]
        at = point
    return (area + at[0] * start[1] - start[0] * at[1]) / 2


CARD_EDGE = "#8a8a8a"
"""Colour of the thin line around a card that is shown as a picture: it separates a light ground from the paper."""


HEXAGON = math.sqrt(3) / 2
"""Ratio of the shorter to the longer side of the box around a regular hexagon."""

IRREGULAR = 0.02
"""A hexagon whose proportions differ by less than this share from a regular one looks regular; shops round by less."""


def lies_on_side(width: Mm, height: Mm) -> bool:
    """Whether the hexagon in a box lies on a side instead of standing on a corner."""
    return width > height


def is_regular(width: Mm, height: Mm) -> bool:
    """Whether the sides of the hexagon in a box look equal."""
    return abs(min(width, height) / max(width, height) / HEXAGON - 1) <= IRREGULAR


def trim_outline(frame: Frame, bleed: Mm = 0.0) -> tuple[Segment, ...]:
    """Return the outline along which a piece is cut, moved outwards by the bleed (inwards if it is negative).

    Args:
        frame: The piece: its trim, corner and shape.
        bleed: How far outwards, mm.
    """
    x, y, width, height = 0.0 - bleed, 0.0 - bleed, frame.width + 2 * bleed, frame.height + 2 * bleed
    if frame.shape == "circle":
        return ellipse(frame.width / 2, frame.height / 2, width / 2, height / 2)
    if frame.shape == "hexagon":
        cx, cy, to_corner = frame.width / 2, frame.height / 2, bleed * 2 / math.sqrt(3)
        # Moving each side outwards by the bleed moves a corner of 120° by bleed / sin 60°.
        if lies_on_side(frame.width, frame.height):
            rx, ry = frame.width / 2 + to_corner, height / 2
            corners = [cx - rx, cy, cx - rx / 2, cy - ry, cx + rx / 2, cy - ry]
            corners += [cx + rx, cy, cx + rx / 2, cy + ry, cx - rx / 2, cy + ry]
            return polyline(corners, is_closed=True)
        rx, ry = width / 2, frame.height / 2 + to_corner
        corners = [cx, cy - ry, cx + rx, cy - ry / 2, cx + rx, cy + ry / 2]
        corners += [cx, cy + ry, cx - rx, cy + ry / 2, cx - rx, cy - ry / 2]
        return polyline(corners, is_closed=True)
    corner = max(frame.corner + bleed, 0.0) if frame.corner else 0.0
    return rectangle(x, y, width, height, corner, corner)
