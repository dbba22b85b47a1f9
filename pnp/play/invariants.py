"""Looks on while a game is played, and tells what no game may do, at each decision.

Every card lies in exactly one place; somebody can act; options are what they should be; what a player has seen never
changes, and never shows what is hidden.

A Program and a GameSetup → whether the game goes the same way when it is played again.

A failing game → the shortest tape of picks that still fails in the same way.

The shuffles stay those of the game's seed; only what players pick is made simpler. A tape is a list of numbers, one for
each pick: which option was taken, counted from 0. Where it has ended, the first option is taken.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from random import Random
from typing import Any

from pnp.core.codes import Code
from pnp.core.diagnostics import counted
from pnp.play.bundle import Broken, Failure, GameSetup
from pnp.play.driver import Chooser, Played, Watcher, bots_choose, by_seat, play, recorded_chooser
from pnp.play.program import Program
from pnp.play.table import PlayingCard, Seen, Table, frozen

REMEMBERED = 40
"""Views of the table that are kept to see whether they change: so many of a game, the latest."""


class Guard:
    """Raises Broken when the rules do what no rules may.

    Attributes:
        table: The table they play on.
        views: Whether to look through the players' eyes, too, which takes most of the time.
    """

    def __init__(self, table: Table, views: bool = True) -> None:
        self.table = table
        self.views = views
        self._cards: frozenset[PlayingCard] | None = None
        self._seen: list[tuple[Seen, Any]] = []

    def asked(self, asked: Any) -> None:
        """Somebody can act, every card lies in one place, and nobody sees too much."""
        _check_asked(asked, self.table)
        self._cards = _check_places(self.table, self._cards)
        if self.views:
            _check_views(self.table, asked, self._seen)

    def picked(self, asked: Any, picks: Any) -> None:
        """What is picked is among the options."""
        _check_picks(asked, picks)

    def ended(self, result: Any) -> None:
        """Every card still lies in one place, and what was seen has not changed."""
        _check_places(self.table, self._cards)
        _check_memory(self._seen)


def _fail(code: Code, what: str, why: str = "", fix: str = "") -> Broken:
    return Broken(Failure(code, what, why=why, fix=fix))


def _check_asked(asked: Any, table: Table) -> None:
    if isinstance(asked, list):
        if len(asked) != table.players:
            raise _fail(Code.RULES_YIELD, f"a yield gives options for {counted(len(asked), 'seat')} of {table.players}")
    elif not isinstance(asked, Mapping) or not asked:
        fix = "yield a list of options for each seat, or {seat: options}"
        raise _fail(Code.RULES_YIELD, f"a yield gives {_short(asked)}: nobody can act", fix=fix)
    for seat, options in by_seat(asked):
        if seat not in table.seats:
            raise _fail(Code.RULES_YIELD, f"a yield asks {_short(seat)}, which is no seat")
        if not isinstance(options, list | tuple) or not options:
            raise _fail(
                Code.RULES_YIELD, f"seat {seat + 1} has no options: {_short(options)}", "somebody must be stuck"
            )
        try:
            hash(tuple(options))
        except TypeError:
            fix = "an option is a card, a text, or a NamedTuple of such"
            raise _fail(Code.RULES_YIELD, f"seat {seat + 1} cannot pick from {_short(options)}", fix=fix) from None


def _check_places(table: Table, before: frozenset[PlayingCard] | None) -> frozenset[PlayingCard]:
    """Every card lies in one place, and is one of those the game began with."""
    for name in table.piles:
        value = getattr(table, name)
        if type(value) is not list:
            what = f"{name} is a pile, and {_short(value)} was put in its place"
            raise _fail(Code.RULES_CARDS, what, fix=f"table.{name}.clear() empties it")
    lying = table.cards()
    with suppress(TypeError):  # of what is no card
        if before is not None and len(before.intersection(lying)) == len(lying) == len(before):
            return before
    where: dict[PlayingCard, str] = {}
    for name, seat, cards in table.every_pile():
        pile = name if seat is None else f"{name}[{seat}]"
        for card in cards:
            if not isinstance(card, PlayingCard):
                raise _fail(Code.RULES_CARDS, f"{_short(card)} lies in {pile}, and is no card")
            if card in where:
                raise _fail(Code.RULES_CARDS, f"{card} lies in {where[card]} and in {pile}")
            where[card] = pile
    now = frozenset(where)
    if before is not None and now != before:
        lost = [card for deck in table.decks.values() for card in deck if card in before - now]
        new = [f"{card} in {where[card]}" for deck in table.decks.values() for card in deck if card in now - before]
        what = f"gone from the table: {_listed(lost)}" if lost else f"suddenly on the table: {_listed(new)}"
        raise _fail(Code.RULES_CARDS, what, "every card lies in exactly one pile from the first decision to the last")
    return now


def _check_views(table: Table, asked: Any, seen: list[tuple[Seen, Any]]) -> None:
    for seat, _ in by_seat(asked):
        view = table.seen_by(seat)
        with hidden_cards_swapped(table, seat):
            with_others = table.seen_by(seat)
        if view != with_others:
            names = [name for name in vars(view) if vars(view)[name] != vars(with_others).get(name)]
            what = f"seat {seat + 1} sees what is hidden, in {_listed(names)}"
            raise _fail(Code.RULES_VIEW, what, "a bot could play by what its player cannot know")
        seen.append((view, _memory(view)))
    if len(seen) > REMEMBERED:
        _check_memory(seen[:-REMEMBERED])
        del seen[:-REMEMBERED]


def _memory(view: Seen) -> Any:
    return frozen({name: value for name, value in vars(view).items() if name not in ("facts", "decks")})


def _check_memory(seen: list[tuple[Seen, Any]]) -> None:
    for view, then in seen:
        if _memory(view) != then:
            names = [name for name, value in _memory(view).items() if value != then[name]]
            what = f"what seat {view.seat + 1} had seen earlier has changed: {_listed(names)}"
            raise _fail(Code.RULES_VIEW, what, "a table seen earlier never changes")


@contextmanager
def hidden_cards_swapped(table: Table, seat: int) -> Iterator[None]:
    """The cards that a seat does not see lie in another order inside the block."""
    hidden = [cards for name, owner, cards in table.every_pile() if not table.piles[name].is_seen(seat, owner)]
    before = [list(cards) for cards in hidden]
    pool = [card for cards in hidden for card in cards]
    Random(len(pool)).shuffle(pool)
    try:
        for cards in hidden:
            cards[:] = [pool.pop() for _ in cards]
        yield
    finally:
        for cards, old in zip(hidden, before, strict=True):
            cards[:] = old


def _check_picks(asked: Any, picks: Any) -> None:
    for (seat, options), (chooser, pick) in zip(by_seat(asked), by_seat(picks), strict=True):
        if seat != chooser or pick not in options:
            known = counted(len(options), "option")
            what = f"the bot of seat {seat + 1} picks {_short(pick)}, which is none of its {known}"
            raise _fail(Code.BOTS_PICK, what, fix="return one of the options it is given")


def _listed(values: Any, most: int = 6) -> str:
    names = [str(value) for value in values]
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"


def is_steady(program: Program, setup: GameSetup) -> bool:
    """Whether a game played twice goes the same way; what players see of it is looked at when it is played for good."""
    logs = []
    for _ in range(2):
        played = play(program, setup, watch=lambda table: [Guard(table, views=False)])
        logs.append((played.log, played.end))
    return logs[0] == logs[1]


RecordedPicks = tuple[int, ...]
SECONDS = 4.0
"""The longest that shrinking may take; what has been found by then is good enough."""


def shrunk(program: Program, failure: Failure, seconds: float = SECONDS) -> Failure:
    """The failure with the shortest tape that was found, and the decision at which that game fails.

    Args:
        program: The game.
        failure: What has failed, and in which game; one that no tape repeats is returned as it is.
        seconds: When to stop.
    """
    setup = failure.setup
    if setup is None:
        return failure
    until = time.monotonic() + seconds
    recorded = _recorded(program, setup)
    found = _fails(program, setup, recorded, failure.code)
    if found is None:
        return failure

    def still(shorter: RecordedPicks) -> bool:
        nonlocal found
        if time.monotonic() > until:
            return False
        other = _fails(program, setup, shorter, failure.code)
        found = other or found
        return other is not None

    recorded = _without_tail(recorded, still)
    recorded = _without_chunks(recorded, still)
    recorded = _with_smaller(recorded, still)
    while recorded and recorded[-1] == 0:
        recorded = recorded[:-1]  # the first option is taken without being told
    return replace(found, picks=recorded)


def play_picks(
    program: Program, setup: GameSetup, recorded: Sequence[int], watch: Callable[[Table], Sequence[Watcher]]
) -> Played:
    """Play a game by a tape.

    Raises:
        Broken: It fails.
    """
    return play(program, setup, lambda table: recorded_chooser(recorded, program, setup, table), watch)


def _guard(table: Table) -> list[Guard]:
    return [Guard(table)]


def _recorded(program: Program, setup: GameSetup) -> RecordedPicks:
    """The tape of a game as its bots play it, up to where it fails."""
    recorded: list[int] = []

    def recording(table: Table) -> Chooser:
        choose = bots_choose(program, setup, table)

        def record(asked: Any) -> Any:
            picks = choose(asked)
            for (_, options), (_, pick) in zip(by_seat(asked), by_seat(picks), strict=True):
                recorded.append(next((n for n, option in enumerate(options) if option is pick or option == pick), 0))
            return picks

        return record

    with suppress(Broken):
        play(program, setup, recording, _guard)
    return tuple(recorded)


def _fails(program: Program, setup: GameSetup, recorded: RecordedPicks, code: Code) -> Failure | None:
    try:
        play_picks(program, setup, recorded, _guard)
    except Broken as broken:
        return broken.failure if broken.failure.code == code else None
    return None


def _without_tail(recorded: RecordedPicks, still: Callable[[RecordedPicks], bool]) -> RecordedPicks:
    """The shortest beginning of the tape that a search by halves finds."""
    low, high = 0, len(recorded)
    while low < high:
        middle = (low + high) // 2
        if still(recorded[:middle]):
            high = middle
        else:
            low = middle + 1
    return recorded[:high] if high < len(recorded) and still(recorded[:high]) else recorded


def _without_chunks(recorded: RecordedPicks, still: Callable[[RecordedPicks], bool]) -> RecordedPicks:
    """The tape without whatever stretches it can do without, long ones first."""
    size = len(recorded) // 2
    while size:
        start = 0
        while start < len(recorded):
            shorter = recorded[:start] + recorded[start + size :]
            if still(shorter):
                recorded = shorter
            else:
                start += size
        size //= 2
    return recorded


def _with_smaller(recorded: RecordedPicks, still: Callable[[RecordedPicks], bool]) -> RecordedPicks:
    """The tape with first options wherever they do."""
    for place in range(len(recorded)):
        if recorded[place]:
            simpler = (*recorded[:place], 0, *recorded[place + 1 :])
            if still(simpler):
                recorded = simpler
    return recorded
