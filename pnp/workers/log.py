"""Stages and crashes → lines for people: stages with their times on standard error, crashes in a file.

Two environment variables say what is logged, so that the processes that a command starts log in the same way.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from pnp.core.platform import state_folder
from pnp.workers.activity import report_stages
from pnp.workers.faults import crash_of

VERBOSE = "PNP_VERBOSE"
"""The variable that asks for the stages, as --verbose does."""

DEBUG = "PNP_DEBUG"
"""The variable that asks for tracebacks on standard error, as --traceback does."""

SHORTEST = 0.01
"""Files and parts of a stage that take less than this many seconds are not logged; most take less."""

MAX_FILES = 20
"""How many logs of crashes are kept; older ones are removed."""

LIBRARIES = ("jinja2", "pebble", "pillow", "pydantic", "pypdfium2", "reportlab", "typer", "uharfbuzz")
"""Libraries whose versions matter most often for a crash."""


def is_requested(variable: str) -> bool:
    """Whether an environment variable is set to something other than 0."""
    return os.environ.get(variable, "0") not in ("", "0")


def log_if_requested() -> None:
    """Log each stage that ends, with its time, to standard error, if logging is requested."""
    if not is_requested(VERBOSE):
        return
    import logging

    log = logging.getLogger("pnp")
    if not log.handlers:
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("%(asctime)s [%(process)d] %(message)s", "%H:%M:%S"))
        log.addHandler(handler)
        log.setLevel(logging.INFO)
        log.propagate = False

    def report(names: str, seconds: float) -> None:
        if seconds >= SHORTEST or not (", " in names or "/" in names):
            log.info("%.2f s: %s", seconds, names)

    report_stages(report)


def describe_crash(error: BaseException) -> str:
    """Return a line about a bug in pnp: the exception, where it was raised, and what was being worked on."""
    from pnp import __version__

    crash = crash_of(error)
    at = f"{crash.at} at {crash.names}" if crash.names else crash.at
    return f"pnp {__version__} has failed: {type(error).__name__}: {error} ({at})"


def report_crash(error: BaseException) -> list[str]:
    """Return the lines that report a bug in pnp. They contain the whole traceback, or name the file with it."""
    crash = crash_of(error)
    lines = [
        describe_crash(error),
        "This is a bug in pnp, not in your project."
        " Please report it with the command you ran and your project's files.",
    ]
    if is_requested(DEBUG):
        return [*crash.traceback.splitlines(), *lines]
    path = _write(f"{_heading()}\n{crash.traceback}")
    if path is None:
        return [*crash.traceback.splitlines(), *lines]
    return [*lines, f"Its traceback is in {path}; to print it instead, write pnp --traceback before the command."]


def _heading() -> str:
    """Return the versions, the system and the command."""
    import platform
    from importlib import metadata

    from pnp import DISTRIBUTION, __version__

    versions = []
    for library in LIBRARIES:
        with suppress(metadata.PackageNotFoundError):
            versions.append(f"{library} {metadata.version(library)}")
    return (
        f"pnp {__version__} ({DISTRIBUTION})\n"
        f"Python {platform.python_version()}, {platform.platform()}\n"
        f"{', '.join(versions)}\n"
        f"command: {' '.join(sys.argv)}\n"
    )


def _write(text: str) -> Path | None:
    """Write a log into the user's folder, and remove the oldest ones; return None if that is impossible."""
    from datetime import datetime

    folder = state_folder()
    path = folder / f"crash-{datetime.now():%Y%m%d-%H%M%S}-{os.getpid()}.txt"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", errors="backslashreplace")
        for old in sorted(folder.glob("crash-*.txt"))[:-MAX_FILES]:
            old.unlink()
    except OSError:
        return path if path.exists() else None
    return path
