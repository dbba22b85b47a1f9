"""Claims and played games → what was seen: how often each test was true, and the first game that decides it.

Claims about the same kind of game are looked at while the same games are played. What a claim's verdict is, is judged
from the counts of all games together, in judge.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from pnp.diagnostics import suggest
from pnp.expressions import Compiled, ExpressionError, compile_expression, truth
from pnp.expressions.reading import Keys, reads
from pnp.rules.claims.batch import Batch, BatchLooks, GameTest, Looks
from pnp.rules.claims.values import claim_scope, picked, plain, shown
from pnp.rules.play.driver import Played, Watcher, by_seat, play
from pnp.rules.play.guard import Guard
from pnp.rules.play.kit import Sitting
from pnp.rules.play.program import Program
from pnp.rules.play.table import Table

VIEWS_IN = 2
"""In so many games of a batch the table is looked at through the players' eyes, too."""


def play_batch(program: Program, batch: Batch, told: Callable[[Sitting], None]) -> BatchLooks:
    """Play a batch's games, each of them guarded, and look at its tests.

    Args:
        program: The game.
        batch: What to play.
        told: Is told each game before it is played.

    Raises:
        Broken: A game fails.
    """
    seen = BatchLooks({test.number: Looks() for test in batch.tests})
    facts = {name: value for name, value in batch.sitting.options.items() if name in program.kit.facts}
    scope = {**claim_scope(program.kit), **facts}
    for number in range(batch.games):
        sitting = batch.sitting.game(number)
        told(sitting)
        tests = [_Test(test, seen) for test in batch.tests if number < test.games and not _is_wrong(test, seen)]
        looker = _Looker(sitting, tests, scope)
        played = play(program, sitting, watch=partial(_watchers, looker, number < VIEWS_IN))
        looker.at_end(played)
    return seen


def _watchers(looker: _Looker, views: bool, table: Table) -> list[Watcher]:
    return [Guard(table, views), looker.at(table)]


def _is_wrong(test: GameTest, seen: BatchLooks) -> bool:
    return any(number == test.number for number, _, _ in seen.wrong)


class _Test:
    """A test in one game."""

    def __init__(self, test: GameTest, batch: BatchLooks) -> None:
        self.test = test
        self.batch = batch
        self.seen = batch.tests[test.number]
        both = reads(test.source), reads(test.when or "")
        self.table, self.table_when = (read.of("table") for read in both)
        self.before = [read.of("before") for read in both if "before" in read.names]
        self.wants_options = any("options" in read.names for read in both)
        self.looked = self.was_true = False
        self.condition: Compiled | None = None
        self.expression: Compiled | None = None

    def look(self, scope: dict[str, Any], table: Table, sitting: Sitting, decision: int) -> None:
        try:
            if self.expression is None:
                self.expression = compile_expression(self.test.source)
                self.condition = compile_expression(self.test.when) if self.test.when else None
            if self.condition is not None:
                _show(table, self.table_when, scope["table"])
                if not self.condition(scope):
                    return
            _show(table, self.table, scope["table"])
            value = truth(self.expression(scope))
        except ExpressionError as error:
            if not _is_wrong(self.test, self.batch):
                self.batch.wrong.append((self.test.number, *self._why(error, table, decision)))
            return
        self.seen.looks += 1
        self.seen.true += value
        self.seen.games += not self.looked
        self.seen.true_games += value and not self.was_true
        self.looked = True
        self.was_true |= value
        if value is self.test.decides and self.seen.first is None:
            self.seen.first = (sitting, decision)
            self.seen.shown = shown(scope, self.test.source)

    def _why(self, error: ExpressionError, table: Table, decision: int) -> tuple[str, str]:
        """What is wrong with the expression, and the fix: mostly a name that the table does not have."""
        named = {name for keys in (self.table, self.table_when, *self.before) for name in keys.names}
        missing = next((name for name in sorted(named) if not hasattr(table, name)), None)
        if missing is None:
            return error.what, error.fix
        at = f" at decision {decision}" if decision else ""
        return f"the table has no {missing}{at}", suggest(missing, [*table.piles, *table.public()])


class _Looker:
    """Looks at the tests of one game as it goes on."""

    def __init__(self, sitting: Sitting, tests: Sequence[_Test], scope: dict[str, Any]) -> None:
        self.sitting = sitting
        self.tests: dict[str, list[_Test]] = {}
        for test in tests:
            self.tests.setdefault(test.test.at, []).append(test)
        self.scopes = {at: {**scope} for at in self.tests}  # for each its own, which every look brings up to date
        self.wants_options = any(test.wants_options for test in self.tests.get("decision", ()))
        self.wanted_before = [keys for test in self.tests.get("pick", ()) for keys in test.before]
        self.decision = 0
        self.before: dict[str, Any] = {}
        self.picks: Any = None

    def at(self, table: Table) -> _Looker:
        """Itself, looking at a table from now on."""
        self.table = table
        return self

    def asked(self, asked: Any) -> None:
        """Look after the set-up or the latest picks, and before the next decision."""
        self._after()
        self.decision += 1
        self._look("decision", asked=asked)
        if self.wanted_before:
            self.before = {}
            for keys in self.wanted_before:
                _show(self.table, keys, self.before)

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
            self._look("pick", before=self.before, picks=picked(self.picks))

    def at_end(self, played: Played) -> None:
        """Look at what is claimed of a game's end."""
        end = played.end
        assert end is not None
        self._look("end", end={"why": end.why, "scores": list(end.scores), "winners": list(end.winners)})

    def _look(self, at: str, asked: Any = None, **more: Any) -> None:
        tests = self.tests.get(at)
        if not tests:
            return
        scope = self.scopes[at]
        scope.update(more, table={}, decision=self.decision)
        if asked is not None:
            scope["asked"] = [seat for seat, _ in by_seat(asked)]
            if self.wants_options:
                scope["options"] = {seat: plain(options) for seat, options in by_seat(asked)}
        for test in tests:
            test.look(scope, self.table, self.sitting, self.decision)


def _show(table: Table, keys: Keys, values: dict[str, Any]) -> None:
    """Add those of a table's values that an expression reads, as it sees them; most looks need few of them."""
    every = ["players", "seats", *table.piles, *table.public()] if keys.is_whole else []
    for name in (*keys.names, *every):
        if name not in values and hasattr(table, name) and not name.startswith("_"):
            values[name] = plain(getattr(table, name))
