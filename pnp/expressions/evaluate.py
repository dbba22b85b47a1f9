"""Nodes of Jinja's syntax tree → functions of the scope; and the filters, both pnp's own and the safe ones of Jinja.

Jinja parses, and this module turns the tree into functions. That is several times faster than letting Jinja write,
compile and run a module for each expression, and only nodes in the table BUILDERS can be evaluated.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.exceptions import SecurityError
from jinja2.runtime import Context

from pnp.core.diagnostics import nearest
from pnp.core.patterns import lazy_pattern
from pnp.expressions.sandbox import (
    ExpressionError,
    Missing,
    Sandbox,
    bounded,
    counting,
    limited_range,
    listing,
    show,
    sized,
    stepped,
    texts_of,
)
from pnp.text import numbers

BUILT_IN = {
    "abs", "capitalize", "count", "d", "default", "dictsort", "first", "float", "groupby", "int", "items",
    "last", "length", "list", "lower", "map", "max", "min", "reject", "rejectattr", "reverse", "round", "select",
    "selectattr", "sort", "string", "sum", "title", "trim", "unique", "upper",
}  # fmt: skip
FREE = {"count", "d", "default", "first", "length"}
"""Filters that do not iterate over their value."""


def join(values: Iterable[Any], separator: str = "", attribute: str | None = None) -> str:
    """Join values to one text, with a separator between them."""
    if attribute is not None:
        values = (SANDBOX.getitem(value, attribute) for value in values)
    return str(bounded(str(separator).join(texts_of(values, len(str(separator))))))


def _default(value: Any, replacement: Any = "", boolean: bool = False) -> Any:
    """Return a replacement for a missing or empty value; with ``boolean``, also for 0 and false."""
    is_missing = value is None or isinstance(value, jinja2.Undefined) or value == ""
    return replacement if is_missing or (boolean and not value) else value


@jinja2.pass_context
def _words(context: jinja2.runtime.Context, number: int, gender: str = "", before: str = "") -> str:
    if not numbers.has_number_words(context["language"]):  # pnp.checks.languages says so
        return _number(context, number)
    return numbers.number_in_words(number, context["language"], gender, before)


@jinja2.pass_context
def _ordinal(context: jinja2.runtime.Context, number: int, gender: str = "") -> str:
    if not numbers.has_ordinals(context["language"]):
        return _number(context, number)
    return numbers.ordinal(number, context["language"], gender)


@jinja2.pass_context
def _ordinal_words(context: jinja2.runtime.Context, number: int, gender: str = "") -> str:
    if not numbers.has_number_words(context["language"]):
        return _number(context, number)
    return numbers.ordinal_in_words(number, context["language"], gender)


@jinja2.pass_context
def _number(context: jinja2.runtime.Context, number: float, decimals: int | None = None) -> str:
    return numbers.format_number(number, context["language"], decimals)


_VAV = "\u05d5"
"""The Hebrew word for and, which is written as one word with the next; before other scripts with a hyphen."""
_HEBREW = lazy_pattern("[\u0590-\u05ff\ufb1d-\ufb4f]")


@jinja2.pass_context
def _listed(context: jinja2.runtime.Context, values: Iterable[Any], style: str = "standard") -> str:
    from babel.lists import format_list

    language = context["language"]
    locale = "en_GB" if language == "en" else language  # as British English is spelt: no comma before "and"
    texts = texts_of(values)
    text = format_list(texts, style=style, locale=locale)  # type: ignore[arg-type]
    if len(texts) > 1 and language.partition("_")[0] == "he" and not _HEBREW.match(texts[-1]):
        before = text.removesuffix(texts[-1])
        return f"{before}-{texts[-1]}" if before.endswith(_VAV) else text  # as ICU's ListFormatter has it
    return text


def _form(value: Any, name: str) -> str:
    """Return a name in another form that its translation has behind a stroke, such as gen; by default as it is."""
    forms = _inflected(value)
    if name not in forms and (meant := nearest(name, forms)):
        raise ExpressionError(f"{value} has no form {name}", f"did you mean {meant}?")
    return str(forms.get(name, value))


def _gendered(value: Any, m: str = "", f: str = "", n: str = "") -> str:
    """Return one of several texts by the gender of a name, which stands for {} in it."""
    texts, gender = {"m": m, "f": f, "n": n}, _inflected(value).get("gender", "")
    if gender and not texts[gender]:
        raise ExpressionError(f"{value} is {gender}, for which there is no text", f"write gendered(…, {gender}='…')")
    chosen = texts.get(gender) or m or f or n
    return chosen.replace("{}", str(value))


def _inflected(value: Any) -> Mapping[str, str]:
    """Return the forms of a name, and its gender."""
    from pnp.text.inflection import Inflected

    printed = getattr(value, "printed", value)
    return {**printed.forms, "gender": printed.gender} if isinstance(printed, Inflected) else {}


@jinja2.pass_context
def _named(context: jinja2.runtime.Context, value: Any) -> Any:
    """Return the name of a card or pick in the language; for a list, the name of each entry."""
    if isinstance(value, list | tuple):
        return [_named(context, entry) for entry in value]
    if isinstance(value, Mapping):
        raise ExpressionError(f"named takes the name of a card, not {show(value)}", "name its parts one by one")
    translated = context.get("_named")
    return translated(value) if translated else value


def _counts(cards: Iterable[Mapping[str, Any]], attribute: str) -> dict[Any, int]:
    """Return how many cards have each value of an attribute."""
    counts: dict[Any, int] = {}
    for card in cards:
        value = SANDBOX.getattr(card, attribute)
        for each in value if isinstance(value, list) else [value]:
            counts[each] = counts.get(each, 0) + 1
    return counts


def _having(cards: Iterable[Mapping[str, Any]], attribute: str, entry: Any) -> list[Mapping[str, Any]]:
    """Return the cards whose list in a field contains an entry."""
    return [card for card in cards if entry in SANDBOX.getattr(card, attribute)]


def _duplicates(values: Iterable[Any]) -> list[Any]:
    """Return the values that occur more than once."""
    earlier: set[Any] = set()
    return list(dict.fromkeys(value for value in values if value in earlier or earlier.add(value)))  # type: ignore[func-returns-value]


def _lacking(values: Iterable[Any], expected: Iterable[Any]) -> list[Any]:
    """Return the expected values that are missing from the values."""
    present = set(values)
    return [value for value in expected if value not in present]


def _longest_run(values: Iterable[Any]) -> int:
    """Return the length of the longest run of equal values."""
    longest = current = 0
    previous: Any = object()
    for value in values:
        current = current + 1 if value == previous else 1
        previous = value
        longest = max(longest, current)
    return longest


def _capital(text: str) -> str:
    """Return the text with a capital first letter and the rest unchanged."""
    return text[:1].upper() + text[1:]


def _sandbox() -> Sandbox:
    environment = Sandbox(undefined=Missing, finalize=show, autoescape=False, cache_size=0)
    environment.globals = {"range": limited_range}
    filters = {
        name: f.__wrapped__ if hasattr(f, "jinja_async_variant") else f
        for name, f in environment.filters.items()
        if name in BUILT_IN
    }
    filters.update(
        words=_words, ordinal=_ordinal, ordinal_words=_ordinal_words, number=_number, listed=_listed, named=_named,
        form=_form, gendered=_gendered,
        join=join, capital=_capital, counts=_counts, having=_having, duplicates=_duplicates, lacking=_lacking,
        longest_run=_longest_run, string=show, default=_default, d=_default,
    )  # fmt: skip
    limited = {name: f if name in FREE else listing(counting(f)) for name, f in filters.items()}
    environment.filters = {**limited, "_stepped": stepped, "_charged": sized}
    return environment


SANDBOX = _sandbox()

BASE_SCOPE: Mapping[str, Any] = {"range": limited_range}
"""The names in every scope."""


Scope = Mapping[str, Any]
Compiled = Callable[[Scope], Any]


def build(node: nodes.Node) -> Compiled:
    """Return the function for a node and its children.

    Raises:
        SecurityError: Expressions may not contain this kind of node.
    """
    builder = BUILDERS.get(type(node))
    if builder is None:
        raise SecurityError(f"{type(node).__name__.lower()} is not available in expressions")
    return builder(node)


def _name(node: nodes.Name) -> Compiled:
    name = node.name

    def value(scope: Scope) -> Any:
        try:
            return scope[name]
        except KeyError:
            return Missing(name=name)

    return value


def _getattr(node: nodes.Getattr) -> Compiled:
    holder, attribute, get = build(node.node), node.attr, SANDBOX.getattr
    return lambda scope: get(holder(scope), attribute)


def _getitem(node: nodes.Getitem) -> Compiled:
    holder, argument, get = build(node.node), build(node.arg), SANDBOX.getitem
    return lambda scope: get(holder(scope), argument(scope))


def _slice(node: nodes.Slice) -> Compiled:
    start, stop, step = (build(part) if part else _nothing for part in (node.start, node.stop, node.step))
    return lambda scope: slice(start(scope), stop(scope), step(scope))


def _nothing(_: Scope) -> None:
    return None


def _binary(node: nodes.BinExpr) -> Compiled:
    left, right, operator, call = build(node.left), build(node.right), node.operator, SANDBOX.call_binop
    return lambda scope: call(None, operator, left(scope), right(scope))


def _concat(node: nodes.Concat) -> Compiled:
    parts = [build(part) for part in node.nodes]
    return lambda scope: bounded("".join([show(part(scope)) for part in parts]))


_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "gt": operator.gt,
    "gteq": operator.ge,
    "lt": operator.lt,
    "lteq": operator.le,
    "in": lambda a, b: a in b,
    "notin": lambda a, b: a not in b,
}


_SIZED = (str, list, tuple, dict)
"""Types whose values take longer to compare the larger they are."""


def _compare(node: nodes.Compare) -> Compiled:
    first = build(node.expr)
    rest = [(_COMPARE[operand.op], build(operand.expr)) for operand in node.ops]

    def value(scope: Scope) -> Any:
        left = first(scope)
        for test, build in rest:
            right = build(scope)
            if right.__class__ in _SIZED:
                sized(right)
            if not test(left, right):
                return False
            left = right
        return True

    return value


def _condition(node: nodes.CondExpr) -> Compiled:
    test, yes = build(node.test), build(node.expr1)
    no = build(node.expr2) if node.expr2 else _no_else
    return lambda scope: yes(scope) if test(scope) else no(scope)


def _no_else(_: Scope) -> Any:
    raise ExpressionError("the condition is not met, and there is no else", "write … if … else …")


def _logic(node: nodes.And | nodes.Or) -> Compiled:
    left, right = build(node.left), build(node.right)
    if isinstance(node, nodes.And):
        return lambda scope: left(scope) and right(scope)
    return lambda scope: left(scope) or right(scope)


def _unary(node: nodes.UnaryExpr) -> Compiled:
    inner = build(node.node)
    if isinstance(node, nodes.Not):
        return lambda scope: not inner(scope)
    return (lambda scope: -inner(scope)) if isinstance(node, nodes.Neg) else (lambda scope: +inner(scope))


def _listing(node: nodes.List | nodes.Tuple) -> Compiled:
    parts = [build(part) for part in node.items]
    if isinstance(node, nodes.Tuple):
        return lambda scope: tuple([part(scope) for part in parts])
    return lambda scope: [part(scope) for part in parts]


def _dict(node: nodes.Dict) -> Compiled:
    pairs = [(build(pair.key), build(pair.value)) for pair in node.items]
    return lambda scope: {key(scope): value(scope) for key, value in pairs}


def _arguments(node: nodes.Call | nodes.Filter | nodes.Test) -> Callable[[Scope], tuple[list[Any], dict[str, Any]]]:
    if node.dyn_args or node.dyn_kwargs:
        raise SecurityError("unpacking arguments is not available in expressions")
    positional = [build(argument) for argument in node.args]
    named = [(str(pair.key), build(pair.value)) for pair in node.kwargs]
    return lambda scope: ([a(scope) for a in positional], {key: value(scope) for key, value in named})


def _call(node: nodes.Call) -> Compiled:
    function, arguments = build(node.node), _arguments(node)

    def value(scope: Scope) -> Any:
        args, kwargs = arguments(scope)
        return function(scope)(*args, **kwargs)

    return value


def _filter(node: nodes.Filter) -> Compiled:
    if node.name not in SANDBOX.filters or node.name.startswith("_") or node.node is None:
        raise jinja2.TemplateSyntaxError(f"No filter named {node.name!r}", node.lineno)
    return _applied(node, build(node.node), SANDBOX.filters[node.name])


def _test(node: nodes.Test) -> Compiled:
    if node.name not in SANDBOX.tests:
        raise jinja2.TemplateSyntaxError(f"No test named {node.name!r}", node.lineno)
    return _applied(node, build(node.node), SANDBOX.tests[node.name])


def _applied(node: nodes.Filter | nodes.Test, inner: Compiled, function: Any) -> Compiled:
    """Apply a filter or test, with Jinja's environment or context as first argument if the function takes one."""
    passed = getattr(function, "jinja_pass_arg", None)
    if passed and passed.name == "environment":
        function = partial(function, SANDBOX)
    elif passed:
        return _applied_in_context(node, inner, function)
    if not (node.args or node.kwargs or node.dyn_args or node.dyn_kwargs):
        return lambda scope: function(inner(scope))
    arguments = _arguments(node)

    def value(scope: Scope) -> Any:
        args, kwargs = arguments(scope)
        return function(inner(scope), *args, **kwargs)

    return value


def _applied_in_context(node: nodes.Filter | nodes.Test, inner: Compiled, function: Any) -> Compiled:
    """Apply a filter or test that reads names of the scope, such as the language."""
    arguments = _arguments(node)

    def value(scope: Scope) -> Any:
        args, kwargs = arguments(scope)
        context = Context(SANDBOX, scope, None, {})  # type: ignore[arg-type]  # only read
        return function(context, inner(scope), *args, **kwargs)

    return value


def _const(node: nodes.Const) -> Compiled:
    value = node.value
    return lambda scope: value


BUILDERS: dict[type[nodes.Node], Callable[[Any], Compiled]] = {
    nodes.Const: _const,
    nodes.Name: _name,
    nodes.Getattr: _getattr,
    nodes.Getitem: _getitem,
    nodes.Slice: _slice,
    **dict.fromkeys((nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Pow), _binary),
    nodes.Concat: _concat,
    nodes.Compare: _compare,
    nodes.CondExpr: _condition,
    **dict.fromkeys((nodes.And, nodes.Or), _logic),
    **dict.fromkeys((nodes.Not, nodes.Neg, nodes.Pos), _unary),
    **dict.fromkeys((nodes.List, nodes.Tuple), _listing),
    nodes.Dict: _dict,
    nodes.Call: _call,
    nodes.Filter: _filter,
    nodes.Test: _test,
}
