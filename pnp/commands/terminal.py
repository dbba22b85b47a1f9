"""What commands print: lines, faults, progress. Results go to standard output, everything else to standard error."""

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

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.progress import Progress as RichProgress

    from pnp.core.diagnostics import Diagnostics
    from pnp.outputs import Output
    from pnp.project.files import Files


NOT_PRINTED = frozenset({errno.ENOSPC, errno.EPIPE, errno.EIO, errno.EBADF})
"""Why a stream does not take what is printed."""


class Unheard(Exception):
    """Results cannot be printed: the disk is full, or, without a message, the reading end is closed."""


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


_CHOICE = re.compile(r"(?:Value error, )?'(?P<value>.*)' is not one of (?P<choices>'.*')\.?", re.DOTALL)


MEANT = {
    "watch": "pnp serve shows what is saved, in the browser",
    "preview": "pnp serve shows what is saved, in the browser",
    "init": "pnp new makes a project",
    "clean": "pnp build --clean removes what earlier builds have left",
}
"""Commands of other programs, and what does the same here."""


MEANT_OPTIONS = {
    "--single-sided": "--backs none prints faces alone",
    "--watch": "pnp serve shows what is saved, in the browser",
}
"""Options of other programs, and what does the same here."""


class Commands(TyperGroup):
    """The commands of pnp."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command; one that other programs have is answered with ours."""
        if ctx.parent is None and args[0] in MEANT and self.get_command(ctx, args[0]) is None:
            ctx.fail(f"No such command '{args[0]}'; {MEANT[args[0]]}.")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command that is asked for.

        Raises:
            BadParameter: An option has a value that it does not take.
        """
        try:
            return super().invoke(ctx)
        except typer.BadParameter as error:
            error.message = printable(in_words(error.message))
            raise
        except Exception as error:
            if isinstance(getattr(error, "message", None), str):
                error.message = printable(error.message)  # type: ignore[attr-defined]  # names files of the project
            if meant := MEANT_OPTIONS.get(getattr(error, "option_name", "")):
                error.message = f"No such option; {meant}."  # type: ignore[attr-defined]  # only usage errors name one
                error.possibilities = []  # type: ignore[attr-defined]
            raise


def in_words(message: str) -> str:
    """The message about a wrong value: of a choice, with the choices, or the nearest one."""
    from pnp.core.diagnostics import suggest

    found = _CHOICE.fullmatch(message)
    if found is None:
        return message.removeprefix("Value error, ")
    choices = re.findall(r"'([^']*)'", found["choices"])
    return f"no {found['value']}; {suggest(found['value'], choices)}"


FAULTS, BUG, STOPPED = 1, 3, 130
"""Exit codes, besides 0 and typer's 2 for wrong usage."""


def report_faults(diagnostics: Diagnostics, files: Files, form: Format = "text", strict: bool = False) -> str:
    """Print faults; return how many there are, in words, or "" when none stops the command.

    Warnings that stop nothing are counted at once, for people.
    """
    from pnp.core.diagnostics import counted, format_diagnostics

    found = list(diagnostics)
    if found or form == "json":
        stream = sys.stdout if form in ("json", "github") else sys.stderr
        text = format_diagnostics(found, form, files.line, _wants_colour(stream))
        if form == "json":
            say_json(json.loads(text))
        else:
            say(text if form != "text" else f"{text}\n", err=stream is sys.stderr, has_colours=True)
    errors = sum(diagnostic.severity == "error" for diagnostic in found)
    warnings = len(found) - errors
    count = f"{counted(errors, 'error')}, {counted(warnings, 'warning')}" if warnings else counted(errors, "error")
    if errors or (strict and warnings):
        return f"{count}, taken for errors" if strict and warnings else count
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
    with diagnostics.collected():
        write_all(outputs, folder)
    if diagnostics:
        report_faults(diagnostics, files, form, strict)
        raise typer.Exit(FAULTS)


def exit_with(faulty: str) -> NoReturn:
    """End with the number of errors in words."""
    say(faulty, err=True)
    raise typer.Exit(FAULTS)


def short_path(path: Path) -> str:
    """A path from here, where it lies below here."""
    full = path.resolve()
    here = Path.cwd()
    return full.relative_to(here).as_posix() if full.is_relative_to(here) else str(full)


def _wants_colour(stream: object) -> bool:
    return bool(getattr(stream, "isatty", lambda: False)()) and not os.environ.get("NO_COLOR")


class ProgressBar:
    """A bar on a terminal while work is under way; nothing elsewhere, and nothing before the first progress."""

    def __enter__(self) -> ProgressBar:
        self._bar: RichProgress | None = None
        return self

    def __call__(self, name: str, done: float) -> None:
        """Show what is under way, and how much is done, from 0 to 1."""
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
    """Give the day as 2026-11-26: from SOURCE_DATE_EPOCH where that is set, so that output can be repeated."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    now = datetime.datetime.now(datetime.UTC)
    return (datetime.datetime.fromtimestamp(int(epoch), datetime.UTC) if epoch else now).date().isoformat()
