"""An SVG file → a Drawing: its elements walked with their styles and transforms, down to placed items.

The file is read once, and drawn as browsers draw it. Parts that they ignore are ignored, and parts that outlines cannot
show become pictures, both with a warning. Outlines are in user units until transforms are applied.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import cast

from pnp.core import outline
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Mistake, Place
from pnp.core.frame import (
    IDENTITY,
    BlendMode,
    Box,
    Group,
    Item,
    LinearGradient,
    Mask,
    Matrix,
    Paint,
    Path,
    RadialGradient,
    Segment,
    Stroke,
    around,
    multiply,
    translation,
)
from pnp.layout.svg.clip import clipped_by
from pnp.layout.svg.css import apply_sheets
from pnp.layout.svg.drawing import Drawing
from pnp.layout.svg.image import draw_image
from pnp.layout.svg.markers import draw_markers, has_markers
from pnp.layout.svg.mask import masked_by
from pnp.layout.svg.notation import parse_transform
from pnp.layout.svg.paint import GRADIENTS, Paints, StretchedGradient
from pnp.layout.svg.parts import find_part, range_of
from pnp.layout.svg.pattern import draw_pattern
from pnp.layout.svg.picture import MOST_PICTURES, draw_picture
from pnp.layout.svg.setting import Setting, Sources, extents
from pnp.layout.svg.shapes import SHAPES, fit_view, length_of, parse_view_box
from pnp.layout.svg.style import INITIAL, Styles, UndrawnError, transform_origin
from pnp.layout.svg.text import FontError, PlaceholderError, text_runs
from pnp.layout.svg.tree import (
    DEEPEST,
    MAX_ELEMENTS,
    MAX_SEGMENTS,
    MOVING,
    BrokenReferenceError,
    SvgNode,
    SvgTree,
    UnsupportedError,
    broken,
    read_svg,
    too_large,
)
from pnp.layout.svg.values import RELATIVE, URL, diagonal, settle_lengths, svg_fraction, svg_length

UNDRAWN = frozenset(
    {"defs", "symbol", "clipPath", "marker", "mask", "pattern", "filter", "view", "title", "desc", "metadata", "style"}
).union(GRADIENTS, MOVING, {"script", "color-profile", "cursor", "font", "font-face", "solidcolor", "hatch"})
"""Elements that are drawn only by reference, if at all."""

UNITS_WITHOUT_SIZE = 100.0
"""The width and height to which percentages refer in a drawing without a size."""

LANGUAGE = "en"
"""The language of texts in drawings that offer several."""


def parse_drawing(
    content: bytes,
    file: str,
    diagnostics: Diagnostics,
    sources: Sources | None = None,
    part: str = "",
    place: Place | None = None,
) -> Drawing | None:
    """Read an SVG file, or a part of it; return None if it is not a drawing.

    Args:
        content: The file's bytes, in an encoding that XML supports.
        file: Its path from the project's folder, for diagnostics.
        diagnostics: Every fault is added (svg-broken and svg-large as errors; svg-value, svg-reference,
            svg-unsupported, svg-picture and svg-font as warnings).
        sources: The project's fonts and files; None to draw neither texts nor images.
        part: The name of one of its objects, or a range of its elements; "" for all of it.
        place: The place that names the part.
    """
    faults = Diagnostics()
    drawing = None
    with faults.catch_faults():
        builder = open_drawing(content, file, faults, sources)
        tree, paints = builder.tree, builder.paints
        if given := range_of(part):
            builder.range, builder.range_box = given
        try:
            named = find_part(tree, part, place or tree.place(tree.root)) if part and not builder.range else None
            box, items = builder.part(named) if named else builder.drawing()
        except ArithmeticError:
            raise broken(tree.place(tree.root), "its numbers are too large or too small to be drawn") from None
        name, files = (f"{file}#{part}", (*builder.files, file)) if part else (file, builder.files)
        colours = frozenset(paints.variables), paints.has_current_colour
        drawing = Drawing(box, *colours, items, name, tuple(faults), frozenset(files))
    diagnostics.extend(faults)
    return drawing


def open_drawing(content: bytes, file: str, diagnostics: Diagnostics, sources: Sources | None = None) -> Builder:
    """Return the reader of the elements of a drawing, with the rules of its style sheets and its size.

    Raises:
        Fault: The file is not an SVG, or is too large (svg-broken, svg-large).
    """
    tree = read_svg(content, file, diagnostics)
    apply_sheets(tree, diagnostics)
    return Builder(tree, Paints(tree, Styles(tree, diagnostics), diagnostics), diagnostics, sources or Sources())


class _TooManyPicturesError(Exception):
    """A drawing has so many parts that become pictures that one picture of the whole is better."""


class Builder:
    """Walks the elements; reports faults, and continues after them.

    Attributes:
        range: The first and the last element to draw, and whether the first is drawn even if it is hidden; None for
            all of the drawing.
        range_box: The box of these; None for that of the drawing.
    """

    def __init__(self, tree: SvgTree, paints: Paints, diagnostics: Diagnostics, sources: Sources) -> None:
        self.tree = tree
        self.paints = paints
        self.diagnostics = diagnostics
        self.files: set[str] = set()
        self.sources = sources
        if sources.read is not None:
            self.sources = sources.recording(self.files)
        self.box = Box(0.0, 0.0, UNITS_WITHOUT_SIZE, UNITS_WITHOUT_SIZE)
        self.outlines: dict[tuple[int, tuple[float, float]], tuple[Segment, ...]] = {}
        self.pictures: list[tuple[SvgNode, str]] = []
        self.warned: set[tuple[int, str]] = set()
        self.elements = 0
        self.segments = 0
        self.blends = False
        self.range: tuple[int, int, bool] | None = None
        self.range_box: Box | None = None
        self.paints.style(tree.root, INITIAL)  # its width and height may be in its style
        self.own_box = self._root_box(tree.root)
        self.box = self.own_box or self.box

    @property
    def outermost(self) -> Setting:
        """The setting of the root element."""
        return Setting(IDENTITY, INITIAL, (self.box.width, self.box.height))

    def part(self, node: SvgNode) -> tuple[Box, tuple[Item, ...]]:
        """Return the box and the items of one element, which is shown even if it is hidden.

        Raises:
            Fault: Nothing is drawn in it.
        """
        trail, around_it = [], node.parent
        while around_it is not None:
            trail.append(around_it)
            around_it = around_it.parent
        setting = self.outermost
        for holder in reversed(trail):
            if holder.tag in _DRAW:
                setting = self.inside(holder, setting)
        self.range = (node.number, node.last, True)
        if node.tag == "symbol":
            view = node.attributes.get("viewBox")
            items = self.children(node, self.inside(node, setting._replace(matrix=IDENTITY)))
            if view:
                box = parse_view_box(view)
                self._report_pictures()
                return box, tuple(self.clipped(items, node, box, IDENTITY))
        else:
            items = self.element(node, setting)
        self._report_pictures()
        boxes = list(extents(items, IDENTITY, outline.bounds))
        if not boxes or not around(boxes).width or not around(boxes).height:
            raise broken(self.tree.place(node), "nothing is drawn in this object")
        return around(boxes), tuple(items)

    def drawing(self) -> tuple[Box, tuple[Item, ...]]:
        """Return the box and the items of the whole drawing, or of the range."""
        root, box = self.tree.root, self.own_box
        setting = self.outermost
        try:
            items = self.element(root, setting)
        except _TooManyPicturesError:
            items = self._whole_picture(root, setting)
        self._report_pictures()
        if box is None:
            boxes = list(extents(items, IDENTITY, outline.bounds))
            if not boxes or not around(boxes).width or not around(boxes).height:
                raise broken(self.tree.place(root), "there is neither a viewBox nor a width and height")
            self.box = around(boxes)
            mistake = Mistake("there is neither a viewBox nor a width and height", "add a viewBox")
            self.warn(root, mistake)
        if self.blends and items:
            items = [Group(tuple(items), blend="normal")]
        box = self.range_box or self.box
        return box, tuple(self.clipped(items, root, box, IDENTITY))

    def _root_box(self, root: SvgNode) -> Box | None:
        """Return the box that a drawing covers: its viewBox, else its width and height; None without either."""
        if "viewBox" in root.attributes:
            try:
                return parse_view_box(root.attributes["viewBox"])
            except Mistake as mistake:
                self.warn(root, mistake)
        sizes = [root.attributes.get(name, "") for name in ("width", "height")]
        try:
            width, height = (0.0 if not size or size.endswith("%") else svg_length(size, 0.0) for size in sizes)
        except Mistake as mistake:
            self.warn(root, mistake)
            return None
        return Box(0.0, 0.0, width, height) if width > 0 and height > 0 else None

    # faults

    def warn(self, node: SvgNode, mistake: Mistake) -> None:
        """Report an ignored part of an element, once for each element."""
        if (id(node), mistake.what) in self.warned:
            return
        self.warned.add((id(node), mistake.what))
        if isinstance(mistake, FontError):
            what = f"<{node.tag}>: {mistake.what}"
            self.diagnostics.report(Code.SVG_FONT, self.tree.place(node), what=what, fix=mistake.fix)
        elif isinstance(mistake, UndrawnError):
            what = f"<{node.tag}>: {mistake.what}"
            self.diagnostics.report(Code.SVG_UNSUPPORTED, self.tree.place(node), what=what, fix=mistake.fix)
        elif isinstance(mistake, PlaceholderError):
            self.diagnostics.report(Code.SVG_PLACEHOLDER, self.tree.place(node), what=mistake.what, fix=mistake.fix)
        else:
            self.tree.warn(node, mistake, self.diagnostics)

    def count(self, node: SvgNode, elements: int = 0, segments: int = 0) -> None:
        """Count what is drawn; raise Fault beyond the limits."""
        self.elements += elements
        self.segments += segments
        if self.elements > MAX_ELEMENTS or self.segments > MAX_SEGMENTS:
            raise too_large(self.tree.place(node))

    def _picture(self, node: SvgNode, setting: Setting, reason: str) -> list[Item]:
        """Return a picture of an element that outlines cannot show."""
        if len(self.pictures) >= MOST_PICTURES:
            raise _TooManyPicturesError
        try:
            items = draw_picture(self, node, setting)
        except Mistake as mistake:
            self._leave_out(node, f"{reason} is left out: {mistake.what}", mistake.fix)
            return []
        self.pictures.append((node, reason))
        return items

    def _whole_picture(self, root: SvgNode, setting: Setting) -> list[Item]:
        """Return one picture of the whole drawing, whose box may be stretched."""
        node, reason = self.pictures[0]
        self.pictures = [(node, f"{reason}, here and in more than {MOST_PICTURES} places,")]
        try:
            return draw_picture(self, root, setting._replace(matrix=IDENTITY))
        except Mistake as mistake:
            self._leave_out(node, f"{reason} is left out: {mistake.what}", mistake.fix)
            return []

    def _report_pictures(self) -> None:
        by_reason: dict[str, list[SvgNode]] = {}
        for node, reason in self.pictures:
            by_reason.setdefault(reason, []).append(node)
        for reason, nodes in by_reason.items():
            also = f" ({len(nodes)} times in the file)" if len(nodes) > 1 else ""
            self.diagnostics.report(
                Code.SVG_PICTURE,
                self.tree.place(nodes[0]),
                what=f"{reason} is drawn as a picture{also}",
                why="it cannot be drawn as outlines",
                fix="leave it, or remove the effect in your drawing program to keep sharp edges at every size",
            )

    def _leave_out(self, node: SvgNode, what: str, fix: str = "") -> None:
        if (id(node), what) not in self.warned:
            self.warned.add((id(node), what))
            fix = fix or "expand it into paths in your drawing program, or remove it"
            self.diagnostics.report(Code.SVG_UNSUPPORTED, self.tree.place(node), what=what, fix=fix)

    # elements

    def element(self, node: SvgNode, setting: Setting) -> list[Item]:
        """Return the items of one element; a faulty element is reported and left out."""
        self.count(node, elements=1)
        if setting.depth > DEEPEST:
            raise too_large(self.tree.place(node))
        if not node.tag or node.tag in UNDRAWN or not _is_meant(node):
            return []
        is_shown = False
        if self.range is not None and not setting.trail:
            first, last, shows_first = self.range
            if node.last < first or last < node.number:
                return []
            is_shown = node.number < first or (shows_first and node.number == first)
        try:
            inner = self.inside(node, setting)
            if inner.style["display"] == "none" and not is_shown:
                return []
            if inner.style["filter"] not in ("none", ""):
                self._check_filter(node, inner.style["filter"])
            draw = _DRAW.get(node.tag)
            if draw is None:
                self._leave_out(node, f"<{node.tag}> cannot be drawn and is left out")
                return []
            return self.finished(node, draw(self, node, inner), inner)
        except UnsupportedError as mistake:
            return self._picture(node, setting, mistake.what)
        except (Mistake, ArithmeticError) as error:
            self.warn(node, error if isinstance(error, Mistake) else Mistake("a number is too large or too small"))
            return []

    def _check_filter(self, node: SvgNode, value: str) -> None:
        """Raise UnsupportedError for a filter that changes anything."""
        match = URL.fullmatch(value)
        if match is None:
            raise UnsupportedError(f"a filter on <{node.tag}>")
        try:
            target = self.tree.referred(f"#{match[1]}", "filter")
        except BrokenReferenceError as mistake:
            self.warn(node, mistake)
            return
        if any(child.tag for child in target.children) or target.href:
            raise UnsupportedError(f"a filter on <{node.tag}>")

    def inside(self, node: SvgNode, setting: Setting) -> Setting:
        """Return the setting with the element's own style and transform."""
        style = self.paints.style(node, setting.style)
        if self.tree.has_relative_lengths:
            em = svg_length(style["font-size"], 1.0)
            for name, value in node.attributes.items():
                if RELATIVE.search(value) and name not in ("style", "class", "id"):
                    node.attributes[name] = settle_lengths(value, em, (self.box.width, self.box.height))
        matrix = setting.matrix
        if style["transform"]:
            own = parse_transform(style["transform"])
            if style["transform-origin"] or node.parent is None or style["transform-box"] != "view-box":
                x, y = self._origin(node, style["transform-origin"], style["transform-box"], setting)
                own = multiply(multiply(translation(x, y), own), translation(-x, -y))
            matrix = multiply(matrix, own)
        return setting._replace(matrix=matrix, style=style, depth=setting.depth + 1)

    def _origin(self, node: SvgNode, text: str, box_name: str, setting: Setting) -> tuple[float, float]:
        """Return the point about which an element's transform turns; the root's default is its middle."""
        box = Box(0.0, 0.0, *setting.viewport)
        if node.parent is None:
            box, text = self.box, text or "50% 50%"
        elif box_name in ("fill-box", "content-box", "border-box", "stroke-box") and node.tag in SHAPES:
            segments = self.outline(node, setting)
            box, text = (outline.bounds(segments) if segments else box), text or "50% 50%"
        x, y = transform_origin(text or "0 0", (box.width, box.height))
        return box.x + x, box.y + y

    def referred(self, node: SvgNode, inner: Setting) -> Setting:
        """Return the setting of an element that is drawn by reference: its own style, the referrer's matrix."""
        style = self.paints.style_at(node.parent) if node.parent else INITIAL
        return self.inside(node, inner._replace(style=style, trail=(*inner.trail, id(node))))

    def finished(self, node: SvgNode, items: list[Item], inner: Setting) -> list[Item]:
        """Return an element's items under its clip path, mask, blend mode and opacity."""
        style = inner.style
        opacity = svg_fraction(style["opacity"])
        if not items or opacity == 0:
            return []
        for name, limit in (("clip-path", clipped_by), ("mask", masked_by)):
            if style[name] not in ("none", ""):
                try:
                    items = limit(self, items, inner)
                except BrokenReferenceError as mistake:
                    self.warn(node, mistake)
        if not items:
            return []
        mode = style["mix-blend-mode"].lower()
        if mode != "normal" or style["isolation"] == "isolate":
            self.blends = self.blends or mode != "normal"
            return [Group(tuple(items), opacity=opacity, blend=cast(BlendMode, mode))]
        if opacity == 1:
            return items
        if len(items) == 1 and isinstance(items[0], Path):
            return [items[0]._replace(opacity=items[0].opacity * opacity)]
        if len(items) == 1 and isinstance(items[0], Group) and not items[0].is_layer:
            return [items[0]._replace(opacity=opacity)]
        return [Group(tuple(items), opacity=opacity)]

    # groups and references

    def children(self, node: SvgNode, inner: Setting) -> list[Item]:
        """Return the items of the elements in an element."""
        return [item for child in node.children for item in self.element(child, inner)]

    def _switch(self, node: SvgNode, inner: Setting) -> list[Item]:
        """Return the first child of a switch that is meant for this program and language."""
        for child in node.children:
            if child.tag and child.tag not in UNDRAWN and child.tag in _DRAW and _is_meant(child):
                return self.element(child, inner)
        return []

    def _use(self, node: SvgNode, inner: Setting) -> list[Item]:
        target, inner = self.used(node, inner)
        if target.tag not in ("symbol", "svg"):
            return self.element(target, inner)
        size = [
            length_of(holder, name, whole, "100%")
            for name, whole, holder in (
                ("width", inner.viewport[0], node if "width" in node.attributes or target.tag == "symbol" else target),
                (
                    "height",
                    inner.viewport[1],
                    node if "height" in node.attributes or target.tag == "symbol" else target,
                ),
            )
        ]
        self.count(node, elements=1)
        if inner.depth > DEEPEST:
            raise too_large(self.tree.place(node))
        within = self.inside(target, inner)
        if within.style["display"] == "none":
            return []
        x, y = (length_of(target, name, 0.0) if target.tag == "svg" else 0.0 for name in ("x", "y"))
        return self.finished(target, self._viewport(target, within, Box(x, y, size[0], size[1])), within)

    def used(self, node: SvgNode, inner: Setting) -> tuple[SvgNode, Setting]:
        """Return the element that a use element shows, and its setting there."""
        target = self.tree.referred(node.href)
        if id(target) in inner.trail:
            raise BrokenReferenceError(f"{node.href[:60]} is used inside itself")
        x, y = length_of(node, "x", inner.viewport[0]), length_of(node, "y", inner.viewport[1])
        return target, inner._replace(
            matrix=multiply(inner.matrix, translation(x, y)), trail=(*inner.trail, id(target))
        )

    def _nested(self, node: SvgNode, inner: Setting) -> list[Item]:
        if node.parent is None:
            items = self.children(node, inner)
            return self.clipped(items, node, self.box, inner.matrix) if inner.style["transform"] else items
        width, height = inner.viewport
        box = Box(
            length_of(node, "x", width),
            length_of(node, "y", height),
            length_of(node, "width", width, "100%"),
            length_of(node, "height", height, "100%"),
        )
        return self._viewport(node, inner, box)

    def _viewport(self, node: SvgNode, inner: Setting, box: Box) -> list[Item]:
        """Return the children of an svg or symbol, fitted to a box and clipped there."""
        if box.width <= 0 or box.height <= 0:
            return []
        matrix, size = multiply(inner.matrix, translation(box.x, box.y)), (box.width, box.height)
        if "viewBox" in node.attributes:
            view = parse_view_box(node.attributes["viewBox"])
            fitted = fit_view(view, box, node.attributes.get("preserveAspectRatio", "xMidYMid meet"))
            matrix, size = multiply(inner.matrix, fitted), (view.width, view.height)
        items = self.children(node, inner._replace(matrix=matrix, viewport=size))
        return self.clipped(items, node, box, inner.matrix)

    def clipped(self, items: list[Item], node: SvgNode, box: Box, matrix: Matrix) -> list[Item]:
        """Return items clipped to a moved box, if they may reach out of it and the element hides overflow."""
        overflow = node.attributes.get("overflow") or dict(node.declared or ()).get("overflow")
        if not items or overflow in ("visible", "auto"):
            return items
        # Boxes around the handles of curves are quick but may be too large; if one does not fit, exact boxes decide.
        back = outline.inverse(matrix)
        tolerance = 1e-6 * max(box.width, box.height)
        for measure in (outline.handle_bounds, outline.bounds):
            if all(box.contains(extent, tolerance) for extent in extents(items, back, measure)):
                return items
        return [Group(tuple(items), clip=Path(outline.transform(outline.rectangle(*box), matrix)))]

    # shapes

    def outline(self, node: SvgNode, inner: Setting) -> tuple[Segment, ...]:
        """Return the outline of a shape; of faulty path data, the part before the mistake."""
        key = (id(node), inner.viewport)
        if key not in self.outlines:
            self.outlines[key], mistake = SHAPES[node.tag](node, *inner.viewport)
            if mistake is not None:
                self.warn(node, mistake)
        self.count(node, segments=len(self.outlines[key]))
        return self.outlines[key]

    def _shape(self, node: SvgNode, inner: Setting) -> list[Item]:
        return self.painted(node, self.outline(node, inner), inner)

    def _text(self, node: SvgNode, inner: Setting) -> list[Item]:
        runs = text_runs(self, node, inner)
        if not runs:
            return []
        box = around([outline.bounds(run.segments) for run in runs])
        items: list[Item] = []
        for run in runs:
            plain = run.setting.set(fill_rule="nonzero")
            items += self.painted(run.node, run.segments, plain, box)
        return items

    def drawing_inside(self, content: bytes, file: str, diagnostics: Diagnostics) -> Drawing | None:
        """Read a drawing that an image of this one shows."""
        return parse_drawing(content, file, diagnostics, self.sources.deeper())

    def _image(self, node: SvgNode, inner: Setting) -> list[Item]:
        return draw_image(self, node, inner)

    def painted(
        self, node: SvgNode, segments: tuple[Segment, ...], inner: Setting, box: Box | None = None
    ) -> list[Item]:
        """Return an outline with its fill, stroke and markers; gradients cover the box."""
        style, matrix = inner.style, inner.matrix
        if not segments or style["visibility"] != "visible" or outline.determinant(matrix) == 0:
            return []
        width = svg_length(style["stroke-width"], diagonal(inner.viewport)) if style["stroke"] != "none" else 0.0
        if width and style["vector-effect"] == "non-scaling-stroke":
            width /= math.sqrt(abs(outline.determinant(matrix)))
        # A stroke that the matrix would distort stays in user units, in a Group with the matrix.
        keeps_matrix = width > 0 and not outline.is_similarity(matrix)
        flat = inner._replace(matrix=IDENTITY) if keeps_matrix else inner
        placed = outline.transform(segments, flat.matrix)
        even_odd = style["fill-rule"].lower() == "evenodd"
        pen, stroke_opacity = self._paint(node, "stroke", segments, flat, box) if width > 0 else (None, 1.0)
        has_area = len(segments) > 2 or any(segment[0] == "C" for segment in segments)
        # PDF readers show a hairline for a filled straight line; a stroke of one colour hides it.
        is_filled = node.tag != "line" and (has_area or isinstance(pen, str))
        fill, fill_opacity = self._paint(node, "fill", segments, flat, box) if is_filled else (None, 1.0)
        is_plain = not isinstance(fill, StretchedGradient | SvgNode) and not isinstance(
            pen, StretchedGradient | SvgNode
        )
        order = _order(style["paint-order"])
        is_marked = has_markers(node, inner)
        if pen is not None and not isinstance(pen, SvgNode | StretchedGradient):
            stroke = self._stroke(node, pen, width, segments, flat)
            if fill and is_plain and fill_opacity == stroke_opacity == 1 and order[0] == "fill" and not is_marked:
                shape = Path(placed, cast(Paint, fill), stroke, even_odd)
                return [Group((shape,), matrix) if keeps_matrix else shape]
        layers: dict[str, list[Item]] = {"fill": [], "stroke": [], "markers": []}
        if isinstance(fill, SvgNode):
            tiles = draw_pattern(self, fill, segments, box or outline.bounds(segments), flat, even_odd)
            layers["fill"] = [Group(tuple(tiles), opacity=fill_opacity)] if tiles and fill_opacity < 1 else tiles
        elif isinstance(fill, StretchedGradient):
            inside = outline.transform(segments, outline.inverse(fill.matrix))
            shape = Path(inside, fill.gradient, None, even_odd, fill_opacity)
            layers["fill"] = [Group((shape,), multiply(flat.matrix, fill.matrix))]
        elif fill:
            layers["fill"] = [Path(placed, fill, None, even_odd, fill_opacity)]
        if isinstance(pen, str | LinearGradient | RadialGradient):
            line = Path(placed, None, self._stroke(node, pen, width, segments, flat), False, stroke_opacity)
            layers["stroke"] = [line]
        elif pen is not None:
            layers["stroke"] = self._under_line(node, pen, width, segments, flat, stroke_opacity, box)
        if keeps_matrix:
            for name, parts in layers.items():
                layers[name] = [Group(tuple(parts), matrix)] if parts else []
        if is_marked:
            line_width = svg_length(style["stroke-width"], diagonal(inner.viewport))
            layers["markers"] = draw_markers(self, node, segments, line_width, inner)
        items = [item for name in order for item in layers[name]]
        if keeps_matrix and order[:2] == ("fill", "stroke") and len(items) == 2 and not is_marked:
            return [Group(tuple(part for item in items for part in cast(Group, item).items), matrix)]
        return items

    def _paint(
        self, node: SvgNode, kind: str, segments: tuple[Segment, ...], flat: Setting, box: Box | None
    ) -> tuple[Paint | StretchedGradient | SvgNode | None, float]:
        """Return a fill or stroke and its opacity; a pattern is returned as its element."""
        style = flat.style
        value = style[kind]
        if value in ("context-fill", "context-stroke"):
            value = style.get(value, "none")
        match = URL.fullmatch(value)
        try:
            if match and match[1] in self.tree.by_id:
                target = self.tree.by_id[match[1]]
                if target.tag == "pattern":
                    return target, svg_fraction(style[f"{kind}-opacity"])
                box = box or outline.bounds(segments)
            return self.paints.paint(kind, style, box, flat.viewport, flat.matrix)
        except BrokenReferenceError as mistake:
            self.warn(node, mistake)
            return None, 1.0
        except Mistake as mistake:
            self.warn(node, mistake)
            return ("#000000" if kind == "fill" else None), svg_fraction(style[f"{kind}-opacity"])

    def _stroke(
        self, node: SvgNode, paint: Paint, width: float, segments: tuple[Segment, ...], flat: Setting
    ) -> Stroke:
        scale = math.sqrt(abs(outline.determinant(flat.matrix)))
        part = scale
        if flat.style["stroke-dasharray"] != "none" and "pathLength" in node.attributes:
            length = svg_length(node.attributes["pathLength"], 1.0)
            pieces = outline.straight_pieces(segments)
            whole = sum(math.hypot(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in pieces)
            part *= whole / length if length > 0 else 1.0
        return self.paints.stroke(paint, width * scale, flat.style, flat.viewport, part)

    def _under_line(
        self,
        node: SvgNode,
        pen: StretchedGradient | SvgNode,
        width: float,
        segments: tuple[Segment, ...],
        flat: Setting,
        opacity: float,
        box: Box | None,
    ) -> list[Item]:
        """Return a ground with a pattern or an elliptical gradient, masked by a stroke."""
        stroke = self._stroke(node, "#ffffff", width, segments, flat)
        mask = Mask((Path(outline.transform(segments, flat.matrix), None, stroke),), "alpha")
        bounds = outline.bounds(segments)
        reach = width * max(1.5, stroke.miter if stroke.join == "miter" else 0.0)
        area = outline.rectangle(*bounds.inset(-reach))
        if isinstance(pen, SvgNode):
            ground = draw_pattern(self, pen, area, box or bounds, flat, False)
        else:
            inside = outline.transform(area, outline.inverse(pen.matrix))
            ground = [Group((Path(inside, pen.gradient),), multiply(flat.matrix, pen.matrix))]
        return [Group(tuple(ground), opacity=opacity, mask=mask)] if ground else []


def _order(text: str) -> tuple[str, ...]:
    """Return fill, stroke and markers in the order in which they are painted."""
    usual = ("fill", "stroke", "markers")
    first = tuple(word for word in text.split() if word in usual)
    return (*dict.fromkeys((*first, *usual)),)


def _is_meant(node: SvgNode) -> bool:
    """Whether an element is for programs without extensions, and for readers of English."""
    attributes = node.attributes
    if attributes.get("requiredExtensions", "").strip():
        return False
    if "systemLanguage" not in attributes:
        return True
    languages = re.split(r"[\s,]+", attributes["systemLanguage"].strip().lower())
    return any(language.partition("-")[0] == LANGUAGE for language in languages)


_DRAW: dict[str, Callable[[Builder, SvgNode, Setting], list[Item]]] = {
    "g": Builder.children,
    "a": Builder.children,
    "switch": Builder._switch,
    "use": Builder._use,
    "svg": Builder._nested,
    "text": Builder._text,
    "image": Builder._image,
    **dict.fromkeys(SHAPES, Builder._shape),
}
