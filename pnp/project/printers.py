"""printers.yaml of the user's folder for settings → the offsets of printers by name, which are no part of a project."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place, suggest
from pnp.core.patterns import lazy_pattern
from pnp.core.printing import Offset
from pnp.outputs import Output, write_all
from pnp.project.files import Files
from pnp.project.forms import StrictModel
from pnp.project.tree import Map
from pnp.project.validate import validate

FILE = "printers.yaml"

MAX_OFFSET, MAX_ANGLE = 10.0, 5.0
"""The furthest that backs are moved, mm, and turned, degrees: a larger offset is a paper jam or a misreading."""

NAME = lazy_pattern(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
"""The names that a printer may have."""


class PrinterOffset(StrictModel):
    """The offset of one printer's backs."""

    x: float = Field(0.0, ge=-MAX_OFFSET, le=MAX_OFFSET)
    """How far its backs are moved to the right, mm."""
    y: float = Field(0.0, ge=-MAX_OFFSET, le=MAX_OFFSET)
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
