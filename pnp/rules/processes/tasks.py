"""What a process of its own does with a kit: run its examples, or play a batch of games. Arguments and results travel.

Before each game its name is written to a trail, so that whoever waits for a process that hangs or dies knows the game.
"""

from __future__ import annotations

import json
import mmap
import re
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass, replace
from io import FileIO, StringIO
from pathlib import Path

from pnp.diagnostics import Code
from pnp.rules.claims.look import Batch, BatchLooks, is_steady, play_batch
from pnp.rules.examples.run import Example, check_example
from pnp.rules.play.driver import Watcher, play
from pnp.rules.play.guard import Guard
from pnp.rules.play.kit import Broken, Failure, Kit, Sitting
from pnp.rules.play.limits import USUAL, Limits, at_most
from pnp.rules.play.naming import Names
from pnp.rules.play.program import Program, load_program
from pnp.rules.play.shrink import play_tape, shrunk
from pnp.rules.play.table import Table
from pnp.rules.play.trace import Tracer

NAME_BYTES = 4096
"""The most that a trail keeps of a game's name."""


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


@dataclass(frozen=True)
class ExamplesDone:
    """What came of a game's examples."""

    failures: list[Failure]
    coverage: Coverage


class Trail:
    """Writes down which game is being played, and where it hangs if it does, in a file of its own.

    The game's name is written into memory that is the file, so that it costs next to nothing and outlives the process.

    Attributes:
        stuck: The file, to whose end a process that hangs for good writes the place; None without a path.
    """

    def __init__(self, path: str) -> None:
        self._name: mmap.mmap | None = None
        self.stuck: FileIO | None = None
        if path:
            self.stuck = FileIO(path, "a+")
            self.stuck.truncate(NAME_BYTES)
            self._name = mmap.mmap(self.stuck.fileno(), NAME_BYTES)
            self("")

    def __call__(self, name: str) -> None:
        """Write down a game by its seed, an example by its name."""
        if self._name is not None:
            written = f"{name}\n".encode()[:NAME_BYTES]
            self._name[: len(written)] = written

    def __enter__(self) -> Trail:
        return self

    def __exit__(self, *_: object) -> None:
        if self._name is not None:
            self._name.close()
        if self.stuck is not None:
            self.stuck.close()


def last_game(path: str) -> str:
    """The name of the game that was being played when its process ended, from its trail; empty without one."""
    with suppress(OSError):
        return Path(path).read_bytes().partition(b"\n")[0].strip(b"\0").decode(errors="replace")
    return ""


def last_line(path: str, file: str) -> int:
    """The line of a file at which a process hung for good; 0 where it did not."""
    with suppress(OSError):
        told = Path(path).read_bytes()[NAME_BYTES:].decode(errors="replace")
        if match := re.search(rf'File "[^"]*{re.escape(Path(file).name)}", line (\d+)', told):
            return int(match[1])
    return 0


def run_examples(
    kit: Kit, examples: Sequence[Example], names: Names, trail: str, limits: Limits = USUAL
) -> ExamplesDone:
    """Run a game's worked examples, and measure how much of rules.py they run.

    Args:
        kit: The game.
        examples: What to run.
        names: What things are called in the source language.
        trail: The file for the game being played.
        limits: How long each may take.
    """
    failures: list[Failure] = []

    def action(program: Program) -> None:
        for example in examples:
            follow(example.name)
            limit.again()
            failures.extend(check_example(program, example, names))

    with quiet(), Trail(trail) as follow, at_most(limits, follow.stuck) as limit:
        coverage = _measure(kit, action)
    return ExamplesDone([_at_home(failure, kit) for failure in failures], coverage)


def _at_home(failure: Failure, kit: Kit) -> Failure:
    """A failure with rules.py by its path in the project, not that of the copy that is measured."""
    return failure if failure.file in ("", kit.rules_file, kit.bots_file) else replace(failure, file=kit.rules_file)


def _measure(kit: Kit, action: Callable[[Program], None]) -> Coverage:
    """Run an action on the rules, in a copy whose lines are counted."""
    import coverage

    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder).resolve() / "rules.py"
        copy.write_text(kit.rules, encoding="utf-8")
        meter = coverage.Coverage(data_file=None, branch=True, config_file=False, include=[str(copy)], messages=False)
        meter.start()
        try:
            action(load_program(replace(kit, rules_file=str(copy))))
        except Broken as broken:
            raise Broken(replace(broken.failure, file=kit.rules_file)) from None
        finally:
            meter.stop()
        report = copy.with_name("report.json")
        meter.json_report(morfs=[str(copy)], outfile=str(report))
        (told,) = json.loads(report.read_text(encoding="utf-8"))["files"].values()
    summary = told["summary"]
    missing = tuple((start, end) for start, end in told["missing_branches"])
    return Coverage(summary["num_branches"], summary["covered_branches"], missing, tuple(told["missing_lines"]))


def run_batch(kit: Kit, batch: Batch, trail: str, limits: Limits = USUAL) -> BatchLooks:
    """Play a batch's games.

    Raises:
        Broken: A game fails.
    """

    def told(sitting: Sitting) -> None:
        follow(sitting.seed)
        limit.again()

    with quiet(), Trail(trail) as follow, at_most(limits, follow.stuck) as limit:
        program = load_program(kit)
        first = batch.sitting.game(0)
        follow(first.seed)
        try:
            if is_steady(program, first):
                return play_batch(program, batch, told)
            is_by_bots = set(first.bots) != {"random"} and is_steady(program, replace(first, bots=("random",)))
        except Broken as broken:
            limit.again()
            raise Broken(shortest(program, broken.failure)) from None
    what = "the same seed gives another game when it is played again"
    file, source = kit.rules_file, "table.shuffled and table.random"
    if is_by_bots:
        file, source = kit.bots_file, "what a bot is given as random"
    why = f"chance must come from {source} alone, and nothing may be kept between games"
    raise Broken(Failure(Code.RULES_UNSTEADY, what, file, why=why, sitting=first))


def run_trace(
    kit: Kit, sitting: Sitting, names: Names, tape: tuple[int, ...] | None, trail: str, limits: Limits = USUAL
) -> tuple[list[str], Failure | None]:
    """Tell one game; where it fails, tell it up to there, and why.

    Args:
        kit: The game.
        sitting: Which game.
        names: What things are called.
        tape: What is picked; None for what the bots pick.
        trail: The file for the game being played.
        limits: How long it may take.
    """
    tracer = Tracer(names)
    failure = None
    with quiet(), Trail(trail) as follow, at_most(limits, follow.stuck):
        follow(sitting.seed)
        program = load_program(kit)

        def watch(table: Table) -> list[Watcher]:
            return [Guard(table), tracer.watching(table)]

        try:
            tracer.end(
                play(program, sitting, watch=watch) if tape is None else play_tape(program, sitting, tape, watch)
            )
        except Broken as broken:
            failure = broken.failure
    return tracer.lines, failure


def shortest(program: Program, failure: Failure) -> Failure:
    """The failure with the shortest tape of picks that still fails; one that hangs is left alone."""
    return failure if failure.code == Code.RULES_HANG else shrunk(program, failure)


@contextmanager
def quiet() -> Iterator[None]:
    """Whatever the project's code prints goes nowhere, in a process that does nothing else."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    with redirect_stdout(StringIO()):
        yield
