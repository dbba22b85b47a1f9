"""Fills, strokes and gradients of SVG elements → paints of their shapes, in the units in which the shape is drawn.

A value that cannot be used raises Mistake, which the walk over the elements reports. Shapes are built elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from pnp.core import outline
from pnp.core.codes import Code
from pnp.core.colours import mix_colours
from pnp.core.diagnostics import Diagnostics, Mistake
from pnp.core.frame import (
    Box,
    LinearGradient,
    Matrix,
    Paint,
    RadialGradient,
    Stop,
    Stroke,
    multiply,
)
from pnp.layout.svg.notation import parse_transform
from pnp.layout.svg.style import CURRENT_OPACITY, INITIAL, Style, Styles
from pnp.layout.svg.tree import BrokenReferenceError, SvgNode, SvgTree
from pnp.layout.svg.values import (
    MIX,
    URL,
    VARIABLE,
    diagonal,
    parse_colour,
    parse_dash,
    svg_fraction,
    svg_length,
)


class StretchedGradient(NamedTuple):
    """A circular gradient, and the matrix to the shape's space, which stretches it to an ellipse."""

    gradient: RadialGradient
    matrix: Matrix


SPREADS = ("pad", "reflect", "repeat")

MOST_REPEATS = 100
"""The most repetitions of a gradient over a shape."""


class Span(NamedTuple):
    """The values that linear and radial gradients need besides their own attributes.

    Attributes:
        stops: Its stops.
        whole: Width and height that percentages refer to.
        space: From the gradient's units to the shape's.
        flat: From the shape's units to those in which it is drawn.
        spread: How it continues beyond its ends.
        area: The box around the shape with its stroke, in its own units.
    """

    stops: tuple[Stop, ...]
    whole: tuple[float, float]
    space: Matrix
    flat: Matrix
    spread: str
    area: Box


def _repeated(stops: tuple[Stop, ...], first: int, last: int, spread: str) -> tuple[Stop, ...]:
    """Return stops for a gradient repeated from ``first`` to before ``last``, counted in its lengths."""
    count = last - first
    repeated: list[Stop] = []
    for index in range(first, last):
        is_back = spread == "reflect" and index % 2 == 1
        part = [s._replace(offset=1 - s.offset) for s in reversed(stops)] if is_back else list(stops)
        if part[0].offset > 0:
            part.insert(0, part[0]._replace(offset=0.0))
        if part[-1].offset < 1:
            part.append(part[-1]._replace(offset=1.0))
        repeated += [s._replace(offset=(index - first + s.offset) / count) for s in part]
    return tuple(repeated)


def linear_paint(attributes: Mapping[str, str], span: Span) -> Paint:
    """Return a linear gradient moved by both matrices; where they skew it, its line turns with the bands of colour.

    The bands must stay perpendicular to the line, so the line's moved end is projected to be at right angles to them.

    Args:
        attributes: The gradient's attributes, those of referred gradients included.
        span: What it covers.
    """
    stops, whole = span.stops, span.whole
    x1, y1 = svg_length(attributes.get("x1", "0"), whole[0]), svg_length(attributes.get("y1", "0"), whole[1])
    x2, y2 = svg_length(attributes.get("x2", "100%"), whole[0]), svg_length(attributes.get("y2", "0"), whole[1])
    if (x1, y1) == (x2, y2) or len(stops) == 1:
        return stops[-1].colour
    if span.spread != "pad":
        back, length = outline.inverse(span.space), (x2 - x1) ** 2 + (y2 - y1) ** 2
        corners = [
            outline.apply(back, x, y) for x in (span.area.x, span.area.right) for y in (span.area.y, span.area.bottom)
        ]
        along = [((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length for x, y in corners]
        first = max(-MOST_REPEATS, math.floor(min(along)))
        last = min(MOST_REPEATS, max(first + 1, math.ceil(max(along))))
        if first < last:
            stops = _repeated(stops, first, last, span.spread)
            x2, y2, x1, y1 = (
                *(x1 + last * (x2 - x1), y1 + last * (y2 - y1)),
                *(x1 + first * (x2 - x1), y1 + first * (y2 - y1)),
            )
    matrix = multiply(span.flat, span.space)
    a, b, c, d, _, _ = matrix
    sx, sy = outline.apply(matrix, x1, y1)
    ex, ey = outline.apply(matrix, x2, y2)
    band_x, band_y = a * (y1 - y2) + c * (x2 - x1), b * (y1 - y2) + d * (x2 - x1)
    along_band = ((ex - sx) * band_y - (ey - sy) * band_x) / (band_x**2 + band_y**2)
    return LinearGradient(sx, sy, sx + along_band * band_y, sy - along_band * band_x, stops)


NEAR = 1e-3
"""A focus nearer to the centre than this part of the radius counts as the centre."""


def radial_paint(attributes: Mapping[str, str], span: Span) -> Paint | StretchedGradient:
    """Return a radial gradient moved by both matrices; a StretchedGradient if its circle becomes an ellipse."""
    stops, whole = span.stops, span.whole
    cx, cy = svg_length(attributes.get("cx", "50%"), whole[0]), svg_length(attributes.get("cy", "50%"), whole[1])
    r = svg_length(attributes.get("r", "50%"), diagonal(whole))
    fx, fy = svg_length(attributes.get("fx", str(cx)), whole[0]), svg_length(attributes.get("fy", str(cy)), whole[1])
    fr = max(0.0, svg_length(attributes.get("fr", "0"), diagonal(whole)))
    if r <= 0 or len(stops) == 1:
        return stops[-1].colour
    away = math.hypot(fx - cx, fy - cy)
    if away > r * (1 - NEAR):  # a focus on or beyond the circle is moved into it
        fx, fy = cx + (fx - cx) * r * (1 - NEAR) / away, cy + (fy - cy) * r * (1 - NEAR) / away
    if span.spread != "pad" and fr < r:
        back = outline.inverse(span.space)
        corners = [
            outline.apply(back, x, y) for x in (span.area.x, span.area.right) for y in (span.area.y, span.area.bottom)
        ]
        reach = max(math.hypot(x - fx, y - fy) for x, y in corners)
        last = min(
            MOST_REPEATS, max(1, math.ceil(reach / max(r - fr - math.hypot(fx - cx, fy - cy), r / MOST_REPEATS)))
        )
        stops = _repeated(stops, 0, last, span.spread)
        cx, cy, r = fx + last * (cx - fx), fy + last * (cy - fy), fr + last * (r - fr)
    has_focus = math.hypot(fx - cx, fy - cy) > r * NEAR or fr > 0
    matrix = multiply(span.flat, span.space)
    if not outline.is_similarity(matrix):
        focus = (fx, fy, fr) if has_focus else ()
        return StretchedGradient(RadialGradient(cx, cy, r, stops, *focus), span.space)
    scale = math.sqrt(abs(outline.determinant(matrix)))
    focus = (*outline.apply(matrix, fx, fy), fr * scale) if has_focus else ()
    return RadialGradient(*outline.apply(matrix, cx, cy), r * scale, stops, *focus)


GRADIENTS = ("linearGradient", "radialGradient")


DEEPEST_VARIABLE = 20
"""The most levels of variables whose default is a variable."""

DOT = 0.01
"""Length of a dash that is a dot, in widths of its line."""

DEEPEST_MIX = 4
"""The most levels of nested color-mix(), each of which may double the number of colours."""


class Paints:
    """Resolves the paints of the elements of one drawing.

    Attributes:
        variables: Names that ``var(--name, …)`` has used so far.
        has_current_colour: Whether anything has been painted in ``currentColor`` so far.
    """

    def __init__(self, tree: SvgTree, styles: Styles, diagnostics: Diagnostics) -> None:
        self.variables: set[str] = set()
        self.has_current_colour = False
        self._tree = tree
        self._styles = styles
        self._diagnostics = diagnostics

    def style(self, node: SvgNode, inherited: Style) -> Style:
        """Return an element's own style over the inherited one, with its color property resolved."""
        style = self._styles.style(node, inherited)
        colour = style["color"]
        if colour not in (inherited.get("color"), "currentColor"):
            style["color"] = "currentColor"
            try:
                style["color"], alpha = self.colour(colour, style)
                style[CURRENT_OPACITY] = str(alpha)
            except Mistake as mistake:
                self._tree.warn(node, mistake, self._diagnostics)
        return style

    def style_at(self, node: SvgNode) -> Style:
        """Return the style of an element that is reached by reference, inherited by its place in the tree."""
        return self.style(node, self.style_at(node.parent) if node.parent else INITIAL)

    def stroke(self, paint: Paint, width: float, style: Style, viewport: tuple[float, float], part: float) -> Stroke:
        """Return a stroke in some paint.

        Args:
            paint: Its colour or gradient.
            width: Its width, in the units in which it is drawn.
            style: Its dashes, ends and joins.
            viewport: Width and height that percentages refer to.
            part: Factor from the lengths of its dashes to these units.
        """
        cap, join = style["stroke-linecap"].lower(), style["stroke-linejoin"].lower()
        dash = tuple(length * part for length in parse_dash(style["stroke-dasharray"], viewport))
        start = svg_length(style["stroke-dashoffset"], diagonal(viewport)) * part % sum(dash) if dash else 0.0
        if dash and cap != "butt":  # a dash of length 0 is a dot, which some PDF readers leave out
            dash = tuple(length or width * DOT if n % 2 == 0 else length for n, length in enumerate(dash))
        join = join if join in ("round", "bevel") else "miter"
        return Stroke(paint, width, dash, cap, join, max(1.0, svg_length(style["stroke-miterlimit"], 1.0)), start)

    def paint(
        self, kind: str, style: Style, box: Box | None, viewport: tuple[float, float], flat: Matrix
    ) -> tuple[Paint | StretchedGradient | None, float]:
        """Return the paint of a fill or stroke, for a shape that is moved by ``flat``, and its opacity.

        Args:
            kind: "fill" or "stroke".
            style: The style of the shape.
            box: The box around it, in its own units.
            viewport: Width and height that percentages refer to.
            flat: From its units to those in which it is drawn.
        """
        value = style[kind]
        if value in ("context-fill", "context-stroke"):
            value = style.get(value, "none")
        opacity = svg_fraction(style[f"{kind}-opacity"])
        paint: Paint | StretchedGradient | None
        match = URL.fullmatch(value)
        if match and match[1] in self._tree.by_id:
            paint, alpha = self._gradient(f"#{match[1]}", box, viewport, flat, svg_length(style["stroke-width"], 1.0))
        elif match and not match[2]:
            raise BrokenReferenceError(f"nothing in the drawing has the id {match[1][:60]!r}")
        else:
            paint, alpha = self.colour(match[2] if match else value, style)
        opacity *= alpha
        return (paint if opacity and paint != "none" else None), opacity

    def colour(self, text: str, style: Style, depth: int = 0) -> tuple[str, float]:
        """Return a colour as "#rrggbb", "currentColor" or "var(--name,colour)", and its opacity."""
        if text.lower() == "currentcolor":
            self.has_current_colour |= style["color"] == "currentColor"
            return style["color"], float(style.get(CURRENT_OPACITY, "1"))
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
        colour, alpha = self.colour(default.strip(), other_variables, depth + 1)
        return f"var(--{name},{colour if alpha else 'none'})", alpha or 1.0

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
        colour, alpha = self.colour(text, style, depth)
        if alpha not in (0.0, 1.0):
            raise Mistake(f"{text!r} is not opaque", "use fill-opacity or stroke-opacity instead")
        return colour if alpha else "none"

    def _gradient(
        self, reference: str, box: Box | None, viewport: tuple[float, float], flat: Matrix, width: float
    ) -> tuple[Paint | StretchedGradient | None, float]:
        node = self._tree.referred(reference, *GRADIENTS)
        attributes, stops, alpha = self._gradient_chain(node)
        if not stops or not alpha or box is None:
            return None, 1.0
        space = parse_transform(attributes.get("gradientTransform", ""))
        if attributes.get("gradientUnits") != "userSpaceOnUse":
            space = multiply((box.width, 0.0, 0.0, box.height, box.x, box.y), space)
            viewport = (1.0, 1.0)
        if outline.determinant(space) == 0:
            return None, 1.0
        spread = attributes.get("spreadMethod", "pad")
        span = Span(stops, viewport, space, flat, spread if spread in SPREADS else "pad", box.inset(-2 * width))
        if span.spread != "pad" and attributes.get("fr", "0") not in ("0", "0%") and node.tag == "radialGradient":
            what = f"<{node.tag}>: spreadMethod does not repeat colours inside the radius fr"
            fix = "draw it without fr, or with more stops and no spreadMethod"
            self._diagnostics.report(Code.SVG_UNSUPPORTED, self._tree.place(node), what=what, fix=fix)
        build = linear_paint if node.tag == "linearGradient" else radial_paint
        paint = build(attributes, span)
        return paint, alpha * (stops[-1].opacity if isinstance(paint, str) else 1.0)

    def _gradient_chain(self, node: SvgNode) -> tuple[dict[str, str], tuple[Stop, ...], float]:
        """Return attributes, stops and opacity of a gradient, with those inherited through href."""
        chain = [node]
        while chain[-1].href:
            try:
                following = self._tree.referred(chain[-1].href, *GRADIENTS)
                if following in chain:
                    raise BrokenReferenceError(f"{chain[-1].href[:60]} refers to itself")
            except BrokenReferenceError as mistake:
                self._tree.warn(chain[-1], mistake, self._diagnostics)
                break
            chain.append(following)
        attributes = {name: value for link in reversed(chain) for name, value in link.attributes.items()}
        for link in chain:
            if any(child.tag == "stop" for child in link.children):
                return attributes, *self._stops(link)
        return attributes, (), 1.0

    def _stops(self, gradient: SvgNode) -> tuple[tuple[Stop, ...], float]:
        """Return the stops, and their opacity where it is the same for all of them."""
        around = self.style_at(gradient)
        stops: list[Stop] = []
        for node in gradient.children:
            if node.tag == "stop":
                style = self.style(node, around)
                try:
                    colour, alpha = self.colour(style["stop-color"], style)
                    offset = svg_fraction(node.attributes.get("offset", "0"))
                except Mistake as mistake:
                    self._tree.warn(node, mistake, self._diagnostics)
                    continue
                alpha *= svg_fraction(style["stop-opacity"])
                stops.append(Stop(max(offset, stops[-1].offset if stops else 0.0), colour, alpha))
        opacities = {stop.opacity for stop in stops}
        if len(opacities) != 1:
            return tuple(stops), 1.0
        return tuple(stop._replace(opacity=1.0) for stop in stops), opacities.pop()
