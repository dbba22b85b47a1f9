"""The activity of this process → a record in memory that outlives it, for the process that may have to end it.

A process that hangs or dies cannot say what it was doing. So it records each file, card, block and game before it
begins with it. The records of all processes of a command are in one folder.
"""

from __future__ import annotations

import faulthandler
import gc
import mmap
import os
import re
import shutil
import struct
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from pnp.core.diagnostics import Place
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.platform import ignore_interrupts, is_alive, is_own

BYTES = 4096
"""The size of a record in bytes; longer names are cut off."""

WHOLE = 1
"""Activities down to this level consist of many parts: a game, a product, a file."""

_HEAD = struct.Struct("<QQdd")


@frozen_dataclass(slots=True)
class Work:
    """A piece of work.

    Attributes:
        names: What it is, from the whole to the part: a game in a language, a product, a card.
        place: The file that says how it is made.
        turn: A number that differs from that of the previous piece; 0 if the process is idle.
        whole: The same kind of number for the whole to which it belongs.
        seconds: The CPU time that it may take, if it has its own limit; else 0.
        whole_seconds: The CPU time that the whole may take, if that has its own limit; else 0.
    """

    names: str = ""
    place: Place = Place("")
    turn: int = 0
    whole: int = 0
    seconds: float = 0.0
    whole_seconds: float = 0.0


_memory: mmap.mmap | None = None
_trace_file: object = None
_turn = _whole = 0
_own_folder = ""
_report_stage: Callable[[str, float], None] | None = None


class _Entry(NamedTuple):
    """An activity in a record.

    Attributes:
        names: The names of the activities around it, and its own.
        text: The record without its head.
    """

    names: str
    place: Place
    seconds: float
    whole_seconds: float
    text: bytes


_IDLE = _Entry("", Place(""), 0.0, 0.0, b"")


class _Activities(threading.local):
    """The activities of a thread, the innermost last."""

    def __init__(self) -> None:
        self.stack: list[_Entry] = []


_activities = _Activities()


class activity:  # noqa: N801 - reads as a statement: with under_way(…)
    """Inside the block, this is what the process is working on. Blocks inside it are its parts."""

    __slots__ = ("_began", "_entry")

    def __init__(self, name: str, place: Place | None = None, seconds: float = 0.0, whole_seconds: float = 0.0) -> None:
        """Describe a piece of work.

        Args:
            name: What it is.
            place: The file that says how it is made, if that is not the file of the whole.
            seconds: The CPU time that it, or each piece that `now` names in it, may take; 0 for the usual limit.
            whole_seconds: The CPU time that all these pieces may take together.
        """
        around = _activities.stack[-1] if _activities.stack else _IDLE
        self._entry = _entry_in(around, name, place or around.place, seconds, whole_seconds)

    def __enter__(self) -> None:
        global _whole
        stack = _activities.stack
        if len(stack) <= WHOLE:
            _whole += 1
            self._began = time.perf_counter()
        stack.append(self._entry)
        if _memory is not None:
            _write()

    def __exit__(self, _: object, error: BaseException | None, __: TracebackType | None) -> None:
        if error is not None and not hasattr(error, "under_way"):
            with suppress(AttributeError):
                error.under_way = current()  # type: ignore[attr-defined]
        stack = _activities.stack
        if _report_stage is not None and len(stack) <= WHOLE + 1:
            _report_stage(current().names, time.perf_counter() - self._began)
        stack.pop()
        if _memory is not None:
            _write()


def now(name: str, place: Place | None = None) -> None:
    """Record the next of many equal pieces of work, instead of the previous one: the next game, the next element."""
    if stack := _activities.stack:
        _, place_before, seconds, whole_seconds, _ = stack[-1]
        around = stack[-2] if len(stack) > 1 else _IDLE
        stack[-1] = _entry_in(around, name, place or place_before, seconds, whole_seconds)
        if _memory is not None:
            _write()


def current() -> Work:
    """Return the activity of this thread."""
    stack = _activities.stack
    if not stack:
        return Work()
    names, place, seconds, whole_seconds, _ = stack[-1]
    return Work(names, place, _turn, _whole, seconds, whole_seconds)


def interrupted_work(error: BaseException) -> Work:
    """Return the activity during which an exception was raised."""
    work = getattr(error, "under_way", None)
    return work if isinstance(work, Work) else current()


def report_stages(report: Callable[[str, float], None]) -> None:
    """Call a function with the name of each whole that ends, and the seconds that it took."""
    global _report_stage
    _report_stage = report


def recorded(folder: str) -> dict[int, Work]:
    """Return the activity of each process that records into a folder, by process number, without idle processes."""
    works = {}
    for path in Path(folder).glob("*.work"):
        with suppress(OSError, ValueError, struct.error):
            record = path.read_bytes()
            head = _HEAD.unpack_from(record)
            text = record[_HEAD.size :].partition(b"\0\0")[0].decode(errors="replace")
            if text:
                file, line, column, names = text.split("\0", 3)
                works[int(path.stem)] = Work(names.strip(), Place(file, int(line), int(column)), *head)
    return works


def _entry_in(around: _Entry, name: str, place: Place, seconds: float, whole_seconds: float) -> _Entry:
    """Return an activity inside another one."""
    names = f"{around.names}, {name}" if around.names and name else around.names or name
    text = f"{place.file}\0{place.line}\0{place.column}\0{names or ' '}".encode(errors="replace")
    return _Entry(names, place, seconds, whole_seconds, text[: BYTES - _HEAD.size - 2])


def _write() -> None:
    global _turn
    _turn += 1
    *_, seconds, whole_seconds, text = _activities.stack[-1] if _activities.stack else _IDLE
    end = _HEAD.size + len(text) + 2
    _memory[:end] = _HEAD.pack(_turn, _whole, seconds, whole_seconds) + text + b"\0\0"  # type: ignore[index]


# --- the folder of records

FOLDER_PREFIX = "pnp-work-"


def begin_process(folder: str) -> None:
    """Begin as a process that works for another one: record activities, and leave Ctrl-C and cleaning up to that one.

    If the process crashes or is aborted, its traceback is written beside its record.
    """
    global _memory, _own_folder, _trace_file
    ignore_interrupts()
    collect_seldom()
    tempfile.tempdir = _own_folder = folder
    _activities.stack.clear()
    with (Path(folder) / f"{os.getpid()}.work").open("w+b") as file:
        file.truncate(BYTES)
        _memory = mmap.mmap(file.fileno(), BYTES)
    _trace_file = (Path(folder) / f"{os.getpid()}.trace").open("w", encoding="utf-8")
    faulthandler.enable(_trace_file)


def is_supervised() -> bool:
    """Whether another process watches this one and the processes that it starts."""
    return bool(_own_folder)


def collect_seldom() -> None:
    """Collect garbage less often: layout makes many small values but no cycles, and collecting would take a tenth."""
    gc.set_threshold(100_000, 20, 20)


@contextmanager
def work_folder() -> Iterator[str]:
    """Provide a folder in which processes record their activity: that of this process, or a new one for the block."""
    if _own_folder:
        yield _own_folder
    else:
        _remove_abandoned()
        with temporary_folder() as folder:
            yield folder


def temporary_folder() -> tempfile.TemporaryDirectory[str]:
    """Return a new folder whose name contains the number of the process to which it belongs."""
    return tempfile.TemporaryDirectory(prefix=f"{FOLDER_PREFIX}{os.getpid()}-", ignore_cleanup_errors=True)


def _remove_abandoned() -> None:
    """Remove temporary folders of this user's earlier commands that were killed."""
    abandoned = re.compile(rf"{FOLDER_PREFIX}(\d+)-")
    with suppress(OSError), os.scandir(tempfile.gettempdir()) as entries:
        for entry in entries:
            match = abandoned.match(entry.name)
            if match and entry.is_dir(follow_symlinks=False) and is_own(entry.stat()) and not is_alive(int(match[1])):
                shutil.rmtree(entry.path, ignore_errors=True)
