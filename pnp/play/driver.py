"""A Program and a GameSetup → a played game. One loop for random and other bots, tapes of picks and scripted examples.

Chance comes from one random number stream that the seed names. A random player takes one number of it for each pick, so
a tape of picks that takes one, too, meets the same shuffles. Other bots have a stream of their own.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf
from random import Random
from typing import Any, Protocol

from pnp.core.codes import Code
from pnp.core.diagnostics import counted, suggest
from pnp.play.bots import Pick, Seated, bot_named, bot_names
from pnp.play.bundle import Broken, Failure, GameBundle, GameSetup
from pnp.play.program import Choose, Program, failure_of
from pnp.play.table import End, Table
from pnp.workers.limits import TooLong

Asked = Any
"""What players may choose from: a list of options for each seat, or a mapping of some seats to their options."""
Picks = Any
"""What they have chosen, in the same form."""
Chooser = Callable[[Asked], Picks]
Rules = Generator[Asked, Picks, Any]


class Watcher(Protocol):
    """Looks on while a game is played; whatever it raises ends the game."""

    def asked(self, asked: Asked) -> None:
        """Players are about to decide."""

    def picked(self, asked: Asked, picks: Picks) -> None:
        """They have decided, and the rules have not gone on yet."""

    def ended(self, result: Any) -> None:
        """The rules have come to their end, and return this."""


def watched(rules: Rules, watchers: Sequence[Watcher]) -> Rules:
    """The rules with some who look on; a generator like them."""
    try:
        asked = next(rules)
        while True:
            for watcher in watchers:
                watcher.asked(asked)
            picks = yield asked
            for watcher in watchers:
                watcher.picked(asked, picks)
            asked = rules.send(picks)
    except StopIteration as stop:
        result = stop.value
    for watcher in watchers:
        watcher.ended(result)
    return result


class Interrupted(Exception):
    """Raised by whoever picks, to leave a game before its end."""


@dataclass
class Played:
    """A game that was played.

    Attributes:
        log: The picks of each decision.
        end: How it ended; None for a part of the rules that ends without an End, or that was left before its end.
        rules: The running part of the rules; None before it has begun.
    """

    setup: GameSetup
    table: Table
    log: list[Picks] = field(default_factory=list)
    end: End | None = None
    rules: Rules | None = field(default=None, repr=False)


def by_seat(asked: Any) -> Sequence[tuple[int, Any]]:
    """Options or picks as pairs of a seat and what is its."""
    return list(asked.items() if type(asked) is dict else enumerate(asked))


def play(
    program: Program,
    setup: GameSetup,
    chooser: Callable[[Table], Chooser] | None = None,
    watch: Callable[[Table], Sequence[Watcher]] | None = None,
) -> Played:
    """Play a game from its set-up to its end.

    Args:
        program: The game.
        setup: Who plays, and with which chance.
        chooser: Makes what picks for all seats; default: the setup's bots.
        watch: Makes those who look on.

    Raises:
        Broken: The rules or a bot have failed.
    """
    table = program.lay_table(setup.players, stream(setup.seed), setup.options)
    played = Played(setup, table)
    with_failures(program, played, lambda: _play(program, played, chooser, watch))
    return played


def _play(
    program: Program,
    played: Played,
    chooser: Callable[[Table], Chooser] | None,
    watch: Callable[[Table], Sequence[Watcher]] | None,
) -> None:
    table = played.table
    rules = program.parts["game"](table)
    if not isinstance(rules, Generator):
        what = "game asks no player: it has no yield"
        raise Broken(Failure(Code.RULES_YIELD, what, fix="yield what each player may choose from"))
    played.rules = rules
    choose = chooser(table) if chooser else bots_choose(program, played.setup, table)
    end = run(watched(rules, watch(table)) if watch else rules, choose, played.log, program.bundle.decisions[1])
    if not isinstance(end, End):
        what = f"game returns {end!r}, not an End"
        raise Broken(Failure(Code.RULES_END, what, fix='return End("why", scores)'))
    check_end(end, program.bundle, table.players)
    if len(played.log) < program.bundle.decisions[0]:
        decisions = counted(len(played.log), "decision")
        what = f"the game is over after {decisions}, of {program.bundle.decisions[0]:g} at the least"
        raise _out_of_bounds(Code.RULES_LENGTH, what, "decisions: of play: in game.yaml gives the bounds")
    played.end = end


def run(rules: Rules, choose: Chooser, log: list[Picks], most: float) -> Any:
    """Play rules to their end; return what they return. Each decision's picks are added to the log.

    Raises:
        Broken: There are more than ``most`` decisions.
    """
    picks = None
    while True:
        try:
            asked = rules.send(picks)
        except StopIteration as stop:
            return stop.value
        if len(log) >= most:
            what = f"the game goes on after {counted(len(log), 'decision')}"
            raise Broken(Failure(Code.RULES_LENGTH, what, why="decisions: in game.yaml gives the most a game may take"))
        picks = choose(asked)
        log.append(picks)


def check_end(end: End, bundle: GameBundle, players: int) -> None:
    """Report a game's end that names nobody or is out of its bounds."""
    if end.scores and len(end.scores) != players:
        what = f"the end has {counted(len(end.scores), 'score')} for {counted(players, 'player')}"
        raise _out_of_bounds(Code.RULES_END, what)
    least, most = bundle.scores or (-inf, inf)
    for seat, score in enumerate(end.scores):
        if type(score) is not int:
            raise _out_of_bounds(Code.RULES_END, f"the scores are {list(end.scores)}: whole numbers are needed")
        if not least <= score <= most:
            what = f"seat {seat + 1} ends with {score}, outside {least:g} to {most:g}"
            raise _out_of_bounds(Code.RULES_SCORE, what, "scores: of play: in game.yaml gives the bounds")
    are_seats = all(type(seat) is int and 0 <= seat < players for seat in end.winners)
    if not are_seats or len(set(end.winners)) < len(end.winners):
        what = f"the winners are {list(end.winners)}: seats from 0 to {players - 1} are needed, each once"
        raise _out_of_bounds(Code.RULES_END, what)


def _out_of_bounds(code: Code, what: str, why: str = "") -> Broken:
    return Broken(Failure(code, what, why=why))


def with_failures(program: Program, played: Played, action: Callable[[], None]) -> None:
    """Run project code; turn whatever goes wrong in it into Broken with the game in which it did."""
    bundle = program.bundle
    files = (bundle.rules_file, bundle.bots_file)
    try:
        action()
    except Broken as broken:
        failure = broken.failure
        is_bot = failure.code == Code.BOTS_PICK
        file = failure.file or (bundle.bots_file if is_bot else bundle.rules_file)
        failure = replace(failure, file=file, setup=played.setup, decision=len(played.log) - is_bot)
        raise Broken(_with_line(failure, program, played)) from None
    except TooLong as late:
        failure = failure_of(late, Code.RULES_HANG, files, bundle.rules_file)
        what = "the game does not come to its end, nor to a decision"
        why = "rules that loop for ever would hold up a check for ever"
        failure = replace(failure, what=what, why=why, is_hang=True)
        raise Broken(replace(failure, setup=played.setup, decision=len(played.log))) from None
    except Interrupted:
        raise
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) and signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
            raise  # where Ctrl-C is not heard, it is the rules that raise it
        failure = failure_of(error, Code.RULES_ERROR, files, bundle.rules_file)
        if failure.file == bundle.bots_file:
            failure = replace(failure, code=Code.BOTS_ERROR)
        failure = replace(failure, setup=played.setup, decision=len(played.log))
        raise Broken(_with_line(failure, program, played)) from None


def _with_line(failure: Failure, program: Program, played: Played) -> Failure:
    """A failure of the rules with its line, where that is not known yet: of the yield at which the rules stand.

    Rules that have come to their end stand nowhere; then it is the line at which their function begins.
    """
    if failure.line or failure.file != program.bundle.rules_file:
        return failure
    rules: Any = played.rules
    while rules is not None and isinstance(getattr(rules, "gi_yieldfrom", None), Generator):
        rules = rules.gi_yieldfrom
    frame = getattr(rules, "gi_frame", None)
    if frame is not None and frame.f_code.co_filename == failure.file:
        return replace(failure, line=frame.f_lineno)
    code = rules.gi_code if rules is not None else program.parts["game"].__code__
    return replace(failure, line=code.co_firstlineno)


# --- who picks


def stream(seed: str) -> Callable[[], float]:
    """The random numbers that a seed names: each call gives the next, from 0 up to 1."""
    return Random(seed).random


def bots_choose(program: Program, setup: GameSetup, table: Table) -> Chooser:
    """The bots of a setup pick: those that pnp has, and the functions of the game's bots.py."""
    names = set(setup.bots)
    if len(names) == 1 and (only := bot_named(next(iter(names)), program.bots)) and only.choose_for_all:
        return partial(only.choose_for_all, table.random)
    own = stream(f"{setup.seed}:bots")
    players: list[Pick] = []
    for seat, name in enumerate(setup.line_up()):
        if (bot := bot_named(name, program.bots)) is None:
            players.append(_game_bot(program, name, table, seat, own))
        else:
            players.append(bot.seat(Seated(program, setup, table, seat, own)))
    return each_chooses(players)


def each_chooses(players: Sequence[Pick]) -> Chooser:
    """Each seat's player picks from the seat's options."""

    def choose(asked: Asked) -> Picks:
        if type(asked) is list:
            return [pick(options) for pick, options in zip(players, asked, strict=True)]
        return {seat: players[seat](options) for seat, options in asked.items()}

    return choose


def _game_bot(program: Program, name: str, table: Table, seat: int, own: Callable[[], float]) -> Pick:
    """A function of bots.py at a seat."""
    if name not in program.bots:
        fix = suggest(name, [*bot_names(), *program.bots])
        what, file = f"no bot {name} in {program.bundle.bots_file}", program.bundle.bots_file
        raise Broken(Failure(Code.BOTS_UNKNOWN, what, file, fix=fix))
    bot = program.bots[name]

    def pick(options: Any) -> Any:
        try:
            return bot(table.seen_by(seat), options, own)
        except TypeError as error:
            if error.__traceback__ is None or error.__traceback__.tb_next is not None:
                raise
            raise Broken(_uncallable(bot)) from None  # it was not even begun

    return pick


def _uncallable(bot: Choose) -> Failure:
    """The failure of a bot that does not take what bots are given."""
    code, name = bot.__code__, bot.__name__
    what = f"{name}({', '.join(code.co_varnames[: code.co_argcount])}) does not take what a bot is given"
    fix = f"write def {name}(seen, options, random):"
    return Failure(Code.BOTS_ERROR, what, code.co_filename, code.co_firstlineno, fix=fix)


def recorded_chooser(picks: Sequence[int], program: Program, setup: GameSetup, table: Table) -> Chooser:
    """Every seat picks what a tape says, by number; the first option where the tape has ended.

    Where the seat's bot would draw from the table's stream, a number is drawn: the shuffles that follow stay the same.
    """
    numbers = iter(picks)
    bots = [bot_named(name, program.bots) for name in setup.line_up()]
    draws = [bot is not None and bot.draws_from_table for bot in bots]

    def pick(seat: int, options: Any) -> Any:
        if draws[seat]:
            table.random()
        return options[next(numbers, 0) % len(options)]

    return each_chooses([partial(pick, seat) for seat in table.seats])
