"""The typed beginning of a word → names of games, decks, cards, languages and codes that begin with it.

A shell calls these functions to complete words. Unreadable parts of a project are skipped, and no faults are reported.
"""

from __future__ import annotations

import glob
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from pnp.core.diagnostics import printable

if TYPE_CHECKING:
    from pnp.project.files import Files


def complete_games(context: typer.Context, incomplete: str) -> list[str]:
    """Return the games of the project."""
    folder = _project(context)
    heads = folder.glob(f"data/{glob.escape(incomplete)}*/game.yaml")
    return sorted(beginning_with((path.parent.name for path in heads), incomplete))


def complete_decks(context: typer.Context, incomplete: str) -> list[str]:
    """Return the decks and extras of the named games, or of all games."""
    from pnp.project.load import names_in_game

    files, games = _games(context)
    return beginning_with((deck for game in games for deck in names_in_game(files, game)), incomplete)


def complete_print_groups(context: typer.Context, incomplete: str) -> list[str]:
    """Return the parts that a build can make separately."""
    from pnp.selection import PRINT_GROUPS

    return beginning_with([*PRINT_GROUPS, *complete_decks(context, "")], incomplete)


def complete_cards(context: typer.Context, incomplete: str) -> list[str]:
    """Return the cards of the named deck, as messages name them."""
    from pnp.core.diagnostics import Diagnostics
    from pnp.project.load import load_game
    from pnp.project.templates import Templates

    files, games = _games(context)
    name = context.params.get("deck")
    loaded = [load_game(files, Templates(files), game, Diagnostics()) for game in games]
    decks = [{**game.decks, **game.extras}[name] for game in loaded if game and name in {**game.decks, **game.extras}]
    labels = (card.label.removeprefix(f"{name} ") for deck in decks for card in deck.cards)
    return beginning_with(labels, incomplete)


def complete_languages(context: typer.Context, incomplete: str) -> list[str]:
    """Return the languages of the named games, or of all games."""
    from pnp.project.load import game_languages

    files, games = _games(context)
    return beginning_with((language for game in games for language in game_languages(files, game)), incomplete)


def complete_codes(incomplete: str) -> list[str]:
    """Return the codes of faults."""
    from pnp.core.codes import Code

    return beginning_with(map(str, Code), incomplete)


def beginning_with(names: Iterable[str], incomplete: str) -> list[str]:
    """Return the names that begin with a text and can be printed, each once."""
    return [name for name in dict.fromkeys(names) if name.startswith(incomplete) and name == printable(name)]


def _project(context: typer.Context) -> Path:
    return Path(context.params.get("project") or ".")


def _games(context: typer.Context) -> tuple[Files, list[str]]:
    """Return the project, and the games named earlier on the command line, or all of its games."""
    from pnp.project.files import Files, game_names

    files = Files(_project(context))
    parameter = context.params.get("games") or context.params.get("game") or []
    games = game_names(files)
    names = [parameter] if isinstance(parameter, str) else list(parameter)
    return files, [game for game in games if game in names] or games
