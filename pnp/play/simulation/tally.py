"""Played games → counts, from which the report is made.

A tally holds whole numbers only, so that tallies of any blocks of games, added in any order, are equal; statistics.py
computes shares and intervals. A tally is for one number of players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields
from typing import Any

from pnp.play.cards import PlayingCard
from pnp.play.decisions import by_seat
from pnp.play.game_bundle import GameSetup
from pnp.play.game_loop import PlayedGame
from pnp.play.table import End

CardName = tuple[str, str]
"""The names of a deck and a card."""

CardGroup = tuple[str, str, str]
"""The names of a deck and a field, and the value that the cards of a group share."""

TIME_SLICES = 20
"""The number of parts into which the course of each game is divided."""


@dataclass
class Tally:
    """The counts of games with one number of players.

    Wins are counted with the number of seats that share them, as a win shared by k counts 1/k.

    Attributes:
        players: The number of players.
        picks: Picks of all seats, in all games.
        decisions: Games by their number of decisions.
        ends: Games by why they ended.
        scores: For each seat, games by its score; empty in games without points.
        margins: Games by the best score less the second best; if the lowest score wins, the second best less the best.
        winners: Games by the seats that won, rising.
        bot_seats: Seats taken by each bot, over all games.
        bot_wins: Seats that won, by bot and number of winners.
        face_seats: Seats that picked a face at least once, by the number of seats that shared the win; the first count
            is of seats that did not win.
        face_games: Games that all won or all lost in which a face was picked.
        face_games_won: Those of them that all won.
        on_table: Games by the faces that lay on the table at their end.
        offers: Games in which the options of players were counted.
        offered: These games by the faces that a player could pick.
        grouped: Seats by a group of cards (deck, field, value), by the number of its faces that they picked, and by the
            number of seats that shared the win, 0 for seats that did not win.
        measured: For each measure, the count of each value: for each part of a game's course, or for each ending.
        measured_games: For each measure, games by the number of looks and the sum of the values.
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
    face_seats: list[Counter[CardName]] = field(default_factory=list)
    face_games: Counter[CardName] = field(default_factory=Counter)
    face_games_won: Counter[CardName] = field(default_factory=Counter)
    on_table: Counter[CardName] = field(default_factory=Counter)
    offers: int = 0
    offered: Counter[CardName] = field(default_factory=Counter)
    grouped: Counter[tuple[str, str, str, int, int]] = field(default_factory=Counter)
    measured: list[Counter[tuple[str | int, int]]] = field(default_factory=list)
    measured_games: list[Counter[tuple[int, int]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.scores:
            self.scores = [Counter() for _ in range(self.players)]
            self.face_seats = [Counter() for _ in range(self.players + 1)]

    def of_measures(self, number: int) -> Tally:
        """Add counters for so many measures; return the tally itself."""
        self.measured = [Counter() for _ in range(number)]
        self.measured_games = [Counter() for _ in range(number)]
        return self

    @property
    def is_cooperative(self) -> bool:
        """Return whether all players have won or lost together in every game, as a solo player does."""
        return all(len(seats) in (0, self.players) for seats, games in self.winners.items() if games)

    @property
    def won(self) -> int:
        """Return the number of games that all players have won."""
        return self.winners[tuple(range(self.players))]

    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Return the sides to compare: each seat; or teams of equal size whose seats have always won together."""
        teams = sorted(seats for seats, count in self.winners.items() if seats and count)
        is_partition = sorted(seat for team in teams for seat in team) == list(range(self.players))
        if is_partition and len(teams) > 1 and len({len(team) for team in teams}) == 1:
            return tuple(teams)
        return tuple((seat,) for seat in range(self.players))

    def picked(self) -> Counter[CardName]:
        """Return the number of seats that picked each face at least once."""
        return sum(self.face_seats, Counter[CardName]())

    def count(self, games: Iterable[PlayedGame], groups: Mapping[CardName, Sequence[CardGroup]] | None = None) -> None:
        """Add games that came to their end; each is read once and not kept, so they may be played meanwhile.

        Args:
            games: The games.
            groups: The groups that each face belongs to.

        Raises:
            ValueError: A game has no end, or another number of players.
        """
        lengths, picks, setups, ends = [], 0, [], []
        picked = _PickedFaces(self.players, groups or {})
        tables: list[frozenset[PlayingCard]] = []
        for played in games:
            end, log, setup = played.end, played.log, played.setup
            if end is None or setup.players != self.players:
                raise ValueError(f"a tally for {self.players} players counts their games, played to the end")
            lengths.append(len(log))
            picks += sum(map(len, log))
            setups.append(setup)
            ends.append(end)
            tables.append(frozenset(played.table.cards()))
            picked.add(log, end.winners)
            del played, log
        self.games += len(lengths)
        self.picks += picks
        self.decisions.update(lengths)
        self.ends.update([end.why for end in ends])
        self.winners.update([tuple(sorted(end.winners)) for end in ends])
        self._count_scores([end for end in ends if end.scores])
        self._count_bots(setups, [end.winners for end in ends])
        for cards, number in Counter(tables).items():
            for face in {card._face for card in cards}:
                self.on_table[face] += number
        for counted, faces in zip(self.face_seats, picked.by_seats, strict=True):
            counted.update(faces)
        self.grouped.update(picked.grouped)
        self.face_games.update(picked.lost_together + picked.won_together)
        self.face_games_won.update(picked.won_together)

    def _count_scores(self, ends: Sequence[End]) -> None:
        for counted, scores in zip(self.scores, zip(*[end.scores for end in ends], strict=True), strict=bool(ends)):
            counted.update(scores)
        if self.players > 1:
            self.margins.update([_margin(end) for end in ends if end.winners])

    def _count_bots(self, setups: Sequence[GameSetup], winners: Sequence[tuple[int, ...]]) -> None:
        line_ups = [setup.line_up() for setup in setups]
        for (bots, seats), games in Counter(zip(line_ups, winners, strict=True)).items():
            for bot in bots:
                self.bot_seats[bot] += games
            for seat in seats:
                self.bot_wins[bots[seat], len(seats)] += games

    def add(self, other: Tally) -> None:
        """Add the counts of another tally; the order in which tallies are added makes no difference.

        Raises:
            ValueError: It is for another number of players.
        """
        if other.players != self.players:
            raise ValueError(f"games of {other.players} players cannot be added to those of {self.players}")
        for part in fields(self):
            own, more = getattr(self, part.name), getattr(other, part.name)
            if isinstance(own, Counter):
                own.update(more)
            elif isinstance(own, list):
                own.extend(Counter() for _ in more[len(own) :])
                for counted, added in zip(own, more, strict=False):
                    counted.update(added)
            elif part.name != "players":
                setattr(self, part.name, own + more)

    def as_json(self) -> dict[str, Any]:
        """Return the counts as plain values, sorted, so that equal tallies give equal texts."""
        return {part.name: _plain(getattr(self, part.name)) for part in fields(self)}


class _PickedFaces:
    """The faces that each seat picked in some games, each once a game.

    Attributes:
        by_seats: The faces by the number of seats that shared the win; first those of seats that did not win.
        lost_together: The faces picked in games that all lost.
        won_together: The faces picked in games that all won.
        grouped: As for Tally.
    """

    def __init__(self, players: int, groups: Mapping[CardName, Sequence[CardGroup]]) -> None:
        self.grouped: Counter[tuple[str, str, str, int, int]] = Counter()
        self._groups = groups
        self.by_seats: list[list[CardName]] = [[] for _ in range(players + 1)]
        self.lost_together: list[CardName] = []
        self.won_together: list[CardName] = []
        self._faces_of = _FacesOf()

    def add(self, log: Sequence[Any], winners: Sequence[int]) -> None:
        """Add the picks of a game."""
        players, sharing = len(self.by_seats) - 1, len(winners)
        faces_of = self._faces_of.__getitem__
        try:
            faces = [set().union(*map(faces_of, picked)) for picked in _picks_of_seats(log, players)]
        except TypeError:  # picks without a hash, which a guard reports
            return
        for seat, picked in enumerate(faces):
            self.by_seats[sharing if seat in winners else 0] += picked
            if self._groups:
                self._count_groups(picked, sharing if seat in winners else 0)
        if sharing in (0, players):
            together = self.won_together if sharing else self.lost_together
            together += set().union(*faces)

    def _count_groups(self, picked: Iterable[CardName], sharing: int) -> None:
        groups = self._groups
        counts = Counter([group for face in picked for group in groups.get(face, ())])
        for group, faces in counts.items():
            self.grouped[*group, faces, sharing] += 1


class _FacesOf(dict[Any, frozenset[CardName]]):
    """The faces of each pick, computed when it first occurs."""

    def __missing__(self, pick: Any) -> frozenset[CardName]:
        faces = self[pick] = frozenset(card._face for card in _cards_of(pick))
        return faces


class Offers:
    """A watcher that adds to a tally the faces that players could pick."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._options: set[Any] = set()

    def on_choices(self, choices: Any) -> None:
        """Record the options."""
        with suppress(TypeError):  # options without a hash, which a guard reports
            self._options.update(*(options for _, options in by_seat(choices)))

    def on_picks(self, choices: Any, picks: Any) -> None:
        """Do nothing, as the game's log has the picks."""

    def on_end(self, result: Any) -> None:
        """Add the game."""
        self._tally.offers += 1
        self._tally.offered.update({card._face for option in self._options for card in _cards_of(option)})


def shared_wins(wins: Mapping[int, int]) -> float:
    """Return wins, given by number of winners, as one number: a win shared by k counts 1/k."""
    return sum(count / winners for winners, count in sorted(wins.items()) if winners)


def _margin(end: End) -> int:
    """Return the best score less the second best; if the lowest wins, the second best less the best."""
    ranked = sorted(end.scores)
    is_low_best = end.scores[end.winners[0]] == ranked[0]
    return ranked[1] - ranked[0] if is_low_best else ranked[-1] - ranked[-2]


def _picks_of_seats(log: Sequence[Any], players: int) -> Sequence[Sequence[Any]]:
    """Return the picks of each seat."""
    if set(map(type, log)) == {list}:
        return list(zip(*log, strict=True))
    seats: list[list[Any]] = [[] for _ in range(players)]
    for picks in log:
        for seat, pick in by_seat(picks):
            seats[seat].append(pick)
    return seats


def _cards_of(pick: Any) -> Iterator[PlayingCard]:
    """Yield the cards of a pick: itself, or its parts."""
    if isinstance(pick, PlayingCard):
        yield pick
    elif isinstance(pick, tuple):
        for part in pick:
            yield from _cards_of(part)


def _plain(value: Any) -> Any:
    if isinstance(value, Counter):
        return [[*(key if isinstance(key, tuple) else (key,)), count] for key, count in sorted(value.items()) if count]
    return [_plain(entry) for entry in value] if isinstance(value, list) else value
