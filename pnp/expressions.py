"""Jinja expressions in templates, texts and expectations → values, in a sandbox with limits.

Compiled once for each source text, evaluated for each card. An expression sees only what it is given, reaches no
attribute that is not listed here, and may loop and build text only so much. Not for translating or formatting text.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, wraps
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.exceptions import SecurityError
from jinja2.parser import Parser
from jinja2.runtime import LoopContext, Undefined
from jinja2.sandbox import SandboxedEnvironment

from pnp.diagnostics import suggest
from pnp.words import numbers

MOST_STEPS = 100_000
"""Steps all loops of one evaluation may take together."""

MOST_ITEMS = 1_000_000
"""Values that all filters, sums and searches of one evaluation may go through together: ten times the largest deck."""

LONGEST_TEXT = 100_000
"""Characters, or list entries, a value may have."""

Scope = Mapping[str, Any]
Compiled = Callable[[Scope], Any]

_EXPRESSION = re.compile(r"""\{\{((?:[^'"}]|'[^']*'|"[^"]*"|\}(?!\}))*)\}\}""", re.DOTALL)
_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
_ALLOWED = {
    str: {"upper", "lower", "title", "capitalize", "startswith", "endswith", "strip", "split", "isdigit"},
    LoopContext: {"index", "index0", "first", "last", "length", "revindex", "revindex0", "previtem", "nextitem"},
}
_FILTERS = {
    "abs", "capitalize", "count", "d", "default", "dictsort", "first", "float", "groupby", "int", "items",
    "last", "length", "list", "lower", "map", "max", "min", "reject", "rejectattr", "reverse", "round", "select",
    "selectattr", "sort", "string", "sum", "title", "trim", "unique", "upper",
}  # fmt: skip
_FREE = {"count", "d", "default", "first", "length"}
"""Filters that do not go through what they are given."""
_STATEMENTS = (nodes.For, nodes.If, nodes.Output, nodes.Assign, nodes.Expr, nodes.Template, nodes.TemplateData)


class ExpressionError(Exception):
    """An expression that cannot be compiled or evaluated.

    Attributes:
        what: The fault, in one line.
        fix: What to write instead; may be empty.
        code: The diagnostic's name.
    """

    def __init__(self, what: str, fix: str = "", code: str = "expression") -> None:
        super().__init__(what)
        self.what = what
        self.fix = fix
        self.code = code


class _Steps:
    """How many steps and items are left for the evaluation under way."""

    left = MOST_STEPS
    items = MOST_ITEMS


class _Sandbox(SandboxedEnvironment):
    intercepted_binops = frozenset({"+", "*", "**", "%", "//", "/"})

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        for node in tree.find_all(nodes.Stmt):
            recursive = isinstance(node, nodes.For) and node.recursive
            if recursive or not isinstance(node, _STATEMENTS):
                raise SecurityError(f"{{% {type(node).__name__.lower()} %}} is not available here")
        _limit_loops(tree)
        return tree

    def getattr(self, obj: Any, attribute: str) -> Any:
        if isinstance(obj, Mapping):
            if attribute in obj:
                return obj[attribute]
            if attribute == "get":
                return obj.get
            if attribute in ("items", "keys", "values"):
                entries = list(getattr(obj, attribute)())
                return lambda: entries
            return _Missing(obj=obj, name=attribute)
        if isinstance(obj, Undefined):
            str(obj)  # raises: nothing is known of what is not there
        for kind, names in _ALLOWED.items():
            if isinstance(obj, kind) and attribute in names:
                return getattr(obj, attribute)
        raise SecurityError(f"{attribute} of {_kind(obj)} is not available in expressions")

    def getitem(self, obj: Any, argument: Any) -> Any:
        if isinstance(argument, str) and not isinstance(obj, Mapping):
            return self.getattr(obj, argument)
        try:
            return obj[argument]
        except (KeyError, IndexError):
            return _Missing(obj=obj, name=argument)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        if operator == "**" and (abs(left) > 1e6 or abs(right) > 64):
            raise ExpressionError("the power is too large", code="expression-limit")
        if operator == "*":
            for text, times in ((left, right), (right, left)):
                if isinstance(text, str | list | tuple) and len(text) * max(int(times), 0) > LONGEST_TEXT:
                    raise ExpressionError("the text would become too long", code="expression-limit")
        if operator == "%" and isinstance(left, str):
            raise SecurityError("formatting text with % is not available in expressions")
        result = super().call_binop(context, operator, left, right)
        return _charged(_bounded(result)) if isinstance(result, str | list | tuple) else result

    def call(__self, __context: Any, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805
        _charged(getattr(__obj, "__self__", None))
        return super().call(__context, __obj, *args, **kwargs)


class _Missing(jinja2.StrictUndefined):
    """A name, key or index that is not there; any use of it is an ExpressionError that suggests the nearest."""

    def __init__(
        self, hint: str | None = None, obj: Any = jinja2.utils.missing, name: Any = None, exc: Any = None
    ) -> None:
        super().__init__(hint, obj, name, exc or jinja2.UndefinedError)

    def _fail_with_undefined_error(self, *args: Any, **kwargs: Any) -> Any:
        if self._undefined_message and self._undefined_hint:
            raise ExpressionError(str(self._undefined_hint).rstrip(".").lower(), code="undefined-name")
        holder = self._undefined_obj
        name = self._undefined_name
        if holder is jinja2.utils.missing:
            raise ExpressionError(f"{name} is not defined", code="undefined-name")
        known = [str(key) for key in holder] if isinstance(holder, Mapping) else []
        fix = suggest(str(name), known) if known else ""
        raise ExpressionError(f"there is no {name} in {_kind(holder)}", fix, code="undefined-name")

    __str__ = __iter__ = __len__ = __eq__ = __ne__ = __bool__ = __hash__ = _fail_with_undefined_error
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __lt__ = __le__ = __gt__ = __ge__ = __call__ = (
        _fail_with_undefined_error
    )
    __getitem__ = __contains__ = __int__ = __float__ = __truediv__ = __rtruediv__ = __floordiv__ = __mod__ = (
        _fail_with_undefined_error
    )
    __neg__ = __pos__ = __pow__ = __rpow__ = __rfloordiv__ = __rmod__ = __getattr__ = _fail_with_undefined_error


def _kind(value: Any) -> str:
    names = {str: "a text", int: "a number", float: "a number", list: "a list", dict: "these", bool: "true or false"}
    return next((name for kind, name in names.items() if isinstance(value, kind)), f"a {type(value).__name__}")


def _limit_loops(tree: nodes.Template) -> None:
    """Count the steps of every loop and every search, and the length of every text put together with ~."""
    for loop in tree.find_all(nodes.For):
        loop.iter = nodes.Filter(loop.iter, "_counted", [], [], None, None, lineno=loop.lineno)
    for operand in tree.find_all(nodes.Operand):
        if operand.op in ("in", "notin"):
            operand.expr = nodes.Filter(operand.expr, "_charged", [], [], None, None, lineno=operand.lineno)
    for parent in list(tree.find_all(nodes.Node)):
        for field, value in parent.iter_fields():
            if isinstance(value, nodes.Concat):
                setattr(parent, field, _joined(value))
            elif isinstance(value, list):
                value[:] = [_joined(v) if isinstance(v, nodes.Concat) else v for v in value]


def _joined(node: nodes.Concat) -> nodes.Filter:
    return nodes.Filter(nodes.List(node.nodes, lineno=node.lineno), "join", [], [], None, None, lineno=node.lineno)


def _counted(iterable: Iterable[Any]) -> Iterator[Any]:
    for item in iterable:
        _Steps.left -= 1
        if _Steps.left < 0:
            raise ExpressionError(
                f"loops take more than {MOST_STEPS:,} steps", "loop over less", code="expression-limit"
            )
        yield item


def _charged(value: Any) -> Any:
    """The value, its items counted against what an evaluation may go through; those of an iterator as they come."""
    if isinstance(value, str):
        _spend(len(value) >> 4)
    elif isinstance(value, list | tuple | range | dict):
        _spend(len(value) + sum(len(item) >> 4 for item in value if type(item) is str))
    elif isinstance(value, Iterator):
        return map(_charged_item, value)
    return value


def _charged_item(item: Any) -> Any:
    _spend(1 + (len(item) >> 4 if type(item) is str else 0))
    return item


def _spend(items: int) -> None:
    _Steps.items -= items
    if _Steps.items < 0:
        what = f"the expression goes through more than {MOST_ITEMS:,} values"
        raise ExpressionError(what, "go through less", code="expression-limit")


def _counting(function: Callable[..., Any]) -> Callable[..., Any]:
    """A filter that counts what it is given."""
    place = 1 if hasattr(function, "jinja_pass_arg") else 0

    @wraps(function)
    def counted(*args: Any, **kwargs: Any) -> Any:
        return function(*args[:place], _charged(args[place]), *args[place + 1 :], **kwargs)

    return counted


def _join(values: Iterable[Any], separator: str = "", attribute: str | None = None) -> str:
    if attribute is not None:
        values = (_SANDBOX.getitem(value, attribute) for value in values)
    return str(_bounded(str(separator).join(_shown(values, len(str(separator))))))


def _shown(values: Iterable[Any], between: int = 0) -> list[str]:
    """Values as texts, that together are not too long."""
    texts: list[str] = []
    length = 0
    for value in _counted(values):
        texts.append(show(value))
        length += len(texts[-1]) + between
        if length > LONGEST_TEXT + between:
            raise ExpressionError("the text becomes too long", code="expression-limit")
    return texts


def _bounded(value: Any) -> Any:
    if len(value) > LONGEST_TEXT:
        raise ExpressionError("the text becomes too long", code="expression-limit")
    return value


def _range(*arguments: int) -> range:
    result = range(*arguments)
    if len(result) > MOST_STEPS:
        raise ExpressionError(f"range has more than {MOST_STEPS:,} numbers", code="expression-limit")
    return result


def show(value: Any) -> str:
    """A value as text: whole numbers without a point, a true minus sign left to typography."""
    if value is None:
        raise ExpressionError("the value is empty", "give the card a value, or use |default('')", code="undefined-name")
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, list | tuple | dict) and _length(value) > LONGEST_TEXT:
        raise ExpressionError("the text would become too long", code="expression-limit")
    return str(value)


def _length(value: Any) -> int:
    """About how long a value is as text; counting stops a little beyond the longest text."""
    total = 0
    waiting = [value]
    while waiting and total <= LONGEST_TEXT:
        part = waiting.pop()
        if isinstance(part, dict):
            waiting += [*part.keys(), *part.values()]
        elif isinstance(part, list | tuple):
            waiting += part
            total += 2 * len(part)
        total += len(part) if isinstance(part, str) else 1
    return total


# --- filters ----------------------------------------------------------------------------------------------------


@jinja2.pass_context
def _words(context: jinja2.runtime.Context, number: int, gender: str = "") -> str:
    return numbers.number_in_words(number, context["language"], gender)


@jinja2.pass_context
def _ordinal(context: jinja2.runtime.Context, number: int, gender: str = "") -> str:
    return numbers.ordinal(number, context["language"], gender)


@jinja2.pass_context
def _ordinal_words(context: jinja2.runtime.Context, number: int, gender: str = "") -> str:
    return numbers.ordinal_in_words(number, context["language"], gender)


@jinja2.pass_context
def _number(context: jinja2.runtime.Context, number: float) -> str:
    return numbers.format_number(number, context["language"])


@jinja2.pass_context
def _listed(context: jinja2.runtime.Context, values: Iterable[Any], style: str = "standard") -> str:
    from babel.lists import format_list

    return format_list(_shown(values), style=style, locale=context["language"])  # type: ignore[arg-type]


def _counts(cards: Iterable[Mapping[str, Any]], attribute: str) -> dict[Any, int]:
    """How many of the cards have each value."""
    counts: dict[Any, int] = {}
    for card in cards:
        value = _SANDBOX.getattr(card, attribute)
        for each in value if isinstance(value, list) else [value]:
            counts[each] = counts.get(each, 0) + 1
    return counts


def _having(cards: Iterable[Mapping[str, Any]], attribute: str, wanted: Any) -> list[Mapping[str, Any]]:
    """Those of the cards whose list in a field has the value."""
    return [card for card in cards if wanted in _SANDBOX.getattr(card, attribute)]


def _duplicates(values: Iterable[Any]) -> list[Any]:
    """Values that come more than once."""
    seen: set[Any] = set()
    return list(dict.fromkeys(value for value in values if value in seen or seen.add(value)))  # type: ignore[func-returns-value]


def _lacking(values: Iterable[Any], wanted: Iterable[Any]) -> list[Any]:
    """Those wanted that are not among the values."""
    present = set(values)
    return [value for value in wanted if value not in present]


def _longest_run(values: Iterable[Any]) -> int:
    """The most equal values in a row."""
    longest = current = 0
    previous: Any = object()
    for value in values:
        current = current + 1 if value == previous else 1
        previous = value
        longest = max(longest, current)
    return longest


def _capital(text: str) -> str:
    """The text with its first letter as a capital, the others untouched."""
    return text[:1].upper() + text[1:]


def _sandbox() -> _Sandbox:
    environment = _Sandbox(undefined=_Missing, finalize=show, autoescape=False, cache_size=0)
    environment.globals = {"range": _range}
    filters = {name: f for name, f in environment.filters.items() if name in _FILTERS}
    filters.update(
        words=_words, ordinal=_ordinal, ordinal_words=_ordinal_words, number=_number, listed=_listed, join=_join,
        capital=_capital, counts=_counts, having=_having, duplicates=_duplicates, lacking=_lacking,
        longest_run=_longest_run, string=show,
    )  # fmt: skip
    counted = {name: f if name in _FREE else _counting(f) for name, f in filters.items()}
    environment.filters = {**counted, "_counted": _counted, "_charged": _charged}
    return environment


_SANDBOX = _sandbox()


def plural_forms(source: str) -> list[tuple[str, str]]:
    """The singular and plural of each ngettext(…, …, n) in a text, for the catalogues.

    A text that cannot be parsed has none; compiling it tells why.
    """
    if "ngettext" not in source:
        return []
    try:
        tree = _SANDBOX.parse(source if "{" in source else f"{{{{ {source} }}}}")
    except _UNREADABLE:
        return []
    forms = []
    for call in tree.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name == "ngettext":
            texts = [a.value for a in call.args[:2] if isinstance(a, nodes.Const) and isinstance(a.value, str)]
            if len(texts) == 2:
                forms.append((texts[0], texts[1]))
    return forms


def sides_of_comparison(source: str) -> tuple[str, ...]:
    """The two sides of an expression that is one comparison, as written; nothing for any other expression."""
    depth, quote = 0, ""
    for index, character in enumerate(source):
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'":
            quote = character
        elif character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
        elif depth == 0 and (found := _COMPARISON.match(source, index)):
            if re.search(r"\b(and|or|if|not)\b", source):
                return ()
            return source[:index].strip(), source[found.end() :].strip()
    return ()


_COMPARISON = re.compile(r"==|!=|<=|>=|<|>|\bin\b")


BASE_SCOPE: Mapping[str, Any] = {"range": _range}
"""What every scope holds."""


# --- compiling --------------------------------------------------------------------------------------------------


def _guarded(compiled: Callable[[Scope], Any]) -> Compiled:
    def evaluate(scope: Scope) -> Any:
        _Steps.left = MOST_STEPS
        _Steps.items = MOST_ITEMS
        try:
            return compiled(scope)
        except ExpressionError as error:
            if error.code == "undefined-name" and not error.fix and error.what.endswith("is not defined"):
                name = error.what.split()[0]
                raise ExpressionError(error.what, suggest(name, scope), error.code) from None
            raise
        except SecurityError as error:
            raise ExpressionError(str(error), code="expression-unsafe") from None
        except RecursionError:
            raise ExpressionError("the expression calls itself without end", code="expression-limit") from None
        except jinja2.TemplateRuntimeError as error:
            raise _syntax(jinja2.TemplateSyntaxError(str(error), 1), "") from None
        except (jinja2.TemplateError, ArithmeticError, LookupError, TypeError, ValueError, MemoryError) as error:
            raise ExpressionError(str(error) or type(error).__name__) from None

    return evaluate


_UNREADABLE = (jinja2.TemplateSyntaxError, SecurityError, RecursionError, MemoryError, SyntaxError)
"""What compiling raises; the last three for an expression that is nested too deeply."""


def _syntax(error: Exception, source: str) -> ExpressionError:
    if isinstance(error, SecurityError):
        return ExpressionError(str(error), code="expression-unsafe")
    if not isinstance(error, jinja2.TemplateSyntaxError):
        what = f"the expression is nested too deeply, in {source.strip()[:60]}"
        return ExpressionError(what, "make it shorter", code="expression-limit")
    message = (error.message or "cannot be read").rstrip(".")
    fix = ""
    if "No filter named" in message:
        fix = suggest(message.split("'")[1], (name for name in _SANDBOX.filters if not name.startswith("_")))
    where = f" in {source.strip()[:60]}" if source.strip() else ""
    return ExpressionError(f"{message}{where}", fix, code="expression-syntax")


# Jinja parses; the tree is then turned into functions of the scope right here. That is several times faster than having
# Jinja write, compile and run a module for each expression, and nothing can be evaluated that is not in this table.


def _build(node: nodes.Node) -> Compiled:
    builder = _BUILDERS.get(type(node))
    if builder is None:
        raise SecurityError(f"{type(node).__name__.lower()} is not available in expressions")
    return builder(node)


def _name(node: nodes.Name) -> Compiled:
    name = node.name

    def value(scope: Scope) -> Any:
        return scope[name] if name in scope else _Missing(name=name)

    return value


def _getattr(node: nodes.Getattr) -> Compiled:
    holder, attribute, get = _build(node.node), node.attr, _SANDBOX.getattr
    return lambda scope: get(holder(scope), attribute)


def _getitem(node: nodes.Getitem) -> Compiled:
    holder, argument, get = _build(node.node), _build(node.arg), _SANDBOX.getitem
    return lambda scope: get(holder(scope), argument(scope))


def _slice(node: nodes.Slice) -> Compiled:
    start, stop, step = (_build(part) if part else _nothing for part in (node.start, node.stop, node.step))
    return lambda scope: slice(start(scope), stop(scope), step(scope))


def _nothing(_: Scope) -> None:
    return None


def _binary(node: nodes.BinExpr) -> Compiled:
    left, right, operator, call = _build(node.left), _build(node.right), node.operator, _SANDBOX.call_binop
    return lambda scope: call(_CONTEXT, operator, left(scope), right(scope))


def _concat(node: nodes.Concat) -> Compiled:
    parts = [_build(part) for part in node.nodes]
    return lambda scope: _bounded("".join([show(part(scope)) for part in parts]))


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


def _compare(node: nodes.Compare) -> Compiled:
    first = _build(node.expr)
    rest = [(_COMPARE[operand.op], _build(operand.expr)) for operand in node.ops]

    def value(scope: Scope) -> Any:
        left = first(scope)
        for test, build in rest:
            right = build(scope)
            if not test(left, right):
                return False
            left = right
        return True

    return value


def _condition(node: nodes.CondExpr) -> Compiled:
    test, yes = _build(node.test), _build(node.expr1)
    no = _build(node.expr2) if node.expr2 else _no_else
    return lambda scope: yes(scope) if test(scope) else no(scope)


def _no_else(_: Scope) -> Any:
    raise ExpressionError("the condition is not met, and there is no else", "write … if … else …")


def _logic(node: nodes.And | nodes.Or) -> Compiled:
    left, right = _build(node.left), _build(node.right)
    if isinstance(node, nodes.And):
        return lambda scope: left(scope) and right(scope)
    return lambda scope: left(scope) or right(scope)


def _unary(node: nodes.UnaryExpr) -> Compiled:
    inner = _build(node.node)
    if isinstance(node, nodes.Not):
        return lambda scope: not inner(scope)
    return (lambda scope: -inner(scope)) if isinstance(node, nodes.Neg) else (lambda scope: +inner(scope))


def _listing(node: nodes.List | nodes.Tuple) -> Compiled:
    parts = [_build(part) for part in node.items]
    if isinstance(node, nodes.Tuple):
        return lambda scope: tuple([part(scope) for part in parts])
    return lambda scope: [part(scope) for part in parts]


def _dict(node: nodes.Dict) -> Compiled:
    pairs = [(_build(pair.key), _build(pair.value)) for pair in node.items]
    return lambda scope: {key(scope): value(scope) for key, value in pairs}


def _arguments(node: nodes.Call | nodes.Filter | nodes.Test) -> Callable[[Scope], tuple[list[Any], dict[str, Any]]]:
    if node.dyn_args or node.dyn_kwargs:
        raise SecurityError("unpacking arguments is not available in expressions")
    positional = [_build(argument) for argument in node.args]
    named = [(str(pair.key), _build(pair.value)) for pair in node.kwargs]
    return lambda scope: ([a(scope) for a in positional], {key: value(scope) for key, value in named})


def _call(node: nodes.Call) -> Compiled:
    function, arguments = _build(node.node), _arguments(node)

    def value(scope: Scope) -> Any:
        args, kwargs = arguments(scope)
        return function(scope)(*args, **kwargs)

    return value


def _filter(node: nodes.Filter) -> Compiled:
    if node.name not in _SANDBOX.filters or node.name.startswith("_") or node.node is None:
        raise jinja2.TemplateSyntaxError(f"No filter named {node.name!r}", node.lineno)
    inner, arguments, name, call = _build(node.node), _arguments(node), node.name, _SANDBOX.call_filter
    return lambda scope: call(name, inner(scope), *arguments(scope), _CONTEXT)


def _test(node: nodes.Test) -> Compiled:
    if node.name not in _SANDBOX.tests:
        raise jinja2.TemplateSyntaxError(f"No test named {node.name!r}", node.lineno)
    inner, arguments, name, call = _build(node.node), _arguments(node), node.name, _SANDBOX.call_test
    return lambda scope: call(name, inner(scope), *arguments(scope), _CONTEXT)


def _const(node: nodes.Const) -> Compiled:
    value = node.value
    return lambda scope: value


_BUILDERS: dict[type[nodes.Node], Callable[[Any], Compiled]] = {
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

_CONTEXT = _SANDBOX.from_string("").new_context({}, shared=True)
"""What filters and tests ask for the language; its parent is the scope of the evaluation under way."""


@lru_cache(maxsize=8192)
def compile_expression(source: str) -> Compiled:
    """Return a function of the scope that gives the expression's value.

    Raises:
        ExpressionError: On compiling, and from the function on evaluating.
    """
    try:
        parser = Parser(_SANDBOX, source, state="variable")
        compute = _build(parser.parse_expression())
        if not parser.stream.eos:
            raise jinja2.TemplateSyntaxError(f"unexpected {parser.stream.current.value!r}", 1)
    except _UNREADABLE as error:
        raise _syntax(error, source) from None

    def evaluate(scope: Scope) -> Any:
        _CONTEXT.parent = scope  # type: ignore[assignment]
        value = compute(scope)
        if isinstance(value, Undefined):
            str(value)
        if isinstance(value, Iterator):
            return list(_counted(value))
        return value

    return _guarded(evaluate)


@lru_cache(maxsize=8192)
def compile_text(source: str) -> Compiled:
    """Return a function of the scope that gives a text with its ``{{ … }}`` filled in.

    A text that is one expression and nothing else gives that expression's value, not text.

    Raises:
        ExpressionError: On compiling, and from the function on evaluating.
    """
    source = _COMMENT.sub("", source)
    if "{%" in source:
        try:
            template = _SANDBOX.from_string(source)
        except _UNREADABLE as error:
            raise _syntax(error, source) from None
        return _guarded(lambda scope: _bounded(template.render(scope)))
    parts: list[str | Compiled] = []
    end = 0
    for match in _EXPRESSION.finditer(source):
        parts += [source[end : match.start()], compile_expression(match[1].strip())]
        end = match.end()
    parts.append(source[end:])
    if any(isinstance(part, str) and ("{{" in part or "}}" in part) for part in parts):
        raise ExpressionError(f"{{{{ without its }}}} in {source.strip()[:60]}", "close it", code="expression-syntax")
    if len(parts) == 3 and not parts[0] and not parts[2]:
        return parts[1]  # type: ignore[return-value]
    return lambda scope: "".join([part if isinstance(part, str) else show(part(scope)) for part in parts])
