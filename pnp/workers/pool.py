"""Tasks → their results, computed by processes of this machine. Ctrl-C ends all of them at once.

Processes are spawned, not forked, so that they share nothing with this one on any system.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future
from contextlib import ExitStack, suppress
from multiprocessing.context import SpawnContext
from typing import TYPE_CHECKING, Any, TypeVar

from pnp.core.diagnostics import Fault
from pnp.core.platform import interrupts_blocked, processors
from pnp.workers.activity import Work, begin_process, is_supervised, work_folder
from pnp.workers.faults import UNKNOWN, death_of, limit_fault, sendable, unstarted
from pnp.workers.limits import USUAL, Limits, Watch
from pnp.workers.log import log_if_requested

if TYPE_CHECKING:
    from multiprocessing.synchronize import RLock


Progress = Callable[[str, float], None]
"""Called with the name of the current work and the share of all work that is done, from 0 to 1, for a progress bar."""

TaskT = TypeVar("TaskT")
ResultT = TypeVar("ResultT")


def subprogress(progress: Progress | None, start: float, span: float) -> Progress | None:
    """Return a progress function for a part of the work, which reports the progress of the whole."""
    return (lambda name, done: progress(name, start + done * span)) if progress else None


def usual_jobs() -> int:
    """Return how many processors to use."""
    return processors()


class Pool:
    """Processes that do tasks and record their activity. Leaving the with block ends all of them at once.

    If no other process watches this one and those that it starts, a thread enforces the time limits.
    """

    def __init__(self, jobs: int, limits: Limits = USUAL) -> None:
        """Start a number of processes.

        Raises:
            Fault: The system refuses to start them.
        """
        from pebble import ProcessPool

        context: Any = _Spawning()
        with ExitStack() as stack:
            self.folder = stack.enter_context(work_folder())
            arguments = [self.folder]
            self._pool = ProcessPool(max_workers=max(jobs, 1), context=context, initializer=_begin, initargs=arguments)
            stack.callback(self._pool.join)
            stack.callback(self._pool.stop)
            try:
                with interrupts_blocked():  # by the threads that start processes, and so by the processes as they start
                    self._pool.active  # noqa: B018 - asking starts the threads
            except BrokenExecutor as error:
                raise limit_fault(error.__cause__ or error) or unstarted() from None
            if not is_supervised():
                ended = threading.Event()
                stack.callback(ended.set)
                watch = Watch(self.folder, limits)
                threading.Thread(target=watch.watch, args=[ended], daemon=True, name="pnp watch").start()
            self._all = stack.pop_all()

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self._all.close()

    def submit(self, function: Callable[..., ResultT], *arguments: Any, work: Work = UNKNOWN) -> Future[ResultT]:
        """Have a process do a task.

        Args:
            function: The task; it and its arguments can be sent to another process.
            arguments: The arguments for the function.
            work: Describes the task, in case its process dies before it begins.

        Returns:
            A future. It gets the result; the exception that the task raised; a Fault if the task exceeded a limit or
                its process died; or BrokenExecutor if the task was waiting when a process died between two tasks.
        """
        from pebble import ProcessExpired

        future: Future[ResultT] = Future()

        def finish(done: Future[ResultT]) -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                future.set_result(done.result())
            except ProcessExpired as expired:
                future.set_exception(death_of(expired.pid, expired.exitcode, self.folder, work))
            except BaseException as error:
                future.set_exception(error)

        try:
            self._pool.schedule(_do, args=(function, arguments)).add_done_callback(finish)
        except RuntimeError:  # pebble's, of a pool that broke meanwhile
            future.set_exception(BrokenExecutor())
        return future


START_ATTEMPTS = 2
"""How many times a pool is started for tasks that were waiting when one of its processes died between two tasks."""


def spread(
    function: Callable[[TaskT], ResultT], tasks: Sequence[TaskT], jobs: int, works: Sequence[Work] = ()
) -> Iterator[ResultT | Fault]:
    """Yield the result of each task, in order, or the fault of a task that exceeded a limit or whose process died.

    Args:
        function: Does a task; it and the tasks can be sent to another process.
        tasks: The tasks.
        jobs: How many processes may work at the same time.
        works: The name and file of each task, in case its process dies before it begins.
    """
    works = works or [UNKNOWN] * len(tasks)
    done = 0
    for _ in range(START_ATTEMPTS if tasks else 0):
        with Pool(min(jobs, len(tasks) - done)) as pool, suppress(BrokenExecutor):
            waiting = list(zip(tasks, works, strict=True))[done:]
            for future in [pool.submit(function, task, work=work) for task, work in waiting]:
                try:
                    result: ResultT | Fault = future.result()
                except Fault as fault:
                    result = fault
                done += 1
                yield result
            return
    for work in works[done:]:
        yield unstarted(work)


class _Spawning(SpawnContext):
    """Spawns processes. Its locks exist as long as it does, so that a process that is still starting finds them."""

    def __init__(self) -> None:
        super().__init__()
        self._locks: list[RLock] = []

    def RLock(self) -> RLock:  # noqa: N802 - its name there
        self._locks.append(super().RLock())
        return self._locks[-1]


# --- in the process


def _begin(folder: str) -> None:
    begin_process(folder)
    log_if_requested()


def _do(function: Callable[..., ResultT], arguments: Sequence[Any]) -> ResultT:
    """Do a task. An exception carries its traceback along."""
    try:
        return function(*arguments)
    except Exception as error:
        raise sendable(error) from None
