"""A game of two players in which nothing is hidden → bounds of its value, position by position.

Equal positions are merged, so that a game with dice may have no longest course. Values are found by interval
iteration (Haddad and Monmege, 2018): what seat 1 can force and what it cannot exceed approach each other from below and
above. Positions that are left out may have any value, so the bounds stay valid.
"""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pnp.extensions.laboratory.information import view_of
from pnp.extensions.laboratory.perfect.goals import Utility
from pnp.extensions.laboratory.stepping import DrawnChance, SteppedGame, with_drawn_chance
from pnp.play.game_bundle import GameSetup
from pnp.play.game_code import Program
from pnp.play.game_loop import Interrupted
from pnp.play.table import Table
from pnp.play.testing.value_leaks import plain

_OWN_NAMES = frozenset({"_face_up", "_known", "_history", "_on_pause", "_shuffled"})
_TO_ITERATORS = (enumerate, zip, map, filter, reversed)


class NotOpen(Interrupted):
    """Something is hidden, or both players pick at once."""


@dataclass(eq=False, slots=True)
class _Position:
    """A position at which somebody picks.

    Attributes:
        tape: The picks and draws that lead here.
        player: The seat that picks.
        options: For each option the positions that may follow, each with how likely it is; None for one left out.
        low: What seat 1 can force.
        high: The most that seat 1 can get.
    """

    tape: tuple[int, ...]
    player: int
    options: list[list[tuple[float, Any]]] = field(default_factory=list)
    low: float = 0.0
    high: float = 0.0


class _Ended:
    """An end of the game: a position whose value is known."""

    __slots__ = ("high", "low")

    def __init__(self, value: float) -> None:
        self.low = self.high = value


class _TapeEnds(Interrupted):
    """Raised when chance is asked for an outcome that is not on the tape."""

    def __init__(self, weights: Sequence[int]) -> None:
        super().__init__()
        self.weights = weights


class OpenGame:
    """The positions of a game, as far as they were visited.

    Attributes:
        positions: How many positions were visited.
        is_whole: Whether no position was left out.
        least: The least that seat 1 gains at an end that was visited.
        most: The most.
    """

    def __init__(self, program: Program, setup: GameSetup, utility: Utility, most: int) -> None:
        """Visit positions, the nearest to the beginning first.

        Raises:
            NotOpen: Something is hidden, both pick at once, or this Python does not show where rules stand.
            NotDrawn: Outcomes of chance cannot be listed.
            GameBroken: The rules have failed.
        """
        if not _sees_loops():
            raise NotOpen("this Python does not show where a loop of the rules is")
        self._program = with_drawn_chance(program)
        self._setup = setup
        self._utility = utility
        self._known: dict[Any, _Position] = {}
        self._waiting: deque[_Position] = deque()
        self._ends: list[float] = []
        self._most = most
        self.is_whole = True
        self._root = self._after((), 1.0)
        while self._waiting:
            position = self._waiting.popleft()
            game = self._replay(position.tape)
            for option in range(len(game.options(game.asked[0]))):
                position.options.append(self._after((*position.tape, option), 1.0))
        self.positions = len(self._known)
        self.least, self.most = min(self._ends, default=0.0), max(self._ends, default=0.0)

    def _replay(self, tape: Sequence[int]) -> SteppedGame:
        """Play the game to the end of a tape.

        Raises:
            _TapeEnds: Chance is asked next.
        """
        rest = iter(tape)

        def draw(weights: Sequence[int]) -> int:
            for outcome in rest:
                return outcome
            raise _TapeEnds(weights)

        game = SteppedGame(self._program, self._setup, DrawnChance(draw))
        for option in rest:
            game.pick(game.asked[0], option)
        return game

    def _after(self, tape: tuple[int, ...], share: float) -> list[tuple[float, Any]]:
        """Return the positions that may follow a tape, each with how likely it is."""
        try:
            game = self._replay(tape)
        except _TapeEnds as due:
            whole = sum(due.weights)
            positions: list[tuple[float, Any]] = []
            for outcome, weight in enumerate(due.weights):
                positions += self._after((*tape, outcome), share * weight / whole)
            return positions
        if game.end is not None:
            value = self._utility(game.end)
            self._ends.append(value)
            return [(share, _Ended(value))]
        content = _content(game)
        position = self._known.get(content)
        if position is None:
            if len(self._known) >= self._most:
                self.is_whole = False
                return [(share, None)]
            position = self._known[content] = _Position(tape, game.asked[0])
            self._waiting.append(position)
        return [(share, position)]

    def bounds(
        self, least: float, most: float, precision: float, sweeps: int, tick: Callable[[], None]
    ) -> tuple[float, float]:
        """Return what seat 1 can force and what it cannot exceed.

        Args:
            least: The least that seat 1 can gain in any game.
            most: The most.
            precision: How far they may lie apart.
            sweeps: How often each position is looked at, at the most.
            tick: Called before each of these sweeps.
        """
        for position in self._known.values():
            position.low, position.high = least, most
        positions = list(reversed(self._known.values()))
        anything = _Ended(0.0)
        anything.low, anything.high = least, most
        for position in positions:
            position.options = [[(share, each or anything) for share, each in option] for option in position.options]
        for _ in range(sweeps):
            tick()
            change = 0.0
            for position in positions:
                best = max if position.player == 0 else min
                low = best([sum([share * each.low for share, each in option]) for option in position.options])
                high = best([sum([share * each.high for share, each in option]) for option in position.options])
                change = max(change, low - position.low, position.high - high)
                position.low, position.high = low, high
            low, high = self._value()
            if high - low <= precision or change <= precision / 1000:
                break
        return self._value()

    def _value(self) -> tuple[float, float]:
        low = sum([share * each.low for share, each in self._root])
        return low, sum([share * each.high for share, each in self._root])


@cache
def _sees_loops() -> bool:
    """Return whether this Python shows how far the loops of a generator are; CPython 3.11 to 3.13 do."""

    def loop() -> Iterator[int]:
        for number in (0, 0):  # noqa: UP028 - its variable does not tell the two steps apart
            yield number

    steps = loop()
    places = []
    for _ in steps:
        places.append(tuple([_iterator(each) for each in gc.get_referents(steps) if hasattr(each, "__next__")]))
    return len(set(places)) == 2 and all(places)


def _content(game: SteppedGame) -> Any:
    """Return all that the future of a game depends on: the table, who is asked what, and where the rules stand.

    Raises:
        NotOpen: Part of it is hidden from a player.
    """
    table, seat = game.table, game.asked[0]
    if len(game.asked) > 1:
        raise NotOpen("both pick at once")
    for name, owner, cards in table.every_pile():
        pile = table.piles[name]
        if not all(pile.is_card_seen(table, card, by, owner) for card in cards for by in table.seats):
            raise NotOpen(f"{name} is hidden")
    for name, values in table.values.items():
        now = tuple(getattr(table, name))
        if any(values.seen(table, now, by) != now for by in table.seats):
            raise NotOpen(f"{name} is hidden")
    if any(name.startswith("_") and name not in _OWN_NAMES for name in vars(table)):
        raise NotOpen("the table has a value that nobody sees")
    return seat, view_of(table, seat), plain(game.options(seat)), _standing(game.rules)


def _standing(rules: Any) -> tuple[Any, ...]:
    """Return where the rules stand: for each function in play its place, its variables, and how far its loops are."""
    standing: list[Any] = []
    while (frame := getattr(rules, "gi_frame", None)) is not None:
        variables = [(name, _variable(value)) for name, value in frame.f_locals.items()]
        loops = [_iterator(each) for each in gc.get_referents(rules) if hasattr(each, "__next__")]
        standing.append((rules.gi_code.co_qualname, frame.f_lasti, tuple(variables), tuple(loops)))
        rules = rules.gi_yieldfrom
    return tuple(standing)


def _variable(value: Any) -> Any:
    if isinstance(value, Table):
        return "table"
    return _iterator(value) if hasattr(value, "__next__") else plain(value)


def _iterator(value: Any) -> Any:
    """Return the values that an iterator will still give, without moving it; a unique text if they cannot be read."""
    if hasattr(value, "gi_frame"):
        return "rules"
    if isinstance(value, _TO_ITERATORS) and type(value) is not reversed:
        return repr(value)
    try:
        parts = value.__reduce__()
    except (TypeError, AttributeError):
        return repr(value)
    return plain(parts[1:])
