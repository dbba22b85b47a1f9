"""A position of a game, and the earlier picks of others → imagined cards that explain these picks.

Cards are imagined in proportion to how probable they make the picks of others, which declarations.py estimates: two
hidden cards change places, and change back more often the less probable the picks become (Metropolis and others,
"Equation of State Calculations by Fast Computing Machines", 1953). An estimate is kept for as long as the cards lie so:
that leaves the result as it would be with the true probability (Andrieu and Roberts, "The pseudo-marginal approach for
efficient Monte Carlo computations", Annals of Statistics 2009).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import prod

from pnp.extensions.laboratory.declarations import Clue, Policy, Record, find_clues, is_telling
from pnp.extensions.laboratory.imagining import KnownCards, hidden_cards, imagine, known_cards, lay
from pnp.play.bots import ReplayPosition
from pnp.play.cards import Exchange, PlayingCard, shuffled
from pnp.play.game_code import Program
from pnp.play.table import Table

STARTS = 24
"""The most random layouts that are tried, at the beginning, until a bot's pick looks like the true one."""

CHAINS = 2
"""How many independent chains of deals are made."""

DEALS = 32
"""How many deals are imagined for a decision; further playouts use them again with other random numbers."""


class Deals:
    """The deals that are imagined at a decision: random ones, or such as explain what others have picked.

    Attributes:
        steps: What has happened until the decision.
    """

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
            position: Rebuilds the position at the decision.
            seat: The seat that decides.
            policies: How others are expected to play, for seats with bots of the game.
            proposals: How often cards change places.
            random: The source of chance.
        """
        self._program, self._seat = program, seat
        record = Record()
        self._table = position(watch=record.watch).table
        self.steps = record.history.steps
        self._known = known_cards(record.history, seat)
        self._hidden = hidden_cards(self._table, seat, self._known)
        self._touched: set[PlayingCard] = set()
        self._samples: list[Exchange] = []
        picks = [pick for pick in record.picks() if pick.seat in policies]
        hidden = {card for deck in self._hidden.values() for card in deck}
        clues = (
            list(find_clues(program, position, seat, picks, hidden, policies))
            if is_telling(picks, seat, hidden)
            else []
        )
        if clues:
            chains = [list(self._chain(clues, proposals // CHAINS, random)) for _ in range(CHAINS)]
            self._samples = [deal for deals in zip(*chains, strict=True) for deal in deals]

    def lay(self, table: Table, number: int, random: Callable[[], float]) -> Exchange:
        """Lay the cards of a deal on the table of the decision; return which card lies in the place of which."""
        if not self._samples:
            return imagine(self._program, table, self._seat, self._known, random)
        cards = dict(self._samples[number % len(self._samples)])
        if self._program.imagine is None:
            for deck in self._hidden.values():  # cards that do not affect the picks are laid anew each time
                rest = [card for card in deck if card not in self._touched]
                cards.update(zip(rest, shuffled(random, [cards[card] for card in rest]), strict=True))
            return lay(table, self._seat, self._known, cards, random)
        return lay(table, self._seat, KnownCards(), cards, random)

    def _chain(self, clues: Sequence[Clue], proposals: int, random: Callable[[], float]) -> Iterator[Exchange]:
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

    def _start(self, clues: Sequence[Clue], random: Callable[[], float]) -> dict[PlayingCard, PlayingCard]:
        """Return a deal to begin with, which explains some of the picks, the latest first.

        The cards that a seat holds are laid at random until its bot's pick looks like the true one; the card that it
        picked then changes places with the true one.
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
                    deck = self._hidden[card._back]
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
        """Return hidden cards in random places, or as the game's own ``imagine`` lays them."""
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
        """Return the cards that change places in the next deal: two, or those that the game's own ``imagine`` moves."""
        if self._program.imagine is not None:
            return self._by_chance(random)
        touched = [card for deck in self._hidden.values() for card in deck if card in self._touched]
        first = touched[int(random() * len(touched))]
        deck = self._hidden[first._back]
        second = deck[int(random() * len(deck))]
        return {first: cards[second], second: cards[first]}


def _lay(changed: Exchange, cards: dict[PlayingCard, PlayingCard], clues: Sequence[Clue]) -> None:
    cards.update(changed)
    for clue in clues:
        clue.lay(changed)
