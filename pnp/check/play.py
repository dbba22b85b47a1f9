"""Games with rules → what playing them shows: worked examples, claims, and games that no rules may play.

The project's code runs in processes of its own. What is told of a game is the same whatever the number of processes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from pnp.check.played import Played, failure_diagnostic
from pnp.check.verdicts import judge_all, judge_data
from pnp.diagnostics import Diagnostic, Place
from pnp.model.game import Game
from pnp.rules.claims import GameTest, Group, GroupSeen, Seen
from pnp.rules.examples import Finding
from pnp.rules.kit import Failure, Kit, Sitting
from pnp.rules.pool import Task, running
from pnp.rules.prepare import (
    make_example,
    make_names,
    read_kit,
    rules_path,
    too_many_bots,
    unknown_bots,
    unknown_values,
    wrong_numbers,
)
from pnp.rules.work import ExamplesDone, run_examples, run_group
from pnp.source.files import Files
from pnp.source.tree import locate

Step = Callable[[str, float], None]
"""Told what is being done, and how much of it is done, from 0 to 1."""

SEED = "check"
"""Games of a check have the seeds check:0, check:1 and so on."""
GAMES = 20
"""Games that are played at each number of players, with the usual and with random bots, whatever is claimed."""
ENOUGH = 0.95
"""The share of the branches of rules.py that examples should run."""


@contextmanager
def playing(games: Sequence[Game], files: Files, jobs: int) -> Iterator[Callable[[Step | None], list[Played]]]:
    """Begin to play games of a project; in the block, a function waits for the end and returns what came of each.

    Args:
        games: In their source languages.
        files: The project.
        jobs: How many processes may work at a time; 0 to run no code: only what holds of the data alone is tested.
    """
    done = [Played(game) for game in games]
    tasks: list[Task] = []
    after: list[Callable[[Any], None]] = []
    for played in done:
        played.diagnostics += judge_data(played)
        if jobs:
            for task, take in _tasks(played, files):
                tasks.append(task)
                after.append(take)
    with running(tasks, jobs) as results:

        def finish(step: Step | None) -> list[Played]:
            for number, (take, result) in enumerate(zip(after, results, strict=True)):
                take(result)
                if step:
                    step("playing", (number + 1) / len(tasks))
            for played in done:
                played.diagnostics += judge_all(played)
            return done

        yield finish


# --- tasks


def _tasks(played: Played, files: Files) -> Iterator[tuple[Task, Callable[[Any], None]]]:
    game = played.game
    path = rules_path(game.name)
    if not files.exists(path) and not game.examples and all(claim.holds for claim in game.claims):
        return
    kit, faults = read_kit(files, game)
    if kit is None or (faults := list(_misnamed(game, kit))):
        played.diagnostics += faults
        return
    examples = [make_example(game, name, head) for name, head in game.examples.items()]
    if examples:
        yield (
            Task(run_examples, (kit, examples, make_names(game, game)), len(examples), path),
            partial(_take_examples, played),
        )
    for group in game_groups(game, kit):
        yield Task(run_group, (kit, group), group.games, path, group.sitting), partial(_take_group, played, group)


def _misnamed(game: Game, kit: Kit) -> Iterator[Diagnostic]:
    """What the game's code does not have, and numbers of players that it is not for; seen without running it."""
    if "play" in game.source:
        yield from unknown_bots(kit, game.head.play.bots, game.source["play"].place_of("bots"))
    for name, example in game.examples.items():
        yield from unknown_bots(kit, example.bots or (), game.examples_source[name].place_of("bots"))
    for number, claim in enumerate(game.claims):
        source = game.claims_source[number]
        yield from unknown_bots(kit, claim.bots or (), source.place_of("bots"))
        yield from wrong_numbers(game, claim.players or (), source.place_of("players"))
        yield from unknown_values(kit, claim.set, source.place_of("set"))
        yield from too_many_bots(claim.bots or (), claim.players or game.head.players, source.place_of("bots"))


def game_groups(game: Game, kit: Kit) -> list[Group]:
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
        if test in ("holds", "example"):
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
        Group(Sitting(players, SEED, bots, options[told]), games[players, bots, told], tuple(found))
        for (players, bots, told), found in tests.items()
    ]


# --- results


def _take_examples(played: Played, result: ExamplesDone | Failure) -> None:
    game = played.game
    if isinstance(result, Failure):
        if result.example:  # its process has hung, or died
            finding = Finding("example-fails", (result.example,), result.what, failure=result)
            played.diagnostics.append(_finding_diagnostic(finding, game))
        else:
            played.diagnostics.append(failure_diagnostic(result, game.name))
        return
    for finding in result.findings:
        played.diagnostics.append(_finding_diagnostic(finding, game))
    played.failed = frozenset(str(finding.path[0]) for finding in result.findings)
    played.coverage = coverage = result.coverage
    if coverage.share < ENOUGH and not played.failed:
        lines = sorted({line for pair in coverage.missing for line in pair[:1]} | set(coverage.lines))
        what = f"examples run {coverage.run} of {coverage.branches} branches of rules.py ({coverage.share:.0%})"
        ways = [f"{start} → {end}" if end > 0 else f"{start} → the end" for start, end in coverage.missing]
        why = f"never from line to line: {', '.join(ways[:20])}{', …' if len(ways) > 20 else ''}"
        place = Place(rules_path(game.name), lines[0] if lines else 1, 1)
        fix = "add examples that take these ways"
        played.diagnostics.append(Diagnostic(place, "rules-coverage", what, why, fix))


def _finding_diagnostic(finding: Finding, game: Game) -> Diagnostic:
    place = locate(game.examples_source, finding.path)
    what = f"{finding.path[0]}: {finding.what}"
    if finding.failure is None:
        return Diagnostic(place, finding.code, what, finding.why, finding.fix)
    failure = finding.failure
    where = f"{failure.file}:{failure.line}" if failure.line else failure.file
    what = what if failure.what == finding.what else f"{what}: {failure.what}"
    return Diagnostic(place, finding.code, f"{what} ({where})", failure.why, failure.fix)


def _take_group(played: Played, group: Group, result: GroupSeen | Failure) -> None:
    if isinstance(result, Failure):
        diagnostic = failure_diagnostic(result, played.game.name)
        if not any((diagnostic.place, diagnostic.code) == (other.place, other.code) for other in played.diagnostics):
            played.diagnostics.append(diagnostic)  # once, however many kinds of games it spoils
        return
    played.games += group.games
    for number, seen in result.tests.items():
        by_players = played.seen.setdefault(number, {})
        by_players.setdefault(group.sitting.players, Seen()).add(seen)
    for number, what, fix in result.wrong:
        if number in played.unclear:
            continue  # it has been told, of another kind of games
        played.unclear.add(number)
        claim = played.game.claims[number]
        place = played.game.claims_source[number].place_of(claim.test)
        played.diagnostics.append(Diagnostic(place, "claim-expression", f"{what}: {claim.claim}", fix=fix))
