"""A worked example → failures where its outcome differs from the expected one; and how much of rules.py examples run.

An example's position is laid, its part of the rules played, and the outcome compared. For one that fails, the functions
of rules.py that it ran are listed. The booklet prints the expected outcome, so a booklet needs no rules.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import CodeType, FrameType, GeneratorType
from typing import Any

from pnp.core.codes import Code
from pnp.core.diagnostics import counted, suggest
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.play.bots import bots_choose
from pnp.play.decisions import by_seat, random_stream
from pnp.play.game_bundle import USUAL_BOTS, Failure, GameBroken, GameBundle, GameSetup
from pnp.play.game_code import Program, load_program
from pnp.play.game_loop import Interrupted, PlayedGame, checked_end, run, with_failures, with_watchers
from pnp.play.history import History
from pnp.play.names import Names
from pnp.play.table import End
from pnp.play.testing.example_notation import (
    ExampleNotation,
    ExampleWrong,
    ValuePath,
    format_like,
    lay_position,
    matches,
    parse_picks,
    plain_text,
)
from pnp.play.testing.invariants import Guard


@frozen_dataclass
class Coverage:
    """How much of rules.py the examples run.

    Attributes:
        branches: The number of branches: the ways to go on from each line with a choice.
        run: The number of branches that the examples take.
        missing: Branches that no example takes, as pairs of lines; a negative second line leaves the function.
        lines: Lines that no example runs.
    """

    branches: int
    run: int
    missing: tuple[tuple[int, int], ...] = ()
    lines: tuple[int, ...] = ()

    @property
    def share(self) -> float:
        """Return the share of branches that are run; 1 without branches."""
        return self.run / self.branches if self.branches else 1.0

    @property
    def ways(self) -> list[str]:
        """Return the branches that no example takes, in words: 12 → 14."""
        return [f"{start} → {end}" if end > 0 else f"{start} → the end" for start, end in self.missing]


def measure(bundle: GameBundle, action: Callable[[Program], None]) -> Coverage:
    """Run an action on a copy of the rules, and return how much of it runs."""
    import coverage

    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder).resolve() / "rules.py"
        copy.write_text(bundle.rules, encoding="utf-8")
        meter = coverage.Coverage(data_file=None, branch=True, config_file=False, include=[str(copy)], messages=False)
        meter.start()
        try:
            action(load_program(replace(bundle, rules_file=str(copy))))
        except GameBroken as broken:
            raise GameBroken(replace(broken.failure, file=bundle.rules_file)) from None
        finally:
            meter.stop()
        report = copy.with_name("report.json")
        meter.json_report(morfs=[str(copy)], outfile=str(report))
        (measured,) = json.loads(report.read_text(encoding="utf-8"))["files"].values()
    summary = measured["summary"]
    missing = tuple((start, end) for start, end in measured["missing_branches"])
    return Coverage(summary["num_branches"], summary["covered_branches"], missing, tuple(measured["missing_lines"]))


def functions_run(program: Program, action: Callable[[], object]) -> list[str]:
    """Return the functions that an action runs, in the order they begin, each with its line: "play_round:51"."""
    names = {part.__code__: name for name, part in program.parts.items()}
    called: dict[CodeType, None] = {}

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        if event == "call" and frame.f_code in names:
            called[frame.f_code] = None

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        action()
    finally:
        sys.setprofile(before)
    return [f"{names[code]}:{code.co_firstlineno}" for code in called]


OF_THE_END = ("why", "winners", "scores")
"""Names of values of the game's end, once it has ended."""


@frozen_dataclass
class Example:
    """A worked example as plain values; its attributes are described in pnp.project.claims.ExampleHead."""

    name: str
    seats: tuple[str, ...]
    players: int
    play: str
    table: Mapping[str, Any]
    rest: Mapping[str, str]
    seed: str
    bots: tuple[str, ...] | None
    picks: tuple[Any, ...]
    after: tuple[Mapping[str, Any], ...]
    then: Mapping[str, Any]


class _PicksUsed(Interrupted):
    """The picks of the example are used up.

    Attributes:
        players: The players who would have to pick, by name.
    """

    def __init__(self, players: str) -> None:
        super().__init__()
        self.players = players


def check_example(program: Program, example: Example, names: Names) -> list[Failure]:
    """Play an example; return a failure for each difference from its expected outcome.

    Args:
        program: The game.
        example: The example to play.
        names: The names of cards and picks in the source language.
    """
    attempt = _ExampleRun(program, example, names)
    try:
        with_failures(program, attempt.played, attempt.play)
        attempt.compare_end()
    except ExampleWrong as wrong:
        attempt.fail(wrong.code, wrong.path, wrong.what, fix=wrong.fix)
    except GameBroken as broken:
        inner = broken.failure
        what = f"the rules fail at decision {inner.decision + 1}: {inner.what}"
        attempt.failures.append(replace(inner, code=Code.EXAMPLE_FAILS, what=what, setup=None, example=example.name))
    return attempt.failures


class _ExampleRun:
    """An example while it is played."""

    def __init__(self, program: Program, example: Example, names: Names) -> None:
        self.program = program
        self.example = example
        self.notation = ExampleNotation(example.seats, example.players, replace(names, seats=example.seats))
        self.table = program.lay_table(example.players, random_stream(example.seed), {})
        setup = GameSetup(example.players, example.seed, example.bots or USUAL_BOTS)
        self.played = PlayedGame(setup, self.table)
        self.failures: list[Failure] = []
        self.compared = 0
        self.missing_picks = ""

    def fail(self, code: Code, path: ValuePath, what: str, why: str = "", fix: str = "") -> None:
        """Add a failure of the example itself."""
        self.failures.append(Failure(code, what, why=why, fix=fix, example=self.example.name, path=path))

    def play(self) -> None:
        """Set up the position and play its part of the rules."""
        example, bundle, table = self.example, self.program.bundle, self.table
        part = self.program.parts.get(example.play)
        if part is None:
            fix = suggest(example.play, self.program.parts)
            raise ExampleWrong(("play",), f"rules.py has no function {example.play}", fix)
        if example.players not in bundle.players:
            fix = f"play with {', '.join(map(str, bundle.players))}"
            raise ExampleWrong(
                ("seats" if example.seats else "players",), f"the game is not for {example.players}", fix
            )
        lay_position(self.program, table, example.table, example.rest, self.notation)
        result = part(table)
        if isinstance(result, GeneratorType):
            self.played.rules = result
            bots = bots_choose(self.program, self.played.setup, table)
            logs = [History(table).show_players()] if self.program.reads_log else []
            rules = with_watchers(result, [*logs, Guard(table, views=False)])
            try:
                result = run(rules, lambda choices: self._choose(choices, bots), self.played.log, bundle.decisions[1])
            except _PicksUsed as over:
                result, self.missing_picks = None, f"the picks are used up, and {over.players} must pick"
            self._compare_after()
        if isinstance(result, End):
            checked_end(result, bundle, example.players)
            self.played.end = result

    def _choose(self, choices: Any, bots: Callable[[Any], Any]) -> Any:
        self._compare_after()
        number = len(self.played.log)
        if number < len(self.example.picks):
            return parse_picks(choices, self.example.picks[number], ("picks", number), self.notation)
        if self.example.bots is None:
            raise _PicksUsed(", ".join(self.notation.names.seat(seat) for seat, _ in by_seat(choices)))
        return bots(choices)

    def _compare_after(self) -> None:
        """Compare the table once with its expected values after the latest pick."""
        number = len(self.played.log)
        if self.compared < number <= len(self.example.after):
            self._compare(self.example.after[number - 1], ("after", number - 1))
        self.compared = number

    def compare_end(self) -> None:
        """Compare the outcome.

        Raises:
            ExampleWrong: There are more picks than decisions.
        """
        if len(self.played.log) < len(self.example.picks) and not self.failures:
            what = f"the game is over after {len(self.played.log)} of {counted(len(self.example.picks), 'pick')}"
            raise ExampleWrong(("picks", len(self.played.log)), what, "delete the other picks", Code.EXAMPLE_PICKS)
        self._compare(self.example.then, ("then",))

    def _compare(self, expected: Mapping[str, Any], path: ValuePath) -> None:
        """Report each value that is not as expected."""
        table = self.table
        for name, value in expected.items():
            if name in OF_THE_END and self.played.end is not None:
                actual = self._of_the_end(name, self.played.end)
            elif hasattr(table, name):
                actual = getattr(table, name)
            else:
                fix = suggest(name, [*table.piles, *table.public()])
                what = f"the table has no {name}"
                if name in OF_THE_END:
                    what = f"the game has not come to an End, so there is no {name}"
                    fix = "add the picks that end it, or bots:" if self.missing_picks else 'return End("why", scores)'
                self.fail(Code.EXAMPLE_VALUE, (*path, name), what, self.missing_picks, fix)
                continue
            if not matches(value, actual, name in table.piles, self.notation):
                text = format_like(actual, value, self.notation)
                what = f"{name} is {text}, not {plain_text(value)}"
                if text == plain_text(value):
                    what = f"{name} is {text}, {_kind(actual)}, not {_kind(value)}"
                fix = f"write {name}: {text}, or correct the rules"
                self.fail(Code.EXAMPLE_OUTCOME, (*path, name), what, self.missing_picks, fix)

    def _of_the_end(self, name: str, end: End) -> Any:
        if name == "winners" and self.example.seats:
            return [self.example.seats[seat] for seat in end.winners]
        return getattr(end, name)


def _kind(value: Any) -> str:
    """Return the kind of a value, to tell apart two that read alike."""
    kinds = {bool: "true or false", int: "a number", float: "a number", str: "a text", type(None): "nothing"}
    return kinds.get(type(value), f"a {type(value).__name__}")
