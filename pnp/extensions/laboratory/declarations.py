"""A position of a game → the earlier picks of others, and how probable they are with imagined cards.

A player who lays a card face down and declares it, or passes, says something about the cards that others do not see. To
estimate how much, the bot that the player is expected to play as picks at the table of that time, with imagined cards
in place of the hidden ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pnp.play.bots import ReplayPosition
from pnp.play.cards import Exchange, PlayingCard, exchanged
from pnp.play.decisions import by_seat
from pnp.play.game_code import Program
from pnp.play.game_loop import Interrupted
from pnp.play.history import History, Step
from pnp.play.table import Table

RECENT = 3
"""How many of the latest picks of others imagined cards must explain."""

ASKED = 4
"""How often a bot is asked what it would pick with imagined cards."""

DOUBT = 0.02
"""Added to the probability that a bot picks as the player did, since no player is just the bot."""

Policy = Callable[[Table, int, Sequence[Any], Callable[[], float]], Any]
"""Picks for any seat of an imagined game."""


class PastPick(NamedTuple):
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
        """Return, for each part of the pick, whether it is a card that a seat has never seen."""
        return tuple([part in hidden and seat not in self.step.knows.get(part, ()) for part in _parts(self.pick)])


class Record:
    """Records a game for its clues."""

    history: History

    def watch(self, table: Table) -> list[History]:
        """Return the watcher of a table."""
        self.history = History(table)
        return [self.history]

    def picks(self) -> list[PastPick]:
        """Return all picks since the last deal, except secret ones."""
        steps = self.history.steps
        dealt = max((n for n, step in enumerate(steps) if any(part.dealt for part in step.parts())), default=0)
        return [
            PastPick(number - 1, part, seat, pick)
            for number, step in enumerate(steps[dealt + 1 :], dealt + 1)
            for part in step.parts()
            if not part.is_secret
            for seat, pick in part.picks
        ]


def is_telling(picks: Sequence[PastPick], seat: int, hidden: set[PlayingCard]) -> bool:
    """Return whether others have picked cards that a seat has never seen, together with parts that it has seen.

    In other games, picks say too little about hidden cards to be worth the time.
    """
    return any(any(hides) and not all(hides) for hides in (pick.hides(seat, hidden) for pick in picks))


def find_clues(
    program: Program,
    position: ReplayPosition,
    seat: int,
    picks: Sequence[PastPick],
    hidden: set[PlayingCard],
    policies: Mapping[int, Policy],
) -> Iterator[Clue]:
    """Yield the latest picks of others that say something about hidden cards."""
    left = RECENT
    for pick in reversed(picks[-3 * RECENT :]):
        stop = _Stop(pick.decision, program.reads_log)
        try:
            position(watch=stop.watch)
        except Interrupted:
            clue = Clue(stop, pick, pick.hides(seat, hidden), hidden, policies[pick.seat])
            if clue.says_something():
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


class Clue:
    """A pick of another seat, and the table at which it was picked, with imagined cards.

    Attributes:
        views: The hidden cards that the seat saw when it picked.
    """

    def __init__(
        self, stop: _Stop, pick: PastPick, hides: tuple[bool, ...], hidden: set[PlayingCard], policy: Policy
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
                self._places[card] = cards, place
                if card in hidden and self._table.sees(self._seat, card, name, owner):
                    self.views[card] = None
        for number, option in enumerate(self._before):
            for part in _parts(option):
                if isinstance(part, PlayingCard):
                    self._numbers.setdefault(part, []).append(number)
        if (reader := self._table._history) is not None:
            self._table._history = lambda seat: lambda: exchanged(tuple(reader(seat)()), self._cards)

    def says_something(self) -> bool:
        """Return whether the seat picked among options with hidden cards."""
        return len(self._before) > 1 and any(card in self.views for card in self._numbers)

    def is_affected(self, cards: Exchange) -> bool:
        """Return whether the seat would pick with other cards if some lay elsewhere."""
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
        """Return the exchange of cards that makes the bot's next pick the true one; None if it looks different."""
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
        """Return what the seat's bot picks with the cards as they lie; None if it fails with them."""
        try:
            return self._policy(self._table, self._seat, self._options, random)
        except Exception:
            return None

    def _looks(self, pick: Any) -> Any:
        """Return a pick as the searching seat sees it: without the cards that it has not seen of the true pick."""
        parts = _parts(pick)
        if len(parts) != len(self._hides):
            return _faces(pick)
        visible = [None if is_hidden else part for part, is_hidden in zip(parts, self._hides, strict=True)]
        return type(pick), *_faces(tuple(visible))

    def weight(self, random: Callable[[], float]) -> float:
        """Return about how probable the pick is with the cards as they lie."""
        hits = [_faces(self._bot_pick(random)) == self._faces for _ in range(ASKED)].count(True)
        return (hits + DOUBT) / (ASKED + DOUBT)


def _faces(pick: Any) -> Any:
    """Return a pick by the faces of its cards, so that copies of a card are equal."""
    return type(pick), *[part._face if isinstance(part, PlayingCard) else part for part in _parts(pick)]


def _parts(pick: Any) -> tuple[Any, ...]:
    return pick if isinstance(pick, tuple) else (pick,)
