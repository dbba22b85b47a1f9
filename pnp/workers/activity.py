"""What is being worked on → words in memory that outlives the process, for whoever has to end it.

A process that hangs or dies cannot say at what. So it writes down beforehand what it begins: a file, a card, a block.
"""

from __future__ import annotations

import mmap
import os
import struct
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from pnp.core.diagnostics import Place

BYTES = 4096
"""The most that is written down of a piece of work."""

WHOLE = 1
"""How deep a piece of work stands that is a whole of many parts: a product of a game, a file."""

_TURNS = struct.Struct("<QQ")


@dataclass(frozen=True, slots=True)
class Work:
    """A piece of work.

    Attributes:
        names: What it is, from the whole to its part: a game in a language, a product, a card.
        place: The file that says how it is made.
        turn: Differs from that of the piece before it; 0 where nothing is under way.
        whole: The same of the whole that it is part of.
    """

    names: str = ""
    place: Place = Place("")
    turn: int = 0
    whole: int = 0


_NOWHERE = Place("")
_stack: list[tuple[str, Place]] = []
_memory: mmap.mmap | None = None
_turn = _whole = 0


class under_way:  # noqa: N801 - reads as a statement: with under_way(…)
    """In the block, this is what the process is working on; blocks inside it are its parts."""

    __slots__ = ("_entry",)

    def __init__(self, name: str, place: Place | None = None) -> None:
        """A piece of work, and the file that says how it is made, if that is not the whole's."""
        self._entry = (name, place or (_stack[-1][1] if _stack else _NOWHERE))

    def __enter__(self) -> None:
        global _whole
        if len(_stack) <= WHOLE:
            _whole += 1
        _stack.append(self._entry)
        if _memory is not None:
            _write()

    def __exit__(self, _: object, error: BaseException | None, __: TracebackType | None) -> None:
        if error is not None and not hasattr(error, "under_way"):
            with suppress(AttributeError):
                error.under_way = current()  # type: ignore[attr-defined]
        _stack.pop()
        if _memory is not None:
            _write()


def current() -> Work:
    """What this process is working on."""
    return Work(", ".join(name for name, _ in _stack if name), _stack[-1][1], _turn, _whole) if _stack else Work()


def interrupted_work(error: BaseException) -> Work:
    """What was being worked on when an exception was raised."""
    found = getattr(error, "under_way", None)
    return found if isinstance(found, Work) else current()


def write_down(folder: str) -> None:
    """From now on, keep what this process is working on in a file of its own in a folder."""
    global _memory
    _stack.clear()
    with (Path(folder) / f"{os.getpid()}.work").open("w+b") as file:
        file.truncate(BYTES)
        _memory = mmap.mmap(file.fileno(), BYTES)


def written_down(folder: str) -> dict[int, Work]:
    """What each process that writes into a folder is working on, by its number; nothing of those that wait."""
    works = {}
    for path in Path(folder).glob("*.work"):
        with suppress(OSError, ValueError, struct.error):
            written = path.read_bytes()
            turn, whole = _TURNS.unpack_from(written)
            text = written[_TURNS.size :].partition(b"\0\0")[0].decode(errors="replace")
            if text:
                file, line, column, names = text.split("\0", 3)
                works[int(path.stem)] = Work(names, Place(file, int(line), int(column)), turn, whole)
    return works


def _write() -> None:
    global _turn
    _turn += 1
    written = b""
    if _stack:
        place = _stack[-1][1]
        names = ", ".join([name for name, _ in _stack if name])
        text = f"{place.file}\0{place.line}\0{place.column}\0{names or ' '}"
        written = text.encode(errors="replace")[: BYTES - _TURNS.size - 2]
    end = _TURNS.size + len(written) + 2
    _memory[:end] = _TURNS.pack(_turn, _whole) + written + b"\0\0"  # type: ignore[index]
