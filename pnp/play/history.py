"""A played game → what happened in it: picks, moves of cards, changes of values; for all, or as one player has seen it.

The rules need no code for it: what follows a decision is found by comparing the table before and after. A card that
moves, or is picked, is known to those who see it before or after; for others it is None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace
from functools import cached_property
from typing import Any, NamedTuple, overload

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.play.cards import Exchange, PlayingCard, exchanged, frozen
from pnp.play.table import Table

PilePlace = tuple[str, int | None]
"""A pile: its name, and its owner's seat if each seat has one."""

CardPlace = tuple[str, int | None, int]
"""A card's pile, the seat of the pile's owner if each seat has one, and its place from below."""


class Picked(NamedTuple):
    """What a player has picked.

    Attributes:
        question: The name of what was asked; empty for a question without one.
        pick: The option; a card that the viewer does not know is None.
    """

    seat: int
    question: str
    pick: Any


class Moved(NamedTuple):
    """Cards that have moved from one pile to another.

    Attributes:
        cards: The cards; None for each that the viewer does not know.
        origin: The pile that they lay in; None for cards that lay nowhere.
        target: The pile that they lie in now.
    """

    cards: tuple[PlayingCard | None, ...]
    origin: PilePlace | None
    target: PilePlace


class Dealt(NamedTuple):
    """Most cards have changed places at once: a new deal. The table shows what lies where."""


class Changed(NamedTuple):
    """A value of the table has changed."""

    name: str
    value: Any


Event = Picked | Moved | Dealt | Changed


_NEVER_CHANGE = ("all", "owner", "others", "nobody", "face up")
"""Kinds of piles that the same seats see throughout a game."""

_NOBODY: frozenset[int] = frozenset()


@frozen_dataclass
class TableState:
    """What lies where on a table, who sees it, and the values that all players see.

    Attributes:
        piles: The cards of each pile, from below.
        seen: The seats that see the cards of a pile.
        face_up: The cards that are face up, in piles that have such.
        values: The values by name.
        seats: All seats.
    """

    piles: dict[PilePlace, tuple[PlayingCard, ...]]
    seen: dict[PilePlace, frozenset[int]]
    face_up: frozenset[PlayingCard]
    values: dict[str, Any]
    seats: frozenset[int] = frozenset()

    @classmethod
    def of(cls, table: Table, before: TableState | None = None) -> TableState:
        """Return the state of a table.

        Args:
            table: The table.
            before: An earlier state of it, from which the seats that see a pile are copied where they never change.
        """
        piles: dict[PilePlace, tuple[PlayingCard, ...]] = {}
        seen: dict[PilePlace, frozenset[int]] = {}
        face_up: set[PlayingCard] = set()
        known = before.seen if before is not None else {}
        for name, owner, cards in table.every_pile():
            place, seen_by = (name, owner), table.piles[name].seen_by
            piles[place] = tuple(cards)
            if place in known and seen_by in _NEVER_CHANGE:
                seen[place] = known[place]
            else:
                seen[place] = frozenset([by for by in table.seats if table.piles[name].is_seen(table, by, owner)])
            if seen_by == "face up":
                face_up.update(filter(table.is_face_up, cards))
        values = {name: frozen(value) for name, value in table.public().items()}
        return cls(piles, seen, frozenset(face_up), values, frozenset(table.seats))

    @cached_property
    def places(self) -> dict[PlayingCard, PilePlace]:
        """The pile of each card."""
        return {card: place for place, cards in self.piles.items() for card in cards}

    def is_seen(self, card: PlayingCard, viewer: int | None) -> bool:
        """Return whether a viewer, a seat, sees a card; the viewer None sees all."""
        return viewer is None or viewer in self.seats_that_see(card)

    def seats_that_see(self, card: PlayingCard, place: PilePlace | None = None) -> frozenset[int]:
        """Return the seats that see a card; passing its place saves a search."""
        if card in self.face_up:
            return self.seats
        place = place or self.places.get(card)
        return self.seen.get(place, _NOBODY) if place else _NOBODY


@frozen_dataclass
class Step:
    """One decision and what followed it; the first step is the set-up, without picks.

    Attributes:
        picks: The picks by seat.
        question: The name of what was asked.
        is_secret: Whether others do not see what was picked.
        moves: The cards that moved, by pile of origin and target.
        values: The values of the table that changed.
        knows: The seats that know a card that was picked or has moved.
        learned: The seats that see cards which they did not see before.
        dealt: The table as it is now, if most cards have changed places; else None.
        moments: What had happened until each pause of the rules in this step; the picks are in the first of them.
    """

    picks: tuple[tuple[int, Any], ...] = ()
    question: str = ""
    is_secret: bool = False
    moves: dict[tuple[PilePlace | None, PilePlace], list[PlayingCard]] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    knows: dict[PlayingCard, frozenset[int]] = field(default_factory=dict)
    learned: frozenset[int] = frozenset()
    dealt: TableState | None = None
    moments: tuple[Step, ...] = ()

    @cached_property
    def seen(self) -> dict[int, tuple[Event, ...]]:
        """The events by the seat that has seen them so, as far as they were read."""
        return {}

    def parts(self) -> tuple[Step, ...]:
        """Return what happened until each pause, and then until the next decision."""
        return (*self.moments, self)

    def events(self, viewer: int | None = None) -> Iterator[Event]:
        """Yield what happened, as a seat has seen it; None for all of it."""
        for part in self.parts():
            yield from part.own_events(viewer)

    def own_events(self, viewer: int | None = None) -> Iterator[Event]:
        """Yield what happened after the last pause."""
        for seat, pick in self.picks:
            yield Picked(seat, self.question, self.pick(seat, pick, viewer))
        if self.dealt is not None:
            yield Dealt()
        for (origin, target), cards in self.moves.items() if self.dealt is None else ():
            yield Moved(tuple([self._card(card, viewer) for card in cards]), origin, target)
        for name, value in self.values.items():
            yield Changed(name, value)

    def pick(self, seat: int, pick: Any, viewer: int | None) -> Any:
        """Return a pick as a seat has seen it."""
        if viewer is None or viewer == seat:
            return pick
        if self.is_secret:
            return None
        if isinstance(pick, tuple):
            parts = [self._card(part, viewer) for part in pick]
            return type(pick)(*parts) if hasattr(pick, "_fields") else tuple(parts)
        return self._card(pick, viewer)

    def exchanged(self, cards: Exchange) -> Step:
        """Return the step with other cards in the place of some."""
        dealt = self.dealt and replace(
            self.dealt,
            piles={place: tuple([cards.get(card, card) for card in pile]) for place, pile in self.dealt.piles.items()},
            face_up=frozenset([exchanged(card, cards) for card in self.dealt.face_up]),
        )
        return replace(
            self,
            picks=tuple([(seat, exchanged(pick, cards)) for seat, pick in self.picks]),
            moves={way: [exchanged(card, cards) for card in moved] for way, moved in self.moves.items()},
            knows={exchanged(card, cards): seats for card, seats in self.knows.items()},
            dealt=dealt,
            moments=tuple([moment.exchanged(cards) for moment in self.moments]),
        )

    def _card(self, card: Any, viewer: int | None) -> Any:
        if viewer is None or not isinstance(card, PlayingCard) or viewer in self.knows.get(card, ()):
            return card
        return None


ALREADY_READ = Step()
"""Replaces all steps so far in a history whose readers need only new ones."""


class History:
    """A watcher that records a game, and shows players what they have seen of it.

    Attributes:
        steps: The steps so far.
        state: The table as it was at the latest of them.
    """

    def __init__(self, table: Table, steps: Sequence[Step] = ()) -> None:
        """Record a table.

        Args:
            table: The table.
            steps: What has happened before, if the game has begun.
        """
        self.table = table
        self.steps = list(steps)
        self.state = TableState.of(table) if steps else TableState({}, {}, frozenset(), {})
        self._picks: tuple[tuple[int, Any], ...] = ()
        self._question: Any = None
        self._moments: list[Step] = []
        table._on_pause.append(self._pause)

    def show_players(self) -> History:
        """Give every view of the table a log; return the history itself."""
        self.table._history = self._reader
        return self

    def on_choices(self, choices: Any) -> None:
        """Record what followed the latest picks."""
        self._step()
        self.on_question(choices)

    def on_question(self, choices: Any) -> None:
        """Record what is asked, whose name goes into the next step."""
        self._question = choices

    def on_picks(self, choices: Any, picks: Any) -> None:
        """Record the picks."""
        self._picks = tuple(picks.items() if isinstance(picks, dict) else enumerate(picks))

    def on_end(self, result: Any) -> None:
        """Record what followed the last picks."""
        self._step()

    def drop_steps(self) -> None:
        """Drop the steps so far, after which only new ones are read."""
        self.steps[:] = [ALREADY_READ]

    def unfinished(self) -> list[Picked]:
        """Return the picks after which the rules have reached neither another decision nor their end."""
        return [Picked(seat, "", pick) for seat, pick in self._picks]

    def log(self, seat: int) -> Log:
        """Return what a seat has seen happen."""
        return Log(self, seat, len(self.steps))

    def seen_events(self, seat: int, step: int) -> tuple[Event, ...]:
        """Return what a seat has seen happen in a step."""
        seen = self.steps[step].seen
        if seat not in seen:
            seen[seat] = tuple(self.steps[step].events(seat))
        return seen[seat]

    def _pause(self, revealed: Sequence[PlayingCard]) -> None:
        self._moments.append(self._part(revealed))

    def _step(self) -> None:
        last = self._part()
        learned = last.learned.union(*[moment.learned for moment in self._moments])
        self.steps.append(replace(last, learned=learned, moments=tuple(self._moments)))
        self._moments = []

    def _part(self, revealed: Sequence[PlayingCard] = ()) -> Step:
        """Return what has happened since the last pause or decision; all players see the cards that are revealed."""
        before, now = self.state, TableState.of(self.table, self.state)
        moves = _moves(before, now)
        moved = sum(map(len, moves.values()))
        is_deal = not (self.steps or self._moments) or 2 * moved > sum(map(len, now.piles.values()))
        picked = [part for _, pick in self._picks for part in (pick if isinstance(pick, tuple) else (pick,))]
        cards = [part for part in picked if isinstance(part, PlayingCard)]
        knows = {card: before.seats_that_see(card) | now.seats_that_see(card) for card in cards}
        learned: set[int] = set()
        for (origin, target), group in moves.items():
            alike = [[card] for card in group] if before.face_up or now.face_up else [group]  # seen by the same seats
            for same in alike:
                seen_before, seen_now = before.seats_that_see(same[0], origin), now.seats_that_see(same[0], target)
                learned |= seen_now - seen_before
                if not is_deal:
                    knows |= dict.fromkeys(same, seen_before | seen_now)
        for card in before.face_up ^ now.face_up:
            learned |= now.seats_that_see(card) - before.seats_that_see(card)
        if revealed:
            knows |= dict.fromkeys(revealed, now.seats)
            learned = learned.union(*[now.seats - now.seats_that_see(card) for card in revealed])
        values = {name: value for name, value in now.values.items() if before.values.get(name) != value}
        question = self._question
        dealt = now if is_deal else None
        name, is_secret = getattr(question, "name", ""), getattr(question, "is_secret", False)
        part = Step(self._picks, name, is_secret, moves, values, knows, frozenset(learned), dealt)
        self.state, self._picks = now, ()
        return part

    def _reader(self, seat: int) -> Callable[[], Log]:
        steps = len(self.steps)
        return lambda: Log(self, seat, steps)


def _moves(before: TableState, now: TableState) -> dict[tuple[PilePlace | None, PilePlace], list[PlayingCard]]:
    """Return the cards that lie in another pile than before, by origin and target."""
    changed = [place for place, pile in now.piles.items() if pile != before.piles.get(place, ())]
    origins = {card: place for place in changed for card in before.piles.get(place, ())}
    moves: dict[tuple[PilePlace | None, PilePlace], list[PlayingCard]] = {}
    for place in changed:
        for card in now.piles[place]:
            if (origin := origins.get(card)) != place:
                moves.setdefault((origin, place), []).append(card)
    return moves


class Log(Sequence[Event]):
    """What a seat has seen happen up to a step; events are made when they are read, in either direction."""

    def __init__(self, history: History, seat: int, steps: int) -> None:
        self._history, self._seat, self._steps = history, seat, steps

    def __iter__(self) -> Iterator[Event]:
        for step in range(self._steps):
            yield from self._history.seen_events(self._seat, step)

    def __reversed__(self) -> Iterator[Event]:
        for step in reversed(range(self._steps)):
            yield from reversed(self._history.seen_events(self._seat, step))

    def __len__(self) -> int:
        return sum(len(self._history.seen_events(self._seat, step)) for step in range(self._steps))

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Event, ...]: ...
    def __getitem__(self, index: int | slice) -> Event | tuple[Event, ...]:
        return tuple(self)[index]

    def __repr__(self) -> str:
        return repr(tuple(self))
