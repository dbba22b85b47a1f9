"""A project → its games as they are written, each with its rulebook and all its texts.

What builds, checks and catalogues begin with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place
from pnp.expressions import plural_forms
from pnp.project.files import Files, find_games
from pnp.project.game import Game, booklet_path
from pnp.project.load import load_game
from pnp.project.templates import Templates
from pnp.text.catalogue import Message, collect
from pnp.text.edition import game_messages
from pnp.workers.activity import activity

if TYPE_CHECKING:
    from pnp.rulebook.load import Booklet


@dataclass(frozen=True)
class SourceGame:
    """A game in its source language, with all that is to be translated.

    Attributes:
        booklet: Its rulebook, if it has one.
        messages: The texts of data, templates and rulebook.
    """

    game: Game
    booklet: Booklet | None
    messages: list[Message]


def read_source_game(
    files: Files, templates: Templates, name: str, diagnostics: Diagnostics, is_draft: bool = False
) -> SourceGame | None:
    """A game by its name; None where its faults leave nothing to work on. A draft has the decks that can be read."""
    with activity(name, Place(f"data/{name}/game.yaml")):
        game = load_game(files, templates, name, diagnostics, is_draft)
        if game is None:
            return None
        messages = game_messages(game, plural_forms)
        booklet = None
        if game.head.booklet.text or files.exists(booklet_path(name)):
            from pnp.rulebook.load import booklet_messages, load_booklet  # a game of cards alone loads no rulebook

            booklet = load_booklet(files, templates, game, diagnostics)
            messages = [*messages, *(booklet_messages(booklet) if booklet else ())]
        with activity("its texts"):
            return SourceGame(game, booklet, collect(messages))


def read_source_games(files: Files, names: Sequence[str], diagnostics: Diagnostics) -> Iterator[SourceGame]:
    """The games asked for, or all that can be read."""
    templates = Templates(files)
    for name in find_games(files, names, diagnostics):
        manuscript = read_source_game(files, templates, name, diagnostics)
        if manuscript is not None:
            yield manuscript


def languages_of(game: Game, known: Sequence[str], wanted: Sequence[str], diagnostics: Diagnostics) -> list[str]:
    """Those of the languages asked for that are known of a game, or all of them; others are told."""
    usual = {language.lower(): language for language in known}
    wanted = [usual.get(language.lower().replace("-", "_"), language) for language in wanted]
    for language in wanted:
        if language not in known:
            what = f"{game.head.title} is not available in {language}"
            fix = f"use one of: {', '.join(game.head.languages)}, or add it to languages: and translate it"
            diagnostics.report(Code.LANGUAGE_UNAVAILABLE, game.source.place_of("languages"), what=what, fix=fix)
    return [language for language in dict.fromkeys(wanted or known) if language in known]
