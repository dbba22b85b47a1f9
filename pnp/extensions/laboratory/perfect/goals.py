"""How games for two end → what their players play for, and what seat 1 gains by an end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from pnp.play.table import End

Goal = Literal["points", "wins"]
"""What players play for: points, where one loses what the other gains; or a win, where a tie is half a win."""

Utility = Callable[[End], float]
"""What seat 1 gains by an end."""


class NotOpposed(Exception):
    """An end in which one player does not lose what the other gains."""


def goal_of(ends: Sequence[End]) -> Goal | None:
    """Return what players play for, by how some games ended; None if they are not opposed."""
    if all(map(_is_zero_sum, ends)) and any(end.scores[0] for end in ends):
        return "points"
    return "wins" if all(end.winners for end in ends) and any(len(end.winners) == 1 for end in ends) else None


def utility_of(goal: Goal) -> Utility:
    """Return what seat 1 gains: its points, or its share of the win; raises NotOpposed for an end of another kind."""

    def points(end: End) -> float:
        if not _is_zero_sum(end):
            raise NotOpposed
        return float(end.scores[0])

    def wins(end: End) -> float:
        if not end.winners:
            raise NotOpposed
        return (0 in end.winners) / len(end.winners)

    return points if goal == "points" else wins


def _is_zero_sum(end: End) -> bool:
    return bool(end.scores) and sum(end.scores) == 0
