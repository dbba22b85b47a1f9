"""A position of a game, and a seat → the same position with other cards where the seat cannot know them.

What the seat sees, or has seen being laid down, stays as it is; the other cards with the same back change places among
themselves. Options and what players have seen happen follow: a card stands for the one that was imagined in its place.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

from pnp.play.bots import ReplayPosition
from pnp.play.cards import Exchange, PlayingCard, frozen, shuffled
from pnp.play.history import History
from pnp.play.program import Program
from pnp.play.table import Seen, Table


def known_cards(position: ReplayPosition, seat: int) -> frozenset[PlayingCard]:
    """Return the cards whose piles a seat knows, though it does not see them now: those that it saw being laid there.

    Several cards that went into a pile at once count as shuffled.
    """
    histories: list[History] = []

    def watch(table: Table) -> list[History]:
        histories.append(History(table))
        return histories

    position(watch=watch)
    known: set[PlayingCard] = set()
    for step in chain.from_iterable(step.parts() for step in histories[0].steps):
        if step.dealt is not None:
            known = {card for card in step.dealt.places if step.dealt.is_seen(card, seat)}
            continue
        for cards in step.moves.values():
            for card in cards:
                if seat in step.knows.get(card, ()) and len(cards) == 1:
                    known.add(card)
                else:
                    known.discard(card)
    return frozenset(known)


def imagine(
    program: Program, table: Table, seat: int, known: frozenset[PlayingCard], random: Callable[[], float]
) -> Exchange:
    """Lay the cards that a seat cannot know otherwise, and return which card lies in the place of which.

    A function ``imagine(table, seat, random)`` of bots.py does it instead, where the game knows more of them.
    """
    before = [list(cards) for _, _, cards in table.every_pile()]
    if program.imagine is not None:
        program.imagine(table, seat, random)
    else:
        _exchange(table, seat, known, random)
    after = [cards for _, _, cards in table.every_pile()]
    return {
        card: other
        for cards, others in zip(before, after, strict=True)
        for card, other in zip(cards, others, strict=False)
        if card is not other
    }


def _exchange(table: Table, seat: int, known: frozenset[PlayingCard], random: Callable[[], float]) -> None:
    """Let cards with the same back that a seat does not know change places."""
    hidden: dict[tuple[str, int], list[tuple[list[PlayingCard], int]]] = {}
    for name, owner, cards in table.every_pile():
        for place, card in enumerate(cards):
            if card not in known and not table.sees(seat, card, name, owner):
                hidden.setdefault(card._back, []).append((cards, place))
    for places in hidden.values():
        order = shuffled(random, [cards[place] for cards, place in places])
        for (cards, place), card in zip(places, order, strict=True):
            cards[place] = card


class Glance(Seen):
    """A player's view of a table that is read at once: it is made of what a bot reads, and not kept."""

    __slots__ = ("_table",)

    def __init__(self, table: Table, seat: int) -> None:
        super().__init__({"seat": seat})
        object.__setattr__(self, "_table", table)

    def __getattr__(self, name: str) -> Any:
        table, seat = self._table, self.__dict__["seat"]
        value: Any
        if name in table.piles:
            value = table.piles[name].seen(table, getattr(table, name), seat)
        elif name in table.values:
            value = table.values[name].seen(table, getattr(table, name), seat)
        elif name in ("players", "facts", "decks"):
            value = getattr(table, name)
        elif name == "known":
            value = table.known_to(seat)
        elif name == "log" and table._history is not None:
            value = table._history(seat)()
        elif name in vars(table) and name not in table._not_public and name[0] != "_":
            value = frozen(getattr(table, name))
        else:
            raise AttributeError(f"the table shows no {name}")
        self.__dict__[name] = value
        return value
