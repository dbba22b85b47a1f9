"""CSV and TSV text → a Seq of Maps, one for each row, with the line and column of each cell."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place, counted
from pnp.core.patterns import lazy_pattern
from pnp.project.table import TITLE_LINES, Cell, TableLine, read_table, text_cell
from pnp.project.tree import Seq

SEPARATOR = lazy_pattern(r"sep=(.)\n")
"""The first line in which Excel says what separates the cells."""

SEPARATOR_NAMES = {",": "commas", ";": "semicolons", "\t": "tabs"}
"""The separators of columns, as messages name them."""


def parse_csv(text: str, file: str, diagnostics: Diagnostics, header: int = 0) -> Seq | None:
    """Return the rows below the header; None for a table with faults.

    Faults of single cells are stored with their rows. A missing header, a duplicate column name, a row that is longer
    than the header, and an unclosed quote are faults of the table.

    Args:
        text: Values separated by commas, semicolons or tabs. The first row, or one below a title, names the columns.
        file: The name of the file in places.
        diagnostics: Receives the faults.
        header: The number of the line with the names; 0 to search for it.
    """
    separator = SEPARATOR.match(text)
    body, above = (text[separator.end() :], 1) if separator else (text, 0)
    delimiter = separator[1] if separator else find_delimiter(body)
    before = diagnostics.errors
    lines: list[TableLine] = []
    widths: list[int] = []
    reader = csv.reader(StringIO(body, newline=""), delimiter=delimiter, strict=True)
    line = above + 1
    written = body.split("\n")
    try:
        for cells in reader:
            whole = written[reader.line_num - 1]
            is_quoted = '"' in whole and line == above + reader.line_num
            starts = cell_starts(whole, delimiter) if is_quoted else None
            lines.append(table_line(cells, Place(file, line), starts))
            widths.append(len(cells))
            line = above + reader.line_num + 1
    except csv.Error as error:
        to = above + reader.line_num
        what = f"the row goes on to line {to}, as a quote is open" if to > line else f"not valid CSV: {error}"
        fix = "close the quote; one that is printed is written twice"
        diagnostics.report(Code.CSV_SYNTAX, Place(file, line, 1), what=what, fix=fix)
        return None
    rows = read_table(lines, file, diagnostics, header=header, delimiter=delimiter)
    if rows is None:
        return None
    _check_widths(lines, widths, rows, delimiter, diagnostics)
    return rows if diagnostics.errors == before else None


def find_delimiter(text: str) -> str:
    """Return the separator of a table's cells: the most frequent one in the first line that has any."""
    lines = text.split("\n", TITLE_LINES)[:TITLE_LINES]
    first = next((line for line in lines if set(line.strip()) & set(",;\t")), "")
    if "\t" in first.strip() and not set(first) & set(",;"):
        has_tabs = first == lines[0] or sum("\t" in line.strip() for line in lines) > 1
        return "\t" if has_tabs else ","
    return ";" if first.count(";") > first.count(",") else ","


def cell_starts(line: str, delimiter: str) -> list[int]:
    """Return the columns at which the cells of a line begin, from 1; a quoted cell begins at its quote."""
    starts, is_open, is_first = [1], False, True
    for column, letter in enumerate(line, 1):
        if letter == '"' and (is_open or is_first):
            is_open = not is_open
        elif letter == delimiter and not is_open:
            starts.append(column + 1)
        is_first = letter == delimiter and not is_open
    return starts


def table_line(cells: Sequence[str], place: Place, starts: Sequence[int] | None = None) -> TableLine:
    """Return a line of a table from the texts of its cells, between which one character stands.

    Args:
        cells: The texts, empty ones included.
        place: The file, or the sheet of a workbook, and the line.
        starts: The column at which each cell begins, where quotes stand around some.
    """
    column = 1
    filled: dict[int, Cell] = {}
    for number, cell in enumerate(cells, 1):
        if cell.strip():
            at = starts[number - 1] if starts and number <= len(starts) else column
            filled[number] = text_cell(cell, Place(place.file, place.line, at))
        column += len(cell) + 1
    return TableLine(place.line, filled)


def _check_widths(
    lines: list[TableLine], widths: list[int], rows: Seq, delimiter: str, diagnostics: Diagnostics
) -> None:
    """Report rows with more cells than the header has, which come from a separator in a text without quotes."""
    if not rows:
        return
    names_at = next(iter(rows[0].header.values())).line
    width = next((width for line, width in zip(lines, widths, strict=True) if line.number == names_at), 0)
    long = [line for line in lines if line.number > names_at and line.cells and max(line.cells) > width]
    if not long:
        return
    line = long[0]
    what = f"{counted(max(line.cells), 'cell')}, but the header names {counted(width, 'column')}"
    what += f"; the same in {counted(len(long) - 1, 'row')} below" if len(long) > 1 else ""
    fix = f"put quotes around cells that contain {SEPARATOR_NAMES.get(delimiter, delimiter)}"
    diagnostics.report(Code.TABLE_CELLS, Place(rows.file, line.number, 1), what=what, fix=fix)
