"""Answers of the studio → the same, with the last good ones where there can be none now.

A deck that cannot be read shows the cards and pictures that it had, and says that they are from before.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pnp.serve.told import ToldCard, ToldDeck, ToldFace, ToldGame, ToldMade, ToldProject

MOST_FACES = 4096
MOST_PAGES = 512

FaceKey = tuple[Any, ...]
"""Game, language, deck, card, whether it is the back, whether it is cut."""


class LastGood:
    """What was shown last."""

    def __init__(self) -> None:
        self._games: dict[str, ToldGame] = {}
        self._cards: dict[tuple[str, str, str], tuple[ToldCard, ...]] = {}
        self._faces: OrderedDict[FaceKey, ToldFace] = OrderedDict()
        self._made: dict[tuple[str, str], ToldMade] = {}
        self._pictures: OrderedDict[str, str] = OrderedDict()
        self._rules: dict[tuple[str, str], str] = {}

    def project(self, told: ToldProject | None) -> ToldProject:
        """The project with games and decks that cannot be read as they were."""
        if told is None:
            return ToldProject(tuple(map(_as_it_was, self._games.values())), ())
        games = tuple(self._game(game) for game in told.games)
        self._games = {game.name: game for game in games if game.languages}
        return replace(told, games=games)

    def _game(self, game: ToldGame) -> ToldGame:
        before = self._games.get(game.name)
        if before is None:
            return game
        if game.is_broken:
            return _as_it_was(before)
        lost = {deck.name: deck for deck in before.decks if deck.name in game.missing}
        if not lost:
            return game
        now: dict[str, ToldDeck] = {deck.name: deck for deck in game.decks}
        now |= {name: replace(deck, is_broken=True) for name, deck in lost.items()}
        order = {deck.name: number for number, deck in enumerate(before.decks)}
        return replace(game, decks=tuple(sorted(now.values(), key=lambda deck: order.get(deck.name, len(order)))))

    def cards(self, key: tuple[str, str, str], told: tuple[ToldCard, ...] | None) -> tuple[ToldCard, ...]:
        """The cards of a deck in a language."""
        if told is not None:
            self._cards[key] = told
        return self._cards.get(key, ())

    def faces(
        self, key: tuple[Any, ...], numbers: Sequence[int], told: tuple[ToldFace, ...] | None
    ) -> tuple[ToldFace, ...]:
        """Faces of a deck: ``key`` says which of its sides, as a FaceKey does without the card."""
        if told is None:
            kept = [self._faces.get((*key, number)) for number in numbers]
            return tuple(replace(face, is_stale=True) for face in kept if face)
        for face in told:
            self._faces[(*key, face.number)] = face
            self._faces.move_to_end((*key, face.number))
        while len(self._faces) > MOST_FACES:
            self._faces.popitem(last=False)
        return told

    def made(self, key: tuple[str, str], told: ToldMade | None) -> ToldMade:
        """Sheets and pages of a game in a language; those from before with the faults of now."""
        if told is not None and not told.is_stale:
            self._made[key] = told
            return told
        faults = told.faults if told else ()
        return replace(self._made.get(key) or told or ToldMade(), faults=faults, is_stale=True)

    def rules(self, key: tuple[str, str], told: str | None) -> str:
        """The rules as a web page; "" without any."""
        if told is not None:
            self._rules[key] = told
        return self._rules.get(key, "")

    def picture(self, digest: str, told: str | None) -> str | None:
        """A sheet or page; what tells it from others tells all of it, so that it never goes out of date."""
        if told is not None:
            self._pictures[digest] = told
            while len(self._pictures) > MOST_PAGES:
                self._pictures.popitem(last=False)
        return self._pictures.get(digest)


def _as_it_was(game: ToldGame) -> ToldGame:
    """A game that cannot be read now."""
    return replace(game, is_broken=True, decks=tuple(replace(deck, is_broken=True) for deck in game.decks))
