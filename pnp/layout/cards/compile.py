"""A template's elements → the same with their expressions compiled; with a card's values → elements to draw.

DrawingContext holds the rest that drawing needs: fonts, drawings, colours, the collector of faults.
CompiledNode says which elements are alike on every card. Nothing is placed or drawn here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from pnp.core.codes import Code
from pnp.core.diagnostics import Correction, Mistake, Place
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.expressions import Compiled, ExpressionError, Scope, compile_expression, compile_text
from pnp.expressions.scope import file_scope
from pnp.layout.cards.drawing_context import DrawingContext
from pnp.layout.cards.text_elements import size_group
from pnp.project.elements import ELEMENTS, Element
from pnp.project.paints import WrittenGradient, parse_colour
from pnp.project.template import Node
from pnp.project.values import Expr, Written, parse_mm
from pnp.text.placeholders import find_expressions

_EXPRESSION = lazy_pattern(r"\{\{-?\s*((?:(?!\}\}).)+?)\s*-?\}\}", re.DOTALL)
_LISTLIKE = (tuple, dict)
FILE_KEYS = frozenset({"svg", "image", "icon", "icons"})
"""Keys whose values name files or icons."""

_BOX_KEYS = ("within", "at", "x", "y", "width", "height")

_DRAWN_ANEW = frozenset({"group", "face", "rest", "image", "qr", "barcode"})
"""Kinds that are not remembered: they depend on other elements or cards, or are large and seldom equal on two cards."""


@frozen_dataclass
class _Dynamic:
    """A field that is computed for each card."""

    name: str
    key: str
    compute: Compiled | Mapping[str, Any] | tuple[Any, ...]
    parser: Written


@frozen_dataclass
class CompiledNode:
    """A node with its expressions compiled.

    Attributes:
        dynamic: The fields to be computed.
        when: Whether it is drawn; None for always.
        loop_name: What its loop calls each value.
        loop: The values it is drawn for; None to draw it once.
        is_fixed: Whether it is drawn alike on every card.
        is_repeatable: Whether equal values, boxes and grounds always give the same look.
        beside: The names of the boxes that it stands in or beside.
        place: Where the element is written.
        further: The same text in the further languages of an edition in several.
        group: The name of the texts that share their size with it; "" for none.
    """

    node: Node
    dynamic: tuple[_Dynamic, ...]
    when: Compiled | None
    loop_name: str
    loop: Compiled | None
    children: tuple[CompiledNode, ...]
    is_fixed: bool
    is_repeatable: bool
    beside: tuple[str, ...]
    place: Place
    further: tuple[CompiledNode, ...] = ()
    group: str = ""

    @property
    def has_fixed_box(self) -> bool:
        """Whether its box is known without a card."""
        element = self.node.element
        boxes = (*_BOX_KEYS, element.kind) if element.is_boxed else _BOX_KEYS
        return not any(field.name in boxes for field in self.dynamic)

    def values(self, scope: Scope, context: DrawingContext) -> dict[str, Any] | None:
        """Return the values of its expressions by the names of the fields; None if one failed, which is reported."""
        values: dict[str, Any] = {}
        for field in self.dynamic:
            try:
                inner = file_scope(scope) if field.key in FILE_KEYS else scope
                values[field.name] = _evaluate(field.compute, inner, field.parser)
            except ExpressionError as error:
                if error.is_empty and field.key == "text":
                    error.fix = _fix_for_nothing(getattr(self.node.element, field.name), scope) or error.fix
                report_expression(error, self.node, field.key, context)
                return None
            except Mistake as mistake:
                what = f"{field.key} {mistake.what}"
                fix = mistake.fix
                if field.key == "text" and callable(field.compute) and field.compute(scope) is None:
                    fix = _fix_for_nothing(getattr(self.node.element, field.name), scope)
                context.report(Code.WRONG_VALUE, self.node.place(field.key), what=what, fix=fix)
                return None
        return values

    def with_values(self, values: Mapping[str, Any]) -> Element:
        """Return the element with these values in place of its expressions."""
        return self.node.element.model_copy(update=values) if values else self.node.element


def _fix_for_nothing(value: object, scope: Scope) -> str:
    """Return the fix for an expression that may have no value, such as an optional field of a card."""
    if not isinstance(value, Expr) or "{%" in value.source:
        return ""
    for match in _EXPRESSION.finditer(value.source):
        inner = match[1]
        try:
            compile_text(f"-{{{{ {inner} }}}}")(scope)
        except ExpressionError:
            new = f"{inner if ' if ' not in inner else f'({inner})'}|default('')"
            return Correction(f"write {{{{ {new} }}}}, or add when: {inner}", inner, new, is_certain=False)
    return ""


class UncompiledExpressionError(ExpressionError):
    """A card evaluates an expression that could not be compiled, which was reported before."""


def report_expression(error: ExpressionError, node: Node, key: str, context: DrawingContext) -> None:
    """Report an expression that could not be evaluated, unless it was reported when it was compiled."""
    if not isinstance(error, UncompiledExpressionError):
        place = expression_place(node, key, context)
        context.report(error.code, place, what=f"{node.name}: {error.what}", fix=error.fix)


def expression_place(node: Node, key: str, context: DrawingContext) -> Place:
    """Return where an expression was written: the template, or a translation that changes it."""
    text = getattr(node.element, key, None)
    find_place = context.in_language(node.language or context.language).value_place
    if key == "text" and isinstance(text, Expr) and find_place:
        for expression in find_expressions(text.source):
            if place := find_place(node, text.source[expression.start : expression.end]):
                return place
    return node.place(key)


def compile_nodes(nodes: Iterable[Node], context: DrawingContext) -> tuple[CompiledNode, ...]:
    """Compile a template's nodes; a node that cannot be compiled is reported once, not for every card."""
    compiler = _Compiler(context)
    return tuple(compiler.node(node) for node in nodes)


class _Compiler:
    """Compiles nodes in painting order.

    Attributes:
        moving: Names of the nodes so far that may differ from card to card, so that their boxes may move.
    """

    def __init__(self, context: DrawingContext) -> None:
        self.context = context
        self.moving: set[str] = set()

    def node(self, node: Node, is_in_moving_group: bool = False) -> CompiledNode:
        """Compile a node.

        Args:
            node: The node.
            is_in_moving_group: Whether the box of its group may move from card to card.
        """
        node = self._with_family(node)
        element = node.element
        parsers = _parsers(type(element))
        dynamic = []
        for name in element.model_fields_set:
            value = getattr(element, name)
            if _has_expr(value):
                key, parser = parsers[name]
                dynamic.append(_Dynamic(name, key, self._compiled(value, node, key), parser))
        when = self._expression(element.when, node, "when") if element.when else None
        loop_name = element.loop.partition(" in ")[0]
        loop = self._loop(element.loop, node) if element.loop else None
        beside = (element.below, element.above, element.right_of, element.left_of)
        boxes = [box for box in (element.within, element.own_box, *beside) if isinstance(box, str) and box]
        is_moved = is_in_moving_group or not self.moving.isdisjoint(boxes)
        moves = is_moved or any(field.name in _BOX_KEYS for field in dynamic)
        children = tuple(self.node(child, moves) for child in node.children)
        fixed = not dynamic and when is None and loop is None and all(child.is_fixed for child in children)
        goes_on = getattr(element, "continued", None) is not None
        if element.kind in ("face", "rest") or goes_on or is_moved:
            fixed = False
        further = tuple(self.node(each, is_in_moving_group) for each in node.further)
        box_fields = ("within", element.kind) if element.is_boxed else ("within",)
        names_box = any(field.name in box_fields and callable(field.compute) for field in dynamic)
        is_repeatable = element.kind in ELEMENTS.keys() - _DRAWN_ANEW and not (goes_on or further or names_box)
        fixed = fixed and all(each.is_fixed for each in further)
        if not fixed:
            self.moving.add(node.name)
        looping, place, group = (loop_name.strip(), loop), node.place(), size_group(element, node)
        return CompiledNode(
            node, tuple(dynamic), when, *looping, children, fixed, is_repeatable, tuple(boxes), place, further, group
        )

    def _with_family(self, node: Node) -> Node:
        """Return a text of a drawing with the family of the project that has the first of the names in the drawing."""
        names, families = getattr(node.element, "font", None), self.context.fonts.families
        place = node.place("font")
        if (
            not isinstance(names, str)
            or names in families
            or not place.file.endswith((".svg", ".svgz"))
            or not families
        ):
            return node
        from pnp.layout.svg.text import GENERIC, family_named  # only for designs

        fonts = [name.strip().strip("\"'") for name in names.split(",")]
        known = next((key for name in fonts if (key := family_named(name, families)) or name.lower() in GENERIC), None)
        if known is None and fonts[0] not in self.context.fonts.unusable:
            what = f"the font {fonts[0]!r} is not one of the project's, and another replaces it"
            fix = f"pnp fonts add '{fonts[0]}', or choose another in the drawing"
            self.context.report(Code.SVG_FONT, place, what=what, fix=fix)
        font = known or ("text" if "text" in families else next(iter(families)))
        return node.model_copy(update={"element": node.element.model_copy(update={"font": font})})

    def _compiled(self, value: Any, node: Node, key: str) -> Any:
        """Return a value with every Expr in it compiled."""
        if isinstance(value, Expr):
            return self._guard(compile_text, value.source, node, key)
        if isinstance(value, WrittenGradient):
            stops = tuple((offset, self._compiled(colour, node, key)) for offset, colour in value.stops)
            return WrittenGradient(value.angle, stops)
        if isinstance(value, tuple):
            return tuple(self._compiled(part, node, key) for part in value)
        if isinstance(value, dict):
            return {key: self._compiled(part, node, key) for key, part in value.items()}
        return value

    def _expression(self, source: str, node: Node, key: str) -> Compiled:
        source = source.strip()
        return self._guard(compile_text if source.startswith("{{") else compile_expression, source, node, key)

    def _loop(self, text: str, node: Node) -> Compiled | None:
        """Compile the values of "name in values"; return None if the text has another form."""
        name, _, source = text.partition(" in ")
        if name.strip().isidentifier() and source.strip():
            return self._expression(source, node, "for")
        self.context.report(
            Code.LOOP, node.place("for"), what=f"for: {text} cannot be read", fix="write for: n in range(3, 9)"
        )
        return None

    def _guard(self, compiler: Callable[[str], Compiled], source: str, node: Node, key: str) -> Compiled:
        try:
            return compiler(source)
        except ExpressionError as error:
            place = expression_place(node, key, self.context)
            self.context.report(error.code, place, what=error.what, fix=error.fix)
            return _fails


@cache
def _parsers(kind: type[Element]) -> dict[str, tuple[str, Written]]:
    """Return the YAML key and the parsers of each field that may be dynamic."""
    unchanged = Written(lambda value: value)
    parsers = {}
    for name, field in kind.model_fields.items():
        parser = next((entry for entry in field.metadata if isinstance(entry, Written)), unchanged)
        parsers[name] = (field.alias or name, parser)
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
    """Stand in for an expression that could not be compiled."""
    raise UncompiledExpressionError("it could not be compiled")


def _evaluate(compute: Any, scope: Scope, parser: Written) -> Any:
    """Evaluate a compiled value's expressions; parts of a list are lengths, parts of a mapping colours."""
    if callable(compute):
        return parser.parse(compute(scope))
    if isinstance(compute, WrittenGradient):
        stops = tuple((offset, _part(colour, scope, parse_colour)) for offset, colour in compute.stops)
        return WrittenGradient(compute.angle, stops)
    if isinstance(compute, tuple):
        return tuple(
            _evaluate(part, scope, parser) if isinstance(part, tuple) else _part(part, scope, parser.part or parse_mm)
            for part in compute
        )
    return {key: _part(part, scope, parser.part or parse_colour) for key, part in compute.items()}


def _part(compute: Any, scope: Scope, parse: Callable[[Any], Any]) -> Any:
    return parse(compute(scope)) if callable(compute) else compute
