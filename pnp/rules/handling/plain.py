"""The functions of compiled.c in Python: what they mean, and what is used where they could not be compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import floor
from typing import Any, TypeVar

T = TypeVar("T")


def shuffled(random: Callable[[], float], cards: Iterable[T]) -> list[T]:
    """The cards in random order, in a new list (Fisher and Yates, by Durstenfeld's way).

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


def pick_each(random: Callable[[], float], asked: Any) -> Any:
    """One option for each who is asked, in the form of the question.

    Args:
        random: Gives a number from 0 up to 1, for each who is asked.
        asked: A list of options for each seat, or a mapping of some seats to their options.

    Raises:
        IndexError: Somebody has nothing to pick from.
    """
    if type(asked) is list:
        return [options[floor(random() * len(options))] for options in asked]
    return dict(zip(asked, pick_each(random, list(asked.values())), strict=True))
