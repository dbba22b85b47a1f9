"""Jinja's environment, with only the statements, attributes and operators that expressions may use, and with limits.

Each evaluation has its own budget of steps and values, and the length of texts is limited. pnp.expressions.evaluate
adds the filters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from math import isfinite
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.exceptions import SecurityError
from jinja2.runtime import LoopContext, Undefined
from jinja2.sandbox import SandboxedEnvironment

from pnp.core.codes import Code
from pnp.core.diagnostics import nearest, suggest

MAX_STEPS = 100_000
"""All loops of an evaluation may take at most this many steps together."""

MAX_ITEMS = 500_000
"""All filters, sums and searches of an evaluation may visit at most this many values together: five times the largest
deck."""

MAX_BITS = 1000
"""A whole number may have at most this many bits: 301 digits, as many as a floating-point number may have."""

LONGEST_TEXT = 100_000
"""A value may have at most this many characters or list entries."""


def truth(value: Any) -> bool:
    """Return whether a test is true. A list or mapping is true unless it is empty.

    Raises:
        ExpressionError: The value is a number or a text, which is neither true nor false.
    """
    if type(value) in (int, float, str):
        raise ExpressionError(f"the test is {value}, neither true nor false", "compare it with something, as in == 3")
    return bool(value)


class ExpressionError(Exception):
    """An expression that cannot be compiled or evaluated: a mistake with a code.

    It is not a Mistake, because that is a ValueError: Jinja's filters int and float would take it for a text that is
    not a number, and return 0 for a misspelt name.

    Attributes:
        what: The fault, in one line.
        fix: What to write instead; may be empty.
        code: The kind of fault.
        is_empty: Whether it has no value to be printed.
    """

    def __init__(self, what: str, fix: str = "", code: Code = Code.EXPRESSION, *, is_empty: bool = False) -> None:
        super().__init__(what)
        self.is_empty = is_empty
        self.what = what
        self.fix = fix
        self.code = code


@dataclass(slots=True)
class Budget:
    """How many steps and items an evaluation may still use."""

    steps: int = MAX_STEPS
    items: int = MAX_ITEMS


BUDGET: ContextVar[Budget] = ContextVar("BUDGET")
"""The budget of the current evaluation in this thread."""


def stepped(iterable: Iterable[Any]) -> Iterator[Any]:
    """Yield each item, and count it as a step of a loop."""
    budget = BUDGET.get()
    for item in iterable:
        budget.steps -= 1
        if budget.steps < 0:
            raise ExpressionError(
                f"loops take more than {MAX_STEPS:,} steps", "loop over less", code=Code.EXPRESSION_LIMIT
            )
        yield item


def charged(value: Any) -> Any:
    """Return the value after counting its items in the budget; items of an iterator are counted as they come."""
    if isinstance(value, str):
        spend(len(value) >> 4)
    elif isinstance(value, list | tuple | range | dict):
        spend(len(value) + sum(len(item) >> 4 for item in value if type(item) is str))
    elif isinstance(value, Iterator):
        return map(charged_item, value)
    return value


def charged_item(item: Any) -> Any:
    """Return the item after counting it; a long text counts as several."""
    spend(1 + (len(item) >> 4 if type(item) is str else 0))
    return item


def spend(items: int) -> None:
    """Count visited values in the budget."""
    budget = BUDGET.get()
    budget.items -= items
    if budget.items < 0:
        what = f"the expression goes through more than {MAX_ITEMS:,} values"
        raise ExpressionError(what, "go through less", code=Code.EXPRESSION_LIMIT)


def counting(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a filter so that the items of its value are counted."""
    if hasattr(function, "jinja_pass_arg"):
        return wraps(function)(
            lambda first, value, /, *args, **kwargs: function(first, charged(value), *args, **kwargs)
        )
    return wraps(function)(lambda value, /, *args, **kwargs: function(charged(value), *args, **kwargs))


def texts_of(values: Iterable[Any], between: int = 0) -> list[str]:
    """Return values as texts.

    Raises:
        ExpressionError: Together, with ``between`` characters after each, the texts are too long.
    """
    texts: list[str] = []
    length = 0
    for value in stepped(values):
        texts.append(show(value))
        length += len(texts[-1]) + between
        if length > LONGEST_TEXT + between:
            raise ExpressionError("the text becomes too long", code=Code.EXPRESSION_LIMIT)
    return texts


def bounded(value: Any) -> Any:
    """Return a value, unless it is too long.

    Raises:
        ExpressionError: The value is too long.
    """
    if len(value) > LONGEST_TEXT:
        raise ExpressionError("the text becomes too long", code=Code.EXPRESSION_LIMIT)
    return value


def sized(value: Any) -> Any:
    """Return a value after counting everything that a comparison or a copy of it visits, including nested lists."""
    if isinstance(value, list | tuple | dict):
        spend(_length(value))
        return value
    return charged(value)


def finite(value: Any) -> Any:
    """Return a value, unless it is a number too large to be printed.

    Raises:
        ExpressionError: The number is too large.
    """
    if (type(value) is int and value.bit_length() > MAX_BITS) or (type(value) is float and not isfinite(value)):
        raise ExpressionError("the number becomes too large", code=Code.EXPRESSION_LIMIT)
    return value


def listing(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a filter so that it returns a list instead of an iterator, which could only be read once."""

    @wraps(function)
    def listed(*args: Any, **kwargs: Any) -> Any:
        result = function(*args, **kwargs)
        return bounded(list(result)) if isinstance(result, Iterator) else finite(result)

    return listed


def limited_range(*arguments: int) -> range:
    """Return a range that has at most as many numbers as a loop may have steps."""
    result = range(*arguments)
    if len(result) > MAX_STEPS:
        raise ExpressionError(f"range has more than {MAX_STEPS:,} numbers", code=Code.EXPRESSION_LIMIT)
    return result


def show(value: Any) -> str:
    """Return a value as text: whole numbers without a decimal point. Typography sets minus signs."""
    if value is None:
        raise ExpressionError(
            "the value is empty",
            "give the card a value, or use |default('')",
            code=Code.UNDEFINED_NAME,
            is_empty=True,
        )
    if callable(value) and not isinstance(value, Undefined):
        raise ExpressionError("the value is a function", "call it, with ( ) after its name")
    finite(value)
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, list | tuple | dict) and _length(value) > LONGEST_TEXT:
        raise ExpressionError("the text would become too long", code=Code.EXPRESSION_LIMIT)
    return str(value)


def _length(value: Any) -> int:
    """Return the approximate length of a value as text; counting stops slightly beyond the longest text."""
    total = 0
    waiting = [value]
    while waiting and total <= LONGEST_TEXT:
        part = waiting.pop()
        if isinstance(part, dict):
            waiting += [*part.keys(), *part.values()]
        elif isinstance(part, list | tuple):
            waiting += part
            total += 2 * len(part)
        elif callable(part) and not isinstance(part, Undefined):
            raise ExpressionError("the value contains a function", "call it, with ( ) after its name")
        total += len(part) if isinstance(part, str) else 1
    return total


ALLOWED = {
    str: {"upper", "lower", "title", "capitalize", "startswith", "endswith", "strip", "split", "isdigit"},
    LoopContext: {"index", "index0", "first", "last", "length", "revindex", "revindex0", "previtem", "nextitem"},
}
_MAPPINGS = (dict, Mapping)  # nearly all are dicts, for which the test is faster
_STATEMENTS = (nodes.For, nodes.If, nodes.Output, nodes.Assign, nodes.Expr, nodes.Template, nodes.TemplateData)


class Sandbox(SandboxedEnvironment):
    """An environment that refuses every statement, attribute and operation not listed."""

    intercepted_binops = frozenset({"+", "*", "**", "%", "//", "/"})

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        for node in tree.find_all(nodes.Stmt):
            recursive = isinstance(node, nodes.For) and node.recursive
            if recursive or not isinstance(node, _STATEMENTS):
                raise SecurityError(f"{{% {type(node).__name__.lower()} %}} is not available here")
        refuse_half_characters(tree)
        _limit_loops(tree)
        return tree

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return an entry of a mapping, or a listed attribute."""
        if isinstance(obj, _MAPPINGS):
            if attribute in obj:
                return obj[attribute]
            if attribute == "get":
                return obj.get
            if attribute in ("items", "keys", "values"):
                entries = list(getattr(obj, attribute)())
                return lambda: entries
            return Missing(obj=obj, name=attribute)
        if isinstance(obj, Undefined):
            str(obj)  # raises
        for kind, names in ALLOWED.items():
            if isinstance(obj, kind) and attribute in names:
                return getattr(obj, attribute)
        raise SecurityError(f"{attribute} of {kind_of(obj)} is not available in expressions")

    def getitem(self, obj: Any, argument: Any) -> Any:
        """Return an entry by key or index."""
        if isinstance(obj, _MAPPINGS):
            if type(argument) is int and argument not in obj:
                argument = str(argument)  # the keys of a YAML mapping are texts
        elif isinstance(argument, str):
            return self.getattr(obj, argument)
        elif isinstance(argument, slice):
            sized(obj)
        try:
            return obj[argument]
        except (KeyError, IndexError):
            return Missing(obj=obj, name=argument)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Return the result of an operator.

        Raises:
            ExpressionError: The result is, or would be, too large.
        """
        if operator == "**" and (abs(left) > 1e6 or abs(right) > 64):
            raise ExpressionError("the power is too large", code=Code.EXPRESSION_LIMIT)
        if operator == "*":
            for text, times in ((left, right), (right, left)):
                if isinstance(text, str | list | tuple) and len(text) * max(int(times), 0) > LONGEST_TEXT:
                    raise ExpressionError("the text would become too long", code=Code.EXPRESSION_LIMIT)
        if operator == "%" and isinstance(left, str):
            raise SecurityError("formatting text with % is not available in expressions")
        result = super().call_binop(context, operator, left, right)
        return charged(bounded(result)) if isinstance(result, str | list | tuple) else finite(result)

    def call_test(
        self, name: str, value: Any, args: Any = None, kwargs: Any = None, context: Any = None, eval_ctx: Any = None
    ) -> Any:
        """Return whether a test holds for a value. A fast path, because filters call it for each item."""
        test: Any = self.tests.get(name)
        if test is None or hasattr(test, "jinja_pass_arg"):
            return super().call_test(name, value, args, kwargs, context, eval_ctx)
        return test(value, *(args or ()), **(kwargs or {}))

    def call(__self, __context: Any, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805
        """Call a method or function, and count the items of the value that a method belongs to."""
        charged(getattr(__obj, "__self__", None))
        return super().call(__context, __obj, *args, **kwargs)


class Missing(jinja2.StrictUndefined):
    """A missing name, key or index. Any use of it raises an ExpressionError that suggests the most similar one."""

    def __init__(
        self, hint: str | None = None, obj: Any = jinja2.utils.missing, name: Any = None, exc: Any = None
    ) -> None:
        super().__init__(hint, obj, name, exc or jinja2.UndefinedError)

    def _fail_with_undefined_error(self, *args: Any, **kwargs: Any) -> Any:
        if self._undefined_message and self._undefined_hint:
            raise ExpressionError(str(self._undefined_hint).rstrip(".").lower(), code=Code.UNDEFINED_NAME)
        holder = self._undefined_obj
        name = self._undefined_name
        if holder is jinja2.utils.missing:
            raise ExpressionError(f"{name} is not defined", code=Code.UNDEFINED_NAME)
        keys = [str(key) for key in holder] if isinstance(holder, Mapping) else []
        fix = suggest(str(name), keys) if keys else ""
        # a column called Card Name is card['Card Name'], and no name after a point
        by_name = {re.sub(r"\W+", "_", key).casefold(): key for key in keys if not key.isidentifier()}
        if close := nearest(str(name).casefold(), by_name):
            fix = f"write [{by_name[close]!r}] for .{name}"
        if name in getattr(holder, "_columns", ()):
            fix = f"the table has a column {name}: name it in fields:"
        raise ExpressionError(f"there is no {name} in {kind_of(holder)}", fix, code=Code.UNDEFINED_NAME)

    __str__ = __iter__ = __len__ = __eq__ = __ne__ = __bool__ = __hash__ = _fail_with_undefined_error
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __lt__ = __le__ = __gt__ = __ge__ = __call__ = (
        _fail_with_undefined_error
    )
    __getitem__ = __contains__ = __int__ = __float__ = __truediv__ = __rtruediv__ = __floordiv__ = __mod__ = (
        _fail_with_undefined_error
    )
    __neg__ = __pos__ = __pow__ = __rpow__ = __rfloordiv__ = __rmod__ = __getattr__ = _fail_with_undefined_error


def kind_of(value: Any) -> str:
    """Return the kind of a value, for messages."""
    names = {str: "a text", int: "a number", float: "a number", list: "a list", dict: "these", bool: "true or false"}
    return next((name for kind, name in names.items() if isinstance(value, kind)), f"a {type(value).__name__}")


def refuse_half_characters(tree: nodes.Node) -> None:
    """Refuse texts with half of a surrogate pair, which only an escape can produce.

    Raises:
        TemplateSyntaxError: A text has half of a surrogate pair.
    """
    for constant in tree.find_all(nodes.Const):
        if isinstance(constant.value, str) and any("\ud800" <= c <= "\udfff" for c in constant.value):
            raise jinja2.TemplateSyntaxError("a text contains half of a character: \\ud800 to \\udfff", 1)


def _limit_loops(tree: nodes.Template) -> None:
    """Add the filters that count the steps of every loop and search, and that limit every text joined with ~."""
    for loop in tree.find_all(nodes.For):
        loop.iter = nodes.Filter(loop.iter, "_stepped", [], [], None, None, lineno=loop.lineno)
    for operand in tree.find_all(nodes.Operand):
        if operand.op in ("in", "notin") or not isinstance(operand.expr, nodes.Const):
            operand.expr = nodes.Filter(operand.expr, "_charged", [], [], None, None, lineno=operand.lineno)
    for entry in tree.find_all(nodes.Getitem):
        if isinstance(entry.arg, nodes.Slice):
            entry.node = nodes.Filter(entry.node, "_charged", [], [], None, None, lineno=entry.lineno)
    for parent in list(tree.find_all(nodes.Node)):
        for field, value in parent.iter_fields():
            if isinstance(value, nodes.Concat):
                setattr(parent, field, _joined(value))
            elif isinstance(value, list):
                value[:] = [_joined(v) if isinstance(v, nodes.Concat) else v for v in value]


def _joined(node: nodes.Concat) -> nodes.Filter:
    return nodes.Filter(nodes.List(node.nodes, lineno=node.lineno), "join", [], [], None, None, lineno=node.lineno)
