"""The functions of compiled.c in Python: what they mean, and what is used where they could not be compiled."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from math import floor
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")


def numbers(key: bytes) -> Callable[[], float]:
    """The random numbers that a key stands for: each call gives the next, from 0 up to 1 (``random.Random``).

    Args:
        key: A whole number, its highest byte first.
    """
    return Random(int.from_bytes(key)).random


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


def move(card: T, pile: list[T], onto: list[T]) -> None:
    """Take a card off a pile, wherever it lies in it, and lay it on top of another.

    Raises:
        ValueError: It is not in the pile.
    """
    for place, other in enumerate(pile):
        if other is card:
            del pile[place]
            onto.append(card)
            return
    raise ValueError(f"{card!r} is not in the pile that it is moved from")


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


def play_out(
    rules: Generator[Any, Any, Any], choose: Callable[[Any], Any], log: list[Any], most: int
) -> tuple[bool, Any]:
    """Play rules to their end, or so far.

    Args:
        rules: Yield what players may choose from; are sent what they have chosen.
        choose: Makes one of the other.
        log: What is chosen is added to it.
        most: How many decisions there may be.

    Returns:
        Whether the rules came to their end, and what they return.
    """
    picks = None
    for left in range(most, -1, -1):
        try:
            asked = rules.send(picks)
        except StopIteration as stop:
            return True, stop.value
        if left:
            picks = choose(asked)
            log.append(picks)
    return False, None
