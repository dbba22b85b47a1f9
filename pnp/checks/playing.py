"""A claim → the functions of rules.py where its rule stands: tied to the same sentence, or naming its section.

Who may see what: what claims say of it, what rules.py gives its piles, and what games have shown.

Games with rules → what playing them shows: worked examples, claims, and games that no rules may play.

The project's code runs in processes of its own. What is told of a game is the same whatever the number of processes.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from pnp.checks.verdicts import Evidence, Judgement, check_minutes, failure_diagnostic, judge_all, judge_data, who
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place, counted, suggest
from pnp.play.bots import USUAL_BOTS
from pnp.play.bundle import Failure, GameBundle, GameSetup
from pnp.play.claims import BatchLooks, GameBatch, GameTest, Looks
from pnp.play.leaks import Leak
from pnp.play.load import make_example, make_names, read_bundle, rules_path
from pnp.play.pool import Task, running
from pnp.play.simulate import EVERY, play_block
from pnp.play.tally import Tally
from pnp.play.tasks import ExamplesDone, run_batch, run_examples, run_leaks
from pnp.project.files import Files
from pnp.project.game import Game
from pnp.ties.files import load_book
from pnp.ties.passages import named_sections, plain_title
from pnp.ties.tests import definitions, read_code
from pnp.workers.limits import Limits
from pnp.workers.pool import Step

MOST = 4
"""Functions that are named; more would help nobody."""


def rules_of_claims(files: Files, game: Game) -> Mapping[str, list[str]]:
    """For each claim, by its words, where its rule stands: "win_target:66"."""
    path = rules_path(game.name)
    functions = {
        name: node for name, node in definitions(read_code(files, path)).items() if isinstance(node, ast.FunctionDef)
    }
    tied: dict[str, dict[str, None]] = {}
    book = load_book(files, game, Diagnostics())
    for tie in book.ties if book else ():
        for name in tie.by:
            tied.setdefault(name, {}).update((other[:-2], None) for other in tie.by if other.endswith("()"))
    by_section: dict[str, dict[str, None]] = {}
    for line, _, section in named_sections(files.text(path)) if functions else ():
        for name, node in functions.items():
            if node.lineno <= line <= (node.end_lineno or node.lineno):
                by_section.setdefault(plain_title(section), {})[name] = None
    found = {}
    for claim in game.claims:
        names = tied.get(claim.claim) or by_section.get(plain_title(claim.section), {})
        places = [f"{name}:{functions[name].lineno}" for name in names if name in functions]
        if 0 < len(places) <= MOST:
            found[claim.claim] = places
    return found


SECRET_GAMES = 3
"""Games that are played for leaks, with the fewest and with the most players."""


@dataclass(frozen=True)
class TableValue:
    """Something that stands on the table.

    Attributes:
        seen_by: all, owner or nobody.
        line: Where rules.py says so.
        is_pile: Whether it holds cards.
    """

    seen_by: str
    line: int
    is_pile: bool


def judge_secrets(evidence: Evidence, files: Files, diagnostics: Diagnostics) -> None:
    """Judge the claims that say who may see what; report piles that none of them names."""
    game = evidence.game
    path = rules_path(game.name)
    if not game.claims or not files.exists(path):
        return
    table = {}
    with diagnostics.collected():
        table = dict(on_the_table(files.text(path)))
    claimed: set[str] = set()
    for number, claim in enumerate(game.claims):
        if claim.seen is None:
            continue
        claimed |= set(claim.seen)
        source = game.claims_source[number]
        unknown = [name for name in claim.seen if name not in table]
        for name in unknown:
            place = source["seen"].place_of_key(name)
            what = f"the table has no {name}"
            diagnostics.report(Code.CLAIM_EXPRESSION, place, what=what, fix=suggest(name, table))
        if not unknown:
            differ = [(name, table[name].seen_by) for name, by in claim.seen.items() if table[name].seen_by != by]
            told = ", ".join(f"{name} is seen by {by}" for name, by in differ)
            evidence.judgements[number] = Judgement("contradicted" if differ else "holds", told)
    left = {name: shown for name, shown in table.items() if shown.is_pile and name not in claimed}
    if left:
        place = Place(path, next(iter(left.values())).line, 1)
        what = f"no claim says who may see {', '.join(left)}"
        why = "a hand that is open to all would pass"
        piles = ", ".join(f"{name}: {shown.seen_by}" for name, shown in left.items())
        fix = f"if that is what the booklet says, write in claims.yaml - claim: …, seen: {{{piles}}}"
        diagnostics.report(Code.PILE_UNCLAIMED, place, what=what, why=why, fix=fix)


def on_the_table(rules: str) -> Iterator[tuple[str, TableValue]]:
    """What the Table of rules.py names and rules set on it, by name; read and not run."""
    try:
        tree = ast.parse(rules)
    except (SyntaxError, ValueError):
        return  # told by the check of rules.py
    found: dict[str, TableValue] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and any(ast.unparse(base).endswith("Table") for base in node.bases):
            for statement in node.body:
                if isinstance(statement, ast.Assign):
                    for target in statement.targets:
                        if isinstance(target, ast.Name):
                            found[target.id] = _first(target.id, statement)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) == "table":
            found.setdefault(node.attr, _value(node.attr, node.lineno))
    yield from found.items()


def _first(name: str, statement: ast.Assign) -> TableValue:
    """A pile with who sees it, or a value."""
    call = statement.value
    if not isinstance(call, ast.Call) or ast.unparse(call.func).split(".")[-1] not in ("Pile", "Piles"):
        return _value(name, statement.lineno)
    usual = "owner" if ast.unparse(call.func).endswith("Piles") else "all"
    given = [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg == "seen_by")]
    seen_by = given[0].value if given and isinstance(given[0], ast.Constant) else usual
    return TableValue(str(seen_by), statement.lineno, True)


def _value(name: str, line: int) -> TableValue:
    return TableValue("nobody" if name.startswith("_") else "all", line, False)


def leak_sittings(bundle: GameBundle) -> list[GameSetup]:
    """The games that are played for leaks."""
    return [
        GameSetup(players, f"leak:{number}")
        for players in dict.fromkeys((bundle.players[0], bundle.players[-1]))
        for number in range(SECRET_GAMES)
    ]


def report_leaks(game: Game, bundle: GameBundle, leaks: Sequence[Leak], diagnostics: Diagnostics) -> None:
    """Report what shows hidden cards, where no claim says that it may."""
    meant = {name for claim in game.claims for name, by in (claim.seen or {}).items() if by == "all"}
    table = dict(on_the_table(bundle.rules))
    for leak in leaks:
        shown = table.get(leak.name)
        if leak.name in meant and not (shown and shown.is_pile):
            continue
        place = Place(bundle.rules_file, shown.line if shown else 1, 1)
        first, second = leak.cards
        what = f"{leak.name}, which all can see, tells of hidden cards"
        why = (
            f"with {first} and {second} in each other's place it is {leak.values[1]}, not {leak.values[0]}; "
            f"{who(leak.setup)}, decision {leak.decision}"
        )
        fix = f"name it _{leak.name}, or write a claim with seen: {{{leak.name}: all}} if the rules mean it"
        diagnostics.report(Code.RULES_LEAK, place, what=what, why=why, fix=fix)


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
        diagnostics: Collects what is wrong.
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
                check_minutes(evidence, diagnostics)
            return every

        yield finish


# --- tasks


def _tasks(
    evidence: Evidence, files: Files, limits: Limits, diagnostics: Diagnostics
) -> Iterator[tuple[Task, Callable[[Any], None]]]:
    game = evidence.game
    path = rules_path(game.name)
    bundle = read_bundle(files, game, Diagnostics()) if files.exists(path) else None  # its faults are told by a check
    if bundle is None:
        return
    evidence.rules = cache(partial(rules_of_claims, files, game))
    examples = [make_example(game, name, head) for name, head in game.examples.items()]
    if examples:
        arguments = (bundle, examples, make_names(game, game))
        task = Task(run_examples, arguments, len(examples), path, limits=limits)
        yield task, partial(_take_examples, evidence, diagnostics)
    setups = leak_sittings(bundle)
    task = Task(run_leaks, (bundle, setups), len(setups) * GAMES, path, setups[0], limits)
    yield task, partial(_take_leaks, evidence, diagnostics, bundle)
    for players in dict.fromkeys((bundle.players[0], bundle.players[-1])) if bundle.measures else ():
        setup = GameSetup(players, SEED, bundle.usual)
        task = Task(play_block, (bundle, setup, 0, MEASURED), MEASURED, path, setup, limits)
        yield task, partial(_take_measures, evidence, diagnostics)
    for batch in game_batches(game, bundle):
        task = Task(run_batch, (bundle, batch), batch.games, path, batch.setup, limits)
        yield task, partial(_take_batch, evidence, diagnostics, batch)


def game_batches(game: Game, bundle: GameBundle) -> list[GameBatch]:
    """Games to play: claims about one kind of game together, and some games of each kind whatever is claimed."""
    tests: dict[tuple[int, tuple[str, ...], str], list[GameTest]] = {}
    options: dict[str, dict[str, Any]] = {}
    games: dict[tuple[int, tuple[str, ...], str], int] = {}
    for players in bundle.players:
        for bots in dict.fromkeys([bundle.usual, USUAL_BOTS]):
            games[players, bots, ""] = GAMES
            tests[players, bots, ""] = []
    options[""] = {}
    for number, claim in enumerate(game.claims):
        if claim.kind.tested_on != "games":
            continue
        source = getattr(claim, claim.test)
        asked = GameTest(number, source, claim.at, claim.when, claim.kind.decisive, claim.games)
        told = "" if not claim.set else repr(sorted(claim.set.items()))
        options[told] = dict(claim.set)
        for players in claim.players or bundle.players:
            key = (players, claim.bots or bundle.usual, told)
            tests.setdefault(key, []).append(asked)
            games[key] = max(games.get(key, 0), claim.games)
    return [
        GameBatch(GameSetup(players, SEED, bots, options[told]), games[players, bots, told], tuple(found))
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
        diagnostics.report(Code.RULES_COVERAGE, place, what=what, why=why, fix="add examples that take these ways")


def _take_leaks(evidence: Evidence, diagnostics: Diagnostics, bundle: GameBundle, result: list[Leak] | Failure) -> None:
    if not isinstance(result, Failure):  # else the batches fail as well, and tell it
        report_leaks(evidence.game, bundle, result, diagnostics)


def _take_measures(evidence: Evidence, diagnostics: Diagnostics, result: Tally | Failure) -> None:
    if isinstance(result, Failure) and result.code == Code.REPORT_VALUE:  # others are told of the batches
        failure = failure_diagnostic(result, evidence.game)
        if (failure.place, failure.code) not in evidence.failures:
            diagnostics.add(failure)
            evidence.failures.add((failure.place, failure.code))


def _take_batch(evidence: Evidence, diagnostics: Diagnostics, batch: GameBatch, result: BatchLooks | Failure) -> None:
    game = evidence.game
    if isinstance(result, Failure):
        failure = failure_diagnostic(result, game)
        if (failure.place, failure.code) not in evidence.failures:
            diagnostics.add(failure)
            evidence.failures.add((failure.place, failure.code))
        return
    evidence.games += batch.games
    if batch.setup.bots == game.head.play.bots and not batch.setup.options:
        evidence.decisions[batch.setup.players] = (result.decisions, batch.games)
    for number, seen in result.tests.items():
        by_players = evidence.looks.setdefault(number, {})
        by_players.setdefault(batch.setup.players, Looks()).add(seen)
    for number, wrong in result.wrong:
        if number not in evidence.unclear:  # else it has been told, of another kind of games
            evidence.unclear.add(number)
            claim = game.claims[number]
            written = game.claims_source[number].place_of(claim.test)
            place = Place(wrong.file, wrong.line, 1) if wrong.line else written
            diagnostics.report(wrong.code, place, what=f"{wrong.what}: {claim.claim}", fix=wrong.fix)
