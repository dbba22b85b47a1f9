"""SVG file → Drawing: the elements walked with their styles and transforms, down to placed items.

The file is read once. What would change the picture and cannot be shown is a fault, never left out in silence.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from pnp.diagnostics import Code, Diagnostics, Mistake, Place
from pnp.layout import outline
from pnp.layout.drawing import Drawing
from pnp.layout.frame import (
    IDENTITY,
    Box,
    Group,
    Item,
    Matrix,
    Paint,
    Path,
    Segment,
    Stop,
    Stroke,
    move,
    multiply,
)
from pnp.layout.notation import parse_transform
from pnp.layout.svg_gradients import Stretched, linear_paint, radial_paint
from pnp.layout.svg_shapes import SHAPES
from pnp.layout.svg_style import (
    INHERITED,
    OWN,
    REFUSED,
    REFUSED_IN_STYLE,
    URL,
    VARIABLE,
    Style,
    declarations,
    diagonal,
    is_stroke_first,
    length_of,
    parse_colour,
    parse_dash,
    svg_fraction,
    svg_length,
    word_of,
)
from pnp.layout.svg_viewport import clipped, fit_view, parse_view_box, root_box
from pnp.layout.svg_xml import (
    DEEPEST,
    MOST_ELEMENTS,
    MOST_SEGMENTS,
    REFUSED_ANYWHERE,
    SvgNode,
    UnsupportedError,
    read_svg,
    tell_unsupported,
    too_large,
)


class _Setting(NamedTuple):
    """What an element takes over from those around it.

    Attributes:
        matrix: From the element's units to those of the nearest item that keeps a matrix.
        viewport: Width and height that percentages are parts of.
        depth: How many elements are around it.
        trail: Elements being drawn through ``use``, to find circles.
    """

    matrix: Matrix
    style: Style
    viewport: tuple[float, float]
    depth: int = 0
    trail: tuple[int, ...] = ()


class _ReferenceError(Mistake):
    """A reference to nothing, to the wrong thing, or in a circle."""


_GRADIENTS = ("linearGradient", "radialGradient")
_UNDRAWN = frozenset(
    {"defs", "symbol", "clipPath", "marker", "mask", "pattern", "filter", "view", "title", "desc", "metadata", "style"}
).union(_GRADIENTS, REFUSED_ANYWHERE)
"""Drawn only where something refers to them, if at all; or refused already."""


def parse_drawing(content: bytes, file: str, diagnostics: Diagnostics) -> Drawing | None:
    """Read an SVG file; None when it cannot be drawn just as it is.

    Args:
        content: The file's bytes, in an encoding that XML knows.
        file: Its path from the project's folder, for diagnostics.
        diagnostics: Told of every fault (svg-broken, svg-unsupported, svg-value, svg-reference, svg-large).
    """
    found = Diagnostics()
    with found.collected():
        tree = read_svg(content, file, found)
        builder = _Builder(file, tree.by_id, found)
        box, items = builder.drawing(tree.root)
        if not found:
            return Drawing(box, frozenset(builder.variables), builder.has_current_colour, items)
    diagnostics.extend(found)
    return None


class _Builder:
    """Walks the elements; faults are told, and the walk goes on behind them."""

    def __init__(self, file: str, by_id: Mapping[str, SvgNode], diagnostics: Diagnostics) -> None:
        self.file = file
        self.by_id = by_id
        self.diagnostics = diagnostics
        self.variables: set[str] = set()
        self.has_current_colour = False
        self.outlines: dict[tuple[int, tuple[float, float]], tuple[Segment, ...]] = {}
        self.elements = 0
        self.segments = 0

    def drawing(self, root: SvgNode) -> tuple[Box, tuple[Item, ...]]:
        try:
            box = root_box(root)
        except Mistake as mistake:
            self._tell(root, mistake)
            return Box(0, 0, 1, 1), ()
        items = self._element(root, _Setting(IDENTITY, INHERITED, (box.width, box.height)))
        return box, tuple(clipped(items, root, box, IDENTITY))

    def _tell(self, node: SvgNode, mistake: Mistake) -> None:
        place = Place(self.file, node.line, node.column)
        if isinstance(mistake, UnsupportedError):
            tell_unsupported(mistake, place, self.diagnostics)
        else:
            code = Code.SVG_REFERENCE if isinstance(mistake, _ReferenceError) else Code.SVG_VALUE
            self.diagnostics.tell(code, place, what=f"<{node.tag}>: {mistake.what}", fix=mistake.fix)

    def _element(self, node: SvgNode, setting: _Setting) -> list[Item]:
        """The items of one element; a fault in it is told and leaves it out."""
        self.elements += 1
        if self.elements > MOST_ELEMENTS or self.segments > MOST_SEGMENTS or setting.depth > DEEPEST:
            raise too_large(Place(self.file, node.line, node.column))
        if not node.tag or node.tag in _UNDRAWN:
            return []
        try:
            draw = _DRAW.get(node.tag)
            inner = self._inside(node, setting)
            if inner.style["display"] == "none":
                return []
            if draw is None:
                raise UnsupportedError(node.tag, f"<{node.tag}> cannot be used in a drawing")
            return self._finished(draw(self, node, inner), inner)
        except Mistake as mistake:
            self._tell(node, mistake)
            return []

    def _inside(self, node: SvgNode, setting: _Setting) -> _Setting:
        """The setting with the element's own style and transform."""
        style = self._style(node, setting.style)
        matrix = setting.matrix
        if "transform" in node.attributes:
            matrix = multiply(matrix, parse_transform(node.attributes["transform"]))
        return setting._replace(matrix=matrix, style=style, depth=setting.depth + 1)

    def _finished(self, items: list[Item], inner: _Setting) -> list[Item]:
        """The items under the element's opacity and clip path."""
        opacity = svg_fraction(inner.style["opacity"])
        clip = self._clip(inner) if inner.style["clip-path"] != "none" else None
        if not items or opacity == 0 or (clip and not clip.segments):
            return []
        if clip is None and opacity == 1:
            return items
        if clip is None and len(items) == 1 and isinstance(items[0], Path):
            return [replace(items[0], opacity=items[0].opacity * opacity)]
        return [Group(tuple(items), clip=clip, opacity=opacity)]

    # style

    def _style(self, node: SvgNode, inherited: Style) -> Style:
        style = {**inherited, **OWN}
        for name, value in declarations(node):
            if name in REFUSED_IN_STYLE or (name in REFUSED and value not in ("", "inherit", REFUSED[name])):
                self._tell(node, UnsupportedError(name, f"{name}: {value} cannot be used in a drawing"))
            elif value == "inherit" or (name == "color" and value.lower() == "currentcolor"):
                continue
            elif name == "color":
                style[name] = self._solid(value, style)
            elif name in style or name.startswith("--"):
                style[name] = value
        return style

    def _style_at(self, node: SvgNode) -> Style:
        """The style of an element where it stands, for what is reached by reference."""
        return self._style(node, self._style_at(node.parent) if node.parent else INHERITED)

    def _colour(self, written: str, style: Style) -> tuple[str, float]:
        """A colour as "#rrggbb", "currentColor" or "var(--name,colour)", and its opacity."""
        if written.lower() == "currentcolor":
            self.has_current_colour |= style["color"] == "currentColor"
            return style["color"], 1.0
        match = VARIABLE.fullmatch(written)
        if match is None:
            return parse_colour(written)
        name = match[1]
        self.variables.add(name)
        default = style.get(f"--{name}", match[2])
        if default is None:
            raise Mistake(f"var(--{name}) has no default", f"write var(--{name}, black) or the like")
        others = {key: value for key, value in style.items() if key != f"--{name}"}
        return f"var(--{name},{self._solid(default.strip(), others)})", 1.0

    def _solid(self, written: str, style: Style) -> str:
        """A colour that is opaque or "none"."""
        colour, alpha = self._colour(written, style)
        if alpha not in (0.0, 1.0):
            raise Mistake(f"{written!r} is not opaque", "use fill-opacity or stroke-opacity instead")
        return colour if alpha else "none"

    # groups and references

    def _children(self, node: SvgNode, inner: _Setting) -> list[Item]:
        return [item for child in node.children for item in self._element(child, inner)]

    def _use(self, node: SvgNode, inner: _Setting) -> list[Item]:
        target, inner = self._used(node, inner)
        if target.tag not in ("symbol", "svg"):
            return self._element(target, inner)
        size = (
            length_of(node, "width", inner.viewport[0], "100%"),
            length_of(node, "height", inner.viewport[1], "100%"),
        )
        within = self._inside(target, inner)
        return self._finished(self._viewport(target, within, Box(0.0, 0.0, *size)), within)

    def _used(self, node: SvgNode, inner: _Setting) -> tuple[SvgNode, _Setting]:
        """What a use element shows, and the setting it is shown in."""
        target = self._referred(node.href)
        if id(target) in inner.trail:
            raise _ReferenceError(f"{node.href} is used inside itself")
        x, y = length_of(node, "x", inner.viewport[0]), length_of(node, "y", inner.viewport[1])
        return target, inner._replace(matrix=multiply(inner.matrix, move(x, y)), trail=(*inner.trail, id(target)))

    def _referred(self, reference: str, *tags: str) -> SvgNode:
        if not reference.startswith("#"):
            raise UnsupportedError("href", f"a reference to {reference!r} leads out of the drawing")
        node = self.by_id.get(reference[1:])
        if node is None:
            raise _ReferenceError(f"nothing in the drawing has the id {reference[1:]!r}")
        if tags and node.tag not in tags:
            if node.tag in ("pattern", "mask"):
                raise UnsupportedError(node.tag, f"<{node.tag}> cannot be used in a drawing")
            raise _ReferenceError(f"{reference} is a <{node.tag}>, not a <{'> or <'.join(tags)}>")
        return node

    def _nested(self, node: SvgNode, inner: _Setting) -> list[Item]:
        if node.parent is None:
            return self._children(node, inner)
        width, height = inner.viewport
        box = Box(
            length_of(node, "x", width),
            length_of(node, "y", height),
            length_of(node, "width", width, "100%"),
            length_of(node, "height", height, "100%"),
        )
        return self._viewport(node, inner, box)

    def _viewport(self, node: SvgNode, inner: _Setting, box: Box) -> list[Item]:
        """The children of an svg or symbol, fitted to a box and clipped there."""
        if box.width <= 0 or box.height <= 0:
            return []
        matrix, size = multiply(inner.matrix, move(box.x, box.y)), (box.width, box.height)
        if "viewBox" in node.attributes:
            view = parse_view_box(node.attributes["viewBox"])
            fitted = fit_view(view, box, node.attributes.get("preserveAspectRatio", "xMidYMid meet"))
            matrix, size = multiply(inner.matrix, fitted), (view.width, view.height)
        items = self._children(node, inner._replace(matrix=matrix, viewport=size))
        return clipped(items, node, box, inner.matrix)

    def _clip(self, inner: _Setting) -> Path:
        """The outline of a clip path, in the units of the items it clips."""
        match = URL.fullmatch(inner.style["clip-path"])
        if match is None:
            raise UnsupportedError("clipPath", f"clip-path: {inner.style['clip-path']} cannot be used in a drawing")
        node = self._referred(f"#{match[1]}", "clipPath")
        if node.attributes.get("clipPathUnits", "userSpaceOnUse") != "userSpaceOnUse":
            raise UnsupportedError("clipPath", "clipPathUnits: objectBoundingBox cannot be used in a drawing")
        parent = self._style_at(node.parent) if node.parent else INHERITED
        within = self._inside(node, inner._replace(style=parent))
        if within.style["clip-path"] != "none":
            raise UnsupportedError("clipPath", "a clip path is itself clipped")
        shapes = [shape for child in node.children for shape in self._clip_shapes(child, within)]
        if len(shapes) == 1:
            return shapes[0]
        if any(shape.even_odd for shape in shapes) or len({outline.signed_area(s.segments) > 0 for s in shapes}) > 1:
            raise UnsupportedError("clipPath", "a clip path has several shapes that may cancel each other out")
        return Path(tuple(segment for shape in shapes for segment in shape.segments))

    def _clip_shapes(self, node: SvgNode, setting: _Setting) -> Iterator[Path]:
        if not node.tag or node.tag in _UNDRAWN:
            return
        inner = self._inside(node, setting)
        if inner.style["display"] == "none" or inner.style["visibility"] != "visible":
            return
        if inner.style["clip-path"] != "none" or node.tag not in (*SHAPES, "use"):
            raise UnsupportedError("clipPath", f"a clip path holds a <{node.tag}> or a clipped shape")
        if node.tag == "use":
            yield from self._clip_shapes(*self._used(node, inner))
        else:
            segments = self._outline(node, inner)
            yield Path(outline.transform(segments, inner.matrix), even_odd=inner.style["clip-rule"] == "evenodd")

    # shapes

    def _outline(self, node: SvgNode, inner: _Setting) -> tuple[Segment, ...]:
        key = (id(node), inner.viewport)
        if key not in self.outlines:
            self.outlines[key] = SHAPES[node.tag](node, *inner.viewport)
        self.segments += len(self.outlines[key])
        return self.outlines[key]

    def _shape(self, node: SvgNode, inner: _Setting) -> list[Item]:
        segments = self._outline(node, inner)
        style, matrix = inner.style, inner.matrix
        if not segments or style["visibility"] != "visible" or outline.determinant(matrix) == 0:
            return []
        width = svg_length(style["stroke-width"], diagonal(inner.viewport))
        is_kept = style["stroke"] != "none" and width > 0 and not outline.is_similarity(matrix)
        flat = IDENTITY if is_kept else matrix
        fill, fill_opacity = self._paint("fill", style, segments, inner.viewport, flat)
        stroke, stroke_opacity = self._stroke(width, style, segments, inner.viewport, flat)
        if node.tag == "line":
            fill = None
        placed = outline.transform(segments, flat)
        even_odd = style["fill-rule"] == "evenodd"
        is_opaque = fill_opacity == stroke_opacity == 1
        if fill and stroke and is_opaque and not isinstance(fill, Stretched) and not is_stroke_first(style):
            both = Path(placed, fill, stroke, even_odd)
            return [Group((both,), matrix) if is_kept else both]
        parts: list[Item] = []
        if isinstance(fill, Stretched):
            inverse = outline.inverse(fill.matrix)
            inside = Path(outline.transform(segments, inverse), fill.gradient, None, even_odd, fill_opacity)
            parts.append(Group((inside,), multiply(flat, fill.matrix)))
        elif fill:
            parts.append(Path(placed, fill, None, even_odd, fill_opacity))
        if stroke:
            at = 0 if is_stroke_first(style) else len(parts)
            parts.insert(at, Path(placed, None, stroke, False, stroke_opacity))
        return [Group(tuple(parts), matrix)] if is_kept and parts else parts

    def _stroke(
        self, width: float, style: Style, segments: tuple[Segment, ...], viewport: tuple[float, float], flat: Matrix
    ) -> tuple[Stroke | None, float]:
        if style["stroke"] == "none" or width <= 0:
            return None, 1.0
        paint, opacity = self._paint("stroke", style, segments, viewport, flat)
        if paint is None:
            return None, 1.0
        if isinstance(paint, Stretched):
            raise UnsupportedError("stroke", "an elliptical gradient on a stroke cannot be used in a drawing")
        scale = math.sqrt(abs(outline.determinant(flat)))
        dash = tuple(length * scale for length in parse_dash(style["stroke-dasharray"], viewport))
        if dash and svg_length(style["stroke-dashoffset"], 1.0):
            raise UnsupportedError("stroke-dashoffset", "stroke-dashoffset cannot be used in a drawing")
        cap = word_of(style, "stroke-linecap", ("butt", "round", "square"))
        join = word_of(style, "stroke-linejoin", ("miter", "round", "bevel"))
        return Stroke(paint, width * scale, dash, cap, join, svg_length(style["stroke-miterlimit"], 1.0)), opacity

    def _paint(
        self, kind: str, style: Style, segments: tuple[Segment, ...], viewport: tuple[float, float], flat: Matrix
    ) -> tuple[Paint | Stretched | None, float]:
        """A fill or stroke for the shape once it is moved by ``flat``, and its opacity."""
        written = style[kind]
        opacity = svg_fraction(style[f"{kind}-opacity"])
        paint: Paint | Stretched | None
        match = URL.fullmatch(written)
        if match and (match[1] in self.by_id or not match[2]):
            paint, alpha = self._gradient(f"#{match[1]}", segments, viewport, flat)
        else:
            paint, alpha = self._colour(match[2] if match else written, style)
        opacity *= alpha
        return (paint if opacity else None), opacity

    # gradients

    def _gradient(
        self, reference: str, segments: tuple[Segment, ...], viewport: tuple[float, float], flat: Matrix
    ) -> tuple[Paint | Stretched | None, float]:
        node = self._referred(reference, *_GRADIENTS)
        written, stops, alpha = self._gradient_chain(node)
        if not stops or not alpha:
            return None, 1.0
        if written.get("spreadMethod", "pad") != "pad":
            raise UnsupportedError(
                "spreadMethod", f"spreadMethod: {written['spreadMethod']} cannot be used in a drawing"
            )
        space = parse_transform(written.get("gradientTransform", ""))
        if written.get("gradientUnits") != "userSpaceOnUse":
            box = outline.bounds(segments)
            space = multiply((box.width, 0.0, 0.0, box.height, box.x, box.y), space)
            viewport = (1.0, 1.0)
        if outline.determinant(space) == 0:
            return None, 1.0
        build = linear_paint if node.tag == "linearGradient" else radial_paint
        return build(written, stops, viewport, space, flat), alpha

    def _gradient_chain(self, node: SvgNode) -> tuple[dict[str, str], tuple[Stop, ...], float]:
        """Attributes, stops and opacity of a gradient, with what it takes over from others through href."""
        chain = [node]
        while chain[-1].href:
            following = self._referred(chain[-1].href, *_GRADIENTS)
            if following in chain:
                raise _ReferenceError(f"{chain[-1].href} refers to itself")
            chain.append(following)
        written = {name: value for link in reversed(chain) for name, value in link.attributes.items()}
        for link in chain:
            if any(child.tag == "stop" for child in link.children):
                return written, *self._stops(link)
        return written, (), 1.0

    def _stops(self, gradient: SvgNode) -> tuple[tuple[Stop, ...], float]:
        """The stops and the one opacity all of them have."""
        around = self._style_at(gradient)
        stops: list[Stop] = []
        opacities = set()
        for node in gradient.children:
            if node.tag == "stop":
                style = self._style(node, around)
                colour, alpha = self._colour(style["stop-color"], style)
                opacities.add(alpha * svg_fraction(style["stop-opacity"]))
                offset = svg_fraction(node.attributes.get("offset", "0"))
                stops.append(Stop(max(offset, stops[-1].offset if stops else 0.0), colour))
        if len(opacities) > 1:
            raise UnsupportedError("stop-opacity", "a gradient fades from one opacity to another")
        return tuple(stops), opacities.pop()


_DRAW: dict[str, Callable[[_Builder, SvgNode, _Setting], list[Item]]] = {
    "g": _Builder._children,
    "a": _Builder._children,
    "use": _Builder._use,
    "svg": _Builder._nested,
    **dict.fromkeys(SHAPES, _Builder._shape),
}
