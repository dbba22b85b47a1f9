"""A deck of Squib or nanDECK → its table, copies and card size, and a list of parts that are not imported.

Squib keeps cards in a CSV or a workbook, and repeats a row as often as its column qty says, or the column that explode:
names. The drawing is a Ruby program and is not imported; its calls are counted and listed.

A nanDECK script has LINK with LINKMULTI, or else sequences of its own, such as [name]=one|two or between SEQUENCE and
ENDSEQUENCE; and CARDSIZE with UNIT. All other directives draw; they are counted and listed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place, counted
from pnp.core.units import MM_PER_INCH, Mm
from pnp.importers.tables import FoundDeck, decode_table, format_csv, read_rows
from pnp.project.delimited import parse_csv
from pnp.project.files import TABLES, WORKBOOKS, Files
from pnp.project.tree import Seq

EXPLODED = "qty"
"""The column of copies, unless a deck names another."""

_TABLE = re.compile(r"\b(?:csv|xlsx)\b[^\n'\"]*\bfile:\s*['\"]([^'\"\n]+)['\"]([^\n]*)")
_EXPLODE = re.compile(r"\bexplode:\s*['\"]([^'\"\n]+)['\"]")
_SHEET = re.compile(r"\bsheet:\s*(?:(\d+)|['\"]([^'\"\n]+)['\"])")
_DRAWS = re.compile(
    r"^\s*(text|svg|png|rect|circle|ellipse|line|triangle|polygon|star|curve|grid|background|use_layout|cut_zone|safe_zone"
    r"|save\w*|showcase|hand|font|hint|yaml|build|enable_build)\b",
    re.MULTILINE,
)


def read_squib(
    path: Path, sheet: str, copies: str, encoding: str, diagnostics: Diagnostics
) -> tuple[FoundDeck | None, str]:
    """Return a deck, and letters to be checked; None for a table with faults.

    Args:
        path: A .csv or .xlsx, or the .rb that reads one.
        sheet: The sheet of a workbook.
        copies: The column of copies; "" for the one that Squib would use.
        encoding: The encoding of a table that is not Unicode.
        diagnostics: Collects the faults of the table.

    Raises:
        Fault: A file cannot be read, or names no table.
    """
    left_out: list[str] = []
    if path.suffix.lower() == ".rb":
        files = Files(path.parent)
        program = decode_table(files.read(path.name, Place(path.name)), path.name).text
        match = _table(program, path)
        explode = _EXPLODE.search(match[2])
        copies = copies or (explode[1] if explode else EXPLODED)
        left_out += _program_parts(program)
        path = _beside(path, match[1])
        if (sheet_match := _SHEET.search(match[2])) and not sheet:
            sheet = sheet_match[2] or _numbered_sheet(path, int(sheet_match[1]))
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


LEVELS = 3
"""Folders above a script in which its table is searched: Squib takes paths from the folder where it runs."""


def _beside(script: Path, table: str) -> Path:
    """Return the path of a script's table: from its own folder, or from one above it."""
    name = table.replace("\\", "/")
    folders = [script.parent, *script.resolve().parents[1:LEVELS]]
    return next((path for folder in folders if (path := folder / name).is_file()), script.parent / name)


def _numbered_sheet(path: Path, number: int) -> str:
    """Return the name of a workbook's sheet by its number from 0; "" if it has none of that number."""
    from pnp.project.workbook import sheet_names

    names = sheet_names(path.read_bytes()) if path.suffix.lower() in WORKBOOKS and path.is_file() else []
    return names[number] if number < len(names) else ""


def _table(program: str, path: Path) -> re.Match[str]:
    """Return the match of a program's table; the first of several."""
    match = _TABLE.search(program)
    if match is None:
        what, fix = f"{path.name} names no table", "name the .csv or .xlsx itself"
        raise Fault(Code.IMPORT_EMPTY, Place(path.name), what=what, fix=fix)
    return match


def _program_parts(program: str) -> Sequence[str]:
    """List the parts of a program that are not imported: its drawing calls with their counts, and further tables."""
    calls = Counter(_DRAWS.findall(program))
    counts = ", ".join(f"{name} {count}" for name, count in sorted(calls.items()))
    tables = len(_TABLE.findall(program))
    more = [f"{tables - 1} more tables: import each by its own name"] if tables > 1 else []
    return [f"the drawing, which is a program: {counts}", *more] if counts else more


_UNITS: Mapping[str, Mm] = {"MM": 1.0, "CM": 10.0, "INCH": MM_PER_INCH}
_DIRECTIVE = re.compile(r"([A-Za-z]\w*)\s*=?\s*(.*)", re.DOTALL)
_SEQUENCE = re.compile(r"(\w*)\[([^\[\]]+)\](\d*)\s*=\s*(.*)", re.DOTALL)
_MANY_LINES = re.compile(r"^\{(?=\s*\w*\[)(.*?)\}\s*$", re.MULTILINE | re.DOTALL)
_SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*,\s*(\d+(?:\.\d+)?)\s*")
_SETTINGS = {"LINK", "LINKMULTI", "UNIT", "CARDSIZE"}


@dataclass
class _Script:
    """The contents of a script.

    Attributes:
        settings: The values of LINK, LINKMULTI, UNIT and CARDSIZE, without quotes.
        sequences: Elements by name, in order.
        drawing: The count of each other directive.
        left_out: A line for each other part that is not imported.
    """

    settings: dict[str, str] = field(default_factory=dict)
    sequences: dict[str, list[str]] = field(default_factory=dict)
    drawing: Counter[str] = field(default_factory=Counter)
    left_out: list[str] = field(default_factory=list)


def read_nandeck(
    path: Path, sheet: str, copies: str, encoding: str, diagnostics: Diagnostics
) -> tuple[FoundDeck | None, str]:
    """Return a deck, and letters to be checked; None for a table with faults.

    Args:
        path: The script, or the table that it links.
        sheet: The sheet of a workbook.
        copies: The column of copies, as LINKMULTI names it; "" for that of the script.
        encoding: The encoding of files that are not Unicode.
        diagnostics: Collects the faults of the table.

    Raises:
        Fault: A file cannot be read, or names no table.
    """
    if path.suffix.lower() in TABLES and path.suffix.lower() != ".txt":  # a script may end so
        rows, letters = read_rows(path, sheet, encoding, diagnostics)
        return (None if rows is None else FoundDeck(rows, copies)), letters
    decoded = decode_table(Files(path.parent).read(path.name, Place(path.name)), path.name, encoding)
    script = _read(decoded.text)
    left_out = [*script.left_out, *_drawing_directives(script)]
    multi = copies or script.settings.get("LINKMULTI", "")
    link, letters = script.settings.get("LINK", ""), decoded.letters
    if link:
        rows, letters = _linked(path, link, sheet, encoding, diagnostics)
        if script.sequences:
            left_out.append(f"sequences beside the table: {', '.join(script.sequences)}")
    else:
        rows = _of_sequences(script, path, diagnostics, left_out)
    if rows is None:
        return None, letters
    column, number = ("", int(multi)) if multi.isdecimal() and int(multi) <= 1000 else (multi, 1)
    if column and rows and column not in rows[0].header:
        left_out.append(f"column {column} of copies: the table has none")
        column = ""
    return FoundDeck(rows, column, number, _size(script, left_out), left_out), letters


def _read(text: str) -> _Script:
    """Return the contents of a script, by the kinds of its lines."""
    script = _Script()
    text = _MANY_LINES.sub(lambda block: block[1].replace("\n", ""), text)
    lines = iter(line.strip() for line in text.split("\n"))
    for line in lines:
        if not line or line.startswith((";", "'")):
            continue
        if match := _SEQUENCE.fullmatch(line):
            _take_sequence(script, *match.groups())
            continue
        match = _DIRECTIVE.match(line)
        name = match[1].upper() if match else "?"
        if match and name in _SETTINGS:
            script.settings.setdefault(name, match[2].strip().strip('"'))
        elif match and name == "SEQUENCE":
            _take_block(script, match[2].strip().strip("[]"), lines)
        else:
            script.drawing[name] += 1
    return script


def _take_sequence(script: _Script, kind: str, name: str, number: str, value: str) -> None:
    elements = [_unquoted(part) for part in value.split("|")]
    if kind or number or "{" in value:
        script.left_out.append(f"[{name}]: nanDECK works it out: {kind}[{name}]{number}={value[:40]}")
    elif len(elements) > 1:
        script.sequences[name] = elements
    else:
        script.left_out.append(
            f"[{name}] is one value for all cards, “{elements[0][:40]}”; write it as a fact in game.yaml"
        )


def _take_block(script: _Script, name: str, lines: Iterator[str]) -> None:
    """Take the lines up to ENDSEQUENCE: elements of one sequence, or of several that each line names."""
    for line in lines:
        if line.upper() == "ENDSEQUENCE":
            return
        first, bar, rest = line.partition("|")
        if name and line:
            script.sequences.setdefault(name, []).append(_unquoted(line))
        elif bar:
            script.sequences.setdefault(first.strip().strip("[]"), []).append(_unquoted(rest))


def _unquoted(text: str) -> str:
    text = text.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text.strip('"')


def _linked(path: Path, link: str, sheet: str, encoding: str, diagnostics: Diagnostics) -> tuple[Seq | None, str]:
    """Return the rows of the table that a script links."""
    file, _, link_sheet = link.partition("!")
    file = file.strip().strip('"').replace("\\", "/")
    if not file.lower().endswith(TABLES):
        what = f"LINK={link} is not a file: a sheet of Google, or a kind of table that is not read"
        fix = "save its table as .csv beside the script and name that; of Google, with pnp import sheet"
        raise Fault(Code.IMPORT_EMPTY, Place(path.name), what=what, fix=fix)
    return read_rows(path.parent / file, sheet or link_sheet.strip(), encoding, diagnostics)


def _of_sequences(script: _Script, path: Path, diagnostics: Diagnostics, left_out: list[str]) -> Seq | None:
    """Return the sequences of a script as a table; shorter ones begin again, as in nanDECK."""
    if not script.sequences:
        what, fix = f"{path.name} links no table and has no sequences", "name the .csv or .xlsx itself"
        raise Fault(Code.IMPORT_EMPTY, Place(path.name), what=what, fix=fix)
    longest = max(map(len, script.sequences.values()))
    for name, elements in script.sequences.items():
        if len(elements) < longest:
            left_out.append(
                f"[{name}] has {counted(len(elements), 'element')} for {longest} cards: it begins again, as in nanDECK"
            )
    columns = [[elements[n % len(elements)] for n in range(longest)] for elements in script.sequences.values()]
    return parse_csv(format_csv([list(script.sequences), *zip(*columns, strict=True)]), path.name, diagnostics)


def _drawing_directives(script: _Script) -> list[str]:
    counts = ", ".join(f"{name} {count}" for name, count in sorted(script.drawing.items()))
    return [f"directives that draw and print: {counts}"] if counts else []


def _size(script: _Script, left_out: list[str]) -> tuple[Mm, Mm] | None:
    """Return the card's size: CARDSIZE in the unit UNIT; without them 6 by 9 centimetres, as in nanDECK."""
    size = script.settings.get("CARDSIZE")
    match, unit = _SIZE.fullmatch(size or ""), _UNITS.get(script.settings.get("UNIT", "CM").upper())
    if match and unit:
        return (round(float(match[1]) * unit, 2), round(float(match[2]) * unit, 2))
    if size:
        left_out.append(f"CARDSIZE={size}: its sides are no plain numbers")
        return None
    return (60.0, 90.0)
