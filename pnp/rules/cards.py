"""What hands do with cards: shuffle them, take them off a pile, move one from pile to pile.

Rules import ``take`` and ``move``; a shuffle needs chance, so they ask their table for it: ``table.shuffled(cards)``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import floor
from typing import TypeVar

T = TypeVar("T")


def shuffled(random: Callable[[], float], cards: Iterable[T]) -> list[T]:
    """The cards in random order, in a new list (Fisher and Yates, by Durstenfeld's way).

    Written out, for ``random.shuffle`` may draw other numbers in another Python, and a seed is to give the same game.

    Args:
        random: Gives a number from 0 up to 1, for each card but one.
        cards: Of any kind.
    """
    order = list(cards)
    for i in range(len(order) - 1, 0, -1):
        j = floor(random() * (i + 1))
        order[i], order[j] = order[j], order[i]
    return order


def take(pile: list[T], count: int) -> list[T]:
    """Up to so many cards from the top of a pile, taken off it, the topmost last."""
    if count < 1:
        return []
    taken = pile[-count:]
    del pile[-count:]
    return taken


def move(card: T, pile: list[T], onto: list[T]) -> None:
    """Take a card off a pile, wherever it lies in it, and lay it on top of another.

    Raises:
        ValueError: It is not in the pile.
    """
    try:
        pile.remove(card)
    except ValueError:
        raise ValueError(f"{card!r} is not in the pile that it is moved from") from None
    onto.append(card)
