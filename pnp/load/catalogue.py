"""data/<game>/locale/<language>.po → a Catalogue."""

from __future__ import annotations

from pnp.diagnostics import Code, Diagnostics, Mistake, Place
from pnp.model.game import Game
from pnp.source.files import Files
from pnp.source.tree import Seq
from pnp.underway import under_way
from pnp.words.catalogue import Catalogue, read_catalogue
from pnp.words.plural_rules import plural_forms


def catalogue_path(game: str, language: str) -> str:
    """Where a game's translations into a language lie."""
    return f"data/{game}/locale/{language}.po"


def load_catalogue(files: Files, game: Game, language: str, diagnostics: Diagnostics) -> Catalogue | None:
    """Return the translations of a game into a language; None where there is no file that can be read.

    Args:
        files: The project.
        game: The game.
        language: One of its languages, not the first.
        diagnostics: Told of the faults of the file.
    """
    path = catalogue_path(game.name, language)
    languages = game.source.get("languages")
    index = list(game.head.languages).index(language)
    asked_at = languages.place_of(index) if isinstance(languages, Seq) else game.source.place
    if not files.exists(path):
        try:
            plural_forms(language)
        except Mistake as mistake:
            diagnostics.tell(Code.LANGUAGE_UNKNOWN, asked_at, what=mistake.what, fix=mistake.fix)
            return None
        what = f"{game.head.title} has no translation into {language}: no file {path}"
        fix = f"run pnp i18n update {game.name} --lang {language} and translate the file"
        diagnostics.tell(Code.CATALOGUE_MISSING, asked_at, what=what, fix=fix)
        return None
    with diagnostics.collected():
        text = files.text(path, asked_at)
        with under_way(path, Place(path)):
            return read_catalogue(text, path, language, diagnostics)
    return None


def empty_catalogue(game: Game, language: str) -> Catalogue:
    """The translations of a game into a language that has none yet, for drafts."""
    return read_catalogue("", catalogue_path(game.name, language), language, Diagnostics())
