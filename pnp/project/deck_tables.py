"""A deck's ``cards:``, ``where:`` and ``lookup:`` → the rows of its table, or of several tables one below the other.

Each table is read, filtered and checked by itself, so that the title, totals and remarks of one do not concern another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place, suggest
from pnp.core.patterns import lazy_pattern
from pnp.project.card_rows import card_rows, report_bare_rows
from pnp.project.cards import check_copies_column, check_points, name_copies
from pnp.project.fields import CardField
from pnp.project.files import Files
from pnp.project.game import DeckHead, LookupHead
from pnp.project.tree import Map, Seq


def named_tables(head: DeckHead, source: Map) -> list[tuple[str, Place]]:
    """Return the tables that a deck names, each with its place; none if its cards are written out, or it has one face.

    Raises:
        Fault: Tables and cards are mixed, or ``where:`` or ``lookup:`` has no table.
    """
    if isinstance(head.cards, str):
        return [(head.cards, source.place_of("cards"))]
    written = head.cards if isinstance(head.cards, Seq) else Seq(source.file, source.at)
    tables = [(name, written.place_of(index)) for index, name in enumerate(written) if isinstance(name, str)]
    if tables and len(tables) < len(written):
        other = next(index for index, name in enumerate(written) if not isinstance(name, str))
        what, fix = "cards: names tables and writes out cards", "put these cards into a file too, and name it here"
        raise Fault(Code.DECK_LIST, written.place_of(other), what=what, fix=fix)
    for key in ("where", "lookup"):
        if key in source and not tables:
            what, fix = f"{key}: needs a table, and this deck names none", f"delete {key}:, or write cards: cards.csv"
            raise Fault(Code.TABLE_CHOICE, source.place_of_key(key), what=what, fix=fix)
    return tables


def read_tables(
    files: Files,
    folder: str,
    named: Sequence[tuple[str, Place]],
    head: DeckHead,
    source: Map,
    fields: Sequence[CardField],
    language: str,
    diagnostics: Diagnostics,
) -> list[Any]:
    """Return the rows of each table of a deck that are its cards; none of a table with faults, which are reported.

    A single file may hold anything, which `pnp.project.cards.build_cards` reports if it is no list.

    Args:
        files: The project.
        folder: The folder of game.yaml, from which tables are named.
        named: The tables that the deck names, from `named_tables`.
        head: The deck as game.yaml describes it.
        source: Its mapping there.
        fields: Its declared fields; if empty, any field is accepted.
        language: The language of the game's texts: a field without a column of its name takes that of this language.
        diagnostics: Receives the faults of the tables.

    Raises:
        Fault: A file cannot be read, or has no such column or row as the deck names.
    """
    tables = [files.rows(f"{folder}/{name}", place, diagnostics, head.header) for name, place in named]
    if None in tables:
        return []
    if len(named) == 1 and not isinstance(tables[0], Seq):
        return tables
    for table, (name, place) in zip(tables, named, strict=True):
        if not isinstance(table, Seq):
            raise Fault(Code.DECK_LIST, place, what=f"{name} must be a list of cards", fix="start each with a dash")
    if head.where:
        tables = _chosen(tables, source["where"])
    lookups = [_Lookup(files, folder, column, lookup, source, diagnostics) for column, lookup in head.lookup.items()]
    is_complete = True
    for index, table in enumerate(tables):
        rows = card_rows(table, Diagnostics() if head.totals else diagnostics)
        if all(field.optional for field in fields):
            report_bare_rows(rows, diagnostics)
        before = diagnostics.count
        for lookup in lookups:
            lookup.fill(rows, diagnostics)
        is_complete &= diagnostics.count == before
        _name_source_columns(rows, fields, language)
        if isinstance(head.copies, str):
            name_copies(rows, head.copies, source.place_of("copies"))
        if not fields:
            check_copies_column(rows, diagnostics)
        check_points(fields, rows, diagnostics)
        tables[index] = rows
    return tables if is_complete else []


def joined(tables: Sequence[Any]) -> Any:
    """Return the rows of several tables as one list; a single table as it is."""
    if len(tables) == 1:
        return tables[0]
    rows = Seq(tables[0].file, tables[0].at)
    for table in tables:
        for row, at in zip(table, table.items_at, strict=True):
            rows.put(row, at)
    return rows


# --- languages


def language_columns(
    tables: Sequence[Any],
    fields: Iterable[CardField],
    languages: Sequence[str],
    named: Mapping[str, Mapping[str, str]] | None = None,
) -> LanguageColumns:
    """Return the columns that hold translations of fields, by language and field: {fr: {name: name_fr}}.

    A column is called as its field, with the code of the language after a space, a mark, or in brackets: name_fr,
    "name (fr)", name-pt-BR. Other columns are named by translations: of the deck.
    """
    rows = [row for table in tables for row in table if isinstance(row, Map) and row.header]
    by_key = {_key(column): column for row in rows for column in (*row.header, *row.cells)}
    names = [field.name for field in fields if field.is_translated] if by_key else []
    found = {
        language: {name: column for name in names if (column := by_key.get(_key(f"{name} {language}"))) is not None}
        for language in languages
    }
    for language in found.keys() & (named or {}).keys():
        found[language] |= {name: column for name, column in (named or {})[language].items() if name in names}
    return {language: columns for language, columns in found.items() if columns}


def check_translations(
    tables: Sequence[Any], fields: Sequence[CardField], source: Map, diagnostics: Diagnostics
) -> None:
    """Report what translations: of a deck names that its tables or texts do not have."""
    columns = {name: None for table in tables for row in table if isinstance(row, Map) for name in row.header}
    texts = [field.name for field in fields if field.is_translated]
    for language, named in source.get("translations", {}).items():
        for name, column in named.items():
            known, word, place = (
                (texts, name, named.place_of_key(name))
                if name not in texts
                else (columns, column, named.place_of(name))
            )
            if word not in known:
                kind = "column of the table" if known is columns else "text of fields:"
                what = f"translations: {language}: {word} is no {kind}"
                diagnostics.report(Code.TABLE_CHOICE, place, what=what, fix=suggest(word, known))


def report_spellings(tables: Sequence[Any], columns: LanguageColumns, diagnostics: Diagnostics) -> None:
    """Report columns of translations that another table of the deck calls otherwise: name_fr and name (fr)."""
    used = {_key(column): column for of_language in columns.values() for column in of_language.values()}
    for table in tables:
        for name, place in (table[0].header if table and isinstance(table[0], Map) else {}).items():
            column = used.get(_key(name), name)
            if column != name:
                what, fix = f"{name} is called {column} in another table of the deck", f"call it {column} here, too"
                diagnostics.report(Code.TABLE_CHOICE, place, what=what, fix=fix)


LanguageColumns = dict[str, dict[str, str]]


def _key(column: str) -> str:
    return " ".join(_MARKS.sub(" ", column.casefold()).split())


_MARKS = lazy_pattern(r"[\s_.:()\[\]/-]+")


def _name_source_columns(rows: Any, fields: Sequence[CardField], language: str) -> None:
    """Let fields without a column of their name take that of the game's own language: name takes name_en."""
    columns = language_columns([rows], fields, [language]).get(language, {})
    for name, column in columns.items():
        header = rows[0].header
        if name not in header and column in header:
            header[name] = header.pop(column)  # the rows share it
            for row in rows:
                _adopt(row, row, {name: column})


# --- where:


def _chosen(tables: Sequence[Seq], where: Map) -> list[Seq]:
    """Return the rows of each table whose cells have the given values: {kind: monster, set: [base, night]}."""
    maps = [row for table in tables for row in table if isinstance(row, Map)]
    columns = {name: None for row in maps for name in (*row.header, *row)}
    for column, wanted in where.items():
        if column not in columns:
            what, fix = f"where: the table has no column {column}", suggest(column, columns)
            raise Fault(Code.TABLE_CHOICE, where.place_of_key(column), what=what, fix=fix)
        found = {text: None for row in maps for text in _texts(row, column)}
        for index, value in enumerate(_values(wanted)):
            if _text(value).casefold() not in (text.casefold() for text in found):
                place = wanted.place_of(index) if isinstance(wanted, Seq) else where.place_of(column)
                what = f"where: no row has {_text(value) or 'an empty cell'} in the column {column}"
                fix = suggest(_text(value), filter(None, found))
                raise Fault(Code.TABLE_CHOICE, place, what=what, fix=fix)
    wishes = {column: {_text(value).casefold() for value in _values(wanted)} for column, wanted in where.items()}
    return [_kept(table, wishes) for table in tables]


def _kept(table: Seq, wishes: Mapping[str, set[str]]) -> Seq:
    """Return the rows of a table that have one of the wanted values in each of the columns."""
    kept = Seq(table.file, table.at)
    kept.unnamed_columns = table.unnamed_columns
    for row, at in zip(table, table.items_at, strict=True):
        is_map = isinstance(row, Map)
        if not is_map or all(
            wanted & {text.casefold() for text in _texts(row, column)} for column, wanted in wishes.items()
        ):
            kept.put(row, at)
    return kept


def _values(wanted: Any) -> Sequence[Any]:
    return wanted if isinstance(wanted, list) else [wanted]


def _texts(row: Map, column: str) -> Iterator[str]:
    """Yield the cell of a row as its value and as it is written."""
    yield _text(row.get(column))
    yield row.cells.get(column, _text(row.get(column))).strip()


def _text(value: Any) -> str:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


# --- lookup:


class _Lookup:
    """A second table, whose rows complete cards: each has the columns of the row that its own column names.

    The columns are called as the deck's column and those of the table: ability_text for text of the ability. A card
    that has a value of its own in such a column keeps it.
    """

    def __init__(
        self, files: Files, folder: str, column: str, head: LookupHead, source: Map, diagnostics: Diagnostics
    ) -> None:
        self.column = column
        self.place = source["lookup"].place_of_key(column)
        lookup = source["lookup"][column]
        place = lookup.place_of("table") if isinstance(lookup, Map) else source["lookup"].place_of(column)
        rows = files.rows(f"{folder}/{head.table}", place, diagnostics, head.header)
        if not isinstance(rows, Seq) or not all(isinstance(row, Map) for row in rows):
            raise Fault(Code.TABLE_CHOICE, place, what=f"{head.table} must be a table", fix="give each row its columns")
        self.table = head.table
        self.columns = list({name: None for row in rows for name in (*row.header, *row)})
        self.by = head.by or (self.columns[0] if self.columns else "")
        if self.by not in self.columns:
            where = lookup.place_of("by") if isinstance(lookup, Map) else place
            what, fix = f"{head.table} has no column {self.by}", suggest(self.by, self.columns)
            raise Fault(Code.TABLE_CHOICE, where, what=what, fix=fix)
        self.rows: dict[str, Map] = {}
        for row in rows:
            name = _text(row.get(self.by)).strip()
            first = self.rows.setdefault(name, row)
            if name and first is not row:
                what = f"{name} stands in {self.by} a second time; the first is in line {first.place.line}"
                diagnostics.report(Code.TABLE_CHOICE, row.place_of(self.by), what=what, fix="rename or delete one")

    def fill(self, cards: Iterable[Any], diagnostics: Diagnostics) -> None:
        """Give each card the columns of the row that it names."""
        maps = [card for card in cards if isinstance(card, Map)]
        names = {f"{self.column}_{name}": name for name in self.columns if name != self.by}
        if maps and not any(self.column in (*card.header, *card) for card in maps):
            what = f"lookup: no card has a column {self.column}"
            fix = suggest(self.column, [*(maps[0].header or maps[0])])
            diagnostics.report(Code.TABLE_CHOICE, self.place, what=what, fix=fix)
            return
        for card in maps:
            name = _text(card.get(self.column)).strip()
            row = self.rows.get(name)
            if name and row is None:
                what, place = f"{self.table} has no row whose {self.by} is {name}", card.place_of(self.column)
                fix = suggest(name, filter(None, self.rows))
                diagnostics.report(Code.TABLE_CHOICE, place, what=what, fix=fix)
            elif name and row is not None:
                _adopt(card, row, names)


def _adopt(card: Map, row: Map, names: Mapping[str, str]) -> None:
    """Add the cells of a row to a card under other names, with their places and faults."""
    renamed = Map(row.file, row.at)
    for new, name in names.items():
        if name in row and card.get(new) is None:
            key, value = row.place_of_key(name), row.place_of(name)
            renamed.put(new, row[name], (key.line, key.column), (value.line, value.column))
            card.adopt(new, renamed)
            card.cells[new] = row.cells.get(name, _text(row[name]))
            if name in row.faults:
                card.faults[new] = row.faults[name]
