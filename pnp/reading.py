"""A project → its games, each with its rulebook and all its texts: what builds and catalogues begin with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pnp.diagnostics import Diagnostic, Diagnostics, Fault
from pnp.expressions import plural_forms
from pnp.load.game import find_games, load_game
from pnp.load.template import Templates
from pnp.model.game import Game
from pnp.rulebook.load import Booklet, booklet_messages, load_booklet
from pnp.source.files import Files
from pnp.words.catalogue import Message, collect
from pnp.words.translate import game_messages


@dataclass(frozen=True)
class Text:
    """A game with all that is to be translated.

    Attributes:
        booklet: Its rulebook, if it has one.
        messages: The texts of data, templates and rulebook.
    """

    game: Game
    booklet: Booklet | None
    messages: list[Message]


def read_games(files: Files, names: Sequence[str], diagnostics: list[Diagnostic]) -> Iterator[Text]:
    """The games asked for, or all, with their texts; faults are added to the diagnostics."""
    try:
        found = find_games(files, list(names))
    except Fault as fault:
        diagnostics += fault.diagnostics
        return
    templates = Templates(files)
    for name in found:
        game, faults = load_game(files, templates, name)
        diagnostics += faults
        if game is not None:
            told = Diagnostics()
            booklet = load_booklet(files, templates, game, told)
            diagnostics += told
            messages = [*game_messages(game, plural_forms), *(booklet_messages(booklet) if booklet else ())]
            yield Text(game, booklet, collect(messages))


def unknown_language(game: Game, language: str) -> Diagnostic:
    """The fault of asking a game for a language it does not have."""
    what = f"{game.head.title} is not available in {language}"
    fix = f"use one of: {', '.join(game.head.languages)}, or add it to languages: and translate it"
    return Diagnostic(game.source.place_of("languages"), "language-unavailable", what, fix=fix)
