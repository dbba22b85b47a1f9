"""Styles, fills, strokes and gradients of SVG elements → paints of their shapes, in the units the shape is drawn in.

Whatever cannot be drawn raises Mistake, which the walk over the elements reports. Shapes are built elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from pnp.core import outline
from pnp.core.colours import mix_colours
from pnp.core.diagnostics import Diagnostics, Mistake
from pnp.core.frame import LinearGradient, Matrix, Paint, RadialGradient, Segment, Stop, Stroke, multiply
from pnp.layout.svg.notation import parse_transform
from pnp.layout.svg.tree import (
    INHERITED,
    MIX,
    OWN,
    REFUSED,
    REFUSED_IN_STYLE,
    URL,
    VARIABLE,
    BrokenReferenceError,
    Style,
    SvgNode,
    SvgTree,
    UnsupportedError,
    declarations,
    diagonal,
    parse_colour,
    parse_dash,
    svg_fraction,
    svg_length,
    word_of,
)


class StretchedGradient(NamedTuple):
    """A circular gradient, and the matrix from its space to the shape's that stretches it to an ellipse."""

    gradient: RadialGradient
    matrix: Matrix


def linear_paint(
    attributes: Mapping[str, str], stops: tuple[Stop, ...], whole: tuple[float, float], space: Matrix, flat: Matrix
) -> Paint:
    """Return a linear gradient moved by both matrices; where they skew it, its line turns with the bands of colour.

    The bands stay perpendicular to the line on paper: the moved end is projected on the moved direction of the bands.

    Args:
        attributes: The gradient's attributes, those of referred gradients included.
        stops: Its stops.
        whole: Width and height that percentages refer to.
        space: From the gradient's units to the shape's.
        flat: From the shape's units to those it is drawn in.
    """
    x1, y1 = svg_length(attributes.get("x1", "0"), whole[0]), svg_length(attributes.get("y1", "0"), whole[1])
    x2, y2 = svg_length(attributes.get("x2", "100%"), whole[0]), svg_length(attributes.get("y2", "0"), whole[1])
    if (x1, y1) == (x2, y2) or len(stops) == 1:
        return stops[-1].colour
    matrix = multiply(flat, space)
    a, b, c, d, _, _ = matrix
    sx, sy = outline.apply(matrix, x1, y1)
    ex, ey = outline.apply(matrix, x2, y2)
    band_x, band_y = a * (y1 - y2) + c * (x2 - x1), b * (y1 - y2) + d * (x2 - x1)
    along = ((ex - sx) * band_y - (ey - sy) * band_x) / (band_x**2 + band_y**2)
    return LinearGradient(sx, sy, sx + along * band_y, sy - along * band_x, stops)


def radial_paint(
    attributes: Mapping[str, str], stops: tuple[Stop, ...], whole: tuple[float, float], space: Matrix, flat: Matrix
) -> Paint | StretchedGradient:
    """Return a radial gradient moved by both matrices; Stretched where they turn its circle to an ellipse.

    Raises:
        UnsupportedError: Its focus is off its centre.
    """
    cx, cy = svg_length(attributes.get("cx", "50%"), whole[0]), svg_length(attributes.get("cy", "50%"), whole[1])
    r = svg_length(attributes.get("r", "50%"), diagonal(whole))
    fx, fy = svg_length(attributes.get("fx", str(cx)), whole[0]), svg_length(attributes.get("fy", str(cy)), whole[1])
    if math.hypot(fx - cx, fy - cy) > r * 1e-3 or svg_length(attributes.get("fr", "0"), 1.0):
        raise UnsupportedError("radialGradient", "a radial gradient has its focus off the centre")
    if r <= 0 or len(stops) == 1:
        return stops[-1].colour
    matrix = multiply(flat, space)
    if not outline.is_similarity(matrix):
        return StretchedGradient(RadialGradient(cx, cy, r, stops), space)
    return RadialGradient(*outline.apply(matrix, cx, cy), r * math.sqrt(abs(outline.determinant(matrix))), stops)


GRADIENTS = ("linearGradient", "radialGradient")


DEEPEST_VARIABLE = 20
"""Most levels of variables whose default is a variable."""

DEEPEST_MIX = 4
"""Most levels of mixed colours that are mixed again: each may double their number."""


class Paints:
    """Resolves the paints of the elements of one drawing.

    Attributes:
        variables: Names that ``var(--name, …)`` has used so far.
        has_current_colour: Whether anything has been painted in ``currentColor`` so far.
    """

    def __init__(self, tree: SvgTree, diagnostics: Diagnostics) -> None:
        self.variables: set[str] = set()
        self.has_current_colour = False
        self._tree = tree
        self._diagnostics = diagnostics

    def style(self, node: SvgNode, inherited: Style) -> Style:
        """Return an element's own style over the inherited one; properties that cannot be drawn are reported."""
        style = {**inherited, **OWN}
        for name, value in declarations(node):
            if name in REFUSED_IN_STYLE or (name in REFUSED and value not in ("", "inherit", REFUSED[name])):
                refused = UnsupportedError(name, f"{name}: {value} cannot be used in a drawing")
                self._tree.report(node, refused, self._diagnostics)
            elif value == "inherit" or (name == "color" and value.lower() == "currentcolor"):
                continue
            elif name == "color":
                style[name] = self._solid(value, style)
            elif name in style or name.startswith("--"):
                style[name] = value
        return style

    def style_at(self, node: SvgNode) -> Style:
        """Return the style of an element from its place in the tree, for an element that is reached by reference."""
        return self.style(node, self.style_at(node.parent) if node.parent else INHERITED)

    def stroke(
        self, width: float, style: Style, segments: tuple[Segment, ...], viewport: tuple[float, float], flat: Matrix
    ) -> tuple[Stroke | None, float]:
        """Return a stroke for the shape after it is moved by ``flat``, and its opacity; None for an invisible one."""
        if style["stroke"] == "none" or width <= 0:
            return None, 1.0
        paint, opacity = self.paint("stroke", style, segments, viewport, flat)
        if paint is None:
            return None, 1.0
        if isinstance(paint, StretchedGradient):
            raise UnsupportedError("stroke", "an elliptical gradient on a stroke cannot be used in a drawing")
        scale = math.sqrt(abs(outline.determinant(flat)))
        dash = tuple(length * scale for length in parse_dash(style["stroke-dasharray"], viewport))
        if dash and svg_length(style["stroke-dashoffset"], 1.0):
            raise UnsupportedError("stroke-dashoffset", "stroke-dashoffset cannot be used in a drawing")
        cap = word_of(style, "stroke-linecap", ("butt", "round", "square"))
        join = word_of(style, "stroke-linejoin", ("miter", "round", "bevel"))
        return Stroke(paint, width * scale, dash, cap, join, svg_length(style["stroke-miterlimit"], 1.0)), opacity

    def paint(
        self, kind: str, style: Style, segments: tuple[Segment, ...], viewport: tuple[float, float], flat: Matrix
    ) -> tuple[Paint | StretchedGradient | None, float]:
        """Return a fill or stroke for the shape after it is moved by ``flat``, and its opacity."""
        value = style[kind]
        opacity = svg_fraction(style[f"{kind}-opacity"])
        paint: Paint | StretchedGradient | None
        match = URL.fullmatch(value)
        if match and (match[1] in self._tree.by_id or not match[2]):
            paint, alpha = self._gradient(f"#{match[1]}", segments, viewport, flat)
        else:
            paint, alpha = self._colour(match[2] if match else value, style)
        opacity *= alpha
        return (paint if opacity else None), opacity

    def _colour(self, text: str, style: Style, depth: int = 0) -> tuple[str, float]:
        """Return a colour as "#rrggbb", "currentColor" or "var(--name,colour)", and its opacity."""
        if text.lower() == "currentcolor":
            self.has_current_colour |= style["color"] == "currentColor"
            return style["color"], 1.0
        if mix := MIX.fullmatch(text):
            return self._mix(mix[1], float(mix[2]), mix[3], style, depth), 1.0
        match = VARIABLE.fullmatch(text)
        if match is None:
            return parse_colour(text)
        name = match[1]
        self.variables.add(name)
        default = style.get(f"--{name}", match[2])
        if default is None:
            raise Mistake(f"var(--{name}) has no default", f"write var(--{name}, black) or the like")
        if depth >= DEEPEST_VARIABLE:
            raise Mistake(f"var() is nested more than {DEEPEST_VARIABLE} times", "write the colour itself")
        other_variables = {key: value for key, value in style.items() if key != f"--{name}"}
        return f"var(--{name},{self._solid(default.strip(), other_variables, depth + 1)})", 1.0

    def _mix(self, first: str, per_cent: float, second: str, style: Style, depth: int) -> str:
        """Return two colours mixed; "color-mix(…)" while one of them is a variable."""
        if depth >= DEEPEST_VARIABLE:
            raise Mistake(f"color-mix() is nested more than {DEEPEST_MIX} times", "write the colour itself")
        if per_cent > 100:
            raise Mistake(f"color-mix() takes {per_cent:g}% of a colour", "write at most 100%")
        colours = [
            self._solid(part.strip(), style, depth + DEEPEST_VARIABLE // DEEPEST_MIX) for part in (first, second)
        ]
        if "none" in colours:
            raise Mistake("color-mix() mixes with none", "write a colour")
        if all(colour[0] == "#" for colour in colours):
            return mix_colours(colours[0], per_cent / 100, colours[1])
        return f"color-mix(in srgb,{colours[0]} {per_cent:g}%,{colours[1]})"

    def _solid(self, text: str, style: Style, depth: int = 0) -> str:
        """Return a colour that is opaque or "none"."""
        colour, alpha = self._colour(text, style, depth)
        if alpha not in (0.0, 1.0):
            raise Mistake(f"{text!r} is not opaque", "use fill-opacity or stroke-opacity instead")
        return colour if alpha else "none"

    def _gradient(
        self, reference: str, segments: tuple[Segment, ...], viewport: tuple[float, float], flat: Matrix
    ) -> tuple[Paint | StretchedGradient | None, float]:
        node = self._tree.referred(reference, *GRADIENTS)
        attributes, stops, alpha = self._gradient_chain(node)
        if not stops or not alpha:
            return None, 1.0
        if attributes.get("spreadMethod", "pad") != "pad":
            raise UnsupportedError(
                "spreadMethod", f"spreadMethod: {attributes['spreadMethod']} cannot be used in a drawing"
            )
        space = parse_transform(attributes.get("gradientTransform", ""))
        if attributes.get("gradientUnits") != "userSpaceOnUse":
            box = outline.bounds(segments)
            space = multiply((box.width, 0.0, 0.0, box.height, box.x, box.y), space)
            viewport = (1.0, 1.0)
        if outline.determinant(space) == 0:
            return None, 1.0
        build = linear_paint if node.tag == "linearGradient" else radial_paint
        return build(attributes, stops, viewport, space, flat), alpha

    def _gradient_chain(self, node: SvgNode) -> tuple[dict[str, str], tuple[Stop, ...], float]:
        """Return attributes, stops and opacity of a gradient, with those that it inherits from others through href."""
        chain = [node]
        while chain[-1].href:
            following = self._tree.referred(chain[-1].href, *GRADIENTS)
            if following in chain:
                raise BrokenReferenceError(f"{chain[-1].href} refers to itself")
            chain.append(following)
        attributes = {name: value for link in reversed(chain) for name, value in link.attributes.items()}
        for link in chain:
            if any(child.tag == "stop" for child in link.children):
                return attributes, *self._stops(link)
        return attributes, (), 1.0

    def _stops(self, gradient: SvgNode) -> tuple[tuple[Stop, ...], float]:
        """Return the stops and their opacity, which must be the same for all of them."""
        around = self.style_at(gradient)
        stops: list[Stop] = []
        opacities = set()
        for node in gradient.children:
            if node.tag == "stop":
                style = self.style(node, around)
                colour, alpha = self._colour(style["stop-color"], style)
                opacities.add(alpha * svg_fraction(style["stop-opacity"]))
                offset = svg_fraction(node.attributes.get("offset", "0"))
                stops.append(Stop(max(offset, stops[-1].offset if stops else 0.0), colour))
        if len(opacities) > 1:
            raise UnsupportedError("stop-opacity", "a gradient fades from one opacity to another")
        return tuple(stops), opacities.pop()
