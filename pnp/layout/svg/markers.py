"""Markers at the vertices of lines → their items at each place, turned along the line."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal

from pnp.core import outline
from pnp.core.frame import IDENTITY, Box, Item, Point, Segment, multiply, translation
from pnp.core.outline import end_point
from pnp.layout.svg.setting import Setting, Walker
from pnp.layout.svg.shapes import fit_view, parse_view_box
from pnp.layout.svg.tree import BrokenReferenceError, SvgNode
from pnp.layout.svg.values import URL, svg_length

MARKED = ("path", "line", "polyline", "polygon")
"""Shapes that may have markers."""

Kind = Literal["start", "mid", "end"]
KINDS: tuple[Kind, ...] = ("start", "mid", "end")


def has_markers(node: SvgNode, inner: Setting) -> bool:
    """Whether a shape may have markers."""
    return node.tag in MARKED and any(inner.style[f"marker-{kind}"] != "none" for kind in KINDS)


def draw_markers(
    walker: Walker, node: SvgNode, segments: tuple[Segment, ...], width: float, inner: Setting
) -> list[Item]:
    """Return the markers of a line, given the width of its stroke."""
    markers = {kind: _marker(walker, node, inner, kind) for kind in KINDS}
    items: list[Item] = []
    for kind, point, degrees in vertices(segments):
        marker = markers[kind]
        if marker is not None:
            items += _placed(walker, marker, kind, point, degrees, width, inner)
    return items


def _marker(walker: Walker, node: SvgNode, inner: Setting, kind: Kind) -> SvgNode | None:
    match = URL.fullmatch(inner.style[f"marker-{kind}"])
    if match is None:
        return None
    try:
        marker = walker.tree.referred(f"#{match[1]}", "marker")
        if id(marker) in inner.trail:
            raise BrokenReferenceError(f"#{match[1]} is used inside itself")
    except BrokenReferenceError as mistake:
        walker.warn(node, mistake)
        return None
    return marker


def _placed(
    walker: Walker, marker: SvgNode, kind: Kind, point: Point, degrees: float, width: float, inner: Setting
) -> list[Item]:
    """Return a marker at a vertex; its place, then its size in widths of the line, then its reference point."""
    walker.count(marker, elements=1)
    attributes = marker.attributes
    turn = attributes.get("orient", "0")
    if turn == "auto-start-reverse" and kind == "start":
        degrees += 180
    elif not turn.startswith("auto"):
        degrees = svg_length(turn.removesuffix("deg"), 1.0)
    scale = width if attributes.get("markerUnits", "strokeWidth") == "strokeWidth" else 1.0
    side = [svg_length(attributes.get(name, "3"), 1.0) for name in ("markerWidth", "markerHeight")]
    if side[0] <= 0 or side[1] <= 0 or scale <= 0:
        return []
    box = Box(0.0, 0.0, *side)
    view, fitted = box, IDENTITY
    if "viewBox" in attributes:
        view = parse_view_box(attributes["viewBox"])
        fitted = fit_view(view, box, attributes.get("preserveAspectRatio", "xMidYMid meet"))
    words = {"left": "0", "top": "0", "center": "50%", "right": "100%", "bottom": "100%"}
    reference = [attributes.get(name, "0") for name in ("refX", "refY")]
    rx, ry = outline.apply(
        fitted,
        svg_length(words.get(reference[0], reference[0]), view.width),
        svg_length(words.get(reference[1], reference[1]), view.height),
    )
    at = multiply(translation(*point), outline.rotation(degrees))
    placed = multiply(inner.matrix, multiply(at, multiply((scale, 0.0, 0.0, scale, 0.0, 0.0), translation(-rx, -ry))))
    context = {kind: inner.style[kind] for kind in ("fill", "stroke")}
    within = walker.referred(marker, inner).set(context_fill=context["fill"], context_stroke=context["stroke"])
    within = within._replace(matrix=multiply(placed, fitted), viewport=(view.width, view.height))
    items = walker.children(marker, within)
    if attributes.get("overflow", "hidden") == "hidden":
        items = walker.clipped(items, marker, box, placed)
    return walker.finished(marker, items, within)


def vertices(segments: tuple[Segment, ...]) -> Iterator[tuple[Kind, Point, float]]:
    """Yield each vertex of an outline, and the direction of the line there in degrees, the mean of both sides."""
    points: list[list[Point | None]] = []  # place, direction in, direction out
    here = start = (0.0, 0.0)
    first = 0
    for segment in segments:
        if segment[0] == "M":
            here = start = end_point(segment)
            points.append([here, None, None])
            first = len(points) - 1
            continue
        numbers = segment[1:]
        handles: list[Point] = list(zip(numbers[::2], numbers[1::2], strict=True))
        end = handles.pop() if handles else start
        way = [here, *handles, end]
        out = next((_from_to(here, point) for point in way[1:] if point != here), None)
        into = next((_from_to(point, end) for point in reversed(way[:-1]) if point != end), None)
        if points:
            points[-1][2] = out
        points.append([end, into, None])
        if segment[0] == "Z":
            points[-1][2] = points[first][2]
            points[first][1] = into or points[-2][1]
            points[-1][1] = into or points[-2][1]
        here = end
    for index, (place, into, out) in enumerate(points):
        assert place is not None
        units = [(x / math.hypot(x, y), y / math.hypot(x, y)) for x, y in filter(None, (into, out))]
        degrees = math.degrees(math.atan2(sum(y for _, y in units), sum(x for x, _ in units))) if units else 0.0
        if index == 0:
            yield "start", place, degrees
        if 0 < index < len(points) - 1:
            yield "mid", place, degrees
        if index == len(points) - 1:
            yield "end", place, degrees


def _from_to(start: Point, end: Point) -> Point:
    return end[0] - start[0], end[1] - start[1]
