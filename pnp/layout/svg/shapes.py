"""Basic shapes and viewports of SVG → outlines in user units, boxes and matrices."""

from __future__ import annotations

import re
from collections.abc import Callable

from pnp.core import outline
from pnp.core.diagnostics import Mistake
from pnp.core.frame import Box, Matrix, Segment, fit_matrix
from pnp.layout.svg.notation import parse_numbers, read_path
from pnp.layout.svg.tree import SvgNode
from pnp.layout.svg.values import diagonal, svg_length

Outlined = tuple[tuple[Segment, ...], Mistake | None]
"""An outline, and the mistake in the rest of its data, if there is one."""


def length_of(node: SvgNode, name: str, whole: float, default: str = "0") -> float:
    """Return a length among an element's attributes, in user units."""
    return svg_length(node.attributes.get(name, default), whole)


def _path(node: SvgNode, _width: float, _height: float) -> Outlined:
    return read_path(node.attributes.get("d", ""))


def _rect(node: SvgNode, width: float, height: float) -> Outlined:
    radii = [(node.attributes.get(name, "auto"), whole) for name, whole in (("rx", width), ("ry", height))]
    rx, ry = (None if text == "auto" else svg_length(text, whole) for text, whole in radii)
    segments = outline.rectangle(
        length_of(node, "x", width),
        length_of(node, "y", height),
        _side(node, "width", width),
        _side(node, "height", height),
        max(0.0, rx if rx is not None else ry or 0.0),
        max(0.0, ry if ry is not None else rx or 0.0),
    )
    return segments, None


def _side(node: SvgNode, name: str, whole: float) -> float:
    text = node.attributes.get(name, "auto")
    return 0.0 if text == "auto" else svg_length(text, whole)


def _circle(node: SvgNode, width: float, height: float) -> Outlined:
    r = length_of(node, "r", diagonal((width, height)))
    return outline.ellipse(length_of(node, "cx", width), length_of(node, "cy", height), r, r), None


def _ellipse(node: SvgNode, width: float, height: float) -> Outlined:
    radii = [(node.attributes.get(name, "auto"), whole) for name, whole in (("rx", width), ("ry", height))]
    rx, ry = (None if text == "auto" else svg_length(text, whole) for text, whole in radii)
    rx, ry = rx if rx is not None else ry or 0.0, ry if ry is not None else rx or 0.0
    return outline.ellipse(length_of(node, "cx", width), length_of(node, "cy", height), rx, ry), None


def _line(node: SvgNode, width: float, height: float) -> Outlined:
    names = (("x1", width), ("y1", height), ("x2", width), ("y2", height))
    return outline.polyline([length_of(node, name, whole) for name, whole in names]), None


def _polyline(node: SvgNode, _width: float, _height: float) -> Outlined:
    numbers = parse_numbers(node.attributes.get("points", ""))
    mistake = Mistake("its last point has no y") if len(numbers) % 2 else None
    return outline.polyline(numbers[: len(numbers) // 2 * 2], node.tag == "polygon"), mistake


SHAPES: dict[str, Callable[[SvgNode, float, float], Outlined]] = {
    "path": _path,
    "rect": _rect,
    "circle": _circle,
    "ellipse": _ellipse,
    "line": _line,
    "polyline": _polyline,
    "polygon": _polyline,
}


def parse_view_box(text: str) -> Box:
    """Return a viewBox as a box."""
    numbers = parse_numbers(text)
    if len(numbers) != 4 or numbers[2] <= 0 or numbers[3] <= 0:
        raise Mistake(f"viewBox {text[:60]!r} is not x, y, width and height")
    return Box(*numbers)


def fit_view(view: Box, box: Box, text: str) -> Matrix:
    """Return the matrix that puts a viewBox into a box, by preserveAspectRatio."""
    align, _, mode = text.strip().removeprefix("defer ").partition(" ")
    if align == "none":
        return fit_matrix(view, box, "stretch")
    if not re.fullmatch("x(Min|Mid|Max)Y(Min|Mid|Max)", align):
        raise Mistake(f"preserveAspectRatio {text[:60]!r} cannot be read")
    part = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
    fit = "cover" if mode.strip() == "slice" else "contain"
    return fit_matrix(view, box, fit, (part[align[1:4]], part[align[5:]]))
