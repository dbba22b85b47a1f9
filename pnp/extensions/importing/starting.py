"""A spreadsheet, or a project of Squib or nanDECK → the files of a new game, and a line for each thing to know.

The table is copied as it is. Fields are proposed by what its cells hold, and a template is drafted; titles, totals and
empty rows are passed over.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place, counted, in_words
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.core.plugins import call_plugin, load_plugin
from pnp.core.scripts import in_ascii
from pnp.extensions.importing import Importer
from pnp.extensions.importing.columns import UniqueNames
from pnp.extensions.importing.deck import import_decks
from pnp.extensions.importing.first_template import LONG, TITLES, DraftColumn, draft_template, title_of
from pnp.extensions.importing.origin import import_command
from pnp.extensions.importing.tables import decode_file
from pnp.extensions.importing.text_languages import language_of, without_translations
from pnp.outputs import Output
from pnp.project.card_rows import card_rows, report_bare_rows
from pnp.project.cards import PICTURE, is_likely
from pnp.project.fields import DECIMAL_COMMA
from pnp.project.files import DELIMITED, Files, added_tables
from pnp.project.forms import why_no_file_name
from pnp.project.table import is_remark
from pnp.project.tree import Map, Seq
from pnp.project.yaml_values import format_flow, format_scalar

IMPORTERS = {".rb": "squib", ".nde": "nandeck", ".txt": "nandeck"}
"""The importer of each kind of script, by its ending."""

MOST_CHOICES, LONGEST_CHOICE = 8, 20
"""A column is one of choices if it has few different words, each of few letters, and each at least twice."""

_NUMBERS = {
    "nr", "no", "n°", "nº", "number", "num", "index", "lfd nr", "nummer", "numéro", "numero", "número", "card no",
    "kartennr", "card number",
}  # fmt: skip
"""Names of columns in which the rows are numbered."""

MOST_NAMED = 5
"""A line names at most this many rows."""

LARGEST_PICTURE = 40_000_000

_FLAGS = {"true", "false", "yes", "no", "x", "ja", "nein", "oui", "non"}
_CODE = lazy_pattern(r"[A-Za-z]{1,4}[-_]?\d{1,5}")
"""A name for a card that its players do not read: c01, AB-17."""

_INTEGER = lazy_pattern(r"-?(?:0|[1-9]\d{0,8})")
_DECIMAL = lazy_pattern(r"-?(?:0|[1-9]\d{0,8})\.\d{1,6}")
_WORD = lazy_pattern(r"[^\W\d_](?:[\w'’-]*\w)?")


@frozen_dataclass
class StartedDeck:
    """A deck of a table.

    Attributes:
        name: Its name in game.yaml, and that of its template.
        block: Its lines of game.yaml.
        template: The text of its template.
        pictures: The pictures that its table names.
        words: All texts of its cells.
        names: Words of the cards' names, which no dictionary need have.
        language: The language that a column of its texts names; "" for none.
        others: The languages into which columns translate its texts.
        notes: A line for each thing to know.
    """

    name: str
    block: str
    template: str
    pictures: Sequence[Output]
    words: str
    names: frozenset[str]
    language: str
    others: Sequence[str]
    notes: Sequence[str]


def start_from_file(
    path: Path, folder: str, title: str, diagnostics: Diagnostics, language: str = "", encoding: str = ""
) -> tuple[list[Output], list[str]]:
    """Return the files of a new game, and a line for each thing to know; no files with faults.

    Args:
        path: The path of the file.
        folder: The folder of the game in data/ and templates/.
        title: The title of the game.
        diagnostics: Collects the faults of the file.
        language: The language of its texts; "" to find it.
        encoding: The encoding of a file that is not Unicode.

    Raises:
        Fault: It cannot be read at all.
    """
    ending = path.suffix.lower()
    if ending in IMPORTERS:
        return _start_from_script(path, folder, title, IMPORTERS[ending], diagnostics, language, encoding)
    files = Files(path.parent)
    place = Place(path.name)
    content = files.read(path.name, place)
    names = UniqueNames()
    decks: list[StartedDeck] = []
    notes: list[str] = []
    if ending in DELIMITED:
        decoded = decode_file(content, path.name, encoding, diagnostics)
        if encoding:
            content = decoded.text.encode()
            files.put(path.name, content)
        notes += _letters(decoded.letters)
    for sheet in _sheets(content, path):
        reference = f"{path.name}#{sheet}" if sheet else path.name
        own = Diagnostics()
        rows = files.rows(reference, place, own)
        if rows is None or not rows or len(_used(rows)) == 0:
            if sheet and len(_sheets(content, path)) > 1:
                notes.append(f"sheet {sheet} is left out: it holds no table of cards")
                continue
            diagnostics.extend(own)
            if not diagnostics.errors:
                fix = "name the columns in its first line, and write a card into each line below"
                raise Fault(Code.IMPORT_EMPTY, place, what="the table has no rows", fix=fix)
            return [], []
        name = names.unused(_deck_name(sheet or path.stem))
        decks.append(_started_deck(files, rows, reference, folder, name, own, language))
    notes += [note for deck in decks for note in deck.notes]
    if not decks:
        fix = "name the columns in the first line of a sheet, and write a card into each line below"
        raise Fault(Code.IMPORT_EMPTY, place, what="no sheet holds a table of cards", fix=fix)
    language = language or next(filter(None, (deck.language for deck in decks)), "")
    language = language or language_of(" ".join(deck.words for deck in decks))
    for other in dict.fromkeys(other for deck in decks for other in deck.others if other != language):
        notes.append(
            f"add {other} to languages: to use its translations in the table; pnp i18n update collects the rest"
        )
    game = (
        "# yaml-language-server: $schema=../../.schemas/game.json\n"
        f"title: {json.dumps(title, ensure_ascii=False)}\n"
        "players: 2..4        # correct it: nothing of this was in the table\n"
        f"languages: [{language}]      # the first is the language of the table; pnp i18n update adds another\n"
        "decks:\n" + "".join(deck.block for deck in decks)
    )
    outputs = [
        Output(f"data/{folder}/{path.name}", content, "the table as it is"),
        Output(f"data/{folder}/game.yaml", game.encode(), title),
    ]
    words = sorted({*_WORD.findall(title)}.union(*(deck.names for deck in decks)))
    outputs.append(Output(f"data/{folder}/glossary.yaml", _glossary(language, words).encode(), ""))
    for deck in decks:
        outputs.append(Output(f"templates/{folder}/{deck.name}.yaml", deck.template.encode(), "a first look"))
        outputs += deck.pictures
    return list({output.path: output for output in outputs}.values()), notes


def _glossary(language: str, words: Sequence[str]) -> str:
    return (
        "# yaml-language-server: $schema=../../.schemas/glossary.json\n"
        "# Words that no dictionary has, by language, such as the names of the cards; and terms that translations\n"
        "# keep to, below terms:.\n"
        f"words:\n  {language}: {json.dumps(list(words), ensure_ascii=False)}\n"
    )


def _start_from_script(
    path: Path, folder: str, title: str, importer_name: str, diagnostics: Diagnostics, language: str, encoding: str
) -> tuple[list[Output], list[str]]:
    """Return the files of a game from a script of another program."""
    importer: Importer = load_plugin("pnp.importers", importer_name)
    arguments = (path.resolve(), "", "", encoding, diagnostics)
    decks, letters = call_plugin("pnp.importers", importer_name, "read", importer.function, *arguments, folder=None)
    if not decks:
        return [], []
    name = _deck_name(path.stem)
    names = [name, *(f"{name}_{number}" for number in range(2, len(decks) + 1))]
    again = import_command(importer_name, path.name, folder, name, ["--encoding", encoding] if encoding else [])
    imported = import_decks(Files(path.parent / ".none"), folder, title, dict(zip(names, decks, strict=True)), again)
    outputs = list(imported.outputs)
    if language:
        path_of_game, line = f"data/{folder}/game.yaml", f"languages: [{language}]\ndecks:\n".encode()
        outputs = [
            replace(each, content=each.content.replace(b"decks:\n", line, 1)) if each.path == path_of_game else each
            for each in outputs
        ]
    notes = [imported.summary] if imported.summary else []
    return outputs, [*notes, *_letters(letters), *(f"not imported, or changed: {line}" for line in imported.left_out)]


def _letters(letters: str) -> Iterator[str]:
    """Yield a line with letters that the user should look at, if there are any."""
    if letters:
        yield f"letters beyond ASCII, check whether they are right: {' '.join(letters)}"


def _sheets(content: bytes, path: Path) -> list[str]:
    """Return the names of a workbook's sheets; one without a name for a file that is one table."""
    if path.suffix.lower() not in added_tables():
        return [""]
    from pnp.extensions.workbooks.workbook import sheet_names

    return sheet_names(content) or [""]


def _deck_name(text: str) -> str:
    """Return a word for expressions and files, made of the name of a file or sheet."""
    name = re.sub(r"\W+", "_", in_ascii(text), flags=re.ASCII).strip("_").lower()
    return name if name.isidentifier() and not why_no_file_name(name) else f"deck_{name}".rstrip("_")


REMARKS = {
    "note", "notes", "comment", "comments", "remark", "remarks", "todo", "to do", "status", "ideas", "playtest notes",
    "notiz", "notizen", "bemerkung", "bemerkungen", "kommentar", "kommentare", "remarque", "remarques", "commentaire",
    "commentaires", "nota", "notas", "note interne", "comentario", "comentarios", "commento", "commenti", "opmerking",
    "opmerkingen",
}  # fmt: skip
"""Names of columns in which designers write to themselves."""


def _used(rows: Seq) -> list[str]:
    """Return the columns that hold something."""
    header = rows[0].header if isinstance(rows[0], Map) else {}
    return [name for name in header if not is_remark(name) and any(name in row for row in rows)]


def _is_running(cells: Sequence[str]) -> bool:
    """Whether cells count the rows: 1, 2, 3."""
    first = int(cells[0] or 0)
    return len(cells) > 1 and [*map(int, filter(None, cells))] == [*range(first, first + len(cells))]


def _started_deck(
    files: Files, rows: Seq, reference: str, folder: str, name: str, found: Diagnostics, language: str
) -> StartedDeck:
    """Return a deck with proposed fields and a drafted template.

    Args:
        files: The folder of the table.
        rows: The rows of the table.
        reference: The table, as a deck names it.
        folder: The folder of the game.
        name: The name of the deck.
        found: What was found when the table was read.
        language: The language of its texts; "" to find it.
    """
    notes = [f"{each.place}: passed over: {each.message}" for each in found]
    totals = Diagnostics()
    cards = card_rows(rows, totals)
    notes += [f"{each.place}: passed over: {each.message}" for each in totals]
    bare = Diagnostics()
    report_bare_rows(cards, bare)
    notes += [f"{each.place}: {each.message}; {each.fix}" for each in bare]
    header_line = next(iter(rows[0].header.values())).line
    if empty := _empty_lines(files, rows, reference, header_line):
        listed = in_words([str(line) for line in empty[:MOST_NAMED]])
        more = f" and {len(empty) - MOST_NAMED} more" if len(empty) > MOST_NAMED else ""
        notes.append(f"{reference}: passed over: {counted(len(empty), 'empty row')}, {listed}{more}")
    copies = ""
    columns: list[DraftColumn] = []
    stems = {file.rpartition(".")[0].casefold() for file in files.names(".") if PICTURE.fullmatch(file)}
    for header in _used(cards):
        faults = [row.faults[header] for row in cards if header in row.faults]
        if faults:
            notes.append(f"{reference}: column {header} is not read: {faults[0].what}")
            continue
        if not copies and (header == "copies" or is_likely(header)) and _are_counts(cards, header):
            copies = header
            continue
        if header.casefold().strip(" :") in REMARKS:
            notes.append(f"{reference}: column {header} is taken for remarks; name it in fields: to print it")
            continue
        columns.append(_column(cards, header, stems))
    columns, own_language, translations = without_translations(columns, language)
    if not columns:
        what, fix = "no column can be read", "correct what the lines above say, or save it as CSV"
        raise Fault(Code.IMPORT_EMPTY, Place(reference), what=what, fix=fix)
    pictures = list(_pictures(files, columns, folder))
    template, hidden = draft_template(columns, f"{folder}/art" if pictures else "")
    if hidden:
        notes.append(f"{reference}: the drafted card does not show {in_words(hidden)}")
    lines = [f"  {name}:", f"    cards: {format_scalar(reference)}"]
    lines += [f"    header: {header_line}"] if any(each.code == Code.TABLE_TITLE for each in found) else []
    lines += ["    totals: true         # rows with totals are no cards"] if totals else []
    lines += [f"    copies: {format_scalar(copies)}"] if copies not in ("", "copies") else []
    lines += [f"    translations: {format_flow(translations)}"] if translations else []
    lines += [f"    template: {folder}/{name}", f"    back: {folder}/back", "    fields:"]
    lines += [
        f"      {format_scalar(column.header + _mark(column), where='key')}: {_kind(column)}" for column in columns
    ]
    lines += [f"    unseen: {format_flow(list(hidden))}"] if hidden else []
    notes.insert(0, f"{reference}: {counted(len(cards), 'row')}, {in_words([_described(each) for each in columns])}")
    for other, by_field in translations.items():
        pairs = in_words([f"{column} of {field}" for field, column in by_field.items()])
        notes.append(f"{reference}: taken for translations into {other}: {pairs}")
    words = " ".join(
        text
        for column in columns
        for text in (column.header, *(column.cells if column.kind in ("text", "choice") else ()))
    )
    title = title_of(columns)
    are_names = title.kind == "text" and title.longest <= LONG
    labels = [column.header for column in columns if column.kind in ("integer", "number", "flag")]
    names = frozenset(_WORD.findall(" ".join([*labels, *(title.cells if are_names else ())])))
    return StartedDeck(
        name, "\n".join(lines) + "\n", template, pictures, words, names, own_language, list(translations), notes
    )


def _empty_lines(files: Files, rows: Seq, reference: str, header_line: int) -> list[int]:
    """Return the numbers of the empty rows between the names of the columns and the last row."""
    numbers = {row.place.line for row in rows}
    gaps = [line for line in range(header_line + 1, max(numbers)) if line not in numbers]
    if "#" in reference:
        return gaps
    lines = files.text(reference).split("\n")  # the other gaps are cells of several lines
    return [line for line in gaps if not lines[line - 1].strip(",;\t ")]


def _are_counts(rows: Seq, header: str) -> bool:
    return all(type(row.get(header, 0)) is int and row.get(header, 0) >= 0 for row in rows)


def _column(rows: Seq, header: str, stems: Collection[str]) -> DraftColumn:
    """Return a column with the kind that suits all its cells; a text in case of doubt.

    Args:
        rows: The rows of the table.
        header: The name of the column.
        stems: The names of the pictures beside the table, in small letters and without their endings.
    """
    cells = [_cell(row, header) for row in rows]
    filled = [cell for cell in cells if cell]
    if all(cell.lower() in _FLAGS for cell in filled):
        return DraftColumn(header, "flag", cells)
    if all(_INTEGER.fullmatch(cell) for cell in filled):
        is_running = header.casefold().strip(" .:") in _NUMBERS and _is_running(cells)
        return DraftColumn(header, "counter" if is_running else "integer", cells)
    has_commas = rows[0].delimiter in ("", ",")
    if all(_is_number(cell, has_commas) for cell in filled):
        return DraftColumn(header, "number", cells)
    pictures = {cell for cell in filled if PICTURE.fullmatch(cell)}
    if pictures and sum(cell in pictures or cell.casefold() in stems for cell in filled) * 2 > len(filled):
        return DraftColumn(header, "picture", cells)
    counts = Counter(filled)
    words = list(counts)
    if len(words) == len(cells) and all(_CODE.fullmatch(word) for word in words):
        return DraftColumn(header, "word", cells)
    is_choice = 1 < len(words) <= MOST_CHOICES and min(counts.values()) > 1 and header.casefold() not in TITLES
    if is_choice and all(len(word) <= LONGEST_CHOICE and word.isalpha() for word in words):
        return DraftColumn(header, "choice", cells, words)
    return DraftColumn(header, "text", cells)


def _cell(row: Map, header: str) -> str:
    value = row.get(header)
    return (
        "" if value is None else row.cells.get(header) or (str(value).lower() if value in (True, False) else str(value))
    )


def _is_number(cell: str, has_commas: bool) -> bool:
    is_decimal = _INTEGER.fullmatch(cell) or _DECIMAL.fullmatch(cell)
    return bool(is_decimal) or (not has_commas and bool(DECIMAL_COMMA.fullmatch(cell)))


def _pictures(files: Files, columns: Sequence[DraftColumn], folder: str) -> Iterator[Output]:
    """Yield the pictures that the first column of them names, if all lie beside the table or in a folder there."""
    column = next((column for column in columns if column.kind == "picture"), None)
    names = sorted({cell for cell in column.cells if cell}) if column else []
    if all(re.fullmatch(r"[\w .()/-]+", name) and ".." not in name and files.exists(name) for name in names):
        for name in names:
            yield Output(f"templates/{folder}/art/{name}", files.read(name, Place(name)), "a picture")


def _mark(column: DraftColumn) -> str:
    """Return the mark of a field that cards may lack; a column whose name ends with one needs another."""
    return "?" if column.kind == "flag" or not all(column.cells) or column.header.endswith("?") else ""


def _kind(column: DraftColumn) -> str:
    """Return the kind of a field, as game.yaml has it; numbers have a range if some card repeats one."""
    if column.kind in ("integer", "counter"):
        numbers = [int(cell) for cell in column.cells if cell]
        is_range = min(numbers) >= 0 and 1 < len({*numbers}) < len(numbers)
        return f"{min(numbers)}..{max(numbers)}" if is_range else "integer"
    if column.kind == "choice":
        return format_flow(list(column.choices))
    return "word" if column.kind == "picture" else column.kind


def _described(column: DraftColumn) -> str:
    words = {
        "integer": _kind(column),
        "counter": "the numbers of the rows",
        "choice": f"one of {len(column.choices)}",
        "picture": "pictures",
    }
    return f"{column.header} ({words.get(column.kind, column.kind)})"
