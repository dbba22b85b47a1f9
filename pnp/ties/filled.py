"""A sentence's text → its words as they come out: filled in for the first values of its loops, and the first cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pnp.expressions import ExpressionError, Scope, compile_expression, compile_text, show
from pnp.expressions.scope import card_values
from pnp.model.game import Game
from pnp.ties.passages import Loop, Sentence

MOST_VALUES = 6
"""Values of a loop, and cards of a deck, for which a sentence is worked out."""


def filled(text: str, sentence: Sentence, game: Game, scope: dict[str, Any]) -> list[str]:
    """A sentence's text as it comes out, for each value of the sentence's loops; "" where it has no value.

    Args:
        text: Of the sentence, in any language, as it is or as it was.
        sentence: What it belongs to, which knows its loops and its deck.
        game: The game, in the text's language.
        scope: What expressions of the game see in that language.
    """
    words = []
    for inner in _scopes(sentence.loops, _cards(sentence, game, scope)):
        try:
            words.append(show(compile_text(text)(inner)))
        except ExpressionError:
            words.append("")
    return words


def _cards(sentence: Sentence, game: Game, scope: Scope) -> list[Scope]:
    deck = game.decks.get(sentence.deck)
    if deck is None:
        return [scope]
    return [{**scope, "card": card_values(card), "deck": deck.name} for card in deck.cards[:MOST_VALUES]]


def _scopes(loops: Sequence[Loop], scopes: list[Scope]) -> list[Scope]:
    for name, source in loops:
        repeated: list[Scope] = []
        for scope in scopes:
            try:
                compiled = compile_text(source) if source.startswith("{{") else compile_expression(source)
                values = list(compiled(scope))[:MOST_VALUES]
            except (ExpressionError, TypeError):
                continue
            for index, value in enumerate(values):
                loop = {"index": index + 1, "index0": index, "length": len(values), "first": not index}
                repeated.append({**scope, name: value, "loop": {**loop, "last": index == len(values) - 1}})
        scopes = repeated
    return scopes
