"""A Program and a GameSetup → leaks: piles or values in sight of all, and options, that depend on hidden cards.

A game is played twice with the same picks; the second time, two hidden cards change places at some decision. As long as
both stay where they are, and all picks are the same, everything in sight of all players must be the same: the rules may
not reveal what the piles hide. So must the options of a player who sees neither card, and their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.play.cards import PlayingCard, frozen
from pnp.play.decisions import Choices, Picks, by_seat
from pnp.play.game_bundle import GameBroken, GameSetup
from pnp.play.game_code import Program
from pnp.play.game_loop import Interrupted, play, standing_line, with_running_rules
from pnp.play.history import CardPlace
from pnp.play.table import Table

SWAPS = 12
"""How often two cards change places in a game."""


@frozen_dataclass
class Leak:
    """A pile or value in sight of all players, or the options of one, that reveal a hidden card.

    Attributes:
        name: The name of the pile or value of the table; of options, the name of the question.
        setup: The game.
        decision: The decision before which it differs.
        cards: The two cards that changed places.
        values: The values that all players saw, or the options of the player, before and after the swap.
        line: For options, the line of rules.py that asks; 0 for a pile or a value.
    """

    name: str
    setup: GameSetup
    decision: int
    cards: tuple[str, str]
    values: tuple[str, str]
    line: int = 0


def find_leaks(program: Program, setup: GameSetup, random: Random) -> list[Leak]:
    """Return the leaks that a game shows, the first of each name; none if the game fails, which is reported elsewhere.

    Args:
        program: The game.
        setup: The players, bots, seed and options.
        random: Chooses which cards change places, and when.
    """
    leaks: dict[tuple[str, int], Leak] = {}
    first = _Record()
    try:
        play(program, setup, watch=first.watch)
        for _ in range(SWAPS):
            swap = first.choose(random)
            if swap is None:
                break
            second = _Second(first, *swap)
            try:
                play(with_running_rules(program, second.take_rules), setup, watch=second.watch)
            except Interrupted:
                pass
            except GameBroken:
                continue  # the game fails with the swap, as when a bot's pick has moved
            line = standing_line(second.rules, program.bundle.rules_file) if second.are_options else 0
            for name, values in second.differing.items():
                cards = (str(first.at(swap[0], swap[1])), str(first.at(swap[0], swap[2])))
                leaks.setdefault((name, line), Leak(name, setup, second.decision, cards, values, line))
        return list(leaks.values()) if not leaks or _is_steady(program, setup, first) else []
    except GameBroken:
        return []


def _is_steady(program: Program, setup: GameSetup, first: _Record) -> bool:
    """Return whether the game repeats without a swap: values that the rules keep between games are no leak."""
    again = _Record()
    play(program, setup, watch=again.watch)
    return (again.public, again.options) == (first.public, first.options)


class _Record:
    """The public values at each decision of a game, and the place of each hidden card."""

    def __init__(self) -> None:
        self.public: list[dict[str, Any]] = []
        self.hidden: list[dict[CardPlace, PlayingCard]] = []
        self.options: list[dict[int, tuple[Any, ...]]] = []
        self.picks: list[Any] = []

    def watch(self, table: Table) -> list[Any]:
        """Begin to watch a table; return the watchers."""
        self.table = table
        return [self]

    def on_choices(self, choices: Choices) -> None:
        """Record the public values, the options as they are seen, and the hidden cards."""
        self.public.append(_public(self.table))
        self.options.append(_options(self.table, choices))
        self.hidden.append(dict(_hidden(self.table)))

    def on_picks(self, choices: Choices, picks: Picks) -> None:
        """Record the picks."""
        self.picks.append(_picks(picks))

    def on_end(self, result: Any) -> None:
        """Do nothing, as all cards may be shown at the end."""

    def choose(self, random: Random) -> tuple[int, CardPlace, CardPlace] | None:
        """Return a decision and two places whose cards are then hidden and not picked; None if none are found."""
        for _ in range(50):
            decision = random.randrange(max(len(self.picks) - 1, 1))
            cards = self.hidden[decision] if decision < len(self.hidden) else {}
            taken = {id(part) for _, pick in self.picks[decision] for part in _parts(pick)}
            free = {place: card for place, card in cards.items() if id(card) not in taken}
            if not free:
                continue
            first = _random_place(free, random)
            hidden = free[first]
            partners = {
                place: card for place, card in free.items() if card._back == hidden._back and card._face != hidden._face
            }
            if partners:
                return decision, first, _random_place(partners, random)
        return None

    def at(self, decision: int, place: CardPlace) -> PlayingCard:
        """Return the card at a place before a decision."""
        return self.hidden[decision][place]


class _Second:
    """The same game, in which two cards change places after a decision's picks."""

    def __init__(self, first: _Record, decision: int, place: CardPlace, partner: CardPlace) -> None:
        self.first = first
        self.swap_at = decision
        self.places = (place, partner)
        self.cards = (first.at(decision, place), first.at(decision, partner))
        self.decision = 0
        self.differing: dict[str, tuple[str, str]] = {}
        self.are_options = False
        self.rules: Any = None

    def take_rules(self, rules: Any) -> None:
        """Take the running rules, which tell where they stand."""
        self.rules = rules

    def watch(self, table: Table) -> list[Any]:
        self.table = table
        return [self]

    def on_choices(self, choices: Choices) -> None:
        """Compare the public values, after the swap and while the cards still lie in their piles."""
        if self.decision > self.swap_at:
            if self.decision >= len(self.first.public) or not self._are_in_place():
                raise Interrupted
            before, now = self.first.public[self.decision], _public(self.table)
            if before != now:
                names = [name for name in before if before[name] != now.get(name)]
                self.differing = {name: (_short(before[name]), _short(now.get(name))) for name in names}
                self.decision += 1
                raise Interrupted
            self._compare_options(choices)
        self.decision += 1

    def _compare_options(self, choices: Choices) -> None:
        """Compare the options of players who see neither card."""
        then, now = self.first.options[self.decision], _options(self.table, choices)
        for seat, options in now.items():
            piles = [place[:2] for place in self.places]
            sees = any(self.table.sees(seat, card, *pile) for card in self.cards for pile in piles)
            if not sees and seat in then and options != then[seat]:
                self.are_options = True
                self.differing = {getattr(choices, "name", ""): (_short(list(then[seat])), _short(list(options)))}
                self.decision += 1
                raise Interrupted

    def on_picks(self, choices: Choices, picks: Picks) -> None:
        """Let the cards change places; leave the game when a pick differs."""
        number = self.decision - 1
        if _picks(picks) != self.first.picks[number]:
            raise Interrupted
        if number == self.swap_at:
            piles = {(name, owner): cards for name, owner, cards in self.table.every_pile()}
            (name, owner, i), (second_name, second_owner, j) = self.places
            first, second = piles[name, owner], piles[second_name, second_owner]
            first[i], second[j] = second[j], first[i]

    def on_end(self, result: Any) -> None:
        """Do nothing, as all cards may be shown at the end."""

    def _are_in_place(self) -> bool:
        """Return whether both cards have stayed in their piles, in both games."""
        then, now = self.first.hidden[self.decision], dict(_hidden(self.table))
        for start, card_then, card_now in zip(self.places, self.cards, reversed(self.cards), strict=True):
            places = [place for place, card in then.items() if card is card_then and place[:2] == start[:2]]
            if not places or now.get(places[0]) is not card_now:
                return False
        return True


def _random_place(places: Iterable[CardPlace], random: Random) -> CardPlace:
    """Return a place in any pile, often one of the topmost two, which rules use most."""
    piles: dict[tuple[str, int | None], list[CardPlace]] = {}
    for place in places:
        piles.setdefault(place[:2], []).append(place)
    pile = random.choice(list(piles.values()))
    return random.choice(pile[-2:] if random.random() < 0.5 else pile)


def _public(table: Table) -> dict[str, Any]:
    """Return what all players see: open piles, the sizes of the others, and the values of the table."""
    public: dict[str, Any] = {}
    for name, pile in table.piles.items():
        cards = getattr(table, name)
        if pile.seen_by == "all":
            public[name] = frozen(cards)
        elif pile.is_each:
            public[name] = tuple([pile.public(table, own) for own in cards])
        else:
            public[name] = pile.public(table, cards)
    return public | {name: frozen(value) for name, value in table.public().items()}


def _options(table: Table, choices: Choices) -> dict[int, tuple[Any, ...]]:
    """Return the options of each seat that is asked, as it sees them."""
    return {seat: tuple(table.seen_options(seat, options)) for seat, options in by_seat(choices)}


def _hidden(table: Table) -> Iterator[tuple[CardPlace, PlayingCard]]:
    for name, owner, cards in table.every_pile():
        pile = table.piles[name]
        for index, card in enumerate(cards) if pile.seen_by != "all" else ():
            if pile.seen_by != "face up" or not table.is_face_up(card):
                yield (name, owner, index), card


def _picks(picks: Any) -> list[tuple[int, Any]]:
    return [(seat, pick) for seat, pick in by_seat(picks)]


def _parts(pick: Any) -> tuple[Any, ...]:
    return tuple(pick) if isinstance(pick, tuple) else (pick,)


def _short(value: Any, longest: int = 60) -> str:
    text = str(value)
    return text if len(text) <= longest else text[: longest - 1] + "…"
