"""Questions of the studio about a project, answered in the process of the preview. Nothing is written here."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain, takewhile
from typing import Any, Literal

from pnp.core.codes import AddedCode, Code
from pnp.core.diagnostics import Correction, Diagnostic, Diagnostics, Fault, Place
from pnp.editing.edits import ChangedFiles, Edit, FileChange, check_seen, make_changes
from pnp.editing.fixes import proven_fix
from pnp.expressions import ExpressionError, plural_texts, show
from pnp.expressions.compile import compile_text
from pnp.extensions.studio.messages import (
    CardAnswer,
    CardFieldMessage,
    EditAnswer,
    EditRequest,
    ElementMessage,
    FixRequest,
    ReceivedFault,
    SourceMessage,
    TableMessage,
    TableRowMessage,
    TextMessage,
    WatchedCard,
    WiderMessage,
    WordMessage,
    WordsMessage,
    WorkbenchMessage,
)
from pnp.extensions.studio.typed_edits import TypedEdits, columns_of, path_at, source_of_field, written
from pnp.project.cards import COPIES
from pnp.project.elements import TextElement
from pnp.project.files import Files, find_games, table_file
from pnp.project.game import Card, Deck, Game
from pnp.project.template import Node, Template
from pnp.project.tree import Map, Seq, texts_of
from pnp.project.values import Expr, is_dynamic
from pnp.serve.messages import fault_message
from pnp.serve.project_worker import ProjectWorker
from pnp.text.catalogue import Catalogue, field_context
from pnp.text.game_texts import decks_of, element_context, game_messages, has_words, template_texts, word_context
from pnp.text.glossary import load_glossary
from pnp.text.po_reader import PoEntry

READ_TEXTS = (".md", ".yaml", ".csv", ".tsv", ".po", ".txt")
"""The endings of files that are shown as text."""
ROOM = "#. room:"
"""How the comment of an entry begins that tells translators the room for a text."""


def edit(worker: ProjectWorker, request: EditRequest) -> EditAnswer:
    """Return the changes that some edits make, or the faults that the games would have."""
    typed = TypedEdits(worker.files, worker.game(request.game) if request.game else None)
    found: list[Diagnostic] = []
    changes: list[FileChange] = []
    wider: WiderMessage | None = None
    try:
        for path in typed.files_behind(request.edits) if request.seen is not None else ():
            check_seen(path, worker.files.digest(path), request.seen)
        edits = list(chain.from_iterable(map(typed.edits_of, request.edits)))
        changes = make_changes(worker.files, edits, request.seen)
        names = [request.game] if request.game else list(find_games(worker.files, (), Diagnostics()))
        found = [each for name in names for each in worker.new_errors(changes, name)]
        if any(each.code in (Code.CARD_RANGE, Code.CARD_VALUE) for each in found):
            wider = _wider(worker, typed, request, edits)
        typed.check(worker.tried_game)
    except Fault as fault:
        found = [fault.diagnostic]
    return EditAnswer(changes, tuple(fault_message(each, Files(worker.files.root)) for each in found), wider)


def _wider(
    worker: ProjectWorker, typed: TypedEdits, request: EditRequest, edits: Sequence[Edit]
) -> WiderMessage | None:
    """Return the edits with which fields take values beyond their range or choices; None if more is wrong."""
    with suppress(Fault):
        wider, values = typed.wider_fields(request.edits, worker.tried_game)
        if wider and not worker.new_errors(make_changes(worker.files, [*edits, *wider], request.seen), request.game):
            return WiderMessage(values, wider)
    return None


def fix(worker: ProjectWorker, request: FixRequest) -> EditAnswer:
    """Return the changes that correct faults, each of which leaves the game without it and without new ones."""
    made: dict[str, FileChange] = {}
    for fault in request.faults:
        for corrects in (*_with_default(fault, worker.game(request.game)), fault.corrects):
            place = Place(fault.file, fault.line, fault.column)
            diagnostic = Diagnostic(
                code=AddedCode(fault.code), place=place, what=fault.message, fix=Correction("", *corrects)
            )
            changes = proven_fix(diagnostic, ChangedFiles(worker.files, list(made.values())), [request.game])
            for change in changes:
                first = made.get(change.path, change)
                made[change.path] = replace(change, before=first.before)
            if changes:
                break
    return EditAnswer(list(made.values()))


def _with_default(fault: ReceivedFault, game: Game | None) -> Iterator[tuple[str, str]]:
    """Yield the change for a misspelt field that some cards lack, with which their texts have nothing in its place."""
    old, name = fault.corrects
    cards = (card for _, deck in decks_of(game) for card in deck.cards) if game else ()
    if fault.code == Code.UNDEFINED_NAME and any(card.values.get(name, "") is None for card in cards):
        yield f"card.{old}", f"card.{name}|default('')"


# --- a card on the workbench


def card(worker: ProjectWorker, shown: WatchedCard) -> CardAnswer:
    """Return what the page shows of a card: its face, and what stands on the workbench beside it."""
    numbers = (shown.number,)
    faces = worker.faces(shown.game, shown.language, shown.deck, numbers, shown.is_back, is_cut=False)
    face = faces[0] if faces else None
    if face and face.digest == shown.digest:
        face = replace(face, svg=None)
    bench = workbench(worker, shown.game, shown.language, shown.deck, shown.number, shown.is_back)
    return CardAnswer(face, bench)


def workbench(
    worker: ProjectWorker, game: str, language: str, deck: str, number: int, is_back: bool
) -> WorkbenchMessage | None:
    """Return a card's elements, and its fields, with their sources; None if there is no such card."""
    match = worker.deck(game, language, deck)
    if match is None or not 0 < number <= len(match[1].cards):
        return None
    edition, translated = match
    source = edition.layout.edition.source
    own = source.decks.get(deck) or source.extras[deck]
    template = own.back if is_back else own.template
    if template is None:
        return None
    files = worker.files
    card, own_card = translated.cards[number - 1], own.cards[(number - 1) % len(own.cards)]
    scope = edition.layout.scope_of(card)
    catalogue = edition.layout.edition.catalogue
    file = f"templates/{template.name}.yaml"
    elements = tuple(_elements(template, template.nodes, files, scope, catalogue, 0))
    fields = tuple(_fields(own, own_card, card, files, catalogue))
    sources = [source for each in elements for source in each.sources.values()]
    sources += [*(each.translation for each in elements if each.translation), *(field.source for field in fields)]
    files_named = (*_files_of(own, game), *(each.file for each in elements), *(source.file for source in sources))
    return WorkbenchMessage(
        elements=elements,
        fields=fields,
        number=own_card.number,
        palette=dict(template.head.palette),
        fonts=tuple(worker.fonts().families),
        icons=tuple(template.head.icons),
        template=file,
        sharing=len(own.cards),
        seen=_seen(worker, file, *files_named),
    )


def _files_of(deck: Deck, game: str) -> list[str]:
    """Return the files that say which cards a deck has, and in which order: an edit names a card by its number."""
    return [f"data/{game}/game.yaml", *dict.fromkeys(card.source.file for card in deck.cards)]


def _seen(worker: ProjectWorker, *files: str) -> Mapping[str, str]:
    """Return the digests of files as they are, by path; those of sheets are their workbook's."""
    return {path: worker.files.digest(path) for path in dict.fromkeys(map(table_file, files))}


def _elements(
    template: Template,
    nodes: Sequence[Node],
    files: Files,
    scope: Mapping[str, Any],
    catalogue: Catalogue | None,
    depth: int,
    design: tuple[str, Sequence[str | int]] | None = None,
) -> Iterator[ElementMessage]:
    """Yield elements with those in them; a design is the file and the path of the element that stands for them."""
    for node in nodes:
        place = node.place()
        path = path_at(files, place)
        written_in = ""
        if path is not None:
            design = (place.file, path) if depth == 0 else design
        elif design is not None and not str(node.source.get("svg", "")).partition("#")[2].startswith(":"):
            written_in, path = design[0], (*design[1], "elements", node.name)
        if path is not None:
            sources = {key: _source(node.source.place_of(key), files) for key in node.source}
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
                is_inherited=not written_in and place.file != f"templates/{template.name}.yaml",
                translation=_translation(node, template, catalogue),
                written_in=written_in,
            )
        yield from _elements(template, node.children, files, scope, catalogue, depth + 1, design)


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


def _source(place: Place, files: Files) -> SourceMessage:
    path = path_at(files, place)
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
    own: Deck, own_card: Card, card: Card, files: Files, catalogue: Catalogue | None
) -> Iterator[CardFieldMessage]:
    kinds = {field.name: field for field in own.fields}
    for name, value in card.values.items():
        column = own.translated_in.get(catalogue.language, {}).get(name, name) if catalogue else name
        source = source_of_field(own_card, column, files)
        written = own_card.values.get(name)
        if (
            catalogue is not None
            and column == name
            and isinstance(written, str)
            and written
            and (name not in kinds or kinds[name].is_translated)
        ):
            entry = catalogue.entry(written, field_context(card.deck, name))
            source = _source_of_entry(entry, catalogue) if entry else source
        kind = own.head.fields.get(name) if isinstance(own.head.fields, Mapping) else None
        yield CardFieldMessage(
            name, "" if value is None else show(value), source, column, "" if kind is None else str(kind)
        )
    record, name = own_card.source, own.head.copies if isinstance(own.head.copies, str) else COPIES
    if name not in card.values and (name in record.header or name in record):
        yield CardFieldMessage(name, str(own_card.copies), source_of_field(own_card, name, files), name)


def _source_of_entry(entry: PoEntry, catalogue: Catalogue) -> SourceMessage:
    place = entry.place
    return SourceMessage(
        "translation",
        place.file,
        place.line,
        text=entry.strings[0],
        note=f"look again: it was made for “{entry.previous or 'another text'}”" if entry.is_fuzzy else "",
        forms=len(entry.strings),
        entry=(entry.context or "", entry.text),
    )


# --- the cards of a deck as a table


def table(worker: ProjectWorker, game: str, deck: str) -> TableMessage | None:
    """Return the cards of a deck as a table, in the source language; None if it cannot be read."""
    loaded: Game | None = worker.game(game)
    own = (loaded.decks.get(deck) or loaded.extras.get(deck)) if loaded else None
    if own is None or not own.cards:
        return None
    first = own.cards[0].source
    columns = tuple(dict.fromkeys([*own.field_names, *(key for card in own.cards for key in card.source)]))
    numbers: Sequence[int] = ()
    kind: Literal["csv", "workbook", "yaml", ""] = "yaml" if path_at(worker.files, first.place) else ""
    if first.header:
        kind, by_name = "workbook" if first.place.sheet else "csv", columns_of(first, worker.files)
        hidden = {COPIES} if isinstance(own.head.copies, str) and own.head.copies != COPIES else set()  # a second name
        columns = tuple(dict.fromkeys(name for card in own.cards for name in card.source.header if name not in hidden))
        numbers = tuple(by_name.get(name, 0) for name in columns)
        cells = [[card.source.cells.get(name, "") for name in columns] for card in own.cards]
    elif any("each" in card.source for card in own.cards):
        kind, columns = "", own.field_names
        cells = [[written(card.values.get(name)) for name in columns] for card in own.cards]
    else:
        cells = [[written(card.source.get(name)) for name in columns] for card in own.cards]
    return TableMessage(
        kind=kind,
        file=first.file,
        columns=columns,
        numbers=numbers,
        rows=[_row(card, row, worker.files) for card, row in zip(own.cards, cells, strict=True)],
        seen=_seen(worker, *_files_of(own, game)),
        header=next(iter(first.header.values())).line if first.header else 0,
        fields=("extras" if own.is_extra else "decks", own.name, "fields") if own.head.fields else (),
    )


def _row(card: Card, cells: Sequence[str], files: Files) -> TableRowMessage:
    source = card.source
    return TableRowMessage(card.number, cells, source.file, card.place.line, path_at(files, source.place) or ())


# --- words and texts


def words(worker: ProjectWorker, game: str, language: str) -> WordsMessage | None:
    """Return the catalogue of a language; None if it has none, or the game cannot be read."""
    loaded = worker.game(game)
    match = worker.edition(game, language)
    catalogue = match.layout.edition.catalogue if match else None
    if loaded is None or catalogue is None:
        return None
    cards = _cards_of_texts(loaded)
    lines = worker.files.text(catalogue.file).split("\n") if catalogue.all_entries else []  # columns need no file
    entries = []
    for each in catalogue.all_entries:
        if each.text and not each.is_obsolete and not each.is_broken:
            context = each.context or ""
            deck, number = cards.get((context, each.text)) or ("", 0)
            room = _room(lines, (each.context_place or each.place).line)
            entries.append(
                WordMessage(
                    each.place.line,
                    context,
                    each.text,
                    each.plural,
                    each.strings,
                    each.is_fuzzy,
                    each.previous,
                    room,
                    deck,
                    number,
                )
            )
    terms = {
        term.name: term.forms.get(language, ()) for term in load_glossary(worker.files, loaded, Diagnostics()).terms
    }
    used = [(each.text, context) for each in game_messages(loaded, plural_texts) for context in each.contexts]
    added = {text for text, context in used if not catalogue.entry(text, context) and context not in catalogue.columns}
    decks = [deck for _, deck in decks_of(loaded) if deck.translated_in.get(language)]
    tables = [file for deck in decks for file in _files_of(deck, game)]
    in_columns = _words_in_columns(decks, catalogue, {(text.strip(), context) for text, context in used})
    return WordsMessage(
        catalogue.file, [*in_columns, *entries], terms, _seen(worker, catalogue.file, *tables), len(added)
    )


def _words_in_columns(
    decks: Sequence[Deck], catalogue: Catalogue, used: Collection[tuple[str, str]]
) -> Iterable[WordMessage]:
    """Return the used texts that columns of tables translate, each once, also those whose cells are empty."""
    found: dict[tuple[str, str], WordMessage] = {}
    for deck in decks:
        for name, column in deck.translated_in[catalogue.language].items():
            context = field_context(deck.name, name)
            for card in deck.cards:
                key = (text, _) = (str(card.values.get(name) or "").strip(), context)
                entry = catalogue.entry(text, context)
                if key not in used or (entry and entry.place.file == catalogue.file):
                    continue
                strings, is_fuzzy, previous = (
                    (entry.strings, entry.is_fuzzy, entry.previous) if entry else (("",), False, "")
                )
                if key not in found or (entry and entry.place == card.source.place_of(column)):
                    found[key] = WordMessage(
                        0, context, text, None, strings, is_fuzzy, previous, "", deck.name, card.number, column
                    )
    return found.values()


def _room(lines: Sequence[str], first: int) -> str:
    """Return the room for a text, which the comments above its entry tell; "" if they do not."""
    above = takewhile(lambda row: row.startswith("#"), reversed(lines[: first - 1]))
    return next((row.removeprefix(ROOM).strip() for row in above if row.startswith(ROOM)), "")


def _cards_of_texts(game: Game) -> Mapping[tuple[str, str], tuple[str, int]]:
    """Return the first card that shows each text, by the text's context and without it: its deck and its number."""
    shown: dict[tuple[str, str], tuple[str, int]] = {}

    def add(context: str, text: str, deck: Deck, number: int) -> None:
        for key in (context, ""):
            shown.setdefault((key, text.strip()), (deck.name, number))

    for _, deck in decks_of(game):
        for card in deck.cards:
            for name, value in card.values.items():
                if isinstance(value, str):
                    add(field_context(deck.name, name), value, deck, card.number)
        for template in (deck.template, *([deck.back] if deck.back else [])):
            for each in template_texts(template):
                add(each.context, each.text, deck, 1)
            named = "\n".join(texts_of(template.source))
            for name, word in game.head.words.items():
                if f"words.{name}" in named:
                    add(word_context(name), word, deck, 1)
    return shown


def font(worker: ProjectWorker, family: str) -> bytes | None:
    """Return the file of a family's regular face; None if there is no such family."""
    found = worker.fonts().families.get(family)
    return found.face().content if found else None


def text(worker: ProjectWorker, file: str) -> TextMessage | None:
    """Return the text of a file that the studio may show; None for any other file."""
    if file.split("/", 1)[0] not in ("data", "templates", "fonts", "profiles") or not file.endswith(READ_TEXTS):
        return None
    return TextMessage(worker.files.text(file), _seen(worker, file)) if worker.files.exists(file) else None


def booklet_files(worker: ProjectWorker, game: str) -> list[str]:
    """Return the texts of a game's booklet, by their paths."""
    folder = f"templates/{game}"
    return [f"{folder}/{name}" for name in worker.files.names(folder) if name.endswith(".md")]
