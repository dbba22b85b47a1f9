"""Games with rules → what playing them shows: worked examples, claims, and games that no rules may play.

The project's code runs in processes of its own. What is told of a game is the same whatever the number of processes.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from typing import Any

from pnp.diagnostics import Code, Diagnostics, Place, counted
from pnp.evidence.evidence import Evidence, failure_diagnostic
from pnp.evidence.minutes import tell_minutes
from pnp.evidence.pointing import rules_of_claims
from pnp.evidence.secrets import judge_secrets, leak_sittings, tell_leaks
from pnp.evidence.verdicts import judge_all, judge_data
from pnp.load.kit import make_example, make_names, read_kit, rules_path
from pnp.model.game import Game
from pnp.model.play import OF_GAMES
from pnp.processes import Step
from pnp.rules.claims.batch import Batch, BatchLooks, GameTest, Looks
from pnp.rules.play.kit import Failure, Kit, Sitting
from pnp.rules.play.leaks import Leak
from pnp.rules.play.limits import Limits
from pnp.rules.processes.pool import Task, running
from pnp.rules.processes.tasks import ExamplesDone, run_batch, run_examples, run_leaks
from pnp.rules.simulation.measuring import EVERY
from pnp.rules.simulation.simulate import play_block
from pnp.rules.simulation.tally import Tally
from pnp.source.files import Files

SEED = "check"
"""Games of a check have the seeds check:0, check:1 and so on."""
GAMES = 20
"""Games that are played at each number of players, with the usual and with random bots, whatever is claimed."""
MEASURED = EVERY + 1
"""Games in which the measures of the report are tried, at the least and at the largest number of players."""
ENOUGH = 0.95
"""The share of the branches of rules.py that examples should run."""
FEW = 1
"""Branches that may be left out whatever their share: one of ten is no sign of rules without examples."""


@contextmanager
def playing(
    games: Sequence[Game],
    files: Files,
    jobs: int,
    limits: Limits,
    unsound: Container[str],
    diagnostics: Diagnostics,
) -> Iterator[Callable[[Step | None], list[Evidence]]]:
    """Begin to play games of a project; in the block, a function waits for the end and returns what each has shown.

    Args:
        games: In their source languages.
        files: The project.
        jobs: How many processes may work at a time; 0 to run no code: only what holds of the data alone is tested.
        limits: How long each game may take.
        unsound: Games whose code need not be run, as its faults are known already.
        diagnostics: Told of what is wrong.
    """
    every = [Evidence(game) for game in games]
    tasks: list[Task] = []
    after: list[Callable[[Any], None]] = []
    for evidence in every:
        judge_data(evidence, diagnostics)
        judge_secrets(evidence, files, diagnostics)
        if jobs and evidence.game.name not in unsound:
            for task, take in _tasks(evidence, files, limits, diagnostics):
                tasks.append(task)
                after.append(take)
    with running(tasks, jobs) as results:

        def finish(step: Step | None) -> list[Evidence]:
            for number, (take, result) in enumerate(zip(after, results, strict=True)):
                take(result)
                if step:
                    step("playing", (number + 1) / len(tasks))
            for evidence in every:
                judge_all(evidence, diagnostics)
                tell_minutes(evidence, diagnostics)
            return every

        yield finish


# --- tasks


def _tasks(
    evidence: Evidence, files: Files, limits: Limits, diagnostics: Diagnostics
) -> Iterator[tuple[Task, Callable[[Any], None]]]:
    game = evidence.game
    path = rules_path(game.name)
    kit = read_kit(files, game, Diagnostics()) if files.exists(path) else None  # its faults are told by a check
    if kit is None:
        return
    evidence.rules = cache(partial(rules_of_claims, files, game))
    examples = [make_example(game, name, head) for name, head in game.examples.items()]
    if examples:
        arguments = (kit, examples, make_names(game, game))
        task = Task(run_examples, arguments, len(examples), path, limits=limits)
        yield task, partial(_take_examples, evidence, diagnostics)
    sittings = leak_sittings(kit)
    task = Task(run_leaks, (kit, sittings), len(sittings) * GAMES, path, sittings[0], limits)
    yield task, partial(_take_leaks, evidence, diagnostics, kit)
    for players in dict.fromkeys((kit.players[0], kit.players[-1])) if kit.measures else ():
        sitting = Sitting(players, SEED, kit.usual)
        task = Task(play_block, (kit, sitting, 0, MEASURED), MEASURED, path, sitting, limits)
        yield task, partial(_take_measures, evidence, diagnostics)
    for batch in game_batches(game, kit):
        task = Task(run_batch, (kit, batch), batch.games, path, batch.sitting, limits)
        yield task, partial(_take_batch, evidence, diagnostics, batch)


def game_batches(game: Game, kit: Kit) -> list[Batch]:
    """Games to play: claims about one kind of game together, and some games of each kind whatever is claimed."""
    tests: dict[tuple[int, tuple[str, ...], str], list[GameTest]] = {}
    options: dict[str, dict[str, Any]] = {}
    games: dict[tuple[int, tuple[str, ...], str], int] = {}
    for players in kit.players:
        for bots in dict.fromkeys([kit.usual, ("random",)]):
            games[players, bots, ""] = GAMES
            tests[players, bots, ""] = []
    options[""] = {}
    for number, claim in enumerate(game.claims):
        test = claim.test
        if test not in OF_GAMES:
            continue
        source = getattr(claim, test)
        asked = GameTest(number, source, claim.at, claim.when, test in ("never", "sometimes"), claim.games)
        told = "" if not claim.set else repr(sorted(claim.set.items()))
        options[told] = dict(claim.set)
        for players in claim.players or kit.players:
            key = (players, claim.bots or kit.usual, told)
            tests.setdefault(key, []).append(asked)
            games[key] = max(games.get(key, 0), claim.games)
    return [
        Batch(Sitting(players, SEED, bots, options[told]), games[players, bots, told], tuple(found))
        for (players, bots, told), found in tests.items()
    ]


# --- results


def _take_examples(evidence: Evidence, diagnostics: Diagnostics, result: ExamplesDone | Failure) -> None:
    game = evidence.game
    if isinstance(result, Failure):
        diagnostics.add(failure_diagnostic(result, game))
        return
    diagnostics.extend(failure_diagnostic(failure, game) for failure in result.failures)
    evidence.failed = frozenset(failure.example for failure in result.failures)
    evidence.coverage = coverage = result.coverage
    if coverage.share < ENOUGH and coverage.branches - coverage.run > FEW and not evidence.failed:
        lines = sorted({line for pair in coverage.missing for line in pair[:1]} | set(coverage.lines))
        branches = counted(coverage.branches, "branch", "branches")
        what = f"examples run {coverage.run} of {branches} of rules.py ({coverage.share:.0%})"
        ways = coverage.ways
        why = f"never from line to line: {', '.join(ways[:20])}{', …' if len(ways) > 20 else ''}"
        place = Place(rules_path(game.name), lines[0] if lines else 1, 1)
        diagnostics.tell(Code.RULES_COVERAGE, place, what=what, why=why, fix="add examples that take these ways")


def _take_leaks(evidence: Evidence, diagnostics: Diagnostics, kit: Kit, result: list[Leak] | Failure) -> None:
    if not isinstance(result, Failure):  # else the batches fail as well, and tell it
        tell_leaks(evidence.game, kit, result, diagnostics)


def _take_measures(evidence: Evidence, diagnostics: Diagnostics, result: Tally | Failure) -> None:
    if isinstance(result, Failure) and result.code == Code.REPORT_VALUE:  # others are told of the batches
        failure = failure_diagnostic(result, evidence.game)
        if (failure.place, failure.code) not in evidence.failures:
            diagnostics.add(failure)
            evidence.failures.add((failure.place, failure.code))


def _take_batch(evidence: Evidence, diagnostics: Diagnostics, batch: Batch, result: BatchLooks | Failure) -> None:
    game = evidence.game
    if isinstance(result, Failure):
        failure = failure_diagnostic(result, game)
        if (failure.place, failure.code) not in evidence.failures:
            diagnostics.add(failure)
            evidence.failures.add((failure.place, failure.code))
        return
    evidence.games += batch.games
    if batch.sitting.bots == game.head.play.bots and not batch.sitting.options:
        evidence.decisions[batch.sitting.players] = (result.decisions, batch.games)
    for number, seen in result.tests.items():
        by_players = evidence.seen.setdefault(number, {})
        by_players.setdefault(batch.sitting.players, Looks()).add(seen)
    for number, wrong in result.wrong:
        if number not in evidence.unclear:  # else it has been told, of another kind of games
            evidence.unclear.add(number)
            claim = game.claims[number]
            written = game.claims_source[number].place_of(claim.test)
            place = Place(wrong.file, wrong.line, 1) if wrong.line else written
            diagnostics.tell(wrong.code, place, what=f"{wrong.what}: {claim.claim}", fix=wrong.fix)
