"""A booklet's list of components and the game's decks → diagnostics where one has what the other lacks."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.diagnostics import Diagnostic
from pnp.model.game import Game
from pnp.rulebook.blocks import walk
from pnp.rulebook.load import Booklet


def check_components(game: Game, booklet: Booklet) -> Iterator[Diagnostic]:
    """Tell of each deck that the list of components leaves out.

    A deck that the list names but the game does not have is told when the booklet is filled in.
    """
    named = {block.subject for block in walk(booklet.blocks) if block.kind == "component" and block.subject}
    if not named:
        return
    for name in game.decks:
        if name not in named:
            place = game.source["decks"].place_of_key(name)
            what = f"the rules' list of components leaves out the deck {name}"
            fix = f"add ::: component {name} to {booklet.file}"
            yield Diagnostic(place, "component-missing", what, "players would not know what they need", fix)
