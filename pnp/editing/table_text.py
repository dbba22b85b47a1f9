"""The text of a CSV or TSV file and a change of cells or rows → the new text.

The dialect stays: separator, quotes and a first line ``sep=;``. Lines and columns count from 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from pnp.core.codes import Code
from pnp.core.diagnostics import Fault, Place
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.project.delimited import SEPARATOR, find_delimiter

LAST_COLUMN = 16_384
"""The last column of a spreadsheet: cells beyond it would be lost there."""


@frozen_dataclass(slots=True)
class _TextRow:
    """A row: the line at which it begins, and the offsets at which each cell begins and ends."""

    line: int
    cells: Sequence[tuple[int, int]]


class DelimitedText:
    """The text of a table, with the place of each cell.

    Attributes:
        text: The whole text, with newlines as line ends, without a byte order mark.
        file: Its path, for faults.
    """

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        separator = SEPARATOR.match(text)
        self.delimiter = separator[1] if separator else find_delimiter(text)
        self._rows = list(_rows(text, separator.end() if separator else 0, self.delimiter, 2 if separator else 1))

    def set(self, line: int, cells: Mapping[int, str]) -> str:
        """Give cells of a row other texts.

        Args:
            line: The line at which the row begins.
            cells: The texts, by column.
        """
        row, text = self._row(line), self.text
        count = len(row.cells)
        if not all(0 < column <= LAST_COLUMN for column in cells):
            what, fix = "there is no such column", f"name one of 1 to {LAST_COLUMN:,}"
            raise Fault(Code.EDIT_REFUSED, Place(self.file, line), what=what, fix=fix)
        if last := max((column for column, cell in cells.items() if column > count and cell), default=0):
            more = (self._cell(cells.get(column, "")) for column in range(count + 1, last + 1))
            at = row.cells[-1][1]
            text = f"{text[:at]}{''.join(f'{self.delimiter}{cell}' for cell in more)}{text[at:]}"
        for column in sorted((column for column in cells if column <= count), reverse=True):
            start, end = row.cells[column - 1]
            text = f"{text[:start]}{self._cell(cells[column], text[start:end])}{text[end:]}"
        return text

    def rename(self, line: int, renamed: Mapping[str, str]) -> str:
        """Rename columns, whose names are in the row that begins at a line."""
        names = enumerate((" ".join(cell.split()) for cell in self.cells(line)), 1)
        return self.set(line, {column: renamed[name] for column, name in names if name in renamed})

    def insert(self, line: int, cells: Sequence[str]) -> str:
        """Insert a row before the one that begins at a line; at the end of the table if there is none."""
        row = self.delimiter.join(map(self._cell, cells))
        index = next((number for number, row in enumerate(self._rows) if row.line >= line), len(self._rows))
        if index < len(self._rows):
            at = self._rows[index].cells[0][0]
            return f"{self.text[:at]}{row}\n{self.text[at:]}"
        at = self._rows[-1].cells[-1][1] if self._rows else len(self.text)
        return f"{self.text[:at]}\n{row}{self.text[at:]}"

    def remove(self, line: int) -> str:
        """Remove the row that begins at a line."""
        row = self._row(line)
        start, end = row.cells[0][0], row.cells[-1][1]
        if self.text.startswith("\n", end):
            return self.text[:start] + self.text[end + 1 :]
        return self.text[:start].removesuffix("\n") + self.text[end:]

    def cells(self, line: int) -> list[str]:
        """Return the texts of the row that begins at a line."""
        return [_plain(self.text[start:end]) for start, end in self._row(line).cells]

    def _row(self, line: int) -> _TextRow:
        row = next((row for row in self._rows if row.line == line), None)
        if row is None:
            what, fix = f"no row begins at line {line}", "read the file again"
            raise Fault(Code.EDIT_STALE, Place(self.file, line), what=what, fix=fix)
        return row

    def _cell(self, text: str, before: str = "") -> str:
        """Return a text as a cell, in quotes if it needs them or had them."""
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        needs_quotes = any(sign in text for sign in (self.delimiter, '"', "\n")) or text != text.strip()
        if needs_quotes or (before.startswith('"') and text):
            return '"{}"'.format(text.replace('"', '""'))
        return text


@lru_cache(maxsize=4)
def read_delimited(text: str, file: str) -> DelimitedText:
    """Return the text of a table with its places; one that was read lately is not read again."""
    return DelimitedText(text, file)


def _plain(cell: str) -> str:
    return cell[1:-1].replace('""', '"') if len(cell) > 1 and cell[0] == cell[-1] == '"' else cell


def _rows(text: str, start: int, delimiter: str, line: int) -> Iterator[_TextRow]:
    """Yield the rows of a table that are not empty."""
    at = start
    while at < len(text):
        first, cells = line, []
        while True:
            begin = at
            if text.startswith('"', at):
                at += 1
                while at < len(text) and (text[at] != '"' or text.startswith('""', at)):
                    line += text[at] == "\n"
                    at += 2 if text[at] == '"' else 1
                at += 1
            while at < len(text) and text[at] not in (delimiter, "\n"):
                at += 1
            cells.append((begin, at))
            if not text.startswith(delimiter, at):
                break
            at += 1
        if len(cells) > 1 or cells[0][0] < cells[0][1]:
            yield _TextRow(first, cells)
        at += 1
        line += 1
