"""A Program and a GameSetup → whether what all can see ever depends on cards that nobody has shown.

A game is played twice with the same picks; the second time, two hidden cards change places at some decision. As long as
both stay where they are, and nobody picks otherwise, all that everybody can see has to be the same: the rules may not
tell what the piles hide.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from pnp.play.bundle import Broken, GameSetup
from pnp.play.driver import Asked, Interrupted, Picks, by_seat, play
from pnp.play.program import Program
from pnp.play.table import PlayingCard, Table, frozen

SWAPS = 12
"""How often two cards change places in a game."""

Spot = tuple[str, int | None, int]
"""A place of a card: pile, owner, index."""


@dataclass(frozen=True)
class Leak:
    """Something that all see, and that tells of a hidden card.

    Attributes:
        name: Of the pile or value of the table.
        setup: The game.
        decision: The decision before which it differs.
        cards: The two cards that changed places.
        values: What all saw, with each.
    """

    name: str
    setup: GameSetup
    decision: int
    cards: tuple[str, str]
    values: tuple[str, str]


def find_leaks(program: Program, setup: GameSetup, random: Random) -> list[Leak]:
    """The leaks that a game shows, the first of each name; none where the game fails, which others tell.

    Args:
        program: The game.
        setup: Who plays, and with which chance.
        random: Chooses which cards change places, and when.
    """
    found: dict[str, Leak] = {}
    first = _Record()
    try:
        play(program, setup, watch=first.watch)
        for _ in range(SWAPS):
            swap = first.choose(random)
            if swap is None:
                break
            second = _Second(first, *swap)
            try:
                play(program, setup, watch=second.watch)
            except Interrupted:
                pass
            except Broken:
                continue  # the swap has come into the way of something else
            for name, values in second.differing.items():
                cards = (str(first.at(swap[0], swap[1])), str(first.at(swap[0], swap[2])))
                found.setdefault(name, Leak(name, setup, second.decision, cards, values))
    except Broken:
        return []
    return list(found.values())


class _Record:
    """What all see at each decision of a game, and where each hidden card lies."""

    def __init__(self) -> None:
        self.seen: list[dict[str, Any]] = []
        self.hidden: list[dict[Spot, PlayingCard]] = []
        self.picks: list[Any] = []

    def watch(self, table: Table) -> list[Any]:
        """Itself, looking at a table from now on."""
        self.table = table
        return [self]

    def asked(self, asked: Asked) -> None:
        """Keep what there is to see."""
        self.seen.append(_seen_by_all(self.table))
        self.hidden.append(dict(_hidden(self.table)))

    def picked(self, asked: Asked, picks: Picks) -> None:
        """Keep what was picked."""
        self.picks.append(_picks(picks))

    def ended(self, result: Any) -> None:
        """Nothing: all may be shown at the end."""

    def choose(self, random: Random) -> tuple[int, Spot, Spot] | None:
        """A decision, and two places whose cards are hidden then and not picked; None where there are none."""
        for _ in range(50):
            decision = random.randrange(max(len(self.picks) - 1, 1))
            cards = self.hidden[decision] if decision < len(self.hidden) else {}
            taken = {id(part) for _, pick in self.picks[decision] for part in _parts(pick)}
            free = {spot: card for spot, card in cards.items() if id(card) not in taken}
            if not free:
                continue
            one = _one_of(free, random)
            deck, name = free[one]._face
            others = {spot: card for spot, card in free.items() if card._face[0] == deck and card._face[1] != name}
            if others:
                return decision, one, _one_of(others, random)
        return None

    def at(self, decision: int, spot: Spot) -> PlayingCard:
        """The card that lay there."""
        return self.hidden[decision][spot]


class _Second:
    """The same game, in which two cards change places after a decision's picks."""

    def __init__(self, first: _Record, decision: int, one: Spot, other: Spot) -> None:
        self.first = first
        self.swap_at = decision
        self.spots = (one, other)
        self.cards = (first.at(decision, one), first.at(decision, other))
        self.decision = 0
        self.differing: dict[str, tuple[str, str]] = {}

    def watch(self, table: Table) -> list[Any]:
        self.table = table
        return [self]

    def asked(self, asked: Asked) -> None:
        """Compare, once the cards have changed places and while they still lie there."""
        if self.decision > self.swap_at:
            if self.decision >= len(self.first.seen) or not self._still_lie_there():
                raise Interrupted
            before, now = self.first.seen[self.decision], _seen_by_all(self.table)
            if before != now:
                names = [name for name in before if before[name] != now.get(name)]
                self.differing = {name: (_short(before[name]), _short(now.get(name))) for name in names}
                self.decision += 1
                raise Interrupted
        self.decision += 1

    def picked(self, asked: Asked, picks: Picks) -> None:
        """Let the cards change places; leave the game when somebody picks otherwise."""
        number = self.decision - 1
        if _picks(picks) != self.first.picks[number]:
            raise Interrupted
        if number == self.swap_at:
            piles = {(name, owner): cards for name, owner, cards in self.table.every_pile()}
            (pile, owner, index), (other, others, place) = self.spots
            here, there = piles[pile, owner], piles[other, others]
            here[index], there[place] = there[place], here[index]

    def ended(self, result: Any) -> None:
        """Nothing: all may be shown at the end."""

    def _still_lie_there(self) -> bool:
        """Whether both cards have stayed in their piles, in both games."""
        then, now = self.first.hidden[self.decision], dict(_hidden(self.table))
        for spot, mine, other in zip(self.spots, self.cards, reversed(self.cards), strict=True):
            places = [place for place, card in then.items() if card is mine and place[:2] == spot[:2]]
            if not places or now.get(places[0]) is not other:
                return False
        return True


def _one_of(spots: Iterable[Spot], random: Random) -> Spot:
    """A place in any pile, often one of the topmost, which rules look at most."""
    piles: dict[tuple[str, int | None], list[Spot]] = {}
    for spot in spots:
        piles.setdefault(spot[:2], []).append(spot)
    pile = random.choice(list(piles.values()))
    return random.choice(pile[-2:] if random.random() < 0.5 else pile)


def _seen_by_all(table: Table) -> dict[str, Any]:
    """What everybody sees: piles in sight, how many cards the others have, and the values of the table."""
    seen: dict[str, Any] = {}
    for name, pile in table.piles.items():
        cards = getattr(table, name)
        if pile.seen_by == "all":
            seen[name] = frozen(cards)
        else:
            seen[name] = tuple(map(len, cards)) if pile.is_each else len(cards)
    return seen | {name: frozen(value) for name, value in table.public().items()}


def _hidden(table: Table) -> Iterator[tuple[Spot, PlayingCard]]:
    for name, owner, cards in table.every_pile():
        if table.piles[name].seen_by != "all":
            for index, card in enumerate(cards):
                yield (name, owner, index), card


def _picks(picks: Any) -> list[tuple[int, Any]]:
    return [(seat, pick) for seat, pick in by_seat(picks)]


def _parts(pick: Any) -> tuple[Any, ...]:
    return tuple(pick) if isinstance(pick, tuple) else (pick,)


def _short(value: Any, longest: int = 60) -> str:
    text = str(value)
    return text if len(text) <= longest else text[: longest - 1] + "…"
