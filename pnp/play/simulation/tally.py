"""Played games → counts, from which the report is made.

A tally holds whole numbers only, so that tallies of any blocks of games, added in any order, are equal; statistics.py
computes shares and intervals. A tally is for one number of players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import chain
from typing import Any

from pnp.play.cards import PlayingCard, cards_in
from pnp.play.decisions import by_seat
from pnp.play.game_bundle import GameSetup
from pnp.play.game_loop import PlayedGame
from pnp.play.table import End

CardName = tuple[str, str]
"""The names of a deck and a card."""

Choice = tuple[str, str, str]
"""Something to pick: "", a deck and a card; or a question, "" and the name of an option that is no card."""

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
        first_seats: Seats by bot, by whether it is seat 1 (1 or 0), and by the number of seats that shared the win.
        face_seats: Seats that picked a face at least once, by the number of seats that shared the win; the first count
            is of seats that did not win.
        face_games: Games that all won or all lost in which a face was picked.
        face_games_won: Those of them that all won.
        on_table: Games by the faces that lay on the table at their end.
        offers: Games in which the options of players were counted; the counts below, up to leads, are of these games.
        offered: How often a seat could pick a choice beside another.
        picked_of: How often it was picked then.
        choices: Seats by a choice that they were offered, by whether they picked it more often than by chance (1 or 0),
            and by the number of seats that shared the win, 0 for seats that did not win.
        taken_at: For each choice, the sum of the numbers of the picks (1 is a seat's first) at which it was picked.
        seen_at: For each choice, the sum over seats of the number of the last pick at which it was on offer.
        seen_by: Seats by a choice that they were offered, also alone.
        held: Seats by a card that they once held, in a pile that its owner sees and not all see, and by sharing seats.
        dealt: Seats by a card that they held at the first decision.
        asked: For each question, how often a seat was asked.
        forced: For each question, how often it had a single option.
        pairs: Seats by two cards that they picked, and by the number of seats that shared the win.
        leads: Games by a value of the table that ended as the scores, by how often the lead changed, and by whether all
            winners were behind in the middle of the game.
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
    first_seats: Counter[tuple[str, int, int]] = field(default_factory=Counter)
    face_seats: list[Counter[CardName]] = field(default_factory=list)
    face_games: Counter[CardName] = field(default_factory=Counter)
    face_games_won: Counter[CardName] = field(default_factory=Counter)
    on_table: Counter[CardName] = field(default_factory=Counter)
    offers: int = 0
    offered: Counter[Choice] = field(default_factory=Counter)
    picked_of: Counter[Choice] = field(default_factory=Counter)
    choices: Counter[tuple[str, str, str, int, int]] = field(default_factory=Counter)
    taken_at: Counter[Choice] = field(default_factory=Counter)
    seen_at: Counter[Choice] = field(default_factory=Counter)
    seen_by: Counter[Choice] = field(default_factory=Counter)
    held: Counter[tuple[str, str, str, int]] = field(default_factory=Counter)
    dealt: Counter[Choice] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    forced: Counter[str] = field(default_factory=Counter)
    pairs: Counter[tuple[str, str, str, str, int]] = field(default_factory=Counter)
    leads: Counter[tuple[str, int, int]] = field(default_factory=Counter)
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
            counted.update(picked.names(faces))
        self.grouped.update(picked.grouped())
        self.face_games.update(picked.names(picked.lost_together + picked.won_together))
        self.face_games_won.update(picked.names(picked.won_together))

    def _count_scores(self, ends: Sequence[End]) -> None:
        for counted, scores in zip(self.scores, zip(*[end.scores for end in ends], strict=True), strict=bool(ends)):
            counted.update(scores)
        if self.players > 1:
            self.margins.update([margin(end) for end in ends if end.winners])

    def _count_bots(self, setups: Sequence[GameSetup], winners: Sequence[tuple[int, ...]]) -> None:
        line_ups = [setup.line_up() for setup in setups]
        for (bots, seats), games in Counter(zip(line_ups, winners, strict=True)).items():
            for bot in bots:
                self.bot_seats[bot] += games
            for seat, bot in enumerate(bots):
                self.first_seats[bot, int(not seat), len(seats) if seat in seats else 0] += games
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
    """The faces that each seat picked in some games, each once a game; faces and groups are numbers while they count.

    Attributes:
        by_seats: The faces by the number of seats that shared the win; first those of seats that did not win.
        lost_together: The faces picked in games that all lost.
        won_together: The faces picked in games that all won.
    """

    def __init__(self, players: int, groups: Mapping[CardName, Sequence[CardGroup]]) -> None:
        self.by_seats: list[list[int]] = [[] for _ in range(players + 1)]
        self.lost_together: list[int] = []
        self.won_together: list[int] = []
        self._faces_of = _FacesOf(groups)
        self._grouped: list[list[tuple[int, int]]] = [[] for _ in range(players + 1)]

    def add(self, log: Sequence[Any], winners: Sequence[int]) -> None:
        """Add the picks of a game."""
        players, sharing = len(self.by_seats) - 1, len(winners)
        faces_of, groups_of = self._faces_of.__getitem__, self._faces_of.groups.__getitem__
        try:
            faces = [set().union(*map(faces_of, picked)) for picked in _picks_of_seats(log, players)]
        except TypeError:  # picks without a hash, which a guard reports
            return
        for seat, picked in enumerate(faces):
            self.by_seats[sharing if seat in winners else 0] += picked
            counts = Counter(chain.from_iterable(map(groups_of, picked)))
            self._grouped[sharing if seat in winners else 0] += counts.items()
        if sharing in (0, players):
            together = self.won_together if sharing else self.lost_together
            together += set().union(*faces)

    def names(self, faces: Iterable[int]) -> Counter[CardName]:
        """Return how often each face is among some."""
        names = list(self._faces_of.numbers)
        return Counter({names[face]: number for face, number in Counter(faces).items()})

    def grouped(self) -> Counter[tuple[str, str, str, int, int]]:
        """Return seats by groups of cards, as for Tally."""
        names, counts = list(self._faces_of.group_numbers), Counter[tuple[str, str, str, int, int]]()
        for sharing, counted in enumerate(self._grouped):
            for (group, faces), seats in Counter(counted).items():
                counts[*names[group], faces, sharing] = seats
        return counts


class _FacesOf(dict[Any, frozenset[int]]):
    """The faces of each pick, computed when it first occurs.

    Attributes:
        numbers: The number of each face.
        groups: For each face by its number, the numbers of its groups.
        group_numbers: The number of each group.
    """

    def __init__(self, groups: Mapping[CardName, Sequence[CardGroup]]) -> None:
        super().__init__()
        self.numbers: dict[CardName, int] = {}
        self.groups: list[Sequence[int]] = []
        self.group_numbers: dict[CardGroup, int] = {}
        self._groups_of = groups

    def __missing__(self, pick: Any) -> frozenset[int]:
        faces = self[pick] = frozenset([self._number(card._face) for card in cards_in(pick)])
        return faces

    def _number(self, face: CardName) -> int:
        if face not in self.numbers:
            self.numbers[face] = len(self.numbers)
            numbers = self.group_numbers
            self.groups.append([numbers.setdefault(group, len(numbers)) for group in self._groups_of.get(face, ())])
        return self.numbers[face]


def shared_wins(wins: Mapping[int, int]) -> float:
    """Return wins, given by number of winners, as one number: a win shared by k counts 1/k."""
    return sum(count / winners for winners, count in sorted(wins.items()) if winners)


def margin(end: End) -> int:
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


def _plain(value: Any) -> Any:
    if isinstance(value, Counter):
        return [[*(key if isinstance(key, tuple) else (key,)), count] for key, count in sorted(value.items()) if count]
    return [_plain(entry) for entry in value] if isinstance(value, list) else value
