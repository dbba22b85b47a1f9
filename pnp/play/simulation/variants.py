"""Two variants of a game, played from the same seeds → what differs, with intervals: a VariantReport.

Each game is played in both variants, and what it has in one is taken from what it has in the other, so that chance that
both share cancels out. Where variants draw other numbers, games part, and a pair is as good as two games.
"""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import asdict, dataclass, field
from functools import partial
from statistics import NormalDist
from typing import Any, Literal

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.play import statistics as st
from pnp.play.bots import is_search
from pnp.play.game_bundle import GameBroken, GameBundle, GameSetup, shown_option
from pnp.play.game_code import load_program
from pnp.play.game_loop import PlayedGame, play
from pnp.play.names import Names
from pnp.play.processes import Submit, Task, shortest
from pnp.play.simulation.blocks import BLOCK, SEARCH_BLOCK, MeasureObserver, observers_at
from pnp.play.simulation.tally import Tally, margin
from pnp.play.statistics import Estimate
from pnp.workers.limits import USUAL, Limits, at_most

FEW_PAIRS = 100
"""With fewer games no difference is called certain: the normal distribution does not hold yet."""

Unit = Literal["number", "share"]


@frozen_dataclass
class VariantRow:
    """One quantity in both variants.

    Attributes:
        name: What it is: "decisions", "points", "seat 1 wins"; or the name of an ending or a measure.
        detail: The number of a seat, or the name of an ending or a measure; empty for others.
        unit: Whether it is a share of games.
        games: The number of games that have it in both variants.
        difference: The second less the first; the intervals of all rows hold together.
        is_certain: Whether it is not chance.
    """

    name: str
    detail: str
    unit: Unit
    games: int
    one: float
    other: float
    difference: Estimate
    is_certain: bool


@frozen_dataclass
class VariantReport:
    """Two variants with one number of players.

    Attributes:
        one: The first variant: "bonus=3"; empty for the game as it is.
        other: The second.
    """

    title: str
    players: int
    games: int
    bots: tuple[str, ...]
    seed: str
    one: str
    other: str
    rows: tuple[VariantRow, ...]
    language: str = "en"

    def as_json(self) -> dict[str, Any]:
        """Return plain values."""
        return asdict(self)


@dataclass
class PairSums:
    """Sums over pairs of games.

    Attributes:
        games: The number of pairs.
        sums: For each quantity: pairs, sum of the first, sum of the second, sum of differences, sum of their squares.
        endings: Pairs by how the first and how the second has ended.
    """

    games: int = 0
    sums: dict[tuple[str, str, Unit], list[float]] = field(default_factory=dict)
    endings: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, other: PairSums) -> None:
        """Add other sums; real numbers are added in the order of blocks, so that the result is always the same."""
        self.games += other.games
        self.endings.update(other.endings)
        for name, more in other.sums.items():
            own = self.sums.setdefault(name, [0.0] * 5)
            for place, value in enumerate(more):
                own[place] += value

    def add_pair(self, name: tuple[str, str, Unit], one: float, other: float) -> None:
        """Add a quantity of a pair of games."""
        own, difference = self.sums.setdefault(name, [0.0] * 5), other - one
        for place, value in enumerate((1, one, other, difference, difference * difference)):
            own[place] += value


@frozen_dataclass
class Variant:
    """One of the two: a game and what is set in it.

    Attributes:
        label: What it is called besides the values that are set.
    """

    bundle: GameBundle
    setup: GameSetup
    label: str = ""


def play_pairs(pair: Sequence[Variant], start: int, count: int, limits: Limits = USUAL) -> PairSums:
    """Play a block of pairs of games.

    Raises:
        GameBroken: A game fails.
    """
    sums = PairSums()
    with at_most(limits) as limit:
        programs = [load_program(variant.bundle) for variant in pair]
        for number in range(start, start + count):
            quantities = []
            whys = []
            for variant, program in zip(pair, programs, strict=True):
                game = variant.setup.game(number)
                limit.again(game.seed)
                tally = Tally(game.players).of_measures(len(variant.bundle.measures))
                measuring = MeasureObserver(variant.bundle, variant.setup, tally)
                observer = measuring.begin(number, game)
                try:
                    played = play(program, game, watch=partial(observers_at, observer))
                except GameBroken as broken:
                    limit.again()
                    raise GameBroken(shortest(program, broken.failure)) from None
                measuring.finish(played, observer)
                quantities.append({**_quantities(played), **_measured(tally, variant.bundle)})
                whys.append(played.end.why if played.end else "")
            sums.games += 1
            sums.endings[whys[0], whys[1]] += 1
            for name, value in quantities[0].items():
                if name in quantities[1]:
                    sums.add_pair(name, value, quantities[1][name])
    return sums


def _quantities(played: PlayedGame) -> dict[tuple[str, str, Unit], float]:
    """Return what is compared of a game."""
    end, players = played.end, played.setup.players
    found: dict[tuple[str, str, Unit], float] = {
        ("decisions", "", "number"): len(played.log),
        ("picks", "", "number"): sum(map(len, played.log)),
    }
    if end is None:
        return found
    if end.scores:
        found["points", "", "number"] = sum(end.scores) / players
        if players > 1 and end.winners:
            found["lead", "", "number"] = margin(end)
    found["won by all", "", "share"] = len(end.winners) == players
    for seat in range(players) if players > 1 else ():
        found["won alone", str(seat + 1), "share"] = end.winners == (seat,)
    return found


def _measured(tally: Tally, bundle: GameBundle) -> dict[tuple[str, str, Unit], float]:
    """Return the mean of each measure of one game, by its expression."""
    return {
        ("measure", measure.source, "number"): value / looks
        for measure, games in zip(bundle.measures, tally.measured_games, strict=True)
        for looks, value in games
    }


def simulate_pairs(pair: Sequence[Variant], games: int, submit: Submit, jobs: int) -> Iterator[PairSums]:
    """Yield the sums of all pairs so far, after each block, in order.

    Args:
        pair: Both variants; the second has the seed, the players and the bots of the first.
        games: The number of pairs.
        submit: Plays a block, in another process or on another machine.
        jobs: How many blocks are played at a time.

    Raises:
        GameBroken: A game fails.
    """
    first = pair[0]
    size = SEARCH_BLOCK if any(map(is_search, first.setup.bots)) else BLOCK
    waiting: deque[Future[PairSums]] = deque()
    sums, starts = PairSums(), iter(range(0, games, size))
    try:
        while True:
            while len(waiting) < 2 * jobs and (start := next(starts, None)) is not None:
                count = min(size, games - start)
                task = Task(play_pairs, (pair, start, count), 2 * count, first.bundle.rules_file, first.setup)
                waiting.append(submit(task))
            if not waiting:
                return
            sums.add(waiting.popleft().result())
            yield sums
    finally:
        for future in waiting:
            future.cancel()


def variant_report(sums: PairSums, pair: Sequence[Variant], names: Names) -> VariantReport:
    """Return the report of pairs of games."""
    quantities = {name: values for name, values in sums.sums.items() if values[0]}
    whys = sorted({why for both in sums.endings for why in both})
    listed: list[tuple[tuple[str, str, Unit], Sequence[float]]] = list(quantities.items())
    for why in whys if len(whys) > 1 else ():
        one = sum(number for ends, number in sums.endings.items() if ends[0] == why)
        other = sum(number for ends, number in sums.endings.items() if ends[1] == why)
        differ = sum(number for ends, number in sums.endings.items() if (ends[0] == why) != (ends[1] == why))
        listed.append((("ending", names.word(why), "share"), (sums.games, one, other, other - one, differ)))
    told = [(name, values) for name, values in listed if any(values[1:3])]
    setup = pair[0].setup
    sources = [measure.source for measure in pair[0].bundle.measures]
    named = {source: name for source, (name, _) in zip(sources, names.measures, strict=False)}
    return VariantReport(
        title=names.title or pair[0].bundle.game,
        players=setup.players,
        games=sums.games,
        bots=setup.bots,
        seed=setup.seed,
        one=_shown(pair[0]),
        other=_shown(pair[1]),
        rows=tuple(_row(name, values, st.ALPHA / len(told), named) for name, values in told),
        language=names.language,
    )


def _shown(variant: Variant) -> str:
    values = sorted(variant.setup.values.items())
    return " ".join(filter(None, [variant.label, *(f"{name}={shown_option(value)}" for name, value in values)]))


def _row(name: tuple[str, str, Unit], values: Sequence[float], alpha: float, measures: Mapping[str, str]) -> VariantRow:
    what, detail, unit = name
    number, one, other, total, squares = values
    mean = total / number
    variance = max(squares - number * mean * mean, 0.0) / max(number - 1, 1)
    half = NormalDist().inv_cdf(1 - alpha / 2) * math.sqrt(variance / number) if number > 1 else math.inf
    return VariantRow(
        what,
        measures.get(detail, detail),
        unit,
        round(number),
        one / number,
        other / number,
        Estimate(mean, mean - half, mean + half),
        number >= FEW_PAIRS and not mean - half <= 0 <= mean + half,
    )
