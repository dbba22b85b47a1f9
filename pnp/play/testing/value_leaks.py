"""A Program and a GameSetup → leaks of Values: a seat's secret value that others can see.

There are three kinds. A public value repeats the hidden ones. A pick that becomes a hidden value was asked openly, so
that ``seen.log`` and the table show it. And, as with cards, the game is played again, with the hidden values of two
seats exchanged: as long as these stay, no public value may be exchanged in the same way. A value that the rules compute
from hidden ones, such as the seat with the highest bid, is no leak, as hidden values may stay after their round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.play.cards import PlayingCard, frozen
from pnp.play.decisions import Choices, Picks, by_seat
from pnp.play.game_bundle import GameBroken, GameSetup
from pnp.play.game_code import Program
from pnp.play.game_loop import Interrupted, play, standing_line, with_running_rules
from pnp.play.table import Table

SWAPS = 8
"""How often two seats change a hidden value in a game."""

HiddenValues = Mapping[str, tuple[Any, ...]]
"""The values of all seats by name, of those Values that not all players see."""


@frozen_dataclass
class ValueLeak:
    """A hidden value of a seat that others see.

    Attributes:
        hidden: The name of the Values.
        name: The name of the value in sight of all that reveals it; empty for a pick that was asked openly.
        setup: The game.
        decision: The decision before which others have seen it.
        why: What was seen, in words.
        line: The line of rules.py that asks, for a pick that was asked openly.
    """

    hidden: str
    name: str
    setup: GameSetup
    decision: int
    why: str
    line: int = 0


def find_value_leaks(program: Program, setup: GameSetup, random: Random) -> list[ValueLeak]:
    """Return the leaks of hidden values that a game shows, the first of each; none if the game fails.

    Args:
        program: The game.
        setup: The players, bots, seed and options.
        random: Chooses which values change places, and when.
    """
    if not program.table.values:
        return []
    record = _ValueRecord(program.bundle.rules_file)
    try:
        play(with_running_rules(program, record.take_rules), setup, watch=record.watch)
    except GameBroken:
        return []
    leaks: dict[tuple[str, str], ValueLeak] = {}
    for leak in (*_repeated(record, setup), *_asked_openly(record, setup), *_swapped(record, program, setup, random)):
        leaks.setdefault((leak.hidden, leak.name), leak)
    return list(leaks.values())


@frozen_dataclass
class _Moment:
    """What lies on the table before a decision, or at the end.

    Attributes:
        public: The values in sight of all players.
        hidden: The hidden values.
        line: The line of rules.py that asks; 0 at the end.
        is_secret: Whether others do not see the picks.
    """

    public: Mapping[str, Any]
    hidden: HiddenValues
    line: int = 0
    is_secret: bool = False


class _ValueRecord:
    """The moments of a game, and its picks."""

    def __init__(self, rules_file: str) -> None:
        self._file = rules_file
        self._rules: Any = None
        self.moments: list[_Moment] = []
        self.picks: list[list[tuple[int, Any]]] = []

    def take_rules(self, rules: Any) -> None:
        """Take the running rules, which tell where they stand."""
        self._rules = rules

    def watch(self, table: Table) -> list[Any]:
        """Begin to watch a table; return the watchers."""
        self._table = table
        return [self]

    def on_choices(self, choices: Choices) -> None:
        """Record the values before a decision."""
        line, is_secret = standing_line(self._rules, self._file), getattr(choices, "is_secret", False)
        self.moments.append(_Moment(_public(self._table), _hidden(self._table), line, is_secret))

    def on_picks(self, choices: Choices, picks: Picks) -> None:
        """Record the picks."""
        self.picks.append(list(by_seat(picks)))

    def on_end(self, result: Any) -> None:
        """Record the values at the end."""
        self.moments.append(_Moment(_public(self._table), _hidden(self._table)))


def _repeated(record: _ValueRecord, setup: GameSetup) -> Iterator[ValueLeak]:
    """Yield the values that are the same as hidden ones whenever these differ from seat to seat."""
    decisions = record.moments[:-1]
    for name in {name: None for moment in decisions for name in moment.hidden}:
        telling = [at for at, moment in enumerate(decisions) if len(set(map(repr, moment.hidden.get(name, ())))) > 1]
        for value in decisions[telling[0]].public if telling else ():
            if all(_entries(decisions[at].public.get(value)) == decisions[at].hidden[name] for at in telling):
                hidden = ", ".join(map(str, decisions[telling[0]].hidden[name]))
                yield ValueLeak(name, value, setup, telling[0], f"both are {hidden}")


def _asked_openly(record: _ValueRecord, setup: GameSetup) -> Iterator[ValueLeak]:
    """Yield the questions that are not secret, and whose picks all become hidden values of those who are asked."""
    picks_by_question: dict[tuple[int, str], list[tuple[int, int, Any]]] = {}
    other: set[tuple[int, str]] = set()
    changing: set[tuple[int, str]] = set()
    for number, (picks, before) in enumerate(zip(record.picks, record.moments, strict=False)):
        after = record.moments[number + 1].hidden
        for name in after if before.line and not before.is_secret else ():
            for seat, pick in picks:
                ask, value = (before.line, name), after[name][seat]
                if value != before.hidden.get(name, after[name])[seat]:
                    changing.add(ask)
                if plain(value) in (plain(pick), *(map(plain, pick) if isinstance(pick, tuple) else ())):
                    picks_by_question.setdefault(ask, []).append((number, seat, pick))
                else:
                    other.add(ask)
    for ask in sorted(changing - other):
        if len({repr(pick) for _, _, pick in picks_by_question[ask]}) > 1:
            number, seat, pick = picks_by_question[ask][0]
            why = f"seat {seat + 1} picks {pick}, which all players see in the log and at the table"
            yield ValueLeak(ask[1], "", setup, number, why, ask[0])


def _swapped(record: _ValueRecord, program: Program, setup: GameSetup, random: Random) -> Iterator[ValueLeak]:
    """Yield the public values that are exchanged when two seats exchange their hidden ones."""
    swaps = [
        (number, name, seat, other)
        for number, moment in enumerate(record.moments[:-1])
        for name, values in moment.hidden.items()
        for seat in range(len(values))
        for other in range(seat)
        if values[seat] != values[other]
    ]
    copied: dict[tuple[str, str], list[ValueLeak]] = {}
    computed: set[tuple[str, str]] = set()
    for swap in random.sample(swaps, min(SWAPS, len(swaps))):
        second = _ExchangedGame(record, *swap)
        try:
            play(program, setup, watch=second.watch)
        except Interrupted:
            pass
        except GameBroken:
            continue  # the game fails with the swap, as when somebody has too little money
        first, other = sorted(swap[2:])
        for name, (before, now) in second.differing.items():
            if not _is_exchanged(before, now, second.values):
                computed.add((swap[1], name))
                continue
            why = f"with the values of seats {first + 1} and {other + 1} exchanged it is {now}, not {before}"
            leak = ValueLeak(swap[1], name, setup, second.decision, why)
            copied.setdefault((swap[1], name), []).append(leak)
    for key, leaks in copied.items():
        if key not in computed and len(leaks) > 1:
            yield leaks[0]


def _is_exchanged(before: Any, now: Any, values: tuple[Any, ...]) -> bool:
    """Return whether one value is the other one with two entries exchanged, wherever they differ.

    A value that the rules have computed from hidden ones, such as who has won, differs in other ways.
    """
    before, now = _entries(before), _entries(now)
    if before == now or (before in values and now in values):
        return True
    if not (isinstance(before, tuple) and isinstance(now, tuple)) or len(before) != len(now):
        return False
    return all(_is_exchanged(first, second, values) for first, second in zip(before, now, strict=True))


class _ExchangedGame:
    """The same game, in which two seats exchange a hidden value after a decision's picks."""

    def __init__(self, first: _ValueRecord, decision: int, name: str, seat: int, other: int) -> None:
        self._first = first
        self._swap_at = decision
        self._name = name
        self._seats = (seat, other)
        self.values = tuple([first.moments[decision].hidden[name][at] for at in self._seats])
        self.decision = 0
        self.differing: dict[str, tuple[Any, Any]] = {}

    def watch(self, table: Table) -> list[Any]:
        """Begin to watch a table; return the watchers."""
        self._table = table
        return [self]

    def on_choices(self, choices: Choices) -> None:
        """Compare what all see, after the swap and while the values stay."""
        if self.decision > self._swap_at:
            if self.decision >= len(self._first.picks) or not self._have_stayed():
                raise Interrupted
            before, now = self._first.moments[self.decision].public, _public(self._table)
            self.differing = {name: (value, now.get(name)) for name, value in before.items() if now.get(name) != value}
            if self.differing:
                raise Interrupted
        self.decision += 1

    def on_picks(self, choices: Choices, picks: Picks) -> None:
        """Exchange the values; leave the game when a pick differs."""
        number = self.decision - 1
        if number >= len(self._first.picks) or list(by_seat(picks)) != self._first.picks[number]:
            raise Interrupted
        if number == self._swap_at:
            values, (seat, other) = list(getattr(self._table, self._name)), self._seats
            values[seat], values[other] = values[other], values[seat]
            setattr(self._table, self._name, values)

    def on_end(self, result: Any) -> None:
        """Do nothing, as all may be shown at the end."""

    def _have_stayed(self) -> bool:
        """Return whether both values have stayed where they are, in both games."""
        then = self._first.moments[self.decision].hidden.get(self._name)
        now = _hidden(self._table).get(self._name)
        if then is None or now is None:
            return False
        seat, other = self._seats
        return (then[seat], then[other]) == self.values and (now[other], now[seat]) == self.values


def _hidden(table: Table) -> HiddenValues:
    """Return the values of all seats that some player does not see."""
    return {
        name: tuple(map(frozen, getattr(table, name)))
        for name, values in table.values.items()
        if not _are_open(table, name)
    }


def _public(table: Table) -> dict[str, Any]:
    """Return the values that all players see."""
    public = {name: frozen(value) for name, value in table.public().items()}
    return public | {name: frozen(getattr(table, name)) for name in table.values if _are_open(table, name)}


def _are_open(table: Table, name: str) -> bool:
    """Return whether all players see the values of all seats, or all of others but not their own."""
    values, kind = [True] * table.players, table.values[name]
    return all(
        value or (kind.seen_by == "others" and seat == owner)
        for seat in table.seats
        for owner, value in enumerate(kind.seen(table, values, seat))
    )


def _entries(value: Any) -> Any:
    """Return the entries of a mapping, or a list as a tuple."""
    if isinstance(value, Mapping):
        return tuple(value.values())
    return value


def plain(value: Any) -> Any:
    """Return a value of rules with faces for cards, made of tuples, texts and numbers."""
    if isinstance(value, PlayingCard):
        return value._face
    if isinstance(value, str | int | float | None):
        return value
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return (type(value).__name__, *map(plain, value))
    if isinstance(value, list | tuple):
        return tuple(map(plain, value))
    if isinstance(value, range):
        return tuple(value)
    if isinstance(value, Mapping):
        return tuple([(plain(key), plain(entry)) for key, entry in value.items()])
    if isinstance(value, set | frozenset):
        return tuple(sorted(map(plain, value), key=repr))
    return repr(value)
