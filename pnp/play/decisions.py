"""What rules ask players, and what players pick: ``ask``, ``ask_all`` and ``ask_some``, for ``yield from``.

A plain ``yield {seat: options}`` or ``yield [options of each seat]`` asks, too, but its question has no name.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from random import Random
from typing import Any

DONE = "done"
"""The option of ``ask_some`` that ends the choice."""


class Question(dict[int, Any]):
    """The options of some seats in a decision.

    Attributes:
        name: The name of what is asked; ``questions:`` of game.yaml has a sentence for it.
        is_secret: Whether other players do not see what was picked.
    """

    name = ""
    is_secret = False


class QuestionForAll(list[Any]):
    """The options of each seat in a decision; see Question."""

    name = ""
    is_secret = False


# Picks have the form of the options: by seat, or a list.
Asking = Generator[Question | QuestionForAll, Any, Any]


def ask(seat: int, options: Sequence[Any], name: str = "", *, secret: bool = False) -> Asking:
    """Let one player choose, and return the option that was picked.

        card = yield from ask(seat, table.hands[seat], "play")

    Args:
        seat: The player's seat.
        options: What to choose from, at least one: cards, texts, numbers, or tuples of these.
        name: What is asked, as ``questions:`` of game.yaml calls it.
        secret: Whether other players do not see what is picked.
    """
    question = Question({seat: options})
    question.name = name
    if secret:
        question.is_secret = True
    return (yield question)[seat]


def ask_all(
    options: Mapping[int, Sequence[Any]] | Sequence[Sequence[Any]], name: str = "", *, secret: bool = False
) -> Asking:
    """Ask several players at once, and return their picks: a list for a list of each seat's options, else by seat.

    Args:
        options: The options of each seat, as a list; or of some seats, as a mapping.
        name: What is asked, as ``questions:`` of game.yaml calls it.
        secret: Whether other players do not see what is picked.
    """
    question = QuestionForAll(options) if isinstance(options, list | tuple) else Question(options)  # type: ignore[arg-type]
    question.name = name
    if secret:
        question.is_secret = True
    return (yield question)


def ask_some(
    seat: int, options: Iterable[Any], least: int = 0, most: int | None = None, name: str = "", *, secret: bool = False
) -> Asking:
    """Ask one player for several options, one after another, and return them in the order in which they are picked.

    Once the player has picked ``least``, ``DONE`` is an option, too. So a choice of three cards out of thirteen has 13,
    12 and 11 options, not 286.

    Args:
        seat: The player's seat.
        options: What to choose from; nothing is picked twice.
        least: The fewest picks; all options if there are no more.
        most: The most picks; None for as many as there are options.
        name: What is asked, as ``questions:`` of game.yaml calls it.
        secret: Whether other players do not see what is picked.
    """
    rest, picked = list(options), list[Any]()
    most = len(rest) if most is None else min(most, len(rest))
    while len(picked) < most:
        pick = yield from ask(seat, [DONE, *rest] if len(picked) >= least else list(rest), name, secret=secret)
        if pick == DONE:
            break
        rest.remove(pick)
        picked.append(pick)
    return picked


# --- who picks

Pick = Callable[[Any], Any]
"""Picks one of a seat's options."""
Choices = Any
"""The options of a decision: a list of options for each seat, or a mapping of some seats to their options."""
Picks = Any
"""The options that players have picked, in the same form."""
Chooser = Callable[[Choices], Picks]


def random_stream(seed: str) -> Callable[[], float]:
    """Return the random numbers that a seed names: each call gives the next, from 0 up to 1."""
    return Random(seed).random


def by_seat(choices: Any) -> Sequence[tuple[int, Any]]:
    """Return options or picks as pairs of a seat and its options or pick."""
    return list(choices.items() if isinstance(choices, dict) else enumerate(choices))


def each_chooses(players: Sequence[Pick]) -> Chooser:
    """Return a chooser that lets each seat's player pick from the seat's options."""

    def choose(choices: Choices) -> Picks:
        if isinstance(choices, list):
            return [pick(options) for pick, options in zip(players, choices, strict=True)]
        return {seat: players[seat](options) for seat, options in choices.items()}

    return choose
