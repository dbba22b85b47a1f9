"""pnp calibrate: sheet, set, show."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.making import output_folder
from pnp.cli.options import A4, Form, FormOption, Paper, ProjectDir, open_project
from pnp.cli.sheets import BackOffset, Edge, Flip, Printer, kept_printers, offset_of, parse_offset
from pnp.cli.streams import say
from pnp.cli.telling import FAULTS, exit_with, short_path, tell_faults, write_or_exit

calibrate = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Printers: measure where they put backs, and keep it for builds.",
)


@calibrate.command(epilog="Example:  pnp calibrate sheet --paper letter")
def sheet(
    project: ProjectDir = Path(),
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Where the file goes; default: output/ of the project.")
    ] = None,
    paper: Paper = A4,
    flip: Flip = Edge.long,
    back_offset: BackOffset = None,
    printer: Printer = None,
    form: FormOption = Form.text,
) -> None:
    """Make a sheet that shows by how much backs are off; with an offset, whether it is right."""
    from pnp.calibrating import Calibration, calibrate
    from pnp.layout.printing import Printing
    from pnp.supervising import supervised

    files = open_project(project)
    offset = offset_of(back_offset, printer)
    printing = Printing(paper, flip=flip.value, offset=offset, printer=printer or "")
    made = Calibration()
    with made.diagnostics.collected():
        made = supervised(partial(calibrate, files, printing))
    faulty = tell_faults(made.diagnostics, files, form)
    if faulty:
        exit_with(f"{faulty}; nothing was written")
    folder = output_folder(project, output, files, form)
    write_or_exit(made.outputs, folder, files, form)
    for file in made.outputs:
        say(f"{short_path(folder / file.path)}  {file.summary}")


@calibrate.command(
    "set",
    epilog="Example:  pnp calibrate set office 0.8,-0.5 0.1",
    context_settings={"ignore_unknown_options": True},  # numbers may begin with a minus
)
def set_(
    name: Annotated[str, typer.Argument(help="What the printer is to be called.", metavar="NAME")],
    offset: Annotated[str, typer.Argument(help="How backs are moved: to the right, and down, in mm.", metavar="X,Y")],
    angle: Annotated[str, typer.Argument(help="How they are turned clockwise, in degrees.", metavar="[ANGLE]")] = "0",
) -> None:
    """Keep what a printer needs, in a file of yours."""
    from pnp.diagnostics import Diagnostics
    from pnp.printers import FILE, NAME, config_folder, keep_printer
    from pnp.source.files import Files

    if not NAME.fullmatch(name):
        what = f"{name} is no name for a printer; take up to 40 letters, digits, - and _, with a letter first"
        raise typer.BadParameter(what, param_hint="NAME")
    kept = parse_offset(offset, angle)
    folder = config_folder()
    printers = kept_printers()
    diagnostics = Diagnostics()
    with diagnostics.collected():
        keep_printer(folder, name, kept, printers)
    if diagnostics:
        tell_faults(diagnostics, Files(folder))
        raise typer.Exit(FAULTS)
    say(f"{short_path(folder / FILE)}  {name}: {kept}")


@calibrate.command(epilog="Example:  pnp calibrate show --format short")
def show(form: FormOption = Form.text) -> None:
    """List the printers that are kept."""
    from pnp.printers import config_folder

    printers = kept_printers(form)
    for name, offset in sorted(printers.items()):
        say(f"{name}: {offset}")
    if not printers:
        say(f"no printer is kept in {config_folder()}", err=True)
