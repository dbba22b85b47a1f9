"""The names that the player adds to `pnp.api`: simulations from Python, and bots of packages."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp.core.diagnostics import Diagnostics
from pnp.play.bots import BotKind, BotSeat
from pnp.play.simulation.report import Report
from pnp.project.files import Files
from pnp.workers.limits import USUAL, Limits
from pnp.workers.pool import Progress

if TYPE_CHECKING:
    from pnp.play.simulate import Playable

__all__ = ["BotKind", "BotSeat", "Report", "SimulationResult", "simulate"]


@dataclass
class SimulationResult:
    """What simulated games have shown.

    Attributes:
        reports: One for each number of players; `Report.as_json` gives the figures.
        diagnostics: Why games cannot be played, or have failed.
    """

    reports: list[Report] = field(default_factory=list)
    diagnostics: Diagnostics = field(default_factory=Diagnostics)


def simulate(
    project: str | Path,
    game: str,
    *,
    players: Sequence[int] = (),
    bots: Sequence[str] = (),
    games: int | None = None,
    values: Mapping[str, Any] | None = None,
    seed: str = "0",
    jobs: int = 1,
    limits: Limits = USUAL,
) -> SimulationResult:
    """Play a game many times with bots. This runs the project's ``rules.py``, in processes of their own.

    Args:
        project: The folder with ``data/``, ``templates/`` and ``fonts/``.
        game: Its name.
        players: Numbers of players; none means all that the game is for.
        bots: Names of bots; none means the game's own, which change seats from game to game.
        games: How many games to play; None plays until the report is certain.
        values: Values of the table to set, as ``--set`` does.
        seed: The same seed gives the same games.
        jobs: How many processes play.
        limits: The time and memory that reading the game, and each game played, may take.
    """
    from pnp.play.simulate import local_processes, run, setups
    from pnp.workers.supervisor import supervised

    result = SimulationResult()
    playable, diagnostics = supervised(partial(_opened, Files(Path(project)), game), limits, None)
    result.diagnostics.extend(diagnostics)
    if playable is None:
        return result
    with local_processes(jobs) as (submit, workers):
        for setup in setups(playable, players, bots, values or {}, seed, True, result.diagnostics):
            states = deque(run(playable, setup, games, submit, workers, result.diagnostics, limits), maxlen=1)
            if result.diagnostics:
                break
            result.reports += [state.report() for state in states]
    return result


def _opened(files: Files, game: str, _step: Progress) -> tuple[Playable | None, Diagnostics]:
    """Return the playable game, None if it cannot be played, and the faults found."""
    from pnp.play.simulate import open_playable

    diagnostics = Diagnostics()
    return open_playable(files, game, "", diagnostics), diagnostics
