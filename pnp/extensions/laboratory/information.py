"""What a seat of a game knows → a value that is equal whenever the seat cannot tell two positions apart.

It is what the seat sees now, and all that it has seen happen. Cards count by their faces, so that copies are equal.
"""

from __future__ import annotations

from typing import Any

from pnp.play.table import Seen, Table
from pnp.play.testing.value_leaks import plain

_NOT_SEEN_HAPPEN = frozenset({"players", "facts", "decks", "log", "known"})
"""Names that every view has, or that are read separately."""


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
