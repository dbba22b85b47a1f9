"""A Game → the names its expressions may use."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping
from typing import Any

from pnp.expressions import BASE_SCOPE, show
from pnp.model.game import Card, Game

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
        "examples": game.examples_source or {},
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
