"""Expressions as written → the names that they read, their plural forms for catalogues, the sides of a comparison.

This module also finds the values and cards that explain why an expression is not true. The modules beside it compile
and evaluate expressions.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple

from jinja2 import nodes

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.expressions.compile import UNREADABLE, compile_expression, parse_expression
from pnp.expressions.evaluate import BASE_SCOPE, SANDBOX
from pnp.expressions.sandbox import ExpressionError
from pnp.project.values import describe
from pnp.text.placeholders import FORMATTING_FILTERS, find_expressions, outside_brackets

OF_MAPPINGS = ("get", "items", "keys", "values")


class Keys(NamedTuple):
    """The keys of a mapping that an expression reads.

    Attributes:
        names: The keys that are written in the expression.
        is_whole: Whether any other key may be read as well.
    """

    names: tuple[str, ...]
    is_whole: bool


@frozen_dataclass
class NamesRead:
    """The names and keys that an expression reads of its scope.

    Attributes:
        names: All names.
        keys: Pairs of a name and a key of its mapping, in roughly the order in which they are written.
        whole: Names of mappings of which any key may be read, because the key is computed or the whole mapping is used.
    """

    names: frozenset[str] = frozenset()
    keys: tuple[tuple[str, str], ...] = ()
    whole: frozenset[str] = frozenset()

    def of(self, name: str) -> Keys:
        """Return the keys that are read from the mapping with a name."""
        return Keys(tuple(key for holder, key in self.keys if holder == name), name in self.whole)


@lru_cache(maxsize=8192)
def names_read(source: str) -> NamesRead:
    """Return the names and keys that an expression reads.

    The result is empty if it cannot be parsed, which is reported when it is compiled.
    """
    try:
        tree = parse_expression(source)
    except UNREADABLE:
        return NamesRead()
    every = [tree, *tree.find_all(nodes.Expr)]
    keys: dict[tuple[str, str], None] = {}
    with_key = set()
    for node in every:
        if isinstance(node, nodes.Getattr | nodes.Getitem) and isinstance(node.node, nodes.Name):
            key = node.attr if isinstance(node, nodes.Getattr) else getattr(node.arg, "value", None)
            if isinstance(key, str) and key not in OF_MAPPINGS:
                keys[node.node.name, key] = None
                with_key.add(id(node.node))
    names = [node for node in every if isinstance(node, nodes.Name)]
    whole = frozenset(node.name for node in names if id(node) not in with_key)
    return NamesRead(frozenset(node.name for node in names), tuple(keys), whole)


@lru_cache(maxsize=8192)
def printed_keys(text: str, name: str) -> tuple[str, ...]:
    """Return the keys of a mapping whose values a text prints unchanged, or only reformatted."""
    keys: dict[str, None] = {}
    for expression in find_expressions(text):
        if expression.kind != "{{" or not expression.is_closed:
            continue
        with suppress(*UNREADABLE):
            node: Any = parse_expression(text[expression.start + 2 : expression.end - 2].strip())
            while isinstance(node, nodes.Filter) and node.name in FORMATTING_FILTERS:
                node = node.node
            if isinstance(node, nodes.Getattr) and isinstance(node.node, nodes.Name) and node.node.name == name:
                keys[node.attr] = None
    return tuple(keys)


@lru_cache(maxsize=8192)
def comparisons(source: str) -> tuple[tuple[str, str], ...]:
    """Return the attributes that an expression compares with literal texts, each with the text.

    ``card.name == 'Amber'``, ``'Amber' in cards|map(attribute='name')`` and
    ``cards|selectattr('name', 'in', ['Amber'])`` all give (name, Amber).
    """
    try:
        tree = parse_expression(source)
    except UNREADABLE:
        return ()
    pairs: dict[tuple[str, str], None] = {}
    for node in (tree, *tree.find_all(nodes.Expr)):
        sides: Sequence[nodes.Expr] = ()
        if isinstance(node, nodes.Compare):
            sides = (node.expr, *(operand.expr for operand in node.ops))
        elif isinstance(node, nodes.Filter) and node.name in _BY_ATTRIBUTE and node.args:
            sides = node.args if node.name == "having" else [node.args[0], *node.args[2:]]
        first = _constants(sides[0]) if sides and not isinstance(node, nodes.Compare) else ()
        attributes = first or [name for side in sides if (name := _attribute(side))]
        texts = [text for side in sides[len(first) :] for text in _constants(side)]
        pairs.update(dict.fromkeys((attribute, text) for attribute in attributes for text in texts))
    return tuple(pairs)


_BY_ATTRIBUTE = ("selectattr", "rejectattr", "having")
"""Filters that compare an attribute, their first argument, with their last arguments. selectattr and rejectattr have
the name of a test in between."""


def names_nothing(test: str) -> bool:
    """Whether an expression has the same value in every scope. One that cannot be parsed is reported elsewhere."""
    try:
        compile_expression(test)
    except ExpressionError:
        return False
    return names_read(test).names <= BASE_SCOPE.keys()


def _attribute(node: nodes.Expr) -> str:
    """Return the last attribute that an expression reads, of one value or of many; "" if it reads none."""
    while isinstance(node, nodes.Filter) and node.node is not None:
        by = [pair.value for pair in node.kwargs if pair.key == "attribute"] if node.name == "map" else []
        if by:
            return next(iter(_constants(by[0])), "")
        node = node.node
    return node.attr if isinstance(node, nodes.Getattr) else ""


def _constants(node: nodes.Expr) -> list[str]:
    """Return the literal texts of an expression that is a text or a list of texts."""
    parts = node.items if isinstance(node, nodes.List | nodes.Tuple) else [node]
    return [part.value for part in parts if isinstance(part, nodes.Const) and isinstance(part.value, str)]


def plural_texts(source: str) -> list[tuple[str, str]]:
    """Return the singular and plural of each ngettext(…, …, n) in a text, for the catalogues.

    A text that cannot be parsed has none; the reason is reported when it is compiled.
    """
    if "ngettext" not in source:
        return []
    try:
        tree = SANDBOX.parse(source if "{" in source else f"{{{{ {source} }}}}")
    except UNREADABLE:
        return []
    forms = []
    for call in tree.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name == "ngettext":
            texts = [a.value for a in call.args[:2] if isinstance(a, nodes.Const) and isinstance(a.value, str)]
            if len(texts) == 2:
                forms.append((texts[0], texts[1]))
    return forms


def sides_of_comparison(source: str) -> tuple[str, ...]:
    """Return the two sides of an expression that is a single comparison, as written.

    Nothing for any other expression.
    """
    for index in outside_brackets(source):
        if operator := _COMPARISON.match(source, index):
            if re.search(r"\b(and|or|if|not)\b", source):
                return ()
            return source[:index].strip(), source[operator.end() :].strip()
    return ()


_COMPARISON = lazy_pattern(r"==|!=|<=|>=|<|>|\bin\b")


MAX_NAMED = 8
"""A diagnostic names at most this many cards, and counts the others."""
LONGEST_LISTING = 120
"""A message quotes at most this many characters of a list or mapping."""


def listed(source: str, scope: dict[str, Any]) -> list[Any]:
    """Return the values of an expression that gives a list.

    Raises:
        ExpressionError: The value is not a list.
    """
    values = compile_expression(source)(scope)
    if not isinstance(values, list | tuple | range | dict):
        raise ExpressionError(f"{source} is not a list but {describe(values)}", "name cards, such as decks.numbers")
    return list(values)


def left_value(source: str, scope: dict[str, Any]) -> str:
    """Return the value of the left side of a comparison as text, with that of the right side if it is computed.

    Return "" if it is not a comparison, or the value is long or a card.
    """
    sides = sides_of_comparison(source)
    if not sides:
        return ""
    value = compile_expression(sides[0])(scope)
    if isinstance(value, int | float | str) and value != "":
        right_value = compile_expression(sides[1])(scope) if len(sides) == 2 else None
        is_computed = isinstance(right_value, int | float | str) and str(right_value) != sides[1].strip("\"' ")
        return f"{value}; {sides[1]} is {right_value}" if is_computed else str(value)
    if isinstance(value, list | tuple | dict) and value and not _are_cards(value) and len(str(value)) < LONGEST_LISTING:
        return str(value)
    return ""


def differing(source: str, scope: dict[str, Any]) -> str:
    """Return the differences between two lists or two mappings that should be equal; "" for anything else."""
    sides = sides_of_comparison(source)
    if len(sides) != 2 or not source.strip().removeprefix(sides[0]).lstrip().startswith("=="):
        return ""
    actual, expected = (compile_expression(side)(scope) for side in sides)
    if isinstance(actual, Mapping) and isinstance(expected, Mapping):
        keys = [key for key in {**expected, **actual} if actual.get(key) != expected.get(key)]
        return ", ".join(
            f"{key}: {actual.get(key, 'nothing')}, not {expected.get(key, 'nothing')}" for key in keys[:MAX_NAMED]
        )
    if not (isinstance(actual, list | tuple) and isinstance(expected, list | tuple)) or _are_cards(actual):
        return ""
    more, less = list(actual), []
    for value in expected:
        if value in more:
            more.remove(value)
        else:
            less.append(value)
    parts = [f"without {named(less)}"] if less else []
    parts += [f"with {named(more)} beyond what is expected"] if more else []
    return " and ".join(parts) or "in another order"


def cards_behind(source: str, scope: dict[str, Any]) -> list[Any]:
    """Return the cards that a failed comparison counts or lists; none if these are a whole deck."""
    for side in sides_of_comparison(source):
        counted = side.removesuffix("|list|length").removesuffix("|length").removesuffix("|count")
        try:
            value = compile_expression(counted)(scope)
        except ExpressionError:
            continue
        if _are_cards(value) and not any(value is deck for deck in scope["decks"].values()):
            return list(value)
    return []


def _are_cards(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(v, dict) and "label" in v for v in value)


def named(values: Any) -> str:
    """Return cards by their labels, and other values unchanged, as text with at most MAX_NAMED of them."""
    names = list(dict.fromkeys(v["label"] if isinstance(v, dict) and "label" in v else str(v) for v in values))
    more = f" and {len(names) - MAX_NAMED} more" if len(names) > MAX_NAMED else ""
    return ", ".join(names[:MAX_NAMED]) + more
