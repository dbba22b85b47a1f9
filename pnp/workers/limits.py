"""The limits of work and their enforcement: by a thread in the process for games, by another process for the rest.

Limits count CPU time, so that a busy machine does not matter; work that only waits may take PATIENCE times as long. A
loop in Python is ended by an exception that is raised inside it. Work that hangs in a single call of compiled code does
not notice the exception, so its process is ended from outside.
"""

from __future__ import annotations

import ctypes
import pickle
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from pnp.core.codes import Code
from pnp.core.diagnostics import Fault
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.platform import abort_process, kill_process, process_clock, thread_clock
from pnp.workers import ITEM_SECONDS, MEMORY_GIBIBYTES, TooLong
from pnp.workers.activity import Work, now, recorded

WHOLE_FACTOR = 10
"""The limit for a whole with many items, such as all sheets of a game, is this many times that of an item."""

PATIENCE = 4
"""Work that waits without using CPU time may last this many times its limit."""

MOVES = 0.001
"""Work counts as waiting if it used less CPU time than this, in seconds, between two checks."""

LOOK = 0.1
"""Seconds between two checks of a thread."""

LOOK_OUTSIDE = 0.5
"""Seconds between two checks of other processes."""


@frozen_dataclass
class Limits:
    """How much time and memory the work on a project may take.

    Attributes:
        item_seconds: CPU time for one item: a file, a card, a block of the booklet; 0 for no limit.
        memory_bytes: Bytes that each process may use, if the system can limit them; 0 for no limit.
        game_seconds: CPU time for one played game, or one example.
        stuck_seconds: Further CPU time that a game may take before its process is ended from outside.
        seconds_per_game: CPU time that a batch may take for each of its games, in addition to the time for one that is
            stuck.
    """

    item_seconds: float = ITEM_SECONDS
    memory_bytes: int = int(MEMORY_GIBIBYTES * 2**30)
    game_seconds: float = 5.0
    stuck_seconds: float = 8.0
    seconds_per_game: float = 0.2

    def times(self, factor: float) -> Limits:
        """Return the limits for games that take ``factor`` times as long."""
        if factor == 1:
            return self
        return replace(
            self,
            game_seconds=self.game_seconds * factor,
            stuck_seconds=self.stuck_seconds * factor,
            seconds_per_game=self.seconds_per_game * factor,
        )

    def of_games(self, games: int) -> tuple[float, float]:
        """Return after how many CPU seconds one game, and a batch of games, is ended from outside."""
        stuck = self.game_seconds + self.stuck_seconds
        return stuck, 2 * stuck + self.seconds_per_game * games


USUAL = Limits()


class TimeSpan:
    """The time that a piece of work has taken so far."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Begin to count.

        Args:
            clock: Returns the CPU time of the work, in seconds.
        """
        self._clock = clock
        self._began = self._spent = clock()
        self._moved = time.monotonic()

    def seconds(self) -> float:
        """Return the CPU time so far, or a share of the elapsed time if that is longer because the work waits."""
        spent, at = self._clock(), time.monotonic()
        if spent - self._spent >= MOVES:
            self._spent, self._moved = spent, at
        return max(spent - self._began, (at - self._moved) / PATIENCE)


# --- games, from inside


class GameLimit:
    """Enforces the time limit for games that a thread plays."""

    def __init__(self) -> None:
        self._turn = 0
        self._is_counting = False
        self._seconds = USUAL.game_seconds
        self._thread = threading.get_ident()
        self._clock = thread_clock(self._thread)
        self._again = 0.0

    def start(self, limits: Limits) -> None:
        """Start to count."""
        self._seconds = limits.game_seconds
        self._is_counting = True
        self.again()

    def again(self, name: str = "") -> None:
        """Count from zero again, for the next game. It has a name unless it is the same game as before.

        Only the watching thread reads the clock: a system call for each game would cost as much as a short game.
        """
        if name:
            now(name)
        self._turn += 1

    def stop(self) -> None:
        """Stop counting."""
        self._is_counting = False

    def watch(self) -> None:
        """Check the clock until the thread that plays has ended."""
        turn, span = -1, TimeSpan(time.monotonic)
        while True:
            time.sleep(LOOK)
            if not self._is_counting:
                continue
            try:
                if turn != self._turn:
                    turn, span = self._turn, TimeSpan(self._clock)
                    continue
                is_late = span.seconds() > self._seconds
            except OSError:  # a thread that has ended has no clock
                return
            if is_late and time.monotonic() >= self._again:
                self._again = time.monotonic() + LOOK  # raised again if the game swallowed it
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(TooLong))


_limits = threading.local()


@contextmanager
def at_most(limits: Limits) -> Iterator[GameLimit]:
    """Raise TooLong inside the block if it takes longer than a game may, counted from its start or from ``again``."""
    limit: GameLimit | None = getattr(_limits, "limit", None)
    if limit is None:
        limit = _limits.limit = GameLimit()
        threading.Thread(target=limit.watch, daemon=True, name="pnp time limit").start()
    limit.start(limits)
    try:
        yield limit
    finally:
        limit.stop()


# --- processes, from outside


class Watch:
    """Checks the recorded activities in a folder, and ends processes that exceed a time limit."""

    def __init__(self, folder: str, limits: Limits) -> None:
        """Watch the processes that record into a folder."""
        self._folder = Path(folder)
        self._limits = limits
        self._spans: dict[tuple[int, bool], tuple[int, TimeSpan]] = {}
        self._aborted: set[int] = set()
        self._looked = time.monotonic()

    def look(self) -> None:
        """End the processes that exceeded a limit, if it is time to check; each fault is written beside its record."""
        at = time.monotonic()
        if at - self._looked < LOOK_OUTSIDE:
            return
        if at - self._looked > 4 * LOOK_OUTSIDE:
            self._spans.clear()  # the machine was asleep
        self._looked = at
        for pid in self._aborted:
            if (self._folder / f"{pid}.work").exists():  # else its death has been noticed
                kill_process(pid)
        self._aborted.clear()
        works = recorded(str(self._folder))
        for key in [key for key in self._spans if key[0] not in works]:
            del self._spans[key]
        for pid, work in works.items():
            if fault := self._late(pid, work):
                (self._folder / f"{pid}.fault").write_bytes(pickle.dumps(fault))
                abort_process(pid)
                self._aborted.add(pid)

    def _late(self, pid: int, work: Work) -> Fault | None:
        """Return the fault of a process that has worked on an item, or on a whole, for too long."""
        item = work.seconds or self._limits.item_seconds
        whole = work.whole_seconds or item * WHOLE_FACTOR
        for is_whole, turn, most in ((False, work.turn, item), (True, work.whole, whole)):
            key = pid, is_whole
            try:
                if key not in self._spans or self._spans[key][0] != turn:
                    self._spans[key] = turn, TimeSpan(process_clock(pid))
                elif most and self._spans[key][1].seconds() > most:
                    return _time_fault(work, most)
            except OSError:  # it has ended
                return None
        return None

    def watch(self, ended: threading.Event) -> None:
        """Check repeatedly until the event."""
        while not ended.wait(LOOK_OUTSIDE):
            self.look()


def _time_fault(work: Work, seconds: float) -> Fault:
    what = f"this takes more than {seconds:g} s: {work.names}"
    why = "it would take very long, or never end"
    fix = "make it simpler: fewer repetitions, shorter texts; or allow more with --time-limit"
    return Fault(Code.TIME_LIMIT, work.place, what=what, why=why, fix=fix)
