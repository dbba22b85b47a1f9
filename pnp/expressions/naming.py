"""A Game → what its cards are called where no card is drawn: in worked examples, traces and reports."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pnp.diagnostics import Code, Diagnostics
from pnp.expressions import ExpressionError, compile_text
from pnp.expressions.scope import card_scope, game_scope
from pnp.model.game import Deck, Game

_COUNTED = re.compile(r" \(\d+\)$")
"""What a label has after it when another card has the same name."""


def card_names(game: Game, scope: dict[str, Any], diagnostics: Diagnostics) -> dict[str, list[str]]:
    """What each card is called, by deck, in the game's language; faults of ``named`` are told."""
    names: dict[str, list[str]] = {}
    for name, deck in game.decks.items():
        names[name] = [_COUNTED.sub("", card.label.removeprefix(f"{name} ")) for card in deck.cards]
        if deck.head.named:
            try:
                told = compile_text(deck.head.named)
                names[name] = [str(told(card_scope(scope, card))).strip() for card in deck.cards]
            except ExpressionError as error:
                place = game.source["decks"][name].place_of("named")
                diagnostics.tell(error.code, place, what=f"named of {name}: {error.what}", fix=error.fix)
                continue
            _check_names(game, deck, names[name], diagnostics)
    return names


def _check_names(game: Game, deck: Deck, names: list[str], diagnostics: Diagnostics) -> None:
    """Cards that differ must not be called the same."""
    first: dict[str, Any] = {}
    for card, called in zip(deck.cards, names, strict=True):
        other = first.setdefault(called, card)
        if other.values != card.values:
            what = f"{other.label} and {card.label} are both called {called or 'nothing'}"
            place = game.source["decks"][deck.name].place_of("named")
            diagnostics.tell(Code.CARD_NAME, place, what=what, fix="add what sets them apart")
            return


class NamesIn:
    """Names that a game's source language has for cards, picks and ends → those of another language."""

    def __init__(self, source: Game, game: Game) -> None:
        """Names in the language of a game that was translated from a source."""
        told_elsewhere = Diagnostics()
        here = card_names(source, game_scope(source), told_elsewhere)
        there = card_names(game, game_scope(game), told_elsewhere)
        self.cards: Mapping[tuple[str, str], str] = {
            (deck, name): told for deck in here for name, told in zip(here[deck], there[deck], strict=True)
        }
        """What a card is called, by deck and source name."""
        words = {word: game.head.play.names[name] for name, word in source.head.play.names.items()}
        self._all = {**words, **{name: told for (_, name), told in self.cards.items()}}

    def __call__(self, name: Any) -> Any:
        """A name in the other language; whatever is none stays as it is."""
        return self._all.get(str(name), name)
