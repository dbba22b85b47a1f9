"""A project → its games in their source language, each with its rulebook and all its texts.

Builds, checks and catalogues start from this value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.expressions import plural_texts
from pnp.project.files import Files, find_games
from pnp.project.game import Game, booklet_path
from pnp.project.load import load_game
from pnp.project.template import Template
from pnp.project.templates import Templates
from pnp.text.catalogue import Message
from pnp.text.edition import PAIR
from pnp.text.game_texts import game_messages, played_messages
from pnp.text.own_words import CONTEXT, has_printed_words, printed_messages
from pnp.text.player_names import name_messages
from pnp.workers.activity import activity

if TYPE_CHECKING:
    from pnp.rulebook.load import Rulebook


def _own_messages(game: Game) -> Iterator[Message]:
    """Yield the words that pnp itself prints, for languages in which it does not have them."""
    place = game.source.place_of("languages")
    for text, note in printed_messages():
        yield Message(
            text, None, (place,), f"printed by pnp: {note}" if note else "printed by pnp", (CONTEXT,), CONTEXT
        )


@frozen_dataclass
class SourceGame:
    """A game in its source language, with everything that must be translated.

    Attributes:
        rulebook: Its rulebook, if it has one.
        messages: The texts of data, templates and rulebook, one for each place, uncollected. Players' names in examples
            are not included, because they need no translation.
    """

    game: Game
    rulebook: Rulebook | None
    messages: list[Message]

    @property
    def figures(self) -> tuple[Template, ...]:
        """Return the templates of the figures of its rulebook."""
        return tuple(self.rulebook.figures.values()) if self.rulebook else ()

    def messages_for(self, *languages: str) -> list[Message]:
        """Return the texts to translate into some languages, with the words that pnp prints if it lacks them in one."""
        messages = [message for message in self.messages if message.language in ("", *languages)]
        messages += name_messages(self.game)
        has_words = all(map(has_printed_words, languages))
        return messages if has_words else [*messages, *_own_messages(self.game)]


def read_source_game(
    files: Files, templates: Templates, name: str, diagnostics: Diagnostics, is_draft: bool = False
) -> SourceGame | None:
    """Return a game by its name; None if its faults leave nothing usable. A draft has the decks that can be read."""
    with activity(name, Place(f"data/{name}/game.yaml")):
        game = load_game(files, templates, name, diagnostics, is_draft)
        if game is None:
            return None
        messages = game_messages(game, plural_texts)
        booklet = None
        if game.head.booklet.text or files.exists(booklet_path(name)):
            from pnp.rulebook.load import load_rulebook, rulebook_messages  # a game of cards alone loads no rulebook

            booklet = load_rulebook(files, templates, game, diagnostics)
            messages = [*messages, *(rulebook_messages(booklet, game.head) if booklet else ())]
        return SourceGame(game, booklet, [*messages, *played_messages(game, plural_texts)])


def read_source_games(files: Files, names: Sequence[str], diagnostics: Diagnostics) -> Iterator[SourceGame]:
    """Yield the requested games that can be read; if none is requested, all games."""
    templates = Templates(files)
    for name in find_games(files, names, diagnostics):
        source_game = read_source_game(files, templates, name, diagnostics)
        if source_game is not None:
            yield source_game


def languages_of(game: Game, available: Sequence[str], requested: Sequence[str], diagnostics: Diagnostics) -> list[str]:
    """Return the requested languages that a game has, or all its languages; other requests are reported."""
    codes = [_available(language, available) for language in requested]
    for language in dict.fromkeys(codes):
        _report_unavailable(language, game, available, diagnostics)
    return [language for language in dict.fromkeys(codes or available) if language in available]


def editions_of(game: Game, requested: Sequence[str], diagnostics: Diagnostics) -> list[str]:
    """Return the requested editions of a game, in languages or several in one, like en+fr; by default all languages.

    Other requests are reported.
    """
    available, editions = game.head.languages, []
    for name in requested or available:
        codes = [_available(code, available) for code in name.split(PAIR)]
        are_available = [not _report_unavailable(code, game, available, diagnostics) for code in dict.fromkeys(codes)]
        if all(are_available) and len(set(codes)) < len(codes):
            what = f"{name} names a language twice"
            fix = f"write different ones, the main one first: --lang {PAIR.join(dict.fromkeys(codes))}"
            diagnostics.report(Code.LANGUAGE_UNAVAILABLE, game.source.place_of("languages"), what=what, fix=fix)
        elif all(are_available):
            editions.append(PAIR.join(codes))
    return list(dict.fromkeys(editions))


def _available(requested: str, available: Sequence[str]) -> str:
    """Return a language as game.yaml spells it; a language that it does not have as it was requested."""
    by_lower_case = {language.lower().replace("-", "_"): language for language in available}
    return by_lower_case.get(requested.lower().replace("-", "_"), requested)


def _report_unavailable(language: str, game: Game, available: Sequence[str], diagnostics: Diagnostics) -> bool:
    """Return whether a language is not available for a game; if so, report it."""
    if language in available:
        return False
    what = f"{game.head.title} is not available in {language}"
    fix = f"use one of: {', '.join(game.head.languages)}, or add it to languages: and translate it"
    if PAIR in language:
        fix = "name one language; only build, check, export, release, serve and show make editions in several languages"
    diagnostics.report(Code.LANGUAGE_UNAVAILABLE, game.source.place_of("languages"), what=what, fix=fix)
    return True
