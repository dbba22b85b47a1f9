"""A position of a game → the pick of a player who tries each option many times; no line of the designer is needed.

A playout plays the game again up to here from its picks, imagines the cards that the player cannot know, and plays on
by the game's usual bots. Options are tried as UCB1 says (Auer, Cesa-Bianchi and Fischer, 2002), and the one that was
tried most is picked. The budget is a number of playouts, not a time, so that a seed always gives the same game.

Only the player's own next pick is searched; for a game of bluffing, whose value lies in what others believe, it takes
many playouts, and shows no more than whether the bots of the game can be beaten. All others are taken for these bots:
two players who search misjudge each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log, sqrt
from typing import Any

from pnp.core.codes import Code
from pnp.play.bots import BotKind, BotSeat, ReplayPosition
from pnp.play.bundle import Failure, GameBroken
from pnp.play.cards import PlayingCard, shuffled
from pnp.play.choosers import bot_pick, random_stream
from pnp.play.driver import by_seat
from pnp.play.history import History
from pnp.play.program import Program
from pnp.play.table import End, Table

EXPLORATION = 0.7
"""How much UCB1 explores, for values from 0 to 1; its authors' √2 is for the worst case."""

MAX_FAILED = 3
"""Playouts that may fail for one that succeeds: imagined cards may lead rules into a corner that the game never has."""


def search_bot(playouts: int) -> BotKind:
    """Return the bot that tries so many playouts for each pick."""
    return BotKind(lambda seated: _Searcher(seated, playouts).pick)


class _Searcher:
    """Picks for one seat."""

    def __init__(self, seated: BotSeat, playouts: int) -> None:
        self._seated = seated
        self._playouts = playouts
        self._seat = seated.seat

    def pick(self, options: Any) -> Any:
        """Return the option that was tried most."""
        if len(options) == 1:
            return options[0]
        position = self._seated.position
        if position is None:
            what = "a searching bot plays whole games only"
            raise GameBroken(Failure(Code.BOTS_PICK, what, fix="use another bot here", seat=self._seat))
        random = random_stream(f"search:{self._seated.random()}")
        known = known_cards(position, self._seat)
        tried, won = [0] * len(options), [0.0] * len(options)
        arms = shuffled(random, range(len(options)))
        failed = total = 0
        while total < self._playouts and failed < MAX_FAILED * self._playouts:
            arm = next((arm for arm in arms if not tried[arm]), None)
            if arm is None:
                arm = max(arms, key=lambda each: _upper_bound(won[each], tried[each], total))
            share = self._playout(position, arm, known, random)
            if share is None:
                failed += 1
                if failed > len(options) and not tried[arm]:
                    arms = [each for each in arms if each != arm] or arms
                continue
            tried[arm] += 1
            won[arm] += share
            total += 1
        best = max(arms, key=lambda each: (tried[each], won[each] / max(tried[each], 1)))
        return options[best]

    def _playout(
        self, position: ReplayPosition, arm: int, known: frozenset[PlayingCard], random: Callable[[], float]
    ) -> float | None:
        """Return the part of a win that an option leads to; None if the imagined game cannot be played."""
        program, seat = self._seated.program, self._seat
        table, rules, choices = position()
        mine = dict(by_seat(choices))[seat][arm]
        imagine(program, table, seat, known, random)
        table.random = random
        name = next(iter(program.bundle.usual))
        policy = _policy(program, name)
        try:
            picks: Any = {}
            for other, options in by_seat(choices):
                picks[other] = mine if other == seat else policy(table, other, _possible(table, other, options), random)
            for _ in range(int(min(program.bundle.decisions[1], 100_000))):
                choices = rules.send(list(picks.values()) if isinstance(choices, list) else picks)
                picks = {other: policy(table, other, options, random) for other, options in by_seat(choices)}
        except StopIteration as stop:
            if isinstance(stop.value, End):
                return 1 / len(stop.value.winners) if seat in stop.value.winners else 0.0
        except Exception:
            return None
        return None


def _upper_bound(won: float, tried: int, total: int) -> float:
    return won / tried + EXPLORATION * sqrt(log(total) / tried)


Policy = Callable[[Table, int, Sequence[Any], Callable[[], float]], Any]
"""Picks for any seat of an imagined game."""


def _policy(program: Program, name: str) -> Policy:
    if name in program.bots:
        return lambda table, seat, options, random: bot_pick(program, name, table, seat, random)(options)
    return lambda table, seat, options, random: options[int(random() * len(options))]


def _possible(table: Table, seat: int, options: Sequence[Any]) -> Sequence[Any]:
    """Return the options of another seat whose cards lie where that seat could pick them, after imagining."""
    own = {card for name, owner, cards in table.every_pile() if owner in (seat, None) for card in cards}
    possible = [
        option
        for option in options
        if all(
            not isinstance(part, PlayingCard) or part in own
            for part in (option if isinstance(option, tuple) else (option,))
        )
    ]
    return possible or options


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
    for step in histories[0].steps:
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
) -> None:
    """Lay the cards that a seat cannot know otherwise: those of a deck change places among themselves.

    A function ``imagine(table, seat, random)`` of bots.py does it instead, where the game knows more of them.
    """
    if program.imagine is not None:
        program.imagine(table, seat, random)
        return
    hidden: dict[str, list[tuple[list[PlayingCard], int]]] = {}
    for name, owner, cards in table.every_pile():
        for place, card in enumerate(cards):
            if card not in known and not table.sees(seat, card, name, owner):
                hidden.setdefault(card._face[0], []).append((cards, place))
    for places in hidden.values():
        order = shuffled(random, [cards[place] for cards, place in places])
        for (cards, place), card in zip(places, order, strict=True):
            cards[place] = card
