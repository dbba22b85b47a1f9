"""The operating system → what pnp needs of it: the one module that tells Linux, macOS and Windows apart.

It looks up what only some systems have when it is called, so that importing pnp works on all of them.
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
    """The user's folder for settings: below %APPDATA% on Windows, else $XDG_CONFIG_HOME, or ~/.config."""
    if sys.platform == "win32":
        return _windows_folder("APPDATA", "AppData/Roaming")
    return _xdg_folder("XDG_CONFIG_HOME", ".config")


def state_folder() -> Path:
    """The user's folder for logs: below %LOCALAPPDATA% on Windows, ~/Library/Logs on macOS, else $XDG_STATE_HOME."""
    if sys.platform == "win32":
        return _windows_folder("LOCALAPPDATA", "AppData/Local")
    if sys.platform == "darwin":
        return Path.home() / "Library/Logs/pnp"
    return _xdg_folder("XDG_STATE_HOME", ".local/state")


def user_cache_folder() -> Path:
    """The user's folder for what can be made again: %LOCALAPPDATA% on Windows, ~/Library/Caches, or $XDG_CACHE_HOME."""
    if sys.platform == "win32":
        return _windows_folder("LOCALAPPDATA", "AppData/Local") / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/pnp"
    return _xdg_folder("XDG_CACHE_HOME", ".cache")


def _windows_folder(variable: str, usual: str) -> Path:
    return Path(os.environ.get(variable) or Path.home() / usual) / "pnp"


def _xdg_folder(variable: str, usual: str) -> Path:
    """A folder of the XDG Base Directory Specification, which says that relative paths are ignored."""
    folder = Path(os.environ.get(variable, ""))
    return (folder if folder.is_absolute() else Path.home() / usual) / "pnp"


def is_own(status: os.stat_result) -> bool:
    """Whether a file belongs to this user; on Windows, where temporary files are the user's own, always."""
    return not hasattr(os, "getuid") or status.st_uid == os.getuid()


# --- the terminal


def prepare_streams() -> None:
    """Let a closed stream swallow what is printed, and a stream with few characters print others as escapes."""
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
    """Whether a process may be forked, which saves loading everything twice; safe on Linux only."""
    return sys.platform == "linux"


def processors() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def is_alive(pid: int) -> bool:
    """Whether a process of this number exists."""
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
    """Make this process the head of a group, which `end_group` ends as a whole."""
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)


def end_group(pid: int, *, at_once: bool = False) -> None:
    """End the process that leads a group, and all others in it; on Windows the process alone.

    Args:
        pid: Its number; 0 for the group of this process.
        at_once: Whether the processes have no time to clean up.
    """
    number = getattr(signal, "SIGKILL", signal.SIGTERM) if at_once else signal.SIGTERM
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(pid, number)
        elif pid:
            os.kill(pid, number)


def abort_process(pid: int) -> None:
    """End a process at once; where faulthandler is enabled in it, it writes its traceback first."""
    with suppress(OSError):
        os.kill(pid, signal.SIGABRT)


def kill_process(pid: int) -> None:
    """End a process that does not even react to being aborted."""
    with suppress(OSError):
        os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))


def name_exit(code: int | None) -> str:
    """How a process ended: by a signal, by its name, or with an exit code."""
    if code is not None and code < 0:
        with suppress(ValueError):
            return signal.Signals(-code).name
    return f"exit code {code}"


# --- signals


def ignore_interrupts() -> None:
    """Leave Ctrl-C to the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def on_end(handler: Callable[[int, FrameType | None], Any] | None) -> None:
    """Call a function when another process asks this one to end; None for what the system does."""
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), handler or signal.SIG_DFL)


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Threads that are started inside the block, and their processes, leave Ctrl-C to the thread that starts them."""
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
    """The CPU time of a process and its threads, s; calling it raises OSError once the process has ended.

    Source: clock_getcpuclockid(3); Linux derives the number of that clock from the process's own. On other systems a
    quarter of the time on the wall stands in for it.
    """
    if sys.platform == "linux":
        return partial(time.clock_gettime, (~pid << 3) | 2)
    return _wall_clock


def thread_clock(thread: int) -> Callable[[], float]:
    """The CPU time of a thread, s; a quarter of the time on the wall where the system does not report it (macOS)."""
    if hasattr(time, "pthread_getcpuclockid"):
        return partial(time.clock_gettime, time.pthread_getcpuclockid(thread))
    return _wall_clock


def _wall_clock() -> float:
    return time.monotonic() / 4


def limit_memory(most: int) -> None:
    """Let this process, and those it starts, use no more bytes than this, if the system supports it; 0 for no limit."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_CORE)
        resource.setrlimit(resource.RLIMIT_CORE, (0, hard))  # aborted processes leave no core file in a project
        if most:
            _, hard = resource.getrlimit(resource.RLIMIT_AS)
            most = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def memory_limit() -> int:
    """Bytes of memory that this process may use; 0 if that is not limited or not known."""
    try:
        import resource
    except ImportError:
        return 0
    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    return 0 if soft == resource.RLIM_INFINITY else soft
