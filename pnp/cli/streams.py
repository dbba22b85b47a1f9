"""Standard output and error: lines that are printed whatever they are connected to, or told not to be."""

from __future__ import annotations

import errno
import json
import os
import sys
from contextlib import suppress
from typing import Any

from pnp.diagnostics import printable

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


def say(*lines: str, err: bool = False, has_colours: bool = False) -> None:
    """Print lines, without the characters by which texts of a project could control a terminal.

    Args:
        lines: Each is one line, whatever it holds.
        err: Whether to print to standard error.
        has_colours: Whether they are printed as they are: they hold colours of ours, and texts that are clean.

    Raises:
        Unheard: Standard output does not take them.
    """
    text = "\n".join(lines if has_colours else map(printable, lines))
    if err:
        with suppress(OSError, ValueError):
            print(text, file=sys.stderr)
        return
    try:
        print(text, flush=not sys.stdout.isatty())
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


def say_json(value: Any) -> None:
    """Print a value for programs; by their codes what standard output does not take, or what controls a terminal."""
    takes_all = "utf" in (sys.stdout.encoding or "").lower()
    say(*map(_escaped, json.dumps(value, ensure_ascii=not takes_all, indent=2).split("\n")))


def _escaped(line: str) -> str:
    """A line of JSON, with the codes of characters that no terminal may be shown."""
    shown = printable(line)
    return "".join(c if c == d else json.dumps(c)[1:-1] for c, d in zip(line, shown, strict=True))
