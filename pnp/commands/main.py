"""The application: its commands, and the handling of bugs."""

import os
import re
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from pnp.commands.table import CommandTable
from pnp.commands.terminal import BUG, FAULTS, NOT_PRINTED, Commands, OutputClosedError, flush_streams, say
from pnp.core.patterns import lazy_pattern
from pnp.core.platform import on_end, prepare_streams
from pnp.core.plugins import CommandEntry

COMMANDS: Mapping[str, CommandEntry] = {
    "new": CommandEntry(
        "pnp.commands.new:new",
        "Make a project with a game in a new folder, ready to build and check and, with rules, to play.",
        "pnp new orchard --from trick-taking",
    ),
    "add": CommandEntry(
        "pnp.commands.add:add",
        "Add a part to a game: write its templates, and print the lines for game.yaml.",
        "pnp add box",
    ),
    "list": CommandEntry(
        "pnp.commands.list:list_",
        "List the games: players, languages, decks and their sizes, and what a build prints.",
        "pnp list chili --paper letter",
    ),
    "show": CommandEntry(
        "pnp.commands.show:show",
        "Show one face: on a terminal that can show pictures, with the extra terminal; else as a PNG file.",
        "pnp show numbers 63 chili --lang fr",
    ),
    "serve": CommandEntry(
        "pnp.commands.serve:serve",
        "Show faces, sheets and rules in the browser, reloading on every save. Needs the extra serve.",
        "pnp serve chili --open",
    ),
    "build": CommandEntry(
        "pnp.commands.build:build",
        "Make the printable files: cut sheets and rule booklets.",
        "pnp build chili --lang fr --paper letter",
    ),
    "export": CommandEntry(
        "pnp.commands.export:export",
        "Export faces as pictures, for virtual tables and for print shops.",
        "pnp export png chili --lang fr --no-bleed",
    ),
    "check": CommandEntry(
        "pnp.commands.check:check",
        "Check everything without writing: decks, templates, texts, translations, print, rules, examples, claims.",
        "pnp check chili --strict --format github",
    ),
    "release": CommandEntry(
        "pnp.commands.release:release",
        "Make a ZIP for players, one for each language: everything to print, for A4 and Letter, with instructions.",
        "pnp release chili",
    ),
    "explain": CommandEntry(
        "pnp.commands.explain:explain",
        "Explain what a code means, and how to correct what it reports.",
        "pnp explain card-range",
    ),
    "schema": CommandEntry(
        "pnp.commands.schema:schema",
        "Print the JSON Schema of a kind of YAML file, for completion and validation in editors.",
        "pnp schema --write .schemas",
    ),
    "doctor": CommandEntry(
        "pnp.commands.doctor:doctor",
        "Check Python, libraries, fonts, folders and terminal, and suggest fixes.",
        "pnp doctor --project .",
    ),
}
"""The printer's own commands, in the order of the help."""


class Application(Commands):
    """The group of all commands, which imports only the one that is called."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = CommandTable(COMMANDS)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the names and summaries of all commands without importing them."""
        entries = {name: self.commands.entry(name) for name in self.commands}  # type: ignore[attr-defined]
        width = formatter.width - 6 - max(map(len, entries))
        rows = [
            (name, TyperCommand(name, help=entry.summary).get_short_help_str(width)) for name, entry in entries.items()
        ]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


app = typer.Typer(
    cls=Application,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Print-and-play card games from data: cut sheets and rule booklets in every language, checked.",
)


def _print_version(is_requested: bool) -> None:
    if is_requested:
        from pnp import DISTRIBUTION, __version__

        say(f"pnp {__version__} ({DISTRIBUTION})")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Log each stage, with its time, to standard error.")
    ] = False,
    traceback: Annotated[
        bool, typer.Option("--traceback", help="Print the traceback of a bug in pnp, instead of writing it to a file.")
    ] = False,
) -> None:
    """Options before any command."""
    from pnp.workers.log import DEBUG, VERBOSE, log_if_requested

    for variable, is_on in ((VERBOSE, verbose), (DEBUG, traceback)):
        if is_on:
            os.environ[variable] = "1"  # which processes that this one starts inherit
    log_if_requested()


_DATE = lazy_pattern(r"0*[0-9]{1,11}", re.ASCII)
"""Seconds since 1970, up to the year 5138; reportlab and time_t support at most the year 9999."""


def run() -> None:
    """Run pnp. A bug ends with a report that names the file with the traceback."""
    prepare_streams()
    on_end(_end)
    if not _DATE.fullmatch(os.environ.get("SOURCE_DATE_EPOCH", "0")):
        say("SOURCE_DATE_EPOCH is not a number of seconds, and is ignored", err=True)
        del os.environ["SOURCE_DATE_EPOCH"]
    try:
        os.getcwd()  # noqa: PTH109
    except OSError:
        say("the folder in which pnp runs has been deleted: change to another one", err=True)
        sys.exit(FAULTS)
    try:
        app()
    except OutputClosedError as error:
        if str(error):
            say(str(error), err=True)
        sys.exit(FAULTS)
    except Exception as error:
        if isinstance(error, OSError) and error.errno in NOT_PRINTED and not error.filename:
            sys.exit(FAULTS)
        if line := _fault_report(error):
            say(*line.split("\n"), err=True)
            sys.exit(FAULTS)
        from pnp.workers.log import report_crash

        say(*report_crash(error), err=True)
        sys.exit(BUG)
    finally:
        if not flush_streams():
            os._exit(FAULTS)  # to leave by the usual way would try to write again


def _end(number: int, _frame: object) -> None:
    """Exit after a signal from another process, and remove temporary files."""
    sys.exit(128 + number)


def _fault_report(error: Exception) -> str:
    """Return the message of an error that is not a bug in pnp: a faulty plugin, or no memory or disk space."""
    with suppress(Exception):
        from pnp.core.diagnostics import Fault
        from pnp.workers.faults import limit_fault

        if fault := error if isinstance(error, Fault) else limit_fault(error):
            diagnostic = fault.diagnostic
            place = f"{diagnostic.place}: " if diagnostic.place.file else ""
            return f"{place}error[{diagnostic.code}]: {diagnostic.what}\n   fix: {diagnostic.fix}"
    return "error[memory-limit]: there is not enough memory to start" if isinstance(error, MemoryError) else ""
