"""Work on a project → its result, made in a process that is ended when it takes too much time or memory.

Whatever stands in a project, a command comes to an end: what was being worked on is told as a fault, at its file. An
attendant does the same for one question after another, in a process that stays.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, TypeVar

from pnp.core.codes import Code
from pnp.core.diagnostics import Fault
from pnp.workers.activity import Work, interrupted_work, written_down
from pnp.workers.pool import Step, begin_process, death_of, limit_fault, raised_at, temporary_folder, work_folder

Result = TypeVar("Result")

MOST_PARTS = 10
"""How many times as long as one thing a whole may take that goes on and on: hours for nobody's game."""

LOOK = 0.5
"""Seconds between two looks at what is under way."""

GRACE = 0.3
"""Seconds that processes have to end when they are asked to."""


@dataclass(frozen=True)
class Bounds:
    """What work on a project may take.

    Attributes:
        seconds: The most CPU time that one thing may take: a file, a card, a block of the booklet; 0 for no limit.
            A process that waits for something may also wait no longer. A whole of many such things, as all sheets of a
            game, may take MOST_PARTS times as much.
        memory: Bytes that each process may use, where the system can tell it so; 0 for as many as there are.
    """

    seconds: float = 60.0
    memory: int = 4 * 2**30


USUAL = Bounds()
"""Far more than any real project needs."""


def supervised(work: Callable[[Step], Result], bounds: Bounds = USUAL, step: Step | None = None) -> Result:
    """The result of some work, done in another process.

    Args:
        work: Does it, and tells how far it is; what it gives can be sent from process to process.
        bounds: What it may take.
        step: Told how far it is.

    Raises:
        Fault: It took too long or too much memory, or its process died.
    """
    is_forking = sys.platform == "linux"  # so that nothing has to be loaded twice; elsewhere it is not safe
    context: Any = multiprocessing.get_context("fork" if is_forking else "spawn")
    with work_folder() as folder:
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=_work, args=(work, folder, bounds, theirs), name="pnp work")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of threads that the new process does not have
            process.start()
        theirs.close()
        try:
            result: Result = _answer(ours, process, folder, bounds, step)
            process.join(GRACE)
            return result
        finally:
            ours.close()
            _end(process)


class Attendant:
    """A process that answers one question after another; begun anew after a question that had to be ended.

    It is started when it is first asked, afresh and not forked, as whoever asks may have threads.
    """

    def __init__(self, begin: Callable[[], Callable[[Any], Any]], bounds: Bounds = USUAL) -> None:
        """An attendant that is not at work yet.

        Args:
            begin: Called in the process, gives what answers; it, the questions and the answers can be sent from process
                to process.
            bounds: What an answer may take.
        """
        self._begin = begin
        self._bounds = bounds
        self._asking = threading.Lock()
        self._process: Any = None
        self._connection: Any = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def ask(self, question: Any) -> Any:
        """The answer to a question; several threads may ask, and are answered in turn.

        Raises:
            Fault: It took too long or too much memory, or the process died.
            Exception: What answering it raised.
        """
        with self._asking:
            if self._process is None or not self._process.is_alive():
                self._start()
            is_answered = False
            try:
                self._connection.send(question)
                answer = _answer(self._connection, self._process, self._folder.name, self._bounds, None)  # type: ignore[union-attr]
                is_answered = True
                return answer
            except _Raised as raised:
                is_answered = True
                raise raised.error from None
            finally:
                if not is_answered:
                    self._stop()

    def close(self) -> None:
        """End the process, whatever it is working on."""
        self._stop()

    def _start(self) -> None:
        self._stop()
        context = multiprocessing.get_context("spawn")
        self._folder = temporary_folder()
        self._connection, theirs = context.Pipe()
        arguments = (self._begin, self._folder.name, self._bounds, theirs)
        self._process = context.Process(target=_attend, args=arguments, name="pnp attendant")
        self._process.start()
        theirs.close()

    def _stop(self) -> None:
        if self._process is not None:
            _end(self._process)
            self._connection.close()
            self._folder.cleanup()  # type: ignore[union-attr]
        self._process = None


class _Raised(Exception):
    """What answering a question raised, in a process that goes on."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(str(error))
        self.error = error


def _answer(ours: Connection, process: Any, folder: str, bounds: Bounds, step: Step | None) -> Any:
    """What the process gives in the end."""
    spans: dict[tuple[int, int], _Span] = {}
    looked = time.monotonic()
    while True:
        if wait([ours], LOOK):
            try:
                kind, told = ours.recv()
            except (EOFError, OSError):
                process.join(GRACE)
                raise death_of(process.pid, process.exitcode, folder) from None
            if kind == "result":
                return told
            if kind == "error":
                raise told
            if kind == "raised":
                raise _Raised(told)
            if step:
                step(*told)
        now = time.monotonic()
        if bounds.seconds and now - looked >= LOOK:
            if now - looked > 4 * LOOK:
                spans.clear()  # this process was asleep, and the others with it
            looked = now
            for pid, fault in _late(written_down(folder), spans, now, bounds).items():
                if pid == process.pid:
                    raise fault
                (Path(folder) / f"{pid}.fault").write_bytes(pickle.dumps(fault))
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))  # the other processes go on


@dataclass
class _Span:
    """How long a process has been at one piece of work.

    Attributes:
        turn: Tells the piece from others.
        began: CPU time of the process when it was first seen at it, s.
        spent: CPU time of the process when that last grew, s.
        moved: When that was, s of a clock.
    """

    turn: int
    began: float
    spent: float
    moved: float

    def seconds(self, spent: float, now: float) -> float:
        """CPU time of the piece so far, or for how long its process has been waiting, whichever is longer."""
        if spent - self.spent >= MOVES:
            self.spent, self.moved = spent, now
        return max(spent - self.began, now - self.moved)


MOVES = 0.001
"""CPU seconds by which a process that works on a busy machine gets on between two looks; one that waits does not."""


def _late(works: dict[int, Work], spans: dict[tuple[int, int], _Span], now: float, bounds: Bounds) -> dict[int, Fault]:
    """The fault of each process that has been at the same thing, or the same whole, for too long."""
    late: dict[int, Fault] = {}
    for pid, work in works.items():
        spent = cpu_seconds(pid)
        if spent is None:
            continue
        for times, turn in ((1, work.turn), (MOST_PARTS, work.whole)):
            span = spans.get((pid, times))
            if span is None or span.turn != turn:
                spans[pid, times] = _Span(turn, spent, spent, now)
            elif span.seconds(spent, now) > bounds.seconds * times and pid not in late:
                what = f"this takes more than {bounds.seconds * times:g} s: {work.names}"
                why = "it would go on for very long, or for ever"
                fix = "make it simpler: fewer repetitions, shorter texts; or allow more with --time-limit"
                late[pid] = Fault(Code.TIME_LIMIT, work.place, what=what, why=why, fix=fix)
    for pid, times in list(spans):
        if pid not in works or pid in late:
            del spans[pid, times]
    return late


def cpu_seconds(pid: int) -> float | None:
    """User and system time of a process and its threads, s; None when it has ended.

    Source: clock_getcpuclockid(3); Linux makes the number of that clock of the process's own. Elsewhere a clock on the
    wall stands in for it.
    """
    if sys.platform != "linux":
        return time.monotonic()
    try:
        return time.clock_gettime((~pid << 3) | 2)
    except OSError:
        return None


def _end(process: Any) -> None:
    """End a process, and all that it has started."""
    for number in (signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)):
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, number)
            else:
                process.terminate()
        process.join(GRACE)
    process.join()


# --- in the process


def _work(work: Callable[[Step], Any], folder: str, bounds: Bounds, answer: Connection) -> None:
    try:
        _begin_work(folder, bounds)
        answer.send(("result", work(lambda name, done: answer.send(("step", (name, done))))))
    except BaseException as error:
        answer.send(("error", _told(error)))


def _attend(begin: Callable[[], Callable[[Any], Any]], folder: str, bounds: Bounds, questions: Connection) -> None:
    """Answer questions until nobody can ask any more; after one that took too much, end."""
    answer: Callable[[Any], Any] | None = None
    has_begun = False
    while True:
        try:
            question = questions.recv()
        except (EOFError, OSError):
            return
        try:
            if not has_begun:
                _begin_work(folder, bounds)
                has_begun = True
            answer = answer or begin()
            questions.send(("result", answer(question)))
        except (MemoryError, RecursionError) as error:
            questions.send(("error", _told(error)))
            return
        except BaseException as error:
            questions.send(("raised", _told(error)))


def _begin_work(folder: str, bounds: Bounds) -> None:
    """What a process that works begins with."""
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    begin_process(folder)
    threading.Thread(target=_end_with_parent, daemon=True, name="pnp parent").start()
    _limit_memory(bounds.memory)


def _told(error: BaseException) -> BaseException:
    """An exception as it is sent: what shows that too much was asked of the process becomes a fault."""
    if fault := limit_fault(error):
        return fault
    work = interrupted_work(error)
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - what was just written
    except Exception:
        error = RuntimeError(f"{type(error).__name__}: {error}").with_traceback(error.__traceback__)
    error.add_note(f"{raised_at(error)}{f' at {work.names}' if work.names else ''}")
    return error


def _limit_memory(most: int) -> None:
    """Let this process, and those it starts, use no more memory than this, where the system can do that."""
    if not most:
        return
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def _end_with_parent() -> None:
    """Wait for the end of the process that supervises this one; then end this one, and all that it has started."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        if hasattr(os, "killpg"):
            os.killpg(0, signal.SIGKILL)
        os._exit(1)
