"""Tasks → their results, worked out in processes of this machine. Ctrl-C ends all of them at once.

Processes are started afresh, not forked: they share nothing with this one, on any system.
"""

from __future__ import annotations

import gc
import os
import signal
import tempfile
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.context import SpawnContext
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pnp.underway import interrupted_work, write_down

if TYPE_CHECKING:
    from multiprocessing.synchronize import RLock

    from pebble import ProcessPool

Step = Callable[[str, float], None]
"""Told what is under way, and how much of all the work is done, from 0 to 1: for a progress bar."""

Task = TypeVar("Task")
Result = TypeVar("Result")


def within(step: Step | None, start: float, span: float) -> Step | None:
    """Progress of a part of the work, told as that of the whole."""
    return (lambda name, done: step(name, start + done * span)) if step else None


def usual_jobs() -> int:
    """As many processes as there are processors to use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(function: Callable[[Task], Result], tasks: Sequence[Task], jobs: int) -> Iterator[Result]:
    """The result of each task, in their order.

    Args:
        function: Does a task; it and the tasks can be sent to another process.
        tasks: What to do.
        jobs: How many processes may work at a time.
    """
    with process_pool(min(jobs, len(tasks))) as pool:
        working = [pool.schedule(_do, args=(function, task)) for task in tasks]
        for future in working:
            yield future.result()


def _do(function: Callable[[Task], Result], task: Task) -> Result:
    """Do a task; an exception takes along where it was raised, as its traceback stays behind."""
    try:
        return function(task)
    except Exception as error:
        error.under_way = interrupted_work(error)  # type: ignore[attr-defined]
        error.add_note(raised_at(error))
        raise


def raised_at(error: BaseException) -> str:
    """Where an exception was raised, in this process or another: file, line and function."""
    if notes := getattr(error, "__notes__", []):
        return str(notes[-1])
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{Path(last.filename).name}:{last.lineno} in {last.name}"


@contextmanager
def process_pool(jobs: int) -> Iterator[ProcessPool]:
    """So many processes; all of them end at once with the block."""
    from pebble import ProcessPool

    context: Any = _Spawning()
    with _folder() as folder:
        pool = ProcessPool(max_workers=max(jobs, 1), context=context, initializer=begin_process, initargs=[folder])
        try:
            with _interrupts_blocked():  # by the threads that start processes, and so by the processes as they start
                pool.active  # noqa: B018 - asking starts the threads
            yield pool
        finally:
            pool.stop()  # type: ignore[no-untyped-call]
            pool.join()


class _Spawning(SpawnContext):
    """Starts processes. Its locks last as long as it does: a process that is still starting finds them even then."""

    def __init__(self) -> None:
        super().__init__()
        self._locks: list[RLock] = []

    def RLock(self) -> RLock:  # noqa: N802 - its name there
        self._locks.append(super().RLock())
        return self._locks[-1]


@contextmanager
def _folder() -> Iterator[str]:
    """Where processes keep what they write for a while: that of this process, if it was begun, else a new one."""
    if _own_folder:
        yield _own_folder
    else:
        with tempfile.TemporaryDirectory(prefix="pnp-", ignore_cleanup_errors=True) as folder:
            yield folder


_own_folder = ""


def begin_process(folder: str) -> None:
    """What a process starts with. The parent alone answers Ctrl-C, and removes what processes leave in the folder."""
    global _own_folder
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    collect_seldom()
    tempfile.tempdir = _own_folder = folder
    write_down(folder)


def collect_seldom() -> None:
    """Look for garbage less often: layout makes many small values and no cycles, and looking costs a tenth."""
    gc.set_threshold(100_000, 20, 20)


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Threads that are started inside the block, and their processes, leave Ctrl-C to the thread that is."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # a thread that had to start it would hear of Ctrl-C afterwards
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
