"""Games with rules → what playing them shows: worked examples, claims, and games that no rules may play.

The project's code runs in processes of its own. What is told of a game is the same whatever the number of processes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from pnp.check.evidence import evidence, found, named
from pnp.diagnostics import Diagnostic, Fault, Place, suggest
from pnp.expressions import ExpressionError, compile_expression
from pnp.expressions.scope import game_scope
from pnp.load.play import examples_path
from pnp.model.game import Game
from pnp.model.play import TESTS, ClaimHead, Test
from pnp.rules.claims import GameTest, Group, GroupSeen, Seen
from pnp.rules.examples import Finding
from pnp.rules.judge import Judgement, judge
from pnp.rules.kit import Failure, Kit, Sitting
from pnp.rules.pool import Task, running
from pnp.rules.prepare import bots_path, make_example, make_kit, make_names, rules_path
from pnp.rules.program import BOT_NAME
from pnp.rules.work import Coverage, ExamplesDone, run_examples, run_group
from pnp.source.files import Files
from pnp.source.tree import Map, locate

Step = Callable[[str, float], None]
"""Told what is being done, and how much of it is done, from 0 to 1."""

SEED = "check"
"""Games of a check have the seeds check:0, check:1 and so on."""
GAMES = 20
"""Games that are played at each number of players, with the usual and with random bots, whatever is claimed."""
ENOUGH = 0.95
"""The share of the branches of rules.py that examples should run."""


@dataclass
class Played:
    """What came of playing a game.

    Attributes:
        games: How many were played.
        judgements: By the claim's number.
        seen: What was seen of each claim, by number of players.
    """

    game: Game
    diagnostics: list[Diagnostic] = field(default_factory=list)
    games: int = 0
    examples: int = 0
    coverage: Coverage | None = None
    judgements: dict[int, Judgement] = field(default_factory=dict)
    seen: dict[int, dict[int, Seen]] = field(default_factory=dict)


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
        played.diagnostics += _check_data_claims(played)
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
                played.diagnostics += _verdicts(played, is_played=bool(jobs))
            return done

        yield finish


def check_play(games: Sequence[Game], files: Files, jobs: int) -> list[Played]:
    """Play games of a project, and wait for what comes of each."""
    with playing(games, files, jobs) as finish:
        return finish(None)


# --- tasks


def _tasks(played: Played, files: Files) -> Iterator[tuple[Task, Callable[[Any], None]]]:
    game = played.game
    path = rules_path(game.name)
    if not files.exists(path):
        if game.examples or any(_test_of(claim) not in ("holds",) for claim in game.claims):
            what, fix = f"{game.head.title} has examples or claims, and no rules to play", f"write {path}"
            played.diagnostics.append(Diagnostic(game.source.place, "rules-missing", what, fix=fix))
        return
    try:
        rules = files.text(path)
        bots = files.text(bots_path(game.name)) if files.exists(bots_path(game.name)) else ""
    except Fault as fault:
        played.diagnostics += fault.diagnostics
        return
    kit, faults = make_kit(game, rules, bots)
    played.diagnostics += faults
    if faults or (wrong := list(_unknown_bots(game, kit))):
        played.diagnostics += [] if faults else wrong
        return
    examples = [make_example(game, name, head) for name, head in game.examples.items()]
    names = make_names(game, game)
    played.examples = len(examples)
    if examples:
        arguments = (kit, examples, names, True)
        yield Task(run_examples, arguments, len(examples), path), partial(_take_examples, played)
    for group in game_groups(game, kit):
        yield Task(run_group, (kit, group), group.games, path), partial(_take_group, played, group)


def _unknown_bots(game: Game, kit: Kit) -> Iterator[Diagnostic]:
    """Bots that are named somewhere and that bots.py does not have; seen without running it."""
    known = ["random", *BOT_NAME.findall(kit.bots)]
    asked: list[tuple[tuple[str, ...], Place]] = []
    if "play" in game.source:
        asked.append((game.head.play.bots, game.source["play"].place_of("bots")))
    asked += [
        (head.bots, game.examples_source[name].place_of("bots")) for name, head in game.examples.items() if head.bots
    ]
    asked += [
        (claim.bots, game.claims_source[number].place_of("bots"))
        for number, claim in enumerate(game.claims)
        if claim.bots
    ]
    for bots, place in asked:
        for bot in bots:
            if bot not in known:
                what = f"no bot {bot} in {kit.bots_file}"
                yield Diagnostic(place, "bots-unknown", what, fix=suggest(bot, known))


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
        test = _test_of(claim)
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
        Group(players, bots, options[told], SEED, games[players, bots, told], tuple(found))
        for (players, bots, told), found in tests.items()
    ]


def _test_of(claim: ClaimHead) -> Test:
    return next(test for test in TESTS if getattr(claim, test) is not None)


# --- results


def _take_examples(played: Played, result: ExamplesDone | Failure) -> None:
    game = played.game
    if isinstance(result, Failure):
        name = result.sitting.seed if result.sitting else ""
        if name in game.examples:  # its process has hung, or died
            finding = Finding("example-fails", (name,), result.what, failure=replace(result, sitting=None))
            played.diagnostics.append(_finding_diagnostic(finding, game))
        else:
            played.diagnostics.append(failure_diagnostic(result, game.name))
        return
    for finding in result.findings:
        played.diagnostics.append(_finding_diagnostic(finding, game))
    played.coverage = result.coverage
    coverage = result.coverage
    if coverage is not None and coverage.share < ENOUGH:
        lines = sorted({line for pair in coverage.missing for line in pair[:1]} | set(coverage.lines))
        what = f"examples run {coverage.run} of {coverage.branches} branches of rules.py ({coverage.share:.0%})"
        why = f"not run: {', '.join(map(str, lines[:20]))}{', …' if len(lines) > 20 else ''}"
        place = Place(rules_path(game.name), lines[0] if lines else 1, 1)
        fix = "add examples that take these lines"
        played.diagnostics.append(Diagnostic(place, "rules-coverage", what, why, fix, "warning"))


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
        if not any((diagnostic.place, diagnostic.what) == (other.place, other.what) for other in played.diagnostics):
            played.diagnostics.append(diagnostic)  # once, however many kinds of games it spoils
        return
    played.games += group.games
    for number, seen in result.tests.items():
        by_players = played.seen.setdefault(number, {})
        if group.players in by_players:
            by_players[group.players].add(seen)
        else:
            by_players[group.players] = seen
    for number, what, fix in result.wrong:
        claim = played.game.claims[number]
        place = played.game.claims_source[number].place_of(_test_of(claim))
        played.diagnostics.append(Diagnostic(place, "claim-expression", f"{claim.claim} {what}", fix=fix))


def failure_diagnostic(failure: Failure, game: str) -> Diagnostic:
    """A failure as a fault, with the command that plays the game again: by the shortest tape that fails."""
    why = failure.why
    if failure.sitting is not None:
        at = f" at decision {failure.decision + 1}" if failure.decision else ""
        why = f"{why + '; ' if why else ''}{_who(failure.sitting)}{at}"
    fix = failure.fix
    if failure.sitting is not None:
        again = f"see it with {failure.sitting.command(game, failure.picks)}"
        fix = f"{fix}; {again}" if fix else again
    place = Place(failure.file, failure.line, 1 if failure.line else 0)
    return Diagnostic(place, failure.code, failure.what, why, fix)


def _who(sitting: Sitting) -> str:
    bots = ", ".join(sitting.bots)
    return f"{sitting.players} players ({bots}), seed {sitting.seed}"


# --- verdicts


def _check_data_claims(played: Played) -> Iterator[Diagnostic]:
    """Judge the claims that hold, or not, of cards and facts alone, and those that an example shows."""
    game = played.game
    scope: dict[str, Any] = game_scope(game)
    for number, claim in enumerate(game.claims):
        if claim.holds is not None:
            try:
                is_true = bool(compile_expression(claim.holds)(scope))
                told = found(claim.holds, scope).strip(" ()")
                cards = "" if is_true else named(evidence(claim.holds, scope))
            except ExpressionError as error:
                place = game.claims_source[number].place_of("holds")
                yield Diagnostic(place, "claim-expression", f"{claim.claim} {error.what}", fix=error.fix)
                continue
            told = f"{told}: {cards}" if cards else told
            played.judgements[number] = Judgement("holds" if is_true else "contradicted", told)
        elif claim.example is not None and claim.example not in game.examples:
            place = game.claims_source[number].place_of("example")
            fix = suggest(claim.example, game.examples)
            yield Diagnostic(place, "claim-example", f"no example {claim.example}", fix=fix)


def _verdicts(played: Played, is_played: bool) -> Iterator[Diagnostic]:
    """Judge the claims about games; tell of each verdict that differs from the one written down."""
    game = played.game
    failed = {d.what.partition(":")[0] for d in played.diagnostics if d.place.file == examples_path(game.name)}
    played.judgements |= judge_games(game, played.seen)
    for number, claim in enumerate(game.claims):
        if is_played and claim.example in game.examples and played.examples:
            is_shown = claim.example not in failed
            told = f"example {claim.example} comes out as {'written' if is_shown else 'it is not written'}"
            played.judgements[number] = Judgement("holds" if is_shown else "contradicted", told)
        judgement = played.judgements.get(number)
        if judgement is None or judgement.verdict == claim.verdict:
            continue
        yield _verdict_diagnostic(game, number, claim, judgement)


def judge_games(game: Game, seen: Mapping[int, Mapping[int, Seen]]) -> dict[int, Judgement]:
    """The verdicts on claims about games, by the claim's number, from what was seen by number of players."""
    return {
        number: judge(_test_of(game.claims[number]), game.claims[number].between, by_players)
        for number, by_players in seen.items()
    }


def _verdict_diagnostic(game: Game, number: int, claim: ClaimHead, judgement: Judgement) -> Diagnostic:
    source: Map = game.claims_source[number]
    place = source.place_of("verdict") if "verdict" in source else source.place_of(_test_of(claim))
    if judgement.verdict == "open":
        what = f"it cannot be told whether this holds: {claim.claim}"
        return Diagnostic(place, "claim-open", what, judgement.told, "play more games: games: 2000")
    what = {
        "holds": f"this holds, and is written down as contradicted: {claim.claim}",
        "contradicted": f"this is contradicted: {claim.claim}",
    }[judgement.verdict]
    fix = f"write verdict: {judgement.verdict}, or correct the rules, the data or the claim"
    if judgement.sitting is not None:
        fix += f"; see it with {judgement.sitting.command(game.name)}"
    return Diagnostic(place, "claim-verdict", what, told_of(judgement), fix)


def told_of(judgement: Judgement) -> str:
    """What a verdict rests on, with the game and the values that show it."""
    told = judgement.told
    if judgement.sitting is not None:
        told += f"; {_who(judgement.sitting)}, decision {judgement.decision}"
        told += f": {judgement.shown}" if judgement.shown else ""
    return told


def summary_lines(played: Played) -> Iterator[str]:
    """What playing has shown, in a line, and a line for each claim that is contradicted as it is written down to be."""
    game = played.game
    parts = []
    if played.examples:
        run = f", {played.coverage.share:.0%} of the branches of rules.py" if played.coverage else ""
        parts.append(f"{_counted(played.examples, 'example')} played{run}")
    if game.claims:
        holding = sum(judgement.verdict == "holds" for judgement in played.judgements.values())
        parts.append(f"{_counted(len(game.claims), 'claim')}, {holding} hold")
    if played.games:
        parts.append(f"{_counted(played.games, 'game')} played")
    if parts:
        yield f"{game.name}: {'; '.join(parts)}"
    for number, claim in enumerate(game.claims):
        judgement = played.judgements.get(number)
        if judgement is not None and judgement.verdict == claim.verdict == "contradicted":
            source = f"{claim.source} {claim.section}".strip()
            yield f"  contradicted ({source}): {claim.claim}"
            yield f"    {told_of(judgement)}"
            if claim.because:
                yield f"    {claim.because}"


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"
