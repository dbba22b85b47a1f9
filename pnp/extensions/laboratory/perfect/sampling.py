"""A game of two players, too large to list → strategies learned from samples, and what they gain against each other.

They are learned by external-sampling Monte Carlo CFR (Lanctot and others, 2009): in each iteration a player tries all
own options, while chance and the other's picks are drawn. The game is played again from its beginning for each option.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt
from random import Random

from pnp.extensions.laboratory.perfect.goals import Utility
from pnp.extensions.laboratory.perfect.memories import Knowledge, Memories
from pnp.extensions.laboratory.perfect.trees import TooLarge
from pnp.extensions.laboratory.stepping import SteppedGame
from pnp.play.decisions import random_stream
from pnp.play.game_bundle import GameSetup
from pnp.play.game_code import Program

MAX_WORK_OF_ITERATION = 150_000
"""The most picks that are made in one iteration, those of games that are played again included."""


@dataclass(slots=True)
class _SampledDecision:
    """A decision on the way to an end.

    Attributes:
        information: The number of what the player knows.
        player: The seat that picks.
        shares: How likely each option is picked.
        taken: The option that is taken.
        values: What the learner gains by the options before it.
        knowledge: What both seats had seen happen.
    """

    information: int
    player: int
    shares: list[float]
    taken: int
    knowledge: Knowledge
    values: list[float] = field(default_factory=list)


class Sampler:
    """Learns strategies for both players from samples.

    Attributes:
        iterations: How many iterations were played.
        work: How many picks were made, those of games that were played again included.
    """

    def __init__(self, program: Program, setup: GameSetup, utility: Utility) -> None:
        self._program = program
        self._setup = setup
        self._utility = utility
        self._memories = Memories()
        self._regrets: dict[int, list[float]] = {}
        self._sums: dict[int, list[float]] = {}
        self.iterations = self.work = 0

    @property
    def known(self) -> int:
        """The number of information states that were met so far."""
        return len(self._regrets)

    def learn(self) -> None:
        """Play an iteration for each player.

        Raises:
            TooLarge: The iteration would take more than MAX_WORK_OF_ITERATION.
            GameBroken: The rules have failed.
        """
        self.iterations += 1
        for learner in (0, 1):
            self._iterate(learner, f"{self._setup.seed}:{self.iterations}:{learner}")

    def _iterate(self, learner: int, seed: str) -> None:
        way: list[_SampledDecision] = []
        draws = Random(f"{seed}:picks")
        before = self.work
        while True:
            game = SteppedGame(self._program, self._setup, random_stream(seed), keeps_history=not way)
            place, last = 0, len(way) - 1
            while game.end is None:
                if place == len(way):
                    way.append(self._decision(game, way, learner, draws))
                elif place == last:
                    game.keep_history(way[place].knowledge.state)
                game.pick(way[place].player, way[place].taken)
                place += 1
            self.work += place
            if self.work - before > MAX_WORK_OF_ITERATION:
                raise TooLarge("there is too much to try")
            value = self._utility(game.end) * (1 if learner == 0 else -1)
            while way:
                decision = way[-1]
                if decision.player == learner:
                    decision.values.append(value)
                    if decision.taken + 1 < len(decision.shares):
                        decision.taken += 1
                        break
                    value = self._learned(decision)
                way.pop()
            if not way:
                return

    def _decision(
        self, game: SteppedGame, way: list[_SampledDecision], learner: int, draws: Random
    ) -> _SampledDecision:
        seat = game.asked[0]
        knowledge, information = self._known_now(game, way[-1].knowledge if way else None)
        options = game.options(seat)
        regrets = self._regrets.setdefault(information, [0.0] * len(options))
        shares = _in_proportion([max(0.0, regret) for regret in regrets])
        taken = 0
        if seat != learner:
            sums = self._sums.setdefault(information, [0.0] * len(options))
            for option, share in enumerate(shares):
                sums[option] += self.iterations * share
            taken = _drawn(shares, draws.random)
        return _SampledDecision(information, seat, shares, taken, knowledge)

    def _known_now(self, game: SteppedGame, before: Knowledge | None) -> tuple[Knowledge, int]:
        """Return what has been seen happen, and the number of what the asked seat knows."""
        assert game.history is not None
        knowledge, seat = self._memories.read(game.history, before), game.asked[0]
        return knowledge, self._memories.asked(knowledge.memories[seat], game.table, seat, game.options(seat))

    def _learned(self, decision: _SampledDecision) -> float:
        """Record the regrets of a decision whose options were all tried; return what the strategy gains there."""
        value = sum([share * each for share, each in zip(decision.shares, decision.values, strict=True)])
        regrets = self._regrets[decision.information]
        for option, each in enumerate(decision.values):
            regrets[option] += each - value
        return value

    def gain(self, games: int) -> tuple[float, float, float]:
        """Let both players play as they have learned.

        Returns:
            What seat 1 gains on average; its standard error; the share of picks for which a player had learned.
        """
        gains, learned = [], []
        for number in range(games):
            seed = f"{self._setup.seed}:gain:{number}"
            game = SteppedGame(self._program, self._setup, random_stream(seed), keeps_history=True)
            draws = Random(f"{seed}:picks")  # not those of the shuffles
            knowledge: Knowledge | None = None
            while game.end is None:
                seat = game.asked[0]
                knowledge, information = self._known_now(game, knowledge)
                learned.append(information in self._sums)
                sums = self._sums.get(information) or [0.0] * len(game.options(seat))
                game.pick(seat, _drawn(_in_proportion(sums), draws.random))
            gains.append(self._utility(game.end))
        mean = sum(gains) / games
        error = sqrt(sum([(gain - mean) ** 2 for gain in gains]) / games / max(1, games - 1))
        return mean, error, sum(learned) / len(learned)


def _in_proportion(sums: list[float]) -> list[float]:
    whole = sum(sums)
    return [each / whole for each in sums] if whole > 0 else [1 / len(sums)] * len(sums)


def _drawn(shares: list[float], random: Callable[[], float]) -> int:
    """Return an option by chance, each as likely as its share."""
    rest = random()
    for option, share in enumerate(shares):
        rest -= share
        if rest < 0:
            return option
    return max(range(len(shares)), key=shares.__getitem__)
