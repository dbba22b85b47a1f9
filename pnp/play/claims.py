"""Claims and played games → what was seen of each claim.

Games of one kind that are played together, and what was seen in them of each claim: values that travel.

Claims and played games → what was seen: how often each test was true, and the first game that decides it.

Claims about the same kind of game are looked at while the same games are played. What a claim's verdict is, is judged
from the counts of all games together, in judge.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from pnp.expressions.analysis import Keys
from pnp.play.bundle import Failure, GameBundle, GameSetup
from pnp.play.claim_tests import ClaimTester, Tests, UnclearError, load_tests, question
from pnp.play.driver import Played, Watcher, play
from pnp.play.invariants import Guard
from pnp.play.moments import Before, Moment, Nearest, claim_scope
from pnp.play.program import Program
from pnp.play.table import Table

if TYPE_CHECKING:
    from pnp.project.play import When


@dataclass(frozen=True)
class GameTest:
    """A claim to be looked at while games are played.

    Attributes:
        number: Its number in the file, from 0.
        source: The expression, or the name of a function of claims.py.
        at: When it is looked at.
        when: Another; only where it is true is the claim looked at.
        decides: The value of a look that decides it: True for a witness, False for a counter-example; None where no
            single look does.
        games: In how many games to look.
    """

    number: int
    source: str
    at: When
    when: str | None
    decides: bool | None
    games: int


@dataclass(frozen=True)
class GameBatch:
    """Games of one kind, and what is looked at in them.

    Attributes:
        setup: Who plays, with the seed of them all.
        games: How many to play.
    """

    setup: GameSetup
    games: int
    tests: tuple[GameTest, ...] = ()


@dataclass
class Looks:
    """What was seen of one test in some games.

    Attributes:
        looks: How often it was looked at.
        true: How often it was true.
        games: In how many games it was looked at.
        true_games: In how many of them it was true at some look.
        first: The game that first decides it, and at which decision.
        shown: What the cards and values in the expression were, then.
        nearest: How near its comparisons of numbers came to their boundaries.
    """

    looks: int = 0
    true: int = 0
    games: int = 0
    true_games: int = 0
    first: tuple[GameSetup, int] | None = None
    shown: str = ""
    nearest: Nearest = field(default_factory=dict)

    def add(self, other: Looks) -> None:
        """Add what was seen in later games."""
        self.looks += other.looks
        self.true += other.true
        self.games += other.games
        self.true_games += other.true_games
        for written, apart in other.nearest.items():
            self.nearest[written] = min(apart, self.nearest.get(written, apart))
        if self.first is None:
            self.first, self.shown = other.first, other.shown


@dataclass
class BatchLooks:
    """What was seen in the games of a batch.

    Attributes:
        tests: By the test's number.
        wrong: Tests that cannot be worked out, by number, and what fails.
        decisions: How many there were in all games together.
    """

    tests: dict[int, Looks] = field(default_factory=dict)
    wrong: list[tuple[int, Failure]] = field(default_factory=list)
    decisions: int = 0


VIEWS_IN = 2
"""In so many games of a batch the table is looked at through the players' eyes, too."""


def play_batch(program: Program, batch: GameBatch, told: Callable[[GameSetup], None]) -> BatchLooks:
    """Play a batch's games, each of them guarded, and look at its tests.

    Args:
        program: The game.
        batch: What to play.
        told: Is told each game before it is played.

    Raises:
        Broken: A game fails.
    """
    seen = BatchLooks({test.number: Looks() for test in batch.tests})
    facts = {name: value for name, value in batch.setup.options.items() if name in program.bundle.facts}
    scope = {**claim_scope(program.bundle), **facts}
    functions = load_tests(program.bundle) if batch.tests else Tests()
    asked = [_Asked(test, functions, program.bundle, seen) for test in batch.tests]
    for number in range(batch.games):
        setup = batch.setup.game(number)
        told(setup)
        looker = Looker(setup, [one.in_a_game() for one in asked if number < one.test.games], scope)
        played = play(program, setup, watch=partial(_watchers, looker, number < VIEWS_IN))
        looker.at_end(played)
        seen.decisions += len(played.log)
    return seen


def _watchers(looker: Looker, views: bool, table: Table) -> list[Watcher]:
    return [Guard(table, views), looker.at(table)]


class _Asked:
    """A test in the games of a batch."""

    def __init__(self, test: GameTest, functions: Tests, bundle: GameBundle, batch: BatchLooks) -> None:
        self.test = test
        self.batch = batch
        self.seen = batch.tests[test.number]
        self.expression: ClaimTester = question(test.source, functions, bundle)
        self.seen.nearest = self.expression.nearest
        self.condition = question(test.when, functions, bundle) if test.when else None
        self.questions: Sequence[ClaimTester] = [one for one in (self.expression, self.condition) if one is not None]
        self.wants_options = any("options" in one.reads.names for one in self.questions)
        self.is_unclear = False

    @property
    def at(self) -> str:
        """When it is looked at."""
        return self.test.at

    def in_a_game(self) -> _Asked:
        """Itself, in another game."""
        self.looked = self.was_true = False
        return self

    def look(self, moment: Moment, setup: GameSetup, decision: int) -> None:
        """Look at it once, unless it cannot be worked out."""
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
        self.seen.looks += 1
        self.seen.true += value
        self.seen.games += not self.looked
        self.seen.true_games += value and not self.was_true
        self.looked = True
        self.was_true |= value
        if value is self.test.decides and self.seen.first is None:
            self.seen.first = (setup, decision)
            self.seen.shown = self.expression.shown(moment)


class LookedAt(Protocol):
    """What is looked at while a game is played.

    Attributes:
        at: start, decision, pick or end.
        questions: What it asks of each moment.
        wants_options: Whether one of them reads what players may choose from.
    """

    @property
    def at(self) -> str:
        """When it is looked at."""

    questions: Sequence[ClaimTester]
    wants_options: bool

    def look(self, moment: Moment, setup: GameSetup, decision: int) -> None:
        """Look at it once."""


class Looker:
    """Looks at the tests of one game as it goes on."""

    def __init__(self, setup: GameSetup, tests: Sequence[LookedAt], scope: Mapping[str, Any]) -> None:
        """Make one for a game.

        Args:
            setup: The game.
            tests: What is looked at.
            scope: What expressions see of every game.
        """
        self.setup = setup
        self.tests: dict[str, list[LookedAt]] = {}
        for test in tests:
            self.tests.setdefault(test.at, []).append(test)
        self.moments = {at: Moment(scope) for at in self.tests}  # for each its own, which every look brings up to date
        self.has_options = any(test.wants_options for test in self.tests.get("decision", ()))
        readers = [one for test in self.tests.get("pick", ()) for one in test.questions if "before" in one.reads.names]
        self.wanted_before = [_together([one for one in readers if one.is_function is kind]) for kind in (False, True)]
        self.decision = 0
        self.before: Before | None = None
        self.picks: Any = None

    def at(self, table: Table) -> Looker:
        """Itself, looking at a table from now on."""
        self.table = table
        return self

    def asked(self, asked: Any) -> None:
        """Look after the set-up or the latest picks, and before the next decision."""
        self._after()
        self.decision += 1
        self._look("decision", asked=asked, has_options=self.has_options)
        if "pick" in self.tests:
            self.before = Before(self.table, *self.wanted_before)

    def picked(self, asked: Any, picks: Any) -> None:
        """Remember what was picked, for the look when the rules have gone on."""
        self.picks = picks

    def ended(self, result: Any) -> None:
        """Look after the last picks."""
        self._after()

    def _after(self) -> None:
        if self.picks is None:
            self._look("start")
        else:
            self._look("pick", before=self.before, picks=self.picks)

    def at_end(self, played: Played) -> None:
        """Look at what is claimed of a game's end."""
        self._look("end", end=played.end)

    def _look(self, at: str, **more: Any) -> None:
        if tests := self.tests.get(at):
            moment = self.moments[at]
            moment.come(self.table, self.decision, **more)
            for test in tests:
                test.look(moment, self.setup, self.decision)


def _together(questions: Sequence[ClaimTester]) -> Keys:
    """What any of them reads of the table before."""
    every = [one.reads.of("before") for one in questions]
    return Keys(tuple(dict.fromkeys(name for keys in every for name in keys.names)), any(k.is_whole for k in every))
