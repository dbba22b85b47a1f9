"""A deck of nanDECK → its table, copies and card size, and a list of parts that are not imported.

A script has LINK with LINKMULTI, or else sequences of its own, such as [name]=one|two or between SEQUENCE and
ENDSEQUENCE; and CARDSIZE with UNIT. Directives that decide which cards exist, or on which cards something is drawn, are
listed with their lines; all others draw, and are counted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place, counted
from pnp.core.patterns import lazy_pattern
from pnp.core.units import MM_PER_INCH, Mm, whole_number
from pnp.extensions.importing.found_deck import FoundDeck
from pnp.extensions.importing.tables import check_within, decode_table, format_csv, read_rows
from pnp.project.cards import MOST
from pnp.project.delimited import parse_csv
from pnp.project.files import Files, table_endings
from pnp.project.tree import Seq

_UNITS: Mapping[str, Mm] = {"MM": 1.0, "CM": 10.0, "INCH": MM_PER_INCH}
_DIRECTIVE = lazy_pattern(r"([A-Za-z]\w*)\s*=?\s*(.*)", re.DOTALL)
_SEQUENCE = lazy_pattern(r"(\w*)\[([^\[\]]+)\](\d*)\s*=\s*(.*)", re.DOTALL)
_MANY_LINES = lazy_pattern(r"^\{(?=\s*\w*\[)(.*?)\}\s*$", re.MULTILINE | re.DOTALL)
_SIZE = lazy_pattern(r"\s*(\d{1,9}(?:\.\d+)?)\s*,\s*(\d{1,9}(?:\.\d+)?)\s*")
_SETTINGS = {"LINK", "LINKMULTI", "UNIT", "CARDSIZE"}
_SOME_CARDS = "what it draws is on some cards only: write when: in the template"
_OTHER_ROWS = "all rows of the table are taken"
_CODE = "only nanDECK can compute it; write its result into the table or the template"
_LISTED: Mapping[str, str] = {
    "DUPLEX": "the cards of its second range are backs, and imported as cards: delete their rows, and give a back:",
    **dict.fromkeys(("IF", "ELSEIF", "ELSE", "CASE", "SELECT"), _SOME_CARDS),
    **dict.fromkeys(
        ("LINKFILTER", "LINKSTART", "LINKEND", "LINKRANDOM", "LINKSPLIT", "LINKFILL", "LINKNEW"), _OTHER_ROWS
    ),
    **dict.fromkeys(("FOR", "MACRO", "FUNCTION", "SUB", "EXPRESSION", "SECTION", "INCLUDE", "SET", "RENAME"), _CODE),
    **dict.fromkeys(
        ("COPYCARD", "CARDS", "DECK", "MULTICARDS"), "the cards are those of the table, each as often as its copies say"
    ),
}
"""Directives that decide which cards exist, or on which something is drawn, and how the import treats each."""
_ENDS = {"ENDIF", "NEXT", "ENDSELECT", "ENDSECTION", "ENDMACRO", "ENDFUNCTION", "ENDSUB"}


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
    path: Path, sheet: str, copies: str, encoding: str, diagnostics: Diagnostics, folder: Path | None = None
) -> tuple[list[FoundDeck], str]:
    """Return the deck, and letters to be checked; no deck for a table with faults.

    Args:
        path: The script, or the table that it links.
        sheet: The sheet of a workbook.
        copies: The column of copies, as LINKMULTI names it; "" for that of the script.
        encoding: The encoding of files that are not Unicode.
        diagnostics: Collects the faults of the table.
        folder: The folder whose files the script may read; None for its own.

    Raises:
        Fault: A file cannot be read, lies elsewhere, or names no table.
    """
    if path.suffix.lower() in table_endings() and path.suffix.lower() != ".txt":  # a script may be a .txt, too
        rows, letters = read_rows(path, sheet, encoding, diagnostics)
        return ([] if rows is None else [FoundDeck(rows, copies)]), letters
    decoded = decode_table(Files(path.parent).read(path.name, Place(path.name)), path.name, encoding)
    script = _read(decoded.text, path.name)
    left_out = [*script.left_out, *_drawing_directives(script)]
    multi = copies or script.settings.get("LINKMULTI", "")
    link, letters = script.settings.get("LINK", ""), decoded.letters
    if link:
        rows, letters = _linked(path, link, sheet, encoding, diagnostics, folder or path.parent)
        if script.sequences:
            left_out.append(f"sequences beside the table: {', '.join(script.sequences)}")
    else:
        rows = _of_sequences(script, path, diagnostics, left_out)
    if rows is None:
        return [], letters
    count = whole_number(multi)
    column, number = (multi, 1) if count is None or count > MOST else ("", count)
    if column and rows and column not in rows[0].header:
        left_out.append(f"the table has no column {column} for copies")
        column = ""
    return [FoundDeck(rows, column, number, _size(script, left_out), left_out)], letters


def _read(text: str, file: str) -> _Script:
    """Return the contents of a script, by the kinds of its lines."""
    script = _Script()
    text = _MANY_LINES.sub(lambda block: block[1].replace("\n", "") + "\n" * block[1].count("\n"), text)
    lines = iter(enumerate(map(str.strip, text.split("\n")), 1))
    for number, line in lines:
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
        elif name in _LISTED:
            script.left_out.append(f"{file}:{number}: {line[:70]} ({_LISTED[name]})")
        elif name not in _ENDS:
            script.drawing[name] += 1
    return script


def _take_sequence(script: _Script, kind: str, name: str, number: str, value: str) -> None:
    elements = [_unquoted(part) for part in value.split("|")]
    if kind or number or "{" in value:
        script.left_out.append(f"[{name}]: only nanDECK can compute it: {kind}[{name}]{number}={value[:40]}")
    elif len(elements) > 1:
        script.sequences[name] = elements
    else:
        script.left_out.append(
            f"[{name}] is one value for all cards, “{elements[0][:40]}”; write it as a fact in game.yaml"
        )


def _take_block(script: _Script, name: str, lines: Iterator[tuple[int, str]]) -> None:
    """Take the lines up to ENDSEQUENCE: elements of one sequence, or of several that each line names."""
    for _, line in lines:
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


def _linked(
    path: Path, link: str, sheet: str, encoding: str, diagnostics: Diagnostics, folder: Path
) -> tuple[Seq | None, str]:
    """Return the rows of the table that a script links."""
    file, _, link_sheet = link.partition("!")
    file = file.strip().strip('"').replace("\\", "/")
    if not file.lower().endswith(table_endings()):
        what = f"LINK={link} is not a file: a sheet of Google, or a kind of table that is not read"
        fix = "save its table as .csv beside the script and name that; of Google, with pnp import sheet"
        raise Fault(Code.IMPORT_EMPTY, Place(path.name), what=what, fix=fix)
    check_within(folder, path.parent / file, f"LINK={file}", Place(path.name))
    return read_rows(path.parent / file, sheet or link_sheet.strip(), encoding, diagnostics)


def _of_sequences(script: _Script, path: Path, diagnostics: Diagnostics, left_out: list[str]) -> Seq | None:
    """Return the sequences of a script as a table; shorter ones begin again, as in nanDECK."""
    if not script.sequences:
        what = f"{path.name} links no table and has no sequences: nothing says what stands on its cards"
        fix = (
            "name their table, .csv or .xlsx, in place of the script; without one, write one with a line for each card"
        )
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
        left_out.append(f"CARDSIZE={size}: its sides are not plain numbers")
        return None
    return (60.0, 90.0)
