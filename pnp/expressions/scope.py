"""A Game → the names its expressions may use.

A Game in one language → the same with the expressions in its words and its cards' texts replaced by their values.

Words see facts and decks; a card's texts see those, the words, and the card they stand on.

A Game → what its cards are called where no card is drawn: in worked examples, traces and reports.
"""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Callable, Container, Mapping
from typing import Any

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place
from pnp.expressions import BASE_SCOPE
from pnp.expressions.compile import compile_text
from pnp.expressions.sandbox import ExpressionError, show
from pnp.project.game import Card, Deck, Game
from pnp.project.values import is_dynamic

Plural = Callable[[str, str, int], str]
"""Chooses between singular and plural for a number, in the language."""


def one_or_many(one: str, many: str, number: int) -> str:
    """The plural of the source language, where no catalogue tells it."""
    return one if number == 1 else many


def game_scope(game: Game, plural: Plural = one_or_many) -> dict[str, Any]:
    """Return what every expression of a game sees.

    ``game`` its head · ``decks`` and ``extras`` every card by deck, copies counted · ``words`` · ``language`` ·
    ``ngettext`` · ``examples`` by name, as they are written · and each fact by its name.
    """
    head = game.head
    about = {key: getattr(head, key) for key in ("title", "subtitle", "credits", "version", "age")}
    about |= {"players": list(head.players), "minutes": list(head.minutes or ()), "name": game.name}
    decks, extras = (
        {
            name: [values for card in deck.cards for values in [card_values(card)] * card.copies]
            for name, deck in kind.items()
        }
        for kind in (game.decks, game.extras)
    )
    titles = {name: deck.head.title for name, deck in game.decks.items()}

    def ngettext(singular: str, plural_form: str, number: int) -> str:
        return plural(singular, plural_form, number).replace("{n}", show(number))

    return {
        **BASE_SCOPE,
        **head.facts,
        "game": {**about, "titles": titles},
        "decks": decks,
        "extras": extras,
        "words": head.words,
        "language": game.language,
        "ngettext": ngettext,
        "examples": game.examples_source,
    }


def card_values(card: Card) -> dict[str, Any]:
    """A card as expressions see it: its fields, its label, its copies, and its place in the deck from 1."""
    return {"label": card.label, "copies": card.copies, "place": card.number, **card.values}


def card_scope(scope: dict[str, Any], card: Card) -> dict[str, Any]:
    """What the expressions of one card see."""
    return {**scope, "card": card_values(card), "deck": card.deck}


def extended(scope: Mapping[str, Any], more: dict[str, Any]) -> Mapping[str, Any]:
    """A scope with further names; one that notes what is asked of it goes on doing so."""
    return {**scope, **more} if type(scope) is dict else ChainMap(more, scope)  # type: ignore[arg-type]  # only read


def filled(game: Game, diagnostics: Diagnostics, plural: Plural = one_or_many) -> Game:
    """Fill in words and cards; the game itself where there is nothing to fill.

    Args:
        game: Its texts are in one language.
        diagnostics: Receives expressions that have no value, which then stay as they are written.
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
            self.diagnostics.report(error.code, place, what=what, fix=error.fix, card=card, language=self.language)
            return text


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
                diagnostics.report(error.code, place, what=f"named of {name}: {error.what}", fix=error.fix)
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
            diagnostics.report(Code.CARD_NAME, place, what=what, fix="add what sets them apart")
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
