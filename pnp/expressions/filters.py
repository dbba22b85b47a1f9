"""The filters of expressions, pnp's own and those of Jinja that are safe, and the sandbox that has them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import jinja2

from pnp.expressions.limits import ExpressionError, bounded, charged, counting, limited_range, show, shown, stepped
from pnp.expressions.sandbox import Missing, Sandbox
from pnp.words import numbers

BUILT_IN = {
    "abs", "capitalize", "count", "d", "default", "dictsort", "first", "float", "groupby", "int", "items",
    "last", "length", "list", "lower", "map", "max", "min", "reject", "rejectattr", "reverse", "round", "select",
    "selectattr", "sort", "string", "sum", "title", "trim", "unique", "upper",
}  # fmt: skip
FREE = {"count", "d", "default", "first", "length"}
"""Filters that do not go through what they are given."""


def join(values: Iterable[Any], separator: str = "", attribute: str | None = None) -> str:
    """Values as one text with a separator between."""
    if attribute is not None:
        values = (SANDBOX.getitem(value, attribute) for value in values)
    return str(bounded(str(separator).join(shown(values, len(str(separator))))))


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
def _number(context: jinja2.runtime.Context, number: float, decimals: int | None = None) -> str:
    return numbers.format_number(number, context["language"], decimals)


@jinja2.pass_context
def _listed(context: jinja2.runtime.Context, values: Iterable[Any], style: str = "standard") -> str:
    from babel.lists import format_list

    language = context["language"]
    locale = "en_GB" if language == "en" else language  # as British English is spelt: no comma before "and"
    return format_list(shown(values), style=style, locale=locale)  # type: ignore[arg-type]


@jinja2.pass_context
def _named(context: jinja2.runtime.Context, value: Any) -> Any:
    """A card's or pick's name in the language; of a list, each."""
    if isinstance(value, list | tuple):
        return [_named(context, entry) for entry in value]
    if isinstance(value, Mapping):
        raise ExpressionError(f"named takes the name of a card, not {show(value)}", "name its parts one by one")
    translated = context.get("_named")
    return translated(value) if translated else value


def _counts(cards: Iterable[Mapping[str, Any]], attribute: str) -> dict[Any, int]:
    """How many of the cards have each value."""
    counts: dict[Any, int] = {}
    for card in cards:
        value = SANDBOX.getattr(card, attribute)
        for each in value if isinstance(value, list) else [value]:
            counts[each] = counts.get(each, 0) + 1
    return counts


def _having(cards: Iterable[Mapping[str, Any]], attribute: str, wanted: Any) -> list[Mapping[str, Any]]:
    """Those of the cards whose list in a field has the value."""
    return [card for card in cards if wanted in SANDBOX.getattr(card, attribute)]


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
        join=join, capital=_capital, counts=_counts, having=_having, duplicates=_duplicates, lacking=_lacking,
        longest_run=_longest_run, string=show,
    )  # fmt: skip
    limited = {name: f if name in FREE else counting(f) for name, f in filters.items()}
    environment.filters = {**limited, "_stepped": stepped, "_charged": charged}
    return environment


SANDBOX = _sandbox()

BASE_SCOPE: Mapping[str, Any] = {"range": limited_range}
"""What every scope holds."""
