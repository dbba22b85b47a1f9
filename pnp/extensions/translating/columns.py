"""Translations for columns of a game's tables → the tables with these in their cells, and the record of all of them.

Columns translate the fields of cards instead of the catalogue. A cell that cannot be written is reported and left.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place, counted
from pnp.editing.edits import ChangedFiles, FileChange, SetCells, make_changes
from pnp.editing.table_text import read_delimited
from pnp.project.files import Files
from pnp.project.game import Game
from pnp.project.load import load_game
from pnp.project.templates import Templates
from pnp.project.tree import Map
from pnp.text.catalogue import column_cells, read_columns
from pnp.text.column_record import TextInContext
from pnp.text.po_reader import PoEntry


def all_columns(files: Files, game: Game, language: str) -> dict[TextInContext, PoEntry]:
    """Return an entry for each text that a column of a table translates, also for those whose cells are empty."""
    entries = read_columns(files, game, language, Diagnostics())
    for key, row, name, _ in column_cells(game, language):
        place = row.place_of(name)
        entries.setdefault(key, PoEntry(key[0], None, ("",), place, place, key[1]))
    return entries


def fill_cells(
    files: Files, game: Game, language: str, translations: Mapping[TextInContext, str], diagnostics: Diagnostics
) -> list[tuple[FileChange, int]]:
    """Return the game's tables with other translations in their columns, each with the number of changed cells.

    Args:
        files: The project.
        game: The game in its source language.
        language: The language of the translations.
        translations: The translations.
        diagnostics: Receives the cells that could not be written, once for each table.
    """
    edits: dict[str, dict[tuple[str, int, int], SetCells]] = {}
    left: dict[str, list[Place]] = {}
    for key, row, name, column in column_cells(game, language):
        text = translations.get(key)
        if text is None or row.cells.get(column, "").strip() == text:
            continue
        edit = _edit(row, name, column, text, files)
        if edit is None:
            left.setdefault(f"no column {column}", []).append(row.place_of(name))
        else:
            number = next(iter(edit.cells))
            edits.setdefault(Place(edit.file).path, {})[edit.file, edit.line, number] = edit
    changes: list[tuple[FileChange, int]] = []
    for of_table in edits.values():
        try:
            changes += [(change, len(of_table)) for change in make_changes(files, of_table.values())]
        except Fault as fault:
            places = [Place(file, line, column) for file, line, column in of_table]
            left.setdefault(fault.diagnostic.what, []).extend(places)
    for why, places in left.items():
        what = f"{counted(len(places), 'translation')} for a column of a table cannot be written there"
        diagnostics.report(Code.TABLE_ROW, places[0], what=what, why=why, fix="type them into the table")
    return changes


def _edit(row: Map, name: str, column: str, text: str, files: Files) -> SetCells | None:
    """Return the edit of a cell of a column that translates a field; None if its table has no such column.

    A row of a second table has its columns under longer names: ability_text for text.
    """
    read = column if column in row else name
    named, table = row.place_of_key(read), row.origins.get(read, row)
    if named.sheet:
        own = row.header.get(column)
        number = row.place_of(column).column if column in row else own.column if own else 0
    else:
        cells = read_delimited(files.text(table.file), table.file).cells(named.line)
        names = [" ".join(cell.split()) for cell in cells]
        ours = [cell for cell in names if cell and (column == cell or column.endswith(f"_{cell}"))]
        number = names.index(max(ours, key=len)) + 1 if ours else 0
    return SetCells(table.file, table.at[0], {number: text}) if number else None


def recorded_after(
    files: Files, game: Game, language: str, changes: Sequence[FileChange], accepted: Collection[TextInContext]
) -> list[PoEntry]:
    """Return the translations in columns for the record after some changes; accepted ones are no longer stale."""
    changed = ChangedFiles(files, changes) if changes else files
    after = load_game(changed, Templates(changed), game.name, Diagnostics()) or game
    return [
        replace(entry, flags=frozenset(), previous="") if key in accepted else entry
        for key, entry in read_columns(changed, after, language, Diagnostics()).items()
    ]
