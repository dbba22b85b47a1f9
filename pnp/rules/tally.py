"""Played games → counts: what the report is made from.

Only whole numbers are kept, so that tallies of any blocks of games, added in any order, come to the same; shares and
intervals are worked out later, in statistics.py. A tally is for one number of players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import chain
from operator import attrgetter
from typing import Any

from pnp.rules.driver import Played
from pnp.rules.table import Card

CARDS_EVERY = 8
"""Cards are counted in every eighth game; it takes longer than all the rest."""

TABLES_EVERY = 32
"""Which cards lie on the table at all is looked up in every 32nd game: it hardly ever changes."""

Face = tuple[str, str]
"""A deck's name, and a card's."""


@dataclass
class Tally:
    """What is counted of games with one number of players.

    Where several seats share a win, how many they are is kept: a win shared by k counts 1/k.

    Attributes:
        players: How many play.
        picks: Picks of all seats, in all games.
        decisions: Games by their number of decisions.
        ends: Games by why they ended.
        scores: For each seat, games by its score; empty in games without points.
        margins: Games by the best score less the second best; where the lowest score wins, the other way round.
        wins: By seat and number of winners.
        bot_seats: Seats taken by each bot, over all games.
        bot_wins: By bot and number of winners.
        card_games: Games in which cards were counted.
        card_winners: These games by number of winners.
        face_seats: Seats that picked a face at least once, over these games.
        face_wins: Those of them that won, by deck, name and number of winners.
        tables: Games in which it was looked up which cards lie on the table.
        on_table: These games by the faces that were on it.
    """

    players: int
    games: int = 0
    picks: int = 0
    decisions: Counter[int] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    scores: list[Counter[int]] = field(default_factory=list)
    margins: Counter[int] = field(default_factory=Counter)
    wins: Counter[tuple[int, int]] = field(default_factory=Counter)
    bot_seats: Counter[str] = field(default_factory=Counter)
    bot_wins: Counter[tuple[str, int]] = field(default_factory=Counter)
    card_games: int = 0
    card_winners: Counter[int] = field(default_factory=Counter)
    face_seats: Counter[Face] = field(default_factory=Counter)
    face_wins: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    tables: int = 0
    on_table: Counter[Face] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        if not self.scores:
            self.scores = [Counter() for _ in range(self.players)]

    def count(self, played: Played, index: int) -> None:
        """Add one game.

        Args:
            played: A game that came to its end.
            index: Its number in the whole simulation; it decides whether cards are counted.

        Raises:
            ValueError: The game has no end, or another number of players.
        """
        end, log, sitting = played.end, played.log, played.sitting
        if end is None or sitting.players != self.players:
            raise ValueError(f"a tally for {self.players} players counts their games, played to the end")
        winners = end.winners
        sharing = len(winners)
        self.games += 1
        self.picks += sum(map(len, log))
        self.decisions[len(log)] += 1
        self.ends[end.why] += 1
        if end.scores:
            for counted, score in zip(self.scores, end.scores, strict=True):
                counted[score] += 1
            if self.players > 1 and winners:
                ranked = sorted(end.scores)
                is_low_best = end.scores[winners[0]] == ranked[0]
                self.margins[ranked[1] - ranked[0] if is_low_best else ranked[-1] - ranked[-2]] += 1
        for seat in winners:
            self.wins[seat, sharing] += 1
        if len(sitting.bots) == 1:
            self.bot_seats[sitting.bots[0]] += self.players
            self.bot_wins[sitting.bots[0], sharing] += sharing
        else:
            self.bot_seats.update(map(sitting.bot_of, range(self.players)))
            for seat in winners:
                self.bot_wins[sitting.bot_of(seat), sharing] += 1
        if index % CARDS_EVERY == 0:
            self._count_cards(log, winners)
            if index % TABLES_EVERY == 0:
                self.tables += 1
                lying = played.table.cards().values()
                self.on_table.update({(card._deck, card._name) for cards in lying for card in cards})

    def _count_cards(self, log: list[Any], winners: Sequence[int]) -> None:
        """Add what each seat picked, each face once."""
        sharing = len(winners)
        self.card_games += 1
        self.card_winners[sharing] += 1
        picked: list[list[Any]] = [[] for _ in range(self.players)]
        for picks in log:
            for seat, pick in picks.items() if isinstance(picks, dict) else enumerate(picks):
                picked[seat].append(pick)
        try:
            faces = [set(map(_face_of, cards)) for cards in picked]
        except AttributeError:  # not all are cards; to ask each of them would take a third longer
            faces = [{_face_of(card) for pick in own for card in _cards_of(pick)} for own in picked]
        self.face_seats.update(chain.from_iterable(faces))
        self.face_wins.update([(*face, sharing) for seat in winners for face in faces[seat]])

    def add(self, other: Tally) -> None:
        """Add what another tally has counted; the order in which tallies are added makes no difference.

        Raises:
            ValueError: It is of another number of players.
        """
        if other.players != self.players:
            raise ValueError(f"games of {other.players} players cannot be added to those of {self.players}")
        for part in fields(self):
            own, more = getattr(self, part.name), getattr(other, part.name)
            if isinstance(own, Counter):
                own.update(more)
            elif isinstance(own, list):
                for counted, added in zip(own, more, strict=True):
                    counted.update(added)
            elif part.name != "players":
                setattr(self, part.name, own + more)

    def as_json(self) -> dict[str, Any]:
        """The counts as plain values, sorted: the same tally always gives the same text."""
        return {part.name: _plain(getattr(self, part.name)) for part in fields(self)}


def shared(wins: Mapping[int, int]) -> float:
    """Wins by number of winners as one number: a win shared by k counts 1/k."""
    return sum(count / winners for winners, count in sorted(wins.items()) if winners)


_face_of = attrgetter("_deck", "_name")


def _cards_of(pick: Any) -> Iterator[Card]:
    """The cards of a pick: itself, or parts of it."""
    if isinstance(pick, Card):
        yield pick
    elif isinstance(pick, tuple):
        for part in pick:
            yield from _cards_of(part)


def _plain(value: Any) -> Any:
    if isinstance(value, Counter):
        return [[*(key if isinstance(key, tuple) else (key,)), count] for key, count in sorted(value.items()) if count]
    return [_plain(entry) for entry in value] if isinstance(value, list) else value
