"""The bytes of an .xlsx workbook and the name of a sheet → a Seq of Maps, one a row, as for CSV.

Every cell becomes the text that a spreadsheet shows, so that a deck's fields decide its kind, as in CSV; a number with
a unit, a percent sign and the like becomes the number alone, without a text. A formula becomes the value that it had
when the file was saved. Places name the sheet and the cell. Cells that no card could show as they stand are reported:
dates, errors, merged cells. Colours, notes, hidden rows and filters are ignored.
"""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place, suggest
from pnp.project.table import (
    RepeatedFaults,
    cell_value,
    check_header,
    is_remark,
    report_formula_error,
    report_title,
    title_rows,
)
from pnp.project.tree import Map, Seq

LARGEST = 256 * 2**20
"""Bytes that a workbook may unpack to: hundreds of times what the largest deck takes."""

MAX_CELLS = 5_000_000
"""Cells that a sheet may reach over, empty ones included."""

_FIXED = re.compile(r"(0+)(?:\.(0+))?")
"""A number format of digits alone, with a fixed number of decimals."""


@dataclass(frozen=True, slots=True)
class _Cell:
    """The value of a cell and the text that a spreadsheet shows; "" for a number format with more than digits."""

    value: str | int | float | bool
    text: str


def parse_workbook(content: bytes, file: str, sheet: str, reference: Place, diagnostics: Diagnostics) -> Seq | None:
    """Return the rows below the header of a sheet; None for a sheet with faults.

    Args:
        content: The workbook.
        file: Its path from the project's folder.
        sheet: The sheet's name; "" for the only one.
        reference: The place that names file and sheet.
        diagnostics: Receives the faults of the sheet.

    Raises:
        Fault: ``table-extra``, ``table-format`` or ``table-sheet``.
    """
    values, formulas = _open(content, file, sheet, reference)
    place = Place(f"{file}#{values.title}")
    before = diagnostics.count
    if title := title_rows(_filled(formulas)):
        report_title(Place(place.file, title[0], formulas.min_column), *title, diagnostics)
        return None
    _check_merged(formulas, place, diagnostics)
    repeated = RepeatedFaults()
    rows = Seq(place.file, (1, 1))
    header: dict[int, str] = {}
    columns: dict[str, Place] = {}
    remark_columns: set[int] = set()
    for number, cells in enumerate(_cells(values, formulas, place, remark_columns, repeated, diagnostics), 1):
        if not cells:
            continue
        if not header:
            header = {c: cells[c].text if c in cells else "" for c in range(min(cells), max(cells) + 1)}
            named_at = [Place(place.file, number, column) for column in header]
            check_header(list(header.values()), named_at, diagnostics)
            columns = dict(zip(header.values(), named_at, strict=True))
            remark_columns.update(column for column, name in header.items() if is_remark(name))
            continue
        for column in sorted(cells.keys() - header.keys()):
            what, fix = "“{cell}” stands below no name", "name the column, or empty its cells"
            at, value = Place(place.file, number, column), cells[column].value
            repeated.add(column, Code.TABLE_CELLS, at, value, what=what, fix=fix)
        rows.put(_row(header, columns, cells, place.file, number), (number, min(header)))
    repeated.report(diagnostics)
    if not header and diagnostics.count == before:
        diagnostics.report(Code.TABLE_HEADER, place, what="the sheet is empty", fix="name the columns in its first row")
    return rows if diagnostics.count == before else None


def _open(content: bytes, file: str, sheet: str, reference: Place) -> tuple[Any, Any]:
    """A sheet with the values of its formulas, and the same with the formulas themselves."""
    try:
        from openpyxl import load_workbook
    except ImportError:
        what, fix = (
            f"{file} needs a library that is not installed",
            "pip install '.[xlsx]' in pnp's repository, or save it as CSV",
        )
        raise Fault(Code.TABLE_EXTRA, reference, what=what, fix=fix) from None

    def opened(values: bool) -> Any:
        with warnings.catch_warnings():  # about parts that openpyxl would lose on saving; nothing is saved here
            warnings.simplefilter("ignore")
            return load_workbook(io.BytesIO(content), data_only=values)

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            size = sum(part.file_size for part in archive.infolist())
        if size > LARGEST:
            what = f"{file} unpacks to more than {LARGEST // 2**20} MiB"
            raise Fault(Code.TABLE_FORMAT, reference, what=what, fix="keep the deck in a workbook of its own")
        book = opened(values=False)
        title = _title(book, file, sheet, reference)
        formulas = book[title]
        if formulas.max_row * formulas.max_column > MAX_CELLS:
            place = Place(f"{file}#{title}", formulas.max_row, formulas.max_column)
            what, fix = "the sheet reaches as far as here", "delete what stands far away from the table"
            raise Fault(Code.TABLE_FORMAT, place, what=what, fix=fix)
        has_formulas = any(cell.data_type == "f" for row in formulas.iter_rows() for cell in row)
        return (opened(values=True)[title] if has_formulas else formulas), formulas
    except (Fault, MemoryError):
        raise
    except Exception as error:  # openpyxl declares no errors of its own for broken files
        is_locked = content[:4] == b"\xd0\xcf\x11\xe0"
        what = f"{file} is protected by a password, or an old .xls" if is_locked else f"{file} is not a workbook"
        fix = "save it as .xlsx without a password" if is_locked else "open it in a spreadsheet and save it as .xlsx"
        raise Fault(Code.TABLE_FORMAT, reference, what=what, why=str(error)[:200], fix=fix) from error


def _title(book: Any, file: str, sheet: str, reference: Place) -> str:
    titles = [worksheet.title for worksheet in book.worksheets]
    if sheet in titles:
        return sheet
    if sheet:
        what = f"{file} has no sheet {sheet}"
        raise Fault(Code.TABLE_SHEET, reference, what=what, fix=suggest(sheet, titles))
    if len(titles) != 1:
        what, fix = f"{file} has {len(titles)} sheets: {', '.join(titles[:6])}", "write the name of one behind a #"
        fix += f": {file.rsplit('/', 1)[-1]}#{titles[0]}" if titles else ""
        raise Fault(Code.TABLE_SHEET, reference, what=what, fix=fix)
    return str(titles[0])


def _filled(sheet: Any) -> Iterator[tuple[int, list[str]]]:
    """The number of each row, and its cells that are not empty, as texts."""
    for number, row in enumerate(sheet.iter_rows(values_only=True), sheet.min_row):
        yield number, [str(value).strip() for value in row if value is not None and str(value).strip()]


def _check_merged(sheet: Any, place: Place, diagnostics: Diagnostics) -> None:
    for merged in sheet.merged_cells.ranges:
        what, fix = f"{merged.coord} are merged", "part them, and write the value into each cell that has it"
        why = "only the first of them has a value, the others are empty"
        at = Place(place.file, merged.min_row, merged.min_col)
        diagnostics.report(Code.TABLE_CELL, at, what=what, why=why, fix=fix)


def _cells(
    values: Any,
    formulas: Any,
    place: Place,
    remark_columns: Container[int],
    repeated: RepeatedFaults,
    diagnostics: Diagnostics,
) -> Iterator[dict[int, _Cell]]:
    """The cells of each row that are not empty, by the numbers of their columns; without remarks."""
    for row in values.iter_rows():
        filled = {}
        for cell in row:
            if cell.column in remark_columns:
                continue
            at = Place(place.file, cell.row, cell.column)
            if cell.value is None:
                if formulas is not values and formulas.cell(cell.row, cell.column).data_type == "f":
                    what = "the formula has no value: it was never computed"
                    fix = "open the file in a spreadsheet and save it, or write the value itself"
                    formula = formulas.cell(cell.row, cell.column).value
                    repeated.add(cell.column, Code.TABLE_CELL, at, formula, what=what, fix=fix)
            elif read := _cell(cell, at, repeated, diagnostics):
                filled[cell.column] = read
        yield filled


def _cell(cell: Any, at: Place, repeated: RepeatedFaults, diagnostics: Diagnostics) -> _Cell | None:
    """The content of a cell; None for a blank cell, and for one with a fault, which is reported."""
    value = cell.value
    if cell.data_type == "e":
        report_formula_error(at, str(value), diagnostics)
        return None
    if isinstance(value, datetime | date | time | timedelta):
        what = "a cell is a date or a time"
        fix = "format the cells as text, and type them again; or begin the column's name with #, if no card uses it"
        why = "spreadsheets make dates of what looks like one, as 3-4 or 1/2"
        repeated.add(cell.column, Code.TABLE_CELL, at, value, what=what, why=why, fix=fix)
        return None
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = float(f"{value:.15g}")  # all digits that a spreadsheet keeps
        return _Cell(int(value) if value.is_integer() else value, _as_text(value, cell.number_format))
    text = str(value).replace("\r\n", "\n").strip()
    return _Cell(cell_value(text), text.lower() if isinstance(value, bool) else text) if text else None


def _as_text(value: float, form: str) -> str:
    """A number as a spreadsheet shows it; "" for formats with more than digits."""
    if form in ("General", "@"):
        return f"{value:.15g}"
    match = _FIXED.fullmatch(form)
    if not match:
        return ""
    decimals = len(match[2] or "")
    return f"{value:0{len(match[1]) + (decimals + 1 if decimals else 0) + (value < 0)}.{decimals}f}"


def _row(header: dict[int, str], columns: dict[str, Place], cells: Mapping[int, _Cell], file: str, number: int) -> Map:
    row = Map(file, (number, min(header)))
    row.header = columns
    for column, name in header.items():
        if column in cells and not is_remark(name):
            named_at = columns[name]
            row.put(name, cells[column].value, (named_at.line, named_at.column), (number, column))
            row.cells[name] = cells[column].text
    return row
