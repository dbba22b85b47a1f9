"""A project's game → a game to play in this process, also with bots that are not functions of its bots.py."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from random import Random
from typing import Any

from pnp.core.diagnostics import Diagnostics, Fault
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.extensions.laboratory.perfect.goals import Goal
from pnp.extensions.laboratory.stepping import SteppedGame
from pnp.play.bots import BotKind, BotSeat
from pnp.play.decisions import Pick, random_stream
from pnp.play.game_bundle import GameSetup
from pnp.play.game_code import Choose, Program, load_program
from pnp.play.game_loop import play
from pnp.play.history import History
from pnp.play.simulate import open_playable
from pnp.play.table import End
from pnp.project.files import Files


@frozen_dataclass
class PlayableGame:
    """A game of a project, with its rules loaded.

    Attributes:
        name: Its folder in data/.
        program: Its code, cards and facts.
        values: Values of the table that are set before a game, and facts that differ from game.yaml.
    """

    name: str
    program: Program
    values: Mapping[str, Any] = field(default_factory=dict)

    def setup(self, players: int, seed: str = "", bots: Sequence[str] = ("random",)) -> GameSetup:
        """Return the setup of a game.

        Raises:
            ValueError: The game is not for so many players.
        """
        if players not in self.program.bundle.players:
            numbers = ", ".join(map(str, self.program.bundle.players))
            raise ValueError(f"{self.name} is for {numbers} players, not for {players}")
        return GameSetup(players, seed, tuple(bots), self.values)

    def probes(self, players: int, games: int) -> list[SteppedGame]:
        """Yield random games, begun but not played, to look at what happens in them."""
        return [SteppedGame(self.program, self.setup(players), random_stream(f"probe:{n}")) for n in range(games)]

    def play(self, players: Sequence[str], seed: str, bots: Mapping[str, Choose] | None = None) -> End:
        """Play a game and return its end.

        Args:
            players: A bot for each seat: random, one of the game's bots, or one of ``bots``.
            seed: The seed of all chance.
            bots: More bots, by name.

        Raises:
            GameBroken: The rules or a bot have failed.
        """
        program = replace(self.program, bots={**self.program.bots, **(bots or {})}, has_readers=bool(bots))
        end = play(program, self.setup(len(players), seed, players)).end
        assert end is not None
        return end


def open_game(project: Path | str, name: str, values: Mapping[str, Any] | None = None) -> PlayableGame:
    """Return a game of a project. Its code is run in this process.

    Args:
        project: The project's folder.
        name: The game's folder in data/.
        values: Values of the table to set before a game, and facts that differ from game.yaml.

    Raises:
        Fault: The game cannot be read.
        GameBroken: Its code cannot be run.
    """
    diagnostics = Diagnostics()
    opened = open_playable(Files(Path(project)), name, "", diagnostics)
    if opened is None:
        first = next(iter(diagnostics))
        raise Fault(first.code, first.place, what=first.message, fix=first.fix)
    return PlayableGame(name, load_program(opened.bundle), dict(values or {}))


def as_bot_kind(bot: Choose, *, reads_log: bool = False) -> BotKind:
    """Return a bot as a package registers it in the group ``pnp.bots``, so that ``--bots NAME`` finds it.

    Args:
        bot: Takes a view, options and a source of chance, as a function of bots.py does.
        reads_log: Whether it needs ``seen.log``; the game is then played again for each pick.
    """

    def seat(seated: BotSeat) -> Pick:
        def pick(options: Any) -> Any:
            table = seated.table
            if reads_log and seated.position is not None:
                table = seated.position(watch=lambda table: [History(table).show_players()]).table
            return bot(table.seen_by(seated.seat), options, seated.random)

        return pick

    return BotKind(seat)


def play_by_chance(game: SteppedGame, seed: str, look: Callable[[SteppedGame], None]) -> End:
    """Play a game to its end by chance; look at it at each decision."""
    random = Random(seed)
    while game.end is None:
        look(game)
        seat = game.asked[0]
        game.pick(seat, random.randrange(len(game.options(seat))))
    return game.end


def gains(end: End, players: int, goal: Goal) -> list[float]:
    """Return what each seat gains at the end of a game: its points; or its share of the win, less an equal share."""
    if goal == "points":
        return [float(score) for score in end.scores] or [0.0] * players
    return [(seat in end.winners) / max(1, len(end.winners)) - 1 / players for seat in range(players)]
