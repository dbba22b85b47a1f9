"""The built-in bots, which play without a bots.py.

A bot is an entry of ``BOT_KINDS``. It takes chance from the table's own stream of random numbers or from that of
the bots, and declares which, so that recorded picks meet the same shuffles.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from math import floor
from typing import Any, NamedTuple

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.plugins import load_plugin, plugins
from pnp.core.units import whole_number
from pnp.play.bundle import GameSetup
from pnp.play.program import Program
from pnp.play.table import Table

Pick = Callable[[Any], Any]
"""Picks one of a seat's options."""


class PlayedPosition(NamedTuple):
    """A game at a decision, ready to go on.

    Attributes:
        rules: The generator of the rules; it takes the picks.
        choices: The options of the decision.
    """

    table: Table
    rules: Any
    choices: Any


ReplayPosition = Callable[..., PlayedPosition]
"""Returns the position of now, played again from the picks; takes a function that returns watchers of its table."""


@frozen_dataclass
class BotSeat:
    """A bot's place in a game.

    Attributes:
        program: The game.
        setup: The players, bots, seed and options.
        table: The table, hidden cards included.
        seat: The bot's seat.
        random: The stream of random numbers of all bots.
        position: Returns the position, for bots that try what follows; None where it cannot be played again.
    """

    program: Program
    setup: GameSetup
    table: Table
    seat: int
    random: Callable[[], float]
    position: ReplayPosition | None = None


@frozen_dataclass
class BotKind:
    """A built-in bot.

    Attributes:
        seat: Returns the pick function of one seat of a game.
        draws_from_table: Whether each pick takes one number from the table's own stream.
        choose_for_all: Picks for all seats at once if this bot plays alone: the same picks, faster. None if seats must
            pick one by one.
    """

    seat: Callable[[BotSeat], Pick]
    draws_from_table: bool = False
    choose_for_all: Callable[[Callable[[], float], Any], Any] | None = None


class SizedBot(NamedTuple):
    """A bot whose strength is a number after its name, as in ``search:100``.

    Attributes:
        make: Returns the bot of a strength.
    """

    make: Callable[[int], BotKind]


def pick_each(random: Callable[[], float], choices: Any) -> Any:
    """Return one option by chance for each seat; takes a random number for each.

    Raises:
        IndexError: A seat has nothing to pick from.
    """
    if isinstance(choices, list):
        return [options[floor(random() * len(options))] for options in choices]
    return {seat: options[floor(random() * len(options))] for seat, options in choices.items()}


def _random_pick(seated: BotSeat) -> Pick:
    random = seated.table.random
    return lambda options: options[floor(random() * len(options))]


BOT_KINDS: Mapping[str, BotKind] = {
    "random": BotKind(_random_pick, draws_from_table=True, choose_for_all=pick_each),
}

SEARCH = "search:"
"""How the name of a searching bot begins; the number of playouts follows."""


def is_search(name: str) -> bool:
    """Return whether a name is that of a searching bot: search:100."""
    return name.startswith(SEARCH) and 0 < (whole_number(name.removeprefix(SEARCH)) or 0) <= MAX_PLAYOUTS


def playouts_of(name: str) -> int:
    """Return the playouts for each pick of a searching bot; 0 for another bot."""
    return int(name.removeprefix(SEARCH)) if is_search(name) else 0


MAX_PLAYOUTS = 100_000
"""The most playouts for each pick."""


def bot_names() -> list[str]:
    """Return the names of bots for any game: the built-in ones, then those of installed packages."""
    return [*BOT_KINDS, *(name for name in plugins("pnp.bots") if name not in BOT_KINDS and f"{name}:" != SEARCH)]


def find_bot(name: str, own: Container[str]) -> BotKind | None:
    """Return the bot of a name; None for a bot of the game's bots.py, which comes before those of packages.

    ``search:100`` is a player who tries a hundred playouts for each pick.

    Args:
        name: The name of the bot.
        own: The names of the game's own bots.

    Raises:
        Fault: The bot is that of a package and cannot be loaded.
    """
    if name in BOT_KINDS:
        return BOT_KINDS[name]
    if is_search(name):
        sized: SizedBot | None = load_plugin("pnp.bots", SEARCH.rstrip(":"), SizedBot)
        return sized.make(playouts_of(name)) if sized else None
    return None if name in own else load_plugin("pnp.bots", name, BotKind)
