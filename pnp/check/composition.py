"""A game's expectations of its decks → diagnostics that name the cards concerned."""

from __future__ import annotations

from typing import Any

from pnp.check.subject import GameSubject
from pnp.diagnostics import Code, Diagnostics, Place
from pnp.expressions import ExpressionError, compile_expression
from pnp.expressions.explain import cards_behind, differing, found, listed, named
from pnp.expressions.filling import filled_scope
from pnp.expressions.limits import truth
from pnp.model.game import Expectation


def check_composition(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Tell of every expectation that does not hold; of none where cards could not be read as they are meant."""
    game = subject.game
    files = {card.place.file for deck in game.decks.values() for card in deck.cards}
    if any(told.severity == "error" and told.place.file in files for told in diagnostics):
        return
    scope = filled_scope(game)
    written = game.source.get("expect")
    for index, expectation in enumerate(game.head.expect):
        place = written[index].place_of("that")
        try:
            _check(expectation, scope, place, diagnostics)
        except ExpressionError as error:
            what = f"expectation {expectation.that}: {error.what}"
            diagnostics.tell(error.code, place, what=what, fix=error.fix)


def _check(expectation: Expectation, scope: dict[str, Any], place: Place, diagnostics: Diagnostics) -> None:
    test = compile_expression(expectation.that)
    if expectation.each is not None:
        values = listed(expectation.each, scope)
        cards = [value for value in values if not truth(test({**scope, "card": value}))]
        if not cards:
            return
        what = f"{expectation.that} does not hold for {named(cards)}"
    elif truth(test(scope)):
        return
    else:
        value, differs = found(expectation.that, scope), differing(expectation.that, scope)
        told = f"it is {value}" if value else ""
        what = f"{expectation.that} does not hold"
        what += f" ({'; '.join(filter(None, (told, differs)))})" if told or differs else ""
        behind = [] if differs else cards_behind(expectation.that, scope)
        cards = listed(expectation.cards, scope) if expectation.cards else behind
        what += f": {named(cards)}" if cards else ""
    diagnostics.tell(
        Code.EXPECTATION, place, what=what, why=expectation.why, fix="correct the cards, or the expectation"
    )
