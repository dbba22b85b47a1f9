"""Questions of the studio about a project, answered in the process of the preview. Nothing is written here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from pnp.core.codes import AddedCode
from pnp.core.diagnostics import Diagnostic, Diagnostics, Fault, Place
from pnp.editing.edits import make_changes
from pnp.editing.fixes import proven_fix
from pnp.editing.table_text import DelimitedText
from pnp.editing.yaml_text import KeyPath, read_yaml_text
from pnp.expressions import ExpressionError, show
from pnp.expressions.compile import compile_text
from pnp.extensions.studio.messages import (
    CardAnswer,
    CardFieldMessage,
    EditAnswer,
    EditRequest,
    ElementMessage,
    FixRequest,
    SourceMessage,
    TableMessage,
    TableRowMessage,
    WatchedCard,
    WordMessage,
    WordsMessage,
    WorkbenchMessage,
)
from pnp.project.elements import TextElement
from pnp.project.files import Files, find_games
from pnp.project.game import Card, Deck, Game
from pnp.project.template import Node, Template
from pnp.project.tree import Map, Seq
from pnp.project.values import Expr, is_dynamic
from pnp.serve.messages import fault_message
from pnp.serve.studio import Studio
from pnp.text.catalogue import Catalogue, catalogue_path, field_context
from pnp.text.game_texts import element_context, has_words
from pnp.text.glossary import load_glossary
from pnp.text.po_reader import PoEntry

READ_TEXTS = (".md", ".yaml", ".csv", ".tsv", ".po", ".txt")
"""The endings of files that are shown as text."""


def edit(studio: Studio, request: EditRequest) -> EditAnswer:
    """Return the changes that some edits make, or the faults that the games would have."""
    try:
        changes = make_changes(studio.files, [received.edit() for received in request.edits])
    except Fault as fault:
        return EditAnswer(faults=(fault_message(fault.diagnostic, Files(studio.files.root)),))
    names = [request.game] if request.game else list(find_games(studio.files, (), Diagnostics()))
    found = [each for name in names for each in studio.new_errors(changes, name)]
    return EditAnswer(changes, tuple(fault_message(each, Files(studio.files.root)) for each in found))


def fix(studio: Studio, fault: FixRequest) -> EditAnswer:
    """Return the changes that correct a fault; none if there is no correction that leaves the game without it."""
    place = Place(fault.file, fault.line, fault.column)
    diagnostic = Diagnostic(code=AddedCode(fault.code), place=place, what=fault.message, fix=fault.fix)
    return EditAnswer(tuple(proven_fix(diagnostic, studio.files, [fault.game])))


# --- a card on the workbench


class _Texts:
    """The YAML files of a project with the places of their values."""

    def __init__(self, files: Files) -> None:
        self._files = files

    def path_at(self, place: Place) -> KeyPath | None:
        """Return the path of a value at a place; None if it is not in a YAML file."""
        if not place.file.endswith(".yaml"):
            return None
        return read_yaml_text(self._files.text(place.file), place.file).path_at(place.line, place.column)


def card(studio: Studio, shown: WatchedCard) -> CardAnswer:
    """Return what the page shows of a card: its face, and what stands on the workbench beside it."""
    numbers = (shown.number,)
    faces = studio.faces(shown.game, shown.language, shown.deck, numbers, shown.is_back, is_cut=False)
    face = faces[0] if faces else None
    if face and face.digest == shown.digest:
        face = replace(face, svg=None)
    bench = workbench(studio, shown.game, shown.language, shown.deck, shown.number, shown.is_back)
    return CardAnswer(face, bench)


def workbench(
    studio: Studio, game: str, language: str, deck: str, number: int, is_back: bool
) -> WorkbenchMessage | None:
    """Return a card's elements, and its fields, with their sources; None if there is no such card."""
    match = studio.deck(game, language, deck)
    if match is None or not 0 < number <= len(match[1].cards):
        return None
    edition, translated = match
    source = edition.layout.edition.source
    own = source.decks.get(deck) or source.extras[deck]
    template = own.back if is_back else own.template
    if template is None:
        return None
    texts = _Texts(studio.files)
    card, own_card = translated.cards[number - 1], own.cards[(number - 1) % len(own.cards)]
    scope = edition.layout.scope_of(card)
    catalogue = edition.layout.edition.catalogue
    file = f"templates/{template.name}.yaml"
    return WorkbenchMessage(
        elements=tuple(_elements(template, template.nodes, texts, scope, catalogue, 0)),
        fields=tuple(_fields(own, own_card, card, texts, catalogue)),
        palette=dict(template.head.palette),
        fonts=tuple(studio.fonts().families),
        icons=tuple(template.head.icons),
        template=file,
        sharing=len(own.cards),
    )


def _elements(
    template: Template,
    nodes: Sequence[Node],
    texts: _Texts,
    scope: Mapping[str, Any],
    catalogue: Catalogue | None,
    depth: int,
) -> Iterator[ElementMessage]:
    for node in nodes:
        place = node.place()
        path = texts.path_at(place)
        if path is not None:
            sources = {key: _source(node.source.place_of(key), texts) for key in node.source}
            values = {key: _plain(value) for key, value in node.source.items() if key != "group"}
            yield ElementMessage(
                name=node.name,
                kind=node.element.kind,
                file=place.file,
                path=path,
                line=place.line,
                column=place.column,
                depth=depth,
                values=values,
                sources=sources,
                shown={key: shown for key, value in values.items() if (shown := _shown(value, scope)) is not None},
                is_inherited=place.file != f"templates/{template.name}.yaml",
                translation=_translation(node, template, catalogue),
            )
        yield from _elements(template, node.children, texts, scope, catalogue, depth + 1)


def _translation(node: Node, template: Template, catalogue: Catalogue | None) -> SourceMessage | None:
    """Return where the text of an element is translated; None in the source language, and for other elements."""
    if catalogue is None or not isinstance(node.element, TextElement) or node.element.lang:
        return None
    text = node.element.texts.get("text")
    if text is None or not has_words(written := text.source if isinstance(text, Expr) else text):
        return None
    entry = catalogue.entry(written, element_context(template.name, node.name))
    if entry is None:
        return SourceMessage("computed", catalogue.file, 0, note="not in the catalogue yet: pnp i18n update adds it")
    return _source_of_entry(entry, catalogue)


def _source(place: Place, texts: _Texts) -> SourceMessage:
    path = texts.path_at(place)
    return SourceMessage("computed" if path is None else "yaml", place.file, place.line, path or ())


def _plain(value: Any) -> Any:
    if isinstance(value, Map):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, Seq | list | tuple) else value


def _shown(value: Any, scope: Mapping[str, Any]) -> str | None:
    """Return an expression's value on a card as text; None for a value without expressions, or without a value here."""
    if isinstance(value, list) and any(isinstance(part, str) and is_dynamic(part) for part in value):
        parts = [str(part) if (shown := _shown(part, scope)) is None else shown for part in value]
        return f"[{', '.join(parts)}]"
    if not isinstance(value, str) or not is_dynamic(value):
        return None
    try:
        return str(compile_text(value)(scope))
    except ExpressionError:
        return None


def _fields(
    own: Deck, own_card: Card, card: Card, texts: _Texts, catalogue: Catalogue | None
) -> Iterator[CardFieldMessage]:
    kinds = {field.name: field for field in own.fields}
    for name, value in card.values.items():
        source = _source_of_field(own_card, name, texts)
        written = own_card.values.get(name)
        if (
            catalogue is not None
            and isinstance(written, str)
            and written
            and (name not in kinds or kinds[name].is_translated)
        ):
            entry = catalogue.entry(written, field_context(card.deck, name))
            source = _source_of_entry(entry, catalogue) if entry else source
        kind = own.head.fields.get(name) if isinstance(own.head.fields, Mapping) else None
        yield CardFieldMessage(name, "" if value is None else show(value), source, "" if kind is None else str(kind))


def _source_of_field(card: Card, name: str, texts: _Texts) -> SourceMessage:
    """Return where a field of a card is written in the source language."""
    record, each = card.source, card.source.get("each")
    value = card.values.get(name)
    text = record.cells.get(name, "" if value is None else show(value))
    if isinstance(each, Map) and name in each:
        place = each.place_of(name)
        return SourceMessage("computed", place.file, place.line, note="it is one of the values that each: combines")
    if record.header:
        line = record.place.line
        column = _column_of(record, name)
        if not column:
            return SourceMessage("computed", record.file, line, note=f"the table has no column {name}")
        return SourceMessage("cell", record.file, line, column=column, text=text)
    key = name if name in record else f"{name}?" if f"{name}?" in record else ""
    above = texts.path_at(record.place)
    if above is None:
        return SourceMessage("computed", record.file, record.place.line, note="the file is only read")
    return SourceMessage(
        "yaml", record.file, record.place_of(key).line if key else record.place.line, (*above, key or name), text=text
    )


def _column_of(record: Map, name: str) -> int:
    """Return the number of a column of a table; 0 if it has none of this name."""
    place = record.header.get(name)
    if place is None:
        return 0
    if place.sheet:
        return place.column
    return [*record.header].index(name) + 1


def _source_of_entry(entry: PoEntry, catalogue: Catalogue) -> SourceMessage:
    place = entry.place
    return SourceMessage("translation", place.file, place.line, text=entry.strings[0], forms=len(entry.strings))


# --- the cards of a deck as a table


def table(studio: Studio, game: str, deck: str) -> TableMessage | None:
    """Return the cards of a deck as a table, in the source language; None if it cannot be read."""
    loaded: Game | None = studio.game(game)
    own = (loaded.decks.get(deck) or loaded.extras.get(deck)) if loaded else None
    if own is None or not own.cards:
        return None
    first = own.cards[0].source
    if first.header:
        return _table_of_file(studio, own, first)
    if any("each" in card.source for card in own.cards):
        return TableMessage("", first.file, own.field_names, (), tuple(_rows(own, own.field_names)))
    texts = _Texts(studio.files)
    path = texts.path_at(first.place)
    columns = tuple(dict.fromkeys([*own.field_names, *(key for card in own.cards for key in card.source)]))
    rows = tuple(
        TableRowMessage(
            card.number,
            [_written(card.source.get(name)) for name in columns],
            card.place.line,
            texts.path_at(card.source.place) or (),
        )
        for card in own.cards
    )
    kind: Literal["yaml", ""] = "yaml" if path else ""
    return TableMessage(kind, first.file, columns, (), rows, path[:-1] if path else (), fields=_fields_of(own))


def _fields_of(deck: Deck) -> Sequence[str]:
    """Return the path of a deck's ``fields:`` in game.yaml; () if it lists none."""
    return ("extras" if deck.is_extra else "decks", deck.name, "fields") if deck.head.fields else ()


def _rows(deck: Deck, columns: Sequence[str]) -> Iterator[TableRowMessage]:
    for card in deck.cards:
        cells = ["" if (value := card.values.get(name)) is None else show(value) for name in columns]
        yield TableRowMessage(card.number, cells, card.place.line)


def _table_of_file(studio: Studio, deck: Deck, first: Map) -> TableMessage:
    columns = tuple(first.header)
    numbers = tuple(_column_of(first, name) for name in columns)
    is_workbook = bool(first.place.sheet)
    header = next(iter(first.header.values())).line
    if not is_workbook:
        names = [
            " ".join(name.split()) for name in DelimitedText(studio.files.text(first.file), first.file).cells(header)
        ]
        numbers = tuple(names.index(name) + 1 for name in columns)
    rows = tuple(
        TableRowMessage(card.number, [card.source.cells.get(name, "") for name in columns], card.source.place.line)
        for card in deck.cards
    )
    kind: Literal["workbook", "csv"] = "workbook" if is_workbook else "csv"
    return TableMessage(kind, first.file, columns, numbers, rows, header=header, fields=_fields_of(deck))


def _written(value: Any) -> str:
    """Return a value of a YAML file as text for a cell."""
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else show(value)


# --- words and texts


def words(studio: Studio, game: str, language: str) -> WordsMessage | None:
    """Return the catalogue of a language; None if it has none, or the game cannot be read."""
    loaded = studio.game(game)
    match = studio.edition(game, language)
    catalogue = match.layout.edition.catalogue if match else None
    if loaded is None or catalogue is None:
        return None
    entries = tuple(
        WordMessage(
            each.place.line, each.context or "", each.text, each.plural, each.strings, each.is_fuzzy, each.previous
        )
        for each in catalogue.all_entries
        if each.text and not each.is_obsolete and not each.is_broken
    )
    terms = {
        term.name: term.forms.get(language, ()) for term in load_glossary(studio.files, loaded, Diagnostics()).terms
    }
    return WordsMessage(catalogue_path(game, language, studio.files), entries, terms)


def text(studio: Studio, file: str) -> str | None:
    """Return the text of a file that the studio may show; None for any other file."""
    if file.split("/", 1)[0] not in ("data", "templates", "fonts", "profiles") or not file.endswith(READ_TEXTS):
        return None
    return studio.files.text(file) if studio.files.exists(file) else None


def booklet_files(studio: Studio, game: str) -> list[str]:
    """Return the texts of a game's booklet, by their paths."""
    folder = f"templates/{game}"
    return [f"{folder}/{name}" for name in studio.files.names(folder) if name.endswith(".md")]
