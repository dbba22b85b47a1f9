"""The bots that pnp has: they play without a bots.py.

A bot is an entry of ``BUILT_IN_BOTS``. It takes chance from the table's own stream of random numbers or from that of
the bots, and says which, so that a tape of picks meets the same shuffles.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from math import floor
from typing import TYPE_CHECKING, Any

from pnp.core.plugins import load_plugin, plugins

if TYPE_CHECKING:
    from pnp.play.bundle import GameSetup
    from pnp.play.program import Program
    from pnp.play.table import Table

Pick = Callable[[Any], Any]
"""Picks one of a seat's options."""


@dataclass(frozen=True)
class Seated:
    """A bot's place in a game.

    Attributes:
        program: The game.
        setup: Who plays, and with which chance.
        table: The table, with everything on it.
        seat: The bot's seat.
        random: The stream of random numbers of all bots.
    """

    program: Program
    setup: GameSetup
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


def bot_names() -> list[str]:
    """The bots that any game may have: pnp's own, then those of installed packages."""
    return [*BUILT_IN_BOTS, *(name for name in plugins("pnp.bots") if name not in BUILT_IN_BOTS)]


def bot_named(name: str, own: Container[str]) -> BuiltInBot | None:
    """The bot of a name; None for a bot of the game's bots.py, which comes before those of packages.

    Args:
        name: What users call it.
        own: The names of the game's own bots.

    Raises:
        Fault: The bot is that of a package, and cannot be loaded.
    """
    if name in BUILT_IN_BOTS:
        return BUILT_IN_BOTS[name]
    return None if name in own else load_plugin("pnp.bots", name, BuiltInBot)
