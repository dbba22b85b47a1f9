"""A drawing → what cards fill in it: texts, pictures and layers, in the order in which they are painted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import field
from functools import cached_property

from pnp.core import outline
from pnp.core.diagnostics import Fault, Mistake
from pnp.core.frame import Box, Matrix, Segment, around, multiply, translation
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.extensions.designs.fields import Fields, fields_in
from pnp.extensions.designs.room import Area, DrawnShape
from pnp.extensions.designs.texts import (
    PLACEHOLDER,
    TEXT_TAGS,
    DrawnText,
    field_expression,
    property_of,
    read_text,
    with_expressions,
    with_fields,
)
from pnp.layout.svg.items import UNDRAWN, Builder
from pnp.layout.svg.parts import all_elements, is_same_name, names_of, plain_name
from pnp.layout.svg.setting import Setting
from pnp.layout.svg.shapes import SHAPES, fit_view, length_of, parse_view_box
from pnp.layout.svg.tree import SvgNode
from pnp.layout.svg.values import URL, svg_fraction, svg_length
from pnp.text.game_texts import has_words

GROUPS = ("g", "svg", "a", "switch")


@frozen_dataclass
class Slot:
    """A place in the order of painting: a text, a picture, or a layer with what is in it.

    Attributes:
        node: Its element in the drawing.
        field: The field that fills it; "" for none.
        text: The text; None for others.
        drawn: The place of a picture, or of a shape that a text fills; None for others.
        when: The expression by which it is shown; "" for always.
        inside: The contents of a layer, or of what a clone shows.
        clone: The element that a clone shows, and the matrix that moves it there; None for others.
    """

    node: SvgNode
    field: str = ""
    text: DrawnText | None = None
    drawn: DrawnShape | None = None
    when: str = ""
    opacity: float = 1.0
    inside: tuple[Slot, ...] | None = None
    clone: tuple[SvgNode, Matrix] | None = None


@frozen_dataclass
class Objects:
    """The objects of a drawing.

    Attributes:
        builder: The reader of the drawing.
        fields: The fields of the cards.
        area: Where the drawing lies on the card.
        expressions: The expressions by which layers are shown, by their names.
        shapes: The shapes and pictures, in the order in which they are painted.
        grounds: The smallest shape around each text.
        layers: The names of the layers found so far.
        straightened: Texts along a path that is no arc, which cards set on a straight line.
        kept: Such texts that no card fills, which stay as they are drawn.
        plain: Texts with an effect that cards leave out, each with the name of the effect.
        samples: Clones of what cards fill which are not filled.
        outlined: Frames of pictures that are drawn with an outline.
    """

    builder: Builder
    fields: Fields
    area: Area
    expressions: Mapping[str, str]
    shapes: list[DrawnShape] = field(default_factory=list)
    grounds: list[tuple[DrawnText, Box | None]] = field(default_factory=list)
    layers: set[str] = field(default_factory=set)
    straightened: list[SvgNode] = field(default_factory=list)
    kept: list[SvgNode] = field(default_factory=list)
    plain: list[tuple[SvgNode, str]] = field(default_factory=list)
    samples: list[SvgNode] = field(default_factory=list)
    outlined: list[SvgNode] = field(default_factory=list)

    def slots(
        self, node: SvgNode, setting: Setting, opacity: float, around: str = "", is_shown: bool = False
    ) -> Iterator[Slot]:
        """Yield what cards fill in an element, in the order of painting.

        Args:
            node: The element.
            setting: That of the element around it.
            opacity: That of all elements around it together.
            around: The field of its group; "" for none.
            is_shown: Whether it is shown even if it is hidden.
        """
        if not node.tag or node.tag in UNDRAWN:
            return
        try:
            inner = self.builder.inside(node, setting)
        except (Mistake, ArithmeticError):
            return
        own = self.fields.of(node) or around
        is_group = node.tag in (*GROUPS, "use", *SHAPES, "image")
        layer = next((key for key in self.expressions for name in names_of(node) if is_same_name(key, name)), "")
        when = self.expressions.get(layer, "")
        if not when and own and is_group and self.fields.is_flag(own):
            when = field_expression(own)
        if inner.style["display"] == "none" and not when and not is_shown:
            self._note(node, inner)
            return
        opacity *= svg_fraction(inner.style["opacity"])
        if when:
            self.layers.add(layer)
            contents = tuple(self._contents(node, inner, opacity, "")) if node.parent else ()
            yield Slot(node, own, when=when, inside=contents)
        else:
            yield from self._contents(node, inner, opacity, own)

    def _contents(self, node: SvgNode, inner: Setting, opacity: float, own: str) -> Iterator[Slot]:
        if node.tag in TEXT_TAGS:
            text = read_text(self.builder, node, inner)
            if text and opacity > 0 and _is_seen(text) and (slot := self._text_slot(text, own, opacity)) and slot.text:
                self.grounds.append((slot.text, self.area.ground(text, self.shapes)))
                effects = [name for name in ("filter", "mask") if property_of(node, name) not in ("", "none")]
                effects += ["missing fill"] if text.style["fill"] == "none" else []
                effects += [f"gradient as {key}" for key in ("fill", "stroke") if URL.fullmatch(text.style[key])]
                self.plain.extend((node, effect) for effect in effects)
                if text.is_free:
                    self.straightened.append(node)
                yield slot
            return
        if node.tag == "use":
            yield from self._clone(node, inner, opacity, own)
            return
        drawn = self._note(node, inner)
        if own and self.fields.picture(own) and (frame := self._frame_in(node, inner)):
            if frame.node.tag in SHAPES and inner.style["stroke"] != "none":
                self.outlined.append(frame.node)
            yield Slot(node, own, drawn=frame, opacity=opacity)
        elif own and drawn and node.tag in ("rect", "circle", "ellipse") and own not in self.written:
            yield Slot(node, own, drawn=drawn, opacity=opacity)
        elif node.tag in GROUPS:
            inner = self._in_viewport(node, inner)
            of_text = own if sum(each.tag in TEXT_TAGS for each in all_elements(node)) == 1 else ""
            for child in node.children:
                yield from self.slots(child, inner, opacity, of_text if node.parent else "")

    def _clone(self, node: SvgNode, inner: Setting, opacity: float, own: str) -> Iterator[Slot]:
        """Yield what cards fill in the element that a clone shows."""
        self.builder.count(node, elements=1)
        try:
            target, there = self.builder.used(node, inner)
            matrix = multiply(there.matrix, outline.inverse(self.setting_at(target.parent).matrix))
        except (Mistake, ArithmeticError):
            return
        parts = target.children if target.tag == "symbol" else [target]
        slots = tuple(slot for part in parts for slot in self.slots(part, there, opacity, own))
        is_drawn, holder = outline.is_similarity(matrix) and outline.determinant(matrix) > 0, target
        while holder.parent is not None:
            is_drawn, holder = is_drawn and holder.tag not in UNDRAWN, holder.parent
        if slots and is_drawn:
            yield Slot(node, inside=slots, clone=(target, matrix))
        elif any(slot.field and not (slot.text and PLACEHOLDER.search(slot.text.words)) for slot in slots):
            self.samples.append(node)

    def _text_slot(self, text: DrawnText, own: str, opacity: float) -> Slot | None:
        """Return the place of a text; None for one that stays as it is drawn."""
        text = with_fields(text, self.fields.values)
        has_placeholder = PLACEHOLDER.search(text.words)
        if not (has_placeholder or own):
            if not has_words(text.words):
                return None
            if text.is_free:
                self.kept.append(text.node)
                return None
        names = list(fields_in(text.words))
        return Slot(text.node, own if not has_placeholder else names[0] if names else "", text, opacity=opacity)

    def _note(self, node: SvgNode, inner: Setting) -> DrawnShape | None:
        """Return and record the shape or picture that an element draws; None for others."""
        segments: tuple[Segment, ...] = ()
        if node.tag in SHAPES:
            segments = self.builder.outline(node, inner)
        elif node.tag == "image":
            segments = _image_outline(node, inner)
        if len(segments) < 2:
            return None
        drawn = DrawnShape(node, segments, inner.matrix, bool(inner.trail))
        self.shapes.append(drawn)
        return drawn

    def _frame_in(self, node: SvgNode, inner: Setting) -> DrawnShape | None:
        """Return the place of a picture in an element: that of an image in it, else of its first shape."""
        if node.tag not in GROUPS:
            drawn = self._note(node, inner)
            return self._framed(node, inner, drawn) if drawn else None
        found = []
        for child in node.children:
            if child.tag and child.tag not in UNDRAWN:
                found.append(self._frame_in(child, self.builder.inside(child, inner)))
        frames = list(filter(None, found))
        return next((frame for frame in frames if frame.node.tag == "image"), next(iter(frames), None))

    def _framed(self, node: SvgNode, inner: Setting, drawn: DrawnShape) -> DrawnShape:
        """Return the place of a picture: that of the shape to which it or its group is clipped, if there is one."""
        style, holder = inner.style, node
        for _ in range(3):
            link = URL.fullmatch(style["clip-path"])
            clip = self.builder.tree.by_id.get(link[1]) if link else None
            if clip is not None and clip.tag == "clipPath" and len(clip.children) == 1:
                shape = clip.children[0]
                target = self.builder.tree.by_id.get(shape.href[1:], shape) if shape.tag == "use" else shape
                if target.tag in SHAPES:
                    around = self.setting_at(holder)
                    within = self.builder.inside(target, self.builder.referred(clip, around))
                    frame = DrawnShape(node, self.builder.outline(target, within), within.matrix)
                    whole, part = drawn.box, frame.box
                    if part.width < 0.98 * whole.width or part.height < 0.98 * whole.height or target.tag != "rect":
                        return frame
            if holder.parent is None or holder.parent.tag != "g":
                break
            holder = holder.parent
            style = self.setting_at(holder).style
        return drawn

    def box_of(self, node: SvgNode) -> Box:
        """Return the box of a part of the drawing: the page of the drawing, or another one of Inkscape, where it lies.

        It is the box around its shapes and pictures if they lie beside the pages.
        """
        builder, count = self.builder, self.builder.elements
        found = []
        with suppress(Fault):
            found.append(builder.part(node)[0])
        builder.range, builder.elements = None, count
        for each in all_elements(node):
            if each.tag == "image":
                inner = self.setting_at(each)
                found.append(DrawnShape(each, _image_outline(each, inner), inner.matrix).box)
        if not found:
            return builder.box
        own = around(found)
        x, y = own.x + own.width / 2, own.y + own.height / 2
        pages = [builder.box]
        for each in all_elements(builder.tree.root):
            if not each.tag and {"x", "y", "width", "height"} <= each.attributes.keys():  # inkscape:page
                with suppress(Mistake):
                    pages.append(Box(*(length_of(each, side, 0.0) for side in ("x", "y", "width", "height"))))
        return next((page for page in pages if page.x <= x <= page.right and page.y <= y <= page.bottom), own)

    def setting_at(self, node: SvgNode | None) -> Setting:
        """Return the setting inside an element; None for that of the outermost."""
        if node is None:
            return self.builder.outermost
        return self._in_viewport(node, self.builder.inside(node, self.setting_at(node.parent)))

    def _in_viewport(self, node: SvgNode, inner: Setting) -> Setting:
        """Return the setting of what is in an element, which may be an svg in the drawing with a view of its own."""
        if node.tag != "svg" or node.parent is None:
            return inner
        whole = dict(zip(("x", "y", "width", "height"), inner.viewport * 2, strict=True))
        sides = [length_of(node, name, whole[name], "0" if name in "xy" else "100%") for name in whole]
        matrix, size = multiply(inner.matrix, translation(sides[0], sides[1])), (sides[2], sides[3])
        if "viewBox" in node.attributes:
            view = parse_view_box(node.attributes["viewBox"])
            fitted = fit_view(view, Box(*sides), node.attributes.get("preserveAspectRatio", "xMidYMid meet"))
            matrix, size = multiply(inner.matrix, fitted), (view.width, view.height)
        return inner._replace(matrix=matrix, viewport=size)

    @cached_property
    def written(self) -> set[str]:
        """The fields that texts of the drawing show."""
        texts = [each for each in all_elements(self.builder.tree.root) if each.tag in TEXT_TAGS]
        words = " ".join("".join(_letters(each)) for each in texts)
        return {self.fields.of(each) for each in texts}.union(fields_in(with_expressions(words, self.fields.values)))

    @cached_property
    def named(self) -> Mapping[str, DrawnShape]:
        """The shapes that have names, by these without capitals and punctuation."""
        shapes = [shape for shape in reversed(self.shapes) if not shape.is_clone]
        return {plain_name(name): shape for shape in shapes for name in names_of(shape.node)}

    @cached_property
    def drawn(self) -> list[int]:
        """The numbers of all elements that may be drawn."""
        tags = (*SHAPES, "image", "use", "text")
        return [each.number for each in all_elements(self.builder.tree.root) if each.tag in tags]


def _image_outline(node: SvgNode, inner: Setting) -> tuple[Segment, ...]:
    sides = (node.attributes.get(name, "0") for name in ("x", "y", "width", "height"))
    return outline.rectangle(*(svg_length(side, inner.viewport[0]) for side in sides))


def _is_seen(text: DrawnText) -> bool:
    style = text.style
    return style["visibility"] == "visible" and (style["fill"], style["stroke"]) != ("none", "none")


def _letters(node: SvgNode) -> Iterator[str]:
    for part in node.content:
        if isinstance(part, str):
            yield part
        else:
            yield from _letters(part)
