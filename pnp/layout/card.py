"""A template and a card's values → a Frame. Compiles a template once, lays out each card by it.

Elements stand in boxes: the trim, the bleed, the safe area, or an earlier element's box. Expressions are evaluated
here and nowhere else in layout. What an element looks like inside its box is drawn by pnp.layout.elements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from pnp.diagnostics import Place, suggest
from pnp.expressions import Compiled, ExpressionError, Scope, compile_expression, compile_text
from pnp.fonts import FontSet
from pnp.layout import outline
from pnp.layout.assets import Assets
from pnp.layout.elements import ASPECT, DRAW, Desk, Faces
from pnp.layout.findings import Findings
from pnp.layout.frame import Box, Frame, Group, Item, Matrix, Path, Text, multiply
from pnp.model.template import Element, Node, Template
from pnp.model.values import AnchorPoint, Expr, Written, WrittenGradient, parse_colour, parse_mm
from pnp.units import Mm

MOST_REPEATS = 1000
"""Times a for: may draw its element on one card."""

OVERHANG = 0.25
MOST_OVERHANG: Mm = 1.0
"""How far, in sizes of the type and at most in mm, strokes may reach above and below the lines of a text that stands
in the safe area: accents and descenders lie outside its box, which goes from the capitals' top to the baseline."""

_LISTLIKE = (tuple, dict)
_BOX_KEYS = ("within", "at", "x", "y", "width", "height")


@dataclass(frozen=True)
class _Dynamic:
    """A field that is computed for each card."""

    name: str
    key: str
    compute: Compiled | Mapping[str, Any] | tuple[Any, ...]
    written: Written


@dataclass(frozen=True)
class _Compiled:
    """A node with its expressions compiled.

    Attributes:
        is_fixed: Whether it is drawn alike on every card.
    """

    node: Node
    dynamic: tuple[_Dynamic, ...]
    when: Compiled | None
    loop_name: str
    loop: Compiled | None
    children: tuple[_Compiled, ...]
    is_fixed: bool


@cache
def _parsers(kind: type[Element]) -> dict[str, tuple[str, Written]]:
    """Of each field that may be dynamic: its key in YAML and its parsers."""
    as_it_is = Written(lambda value: value)
    parsers = {}
    for name, info in kind.model_fields.items():
        written = next((m for m in info.metadata if isinstance(m, Written)), as_it_is)
        parsers[name] = (info.alias or name, written)
    return parsers


class CardLayout:
    """A template ready to lay out cards.

    Faults in the template's expressions are told on making it, those of a card on laying it out; both go to the
    findings it is given.
    """

    def __init__(
        self,
        template: Template,
        fonts: FontSet,
        assets: Assets,
        language: str,
        findings: Findings,
        faces: Faces | None = None,
    ) -> None:
        """Compile a template.

        Args:
            template: The template, in the language of the cards.
            fonts: The project's fonts.
            assets: The project's drawings and pictures.
            language: For hyphenation and typography.
            findings: Where faults are told.
            faces: Gives other cards' faces, in figures.
        """
        self.template = template
        self.findings = findings
        self._card = ""
        self._faces = faces
        self._desk = Desk(
            fonts, assets, dict(template.head.palette), dict(template.head.icons), language, faces, self._tell
        )
        head = template.head
        self._trim = Box(0.0, 0.0, *head.size)
        self._safe = self._trim.inset(head.safe) if head.safe > 0 else None
        self._fixed: dict[int, tuple[tuple[Item, ...], Box]] = {}
        moving: set[str] = set()
        self._nodes = tuple(self._compile(node, moving) for node in template.nodes)

    @property
    def is_fixed(self) -> bool:
        """Whether every card looks alike in it."""
        return all(node.is_fixed for node in self._nodes)

    def _tell(self, place: Place, code: str, what: str, why: str = "", fix: str = "") -> None:
        self.findings.add(self._card, place, code, what, why, fix)

    # --- compiling

    def _compile(self, node: Node, moving: set[str], is_adrift: bool = False) -> _Compiled:
        """Compile a node.

        Args:
            node: The node.
            moving: Gathers the names of those that are not drawn alike on every card: boxes named after them may move.
            is_adrift: Whether it stands in a group whose own box moves, so that nothing in it is drawn alike twice.
        """
        element = node.element
        parsers = _parsers(type(element))
        dynamic = []
        for name in element.model_fields_set:
            value = getattr(element, name)
            if _has_expr(value):
                key, written = parsers[name]
                dynamic.append(_Dynamic(name, key, self._compiled(value, node.place(key)), written))
        when = self._expression(element.when, node.place("when")) if element.when else None
        loop_name = element.loop.partition(" in ")[0]
        loop = self._loop(element.loop, node.place("for")) if element.loop else None
        boxes = [element.within, getattr(element, element.kind, None)]
        is_moved = is_adrift or any(isinstance(box, str) and box in moving for box in boxes)
        moves = is_moved or any(field.name in _BOX_KEYS for field in dynamic)
        children = tuple(self._compile(child, moving, moves) for child in node.children)
        fixed = not dynamic and when is None and loop is None and all(child.is_fixed for child in children)
        if element.kind == "face" or is_moved:
            fixed = False
        if not fixed:
            moving.add(node.name)
        return _Compiled(node, tuple(dynamic), when, loop_name.strip(), loop, children, fixed)

    def _compiled(self, value: Any, place: Place) -> Any:
        """A value with every Expr in it compiled."""
        if isinstance(value, Expr):
            return self._text(value.source, place)
        if isinstance(value, WrittenGradient):
            stops = tuple((offset, self._compiled(colour, place)) for offset, colour in value.stops)
            return WrittenGradient(value.angle, stops)
        if isinstance(value, tuple):
            return tuple(self._compiled(part, place) for part in value)
        if isinstance(value, dict):
            return {key: self._compiled(part, place) for key, part in value.items()}
        return value

    def _text(self, source: str, place: Place) -> Compiled:
        return self._guard(compile_text, source, place)

    def _expression(self, source: str, place: Place) -> Compiled:
        source = source.strip()
        if source.startswith("{{"):
            return self._guard(compile_text, source, place)
        return self._guard(compile_expression, source, place)

    def _loop(self, written: str, place: Place) -> Compiled | None:
        """The values of "name in values"; None when it is not of that form."""
        name, _, source = written.partition(" in ")
        if name.strip().isidentifier() and source.strip():
            return self._expression(source, place)
        self._tell(place, "loop", f"for: {written} cannot be read", "", "write n in range(3, 9)")
        return None

    def _guard(self, compiler: Callable[[str], Compiled], source: str, place: Place) -> Compiled:
        try:
            return compiler(source)
        except ExpressionError as error:
            self._tell(place, error.code, error.what, "", error.fix)
            return _nothing

    # --- laying out

    def lay_out(self, scope: Scope, name: str) -> Frame:
        """Return a card's Frame; what cannot be drawn is told and left out.

        Args:
            scope: Names for expressions: card, deck, facts …
            name: The card's label, for messages.
        """
        self._card = name
        head = self.template.head
        boxes = {"trim": self._trim, "bleed": self._trim.inset(-head.bleed), "safe": self._trim.inset(head.safe)}
        items: list[Item] = []
        for compiled in self._nodes:
            items += self._place(compiled, scope, boxes, self._trim)
        return Frame(*head.size, tuple(items), head.bleed, head.corner, name, head.shape)

    def _place(self, compiled: _Compiled, scope: Scope, boxes: dict[str, Box], around: Box) -> tuple[Item, ...]:
        if compiled.is_fixed:
            kept = self._fixed.get(id(compiled))
            if kept is None:
                card, self._card = self._card, self._card if self._faces else "every card"
                items = tuple(self._draw(compiled, compiled.node.element, scope, boxes, around))
                kept = self._fixed[id(compiled)] = (items, boxes.get(compiled.node.name, around))
                self._card = card
            boxes[compiled.node.name] = kept[1]
            return kept[0]
        try:
            if compiled.loop is None:
                return tuple(self._place_once(compiled, scope, boxes, around))
            values = list(compiled.loop(scope) or ())
        except ExpressionError as error:
            self._tell_expression(error, compiled.node, "for")
            return ()
        if len(values) > MOST_REPEATS:
            what = f"{compiled.node.name} is repeated {len(values):,} times"
            self._tell(compiled.node.place("for"), "loop", what, "", f"at most {MOST_REPEATS:,}")
            return ()
        repeated: list[Item] = []
        for index, value in enumerate(values):
            loop = {"index0": index, "index": index + 1, "length": len(values), "first": index == 0}
            loop["last"] = index == len(values) - 1
            inner = {**scope, compiled.loop_name: value, "loop": loop}
            repeated += self._place_once(compiled, inner, boxes, around)
        return tuple(repeated)

    def _place_once(self, compiled: _Compiled, scope: Scope, boxes: dict[str, Box], around: Box) -> Iterator[Item]:
        try:
            if compiled.when is not None and not compiled.when(scope):
                boxes.setdefault(compiled.node.name, around)
                return
        except ExpressionError as error:
            self._tell_expression(error, compiled.node, "when")
            return
        element = self._resolved(compiled, scope)
        if element is not None:
            yield from self._draw(compiled, element, scope, boxes, around)

    def _resolved(self, compiled: _Compiled, scope: Scope) -> Element | None:
        """The element with its expressions evaluated and parsed; None when one failed."""
        if not compiled.dynamic:
            return compiled.node.element
        changes: dict[str, Any] = {}
        for field in compiled.dynamic:
            try:
                changes[field.name] = _evaluate(field.compute, scope, field.written)
            except ExpressionError as error:
                self._tell_expression(error, compiled.node, field.key)
                return None
            except ValueError as error:
                what, _, fix = str(error).partition("; ")
                self._tell(compiled.node.place(field.key), "wrong-value", f"{field.key} {what}", "", fix)
                return None
        return compiled.node.element.model_copy(update=changes)

    def _tell_expression(self, error: ExpressionError, node: Node, key: str) -> None:
        if error.what:
            self._tell(node.place(key), error.code, f"{node.name}: {error.what}", "", error.fix)

    def _draw(
        self, compiled: _Compiled, element: Element, scope: Scope, boxes: dict[str, Box], around: Box
    ) -> Iterator[Item]:
        node = compiled.node
        box = self._box(element, boxes, around, node)
        boxes[node.name] = box
        if box.width <= 0 or box.height <= 0:
            self._tell(node.place(), "box-empty", f"the box of {node.name} has no room", "", "check its size and place")
            return
        if compiled.children:
            items: tuple[Item, ...] = tuple(
                item for child in compiled.children for item in self._place(child, scope, boxes, box)
            )
        else:
            items = tuple(DRAW[element.kind](element, box, self._desk, node)) if element.kind != "group" else ()
        items = self._finished(element, box, items)
        if element.kind == "text" and self._safe and around is self._trim:
            self._check_safe(items, node)
        yield from items

    def _box(self, element: Element, boxes: dict[str, Box], around: Box, node: Node) -> Box:
        """Where an element stands."""
        shape_box = getattr(element, element.kind, None) if element.kind in ("rect", "ellipse") else None
        outer = around
        for within, key in ((shape_box, element.kind), (element.within, "in")):
            if isinstance(within, tuple):
                x, y, width, height = within
                outer = Box(around.x + x, around.y + y, width, height)
            elif isinstance(within, str):
                if within not in boxes:
                    fix = suggest(within, boxes)
                    self._tell(node.place(key), "box-unknown", f"no box {within} before {node.name}", "", fix)
                outer = boxes.get(within, around)
        anchor: AnchorPoint = element.at
        width, height = element.width, element.height
        if (width is None) != (height is None) and element.kind in ASPECT:
            aspect = ASPECT[element.kind](element, self._desk, node)
            width, height = (width, width / aspect) if width is not None else (height * aspect, height)  # type: ignore[operator]
        width = outer.width if width is None else width
        height = outer.height if height is None else height
        x = outer.x + anchor.across * (outer.width - width) + anchor.dx + element.x
        y = outer.y + anchor.down * (outer.height - height) + anchor.dy + element.y
        return Box(x, y, width, height)

    def _finished(self, element: Element, box: Box, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """Items clipped, faded, turned and mirrored as the element asks."""
        clip = _clip(element.clip, box) if element.clip else None
        if clip or element.opacity < 1:
            items = (Group(items, clip=clip, opacity=element.opacity),)
        if element.rotate:
            items = (Group(items, outline.rotation(element.rotate, box.x + box.width / 2, box.y + box.height / 2)),)
        if element.mirrored:
            half = outline.rotation(180, self._trim.width / 2, self._trim.height / 2)
            items = (*items, Group(items, half))
        return items

    def _check_safe(self, items: tuple[Item, ...], node: Node) -> None:
        """Tell when a text's ink lies outside the safe area."""
        assert self._safe is not None
        reach = max((_beyond(ink, self._safe) for ink in _inks(items, None)), default=0.0)
        if reach > 0.01:  # strokes of letters beyond capitals and baseline have been forgiven by _inks
            what = f"the text of {node.name} reaches {reach:.1f} mm out of the safe area"
            why = f"a cut that is {self.template.head.safe:g} mm off would touch it"
            self._tell(node.place(), "text-unsafe", what, why, "move it inwards, or make it smaller")


def _beyond(ink: Box, safe: Box) -> Mm:
    return max(safe.x - ink.x, safe.y - ink.y, ink.right - safe.right, ink.bottom - safe.bottom)


def _inks(items: tuple[Item, ...], matrix: Matrix | None) -> Iterator[Box]:
    """The boxes that the glyphs of texts cover."""
    for item in items:
        if isinstance(item, Group):
            inner = item.matrix if matrix is None else multiply(matrix, item.matrix)
            yield from _inks(item.items, inner)
        elif isinstance(item, Text):
            forgiven = min(OVERHANG * item.size, MOST_OVERHANG)
            above = max(word.ink[0] for word in item.words) * item.size - forgiven
            below = max(0.0, max(word.ink[1] for word in item.words) * item.size - forgiven)
            box = Box(item.x, item.y - above, item.width, above + below)
            yield box if matrix is None else _transformed(box, matrix)


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
    return Path(outline.rectangle(box.x, box.y, box.width, box.height, radius, radius))


def _has_expr(value: Any) -> bool:
    if isinstance(value, Expr):
        return True
    if isinstance(value, WrittenGradient):
        return any(isinstance(colour, Expr) for _, colour in value.stops)
    if isinstance(value, _LISTLIKE):
        return any(map(_has_expr, value.values() if isinstance(value, dict) else value))
    return False


def _nothing(scope: Scope) -> Any:
    raise ExpressionError("", code="told already")


def _evaluate(compute: Any, scope: Scope, written: Written) -> Any:
    """A compiled value with its expressions evaluated; parts of a list are lengths, parts of a mapping colours."""
    if callable(compute):
        return written.parse(compute(scope))
    if isinstance(compute, WrittenGradient):
        stops = tuple((offset, _part(colour, scope, parse_colour)) for offset, colour in compute.stops)
        return WrittenGradient(compute.angle, stops)
    if isinstance(compute, tuple):
        return tuple(
            _evaluate(part, scope, written) if isinstance(part, tuple) else _part(part, scope, written.part or parse_mm)
            for part in compute
        )
    return {key: _part(part, scope, written.part or parse_colour) for key, part in compute.items()}


def _part(compute: Any, scope: Scope, parse: Callable[[Any], Any]) -> Any:
    return parse(compute(scope)) if callable(compute) else compute
