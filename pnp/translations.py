"""A project → its catalogues: extracted, updated, and counted. Gives bytes and lines; writing is the caller's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pnp.diagnostics import Diagnostics, counted
from pnp.load.catalogue import catalogue_path, load_catalogue
from pnp.manuscript import Manuscript, languages_of, read_manuscripts
from pnp.source.files import Files
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
    diagnostics: Diagnostics = field(default_factory=Diagnostics)
    lines: list[str] = field(default_factory=list)
    is_complete: bool = True

    def put(self, path: str, content: bytes, texts: int) -> None:
        """Add a catalogue of so many texts."""
        summary = counted(texts, "text")
        self.outputs.append(Output(path, content, summary))
        self.lines.append(f"{path}  {summary}")


Each = Callable[[Files, Manuscript, str, Translated], None]


def extract(files: Files, games: Sequence[str]) -> Translated:
    """The list of all texts of each game, for tools that start catalogues from it."""
    done = Translated()
    for manuscript in read_manuscripts(files, games, done.diagnostics):
        name, title = manuscript.game.name, manuscript.game.head.title
        content = make_template(manuscript.messages, title)
        done.put(f"data/{name}/locale/{name}.pot", content, len(manuscript.messages))
    return done


def update(files: Files, games: Sequence[str], languages: Sequence[str]) -> Translated:
    """Each game's catalogues with today's texts."""
    return _each_catalogue(files, games, languages, _update)


def status(files: Files, games: Sequence[str], languages: Sequence[str]) -> Translated:
    """How much of each game is translated."""
    return _each_catalogue(files, games, languages, _status)


def _each_catalogue(files: Files, games: Sequence[str], languages: Sequence[str], each: Each) -> Translated:
    done = Translated()
    for manuscript in read_manuscripts(files, games, done.diagnostics):
        game = manuscript.game
        for language in languages_of(game, game.head.languages[1:], languages, done.diagnostics):
            each(files, manuscript, language, done)
    return done


def _update(files: Files, manuscript: Manuscript, language: str, done: Translated) -> None:
    path = catalogue_path(manuscript.game.name, language)
    title, messages = manuscript.game.head.title, manuscript.messages
    with done.diagnostics.collected():
        old = files.text(path) if files.exists(path) else None
        content = update_catalogue(old, messages, language, title, path, done.diagnostics)
        if content is not None:
            done.put(path, content, len(messages))


def _status(files: Files, manuscript: Manuscript, language: str, done: Translated) -> None:
    catalogue = load_catalogue(files, manuscript.game, language, done.diagnostics)
    if catalogue is None:
        return
    found = count_status(catalogue, manuscript.messages)
    parts = [f"{found.translated} of {found.total} translated"]
    parts += [f"{n} {word}" for n, word in ((found.missing, "missing"), (found.stale, "stale")) if n]
    done.lines.append(f"{manuscript.game.name} {language}  {', '.join(parts)}")
    done.is_complete = done.is_complete and not (found.missing or found.stale)
