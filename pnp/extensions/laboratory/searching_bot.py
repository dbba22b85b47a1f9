"""A position of a game → the pick of a player who tries its options many times; no line of the designer is needed.

A playout replays the game up to here from its picks, imagines the cards that the player cannot know, picks an
option, and plays on by bots. All options are tried with the same imagined cards and the same chance, so that they
differ by merit and not by luck. The worse half is dropped each time (sequential halving: Karnin, Koren and Somekh,
"Almost Optimal Exploration in Multi-Armed Bandits", ICML 2013), and the rest is tried twice as often. The pick
of the game's own bot stays to the end, and only an option that is clearly better takes its place: so a search is hardly
ever worse than the bot that it begins with (rollouts: Tesauro and Galperin, NeurIPS 1996).

If others who search are to pick at the same time, each would expect the others to play as bots do, and all would do
the same. So the playouts estimate the payoff matrix: what each option is worth against picks of the others, with the
same cards and chance for all options. It is solved by regret matching (Hart and Mas-Colell, Econometrica 2000), which
costs no playout; later steps count more, as in CFR+ (Tammelin 2014). Here, too, the bot's pick stays unless the
solution is clearly better.

The budget is a number of playouts, not a time, so that a seed always gives the same game. Only the player's own next
pick is searched, but in duels for points without a bot, as poker, where later picks are learned, too. For a game of
bluffing, whose value lies in what others believe, this shows no more than whether the bots of the game can be beaten.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil, isfinite, log2, sqrt
from random import Random
from typing import Any, NamedTuple

from pnp.core.codes import Code
from pnp.extensions.laboratory.declarations import Policy
from pnp.extensions.laboratory.imagining import Glance, all_lists
from pnp.extensions.laboratory.learned_picks import LearnedPicks
from pnp.extensions.laboratory.posterior import Deals
from pnp.play.bots import BotKind, BotSeat, ReplayPosition, SizedBot, bot_pick, is_search, seen_pick
from pnp.play.cards import Exchange, PlayingCard, exchanged, shuffled
from pnp.play.decisions import by_seat, random_stream
from pnp.play.game_bundle import Failure, GameBroken
from pnp.play.game_code import Program
from pnp.play.history import History, Step
from pnp.play.table import End, Table

CLEARLY = 0.25
"""An option replaces the pick of the game's bot only if it is better by this many standard errors for each halving, as
the best of many seems better than it is."""

PROPOSALS = 1.0
"""How many exchanges of cards are tried per playout, to find deals that explain the picks of others."""

TRIES = 4
"""The least playouts for each option; if there are too many options for the budget, random ones are left out."""

LEAD = 0.1
"""A lead as large as the largest score counts as this part of a win."""

RARE = 1 / 3
"""Options that regret matching picks less than this part as often as the best are left out."""

AS_BOT = 0.5
"""How often a rival who searches is expected to pick as its bot does, as the pick of the bot often stays."""

SURELY = 2.0
"""A solution must beat the pick of the game's bot by this many standard errors: it fits its own playouts."""

STEPS = 200
"""The steps of regret matching."""

MAX_DECISIONS = 100_000
"""The decisions after which a playout is given up, for games without a bound of their own."""


def search_bot(playouts: int) -> BotKind:
    """Return the bot that tries so many playouts for each pick."""
    return BotKind(lambda seated: _Searcher(seated, playouts).pick)


_IN_PAGES = ("declarations", "imagining", "learned_picks", "posterior", "searching_bot")
"""The modules of the laboratory with which a page plays."""

SEARCH = SizedBot(
    search_bot,
    (
        "extensions/__init__.py",
        *(f"extensions/laboratory/{name}" for name in ("__init__.py", "entry_points.txt")),
        *(f"extensions/laboratory/{name}.py" for name in _IN_PAGES),
    ),
)


class _Imagined(NamedTuple):
    """A game with imagined cards at the decision that is searched.

    Attributes:
        choices: What the rules ask, with the true cards.
        options: The options of each seat that is asked, with the imagined cards.
        history: What has happened; None if no bot reads it.
    """

    table: Table
    rules: Any
    choices: Any
    options: dict[int, list[Any]]
    history: History | None
    random: Callable[[], float]


class _Searcher:
    """Picks for one seat."""

    def __init__(self, seated: BotSeat, playouts: int) -> None:
        self._seated = seated
        self._playouts = playouts
        self._seat = seated.seat
        self._won = Counter[int]()  # playouts that were won, by the option that began them
        self._program = seated.program
        self._line_up = seated.setup.line_up()
        self._policies = [_policy(seated.program, self._line_up, seat) for seat in seated.table.seats]
        self._stake = _stake(seated.program, seated.setup.players)
        self._learners = [seat for seat in seated.table.seats if self._is_learning(seat)]

    def pick(self, options: Any) -> Any:
        """Return the best option."""
        if len(options) == 1:
            return options[0]
        if self._seated.position is None:
            what = "a searching bot plays whole games only"
            raise GameBroken(Failure(Code.BOTS_PICK, what, fix="use another bot here", seat=self._seat))
        decision = self._searched(self._seated.position, f"search:{self._seated.random()}")
        asked = self._imagined(decision, 0).options
        rivals = [seat for seat in asked if seat != self._seat and is_search(self._line_up[seat])]
        number = self._mixed(decision, options, rivals) if rivals else self._best(decision, options)
        return options[number]

    def _is_learning(self, seat: int) -> bool:
        """Return whether later picks are learned: those of its own seat, of people and searchers, without a bot."""
        name = _expected_name(self._program, self._line_up, seat)
        is_random = seat != self._seat and self._line_up[seat] == "random"
        return bool(self._stake) and name not in self._program.bots and not is_random

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
        """Return the number of the best option, by sequential halving."""
        usual = self._usual(options, random_stream(f"{decision.key}:usual"))
        arms = self._arms(options, usual, random_stream(f"{decision.key}:arms"))
        values: dict[int, dict[int, float]] = {arm: {} for arm in arms}
        self._won.clear()
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
        self._seated.tried.extend(
            (arm, len(found), self._won[arm] / len(found)) for arm, found in values.items() if found
        )
        return best if usual is None or _is_better(values[best], values[usual], CLEARLY * rounds) else usual

    def _usual(self, options: Sequence[Any], random: Callable[[], float]) -> int | None:
        """Return the number of the option that the game's bot would pick; None without a bot."""
        name = _usual_name(self._program, self._seat)
        if name not in self._program.bots:
            return None
        picked = bot_pick(self._program, name, self._seated.table, self._seat, random)(options)
        return next((number for number, option in enumerate(options) if option is picked or option == picked), None)

    def _arms(self, options: Sequence[Any], usual: int | None, random: Callable[[], float]) -> list[int]:
        """Return the numbers of the options to try: one of equal cards, and not more than the budget allows."""
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

    def _mixed(self, decision: _Searched, options: Sequence[Any], rivals: Sequence[int]) -> int:
        """Return the number of an option, drawn by the solution of the matrix, or that of the game's bot."""
        usual = self._usual(options, random_stream(f"{decision.key}:usual"))
        arms = self._arms(options, usual, random_stream(f"{decision.key}:arms"))
        random = random_stream(f"{decision.key}:mixed")
        rows = [
            row
            for deal in range(max(2, self._playouts // len(arms)))
            if (row := self._row(decision, deal, arms, rivals, random))
        ]
        if not rows:
            return arms[0] if usual is None else usual
        mix, weights = solved(rows, self._seat, rivals, len(arms))
        if usual is not None:
            gains = [
                sum(part * (value[self._seat] - row.values[arms.index(usual)][self._seat])
                    for part, value in zip(mix, row.values, strict=True))
                for row in rows
            ]  # fmt: skip
            if not _is_gain(gains, weights):
                return usual
        return arms[_drawn([part if part >= RARE * max(mix) else 0.0 for part in mix], random)]

    def _row(
        self, decision: _Searched, deal: int, arms: Sequence[int], rivals: Sequence[int], random: Callable[[], float]
    ) -> _Row | None:
        """Return what each option is worth with the cards of a deal and some picks of the rivals; None if it fails."""
        table, _, _, options, _, chance = self._imagined(decision, deal)
        names, numbers, usual, picks = {}, {}, {}, {}
        for seat in rivals:
            own = options[seat]
            try:
                expected = self._policies[seat](table, seat, own, chance)
            except Exception:
                return None
            usual[seat] = next((at for at, option in enumerate(own) if option is expected or option == expected), 0)
            numbers[seat] = usual[seat] if random() < AS_BOT else int(random() * len(own))
            names[seat] = tuple(map(repr, own))
            picks[seat] = numbers[seat]
        values = [self._playout(decision, deal, {**picks, self._seat: arm}) for arm in arms]
        return _Row(names, numbers, usual, [value for value in values if value]) if all(values) else None

    # --- playouts

    def _imagined(self, decision: _Searched, deal: int) -> _Imagined:
        """Return the game at the decision, with the cards of a deal where the seat cannot know them."""
        table, rules, choices = decision.position()
        before = [(seat, list(options)) for seat, options in by_seat(choices)]  # options may be the piles themselves
        stream = decision.stream
        if (laid := decision.laid.get(deal)) is None or self._program.imagine is not None:  # which may set values, too
            stream.seed(f"{decision.key}:{deal}")
            cards: Exchange = decision.deals.lay(table, deal, stream.random)
        if laid is None:
            options = {seat: [exchanged(option, cards) for option in own] for seat, own in before}
            steps = [step.exchanged(cards) for step in decision.deals.steps] if self._program.reads_log else []
            laid = _Laid([list(cards) for cards in all_lists(table)], options, steps, stream.getstate())
            decision.laid.clear()
            decision.laid[deal] = laid
        elif self._program.imagine is None:
            for each, cards_of_each in zip(all_lists(table), laid.lists, strict=True):
                each[:] = cards_of_each
            stream.setstate(laid.chance)
        table.random = stream.random
        history = None
        if self._program.reads_log:
            history = History(table, laid.steps).show_players()
            history.on_question(choices)
        options = {seat: list(own) for seat, own in laid.options.items()}
        return _Imagined(table, rules, choices, options, history, stream.random)

    def _playout(self, decision: _Searched, deal: int, arms: Mapping[int, int]) -> list[float] | None:
        """Return what a game is worth to each seat after some options; None if the imagined game cannot be played.

        Args:
            decision: The decision.
            deal: The number of the imagined cards, and of the chance that follows.
            arms: The number of the option for each seat that does not pick by its policy.
        """
        table, rules, choices, options, history, random = self._imagined(decision, deal)
        policies, learned = list(self._policies), decision.learned
        learned.begin()
        for seat in self._learners if decision.is_for_points else ():
            policies[seat] = learned.policy(policies[seat])
        try:
            picks = {
                seat: own[arms[seat]] if seat in arms else policies[seat](table, seat, own, random)
                for seat, own in options.items()
            }
            for _ in range(int(min(self._program.bundle.decisions[1], MAX_DECISIONS))):
                sent = list(picks.values()) if isinstance(choices, list) else picks
                if history is not None:
                    history.on_picks(choices, sent)
                choices = rules.send(sent)
                if history is not None:
                    history.on_choices(choices)
                picks = {seat: policies[seat](table, seat, own, random) for seat, own in by_seat(choices)}
        except StopIteration as stop:
            if not isinstance(stop.value, End):
                return None
            decision.is_for_points &= bool(self._stake) and _is_for_points(stop.value)
            values = list(_values(stop.value, table.players, self._stake if decision.is_for_points else 0))
            learned.end(values)
            self._won[arms[self._seat]] += self._seat in stop.value.winners
            return values
        except Exception:
            return None
        return None


class _Laid(NamedTuple):
    """The imagined cards of a deal, which all options meet.

    Attributes:
        lists: The cards of each pile, and of each list that the rules keep.
        options: The options of each seat that is asked.
        steps: What has happened so far.
        chance: The state of the random numbers that follow.
    """

    lists: list[list[PlayingCard]]
    options: dict[int, list[Any]]
    steps: list[Step]
    chance: Any


class _Searched:
    """The decision that is searched.

    Attributes:
        position: Rebuilds the position at the decision.
        deals: The cards that are imagined.
        key: The seed of its random numbers.
        stream: The random numbers of the playout.
        laid: The latest deal, by its number.
        learned: What later picks have been worth.
        is_for_points: Whether it is a duel, and the scores of all ends so far have added up to 0.
    """

    def __init__(self, position: ReplayPosition, deals: Deals, key: str) -> None:
        self.position, self.deals, self.key = position, deals, key
        self.stream = Random()
        self.laid: dict[int, _Laid] = {}
        self.learned = LearnedPicks()
        self.is_for_points = True


def _stake(program: Program, players: int) -> float:
    """Return the largest score of a duel whose scores may add up to 0, as in poker; else 0."""
    least, most = program.bundle.scores or (0, 0)
    return most if players == 2 and least == -most and isfinite(most) else 0


def _is_for_points(end: End) -> bool:
    """Return whether the scores of an end add up to 0, and the best one wins."""
    scores, winners = end.scores, end.winners
    return bool(scores and winners) and not sum(scores) and scores[winners[0]] == max(scores)


def _values(end: End, players: int, stake: float = 0) -> Iterator[float]:
    """Yield what an end is worth to each seat: its part of the win, and a little for its lead in points.

    With a stake it is the points alone.
    """
    if stake:
        yield from [0.5 + score / stake / 2 for score in end.scores]
        return
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


class _Row(NamedTuple):
    """A row of the payoff matrix: imagined cards, and some picks of the rivals in them.

    Attributes:
        names: The options of each rival with these cards.
        picks: The numbers of those that are picked.
        usual: The numbers of those that the rivals' bots would pick.
        values: What each of the searcher's options is worth to each seat.
    """

    names: Mapping[int, tuple[str, ...]]
    picks: Mapping[int, int]
    usual: Mapping[int, int]
    values: Sequence[Sequence[float]]

    def weight(self, mixes: Mapping[int, Sequence[float]], without: int = -1) -> float:
        """Return how much more often rivals pick this than it was drawn (importance weight)."""
        weight = 1.0
        for seat, mix in mixes.items():
            if seat != without:
                pick, drawn = self.picks[seat], (1 - AS_BOT) / len(mix)
                played = (1 - AS_BOT) * mix[pick]
                if pick == self.usual[seat]:
                    drawn, played = drawn + AS_BOT, played + AS_BOT
                weight *= played / drawn
        return weight


def solved(rows: Sequence[_Row], seat: int, rivals: Sequence[int], number: int) -> tuple[list[float], list[float]]:
    """Solve an averaged payoff matrix by regret matching.

    A rival knows its own hand: it has a mix of its own for each row's cards, and what an option is worth to it is the
    mean over all rows in which it picks that option. Half of the time it picks as its bot does.

    Returns:
        How often to pick each of the seat's options, and the weight of each row against such rivals.
    """
    regrets = [0.0] * number
    others = [{rival: [0.0] * len(row.names[rival]) for rival in rivals} for row in rows]
    average, weights = [0.0] * number, [1.0] * len(rows)
    for step in range(1, STEPS + 1):
        mix = _mix(regrets)
        mixes = [{rival: _mix(own) for rival, own in row.items()} for row in others]
        weights = [row.weight(own) for row, own in zip(rows, mixes, strict=True)]
        total = sum(weights) or 1.0
        worth = [
            sum(weight * row.values[arm][seat] for weight, row in zip(weights, rows, strict=True)) / total
            for arm in range(number)
        ]
        _regret(regrets, mix, worth)
        for rival in rivals:
            known: dict[str, list[float]] = {}
            whole = [0.0, 0.0]
            for row, own in zip(rows, mixes, strict=True):
                weight = row.weight(own, rival)
                value = sum(part * values[rival] for part, values in zip(mix, row.values, strict=True))
                for sums in (whole, known.setdefault(row.names[rival][row.picks[rival]], [0.0, 0.0])):
                    sums[0] += weight * value
                    sums[1] += weight
            mean = whole[0] / whole[1] if whole[1] else 0.0
            for row, own, rest in zip(rows, mixes, others, strict=True):
                pairs = [known.get(name, (0.0, 0.0)) for name in row.names[rival]]
                _regret(rest[rival], own[rival], [(sums + mean) / (weight + 1) for sums, weight in pairs])
        for arm, part in enumerate(mix):
            average[arm] += step * part
    whole_mix = sum(average)
    return [part / whole_mix for part in average], weights


def _regret(regrets: list[float], mix: Sequence[float], worth: Sequence[float]) -> None:
    """Add how much better each option would have been than the mix; negative sums become 0 (CFR+)."""
    mean = sum(part * value for part, value in zip(mix, worth, strict=True))
    regrets[:] = [max(regret + value - mean, 0.0) for regret, value in zip(regrets, worth, strict=True)]


def _mix(regrets: Sequence[float]) -> list[float]:
    """Return how often to pick each option: in proportion to its regret so far."""
    total = sum(regrets)
    return [regret / total for regret in regrets] if total > 0 else [1 / len(regrets)] * len(regrets)


def _is_gain(gains: Sequence[float], weights: Sequence[float]) -> bool:
    """Return whether the mean of weighted gains is clearly above zero."""
    total = sum(weights)
    if total <= 0:
        return False
    mean = sum(weight * gain for weight, gain in zip(weights, gains, strict=True)) / total
    squares = sum((weight * (gain - mean)) ** 2 for weight, gain in zip(weights, gains, strict=True))
    return mean > SURELY * sqrt(squares) / total


def _drawn(parts: Sequence[float], random: Callable[[], float]) -> int:
    """Return a number drawn with a probability in proportion to its part."""
    point = random() * sum(parts)
    for number, part in enumerate(parts):
        point -= part
        if point < 0:
            return number
    return max(range(len(parts)), key=parts.__getitem__)
