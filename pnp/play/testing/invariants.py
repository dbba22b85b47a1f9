"""A Program and a GameSetup → failures of rules that break what holds in every game, each by the shortest game.

At each decision every card lies in exactly one place, a player can act, and options are valid; a view of the table that
a player has had never changes and never reveals hidden cards. A game goes the same way when it is played again.

A failing game is shortened by its recorded picks: a list of numbers, one for each pick, that count the options from 0.
After the end of the list the first option is picked. The shuffles stay those of the game's seed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from random import Random
from types import GeneratorType
from typing import Any

from pnp.core.codes import AnyCode, Code
from pnp.core.diagnostics import counted
from pnp.play.bots import bots_choose, recorded_chooser
from pnp.play.cards import PlayingCard, frozen
from pnp.play.decisions import Chooser, by_seat
from pnp.play.game_bundle import Failure, GameBroken, GameSetup
from pnp.play.game_code import Program
from pnp.play.game_loop import PlayedGame, Watcher, play
from pnp.play.table import Seen, Table

REMEMBERED = 40
"""The number of views of the table, the latest of a game, that are kept to check that they do not change."""


class Guard:
    """A watcher that raises GameBroken when the rules break what holds in every game.

    Attributes:
        table: The table they play on.
        views: Whether to check the players' views as well, which takes most of the time.
    """

    def __init__(self, table: Table, views: bool = True) -> None:
        self.table = table
        self.views = views
        self._cards: frozenset[PlayingCard] | None = None
        self._views: list[tuple[Seen, Any]] = []

    def on_choices(self, choices: Any) -> None:
        """Check that a player can act, every card lies in one place, and no player sees hidden cards."""
        check_choices(choices, self.table)
        self._cards = _check_places(self.table, self._cards)
        if self.views:
            _check_views(self.table, choices, self._views)

    def on_picks(self, choices: Any, picks: Any) -> None:
        """Check that each pick is among the options."""
        _check_picks(choices, picks)

    def on_end(self, result: Any) -> None:
        """Check that every card still lies in one place and no earlier view has changed."""
        _check_places(self.table, self._cards)
        _check_memory(self._views)


def _fail(code: Code, what: str, why: str = "", fix: str = "") -> GameBroken:
    return GameBroken(Failure(code, what, why=why, fix=fix))


BY_SEAT = "yield {seat: options}, or a list with the options of each seat"
"""What a decision must be."""


def check_choices(choices: Any, table: Table) -> None:
    """Raise GameBroken for options of a decision from which no player can pick."""
    if isinstance(choices, list):
        if choices and all(isinstance(entry, PlayingCard) for entry in choices):
            what = f"a yield gives a list of cards, {_short(choices)}, not the options of each seat"
            raise _fail(Code.RULES_YIELD, what, fix="for one seat, yield {seat: options}")
        if len(choices) != table.players:
            what = f"a yield gives options for {counted(len(choices), 'seat')} of {table.players}"
            raise _fail(Code.RULES_YIELD, what, fix="yield {seat: options} if only some of them decide")
    elif not isinstance(choices, Mapping) or not choices:
        if isinstance(choices, GeneratorType):
            what = f"a yield gives the generator {choices.__name__} itself, so it never asks"
            raise _fail(Code.RULES_YIELD, what, fix=f"write yield from {choices.__name__}(…), not yield")
        raise _fail(Code.RULES_YIELD, f"a yield gives {_short(choices)}, so no seat can act", fix=BY_SEAT)
    for seat, options in by_seat(choices):
        if seat not in table.seats:
            why = f"seats are counted from 0 to {table.players - 1}"
            raise _fail(Code.RULES_YIELD, f"a yield asks {_short(seat)}, which is not a seat", why)
        if not isinstance(options, list | tuple | range) or hasattr(options, "_fields"):
            kind = "one card" if isinstance(options, PlayingCard) else f"a {type(options).__name__}"
            what = f"the options of seat {seat + 1} are {kind}: {_short(options)}"
            fix = "yield {seat: list(…)} in a fixed order" if isinstance(options, set) else BY_SEAT
            raise _fail(Code.RULES_YIELD, what, "bots, seeds and replays depend on the order of options", fix)
        if not options:
            fix = 'ask only seats that can act, or give an option such as "pass"'
            raise _fail(Code.RULES_YIELD, f"seat {seat + 1} has no options: {_short(options)}", "it cannot act", fix)
        try:
            hash(tuple(options))
        except TypeError:
            fix = "an option is a card, a text, a number, or a tuple of such"
            raise _fail(Code.RULES_YIELD, f"seat {seat + 1} cannot pick from {_short(options)}", fix=fix) from None


def _check_places(table: Table, before: frozenset[PlayingCard] | None) -> frozenset[PlayingCard]:
    """Check that every card lies in one place and is one that the game began with; return the cards."""
    for name in table.piles:
        value = getattr(table, name)
        if type(value) is not list:
            what = f"{name} is a pile, but was replaced by {_short(value)}"
            raise _fail(Code.RULES_CARDS, what, fix=f"table.{name}.clear() empties it")
    cards_now = table.cards()
    with suppress(TypeError):  # a value that is not a card may have no hash
        if before is not None and len(before.intersection(cards_now)) == len(cards_now) == len(before):
            return before
    where: dict[PlayingCard, str] = {}
    for name, seat, cards in table.every_pile():
        pile = name if seat is None else f"{name}[{seat}]"
        for card in cards:
            if not isinstance(card, PlayingCard):
                raise _fail(Code.RULES_CARDS, f"{_short(card)} lies in {pile}, but is not a card")
            if card in where:
                fix = "take(pile, 3) and move(card, pile, onto) take cards out of their pile; pile[:3] copies them"
                raise _fail(Code.RULES_CARDS, f"{card} lies in {where[card]} and in {pile}", fix=fix)
            where[card] = pile
    now = frozenset(where)
    if before is not None and now != before:
        lost = [card for deck in table.decks.values() for card in deck if card in before - now]
        new = [f"{card} in {where[card]}" for deck in table.decks.values() for card in deck if card in now - before]
        what = f"gone from the table: {_listed(lost)}" if lost else f"suddenly on the table: {_listed(new)}"
        why = "every card lies in exactly one pile from the first decision to the last"
        raise _fail(Code.RULES_CARDS, what, why, "write move(card, pile, onto): it takes the card out and lays it down")
    return now


def _check_views(table: Table, choices: Any, views: list[tuple[Seen, Any]]) -> None:
    for seat, _ in by_seat(choices):
        view = table.seen_by(seat)
        with hidden_cards_swapped(table, seat):
            swapped = table.seen_by(seat)
        if view != swapped:
            names = [name for name in vars(view) if vars(view)[name] != vars(swapped).get(name)]
            what = f"seat {seat + 1} sees what is hidden, in {_listed(names)}"
            raise _fail(Code.RULES_VIEW, what, "a bot could use what its player cannot know")
        views.append((view, _memory(view)))
    if len(views) > REMEMBERED:
        _check_memory(views[:-REMEMBERED])
        del views[:-REMEMBERED]


def _memory(view: Seen) -> Any:
    return frozen({name: value for name, value in vars(view).items() if name not in ("facts", "decks")})


def _check_memory(views: list[tuple[Seen, Any]]) -> None:
    for view, then in views:
        if _memory(view) != then:
            names = [name for name, value in _memory(view).items() if value != then[name]]
            what = f"an earlier view of seat {view.seat + 1} has changed: {_listed(names)}"
            raise _fail(Code.RULES_VIEW, what, "a view must never change afterwards")


@contextmanager
def hidden_cards_swapped(table: Table, seat: int) -> Iterator[None]:
    """Shuffle the cards that a seat does not see, for the block."""
    hidden = [
        (cards, place)
        for name, owner, cards in table.every_pile()
        for place, card in enumerate(cards)
        if not table.sees(seat, card, name, owner)
    ]
    before = [cards[place] for cards, place in hidden]
    pool = list(before)
    Random(len(pool)).shuffle(pool)
    try:
        for (cards, place), card in zip(hidden, pool, strict=True):
            cards[place] = card
        yield
    finally:
        for (cards, place), card in zip(hidden, before, strict=True):
            cards[place] = card


def _check_picks(choices: Any, picks: Any) -> None:
    for (seat, options), (chooser, pick) in zip(by_seat(choices), by_seat(picks), strict=True):
        if seat != chooser or pick not in options:
            count = counted(len(options), "option")
            what = f"the bot of seat {seat + 1} picks {_short(pick)}, which is none of its {count}"
            fix = "return one of the options it is given"
            raise GameBroken(Failure(Code.BOTS_PICK, what, fix=fix, seat=seat))


def _listed(values: Any, most: int = 6) -> str:
    names = [str(value) for value in values]
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"


OTHER_GAMES = 2
"""How many other games are played before a game is repeated: values that the rules keep between games then show."""


def is_repeatable(program: Program, setup: GameSetup) -> bool:
    """Return whether a game goes the same way again after others; views are not checked here."""

    def went() -> tuple[Any, Any]:
        played = play(program, setup, watch=lambda table: [Guard(table, views=False)])
        return played.log, played.end

    first = went()
    for number in range(OTHER_GAMES):
        play(program, replace(setup, seed=f"{setup.seed}:other:{number}"))
    return went() == first


RecordedPicks = tuple[int, ...]
SECONDS = 4.0
"""The longest that shrinking may take, in seconds; the shortest game found by then is used."""


def shortest_failure(program: Program, failure: Failure, seconds: float = SECONDS) -> Failure:
    """Return the failure with the shortest recorded picks that were found, and the decision at which that game fails.

    Args:
        program: The game.
        failure: The failure and its game; one that recorded picks do not repeat is returned as it is.
        seconds: When to stop.
    """
    setup = failure.setup
    if setup is None:
        return failure
    until = time.monotonic() + seconds
    recorded = _recorded(program, setup)
    latest = _fails(program, setup, recorded, failure.code)
    if latest is None:
        return failure

    def still_fails(shorter: RecordedPicks) -> bool:
        nonlocal latest
        if time.monotonic() > until:
            return False
        repeated = _fails(program, setup, shorter, failure.code)
        latest = repeated or latest
        return repeated is not None

    recorded = _without_tail(recorded, still_fails)
    recorded = _without_chunks(recorded, still_fails)
    recorded = _with_smaller(recorded, still_fails)
    while recorded and recorded[-1] == 0:
        recorded = recorded[:-1]  # after the end of the record the first option is picked anyway
    return replace(latest, picks=recorded)


def play_picks(
    program: Program, setup: GameSetup, recorded: Sequence[int], watch: Callable[[Table], Sequence[Watcher]]
) -> PlayedGame:
    """Play a game by recorded picks.

    Raises:
        GameBroken: It fails.
    """
    return play(program, setup, lambda table: recorded_chooser(recorded, program, setup, table), watch)


def _guard(table: Table) -> list[Guard]:
    return [Guard(table)]


def _recorded(program: Program, setup: GameSetup) -> RecordedPicks:
    """Return the picks of a game as its bots play it, up to its failure."""
    recorded: list[int] = []

    def recording(table: Table) -> Chooser:
        choose = bots_choose(program, setup, table)

        def record(choices: Any) -> Any:
            picks = choose(choices)
            for (_, options), (_, pick) in zip(by_seat(choices), by_seat(picks), strict=True):
                recorded.append(next((n for n, option in enumerate(options) if option is pick or option == pick), 0))
            return picks

        return record

    with suppress(GameBroken):
        play(program, setup, recording, _guard)
    return tuple(recorded)


def _fails(program: Program, setup: GameSetup, recorded: RecordedPicks, code: AnyCode) -> Failure | None:
    try:
        play_picks(program, setup, recorded, _guard)
    except GameBroken as broken:
        return broken.failure if broken.failure.code == code else None
    return None


def _without_tail(recorded: RecordedPicks, still_fails: Callable[[RecordedPicks], bool]) -> RecordedPicks:
    """Return the shortest beginning of the recorded picks that a search by halves finds."""
    low, high = 0, len(recorded)
    while low < high:
        middle = (low + high) // 2
        if still_fails(recorded[:middle]):
            high = middle
        else:
            low = middle + 1
    return recorded[:high] if high < len(recorded) and still_fails(recorded[:high]) else recorded


def _without_chunks(recorded: RecordedPicks, still_fails: Callable[[RecordedPicks], bool]) -> RecordedPicks:
    """Return the recorded picks without stretches that the failure does not need; long ones are tried first."""
    size = len(recorded) // 2
    while size:
        start = 0
        while start < len(recorded):
            shorter = recorded[:start] + recorded[start + size :]
            if still_fails(shorter):
                recorded = shorter
            else:
                start += size
        size //= 2
    return recorded


def _with_smaller(recorded: RecordedPicks, still_fails: Callable[[RecordedPicks], bool]) -> RecordedPicks:
    """Return the recorded picks with first options wherever the failure remains."""
    for place in range(len(recorded)):
        if recorded[place]:
            simpler = (*recorded[:place], 0, *recorded[place + 1 :])
            if still_fails(simpler):
                recorded = simpler
    return recorded
