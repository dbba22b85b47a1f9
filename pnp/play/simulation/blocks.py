"""A GameBundle and a GameSetup → thousands of games, in blocks, over any processes, and their Tally.

Blocks are added up in order, so that a simulation that stops when it is certain stops after the same game anywhere.
Measures of a game's end are evaluated in every game; measures of its course, in one of EVERY.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from functools import partial
from typing import Any, assert_never

from pnp.core.codes import Code
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.play.bots import is_search
from pnp.play.game_bundle import Failure, GameBroken, GameBundle, GameSetup, Measure
from pnp.play.game_code import Program, load_program
from pnp.play.game_loop import PlayedGame, Watcher, play
from pnp.play.processes import Submit, Task, shortest
from pnp.play.simulation.choices import ChoiceCounter, ChoiceWatcher
from pnp.play.simulation.summary import clear_lift, copies_of, visible_card
from pnp.play.simulation.tally import TIME_SLICES, CardGroup, CardName, Tally
from pnp.play.statistics import MARGIN, fairness, team_share
from pnp.play.table import Table
from pnp.play.testing.claim_tests import ClaimExpression, ClaimTester, Tests, UnclearError, make_tester
from pnp.play.testing.claims import ClaimObserver
from pnp.play.testing.invariants import Guard
from pnp.play.testing.scope import Moment, claim_scope
from pnp.workers.limits import USUAL, Limits, at_most

EVERY = 47
"""Measures of a game's course are evaluated in one of this many games. A prime, as OFFERS_EVERY is."""


class MeasureObserver:
    """Evaluates the measures of a block's games."""

    def __init__(self, bundle: GameBundle, setup: GameSetup, tally: Tally) -> None:
        """Make one that adds to a tally, which has a place for each measure.

        Args:
            bundle: The game, with its measures.
            setup: The setup, with facts that differ from the game's.
            tally: The tally to add to.
        """
        facts = {name: value for name, value in setup.values.items() if name in bundle.facts}
        self._scope = {**claim_scope(bundle), **facts}
        self._tally = tally
        self._measured = [_MeasureRun(number, measure, bundle) for number, measure in enumerate(bundle.measures)]
        self._in_the_end = [measure for measure in self._measured if measure.at == "end"]
        self._has_course = len(self._in_the_end) < len(self._measured)
        self._end = Moment(self._scope)

    def begin(self, number: int, setup: GameSetup) -> ClaimObserver | None:
        """Return the observer of a game; None if its course is not measured."""
        if not self._has_course or number % EVERY:
            return None
        for measure in self._measured:
            measure.begin()
        return ClaimObserver(setup, self._measured, self._scope)

    def finish(self, played: PlayedGame, observer: ClaimObserver | None) -> None:
        """Add a game that came to its end.

        Raises:
            GameBroken: A measure cannot be evaluated.
        """
        if observer is not None:
            observer.at_end(played)
        elif self._in_the_end:
            self._end.update(played.table, len(played.log), end=played.end)
            for measure in self._in_the_end:
                measure.begin()
                measure.look(self._end, played.setup, len(played.log))
        why = played.end.why if played.end else ""
        for measure in self._measured if observer is not None else self._in_the_end:
            measure.add(self._tally, len(played.log), why)


def observers_at(observer: ClaimObserver | None, table: Table) -> Sequence[ClaimObserver]:
    """Return the observer, which watches the table from now on; empty without one."""
    return [] if observer is None else [observer.at(table)]


class _MeasureRun:
    """Evaluates one measure in one game after another."""

    def __init__(self, number: int, measure: Measure, bundle: GameBundle) -> None:
        self.number = number
        self.measure = measure
        self.at = measure.at
        self.expression = ClaimExpression(measure.source)
        self.condition = make_tester(measure.when, Tests(), bundle) if measure.when else None
        self.testers: Sequence[ClaimTester] = [self.expression, *([self.condition] if self.condition else [])]
        self.wants_options = any("options" in tester.names_read.names for tester in self.testers)
        self.begin()

    def begin(self) -> None:
        """Forget the values of the game before."""
        self.values: list[tuple[int, int]] = []  # decisions and values

    def look(self, moment: Moment, setup: GameSetup, decision: int) -> None:
        """Record the value of the measure now."""
        try:
            if self.condition is not None and not self.condition.is_true(moment):
                return
            value = self.expression.value(moment)
        except UnclearError as unclear:
            raise self._broken(unclear.failure.what, setup, unclear.failure.fix) from None
        for entry in value if isinstance(value, list | tuple) else (value,):
            self.values.append((decision, self._whole(entry, setup)))

    def _whole(self, value: Any, setup: GameSetup) -> int:
        if isinstance(value, bool) or (self.measure.tell != "share" and isinstance(value, int)):
            return int(value)
        if self.measure.tell != "share" and isinstance(value, float) and value.is_integer():
            return int(value)
        expected = "true or false" if self.measure.tell == "share" else "a whole number, or true or false"
        raise self._broken(
            f"its value is {value!r}, not {expected}",
            setup,
            "write a comparison" if self.measure.tell == "share" else "round it",
        )

    def _broken(self, what: str, setup: GameSetup, fix: str = "") -> GameBroken:
        return GameBroken(Failure(Code.REPORT_VALUE, what, fix=fix, setup=setup, path=(self.number,)))

    def add(self, tally: Tally, decisions: int, why: str) -> None:
        """Count the values of a game."""
        if not self.values:
            return
        counted, report = tally.measured[self.number], self.measure.tell
        for decision, value in self.values:
            key: str | int
            match report:
                case "share" | "mean":
                    key = 0
                case "curve":
                    key = max(decision - 1, 0) * TIME_SLICES // max(decisions, 1)
                case "ending":
                    key = why
                case _:
                    assert_never(report)
            counted[key, value] += 1
        tally.measured_games[self.number][len(self.values), sum(value for _, value in self.values)] += 1


BLOCK = 250
"""The number of games in a block: a fifth of a second of work or less, so that progress shows often enough."""
SEARCH_BLOCK = 5
"""The number of games in a block in which somebody searches, which takes seconds for each game."""
GUARDED_EVERY = 513
"""In one of this many games, each decision is checked for broken invariants; ``pnp check`` checks all games."""
OFFERS_EVERY = 19
"""In one of this many games, the checked ones among them, what players could pick and held is counted. It is a prime,
so that each order of the bots, who change places from game to game, is counted."""
CARD_LIFT = 0.02
"""A simulation is certain of cards when it would have detected every card that lifts the win rate by this much more
than the smallest difference of interest: two points."""
MAX_GAMES = 200_000
"""The number of games after which a simulation that goes on until it is certain gives up."""


@frozen_dataclass
class Simulation:
    """The games to simulate.

    Attributes:
        setup: The setup; game 31 has the seed "{seed}:31".
        games: The number of games; None to go on until it is certain whether the seats are fair, and how large a
            difference is, or, in a cooperative game, how often players win.
        limits: How long each may take.
        waits_for_cards: Whether to go on until a card that matters would have been detected; see CARD_LIFT.
    """

    bundle: GameBundle
    setup: GameSetup
    games: int | None
    limits: Limits = USUAL
    waits_for_cards: bool = False

    def blocks(self) -> Iterator[Task]:
        """Yield the blocks of games, to be played anywhere."""
        bundle, setup = self.bundle, self.setup
        most = MAX_GAMES if self.games is None else self.games
        size = SEARCH_BLOCK if any(map(is_search, setup.bots)) else BLOCK
        for start in range(0, most, size):
            count = min(size, most - start)
            yield Task(play_block, (bundle, setup, start, count), count, bundle.rules_file, setup, self.limits)

    def is_certain(self, tally: Tally) -> bool:
        """Return whether all answers are certain, so that more games would not change them."""
        if self.games is not None:
            return False
        if self.waits_for_cards and not self._knows_cards(tally):
            return False
        if tally.is_cooperative:
            share = team_share(tally.won, tally.games)
            return share.high - share.low <= 2 * MARGIN
        return fairness([tally.winners[side] for side in tally.sides()]).is_known

    def _knows_cards(self, tally: Tally) -> bool:
        """Return whether cards that matter would have been detected; this depends on picks, not on wins."""
        lift = visible_card(tally, copies_of(self.bundle))
        return lift is None or lift - clear_lift(tally) <= CARD_LIFT


def simulate(simulation: Simulation, submit: Submit, jobs: int) -> Iterator[Tally]:
    """Yield the tally of all games so far, after each block, in order.

    Args:
        simulation: What to play.
        submit: Plays a block, in another process or on another machine.
        jobs: How many blocks are played at a time; twice as many are submitted ahead.

    Raises:
        GameBroken: A game fails.
    """
    tally = Tally(simulation.setup.players).of_measures(len(simulation.bundle.measures))
    blocks = simulation.blocks()
    waiting: deque[Future[Tally]] = deque()
    try:
        while True:
            while len(waiting) < 2 * jobs and (block := next(blocks, None)):
                waiting.append(submit(block))
            if not waiting:
                return
            tally.add(waiting.popleft().result())
            yield tally
            if simulation.is_certain(tally):
                return
    finally:
        for future in waiting:
            future.cancel()


def play_block(bundle: GameBundle, setup: GameSetup, start: int, count: int, limits: Limits = USUAL) -> Tally:
    """Play a block of games; return their tally.

    Args:
        bundle: The game.
        setup: The setup, with the seed of the simulation.
        start: The number of the first game.
        count: The number of games.
        limits: How long each may take.

    Raises:
        GameBroken: A game fails; its failure has the shortest recorded picks that were found.
    """
    tally = Tally(setup.players).of_measures(len(bundle.measures))
    with at_most(limits) as limit:
        program = program_of(bundle)
        measuring = MeasureObserver(bundle, setup, tally) if bundle.measures else None
        choices, choosing = ChoiceCounter(tally, bundle), None

        def watchers(number: int, observer: ClaimObserver | None, table: Table) -> Sequence[Watcher]:
            nonlocal choosing
            choosing = None if number % OFFERS_EVERY else ChoiceWatcher(table)
            return [
                *([] if number % GUARDED_EVERY else [Guard(table, views=False)]),
                *([choosing] if choosing else []),
                *observers_at(observer, table),
            ]

        def games() -> Iterator[PlayedGame]:
            for number in range(start, start + count):
                game = setup.game(number)
                limit.again(game.seed)
                observer = measuring.begin(number, game) if measuring else None
                is_unwatched = observer is None and number % OFFERS_EVERY
                played = play(program, game, watch=None if is_unwatched else partial(watchers, number, observer))
                if choosing and not is_unwatched:
                    choices.add(choosing, played.end)
                if measuring:
                    measuring.finish(played, observer)
                yield played

        try:
            tally.count(games(), groups_of(bundle))
            choices.add_to_tally()
        except GameBroken as broken:
            if broken.failure.code == Code.REPORT_VALUE:
                raise
            limit.again()
            raise GameBroken(shortest(program, broken.failure)) from None
    return tally


def groups_of(bundle: GameBundle) -> Mapping[CardName, Sequence[CardGroup]]:
    """Return the groups that each face of a bundle belongs to, by fields of few values."""
    return {
        (deck, face.name): [(deck, name, str(value)) for name in fields if (value := face.values.get(name)) is not None]
        for deck, fields in bundle.groups.items()
        for face in bundle.decks[deck]
    }


_latest: list[tuple[GameBundle, Program]] = []
"""The bundle played last, and its program; a bundle has no hash for functools, and each block brings an equal copy."""


def program_of(bundle: GameBundle) -> Program:
    """Return the bundle's rules as running code; a process that plays one bundle repeatedly loads it once."""
    if not _latest or _latest[0][0] != bundle:
        _latest[:] = [(bundle, load_program(bundle))]
    return _latest[0][1]
