"""pnp i18n: a project → its catalogues: extract, update and count them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from pnp.commands.options import FormOption, Games, Languages, ProjectDir, open_project
from pnp.commands.terminal import FAULTS, exit_with, report_faults, say, write_or_exit
from pnp.core.diagnostics import Diagnostics, Format, counted
from pnp.extensions.translating.po_writer import make_template, update_catalogue
from pnp.extensions.translating.status import Status, count_texts
from pnp.extensions.translating.status import status as count_status
from pnp.outputs import Output
from pnp.project.files import Files
from pnp.source_game import SourceGame, languages_of, read_source_games
from pnp.text.catalogue import catalogue_path, column_contexts, load_catalogue, read_catalogue

if TYPE_CHECKING:
    from pnp.project.files import Files
    from pnp.workers.pool import Progress


@dataclass
class CatalogueResult:
    """What a command on catalogues returns.

    Attributes:
        outputs: The files, with paths from the project's folder.
        lines: The lines to print.
        is_complete: Whether no translation is missing or stale.
    """

    outputs: list[Output] = field(default_factory=list)
    diagnostics: Diagnostics = field(default_factory=Diagnostics)
    lines: list[str] = field(default_factory=list)
    is_complete: bool = True

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


def update_catalogues(files: Files, games: Sequence[str], languages: Sequence[str]) -> CatalogueResult:
    """Return each game's catalogues with its current texts."""
    from pnp.extensions.translating.notes import with_notes

    result = CatalogueResult()
    for source_game in read_source_games(files, games, result.diagnostics):
        _each_language(files, with_notes(files, source_game), languages, _update, result)
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
    columns = column_contexts(source_game.game, language)
    to_translate = [m for m in source_game.messages_for(language) if m.plural or not columns.keys() & {*m.contexts}]
    messages = with_number_words(to_translate, language)
    with result.diagnostics.catch_faults():
        old = files.text(path) if files.exists(path) else None
        source = source_game.game.language
        content = update_catalogue(old, messages, language, title, path, result.diagnostics, source)
        if content is not None:
            updated = read_catalogue(content.decode(), path, language, Diagnostics())
            still_open = _still_open(count_status(updated, messages))
            result.add(path, content, count_texts(messages), "".join(f", {part}" for part in still_open))


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
    games: Games = None, lang: Languages = None, project: ProjectDir = Path(), form: FormOption = "text"
) -> None:
    """Bring catalogues up to date: new texts are empty, changed ones fuzzy, unused ones kept at the end.

    An entry with the comment "# split" becomes one entry for each context of its text.
    """
    _run(update_catalogues, (games or (), lang or ()), project, form)


@i18n.command(epilog="Example:  pnp i18n status --lang fr")
def status(
    games: Games = None, lang: Languages = None, project: ProjectDir = Path(), form: FormOption = "text"
) -> None:
    """Show how much of each game is translated; exit 1 if something is missing or stale."""
    _run(catalogue_status, (games or (), lang or ()), project, form)


def _run(action: Callable[..., CatalogueResult], arguments: tuple[Any, ...], project: Path, form: Format) -> None:
    from pnp.workers.supervisor import supervised

    files = open_project(project)
    result = CatalogueResult()
    with result.diagnostics.catch_faults():
        result = supervised(partial(_act, action, files, arguments))
    faulty = report_faults(result.diagnostics, files, form)
    if faulty:
        exit_with(f"{faulty}; nothing was written")
    write_or_exit(result.outputs, files.root, files, form)
    for line in result.lines:
        say(line)
    if not result.is_complete:
        raise typer.Exit(FAULTS)


def _act(
    action: Callable[..., CatalogueResult], files: Files, arguments: tuple[Any, ...], _step: Progress
) -> CatalogueResult:
    return action(files, *arguments)
