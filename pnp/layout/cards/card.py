"""A template and a card's values → a Frame: a template is compiled once, and lays out each card.

Elements stand in boxes: the trim, the bleed, the safe area, or an earlier element's box. What an element looks like
inside its box is drawn by pnp.layout.cards.elements.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from typing import Any

from pnp.core import outline
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place, suggest
from pnp.core.die_lines import die_line
from pnp.core.fonts import FontSet
from pnp.core.frame import (
    Box,
    DieLine,
    ElementBox,
    Frame,
    Group,
    Item,
    Matrix,
    Paint,
    Path,
    Text,
    is_later_letter,
    letters_text,
    multiply,
    turned_letters,
)
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.units import Mm
from pnp.expressions import ExpressionError, Scope
from pnp.expressions.scope import Scopes
from pnp.layout.assets import Assets
from pnp.layout.cards.compile import CompiledNode, compile_nodes, report_expression
from pnp.layout.cards.drawing_context import CardDrawer, DrawingContext, SharedSizes, TextRest, ValuePlace, WrittenText
from pnp.layout.cards.elements import aspect_of, draw_element
from pnp.layout.cards.plain_line import PlainLook
from pnp.layout.cards.remembered import DrawnElement, Key, Memory, exactly
from pnp.layout.cards.text_elements import report_unplaced
from pnp.layout.mirroring import mirrored, mirrored_boxes, mirrored_frame
from pnp.layout.sheets.finishing import fault_marks
from pnp.layout.svg.notation import read_path
from pnp.layout.text.fitting import MAX_OVERHANG, OVERHANG
from pnp.layout.text.ink import GroundShape, Painted, painted
from pnp.project.elements import Element, TextElement, TextLook
from pnp.project.template import Node, Template, all_nodes
from pnp.project.values import AnchorPoint, Percent
from pnp.text.bidi import is_right_to_left
from pnp.workers.activity import activity, now

MAX_REPEATS = 1000
"""The most times that for: draws its element on one card."""

TEXTS = ("text", "rest")
"""The kinds of elements that are texts."""

NO_GROUND = (*TEXTS, "face", "qr", "barcode")
"""The kinds of elements on which texts do not stand, so that they are not drawn while sizes of texts are measured."""


class CardLayout:
    """A template ready to lay out cards.

    Attributes:
        languages: The other languages of the game that its texts are in.
        continued: The names of the texts whose rest is drawn here.
        may_go_on: Whether a text that does not fit may go on elsewhere.
        shares_sizes: Whether any text has the same size on all cards of a deck.

    Faults in the template's expressions are reported when it is created, those of a card when the card is laid out.
    """

    def __init__(
        self,
        template: Template,
        fonts: FontSet,
        assets: Assets,
        language: str,
        faces: CardDrawer | None,
        diagnostics: Diagnostics,
        smallest_text: Mm = 0.0,
        is_draft: bool = False,
        edition: str = "",
        text_place: ValuePlace | None = None,
        text_places: Mapping[str, ValuePlace] | None = None,
    ) -> None:
        """Compile a template.

        Args:
            template: The template, in the language of the cards.
            fonts: The project's fonts.
            assets: The project's drawings and pictures.
            language: For hyphenation and typography.
            faces: Returns other cards' faces, in figures; None on cards.
            diagnostics: Faults are added.
            smallest_text: Texts in smaller type are reported, mm.
            is_draft: Whether elements with faults are marked.
            edition: The language or languages of the edition, for messages, if not the language of the cards.
            text_place: Returns where the translation of a text was written, for messages.
            text_places: The same for other languages of the game.
        """
        self.template = template
        head = template.head
        self._trim = Box(0.0, 0.0, *head.size)
        palette, icons = dict(head.palette), dict(head.icons)
        self._context = DrawingContext(
            fonts,
            assets,
            palette,
            icons,
            language,
            faces,
            diagnostics,
            smallest_text,
            icons_source=template.source.get("icons"),
            is_draft=is_draft,
            trim=self._trim,
            bleed=head.bleed,
            edition=edition,
            is_mirrored=head.mirror and is_right_to_left(language),
            value_place=text_place,
            value_places=text_places or {},
        )
        self._drawn: set[Place] = set()
        before = diagnostics.errors
        self._nodes = compile_nodes(template.nodes, self._context)
        self._is_flawed = diagnostics.errors > before
        self._memory = Memory()
        self._measuring = Memory()
        elements = [node.element for node in all_nodes(template.nodes)]
        nodes = (n for node in all_nodes(template.nodes) for n in (node, *node.further))
        self.languages = frozenset(node.language for node in nodes if node.language)
        self.continued = frozenset(template.rests)
        self.shares_sizes = any(isinstance(e, TextElement) and e.same_size for e in elements)
        self.may_go_on = any(isinstance(e, TextElement) and e.continued is not None for e in elements)
        self._lines = {name: line for line, names in head.lines.items() for name in names}

    @property
    def is_fixed(self) -> bool:
        """Whether every card with this template looks alike."""
        return all(node.is_fixed for node in self._nodes)

    def report_unplaced(self, rests: Iterable[TextRest]) -> None:
        """Report texts that do not fit and whose rest no element shows."""
        for rest in rests:
            report_unplaced(rest, self._context)

    @property
    def drawn(self) -> frozenset[Place]:
        """The places of the elements that some card has had so far."""
        return frozenset(self._drawn)

    def lay_out(
        self,
        scope: Scope | Scopes,
        name: str,
        rests: dict[str, TextRest] | None = None,
        value_place: ValuePlace | None = None,
        value_places: Mapping[str, ValuePlace] | None = None,
        shared: SharedSizes | None = None,
    ) -> Frame:
        """Return a card's Frame; what cannot be drawn is reported and left out.

        Args:
            scope: Names for expressions: card, deck, facts …, in each language of the texts.
            name: The card's label, for messages.
            rests: Texts that go on here, by the names of their elements; those that end here are removed, those that go
                on from here added.
            value_place: Returns where the card's values were written, for messages.
            value_places: The same for other languages of the game.
            shared: The sizes of texts that have the same size on all cards.
        """
        scopes = scope if isinstance(scope, Scopes) else Scopes(scope)
        head, trim = self.template.head, self._trim
        boxes = {"trim": trim, "bleed": trim.inset(-head.bleed), "safe": trim.inset(head.safe)}
        context = replace(
            self._context,
            card=name,
            rests={} if rests is None else rests,
            value_place=value_place,
            value_places=value_places or {},
            shared=shared or {},
        )
        card = _Card(trim, head.safe, context, boxes, self._memory, self._drawn, [])
        before = self._context.diagnostics.errors
        with activity(name, self.template.place), activity(""):  # each element in turn, by ``now``
            items = tuple(item for node in self._nodes for item in self._lined(node, card.place(node, scopes, trim)))
        if rests is None:
            self.report_unplaced(context.rests.values())
        lines, placed = tuple(dict.fromkeys(self._lines.values())), tuple(card.placed)
        if lines:
            _report_cut_off(Frame(*head.size, items, head.bleed, lines=lines), self.template, context)
        is_flawed = self._is_flawed or self._memory.is_flawed or self._context.diagnostics.errors > before
        frame = Frame(*head.size, items, head.bleed, head.corner, name, head.shape, placed, lines, is_flawed)
        return mirrored_frame(frame) if self._context.is_mirrored else frame

    def measure(self, scopes: Scopes, name: str) -> SharedSizes:
        """Return the sizes of texts that have the same size on all cards, as far as one card requires them.

        Args:
            scopes: Names for expressions, in each language of the texts.
            name: The card's label.
        """
        measured: dict[str, tuple[Mm, str]] = {}
        head, trim = self.template.head, self._trim
        boxes = {"trim": trim, "bleed": trim.inset(-head.bleed), "safe": trim.inset(head.safe)}
        context = replace(self._context, card=name, rests={}, diagnostics=Diagnostics(), measured=measured)
        card = _Card(trim, 0.0, context, boxes, self._measuring, set(), [])
        for node in self._nodes:
            card.place(node, scopes, trim)
        return measured

    def _lined(self, compiled: CompiledNode, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """Return the items of an element, marked where a machine cuts or creases along them."""
        line = self._lines.get(compiled.node.name)
        return (Group(items, line=line),) if line and items else items


@frozen_dataclass
class _Card:
    """One card during its layout.

    Attributes:
        safe: How far inside the trim texts must stay, mm.
        boxes: Boxes that elements may name; every element adds its own.
        memory: Elements as earlier cards show them; shared by all cards.
        drawn: Places of the elements that were drawn; shared by all cards.
        placed: The boxes of all elements drawn on this card.
        painted: All items painted so far except texts, within a turned group those of the group.
    """

    trim: Box
    safe: Mm
    context: DrawingContext
    boxes: dict[str, Box]
    memory: Memory
    drawn: set[Place]
    placed: list[ElementBox]
    painted: list[Painted] = field(default_factory=list)

    def place(self, compiled: CompiledNode, scopes: Scopes, around: Box) -> tuple[Item, ...]:
        """Return the items of an element.

        Args:
            compiled: The element.
            scopes: Names for expressions.
            around: The box it stands in when it names none: the trim, or that of its group.
        """
        node = compiled.node
        now(node.name, compiled.place)
        try:
            if compiled.loop is None:
                return self._place_once(compiled, scopes, around)
            values = list(compiled.loop(scopes.own) or ())
            others = {language: list(compiled.loop(scope) or ()) for language, scope in scopes.others.items()}
        except ExpressionError as error:
            report_expression(error, node, "for", self.context)
            return self._without_value(compiled, around)
        if len(values) > MAX_REPEATS:
            what = f"{node.name} is repeated {len(values):,} times"
            self.context.report(Code.LOOP, node.place("for"), what=what, fix=f"at most {MAX_REPEATS:,}")
            return ()
        repeated: list[Item] = []
        for index, value in enumerate(values):
            loop = {"index0": index, "index": index + 1, "length": len(values), "first": index == 0}
            loop["last"] = index == len(values) - 1
            translated = {code: of[index] for code, of in others.items() if len(of) == len(values)}
            names = {code: {compiled.loop_name: of, "loop": loop} for code, of in {**translated, "": value}.items()}
            repeated += self._place_once(compiled, scopes.extended(partial(_names_in, names)), around)
        return tuple(repeated)

    def _place_once(self, compiled: CompiledNode, scopes: Scopes, around: Box) -> tuple[Item, ...]:
        try:
            if compiled.when is not None and not compiled.when(scopes.own):
                self.boxes.setdefault(compiled.node.name, around)
                return ()
        except ExpressionError as error:
            report_expression(error, compiled.node, "when", self.context)
            return self._without_value(compiled, around)
        values = compiled.values(scopes.of(compiled.node.language), self.context)
        if values is None:
            return self._without_value(compiled, around)
        if compiled.group in self.context.shared:
            size = values.get("size", getattr(compiled.node.element, "size", 0.0))
            values = {**values, "size": min(size, self.context.shared[compiled.group][0])}
        if compiled.is_fixed or compiled.is_repeatable:
            return self._remembered(compiled, values, scopes, around)
        return tuple(self._draw(compiled, compiled.with_values(values), scopes, around))

    def _remembered(
        self, compiled: CompiledNode, values: Mapping[str, Any], scopes: Scopes, around: Box
    ) -> tuple[Item, ...]:
        """Return the items of an element: those of an earlier card on which it looks alike, or else drawn now."""
        is_fixed, diagnostics = compiled.is_fixed, self.context.diagnostics
        of_element = self.memory.of(compiled)
        placement = self._placement(compiled, values, around)
        before = () if is_fixed or compiled.node.element.kind != "text" else tuple(self.painted)
        key = (*placement, values.get("text"), *map(id, before))
        if drawn := of_element.drawn.get(key):
            self.boxes.update((placed.name, placed.box) for placed in drawn.boxes)
            self.placed.extend(drawn.boxes)
            self.painted.extend(drawn.painted)
            return drawn.items
        box_number, painted_number = len(self.placed), len(self.painted)
        count, errors = diagnostics.count, diagnostics.errors
        items = self._plain_line(compiled, of_element.plain.get(placement), values, around)
        if not items:
            for_all = is_fixed and not self.context.faces
            drawer = replace(self, context=replace(self.context, card="every card")) if for_all else self
            element = compiled.with_values(values)
            items = tuple(drawer._draw(compiled, element, scopes, around))
            if "text" in values and diagnostics.count == count and isinstance(element, TextElement):
                look = PlainLook(element, self.boxes[compiled.node.name], self.context, compiled.node)
                of_element.plain[placement] = look
        self.memory.is_flawed |= is_fixed and diagnostics.errors > errors
        if is_fixed or diagnostics.count == count:
            boxes, painted_by_it = tuple(self.placed[box_number:]), tuple(self.painted[painted_number:])
            of_element.drawn[key] = DrawnElement(items, boxes, painted_by_it, before)
        return items

    def _placement(self, compiled: CompiledNode, values: Mapping[str, Any], around: Box) -> Key:
        """Return all that determines the look of an element, except its text and the ground under it."""
        boxes = [self.boxes.get(name) for name in compiled.beside]
        looks = [exactly(value) for name, value in values.items() if name != "text"]
        return (around, *boxes, self.context.is_mirrored, self.context.keeps_sides, *looks)

    def _plain_line(
        self, compiled: CompiledNode, look: PlainLook | None, values: Mapping[str, Any], around: Box
    ) -> tuple[Item, ...]:
        """Return the items of a text that can be set the short way; none for other elements."""
        set_line = look.line(values["text"], self.painted) if look else None
        if look is None or set_line is None:
            return ()
        (line, ink), node = set_line, compiled.node
        self.boxes[node.name] = look.box
        self.placed.append(ElementBox(look.box, node.name, compiled.place, frozenset(((line.text, line.fill),))))
        items = self._finished(look.element, look.box, (line,))
        # This holds for a second, turned copy, too: it turns about the middle of the card, so of the safe area.
        is_checked = self.safe > 0 and (around is self.trim or node.is_drawn)
        if is_checked and not self.trim.inset(self.safe).contains(ink, tolerance=0.0):
            self._check_safe(items, node)
        return items

    def _without_value(self, compiled: CompiledNode, around: Box) -> tuple[Item, ...]:
        """Return the items of an element without a value: none, or in a draft a mark in its box."""
        if not self.context.is_draft:
            return ()
        element, node = compiled.node.element, compiled.node
        box = self._box(element, around, node) if compiled.has_fixed_box else around
        self.placed.append(ElementBox(box, node.name, compiled.place))
        return fault_marks(box, is_empty=True)

    def _draw(self, compiled: CompiledNode, element: Element, scopes: Scopes, around: Box) -> Iterator[Item]:
        """Yield the items of an element, mirrored in its box if the element is mirrored and the card is not."""
        is_mirrored, is_turned = self.context.is_mirrored, is_right_to_left(self.context.language)
        if element.mirror is None or not is_turned or element.mirror == is_mirrored:
            stays = is_turned and element.mirror is False  # its texts keep left and right, too
            card = replace(self, context=replace(self.context, keeps_sides=True)) if stays else self
            yield from card._drawn_here(compiled, element, scopes, around)
            return
        turned = replace(
            self, context=replace(self.context, is_mirrored=element.mirror, keeps_sides=not element.mirror)
        )
        within, number = element.within, len(self.placed)
        outer = self.boxes.get(within, around) if isinstance(within, str) else around
        across = 2 * outer.x + outer.width
        yield from mirrored(tuple(turned._drawn_here(compiled, element, scopes, around)), across)
        self.placed[number:] = mirrored_boxes(self.placed[number:], across)
        self.boxes.update((placed.name, placed.box) for placed in self.placed[number:])

    def _drawn_here(self, compiled: CompiledNode, element: Element, scopes: Scopes, around: Box) -> Iterator[Item]:
        node = compiled.node
        self.drawn.add(compiled.place)
        box = self._box(element, around, node)
        self.boxes[node.name] = box
        number = len(self.placed)
        self.placed.append(ElementBox(box, node.name, compiled.place))
        if self.context.measured is not None and element.kind in NO_GROUND and not compiled.group:
            return
        if box.width <= 0 or box.height <= 0:
            what = f"the box of {node.name} has no width or height"
            self.context.report(Code.BOX_EMPTY, node.place(), what=what, fix="correct its position or size")
            return
        items: tuple[Item, ...]
        before = self.context.diagnostics.count
        if element.kind == "group":
            drawer = replace(self, painted=[], safe=0.0) if element.rotate else self
            items = tuple(item for child in compiled.children for item in drawer.place(child, scopes, box))
        else:
            context = self._in_further(compiled.further, scopes) if compiled.further else self.context
            is_vertical = isinstance(element, TextLook) and element.vertical
            if is_vertical:
                items = self._from_top(element, box, context, node)
            else:
                if element.kind in TEXTS:
                    context = replace(context, before=self._painted_under(element, box))
                items = tuple(draw_element(element, box, context, node))
            if element.kind in TEXTS:
                self.placed[number] = ElementBox(box, node.name, compiled.place, frozenset(_lines(items)))
        if self.context.is_draft and element.kind != "group" and self.context.diagnostics.count > before:
            items = (*items, *fault_marks(box, is_empty=not items))
        items = self._finished(element, box, items)
        if element.kind != "group" and element.kind not in TEXTS:
            self.painted.extend(painted(items))
        is_checked = self.safe > 0 and (around is self.trim or node.is_drawn)
        if element.kind in TEXTS and is_checked and self.context.diagnostics.count == before:
            self._check_safe(items, node)
        yield from items

    def _from_top(self, element: Element, box: Box, context: DrawingContext, node: Node) -> tuple[Item, ...]:
        """Return the items of a text whose lines run from top to bottom."""
        from pnp.layout.text.vertical import from_top, lying  # for few cards

        turned = element.model_copy(update={"rotate": element.rotate + 90})
        context = replace(context, before=self._painted_under(turned, box))
        return tuple(from_top(draw_element(element, lying(box), context, node), box))

    def _painted_under(self, element: Element, box: Box) -> Sequence[Painted]:
        """Return the items painted before a text, in the coordinates that the text has before its own turn."""
        if not element.rotate:
            return self.painted
        back = outline.rotation(-element.rotate, box.x + box.width / 2, box.y + box.height / 2)
        return [each.turned(back) for each in self.painted if isinstance(each, GroundShape)]

    def _in_further(self, further: Sequence[CompiledNode], scopes: Scopes) -> DrawingContext:
        """Return the context for a text that is set in further languages, too."""
        written: list[WrittenText] = []
        for each in further:
            language = each.node.language
            context = self.context.in_language(language)
            values = each.values(scopes.of(language), context)
            if values is not None and isinstance(element := each.with_values(values), TextElement):
                written.append(WrittenText(element, each.node, context))
        return replace(self.context, further=tuple(written))

    def _box(self, element: Element, around: Box, node: Node) -> Box:
        """Return the box that an element stands in, mm."""
        outer = around
        for within, key in ((element.within, "in"), (element.own_box, element.kind)):
            if isinstance(within, tuple):
                x, y, width, height = within
                whole = (outer.width, outer.height) * 2
                x, y, width, height = map(_in_mm, (x, y, width, height), whole)
                outer = Box(outer.x + x, outer.y + y, width, height)
            elif isinstance(within, str):
                outer = self._named_box(within, around, node, key)
        outer = self._beside(element, outer, node)
        anchor: AnchorPoint = element.at
        width, height = element.width, element.height
        width = None if width is None else _in_mm(width, outer.width)
        height = None if height is None else _in_mm(height, outer.height)
        if (width is None) != (height is None) and (aspect := aspect_of(element, self.context, node)) is not None:
            width, height = (width, width / aspect) if width is not None else (height * aspect, height)  # type: ignore[operator]
        width = outer.width if width is None else width
        height = outer.height if height is None else height
        x = outer.x + anchor.across * (outer.width - width) + anchor.dx + _in_mm(element.x, outer.width)
        y = outer.y + anchor.down * (outer.height - height) + anchor.dy + _in_mm(element.y, outer.height)
        return Box(x, y, width, height)

    def _named_box(self, name: str, otherwise: Box, node: Node, key: str) -> Box:
        """Return the box of an earlier element or of the card; an unknown name is reported and gives ``otherwise``."""
        if name not in self.boxes:
            what, fix = f"no box {name} before {node.name}", suggest(name, self.boxes)
            self.context.report(Code.BOX_UNKNOWN, node.place(key), what=what, fix=fix)
            # drawn in the safe area instead, the element causes no further reports
            return self.boxes.get("safe", otherwise) if key == "in" else otherwise
        return self.boxes[name]

    def _beside(self, element: Element, outer: Box, node: Node) -> Box:
        """Return the part of a box below, above, right or left of the elements that an element names."""
        if not (element.below or element.above or element.right_of or element.left_of):
            return outer
        left, top, right, bottom = outer.x, outer.y, outer.right, outer.bottom
        if element.below:
            top = self._named_box(element.below, outer, node, "below").bottom
        if element.above:
            bottom = self._named_box(element.above, outer, node, "above").y
        if element.right_of:
            left = self._named_box(element.right_of, outer, node, "right_of").right
        if element.left_of:
            right = self._named_box(element.left_of, outer, node, "left_of").x
        return Box(left, top, right - left, bottom - top)

    def _finished(self, element: Element, box: Box, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """Return items clipped, faded, turned and mirrored by the element's fields."""
        clip = _clip(element.clip, box) if element.clip else None
        if clip or element.opacity < 1:
            items = (Group(items, clip=clip, opacity=element.opacity),)
        if element.rotate:
            items = (Group(items, outline.rotation(element.rotate, box.x + box.width / 2, box.y + box.height / 2)),)
        if element.mirrored:
            half = outline.rotation(180, self.trim.width / 2, self.trim.height / 2)
            items = (*items, Group(items, half))
        return items

    def _check_safe(self, items: tuple[Item, ...], node: Node) -> None:
        """Report a text whose ink lies outside the safe area."""
        inks = list(text_inks(items, None))
        reach = max((_beyond(ink, self.trim.inset(self.safe)) for ink in inks), default=0.0)
        if reach > 0.01:  # strokes of letters beyond capitals and baseline are tolerated by text_inks
            is_outside = not any(ink.overlaps(self.trim) for ink in inks)
            where = "lies outside the card" if is_outside else "reaches out of the safe area"
            what, amount = f"the text of {node.name} {where}", f"{max(reach, 0.1):.1f} mm"
            why = f"a cut that is {self.safe:g} mm off would touch it"
            fix = "move it inwards, or make it smaller"
            self.context.report(Code.TEXT_UNSAFE, node.place(), what=what, why=why, fix=fix, amount=amount)


def _names_in(names: Mapping[str, dict[str, Any]], language: str) -> dict[str, Any]:
    """Return names in a language; in one without any those of the edition."""
    return names.get(language, names[""])


def _in_mm(length: Mm, whole: Mm) -> Mm:
    """Return a length in mm; a percentage is a part of the whole."""
    return float(length) * whole if isinstance(length, Percent) else length


def _beyond(ink: Box, safe: Box) -> Mm:
    return max(safe.x - ink.x, safe.y - ink.y, ink.right - safe.right, ink.bottom - safe.bottom)


def _report_cut_off(frame: Frame, template: Template, context: DrawingContext) -> None:
    """Report the cut or crease line that reaches furthest out of the bleed, where nothing is printed."""
    reaches: list[tuple[Mm, DieLine, Box]] = []
    for line in frame.lines:
        if segments := die_line(frame, line):
            box, around = outline.bounds(segments), frame.bleed_box
            sides = (around.x - box.x, around.y - box.y, box.right - around.right, box.bottom - around.bottom)
            reaches.append((max(sides), line, box))
    reach, line, box = max(reaches, default=(0.0, "cut", frame.bleed_box))
    if reach <= 0.01:
        return
    width, height = (math.ceil(side) for side in (max(frame.width, box.right), max(frame.height, box.bottom)))
    fix = f"write size: [{width}mm, {height}mm] in templates/{template.name}.yaml"
    if min(box.x, box.y) < -frame.bleed:
        fix = "move the outline: x and y begin at the left and the top of the template"
    own = template.source.place_of("size") if "size" in template.source else template.place
    place = own if own.file == template.place.file else template.place
    what = f"the {line.replace('_', ' ')} line reaches {max(reach, 0.1):.1f} mm out of the template"
    context.report(Code.CUT_OUTSIDE, place, what=what, why="what lies there is not printed", fix=fix)


def text_inks(items: tuple[Item, ...], matrix: Matrix | None = None) -> Iterator[Box]:
    """Yield the boxes that the glyphs of texts cover, less a tolerance for ascenders and descenders."""
    for item in items:
        if isinstance(item, Group):
            inner = item.matrix if matrix is None else multiply(matrix, item.matrix)
            yield from text_inks(item.items, inner)
        elif isinstance(item, Text):
            tolerance = min(OVERHANG * item.size, MAX_OVERHANG)
            above = max(word.ink[0] for word in item.words) * item.size - tolerance
            below = max(0.0, max(word.ink[1] for word in item.words) * item.size - tolerance)
            box = Box(item.x, item.y - above, item.width, above + below)
            yield box if matrix is None else _transformed(box, matrix)


def _lines(items: tuple[Item, ...]) -> Iterator[tuple[str, Paint]]:
    for index, item in enumerate(items):
        if is_later_letter(item):
            continue
        if letters := turned_letters(items, index):
            yield letters_text(letters), letters[0].fill
        elif isinstance(item, Group):
            yield from _lines(item.items)
        elif isinstance(item, Text):
            yield item.text, item.fill


def _transformed(box: Box, matrix: Matrix) -> Box:
    corners = [(box.x, box.y), (box.right, box.y), (box.x, box.bottom), (box.right, box.bottom)]
    points = [outline.apply(matrix, *corner) for corner in corners]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _clip(clip: tuple[str, Mm], box: Box) -> Path:
    kind, radius = clip
    if kind == "ellipse":
        rx, ry = box.width / 2, box.height / 2
        return Path(outline.ellipse(box.x + rx, box.y + ry, rx, ry))
    if kind.startswith("path "):
        segments, _ = read_path(kind.removeprefix("path "))
        return Path(outline.transform(segments, (1.0, 0.0, 0.0, 1.0, box.x, box.y)))
    return Path(outline.rectangle(*box, radius, radius))
