"""A GameSetup and a Table → a chooser, which picks for all seats: bots, or the picks of a recorded game.

Chance comes from one random number stream that the seed names. A random player takes one number of it for each pick;
recorded picks take one, too, so that the shuffles stay the same. Other bots have a stream of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

from pnp.core.codes import Code
from pnp.core.diagnostics import suggest
from pnp.play.bots import BotSeat, Pick, ReplayPosition, bot_names, find_bot
from pnp.play.bundle import Failure, GameBroken, GameSetup
from pnp.play.program import Choose, Program
from pnp.play.table import Table

Choices = Any
"""The options of a decision: a list of options for each seat, or a mapping of some seats to their options."""
Picks = Any
"""The options that players have picked, in the same form."""
Chooser = Callable[[Choices], Picks]


def random_stream(seed: str) -> Callable[[], float]:
    """Return the random numbers that a seed names: each call gives the next, from 0 up to 1."""
    return Random(seed).random


def bots_choose(program: Program, setup: GameSetup, table: Table, position: ReplayPosition | None = None) -> Chooser:
    """Return a chooser that lets the bots of a setup pick: built-in bots and the functions of the game's bots.py.

    Args:
        program: The game.
        setup: The players, bots, seed and options.
        table: The table.
        position: Returns the position of now again, for bots that try what follows.
    """
    names = set(setup.bots)
    if len(names) == 1 and (only := find_bot(next(iter(names)), program.bots)) and only.choose_for_all:
        return partial(only.choose_for_all, table.random)
    own = random_stream(f"{setup.seed}:bots")
    players: list[Pick] = []
    for seat, name in enumerate(setup.line_up()):
        if (bot := find_bot(name, program.bots)) is None:
            players.append(bot_pick(program, name, table, seat, own))
        else:
            players.append(bot.seat(BotSeat(program, setup, table, seat, own, position)))
    return each_chooses(players)


def each_chooses(players: Sequence[Pick]) -> Chooser:
    """Return a chooser that lets each seat's player pick from the seat's options."""

    def choose(choices: Choices) -> Picks:
        if isinstance(choices, list):
            return [pick(options) for pick, options in zip(players, choices, strict=True)]
        return {seat: players[seat](options) for seat, options in choices.items()}

    return choose


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
    """Return the option that a bot picks, which is given the options as its seat sees them."""
    faces = table.seen_options(seat, options)
    picked = bot(seen, faces, random)
    if faces is options:
        return picked
    return next((option for option, face in zip(options, faces, strict=True) if face == picked), picked)


def _uncallable(bot: Choose) -> Failure:
    """Return the failure of a bot with other parameters than bots have."""
    code, name = bot.__code__, bot.__name__
    what = f"{name}({', '.join(code.co_varnames[: code.co_argcount])}) does not take what a bot is given"
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
