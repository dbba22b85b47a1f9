"""printers.yaml in the user's folder for settings → the offsets of printers, by name.

They are not part of a project.
"""

from __future__ import annotations

from pathlib import Path

from pydantic import Field

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place, suggest
from pnp.core.printing import Offset
from pnp.project.files import Files
from pnp.project.forms import StrictModel
from pnp.project.tree import Map
from pnp.project.validate import validate

FILE = "printers.yaml"

MAX_OFFSET, MAX_ANGLE = 10.0, 5.0
"""Backs may be moved by at most this much, mm, and turned by at most this much, degrees: a larger offset is a paper jam
or a misreading."""


class PrinterOffset(StrictModel):
    """How far the backs of one printer are moved."""

    x: float = Field(0.0, ge=-MAX_OFFSET, le=MAX_OFFSET)
    """How far backs are moved to the right, mm."""
    y: float = Field(0.0, ge=-MAX_OFFSET, le=MAX_OFFSET)
    """How far backs are moved down, mm."""
    angle: float = Field(0.0, ge=-MAX_ANGLE, le=MAX_ANGLE)
    """How far backs are turned clockwise, degrees."""


class PrintersFile(StrictModel):
    """The contents of printers.yaml."""

    printers: dict[str, PrinterOffset]
    """Printers by name."""


def load_printers(folder: Path, diagnostics: Diagnostics) -> dict[str, Offset]:
    """Return the printers saved in a folder, by name.

    The result is empty if there is no file, or if it has a fault, which is reported.
    """
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


def unknown_printer(name: str, printers: dict[str, Offset]) -> str:
    """Return the message for a printer that is not saved, with a fix."""
    if not printers:
        return f"no printer {name} is saved; pnp calibrate sheet shows how to measure one, pnp calibrate set saves it"
    return f"no printer {name}; {suggest(name, printers)}"
