"""The cells of a table, from any kind of file → a Seq of Maps, one for each row, with the place of each cell.

A cell that looks like a number, true or false becomes that value, and keeps its text for text fields. Empty cells are
left out, so that a field's default applies; so are columns without a name, and columns whose name begins with #, which
are remarks. Titles above the column names are skipped. What no card can show is a fault of its cell, and is only
reported if the column is used.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place, counted
from pnp.core.patterns import lazy_pattern
from pnp.project.tree import CellFault, Map, Seq

_NUMBER = lazy_pattern(r"-?(?:0|[1-9][0-9]{0,99})(\.[0-9]{1,99})?")

_FORMULA_ERROR = lazy_pattern(r"#(?:REF!|N/A|NAME\?|VALUE!|DIV/0!|NUM!|NULL!|SPILL!|CALC!)|Err:5\d\d")
"""The errors that Excel, Google Sheets and LibreOffice write for a formula that has no value."""

_BROKEN = lazy_pattern("[\u00c3\u00c2][\u0080-\u00bf]|\u00e2\u20ac[\u0098-\u2122]?")
"""Accented letters and quotes whose UTF-8 was read in a Windows encoding: Ã¼ for ü."""

TITLE_LINES = 20
"""The column names are searched in this many lines."""


class Cell(NamedTuple):
    """A cell that is not empty.

    Attributes:
        value: A number, true or false, or a text.
        text: What a spreadsheet shows; "" if that is not known.
        place: The place of the cell.
        fault: Why no card can show it, or None.
    """

    value: Any
    text: str
    place: Place
    fault: CellFault | None = None


class TableLine(NamedTuple):
    """A row of a file: its number, from 1, and its cells by column number."""

    number: int
    cells: Mapping[int, Cell]


def text_cell(text: str, place: Place) -> Cell:
    """Return the cell for a text, with the value that the text stands for."""
    text = text.strip()
    if _FORMULA_ERROR.fullmatch(text):
        return Cell(text, text, place, formula_error(text))
    fault = None
    if broken := _BROKEN.search(text):
        what, fix = (
            f"{broken[0]} stands for a letter with an accent",
            "open the original table as UTF-8, and save it as UTF-8",
        )
        fault = CellFault(what, "the table was UTF-8, but was opened with another encoding before it was saved", fix)
    return Cell(cell_value(text), text, place, fault)


def formula_error(text: str) -> CellFault:
    """Return the fault of a cell that holds the error of a formula, such as #REF!."""
    return CellFault(f"{text} is the error of a formula", "", "correct it in the spreadsheet")


def cell_value(cell: str) -> str | int | float | bool:
    """Return the value that a cell stands for: a number, true, false, or its text."""
    text = cell.strip()
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    match = _NUMBER.fullmatch(text)
    if not match:
        return text
    return float(cell) if match[1] else int(cell)


class ColumnNames(NamedTuple):
    """The names of a table's columns, and their places, by column number."""

    line: int
    names: Mapping[int, str]
    places: dict[str, Place]


def read_table(
    lines: Iterable[TableLine], file: str, diagnostics: Diagnostics, *, header: int = 0, delimiter: str = ""
) -> Seq | None:
    """Return the rows below the column names; None, with a report, if the names are missing or ambiguous.

    Args:
        lines: The lines of the table.
        file: The name of the file in places: a path, and # with the sheet.
        diagnostics: Receives the faults of the names; those of cells are stored with their rows.
        header: The number of the line with the names; 0 to search for it.
        delimiter: What separates the cells in the file.
    """
    filled = [line for line in lines if line.cells]
    names = find_names(filled, file, header, diagnostics)
    if names is None:
        return None
    rows = Seq(file, (1, 1))
    unnamed: set[int] = set()
    for line in filled:
        if line.number > names.line:
            rows.put(_row(names, line, file, delimiter), (line.number, _column(line)))
            unnamed |= line.cells.keys() - names.names.keys()
    rows.unnamed_columns = tuple(sorted(unnamed))
    return rows


def find_names(lines: Sequence[TableLine], file: str, header: int, diagnostics: Diagnostics) -> ColumnNames | None:
    """Return the names of a table's columns; None, with a report, if there are none, or a duplicate."""
    number = header or names_line(lines)
    line = next((line for line in lines if line.number == number), None)
    if line is None:
        what = f"line {header} has no names of columns" if header else "the table is empty"
        fix = "correct header: of the deck" if header else "name the columns in its first line"
        diagnostics.report(Code.TABLE_HEADER, Place(file), what=what, fix=fix)
        return None
    if line is not lines[0] and not header:
        what = f"the columns are named in line {line.number}; line {lines[0].number} seems to be a title"
        fix = f"write header: {line.number} in the deck, or delete what stands above the names"
        diagnostics.report(Code.TABLE_TITLE, _first(lines[0]).place, what=what, fix=fix)
    names: dict[int, str] = {}
    places: dict[str, Place] = {}
    for column in sorted(line.cells):
        cell = line.cells[column]
        name = " ".join((cell.text or str(cell.value)).split())
        if name in places and not is_remark(name):
            diagnostics.report(Code.TABLE_HEADER, cell.place, what=f"column {name} is named twice", fix="rename one")
            return None
        names[column] = name
        places[name] = cell.place
    return ColumnNames(line.number, names, places)


def names_line(lines: Sequence[TableLine]) -> int:
    """Return the number of the line with the column names: the first, or one below a title; 0 if there is none.

    A title is a single cell. Column names are several different texts, with more lines below them.
    """
    index = next((index for index, line in enumerate(lines[:TITLE_LINES]) if len(line.cells) > 1), 0)
    texts = [cell.text for cell in lines[index].cells.values()] if lines else []
    are_names = len(set(texts)) == len(texts) and not any(_NUMBER.fullmatch(text) for text in texts)
    return lines[index if are_names and index + 1 < len(lines) else 0].number if lines else 0


def _first(line: TableLine) -> Cell:
    return line.cells[min(line.cells)]


def _column(line: TableLine) -> int:
    return _first(line).place.column


def _row(names: ColumnNames, line: TableLine, file: str, delimiter: str) -> Map:
    row = Map(file, (line.number, _column(line)))
    row.header, row.delimiter = names.places, delimiter
    for column, name in names.names.items():
        cell = line.cells.get(column)
        if cell is None or is_remark(name):
            continue
        if cell.fault is not None:
            row.faults[name] = cell.fault
        named_at, at = names.places[name], (cell.place.line, cell.place.column)
        row.put(name, cell.value, (named_at.line, named_at.column), at)
        row.cells[name] = cell.text
    return row


def is_remark(column: str) -> bool:
    """Whether a column is a remark of the designer, not a field of the cards."""
    return column.startswith("#")


MAX_EXAMPLES = 3
"""The message of a shared fault shows at most this many cells."""
MAX_LETTERS = 40
"""It shows at most this many letters of each cell."""


def report_cell_faults(rows: Seq, diagnostics: Diagnostics, used: Collection[str] | None = None) -> bool:
    """Report the faults of a table's cells, each once a column; return whether any is an error.

    Args:
        rows: The rows of the table.
        diagnostics: Receives the faults.
        used: The names of the columns that cards use; None for all.
    """
    cells_by_fault: dict[tuple[str, CellFault], list[tuple[Place, str]]] = {}
    for row in rows:
        for name, fault in row.faults.items() if isinstance(row, Map) else ():
            if used is None or name in used:
                cells = cells_by_fault.setdefault((name, fault), [])
                cells.append((row.place_of(name), row.cells.get(name) or str(row[name])))
    for (name, fault), cells in cells_by_fault.items():
        texts = [f"“{text[:MAX_LETTERS]}”" if text else place.cell for place, text in cells]
        if fault.is_shown:
            what = f"column {name} has {fault.what} ({counted(len(cells), 'cell')}), printed as {_listed(texts)}"
        elif len(cells) > 1:
            what = f"{fault.what}; the same in {counted(len(cells) - 1, 'cell')} below: {_listed(texts[1:])}"
        else:
            what = fault.what
        diagnostics.report(fault.code, cells[0][0], what=what, why=fault.why, fix=fault.fix)
    return any(not fault.is_shown for _, fault in cells_by_fault)


def _listed(texts: Sequence[str]) -> str:
    return ", ".join(texts[:MAX_EXAMPLES]) + (" …" if len(texts) > MAX_EXAMPLES else "")


def unread_columns(rows: Seq, used: Collection[str]) -> tuple[str, ...]:
    """Return the columns of a table that cards do not use: their names, or their numbers if they have none.

    Args:
        rows: The rows of the table.
        used: The names of the columns that cards use.
    """
    names = [name for name in (rows[0].header if rows else ()) if name not in used and not is_remark(name)]
    return (*names, *(f"column {number}" for number in rows.unnamed_columns))
