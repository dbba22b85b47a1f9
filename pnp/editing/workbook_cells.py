"""The bytes of a workbook (.xlsx or .ods) and texts of cells → the bytes with only these cells changed.

Only the XML of the changed cells is replaced: styles, widths, notes, formulas and other sheets stay as they are. A
formula is never replaced. Formulas that read a changed cell keep their last value until a spreadsheet computes them.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from xml.etree import ElementTree
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from pnp.core.codes import Code
from pnp.core.diagnostics import Fault, Place
from pnp.editing.table_text import LAST_COLUMN
from pnp.project.table import cell_value

LAST_ROW = 1_048_576
"""The last row of a sheet in Excel."""


class _XmlElement(NamedTuple):
    """An element of an XML file: its attributes, and the offsets at which it, and its content, begin and end."""

    name: str
    attributes: Mapping[str, str]
    start: int
    inner: int
    inner_end: int
    end: int
    depth: int


def set_cells(content: bytes, file: str, sheet: str, cells: Mapping[tuple[int, int], str]) -> bytes:
    """Return a workbook in which some cells have other texts; a text that is a number becomes one.

    Args:
        content: The workbook.
        file: Its path, for faults.
        sheet: The sheet's name.
        cells: The texts, by row and column, both from 1.

    Raises:
        Fault: A cell is computed by a formula, there is no such cell or sheet, or the format is only read.
    """
    member, xml, is_ods = _sheet_xml(content, file, sheet)
    for (row, column), text in cells.items():
        at = Place(f"{file}#{sheet}", row, column)
        if not (0 < row <= LAST_ROW and 0 < column <= LAST_COLUMN):
            what, fix = "a sheet has no such cell", f"name one of {LAST_ROW:,} rows and {LAST_COLUMN:,} columns"
            raise Fault(Code.EDIT_REFUSED, at, what=what, fix=fix)
        xml = _set_ods(xml, sheet, row, column, text, at) if is_ods else _set_xlsx(xml, row, column, text, at)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return _with_member(archive, member, xml)


def free_row(content: bytes, file: str, sheet: str, line: int) -> int:
    """Return the first row of a sheet, from a line on, in which no cell has a value or a formula.

    Raises:
        Fault: The format is only read, or there is no such sheet.
    """
    _, xml, is_ods = _sheet_xml(content, file, sheet)
    for first, last in sorted(_filled_ods(xml, sheet) if is_ods else _filled_xlsx(xml)):
        if first <= line <= last:
            line = last + 1
    return line


def _sheet_xml(content: bytes, file: str, sheet: str) -> tuple[str, bytes, bool]:
    """Return the file of a workbook that has a sheet, its XML, and whether it is one of an .ods file."""
    place = Place(f"{file}#{sheet}")
    if not zipfile.is_zipfile(io.BytesIO(content)):
        what, fix = f"{file} has a format that is only read", "save it as .xlsx in a spreadsheet"
        raise Fault(Code.EDIT_REFUSED, place, what=what, fix=fix)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        is_ods = "content.xml" in archive.namelist()
        member = "content.xml" if is_ods else _sheet_member(archive, sheet)
        if member not in archive.namelist() or (is_ods and sheet not in _table_names(archive.read(member))):
            raise Fault(Code.EDIT_STALE, place, what=f"{file} has no sheet {sheet}", fix="read the file again")
        return member, archive.read(member), is_ods


def _table_names(xml: bytes) -> set[str]:
    """Return the names of the sheets in the content of an .ods file."""
    return {each.attributes.get("table:name", "") for each in _elements(xml) if each.name == "table:table"}


def _with_member(archive: zipfile.ZipFile, name: str, content: bytes) -> bytes:
    """Return an archive in which one file has another content; dates, order and methods stay."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as new:
        for entry in archive.infolist():
            new.writestr(entry, content if entry.filename == name else archive.read(entry), entry.compress_type)
    return buffer.getvalue()


def _sheet_member(archive: zipfile.ZipFile, sheet: str) -> str:
    """Return the path of a sheet's XML in an .xlsx file."""
    main = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
    relation = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
    book = ElementTree.fromstring(archive.read("xl/workbook.xml"))  # noqa: S314 - pnp has read this file before
    links = ElementTree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))  # noqa: S314
    wanted = next((each.get(relation) for each in book.iter(f"{main}sheet") if each.get("name") == sheet), None)
    target = next((link.get("Target", "") for link in links if link.get("Id") == wanted), "")
    return target.removeprefix("/") if target.startswith("/") else f"xl/{target}"


def _elements(xml: bytes) -> list[_XmlElement]:
    """Return the elements of an XML file in the order in which they begin."""
    parser = expat.ParserCreate()
    opened: list[tuple[int, str, Mapping[str, str], int, int]] = []
    found: dict[int, _XmlElement] = {}
    count = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal count
        at = parser.CurrentByteIndex
        opened.append((count, name, attributes, at, _tag_end(xml, at)))
        count += 1

    def end(name: str) -> None:
        number, name, attributes, begin, inner = opened.pop()
        at = parser.CurrentByteIndex
        is_single = xml[inner - 2 : inner] == b"/>"
        last, after = (inner, inner) if is_single else (at, _tag_end(xml, at))
        found[number] = _XmlElement(name, attributes, begin, inner, last, after, len(opened))

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.Parse(xml, True)
    return [found[number] for number in sorted(found)]


def _tag_end(xml: bytes, start: int) -> int:
    """Return the offset after the tag that begins at an offset; its attributes may have > in quotes."""
    match = re.compile(rb"""<(?:[^>"']|"[^"]*"|'[^']*')*>""").match(xml, start)
    return match.end() if match else start


def _inside(elements: list[_XmlElement], holder: _XmlElement, name: str) -> Iterator[_XmlElement]:
    """Yield the children of an element that have a name."""
    for element in elements:
        if (
            element.depth == holder.depth + 1
            and element.name == name
            and holder.inner <= element.start < holder.inner_end
        ):
            yield element


def _formula_fault(place: Place) -> Fault:
    return Fault(
        Code.EDIT_REFUSED,
        place,
        what="the cell is computed by a formula",
        fix="change the cells that the formula reads, or the formula in your spreadsheet",
    )


# --- .xlsx


def _set_xlsx(xml: bytes, row: int, column: int, text: str, place: Place) -> bytes:
    elements = _elements(xml)
    data = next(element for element in elements if element.name.endswith("sheetData"))
    prefix = data.name.removesuffix("sheetData")
    rows = list(_inside(elements, data, f"{prefix}row"))
    if any("r" not in each.attributes for each in rows):
        raise Fault(
            Code.EDIT_REFUSED, place, what="the rows of the sheet have no numbers", fix="save it in a spreadsheet"
        )
    holder = next((each for each in rows if each.attributes["r"] == str(row)), None)
    if holder is None:
        after = next((each.start for each in rows if int(each.attributes["r"]) > row), data.inner_end)
        new = _xlsx_cell(prefix, place.cell, "", text)
        line = f'<{prefix}row r="{row}">{new}</{prefix}row>' if new else ""
        return _within(xml, data, after, line.encode())
    cells = list(_inside(elements, holder, f"{prefix}c"))
    cell = next((each for each in cells if each.attributes.get("r") == place.cell), None)
    if cell is None:
        new = _xlsx_cell(prefix, place.cell, "", text)
        after = next((each.start for each in cells if _column(each.attributes.get("r", "")) > column), holder.inner_end)
        return _within(xml, holder, after, new.encode())
    if any(True for _ in _inside(elements, cell, f"{prefix}f")):
        raise _formula_fault(place)
    new = _xlsx_cell(prefix, place.cell, cell.attributes.get("s", ""), text)
    return xml[: cell.start] + new.encode() + xml[cell.end :]


def _filled_xlsx(xml: bytes) -> Iterator[tuple[int, int]]:
    """Yield the rows in which a cell has a value or a formula, each as its first and last line."""
    row = 0
    for element in _elements(xml):
        name = element.name.rpartition(":")[2]
        if name == "row":
            row = int(element.attributes.get("r", row + 1))
        elif name in ("v", "f", "is"):
            yield row, row


def _within(xml: bytes, holder: _XmlElement, at: int, content: bytes) -> bytes:
    """Return XML with content inserted into an element, which may have been written as a single tag."""
    if holder.inner == holder.end and xml[holder.inner - 2 : holder.inner] == b"/>":
        return b"%s>%s</%s>%s" % (xml[: holder.inner - 2], content, holder.name.encode(), xml[holder.end :])
    return xml[:at] + content + xml[at:]


def _xlsx_cell(prefix: str, name: str, style: str, text: str) -> str:
    head = f'<{prefix}c r="{name}"' + (f" s={quoteattr(style)}" if style else "")
    value = cell_value(text) if text == text.strip() else text
    if not text:
        return f"{head}/>" if style else ""
    if isinstance(value, bool):
        return f'{head} t="b"><{prefix}v>{int(value)}</{prefix}v></{prefix}c>'
    if isinstance(value, int | float):
        return f"{head}><{prefix}v>{text}</{prefix}v></{prefix}c>"
    body = f'<{prefix}t xml:space="preserve">{escape(text)}</{prefix}t>'
    return f'{head} t="inlineStr"><{prefix}is>{body}</{prefix}is></{prefix}c>'


def _column(cell: str) -> int:
    number = 0
    for letter in cell.rstrip("0123456789"):
        number = number * 26 + ord(letter.upper()) - 64
    return number


# --- .ods

_REPEATED_ROWS = "table:number-rows-repeated"
_REPEATED = "table:number-columns-repeated"
_CELLS = ("table:table-cell", "table:covered-table-cell")


def _set_ods(xml: bytes, sheet: str, row: int, column: int, text: str, place: Place) -> bytes:
    elements = _elements(xml)
    table = next(each for each in elements if each.name == "table:table" and each.attributes.get("table:name") == sheet)
    rows = (each for each in elements if each.name == "table:table-row" and table.inner <= each.start < table.inner_end)
    holder, before, count = _repeated(rows, _REPEATED_ROWS, row)
    if holder is None:
        return _within(xml, table, table.inner_end, _empty_rows(row - before) + _ods_row(column, text))
    if count > 1:  # one of several equal rows is changed
        parts = _split(xml, holder, _REPEATED_ROWS, row - before - 1, count)
        return _set_ods(xml[: holder.start] + parts + xml[holder.end :], sheet, row, column, text, place)
    cells = (each for name in _CELLS for each in _inside(elements, holder, name))
    cell, before, count = _repeated(sorted(cells, key=lambda each: each.start), _REPEATED, column)
    if cell is None:
        gap = column - before - 1
        filling = f'<table:table-cell {_REPEATED}="{gap}"/>'.encode() if gap else b""
        return _within(xml, holder, holder.inner_end, filling + _ods_cell("", text))
    if "table:formula" in cell.attributes:
        raise _formula_fault(place)
    if count > 1:
        parts = _split(xml, cell, _REPEATED, column - before - 1, count)
        return _set_ods(xml[: cell.start] + parts + xml[cell.end :], sheet, row, column, text, place)
    new = _ods_cell(cell.attributes.get("table:style-name", ""), text)
    return xml[: cell.start] + new + xml[cell.end :]


def _filled_ods(xml: bytes, sheet: str) -> Iterator[tuple[int, int]]:
    """Yield the rows in which a cell has a value or a formula, as the first and last line for which each stands."""
    elements = _elements(xml)
    table = next(each for each in elements if each.name == "table:table" and each.attributes.get("table:name") == sheet)
    line, count = 1, 0
    for element in elements:
        if not table.inner <= element.start < table.inner_end:
            continue
        if element.name == "table:table-row":
            line += count
            count = int(element.attributes.get(_REPEATED_ROWS, "1"))
        elif element.name in _CELLS and {"office:value-type", "table:formula"} & element.attributes.keys():
            yield line, line + count - 1


def _repeated(
    elements: Iterator[_XmlElement] | list[_XmlElement], name: str, wanted: int
) -> tuple[_XmlElement | None, int, int]:
    """Return the element that covers a row or column, how many are before it, and how many it stands for."""
    before = 0
    for element in elements:
        count = int(element.attributes.get(name, "1"))
        if before < wanted <= before + count:
            return element, before, count
        before += count
    return None, before, 0


def _split(xml: bytes, element: _XmlElement, name: str, first: int, count: int) -> bytes:
    """Return an element that stands for several as up to three: those before one, the one, and those after it."""
    whole = xml[element.start : element.end]
    pattern = re.compile(rb"\s" + name.encode() + rb"=(\"|')\d+\1")

    def repeated(number: int) -> bytes:
        more = f' {name}="{number}"'.encode() if number > 1 else b""
        return pattern.sub(more, whole, count=1) if number else b""

    return repeated(first) + repeated(1) + repeated(count - first - 1)


def _empty_rows(number: int) -> bytes:
    return f'<table:table-row {_REPEATED_ROWS}="{number - 1}"/>'.encode() if number > 1 else b""


def _ods_row(column: int, text: str) -> bytes:
    filling = f'<table:table-cell {_REPEATED}="{column - 1}"/>'.encode() if column > 1 else b""
    return b"<table:table-row>" + filling + _ods_cell("", text) + b"</table:table-row>"


def _ods_cell(style: str, text: str) -> bytes:
    head = "<table:table-cell" + (f" table:style-name={quoteattr(style)}" if style else "")
    value = cell_value(text) if text == text.strip() else text
    if not text:
        return f"{head}/>".encode()
    kind = 'office:value-type="string"'
    if isinstance(value, bool):
        kind = f'office:value-type="boolean" office:boolean-value="{str(value).lower()}"'
    elif isinstance(value, int | float):
        kind = f'office:value-type="float" office:value="{text}"'
    lines = "".join(f"<text:p>{escape(line)}</text:p>" for line in text.split("\n"))
    return f"{head} {kind}>{lines}</table:table-cell>".encode()
