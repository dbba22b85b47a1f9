"""A project of CardPen, a .json → its table and card size. Its Mustache template and styles need a browser."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.core.units import MM_PER_INCH, Mm
from pnp.extensions.importing.found_deck import FoundDeck
from pnp.extensions.importing.tables import decode_file, table_rows
from pnp.project.files import Files

INCHES = {
    "poker": (2.5, 3.5), "bridge": (2.25, 3.5), "micro": (1.25, 1.75), "skinnyMini": (1.625, 2.5),
    "mini": (1.75, 2.5), "cowMini": (2, 2.75), "small": (2, 3), "tarot": (2.75, 4.75), "domino": (1.75, 3.5),
    "business": (2, 3.5), "smallIndex": (3, 4.5), "index": (3, 5), "largeIndex": (3, 5.5), "large": (3.5, 5),
    "large2": (3.5, 5.75), "jumbo": (3.5, 5.5), "giant": (5, 7), "miniSquare": (2, 2), "smallerSquare": (2.5, 2.5),
    "smallSquare": (2.75, 2.75), "square": (3, 3), "largerSquare": (3.5, 3.5), "largeSquare": (4.75, 4.75),
    "squareTile": (6, 6), "tile": (8, 10), "circle": (3.5, 3.5), "hex": (3.25, 3.75), "heart": (3.25, 3),
    "smallMemo": (3.75, 3.75), "largeMemo": (4.125, 5.5), "smallScorePad": (3.5, 5.5), "mediumScorePad": (4.5, 8),
    "largeScorePad": (8, 10), "letter": (8.5, 11), "legal": (8.5, 14), "ledger": (11, 17),
}  # fmt: skip
MILLIMETRES = {
    "euroPoker": (63, 88), "euroMini": (44, 67), "euroMiniGame": (44, 68), "game": (56, 87), "euroGame": (59, 92),
    "trump": (62, 100), "a4": (210, 297), "a3": (297, 420), "pokerChip": (39, 39),
}  # fmt: skip
"""CardPen's names of sizes: width and height, upright."""

SHAPES = ("circle", "pokerChip", "hex", "heart")
"""Sizes whose cards are no rectangles."""

MOST_NAMED = 12
"""How many fonts or columns a line of the list names."""

_FAMILY = lazy_pattern(r"family=([^&\s]+)")
_USED = lazy_pattern(r"\{\{[{#^&]?\s*(?:#?(?:if|each|unless)\s+)?([^{}#/!>]+?)\s*\}\}")


@frozen_dataclass
class CardPenProject:
    """The file of a project.

    Attributes:
        values: Its mapping.
        file: Its name.
    """

    values: Mapping[str, Any]
    file: str

    def text(self, key: str) -> str:
        """Return a text or number of the project; "" without one."""
        value = self.values.get(key)
        return str(value).strip() if isinstance(value, str | int | float) and not isinstance(value, bool) else ""

    def number(self, key: str) -> float:
        """Return a number of the project; 0 without one."""
        try:
            return float(self.text(key))
        except ValueError:
            return 0.0


def read_cardpen(
    path: Path, _sheet: str, copies: str, encoding: str, diagnostics: Diagnostics, folder: Path | None = None
) -> tuple[list[FoundDeck], str]:
    """Return the deck of a project, and letters to be checked; no deck for a table with faults.

    Args:
        path: The project, a .json.
        copies: The column of copies; "" for one of each, as CardPen prints them.
        encoding: The encoding of a file that is not Unicode; CardPen writes UTF-8.
        diagnostics: Collects the faults of the table.
        folder: Not used, as a project names no other table.

    Raises:
        Fault: The file cannot be read, is no project, or has no cards.
    """
    place = Place(path.name)
    text = decode_file(Files(path.parent).read(path.name, place), path.name, encoding, diagnostics).text
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict) or not {"csv", "mustache"} <= set(values):
        what = f"{path.name} is no project of CardPen: it has no csv and mustache"
        fix = "save it in CardPen with the button Save; import a table with: pnp import sheet"
        raise Fault(Code.IMPORT_EMPTY, place, what=what, fix=fix)
    project = CardPenProject(values, path.name)
    table = project.text("csv")
    if "\n" not in table:
        what, fix = f"{path.name} lists no cards: it is a single one", "draw it as a template, for a back or a sheet"
        raise Fault(Code.IMPORT_EMPTY, place, what=what, fix=fix)
    rows, letters = table_rows(f"{table}\n".encode(), f"{path.name}#csv", "", diagnostics)
    if rows is None:
        return [], letters
    header = list(rows[0].header) if rows else []
    size = card_size(project)
    return [FoundDeck(rows, copies, 1, size, list(_left_out(project, header, size)))], letters


def card_size(project: CardPenProject) -> tuple[Mm, Mm] | None:
    """Return the width and height of a project's cards, mm; None if it names no size that is known."""
    name = project.text("csize")
    unit = MM_PER_INCH
    if name == "custom":
        units = {"mm": 1.0, "in": MM_PER_INCH, "px": MM_PER_INCH / (project.number("dpi") or 300)}
        size, unit = (project.number("cwidth"), project.number("cheight")), units.get(project.text("cunit"), 0.0)
    elif name in INCHES:
        size = INCHES[name]
    elif name in MILLIMETRES:
        size, unit = MILLIMETRES[name], 1.0
    else:
        return None
    width, height = (round(side * unit, 2) for side in size)
    if not (0 < width <= 1000 and 0 < height <= 1000):
        return None
    return (height, width) if project.text("cori") == "landscape" else (width, height)


def _left_out(project: CardPenProject, header: Sequence[str], size: tuple[Mm, Mm] | None) -> Iterator[str]:
    """Yield a line for each part of a project that is not imported."""
    file = project.file
    if project.text("mustache"):
        used = {name.strip("{}& ") for name in _USED.findall(project.text("mustache"))}
        shown = [name for name in header if name in used]
        why = f"it prints {', '.join(shown[:MOST_NAMED])}" if shown else "it prints no column"
        yield f"{file}: the template, HTML for a browser ({why}): draw it in templates/"
    if project.text("css"):
        yield f"{file}: its styles, CSS: colours, fonts and places go into the template"
    fonts = [re.sub(r"[:@].*", "", name).replace("+", " ") for name in _families(project)]
    if fonts:
        yield f"{file}: its fonts: {'; '.join(f'pnp fonts add {shlex.quote(name)}' for name in fonts[:MOST_NAMED])}"
    if project.number("rscount") > 1:
        yield f"{file}: rowsets: {project.text('rscount')} rows make a card in CardPen; here each is a card"
    if project.text("csize") in SHAPES or project.values.get("ccircle") is True:
        yield f"{file}: the round or other shape: write shape: into the template"
    if size is None:
        yield f"{file}: csize {project.text('csize')} is no size that CardPen names"


def _families(project: CardPenProject) -> list[str]:
    """Return the names of fonts that a project takes from Google."""
    return [name for names in _FAMILY.findall(project.text("extCSS")) for name in names.split("|") if name]
