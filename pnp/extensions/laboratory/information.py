"""What a seat of a game knows → a value that is equal whenever the seat cannot tell two positions apart.

It is what the seat sees now, and all that it has seen happen. Cards count by their faces, so that copies are equal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.play.cards import PlayingCard
from pnp.play.table import Seen, Table

_NOT_SEEN_HAPPEN = frozenset({"players", "facts", "decks", "log", "known"})
"""What every view has, or what is read apart from it."""


def plain(value: Any) -> Any:
    """Return a value of rules with faces for cards, made of tuples, texts and numbers."""
    if isinstance(value, PlayingCard):
        return value._face
    if isinstance(value, str | int | float | None):
        return value
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return (type(value).__name__, *map(plain, value))
    if isinstance(value, list | tuple):
        return tuple(map(plain, value))
    if isinstance(value, range):
        return tuple(value)
    if isinstance(value, Mapping):
        return tuple([(plain(key), plain(entry)) for key, entry in value.items()])
    if isinstance(value, set | frozenset):
        return tuple(sorted(map(plain, value), key=repr))
    return repr(value)


def view_of(table: Table, seat: int) -> tuple[Any, ...]:
    """Return what a seat sees of a table."""
    seen: list[Any] = [plain(pile.seen(table, getattr(table, name), seat)) for name, pile in table.piles.items()]
    seen += [plain(each.seen(table, getattr(table, name), seat)) for name, each in table.values.items()]
    seen += [plain(value) for value in table.public().values()]
    seen.append(plain(table.known_to(seat)))
    return tuple(seen)


def information_text(seen: Seen, options: Any) -> str:
    """Return what a player knows, as text: the view, what the player has seen happen, and the options.

    Args:
        seen: A view of a table that keeps a history.
        options: The player's options; empty if the player is not asked.
    """
    view = {name: plain(value) for name, value in vars(seen).items() if name not in _NOT_SEEN_HAPPEN}
    return repr((view, plain(seen.known), plain(tuple(seen.log)), plain(options)))
