"""CSV text → a Seq of Maps, one a row, that know line and column of each cell.

Cells hold text as spreadsheets write it; a cell that reads as a number, as true or as false
becomes that. Empty cells are left out, so that a field's default applies.
"""

from __future__ import annotations

import csv
import re
from io import StringIO

from pnp.diagnostics import Diagnostic, Fault, Place
from pnp.source.tree import Map, Seq

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,99})(\.[0-9]{1,99})?")


def parse_csv(text: str, file: str) -> Seq:
    """Return the rows below the header.

    Args:
        text: Comma or semicolon separated values; the first row names the columns.
        file: The name that places bear.

    Raises:
        Fault: No header, a column named twice or not at all, a row longer than the header, or an open quote.
    """
    delimiter = ";" if text.partition("\n")[0].count(";") > text.partition("\n")[0].count(",") else ","
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows = Seq(file, (1, 1))
    faults: list[Diagnostic] = []
    header: list[str] = []
    line = 1
    try:
        for cells in reader:
            start, line = line, reader.line_num + 1
            if not any(cell.strip() for cell in cells):
                continue
            if not header:
                header = [cell.strip() for cell in cells]
                faults += _check_header(header, Place(file, start, 1))
            elif len(cells) > len(header):
                what = f"{len(cells)} cells, but the header names {len(header)} columns"
                faults.append(Diagnostic(Place(file, start, 1), "csv-cells", what, fix="quote cells that hold commas"))
            else:
                rows.put(_row(header, cells, file, start), (start, 1))
    except csv.Error as error:
        place = Place(file, reader.line_num, 1)
        faults.append(Diagnostic(place, "csv-syntax", f"not valid CSV: {error}", fix="close every quote"))
    if not header and not faults:
        faults.append(Diagnostic(Place(file), "csv-header", "the table is empty", fix="name the columns in line 1"))
    if faults:
        raise Fault(*faults)
    return rows


def _check_header(header: list[str], place: Place) -> list[Diagnostic]:
    faults = []
    for index, name in enumerate(header):
        if not name:
            what = f"column {index + 1} has no name"
            faults.append(Diagnostic(place, "csv-header", what, fix="name it or delete the column"))
        elif name in header[:index]:
            faults.append(Diagnostic(place, "csv-header", f"column {name} is named twice", fix="rename one"))
    return faults


def _row(header: list[str], cells: list[str], file: str, line: int) -> Map:
    row = Map(file, (line, 1))
    column = 1
    for name, cell in zip(header, cells, strict=False):
        if cell.strip():
            row.put(name, _value(cell), (line, column), (line, column))
        column += len(cell) + 1
    return row


def _value(cell: str) -> str | int | float | bool:
    text = cell.strip()
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    match = _NUMBER.fullmatch(text)
    if not match:
        return text
    return float(cell) if match[1] else int(cell)
