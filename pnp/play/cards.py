"""The cards that rules.py plays with, decks and facts, and the functions ``take``, ``move`` and ``shuffled``.

Nothing here reads files or knows how a game is driven, so that rules are quick to load in any process.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from math import floor
from typing import Any, NoReturn, TypeVar

from pnp.core.frozen_dataclass import frozen_dataclass

T = TypeVar("T")


def shuffled(random: Callable[[], float], cards: Iterable[T]) -> list[T]:
    """Return the cards in random order, in a new list (Fisher and Yates, by Durstenfeld's method).

    ``random.shuffle`` may draw other numbers in other versions of Python, yet a seed must always give one game.

    Args:
        random: Returns a number from 0 up to 1; called for each card but one.
        cards: Cards or values of any kind.
    """
    order = list(cards)
    for i in range(len(order) - 1, 0, -1):
        j = floor(random() * (i + 1))
        order[i], order[j] = order[j], order[i]
    return order


def take(pile: list[T], count: int) -> list[T]:
    """Take up to ``count`` cards off the top of a pile and return them, the topmost last."""
    if count < 1:
        return []
    taken = pile[-count:]
    del pile[-count:]
    return taken


def move(card: T, pile: list[T], onto: list[T]) -> None:
    """Take a card out of a pile, wherever it lies in it, and lay it on top of another.

    Raises:
        ValueError: It is not in the pile.
    """
    try:
        pile.remove(card)
    except ValueError:
        hint = ""
        if isinstance(card, Mapping):
            hint = "; picks come back by seat: move(picks[seat], …)"
        elif isinstance(card, Generator):
            hint = "; write yield from before ask"
        raise ValueError(f"{card!r} is not in the pile that it is moved from{hint}") from None
    onto.append(card)


class PlayingCard:
    """One card in play; the fields of its record are attributes. Two copies of a face are two cards.

    Attributes:
        _name: Its name for people, in the game's source language.
        _face: The names of its deck and of itself.
        _back: The name of its deck, and the number of its back; hidden cards with the same back look alike.
        _values: Its values for expressions.
    """

    _name: str
    _face: tuple[str, str]
    _back: tuple[str, int]
    _values: Mapping[str, Any]

    def __init__(
        self, deck: str, name: str, fields: Mapping[str, Any], values: Mapping[str, Any] | None = None, back: int = 1
    ) -> None:
        for field_name, value in fields.items():
            object.__setattr__(self, field_name, value)
        object.__setattr__(self, "_name", name)
        object.__setattr__(self, "_face", (deck, name))
        object.__setattr__(self, "_back", (deck, back))
        object.__setattr__(self, "_values", fields if values is None else values)

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError(f"a card never changes, so {name} of {self._name} cannot be set")

    def __repr__(self) -> str:
        return self._name

    def __reduce__(self) -> NoReturn:
        raise TypeError("a card belongs to its table; copy its values instead")


@frozen_dataclass
class FaceDown:
    """A face-down card as an option: the seat that is asked sees where it lies, but not its face.

    Attributes:
        pile: The name of its pile.
        owner: The seat of the pile's owner; None if the pile has none.
        place: How many cards lie under it.
    """

    pile: str
    owner: int | None
    place: int

    def __repr__(self) -> str:
        return f"{self.pile}{'' if self.owner is None else f'[{self.owner}]'}[{self.place}]"


Exchange = Mapping[PlayingCard, PlayingCard]
"""Maps each card that has moved to the card that now lies in its place."""


def cards_in(value: Any) -> Iterator[PlayingCard]:
    """Yield the cards of an option or a pick."""
    if isinstance(value, PlayingCard):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from cards_in(part)


def exchanged(value: Any, cards: Mapping[PlayingCard, PlayingCard | FaceDown]) -> Any:
    """Return an option or a pick with its cards replaced as ``cards`` says."""
    if isinstance(value, PlayingCard):
        return cards.get(value, value)
    if isinstance(value, tuple):
        parts = [exchanged(part, cards) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value


class PlayingDeck(tuple[PlayingCard, ...]):
    """All cards of a deck, with each copy, in the order of the file."""

    _groups: dict[str, dict[Any, tuple[PlayingCard, ...]]]
    _parts: dict[tuple[PlayingCard, ...], tuple[PlayingCard, ...]]

    def __new__(cls, cards: Iterable[PlayingCard]) -> PlayingDeck:
        """Make a deck of cards in their order."""
        deck = super().__new__(cls, cards)
        deck._groups, deck._parts = {}, {}
        return deck

    def by(self, name: str) -> Mapping[Any, tuple[PlayingCard, ...]]:
        """Return the cards by a field's value, in the order of the deck; each entry of a list counts as a value."""
        if name not in self._groups:
            groups: dict[Any, tuple[PlayingCard, ...]] = {}
            for card in self:
                value = getattr(card, name)
                for key in value if isinstance(value, list | tuple) else [value]:
                    groups[key] = (*groups.get(key, ()), card)
            self._groups[name] = groups
        return self._groups[name]

    def without(self, *cards: PlayingCard) -> tuple[PlayingCard, ...]:
        """Return the other cards, in the order of the deck."""
        if cards not in self._parts:
            self._parts[cards] = tuple([card for card in self if card not in cards])
        return self._parts[cards]


class Named(dict[str, Any]):
    """A mapping whose entries are also attributes, such as facts.hand and decks.goals; it never changes."""

    def __init__(self, entries: Mapping[str, Any]) -> None:
        super().__init__(entries)
        self.__dict__.update(entries)

    def _refuse(self, *_: Any) -> NoReturn:
        raise TypeError("facts and decks never change; keep what changes on the table")

    __setitem__ = __setattr__ = __delitem__ = update = pop = clear = setdefault = _refuse  # type: ignore[assignment]


def named(value: Any) -> Any:
    """Return facts for rules: mappings with attributes, lists as tuples."""
    if isinstance(value, Mapping):
        return Named({key: named(entry) for key, entry in value.items()})
    return tuple(map(named, value)) if isinstance(value, list | tuple) else value


_NEVER_CHANGE = frozenset({int, str, bool, float, type(None), PlayingCard, range})


def frozen(value: Any) -> Any:
    """Return a plain value that can no longer change: lists as tuples, sets as frozensets, mappings copied."""
    if type(value) in _NEVER_CHANGE:
        return value
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return value
    if isinstance(value, list | tuple):
        return tuple([entry if type(entry) in _NEVER_CHANGE else frozen(entry) for entry in value])
    if isinstance(value, Mapping):
        return Named({key: frozen(entry) for key, entry in value.items()})
    return frozenset(value) if isinstance(value, set | frozenset) else value
