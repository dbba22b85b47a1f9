"""A game → a line that names what is not read back, as nobody has said what it shows."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.check.subject import GameSubject
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
