"""A project's game → a RoomGame: its bundle, and all that pages at its tables show, in each language; nothing is run.

The server of ``pnp play`` and the web export start from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pnp.core.diagnostics import Diagnostics
from pnp.core.titles import plain_title
from pnp.expressions.scope import card_names, filled_scope
from pnp.play.bundle import Names
from pnp.play.load import make_names, read_bundle
from pnp.play.room import RoomGame
from pnp.play.tape import SeatMessage
from pnp.project.files import Files
from pnp.project.game import Game
from pnp.project.load import load_game
from pnp.project.templates import Templates
from pnp.rulebook.blocks import walk
from pnp.rulebook.fill import slug
from pnp.rulebook.load import load_rulebook
from pnp.text.bidi import is_right_to_left
from pnp.text.edition import open_edition
from pnp.text.game_texts import rulebook_context
from pnp.text.page_words import page_words


def read_room_game(
    files: Files, name: str, diagnostics: Diagnostics, languages: Sequence[str] = (), *, is_draft: bool = False
) -> RoomGame | None:
    """Return a game of a project, ready to be laid on tables; None if it cannot be read or has no rules.

    Args:
        files: The project.
        name: The game's name.
        diagnostics: Collects what is missing or wrong.
        languages: The languages of its pages; empty for all.
        is_draft: Whether texts without a translation stay in the source language, and faulty decks are left out.
    """
    templates = Templates(files)
    game = load_game(files, templates, name, diagnostics, is_draft=is_draft)
    bundle = read_bundle(files, game, diagnostics) if game else None
    if game is None or bundle is None:
        return None
    titles = _titles(files, templates, game)
    decks = _decks(game)
    names: dict[str, Names] = {}
    pages: dict[str, SeatMessage] = {}
    sections: dict[str, Mapping[str, SeatMessage]] = {}
    languages = languages or game.head.languages
    for language in languages:
        edition = open_edition(files, game, language, Diagnostics() if is_draft else diagnostics, is_draft=is_draft)
        translated = edition.game if edition else game
        pages[language] = _page(translated, language, languages) | {"decks": decks}
        names[language] = make_names(game, translated)
        sections[language] = {
            plain_title(title): {
                "title": plain_title(edition.translate(title, rulebook_context("heading")) if edition else title),
                "anchor": slug(title),
            }
            for title in titles
        }
    return RoomGame(bundle, names, pages, sections, dict(game.head.play.marks))


def _page(game: Game, language: str, languages: Sequence[str]) -> SeatMessage:
    """Return what a page shows of a game in a language."""
    play = game.head.play
    return {
        "languages": list(languages),
        "source": game.head.languages[0],
        "direction": "rtl" if is_right_to_left(language) else "ltr",
        "subtitle": game.head.subtitle,
        "forms": dict(play.table),
        "defaults": dict(play.defaults),
        "patience": play.patience,
        "words": page_words(language),
        "ask": list(play.ask),
    }


def _decks(game: Game) -> SeatMessage:
    """Return the size of each deck's cards, and the number of each card in its deck's file."""
    names = card_names(game, filled_scope(game), Diagnostics())
    return {
        deck.name: {
            "size": deck.template.head.size,
            "corner": deck.template.head.corner,
            "back": deck.back is not None,
            "cards": {called: card.number for called, card in zip(names[deck.name], deck.cards_once, strict=True)},
        }
        for deck in game.decks.values()
    }


def _titles(files: Files, templates: Templates, game: Game) -> list[str]:
    """Return the headings of the booklet in the source language."""
    booklet = load_rulebook(files, templates, game, Diagnostics())
    return [block.text for block in walk(booklet.blocks) if block.kind == "heading"] if booklet else []
