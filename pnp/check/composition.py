"""A game's expectations of its decks → diagnostics that name the cards concerned."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pnp.diagnostics import Diagnostic, Place
from pnp.expressions import ExpressionError, compile_expression, sides_of_comparison
from pnp.layout.scope import game_scope
from pnp.model.game import Expectation, Game
from pnp.model.values import describe

MOST_NAMED = 8
"""Cards named in one diagnostic; the others are counted."""


def check_composition(game: Game) -> Iterator[Diagnostic]:
    """Tell of every expectation that does not hold.

    Args:
        game: In its source language.
    """
    scope = game_scope(game)
    written = game.source.get("expect")
    for index, expectation in enumerate(game.head.expect):
        place = written[index].place_of("that")
        try:
            yield from _check(expectation, scope, place)
        except ExpressionError as error:
            yield Diagnostic(place, error.code, f"expectation {expectation.that}: {error.what}", fix=error.fix)


def _check(expectation: Expectation, scope: dict[str, Any], place: Place) -> Iterator[Diagnostic]:
    test = compile_expression(expectation.that)
    if expectation.each is not None:
        values = _listed(expectation.each, scope)
        failing = [value for value in values if not test({**scope, "card": value})]
        if failing:
            what = f"{expectation.that} does not hold for {_named(failing)}"
            yield Diagnostic(place, "expectation", what, expectation.why, "correct the cards, or the expectation")
        return
    if test(scope):
        return
    what = f"{expectation.that} does not hold{_found(expectation.that, scope)}"
    cards = _listed(expectation.cards, scope) if expectation.cards else _evidence(expectation.that, scope)
    if cards:
        what += f": {_named(cards)}"
    yield Diagnostic(place, "expectation", what, expectation.why, "correct the cards, or the expectation")


def _listed(source: str, scope: dict[str, Any]) -> list[Any]:
    """The values of an expression for a list."""
    values = compile_expression(source)(scope)
    if not isinstance(values, list | tuple | range | dict):
        raise ExpressionError(f"{source} is no list but {describe(values)}", "name cards, as decks.numbers")
    return list(values)


def _found(source: str, scope: dict[str, Any]) -> str:
    """What the left side of a failed comparison is, when it can be shown."""
    sides = sides_of_comparison(source)
    if not sides:
        return ""
    value = compile_expression(sides[0])(scope)
    if isinstance(value, int | float | str):
        return f" (it is {value})"
    if isinstance(value, list | tuple | dict) and value and not _are_cards(value) and len(str(value)) < 120:
        return f" (it is {value})"
    return ""


def _evidence(source: str, scope: dict[str, Any]) -> list[Any]:
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


def _named(values: Any) -> str:
    """Cards by their labels, other values as they are, not too many."""
    names = list(dict.fromkeys(v["label"] if isinstance(v, dict) and "label" in v else str(v) for v in values))
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more
