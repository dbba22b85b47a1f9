"""The bytes of a workbook (.xlsx, .xls or .ods) and the name of a sheet → a Seq of Maps, one a row, as for CSV.

A cell has the text that the spreadsheet shows: its number format is applied, bold, italic and struck-through words get
marks, and a formula has the value that it had when the file was saved. Column names get no marks. Places name the sheet
and the cell. Colours, notes, hidden rows and filters are ignored.
"""

from __future__ import annotations

import io
import itertools
import warnings
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place, suggest
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.extensions.workbooks.number_formats import ShownFloat, ShownInteger, format_value, plain_text
from pnp.project.table import TITLE_LINES, Cell, TableLine, formula_error, names_line, read_table, text_cell
from pnp.project.tree import CellFault, Seq

LARGEST = 256 * 2**20
"""A workbook may unpack to at most this many bytes: hundreds of times what the largest deck takes."""

MAX_CELLS = 5_000_000
"""A sheet may extend over at most this many cells, including empty ones."""

NOT_COMPUTED = CellFault(
    "the formula has no value: it was never computed",
    fix="open the file in a spreadsheet and save it, or write the value itself",
)
MERGED = CellFault(
    "the cell is one of several that are merged",
    "only the first of them has a value, the others are empty",
    "unmerge them, and write the value into each of the cells",
)


DATE = CellFault(
    "dates or times",
    "spreadsheets make dates of what looks like one, as 3-4 or 1/2",
    "format the cells as text, and type them again; of true dates make texts with =TEXT(…), or leave the column out of "
    "fields:",
    Code.TABLE_DATE,
    is_shown=True,
)


class CellStyle(NamedTuple):
    """The style of a part of a cell's text, or of a whole column."""

    is_bold: bool = False
    is_italic: bool = False
    is_struck: bool = False


PLAIN = CellStyle()
UNMARKED = CellStyle(True, True, True)
"""The style of a column whose texts get no marks."""


class CellRun(NamedTuple):
    """A part of a cell's text in one style."""

    text: str
    style: CellStyle = PLAIN


class SheetCell(NamedTuple):
    """A cell as a workbook stores it.

    Attributes:
        place: The place of the cell.
        value: A number, truth value, date, time or duration; None for a text.
        form: Its number format.
        shown: The text shown for the value; "" if the format must produce it.
        runs: Its text.
        fault: Why no card can show it, or None.
    """

    place: Place
    value: Any = None
    form: str = "General"
    shown: str = ""
    runs: tuple[CellRun, ...] = ()
    fault: CellFault | None = None


@frozen_dataclass(slots=True)
class WorkbookSheet:
    """A sheet of a workbook: its name, and its cells by row and column, both from 1."""

    name: str
    rows: Mapping[int, Mapping[int, SheetCell]]


def parse_workbook(
    content: bytes,
    file: str,
    sheet: str,
    reference: Place,
    diagnostics: Diagnostics,
    header: int = 0,
    *,
    are_tags: bool = False,
) -> Seq | None:
    """Return the rows below the column names of a sheet; None for a sheet without names.

    Args:
        content: The workbook.
        file: Its path from the project's folder.
        sheet: The sheet's name; "" for the only one.
        reference: The place that names file and sheet.
        diagnostics: Receives the faults of the sheet; those of cells are stored with their rows.
        header: The number of the line with the names; 0 to search for it.
        are_tags: Whether to mark bold words with ``<b>`` and ``</b>`` instead of asterisks, which may also be typed.

    Raises:
        Fault: ``table-extra``, ``table-format`` or ``table-sheet``.
    """
    read = read_xls if content[:4] == b"\xd0\xcf\x11\xe0" else read_ods if _is_ods(content) else read_xlsx
    try:
        opened = read(content, file, sheet, reference)
    except (Fault, MemoryError):
        raise
    except ImportError:
        fix = "pip install '.[xlsx]' in pnp's repository, or save it as CSV"
        raise Fault(
            Code.TABLE_EXTRA, reference, what=f"{file} needs a library that is not installed", fix=fix
        ) from None
    except Exception as error:  # these libraries declare no errors of their own for broken files
        is_locked = content[:4] == b"\xd0\xcf\x11\xe0" and file.lower().endswith(("x", "xm", "xlsm"))
        what = f"{file} is protected by a password" if is_locked else f"{file} is not a workbook"
        fix = "save it without a password" if is_locked else "open it in a spreadsheet and save it as .xlsx"
        raise Fault(Code.TABLE_FORMAT, reference, what=what, why=str(error)[:200], fix=fix) from error
    return read_table(_lines(opened, header, are_tags), f"{file}#{opened.name}", diagnostics, header=header)


def chosen_sheet(names: Sequence[str], file: str, sheet: str, reference: Place) -> str:
    """Return the name of the requested sheet, or of the only sheet.

    Raises:
        Fault: ``table-sheet``.
    """
    if sheet in names:
        return sheet
    if sheet:
        what = f"{file} has no sheet {sheet}"
        raise Fault(Code.TABLE_SHEET, reference, what=what, fix=suggest(sheet, names))
    if len(names) != 1:
        what, fix = f"{file} has {len(names)} sheets: {', '.join(names[:6])}", "write the name of one behind a #"
        fix += f": {file.rsplit('/', 1)[-1]}#{names[0]}" if names else ""
        raise Fault(Code.TABLE_SHEET, reference, what=what, fix=fix)
    return names[0]


def sheet_names(content: bytes) -> list[str]:
    """Return the names of a workbook's sheets in order; none for a file that is not a workbook."""
    names: list[str] = []

    with suppress(Exception):  # whatever is wrong with the file is reported when it is read
        if content[:4] == b"\xd0\xcf\x11\xe0":
            import xlrd

            names += xlrd.open_workbook(file_contents=content, on_demand=True, logfile=io.StringIO()).sheet_names()
        elif _is_ods(content):
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                tree = ElementTree.fromstring(archive.read("content.xml"))  # noqa: S314 - see read_ods
            names += [table.get(f"{_TABLE}name", "") for table in tree.iter(f"{_TABLE}table")]
        else:
            from openpyxl import load_workbook

            names += load_workbook(io.BytesIO(content), read_only=True).sheetnames
    return names


def check_size(size: int, file: str, reference: Place) -> None:
    """Raise a Fault if a workbook unpacks to too many bytes."""
    if size > LARGEST:
        what = f"{file} unpacks to more than {LARGEST // 2**20} MiB"
        raise Fault(Code.TABLE_FORMAT, reference, what=what, fix="keep the deck in a workbook of its own")


def check_reach(rows: int, columns: int, place: Place) -> None:
    """Raise a Fault if a sheet extends over too many cells."""
    if rows * columns > MAX_CELLS:
        what, fix = "the sheet extends as far as this cell", "delete cells far away from the table"
        raise Fault(Code.TABLE_FORMAT, Place(place.file, rows, columns), what=what, fix=fix)


def _lines(sheet: WorkbookSheet, header: int, are_tags: bool) -> Iterator[TableLine]:
    """Yield the rows of a sheet. The style of the column names and of titles above them makes no marks."""
    plain = (_line(number, row, {}, are_tags) for number, row in sheet.rows.items())
    top = list(itertools.islice((line for line in plain if line.cells), TITLE_LINES + 1))
    names = header or names_line(top)
    columns = {column for row in sheet.rows.values() for column in row}
    styles = {column: _column_style(sheet, column, names) for column in columns}
    for number, row in sheet.rows.items():
        yield _line(number, row, styles if number > names else {}, are_tags)


def _line(number: int, row: Mapping[int, SheetCell], styles: Mapping[int, CellStyle], are_tags: bool) -> TableLine:
    cells = {column: _cell(cell, styles.get(column, UNMARKED), are_tags) for column, cell in row.items()}
    return TableLine(number, {column: cell for column, cell in cells.items() if cell is not None})


def _column_style(sheet: WorkbookSheet, column: int, names: int) -> CellStyle:
    """Return the style that all texts of a column below its name share; it marks no single word."""
    rows = (row[column].runs for number, row in sheet.rows.items() if number > names and column in row)
    texts = [runs for runs in rows if runs]
    if len(texts) < 2:
        return PLAIN
    return CellStyle(*map(all, zip(*(run.style for runs in texts for run in runs), strict=True)))


def _cell(cell: SheetCell, column_style: CellStyle, are_tags: bool) -> Cell | None:
    """Return a cell as it is shown; None for a blank cell.

    A number that is shown differently from its value keeps both. A date is shown and has a fault, because spreadsheets
    turn whatever looks like a date into one.
    """
    value, place = cell.value, cell.place
    if cell.fault is not None:
        return Cell(value or "", str(value or ""), place, cell.fault)
    if value is None:
        marked = (_marked(run, column_style, are_tags) for run in cell.runs)
        text = _unescaped("".join(marked)).strip()
        return text_cell(text, place) if text else None
    if isinstance(value, bool):
        return Cell(value, str(value).lower(), place)
    if isinstance(value, date | time | timedelta):
        text = cell.shown or format_value(value, cell.form) or str(value)
        return Cell(text, text, place, DATE)
    number = float(plain_text(value))  # all digits that a spreadsheet keeps
    plain = int(number) if number.is_integer() else number
    shown = cell.shown or format_value(number, cell.form)
    if shown is None or shown == str(plain):
        return Cell(plain, str(plain), place)
    return Cell(ShownInteger(plain, shown) if type(plain) is int else ShownFloat(plain, shown), shown, place)


def _marked(run: CellRun, column_style: CellStyle, are_tags: bool) -> str:
    """Put marks around a text for each style that its column does not have; spaces at its ends stay outside."""
    is_bold, is_italic, is_struck = (own and not whole for own, whole in zip(run.style, column_style, strict=True))
    inner = run.text.strip()
    if not inner:
        return run.text
    marked = inner
    for is_so, tag, stars in ((is_italic, "i", "*"), (is_bold, "b", "**")):
        if is_so:
            marked = f"<{tag}>{marked}</{tag}>" if are_tags else f"{stars}{marked}{stars}"
    return run.text.replace(inner, f"<s>{marked}</s>" if is_struck else marked, 1)


def _unescaped(text: str) -> str:
    """Return a text without Excel's escapes, such as _x000D_ for a carriage return, and with plain line ends."""
    if "_x" in text:
        from openpyxl.utils.escape import unescape

        text = unescape(text)
    return text.replace("\r\n", "\n").replace("\r", "\n")


# --- .xlsx


def read_xlsx(content: bytes, file: str, sheet: str, reference: Place) -> WorkbookSheet:
    """Return a sheet of an .xlsx workbook."""
    from openpyxl import load_workbook

    def opened(values: bool) -> Any:
        with warnings.catch_warnings():  # about parts that openpyxl would lose on saving; nothing is saved here
            warnings.simplefilter("ignore")
            return load_workbook(io.BytesIO(content), data_only=values, rich_text=True)

    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        check_size(sum(part.file_size for part in archive.infolist()), file, reference)
    book = opened(values=False)
    name = chosen_sheet([worksheet.title for worksheet in book.worksheets], file, sheet, reference)
    formulas = book[name]
    place = Place(f"{file}#{name}")
    check_reach(formulas.max_row, formulas.max_column, place)
    has_formulas = any(cell.data_type == "f" for row in formulas.iter_rows() for cell in row)
    values = opened(values=True)[name] if has_formulas else formulas
    rows: dict[int, dict[int, SheetCell]] = {}
    for number, row in enumerate(values.iter_rows(), values.min_row):
        cells = {cell.column: read for cell in row if (read := _xlsx_cell(cell, formulas, place))}
        rows[number] = cells
    for merged in formulas.merged_cells.ranges:
        _mark_merged(rows, merged.min_row, merged.max_row, merged.min_col, merged.max_col)
    return WorkbookSheet(name, rows)


def _xlsx_cell(cell: Any, formulas: Any, sheet: Place) -> SheetCell | None:
    value, place = cell.value, Place(sheet.file, cell.row, cell.column)
    if value is None:
        is_formula = formulas.cell(cell.row, cell.column).data_type == "f"
        if is_formula and cell.data_type != "str":  # a formula that gives an empty text has this type
            return SheetCell(place, fault=NOT_COMPUTED)
        return None
    if cell.data_type == "e":
        return SheetCell(place, str(value), fault=formula_error(str(value)))
    if not isinstance(value, str | list):
        return SheetCell(place, value, cell.number_format)
    style = _xlsx_style(cell.font)
    if isinstance(value, str):
        return SheetCell(place, runs=(CellRun(value, style),))
    runs = (
        CellRun(part, style) if isinstance(part, str) else CellRun(part.text, _xlsx_style(part.font)) for part in value
    )
    return SheetCell(place, runs=tuple(runs))


def _xlsx_style(font: Any) -> CellStyle:
    return CellStyle(bool(font.b), bool(font.i), bool(font.strike))


def _mark_merged(rows: dict[int, dict[int, SheetCell]], top: int, bottom: int, left: int, right: int) -> None:
    """Give the first of merged cells a fault.

    Titles over several columns get none, as they have no names below them.
    """
    first = rows.get(top, {}).get(left)
    if first is not None and (bottom > top or right > left):
        rows[top][left] = first._replace(fault=MERGED, value=first.value or "".join(run.text for run in first.runs))


# --- .xls


def read_xls(content: bytes, file: str, sheet: str, reference: Place) -> WorkbookSheet:
    """Return a sheet of an .xls workbook of Excel 97 to 2003."""
    import xlrd

    book = xlrd.open_workbook(file_contents=content, formatting_info=True, logfile=io.StringIO())
    worksheet = book.sheet_by_name(chosen_sheet(book.sheet_names(), file, sheet, reference))
    place = Place(f"{file}#{worksheet.name}")
    check_reach(worksheet.nrows, worksheet.ncols, place)
    rows: dict[int, dict[int, SheetCell]] = {}
    for row in range(worksheet.nrows):
        cells = {column + 1: _xls_cell(book, worksheet, row, column, place) for column in range(worksheet.ncols)}
        rows[row + 1] = {column: cell for column, cell in cells.items() if cell is not None}
    for top, bottom, left, right in worksheet.merged_cells:
        _mark_merged(rows, top + 1, bottom, left + 1, right)
    return WorkbookSheet(worksheet.name, rows)


def _xls_cell(book: Any, worksheet: Any, row: int, column: int, sheet: Place) -> SheetCell | None:
    import xlrd

    cell, place = worksheet.cell(row, column), Place(sheet.file, row + 1, column + 1)
    style = book.xf_list[cell.xf_index]
    form = book.format_map[style.format_key].format_str
    match cell.ctype:
        case xlrd.XL_CELL_EMPTY | xlrd.XL_CELL_BLANK:
            return None
        case xlrd.XL_CELL_NUMBER:
            return SheetCell(place, cell.value, form)
        case xlrd.XL_CELL_BOOLEAN:
            return SheetCell(place, bool(cell.value))
        case xlrd.XL_CELL_DATE:
            moment = xlrd.xldate_as_datetime(cell.value, book.datemode)
            return SheetCell(place, moment if cell.value >= 1 else moment.time(), form)
        case xlrd.XL_CELL_ERROR:
            text = xlrd.error_text_from_code.get(cell.value, "#VALUE!")
            return SheetCell(place, text, fault=formula_error(text))
    starts = [(0, style.font_index), *worksheet.rich_text_runlist_map.get((row, column), ())]
    ends = [start for start, _ in starts[1:]] + [len(cell.value)]
    fonts = [book.font_list[font] for _, font in starts]
    pieces = (cell.value[start:end] for (start, _), end in zip(starts, ends, strict=True))
    styles = (CellStyle(font.bold == 1, font.italic == 1, font.struck_out == 1) for font in fonts)
    runs = (CellRun(piece, style) for piece, style in zip(pieces, styles, strict=True))
    return SheetCell(place, runs=tuple(runs))


# --- .ods


def _is_ods(content: bytes) -> bool:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return "content.xml" in archive.namelist()
    except Exception:  # zipfile says in several ways that it cannot read a file: BadZipFile, NotImplementedError, …
        return False


def read_ods(content: bytes, file: str, sheet: str, reference: Place) -> WorkbookSheet:
    """Return a sheet of an OpenDocument workbook (ISO/IEC 26300), whose cells contain the text that is shown."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        check_size(sum(part.file_size for part in archive.infolist()), file, reference)
        # Expat limits the growth of entities, and ElementTree opens no external ones.
        tree = ElementTree.fromstring(archive.read("content.xml"))  # noqa: S314
    tables = {table.get(f"{_TABLE}name", ""): table for table in tree.iter(f"{_TABLE}table")}
    name = chosen_sheet(list(tables), file, sheet, reference)
    place = Place(f"{file}#{name}")
    styles = {style.get(f"{_STYLE}name", ""): style for style in tree.iter(f"{_STYLE}style")}
    rows: dict[int, dict[int, SheetCell]] = {}
    number = 0
    for row in tables[name].iter(f"{_TABLE}table-row"):
        repeated = int(row.get(f"{_TABLE}number-rows-repeated", "1"))
        cells = dict(_ods_cells(row, styles, Place(place.file, number + 1)))
        if cells:
            check_reach(number + repeated, max(cells), place)
        for offset in range(repeated if cells else 0):
            rows[number + offset + 1] = {
                column: cell._replace(place=Place(place.file, number + offset + 1, column))
                for column, cell in cells.items()
            }
        number += repeated
    return WorkbookSheet(name, rows)


_NAMES = "urn:oasis:names:tc:opendocument:xmlns:"
_TABLE, _STYLE, _OFFICE, _TEXT, _FO = (
    f"{{{_NAMES}{name}:1.0}}" for name in ("table", "style", "office", "text", "xsl-fo-compatible")
)


def _ods_cells(row: Element, styles: Mapping[str, Element], line: Place) -> Iterator[tuple[int, SheetCell]]:
    column = 1
    for cell in row:
        if cell.tag not in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
            continue
        repeated = int(cell.get(f"{_TABLE}number-columns-repeated", "1"))
        read = _ods_cell(cell, styles, Place(line.file, line.line, column))
        if read is not None:
            check_reach(line.line, column + repeated - 1, line)
            yield from ((column + offset, read) for offset in range(repeated))
        column += repeated


def _ods_cell(cell: Element, styles: Mapping[str, Element], place: Place) -> SheetCell | None:
    kind = cell.get(f"{_OFFICE}value-type", "")
    look = _look(cell.get(f"{_TABLE}style-name", ""), styles)
    paragraphs = [tuple(_runs(paragraph, styles, look)) for paragraph in cell.findall(f"{_TEXT}p")]
    runs = tuple(run for index, runs in enumerate(paragraphs) for run in (*((CellRun("\n"),) if index else ()), *runs))
    text = "".join(run.text for run in runs)
    if cell.get(f"{_TABLE}number-columns-spanned", "1") != "1" or cell.get(f"{_TABLE}number-rows-spanned", "1") != "1":
        return SheetCell(place, text, fault=MERGED)
    if kind in ("float", "percentage", "currency"):
        return SheetCell(place, float(cell.get(f"{_OFFICE}value", "0")), shown=text)
    if kind == "boolean":
        return SheetCell(place, cell.get(f"{_OFFICE}boolean-value") == "true")
    if kind == "date":
        return SheetCell(place, datetime.fromisoformat(cell.get(f"{_OFFICE}date-value", "")), shown=text)
    if kind == "time":
        return SheetCell(place, time(), shown=text)
    return SheetCell(place, runs=runs) if text.strip() else None


def _look(name: str, styles: Mapping[str, Element]) -> CellStyle:
    """Return the style of the given name."""
    style = styles.get(name)
    properties = style.find(f"{_STYLE}text-properties") if style is not None else None
    if properties is None:
        return PLAIN
    line = properties.get(f"{_STYLE}text-line-through-style", "none")
    return CellStyle(
        properties.get(f"{_FO}font-weight") == "bold", properties.get(f"{_FO}font-style") == "italic", line != "none"
    )


def _runs(element: Element, styles: Mapping[str, Element], look: CellStyle) -> Iterator[CellRun]:
    yield CellRun(element.text or "", look)
    for child in element:
        match child.tag.removeprefix(_TEXT):
            case "s":
                yield CellRun(" " * int(child.get(f"{_TEXT}c", "1")), look)
            case "tab" | "line-break" as mark:
                yield CellRun("\t" if mark == "tab" else "\n", look)
            case "span":
                own = _look(child.get(f"{_TEXT}style-name", ""), styles)
                yield from _runs(child, styles, CellStyle(*(a or b for a, b in zip(own, look, strict=True))))
            case "a":
                yield from _runs(child, styles, look)
        yield CellRun(child.tail or "", look)
