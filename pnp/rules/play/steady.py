"""A Program and a Sitting → whether the game goes the same way when it is played again."""

from __future__ import annotations

from pnp.rules.play.driver import play
from pnp.rules.play.guard import Guard
from pnp.rules.play.kit import Sitting
from pnp.rules.play.program import Program


def is_steady(program: Program, sitting: Sitting) -> bool:
    """Whether a game played twice goes the same way; what players see of it is looked at when it is played for good."""
    logs = []
    for _ in range(2):
        played = play(program, sitting, watch=lambda table: [Guard(table, views=False)])
        logs.append((played.log, played.end))
    return logs[0] == logs[1]
