"""An expression that should be true, and is not → what it found, and the cards it is about, for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.expressions.compiling import compile_expression
from pnp.expressions.limits import ExpressionError
from pnp.expressions.reading import sides_of_comparison
from pnp.model.values import describe

MOST_NAMED = 8
"""Cards named in one diagnostic; the others are counted."""
LONGEST_SHOWN = 120
"""Characters of a list or mapping that is shown."""


def listed(source: str, scope: dict[str, Any]) -> list[Any]:
    """The values of an expression for a list."""
    values = compile_expression(source)(scope)
    if not isinstance(values, list | tuple | range | dict):
        raise ExpressionError(f"{source} is no list but {describe(values)}", "name cards, as decks.numbers")
    return list(values)


def found(source: str, scope: dict[str, Any]) -> str:
    """What the left side of a comparison is, as text, and a number or text that the right side comes to.

    Empty when it cannot be shown.
    """
    sides = sides_of_comparison(source)
    if not sides:
        return ""
    value = compile_expression(sides[0])(scope)
    if isinstance(value, int | float | str) and value != "":
        other = compile_expression(sides[1])(scope) if len(sides) == 2 else None
        is_told = isinstance(other, int | float | str) and str(other) != sides[1].strip("\"' ")
        return f"{value}; {sides[1]} is {other}" if is_told else str(value)
    if isinstance(value, list | tuple | dict) and value and not _are_cards(value) and len(str(value)) < LONGEST_SHOWN:
        return str(value)
    return ""


def differing(source: str, scope: dict[str, Any]) -> str:
    """In what two lists, or two mappings, differ that should be the same; empty for anything else."""
    sides = sides_of_comparison(source)
    if len(sides) != 2 or not source.strip().removeprefix(sides[0]).lstrip().startswith("=="):
        return ""
    is_so, wanted = (compile_expression(side)(scope) for side in sides)
    if isinstance(is_so, Mapping) and isinstance(wanted, Mapping):
        keys = [key for key in {**wanted, **is_so} if is_so.get(key) != wanted.get(key)]
        return ", ".join(
            f"{key}: {is_so.get(key, 'nothing')}, not {wanted.get(key, 'nothing')}" for key in keys[:MOST_NAMED]
        )
    if not (isinstance(is_so, list | tuple) and isinstance(wanted, list | tuple)) or _are_cards(is_so):
        return ""
    more, less = list(is_so), []
    for value in wanted:
        if value in more:
            more.remove(value)
        else:
            less.append(value)
    parts = [f"without {named(less)}"] if less else []
    parts += [f"with {named(more)} beyond what is expected"] if more else []
    return " and ".join(parts) or "in another order"


def cards_behind(source: str, scope: dict[str, Any]) -> list[Any]:
    """The cards that a failed comparison counts or lists, when it is about a part of a deck."""
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
    """Cards by their labels, other values as they are, not too many."""
    names = list(dict.fromkeys(v["label"] if isinstance(v, dict) and "label" in v else str(v) for v in values))
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more
