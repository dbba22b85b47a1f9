"""A game's expectations of its decks → diagnostics that name the cards concerned."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pnp.check.evidence import evidence, found, listed, named
from pnp.diagnostics import Diagnostic, Place
from pnp.expressions import ExpressionError, compile_expression
from pnp.expressions.scope import game_scope
from pnp.model.game import Expectation, Game


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
        values = listed(expectation.each, scope)
        failing = [value for value in values if not test({**scope, "card": value})]
        if failing:
            what = f"{expectation.that} does not hold for {named(failing)}"
            yield Diagnostic(place, "expectation", what, expectation.why, "correct the cards, or the expectation")
        return
    if test(scope):
        return
    what = f"{expectation.that} does not hold{found(expectation.that, scope)}"
    cards = listed(expectation.cards, scope) if expectation.cards else evidence(expectation.that, scope)
    if cards:
        what += f": {named(cards)}"
    yield Diagnostic(place, "expectation", what, expectation.why, "correct the cards, or the expectation")
