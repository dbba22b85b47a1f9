"""The bots that pnp has: they play without a bots.py.

A bot is an entry of ``BUILT_IN_BOTS``. It takes chance from the table's own stream of random numbers or from that of
the bots, and says which, so that a tape of picks meets the same shuffles.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import floor
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pnp.play.bundle import Sitting
    from pnp.play.program import Program
    from pnp.play.table import Table

Pick = Callable[[Any], Any]
"""Picks one of a seat's options."""


@dataclass(frozen=True)
class Seated:
    """A bot's place in a game.

    Attributes:
        program: The game.
        sitting: Who plays, and with which chance.
        table: The table, with everything on it.
        seat: The bot's seat.
        random: The stream of random numbers of all bots.
    """

    program: Program
    sitting: Sitting
    table: Table
    seat: int
    random: Callable[[], float]


@dataclass(frozen=True)
class BuiltInBot:
    """A bot that pnp has.

    Attributes:
        seat: Makes what picks for one seat of a game.
        draws_from_table: Whether each pick takes one number from the table's own stream.
        choose_for_all: Picks for all seats at once, where this bot alone plays: the same picks, faster. None where
            seats must be asked one by one.
    """

    seat: Callable[[Seated], Pick]
    draws_from_table: bool = False
    choose_for_all: Callable[[Callable[[], float], Any], Any] | None = None


def pick_each(random: Callable[[], float], asked: Any) -> Any:
    """One option by chance for each seat that is asked; takes a random number for each.

    Raises:
        IndexError: A seat has nothing to pick from.
    """
    if type(asked) is list:
        return [options[floor(random() * len(options))] for options in asked]
    return {seat: options[floor(random() * len(options))] for seat, options in asked.items()}


def _random_pick(seated: Seated) -> Pick:
    random = seated.table.random
    return lambda options: options[floor(random() * len(options))]


BUILT_IN_BOTS: Mapping[str, BuiltInBot] = {
    "random": BuiltInBot(_random_pick, draws_from_table=True, choose_for_all=pick_each),
}

USUAL_BOTS: tuple[str, ...] = ("random",)
"""Who plays where neither the game nor the user names anybody; the same as the default of ``bots:`` in game.yaml."""
