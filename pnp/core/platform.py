"""The operating system → what pnp needs from it. Only this module distinguishes Linux, macOS and Windows.

What only some systems have is looked up when it is needed, so that pnp can be imported on all of them.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

# --- folders of the user


def config_folder() -> Path:
    """Return the user's folder for settings: below %APPDATA% on Windows, else $XDG_CONFIG_HOME or ~/.config."""
    if sys.platform == "win32":
        return _windows_folder("APPDATA", "AppData/Roaming")
    return _xdg_folder("XDG_CONFIG_HOME", ".config")


def state_folder() -> Path:
    """Return the user's folder for logs and undo.

    It is below %LOCALAPPDATA% on Windows, ~/Library/Logs on macOS, or $XDG_STATE_HOME.
    """
    if sys.platform == "win32":
        return _windows_folder("LOCALAPPDATA", "AppData/Local")
    if sys.platform == "darwin":
        return Path.home() / "Library/Logs/pnp"
    return _xdg_folder("XDG_STATE_HOME", ".local/state")


def user_cache_folder() -> Path:
    """Return the user's cache folder: %LOCALAPPDATA% on Windows, ~/Library/Caches on macOS, else $XDG_CACHE_HOME."""
    if sys.platform == "win32":
        return _windows_folder("LOCALAPPDATA", "AppData/Local") / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/pnp"
    return _xdg_folder("XDG_CACHE_HOME", ".cache")


def _windows_folder(variable: str, usual: str) -> Path:
    return Path(os.environ.get(variable) or Path.home() / usual) / "pnp"


def _xdg_folder(variable: str, usual: str) -> Path:
    """Return a folder of the XDG Base Directory Specification, which says that relative paths are ignored."""
    folder = Path(os.environ.get(variable, ""))
    return (folder if folder.is_absolute() else Path.home() / usual) / "pnp"


def is_own(status: os.stat_result) -> bool:
    """Whether a file belongs to this user. On Windows it always does, as temporary files are the user's own there."""
    return not hasattr(os, "getuid") or status.st_uid == os.getuid()


# --- the terminal


def prepare_streams() -> None:
    """Let a closed stream discard what is printed, and write characters that an encoding lacks as escapes."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


# --- processes


def can_fork() -> bool:
    """Whether forking a process is safe, which saves loading everything twice: only on Linux."""
    return sys.platform == "linux"


def processors() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def is_alive(pid: int) -> bool:
    """Whether a process with this number exists."""
    if sys.platform == "win32":  # where os.kill(pid, 0) would send Ctrl-C
        return _is_alive_on_windows(pid)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def _is_alive_on_windows(pid: int) -> bool:
    """Whether a process exists and has not ended. Source: OpenProcess and WaitForSingleObject of the Windows API."""
    import ctypes

    synchronize, denied, timeout = 0x100000, 5, 0x102
    kernel: Any = ctypes.WinDLL("kernel32", use_last_error=True)  # type: ignore[attr-defined,unused-ignore]
    kernel.OpenProcess.restype = ctypes.c_void_p
    handle = kernel.OpenProcess(synchronize, False, pid)
    if not handle:
        return bool(ctypes.get_last_error() == denied)  # type: ignore[attr-defined,unused-ignore]
    try:
        return bool(kernel.WaitForSingleObject(ctypes.c_void_p(handle), 0) == timeout)
    finally:
        kernel.CloseHandle(ctypes.c_void_p(handle))


def lead_group() -> None:
    """Make this process the leader of a process group, which `end_group` ends as a whole."""
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)


def end_group(pid: int, *, at_once: bool = False) -> None:
    """End a process group by its leader; on Windows only the leader.

    Args:
        pid: The leader's process number; 0 for the group of this process.
        at_once: Whether to end the processes without time to clean up.
    """
    number = getattr(signal, "SIGKILL", signal.SIGTERM) if at_once else signal.SIGTERM
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(pid, number)
        elif pid:
            os.kill(pid, number)


def abort_process(pid: int) -> None:
    """Abort a process at once. If faulthandler is enabled in it, it first writes its traceback."""
    with suppress(OSError):
        os.kill(pid, signal.SIGABRT)


def kill_process(pid: int) -> None:
    """Kill a process that does not react even to an abort."""
    with suppress(OSError):
        os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))


def name_exit(code: int | None) -> str:
    """Return how a process ended: the name of a signal, or an exit code."""
    if code is not None and code < 0:
        with suppress(ValueError):
            return signal.Signals(-code).name
    return f"exit code {code}"


# --- signals


def ignore_interrupts() -> None:
    """Ignore Ctrl-C in this process; the process that started it handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def on_end(handler: Callable[[int, FrameType | None], Any] | None) -> None:
    """Call a function when another process asks this one to end; None restores the system's default."""
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), handler or signal.SIG_DFL)


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Block Ctrl-C for threads that are started inside the block and for their processes.

    The starting thread handles it.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # a thread that had to start it would hear of Ctrl-C afterwards
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# --- time and memory


def process_clock(pid: int) -> Callable[[], float]:
    """Return a function that returns the CPU time of a process and its threads, in seconds.

    It raises OSError once the process has ended. Source: clock_getcpuclockid(3); Linux derives the number of that clock
    from the process number. Other systems use a quarter of the elapsed time instead.
    """
    if sys.platform == "linux":
        return partial(time.clock_gettime, (~pid << 3) | 2)
    return _wall_clock


def thread_clock(thread: int) -> Callable[[], float]:
    """Return a function that returns the CPU time of a thread, in seconds; on macOS a quarter of the elapsed time."""
    if hasattr(time, "pthread_getcpuclockid"):
        return partial(time.clock_gettime, time.pthread_getcpuclockid(thread))
    return _wall_clock


def _wall_clock() -> float:
    return time.monotonic() / 4


def limit_memory(most: int) -> None:
    """Limit the bytes of memory of this process and those it starts, if the system supports that; 0 for no limit."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_CORE)
        resource.setrlimit(resource.RLIMIT_CORE, (0, hard))  # aborted processes leave no core file in a project
        if most:
            _, hard = resource.getrlimit(resource.RLIMIT_AS)
            most = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def memory_limit() -> int:
    """Return how many bytes of memory this process may use; 0 if there is no limit, or it is not known."""
    try:
        import resource
    except ImportError:
        return 0
    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    return 0 if soft == resource.RLIM_INFINITY else soft
