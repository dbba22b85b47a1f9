"""Standard output and error: lines that are printed whatever they are connected to, or told not to be."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress

NOT_PRINTED = frozenset({errno.ENOSPC, errno.EPIPE, errno.EIO, errno.EBADF})
"""Why a stream does not take what is printed."""


class Unheard(Exception):
    """Results cannot be printed: the disk is full, or, without a message, nobody listens any more."""


def prepare_streams() -> None:
    """Let a stream that is closed swallow what is printed, and one with few characters print others by their codes."""
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


def say(line: str, err: bool = False) -> None:
    """Print a line.

    Raises:
        Unheard: Standard output does not take it.
    """
    if err:
        with suppress(OSError, ValueError):
            print(line, file=sys.stderr)
        return
    try:
        print(line, flush=not sys.stdout.isatty())
    except BrokenPipeError:
        raise Unheard("") from None
    except OSError as error:
        raise Unheard(f"cannot print to standard output: {error.strerror}") from None


def flush_streams() -> bool:
    """Print what is still waiting; whether that was possible."""
    done = True
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            done = False
    return done


def can_print_all() -> bool:
    """Whether standard output takes any character."""
    return "utf" in (sys.stdout.encoding or "").lower()
