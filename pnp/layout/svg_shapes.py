"""A shape element's geometry attributes → its outline, in user units before any transform. One function a kind."""

from __future__ import annotations

from collections.abc import Callable

from pnp.layout import outline
from pnp.layout.frame import Segment
from pnp.layout.notation import parse_numbers, parse_path
from pnp.layout.svg_style import diagonal, length_of, svg_length
from pnp.layout.svg_xml import SvgNode


def _path(node: SvgNode, _width: float, _height: float) -> tuple[Segment, ...]:
    return parse_path(node.attributes.get("d", ""))


def _rect(node: SvgNode, width: float, height: float) -> tuple[Segment, ...]:
    radii = [(node.attributes.get(name, "auto"), whole) for name, whole in (("rx", width), ("ry", height))]
    rx, ry = (None if written == "auto" else svg_length(written, whole) for written, whole in radii)
    return outline.rectangle(
        length_of(node, "x", width),
        length_of(node, "y", height),
        length_of(node, "width", width),
        length_of(node, "height", height),
        rx if rx is not None else ry or 0.0,
        ry if ry is not None else rx or 0.0,
    )


def _circle(node: SvgNode, width: float, height: float) -> tuple[Segment, ...]:
    r = length_of(node, "r", diagonal((width, height)))
    return outline.ellipse(length_of(node, "cx", width), length_of(node, "cy", height), r, r)


def _ellipse(node: SvgNode, width: float, height: float) -> tuple[Segment, ...]:
    return outline.ellipse(
        length_of(node, "cx", width),
        length_of(node, "cy", height),
        length_of(node, "rx", width),
        length_of(node, "ry", height),
    )


def _line(node: SvgNode, width: float, height: float) -> tuple[Segment, ...]:
    names = (("x1", width), ("y1", height), ("x2", width), ("y2", height))
    return outline.polyline([length_of(node, name, whole) for name, whole in names])


def _polyline(node: SvgNode, _width: float, _height: float) -> tuple[Segment, ...]:
    return outline.polyline(parse_numbers(node.attributes.get("points", "")), node.tag == "polygon")


SHAPES: dict[str, Callable[[SvgNode, float, float], tuple[Segment, ...]]] = {
    "path": _path,
    "rect": _rect,
    "circle": _circle,
    "ellipse": _ellipse,
    "line": _line,
    "polyline": _polyline,
    "polygon": _polyline,
}
