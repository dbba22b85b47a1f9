"""What one evaluation may take: steps, values gone through, and the length of texts; and how values become text.

The budget is set anew for each evaluation. Of Jinja only its undefined values are known here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from typing import Any

from jinja2.runtime import Undefined

from pnp.diagnostics import Code

MOST_STEPS = 100_000
"""Steps all loops of one evaluation may take together."""

MOST_ITEMS = 500_000
"""Values that all filters, sums and searches of one evaluation may go through together: five times the largest deck."""

LONGEST_TEXT = 100_000
"""Characters, or list entries, a value may have."""


def truth(value: Any) -> bool:
    """Whether a test has come out true; lists and mappings are when there is something in them.

    Raises:
        ExpressionError: It is a number or a text, which tells nothing.
    """
    if type(value) in (int, float, str):
        raise ExpressionError(f"the test is {value}, neither true nor false", "compare it with something, as in == 3")
    return bool(value)


class ExpressionError(Exception):
    """An expression that cannot be compiled or evaluated: a mistake with a code.

    No Mistake, for that is a ValueError: Jinja's filters int and float would take it for a text that is no number, and
    give 0 for a misspelt name.

    Attributes:
        what: The fault, in one line.
        fix: What to write instead; may be empty.
        code: The kind of fault.
    """

    def __init__(self, what: str, fix: str = "", code: Code = Code.EXPRESSION) -> None:
        super().__init__(what)
        self.what = what
        self.fix = fix
        self.code = code


@dataclass(slots=True)
class Budget:
    """How many steps and items are left to an evaluation."""

    steps: int = MOST_STEPS
    items: int = MOST_ITEMS


BUDGET: ContextVar[Budget] = ContextVar("BUDGET")
"""That of the evaluation under way in this thread."""


def stepped(iterable: Iterable[Any]) -> Iterator[Any]:
    """Each item, as a step of a loop."""
    budget = BUDGET.get()
    for item in iterable:
        budget.steps -= 1
        if budget.steps < 0:
            raise ExpressionError(
                f"loops take more than {MOST_STEPS:,} steps", "loop over less", code=Code.EXPRESSION_LIMIT
            )
        yield item


def charged(value: Any) -> Any:
    """The value, its items counted against what an evaluation may go through; those of an iterator as they come."""
    if isinstance(value, str):
        spend(len(value) >> 4)
    elif isinstance(value, list | tuple | range | dict):
        spend(len(value) + sum(len(item) >> 4 for item in value if type(item) is str))
    elif isinstance(value, Iterator):
        return map(charged_item, value)
    return value


def charged_item(item: Any) -> Any:
    """The item, counted; a long text counts more."""
    spend(1 + (len(item) >> 4 if type(item) is str else 0))
    return item


def spend(items: int) -> None:
    """Count values that are gone through."""
    budget = BUDGET.get()
    budget.items -= items
    if budget.items < 0:
        what = f"the expression goes through more than {MOST_ITEMS:,} values"
        raise ExpressionError(what, "go through less", code=Code.EXPRESSION_LIMIT)


def counting(function: Callable[..., Any]) -> Callable[..., Any]:
    """A filter that counts what it is given."""
    if hasattr(function, "jinja_pass_arg"):
        return wraps(function)(
            lambda first, value, /, *args, **kwargs: function(first, charged(value), *args, **kwargs)
        )
    return wraps(function)(lambda value, /, *args, **kwargs: function(charged(value), *args, **kwargs))


def shown(values: Iterable[Any], between: int = 0) -> list[str]:
    """Values as texts, that together are not too long."""
    texts: list[str] = []
    length = 0
    for value in stepped(values):
        texts.append(show(value))
        length += len(texts[-1]) + between
        if length > LONGEST_TEXT + between:
            raise ExpressionError("the text becomes too long", code=Code.EXPRESSION_LIMIT)
    return texts


def bounded(value: Any) -> Any:
    """The value, when it is not too long."""
    if len(value) > LONGEST_TEXT:
        raise ExpressionError("the text becomes too long", code=Code.EXPRESSION_LIMIT)
    return value


def limited_range(*arguments: int) -> range:
    """A range with no more numbers than a loop may have steps."""
    result = range(*arguments)
    if len(result) > MOST_STEPS:
        raise ExpressionError(f"range has more than {MOST_STEPS:,} numbers", code=Code.EXPRESSION_LIMIT)
    return result


def show(value: Any) -> str:
    """A value as text: whole numbers without a point, a true minus sign left to typography."""
    if value is None:
        raise ExpressionError(
            "the value is empty", "give the card a value, or use |default('')", code=Code.UNDEFINED_NAME
        )
    if callable(value) and not isinstance(value, Undefined):
        raise ExpressionError("the value is a function", "call it, with ( ) behind its name")
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, list | tuple | dict) and _length(value) > LONGEST_TEXT:
        raise ExpressionError("the text would become too long", code=Code.EXPRESSION_LIMIT)
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
