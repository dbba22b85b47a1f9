"""Lines, faults and progress → the terminal. Results go to standard output, everything else to standard error."""

from __future__ import annotations

import datetime
import errno
import json
import os
import re
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer
from typer.core import TyperGroup

from pnp.core.diagnostics import Format, printable
from pnp.core.patterns import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.progress import Progress as RichProgress

    from pnp.core.diagnostics import Diagnostics
    from pnp.outputs import Output
    from pnp.project.files import Files


NOT_PRINTED = frozenset({errno.ENOSPC, errno.EPIPE, errno.EIO, errno.EBADF})
"""Errors of a stream to which nothing can be printed."""


class OutputClosedError(Exception):
    """Results cannot be printed: the disk is full, or (without a message) the reading end was closed."""


def say(*lines: str, err: bool = False, has_colours: bool = False) -> None:
    """Print lines, without characters with which texts of a project could control a terminal.

    Args:
        lines: The lines; each is printed as one line, whatever it contains.
        err: Whether to print to standard error.
        has_colours: Whether to print them unchanged, because they contain pnp's colours and no other control
            characters.

    Raises:
        OutputClosedError: Standard output cannot be printed to.
    """
    text = "\n".join(lines if has_colours else map(printable, lines))
    if err:
        with suppress(OSError, ValueError):
            print(text, file=sys.stderr)
        return
    try:
        print(text, flush=not sys.stdout.isatty())
    except BrokenPipeError:
        raise OutputClosedError("") from None
    except OSError as error:
        raise OutputClosedError(f"cannot print to standard output: {error.strerror}") from None


def flush_streams() -> bool:
    """Flush standard output and standard error; return whether it was possible."""
    is_flushed = True
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            is_flushed = False
    return is_flushed


def say_json(value: Any) -> None:
    """Print a value as JSON. Characters that standard output lacks or that control a terminal are escaped."""
    takes_all = "utf" in (sys.stdout.encoding or "").lower()
    say(*map(_escaped, json.dumps(value, ensure_ascii=not takes_all, indent=2).split("\n")))


def _escaped(line: str) -> str:
    """Return a line of JSON with escapes for characters that control a terminal."""
    safe = printable(line)
    return "".join(c if c == d else json.dumps(c)[1:-1] for c, d in zip(line, safe, strict=True))


_WRONG_CHOICE = lazy_pattern(r"(?:Value error, )?'(?P<value>.*)' is not one of (?P<choices>'.*')\.?", re.DOTALL)


FOREIGN_COMMANDS = {
    "watch": "pnp serve shows what is saved, in the browser",
    "preview": "pnp serve shows what is saved, in the browser",
    "init": "pnp new makes a project",
    "clean": "pnp build --clean removes what earlier builds have left",
}
"""Commands of other programs, each with the pnp command for the same purpose."""


FOREIGN_OPTIONS = {
    "--single-sided": "--backs none prints faces alone",
    "--watch": "pnp serve shows what is saved, in the browser",
}
"""Options of other programs, each with the pnp option for the same purpose."""


class Commands(TyperGroup):
    """The group of pnp's commands."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return a command; for a command of another program, fail with a message that names pnp's."""
        if ctx.parent is None and args[0] in FOREIGN_COMMANDS and self.get_command(ctx, args[0]) is None:
            ctx.fail(f"No such command '{args[0]}'; {FOREIGN_COMMANDS[args[0]]}.")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the requested command.

        Raises:
            BadParameter: An option does not accept its value.
        """
        try:
            return super().invoke(ctx)
        except typer.BadParameter as error:
            error.message = printable(in_words(error.message))
            raise
        except Exception as error:
            if isinstance(getattr(error, "message", None), str):
                error.message = printable(error.message)  # type: ignore[attr-defined]  # names files of the project
            if hint := FOREIGN_OPTIONS.get(getattr(error, "option_name", "")):
                error.message = f"No such option; {hint}."  # type: ignore[attr-defined]  # only usage errors name one
                error.possibilities = []  # type: ignore[attr-defined]
            raise


def in_words(message: str) -> str:
    """Return the message about a wrong value; for a closed choice it names the choices or the most similar one."""
    from pnp.core.diagnostics import suggest

    match = _WRONG_CHOICE.fullmatch(message)
    if match is None:
        return message.removeprefix("Value error, ")
    choices = re.findall(r"'([^']*)'", match["choices"])
    return f"no {match['value']}; {suggest(match['value'], choices)}"


FAULTS, BUG, STOPPED = 1, 3, 130
"""Exit codes, besides 0 and typer's 2 for wrong usage."""


def report_faults(diagnostics: Diagnostics, files: Files, form: Format = "text", strict: bool = False) -> str:
    """Print faults; return how many there are, in words, or "" if none stops the command.

    If warnings stop nothing, their number is printed for people.
    """
    from pnp.core.diagnostics import counted

    faults = list(diagnostics)
    if faults or form == "json":
        from pnp.core.diagnostic_formats import format_diagnostics

        stream = sys.stdout if form in ("json", "github") else sys.stderr
        text = format_diagnostics(faults, form, files.line, _wants_colour(stream))
        if form == "json":
            say_json(json.loads(text))
        else:
            say(text if form != "text" else f"{text}\n", err=stream is sys.stderr, has_colours=True)
    errors = sum(diagnostic.severity == "error" for diagnostic in faults)
    warnings = len(faults) - errors
    count = f"{counted(errors, 'error')}, {counted(warnings, 'warning')}" if warnings else counted(errors, "error")
    if errors or (strict and warnings):
        return f"{count}, treated as errors" if strict and warnings else count
    if warnings and form == "text":
        say(count, err=True)
    return ""


def write_or_exit(
    outputs: Sequence[Output], folder: Path, files: Files, form: Format = "text", strict: bool = False
) -> None:
    """Write files; if that fails, report it and exit."""
    from pnp.core.diagnostics import Diagnostics
    from pnp.outputs import write_all

    diagnostics = Diagnostics()
    with diagnostics.catch_faults():
        write_all(outputs, folder)
    if diagnostics:
        report_faults(diagnostics, files, form, strict)
        raise typer.Exit(FAULTS)


def exit_with(faulty: str) -> NoReturn:
    """End with the number of errors in words."""
    say(faulty, err=True)
    raise typer.Exit(FAULTS)


def short_path(path: Path) -> str:
    """Return a path relative to the working folder if it is below that, else the full path."""
    full = path.resolve()
    working = Path.cwd()
    return full.relative_to(working).as_posix() if full.is_relative_to(working) else str(full)


def _wants_colour(stream: object) -> bool:
    return bool(getattr(stream, "isatty", lambda: False)()) and not os.environ.get("NO_COLOR")


class ProgressBar:
    """A progress bar on a terminal. It prints nothing elsewhere, and nothing before the first progress."""

    def __enter__(self) -> ProgressBar:
        self._bar: RichProgress | None = None
        return self

    def __call__(self, name: str, done: float) -> None:
        """Show what is being done and how much of it is done, from 0 to 1."""
        if self._bar is None and sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import Progress

            self._bar = Progress(console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task("", total=1.0)
            self._bar.start()
        if self._bar:
            from rich.markup import escape

            from pnp.core.diagnostics import printable

            self._bar.update(self._task, description=escape(printable(name)), completed=done)

    def __exit__(self, *_: object) -> None:
        if self._bar:
            self._bar.stop()


def current_date() -> str:
    """Return the date, such as 2026-11-26. SOURCE_DATE_EPOCH sets it, so that output can be reproduced."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    now = datetime.datetime.now(datetime.UTC)
    return (datetime.datetime.fromtimestamp(int(epoch), datetime.UTC) if epoch else now).date().isoformat()
