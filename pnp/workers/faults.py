"""Exceptions and deaths of processes → faults that name the work that was being done, or crashes with their traceback.

An exception that is sent to another process carries its traceback as text.
"""

from __future__ import annotations

import errno
import pickle
import traceback
from contextlib import suppress
from pathlib import Path

from pnp.core.codes import Code
from pnp.core.diagnostics import Fault, Place
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.core.platform import memory_limit, name_exit
from pnp.core.plugins import plugin_fault
from pnp.workers.activity import Work, interrupted_work, recorded

UNKNOWN = Work("nothing that is known", Place("data"))

_NO_MEMORY = lazy_pattern(r"new thread|[Cc]annot allocate memory|failed to map segment")
_SYSTEM_LIMITS = (errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.EFBIG, errno.ENOSPC)


class ProcessDied(Fault):
    """The fault of a process that has died.

    Attributes:
        work: What the process was working on.
        exit_code: The exit code; negative for the number of a signal.
        is_late: Whether the process was ended because it exceeded a time limit.
        traceback: What the process was running, innermost call first; empty if it could not write that.
    """

    def __init__(self, fault: Fault, work: Work, exit_code: int | None, is_late: bool, trace: str) -> None:
        about = fault.diagnostic
        super().__init__(about.code, about.place, what=about.what, why=about.why, fix=about.fix)
        self.work, self.exit_code, self.is_late, self.traceback = work, exit_code, is_late, trace


def death_of(pid: int, exit_code: int | None, folder: str, otherwise: Work = UNKNOWN) -> ProcessDied:
    """Return the fault of a process that has died: what it was working on, and how it ended.

    Args:
        pid: The number of the process.
        exit_code: Its exit code; negative for the number of a signal.
        folder: The folder in which it recorded its activity.
        otherwise: What it should have worked on, if it recorded nothing.
    """
    work = recorded(folder).get(pid, otherwise)
    (Path(folder) / f"{pid}.work").unlink(missing_ok=True)
    trace = ""
    with suppress(OSError):
        trace = (Path(folder) / f"{pid}.trace").read_text(encoding="utf-8", errors="replace")
    verdict = Path(folder) / f"{pid}.fault"
    if verdict.exists():  # written by the process that watched and ended it
        return ProcessDied(pickle.loads(verdict.read_bytes()), work, exit_code, True, trace)  # noqa: S301
    what = f"the process that was working on this has ended ({name_exit(exit_code)}): {work.names}"
    why = "a broken file may cause this, or a lack of memory"
    fault = Fault(Code.PROCESS_ENDED, work.place, what=what, why=why, fix="check the file that it was working on")
    return ProcessDied(fault, work, exit_code, False, trace)


def unstarted(work: Work = UNKNOWN) -> Fault:
    """Return the fault of work whose process died before it began."""
    what = f"a process ended before it began to work: {work.names}"
    fix = "free some memory, or allow more processes and memory (ulimit -u, ulimit -v)"
    return Fault(Code.PROCESS_ENDED, work.place, what=what, why="the system may have run out of memory", fix=fix)


def limit_fault(error: BaseException) -> Fault | None:
    """Return the fault of an exception that is not a bug: a limit was reached, or a plugin failed; else None.

    Limits are those of memory, of nesting, of open files, of processes, and of room for temporary files.
    """
    if isinstance(error, Fault):
        return error
    work = interrupted_work(error)
    place = work.place if work.names else Place("data")
    names = work.names or "the beginning of the work"
    number = error.errno if isinstance(error, OSError) else None
    is_of_memory = isinstance(error, RuntimeError | ImportError | OSError) and _NO_MEMORY.search(str(error))
    if isinstance(error, MemoryError) or number == errno.ENOMEM or is_of_memory:
        limit = memory_limit()
        what = f"this takes more than {limit / 2**30:g} GiB of memory: {names}" if limit else f"no memory left: {names}"
        fix = "make it smaller: fewer repetitions, shorter texts; or allow more with --memory-limit"
        return Fault(Code.MEMORY_LIMIT, place, what=what, fix=fix)
    if fault := plugin_fault(error) if number not in _SYSTEM_LIMITS else None:
        return fault
    if isinstance(error, RecursionError):
        what = f"something in this is nested too deeply: {names}"
        return Fault(Code.NESTING_LIMIT, place, what=what, fix="use fewer levels")
    if number in _SYSTEM_LIMITS or "No usable temporary directory" in str(error):
        reason = getattr(error, "strerror", "") or error
        what = f"the system refuses this: {reason}: {names}"
        fix = "free resources, or raise the limit: ulimit -n (open files), -u (processes), -f (file size), TMPDIR"
        return Fault(Code.SYSTEM_LIMIT, place, what=what, fix=fix)
    return None


# --- crashes


@frozen_dataclass(slots=True)
class Crash:
    """What is known about an exception that is a bug, in any process.

    Attributes:
        at: The innermost call: file, line and function.
        names: What was being worked on.
        traceback: The whole traceback, through all processes that the exception passed.
    """

    at: str
    names: str
    traceback: str


def crash_of(error: BaseException) -> Crash:
    """Return the crash for an exception that was raised here, or sent here by another process."""
    before: Crash | None = getattr(error, "crash", None)
    text = "".join(traceback.format_exception(error, chain=before is None))
    if before is not None:
        return Crash(before.at, before.names, f"{before.traceback}\nRaised again in the process that waited:\n\n{text}")
    frames = traceback.extract_tb(error.__traceback__)
    at = f"{Path(frames[-1].filename).name}:{frames[-1].lineno} in {frames[-1].name}" if frames else "nowhere"
    return Crash(at, interrupted_work(error).names, text)


def sendable(error: BaseException) -> BaseException:
    """Return an exception in a form that can be sent to another process: with its crash, or as a fault at a limit.

    An exception that cannot be sent is replaced by another one.
    """
    if fault := limit_fault(error):
        return fault
    crash = crash_of(error)
    with suppress(Exception):
        error.crash = crash  # type: ignore[attr-defined]
        if pickle.loads(pickle.dumps(error)).crash == crash:  # noqa: S301 - what was just pickled
            return error
    replaced = RuntimeError(f"{type(error).__name__}: {error}")
    replaced.crash = crash  # type: ignore[attr-defined]
    return replaced
