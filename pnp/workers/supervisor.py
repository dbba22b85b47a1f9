"""Work on a project → its result, computed in a process that is ended if it takes too much time or memory.

So every command ends, whatever a project contains, and a fault at a file names the work that was being done.
"""

from __future__ import annotations

import multiprocessing
import os
import tempfile
import threading
import warnings
from collections.abc import Callable
from concurrent.futures import CancelledError
from contextlib import closing, nullcontext
from functools import partial
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from pnp.core import platform
from pnp.workers.activity import begin_process, temporary_folder, work_folder
from pnp.workers.faults import death_of, sendable
from pnp.workers.limits import LOOK_OUTSIDE, USUAL, Limits, Watch
from pnp.workers.log import log_if_requested
from pnp.workers.pool import Progress

AnswerT = TypeVar("AnswerT")

GRACE = 0.3
"""Seconds that processes get to end after they were asked to."""

_NO_QUESTION = None


def supervised(
    work: Callable[[Progress], AnswerT], limits: Limits = USUAL, progress: Progress | None = None
) -> AnswerT:
    """Return the result of some work, done in another process.

    Args:
        work: Does the work, and reports its progress; its result can be sent to another process.
        limits: How much time and memory the work may take.
        progress: Called to report progress.

    Raises:
        Fault: The work took too much time or memory, or its process died.
        Exception: The work raised it.
    """
    with work_folder() as folder, closing(Worker(partial(_answering, work), limits, folder)) as worker:
        result: AnswerT = worker.ask(_NO_QUESTION, progress)
        return result


class Worker:
    """A process that answers questions one after another. It is started again after a question had to be ended.

    It is started at the first question. Unless it belongs to a command, it is spawned and not forked, because the
    process that asks may have threads.
    """

    def __init__(self, begin: Callable[[], Callable[[Any], Any]], limits: Limits = USUAL, folder: str = "") -> None:
        """Describe a worker, without starting it.

        Args:
            begin: Called in the new process; returns the function that answers. It, the questions and the answers can
                be sent to another process.
            limits: How much time and memory an answer may take.
            folder: A command's folder in which the process records its activity; empty for a folder of its own.
        """
        self._begin = begin
        self._limits = limits
        self._folder = folder
        self._own_folder: tempfile.TemporaryDirectory[str] | None = None
        self._asking = threading.Lock()
        self._process: Any = None
        self._connection: Any = None
        self._is_idle = False
        self._is_stopped = False

    def ask(self, question: Any, progress: Progress | None = None) -> Any:
        """Return the answer to a question. Several threads may ask; they are answered one after another.

        Raises:
            Fault: The answer took too much time or memory, or the process died.
            CancelledError: The worker was stopped.
            Exception: Answering raised it.
        """
        with self._asking:
            if not self._is_stopped and (self._process is None or not self._process.is_alive()):
                self._start()
            if self._is_stopped:  # also while it started
                self.close()
                raise CancelledError
            self._is_idle = False
            try:
                self._connection.send(question)
                kind, answer = self._receive(self._process, progress)
                self._is_idle = kind != "last error"
            finally:
                if not self._is_idle:
                    self.close()
        if kind == "answer":
            return answer
        raise answer

    def stop(self) -> None:
        """End the process for good. Questions of other threads that wait for it are cancelled."""
        self._is_stopped = True
        self.close()

    def close(self) -> None:
        """End the process, whatever it is working on, and everything that it started."""
        process, self._process = self._process, None  # another thread may still be waiting for an answer
        if process is None or process.pid is None:  # it could not be started
            return
        self._connection.close()
        if self._is_idle:
            process.join(GRACE)
        for at_once in (False, True):
            platform.end_group(process.pid, at_once=at_once)
            process.join(GRACE)
        process.join()
        if self._own_folder is not None:
            self._own_folder.cleanup()

    def _start(self) -> None:
        self.close()
        is_forked = bool(self._folder) and platform.can_fork()
        context: Any = multiprocessing.get_context("fork" if is_forked else "spawn")
        if not self._folder:
            self._own_folder = temporary_folder()
        folder = self._folder or self._own_folder.name  # type: ignore[union-attr]
        self._connection, theirs = context.Pipe()
        inherited = self._connection if is_forked else None
        arguments = (self._begin, folder, self._limits, theirs, inherited)
        self._process = context.Process(target=_work, args=arguments, name="pnp worker")
        alone = nullcontext() if is_forked else platform.interrupts_blocked()  # a new Python would print a traceback
        with alone, warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of threads that the new process does not have
            self._process.start()
        theirs.close()
        self._watched_folder = folder
        self._watch = Watch(folder, self._limits)

    def _receive(self, process: Any, progress: Progress | None) -> tuple[str, Any]:
        """Return the answer or exception that the process sends at the end; pass its progress on until then."""
        while True:
            try:
                message = self._connection.recv() if wait([self._connection], LOOK_OUTSIDE) else None
            except (EOFError, OSError):
                process.join(GRACE)
                raise death_of(process.pid, process.exitcode, self._watched_folder) from None
            if message is not None:
                kind, answer = message
                if kind != "step":
                    return kind, answer
                if progress:
                    progress(*answer)
            self._watch.look()


# --- in the process

_to_parent: Connection | None = None


def _answering(work: Callable[[Progress], AnswerT]) -> Callable[[Any], AnswerT]:
    """Return the function that answers the only question of a command by doing the work."""
    return lambda _question: work(_send_step)


def _send_step(name: str, done: float) -> None:
    assert _to_parent is not None
    _to_parent.send(("step", (name, done)))


def _work(
    begin: Callable[[], Callable[[Any], Any]],
    folder: str,
    limits: Limits,
    questions: Connection,
    inherited: Connection | None,
) -> None:
    """Answer questions until the other end is closed, or until one has exhausted memory or the stack."""
    global _to_parent
    _to_parent = questions
    if inherited is not None:
        inherited.close()
    answer: Callable[[Any], Any] | None = None
    has_begun = False
    while True:
        try:
            question = questions.recv()
        except (EOFError, OSError):
            return
        try:
            if not has_begun:
                _begin_work(folder, limits)
                has_begun = True
            answer = answer or begin()
            questions.send(("answer", answer(question)))
        except (MemoryError, RecursionError) as error:
            questions.send(("last error", sendable(error)))
            return
        except BaseException as error:
            questions.send(("error", sendable(error)))


def _begin_work(folder: str, limits: Limits) -> None:
    """Begin as a process that is watched and has limits."""
    platform.lead_group()
    platform.on_end(None)
    begin_process(folder)
    log_if_requested()
    threading.Thread(target=_end_with_parent, daemon=True, name="pnp parent").start()
    platform.limit_memory(limits.memory_bytes)


def _end_with_parent() -> None:
    """Wait until the process that started this one ends; then end this one, and everything that it started."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        platform.end_group(0, at_once=True)
        os._exit(1)
