"""Who sees the piles of a table, and the values that each seat has."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Literal, assert_never

from pnp.core.frozen_dataclass import frozen_dataclass

if TYPE_CHECKING:
    from pnp.play.cards import PlayingCard
    from pnp.play.table import Table

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
    """Return whether a seat sees what is face down, or has no face."""
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
            raise TypeError(f"all seats would share one {type(self.first).__name__}; set it in game(), seat by seat")

    def seen(self, table: Table, values: Any, by: int) -> Any:
        """Return a seat's view: the values by seat, None for those that it does not see."""
        return tuple([value if is_seen(self.seen_by, table, by, owner) else None for owner, value in enumerate(values)])
