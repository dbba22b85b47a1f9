"""The address or file of a table → its CSV in a game, with a note of its origin and digest."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place, counted
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.editing.table_text import DelimitedText
from pnp.extensions.importing.columns import columns_of
from pnp.extensions.importing.deck import deck_block
from pnp.extensions.importing.found_deck import FoundDeck
from pnp.extensions.importing.tables import decode_table
from pnp.extensions.importing.web import csv_address, fetch, is_address
from pnp.outputs import Output
from pnp.project.card_rows import card_rows
from pnp.project.cards import check_copies_column
from pnp.project.delimited import SEPARATOR, parse_csv
from pnp.project.files import NOT_READ, ORIGIN, Files, added_tables

MAX_ROWS, MAX_COLUMNS, MAX_CELLS = 250_000, 16_384, 5_000_000
"""The largest table, in rows and in rows times columns; far above any game's."""

_DIGEST = lazy_pattern(r"^sha256 ([0-9a-f]{64})$", re.MULTILINE)


@frozen_dataclass
class ImportedSheet:
    """A table and its note.

    Attributes:
        outputs: The two files, from the project's folder.
        block: The lines of a deck of this table, for game.yaml.
        letters: The letters beyond ASCII if an encoding was given, to be checked.
        changes: A line for each column that has another name than in the sheet.
    """

    outputs: tuple[Output, Output]
    block: str
    letters: str
    changes: tuple[str, ...] = ()


def import_sheet(
    files: Files,
    game: str,
    name: str,
    source: str,
    today: str,
    encoding: str,
    is_replaced: bool,
    diagnostics: Diagnostics,
) -> ImportedSheet | None:
    """Fetch a table; None for one with faults.

    Args:
        files: The project.
        game: The folder of a game in it.
        name: The name of the table, without .csv.
        source: An address, or the path of a file.
        today: The date, for the note: 2026-11-23.
        encoding: The encoding of a table that is not Unicode.
        is_replaced: Whether an earlier import may be overwritten.
        diagnostics: Collects the faults of the table.

    Raises:
        Fault: It cannot be fetched or read, or would overwrite another file.
    """
    path = f"data/{game}/{name}.csv"
    if is_address(source):
        address = csv_address(source)
        content = fetch(address)
    else:
        address, file = Path(source).name, Path(source)
        if file.suffix.lower() in added_tables():
            what = "a workbook needs no import"
            fix = f"copy it into data/{game}/, and write cards: {file.name}#SHEET"
            raise Fault(Code.TABLE_FORMAT, Place(file.name), what=what, fix=fix)
        if file.suffix.lower() in NOT_READ:
            what, fix = f"{file.suffix} files are not read", "save it as CSV in your spreadsheet, and import that"
            raise Fault(Code.TABLE_FORMAT, Place(file.name), what=what, fix=fix)
        content = Files(file.parent).read(file.name, Place(file.name))
    decoded = decode_table(content, address if not is_address(source) else path, encoding, diagnostics)
    _check_size(decoded.text, path)
    if files.exists(path):
        _check_unchanged(files, path, is_replaced)
    rows = parse_csv(decoded.text, path, diagnostics)
    if rows is None:
        return None
    rows = card_rows(rows, diagnostics)
    check_copies_column(rows, diagnostics)
    columns = columns_of(FoundDeck(rows, "copies" if rows and "copies" in rows[0].header else ""), [])
    earlier = parse_csv(files.text(path), path, Diagnostics()) if files.exists(path) else None
    kept = earlier[0].header if earlier else {}
    renamed = {column.header: column.name for column in columns if column.header not in (column.name, *kept)}
    text = decoded.text
    if renamed:
        text = DelimitedText(text, path).rename(next(iter(rows[0].header.values())).line, renamed)
    note = (
        f"{name}.csv is a copy. It came from\n{address}\non {today}.\n\n"
        "Change it there, and then bring it up to date with\n"
        f"pnp import sheet {_quoted(source)} --game {game} --name {name} --replace\n\n"
        f"sha256 {_digest(text)}\n"
    )
    outputs = (
        Output(path, text.encode(), f"{counted(len(rows), 'row')}, {counted(len(columns), 'column')}"),
        Output(path + ORIGIN, note.encode(), "where it came from"),
    )
    changes = tuple(
        f"column {was} is renamed to {name} in the copy, which expressions can use" for was, name in renamed.items()
    )
    return ImportedSheet(outputs, deck_block(game, name, columns), decoded.letters, changes)


def _check_size(text: str, path: str) -> None:
    """Raise a Fault for a table that would take too long, and too much memory, to read cell by cell."""
    separators = (",", ";", *SEPARATOR.findall(text[:10]))
    body = text.partition("\n")[2] if len(separators) > 2 else text
    lines, cells = text.count("\n") + 1, max(map(text.count, separators))
    columns = 1 + max(map(body.lstrip("\n").partition("\n")[0].count, separators))
    if lines > MAX_ROWS or cells > MAX_CELLS or columns > MAX_COLUMNS:
        what = f"{lines:,} lines with {columns:,} columns are more than a table may have"
        fix = "import only the rows and columns that the cards need"
        raise Fault(Code.IMPORT_LARGE, Place(path), what=what, fix=fix)


def _check_unchanged(files: Files, path: str, is_replaced: bool) -> None:
    """Raise a Fault for a table that may not be overwritten: without --replace, or after changes by hand."""
    if not is_replaced:
        what, fix = f"{path} is there already", "give another --name, or bring it up to date with --replace"
        raise Fault(Code.IMPORT_EXISTS, Place(path), what=what, fix=fix)
    noted = _DIGEST.search(files.text(path + ORIGIN)) if files.exists(path + ORIGIN) else None
    if noted is None or noted[1] != _digest(files.text(path)):
        what = f"{path} has been changed here since it was imported" if noted else f"{path} was not imported"
        fix = "make the changes in the sheet too, then delete the file and import it again"
        raise Fault(Code.IMPORT_EXISTS, Place(path), what=what, fix=fix)


def _quoted(source: str) -> str:
    """Return an address or path as one word of a shell."""
    return "'" + source.replace("'", "'\"'\"'") + "'"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
