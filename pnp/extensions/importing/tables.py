"""Bytes of a table in any common encoding → its text in UTF-8, and its rows with places.

No encoding is guessed: a text that is not Unicode needs the name of its encoding, and the letters that it gives are
returned to be checked.
"""

from __future__ import annotations

import codecs
import contextlib
import csv
import os
import shlex
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.extensions.workbooks import ENDINGS
from pnp.project.card_rows import card_rows
from pnp.project.delimited import parse_csv
from pnp.project.files import DELIMITED, Files, decode_text
from pnp.project.table import report_cell_faults
from pnp.project.tree import Seq

_MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}


@frozen_dataclass
class TableText:
    """A table as CSV.

    Attributes:
        text: Unicode, with plain line ends.
        letters: The letters beyond ASCII if an encoding was given, to be checked.
    """

    text: str
    letters: str = ""


_WRITTEN = {
    **dict.fromkeys(["pl", "cs", "sk", "hu", "hr", "sl", "ro", "sr_Latn"], "cp1250"),
    **dict.fromkeys(["ru", "bg", "uk", "sr"], "cp1251"),
    **{"el": "cp1253", "tr": "cp1254", "he": "cp1255", "ar": "cp1256", "fa": "cp1256", "ur": "cp1256"},
    **{"th": "cp874", "vi": "cp1258", "ja": "cp932", "ko": "cp949", "zh_Hans": "gb18030", "zh_Hant": "cp950"},
}
"""The encoding in which programs for Windows write tables in a language, where it is not cp1252."""


def decode_file(content: bytes, file: str, encoding: str, diagnostics: Diagnostics, language: str = "") -> TableText:
    """Return the text of a file in an encoding that the user names, unless the file is in Unicode.

    Args:
        content: The bytes of the file.
        file: Its name, for faults.
        encoding: The encoding of a text that is not Unicode; "" for none.
        diagnostics: Collects the warning that a file is in Unicode, although another encoding is named.
        language: The language of its texts; "" if it is not known.

    Raises:
        Fault: ``file-encoding``.
    """
    unicode = next((name for mark, name in _MARKS.items() if content.startswith(mark)), "")
    if encoding and not unicode and not content.isascii():
        with contextlib.suppress(UnicodeDecodeError):
            content.decode()
            unicode = "utf-8"
    if encoding and unicode and codecs.lookup(encoding).name != codecs.lookup(unicode).name:
        name = "UTF-16" if unicode == "utf-16" else "UTF-8"
        what = f"{file} is {name}, and is read as such, not as {encoding}"
        fix = "leave out --encoding, unless another file of the import needs it"
        diagnostics.report(Code.IMPORT_ENCODING, Place(file), what=what, fix=fix)
    usual = _WRITTEN.get(language, "cp1252")
    fix = "" if encoding else f"name its encoding: --encoding {usual}, or save it as UTF-8"
    text = decode_text(content, file, unicode or encoding, fix)
    return TableText(text, "".join(sorted({c for c in text if ord(c) > 127})) if encoding and not unicode else "")


def decode_table(content: bytes, file: str, encoding: str, diagnostics: Diagnostics, language: str = "") -> TableText:
    """Return the text of a table as `decode_file`; tabs between its cells become commas.

    Raises:
        Fault: ``file-encoding``, or ``csv-syntax`` for a faulty table with tabs.
    """
    decoded = decode_file(content, file, encoding, diagnostics, language)
    try:
        return TableText(_with_commas(decoded.text), decoded.letters)
    except csv.Error as error:
        what, fix = f"not a valid table: {error}", "close each quote, and shorten cells that hold a whole text"
        raise Fault(Code.CSV_SYNTAX, Place(file), what=what, fix=fix) from error


def _with_commas(text: str) -> str:
    """Return the table with commas in place of tabs between its cells."""
    first = text.partition("\n")[0]
    if "\t" not in first.strip() or set(first) & set(",;"):
        return text
    return format_csv(csv.reader(StringIO(text, newline=""), "excel-tab"))


def format_csv(rows: object) -> str:
    """Return rows of cells as CSV with commas."""
    buffer = StringIO()
    csv.writer(buffer, lineterminator="\n").writerows(rows)  # type: ignore[arg-type]
    return buffer.getvalue()


def written_rows(
    header: Sequence[str], cells: Sequence[Sequence[object]], file: str, diagnostics: Diagnostics
) -> Seq | None:
    """Return the rows of a table that an importer makes, numbered if one of them would not be read as a card.

    A line without cells, or with nothing but FALSE, is no card in a table; one that is there twice is reported.
    """
    rows = parse_csv(format_csv([header, *cells]), file, diagnostics) if header else None
    are_different = len({tuple(map(str, row)) for row in cells}) == len(cells)
    if header and (rows is None or (are_different and len(card_rows(rows, Diagnostics())) == len(cells))):
        return rows
    number = "card" if "card" not in header else "card_number"
    return parse_csv(
        format_csv([[number, *header], *([place, *row] for place, row in enumerate(cells, 1))]), file, diagnostics
    )


def within(folder: Path, path: Path) -> bool:
    """Return whether a path that a script names stays in a folder when links are followed."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):
        return False


def check_within(folder: Path, path: Path, name: str, place: Place) -> None:
    """Raise a Fault for a table outside the folder whose files a script may read.

    Args:
        folder: The folder.
        path: The path of the table.
        name: The table's name in the script.
        place: The place in the script.
    """
    if within(folder, path):
        return
    what = f"{name} lies outside the folder of the script"
    why = "a stranger's script could copy any file that it names into your game"
    fix = f"if it is yours, copy it into {_from_here(folder)}"
    shared = Path(os.path.commonpath([folder.resolve(), path.resolve().parent]))
    if shared != Path(shared.anchor) and not path.is_symlink():
        fix += f", or let the script read all of a folder: --within {shlex.quote(_from_here(shared))}"
    raise Fault(Code.FILE_OUTSIDE, place, what=what, why=why, fix=fix)


def _from_here(folder: Path) -> str:
    """Return a folder's path relative to the working folder."""
    return min(os.path.relpath(folder.resolve()), str(folder.resolve()), key=len)


def read_rows(path: Path, sheet: str, encoding: str, diagnostics: Diagnostics) -> tuple[Seq | None, str]:
    """Return the rows of a table in or outside a project, and letters to be checked; None for a table with faults.

    Args:
        path: The path of a .csv, .tsv or .txt, or a workbook.
        sheet: The sheet of a workbook.
        encoding: The encoding of a text that is not Unicode.
        diagnostics: Collects the faults.

    Raises:
        Fault: It cannot be read at all.
    """
    files, place = Files(path.parent), Place(path.name)
    if path.suffix.lower() in ENDINGS:
        from pnp.extensions.workbooks.workbook import parse_workbook

        content = files.read(path.name, place)
        rows = parse_workbook(content, path.name, sheet, place, diagnostics, are_tags=True)
        return _whole(rows, diagnostics), ""
    if path.suffix.lower() not in DELIMITED:
        what, fix = f"{path.suffix or 'such'} files are not read", "save it as .csv or .xlsx"
        raise Fault(Code.TABLE_FORMAT, place, what=what, fix=fix)
    return table_rows(files.read(path.name, place), path.name, encoding, diagnostics)


def table_rows(content: bytes, file: str, encoding: str, diagnostics: Diagnostics) -> tuple[Seq | None, str]:
    """Return the rows of a table of text, and letters to be checked; None for a table with faults."""
    decoded = decode_table(content, file, encoding, diagnostics)
    return _whole(parse_csv(decoded.text, file, diagnostics), diagnostics), decoded.letters


def _whole(rows: Seq | None, diagnostics: Diagnostics) -> Seq | None:
    """Return the rows that hold cards, with the faults of all their cells reported; None if one of them is an error."""
    rows = rows and card_rows(rows, diagnostics)
    return None if rows is None or report_cell_faults(rows, diagnostics) else rows


def numbered_sheet(path: Path, number: int) -> str:
    """Return the name of a workbook's sheet by its number from 0; "" if it has none of that number."""
    from pnp.extensions.workbooks.workbook import sheet_names

    names = sheet_names(path.read_bytes()) if path.suffix.lower() in ENDINGS and is_file(path) else []
    return names[number] if 0 <= number < len(names) else ""


def is_file(path: Path) -> bool:
    """Whether a path leads to a file; a name that the system does not allow does not."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
