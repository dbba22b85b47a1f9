"""Time limits on the project's code: a thread looks on, and stops what takes too long.

A loop in Python ends by an exception raised inside it from outside. What hangs in one single call of compiled code
does not even let the thread look on; then faulthandler, which needs nobody's leave, writes where that is and ends the
process.
"""

from __future__ import annotations

import ctypes
import faulthandler
import itertools
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from io import FileIO

LOOK = 0.1
"""Seconds between two looks at the clock."""


@dataclass(frozen=True)
class Limits:
    """How long the project's code may take, in seconds.

    Attributes:
        game: The most CPU time that one game may take, or one example; it is stopped then, inside its process. So is a
            game that waits that long.
        stuck: How long a process may be in one single call of compiled code; it ends itself then.
        answer: How long a process that gives no answer is waited for, beyond these.
        each: And how much longer for each game that it plays.
    """

    game: float = 5.0
    stuck: float = 8.0
    answer: float = 10.0
    each: float = 0.2

    def patience(self, games: int) -> float:
        """How long to wait for a process that plays so many games, before it is given up."""
        return self.answer + 2 * self.game + self.stuck + self.each * games


USUAL = Limits()
"""What is right for games on any machine of today."""


class TooLong(BaseException):
    """Raised inside code that takes too long; no Exception, so that ``except Exception`` does not swallow it."""


class _Span:
    """How long a thread has been at one game."""

    def __init__(self, thread: int) -> None:
        self._clock = _cpu_clock(thread)
        self._began = self._spent = self._clock()
        self._moved = time.monotonic()

    def seconds(self) -> float:
        """CPU time of the game so far, or for how long its thread has been waiting, whichever is longer."""
        spent, now = self._clock(), time.monotonic()
        if spent - self._spent >= MOVES:
            self._spent, self._moved = spent, now
        return max(spent - self._began, now - self._moved)


MOVES = 0.001
"""CPU seconds by which a thread that works on a busy machine gets on between two looks; one that waits does not."""


def _cpu_clock(thread: int) -> Callable[[], float]:
    """The CPU time of a thread, s; time by the clock where the system does not tell it (macOS)."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.monotonic
    return partial(time.clock_gettime, time.pthread_getcpuclockid(thread))


class Limit:
    """The time limit of a thread's work."""

    def __init__(self) -> None:
        self._span: _Span | None = None
        self._limits = USUAL
        self._thread = 0
        self._again = 0.0
        self._stuck: FileIO | None = None

    def start(self, limits: Limits, stuck: FileIO | None = None) -> None:
        """Begin to count, for the thread that calls; where it hangs for good is written to ``stuck``."""
        self._thread = threading.get_ident()
        self._limits = limits
        self._stuck = stuck
        if stuck is not None:
            faulthandler.dump_traceback_later(limits.stuck, exit=True, file=stuck)
        self.again()

    def again(self) -> None:
        """Begin to count from nought again: for the next game."""
        self._span = _Span(self._thread)

    def stop(self) -> None:
        """Count no more."""
        self._span = None
        if self._stuck is not None:
            self._stuck = None
            faulthandler.cancel_dump_traceback_later()

    def watch(self) -> None:
        """Look at the clock for ever."""
        for look in itertools.count():
            time.sleep(LOOK)
            span, stuck = self._span, self._stuck
            if stuck is not None and look % 3 == 0:
                faulthandler.dump_traceback_later(self._limits.stuck, exit=True, file=stuck)
            if span is not None and span.seconds() > self._limits.game and time.monotonic() >= self._again:
                self._again = time.monotonic() + LOOK  # raised again, where it was swallowed
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(TooLong))


_limits = threading.local()


@contextmanager
def at_most(limits: Limits, stuck: FileIO | None = None) -> Iterator[Limit]:
    """Raise TooLong inside the block when it takes longer than a game may from its start, or from ``again``.

    Args:
        limits: What it may take.
        stuck: Where to write the place at which the process hangs for good, before it ends; None not to end it.
    """
    limit: Limit | None = getattr(_limits, "limit", None)
    if limit is None:
        limit = _limits.limit = Limit()
        threading.Thread(target=limit.watch, daemon=True, name="pnp time limit").start()
    limit.start(limits, stuck)
    try:
        yield limit
    finally:
        limit.stop()
