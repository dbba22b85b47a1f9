"""The application: its commands, and the last resort for bugs."""

import builtins
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from importlib import import_module
from keyword import iskeyword
from typing import Annotated

import typer

from pnp.commands.terminal import BUG, FAULTS, NOT_PRINTED, Commands, Unheard, flush_streams, say
from pnp.core.platform import on_end, prepare_streams

HELP = "Print-and-play card games from data: cut sheets and rule booklets in every language, checked."

COMMANDS = {
    "new": "pnp new orchard --from trick-taking",
    "list": "pnp list chili --paper letter",
    "show": "pnp show numbers 63 chili --lang fr",
    "serve": "pnp serve chili --open",
    "build": "pnp build chili --lang fr --paper letter",
    "export": "pnp export png chili --lang fr --no-bleed",
    "check": "pnp check chili --strict --format github",
    "confirm": "pnp confirm chili",
    "release": "pnp release chili",
    "simulate": "pnp simulate chili --players 4 --games 5000 --report chili.pdf",
    "explain": "pnp explain card-range",
    "schema": "pnp schema --write .schemas",
    "doctor": "pnp doctor --project .",
    "calibrate": "",
    "i18n": "",
    "import": "",
    "fonts": "",
}
"""The commands, each with an example; those without one are groups. Each has a module with a value of its name."""


def make_app(names: Iterable[str] = COMMANDS) -> typer.Typer:
    """The application with some of its commands; the modules of others are not loaded."""
    app = typer.Typer(
        cls=Commands, no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False, help=HELP
    )
    app.callback()(_root)
    for name in names:
        attribute = f"{name}_" if iskeyword(name) or name in vars(builtins) else name
        module = import_module(f"pnp.commands.{f'{name}_' if iskeyword(name) else name}")
        command = getattr(module, attribute)
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name)
        else:
            app.command(name, epilog=f"Example:  {COMMANDS[name]}")(command)
    return app


def _asked(arguments: Sequence[str]) -> Iterable[str]:
    """The command that is asked for, alone; all commands for help, a wrong word, and the completion of a shell."""
    word = next((argument for argument in arguments if not argument.startswith("-")), "")
    if not word and "--version" in arguments:
        return ()
    return [word] if word in COMMANDS and "_PNP_COMPLETE" not in os.environ else COMMANDS


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
        make_app(_asked(sys.argv[1:]))()
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
