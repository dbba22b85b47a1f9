"""Tasks that play games → their results, from processes that may hang or die without harm to this one.

While rules are played, they print nothing, and start and end no processes. A task whose process hangs or dies gives a
Failure that names the game; later tasks with the same code are not tried.
"""

from __future__ import annotations

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
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any, NoReturn

from pnp.core.codes import Code
from pnp.core.diagnostics import Place
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.platform import name_exit
from pnp.play.bots import playouts_of
from pnp.play.bundle import Failure, GameBroken, GameBundle, GameSetup
from pnp.workers.activity import activity
from pnp.workers.faults import ProcessDied, unstarted
from pnp.workers.limits import USUAL, Limits
from pnp.workers.pool import Pool


@contextmanager
def quiet() -> Iterator[None]:
    """Discard what the project's code prints in the block, and let it start and end no processes.

    In a thread beside others, as on a cluster, neither is possible.
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
    """Rules start a process, end one, or send it a signal, which they may not."""


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
"""Playouts for each pick that take about as long as the longest game may."""


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
        """Run a task in a process; its future has the result, or raises Broken."""
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

        self._pool.submit(_do, task, hang).add_done_callback(finish)
        return future

    def __enter__(self) -> LocalExecutor:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.__exit__()


def _do(task: Task, hang: Path) -> Any | Failure:
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
        what, why = "a game hangs, and cannot be stopped", "rules that loop for ever would hold up a check for ever"
        code = Code.RULES_HANG
    else:
        what, why = f"a game ends the process that plays it ({name_exit(died.exit_code)})", ""
        code = Code.RULES_ERROR
    code = Code.EXAMPLE_FAILS if example else code
    number = int(line[1]) if line else 0
    return Failure(code, what, task.file, number, why, setup=setup, example=example, is_hang=died.is_late)
