"""pnp calibrate: a sheet that measures how far a printer misplaces backs, and the user's printers with their offsets.

Printers are kept in the user's folder for settings, under names of the user's choice. They are no part of a project.
"""

from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from pnp.commands.options import A4, FormOption, OutputFolder, Paper, ProjectDir, open_project
from pnp.commands.outputs import output_folder
from pnp.commands.sheet_options import (
    BackOffset,
    FlipOption,
    PrinterOption,
    ScaleOption,
    offset_of,
    parse_offset,
    saved_printers,
)
from pnp.commands.terminal import FAULTS, exit_with, report_faults, say, short_path, write_or_exit
from pnp.core.diagnostics import Diagnostics
from pnp.core.patterns import lazy_pattern
from pnp.core.platform import config_folder
from pnp.core.printing import Offset, Printing, percent
from pnp.extensions.calibration.sheet import calibration_sheet
from pnp.layout.sheets.printer_offset import laid_for_printer
from pnp.outputs import Output, write_all
from pnp.project.files import Files
from pnp.project.fonts import load_fonts
from pnp.project.printers import FILE
from pnp.render.pdf import DocumentMetadata, Page, render_pdf
from pnp.workers.pool import Progress

NAME = lazy_pattern(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
"""The name of a printer must match this pattern."""


@dataclass
class Calibration:
    """The calibration sheet, to be written unless a diagnostic is an error."""

    outputs: list[Output] = field(default_factory=list)
    diagnostics: Diagnostics = field(default_factory=Diagnostics)


def make_calibration(files: Files, printing: Printing, _step: Progress | None = None) -> Calibration:
    """Make the calibration sheet.

    Args:
        files: A project, for its fonts.
        printing: The paper, the edge over which it is turned, and the offset to be tested, if any.
    """
    calibration = Calibration()
    fonts = load_fonts(files, calibration.diagnostics)
    if not fonts.families:
        return calibration
    sides = calibration_sheet(printing, fonts.small_print, fonts)
    pages = [
        Page(laid_for_printer(side, number == 1, printing.flip, printing.offset, printing.scale)[0])
        for number, side in enumerate(sides)
    ]
    about = DocumentMetadata(f"Calibration, {printing.paper_name}", "en", duplex=f"{printing.flip}-edge")
    size = f" at {percent(printing.scale)}" if printing.scale != 1 else ""
    how = f"two sides, flipped on the {printing.flip} edge{printing.offset_note}"
    summary = f"1 sheet, {printing.paper_name}{size}, {how}"
    calibration.outputs.append(Output("calibration.pdf", render_pdf(pages, about), summary))
    return calibration


calibrate = typer.Typer(no_args_is_help=True, rich_markup_mode=None, add_completion=False)


@calibrate.command(epilog="Example:  pnp calibrate sheet --paper letter")
def sheet(
    project: ProjectDir = Path(),
    output: OutputFolder = None,
    paper: Paper = A4,
    flip: FlipOption = "long",
    back_offset: BackOffset = None,
    printer: PrinterOption = None,
    scale: ScaleOption = "100%",  # type: ignore[assignment]
    form: FormOption = "text",
) -> None:
    """Make a sheet that shows by how much backs are off; with an offset, whether it is right."""
    from pnp.core.printing import Printing
    from pnp.workers.supervisor import supervised

    files = open_project(project)
    offset = offset_of(back_offset, printer)
    printing = Printing(paper, flip=flip, offset=offset, printer=printer or "", scale=scale)
    calibration_result = Calibration()
    with calibration_result.diagnostics.catch_faults():
        calibration_result = supervised(partial(make_calibration, files, printing))
    faulty = report_faults(calibration_result.diagnostics, files, form)
    if faulty:
        exit_with(f"{faulty}; nothing was written")
    folder = output_folder(project, output, files, form)
    write_or_exit(calibration_result.outputs, folder, files, form)
    for file in calibration_result.outputs:
        say(f"{short_path(folder / file.path)}  {file.summary}")


@calibrate.command(
    "set",
    epilog="Example:  pnp calibrate set office 0.8,-0.5 0.1",
    context_settings={"ignore_unknown_options": True},  # so that the numbers may begin with a minus
)
def set_(
    name: Annotated[str, typer.Argument(help="A name for the printer.", metavar="NAME")],
    offset: Annotated[str, typer.Argument(help="How far backs move to the right, and down, in mm.", metavar="X,Y")],
    angle: Annotated[str, typer.Argument(help="How far they turn clockwise, in degrees.", metavar="[ANGLE]")] = "0",
) -> None:
    """Save a printer's offset for builds, in your settings."""
    from pnp.core.diagnostics import Diagnostics
    from pnp.project.files import Files

    if not NAME.fullmatch(name):
        what = f"{name} is not a name for a printer; use up to 40 letters, digits, - and _, beginning with a letter"
        raise typer.BadParameter(what, param_hint="NAME")
    printer_offset = parse_offset(offset, angle)
    folder = config_folder()
    printers = saved_printers()
    diagnostics = Diagnostics()
    with diagnostics.catch_faults():
        save_printer(folder, name, printer_offset, printers)
    if diagnostics:
        report_faults(diagnostics, Files(folder))
        raise typer.Exit(FAULTS)
    say(f"{short_path(folder / FILE)}  {name}: {printer_offset}")


def save_printer(folder: Path, name: str, offset: Offset, printers: dict[str, Offset]) -> None:
    """Save a printer in a folder with the others, replacing one of the same name.

    Raises:
        Fault: The file cannot be written.
    """
    lines = [
        f'  "{name}": {{x: {entry.x:g}, y: {entry.y:g}, angle: {entry.angle:g}}}\n'
        for name, entry in sorted({**printers, name: offset}.items())
    ]
    write_all([Output(FILE, ("printers:\n" + "".join(lines)).encode(), "")], folder)


@calibrate.command(epilog="Example:  pnp calibrate show --format short")
def show(form: FormOption = "text") -> None:
    """List your printers."""
    printers = saved_printers(form)
    for name, offset in sorted(printers.items()):
        say(f"{name}: {offset}")
    if not printers:
        say(f"no printer is saved in {config_folder()}", err=True)
