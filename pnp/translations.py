"""A project → its catalogues: extracted, updated, and counted. Gives bytes and lines; writing is the caller's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pnp.diagnostics import Diagnostic, Fault
from pnp.load.catalogue import catalogue_path, load_catalogue
from pnp.model.game import Game
from pnp.reading import read_games, unknown_language
from pnp.source.files import Files
from pnp.words.catalogue import Message
from pnp.words.po_files import make_template, update_catalogue
from pnp.words.po_files import status as count_status
from pnp.write import Output


@dataclass
class Translated:
    """What a command on catalogues gives.

    Attributes:
        outputs: Files, by their paths from the project's folder.
        lines: What to tell.
        is_complete: Whether nothing is missing or stale.
    """

    outputs: list[Output] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    is_complete: bool = True


Each = Callable[[Files, Game, list[Message], str, Translated], None]


def extract(files: Files, games: Sequence[str], languages: Sequence[str]) -> Translated:
    """The list of all texts of each game, for tools that start catalogues from it."""
    del languages
    done = Translated()
    for game, messages in _games(files, games, done):
        path = f"data/{game.name}/locale/{game.name}.pot"
        done.outputs.append(Output(path, make_template(messages, game.head.title), f"{len(messages)} texts"))
        done.lines.append(f"{path}  {len(messages)} texts")
    return done


def update(files: Files, games: Sequence[str], languages: Sequence[str]) -> Translated:
    """Each game's catalogues with today's texts."""
    return _each_catalogue(files, games, languages, _update)


def status(files: Files, games: Sequence[str], languages: Sequence[str]) -> Translated:
    """How much of each game is translated."""
    return _each_catalogue(files, games, languages, _status)


def _games(files: Files, games: Sequence[str], done: Translated) -> list[tuple[Game, list[Message]]]:
    return [(text.game, text.messages) for text in read_games(files, games, done.diagnostics)]


def _each_catalogue(files: Files, games: Sequence[str], languages: Sequence[str], each: Each) -> Translated:
    done = Translated()
    for game, messages in _games(files, games, done):
        for language in languages or game.head.languages[1:]:
            if language not in game.head.languages[1:]:
                done.diagnostics.append(unknown_language(game, language))
                continue
            each(files, game, messages, language, done)
    return done


def _update(files: Files, game: Game, messages: list[Message], language: str, done: Translated) -> None:
    path = catalogue_path(game.name, language)
    old = files.text(path) if files.exists(path) else None
    try:
        content = update_catalogue(old, messages, language, game.head.title, path)
    except Fault as fault:
        done.diagnostics += fault.diagnostics
        return
    done.outputs.append(Output(path, content, f"{len(messages)} texts"))
    done.lines.append(f"{path}  {len(messages)} texts")


def _status(files: Files, game: Game, messages: list[Message], language: str, done: Translated) -> None:
    catalogue, faults = load_catalogue(files, game, language)
    done.diagnostics += faults
    if catalogue is None:
        return
    counted = count_status(catalogue, messages)
    parts = [f"{counted.translated} of {counted.total} translated"]
    parts += [f"{n} {word}" for n, word in ((counted.missing, "missing"), (counted.stale, "stale")) if n]
    done.lines.append(f"{game.name} {language}  {', '.join(parts)}")
    done.is_complete = done.is_complete and not (counted.missing or counted.stale)
