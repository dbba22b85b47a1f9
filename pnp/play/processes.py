"""Work that plays games → its results, from processes that may hang or die without harm to this one.

While rules are played, they print nothing, and start and end no processes. A task whose process hangs or dies gives a
Failure that names the game; later tasks with the same code are not tried. Before each game its name is recorded, so
that the process that waits knows in which game this one hangs or dies. Arguments and results can be sent between
processes.
"""

from __future__ import annotations

import ast
import hashlib
import os
import pickle
import re
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import replace
from functools import cache, partial
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any, NoReturn

from pnp.core.codes import Code
from pnp.core.diagnostics import Place
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.platform import name_exit
from pnp.play.bots import playouts_of
from pnp.play.game_bundle import USUAL_BOTS, Failure, GameBroken, GameBundle, GameSetup
from pnp.play.game_code import Program, load_program
from pnp.play.game_loop import Watcher, play
from pnp.play.names import Names, Tracer
from pnp.play.table import Table
from pnp.play.testing.claims import BatchResult, GameBatch, play_batch
from pnp.play.testing.examples import Coverage, Example, check_example, functions_run, measure
from pnp.play.testing.invariants import Guard, is_repeatable, play_picks, shortest_failure
from pnp.play.testing.leaks import Leak, find_leaks
from pnp.play.testing.value_leaks import ValueLeak, find_value_leaks
from pnp.workers.activity import activity
from pnp.workers.faults import ProcessDied, unstarted
from pnp.workers.limits import USUAL, Limits, at_most
from pnp.workers.pool import Pool


@contextmanager
def quiet() -> Iterator[None]:
    """Discard what the project's code prints in the block, and let it start and end no processes.

    This is not possible in one thread among others, as on a cluster.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    leave = os._exit
    os._exit = _refuse_exit  # type: ignore[assignment]
    _watch_processes()
    _watched.add(True)
    try:
        with redirect_stdout(StringIO()):
            yield
    finally:
        _watched.clear()
        os._exit = leave


class NotForRulesError(RuntimeError):
    """The rules tried to start a process, to end one, or to send it a signal."""


def _refuse_exit(_code: int) -> NoReturn:
    raise NotForRulesError("rules cannot end the process that plays them: os._exit")


@cache
def _watch_processes() -> None:
    sys.addaudithook(_refuse_processes)


_watched: set[bool] = set()
_REFUSED = frozenset(
    {"os.fork", "os.forkpty", "os.exec", "os.posix_spawn", "os.spawn", "os.system", "os.kill", "os.killpg"}
    | {"subprocess.Popen", "pty.spawn"}
)


def _refuse_processes(event: str, _arguments: object) -> None:
    if event in _REFUSED and _watched:
        raise NotForRulesError(f"rules cannot start processes, or send them signals: {event}")


PLAYOUTS_OF_A_GAME = 10
"""A searching bot gets the time limit of one more game for each so many of its playouts."""


@frozen_dataclass
class Task:
    """A task for a process.

    Attributes:
        function: Called with the arguments and the limits. It records the name of each game that it plays: its seed, or
            the name of the example.
        games: How many games it plays, at the most.
        file: The file to name if it hangs or dies: the project's rules.py.
        setup: One of its games, to name the game in which it hangs or dies, by its seed; None for examples.
        limits: What the games may take.
    """

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    games: int
    file: str
    setup: GameSetup | None = None
    limits: Limits = USUAL

    @property
    def digest(self) -> str:
        """Return a digest of the code that it plays; empty if it has no such code."""
        bundle = self.arguments[0] if self.arguments else None
        return (
            hashlib.sha256(f"{bundle.rules}\0{bundle.bots}".encode()).hexdigest()[:16]
            if isinstance(bundle, GameBundle)
            else ""
        )

    def __call__(self) -> Any:
        """Run the task in this process."""
        playouts = max(map(playouts_of, self.setup.bots), default=0) if self.setup else 0
        limits = self.limits.times(1 + playouts / PLAYOUTS_OF_A_GAME)
        game, batch = limits.of_games(self.games)
        with quiet(), activity("", Place(self.file), game, batch):
            return self.function(*self.arguments, limits=limits)


Submit = Callable[[Task], Future[Any]]
"""Submits a task: the submit method of a LocalExecutor, or of any executor of concurrent.futures."""


class LocalExecutor:
    """Processes of this machine that run tasks, which may hang or die.

    Use it in a with statement: leaving it ends all processes at once.
    """

    def __init__(self, jobs: int, limits: Limits = USUAL) -> None:
        """Start so many processes."""
        self._pool = Pool(jobs, limits)

    def submit(self, task: Task) -> Future[Any]:
        """Run a task in a process; its future has the result, or raises GameBroken."""
        hang = Path(self._pool.folder) / f"hang-{task.digest}"
        future: Future[Any] = Future()

        def finish(done: Future[Any]) -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                result = done.result()
            except ProcessDied as died:
                result = _failure_of(died, task)
                _note_hang([result], hang)
            except BrokenExecutor:
                future.set_exception(unstarted())
                return
            except BaseException as error:
                future.set_exception(error)
                return
            if isinstance(result, Failure):
                future.set_exception(GameBroken(result))
            else:
                future.set_result(result)

        self._pool.submit(_run_task, task, hang).add_done_callback(finish)
        return future

    def __enter__(self) -> LocalExecutor:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.__exit__()


def _run_task(task: Task, hang: Path) -> Any | Failure:
    """Run a task, unless its code is known to hang: it would hang again until its limit."""
    if task.digest and hang.exists():
        return pickle.loads(hang.read_bytes())  # noqa: S301 - written below
    try:
        result = task()
    except GameBroken as broken:
        result = broken.failure
    _note_hang([result] if isinstance(result, Failure) else getattr(result, "failures", ()), hang)
    return result


def _note_hang(failures: Sequence[Failure], hang: Path) -> None:
    """Record the first failure of a game that hangs, in a file for later tasks."""
    for failure in failures:
        if failure.is_hang:
            with suppress(OSError):
                hang.write_bytes(pickle.dumps(failure))
            return


@contextmanager
def running(tasks: Sequence[Task], jobs: int) -> Iterator[Iterator[Any | Failure]]:
    """Start tasks at once; in the block, the results come in order, a Failure for each task that failed.

    Args:
        tasks: The tasks to run.
        jobs: How many processes may work at a time.
    """
    if not tasks:
        yield iter(())
        return
    with LocalExecutor(min(jobs, len(tasks)), tasks[0].limits) as executor:
        futures = [executor.submit(task) for task in tasks]
        yield map(_result, futures)


def _result(future: Future[Any]) -> Any | Failure:
    try:
        return future.result()
    except GameBroken as broken:
        return broken.failure


def run_tasks(tasks: Sequence[Task], jobs: int) -> list[Any | Failure]:
    """Return the result of each task, or the Failure that ended it."""
    with running(tasks, jobs) as results:
        return list(results)


def _failure_of(died: ProcessDied, task: Task) -> Failure:
    """Return the failure of a process that hung or died, with the game in which it did."""
    name = died.work.names
    line = re.search(rf'File "[^"]*{re.escape(Path(task.file).name)}", line (\d{{1,9}})', died.traceback)
    setup = replace(task.setup, seed=name) if task.setup and name else None
    example = "" if task.setup else name
    if died.is_late:
        what, why = "a game hangs, and cannot be stopped", "rules that loop forever would block the check"
        code = Code.RULES_HANG
    else:
        what, why = f"a game ends the process that plays it ({name_exit(died.exit_code)})", ""
        code = Code.RULES_ERROR
    code = Code.EXAMPLE_FAILS if example else code
    number = int(line[1]) if line else 0
    return Failure(code, what, task.file, number, why, setup=setup, example=example, is_hang=died.is_late)


# --- what processes do

LENGTH_GAMES = 10
"""After a game that is too short or too long, this many games at each number of players show how long games are."""

MOST_DECISIONS = 2_000
"""The most decisions of these games."""


@frozen_dataclass
class ExamplesDone:
    """The result of running a game's examples."""

    failures: list[Failure]
    coverage: Coverage


def run_examples(bundle: GameBundle, examples: Sequence[Example], names: Names, limits: Limits = USUAL) -> ExamplesDone:
    """Run a game's worked examples, and measure how much of rules.py they run.

    Args:
        bundle: The game.
        examples: The examples to run.
        names: The names of cards and values in the source language.
        limits: How long each may take.
    """
    failures: list[Failure] = []

    def action(program: Program) -> None:
        for example in examples:
            limit.again(example.name)
            example_failures = check_example(program, example, names)
            is_hung = any(failure.is_hang for failure in example_failures)
            if example_failures and not is_hung:
                limit.again()
                functions = functions_run(program, partial(check_example, program, example, names))
                ran = f"it ran {', '.join(functions)} of {Path(bundle.rules_file).name}" if functions else ""
                example_failures = [
                    replace(failure, why="; ".join(filter(None, (failure.why, ran)))) for failure in example_failures
                ]
            failures.extend(example_failures)
            if is_hung:
                break

    with at_most(limits) as limit:
        coverage = measure(bundle, action)
    return ExamplesDone([_with_project_path(failure, bundle) for failure in failures], coverage)


def _with_project_path(failure: Failure, bundle: GameBundle) -> Failure:
    """Return a failure with the path of rules.py in the project, not that of the copy that is measured."""
    return (
        failure
        if failure.file in ("", bundle.rules_file, bundle.bots_file)
        else replace(failure, file=bundle.rules_file)
    )


def run_batch(bundle: GameBundle, batch: GameBatch, limits: Limits = USUAL) -> BatchResult:
    """Play a batch's games.

    Raises:
        GameBroken: A game fails.
    """
    with at_most(limits) as limit:
        program = load_program(bundle)
        first = batch.setup.game(0)
        limit.again(first.seed)
        try:
            if is_repeatable(program, first):
                return play_batch(program, batch, lambda setup: limit.again(setup.seed))
            is_by_bots = set(first.bots) != set(USUAL_BOTS) and is_repeatable(program, replace(first, bots=USUAL_BOTS))
        except GameBroken as broken:
            limit.again()
            raise GameBroken(shortest(program, broken.failure)) from None
    what = "the same seed gives a different game when played again"
    file, source, text = bundle.rules_file, "table.shuffled and table.random", bundle.rules
    if is_by_bots:
        file, source, text = bundle.bots_file, "the bot's argument random", bundle.bots
    why = f"chance must come only from {source}, and no value may survive from game to game"
    line, fix = source_of_difference(text) if not is_by_bots else (0, "")
    raise GameBroken(Failure(Code.RULES_UNSTEADY, what, file, line, why=why, fix=fix, setup=first))


_INSTEAD = {
    "shuffle": "cards = table.shuffled(cards)",
    "randint": "table.roll(6)",
    "choice": "table.shuffled(cards)[0]",
}
"""What to write instead of functions of Python's random."""
_CHANCE = frozenset({"random", "secrets", "time", "uuid", "os"})
"""Modules of Python whose values differ each time, so that a game cannot be repeated."""


def source_of_difference(rules: str) -> tuple[int, str]:
    """Return the line that most likely keeps a game from being repeated, and what to write instead; or 0."""
    tree = ast.parse(rules)
    imported = {
        alias.asname or alias.name: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module in _CHANCE
        for alias in node.names
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            match node.func:
                case ast.Attribute(value=ast.Name(id=module), attr=name) if module in _CHANCE:
                    return node.lineno, f"write {_INSTEAD.get(name, 'table.random()')}"
                case ast.Name(id=called) if called in imported:
                    return node.lineno, f"write {_INSTEAD.get(imported[called], 'table.random()')}"
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.List | ast.Dict | ast.Set):
            name = ast.unparse(statement.targets[0])
            return statement.lineno, f"write table._{name.strip('_')} = {ast.unparse(statement.value)} in game(table)"
    return 0, ""


def run_leaks(bundle: GameBundle, setups: Sequence[GameSetup], limits: Limits = USUAL) -> list[Leak | ValueLeak]:
    """Play some games and return their leaks of cards and of values, the first of each name."""
    leaks: dict[tuple[str, str], Leak | ValueLeak] = {}
    with at_most(limits) as limit:
        program = load_program(bundle)
        for setup in setups:
            limit.again(setup.seed)
            for leak in find_leaks(program, setup, Random(f"{setup.players} {setup.seed}")):
                leaks.setdefault(("", leak.name), leak)
            for value_leak in find_value_leaks(program, setup, Random(f"values {setup.players} {setup.seed}")):
                leaks.setdefault((value_leak.hidden, value_leak.name), value_leak)
    return list(leaks.values())


def run_trace(
    bundle: GameBundle, setup: GameSetup, names: Names, picks: tuple[int, ...] | None, limits: Limits = USUAL
) -> tuple[list[str], Failure | None]:
    """Trace one game in lines; a game that fails is traced up to its failure, which is returned.

    Args:
        bundle: The game.
        setup: The setup and seed of the game.
        names: The names of cards and values.
        picks: The recorded picks; None for the picks of the bots.
        limits: How long it may take.
    """
    tracer = Tracer(names)
    failure = None
    with at_most(limits) as limit:
        limit.again(setup.seed)
        program = load_program(bundle)

        def watch(table: Table) -> list[Watcher]:
            return [Guard(table), tracer.watching(table)]

        try:
            tracer.end(play(program, setup, watch=watch) if picks is None else play_picks(program, setup, picks, watch))
        except GameBroken as broken:
            failure = broken.failure
            tracer.failed()
    return tracer.lines, failure


def shortest(program: Program, failure: Failure) -> Failure:
    """Return the failure with the shortest recorded picks that still fail; one that hangs is returned as it is."""
    if failure.is_hang:
        return failure
    shorter = shortest_failure(program, failure)
    return _with_lengths(program, shorter) if shorter.code == Code.RULES_LENGTH else shorter


def _with_lengths(program: Program, failure: Failure) -> Failure:
    """Return the failure of a game that is too short or too long, with the lengths of other games as its fix."""
    setup, most = failure.setup, MOST_DECISIONS
    if setup is None:
        return failure
    bundle, lengths = replace(program.bundle, decisions=(1, most)), []
    for number in range(LENGTH_GAMES):
        for players in bundle.players:
            game = replace(setup, players=players, seed=f"{setup.seed.partition(':')[0]}:{number}")
            try:
                lengths.append(len(play(replace(program, bundle=bundle), game).log))
            except GameBroken:
                return failure
    fix = f"if the rules are right, write decisions: {min(lengths)}..{max(lengths)} or wider bounds in play:"
    return replace(failure, fix=f"{fix}, as {len(lengths)} games took so many")
