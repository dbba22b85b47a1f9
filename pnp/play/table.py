"""The classes that rules.py is written with: the table, its piles, what a player sees, the end of a game; and ``draw``.

A shuffle needs chance, so it is a method of the table: ``table.shuffled(cards)``. Nothing here reads files or knows how
a game is driven, so that rules are quick to load in any process.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from math import floor
from typing import Any, ClassVar, Literal, NamedTuple, NoReturn, assert_never

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.play.cards import FaceDown, PlayingCard, PlayingDeck, cards_in, exchanged, frozen, shuffled, take

SeenBy = Literal["all", "owner", "others", "team", "nobody", "face up"]
"""The players who see a pile: all, its owner, all but its owner, its owner's team, nobody; or all players see the cards
that are turned up."""

SeenByRule = Callable[..., bool]
"""A function of the rules that says whether a seat sees a pile: (table, seat), or (table, seat, owner) for a pile of
each seat."""

OF_ONE: tuple[SeenBy, ...] = ("all", "nobody", "face up")
OF_EACH: tuple[SeenBy, ...] = ("all", "owner", "others", "team", "nobody", "face up")


def _check(what: str, seen_by: SeenBy | SeenByRule, allowed: tuple[SeenBy, ...]) -> None:
    if not callable(seen_by) and seen_by not in allowed:
        raise ValueError(f"{what} is seen by {', '.join(allowed)}, or a function, not by {seen_by}")


def is_seen(seen_by: SeenBy | SeenByRule, table: Table, by: int, owner: int | None) -> bool:
    """Return whether ``seen_by`` lets a seat see face-down cards, or values."""
    if callable(seen_by):
        return bool(seen_by(table, by) if owner is None else seen_by(table, by, owner))
    match seen_by:
        case "all":
            return True
        case "owner":
            return by == owner
        case "others":
            return by != owner
        case "team":
            return by == owner or any(by in team and owner in team for team in table.teams)
        case "nobody" | "face up":
            return False
        case _:
            assert_never(seen_by)


@frozen_dataclass
class Pile:
    """One pile of the table.

    Attributes:
        seen_by: The players who see its cards: all; nobody; all players, but only the cards that are face up; or those
            for whom a function (table, seat) returns true. All players see how many cards there are.
    """

    seen_by: SeenBy | SeenByRule = "all"
    is_each: ClassVar[bool] = False

    def __post_init__(self) -> None:
        _check("a pile", self.seen_by, OF_EACH if self.is_each else OF_ONE)

    def is_seen(self, table: Table, by: int, owner: int | None) -> bool:
        """Return whether a seat sees all its cards, or all those of the owner's pile."""
        return is_seen(self.seen_by, table, by, owner)

    def is_card_seen(self, table: Table, card: PlayingCard, by: int, owner: int | None) -> bool:
        """Return whether a seat sees one of its cards."""
        return table.is_face_up(card) if self.seen_by == "face up" else is_seen(self.seen_by, table, by, owner)

    def seen(self, table: Table, cards: Any, by: int) -> Any:
        """Return a seat's view of its cards: the cards, or how many there are.

        Of a pile whose cards are face up or face down it is always a tuple, with None for each card that is face down.
        """
        return tuple(cards) if self.seen_by == "all" else self._view(table, cards, by, None)

    def public(self, table: Table, cards: Any) -> Any:
        """Return what all players see of cards in it: the cards, or how many there are."""
        return tuple(cards) if self.seen_by == "all" else self._view(table, cards, -1, None)

    def _view(self, table: Table, cards: Any, by: int, owner: int | None) -> Any:
        if self.seen_by == "face up":
            return tuple([card if table.is_face_up(card) else None for card in cards])
        return tuple(cards) if by >= 0 and is_seen(self.seen_by, table, by, owner) else len(cards)


@frozen_dataclass
class Piles(Pile):
    """A pile for each seat.

    Attributes:
        seen_by: The players who see its cards: its owner; all; nobody; all others; its owner's team (``table.teams``
            lists the seats of each); all players, but only the cards that are face up; or those for whom a function
            (table, seat, owner) returns true.
    """

    seen_by: SeenBy | SeenByRule = "owner"
    is_each: ClassVar[bool] = True

    def seen(self, table: Table, cards: Any, by: int) -> Any:
        """Return a seat's view of each pile."""
        if self.seen_by == "owner":  # by far the most common
            sizes: list[Any] = list(map(len, cards))
            sizes[by] = tuple(cards[by])
            return tuple(sizes)
        if self.seen_by == "all":
            return tuple(map(tuple, cards))
        return tuple([self._view(table, own, by, owner) for owner, own in enumerate(cards)])


@frozen_dataclass
class Values:
    """A value for each seat that not all players see, such as a bid, a role or money behind a screen.

    Attributes:
        seen_by: The players who see it: its owner; all others; its owner's team; nobody; all; or those for whom a
            function (table, seat, owner) returns true.
        first: The value of each seat when a game begins: a number, a text or a tuple.
    """

    seen_by: SeenBy | SeenByRule = "owner"
    first: Any = None

    def __post_init__(self) -> None:
        _check("a value of each seat", self.seen_by, tuple(name for name in OF_EACH if name != "face up"))
        if isinstance(self.first, list | dict | set | bytearray):
            raise TypeError(f"all seats would share one {type(self.first).__name__}; set it in game() for each seat")

    def seen(self, table: Table, values: Any, by: int) -> Any:
        """Return a seat's view: the values by seat, None for those that it does not see."""
        return tuple([value if is_seen(self.seen_by, table, by, owner) else None for owner, value in enumerate(values)])


MOST_SHUFFLES = 8
"""How many shuffles a table remembers: those of the decks before a deal."""

_OF_EVERY_TABLE = frozenset({"players", "seats", "decks", "facts", "random"})


def draw(
    table: Table,
    pile: list[PlayingCard],
    count: int = 1,
    refill: list[PlayingCard] | None = None,
    keep: int = 0,
) -> list[PlayingCard]:
    """Take cards off the top of a pile and return them, the topmost last; fewer if there are no more.

    If the pile has too few, the cards of another pile are shuffled and laid under those that are left.

    Args:
        table: The table, for the shuffle.
        pile: The pile that is drawn from.
        count: How many cards.
        refill: The pile that is shuffled, as a discard pile; None for none.
        keep: How many cards of it stay where they are, on its top.
    """
    if refill is not None and len(pile) < count:
        turned = len(refill) - keep
        pile[:0] = table.shuffled(refill[:turned])
        del refill[:turned]
    return take(pile, count)


class Known(NamedTuple):
    """A card that a player has been shown, in a pile that the player does not see.

    Attributes:
        pile: The name of its pile.
        owner: The seat of the pile's owner; None if the pile has none.
        place: How many cards lie under it.
    """

    card: PlayingCard
    pile: str
    owner: int | None
    place: int


class Table:
    """The state of a played game. A game's own Table names its piles.

        class Market(Table):
            hands = Piles("owner")
            ring = Pile("all")
            draw = Pile("nobody")
            bids = Values("owner", first=0)

    A pile is a list of cards, its top card last; Piles are a list of such lists, one for each seat; Values are a list
    of values, one for each seat. Whatever else rules set on the table (a total, whose turn it is) is seen by all, but
    for names that begin with an underscore; numbers, texts and tuples may be given their first values in the class.
    Lists, mappings and sets may not, as all games would share them: rules set them when a game begins.

    Attributes:
        piles: The piles that its class names.
        values: The values of each seat that its class names.
        defaults: The first values that its class gives.
        players: The number of players.
        seats: 0, 1, … clockwise.
        decks: The game's cards by deck.
        facts: The facts of game.yaml.
        random: Returns the next random number, from 0 up to 1; the only source of chance.
        teams: The seats of each team, for piles and values that are seen by a team; rules may set it.
    """

    piles: Mapping[str, Pile] = {}
    values: Mapping[str, Values] = {}
    teams: Iterable[Collection[int]] = ()
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
        cls.values = {**cls.values, **{name: value for name, value in own.items() if isinstance(value, Values)}}
        plain = {name: value for name, value in own.items() if isinstance(value, int | str | tuple | None)}
        cls.defaults = {**cls.defaults, **plain}
        cls._not_public = _OF_EVERY_TABLE.union(cls.piles, cls.values)

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
        for name, values in self.values.items():
            setattr(self, name, [values.first] * players)
        self._face_up: set[PlayingCard] = set()
        self._known: dict[PlayingCard, dict[int, tuple[str, int | None]]] = {}
        self._on_pause: list[Callable[[tuple[PlayingCard, ...]], None]] = []
        self._history: Callable[[int], Callable[[], Sequence[Any]]] | None = None
        self._shuffled: deque[list[PlayingCard]] = deque(maxlen=MOST_SHUFFLES)

    def shuffled(self, cards: Iterable[Any]) -> list[Any]:
        """Return the cards in random order, in a new list; all of them are face down, and no player knows any."""
        order = shuffled(self.random, cards)
        if self._face_up or self._known:
            self.turn_down(*order)
            self.hide(*order)
        if order and isinstance(order[0], PlayingCard):
            self._shuffled.append(order)
        return order

    def pause(self, *cards: PlayingCard) -> None:
        """Let the players look at the table before the rules go on, such as at a whole trick or at all picks.

        The browser, a trace and the log that bots see show it as a separate moment.

        Args:
            *cards: Cards that all players see at this moment, even if their piles are hidden.
        """
        for record in self._on_pause:
            record(cards)

    def roll(self, sides: int = 6) -> int:
        """Return the number that a die shows, from 1."""
        return floor(self.random() * sides) + 1

    def clockwise(self, start: int) -> list[int]:
        """Return the seats in order, beginning with one."""
        return [*range(start, self.players), *range(start)]

    def others(self, seat: int) -> list[int]:
        """Return the other seats in order, beginning at the left of one."""
        return self.clockwise(seat)[1:]

    def next_seat(self, seat: int, skip: Collection[int] = (), step: int = 1) -> int:
        """Return the seat that follows one.

        Args:
            seat: The seat before it.
            skip: Seats that are passed over, as those of players who are out.
            step: 1 for clockwise, -1 for the other way round.

        Raises:
            ValueError: All other seats are passed over.
        """
        for number in range(1, self.players):
            other = (seat + step * number) % self.players
            if other not in skip:
                return other
        raise ValueError(
            f"no seat follows seat {seat}, as all others are skipped; test for the last player first, and end the game"
        )

    def turn_up(self, *cards: PlayingCard) -> None:
        """Turn cards face up: in a pile that is seen by "face up", all players see them from now on."""
        self._face_up.update(cards)

    def turn_down(self, *cards: PlayingCard) -> None:
        """Turn cards face down."""
        self._face_up.difference_update(cards)

    def is_face_up(self, card: PlayingCard) -> bool:
        """Return whether a card was turned up."""
        return card in self._face_up

    def show(self, cards: PlayingCard | Iterable[PlayingCard], *seats: int) -> None:
        """Let seats know cards that they do not see, for as long as these lie in their pile and are not shuffled.

        Raises:
            ValueError: A card lies in no pile.
        """
        places = {card: (name, owner) for name, owner, pile in self.every_pile() for card in pile}
        for card in [cards] if isinstance(cards, PlayingCard) else cards:
            if card not in places:
                raise ValueError(f"{card!r} lies in no pile, so it cannot be shown to a player")
            self._known.setdefault(card, {}).update(dict.fromkeys(seats, places[card]))

    def hide(self, *cards: PlayingCard) -> None:
        """Undo ``show``: no player knows these cards any more."""
        for card in cards:
            self._known.pop(card, None)

    def known_to(self, seat: int) -> tuple[Known, ...]:
        """Return the cards that a seat has been shown, with their places, pile by pile."""
        if not self._known:
            return ()
        return tuple(
            [
                Known(card, name, owner, place)
                for name, owner, cards in self.every_pile()
                for place, card in enumerate(cards)
                if self._known.get(card, {}).get(seat) == (name, owner)
                and not self.piles[name].is_card_seen(self, card, seat, owner)
            ]
        )

    def sees(self, seat: int, card: PlayingCard, pile: str, owner: int | None = None) -> bool:
        """Return whether a seat sees a card of a pile, or has been shown it."""
        if self.piles[pile].is_card_seen(self, card, seat, owner):
            return True
        return bool(self._known) and self._known.get(card, {}).get(seat) == (pile, owner)

    def seen_options(self, seat: int, options: Sequence[Any]) -> Sequence[Any]:
        """Return the options of a seat as it sees them: a card that it does not see is a FaceDown."""
        parts: set[Any] = set()
        for option in options:
            if isinstance(option, tuple):
                parts.update(option)
            else:
                parts.add(option)
        cards = {card for part in parts for card in cards_in(part)}
        for name, pile in self.piles.items() if cards else ():
            if pile.seen_by in ("owner", "all"):  # most options lie in a pile of one's own
                cards.difference_update(getattr(self, name)[seat] if pile.is_each else getattr(self, name))
                if not cards:
                    break
        if not cards:
            return options
        hidden = {
            card: FaceDown(name, owner, place)
            for name, owner, pile in self.every_pile()
            for place, card in enumerate(pile)
            if card in cards and not self.sees(seat, card, name, owner)
        }
        return [exchanged(option, hidden) for option in options] if hidden else options

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
        if self._known:
            values["known"] = self.known_to(seat)
        for name, pile in self.piles.items():
            values[name] = pile.seen(self, getattr(self, name), seat)
        for name, each in self.values.items():
            values[name] = each.seen(self, getattr(self, name), seat)
        for name, value in self.public().items():
            values[name] = frozen(value)
        return Seen(values, self._history(seat) if self._history else None)


class Seen:
    """A table as one player sees it: the table's names, with the player's own ``seat``.

    Attributes:
        known: The cards that the player has been shown in piles that they do not see.
        log: What the player has seen happen, from the beginning of the game.
    """

    __slots__ = ("__dict__", "_read_log")

    seat: int
    players: int
    facts: Any
    decks: Any

    def __init__(self, values: Mapping[str, Any], read_log: Callable[[], Sequence[Any]] | None = None) -> None:
        self.__dict__.update(values)
        object.__setattr__(self, "_read_log", read_log)

    def __getattr__(self, name: str) -> Any:
        if name == "known":
            return ()
        if name == "log" and self._read_log is not None:
            self.__dict__["log"] = log = self._read_log()
            return log
        raise AttributeError(f"the table shows no {name}; it shows {', '.join(self.__dict__)}")

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError(f"a bot cannot change the table: {name}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seen) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]


@frozen_dataclass
class End:
    """How a game ended.

    Attributes:
        why: The rule that ended it, in a few words: "World's End".
        scores: Points by seat; empty for a game without points.
        winners: The seats that have won; empty if all have lost.
        parts: What the scores are made of: points by seat, by the name of each part.
    """

    why: str
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    parts: Mapping[str, tuple[int, ...]]

    def __init__(
        self,
        why: str,
        scores: Iterable[int] = (),
        winners: Iterable[int] | None = None,
        parts: Mapping[str, Iterable[int]] | None = None,
    ) -> None:
        """Make a game's end; without scores, they are the sums of the parts, and without winners, the most points win.

        Raises:
            ValueError: It has neither scores nor winners.
        """
        of_parts = {name: tuple(numbers) for name, numbers in (parts or {}).items()}
        points = tuple(scores) or tuple(map(sum, zip(*of_parts.values(), strict=False)))
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
        object.__setattr__(self, "parts", of_parts)
