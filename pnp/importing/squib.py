"""A Squib deck, as its table or as the Ruby that names it → what pnp can take over of it.

Squib keeps cards in a CSV or a workbook, and repeats a row as often as its column qty says, or the one that explode:
names.
The drawing is a program, and is not taken over; what it calls is counted and told.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from pnp.diagnostics import Code, Diagnostics, Fault, Place
from pnp.importing.found import FoundDeck
from pnp.importing.tables import decode_table, read_rows
from pnp.source.files import Files

EXPLODED = "qty"
"""The column of copies, unless a deck names another."""

_TABLE = re.compile(r"\b(?:csv|xlsx)\b[^\n'\"]*\bfile:\s*['\"]([^'\"\n]+)['\"]([^\n]*)")
_EXPLODE = re.compile(r"\bexplode:\s*['\"]([^'\"\n]+)['\"]")
_SHEET = re.compile(r"\bsheet:\s*(\d+)")
_DRAWS = re.compile(
    r"^\s*(text|svg|png|rect|circle|ellipse|line|triangle|polygon|star|curve|grid|background|use_layout|cut_zone|safe_zone"
    r"|save\w*|showcase|hand|font|hint|yaml|build|enable_build)\b",
    re.MULTILINE,
)


def read_squib(
    path: Path, sheet: str, copies: str, encoding: str, diagnostics: Diagnostics
) -> tuple[FoundDeck | None, str]:
    """What is found of a deck, and letters to be looked at; None for a table with faults.

    Args:
        path: A .csv or .xlsx, or the .rb that reads one.
        sheet: Of a workbook.
        copies: The column of copies; "" for the one that Squib would take.
        encoding: Of a table that is not Unicode.
        diagnostics: Told of the faults of the table.

    Raises:
        Fault: A file cannot be read, or names no table.
    """
    left_out: list[str] = []
    if path.suffix.lower() == ".rb":
        files = Files(path.parent)
        program = decode_table(files.read(path.name, Place(path.name)), path.name).text
        match = _table(program, path)
        told = _EXPLODE.search(match[2])
        copies = copies or (told[1] if told else EXPLODED)
        if (number := _SHEET.search(match[2])) and not sheet:
            left_out.append(
                f"sheet: {number[1]}: sheets have names here; give it with --sheet if this was not the only one"
            )
        left_out += _drawn(program)
        path = path.parent / match[1]
    rows, letters = read_rows(path, sheet, encoding, diagnostics)
    if rows is None:
        return None, letters
    header = rows[0].header if rows else {}
    column = copies or (EXPLODED if EXPLODED in header else "")
    if column and column not in header:
        if copies and copies != EXPLODED:
            left_out.append(f"column {column} of copies: the table has none")
        column = ""
    return FoundDeck(rows, column, left_out=left_out), letters


def _table(program: str, path: Path) -> re.Match[str]:
    """Where a program names its table; the first of several."""
    match = _TABLE.search(program)
    if match is None:
        what, fix = f"{path.name} names no table", "name the .csv or .xlsx itself"
        raise Fault(Code.IMPORT_EMPTY, Place(path.name), what=what, fix=fix)
    return match


def _drawn(program: str) -> Sequence[str]:
    """What a program draws, by how often."""
    calls = Counter(_DRAWS.findall(program))
    told = ", ".join(f"{name} {count}" for name, count in sorted(calls.items()))
    tables = len(_TABLE.findall(program))
    others = [f"{tables - 1} more tables: import each by its own name"] if tables > 1 else []
    return [f"the drawing, which is a program: {told}", *others] if told else others
