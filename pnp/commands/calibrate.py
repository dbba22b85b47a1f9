"""pnp calibrate: a sheet that measures how far a printer misplaces backs, and the user's printers with their offsets.

Printers are kept in the user's folder for settings, under names of the user's choice. They are no part of a project.
"""

import re
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from pydantic import Field

from pnp.commands.options import A4, FormOption, Paper, ProjectDir, open_project
from pnp.commands.outputs import output_folder
from pnp.commands.sheet_options import BackOffset, FlipOption, PrinterOption, offset_of, parse_offset, saved_printers
from pnp.commands.terminal import FAULTS, exit_with, report_faults, say, short_path, write_or_exit
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place, suggest
from pnp.core.platform import config_folder
from pnp.core.printing import Offset, Printing
from pnp.layout.calibration import calibration_sheet, laid_for_printer
from pnp.outputs import Output, write_all
from pnp.project.files import Files
from pnp.project.fonts import load_fonts
from pnp.project.forms import StrictModel
from pnp.project.tree import Map
from pnp.project.validate import validate
from pnp.render.pdf import DocumentMetadata, Page, render_pdf
from pnp.workers.pool import Progress

FILE = "printers.yaml"

MOST: float = 10.0
MAX_ANGLE: float = 5.0
"""The furthest that backs are moved, mm, and turned, degrees: a larger offset is a paper jam or a misreading."""

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
"""The names that a printer may have."""


class PrinterOffset(StrictModel):
    """The offset of one printer's backs."""

    x: float = Field(0.0, ge=-MOST, le=MOST)
    """How far its backs are moved to the right, mm."""
    y: float = Field(0.0, ge=-MOST, le=MOST)
    """How far they are moved down, mm."""
    angle: float = Field(0.0, ge=-MAX_ANGLE, le=MAX_ANGLE)
    """How far they are turned clockwise, degrees."""


class PrintersFile(StrictModel):
    """printers.yaml."""

    printers: dict[str, PrinterOffset]
    """Printers by name."""


def load_printers(folder: Path, diagnostics: Diagnostics) -> dict[str, Offset]:
    """Return the saved printers of a folder, by name; none without a file, or if it is faulty, which is reported."""
    files = Files(folder)
    if not files.exists(FILE):
        return {}
    printers_file = None
    with diagnostics.catch_faults():
        tree = files.yaml(FILE)
        if not isinstance(tree, Map):
            place = Place(FILE, 1, 1)
            raise Fault(Code.WRONG_VALUE, place, what=f"{FILE} must be a mapping", fix="pnp calibrate set makes it")
        printers_file = validate(PrintersFile, tree, FILE, diagnostics)
    entries = printers_file.printers if printers_file else {}
    return {name: Offset(entry.x, entry.y, entry.angle) for name, entry in entries.items()}


def save_printer(folder: Path, name: str, offset: Offset, printers: dict[str, Offset]) -> None:
    """Save a printer among those of a folder, in place of an earlier one of its name.

    Raises:
        Fault: The file cannot be written.
    """
    lines = [
        f'  "{name}": {{x: {entry.x:g}, y: {entry.y:g}, angle: {entry.angle:g}}}\n'
        for name, entry in sorted({**printers, name: offset}.items())
    ]
    write_all([Output(FILE, ("printers:\n" + "".join(lines)).encode(), "")], folder)


def unknown_printer(name: str, printers: dict[str, Offset]) -> str:
    """Return the message for a printer that is not saved, with a remedy."""
    if not printers:
        return f"no printer {name} is kept; pnp calibrate sheet shows how to measure one, pnp calibrate set keeps it"
    return f"no printer {name}; {suggest(name, printers)}"


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
        Page(laid_for_printer(side, number == 1, printing.flip, printing.offset)[0])
        for number, side in enumerate(sides)
    ]
    about = DocumentMetadata(f"Calibration, {printing.paper_name}", "en", duplex=f"{printing.flip}-edge")
    summary = f"1 sheet, {printing.paper_name}, two sides, flipped on the {printing.flip} edge{printing.offset_note}"
    calibration.outputs.append(Output("calibration.pdf", render_pdf(pages, about), summary))
    return calibration


calibrate = typer.Typer(no_args_is_help=True, rich_markup_mode=None, add_completion=False)


@calibrate.command(epilog="Example:  pnp calibrate sheet --paper letter")
def sheet(
    project: ProjectDir = Path(),
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Where the file goes; default: output/ of the project.")
    ] = None,
    paper: Paper = A4,
    flip: FlipOption = "long",
    back_offset: BackOffset = None,
    printer: PrinterOption = None,
    form: FormOption = "text",
) -> None:
    """Make a sheet that shows by how much backs are off; with an offset, whether it is right."""
    from pnp.core.printing import Printing
    from pnp.workers.supervisor import supervised

    files = open_project(project)
    offset = offset_of(back_offset, printer)
    printing = Printing(paper, flip=flip, offset=offset, printer=printer or "")
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
    context_settings={"ignore_unknown_options": True},  # numbers may begin with a minus
)
def set_(
    name: Annotated[str, typer.Argument(help="What the printer is to be called.", metavar="NAME")],
    offset: Annotated[str, typer.Argument(help="How backs are moved: to the right, and down, in mm.", metavar="X,Y")],
    angle: Annotated[str, typer.Argument(help="How they are turned clockwise, in degrees.", metavar="[ANGLE]")] = "0",
) -> None:
    """Keep what a printer needs, in a file of yours."""
    from pnp.core.diagnostics import Diagnostics
    from pnp.project.files import Files

    if not NAME.fullmatch(name):
        what = f"{name} is not a name for a printer; take up to 40 letters, digits, - and _, with a letter first"
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


@calibrate.command(epilog="Example:  pnp calibrate show --format short")
def show(form: FormOption = "text") -> None:
    """List the printers that are kept."""
    printers = saved_printers(form)
    for name, offset in sorted(printers.items()):
        say(f"{name}: {offset}")
    if not printers:
        say(f"no printer is kept in {config_folder()}", err=True)
