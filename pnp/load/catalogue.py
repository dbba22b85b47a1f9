"""data/<game>/locale/<language>.po → a Catalogue."""

from __future__ import annotations

from pnp.diagnostics import Diagnostic, Fault
from pnp.model.game import Game
from pnp.source.files import Files
from pnp.source.tree import Seq
from pnp.words.catalogue import Catalogue, read_catalogue


def catalogue_path(game: str, language: str) -> str:
    """Where a game's translations into a language lie."""
    return f"data/{game}/locale/{language}.po"


def load_catalogue(files: Files, game: Game, language: str) -> tuple[Catalogue | None, list[Diagnostic]]:
    """Return the translations of a game into a language, and the faults of their file.

    Args:
        files: The project.
        game: The game.
        language: One of its languages, not the first.
    """
    path = catalogue_path(game.name, language)
    languages = game.source.get("languages")
    index = list(game.head.languages).index(language)
    asked_at = languages.place_of(index) if isinstance(languages, Seq) else game.source.place
    if not files.exists(path):
        what = f"{game.head.title} has no translation into {language}: no file {path}"
        fix = f"run pnp i18n update {game.name} --lang {language} and translate the file"
        return None, [Diagnostic(asked_at, "catalogue-missing", what, fix=fix)]
    try:
        return read_catalogue(files.text(path, asked_at), path, language)
    except Fault as fault:
        return None, list(fault.diagnostics)
