"""Who picks for the seats of a game: built-in bots, those of bots.py and of packages, or the picks of a recorded game.

A built-in bot is an entry of ``BOT_KINDS``. Chance comes from one random number stream that the seed names. A random
player takes one number from it for each pick; recorded picks take one, too, so that the shuffles stay the same. Other
bots have a stream of their own, and declare which they draw from.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import field
from functools import partial
from math import floor
from typing import Any, NamedTuple

from pnp.core.codes import Code
from pnp.core.diagnostics import suggest
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.plugins import call_plugin, load_plugin, plugins
from pnp.core.units import whole_number
from pnp.play.decisions import Chooser, Pick, each_chooses, random_stream
from pnp.play.game_bundle import Failure, GameBroken, GameSetup
from pnp.play.game_code import Choose, Program
from pnp.play.table import Table


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
"""Rebuilds the current position by replaying the picks; its argument returns watchers of the rebuilt table."""


@frozen_dataclass
class BotSeat:
    """A bot's place in a game.

    Attributes:
        program: The game.
        setup: The players, bots, seed and options.
        table: The table, hidden cards included.
        seat: The bot's seat.
        random: The stream of random numbers of all bots.
        position: Rebuilds the current position, for bots that try moves; None where the game cannot be replayed.
        tried: Takes what a bot that tries moves has found: the number of each option, its playouts, and which share of
            them it won.
    """

    program: Program
    setup: GameSetup
    table: Table
    seat: int
    random: Callable[[], float]
    position: ReplayPosition | None = None
    tried: list[tuple[int, int, float]] = field(default_factory=list)


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
        files: What it needs in an exported page: paths of files of pnp.
    """

    make: Callable[[int], BotKind]
    files: tuple[str, ...] = ()


def pick_each(random: Callable[[], float], choices: Any) -> Any:
    """Return a randomly chosen option for each seat; each takes one random number.

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
"""The prefix of a searching bot's name; the number of playouts follows."""


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


def searching_bot() -> SizedBot | None:
    """Return the bot that searches; None where the laboratory is not installed."""
    sized: SizedBot | None = load_plugin("pnp.bots", SEARCH.rstrip(":"))
    return sized


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
        return sized.make(playouts_of(name)) if (sized := searching_bot()) else None
    if name in own or f"{name}:" == SEARCH or name not in plugins("pnp.bots"):
        return None
    kind: BotKind = load_plugin("pnp.bots", name)
    for_all = kind.choose_for_all and partial(call_plugin, "pnp.bots", name, "choose_for_all", kind.choose_for_all)
    return BotKind(partial(_seat_of_package, name, kind), kind.draws_from_table, for_all)


def _seat_of_package(name: str, kind: BotKind, seated: BotSeat) -> Pick:
    """Return the pick function of a seat of a package's bot. What it does wrong is a Fault that names the package."""
    pick = call_plugin("pnp.bots", name, "seat", kind.seat, seated)
    return partial(call_plugin, "pnp.bots", name, "pick", pick)


def bots_choose(program: Program, setup: GameSetup, table: Table, position: ReplayPosition | None = None) -> Chooser:
    """Return a chooser that lets the bots of a setup pick: built-in bots and the functions of the game's bots.py.

    Args:
        program: The game.
        setup: The players, bots, seed and options.
        table: The table.
        position: Rebuilds the current position, for bots that try moves.
    """
    names = set(setup.bots)
    if len(names) == 1 and (only := find_bot(next(iter(names)), program.bots)) and only.choose_for_all:
        return partial(only.choose_for_all, table.random)
    own = random_stream(f"{setup.seed}:bots")
    line_up = setup.line_up()
    kinds = [find_bot(name, program.bots) for name in line_up]
    again = position and partial(position, draws=[kind is not None and kind.draws_from_table for kind in kinds])
    players: list[Pick] = []
    for seat, (name, kind) in enumerate(zip(line_up, kinds, strict=True)):
        if kind is None:
            players.append(bot_pick(program, name, table, seat, own))
        else:
            players.append(kind.seat(BotSeat(program, setup, table, seat, own, again)))
    return each_chooses(players)


def bot_pick(program: Program, name: str, table: Table, seat: int, own: Callable[[], float]) -> Pick:
    """Return the pick function of a bot of bots.py at a seat."""
    if name not in program.bots:
        fix = suggest(name, [*bot_names(), *program.bots])
        what, file = f"no bot {name} in {program.bundle.bots_file}", program.bundle.bots_file
        raise GameBroken(Failure(Code.BOTS_UNKNOWN, what, file, fix=fix))
    bot = program.bots[name]

    def pick(options: Any) -> Any:
        try:
            return seen_pick(bot, table, seat, table.seen_by(seat), options, own)
        except TypeError as error:
            trace = error.__traceback__ and error.__traceback__.tb_next
            if trace is None or trace.tb_next is not None:
                raise
            raise GameBroken(_uncallable(bot)) from None  # the call itself has failed, not the bot's code

    return pick


def seen_pick(
    bot: Choose, table: Table, seat: int, seen: Any, options: Sequence[Any], random: Callable[[], float]
) -> Any:
    """Give a bot the options as its seat sees them, and return the one that it picks."""
    faces = table.seen_options(seat, options)
    picked = bot(seen, faces, random)
    if faces is options:
        return picked
    return next((option for option, face in zip(options, faces, strict=True) if face == picked), picked)


def _uncallable(bot: Choose) -> Failure:
    """Return the failure of a function of bots.py that does not have the parameters of a bot."""
    code, name = bot.__code__, bot.__name__
    what = f"{name}({', '.join(code.co_varnames[: code.co_argcount])}) does not take the arguments of a bot"
    fix = f"write def {name}(seen, options, random):"
    return Failure(Code.BOTS_ERROR, what, code.co_filename, code.co_firstlineno, fix=fix)


def table_draws(program: Program, setup: GameSetup) -> list[bool]:
    """Return whether the pick of each seat's bot takes a number from the table's own stream."""
    bots = [find_bot(name, program.bots) for name in setup.line_up()]
    return [bot is not None and bot.draws_from_table for bot in bots]


def recorded_chooser(picks: Sequence[int], program: Program, setup: GameSetup, table: Table) -> Chooser:
    """Return a chooser that picks recorded options, by number; the first option once the record has ended.

    If the seat's bot would draw from the table's stream, a number is drawn, so that later shuffles stay the same.
    """
    numbers = iter(picks)
    draws = table_draws(program, setup)

    def pick(seat: int, options: Any) -> Any:
        if draws[seat]:
            table.random()
        return options[next(numbers, 0) % len(options)]

    return each_chooses([partial(pick, seat) for seat in table.seats])
