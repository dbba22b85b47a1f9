"""A Game in one language → the same with the expressions in its words and its cards' texts replaced by their values.

Words see facts and decks; a card's texts see those, the words, and the card they stand on.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from pnp.diagnostics import Diagnostics, Place
from pnp.expressions.compiling import compile_text
from pnp.expressions.limits import ExpressionError, show
from pnp.expressions.scope import Plural, card_scope, game_scope, one_or_many
from pnp.model.game import Card, Deck, Game
from pnp.model.values import is_dynamic


def filled(game: Game, diagnostics: Diagnostics, plural: Plural = one_or_many) -> Game:
    """Fill in words and cards; the game itself where there is nothing to fill.

    Args:
        game: Its texts are in one language.
        diagnostics: Told of expressions that have no value, which then stay as they are written.
        plural: Chooses between singular and plural in that language.
    """
    return _Filling(game, diagnostics, plural).game if _has_expressions(game) else game


def _has_expressions(game: Game) -> bool:
    """Whether a word, or the text of a card, has an expression in it."""
    decks = (*game.decks.values(), *game.extras.values())
    texts = (value for deck in decks for card in deck.cards for value in card.values.values())
    return any(map(is_dynamic, game.head.words.values())) or any(map(is_dynamic, texts))


def filled_scope(game: Game) -> dict[str, Any]:
    """What expressions see of a game whose texts are filled in; what has no value is told where it is laid out."""
    return game_scope(filled(game, Diagnostics()))


class _Filling:
    """Fills one game."""

    def __init__(self, game: Game, diagnostics: Diagnostics, plural: Plural) -> None:
        self.diagnostics = diagnostics
        self.language = game.language
        scope = game_scope(game, plural)
        if any(map(is_dynamic, game.head.words.values())):
            without = {name: value for name, value in scope.items() if name != "words"}
            source = game.source["words"]
            words = {name: self.text(text, without, source, name) for name, text in game.head.words.items()}
            game = game.model_copy(update={"head": game.head.model_copy(update={"words": words})})
            scope["words"] = words
        decks = {name: self.deck(deck, scope) for name, deck in game.decks.items()}
        extras = {name: self.deck(deck, scope) for name, deck in game.extras.items()}
        self.game = game.model_copy(update={"decks": decks, "extras": extras})

    def deck(self, deck: Deck, scope: dict[str, Any]) -> Deck:
        """A deck with the texts of its cards filled in."""
        kept = {field.name for field in deck.fields if not field.is_translated}
        if not any(is_dynamic(value) for card in deck.cards for value in card.values.values()):
            return deck
        return deck.model_copy(update={"cards": tuple(self.card(card, kept, scope) for card in deck.cards)})

    def card(self, card: Card, kept: Container[str], scope: dict[str, Any]) -> Card:
        """A card with its texts filled in, but for those of some fields."""
        of_card = card_scope(scope, card)
        texts = {name: text for name, text in card.values.items() if is_dynamic(text) and name not in kept}
        changes = {name: self.text(text, of_card, card.source, name, card.label) for name, text in texts.items()}
        return card.model_copy(update={"values": {**card.values, **changes}}) if changes else card

    def text(self, text: str, scope: Mapping[str, Any], source: Any, name: str, card: str = "") -> str:
        """A text filled in."""
        if not is_dynamic(text):
            return text
        try:
            return show(compile_text(text)(scope))
        except ExpressionError as error:
            place: Place = source.place_of(name)
            what = f"{name}: {error.what}"
            self.diagnostics.tell(error.code, place, what=what, fix=error.fix, card=card, language=self.language)
            return text
