"""What drawing an element needs besides the element and its box: fonts, drawings, colours; faults are told here.

A template's elements → the same with their expressions compiled; with a card's values → elements to draw.

Says which elements are alike on every card. Nothing is placed or drawn here.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Mistake, Place, suggest
from pnp.core.fonts import FontSet
from pnp.core.frame import Box, CardArt, LinearGradient, Paint, Picture, RadialGradient, Stop, Stroke
from pnp.core.units import Mm
from pnp.expressions import Compiled, ExpressionError, Scope, compile_expression, compile_text
from pnp.layout.assets import Assets
from pnp.layout.drawing import Drawing
from pnp.project.template import Element, Node
from pnp.project.values import Expr, Written, WrittenGradient, WrittenStroke, as_hex, parse_colour, parse_mm

CardDrawer = Callable[[str, Any, bool, tuple[Mm, Mm]], CardArt]
"""Gives the face of a card by deck and card, or its back, for the room it has; raises Mistake where there is none."""


@dataclass(frozen=True)
class DrawingContext:
    """What the elements of a card are drawn with.

    Attributes:
        palette: Colours by name.
        icons: Paths of drawings by name.
        language: For hyphenation, typography and messages.
        faces: Gives other cards, in figures; None on cards.
        diagnostics: Where faults are told.
        smallest_text: Size of type below which a text is told, mm.
        card: The card under work, for messages; empty for the template as a whole.
        is_draft: Whether elements with faults are marked.
    """

    fonts: FontSet
    assets: Assets
    palette: dict[str, str]
    icons: dict[str, str]
    language: str
    faces: CardDrawer | None
    diagnostics: Diagnostics
    smallest_text: Mm = 0.0
    card: str = ""
    is_draft: bool = False

    def report(self, code: Code, place: Place, *, what: str, why: str = "", fix: str = "", amount: str = "") -> None:
        """Tell of a fault seen on the card; an amount is told beside it, so that the fault is one on all cards."""
        language = self.language if self.card else ""
        card = f"{self.card} ({amount})" if self.card and amount else self.card
        self.diagnostics.report(code, place, what=what, why=why, fix=fix, card=card, language=language)

    def _report_fault(self, fault: Fault) -> None:
        told = fault.diagnostic
        self.report(told.code, told.place, what=told.what, why=told.why, fix=told.fix)

    def colour(self, written: str, node: Node, key: str) -> str:
        """A colour as #rrggbb: itself, a palette name, or one of CSS."""
        try:
            return as_hex(written, self.palette)
        except Mistake as mistake:
            self.report(Code.COLOUR_UNKNOWN, node.place(key), what=mistake.what, fix=mistake.fix)
            return "#000000"

    def paint(self, written: str | WrittenGradient | None, box: Box, node: Node, key: str) -> Paint | None:
        """A colour or a gradient over a box."""
        if not isinstance(written, WrittenGradient):
            return self.colour(written, node, key) if written else None
        stops = tuple(Stop(offset, self.colour(colour, node, key)) for offset, colour in written.stops)
        cx, cy = box.x + box.width / 2, box.y + box.height / 2
        if written.angle is None:
            return RadialGradient(cx, cy, math.hypot(box.width, box.height) / 2, stops)
        across, down = math.cos(math.radians(written.angle)), math.sin(math.radians(written.angle))
        reach = (abs(across) * box.width + abs(down) * box.height) / 2
        return LinearGradient(cx - across * reach, cy - down * reach, cx + across * reach, cy + down * reach, stops)

    def stroke(self, written: WrittenStroke | None, node: Node, key: str) -> Stroke | None:
        """An outline."""
        if written is None:
            return None
        return Stroke(self.colour(written.colour, node, key), written.width, written.dash, "butt", written.join)

    def icon(self, name: str, place: Place) -> Drawing | None:
        """An icon's drawing, by its name or path; None when there is none, which is told."""
        path = self.icons.get(name)
        if path is None:
            if "/" not in name:
                why = "icons are named in the template's icons:"
                fix = suggest(name, self.icons) if self.icons else f"add icons: {{{name}: FILE}} to the template"
                self.report(Code.ICON_UNKNOWN, place, what=f"no icon {name}", why=why, fix=fix)
                return None
            path = name
        return self.drawing(path, place)

    def drawing(self, path: str, place: Place) -> Drawing | None:
        """A drawing by path; None when it can't be had, which is told."""
        try:
            return self.assets.drawing(path, place, self.diagnostics)
        except Fault as fault:
            self._report_fault(fault)
            return None

    def picture(self, path: str, place: Place) -> Picture | None:
        """A raster picture by path; None when it can't be had, which is told."""
        try:
            return self.assets.picture(path, place)
        except Fault as fault:
            self._report_fault(fault)
            return None


_EXPRESSION = re.compile(r"\s*\{\{-?\s*((?:(?!\}\}).)+?)\s*-?\}\}\s*", re.DOTALL)
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
class CompiledNode:
    """A node with its expressions compiled.

    Attributes:
        dynamic: The fields to be computed.
        when: Whether it is drawn; None for always.
        loop_name: What its loop calls each value.
        loop: The values it is drawn for; None for once.
        is_fixed: Whether it is drawn alike on every card.
        place: Where the element is written.
    """

    node: Node
    dynamic: tuple[_Dynamic, ...]
    when: Compiled | None
    loop_name: str
    loop: Compiled | None
    children: tuple[CompiledNode, ...]
    is_fixed: bool
    place: Place

    @property
    def is_at_home(self) -> bool:
        """Whether where it stands is known without a card."""
        element = self.node.element
        boxes = (*_BOX_KEYS, element.kind) if element.is_boxed else _BOX_KEYS
        return not any(field.name in boxes for field in self.dynamic)

    def element(self, scope: Scope, context: DrawingContext) -> Element | None:
        """The element with its expressions evaluated and parsed; None when one failed, which is told."""
        if not self.dynamic:
            return self.node.element
        changes: dict[str, Any] = {}
        for field in self.dynamic:
            try:
                changes[field.name] = _evaluate(field.compute, scope, field.written)
            except ExpressionError as error:
                report_expression(error, self.node, field.key, context)
                return None
            except Mistake as mistake:
                what = f"{field.key} {mistake.what}"
                fix = mistake.fix
                if field.key == "text" and callable(field.compute) and field.compute(scope) is None:
                    fix = _fix_for_nothing(getattr(self.node.element, field.name))
                context.report(Code.WRONG_VALUE, self.node.place(field.key), what=what, fix=fix)
                return None
        return self.node.element.model_copy(update=changes)


def _fix_for_nothing(written: object) -> str:
    """What is written for an expression that may have no value, as an optional field of a card."""
    inner = _EXPRESSION.fullmatch(written.source) if isinstance(written, Expr) else None
    if inner is None:
        return ""
    value = inner[1] if " if " not in inner[1] else f"({inner[1]})"
    return f"write {{{{ {value}|default('', true) }}}}, or add when: {inner[1]}"


class AlreadyTold(ExpressionError):
    """Evaluated on a card, what could not be compiled; that was told when it was tried."""


def report_expression(error: ExpressionError, node: Node, key: str, context: DrawingContext) -> None:
    """Tell of an expression that could not be evaluated, unless it was told when it was compiled."""
    if not isinstance(error, AlreadyTold):
        context.report(error.code, node.place(key), what=f"{node.name}: {error.what}", fix=error.fix)


def compile_nodes(nodes: Iterable[Node], context: DrawingContext) -> tuple[CompiledNode, ...]:
    """Compile a template's nodes; what cannot be compiled is told, and fails without a word on every card."""
    compiler = _Compiler(context)
    return tuple(compiler.node(node) for node in nodes)


class _Compiler:
    """Compiles nodes in painting order.

    Attributes:
        moving: Names of the nodes so far that are not drawn alike on every card: boxes named after them may move.
    """

    def __init__(self, context: DrawingContext) -> None:
        self.context = context
        self.moving: set[str] = set()

    def node(self, node: Node, is_adrift: bool = False) -> CompiledNode:
        """Compile a node.

        Args:
            node: The node.
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
        boxes = [element.within, element.own_box]
        is_moved = is_adrift or any(isinstance(box, str) and box in self.moving for box in boxes)
        moves = is_moved or any(field.name in _BOX_KEYS for field in dynamic)
        children = tuple(self.node(child, moves) for child in node.children)
        fixed = not dynamic and when is None and loop is None and all(child.is_fixed for child in children)
        if element.kind == "face" or is_moved:
            fixed = False
        if not fixed:
            self.moving.add(node.name)
        return CompiledNode(node, tuple(dynamic), when, loop_name.strip(), loop, children, fixed, node.place())

    def _compiled(self, value: Any, place: Place) -> Any:
        """A value with every Expr in it compiled."""
        if isinstance(value, Expr):
            return self._guard(compile_text, value.source, place)
        if isinstance(value, WrittenGradient):
            stops = tuple((offset, self._compiled(colour, place)) for offset, colour in value.stops)
            return WrittenGradient(value.angle, stops)
        if isinstance(value, tuple):
            return tuple(self._compiled(part, place) for part in value)
        if isinstance(value, dict):
            return {key: self._compiled(part, place) for key, part in value.items()}
        return value

    def _expression(self, source: str, place: Place) -> Compiled:
        source = source.strip()
        return self._guard(compile_text if source.startswith("{{") else compile_expression, source, place)

    def _loop(self, written: str, place: Place) -> Compiled | None:
        """The values of "name in values"; None when it is not of that form."""
        name, _, source = written.partition(" in ")
        if name.strip().isidentifier() and source.strip():
            return self._expression(source, place)
        self.context.report(Code.LOOP, place, what=f"for: {written} cannot be read", fix="write n in range(3, 9)")
        return None

    def _guard(self, compiler: Callable[[str], Compiled], source: str, place: Place) -> Compiled:
        try:
            return compiler(source)
        except ExpressionError as error:
            self.context.report(error.code, place, what=error.what, fix=error.fix)
            return _fails


@cache
def _parsers(kind: type[Element]) -> dict[str, tuple[str, Written]]:
    """Of each field that may be dynamic: its key in YAML and its parsers."""
    as_it_is = Written(lambda value: value)
    parsers = {}
    for name, info in kind.model_fields.items():
        written = next((m for m in info.metadata if isinstance(m, Written)), as_it_is)
        parsers[name] = (info.alias or name, written)
    return parsers


def _has_expr(value: Any) -> bool:
    if isinstance(value, Expr):
        return True
    if isinstance(value, WrittenGradient):
        return any(isinstance(colour, Expr) for _, colour in value.stops)
    if isinstance(value, _LISTLIKE):
        return any(map(_has_expr, value.values() if isinstance(value, dict) else value))
    return False


def _fails(scope: Scope) -> Any:
    """Stands for what could not be compiled."""
    raise AlreadyTold("it could not be compiled")


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
