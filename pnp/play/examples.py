"""A worked example → what differs from what is written down: its position is laid, played, and compared.

Worked examples, played → how much of rules.py they run.

A worked example that does not come out as written → which functions of rules.py it has run: where to look first.

A worked example → what is wrong with it: it is set up, played, and its outcome compared with the one written down.

Runs the project's rules. What the booklet tells is the outcome written down, so a booklet needs no rules.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import CodeType, FrameType, GeneratorType
from typing import Any

from pnp.core.codes import Code
from pnp.core.diagnostics import counted, suggest
from pnp.play.bots import USUAL_BOTS
from pnp.play.bundle import Broken, Failure, GameBundle, GameSetup, Names
from pnp.play.driver import Interrupted, Played, bots_choose, by_seat, check_end, run, stream, watched, with_failures
from pnp.play.invariants import Guard
from pnp.play.positions import (
    ExampleNotation,
    ValuePath,
    Wrong,
    as_written,
    lay_position,
    matches,
    plain_text,
    written_picks,
)
from pnp.play.program import Program, load_program
from pnp.play.table import End


@dataclass(frozen=True)
class Coverage:
    """How much of rules.py the examples run.

    Attributes:
        branches: Ways that lead on from a line with a choice.
        run: How many of them the examples take.
        missing: Pairs of lines whose way from one to the other no example takes; a negative line is a way out.
        lines: Lines that no example runs.
    """

    branches: int
    run: int
    missing: tuple[tuple[int, int], ...] = ()
    lines: tuple[int, ...] = ()

    @property
    def share(self) -> float:
        """The share of branches that are run; 1 where there is nothing to choose."""
        return self.run / self.branches if self.branches else 1.0

    @property
    def ways(self) -> list[str]:
        """The ways that no example takes, in words: 12 → 14."""
        return [f"{start} → {end}" if end > 0 else f"{start} → the end" for start, end in self.missing]


def measure(bundle: GameBundle, action: Callable[[Program], None]) -> Coverage:
    """Run an action on the rules, in a copy whose lines are counted."""
    import coverage

    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder).resolve() / "rules.py"
        copy.write_text(bundle.rules, encoding="utf-8")
        meter = coverage.Coverage(data_file=None, branch=True, config_file=False, include=[str(copy)], messages=False)
        meter.start()
        try:
            action(load_program(replace(bundle, rules_file=str(copy))))
        except Broken as broken:
            raise Broken(replace(broken.failure, file=bundle.rules_file)) from None
        finally:
            meter.stop()
        report = copy.with_name("report.json")
        meter.json_report(morfs=[str(copy)], outfile=str(report))
        (told,) = json.loads(report.read_text(encoding="utf-8"))["files"].values()
    summary = told["summary"]
    missing = tuple((start, end) for start, end in told["missing_branches"])
    return Coverage(summary["num_branches"], summary["covered_branches"], missing, tuple(told["missing_lines"]))


def functions_run(program: Program, action: Callable[[], object]) -> list[str]:
    """The functions that an action runs, in the order they begin, each with its line: "play_round:51"."""
    known = {part.__code__: name for name, part in program.parts.items()}
    found: dict[CodeType, None] = {}

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        if event == "call" and frame.f_code in known:
            found[frame.f_code] = None

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        action()
    finally:
        sys.setprofile(before)
    return [f"{known[code]}:{code.co_firstlineno}" for code in found]


OF_THE_END = ("why", "winners", "scores")
"""Names that stand for the game's end, once it has come to its end."""


@dataclass(frozen=True)
class Example:
    """A worked example, as plain values; see pnp.project.play.ExampleHead for what each is."""

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


class _Over(Interrupted):
    """The picks written down are used up.

    Attributes:
        asked: Who would have to pick.
    """

    def __init__(self, asked: str) -> None:
        super().__init__()
        self.asked = asked


def check_example(program: Program, example: Example, names: Names) -> list[Failure]:
    """Play an example; return what differs from what is written down.

    Args:
        program: The game.
        example: What to play.
        names: What cards and picks are called in the source language.
    """
    show = _Show(program, example, names)
    try:
        with_failures(program, show.played, show.play)
        show.compare_end()
    except Wrong as wrong:
        show.fail(wrong.code, wrong.path, wrong.what, fix=wrong.fix)
    except Broken as broken:
        inner = broken.failure
        what = f"the rules fail at decision {inner.decision + 1}: {inner.what}"
        show.failures.append(replace(inner, code=Code.EXAMPLE_FAILS, what=what, setup=None, example=example.name))
    return show.failures


class _Show:
    """An example while it is played."""

    def __init__(self, program: Program, example: Example, names: Names) -> None:
        self.program = program
        self.example = example
        self.writing = ExampleNotation(example.seats, example.players, replace(names, seats=example.seats))
        self.table = program.lay_table(example.players, stream(example.seed), {})
        setup = GameSetup(example.players, example.seed, example.bots or USUAL_BOTS)
        self.played = Played(setup, self.table)
        self.failures: list[Failure] = []
        self.compared = 0
        self.left = ""

    def fail(self, code: Code, path: ValuePath, what: str, why: str = "", fix: str = "") -> None:
        """Add something that is wrong with the example itself."""
        self.failures.append(Failure(code, what, why=why, fix=fix, example=self.example.name, path=path))

    def play(self) -> None:
        """Set up the position and play its part of the rules."""
        example, bundle, table = self.example, self.program.bundle, self.table
        part = self.program.parts.get(example.play)
        if part is None:
            fix = suggest(example.play, self.program.parts)
            raise Wrong(("play",), f"rules.py has no function {example.play}", fix)
        if example.players not in bundle.players:
            fix = f"play with {', '.join(map(str, bundle.players))}"
            raise Wrong(("seats" if example.seats else "players",), f"the game is not for {example.players}", fix)
        lay_position(self.program, table, example.table, example.rest, self.writing)
        result = part(table)
        if isinstance(result, GeneratorType):
            self.played.rules = result
            bots = bots_choose(self.program, self.played.setup, table)
            rules = watched(result, [Guard(table, views=False)])
            try:
                result = run(rules, lambda asked: self._choose(asked, bots), self.played.log, bundle.decisions[1])
            except _Over as over:
                result, self.left = None, f"the picks are used up, and {over.asked} must pick"
            self._compare_after()
        if isinstance(result, End):
            check_end(result, bundle, example.players)
            self.played.end = result

    def _choose(self, asked: Any, bots: Callable[[Any], Any]) -> Any:
        self._compare_after()
        number = len(self.played.log)
        if number < len(self.example.picks):
            return written_picks(asked, self.example.picks[number], ("picks", number), self.writing)
        if self.example.bots is None:
            raise _Over(", ".join(self.writing.names.seat(seat) for seat, _ in by_seat(asked)))
        return bots(asked)

    def _compare_after(self) -> None:
        """Compare the table with what is written of it after the latest pick, once."""
        number = len(self.played.log)
        if self.compared < number <= len(self.example.after):
            self._compare(self.example.after[number - 1], ("after", number - 1))
        self.compared = number

    def compare_end(self) -> None:
        """Compare what has come out.

        Raises:
            Wrong: There are more picks than decisions.
        """
        if len(self.played.log) < len(self.example.picks) and not self.failures:
            what = f"the game is over after {len(self.played.log)} of {counted(len(self.example.picks), 'pick')}"
            raise Wrong(("picks", len(self.played.log)), what, "take the others away", Code.EXAMPLE_PICKS)
        self._compare(self.example.then, ("then",))

    def _compare(self, expected: Mapping[str, Any], path: ValuePath) -> None:
        """Report each value that is not as written."""
        table = self.table
        for name, written in expected.items():
            if name in OF_THE_END and self.played.end is not None:
                actual = self._of_the_end(name, self.played.end)
            elif hasattr(table, name):
                actual = getattr(table, name)
            else:
                fix = suggest(name, [*table.piles, *table.public()])
                what = f"the table has no {name}"
                if name in OF_THE_END:
                    what = f"the game has not come to an End, so there is no {name}"
                    fix = "add the picks that end it, or bots:" if self.left else 'return End("why", scores)'
                self.fail(Code.EXAMPLE_VALUE, (*path, name), what, self.left, fix)
                continue
            if not matches(written, actual, name in table.piles, self.writing):
                shown = as_written(actual, written, self.writing)
                what = f"{name} is {shown}, not {plain_text(written)}"
                if shown == plain_text(written):
                    what = f"{name} is {shown}, {_kind(actual)}, not {_kind(written)}"
                fix = f"write {name}: {shown}, or correct the rules"
                self.fail(Code.EXAMPLE_OUTCOME, (*path, name), what, self.left, fix)

    def _of_the_end(self, name: str, end: End) -> Any:
        if name == "winners" and self.example.seats:
            return [self.example.seats[seat] for seat in end.winners]
        return getattr(end, name)


def _kind(value: Any) -> str:
    """What kind of value one is, where two read alike."""
    kinds = {bool: "true or false", int: "a number", float: "a number", str: "a text", type(None): "nothing"}
    return kinds.get(type(value), f"a {type(value).__name__}")
