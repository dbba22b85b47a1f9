"""CSV text → a Seq of Maps, one a row, that know line and column of each cell.

A cell that reads as a number, as true or as false becomes that value, and keeps its text for a field of texts. Left out
are empty cells, so that a field's default applies; columns at the end with neither a name nor a cell; and remarks:
columns whose name begins with #.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from io import StringIO
from itertools import accumulate

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place, counted
from pnp.project.tree import Map, Seq

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,99})(\.[0-9]{1,99})?")

_FORMULA_ERROR = re.compile(r"#(?:REF!|N/A|NAME\?|VALUE!|DIV/0!|NUM!|NULL!|SPILL!|CALC!)|Err:5\d\d")
"""The errors that Excel, Google Sheets and LibreOffice write for a formula without a value."""

_BROKEN = re.compile("[\u00c3\u00c2][\u0080-\u00bf]|\u00e2\u20ac[\u0098-\u2122]?")
"""Letters with accents and quotes whose UTF-8 was read in Windows' encoding: Ã¼ for ü."""

SEPARATOR = re.compile(r"sep=(.)\n")
"""The first line by which Excel notes what separates the cells."""


def parse_csv(text: str, file: str, diagnostics: Diagnostics) -> Seq | None:
    """Return the rows below the header; None for a table with faults.

    No header, a column named twice or not at all, a row longer than the header, an open quote, the error of a formula,
    and tabs between the names of columns are faults.

    Args:
        text: Comma or semicolon separated values; the first row names the columns.
        file: The name that places bear.
        diagnostics: Receives the faults.
    """
    separator = SEPARATOR.match(text)
    body = text[separator.end() :] if separator else text
    usual = ";" if body.partition("\n")[0].count(";") > body.partition("\n")[0].count(",") else ","
    delimiter = separator[1] if separator else usual
    reader = csv.reader(StringIO(body, newline=""), delimiter=delimiter, strict=True)
    if not separator and _is_tabbed(text):
        place = Place(file, 1, text.index("\t") + 1)
        what, fix = "this looks tab-separated", "use commas or semicolons: save it as CSV, or replace the tabs"
        diagnostics.report(Code.TABLE_HEADER, place, what=what, fix=fix)
        return None
    rows = Seq(file, (1, 1))
    before = diagnostics.count
    header: list[str] = []
    columns: list[Place] = []
    named: dict[str, Place] = {}
    above = 1 if separator else 0
    line, widest = above + 1, 0
    repeated = RepeatedFaults()
    if title := title_rows(_rows(body, delimiter, above)):
        report_title(Place(file, title[0], 1), *title, diagnostics)
        return None
    try:
        for cells in reader:
            start, line = line, above + reader.line_num + 1
            width = len(cells)
            while cells and not cells[-1].strip() and len(cells) > len(header):
                cells.pop()
            if not any(cell.strip() for cell in cells):
                continue
            if not header:
                header = [cell.strip() for cell in cells]
                columns = _columns(cells, Place(file, start))
                named = dict(zip(header, columns, strict=True))
                widest = width
                check_header(header, [Place(file, start, 1)] * len(header), diagnostics)
            elif len(header) < len(cells) <= widest:
                what = f"column {len(cells)} has no name, and a cell here"
                fix = f"name it in line {columns[0].line}, or take out a {delimiter} too many"
                at = _columns(cells, Place(file, start))[-1]
                repeated.add(len(cells), Code.TABLE_HEADER, at, cells[-1], what=what, fix=fix)
            elif len(cells) > len(header):
                what = f"{counted(len(cells), 'cell')}, but the header names {counted(len(header), 'column')}"
                fix = f"quote cells that hold {SEPARATOR_NAMES.get(delimiter, delimiter)}"
                row_text = delimiter.join(cells)
                repeated.add(len(cells), Code.TABLE_CELLS, Place(file, start, 1), row_text, what=what, fix=fix)
            else:
                row = _row(named, header, cells, file, start)
                row.delimiter = delimiter
                rows.put(row, (start, 1))
                _check_cells(row, diagnostics)
    except csv.Error as error:
        to = above + reader.line_num
        what = f"the row goes on to line {to}, as a quote is open" if to > line else f"not valid CSV: {error}"
        fix = "close the quote; one that is printed is written twice"
        diagnostics.report(Code.CSV_SYNTAX, Place(file, line, 1), what=what, fix=fix)
    repeated.report(diagnostics)
    if not header and diagnostics.count == before:
        diagnostics.report(Code.TABLE_HEADER, Place(file), what="the table is empty", fix="name the columns in line 1")
    return rows if diagnostics.count == before else None


def _rows(body: str, delimiter: str, above: int) -> Iterator[tuple[int, list[str]]]:
    """The line at which each row ends, and its cells that are not empty; no more after a fault."""
    reader = csv.reader(StringIO(body, newline=""), delimiter=delimiter, strict=True)
    with suppress(csv.Error):
        for cells in reader:
            yield above + reader.line_num, [cell.strip() for cell in cells if cell.strip()]


SEPARATOR_NAMES = {",": "commas", ";": "semicolons", "\t": "tabs"}
"""The separators of columns, in words."""


def _is_tabbed(text: str) -> bool:
    """Whether only tabs separate the names of the columns."""
    first = text.partition("\n")[0]
    return "\t" in first.strip() and not set(first) & set(",;")


def _columns(cells: list[str], line: Place) -> list[Place]:
    """The place of each column's name."""
    starts = accumulate((len(cell) + 1 for cell in cells), initial=1)
    return [Place(line.file, line.line, start) for start in starts][: len(cells)]


def check_header(header: Sequence[str], places: Sequence[Place], diagnostics: Diagnostics) -> None:
    """Report columns without a name, or with the name of an earlier one.

    Args:
        header: The names of the columns.
        places: Where each name is to be corrected.
        diagnostics: Receives the faults.
    """
    earlier: set[str] = set()
    for index, (name, place) in enumerate(zip(header, places, strict=True)):
        if not name:
            what = f"column {index + 1} has no name"
            diagnostics.report(Code.TABLE_HEADER, place, what=what, fix="name it or delete the column")
        elif name in earlier and not is_remark(name):
            diagnostics.report(Code.TABLE_HEADER, place, what=f"column {name} is named twice", fix="rename one")
        earlier.add(name)


def title_rows(rows: Iterable[tuple[int, Sequence[str]]]) -> tuple[int, int] | None:
    """The first row of a table and the row that seems to name the columns, if a title stands above them; else None.

    A title is one cell alone. Names are several texts, all different, with more rows below.

    Args:
        rows: The number of each row, and its cells that are not empty.
    """
    filled = ((number, cells) for number, cells in rows if cells)
    first, cells = next(filled, (0, ()))
    if len(cells) != 1:
        return None
    named, cells = next(((number, cells) for number, cells in filled if len(cells) > 1), (0, ()))
    are_names = len(set(cells)) == len(cells) and not any(_NUMBER.fullmatch(cell) for cell in cells)
    return (first, named) if named and are_names and next(filled, None) else None


def report_title(place: Place, first: int, named: int, diagnostics: Diagnostics) -> None:
    """Report a title above the names of the columns."""
    what = f"row {first} names one column only; the names seem to stand in row {named}"
    fix = f"delete row {first}" if named == first + 1 else f"delete rows {first} to {named - 1}"
    diagnostics.report(Code.TABLE_HEADER, place, what=what, fix=f"{fix}, so that the names come first")


class RepeatedFaults:
    """Faults that many cells of a column share, each reported once with its first cells and their number."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, Code, str, str, str], list[tuple[Place, str]]] = {}

    def add(
        self, column: int, code: Code, place: Place, cell: object, *, what: str, why: str = "", fix: str = ""
    ) -> None:
        """Note the fault of a cell; in ``what``, {cell} stands for what the cell holds."""
        self._cells.setdefault((column, code, what, why, fix), []).append((place, str(cell)))

    def report(self, diagnostics: Diagnostics) -> None:
        """Report all noted faults."""
        for (_, code, what, why, fix), cells in self._cells.items():
            place, first = cells[0]
            message = what.replace("{cell}", first[:MAX_LETTERS])
            if len(cells) > 1:
                examples = ", ".join(f"“{cell[:MAX_LETTERS]}”" for _, cell in cells[1 : 1 + MAX_EXAMPLES])
                message += f"; so it is with {counted(len(cells) - 1, 'cell')} below: {examples}"
                message += " …" if len(cells) - 1 > MAX_EXAMPLES else ""
            diagnostics.report(code, place, what=message, why=why, fix=fix)


MAX_EXAMPLES = 3
"""Further cells that the message of a shared fault shows."""
MAX_LETTERS = 40
"""Letters of each cell that it shows."""


def is_remark(column: str) -> bool:
    """Whether a column is a remark of the designer, and no field of the cards."""
    return column.startswith("#")


def _check_cells(row: Map, diagnostics: Diagnostics) -> None:
    """Report cells in which a formula had no value when the table was saved, or that were read in a wrong encoding."""
    for name, text in row.cells.items():
        if _FORMULA_ERROR.fullmatch(text):
            report_formula_error(row.place_of(name), text, diagnostics)
        elif broken := _BROKEN.search(text):
            what, fix = (
                f"{broken[0]} stands for a letter with an accent",
                "open the table anew, as UTF-8, and save it so",
            )
            why = "it was UTF-8, and read as something else, before it was saved"
            diagnostics.report(Code.TABLE_CELL, row.place_of(name), what=what, why=why, fix=fix)


def report_formula_error(place: Place, text: str, diagnostics: Diagnostics) -> None:
    """Report a cell that holds the error of a formula, such as #REF!."""
    diagnostics.report(
        Code.TABLE_CELL, place, what=f"{text} is the error of a formula", fix="mend it in the spreadsheet"
    )


def _row(named: dict[str, Place], header: list[str], cells: list[str], file: str, line: int) -> Map:
    row = Map(file, (line, 1))
    row.header = named
    column = 1
    for name, cell in zip(header, cells, strict=False):
        named_at = named[name]
        if cell.strip() and not is_remark(name):
            row.put(name, cell_value(cell), (named_at.line, named_at.column), (line, column))
            row.cells[name] = cell.strip()
        column += len(cell) + 1
    return row


def cell_value(cell: str) -> str | int | float | bool:
    """The value of a cell: a number, true, false, or its text."""
    text = cell.strip()
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    match = _NUMBER.fullmatch(text)
    if not match:
        return text
    return float(cell) if match[1] else int(cell)
