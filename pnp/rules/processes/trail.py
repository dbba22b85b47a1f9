"""Games as they are played → the name of the last one, in a file that outlives the process that plays."""

from __future__ import annotations

import mmap
import os
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from functools import cache
from io import FileIO, StringIO
from pathlib import Path
from typing import NoReturn

NAME_BYTES = 4096
"""The most that a trail keeps of a game's name."""


class Trail:
    """Writes down which game is being played, and where it hangs if it does, in a file of its own.

    The game's name is written into memory that is the file, so that it costs next to nothing and outlives the process.

    Attributes:
        stuck: The file, to whose end a process that hangs for good writes the place; None without a path.
    """

    def __init__(self, path: str) -> None:
        self._name: mmap.mmap | None = None
        self.stuck: FileIO | None = None
        if path:
            self.stuck = FileIO(path, "a+")
            self.stuck.truncate(NAME_BYTES)
            self._name = mmap.mmap(self.stuck.fileno(), NAME_BYTES)
            self("")

    def __call__(self, name: str) -> None:
        """Write down a game by its seed, an example by its name."""
        if self._name is not None:
            written = f"{name}\n".encode()[:NAME_BYTES]
            self._name[: len(written)] = written

    def __enter__(self) -> Trail:
        return self

    def __exit__(self, *_: object) -> None:
        if self._name is not None:
            self._name.close()
        if self.stuck is not None:
            self.stuck.close()


def last_game(path: str) -> str:
    """The name of the game that was being played when its process ended, from its trail; empty without one."""
    with suppress(OSError):
        return Path(path).read_bytes().partition(b"\n")[0].strip(b"\0").decode(errors="replace")
    return ""


def last_line(path: str, file: str) -> int:
    """The line of a file at which a process hung for good; 0 where it did not."""
    with suppress(OSError):
        told = Path(path).read_bytes()[NAME_BYTES:].decode(errors="replace")
        if match := re.search(rf'File "[^"]*{re.escape(Path(file).name)}", line (\d+)', told):
            return int(match[1])
    return 0


@contextmanager
def quiet() -> Iterator[None]:
    """Whatever the project's code prints goes nowhere, and it starts and ends no processes.

    In a thread beside others, as on a cluster, neither can be seen to.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    leave = os._exit
    os._exit = _refuse_exit  # type: ignore[assignment]
    _watch_processes()
    _watched.add(True)
    try:
        with redirect_stdout(StringIO()):
            yield
    finally:
        _watched.clear()
        os._exit = leave


class NotForRulesError(RuntimeError):
    """Rules do what is not theirs: they start a process, or end one."""


def _refuse_exit(_code: int) -> NoReturn:
    raise NotForRulesError("rules cannot end the process that plays them: os._exit")


@cache
def _watch_processes() -> None:
    sys.addaudithook(_refuse_processes)


_watched: set[bool] = set()
_REFUSED = frozenset(
    {"os.fork", "os.forkpty", "os.exec", "os.posix_spawn", "os.spawn", "os.system", "os.kill", "os.killpg"}
    | {"subprocess.Popen", "pty.spawn"}
)


def _refuse_processes(event: str, _arguments: object) -> None:
    if event in _REFUSED and _watched:
        raise NotForRulesError(f"rules cannot start processes, or send them signals: {event}")
