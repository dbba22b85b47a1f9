"""Thousands of games → a tally, and what it tells: shares with intervals, and the values of a report.

The measures of a game and its simulated games → counts in a tally: what the designer wants to know of each game.

What is looked at in the course of a game is looked at in some games only; what is looked at in the end, in all.

A Kit and a Sitting → thousands of games, in blocks, over any processes; their Tally is the same whatever plays them.

Blocks are added up in order, so that a simulation which stops when it knows enough stops after the same game anywhere.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, assert_never

from pnp.core.codes import Code
from pnp.play.bundle import Broken, Failure, GameBundle, GameSetup, Measure
from pnp.play.claim_tests import ClaimExpression, ClaimTester, Tests, UnclearError, question
from pnp.play.claims import Looker
from pnp.play.driver import Played, Watcher, play
from pnp.play.invariants import Guard
from pnp.play.moments import Moment, claim_scope
from pnp.play.pool import Submit, Task
from pnp.play.program import Program, load_program
from pnp.play.statistics import MARGIN, fairness, team_share
from pnp.play.table import Table
from pnp.play.tally import PARTS, CardGroup, CardName, Offers, Tally
from pnp.play.tasks import shortest
from pnp.workers.limits import USUAL, Limits, at_most

EVERY = 19
"""Every so many games the course of one is looked at. A prime, as for Offers."""


class Measuring:
    """Measures the games of a block."""

    def __init__(self, kit: GameBundle, sitting: GameSetup, tally: Tally) -> None:
        """Make one that adds to a tally, which has a place for each measure.

        Args:
            kit: The game, with its measures.
            sitting: Who plays, and the facts that are other than the game's.
            tally: What is counted.
        """
        facts = {name: value for name, value in sitting.options.items() if name in kit.facts}
        self._scope = {**claim_scope(kit), **facts}
        self._tally = tally
        self._measured = [_Measured(number, measure, kit) for number, measure in enumerate(kit.measures)]
        self._in_the_end = [one for one in self._measured if one.at == "end"]
        self._has_course = len(self._in_the_end) < len(self._measured)
        self._end = Moment(self._scope)

    def begin(self, number: int, sitting: GameSetup) -> Looker | None:
        """What looks on while a game is played; None where nobody does."""
        if not self._has_course or number % EVERY:
            return None
        for one in self._measured:
            one.begin()
        return Looker(sitting, self._measured, self._scope)

    def finish(self, played: Played, looker: Looker | None) -> None:
        """Add a game that came to its end.

        Raises:
            Broken: A measure cannot be worked out.
        """
        if looker is not None:
            looker.at_end(played)
        elif self._in_the_end:
            self._end.come(played.table, len(played.log), end=played.end)
            for one in self._in_the_end:
                one.begin()
                one.look(self._end, played.sitting, len(played.log))
        why = played.end.why if played.end else ""
        for one in self._measured if looker is not None else self._in_the_end:
            one.add(self._tally, len(played.log), why)


def watching(looker: Looker | None, table: Table) -> Sequence[Looker]:
    """A looker, at its table."""
    return [] if looker is None else [looker.at(table)]


class _Measured:
    """A measure in one game after another."""

    def __init__(self, number: int, measure: Measure, kit: GameBundle) -> None:
        self.number = number
        self.measure = measure
        self.at = measure.at
        self.expression = ClaimExpression(measure.source)
        self.condition = question(measure.when, Tests(), kit) if measure.when else None
        self.questions: Sequence[ClaimTester] = [self.expression, *([self.condition] if self.condition else [])]
        self.wants_options = any("options" in one.reads.names for one in self.questions)
        self.begin()

    def begin(self) -> None:
        """Forget the game before."""
        self.seen: list[tuple[int, int]] = []  # decisions and values

    def look(self, moment: Moment, sitting: GameSetup, decision: int) -> None:
        """Remember what the measure comes to now."""
        try:
            if self.condition is not None and not self.condition.is_true(moment):
                return
            value = self.expression.value(moment)
        except UnclearError as unclear:
            raise self._broken(unclear.failure.what, sitting, unclear.failure.fix) from None
        for entry in value if isinstance(value, list | tuple) else (value,):
            self.seen.append((decision, self._whole(entry, sitting)))

    def _whole(self, value: Any, sitting: GameSetup) -> int:
        if isinstance(value, bool) or (self.measure.tell != "share" and isinstance(value, int)):
            return int(value)
        if self.measure.tell != "share" and isinstance(value, float) and value.is_integer():
            return int(value)
        wanted = "true or false" if self.measure.tell == "share" else "a whole number, or true or false"
        raise self._broken(
            f"it comes to {value!r}, not to {wanted}",
            sitting,
            "compare it" if self.measure.tell == "share" else "round it",
        )

    def _broken(self, what: str, sitting: GameSetup, fix: str = "") -> Broken:
        return Broken(Failure(Code.REPORT_VALUE, what, fix=fix, sitting=sitting, path=(self.number,)))

    def add(self, tally: Tally, decisions: int, why: str) -> None:
        """Count what was seen of a game."""
        if not self.seen:
            return
        counted, report = tally.measured[self.number], self.measure.tell
        for decision, value in self.seen:
            key: str | int
            match report:
                case "share" | "mean":
                    key = 0
                case "curve":
                    key = max(decision - 1, 0) * PARTS // max(decisions, 1)
                case "ending":
                    key = why
                case _:
                    assert_never(report)
            counted[key, value] += 1
        tally.measured_games[self.number][len(self.seen), sum(value for _, value in self.seen)] += 1


BLOCK = 250
"""Games of a block: a fifth of a second of work or less, and often enough for a look at the results."""
GUARDED_EVERY = 505
"""Every so many games one is guarded at each decision; a check guards all."""
OFFERS_EVERY = 101
"""Every so many games it is looked at what players can pick, guarded ones among them. A prime, for bots change places
from game to game, and each order of them is to be looked at."""
MOST_GAMES = 200_000
"""Where a simulation that goes on until it is certain gives up."""


@dataclass(frozen=True)
class Simulation:
    """What to simulate.

    Attributes:
        sitting: Who plays; game 31 has the seed "{seed}:31".
        games: How many games; None to go on until it is certain whether the seats are fair, or how often players win
            who win together.
        limits: How long each may take.
    """

    kit: GameBundle
    sitting: GameSetup
    games: int | None
    limits: Limits = USUAL

    def blocks(self) -> Iterator[Task]:
        """The blocks of games, to be played anywhere."""
        kit, sitting = self.kit, self.sitting
        most = MOST_GAMES if self.games is None else self.games
        for start in range(0, most, BLOCK):
            count = min(BLOCK, most - start)
            yield Task(play_block, (kit, sitting, start, count), count, kit.rules_file, sitting, self.limits)

    def is_certain(self, tally: Tally) -> bool:
        """Whether more games would tell nothing new."""
        if self.games is not None:
            return False
        if tally.is_cooperative:
            share = team_share(tally.won, tally.games)
            return share.high - share.low <= 2 * MARGIN
        return fairness([tally.winners[side] for side in tally.sides()]).verdict != "open"


def simulate(simulation: Simulation, submit: Submit, jobs: int) -> Iterator[Tally]:
    """Yield the tally of all games so far, after each block, in order.

    Args:
        simulation: What to play.
        submit: Has a block played, in another process or on another machine.
        jobs: How many blocks are played at a time, as far as the caller knows.

    Raises:
        Broken: A game fails.
    """
    tally = Tally(simulation.sitting.players).of_measures(len(simulation.kit.measures))
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


def play_block(kit: GameBundle, sitting: GameSetup, start: int, count: int, limits: Limits = USUAL) -> Tally:
    """Play a block of games; return their tally.

    Args:
        kit: The game.
        sitting: Who plays, with the seed of the simulation.
        start: The number of the first game.
        count: How many games.
        limits: How long each may take.

    Raises:
        Broken: A game fails; its failure has the shortest tape of picks that was found.
    """
    tally = Tally(sitting.players).of_measures(len(kit.measures))
    with at_most(limits) as limit:
        program = program_of(kit)
        measuring = Measuring(kit, sitting, tally) if kit.measures else None

        def watchers(number: int, looker: Looker | None) -> Callable[[Table], Sequence[Watcher]]:
            return lambda table: [
                *([] if number % GUARDED_EVERY else [Guard(table, views=False)]),
                *([] if number % OFFERS_EVERY else [Offers(tally)]),
                *watching(looker, table),
            ]

        def games() -> Iterator[Played]:
            for number in range(start, start + count):
                one = sitting.game(number)
                limit.again(one.seed)
                looker = measuring.begin(number, one) if measuring else None
                is_alone = looker is None and number % OFFERS_EVERY
                played = play(program, one, watch=None if is_alone else watchers(number, looker))
                if measuring:
                    measuring.finish(played, looker)
                yield played

        try:
            tally.count(games(), groups_of(kit))
        except Broken as broken:
            if broken.failure.code == Code.REPORT_VALUE:
                raise
            limit.again()
            raise Broken(shortest(program, broken.failure)) from None
    return tally


def groups_of(kit: GameBundle) -> Mapping[CardName, Sequence[CardGroup]]:
    """The groups that each face of a kit belongs to, by fields of few values."""
    return {
        (deck, face.name): [(deck, name, str(value)) for name in fields if (value := face.values.get(name)) is not None]
        for deck, fields in kit.groups.items()
        for face in kit.decks[deck]
    }


_latest: list[tuple[GameBundle, Program]] = []
"""The kit played last, and its program. Kits have no hash for functools: each block brings an equal one anew."""


def program_of(kit: GameBundle) -> Program:
    """The kit's rules as running code; a process that plays one kit again and again loads it once."""
    if not _latest or _latest[0][0] != kit:
        _latest[:] = [(kit, load_program(kit))]
    return _latest[0][1]
