"""The functions of compiled.c in Python: what they mean, and what is used where they could not be compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import floor
from typing import TypeVar

T = TypeVar("T")


def shuffled(cards: Iterable[T], random: Callable[[], float]) -> list[T]:
    """The cards in random order, in a new list (Fisher and Yates, by Durstenfeld's way).

    Args:
        cards: Of any kind.
        random: Gives a number from 0 up to 1, for each card but one.
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


def pick_each(offers: Iterable[Sequence[T]], random: Callable[[], float]) -> list[T]:
    """One option of each offer.

    Args:
        offers: What each may choose from.
        random: Gives a number from 0 up to 1, for each offer.

    Raises:
        IndexError: An offer is empty.
    """
    return [options[floor(random() * len(options))] for options in offers]
