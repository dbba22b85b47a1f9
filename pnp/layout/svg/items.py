"""An SVG file → a Drawing: its elements walked with their styles and transforms, down to placed items.

The file is read once. Whatever would change the picture and cannot be drawn is reported, never left out silently.
Outlines are in user units until transforms are applied.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from pnp.core import outline
from pnp.core.diagnostics import Diagnostics, Mistake
from pnp.core.frame import IDENTITY, Box, Group, Item, Matrix, Path, Segment, fit_matrix, move, multiply
from pnp.layout.drawing import Drawing
from pnp.layout.svg.notation import parse_numbers, parse_path, parse_transform
from pnp.layout.svg.paint import GRADIENTS, Paints, StretchedGradient
from pnp.layout.svg.tree import (
    DEEPEST,
    INHERITED,
    MAX_ELEMENTS,
    MAX_SEGMENTS,
    REFUSED_ANYWHERE,
    URL,
    BrokenReferenceError,
    Style,
    SvgNode,
    SvgTree,
    UnsupportedError,
    diagonal,
    is_stroke_first,
    length_of,
    read_svg,
    svg_fraction,
    svg_length,
    too_large,
)


def _path(node: SvgNode, _width: float, _height: float) -> tuple[Segment, ...]:
    return parse_path(node.attributes.get("d", ""))


def _rect(node: SvgNode, width: float, height: float) -> tuple[Segment, ...]:
    radii = [(node.attributes.get(name, "auto"), whole) for name, whole in (("rx", width), ("ry", height))]
    rx, ry = (None if text == "auto" else svg_length(text, whole) for text, whole in radii)
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


def parse_view_box(text: str) -> Box:
    """Return a viewBox as a box."""
    numbers = parse_numbers(text)
    if len(numbers) != 4 or numbers[2] <= 0 or numbers[3] <= 0:
        raise Mistake(f"viewBox {text!r} is not x, y, width and height")
    return Box(*numbers)


def root_box(root: SvgNode) -> Box:
    """Return the box that a drawing covers: its viewBox, else its width and height."""
    if "viewBox" in root.attributes:
        return parse_view_box(root.attributes["viewBox"])
    sizes = [root.attributes.get(name, "") for name in ("width", "height")]
    if not all(sizes) or any(size.endswith("%") for size in sizes):
        raise Mistake("there is neither a viewBox nor a width and height")
    width, height = (svg_length(size, 0.0) for size in sizes)
    if width <= 0 or height <= 0:
        raise Mistake("width and height must be above zero")
    return Box(0.0, 0.0, width, height)


def fit_view(view: Box, box: Box, text: str) -> Matrix:
    """Return the matrix that puts a viewBox into a box, by preserveAspectRatio."""
    align, _, mode = text.strip().partition(" ")
    if align == "none":
        return fit_matrix(view, box, "stretch")
    if not re.fullmatch("x(Min|Mid|Max)Y(Min|Mid|Max)", align):
        raise Mistake(f"preserveAspectRatio {text!r} cannot be read")
    part = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
    fit = "cover" if mode.strip() == "slice" else "contain"
    return fit_matrix(view, box, fit, (part[align[1:4]], part[align[5:]]))


def clipped(items: list[Item], node: SvgNode, box: Box, matrix: Matrix) -> list[Item]:
    """Return the items, under a clip to the moved box when some of them may reach out of it."""
    if not items or node.attributes.get("overflow") in ("visible", "auto"):
        return items
        # Boxes around the handles of curves are quick but may be too large; if one does not fit, exact ones decide.
    back = outline.inverse(matrix)
    tolerance = 1e-6 * max(box.width, box.height)
    for measure in (outline.handle_bounds, outline.bounds):
        if all(box.contains(extent, tolerance) for extent in _extents(items, back, measure)):
            return items
    frame = outline.rectangle(*box)
    return [Group(tuple(items), clip=Path(outline.transform(frame, matrix)))]


def _extents(items: Iterable[Item], matrix: Matrix, measure: Callable[[tuple[Segment, ...]], Box]) -> Iterator[Box]:
    """Yield boxes that hold the items as the matrix moves them, strokes included."""
    for item in items:
        if isinstance(item, Path):
            moved = measure(outline.transform(item.segments, matrix))
            yield moved.inset(-_overhang(item) * outline.stretch(matrix))
        elif isinstance(item, Group):
            yield from _extents(item.items, multiply(matrix, item.matrix), measure)


def _overhang(path: Path) -> float:
    """Return how far a stroke reaches out from its path at most: tips where lines join, corners of square ends."""
    stroke = path.stroke
    if stroke is None:
        return 0.0
    has_tips = stroke.join == "miter" and len(path.segments) > 2
    return stroke.width / 2 * (max(stroke.miter, 1.5) if has_tips else 1.5 if stroke.cap == "square" else 1.0)


class _Setting(NamedTuple):
    """The context that an element inherits from those around it.

    Attributes:
        matrix: From the element's units to those of the nearest item that has a matrix.
        viewport: Width and height that percentages refer to.
        depth: How many elements are around it.
        trail: Identities of the elements being drawn through ``use``, to detect circles.
    """

    matrix: Matrix
    style: Style
    viewport: tuple[float, float]
    depth: int = 0
    trail: tuple[int, ...] = ()


_UNDRAWN = frozenset(
    {"defs", "symbol", "clipPath", "marker", "mask", "pattern", "filter", "view", "title", "desc", "metadata", "style"}
).union(GRADIENTS, REFUSED_ANYWHERE)
"""Elements that are drawn only by reference, if at all, or were refused earlier."""


def parse_drawing(content: bytes, file: str, diagnostics: Diagnostics) -> Drawing | None:
    """Read an SVG file; return None when it cannot be drawn exactly.

    Args:
        content: The file's bytes, in an encoding that XML supports.
        file: Its path from the project's folder, for diagnostics.
        diagnostics: Every fault is added (svg-broken, svg-unsupported, svg-value, svg-reference, svg-large).
    """
    faults = Diagnostics()
    with faults.catch_faults():
        tree = read_svg(content, file, faults)
        paints = Paints(tree, faults)
        box, items = _Builder(tree, paints, faults).drawing()
        if not faults:
            return Drawing(box, frozenset(paints.variables), paints.has_current_colour, items, file)
    diagnostics.extend(faults)
    return None


class _Builder:
    """Walks the elements; reports faults, and continues after them."""

    def __init__(self, tree: SvgTree, paints: Paints, diagnostics: Diagnostics) -> None:
        self.tree = tree
        self.paints = paints
        self.diagnostics = diagnostics
        self.outlines: dict[tuple[int, tuple[float, float]], tuple[Segment, ...]] = {}
        self.elements = 0
        self.segments = 0

    def drawing(self) -> tuple[Box, tuple[Item, ...]]:
        root = self.tree.root
        try:
            box = root_box(root)
        except Mistake as mistake:
            self.tree.report(root, mistake, self.diagnostics)
            return Box(0, 0, 1, 1), ()
        items = self._element(root, _Setting(IDENTITY, INHERITED, (box.width, box.height)))
        return box, tuple(clipped(items, root, box, IDENTITY))

    def _element(self, node: SvgNode, setting: _Setting) -> list[Item]:
        """Return the items of one element; a faulty element is reported and left out."""
        self.elements += 1
        if self.elements > MAX_ELEMENTS or self.segments > MAX_SEGMENTS or setting.depth > DEEPEST:
            raise too_large(self.tree.place(node))
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
            self.tree.report(node, mistake, self.diagnostics)
            return []

    def _inside(self, node: SvgNode, setting: _Setting) -> _Setting:
        """Return the setting with the element's own style and transform."""
        style = self.paints.style(node, setting.style)
        matrix = setting.matrix
        if "transform" in node.attributes:
            matrix = multiply(matrix, parse_transform(node.attributes["transform"]))
        return setting._replace(matrix=matrix, style=style, depth=setting.depth + 1)

    def _finished(self, items: list[Item], inner: _Setting) -> list[Item]:
        """Return the items under the element's opacity and clip path."""
        opacity = svg_fraction(inner.style["opacity"])
        clip = self._clip(inner) if inner.style["clip-path"] != "none" else None
        if not items or opacity == 0 or (clip and not clip.segments):
            return []
        if clip is None and opacity == 1:
            return items
        if clip is None and len(items) == 1 and isinstance(items[0], Path):
            return [items[0]._replace(opacity=items[0].opacity * opacity)]
        return [Group(tuple(items), clip=clip, opacity=opacity)]

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
        """Return the element that a use element shows, and the setting it is shown in."""
        target = self.tree.referred(node.href)
        if id(target) in inner.trail:
            raise BrokenReferenceError(f"{node.href} is used inside itself")
        x, y = length_of(node, "x", inner.viewport[0]), length_of(node, "y", inner.viewport[1])
        return target, inner._replace(matrix=multiply(inner.matrix, move(x, y)), trail=(*inner.trail, id(target)))

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
        """Return the children of an svg or symbol, fitted to a box and clipped there."""
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
        """Return the outline of a clip path, in the units of the items it clips."""
        match = URL.fullmatch(inner.style["clip-path"])
        if match is None:
            raise UnsupportedError("clipPath", f"clip-path: {inner.style['clip-path']} cannot be used in a drawing")
        node = self.tree.referred(f"#{match[1]}", "clipPath")
        if node.attributes.get("clipPathUnits", "userSpaceOnUse") != "userSpaceOnUse":
            raise UnsupportedError("clipPath", "clipPathUnits: objectBoundingBox cannot be used in a drawing")
        parent = self.paints.style_at(node.parent) if node.parent else INHERITED
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
        # A stroke that the matrix would distort stays in user units, in a Group with the matrix.
        keeps_matrix = style["stroke"] != "none" and width > 0 and not outline.is_similarity(matrix)
        flat = IDENTITY if keeps_matrix else matrix
        fill, fill_opacity = self.paints.paint("fill", style, segments, inner.viewport, flat)
        stroke, stroke_opacity = self.paints.stroke(width, style, segments, inner.viewport, flat)
        if node.tag == "line":
            fill = None
        placed = outline.transform(segments, flat)
        even_odd = style["fill-rule"] == "evenodd"
        is_opaque = fill_opacity == stroke_opacity == 1
        if fill and stroke and is_opaque and not isinstance(fill, StretchedGradient) and not is_stroke_first(style):
            shape = Path(placed, fill, stroke, even_odd)
            return [Group((shape,), matrix) if keeps_matrix else shape]
        parts: list[Item] = []
        if isinstance(fill, StretchedGradient):
            inverse = outline.inverse(fill.matrix)
            inside = Path(outline.transform(segments, inverse), fill.gradient, None, even_odd, fill_opacity)
            parts.append(Group((inside,), multiply(flat, fill.matrix)))
        elif fill:
            parts.append(Path(placed, fill, None, even_odd, fill_opacity))
        if stroke:
            at = 0 if is_stroke_first(style) else len(parts)
            parts.insert(at, Path(placed, None, stroke, False, stroke_opacity))
        return [Group(tuple(parts), matrix)] if keeps_matrix and parts else parts


_DRAW: dict[str, Callable[[_Builder, SvgNode, _Setting], list[Item]]] = {
    "g": _Builder._children,
    "a": _Builder._children,
    "use": _Builder._use,
    "svg": _Builder._nested,
    **dict.fromkeys(SHAPES, _Builder._shape),
}
