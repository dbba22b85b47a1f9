"""Tasks → their results, worked out in processes of their own: what hangs or dies there harms nobody here.

A pool of pebble's, whose processes can be given up one by one. Results come in the order of the tasks.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from concurrent.futures import TimeoutError as LateError
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

from pebble import ProcessExpired, ProcessPool

from pnp.rules.play.kit import Broken, Failure, Sitting
from pnp.rules.play.timing import STUCK
from pnp.rules.processes.tasks import GAME_SECONDS, last_game, last_line

PATIENCE = 10.0 + 2 * GAME_SECONDS + STUCK
"""Seconds after which a process that answers nothing is given up, besides a fifth for each game it plays."""
USUAL_GAMES = 250
"""Games of a task of which nothing else is said."""


@dataclass(frozen=True)
class Task:
    """Something for a process to do.

    Attributes:
        function: Called with the arguments and the path of a trail.
        games: How many games it plays, at the most.
        file: What to name when it hangs or dies: the project's rules.py.
        sitting: One of its games, to name the one in which it hangs or dies: by its seed; None for examples.
    """

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    games: int
    file: str
    sitting: Sitting | None = None


def usual_jobs() -> int:
    """As many processes as there are processors to use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def leave_interrupts() -> None:
    """Let the parent process alone answer Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Threads that are started inside the block, and their processes, leave Ctrl-C to the thread that is."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # a thread that had to start it would hear of Ctrl-C afterwards
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class LocalExecutor(Executor):
    """Processes of this machine as an executor of concurrent.futures; one that hangs is given up.

    Use it in a with statement: leaving it ends all processes at once.
    """

    def __init__(self, jobs: int, file: str = "") -> None:
        self._file = file
        self._folder = tempfile.TemporaryDirectory()
        self._number = 0
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPool(max_workers=max(jobs, 1), context=context, initializer=leave_interrupts)
        try:
            with interrupts_blocked():  # by the threads that start processes, and so by the processes as they start
                self._pool.active  # noqa: B018 - asking starts the threads
        except BaseException:  # Ctrl-C in the meantime
            self.shutdown()
            raise

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have a process call the function; it is given the path of a trail, too."""
        sitting = next((argument for argument in args if isinstance(argument, Sitting)), None)
        return self.start(Task(partial(function, **kwargs), args, USUAL_GAMES, self._file, sitting))

    def start(self, task: Task) -> Future[Any]:
        """Have a process do a task; its future has the result, or raises Broken."""
        self._number += 1
        trail = str(Path(self._folder.name) / str(self._number))
        working = self._pool.schedule(
            task.function, args=task.arguments, kwargs={"trail": trail}, timeout=_patience(task)
        )
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
        self._pool.stop()  # type: ignore[no-untyped-call]
        self._pool.join()
        self._folder.cleanup()


@contextmanager
def running(tasks: Sequence[Task], jobs: int) -> Iterator[Iterator[Any | Failure]]:
    """Start tasks at once; in the block, each one's result comes in order, or the Failure that ended it.

    Args:
        tasks: What to do.
        jobs: How many processes may work at a time.
    """
    if not tasks:
        yield iter(())
        return
    with LocalExecutor(min(jobs, len(tasks))) as executor:
        futures = [executor.start(task) for task in tasks]
        yield map(_result, futures)


def _result(future: Future[Any]) -> Any | Failure:
    try:
        return future.result()
    except Broken as broken:
        return broken.failure


def run_tasks(tasks: Sequence[Task], jobs: int) -> list[Any | Failure]:
    """The result of each task, or the Failure that ended it."""
    with running(tasks, jobs) as results:
        return list(results)


def _why_given_up(error: BaseException, task: Task, trail: str) -> Failure:
    """What has become of a process that gave no answer, and in which game."""
    line, seed = last_line(trail, task.file), last_game(trail)
    sitting = replace(task.sitting, seed=seed) if task.sitting and seed else None
    if isinstance(error, ProcessExpired) and not line:
        what = f"a game ends the process that plays it (exit code {error.exitcode})"
        return Failure("rules-error", what, task.file, sitting=sitting, example="" if task.sitting else seed)
    why = "rules that loop for ever would hold up a check for ever"
    what = "a game hangs, and cannot be stopped"
    return Failure("rules-hang", what, task.file, line, why, sitting=sitting, example="" if task.sitting else seed)


def _patience(task: Task) -> float:
    """Seconds to wait for a task: most games are quick, and one that is not is stopped inside the process."""
    return PATIENCE + task.games * 0.2
