"""A position of a game → the pick of a player who tries its options many times; no line of the designer is needed.

A playout plays the game again up to here from its picks, imagines the cards that the player cannot know, picks an
option, and plays on by bots. All options are tried with the same imagined cards and the same chance, so that their
difference is of the options and not of luck. They are sorted out by halves (sequential halving: Karnin, Koren and
Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", ICML 2013): the better half is tried twice as often. The
pick of the game's own bot stays to the end, and only an option that is clearly better takes its place: so a search is
hardly ever worse than the bot that it begins with (rollouts: Tesauro and Galperin, NeurIPS 1996).

If others who search are to pick at the same time, each would expect the others to play as bots do, and all would do
the same. So options are then picked as often as regret matching says (Hart and Mas-Colell, Econometrica 2000), which
lets them learn from each other; later averages count more, as in CFR+ (Tammelin 2014).

The budget is a number of playouts, not a time, so that a seed always gives the same game. Only the player's own next
pick is searched. For a game of bluffing, whose value lies in what others believe, this shows no more than whether the
bots of the game can be beaten.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil, log2, sqrt
from typing import Any, NamedTuple

from pnp.core.codes import Code
from pnp.play.bots import BotKind, BotSeat, ReplayPosition, is_search
from pnp.play.bundle import Failure, GameBroken
from pnp.play.cards import Exchange, PlayingCard, exchanged, shuffled
from pnp.play.choosers import bot_pick, random_stream, seen_pick
from pnp.play.clues import Policy
from pnp.play.driver import by_seat
from pnp.play.history import History
from pnp.play.imagining import Glance
from pnp.play.posterior import Deals
from pnp.play.program import Program
from pnp.play.table import End, Table

CLEARLY = 0.25
"""By how many standard errors an option must be better than the pick of the game's bot, for each round of sorting out:
the best of many seems better than it is."""

PROPOSALS = 1.0
"""How often cards change places in search of those that explain the picks of others, for each playout."""

TRIES = 4
"""Playouts of the budget for each option; of more options than that allows, some are left out by chance."""

LEAD = 0.1
"""What a lead in points is worth beside a win, for a lead as large as the largest score."""

RARE = 1 / 3
"""Options that regret matching picks less than this part as often as the best are left out."""

MAX_DECISIONS = 100_000
"""The decisions after which a playout is given up, for games without a bound of their own."""


def search_bot(playouts: int) -> BotKind:
    """Return the bot that tries so many playouts for each pick."""
    return BotKind(lambda seated: _Searcher(seated, playouts).pick)


class _Imagined(NamedTuple):
    """A game with imagined cards at the decision that is searched.

    Attributes:
        options: The options of each seat that is asked, with the imagined cards.
        is_list: Whether the rules take picks as a list.
    """

    table: Table
    rules: Any
    options: dict[int, list[Any]]
    is_list: bool
    random: Callable[[], float]


class _Searcher:
    """Picks for one seat."""

    def __init__(self, seated: BotSeat, playouts: int) -> None:
        self._seated = seated
        self._playouts = playouts
        self._seat = seated.seat
        self._program = seated.program
        self._line_up = seated.setup.line_up()
        self._policies = [_policy(seated.program, self._line_up, seat) for seat in seated.table.seats]

    def pick(self, options: Any) -> Any:
        """Return the option that does best."""
        if len(options) == 1:
            return options[0]
        if self._seated.position is None:
            what = "a searching bot plays whole games only"
            raise GameBroken(Failure(Code.BOTS_PICK, what, fix="use another bot here", seat=self._seat))
        decision = self._searched(self._seated.position, f"search:{self._seated.random()}")
        asked = self._imagined(decision, 0).options
        rivals = [seat for seat in asked if seat != self._seat and is_search(self._line_up[seat])]
        number = self._mixed(decision, len(options), rivals) if rivals else self._best(decision, options)
        return options[number]

    def _searched(self, position: ReplayPosition, key: str) -> _Searched:
        bots = {
            seat: policy
            for seat, policy in enumerate(self._policies)
            if seat != self._seat and _expected_name(self._program, self._line_up, seat) in self._program.bots
        }
        proposals = ceil(self._playouts * PROPOSALS)
        deals = Deals(self._program, position, self._seat, bots, proposals, random_stream(f"{key}:deals"))
        return _Searched(position, deals, key)

    # --- among bots: the best option

    def _best(self, decision: _Searched, options: Sequence[Any]) -> int:
        """Return the number of the option that does best, sorted out by halves."""
        usual = self._usual(options, random_stream(f"{decision.key}:usual"))
        arms = self._arms(options, usual, random_stream(f"{decision.key}:arms"))
        values: dict[int, dict[int, float]] = {arm: {} for arm in arms}
        rounds, spent, deal = max(1, ceil(log2(len(arms)))), 0, 0
        for number in range(rounds):
            for _ in range(max(1, int((self._playouts - spent) / (rounds - number) / len(arms)))):
                if spent and spent + len(arms) > self._playouts:
                    break
                for arm in arms:
                    if value := self._playout(decision, deal, {self._seat: arm}):
                        values[arm][deal] = value[self._seat]
                deal += 1
                spent += len(arms)
            arms.sort(key=lambda arm: (-_mean(values[arm]), arm != usual))
            if number < rounds - 1:
                arms = arms[: ceil(len(arms) / 2)] + [arm for arm in arms[ceil(len(arms) / 2) :] if arm == usual]
        best = arms[0]
        return best if usual is None or _is_better(values[best], values[usual], CLEARLY * rounds) else usual

    def _usual(self, options: Sequence[Any], random: Callable[[], float]) -> int | None:
        """Return the number of the option that the game's bot would pick; None without a bot."""
        name = _usual_name(self._program, self._seat)
        if name not in self._program.bots:
            return None
        picked = bot_pick(self._program, name, self._seated.table, self._seat, random)(options)
        return next((number for number, option in enumerate(options) if option is picked or option == picked), None)

    def _arms(self, options: Sequence[Any], usual: int | None, random: Callable[[], float]) -> list[int]:
        """Return the numbers of the options to try: one of equal cards of a hand, and only what the budget allows."""
        table = self._seated.table
        own = {
            card: name
            for name, owner, cards in table.every_pile()
            if owner == self._seat and table.piles[name].seen_by == "owner"
            for card in cards
        }
        arms: dict[Any, int] = {}
        for number in sorted(range(len(options)), key=lambda number: number != usual):
            option = options[number]
            is_own = isinstance(option, PlayingCard) and option in own
            arms.setdefault((own[option], option._face) if is_own else number, number)
        first, *others = arms.values()
        return [first, *shuffled(random, others)[: max(self._playouts // TRIES, 2) - 1]]

    # --- among others who search: how often to pick each option

    def _mixed(self, decision: _Searched, number: int, rivals: Sequence[int]) -> int:
        """Return the number of an option, each picked as often as regret matching says."""
        random = random_stream(f"{decision.key}:mixed")
        regrets: dict[int, dict[str, float]] = {seat: {} for seat in (self._seat, *rivals)}
        average, spent, deal = [0.0] * number, 0, 0
        while spent < self._playouts:
            options = self._imagined(decision, deal).options
            mixes = {seat: _mix(regrets[seat], options[seat]) for seat in regrets}
            picks = {seat: _drawn(mix, random) for seat, mix in mixes.items()}
            for seat, mix in mixes.items():
                values = [self._playout(decision, deal, {**picks, seat: arm}) for arm in range(len(mix))]
                spent += len(mix)
                own = [value[seat] if value else 0.0 for value in values]
                mean = sum(value * part for value, part in zip(own, mix, strict=True))
                for option, value in zip(options[seat], own, strict=True):
                    name = repr(option)
                    regrets[seat][name] = max(regrets[seat].get(name, 0.0) + value - mean, 0.0)
            deal += 1
            for arm, part in enumerate(_mix(regrets[self._seat], options[self._seat])):
                average[arm] += deal * part
        return _drawn([part if part >= RARE * max(average) else 0.0 for part in average], random)

    # --- playouts

    def _imagined(self, decision: _Searched, deal: int) -> _Imagined:
        """Return the game at the decision, with the cards of a deal where the seat cannot know them."""
        histories: list[History] = []

        def watch(table: Table) -> list[History]:
            histories.append(History(table).show_players())
            return histories

        table, rules, choices = decision.position(watch=watch) if self._program.reads_log else decision.position()
        before = {seat: list(options) for seat, options in by_seat(choices)}
        random = random_stream(f"{decision.key}:{deal}")
        cards: Exchange = decision.deals.lay(table, deal, random)
        for history in histories:
            history.exchange(cards)
        table.random = random
        options = {seat: [exchanged(option, cards) for option in own] for seat, own in before.items()}
        return _Imagined(table, rules, options, isinstance(choices, list), random)

    def _playout(self, decision: _Searched, deal: int, arms: Mapping[int, int]) -> list[float] | None:
        """Return what a game is worth to each seat after some options; None if the imagined game cannot be played.

        Args:
            decision: The decision.
            deal: The number of the imagined cards, and of the chance that follows.
            arms: The number of the option for each seat that does not pick by its policy.
        """
        table, rules, options, is_list, random = self._imagined(decision, deal)
        policies = self._policies
        try:
            picks = {
                seat: own[arms[seat]] if seat in arms else policies[seat](table, seat, own, random)
                for seat, own in options.items()
            }
            for _ in range(int(min(self._program.bundle.decisions[1], MAX_DECISIONS))):
                choices = rules.send(list(picks.values()) if is_list else picks)
                is_list = isinstance(choices, list)
                picks = {seat: policies[seat](table, seat, own, random) for seat, own in by_seat(choices)}
        except StopIteration as stop:
            return list(_values(stop.value, table.players)) if isinstance(stop.value, End) else None
        except Exception:
            return None
        return None


class _Searched(NamedTuple):
    """The decision that is searched.

    Attributes:
        position: Returns it again.
        deals: The cards that are imagined.
        key: Names its chance.
    """

    position: ReplayPosition
    deals: Deals
    key: str


def _values(end: End, players: int) -> Iterator[float]:
    """Yield what an end is worth to each seat: its part of the win, and a little for its lead in points."""
    scores = end.scores if end.winners and players > 1 else ()
    largest = max(map(abs, scores), default=0) or 1
    sign = -1 if scores and scores[end.winners[0]] < max(scores) else 1  # the lowest score wins
    for seat in range(players):
        won = 1 / len(end.winners) if seat in end.winners else 0.0
        others = [sign * score for other, score in enumerate(scores) if other != seat]
        lead = (sign * scores[seat] - max(others)) / largest if others else 0.0
        yield won + LEAD * max(-1.0, min(lead, 1.0))


def _usual_name(program: Program, seat: int) -> str:
    usual = program.bundle.usual
    return usual[seat % len(usual)]


def _expected_name(program: Program, line_up: Sequence[str], seat: int) -> str:
    """Return the bot that a seat is expected to play as: its own, or the usual one, for people and searchers."""
    return line_up[seat] if line_up[seat] in program.bots or line_up[seat] == "random" else _usual_name(program, seat)


def _policy(program: Program, line_up: Sequence[str], seat: int) -> Policy:
    """Return how a seat is expected to play: as its own bot, or as the game's usual ones, for people and searchers."""
    name = _expected_name(program, line_up, seat)
    if name not in program.bots:
        return lambda table, seat, options, random: options[int(random() * len(options))]
    bot = program.bots[name]
    return lambda table, seat, options, random: seen_pick(bot, table, seat, Glance(table, seat), options, random)


def _mean(values: Mapping[int, float]) -> float:
    return sum(values.values()) / len(values) if values else -2.0


def _is_better(values: Mapping[int, float], others: Mapping[int, float], errors: float) -> bool:
    """Return whether an option is better than another in the deals of both, by so many standard errors."""
    differences = [value - others[deal] for deal, value in values.items() if deal in others]
    number = len(differences)
    if number < 2:
        return len(values) > len(others)
    mean = sum(differences) / number
    squares = sum((difference - mean) ** 2 for difference in differences)
    return mean > errors * sqrt(squares / (number - 1) / number)


def _mix(regrets: Mapping[str, float], options: Sequence[Any]) -> list[float]:
    """Return how often to pick each option: as much as picking it always would have been better so far."""
    parts = [regrets.get(repr(option), 0.0) for option in options]
    total = sum(parts)
    return [part / total for part in parts] if total > 0 else [1 / len(parts)] * len(parts)


def _drawn(parts: Sequence[float], random: Callable[[], float]) -> int:
    """Return a number that is drawn as often as its part of the whole says."""
    point = random() * sum(parts)
    for number, part in enumerate(parts):
        point -= part
        if point < 0:
            return number
    return max(range(len(parts)), key=parts.__getitem__)
