"""An element ``design: FILE`` and the fields of the cards → the group of elements that it stands for.

A drawing is cut at each text and picture that cards fill, and at each layer that only some cards show: what is between
them are elements of kind svg, in the order in which the drawing is painted. Where a text has room is decided in
pnp.extensions.designs.room.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import lru_cache
from typing import Annotated, Any

from pydantic import StrictStr

from pnp.core import outline
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, nearest, suggest
from pnp.core.frame import IDENTITY, Box, Matrix, multiply
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.units import MM_PER_PT, Mm
from pnp.extensions.designs.fields import AUTOMATIC, Fields, fields_in
from pnp.extensions.designs.objects import Objects, Slot
from pnp.extensions.designs.room import Area, DrawnShape, room_of
from pnp.extensions.designs.texts import (
    PLACEHOLDER,
    TEXT_TAGS,
    DrawnText,
    field_expression,
    is_bold,
    is_italic,
    property_of,
)
from pnp.layout.assets import drawing_path
from pnp.layout.svg.items import UNDRAWN, Builder, open_drawing
from pnp.layout.svg.parts import all_elements, find_part, is_same_name, names_of, plain_name, range_name
from pnp.layout.svg.style import Style
from pnp.layout.svg.tree import SvgNode
from pnp.layout.svg.values import URL, svg_length
from pnp.project import values as v
from pnp.project.elements import Element, ElementKind, element_kinds
from pnp.project.files import Files
from pnp.project.template import TemplateHead
from pnp.project.templates import inherit_elements
from pnp.project.tree import Map, Seq

LEAST = 0.5
"""A text may shrink to this part of the size in which it is drawn, unless ``smallest:`` says otherwise."""

LEAST_PT = 5.0
"""And to no less than this, pt."""


class DesignElement(Element):
    """A drawing as the design of a card: its texts and pictures are filled with the card's values."""

    kind = "design"
    design: StrictStr
    """The drawing, by its path below templates/."""
    layers: dict[str, StrictStr] = {}
    """Layers, groups or objects by name, each with the expression by which it is shown: {sun: card.is_sunny}."""
    smallest: Annotated[Mm | None, v.Plain(v.parse_type_size)] = None
    """The smallest size to which its texts may shrink. Default: half of that in which they are drawn, at least 5pt."""
    elements: dict[str, Any] = {}
    """Further keys for its texts and pictures, by name: {rules: {hyphenate: true}}; null leaves one out."""


def expand(
    name: str,
    element: DesignElement,
    tree: Map,
    head: TemplateHead,
    files: Files,
    cards: Sequence[Mapping[str, Any]],
    diagnostics: Diagnostics,
) -> Map:
    """Return the mapping of a group with the elements of a drawing.

    Raises:
        Fault: The drawing is missing or broken, or the element has a wrong value.
    """
    place = tree.place_of("design")
    if isinstance(element.design, v.Expr):
        fix = "write an element for each drawing, with when:"
        raise Fault(Code.WRONG_VALUE, place, what="design: cannot be chosen by an expression", fix=fix)
    path = drawing_path(element.design)
    builder = _opened(files.read(path, place), path)
    builder.elements = builder.segments = 0  # it may have been read for another deck
    part = element.design.partition("#")[2]
    start = find_part(builder.tree, part, tree.place_of("design")) if part else builder.tree.root
    area = _area(element, builder.box, head, tree)
    objects = Objects(builder, Fields(files, path, cards), area, element.layers)
    if part and (own := objects.box_of(start)) != builder.box:
        objects = replace(objects, area=_area(element, own, head, tree))
    design = _Design(element, tree, objects, files)
    elements = design.elements(start, diagnostics)
    result = tree.together(tree)
    if isinstance(further := tree.get("elements"), Map):
        elements = _with_keys(elements, design.by_own_names(further))
    for key in ("design", "layers", "smallest", "in", "elements"):
        result.pop(key, None)
    at = (place.line, place.column)
    result.put("in", _sequence(objects.area.box, tree.file, at), at, at)
    result.put("group", elements, at, at)
    if head.mirror and "mirror" not in result:
        result.put("mirror", False, at, at)
    return result


@lru_cache(maxsize=8)
def _opened(content: bytes, path: str) -> Builder:
    """Return the reader of a drawing, whose faults are reported when its parts are drawn."""
    return open_drawing(content, path, Diagnostics())


def _area(element: DesignElement, own: Box, head: TemplateHead, tree: Map) -> Area:
    """Return where a box of the drawing lies: by default on the bleed or the trim, whichever has its proportions."""
    trim = Box(0.0, 0.0, *head.size)
    boxes = {"trim": trim, "bleed": trim.inset(-head.bleed), "safe": trim.inset(head.safe)}
    within = element.within
    if within is None:
        ratio = own.width / own.height
        outer = min((trim, boxes["bleed"]), key=lambda box: abs(math.log(box.width / box.height / ratio)))
        if abs(own.width - boxes["bleed"].width) < 0.5 and abs(own.height - boxes["bleed"].height) < 0.5:
            outer = boxes["bleed"]
    elif isinstance(within, str) and within in boxes:
        outer = boxes[within]
    elif isinstance(within, tuple) and all(type(length) in (int, float) for length in within):
        outer = Box(*within)
    else:
        what, fix = "in: of a design is not a fixed box", "write trim, bleed, safe, or [x, y, width, height] in mm"
        raise Fault(Code.WRONG_VALUE, tree.place_of("in"), what=what, fix=fix)
    scale = min(outer.width / own.width, outer.height / own.height)
    width, height = own.width * scale, own.height * scale
    box = Box(outer.x + (outer.width - width) / 2, outer.y + (outer.height - height) / 2, width, height)
    return Area(own, box, head)


@frozen_dataclass
class _Design:
    """A drawing that becomes elements.

    Attributes:
        element: The element that stands for it.
        tree: The mapping of that.
        objects: What cards fill in the drawing.
        files: The project's files.
        used: The names of the elements so far.
        known: The names of those that are texts, pictures or layers, by all names that they have in the drawing.
    """

    element: DesignElement
    tree: Map
    objects: Objects
    files: Files
    used: set[str] = field(default_factory=set)
    known: dict[str, str] = field(default_factory=dict)

    def by_own_names(self, written: Map) -> Map:
        """Return further keys by the names of the elements, for which others of the drawing may be written.

        Raises:
            Fault: A name is not one of these, and its keys make no new element.
        """
        result = Map(written.file, written.at)
        for name, keys in written.items():
            own = name if name in self.used else self.known.get(plain_name(name), name)
            if own not in self.used and not (isinstance(keys, Map) and element_kinds(keys)):
                what = f"{self.objects.builder.tree.file} has no text, picture or layer named {name}"
                fix = suggest(name, dict.fromkeys(self.known.values()))
                raise Fault(Code.ELEMENT_UNKNOWN, written.place_of_key(name), what=what, fix=fix)
            if own == name:
                result.adopt(name, written)
            else:
                at = (written.place_of_key(name), written.place_of(name))
                result.put(own, keys, *((place.line, place.column) for place in at))
        return result

    def elements(self, start: SvgNode, diagnostics: Diagnostics) -> Map:
        """Return the elements by name; what cannot be filled in an element of the drawing is reported."""
        tree = self.objects.builder.tree
        slots = tuple(self.objects.slots(start, self.objects.setting_at(start.parent), 1.0, is_shown=True))
        self._report_layers(diagnostics)
        result = Map(tree.file, (start.line, start.column))
        self._put(result, slots, start.number, start.last, is_shown=start is not tree.root)
        self._report_unfilled(result, start, diagnostics)
        return result

    def _put(
        self, result: Map, slots: Iterable[Slot], first: int, last: int, is_shown: bool, moved: Matrix = IDENTITY
    ) -> None:
        """Add elements for a range of the drawing: the parts between the places that cards fill, and these.

        Args:
            result: Where they are added.
            slots: The places.
            first: The number of the first element of the range.
            last: That of the last one.
            is_shown: Whether the first one is shown even if it is hidden.
            moved: Where a clone shows the range.
        """
        start = first
        for slot in slots:
            self._put_part(result, start, slot.node.number - 1, is_shown and start == first, moved)
            if slot.clone is not None:
                target, matrix = slot.clone
                self._put(result, slot.inside or (), target.number, target.last, is_shown=False, moved=matrix)
            elif slot.inside is not None:
                self._put_layer(result, slot, moved)
            elif slot.text is not None:
                self._put_text(result, slot, slot.text, moved)
            elif slot.drawn is not None:
                self._put_drawn(result, slot, slot.drawn, moved)
            start = slot.node.last + 1
        self._put_part(result, start, last, is_shown and start == first, moved)

    def _put_part(self, result: Map, first: int, last: int, is_shown: bool, moved: Matrix) -> None:
        numbers = self.objects.drawn
        if bisect_left(numbers, first) < bisect_right(numbers, last):
            file = self.element.design.partition("#")[0]
            view = self.objects.area.view
            box, turn = self.objects.area.turned_box(view, moved)
            part = range_name(first, last, is_shown, view if view != self.objects.builder.box else None)
            values = {"svg": f"{file}#{part}", "fit": "stretch", "rotate": turn or None}
            self._put_element(result, f"part {len(result) + 1}", self.objects.builder.tree.root, values, box)

    def _put_layer(self, result: Map, slot: Slot, moved: Matrix) -> None:
        inside = Map(result.file, (slot.node.line, slot.node.column))
        self._put(inside, slot.inside or (), slot.node.number, slot.node.last, is_shown=True, moved=moved)
        values = {"group": inside, "when": slot.when}
        names = list(names_of(slot.node))
        layers = [key for key in self.element.layers if any(is_same_name(key, name) for name in names)]
        name = next(iter((*layers, *names)), "layer")
        self._put_element(result, name, slot.node, values, None)

    def _put_text(self, result: Map, slot: Slot, text: DrawnText, moved: Matrix) -> None:
        names = [slot.field, *names_of(text.node)] if slot.field else list(names_of(text.node))
        frames = [f"{each}-box" for each in names] + names
        objects = self.objects
        frame = next((objects.named[key] for each in frames if (key := plain_name(each)) in objects.named), None)
        if frame is not None:
            frame = replace(frame, matrix=multiply(moved, frame.matrix))
        room = room_of(text, objects.builder, frame, objects.grounds, objects.area)
        is_value = slot.field and (not PLACEHOLDER.search(text.words) or text.words == field_expression(slot.field))
        words = self.objects.fields.expression(slot.field) if is_value else text.text(room.is_framed)
        values: dict[str, Any] = {"text": words, **self._look(text.style, text.size * room.scale)}
        values |= {"align": room.align, "valign": room.valign, "rotate": room.turn or None, "lines": room.lines}
        values |= {"leading": room.leading, "opacity": slot.opacity if slot.opacity < 1 else None}
        if arc := text.arc:
            lengths = {"radius": arc.radius * room.scale, "length": arc.length * room.scale}
            written = {**{key: f"{length:.4f}mm" for key, length in lengths.items()}, "side": "outside"}
            values["arc"] = {**written, "side": "inside"} if arc.is_inside else written
        if property_of(text.node, "text-transform") == "uppercase":
            values["uppercase"] = True
        self._put_element(result, self._text_name(slot, text), text.node, values, room.box)

    def _text_name(self, slot: Slot, text: DrawnText) -> str:
        """Return the name of a text: its field, the name that its author gave, or its first words."""
        given = next((name for name in names_of(text.node) if not AUTOMATIC.fullmatch(name)), "")
        name = plain_name(slot.field or given)[:40]
        return name or plain_name(PLACEHOLDER.sub("", text.words))[:24].strip("_") or "text"

    def _look(self, style: Style, size: Mm) -> dict[str, Any]:
        """Return the keys of a text's look."""
        least = self.element.smallest
        if least is None:
            least = max(LEAST * size, min(size, LEAST_PT * MM_PER_PT))
        values: dict[str, Any] = {
            "font": style["font-family"],
            "size": f"{size / MM_PER_PT:.5f}pt",
            "smallest": f"{min(size, least) / MM_PER_PT:.5f}pt",
            "bold": is_bold(style) or None,
            "italic": is_italic(style) or None,
        }
        if colour := self._colour(style, "fill") or self._colour(style, "stroke"):
            values["colour"] = colour
        if colour := self._colour(style, "stroke"):
            width = svg_length(style["stroke-width"], 1.0) / svg_length(style["font-size"], 16.0) * size
            values["outline"] = f"{colour} {width / 2:.4f}mm" if width > 0 else None
        if style["letter-spacing"] != "normal":
            em = svg_length(style["font-size"], 16.0)
            spacing = svg_length(style["letter-spacing"], em) / em
            values["spacing"] = round(spacing, 4) or None
        return values

    def _colour(self, style: Style, key: str) -> str:
        """Return the colour of a fill or stroke, of a gradient the first one; "" for none."""
        builder = self.objects.builder
        link = URL.fullmatch(style[key])
        paint = builder.tree.by_id.get(link[1]) if link else None
        stop = next((child for child in paint.children if child.tag == "stop"), None) if paint else None
        written = builder.paints.style(stop, style)["stop-color"] if stop else style[key]
        if written in ("none", "") or (link and not stop):
            return ""
        colour, _ = builder.paints.colour(written, style)
        return colour if colour[:1] == "#" else "#000000"

    def _put_drawn(self, result: Map, slot: Slot, drawn: DrawnShape, moved: Matrix) -> None:
        """Add the element of a picture, or of a text in a shape."""
        box, turn = self.objects.area.placed(drawn)
        values: dict[str, Any] = {"rotate": turn or None, "opacity": slot.opacity if slot.opacity < 1 else None}
        if path := self.objects.fields.picture(slot.field):
            fit = slot.node.attributes.get("preserveAspectRatio", "" if slot.node.tag != "image" else "meet")
            values["svg" if self.objects.fields.is_drawing(slot.field, path) else "image"] = path
            values |= {
                "fit": "contain" if "meet" in fit or fit == "xMidYMid" else "cover",
                "clip": self._clip(drawn, box),
            }
            values["when"] = self.objects.fields.expression(slot.field)
        else:
            self._put_part(result, slot.node.number, slot.node.last, is_shown=False, moved=moved)
            values |= {"text": self.objects.fields.expression(slot.field), "align": "centre", "valign": "middle"}
        self._put_element(result, slot.field, slot.node, values, box)

    def _clip(self, drawn: DrawnShape, box: Box) -> str | None:
        """Return the clip of a picture to the shape that it replaces; None for a rectangle."""
        local = outline.bounds(drawn.segments)
        if drawn.segments == outline.rectangle(*local):
            return None
        scale_x, scale_y = box.width / local.width, box.height / local.height
        fitted = (scale_x, 0.0, 0.0, scale_y, -local.x * scale_x, -local.y * scale_y)
        moved = outline.transform(drawn.segments, fitted)
        return "path " + " ".join(s[0] + " ".join(f"{number:.4f}" for number in s[1:]) for s in moved)

    def _put_element(self, result: Map, name: str, node: SvgNode, values: Mapping[str, Any], box: Box | None) -> None:
        written = name
        number = 2
        while name in self.used:
            name, number = f"{written} {number}", number + 1
        self.used.add(name)
        if node.parent is not None:
            for own in (name, *names_of(node)):
                self.known.setdefault(plain_name(own), name)
        at = (node.line, node.column)
        made = Map(result.file, at)
        if box is not None:
            made.put("in", _sequence(box, result.file, at), at, at)
        for key, value in values.items():
            if value is not None:
                made.put(key, value, at, at)
        result.put(name, made, at, at)

    def _report_layers(self, diagnostics: Diagnostics) -> None:
        """Report layers that the drawing does not have."""
        layers, tree = self.tree.get("layers"), self.objects.builder.tree
        groups = (list(names_of(node)) for node in all_elements(tree.root) if node.tag == "g")
        for name in self.element.layers:
            if name not in self.objects.layers:
                known = dict.fromkeys(names[0] for names in groups if names)
                place = layers.place_of_key(name) if isinstance(layers, Map) else self.tree.place_of("layers")
                what = f"{tree.file} has no layer named {name}"
                diagnostics.report(Code.SVG_PART, place, what=what, fix=suggest(name, known))

    def _report_unfilled(self, result: Map, start: SvgNode, diagnostics: Diagnostics) -> None:
        """Report texts that are outlines, objects that nearly have the name of a field, and a drawing without any."""
        tree, fields = self.objects.builder.tree, self.objects.fields
        written = set(fields_in(" ".join(_texts_in(result))))
        unfilled = [name for name in fields.values if name not in written]
        for node in all_elements(start):
            names = list(names_of(node))
            if not names or not node.tag or node.tag in UNDRAWN or node.parent is None:
                continue
            what, fix, own = "", "", fields.of(node)
            is_outlines = node.tag in ("path", "g", "use") and (own in unfilled if own else "{{" in names[0])
            if is_outlines and not any(each.tag in TEXT_TAGS for each in all_elements(node)):
                what, fix = f"{names[0]} is not filled: it is exported as outlines, not as a text", OUTLINES
            elif node.tag in (*TEXT_TAGS, "image", "rect", "g") and not own:
                near = next(filter(None, (_misspelt(name, unfilled) for name in names)), "")
                what, fix = f"{names[0]} is not filled: no field has this name", f"name the object {near}, as the field"
                what = what if near else ""
            if what:
                diagnostics.report(Code.DRAWING_UNFILLED, tree.place(node), what=what, fix=fix)
        for node, effect in {(node.number, effect): (node, effect) for node, effect in self.objects.plain}.values():
            what, fix = f"the {effect} of this text is left out", "leave it if the card looks right, or remove it"
            diagnostics.report(Code.SVG_UNSUPPORTED, tree.place(node), what=what, fix=fix)
        games = [f"data/{game}/locale" for game in self.files.folders("data")]
        if any(self.files.names(folder) for folder in games):
            for node in _once(self.objects.kept):
                what = "this text runs along a path that is no arc, or its letters are turned, and is not translated"
                fix = "make the path a part of a circle, or leave the text out and write one into the template"
                diagnostics.report(Code.DRAWING_UNFILLED, tree.place(node), what=what, fix=fix)
        for node in _once(self.objects.outlined):
            what = "the outline of this frame is not drawn: the card's picture takes its place"
            fix = "draw the outline as an object of its own above the frame, or set its stroke to none"
            diagnostics.report(Code.DRAWING_UNFILLED, tree.place(node), what=what, fix=fix)
        for node in self.objects.samples:
            what = "this clone shows the sample: it is not filled"
            fix = "put the object itself there (in Inkscape Edit > Clone > Unlink Clone)"
            diagnostics.report(Code.DRAWING_UNFILLED, tree.place(node), what=what, fix=fix)
        for node in _once(self.objects.straightened):
            what = (
                "this text runs along a path that is no arc, or its letters are turned, and is set on a straight line"
            )
            fix = "make the path a part of a circle, or leave it out and write a text with arc: into the template"
            diagnostics.report(Code.DRAWING_UNFILLED, tree.place(node), what=what, fix=fix)
        if not written and fields.values and not self.objects.layers and "elements" not in self.tree:
            what = f"nothing in {tree.file} is filled: no text has a placeholder, and no object the name of a field"
            fix = f"write {field_expression(next(iter(fields.values)))} into a text, or svg: for design:"
            diagnostics.report(Code.DRAWING_UNFILLED, self.tree.place_of("design"), what=what, fix=fix)


OUTLINES = (
    "export texts as texts: in Figma untick Outline Text, in Illustrator choose Font: SVG, in Affinity untick Export "
    "text as curves"
)


def _misspelt(name: str, fields: Sequence[str]) -> str:
    """Return the field that a name misspells: about as long, and different in a letter or two; "" for none."""
    one = plain_name(name)
    near = nearest(one, fields) if len(one) > 2 and not AUTOMATIC.fullmatch(name) else None
    other = plain_name(near or "")
    return near if near and abs(len(one) - len(other)) <= 2 and len(set(one) ^ set(other)) <= 2 else ""


def _with_keys(elements: Map, further: Map) -> Map:
    """Return elements with further keys for those among them, also in layers; others are added."""
    groups = {name: inner for name, each in elements.items() if isinstance(inner := each.get("group"), Map)}
    own = further.together(further)
    result = elements.together(elements)
    for name, inner in groups.items():
        of_group = Map(further.file, further.at)
        for key in [key for key in own if key in _names_in(inner)]:
            of_group.adopt(key, own)
            del own[key]
        if of_group:
            outer = elements[name].together(elements[name])
            outer["group"] = _with_keys(inner, of_group)
            result[name] = outer
    return inherit_elements(result, own)


def _names_in(elements: Map) -> set[str]:
    inner = (each["group"] for each in elements.values() if isinstance(each.get("group"), Map))
    return set(elements).union(*map(_names_in, inner))


def _once(nodes: Iterable[SvgNode]) -> Iterable[SvgNode]:
    """Return elements, each of which clones may show again, once."""
    return {node.number: node for node in nodes}.values()


def _texts_in(elements: Map) -> Iterator[str]:
    for value in elements.values():
        if isinstance(value, Map):
            yield from _texts_in(value)
        elif isinstance(value, str):
            yield value


def _sequence(box: Box, file: str, at: tuple[int, int]) -> Seq:
    sequence = Seq(file, at)
    for length in box:
        sequence.put(round(length, 4), at)
    return sequence


def _draw(_element: Element, *_: Any) -> Iterator[Any]:
    """Draw nothing: other elements stand for a design."""
    return iter(())


DESIGN = ElementKind(DesignElement, _draw, expand=expand)
