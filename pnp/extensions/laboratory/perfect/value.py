"""A game of two players → its value between perfect players: proven bounds of a small game, else an estimate.

Three ways are tried. A game in which nothing is hidden is solved position by position. A game whose positions can be
listed is learned by both players, and a best response to each bounds its value. A larger one is learned from samples;
how far its players are from perfect is then not known, and the result says so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from functools import partial
from math import inf
from random import Random
from typing import Any, Literal

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.extensions.laboratory.perfect.equilibrium import Learner, best_response
from pnp.extensions.laboratory.perfect.goals import Goal, NotOpposed, Utility, goal_of, utility_of
from pnp.extensions.laboratory.perfect.open_games import NotOpen, OpenGame
from pnp.extensions.laboratory.perfect.sampling import Sampler
from pnp.extensions.laboratory.perfect.trees import GameTree, TooLarge, TreeNode, grow_tree, merge_equal
from pnp.extensions.laboratory.stepping import DrawnChance, NotDrawn, SteppedGame, with_drawn_chance
from pnp.play.decisions import random_stream
from pnp.play.game_bundle import GameBundle, GameSetup
from pnp.play.game_code import Program, load_program
from pnp.play.table import End, Table
from pnp.workers.limits import USUAL, Limits, at_most

Way = Literal["positions", "tree", "samples"]
"""How a value was found."""

Obstacle = Literal["not opposed", "sometimes not opposed", "too large"]
"""Why there is no value: one player does not lose what the other wins, in some games or in all; or there are too many
positions to list or to learn from samples."""

PRECISION = 0.0001
"""How far proven bounds may lie apart, as a share of what can be won and lost."""

MAX_POSITIONS = 20_000
"""The most positions of a game in which nothing is hidden: about 15 CPU seconds."""

MAX_NODES = 150_000
"""The most nodes of a tree: about 15 CPU seconds."""

MAX_VISITS = 24_000_000
"""The most nodes that are visited while strategies are learned: about 20 CPU seconds."""

VISITS_AT_ONCE = 1_000_000
"""The most nodes that are visited before bounds are looked at: about a CPU second."""

MAX_SAMPLED_WORK = 1_000_000
"""The most picks that are made in samples: about 20 CPU seconds."""

LEARNED = 0.9
"""An estimate counts only if its players have learned what to pick at this share of their picks."""

USELESS = 0.5
"""Bounds are not reported if they differ by this share, or more, of the difference between win and loss."""

GAIN_GAMES = 10_000
"""How many games estimate the gain of the learned strategies."""

PROBES = 200
"""How many random games show what players play for, and how large the tree may be."""

SECONDS_AS_GAMES = 1_500
"""The time limit of the process, as a number of games: a search may take as long as these."""


@frozen_dataclass
class PerfectValue:
    """What a game is worth to seat 1 between perfect players.

    Attributes:
        goal: What players play for.
        low: A bound; for samples the end of a 95 % confidence interval.
        high: The other.
        way: How it was found. All but samples is proven.
        positions: How many positions, or for samples how many information states, were examined.
        iterations: How often strategies were improved; 0 for none.
        is_whole: Whether no position was left out.
    """

    goal: Goal
    low: float
    high: float
    way: Way
    positions: int
    iterations: int = 0
    is_whole: bool = True

    @property
    def value(self) -> float:
        """The middle between the bounds."""
        return (self.low + self.high) / 2

    @property
    def is_proven(self) -> bool:
        """Whether the value lies between the bounds for certain."""
        return self.way != "samples"

    def as_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {**asdict(self), "value": self.value, "proven": self.is_proven}


@frozen_dataclass
class NoValue:
    """Why a game has no value between perfect players, or none that can be found.

    Attributes:
        why: The reason.
    """

    why: Obstacle

    def as_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {"why": self.why}


def run_value(bundle: GameBundle, setup: GameSetup, limits: Limits = USUAL) -> PerfectValue | NoValue:
    """Find the value of a game, in a process for it.

    Raises:
        GameBroken: The rules have failed.
    """
    with at_most(limits) as limit:
        tick = partial(limit.again, setup.seed)
        tick()
        program = load_program(bundle)
        rules = program.parts["game"]

        def game(table: Table) -> Any:
            tick()
            return rules(table)

        return perfect_value(replace(program, parts={**program.parts, "game": game}), setup, tick)


def perfect_value(
    program: Program, setup: GameSetup, tick: Callable[[], None] = lambda: None
) -> PerfectValue | NoValue:
    """Return the value of a game for two.

    Args:
        program: The game.
        setup: Two players, values set before the game, and the seed of samples.
        tick: Called every few seconds while no game is played.

    Raises:
        GameBroken: The rules have failed.
    """
    ends = [_probe(program, setup, number) for number in range(PROBES)]
    goal = goal_of(ends)
    if goal is None:
        return NoValue("not opposed")
    utility = utility_of(goal)
    try:
        return (
            _by_positions(program, setup, goal, utility, tick)
            or _by_tree(program, setup, goal, utility, tick)
            or _by_samples(program, setup, goal, utility)
        )
    except NotOpposed:
        return NoValue("sometimes not opposed")
    except TooLarge:
        return NoValue("too large")


def _probe(program: Program, setup: GameSetup, number: int) -> End:
    """Return how a random game ends."""
    seed = f"{setup.seed}:probe:{number}"
    game, random = SteppedGame(program, setup, random_stream(seed)), Random(f"{seed}:picks")
    while game.end is None:
        seat = game.asked[0]
        game.pick(seat, random.randrange(len(game.options(seat))))
    return game.end


def _by_positions(
    program: Program, setup: GameSetup, goal: Goal, utility: Utility, tick: Callable[[], None]
) -> PerfectValue | None:
    """Solve a game in which nothing is hidden; None for other games, or if its bounds are too far apart."""
    try:
        game = OpenGame(program, setup, utility, MAX_POSITIONS)
    except (NotOpen, NotDrawn):
        return None
    least, most = (0.0, 1.0) if goal == "wins" else program.bundle.scores or (-inf, inf)
    if goal == "points" and game.is_whole:
        least, most = game.least, game.most
    if most - least == inf:
        return None
    sweeps = MAX_VISITS // max(1, 10 * game.positions)
    low, high = game.bounds(least, most, PRECISION * (most - least), sweeps, tick)
    if high - low > USELESS * (most - least):
        raise TooLarge("the positions that were looked at say too little")
    return PerfectValue(goal, low, high, "positions", game.positions, is_whole=game.is_whole)


def _by_tree(
    program: Program, setup: GameSetup, goal: Goal, utility: Utility, tick: Callable[[], None]
) -> PerfectValue | None:
    """Learn strategies for a tree, and bound its value by best responses; None if it is too large."""
    try:
        if _estimated_leaves(program, setup) > 10 * MAX_NODES:
            return None
        tree = grow_tree(program, setup, MAX_NODES)
    except (TooLarge, NotDrawn):
        return None
    for node in tree.ends:
        assert node.end is not None
        node.utility = utility(node.end)
    gains = [node.utility for node in tree.ends]
    tree = merge_equal(tree)
    visits, learner = 2 * _size(tree), Learner(tree)
    low, high = -inf, inf
    while high - low > PRECISION * (max(gains) - min(gains)) and learner.iterations * visits < MAX_VISITS:
        tick()
        learner.learn(max(1, min(100, VISITS_AT_ONCE // visits)))
        low, high = _better_bounds(tree, learner, low, high)
    return PerfectValue(goal, low, high, "tree", len(tree.options), learner.iterations)


def _better_bounds(tree: GameTree, learner: Learner, low: float, high: float) -> tuple[float, float]:
    """Return the best bounds so far, from what each player can win against the other's learned strategy."""
    strategy = learner.strategy()
    return max(low, -best_response(tree, strategy, 1)), min(high, best_response(tree, strategy, 0))


def _size(tree: GameTree) -> int:
    """Return how many nodes a walk through a tree visits, merged parts each time that they occur."""
    sizes: dict[int, int] = {}

    def size(node: TreeNode) -> int:
        if id(node) not in sizes:
            sizes[id(node)] = 1 + sum([size(child) for child in node.children])
        return sizes[id(node)]

    return size(tree.root)


def _estimated_leaves(program: Program, setup: GameSetup) -> float:
    """Return how many ends a tree has: the mean, over random paths, of the product of their branches (Knuth, 1975)."""
    drawn, random, total, ways = with_drawn_chance(program), Random(setup.seed), 0.0, 1.0

    def draw(weights: Any) -> int:
        nonlocal ways
        ways *= len(weights)
        return random.randrange(len(weights))

    for _ in range(PROBES // 4):
        ways = 1.0
        game = SteppedGame(drawn, setup, DrawnChance(draw))
        while game.end is None and ways < inf:
            seat = game.asked[0]
            ways *= len(game.options(seat))
            game.pick(seat, random.randrange(len(game.options(seat))))
        total += ways
    return total / (PROBES // 4)


def _by_samples(program: Program, setup: GameSetup, goal: Goal, utility: Utility) -> PerfectValue:
    sampler = Sampler(program, setup, utility)
    while sampler.work < MAX_SAMPLED_WORK // 4:
        sampler.learn()
    if sampler.gain(GAIN_GAMES // 20)[2] < LEARNED / 2:
        raise TooLarge("players meet too much that they have never met")
    while sampler.work < MAX_SAMPLED_WORK:
        sampler.learn()
    mean, error, learned = sampler.gain(GAIN_GAMES)
    if learned < LEARNED:
        raise TooLarge("players meet too much that they have never met")
    low, high = mean - 1.96 * error, mean + 1.96 * error
    return PerfectValue(goal, low, high, "samples", sampler.known, sampler.iterations, is_whole=False)
