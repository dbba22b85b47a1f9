"""A booklet's list of components and the game's decks → diagnostics where one has what the other lacks."""

from __future__ import annotations

from pnp.check.subject import GameSubject
from pnp.diagnostics import Code, Diagnostics, nearest
from pnp.rulebook.blocks import walk


def check_components(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Tell of each deck that the list of components leaves out.

    A deck that the list names but the game does not have is told when the booklet is filled in.
    """
    game, booklet = subject.game, subject.booklet
    blocks = walk(booklet.blocks) if booklet else ()
    named = {block.subject for block in blocks if block.kind == "component" and block.subject}
    if booklet is None or not named:
        return
    meant = {nearest(name, game.decks) for name in named - {*game.decks, *game.extras}}
    for name in game.decks:
        if name not in named | meant:
            place = game.source["decks"].place_of_key(name)
            what = f"the rules' list of components leaves out the deck {name}"
            why, fix = "players would not know what they need", f"add ::: component {name} to {booklet.file}"
            diagnostics.tell(Code.COMPONENT_MISSING, place, what=what, why=why, fix=fix)
