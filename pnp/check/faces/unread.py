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
    backs: dict[str, Template] = {}
    for kind, decks in (("decks", game.decks), ("extras", game.extras)):
        for name, deck in decks.items():
            source: Map = game.source[kind][name]
            if "shows" not in source and not _says(deck.template):
                yield name
            if deck.back is not None:
                backs[deck.back.name] = deck.back
    yield from (f"back {name}" for name, back in backs.items() if not _says(back))


def _says(template: Template) -> bool:
    return "shows" in template.source
