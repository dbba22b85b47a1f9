"""What a seat of a game knows → a value that is equal whenever the seat cannot tell two positions apart.

It is what the seat sees now, and all that it has seen happen. Cards count by their faces, so that copies are equal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pnp.play.cards import PlayingCard
from pnp.play.history import ALREADY_READ, History, Step, TableState
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
    return repr((view, plain(seen.known), plain(seen.log), plain(options)))


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What two seats have seen happen up to a decision.

    Attributes:
        memories: A number for each seat.
        state: The table at the decision, to go on from.
    """

    memories: tuple[int, int]
    state: TableState


class Memories:
    """Numbers for what seats know; the same number if and only if they know the same."""

    def __init__(self) -> None:
        self._numbers: dict[Any, int] = {}

    def read(self, history: History, before: Knowledge | None) -> Knowledge:
        """Return what both seats have seen happen, and take the new steps off the history.

        Args:
            history: The latest steps.
            before: What they had seen before these; None at the beginning.
        """
        first, second = before.memories if before else (0, 0)
        for step in history.steps:
            if step is not ALREADY_READ:
                first, second = self._after(first, history, step, 0), self._after(second, history, step, 1)
        history.steps[:] = [ALREADY_READ]
        return Knowledge((first, second), history.state)

    def _after(self, memory: int, history: History, step: Step, seat: int) -> int:
        view = view_of(history.table, seat) if step.dealt is not None else ()
        return self._number((memory, plain(tuple(step.events(seat))), view))

    def asked(self, memory: int, table: Table, seat: int, options: Any) -> int:
        """Return the number of what a seat knows that is asked."""
        return self._number((memory, seat, view_of(table, seat), plain(options)))

    def _number(self, key: Any) -> int:
        return self._numbers.setdefault(key, len(self._numbers) + 1)
