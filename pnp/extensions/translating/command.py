"""pnp i18n: a project → its catalogues: extract, update and count them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnp.commands.options import FormOption, Games, Languages, ProjectDir, game_argument, open_project
from pnp.commands.outputs import output_folder
from pnp.commands.terminal import FAULTS, exit_with, report_faults, say, write_or_exit
from pnp.core.diagnostics import Diagnostics, Format, Place, counted
from pnp.extensions.importing.command import Encoding, checked_encoding, report_letters
from pnp.extensions.translating.po_writer import make_record, make_template, update_catalogue
from pnp.extensions.translating.status import Status, count_texts
from pnp.extensions.translating.status import status as count_status
from pnp.outputs import Output
from pnp.project.files import DELIMITED, Files
from pnp.project.tree import Seq
from pnp.source_game import SourceGame, languages_of, read_source_games
from pnp.text.catalogue import (
    Catalogue,
    Message,
    catalogue_path,
    column_contexts,
    load_catalogue,
    read_catalogue,
    read_columns,
)
from pnp.text.column_record import record_path

if TYPE_CHECKING:
    from pnp.project.files import Files
    from pnp.project.game import Game
    from pnp.text.po_reader import PoEntry
    from pnp.workers.pool import Progress


@dataclass
class CatalogueResult:
    """What a command on catalogues returns.

    Attributes:
        outputs: The files, with paths from the project's folder.
        lines: The lines to print.
        is_complete: Whether no translation is missing or stale.
        letters: Letters that an encoding gave, to be checked.
    """

    outputs: list[Output] = field(default_factory=list)
    diagnostics: Diagnostics = field(default_factory=Diagnostics)
    lines: list[str] = field(default_factory=list)
    is_complete: bool = True
    letters: str = ""

    def add(self, path: str, content: bytes, texts: int, still_open: str = "") -> None:
        """Add a catalogue with a number of texts; ``still_open`` says what is left to translate."""
        summary = counted(texts, "text") + still_open
        self.outputs.append(Output(path, content, summary))
        self.lines.append(f"{path}  {summary}")


Each = Callable[[Files, SourceGame, str, CatalogueResult], None]


def extract_messages(files: Files, games: Sequence[str]) -> CatalogueResult:
    """Return the list of all texts of each game, from which translation tools start a catalogue."""
    from pnp.extensions.translating.notes import (
        with_notes,  # it loads layout, which the status of catalogues does not need
    )

    result = CatalogueResult()
    for source_game in read_source_games(files, games, result.diagnostics):
        name, title = source_game.game.name, source_game.game.head.title
        messages = with_notes(files, source_game).messages_for(*source_game.game.head.languages[1:])
        content = make_template(messages, title)
        result.add(f"data/{name}/locale/{name}.pot", content, count_texts(messages))
    return result


def update_catalogues(
    files: Files, games: Sequence[str], languages: Sequence[str], accepts: bool = False
) -> CatalogueResult:
    """Return each game's catalogues with its current texts, and the records of its columns with translations.

    Args:
        files: The project.
        games: The games; all if there are none.
        languages: The languages; all if there are none.
        accepts: Whether stale translations in columns are right as they are.
    """
    from pnp.extensions.translating.notes import with_notes

    def update(files: Files, source_game: SourceGame, language: str, result: CatalogueResult) -> None:
        _update(files, source_game, language, result)
        _record(files, source_game, language, result, accepts)

    result = CatalogueResult()
    for source_game in read_source_games(files, games, result.diagnostics):
        _each_language(files, with_notes(files, source_game), languages, update, result)
    return result


def catalogue_status(files: Files, games: Sequence[str], languages: Sequence[str]) -> CatalogueResult:
    """Return how much of each game is translated."""
    result = CatalogueResult()
    for source_game in read_source_games(files, games, result.diagnostics):
        _each_language(files, source_game, languages, _status, result)
    return result


def _each_language(
    files: Files, source_game: SourceGame, languages: Sequence[str], each: Each, result: CatalogueResult
) -> None:
    game = source_game.game
    for language in languages_of(game, game.head.languages[1:], languages, result.diagnostics):
        each(files, source_game, language, result)


def _update(files: Files, source_game: SourceGame, language: str, result: CatalogueResult) -> None:
    from pnp.extensions.translating.notes import with_number_words

    path = catalogue_path(source_game.game.name, language, files)
    title = source_game.game.head.title
    to_translate = _of_file(source_game, source_game.messages_for(language), language)
    messages = with_number_words(to_translate, language)
    with result.diagnostics.catch_faults():
        old = files.text(path) if files.exists(path) else None
        source = source_game.game.language
        content = update_catalogue(old, messages, language, title, path, result.diagnostics, source)
        if content is not None:
            updated = read_catalogue(content.decode(), path, language, Diagnostics())
            still_open = _still_open(count_status(updated, messages))
            result.add(path, content, count_texts(messages), "".join(f", {part}" for part in still_open))


def _record(files: Files, source_game: SourceGame, language: str, result: CatalogueResult, accepts: bool) -> None:
    """Add the record of translations in columns of tables, if a table has any."""
    game, faults = source_game.game, Diagnostics()
    path = record_path(game.name, language)
    entries = [*read_columns(files, game, language, faults).values()]
    broken = [fault for fault in faults if fault.place.file == path]  # pnp check reports those of the table
    result.diagnostics.extend(broken)
    if not broken and (entries or files.exists(path)):
        if accepts:
            entries = [replace(entry, flags=frozenset(), previous="") for entry in entries]
        _add_record(game, language, entries, result)


def _add_record(game: Game, language: str, entries: Sequence[PoEntry], result: CatalogueResult) -> None:
    stale = sum(entry.is_fuzzy for entry in entries)
    content = make_record(entries, language, game.head.title)
    result.add(record_path(game.name, language), content, len(entries), f", {stale} stale" if stale else "")


def export_table(files: Files, game: str, language: str, ending: str) -> CatalogueResult:
    """Return the texts of a game with their translations into a language as a table, .csv or .xlsx."""
    from pnp.extensions.translating.columns import all_columns
    from pnp.extensions.translating.exchange import as_csv, as_workbook, table_rows
    from pnp.extensions.translating.notes import with_notes, with_number_words

    result = CatalogueResult()
    for source_game in read_source_games(files, (game,), result.diagnostics):
        for code in languages_of(
            source_game.game, source_game.game.head.languages[1:], (language,), result.diagnostics
        ):
            catalogue, _ = _catalogue_of_today(files, source_game, code, result.diagnostics)
            if catalogue is not None:
                messages = with_number_words(with_notes(files, source_game).messages_for(code), code)
                in_columns = all_columns(files, source_game.game, code)
                rows = table_rows(replace(catalogue, in_context={**catalogue.in_context, **in_columns}), messages)
                content = as_workbook(rows) if ending == ".xlsx" else as_csv(rows)
                result.add(f"{game}/{code}{ending}", content, len(rows) - 1)
    return result


def import_table(files: Files, path: Path, game: str, language: str, encoding: str = "") -> CatalogueResult:
    """Return a game's catalogue and tables with the translations of a table."""
    from pnp.extensions.translating.columns import all_columns, fill_cells, recorded_after
    from pnp.extensions.translating.exchange import bring_in, texts_of_table

    result = CatalogueResult()
    for source_game in read_source_games(files, (game,), result.diagnostics):
        source = source_game.game
        for code in languages_of(source, source.head.languages[1:], (language,), result.diagnostics):
            catalogue, text = _catalogue_of_today(files, source_game, code, result.diagnostics)
            rows = _read_table(path, encoding, code, result)
            if catalogue is None or not isinstance(rows, Seq):
                continue
            texts = texts_of_table(rows, code, source.language)
            columns = all_columns(files, source, code)
            brought = bring_in(catalogue, text, columns, texts, result.diagnostics)
            result.outputs.append(Output(catalogue.file, brought.text.encode(), str(brought)))
            result.lines.append(f"{catalogue.file}  {brought}")
            changes = fill_cells(files, source, code, brought.cells, result.diagnostics)
            for change, count in changes:
                result.outputs.append(Output(change.path, change.after or b"", ""))
                result.lines.append(f"{change.path}  {counted(count, 'cell')}")
            if brought.cells:
                made = [change for change, _ in changes]
                entries = recorded_after(files, source, code, made, brought.accepted)
                _add_record(source, code, entries, result)
    return result


def _read_table(path: Path, encoding: str, language: str, result: CatalogueResult) -> Any:
    """Return the rows of a table that somebody sent, with texts in a language; None after a fault."""
    folder, place = Files(path.resolve().parent), Place(path.name)
    if path.suffix.lower() not in DELIMITED:
        return folder.rows(path.name, place, result.diagnostics)
    from pnp.extensions.importing.tables import decode_table
    from pnp.project.delimited import parse_csv

    decoded = decode_table(folder.read(path.name, place), path.name, encoding, result.diagnostics, language)
    result.letters = decoded.letters
    return parse_csv(decoded.text, path.name, result.diagnostics)


def _catalogue_of_today(
    files: Files, source_game: SourceGame, language: str, diagnostics: Diagnostics
) -> tuple[Catalogue | None, str]:
    """Return a catalogue with an entry for each text of today, and the text of its file; None after a fault."""
    from pnp.extensions.translating.notes import with_notes

    updated = CatalogueResult()
    _update(files, with_notes(files, source_game), language, updated)
    diagnostics.extend(updated.diagnostics)
    if not updated.outputs:
        return None, ""
    text = updated.outputs[0].content.decode()
    return read_catalogue(text, updated.outputs[0].path, language, Diagnostics()), text


def _of_file(source_game: SourceGame, messages: Sequence[Message], language: str) -> list[Message]:
    """Return the messages that the catalogue translates; columns of tables translate the others."""
    columns = column_contexts(source_game.game, language)
    return [message for message in messages if message.plural or not columns.keys() & {*message.contexts}]


def _still_open(status: Status) -> list[str]:
    return [f"{n} {word}" for n, word in ((status.missing, "missing"), (status.stale, "stale")) if n]


def _status(files: Files, source_game: SourceGame, language: str, result: CatalogueResult) -> None:
    catalogue = load_catalogue(files, source_game.game, language, result.diagnostics)
    if catalogue is None:
        return
    status = count_status(catalogue, source_game.messages_for(language))
    parts = [f"{status.translated} of {status.total} translated", *_still_open(status)]
    result.lines.append(f"{source_game.game.name} {language}  {', '.join(parts)}")
    result.is_complete = result.is_complete and not (status.missing or status.stale)


i18n = typer.Typer(no_args_is_help=True, rich_markup_mode=None, add_completion=False)


@i18n.command(epilog="Example:  pnp i18n extract chili")
def extract(games: Games = None, project: ProjectDir = Path(), form: FormOption = "text") -> None:
    """Write data/<game>/locale/<game>.pot, the list of all texts, for translation tools."""
    _run(extract_messages, (games or (),), project, form)


@i18n.command(epilog="Example:  pnp i18n update chili --lang fr")
def update(
    games: Games = None,
    lang: Languages = None,
    accept: Annotated[
        bool, typer.Option("--accept", help="Stale translations in columns of tables are right as they are.")
    ] = False,
    project: ProjectDir = Path(),
    form: FormOption = "text",
) -> None:
    """Bring catalogues up to date: new texts are empty, changed ones fuzzy, unused ones kept at the end.

    An entry with the comment "# split" becomes one entry for each context of its text. Translations in columns of
    tables are recorded, so that a change of their source is noticed.
    """
    _run(update_catalogues, (games or (), lang or (), accept), project, form)


@i18n.command(epilog="Example:  pnp i18n status --lang fr")
def status(
    games: Games = None, lang: Languages = None, project: ProjectDir = Path(), form: FormOption = "text"
) -> None:
    """Show how much of each game is translated; exit 1 if something is missing or stale."""
    _run(catalogue_status, (games or (), lang or ()), project, form)


@i18n.command(name="export", epilog="Example:  pnp i18n export chili --lang fr --to french.xlsx")
def export_(
    game: Annotated[str, game_argument("The game, by its folder in data/.")],
    lang: Annotated[str, typer.Option("--lang", "-l", help="The language.")],
    to: Annotated[
        Path | None, typer.Option(help="The table: .csv or .xlsx; default: output/<game>/<language>.csv.")
    ] = None,
    project: ProjectDir = Path(),
    form: FormOption = "text",
) -> None:
    """Write the texts of a game with their translations as a table, for those who translate in a spreadsheet."""
    ending = to.suffix.lower() if to else ".csv"
    if ending not in (".csv", ".xlsx"):
        raise typer.BadParameter(f"a table is .csv or .xlsx, not {ending or 'without an ending'}", param_hint="--to")
    result = _made(export_table, (game, lang, ending), project, form)
    if to and result.outputs:
        result.outputs = [replace(output, path=to.name) for output in result.outputs[:1]]
    files = open_project(project)
    folder = output_folder(files.root, to.resolve().parent if to else None, files, form)
    write_or_exit(result.outputs, folder, files, form)
    for output in result.outputs:
        say(f"{to or folder / output.path}  {output.summary}")


@i18n.command(name="import", epilog="Example:  pnp i18n import french.xlsx chili --lang fr")
def import_(
    table: Annotated[Path, typer.Argument(help="A table with the texts and their translations: .csv, .xlsx, .ods.")],
    game: Annotated[str, game_argument("The game, by its folder in data/.")],
    lang: Annotated[str, typer.Option("--lang", "-l", help="The language.")],
    encoding: Encoding = "",
    project: ProjectDir = Path(),
    form: FormOption = "text",
) -> None:
    """Bring translations from a table into the catalogue and the columns; what is empty there stays as it is."""
    _run(import_table, (table, game, lang, checked_encoding(encoding)), project, form)


def _run(action: Callable[..., CatalogueResult], arguments: tuple[Any, ...], project: Path, form: Format) -> None:
    result = _made(action, arguments, project, form)
    files = open_project(project)
    write_or_exit(result.outputs, files.root, files, form)
    for line in result.lines:
        say(line)
    report_letters(result.letters)
    if not result.is_complete:
        raise typer.Exit(FAULTS)


def _made(
    action: Callable[..., CatalogueResult], arguments: tuple[Any, ...], project: Path, form: Format
) -> CatalogueResult:
    """Return the result of an action; exit after errors."""
    from pnp.workers.supervisor import supervised

    files = open_project(project)
    result = CatalogueResult()
    with result.diagnostics.catch_faults():
        result = supervised(partial(_act, action, files, arguments))
    if faulty := report_faults(result.diagnostics, files, form):
        exit_with(f"{faulty}; nothing was written")
    return result


def _act(
    action: Callable[..., CatalogueResult], files: Files, arguments: tuple[Any, ...], _step: Progress
) -> CatalogueResult:
    return action(files, *arguments)
