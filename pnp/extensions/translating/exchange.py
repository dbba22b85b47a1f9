"""Catalogues ↔ tables, as agencies and platforms exchange them: a row for each text with its source and translation.

pnp writes CSV and .xlsx files, and reads any table whose columns have usual names: source, translation, context; msgid,
msgstr; term, definition; en, fr.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place, counted
from pnp.core.patterns import lazy_pattern
from pnp.editing.po_text import set_translations
from pnp.project.tree import Map, Seq
from pnp.text.catalogue import Catalogue, Message, quoted
from pnp.text.column_record import TextInContext
from pnp.text.numbers import base_language
from pnp.text.po_reader import PoEntry
from pnp.text.sample_text import language_name

COLUMNS = ("context", "source", "plural", "translation", "state", "note")
"""The columns of a table that pnp writes. More plural forms are in translation 2, translation 3 and so on; then each
says for which numbers it is: translation 2 [2, 3, 4, 22, …]."""

_NUMBERS = lazy_pattern(r"\s*\[[\d, …]+\]$")

_SOURCES = ("source", "source text", "source string", "msgid", "original", "term", "text", "key")
_TRANSLATIONS = ("translation", "target", "target text", "msgstr", "translated text", "definition")
_UNSURE = ("stale", "missing", "fuzzy", "draft", "new", "needs-translation", "needs-review", "needs editing")
"""States of rows whose translation is not approved, if it is the one that the catalogue has."""
_CONTEXTS = ("context", "msgctxt", "identifier")


class TranslatedRow(NamedTuple):
    """A text in a table.

    Attributes:
        context: Its context; None if the table has no column of contexts.
        strings: Its translation; with plural forms, one for each; empty ones are not translated yet.
        place: The place of its translation.
        is_approved: Whether its state says nothing else: not that it is stale, fuzzy, or still to be looked at.
    """

    context: str | None
    source: str
    strings: tuple[str, ...]
    place: Place
    is_approved: bool = True


# --- writing


def table_rows(catalogue: Catalogue, messages: Iterable[Message]) -> list[list[str]]:
    """Return the rows of a table, the names of the columns first: each text with an entry of the catalogue."""
    forms = max((len(entry.strings) for entry in catalogue.all_entries), default=1)
    names = ["translation", *(f"translation {number}" for number in range(2, forms + 1))]
    if forms > 1:
        samples = map(catalogue.sample_of, range(forms))
        names = [f"{name} [{sample}]" if sample else name for name, sample in zip(names, samples, strict=True)]
    rows = [[*COLUMNS[:3], *names, *COLUMNS[4:]]]
    for message in catalogue.divide(messages):
        entry = catalogue.entry_of(message)
        if entry is None:
            continue
        strings = [*entry.strings, *("" for _ in range(forms - len(entry.strings)))]
        room = message.room.describe(catalogue.language) if message.room else ""
        was = f"was: {entry.previous}" if entry.is_fuzzy and entry.previous else ""
        note = "\n".join(filter(None, (was, message.note, room, *message.values)))
        rows.append([entry.context or "", entry.text, entry.plural or "", *strings, _state(entry, catalogue), note])
    return rows


def _state(entry: PoEntry, catalogue: Catalogue) -> str:
    return "missing" if not catalogue.is_translated(entry) else "stale" if entry.is_fuzzy else "translated"


def as_csv(rows: Sequence[Sequence[str]]) -> bytes:
    """Return a table as CSV in UTF-8, with a byte order mark, so that Excel reads accents."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode("utf-8-sig")


def as_workbook(rows: Sequence[Sequence[str]]) -> bytes:
    """Return a table as a workbook, every cell a text; dates are fixed, so that the same rows give the same bytes.

    Raises:
        Fault: The library openpyxl is not installed.
    """
    try:
        import openpyxl
    except ImportError:
        what, fix = "a workbook needs a library that is not installed", "pip install '.[xlsx]', or write a .csv file"
        raise Fault(Code.TABLE_EXTRA, Place("data"), what=what, fix=fix) from None
    from openpyxl.styles import Alignment, Font

    book = openpyxl.Workbook()
    sheet: Any = book.active
    for number, row in enumerate(rows, 1):
        for column, text in enumerate(row, 1):
            cell = sheet.cell(number, column)
            cell.value, cell.data_type = text, "s"
            cell.alignment = Alignment(wrap_text=True, vertical="top")
            cell.font = Font(bold=number == 1)
    for index, name in enumerate(rows[0]):
        sheet.column_dimensions[openpyxl.utils.get_column_letter(index + 1)].width = _WIDTHS.get(name, 50)
    sheet.freeze_panes = "A2"
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


_WIDTHS = {"context": 20, "plural": 20, "state": 12, "note": 40}


# --- reading


def texts_of_table(rows: Seq, language: str, source: str) -> list[TranslatedRow]:
    """Return the texts of a table.

    Args:
        rows: Its rows.
        language: The language of the translations.
        source: The language of the texts.

    Raises:
        Fault: No column has the texts, or none the translations.
    """
    maps = [row for row in rows if isinstance(row, Map)]
    header = [*(maps[0].header or maps[0])] if maps else []
    own = _column(header, (*_names(language), *_TRANSLATIONS)) or _of_country(header, language)
    original = _column(header, (*_SOURCES, *_names(source))) or _of_country(header, source)
    for column, what in ((original, "the source text"), (own, f"the translation into {language}")):
        if not column:
            names = ", ".join(header) or "none"
            fix = "call one column source and one translation, or as the languages: en, fr"
            raise Fault(Code.TABLE_HEADER, rows.place, what=f"no column has {what}; there are {names}", fix=fix)
    context, state = _column(header, _CONTEXTS), _column(header, ("state", "status"))
    more = [name for number in range(2, 7) if (name := _column(header, (f"{_NUMBERS.sub('', own)} {number}",)))]
    found: list[TranslatedRow] = []
    for row in maps:
        text = _cell(row, original)
        strings = [_cell(row, name) for name in (own, *more)]
        if text.strip():
            is_approved = not state or _cell(row, state).casefold().replace("_", "-").strip() not in _UNSURE
            used_as, place = _cell(row, context) if context else None, row.place_of(own)
            found.append(TranslatedRow(used_as, text, tuple(strings), place, is_approved))
    return found


def _names(language: str) -> tuple[str, ...]:
    """Return what columns of a language are called: fr_FR, fr-FR, fr, French."""
    base = base_language(language)
    return tuple(
        dict.fromkeys((language, language.replace("_", "-"), base, language_name(language), language_name(base)))
    )


def _column(header: Sequence[str], names: Iterable[str]) -> str:
    named = ((_NUMBERS.sub("", column), column) for column in header)
    by_name = {" ".join(name.casefold().replace("_", "-").split()): column for name, column in named}
    return next((by_name[key] for name in names if (key := name.casefold().replace("_", "-")) in by_name), "")


def _of_country(header: Sequence[str], language: str) -> str:
    """Return the column of a language in one of its countries: fr-FR for fr; "" if there is none."""
    start = f"{base_language(language)}-".casefold()
    return next((column for column in header if column.casefold().replace("_", "-").startswith(start)), "")


def _cell(row: Map, column: str) -> str:
    return row.cells.get(column) or ("" if row.get(column) is None else str(row[column]))


class Brought(NamedTuple):
    """What a table brought into a catalogue.

    Attributes:
        text: The new text of the file.
        cells: The new or different translations for columns of tables.
        accepted: Those in columns that are no longer stale, because they are right as they are.
        changed: How many translations of the file are new or different.
        same: How many were there already.
        empty: How many the table does not have.
    """

    text: str
    cells: Mapping[TextInContext, str]
    accepted: Collection[TextInContext]
    changed: int
    same: int
    empty: int

    def __str__(self) -> str:
        parts = [counted(self.changed, "translation")]
        parts += [f"{self.same} as before"] if self.same else []
        return ", ".join([*parts, *([f"{self.empty} empty in the table"] if self.empty else [])])


def bring_in(
    catalogue: Catalogue,
    text: str,
    columns: Mapping[TextInContext, PoEntry],
    texts: Sequence[TranslatedRow],
    diagnostics: Diagnostics,
) -> Brought:
    """Return a catalogue's file with the translations of a table, and those for columns; empty ones change nothing.

    Args:
        catalogue: The catalogue as it was read.
        text: The text of its file, up to date.
        columns: The entries of texts that columns of the game's tables translate.
        texts: The texts of the table.
        diagnostics: Receives texts that the game does not have, and those that are translated in two ways.
    """
    same = empty = 0
    changes: list[tuple[PoEntry, Sequence[str]]] = []
    seen: dict[tuple[str, str], TranslatedRow] = {}
    unknown: list[TranslatedRow] = []
    by_text = _by_text((*_in_use(catalogue), *columns.values()))
    in_columns: dict[str, list[PoEntry]] = {}
    for column in columns.values():
        in_columns.setdefault(_key(column.text), []).append(column)
    for found in texts:
        entry = by_text.get((found.context or "", _key(found.source))) or by_text.get(("", _key(found.source)))
        entries = [entry] if entry else []
        entries += in_columns.get(_key(found.source), ()) if found.context is None else ()
        if not entries:
            unknown.append(found)
        for entry in entries:
            given = found.strings[: len(entry.strings)]
            strings = (*given, *("" for _ in entry.strings[len(given) :]))
            if not catalogue.is_translated(replace(entry, strings=strings)):
                if any(given) and given != entry.strings[: len(given)]:
                    forms = counted(len(entry.strings), "plural form")
                    what = f"{quoted(found.source)} has {forms}, and not all are filled in"
                    fix = f"fill in the columns translation to translation {len(entry.strings)}"
                    diagnostics.report(Code.TABLE_ROW, found.place, what=what, why="it stays as it is", fix=fix)
                empty += 1
                continue
            key = (entry.context or "", entry.text)
            first = seen.setdefault(key, found)
            if first is not found and first.strings != found.strings:
                what = f"{quoted(found.source)} is translated in two ways, here and in line {first.place.line}"
                diagnostics.report(Code.CATALOGUE_DUPLICATE, found.place, what=what, fix="delete one of the two rows")
            elif first is found and (strings != entry.strings or (entry.is_fuzzy and found.is_approved)):
                changes.append((entry, strings))
            elif first is found:
                same += 1
    if unknown:
        examples = ", ".join(quoted(found.source, 30) for found in unknown[:3])
        count = counted(len(unknown), "text of the table is", "texts of the table are")
        what = f"{count} not in the game: {examples}"
        why = "it may be that of another game"
        if changes or same:
            why = "texts have changed since the table was made"
        fix = f"export the table anew: pnp i18n export --lang {catalogue.language}"
        diagnostics.report(Code.TRANSLATION_UNUSED, unknown[0].place, what=what, why=why, fix=fix)
    of_file = [change for change in changes if change[0].place.file == catalogue.file]
    of_columns = (change for change in changes if change[0].place.file != catalogue.file)
    cells = {(entry.text, entry.context or ""): strings[0] for entry, strings in of_columns}
    accepted = {key for key, translation in cells.items() if columns[key].strings == (translation,)}
    return Brought(set_translations(text, of_file), cells, accepted, len(of_file), same, empty)


def _by_text(entries: Iterable[PoEntry]) -> Mapping[TextInContext, PoEntry]:
    return {(entry.context or "", _key(entry.text)): entry for entry in entries}


def _in_use(catalogue: Catalogue) -> Iterator[PoEntry]:
    yield from (entry for entry in catalogue.all_entries if entry.text and not entry.is_obsolete)


def _key(text: str) -> str:
    """Return a text without differences that tables make: line ends and spaces at the ends of lines."""
    return "\n".join(line.strip() for line in text.strip().splitlines())
