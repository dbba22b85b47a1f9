"""What the user's printers need → kept in a folder of the user's own, and read from there.

Each has a name of the user's choice. Nothing of a project is kept here, and nothing here is part of a project.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from pydantic import Field

from pnp.diagnostics import Code, Diagnostics, Fault, Place, suggest
from pnp.layout.printing import Offset
from pnp.load.validate import validate
from pnp.model.strict import Strict
from pnp.source.files import Files
from pnp.source.tree import Map
from pnp.write import Output, write_all

FILE = "printers.yaml"

MOST: float = 10.0
MOST_ANGLE: float = 5.0
"""The furthest that backs are moved, mm, and turned, degrees: a printer that is further off is jammed, or misread."""

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
"""What a printer may be called."""


class Printer(Strict):
    """What one printer needs."""

    x: float = Field(0.0, ge=-MOST, le=MOST)
    """How far its backs are moved to the right, mm."""
    y: float = Field(0.0, ge=-MOST, le=MOST)
    """How far they are moved down, mm."""
    angle: float = Field(0.0, ge=-MOST_ANGLE, le=MOST_ANGLE)
    """How far they are turned clockwise, degrees."""


class PrintersFile(Strict):
    """printers.yaml."""

    printers: dict[str, Printer]
    """Printers by name."""


def config_folder() -> Path:
    """The user's folder for what pnp keeps: below %APPDATA% on Windows, else $XDG_CONFIG_HOME, or ~/.config."""
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home() / "AppData/Roaming") / "pnp"
    given = Path(os.environ.get("XDG_CONFIG_HOME", ""))
    return (given if given.is_absolute() else Path.home() / ".config") / "pnp"


def load_printers(folder: Path, diagnostics: Diagnostics) -> dict[str, Offset]:
    """The printers kept in a folder, by name; none without a file, or where it cannot be used, which is told."""
    files = Files(folder)
    if not files.exists(FILE):
        return {}
    found = None
    with diagnostics.collected():
        tree = files.yaml(FILE)
        if not isinstance(tree, Map):
            place = Place(FILE, 1, 1)
            raise Fault(Code.WRONG_VALUE, place, what=f"{FILE} must be a mapping", fix="pnp calibrate set makes it")
        found = validate(PrintersFile, tree, FILE, diagnostics)
    return {name: Offset(kept.x, kept.y, kept.angle) for name, kept in found.printers.items()} if found else {}


def keep_printer(folder: Path, name: str, offset: Offset, printers: dict[str, Offset]) -> None:
    """Write a printer to those that are kept in a folder, in place of an earlier one of its name.

    Raises:
        Fault: The file cannot be written.
    """
    lines = [
        f'  "{name}": {{x: {kept.x:g}, y: {kept.y:g}, angle: {kept.angle:g}}}\n'
        for name, kept in sorted({**printers, name: offset}.items())
    ]
    write_all([Output(FILE, ("printers:\n" + "".join(lines)).encode(), "")], folder)


def not_kept(name: str, printers: dict[str, Offset]) -> str:
    """That there is no such printer, and what helps."""
    if not printers:
        return f"no printer {name} is kept; pnp calibrate sheet shows how to measure one, pnp calibrate set keeps it"
    return f"no printer {name}; {suggest(name, printers)}"
