"""A game → a line that names what is not read back; a diagnostic for what is printed, and is said to show nothing."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.check.subject import GameSubject
from pnp.diagnostics import Code, Diagnostics
from pnp.model.game import Game
from pnp.model.template import Template
from pnp.source.tree import Map


def unread_lines(subject: GameSubject) -> Iterator[str]:
    """Decks, extras, backs and figures of which nothing is said, not even that there is nothing: `shows: {}`."""
    names = [*_decks(subject.game)]
    figures = subject.booklet.figures if subject.booklet is not None else {}
    names += [f"figure {name}" for name, figure in figures.items() if not _says(figure)]
    if names:
        yield f"{subject.game.name}: not read back, as no shows: says what is on it: {', '.join(names)}"


def check_shows(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Tell of cards and extras that are printed and of which `shows: {}` says that nothing has to be seen."""
    game = subject.game
    for kind, decks in (("decks", game.decks), ("extras", game.extras)):
        for name, deck in decks.items():
            source: Map = game.source[kind][name]
            said = [tree for tree in (source, deck.template.source) if "shows" in tree]
            if said and not deck.shows:
                place = said[0].place_of_key("shows")
                what = f"nothing has to be seen on {name}"
                why = "so nobody learns when it shows something else"
                fix = "say what players must find on it, as shows: {title: {text: …}}, or a drawing or colour"
                diagnostics.tell(Code.SHOWS_EMPTY, place, what=what, why=why, fix=fix)


def _decks(game: Game) -> Iterator[str]:
    others: dict[str, str] = {}
    for kind, decks in (("decks", game.decks), ("extras", game.extras)):
        for name, deck in decks.items():
            source: Map = game.source[kind][name]
            if "shows" not in source and not _says(deck.template):
                yield name
            for kind_of, look in (("back", deck.back), ("small", deck.small)):
                if look is not None and not _says(look):
                    others[look.name] = f"{kind_of} {look.name}"
    yield from others.values()


def _says(template: Template) -> bool:
    return "shows" in template.source
