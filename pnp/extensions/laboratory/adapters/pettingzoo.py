"""A game → an environment of PettingZoo (AEC), and a policy learned there → a bot.

An agent observes what its seat sees, nothing else; its actions are its options by number; a mask says how many options
there are. Of several who pick at once, each picks without seeing the others' picks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError as error:
    raise ImportError("PettingZoo is not installed: pip install '.[pettingzoo]' in pnp's repository") from error

from pnp.extensions.laboratory.adapters.encoding import TableEncoding
from pnp.extensions.laboratory.adapters.opening import PlayableGame, gains
from pnp.extensions.laboratory.perfect.goals import Goal
from pnp.extensions.laboratory.stepping import SteppedGame
from pnp.play.decisions import random_stream
from pnp.play.game_code import Choose
from pnp.play.table import Seen

Observation = Mapping[str, Any]
"""Arrays: ``observation``, ``options`` with a row for each action, ``action_mask``."""

NUMBERS = np.int32


class TableEnv(AECEnv):  # type: ignore[misc]
    """A table with an agent on each seat: seat_1, seat_2 and so on.

    Attributes:
        encoding: What the numbers of an observation are.
    """

    def __init__(self, game: PlayableGame, players: int, goal: Goal, most_options: int) -> None:
        super().__init__()
        self.metadata = {"name": game.name, "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self.encoding = TableEncoding(game, players, most_options)
        self._game = game
        self._goal = goal
        self._seeds = Random()
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(players)]
        self.agents: list[str] = []
        size, most = self.encoding.view_size, self.encoding.most_options
        least, largest = np.iinfo(NUMBERS).min, np.iinfo(NUMBERS).max
        self._spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(least, largest, (size,), NUMBERS),
                    "options": spaces.Box(least, largest, (most, self.encoding.option_size), NUMBERS),
                    "action_mask": spaces.Box(0, 1, (most,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._actions = {agent: spaces.Discrete(most) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions: the numbers of options."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game; the same seed deals the same cards."""
        if seed is not None:
            self._seeds = Random(seed)
        deal = f"{self._seeds.getrandbits(64)}"
        setup = self._game.setup(len(self.possible_agents), deal)
        self._played = SteppedGame(self._game.program, setup, random_stream(deal), keeps_history=True)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._played.asked[0]] if self._played.asked else self.agents[0]
        if self._played.end is not None:
            self._finish()

    def seen(self, agent: str) -> Seen:
        """Return what an agent sees, as a bot of bots.py does, with the log."""
        return self._played.table.seen_by(self.possible_agents.index(agent))

    def options(self, agent: str) -> Sequence[Any]:
        """Return what an agent may pick now, by number; nothing if it is not asked."""
        seat = self.possible_agents.index(agent)
        played = self._played
        return played.table.seen_options(seat, played.options(seat)) if seat in played.asked else ()

    def observe(self, agent: str) -> Observation:
        """Return an agent's observation."""
        return self._observation(self.seen(agent), self.options(agent))

    def _observation(self, seen: Seen, options: Sequence[Any]) -> Observation:
        mask: Any = np.zeros(self.encoding.most_options, np.int8)
        mask[: len(options)] = 1
        return {
            "observation": np.array(self.encoding.view(seen), NUMBERS),
            "options": np.array(self.encoding.options(options), NUMBERS),
            "action_mask": mask,
        }

    def step(self, action: int | None) -> None:
        """Let the selected agent pick an option by its number.

        Raises:
            ValueError: There is no such option.
            GameBroken: The rules have failed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat, options = self.possible_agents.index(agent), self.options(agent)
        if action is None or not 0 <= action < len(options):
            raise ValueError(f"{agent} has options 0 to {len(options) - 1}, and picks {action}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._played.pick(seat, int(action))
        if self._played.end is not None:
            self._finish()
        else:
            self.agent_selection = self.possible_agents[self._played.asked[0]]
        self._accumulate_rewards()

    def _finish(self) -> None:
        assert self._played.end is not None
        for agent, gain in zip(self.agents, gains(self._played.end, len(self.agents), self._goal), strict=True):
            self.rewards[agent] = gain
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]

    def render(self) -> str:
        """Return what the selected agent sees, in a line for each name."""
        seen = vars(self.seen(self.agent_selection))
        return "\n".join(f"{name}: {value}" for name, value in seen.items() if name not in ("decks", "facts"))

    def close(self) -> None:
        """Do nothing: no window is open."""

    def bot(self, policy: Callable[[Observation], int]) -> Choose:
        """Return a policy as a bot: it gets the same numbers, computed from what a bot of bots.py sees.

        Args:
            policy: Returns an action for an observation.
        """

        def pick(seen: Any, options: Any, random: Callable[[], float]) -> Any:
            return options[int(policy(self._observation(seen, options)))]

        return pick


def environment(game: PlayableGame, players: int, *, goal: Goal = "wins", most_options: int = 0) -> TableEnv:
    """Return an environment of a game.

    Args:
        game: The game, as ``open_game`` returns it.
        players: How many play; each is an agent.
        goal: What the last rewards are: a share of the win, less an equal share, so that they add up to 0 where
            somebody wins; or the points.
        most_options: The most options of a decision; 0 for twice as many as random games have shown.

    Raises:
        ValueError: The game is not for so many players.
    """
    return TableEnv(game, players, goal, most_options)
