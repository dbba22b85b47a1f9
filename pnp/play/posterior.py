"""A position of a game, and what others have picked before it → imagined cards with which they would have picked so.

A player who lays a card face down and declares it, or passes, says something of the cards that others do not see. How
much it says is asked of the bot that the player is expected to play as: with imagined cards in the places of the hidden
ones, the bot picks a few times, and what counts is how often its pick looks to the searching seat like the true one.
Cards are imagined in proportion to that: two hidden cards change places, and change back more often the less probable
they make the picks (Metropolis and others, "Equation of State Calculations by Fast Computing Machines", 1953). The
probability of a pick is an estimate, which is kept for as long as the cards lie so: that leaves the result as it would
be with the true one (Andrieu and Roberts, "The pseudo-marginal approach", Annals of Statistics 2009).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import prod
from typing import Any, NamedTuple

from pnp.play.bots import ReplayPosition
from pnp.play.cards import Exchange, PlayingCard, exchanged, shuffled
from pnp.play.driver import Interrupted, by_seat
from pnp.play.history import History, Step
from pnp.play.imagining import Knowledge, hidden_cards, imagine, known_cards, lay
from pnp.play.program import Program
from pnp.play.table import Table

RECENT = 3
"""The latest picks of others that imagined cards are to explain."""

ASKED = 4
"""How often a bot is asked what it would pick with imagined cards."""

DOUBT = 0.02
"""Added to how often a bot picked as the player did, since no player is just the bot."""

STARTS = 24
"""How often cards are laid by chance until a bot picks what looks like the true pick, before they change places."""

CHAINS = 2
"""How often deals are imagined from a new beginning."""

DEALS = 32
"""The deals that are imagined for a decision; later playouts meet them again, with other chance."""

Policy = Callable[[Table, int, Sequence[Any], Callable[[], float]], Any]
"""Picks for any seat of an imagined game."""


class Deals:
    """The deals that are imagined at a decision: by chance, or so that they explain what others have picked."""

    def __init__(
        self,
        program: Program,
        position: ReplayPosition,
        seat: int,
        policies: Mapping[int, Policy],
        proposals: int,
        random: Callable[[], float],
    ) -> None:
        """Imagine the deals.

        Args:
            program: The game.
            position: Returns the position at the decision again.
            seat: The seat that decides.
            policies: How others are expected to play, for seats with bots of the game.
            proposals: How often cards change places.
            random: The source of chance.
        """
        self._program, self._seat = program, seat
        record = _Record()
        self._table = position(watch=record.watch).table
        self._known = known_cards(record.history, seat)
        self._hidden = hidden_cards(self._table, seat, self._known)
        self._touched: set[PlayingCard] = set()
        self._samples: list[Exchange] = []
        picks = [pick for pick in record.picks() if pick.seat in policies]
        hidden = {card for deck in self._hidden.values() for card in deck}
        clues = list(_clues(program, position, seat, picks, hidden, policies)) if _tell(picks, seat, hidden) else []
        if clues:
            chains = [list(self._chain(clues, proposals // CHAINS, random)) for _ in range(CHAINS)]
            self._samples = [deal for deals in zip(*chains, strict=True) for deal in deals]

    def lay(self, table: Table, number: int, random: Callable[[], float]) -> Exchange:
        """Lay the cards of a deal on the table of the decision; return which card lies in the place of which."""
        if not self._samples:
            return imagine(self._program, table, self._seat, self._known, random)
        cards = dict(self._samples[number % len(self._samples)])
        if self._program.imagine is None:
            for deck in self._hidden.values():  # what says nothing of the picks is laid anew each time
                rest = [card for card in deck if card not in self._touched]
                cards.update(zip(rest, shuffled(random, [cards[card] for card in rest]), strict=True))
            return lay(table, self._seat, self._known, cards, random)
        return lay(table, self._seat, Knowledge(), cards, random)

    def _chain(self, clues: Sequence[_Clue], proposals: int, random: Callable[[], float]) -> Iterator[Exchange]:
        """Yield deals in proportion to how well they explain the picks."""
        self._touched = {card for clue in clues for card in clue.views}
        cards = self._start(clues, random)
        weights = [clue.weight(random) for clue in clues]
        first = proposals // 3
        gap = max((proposals - first) * CHAINS // DEALS, 1)
        for number in range(proposals):
            changed = self._proposal(cards, random)
            affected = [n for n, clue in enumerate(clues) if clue.is_affected(changed)]
            for clue in clues:
                clue.lay(changed)
            others = [clues[n].weight(random) for n in affected]
            if random() * prod(weights[n] for n in affected) < prod(others):
                cards.update(changed)
                for n, weight in zip(affected, others, strict=True):
                    weights[n] = weight
            else:
                for clue in clues:
                    clue.lay({card: cards[card] for card in changed})
            if number >= first and (number - first) % gap == 0:
                yield dict(cards)

    def _start(self, clues: Sequence[_Clue], random: Callable[[], float]) -> dict[PlayingCard, PlayingCard]:
        """Return a deal to begin with, in which some of the picks are explained, the latest first.

        What a seat holds is laid by chance until its bot picks what looks like the true pick; the card that it picked
        then goes to where the true one is.
        """
        cards = self._by_chance(random)
        for clue in clues:
            clue.lay(cards)
        fixed: set[PlayingCard] = set()
        for clue in clues if self._program.imagine is None else ():
            free = [card for card in clue.views if card not in fixed]
            for _ in range(STARTS):
                if (changed := clue.explained(cards, random)) is not None:
                    break
                changed = {}
                for card in free:
                    deck = self._hidden[card._face[0]]
                    other = deck[int(random() * len(deck))]
                    if other not in fixed:
                        changed = {card: cards[other], other: cards[card]}
                        _lay(changed, cards, clues)
            else:
                continue
            _lay(changed, cards, clues)
            fixed.update(clue.views)
        return cards

    def _by_chance(self, random: Callable[[], float]) -> dict[PlayingCard, PlayingCard]:
        """Return hidden cards that have changed places by chance, or as the game itself imagines them."""
        if self._program.imagine is None:
            return {
                card: other
                for deck in self._hidden.values()
                for card, other in zip(deck, shuffled(random, deck), strict=True)
            }
        before = [list(cards) for _, _, cards in self._table.every_pile()]
        exchange = imagine(self._program, self._table, self._seat, self._known, random)
        for own, (_, _, pile) in zip(before, self._table.every_pile(), strict=True):
            pile[:] = own
        return {card: exchange.get(card, card) for pile in before for card in pile}

    def _proposal(self, cards: Exchange, random: Callable[[], float]) -> Exchange:
        """Return what lies elsewhere in the next deal: two cards, or those of a game that imagines them itself."""
        if self._program.imagine is not None:
            return self._by_chance(random)
        touched = [card for deck in self._hidden.values() for card in deck if card in self._touched]
        first = touched[int(random() * len(touched))]
        deck = self._hidden[first._face[0]]
        second = deck[int(random() * len(deck))]
        return {first: cards[second], second: cards[first]}


def _lay(changed: Exchange, cards: dict[PlayingCard, PlayingCard], clues: Sequence[_Clue]) -> None:
    cards.update(changed)
    for clue in clues:
        clue.lay(changed)


class _Pick(NamedTuple):
    """A pick of the past.

    Attributes:
        decision: The number of its decision.
        step: What followed.
    """

    decision: int
    step: Step
    seat: int
    pick: Any

    def hides(self, seat: int, hidden: set[PlayingCard]) -> tuple[bool, ...]:
        """Return for each part of the pick whether it is a card that a seat has never seen."""
        return tuple([part in hidden and seat not in self.step.knows.get(part, ()) for part in _parts(self.pick)])


class _Record:
    """Records a game, and what was asked."""

    history: History

    def watch(self, table: Table) -> list[History]:
        self.history = History(table)
        return [self.history]

    def picks(self) -> list[_Pick]:
        """Return all picks since the last deal, but secret ones."""
        steps = self.history.steps
        dealt = max((n for n, step in enumerate(steps) if any(part.dealt for part in step.parts())), default=0)
        return [
            _Pick(number - 1, part, seat, pick)
            for number, step in enumerate(steps[dealt + 1 :], dealt + 1)
            for part in step.parts()
            if not part.is_secret
            for seat, pick in part.picks
        ]


def _tell(picks: Sequence[_Pick], seat: int, hidden: set[PlayingCard]) -> bool:
    """Return whether others have picked cards that a seat has never seen, and said something with it."""
    return any(any(hides) and not all(hides) for hides in (pick.hides(seat, hidden) for pick in picks))


def _clues(
    program: Program,
    position: ReplayPosition,
    seat: int,
    picks: Sequence[_Pick],
    hidden: set[PlayingCard],
    policies: Mapping[int, Policy],
) -> Iterator[_Clue]:
    """Yield the latest picks of others that say something of hidden cards."""
    left = RECENT
    for pick in reversed(picks[-3 * RECENT :]):
        stop = _Stop(pick.decision, program.reads_log)
        try:
            position(watch=stop.watch)
        except Interrupted:
            clue = _Clue(stop, pick, pick.hides(seat, hidden), hidden, policies[pick.seat])
            if clue.views and clue.says_something():
                yield clue
                left -= 1
        if not left:
            return


class _Stop:
    """Leaves a game at a decision of the past."""

    table: Table
    choices: Any

    def __init__(self, decision: int, has_log: bool) -> None:
        self._left = decision
        self._has_log = has_log

    def watch(self, table: Table) -> list[Any]:
        self.table = table
        return [History(table).show_players(), self] if self._has_log else [self]

    def on_choices(self, choices: Any) -> None:
        """Stop at the decision."""
        if not self._left:
            self.choices = choices
            raise Interrupted
        self._left -= 1

    def on_picks(self, choices: Any, picks: Any) -> None:
        """Go on."""

    def on_end(self, result: Any) -> None:
        """Go on."""


class _Clue:
    """A pick of another seat, and the table at which it was picked, with imagined cards.

    Attributes:
        views: The hidden cards that the seat saw when it picked.
    """

    def __init__(
        self, stop: _Stop, pick: _Pick, hides: tuple[bool, ...], hidden: set[PlayingCard], policy: Policy
    ) -> None:
        self._table, self._seat, self._policy = stop.table, pick.seat, policy
        self._hides = hides
        self._before = list(dict(by_seat(stop.choices))[pick.seat])
        self._options = list(self._before)
        self._pick = pick.pick
        self._faces = _faces(pick.pick)
        self._cards: dict[PlayingCard, PlayingCard] = {}
        self._places: dict[PlayingCard, tuple[list[PlayingCard], int]] = {}
        self._numbers: dict[PlayingCard, list[int]] = {}
        self._has_log = self._table._history is not None
        self.views: dict[PlayingCard, None] = {}
        for name, owner, cards in self._table.every_pile():
            for place, card in enumerate(cards):
                if card in hidden:
                    self._places[card] = cards, place
                    if self._table.sees(self._seat, card, name, owner):
                        self.views[card] = None
        for number, option in enumerate(self._before):
            for part in _parts(option):
                if part in hidden:
                    self._numbers.setdefault(part, []).append(number)
        if (reader := self._table._history) is not None:
            self._table._history = lambda seat: lambda: exchanged(reader(seat)(), self._cards)

    def says_something(self) -> bool:
        """Return whether the seat picked among hidden cards, and not all of them would have looked the same."""
        return bool(self._numbers) and len(self._before) > 1

    def is_affected(self, cards: Exchange) -> bool:
        """Return whether the seat picks with other cards if some lie elsewhere."""
        return self._has_log or any(card in self.views for card in cards)

    def lay(self, cards: Exchange) -> None:
        """Lay other cards in the places of some."""
        self._cards.update(cards)
        for card, other in cards.items():
            if card in self._places:
                pile, place = self._places[card]
                pile[place] = other
            for number in self._numbers.get(card, ()):
                self._options[number] = exchanged(self._before[number], self._cards)
        self._faces = _faces(exchanged(self._pick, self._cards))

    def explained(self, cards: Exchange, random: Callable[[], float]) -> Exchange | None:
        """Return what must change places so that the bot's next pick is the true one; None if it looks otherwise."""
        pick = self._bot_pick(random)
        if self._looks(pick) != self._looks(self._pick):
            return None
        changed: dict[PlayingCard, PlayingCard] = {}
        for part, own, is_hidden in zip(_parts(pick), _parts(self._pick), self._hides, strict=True):
            if is_hidden and cards[own] is not part:
                place = next((card for card in self.views if cards[card] is part), own)
                changed |= {own: part, place: cards[own]}
        return changed

    def _bot_pick(self, random: Callable[[], float]) -> Any:
        """Return what the seat's bot picks with the cards as they lie; None if it cannot cope with them."""
        try:
            return self._policy(self._table, self._seat, self._options, random)
        except Exception:
            return None

    def _looks(self, pick: Any) -> Any:
        """Return how a pick looks to the searching seat: without the cards that it has not seen of the true one."""
        parts = _parts(pick)
        if len(parts) != len(self._hides):
            return _faces(pick)
        shown = [None if is_hidden else part for part, is_hidden in zip(parts, self._hides, strict=True)]
        return type(pick), *_faces(tuple(shown))

    def weight(self, random: Callable[[], float]) -> float:
        """Return about how probable the pick is with the cards as they lie."""
        hits = sum([_faces(self._bot_pick(random)) == self._faces for _ in range(ASKED)])
        return (hits + DOUBT) / (ASKED + DOUBT)


def _faces(pick: Any) -> Any:
    """Return a pick as players see it who see its cards: copies of a card are equal."""
    return type(pick), *[part._face if isinstance(part, PlayingCard) else part for part in _parts(pick)]


def _parts(pick: Any) -> tuple[Any, ...]:
    return pick if isinstance(pick, tuple) else (pick,)
