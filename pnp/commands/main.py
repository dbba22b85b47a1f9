"""The application: its commands, and the last resort for bugs."""

import builtins
import os
import sys
from collections.abc import Container, Sequence
from contextlib import suppress
from importlib import import_module
from keyword import iskeyword
from typing import Annotated, Any

import typer

from pnp.commands.terminal import BUG, FAULTS, NOT_PRINTED, Commands, Unheard, flush_streams, say
from pnp.core.platform import on_end, prepare_streams

HELP = "Print-and-play card games from data: cut sheets and rule booklets in every language, checked."

COMMANDS = {
    "new": (
        "Make a project with a game in a new folder: it builds and checks, and with rules plays, at once.",
        "pnp new orchard --from trick-taking",
    ),
    "list": (
        "List the games: players, languages, decks and their sizes, and what a build prints of each.",
        "pnp list chili --paper letter",
    ),
    "show": (
        "Show one face: on a terminal that can show pictures, with pnp-games[terminal]; else as a PNG file.",
        "pnp show numbers 63 chili --lang fr",
    ),
    "serve": (
        "Show faces, sheets and rules in the browser, anew with each file that is saved. Needs pnp-games[serve].",
        "pnp serve chili --open",
    ),
    "build": (
        "Make the printable files: cut sheets and rule booklets.",
        "pnp build chili --lang fr --paper letter",
    ),
    "export": (
        "Make files for others: faces as pictures, virtual tables, print shops.",
        "pnp export png chili --lang fr --no-bleed",
    ),
    "check": (
        "Check everything without writing: decks, templates, texts, translations, print, rules, examples, claims.",
        "pnp check chili --strict --format github",
    ),
    "confirm": (
        "Show which sentences, translations and tests have changed, and record those that still say the same.",
        "pnp confirm chili",
    ),
    "release": (
        "Make a ZIP for players, one for each language: all that is to print, for A4 and Letter, and how.",
        "pnp release chili",
    ),
    "simulate": (
        "Play a game thousands of times: how long it is, how it ends, whether seats are fair, which cards matter.",
        "pnp simulate chili --players 4 --games 5000 --report chili.pdf",
    ),
    "explain": (
        "Explain what a code means, and how to correct what it reports.",
        "pnp explain card-range",
    ),
    "schema": (
        "Print the JSON Schema of a kind of YAML file, by which editors complete and check it while it is written.",
        "pnp schema --write .schemas",
    ),
    "doctor": (
        "Tell whether pnp can work here: Python, libraries, fonts, folders, terminal; and how to mend what is wrong.",
        "pnp doctor --project .",
    ),
    "calibrate": (
        "Printers: measure where they put backs, and keep it for builds.",
        "",
    ),
    "i18n": (
        "Translations: extract texts, update and check catalogues.",
        "",
    ),
    "import": (
        "Tables of elsewhere: a sheet on the web, decks of Squib and nanDECK.",
        "",
    ),
    "fonts": (
        "Fonts: copy them into the project with their licence, list them.",
        "",
    ),
}
"""The commands: what each does, and an example; groups have none. Each has a module with a value of its name.

Help needs no more than this table, so that it loads no command.
"""


def make_app(loaded: Container[str] = COMMANDS) -> typer.Typer:
    """The application; of commands that are not to be loaded it knows no more than what the table says."""
    app = typer.Typer(
        cls=Commands, no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False, help=HELP
    )
    app.callback()(_root)
    for name, (summary, example) in COMMANDS.items():
        command = _load(name) if name in loaded else lambda: None
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name, help=summary)
        else:
            app.command(name, help=summary, epilog=f"Example:  {example}")(command)
    return app


def _load(name: str) -> Any:
    """The function of a command, or a group of commands; a name that Python has, too, ends in an underscore."""
    module = f"{name}_" if iskeyword(name) else name
    attribute = f"{name}_" if iskeyword(name) or name in vars(builtins) else name
    return getattr(import_module(f"pnp.commands.{module}"), attribute)


def _needed(arguments: Sequence[str]) -> Container[str]:
    """The command that is asked for; none for help and a wrong word; all for a shell that completes."""
    if "_PNP_COMPLETE" in os.environ:
        return COMMANDS
    return [next((argument for argument in arguments if not argument.startswith("-")), "")]


def __getattr__(name: str) -> typer.Typer:
    """The application with all commands, as ``app``."""
    if name != "app":
        raise AttributeError(name)
    globals()["app"] = app = make_app()
    return app


def _print_version(is_asked: bool) -> None:
    if is_asked:
        from pnp import DISTRIBUTION, __version__

        say(f"pnp {__version__} ({DISTRIBUTION})")
        raise typer.Exit


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
    from pnp.workers.activity import collect_seldom
    from pnp.workers.log import DEBUG, VERBOSE, log_if_asked

    for variable, is_on in ((VERBOSE, verbose), (DEBUG, traceback)):
        if is_on:
            os.environ[variable] = "1"  # which processes that this one starts inherit
    log_if_asked()
    collect_seldom()


def run() -> None:
    """Run pnp; a bug in it ends with a report, which names the file with the traceback."""
    prepare_streams()
    on_end(_end)
    if not os.environ.get("SOURCE_DATE_EPOCH", "0").isdecimal():
        say("SOURCE_DATE_EPOCH is not a number of seconds, and is ignored", err=True)
        del os.environ["SOURCE_DATE_EPOCH"]
    try:
        make_app(_needed(sys.argv[1:]))()
    except Unheard as unheard:
        if str(unheard):
            say(str(unheard), err=True)
        sys.exit(FAULTS)
    except Exception as error:
        if isinstance(error, OSError) and error.errno in NOT_PRINTED and not error.filename:
            sys.exit(FAULTS)
        if line := _limit_report(error):
            say(*line.split("\n"), err=True)
            sys.exit(FAULTS)
        from pnp.workers.log import report_crash

        say(*report_crash(error), err=True)
        sys.exit(BUG)
    finally:
        if not flush_streams():
            os._exit(FAULTS)  # to leave by the usual way would try to write again


def _end(number: int, _frame: object) -> None:
    """End as asked by another process, and leave nothing behind."""
    sys.exit(128 + number)


def _limit_report(error: Exception) -> str:
    """What to print of an error that is not a bug: the system has no memory, files or processes left for pnp."""
    with suppress(Exception):
        from pnp.workers.faults import limit_fault

        if fault := limit_fault(error):
            diagnostic = fault.diagnostic
            place = f"{diagnostic.place}: " if diagnostic.place.file else ""
            return f"{place}error[{diagnostic.code}]: {diagnostic.what}\n   fix: {diagnostic.fix}"
    return "error[memory-limit]: no memory is left to begin with" if isinstance(error, MemoryError) else ""
