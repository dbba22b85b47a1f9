"""Tasks → their results, played in processes of their own, which are given up when they hang.

Games as they are played → the name of the last one, in a file that outlives the process that plays.

Tasks → their results, worked out in processes of their own: what hangs or dies there harms nobody here.

A pool of pebble's, whose processes can be given up one by one. Results come in the order of the tasks.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import pickle
import re
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as LateError
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager, redirect_stdout, suppress
from dataclasses import dataclass, replace
from functools import cache
from io import FileIO, StringIO
from pathlib import Path
from typing import Any, NoReturn

from pebble import ProcessExpired

from pnp.core.codes import Code
from pnp.play.bundle import Broken, Failure, Kit, Sitting
from pnp.workers.limits import USUAL, Limits
from pnp.workers.pool import process_pool, unstarted, work_folder

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


@dataclass(frozen=True)
class Task:
    """Something for a process to do.

    Attributes:
        function: Called with the arguments, the path of a trail and the limits.
        games: How many games it plays, at the most.
        file: What to name when it hangs or dies: the project's rules.py.
        sitting: One of its games, to name the one in which it hangs or dies: by its seed; None for examples.
        limits: How long each game may take.
    """

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    games: int
    file: str
    sitting: Sitting | None = None
    limits: Limits = USUAL

    @property
    def played(self) -> str:
        """What tells the code that it plays from other code; empty where that is not known."""
        kit = self.arguments[0] if self.arguments else None
        return hashlib.sha256(f"{kit.rules}\0{kit.bots}".encode()).hexdigest()[:16] if isinstance(kit, Kit) else ""

    def __call__(self, trail: str = "") -> Any:
        """Do it, in this process; the name of each game is written to the trail, if there is one."""
        return self.function(*self.arguments, trail=trail, limits=self.limits)


Submit = Callable[[Task], Future[Any]]
"""Has a task done somewhere: the submit of a LocalExecutor, or of any executor of concurrent.futures."""


class LocalExecutor:
    """Processes of this machine that do tasks; one that hangs is given up.

    Use it in a with statement: leaving it ends all processes at once.
    """

    def __init__(self, jobs: int) -> None:
        """So many processes."""
        self._number = 0
        with ExitStack() as stack:
            self._folder = stack.enter_context(tempfile.TemporaryDirectory())
            self._pool = stack.enter_context(process_pool(jobs, stack.enter_context(work_folder())))
            self._all = stack.pop_all()

    def submit(self, task: Task) -> Future[Any]:
        """Have a process do a task; its future has the result, or raises Broken."""
        self._number += 1
        trail = str(Path(self._folder) / str(self._number))
        known = Path(self._folder) / f"hang-{task.played}"
        working = self._pool.schedule(_do, args=(task, trail, known), timeout=task.limits.patience(task.games))
        told: Future[Any] = Future()

        def finish(done: Future[Any]) -> None:
            if not told.set_running_or_notify_cancel():
                return
            try:
                told.set_result(done.result())
            except (LateError, ProcessExpired) as error:
                failure = _why_given_up(error, task, trail)
                _note_hang([failure], known)
                told.set_exception(Broken(failure))
            except BrokenProcessPool:
                told.set_exception(unstarted())
            except BaseException as error:
                told.set_exception(error)

        working.add_done_callback(finish)
        return told

    def __enter__(self) -> LocalExecutor:
        return self

    def __exit__(self, *_: object) -> None:
        self._all.close()


def _do(task: Task, trail: str, known: Path) -> Any:
    """Do a task, unless it is known that its game hangs: other tasks would, too, each for as long as it may."""
    if task.played and known.exists():
        raise Broken(pickle.loads(known.read_bytes()))  # noqa: S301 - written below
    try:
        result = task(trail)
    except Broken as broken:
        _note_hang([broken.failure], known)
        raise
    _note_hang(getattr(result, "failures", ()), known)
    return result


def _note_hang(failures: Sequence[Failure], known: Path) -> None:
    """Write down the first of the failures that is a game that hangs, for tasks to come."""
    for failure in failures:
        if failure.is_hang:
            with suppress(OSError):
                known.write_bytes(pickle.dumps(failure))
            return


@contextmanager
def running(tasks: Sequence[Task], jobs: int) -> Iterator[Iterator[Any | Failure]]:
    """Start tasks at once; in the block, each one's result comes in order, or the Failure that ended it.

    Args:
        tasks: What to do.
        jobs: How many processes may work at a time.
    """
    if not tasks:
        yield iter(())
        return
    with LocalExecutor(min(jobs, len(tasks))) as executor:
        futures = [executor.submit(task) for task in tasks]
        yield map(_result, futures)


def _result(future: Future[Any]) -> Any | Failure:
    try:
        return future.result()
    except Broken as broken:
        return broken.failure


def run_tasks(tasks: Sequence[Task], jobs: int) -> list[Any | Failure]:
    """The result of each task, or the Failure that ended it."""
    with running(tasks, jobs) as results:
        return list(results)


def _why_given_up(error: BaseException, task: Task, trail: str) -> Failure:
    """What has become of a process that gave no answer, and in which game."""
    line, name = last_line(trail, task.file), last_game(trail)
    sitting = replace(task.sitting, seed=name) if task.sitting and name else None
    example = "" if task.sitting else name
    if isinstance(error, ProcessExpired) and not line:
        what, why = f"a game ends the process that plays it (exit code {error.exitcode})", ""
        code, is_hang = Code.RULES_ERROR, False
    else:
        what, why = "a game hangs, and cannot be stopped", "rules that loop for ever would hold up a check for ever"
        code, is_hang = Code.RULES_HANG, True
    code = Code.EXAMPLE_FAILS if example else code
    return Failure(code, what, task.file, line, why, sitting=sitting, example=example, is_hang=is_hang)
