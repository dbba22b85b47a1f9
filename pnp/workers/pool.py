"""Tasks → their results, worked out in processes of this machine. Ctrl-C ends all of them at once.

Processes are started afresh, not forked: they share nothing with this one, on any system.
"""

from __future__ import annotations

import errno
import gc
import os
import pickle
import re
import shutil
import signal
import tempfile
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.context import SpawnContext
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from pnp.core.codes import Code
from pnp.core.diagnostics import Fault, Place
from pnp.workers.activity import Work, interrupted_work, write_down, written_down

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


START_ATTEMPTS = 2
"""How often a pool is started for tasks that were waiting when one of its processes died between two tasks."""


def spread(
    function: Callable[[Task], Result], tasks: Sequence[Task], jobs: int, works: Sequence[Work] = ()
) -> Iterator[Result | Fault]:
    """The result of each task, in their order, or the fault of a task that asked too much or whose process died.

    Args:
        function: Does a task; it and the tasks can be sent to another process.
        tasks: What to do.
        jobs: How many processes may work at a time.
        works: What each task is called, and its file: for a process that dies before it has begun to work.
    """
    from concurrent.futures.process import BrokenProcessPool

    from pebble import ProcessExpired

    done = 0
    for _ in range(START_ATTEMPTS if tasks else 0):
        count = min(jobs, len(tasks) - done)
        with work_folder() as folder, process_pool(count, folder) as pool, suppress(BrokenProcessPool):
            try:
                futures = [pool.schedule(_do, args=(function, task)) for task in tasks[done:]]
            except RuntimeError:  # pebble's, of a pool that broke meanwhile
                continue
            for future in futures:
                try:
                    result: Result | Fault = future.result()
                except ProcessExpired as expired:
                    result = death_of(expired.pid, expired.exitcode, folder, works[done] if works else UNKNOWN)
                except Fault as fault:
                    result = fault
                done += 1
                yield result
            return
    for number in range(done, len(tasks)):
        yield unstarted(works[number] if works else UNKNOWN)


UNKNOWN = Work("nothing that is known", Place("data"))


def unstarted(work: Work = UNKNOWN) -> Fault:
    """The fault of work whose process died before it began."""
    what = f"a process ended before it began to work: {work.names}"
    fix = "free memory, or allow more processes and memory (ulimit -u, ulimit -v)"
    return Fault(Code.PROCESS_ENDED, work.place, what=what, why="the system may have no memory left", fix=fix)


def _do(function: Callable[[Task], Result], task: Task) -> Result:
    """Do a task; an exception takes along where it was raised, as its traceback stays behind."""
    try:
        return function(task)
    except Exception as error:
        if fault := limit_fault(error):
            raise fault from None
        error.under_way = interrupted_work(error)  # type: ignore[attr-defined]
        error.add_note(raised_at(error))
        raise


_NO_MEMORY = re.compile(r"new thread|[Cc]annot allocate memory|failed to map segment")
_SYSTEM_LIMITS = (errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.EFBIG, errno.ENOSPC)


def limit_fault(error: BaseException) -> Fault | None:
    """The fault of an exception raised because a limit of the process or the system was reached; None for others.

    Limits are those of memory, of nesting, of open files, of processes, and of room for temporary files.
    """
    if isinstance(error, Fault):
        return error
    work = interrupted_work(error)
    place = work.place if work.names else Place("data")
    names = work.names or "to begin with"
    number = error.errno if isinstance(error, OSError) else None
    is_of_memory = isinstance(error, RuntimeError | ImportError | OSError) and _NO_MEMORY.search(str(error))
    if isinstance(error, MemoryError) or number == errno.ENOMEM or is_of_memory:
        limit = _memory_limit()
        what = f"this takes more than {limit / 2**30:g} GiB of memory: {names}" if limit else f"no memory left: {names}"
        fix = "make it smaller: fewer repetitions, shorter texts; or allow more with --memory-limit"
        return Fault(Code.MEMORY_LIMIT, place, what=what, fix=fix)
    if isinstance(error, RecursionError):
        what = f"something in this is nested too deeply: {names}"
        return Fault(Code.NESTING_LIMIT, place, what=what, fix="make it flatter")
    if number in _SYSTEM_LIMITS or "No usable temporary directory" in str(error):
        reason = getattr(error, "strerror", "") or error
        what = f"the system refuses this: {reason}: {names}"
        fix = "free what is short, or raise the limit: ulimit -n (open files), -u (processes), -f (file size), TMPDIR"
        return Fault(Code.SYSTEM_LIMIT, place, what=what, fix=fix)
    return None


def _memory_limit() -> int:
    """Bytes of memory that this process may use; 0 where that is not limited or not known."""
    try:
        import resource
    except ImportError:
        return 0
    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    return 0 if soft == resource.RLIM_INFINITY else soft


def death_of(pid: int, exit_code: int | None, folder: str, otherwise: Work = UNKNOWN) -> Fault:
    """The fault of a process that has died: what it was working on, and how it ended.

    Args:
        pid: Its number.
        exit_code: Its exit code; negative for the number of a signal.
        folder: Where it has written down what it was working on.
        otherwise: What it was to work on, where nothing is written down.
    """
    work = written_down(folder).get(pid, otherwise)
    (Path(folder) / f"{pid}.work").unlink(missing_ok=True)
    verdict = Path(folder) / f"{pid}.fault"
    if verdict.exists():  # whoever supervises it has ended it, and says why
        return cast("Fault", pickle.loads(verdict.read_bytes()))  # noqa: S301 - written by supervising
    how = f"exit code {exit_code}"
    if exit_code is not None and exit_code < 0:
        with suppress(ValueError):
            how = signal.Signals(-exit_code).name
    what = f"the process that was working on this has ended ({how}): {work.names}"
    why = "a broken file may do that, and a system that has no memory left"
    return Fault(Code.PROCESS_ENDED, work.place, what=what, why=why, fix="look at what it was working on")


def raised_at(error: BaseException) -> str:
    """Where an exception was raised, in this process or another: file, line and function."""
    if notes := getattr(error, "__notes__", []):
        return str(notes[-1])
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{Path(last.filename).name}:{last.lineno} in {last.name}"


@contextmanager
def process_pool(jobs: int, folder: str) -> Iterator[ProcessPool]:
    """So many processes, which write down in a folder what they work on; all of them end at once with the block.

    Raises:
        Fault: The system refuses to start them.
    """
    from concurrent.futures.process import BrokenProcessPool

    from pebble import ProcessPool

    context: Any = _Spawning()
    pool = ProcessPool(max_workers=max(jobs, 1), context=context, initializer=begin_process, initargs=[folder])
    try:
        with _interrupts_blocked():  # by the threads that start processes, and so by the processes as they start
            try:
                pool.active  # noqa: B018 - asking starts the threads
            except BrokenProcessPool as error:
                raise limit_fault(error.__cause__ or error) or unstarted() from None
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
def work_folder() -> Iterator[str]:
    """A folder in which processes write down what they work on: that of this process, or a new one for the block."""
    if _own_folder:
        yield _own_folder
    else:
        _remove_abandoned()
        with temporary_folder() as folder:
            yield folder


def temporary_folder() -> tempfile.TemporaryDirectory[str]:
    """A new folder whose name says which process it belongs to."""
    return tempfile.TemporaryDirectory(prefix=f"{FOLDER_PREFIX}{os.getpid()}-", ignore_cleanup_errors=True)


FOLDER_PREFIX = "pnp-work-"


def _remove_abandoned() -> None:
    """Remove temporary folders of this user's earlier commands that were killed."""
    abandoned = re.compile(rf"{FOLDER_PREFIX}(\d+)-")
    with suppress(OSError), os.scandir(tempfile.gettempdir()) as entries:
        for entry in entries:
            match = abandoned.match(entry.name)
            is_own = match and entry.is_dir(follow_symlinks=False) and entry.stat().st_uid == os.getuid()
            if match and is_own and not is_alive(int(match[1])):
                shutil.rmtree(entry.path, ignore_errors=True)


def is_alive(pid: int) -> bool:
    """Whether a process of this number exists."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


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
