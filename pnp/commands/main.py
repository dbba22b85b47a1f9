"""The application: its commands, and the last resort for bugs."""

import os
import sys
from contextlib import suppress
from typing import Annotated

import typer

from pnp.commands.build import build
from pnp.commands.calibrate import calibrate
from pnp.commands.check import check
from pnp.commands.confirm import confirm
from pnp.commands.doctor import doctor
from pnp.commands.explain import explain
from pnp.commands.export import export
from pnp.commands.fonts import fonts
from pnp.commands.i18n import i18n
from pnp.commands.import_ import import_
from pnp.commands.list import list_
from pnp.commands.new import new
from pnp.commands.release import release
from pnp.commands.schema import schema
from pnp.commands.serve import serve
from pnp.commands.show import show
from pnp.commands.simulate import simulate
from pnp.commands.terminal import BUG, FAULTS, NOT_PRINTED, Commands, Unheard, flush_streams, say
from pnp.core.platform import on_end, prepare_streams

app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Print-and-play card games from data: cut sheets and rule booklets in every language, checked.",
)


def _print_version(is_asked: bool) -> None:
    if is_asked:
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
    from pnp.workers.activity import collect_seldom
    from pnp.workers.log import DEBUG, VERBOSE, log_if_asked

    for variable, is_on in ((VERBOSE, verbose), (DEBUG, traceback)):
        if is_on:
            os.environ[variable] = "1"  # which processes that this one starts inherit
    log_if_asked()
    collect_seldom()


app.command(epilog="Example:  pnp new orchard --from trick-taking")(new)
app.command("list", epilog="Example:  pnp list chili --paper letter")(list_)
app.command(epilog="Example:  pnp show numbers 63 chili --lang fr")(show)
app.command(epilog="Example:  pnp serve chili --open")(serve)
app.command(epilog="Example:  pnp build chili --lang fr --paper letter")(build)
app.command(epilog="Example:  pnp export png chili --lang fr --no-bleed")(export)
app.command(epilog="Example:  pnp check chili --strict --format github")(check)
app.command(epilog="Example:  pnp confirm chili")(confirm)
app.command(epilog="Example:  pnp release chili")(release)
app.command(epilog="Example:  pnp simulate chili --players 4 --games 5000 --report chili.pdf")(simulate)
app.command(epilog="Example:  pnp explain card-range")(explain)
app.command(epilog="Example:  pnp schema --write .schemas")(schema)
app.command(epilog="Example:  pnp doctor --project .")(doctor)
app.add_typer(calibrate, name="calibrate")
app.add_typer(i18n, name="i18n")
app.add_typer(import_, name="import")
app.add_typer(fonts, name="fonts")


def run() -> None:
    """Run pnp; a bug in it ends with a report, which names the file with the traceback."""
    prepare_streams()
    on_end(_end)
    if not os.environ.get("SOURCE_DATE_EPOCH", "0").isdecimal():
        say("SOURCE_DATE_EPOCH is not a number of seconds, and is ignored", err=True)
        del os.environ["SOURCE_DATE_EPOCH"]
    try:
        app()
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
