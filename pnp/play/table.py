"""The classes and functions that rules.py is written with: table, piles, cards, the end of a game, ``take``, ``move``.

A shuffle needs chance, so it is a method of the table: ``table.shuffled(cards)``. Nothing here reads files or knows how
a game is driven, so that rules are quick to load in any process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import floor
from typing import Any, Literal, NoReturn, TypeVar, assert_never

T = TypeVar("T")


def shuffled(random: Callable[[], float], cards: Iterable[T]) -> list[T]:
    """Return the cards in random order, in a new list (Fisher and Yates, by Durstenfeld's method).

    It is written out, as ``random.shuffle`` may draw other numbers in another Python, yet a seed must give one game.

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
    """Take up to so many cards off the top of a pile and return them, the topmost last."""
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
        raise ValueError(f"{card!r} is not in the pile that it is moved from") from None
    onto.append(card)


SeenBy = Literal["all", "owner", "nobody"]


class PlayingCard:
    """One card in play; the fields of its record are attributes. Two copies of a face are two cards.

    Attributes:
        _name: Its name for people, in the game's source language.
        _face: The names of its deck and of itself.
        _values: Its values for expressions.
    """

    _name: str
    _face: tuple[str, str]
    _values: Mapping[str, Any]

    def __init__(
        self, deck: str, name: str, fields: Mapping[str, Any], values: Mapping[str, Any] | None = None
    ) -> None:
        for field_name, value in fields.items():
            object.__setattr__(self, field_name, value)
        object.__setattr__(self, "_name", name)
        object.__setattr__(self, "_face", (deck, name))
        object.__setattr__(self, "_values", fields if values is None else values)

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError(f"a card never changes, so {name} of {self._name} cannot be set")

    def __repr__(self) -> str:
        return self._name

    def __reduce__(self) -> NoReturn:
        raise TypeError("a card belongs to its table; copy its values instead")


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


@dataclass(frozen=True)
class Pile:
    """One pile of the table.

    Attributes:
        seen_by: The players who see its cards: all or nobody. All players see how many there are.
    """

    seen_by: SeenBy = "all"
    is_each: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        allowed = ("all", "owner", "nobody") if self.is_each else ("all", "nobody")
        if self.seen_by not in allowed:
            raise ValueError(f"a pile is seen by {', '.join(allowed)}, not by {self.seen_by}")

    def is_seen(self, by: int, owner: int | None) -> bool:
        """Return whether a seat sees its cards, or those of the owner's pile."""
        match self.seen_by:
            case "all":
                return True
            case "owner":
                return by == owner
            case "nobody":
                return False
            case _:
                assert_never(self.seen_by)

    def seen(self, cards: Any, by: int) -> Any:
        """Return a seat's view of its cards: the cards, or how many there are."""
        return tuple(cards) if self.seen_by == "all" else len(cards)


@dataclass(frozen=True)
class Piles(Pile):
    """A pile for each seat.

    Attributes:
        seen_by: The players who see its cards: all, nobody, or its owner alone.
    """

    seen_by: SeenBy = "owner"
    is_each: bool = field(default=True, init=False)

    def seen(self, cards: Any, by: int) -> Any:
        """Return a seat's view of each pile."""
        sizes: list[Any] = list(map(len, cards))
        match self.seen_by:
            case "all":
                return tuple(map(tuple, cards))
            case "owner":
                sizes[by] = tuple(cards[by])
                return tuple(sizes)
            case "nobody":
                return tuple(sizes)
            case _:
                assert_never(self.seen_by)


_OF_EVERY_TABLE = frozenset({"players", "seats", "decks", "facts", "random"})


class Table:
    """The state of a played game. A game's own Table names its piles.

        class Market(Table):
            hands = Piles("owner")
            ring = Pile("all")
            draw = Pile("nobody")

    A pile is a list of cards, its top card last; Piles are a list of such lists, one for each seat. Whatever else rules
    set on the table (a total, whose turn it is) is seen by all, but for names that begin with an underscore; numbers,
    texts and tuples may be given their first values in the class. Lists, mappings and sets may not, as all games would
    share them: rules set them when a game begins.

    Attributes:
        piles: The piles that its class names.
        defaults: The first values that its class gives.
        players: The number of players.
        seats: 0, 1, … clockwise.
        decks: The game's cards by deck.
        facts: The facts of game.yaml.
        random: Returns the next random number, from 0 up to 1; the only source of chance.
    """

    piles: Mapping[str, Pile] = {}
    defaults: Mapping[str, Any] = {}
    _not_public: frozenset[str] = _OF_EVERY_TABLE

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        own = {name: value for name, value in vars(cls).items() if not name.startswith("_")}
        for name, value in vars(cls).items():
            if isinstance(value, list | dict | set | bytearray) and not name.startswith("__"):
                kind = type(value).__name__
                raise TypeError(f"{name} is one {kind} for all games; set it in game(): table.{name} = {value!r}")
        cls.piles = {**cls.piles, **{name: value for name, value in own.items() if isinstance(value, Pile)}}
        plain = {name: value for name, value in own.items() if isinstance(value, int | str | tuple | None)}
        cls.defaults = {**cls.defaults, **plain}
        cls._not_public = _OF_EVERY_TABLE.union(cls.piles)

    def __init__(
        self, players: int, decks: Mapping[str, PlayingDeck], facts: Mapping[str, Any], random: Callable[[], float]
    ) -> None:
        self.players = players
        self.seats = range(players)
        self.decks: Any = decks
        self.facts: Any = facts
        self.random = random
        for name, value in self.defaults.items():
            setattr(self, name, value)
        for name, pile in self.piles.items():
            setattr(self, name, [[] for _ in self.seats] if pile.is_each else [])

    def shuffled(self, cards: Iterable[Any]) -> list[Any]:
        """Return the cards in random order, in a new list."""
        return shuffled(self.random, cards)

    def clockwise(self, start: int) -> list[int]:
        """Return the seats in order, beginning with one."""
        return [*range(start, self.players), *range(start)]

    def every_pile(self) -> Iterator[tuple[str, int | None, list[PlayingCard]]]:
        """Yield each pile with its name, and its owner's seat if each seat has one."""
        for name, pile in self.piles.items():
            cards = getattr(self, name)
            if pile.is_each:
                for seat, own in enumerate(cards):
                    yield name, seat, own
            else:
                yield name, None, cards

    def cards(self) -> list[PlayingCard]:
        """Return every card on the table."""
        return [card for _, _, cards in self.every_pile() for card in cards]

    def public(self) -> dict[str, Any]:
        """Return the values that rules have set on the table besides its piles."""
        hidden = self._not_public
        return {name: value for name, value in vars(self).items() if name not in hidden and name[0] != "_"}

    def seen_by(self, seat: int) -> Seen:
        """Return a player's view of the table, which never changes; a hidden pile is its number of cards."""
        values = {"players": self.players, "facts": self.facts, "decks": self.decks, "seat": seat}
        for name, pile in self.piles.items():
            values[name] = pile.seen(getattr(self, name), seat)
        for name, value in self.public().items():
            values[name] = frozen(value)
        return Seen(values)


class Seen:
    """A table as one player sees it: the table's names, with the player's own ``seat``."""

    seat: int
    players: int
    facts: Any
    decks: Any

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.__dict__.update(values)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the table shows no {name}; it shows {', '.join(self.__dict__)}")

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError(f"a bot cannot change the table: {name}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seen) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]


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


@dataclass(frozen=True, init=False)
class End:
    """How a game ended.

    Attributes:
        why: The rule that ended it, in a few words: "World's End".
        scores: Points by seat; empty for a game without points.
        winners: The seats that have won; empty if all have lost.
    """

    why: str
    scores: tuple[int, ...]
    winners: tuple[int, ...]

    def __init__(self, why: str, scores: Iterable[int] = (), winners: Iterable[int] | None = None) -> None:
        """Make a game's end; without winners, the seats with the most points have won.

        Raises:
            ValueError: It has neither scores nor winners.
        """
        points = tuple(scores)
        if isinstance(winners, int):
            raise ValueError(f"winners are a list of seats: winners=[{winners}]")
        if winners is None:
            if not points:
                raise ValueError(f"the end {why} has neither scores nor winners; winners=[] says that all have lost")
            best = max(points)
            winners = [seat for seat, score in enumerate(points) if score == best]
        object.__setattr__(self, "why", why)
        object.__setattr__(self, "scores", points)
        object.__setattr__(self, "winners", tuple(winners))
