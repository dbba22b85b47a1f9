"""Played games → counts: what the report is made from.

Only whole numbers are kept, so that tallies of any blocks of games, added in any order, come to the same; shares and
intervals are worked out later, in statistics.py. A tally is for one number of players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields
from itertools import chain
from operator import attrgetter
from typing import Any

from pnp.rules.play.driver import Played, by_seat
from pnp.rules.play.kit import Sitting
from pnp.rules.play.table import Card, End, Table

CARDS_EVERY = 11
"""Cards are counted in every eleventh game, as it takes longer than all the rest. It is a prime above most numbers of
players, for bots change places from game to game, and each order of them is to be counted as often as it is played."""

TABLES_EVERY = 33
"""Which cards lie on the table at all is looked up in every 33rd game: it hardly ever changes."""

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
        winners: Games by the seats that won, rising.
        bot_seats: Seats taken by each bot, over all games.
        bot_wins: By bot and number of winners.
        card_games: Games in which cards were counted.
        card_winners: These games by number of winners.
        face_seats: Seats that picked a face at least once, over these games.
        face_wins: Those of them that won, by deck, name and number of winners.
        face_games: Games that all won or all lost in which somebody picked a face, over the games in which cards were
            counted.
        face_games_won: Those of them that all won.
        tables: Games in which it was looked up which cards lie on the table.
        on_table: These games by the faces that were on it.
        offers: Games in which it was looked what players could pick.
        offered: These games by the faces that somebody could.
    """

    players: int
    games: int = 0
    picks: int = 0
    decisions: Counter[int] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    scores: list[Counter[int]] = field(default_factory=list)
    margins: Counter[int] = field(default_factory=Counter)
    winners: Counter[tuple[int, ...]] = field(default_factory=Counter)
    bot_seats: Counter[str] = field(default_factory=Counter)
    bot_wins: Counter[tuple[str, int]] = field(default_factory=Counter)
    card_games: int = 0
    card_winners: Counter[int] = field(default_factory=Counter)
    face_seats: Counter[Face] = field(default_factory=Counter)
    face_wins: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    face_games: Counter[Face] = field(default_factory=Counter)
    face_games_won: Counter[Face] = field(default_factory=Counter)
    tables: int = 0
    on_table: Counter[Face] = field(default_factory=Counter)
    offers: int = 0
    offered: Counter[Face] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        if not self.scores:
            self.scores = [Counter() for _ in range(self.players)]

    @property
    def is_cooperative(self) -> bool:
        """Whether players have won or lost all together in every game; so does one who plays alone."""
        return all(len(seats) in (0, self.players) for seats, games in self.winners.items() if games)

    @property
    def won(self) -> int:
        """Games that all players have won."""
        return self.winners[tuple(range(self.players))]

    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Who is compared: each seat; or teams of equal size, whose seats have won in no game without the others."""
        teams = sorted(seats for seats, count in self.winners.items() if seats and count)
        is_each_in_one = sorted(seat for team in teams for seat in team) == list(range(self.players))
        if is_each_in_one and len(teams) > 1 and len({len(team) for team in teams}) == 1:
            return tuple(teams)
        return tuple((seat,) for seat in range(self.players))

    def count(self, games: Iterable[tuple[int, Played]]) -> None:
        """Add games. Each is looked at once and not kept, so they may be played while they are counted.

        Args:
            games: Games that came to their end, with their number in the whole simulation; it decides whether cards are
                counted.

        Raises:
            ValueError: A game has no end, or another number of players.
        """
        lengths, picks, sittings, ends = [], 0, [], []
        for index, played in games:
            end, log, sitting = played.end, played.log, played.sitting
            if end is None or sitting.players != self.players:
                raise ValueError(f"a tally for {self.players} players counts their games, played to the end")
            lengths.append(len(log))
            picks += sum(map(len, log))
            sittings.append(sitting)
            ends.append(end)
            if index % CARDS_EVERY == 0:
                self._count_cards(log, end.winners)
                if index % TABLES_EVERY == 0:
                    self._count_table(played.table)
            del played, log
        self.games += len(lengths)
        self.picks += picks
        self.decisions.update(lengths)
        self.ends.update([end.why for end in ends])
        self.winners.update([tuple(sorted(end.winners)) for end in ends])
        self._count_scores([end for end in ends if end.scores])
        self._count_bots(sittings, [end.winners for end in ends])

    def _count_scores(self, ends: Sequence[End]) -> None:
        for counted, scores in zip(self.scores, zip(*[end.scores for end in ends], strict=True), strict=bool(ends)):
            counted.update(scores)
        if self.players > 1:
            self.margins.update([_margin(end) for end in ends if end.winners])

    def _count_bots(self, sittings: Sequence[Sitting], winners: Sequence[tuple[int, ...]]) -> None:
        line_ups = [sitting.line_up() for sitting in sittings]
        for (bots, seats), games in Counter(zip(line_ups, winners, strict=True)).items():
            for bot in bots:
                self.bot_seats[bot] += games
            for seat in seats:
                self.bot_wins[bots[seat], len(seats)] += games

    def _count_table(self, table: Table) -> None:
        """Add which faces lie on a table."""
        self.tables += 1
        self.on_table.update({card._face for cards in table.cards().values() for card in cards})

    def _count_cards(self, log: list[Any], winners: Sequence[int]) -> None:
        """Add what each seat picked, each face once."""
        sharing = len(winners)
        self.card_games += 1
        self.card_winners[sharing] += 1
        seats = _picks_of_seats(log, self.players)
        try:
            faces = [set(map(_face_of, picked)) for picked in seats]
        except AttributeError:  # not all are cards; to ask each of them takes twice as long
            faces = [{card._face for pick in picked for card in _cards_of(pick)} for picked in seats]
        self.face_seats.update(chain.from_iterable(faces))
        self.face_wins.update([(*face, sharing) for seat in winners for face in faces[seat]])
        if sharing in (0, self.players):
            picked = set().union(*faces)
            self.face_games.update(picked)
            if sharing:
                self.face_games_won.update(picked)

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


class Offers:
    """Looks on while a game is played, and adds to a tally the faces that players could pick."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._options: set[Any] = set()

    def asked(self, asked: Any) -> None:
        """Remember what is on offer."""
        with suppress(TypeError):  # of options that are no options, which a guard tells
            self._options.update(*(options for _, options in by_seat(asked)))

    def picked(self, asked: Any, picks: Any) -> None:
        """What was picked is in the game's log."""

    def ended(self, result: Any) -> None:
        """Add the game."""
        self._tally.offers += 1
        self._tally.offered.update({card._face for option in self._options for card in _cards_of(option)})


def shared(wins: Mapping[int, int]) -> float:
    """Wins by number of winners as one number: a win shared by k counts 1/k."""
    return sum(count / winners for winners, count in sorted(wins.items()) if winners)


def _margin(end: End) -> int:
    """The best score less the second best; where the lowest wins, the other way round."""
    ranked = sorted(end.scores)
    is_low_best = end.scores[end.winners[0]] == ranked[0]
    return ranked[1] - ranked[0] if is_low_best else ranked[-1] - ranked[-2]


_face_of = attrgetter("_face")


def _picks_of_seats(log: Sequence[Any], players: int) -> Sequence[Sequence[Any]]:
    """What each seat has picked."""
    if set(map(type, log)) == {list}:
        return list(zip(*log, strict=True))
    seats: list[list[Any]] = [[] for _ in range(players)]
    for picks in log:
        for seat, pick in by_seat(picks):
            seats[seat].append(pick)
    return seats


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
