"""What commands tell: lines, faults, progress; results on standard output, the rest on standard error."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import typer

from pnp.cli.options import Form
from pnp.cli.streams import say, say_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.progress import Progress as RichProgress

    from pnp.diagnostics import Diagnostics
    from pnp.source.files import Files
    from pnp.write import Output

FAULTS, BUG, STOPPED = 1, 3, 130
"""Exit codes, besides 0 and typer's 2 for wrong usage."""


def tell_faults(diagnostics: Diagnostics, files: Files, form: Form = Form.text, strict: bool = False) -> str:
    """Print faults; return how many there are, in words, or "" when none stops the command.

    Warnings that stop nothing are counted at once, for people.
    """
    from pnp.diagnostics import counted
    from pnp.diagnostics.printing import format_diagnostics

    found = list(diagnostics)
    if found or form is Form.json:
        stream = sys.stdout if form in (Form.json, Form.github) else sys.stderr
        text = format_diagnostics(found, form.value, files.line, _wants_colour(stream))
        if form is Form.json:
            say_json(json.loads(text))
        else:
            say(text if form is not Form.text else f"{text}\n", err=stream is sys.stderr, has_colours=True)
    errors = sum(diagnostic.severity == "error" for diagnostic in found)
    warnings = len(found) - errors
    count = f"{counted(errors, 'error')}, {counted(warnings, 'warning')}" if warnings else counted(errors, "error")
    if errors or (strict and warnings):
        return f"{count}, taken for errors" if strict and warnings else count
    if warnings and form is Form.text:
        say(count, err=True)
    return ""


def write_or_exit(
    outputs: Sequence[Output], folder: Path, files: Files, form: Form = Form.text, strict: bool = False
) -> None:
    """Write files; where that fails, tell of it and exit."""
    from pnp.diagnostics import Diagnostics
    from pnp.write import write_all

    diagnostics = Diagnostics()
    with diagnostics.collected():
        write_all(outputs, folder)
    if diagnostics:
        tell_faults(diagnostics, files, form, strict)
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


class Progress:
    """A bar on a terminal while work is under way; nothing elsewhere, and nothing before the first of it is told."""

    def __enter__(self) -> Progress:
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

            from pnp.diagnostics import printable

            self._bar.update(self._task, description=escape(printable(name)), completed=done)

    def __exit__(self, *_: object) -> None:
        if self._bar:
            self._bar.stop()
