"""A project's fonts and a paper → the PDF by which a printer's offset is measured."""

from __future__ import annotations

from dataclasses import dataclass, field

from pnp.diagnostics import Diagnostics
from pnp.layout.calibration import calibration_sheet
from pnp.layout.offset import laid_for_printer
from pnp.layout.printing import Printing
from pnp.load.fonts import load_fonts
from pnp.processes import Step
from pnp.render.pdf import About, Page, render_pdf
from pnp.source.files import Files
from pnp.write import Output


@dataclass
class Calibration:
    """What comes of it; its outputs are worth writing when no diagnostic is an error."""

    outputs: list[Output] = field(default_factory=list)
    diagnostics: Diagnostics = field(default_factory=Diagnostics)


def calibrate(files: Files, printing: Printing, _step: Step | None = None) -> Calibration:
    """Make the sheet.

    Args:
        files: A project, for its fonts.
        printing: The paper, how it is turned, and the offset to be proved, if any.
    """
    made = Calibration()
    fonts = load_fonts(files, made.diagnostics)
    if not fonts.families:
        return made
    sides = calibration_sheet(printing, fonts.small_print, fonts)
    pages = [
        Page(laid_for_printer(side, number == 1, printing.flip, printing.offset)[0])
        for number, side in enumerate(sides)
    ]
    about = About(f"Calibration, {printing.paper_name}", "en", duplex=f"{printing.flip}-edge")
    told = f"1 sheet, {printing.paper_name}, two sides, flipped on the {printing.flip} edge{printing.moved}"
    made.outputs.append(Output("calibration.pdf", render_pdf(pages, about), told))
    return made
