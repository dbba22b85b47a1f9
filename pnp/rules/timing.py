"""A time limit on the project's code: a thread looks on, and stops what takes too long.

A loop in Python ends by an exception raised inside it from outside. What hangs in one single call of compiled code
cannot be ended so; for that, the whole process is given up by its parent (see pool.py).
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

LOOK = 0.1
"""Seconds between two looks at the clock."""


class TooLong(BaseException):
    """Raised inside code that takes too long; no Exception, so that ``except Exception`` does not swallow it."""


class Limit:
    """The time limit of a thread's work."""

    def __init__(self) -> None:
        self._deadline: float | None = None
        self._seconds = 0.0
        self._thread = 0

    def start(self, seconds: float) -> None:
        """Begin to count, for the thread that calls."""
        self._thread = threading.get_ident()
        self._seconds = seconds
        self.again()

    def again(self) -> None:
        """Begin to count from nought again: for the next game."""
        self._deadline = time.monotonic() + self._seconds

    def stop(self) -> None:
        """Count no more."""
        self._deadline = None

    def watch(self) -> None:
        """Look at the clock for ever."""
        while True:
            time.sleep(LOOK)
            deadline = self._deadline
            if deadline is not None and time.monotonic() > deadline:
                self._deadline = time.monotonic() + LOOK  # again, where it was swallowed
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(TooLong))


_limits = threading.local()


@contextmanager
def at_most(seconds: float) -> Iterator[Limit]:
    """Raise TooLong inside the block when it takes longer than so many seconds from its start, or from ``again``."""
    limit: Limit | None = getattr(_limits, "limit", None)
    if limit is None:
        limit = _limits.limit = Limit()
        threading.Thread(target=limit.watch, daemon=True, name="pnp time limit").start()
    limit.start(seconds)
    try:
        yield limit
    finally:
        limit.stop()
