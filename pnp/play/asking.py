"""What rules ask players: ``ask``, ``ask_all`` and ``ask_some``, for ``yield from``.

A plain ``yield {seat: options}`` or ``yield [options of each seat]`` asks, too, but its question has no name.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import Any

DONE = "done"
"""The option of ``ask_some`` that ends the choice."""


class Question(dict[int, Any]):
    """The options of a decision by seat.

    Attributes:
        name: The name of what is asked; ``questions:`` of game.yaml has a sentence for it.
        is_secret: Whether other players do not see what was picked.
        is_by_seat: Whether picks come back by seat; else as a list.
    """

    __slots__ = ("is_by_seat", "is_secret", "name")

    def __init__(self, options: Mapping[int, Any], name: str = "", *, is_secret: bool = False) -> None:
        super().__init__(options)
        self.name = name
        self.is_secret = is_secret
        self.is_by_seat = True

    @classmethod
    def of(cls, choices: Any) -> Question:
        """Return the question of a plain yield: a list with the options of each seat, or a mapping by seat."""
        question = cls(choices if isinstance(choices, Mapping) else dict(enumerate(choices)))
        question.is_by_seat = isinstance(choices, Mapping)
        return question

    def frozen(self) -> Question:
        """Return the question with options that do not change when the rules change their lists."""
        question = Question(
            {seat: tuple(options) for seat, options in self.items()}, self.name, is_secret=self.is_secret
        )
        question.is_by_seat = self.is_by_seat
        return question


Asking = Generator[Question, Mapping[int, Any], Any]


def ask(seat: int, options: Sequence[Any], name: str = "", *, secret: bool = False) -> Asking:
    """Let one player choose, and return the option that was picked.

        card = yield from ask(seat, table.hands[seat], "play")

    Args:
        seat: The player's seat.
        options: What to choose from, at least one: cards, texts, numbers, or tuples of these.
        name: What is asked, as ``questions:`` of game.yaml calls it.
        secret: Whether other players do not see what is picked.
    """
    picks = yield Question({seat: options}, name, is_secret=secret)
    return picks[seat]


def ask_all(
    options: Mapping[int, Sequence[Any]] | Sequence[Sequence[Any]], name: str = "", *, secret: bool = False
) -> Asking:
    """Ask several players at once, and return their picks: a list for a list of each seat's options, else by seat.

    Args:
        options: The options of each seat, as a list; or of some seats, as a mapping.
        name: What is asked, as ``questions:`` of game.yaml calls it.
        secret: Whether other players do not see what is picked.
    """
    if isinstance(options, Mapping):
        return (yield Question(options, name, is_secret=secret))
    picks = yield Question(dict(enumerate(options)), name, is_secret=secret)
    return [picks[seat] for seat in range(len(options))]


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
