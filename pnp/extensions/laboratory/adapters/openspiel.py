"""A game → a game of OpenSpiel with explicit chance, and a policy learned there → a bot.

Each card of a shuffle and each die is a chance node, so that OpenSpiel's exact algorithms can be used on small games. A
state is a tape of outcomes and picks; a copy is played again from the tape. Information states are texts: all that the
seat sees and has seen happen. Of several who pick at once, each picks without knowing the others' picks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

try:
    import numpy as np
    import pyspiel
except ImportError as error:
    raise ImportError("OpenSpiel is not installed: pip install '.[openspiel]' in pnp's repository") from error

from pnp.extensions.laboratory.adapters.encoding import PROBED_GAMES, TableEncoding
from pnp.extensions.laboratory.adapters.opening import PlayableGame, gains, play_by_chance
from pnp.extensions.laboratory.information import information_text
from pnp.extensions.laboratory.perfect.goals import Goal
from pnp.extensions.laboratory.stepping import DrawnChance, NotDrawn, SteppedGame, with_drawn_chance
from pnp.play.game_bundle import GameSetup
from pnp.play.game_code import Choose, Program
from pnp.play.game_loop import Interrupted
from pnp.play.table import End


class _ChanceDue(Interrupted):
    """Raised at a draw for which the tape has no outcome."""

    def __init__(self, weights: Sequence[int]) -> None:
        super().__init__()
        self.weights = weights


class TapedGame:
    """A game as a tape of outcomes of chance and picks; a copy is played again when it is needed.

    Attributes:
        tape: Outcomes and picks, by number.
    """

    def __init__(self, program: Program, setup: GameSetup, tape: tuple[int, ...] = ()) -> None:
        self._program = program
        self._setup = setup
        self.tape = tape
        self._game: SteppedGame | None = None
        self._due: Sequence[int] = ()
        self._is_ready = False

    def __deepcopy__(self, _: object) -> TapedGame:
        return TapedGame(self._program, self._setup, self.tape)

    def due(self) -> Sequence[int]:
        """Return the weight of each outcome of the draw that is due, in whole numbers; empty if no draw is due."""
        self._replay()
        return self._due

    def game(self) -> SteppedGame | None:
        """Return the game at the latest decision, or at its end; None before the first decision."""
        self._replay()
        return self._game

    def take(self, number: int) -> None:
        """Add an outcome or a pick."""
        self._replay()
        self.tape = (*self.tape, number)
        if self._due or self._game is None:
            self._is_ready = False
            return
        try:
            self._game.pick(self._game.asked[0], number)
        except _ChanceDue:
            self._is_ready = False

    def _replay(self) -> None:
        if self._is_ready:
            return
        self._is_ready = True
        self._game, self._due, decision = self._played(self.tape)
        if self._due and decision >= 0:
            self._game, _, _ = self._played(self.tape[:decision])

    def _played(self, tape: Sequence[int]) -> tuple[SteppedGame | None, Sequence[int], int]:
        """Play a tape; return the game, or the draw that it does not have; and the place of its last pick, or -1."""
        place, decision = 0, -1

        def draw(weights: Sequence[int]) -> int:
            nonlocal place
            if place == len(tape):
                raise _ChanceDue(weights)
            place += 1
            return tape[place - 1]

        try:
            game = SteppedGame(self._program, self._setup, DrawnChance(draw), keeps_history=True)
            while place < len(tape):
                decision, place = place, place + 1
                game.pick(game.asked[0], tape[decision])
        except _ChanceDue as due:
            return None, due.weights, decision
        return game, (), decision


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of a game."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.played = TapedGame(game.program, game.setup)

    def current_player(self) -> int:
        """Return the seat that picks, or that chance does, or that the game is over."""
        if self.played.due():
            return int(pyspiel.PlayerId.CHANCE)
        game = self.played.game()
        assert game is not None
        return int(pyspiel.PlayerId.TERMINAL) if game.end is not None else game.asked[0]

    def _legal_actions(self, player: int) -> list[int]:
        game = self.played.game()
        assert game is not None
        return list(range(len(game.options(player))))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance and how likely they are."""
        weights = self.played.due()
        return [(outcome, weight / sum(weights)) for outcome, weight in enumerate(weights)]

    def _apply_action(self, action: int) -> None:
        self.played.take(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.played.game()
        if player == pyspiel.PlayerId.CHANCE or game is None:
            return f"outcome {action}"
        return f"{action}: {game.options(player)[action]}"  # two copies of a card have one name

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        game = self.played.game()
        return not self.played.due() and game is not None and game.end is not None

    def returns(self) -> list[float]:
        """Return what each seat has gained; 0 before the end."""
        game = self.played.game()
        players = self.num_players()
        if not self.is_terminal() or game is None or game.end is None:
            return [0.0] * players
        return gains(game.end, players, self.get_game().goal)

    def information(self, player: int) -> str:
        """Return what a seat knows, as text; at a chance node, what it knew before, and the number of draws since."""
        game = self.played.game()
        drawn = f" {len(self.played.tape)}" if self.played.due() else ""
        if game is None:
            return drawn
        options = game.options(player) if player in game.asked and not drawn else ()
        table = game.table
        return information_text(table.seen_by(player), table.seen_options(player, options)) + drawn

    def __str__(self) -> str:
        return " ".join(map(str, self.played.tape)) or "-"


class TableObserver:
    """Observes a state from one seat: as numbers, what it sees now; as text, what it knows.

    Attributes:
        tensor: The numbers.
        dict: The same by name.
    """

    def __init__(self, encoding: TableEncoding) -> None:
        self._encoding = encoding
        self.tensor: Any = np.zeros(encoding.view_size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the numbers of what a seat sees."""
        game = state.played.game()
        self.tensor[:] = 0 if game is None else self._encoding.view(game.table.seen_by(player))

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a seat knows."""
        return state.information(player)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of a project for OpenSpiel.

    Attributes:
        program: Its code, with chance that is drawn.
        setup: The number of players, and values set before the game.
        goal: What is gained at the end.
    """

    def __init__(self, game: PlayableGame, players: int, goal: Goal, most_options: int) -> None:
        self.program = with_drawn_chance(game.program)
        self.setup = game.setup(players)
        self.goal = goal
        self.encoding = TableEncoding(game, players, most_options)
        probe = _probe(self.program, self.setup)
        is_zero_sum = all(abs(sum(gains(end, players, goal))) < 1e-9 for end in probe.ends)
        bounds = game.program.bundle.scores
        if goal == "points" and bounds is None:
            raise ValueError(f"{game.name} has no bounds of points; write scores: below play: in game.yaml")
        least, most = bounds if goal == "points" and bounds else (-1.0, 1.0)
        utility = pyspiel.GameType.Utility
        kind = pyspiel.GameType(
            short_name=f"pnp_{game.name.replace('-', '_')}",
            long_name=game.name,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=utility.ZERO_SUM if is_zero_sum else utility.GENERAL_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=players,
            min_num_players=players,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
        )
        decisions = min(int(game.program.bundle.decisions[1]), 100_000) * players
        about = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.most_options,
            max_chance_outcomes=max(probe.outcomes, 1),
            num_players=players,
            min_utility=float(least),
            max_utility=float(most),
            utility_sum=0.0 if is_zero_sum else None,
            max_game_length=decisions,
        )
        super().__init__(kind, about, {})

    def new_initial_state(self, _: object = None) -> SpielState:
        """Return the state before anything is drawn."""
        return SpielState(self)

    def make_py_observer(self, _kind: object = None, _params: object = None) -> TableObserver:
        """Return an observer."""
        return TableObserver(self.encoding)

    def max_chance_nodes_in_history(self) -> int:
        """Return an upper bound for the number of draws in a game."""
        return 10 * int(self.max_game_length()) + 1000


class _Probe:
    """What random games show.

    Attributes:
        outcomes: The most outcomes of a draw.
        ends: The ends.
    """

    def __init__(self) -> None:
        self.outcomes = 0
        self.ends: list[End] = []


def _probe(program: Program, setup: GameSetup) -> _Probe:
    probe, random = _Probe(), Random(1)

    def draw(weights: Sequence[int]) -> int:
        probe.outcomes = max(probe.outcomes, len(weights))
        return random.choices(range(len(weights)), weights)[0]

    for number in range(PROBED_GAMES // 4):
        game = SteppedGame(program, setup, DrawnChance(draw))
        probe.ends.append(play_by_chance(game, f"probe:{number}", lambda _: None))
    return probe


def spiel_game(game: PlayableGame, players: int, *, goal: Goal = "wins", most_options: int = 0) -> SpielGame:
    """Return a game for OpenSpiel.

    Args:
        game: The game, as ``open_game`` returns it.
        players: How many play.
        goal: What is gained at the end: a share of the win, less an equal share; or the points.
        most_options: The most options of a decision; 0 for twice as many as random games have shown.

    Raises:
        ValueError: The game is not for so many players, draws chance by ``table.random()``, or has no bounds of points.
    """
    try:
        return SpielGame(game, players, goal, most_options)
    except NotDrawn as error:
        raise ValueError(f"{game.name} cannot be a game of OpenSpiel: {error}") from None


def bot(policy: Any) -> Choose:
    """Return a policy as a bot, which plays a game of pnp by what it has learned of information states.

    Args:
        policy: A ``TabularPolicy`` of OpenSpiel, or a mapping: for the text of each information state how likely each
            action is, by number. For unknown states it picks at random.
    """
    shares: Callable[[str, int], Sequence[float]] = _shares_of(policy)

    def pick(seen: Any, options: Any, random: Callable[[], float]) -> Any:
        rest = random()
        for option, share in zip(options, shares(information_text(seen, options), len(options)), strict=True):
            rest -= share
            if rest < 0:
                return option
        return options[-1]

    return pick


def _shares_of(policy: Any) -> Callable[[str, int], Sequence[float]]:
    """Return a function of an information state and its number of options: how likely each is."""

    def shares(text: str, options: int) -> Sequence[float]:
        if isinstance(policy, Mapping):
            known = policy.get(text)
            return [1 / options] * options if known is None else [float(known.get(n, 0.0)) for n in range(options)]
        if text not in policy.state_lookup:
            return [1 / options] * options
        return [float(share) for share in policy.policy_for_key(text)[:options]]

    return shares
