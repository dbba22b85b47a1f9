"""A Program and a GameSetup → a played game; one loop for random and other bots, recorded picks and worked examples.

Chance comes from one random number stream that the seed names. A random player takes one number from it for each pick;
recorded picks take one, too, so that the shuffles stay the same. Other bots have a stream of their own.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf
from typing import Any, Protocol

from pnp.core.codes import Code
from pnp.core.diagnostics import counted
from pnp.play.bots import PlayedPosition, bots_choose, table_draws
from pnp.play.decisions import Choices, Chooser, Picks, by_seat, random_stream
from pnp.play.game_bundle import USUAL_BOTS, Failure, GameBroken, GameBundle, GameSetup
from pnp.play.game_code import Program, failure_of
from pnp.play.history import History
from pnp.play.table import End, Table
from pnp.workers import TooLong

Rules = Generator[Choices, Picks, Any]


class Watcher(Protocol):
    """Watches a game while it is played; an exception that it raises ends the game."""

    def on_choices(self, choices: Choices) -> None:
        """Handle the options of a decision, before players pick."""

    def on_picks(self, choices: Choices, picks: Picks) -> None:
        """Handle the picks of a decision, before the rules go on."""

    def on_end(self, result: Any) -> None:
        """Handle the result that the rules return at their end."""


def with_watchers(rules: Rules, watchers: Sequence[Watcher]) -> Rules:
    """Return a generator that plays the rules and calls the watchers."""
    try:
        choices = next(rules)
        while True:
            for watcher in watchers:
                watcher.on_choices(choices)
            picks = yield choices
            for watcher in watchers:
                watcher.on_picks(choices, picks)
            choices = rules.send(picks)
    except StopIteration as stop:
        result = stop.value
    for watcher in watchers:
        watcher.on_end(result)
    return result


class Interrupted(Exception):
    """Raised by a chooser or watcher to leave a game before its end."""


@dataclass
class PlayedGame:
    """A game that was played.

    Attributes:
        log: The picks of each decision.
        end: Its end; None for a part of the rules that returns no End, or that was left before its end.
        rules: The running part of the rules; None before it has begun.
    """

    setup: GameSetup
    table: Table
    log: list[Picks] = field(default_factory=list)
    end: End | None = None
    rules: Rules | None = field(default=None, repr=False)


def play(
    program: Program,
    setup: GameSetup,
    chooser: Callable[[Table], Chooser] | None = None,
    watch: Callable[[Table], Sequence[Watcher]] | None = None,
) -> PlayedGame:
    """Play a game from its set-up to its end.

    Args:
        program: The game.
        setup: The players, bots, seed and options.
        chooser: Returns the chooser of all seats' picks; default: the setup's bots.
        watch: Returns the watchers.

    Raises:
        GameBroken: The rules or a bot have failed.
    """
    table = program.lay_table(setup.players, random_stream(setup.seed), setup.values)
    played = PlayedGame(setup, table)
    with_failures(program, played, lambda: _play(program, played, chooser, watch))
    return played


def _play(
    program: Program,
    played: PlayedGame,
    chooser: Callable[[Table], Chooser] | None,
    watch: Callable[[Table], Sequence[Watcher]] | None,
) -> None:
    table = played.table
    rules = program.parts["game"](table)
    if not isinstance(rules, Generator):
        what = "game asks no player: it has no yield"
        raise GameBroken(Failure(Code.RULES_YIELD, what, fix="yield the options of each player"))
    played.rules = rules
    again = partial(replayed, program, played.setup, played.log)
    choose = chooser(table) if chooser else bots_choose(program, played.setup, table, again)
    has_reader = chooser is not None or any(bot not in USUAL_BOTS for bot in played.setup.line_up())
    watchers: list[Watcher] = [History(table).show_players()] if program.reads_log and has_reader else []
    watchers += watch(table) if watch else ()
    end = run(with_watchers(rules, watchers) if watchers else rules, choose, played.log, program.bundle.decisions[1])
    end = checked_end(end, program.bundle, table.players)
    if len(played.log) < program.bundle.decisions[0]:
        decisions = counted(len(played.log), "decision")
        what = f"the game is over after {decisions}, and must take at least {program.bundle.decisions[0]:g}"
        raise _out_of_bounds(Code.RULES_LENGTH, what, "decisions: of play: in game.yaml gives the bounds")
    played.end = end


def replayed(
    program: Program,
    setup: GameSetup,
    log: Sequence[Picks],
    draws: Sequence[bool] | None = None,
    watch: Callable[[Table], Sequence[Watcher]] | None = None,
) -> PlayedPosition:
    """Return the position after some picks, played again from the beginning.

    Args:
        program: The game.
        setup: The players, bots, seed and options.
        log: The picks of each decision so far.
        draws: For each seat, whether its picks took numbers from the table's stream; None for what the setup's bots do.
        watch: Returns watchers of the table.
    """
    table = program.lay_table(setup.players, random_stream(setup.seed), setup.values)
    rules = program.parts["game"](table)
    if watch:
        rules = with_watchers(rules, watch(table))
    draws = table_draws(program, setup) if draws is None else draws
    choices = next(rules)
    for picks in log:
        for seat, _ in by_seat(picks):
            if draws[seat]:
                table.random()
        choices = rules.send(picks)
    return PlayedPosition(table, rules, choices)


def run(rules: Rules, choose: Chooser, log: list[Picks], most: float) -> Any:
    """Play rules to their end; return what they return. Each decision's picks are added to the log.

    Raises:
        GameBroken: There are more than ``most`` decisions.
    """
    picks = None
    while True:
        try:
            choices = rules.send(picks)
        except StopIteration as stop:
            return stop.value
        if len(log) >= most:
            what = f"the game goes on after {counted(len(log), 'decision')}"
            raise GameBroken(Failure(Code.RULES_LENGTH, what, why="decisions: in game.yaml gives the largest number"))
        picks = choose(choices)
        log.append(picks)


def checked_end(end: Any, bundle: GameBundle, players: int) -> End:
    """Return what a game has returned.

    Raises:
        GameBroken: It is no End, or its scores or winners are not possible.
    """
    if not isinstance(end, End):
        what = f"game returns {end!r}, not an End"
        raise GameBroken(Failure(Code.RULES_END, what, fix='return End("why", scores)'))
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
    for name, numbers in end.parts.items():
        if len(numbers) != players or not all(type(number) is int for number in numbers):
            what = (
                f"the part {name} is {list(numbers)}: a whole number for each of {counted(players, 'player')} is needed"
            )
            raise _out_of_bounds(Code.RULES_END, what)
    sums = tuple(map(sum, zip(*end.parts.values(), strict=True)))
    if end.parts and end.scores != sums:
        what = f"the parts add up to {list(sums)}, and the scores are {list(end.scores)}"
        raise GameBroken(Failure(Code.RULES_END, what, fix="leave out the scores: they are the sums of the parts"))
    are_seats = all(type(seat) is int and 0 <= seat < players for seat in end.winners)
    if not are_seats or len(set(end.winners)) < len(end.winners):
        what = f"the winners are {list(end.winners)}: seats from 0 to {players - 1} are needed, each once"
        raise _out_of_bounds(Code.RULES_END, what)
    return end


def _out_of_bounds(code: Code, what: str, why: str = "") -> GameBroken:
    return GameBroken(Failure(code, what, why=why))


def with_failures(program: Program, played: PlayedGame, action: Callable[[], None]) -> None:
    """Run project code; turn any exception into GameBroken with the game and its place in the code."""
    bundle = program.bundle
    files = (bundle.rules_file, bundle.bots_file)
    try:
        action()
    except GameBroken as broken:
        failure = broken.failure
        is_bot = failure.code == Code.BOTS_PICK
        file = failure.file or (bundle.bots_file if is_bot else bundle.rules_file)
        failure = replace(failure, file=file, setup=played.setup, decision=len(played.log) - is_bot)
        raise GameBroken(_with_line(failure, program, played)) from None
    except TooLong as late:
        failure = failure_of(late, Code.RULES_HANG, files, bundle.rules_file)
        what = "the rules reach neither the end nor a decision"
        why = "rules that loop forever would block the check"
        if failure.code == Code.RULES_HANG:
            failure = replace(failure, what=what, why=why)
        failure = replace(failure, is_hang=True)
        raise GameBroken(replace(failure, setup=played.setup, decision=len(played.log))) from None
    except Interrupted:
        raise
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) and signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
            raise  # with SIGINT ignored, the rules have raised it
        failure = failure_of(error, Code.RULES_ERROR, files, bundle.rules_file)
        if failure.file == bundle.bots_file:
            failure = replace(failure, code=Code.BOTS_ERROR)
        failure = replace(failure, setup=played.setup, decision=len(played.log))
        raise GameBroken(_with_line(failure, program, played)) from None


def _with_line(failure: Failure, program: Program, played: PlayedGame) -> Failure:
    """Return a failure with its line, if that is missing.

    It is the line of the current yield, or the first line of the rules' function if they have ended; for a bot's pick,
    the first line of the bot.
    """
    if failure.seat is not None and not failure.line:
        bot = program.bots.get(played.setup.line_up()[failure.seat])
        return replace(failure, line=bot.__code__.co_firstlineno) if bot else failure
    if failure.line or failure.file != program.bundle.rules_file:
        return failure
    line = standing_line(played.rules, failure.file) or program.parts["game"].__code__.co_firstlineno
    return replace(failure, line=line)


def with_running_rules(program: Program, take: Callable[[Any], None]) -> Program:
    """Return a program that passes its running rules to ``take`` when a game begins."""
    game = program.parts["game"]

    def begun(table: Table) -> Any:
        rules = game(table)
        take(rules)
        return rules

    return replace(program, parts={**program.parts, "game": begun})


def standing_line(rules: Any, file: str) -> int:
    """Return the line of a file that running rules have reached, in its innermost function; 0 if they are elsewhere."""
    line = 0
    while rules is not None:
        frame = getattr(rules, "gi_frame", None)
        if frame is not None and frame.f_code.co_filename == file:
            line = frame.f_lineno
        rules = getattr(rules, "gi_yieldfrom", None)
    return line
