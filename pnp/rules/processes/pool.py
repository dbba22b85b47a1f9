"""Tasks → their results, worked out in processes of their own: what hangs or dies there harms nobody here.

A pool of pebble's, whose processes can be given up one by one. Results come in the order of the tasks.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from concurrent.futures import TimeoutError as LateError
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from pebble import ProcessExpired

from pnp.diagnostics import Code
from pnp.processes import process_pool
from pnp.rules.play.kit import Broken, Failure, Sitting
from pnp.rules.play.limits import USUAL, Limits
from pnp.rules.processes.trail import last_game, last_line

USUAL_GAMES = 250
"""Games of a task of which nothing else is said."""


@dataclass(frozen=True)
class Task:
    """Something for a process to do.

    Attributes:
        function: Called with the arguments, the path of a trail and the limits.
        games: How many games it plays, at the most.
        file: What to name when it hangs or dies: the project's rules.py.
        sitting: One of its games, to name the one in which it hangs or dies: by its seed; None for examples.
    """

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    games: int
    file: str
    sitting: Sitting | None = None


class LocalExecutor(Executor):
    """Processes of this machine as an executor of concurrent.futures; one that hangs is given up.

    Use it in a with statement: leaving it ends all processes at once.
    """

    def __init__(self, jobs: int, file: str = "", limits: Limits = USUAL) -> None:
        """So many processes, for games whose rules are in a file."""
        self._file = file
        self._limits = limits
        self._number = 0
        with ExitStack() as stack:
            self._folder = stack.enter_context(tempfile.TemporaryDirectory())
            self._pool = stack.enter_context(process_pool(jobs))
            self._all = stack.pop_all()

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have a process call the function; it is given the path of a trail and the limits, too."""
        sitting = next((argument for argument in args if isinstance(argument, Sitting)), None)
        return self.start(Task(partial(function, **kwargs), args, USUAL_GAMES, self._file, sitting))

    def start(self, task: Task) -> Future[Any]:
        """Have a process do a task; its future has the result, or raises Broken."""
        self._number += 1
        trail = str(Path(self._folder) / str(self._number))
        told_to = {"trail": trail, "limits": self._limits}
        patience = self._limits.patience(task.games)
        working = self._pool.schedule(task.function, args=task.arguments, kwargs=told_to, timeout=patience)
        told: Future[Any] = Future()

        def finish(done: Future[Any]) -> None:
            if not told.set_running_or_notify_cancel():
                return
            try:
                told.set_result(done.result())
            except (LateError, ProcessExpired) as error:
                told.set_exception(Broken(_why_given_up(error, task, trail)))
            except BaseException as error:
                told.set_exception(error)

        working.add_done_callback(finish)
        return told

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End all processes at once."""
        self._all.close()


@contextmanager
def running(tasks: Sequence[Task], jobs: int, limits: Limits = USUAL) -> Iterator[Iterator[Any | Failure]]:
    """Start tasks at once; in the block, each one's result comes in order, or the Failure that ended it.

    Args:
        tasks: What to do.
        jobs: How many processes may work at a time.
        limits: How long they may take.
    """
    if not tasks:
        yield iter(())
        return
    with LocalExecutor(min(jobs, len(tasks)), limits=limits) as executor:
        futures = [executor.start(task) for task in tasks]
        yield map(_result, futures)


def _result(future: Future[Any]) -> Any | Failure:
    try:
        return future.result()
    except Broken as broken:
        return broken.failure


def run_tasks(tasks: Sequence[Task], jobs: int, limits: Limits = USUAL) -> list[Any | Failure]:
    """The result of each task, or the Failure that ended it."""
    with running(tasks, jobs, limits) as results:
        return list(results)


def _why_given_up(error: BaseException, task: Task, trail: str) -> Failure:
    """What has become of a process that gave no answer, and in which game."""
    line, name = last_line(trail, task.file), last_game(trail)
    sitting = replace(task.sitting, seed=name) if task.sitting and name else None
    example = "" if task.sitting else name
    if isinstance(error, ProcessExpired) and not line:
        what, why = f"a game ends the process that plays it (exit code {error.exitcode})", ""
        code = Code.RULES_ERROR
    else:
        what, why = "a game hangs, and cannot be stopped", "rules that loop for ever would hold up a check for ever"
        code = Code.RULES_HANG
    code = Code.EXAMPLE_FAILS if example else code
    return Failure(code, what, task.file, line, why, sitting=sitting, example=example)
