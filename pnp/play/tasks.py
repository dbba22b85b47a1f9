"""The tasks of a process that plays: run a game's examples, play a batch of games, look for leaks, trace a game.

Arguments and results can be sent between processes. Before each game its name is recorded, so that the process that
waits knows in which game this one hangs or dies.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

from pnp.core.codes import Code
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.play.bundle import USUAL_BOTS, Failure, GameBroken, GameBundle, GameSetup, Names
from pnp.play.claims import BatchResult, GameBatch, play_batch
from pnp.play.driver import Watcher, play
from pnp.play.examples import Coverage, Example, check_example, functions_run, measure
from pnp.play.invariants import Guard, is_repeatable, play_picks, shortest_failure
from pnp.play.leaks import Leak, find_leaks
from pnp.play.program import Program, load_program
from pnp.play.table import Table
from pnp.play.trace import Tracer
from pnp.play.value_leaks import ValueLeak, find_value_leaks
from pnp.workers.limits import USUAL, Limits, at_most

LENGTH_GAMES = 10
"""The games at each number of players that tell how long games are, after one that is too short or too long."""

MOST_DECISIONS = 2_000
"""The most decisions of these games."""


@frozen_dataclass
class ExamplesDone:
    """The result of running a game's examples."""

    failures: list[Failure]
    coverage: Coverage


def run_examples(bundle: GameBundle, examples: Sequence[Example], names: Names, limits: Limits = USUAL) -> ExamplesDone:
    """Run a game's worked examples, and measure how much of rules.py they run.

    Args:
        bundle: The game.
        examples: The examples to run.
        names: The names of cards and values in the source language.
        limits: How long each may take.
    """
    failures: list[Failure] = []

    def action(program: Program) -> None:
        for example in examples:
            limit.again(example.name)
            example_failures = check_example(program, example, names)
            is_hung = any(failure.is_hang for failure in example_failures)
            if example_failures and not is_hung:
                limit.again()
                functions = functions_run(program, partial(check_example, program, example, names))
                ran = f"it ran {', '.join(functions)} of {Path(bundle.rules_file).name}" if functions else ""
                example_failures = [
                    replace(failure, why="; ".join(filter(None, (failure.why, ran)))) for failure in example_failures
                ]
            failures.extend(example_failures)
            if is_hung:
                break

    with at_most(limits) as limit:
        coverage = measure(bundle, action)
    return ExamplesDone([_at_home(failure, bundle) for failure in failures], coverage)


def _at_home(failure: Failure, bundle: GameBundle) -> Failure:
    """Return a failure with the path of rules.py in the project, not that of the copy that is measured."""
    return (
        failure
        if failure.file in ("", bundle.rules_file, bundle.bots_file)
        else replace(failure, file=bundle.rules_file)
    )


def run_batch(bundle: GameBundle, batch: GameBatch, limits: Limits = USUAL) -> BatchResult:
    """Play a batch's games.

    Raises:
        GameBroken: A game fails.
    """
    with at_most(limits) as limit:
        program = load_program(bundle)
        first = batch.setup.game(0)
        limit.again(first.seed)
        try:
            if is_repeatable(program, first):
                return play_batch(program, batch, lambda setup: limit.again(setup.seed))
            is_by_bots = set(first.bots) != set(USUAL_BOTS) and is_repeatable(program, replace(first, bots=USUAL_BOTS))
        except GameBroken as broken:
            limit.again()
            raise GameBroken(shortest(program, broken.failure)) from None
    what = "the same seed gives another game when it is played again"
    file, source, text = bundle.rules_file, "table.shuffled and table.random", bundle.rules
    if is_by_bots:
        file, source, text = bundle.bots_file, "what a bot is given as random", bundle.bots
    why = f"chance must come from {source} alone, and nothing may be kept between games"
    line, fix = source_of_difference(text) if not is_by_bots else (0, "")
    raise GameBroken(Failure(Code.RULES_UNSTEADY, what, file, line, why=why, fix=fix, setup=first))


_INSTEAD = {
    "shuffle": "cards = table.shuffled(cards)",
    "randint": "table.roll(6)",
    "choice": "table.shuffled(cards)[0]",
}
"""What the table has instead of functions of Python's random."""
_CHANCE = frozenset({"random", "secrets", "time", "uuid", "os"})
"""Modules of Python by which a game goes another way each time."""


def source_of_difference(rules: str) -> tuple[int, str]:
    """Return the line by which a game most likely goes another way again, and what to write instead; 0 without one."""
    tree = ast.parse(rules)
    imported = {
        alias.asname or alias.name: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module in _CHANCE
        for alias in node.names
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            match node.func:
                case ast.Attribute(value=ast.Name(id=module), attr=name) if module in _CHANCE:
                    return node.lineno, f"write {_INSTEAD.get(name, 'table.random()')}"
                case ast.Name(id=called) if called in imported:
                    return node.lineno, f"write {_INSTEAD.get(imported[called], 'table.random()')}"
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.List | ast.Dict | ast.Set):
            name = ast.unparse(statement.targets[0])
            return statement.lineno, f"write table._{name.strip('_')} = {ast.unparse(statement.value)} in game(table)"
    return 0, ""


def run_leaks(bundle: GameBundle, setups: Sequence[GameSetup], limits: Limits = USUAL) -> list[Leak | ValueLeak]:
    """Play some games and return their leaks of cards and of values, the first of each name."""
    leaks: dict[tuple[str, str], Leak | ValueLeak] = {}
    with at_most(limits) as limit:
        program = load_program(bundle)
        for setup in setups:
            limit.again(setup.seed)
            for leak in find_leaks(program, setup, Random(f"{setup.players} {setup.seed}")):
                leaks.setdefault(("", leak.name), leak)
            for value_leak in find_value_leaks(program, setup, Random(f"values {setup.players} {setup.seed}")):
                leaks.setdefault((value_leak.hidden, value_leak.name), value_leak)
    return list(leaks.values())


def run_trace(
    bundle: GameBundle, setup: GameSetup, names: Names, picks: tuple[int, ...] | None, limits: Limits = USUAL
) -> tuple[list[str], Failure | None]:
    """Trace one game in lines; a game that fails is traced up to its failure, which is returned.

    Args:
        bundle: The game.
        setup: The setup and seed of the game.
        names: The names of cards and values.
        picks: The recorded picks; None for the picks of the bots.
        limits: How long it may take.
    """
    tracer = Tracer(names)
    failure = None
    with at_most(limits) as limit:
        limit.again(setup.seed)
        program = load_program(bundle)

        def watch(table: Table) -> list[Watcher]:
            return [Guard(table), tracer.watching(table)]

        try:
            tracer.end(play(program, setup, watch=watch) if picks is None else play_picks(program, setup, picks, watch))
        except GameBroken as broken:
            failure = broken.failure
            tracer.failed()
    return tracer.lines, failure


def shortest(program: Program, failure: Failure) -> Failure:
    """Return the failure with the shortest recorded picks that still fail; one that hangs is returned as it is."""
    if failure.is_hang:
        return failure
    shorter = shortest_failure(program, failure)
    return _with_lengths(program, shorter) if shorter.code == Code.RULES_LENGTH else shorter


def _with_lengths(program: Program, failure: Failure) -> Failure:
    """Return the failure of a game that is too short or too long, with the lengths of other games as its fix."""
    setup, most = failure.setup, MOST_DECISIONS
    if setup is None:
        return failure
    bundle, lengths = replace(program.bundle, decisions=(1, most)), []
    for number in range(LENGTH_GAMES):
        for players in bundle.players:
            game = replace(setup, players=players, seed=f"{setup.seed.partition(':')[0]}:{number}")
            try:
                lengths.append(len(play(replace(program, bundle=bundle), game).log))
            except GameBroken:
                return failure
    fix = f"if the rules are right, write decisions: {min(lengths)}..{max(lengths)} or wider bounds in play:"
    return replace(failure, fix=f"{fix}, as {len(lengths)} games took so many")
