"""A position of a game, and a seat → the same position with other cards where the seat cannot know them.

Cards that the seat sees, or saw when they were laid down, stay; the other cards with the same back change places among
themselves, and with those that the rules have shuffled and not laid on the table. Options and logs are changed
accordingly: each card is replaced by the one that was imagined in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any, NamedTuple

from pnp.play.cards import Exchange, PlayingCard, frozen, shuffled
from pnp.play.game_code import Program
from pnp.play.history import History, PilePlace, Step
from pnp.play.table import Seen, Table

Back = tuple[str, int]
"""The back of a card: cards with the same back look alike while they are hidden."""


class KnownCards(NamedTuple):
    """The cards that a seat knows, though it does not see them now.

    Attributes:
        placed: Those whose places it knows, having seen them being laid there one by one.
        within: The piles of those that it has seen going into a pile with others, which count as shuffled.
        laid: Those that have been on the table since the last deal, also if they have left it.
    """

    placed: frozenset[PlayingCard] = frozenset()
    within: Mapping[PlayingCard, PilePlace] = {}
    laid: frozenset[PlayingCard] = frozenset()


def known_cards(history: History, seat: int) -> KnownCards:
    """Return the cards that a seat knows from what it has seen."""
    memory = _Memory(seat)
    for step in chain.from_iterable(step.parts() for step in history.steps):
        memory.follow(step)
    return KnownCards(frozenset(memory.placed), memory.within, frozenset(memory.laid))


class _Memory:
    """Follows the cards that a seat knows through a game."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._piles: dict[PilePlace | None, set[PlayingCard]] = {}
        self.placed: set[PlayingCard] = set()
        self.within: dict[PlayingCard, PilePlace] = {}
        self.laid: set[PlayingCard] = set()

    def follow(self, step: Step) -> None:
        """Follow what has happened until a pause or a decision."""
        if step.dealt is not None:
            self._piles = {place: set(cards) for place, cards in step.dealt.piles.items()}
            self.placed = {card for card in step.dealt.places if step.dealt.is_seen(card, self._seat)}
            self.within = {}
            self.laid = set(step.dealt.places)
            return
        whole = {way for way, cards in step.moves.items() if self._piles.get(way[0], set()) == set(cards)}
        for (origin, _), cards in step.moves.items():
            self._piles.get(origin, set()).difference_update(cards)
        for way, cards in step.moves.items():
            self.laid.update(cards)
            self._piles.setdefault(way[1], set()).update(cards)
            self._move(step, way, cards, way in whole)

    def _move(
        self, step: Step, way: tuple[PilePlace | None, PilePlace], cards: list[PlayingCard], is_whole: bool
    ) -> None:
        """Follow cards from one pile to another; if a whole pile moves, all cards known in it stay known."""
        origin, target = way
        for card in cards:
            is_known = self._seat in step.knows.get(card, ()) or (
                is_whole and (card in self.placed or card in self.within)
            )
            self.placed.discard(card)
            self.within.pop(card, None)
            if is_known and len(cards) == 1:
                self.placed.add(card)
            elif is_known:
                self.within[card] = target
            elif not is_whole:  # it may be any of those that are known to lie in the pile
                self.within = {other: place for other, place in self.within.items() if place != origin}


def hidden_cards(table: Table, seat: int, known: KnownCards) -> dict[Back, list[PlayingCard]]:
    """Return, by back, the cards that a seat neither sees nor knows, so that each may be any of them."""
    hidden: dict[Back, list[PlayingCard]] = {}
    laid = set(known.laid)
    for name, owner, cards in table.every_pile():
        laid.update(cards)
        for card in cards:
            if card not in known.placed and card not in known.within and not table.sees(seat, card, name, owner):
                hidden.setdefault(card._back, []).append(card)
    for card in dict.fromkeys(chain.from_iterable(table._shuffled)):
        if card not in laid:
            hidden.setdefault(card._back, []).append(card)
    return hidden


def all_lists(table: Table) -> list[list[PlayingCard]]:
    """Return the lists of the piles, and those that the rules have shuffled, each once."""
    lists = (*(cards for _, _, cards in table.every_pile()), *table._shuffled)
    return list({id(cards): cards for cards in lists}.values())


def imagine(program: Program, table: Table, seat: int, known: KnownCards, random: Callable[[], float]) -> Exchange:
    """Rearrange the cards that a seat cannot know, and return which card now lies in the place of which.

    If bots.py has a function ``imagine(table, seat, random)``, it does this, as the game knows more about its cards.
    """
    if program.imagine is None:
        cards: dict[PlayingCard, PlayingCard] = {}
        for deck in hidden_cards(table, seat, known).values():
            cards.update(zip(deck, shuffled(random, deck), strict=True))
        return lay(table, seat, known, cards, random)
    before = _piles(table)
    program.imagine(table, seat, random)
    return _exchange(before, table)


def lay(table: Table, seat: int, known: KnownCards, cards: Exchange, random: Callable[[], float]) -> Exchange:
    """Lay cards in the places of others, and shuffle piles in which a seat knows cards but not where they lie.

    Args:
        table: The table.
        seat: The seat.
        known: The cards that it knows.
        cards: For each card of the table that lies elsewhere, the card in its place.
        random: The source of chance.
    """
    before = _piles(table)
    for each in all_lists(table):
        each[:] = [cards.get(card, card) for card in each]
    mixed = set(known.within.values())
    for name, owner, pile in table.every_pile() if mixed else ():
        if (name, owner) in mixed:
            places = [
                place
                for place, card in enumerate(pile)
                if card not in known.placed and not table.sees(seat, card, name, owner)
            ]
            for place, card in zip(places, shuffled(random, [pile[place] for place in places]), strict=True):
                pile[place] = card
    return _exchange(before, table)


def _piles(table: Table) -> list[list[PlayingCard]]:
    return [list(cards) for _, _, cards in table.every_pile()]


def _exchange(before: list[list[PlayingCard]], table: Table) -> Exchange:
    """Return which card now lies in the place of which, compared with the piles before."""
    return {
        card: other
        for cards, (_, _, others) in zip(before, table.every_pile(), strict=True)
        for card, other in zip(cards, others, strict=False)
        if card is not other
    }


class Glance(Seen):
    """A player's view of a table that is read at once and not kept, so that only what a bot reads is computed."""

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
