"""Claims and games → for each claim, how often its test was true, and the first game that decides it.

Claims about the same kind of game are tested on the same games; one game gives many evaluations of a test.
pnp.play.evidence.verdicts judges each claim by the counts of all games together. Batches and results can be sent
between processes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, Protocol

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.expressions.analysis import Keys
from pnp.play.game_bundle import Failure, GameBundle, GameSetup
from pnp.play.game_code import Program
from pnp.play.game_loop import PlayedGame, Watcher, play
from pnp.play.statistics import ALPHA, Estimate, team_share
from pnp.play.table import Table
from pnp.play.testing.claim_tests import ClaimTester, Tests, UnclearError, load_tests, make_tester
from pnp.play.testing.invariants import Guard
from pnp.play.testing.scope import Before, Moment, Nearest, claim_scope

if TYPE_CHECKING:
    from pnp.project.measures import When


JudgedVerdict = Literal["holds", "contradicted", "open"]
"""The verdict on a claim; open if the games do not decide it."""


@frozen_dataclass
class GameTest:
    """The test of a claim on games.

    Attributes:
        number: The claim's number in the file, from 0.
        source: The expression, or the name of a function of claims.py.
        at: When to look.
        when: A condition, as source; the test is evaluated only if it is true. None for always.
        decides: The value of a look that decides it: True for a witness, False for a counter-example; None if no
            single look decides it.
        games: In how many games to look; where no single look decides it, the least number.
        between: The least and the largest share of games in which it may be true; None if it is not about a share.
        alpha: The chance of a false verdict on the share, with the players of this batch.
    """

    number: int
    source: str
    at: When
    when: str | None
    decides: bool | None
    games: int
    between: tuple[float, float] | None = None
    alpha: float = ALPHA


@frozen_dataclass
class GameBatch:
    """Games of one kind, and the tests to look at in them.

    Attributes:
        setup: The setup, with the seed of all games.
        games: The number of games, at the least.
    """

    setup: GameSetup
    games: int
    tests: tuple[GameTest, ...] = ()

    @property
    def most(self) -> int:
        """The number of games at the most: claims about shares play on until they are decided."""
        return max(self.games, MAX_SHARE_GAMES) if any(test.between for test in self.tests) else self.games


@dataclass
class Evaluations:
    """The results of one test in some games.

    Attributes:
        evaluations: How often the test was evaluated.
        true: How often it was true.
        games: The number of games with a look.
        true_games: The number of games in which it was true at some look.
        first: The game that first decides it, and the decision.
        shown: The values of the cards and names in the expression at that look.
        nearest: How near its comparisons of numbers came to their boundaries.
    """

    evaluations: int = 0
    true: int = 0
    games: int = 0
    true_games: int = 0
    first: tuple[GameSetup, int] | None = None
    shown: str = ""
    nearest: Nearest = field(default_factory=dict)

    def add(self, other: Evaluations) -> None:
        """Add the results of later games."""
        self.evaluations += other.evaluations
        self.true += other.true
        self.games += other.games
        self.true_games += other.true_games
        for comparison, distance in other.nearest.items():
            self.nearest[comparison] = min(distance, self.nearest.get(comparison, distance))
        if self.first is None:
            self.first, self.shown = other.first, other.shown


@dataclass
class BatchResult:
    """The results of the games of a batch.

    Attributes:
        tests: The results of each test, by its number.
        wrong: The number and failure of each test that cannot be evaluated.
        decisions: The number of decisions in all games together.
        games: The number of games.
    """

    tests: dict[int, Evaluations] = field(default_factory=dict)
    wrong: list[tuple[int, Failure]] = field(default_factory=list)
    decisions: int = 0
    games: int = 0


MAX_SHARE_GAMES = 4000
"""The number of games after which a claim about a share that is not decided stays open, if it asks for no more."""

LOOK_EVERY = 20
"""A claim about a share is judged each time after this many more games."""

VIEWS_IN = 2
"""The number of games of a batch in which the players' views are checked, too."""


def play_batch(program: Program, batch: GameBatch, before_game: Callable[[GameSetup], None]) -> BatchResult:
    """Play a batch's games, each of them guarded, and look at its tests.

    Args:
        program: The game.
        batch: The games and tests.
        before_game: Called with each game before it is played.

    Raises:
        GameBroken: A game fails.
    """
    results = BatchResult({test.number: Evaluations() for test in batch.tests})
    facts = {name: value for name, value in batch.setup.values.items() if name in program.bundle.facts}
    scope = {**claim_scope(program.bundle), **facts}
    functions = load_tests(program.bundle) if batch.tests else Tests()
    tests = [_BatchTest(test, functions, program.bundle, results) for test in batch.tests]
    for number in range(batch.most):
        looking = [test.begin_game() for test in tests if test.goes_on(number)]
        if number >= batch.games and not looking:
            break
        setup = batch.setup.game(number)
        before_game(setup)
        observer = ClaimObserver(setup, looking, scope)
        played = play(program, setup, watch=partial(_watchers, observer, number < VIEWS_IN))
        observer.at_end(played)
        results.decisions += len(played.log)
        results.games += 1
    return results


def _watchers(observer: ClaimObserver, views: bool, table: Table) -> list[Watcher]:
    return [Guard(table, views), observer.at(table)]


class _BatchTest:
    """A test in the games of a batch."""

    def __init__(self, test: GameTest, functions: Tests, bundle: GameBundle, batch: BatchResult) -> None:
        self.test = test
        self.batch = batch
        self.evaluations = batch.tests[test.number]
        self.expression: ClaimTester = make_tester(test.source, functions, bundle)
        self.evaluations.nearest = self.expression.nearest
        self.condition = make_tester(test.when, functions, bundle) if test.when else None
        self.testers: Sequence[ClaimTester] = [self.expression, *([self.condition] if self.condition else [])]
        self.wants_options = any("options" in tester.names_read.names for tester in self.testers)
        self.is_unclear = self.is_decided = False

    @property
    def at(self) -> str:
        """Return when to look."""
        return self.test.at

    def goes_on(self, number: int) -> bool:
        """Return whether to look at a game, by its number: a share is looked at until it is decided."""
        test, counts = self.test, self.evaluations
        if number < test.games:
            return True
        if test.between is None or self.is_unclear:
            return False
        if number % LOOK_EVERY:
            return not self.is_decided
        self.is_decided = share_verdict(counts, test.between, test.alpha)[0] != "open"
        return not self.is_decided

    def begin_game(self) -> _BatchTest:
        """Begin another game; return the test itself."""
        self.has_look = self.was_true = False
        return self

    def look(self, moment: Moment, setup: GameSetup, decision: int) -> None:
        """Look at it once, unless it cannot be evaluated."""
        if self.is_unclear:
            return
        try:
            if self.condition is not None and not self.condition.is_true(moment):
                return
            value = self.expression.is_true(moment)
        except UnclearError as unclear:
            self.is_unclear = True
            self.batch.wrong.append((self.test.number, unclear.failure))
            return
        self.evaluations.evaluations += 1
        self.evaluations.true += value
        self.evaluations.games += not self.has_look
        self.evaluations.true_games += value and not self.was_true
        self.has_look = True
        self.was_true |= value
        if value is self.test.decides and self.evaluations.first is None:
            self.evaluations.first = (setup, decision)
            self.evaluations.shown = self.expression.shown(moment)


def share_verdict(counts: Evaluations, between: tuple[float, float], alpha: float) -> tuple[JudgedVerdict, Estimate]:
    """Return the verdict on a share of games, and the share with an interval that holds at all times at once."""
    share, (least, most) = team_share(counts.true_games, counts.games, alpha), between
    if least <= share.low and share.high <= most:
        return "holds", share
    return ("contradicted" if share.high < least or share.low > most else "open"), share


class EvaluatedClaim(Protocol):
    """A test or measure that is evaluated while a game is played.

    Attributes:
        at: start, decision, pick or end.
        testers: Its expression and its condition.
        wants_options: Whether one of them reads the options of players.
    """

    @property
    def at(self) -> str:
        """Return when to look."""

    testers: Sequence[ClaimTester]
    wants_options: bool

    def look(self, moment: Moment, setup: GameSetup, decision: int) -> None:
        """Look at it once."""


class ClaimObserver:
    """Looks at the tests of one game as it goes on."""

    def __init__(self, setup: GameSetup, tests: Sequence[EvaluatedClaim], scope: Mapping[str, Any]) -> None:
        """Make one for a game.

        Args:
            setup: The game.
            tests: The tests and measures to look at.
            scope: The names that expressions have in every game.
        """
        self.setup = setup
        self.tests: dict[str, list[EvaluatedClaim]] = {}
        for test in tests:
            self.tests.setdefault(test.at, []).append(test)
        self.moments = {at: Moment(scope) for at in self.tests}  # one for each time, updated before every look
        self.has_options = any(test.wants_options for test in self.tests.get("decision", ()))
        testers = [tester for test in self.tests.get("pick", ()) for tester in test.testers]
        readers = [tester for tester in testers if "before" in tester.names_read.names]
        self.keys_before = [_together([r for r in readers if r.is_function is kind]) for kind in (False, True)]
        self.decision = 0
        self.before: Before | None = None
        self.picks: Any = None

    def at(self, table: Table) -> ClaimObserver:
        """Begin to watch a table; return the observer itself."""
        self.table = table
        return self

    def on_choices(self, choices: Any) -> None:
        """Look after the set-up or the latest picks, and before the next decision."""
        self._after()
        self.decision += 1
        self._look("decision", choices=choices, has_options=self.has_options)
        if "pick" in self.tests:
            self.before = Before(self.table, *self.keys_before)

    def on_picks(self, choices: Any, picks: Any) -> None:
        """Record the picks, for the look after the rules have gone on."""
        self.picks = picks

    def on_end(self, result: Any) -> None:
        """Look after the last picks."""
        self._after()

    def _after(self) -> None:
        if self.picks is None:
            self._look("start")
        else:
            self._look("pick", before=self.before, picks=self.picks)

    def at_end(self, played: PlayedGame) -> None:
        """Look at the tests of a game's end."""
        self._look("end", end=played.end)

    def _look(self, at: str, **more: Any) -> None:
        if tests := self.tests.get(at):
            moment = self.moments[at]
            moment.update(self.table, self.decision, **more)
            for test in tests:
                test.look(moment, self.setup, self.decision)


def _together(testers: Sequence[ClaimTester]) -> Keys:
    """Return all keys that testers read of the table before the latest picks."""
    every = [tester.names_read.of("before") for tester in testers]
    return Keys(tuple(dict.fromkeys(name for keys in every for name in keys.names)), any(k.is_whole for k in every))
