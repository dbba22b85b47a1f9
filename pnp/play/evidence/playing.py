"""Games with rules → the evidence of playing them: worked examples, claims, hidden cards, and rules that fail.

The project's code runs in processes of its own. The diagnostics of a game are the same for any number of processes.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from typing import Any

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place, counted, suggest
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.core.titles import plain_title
from pnp.play.evidence.verdicts import (
    Evidence,
    Judgement,
    check_minutes,
    describe_setup,
    failure_diagnostic,
    judge_all,
    judge_data,
)
from pnp.play.game_bundle import USUAL_BOTS, Failure, GameBundle, GameSetup
from pnp.play.processes import ExamplesDone, Task, run_batch, run_examples, run_leaks, running
from pnp.play.project_game import make_example, make_names, read_bundle
from pnp.play.simulation.blocks import EVERY, play_block
from pnp.play.simulation.tally import Tally
from pnp.play.statistics import ALPHA
from pnp.play.testing.claims import BatchResult, Evaluations, GameBatch, GameTest
from pnp.play.testing.leaks import Leak
from pnp.play.testing.value_leaks import ValueLeak
from pnp.project.files import Files
from pnp.project.game import Game, rules_path
from pnp.ties.files import load_book
from pnp.ties.passages import named_sections
from pnp.ties.proofs import definitions, read_code
from pnp.workers.limits import Limits
from pnp.workers.pool import Progress

MOST = 4
"""The most functions that are named for a claim; a longer list would not help to find its rule."""


def rules_of_claims(files: Files, game: Game) -> Mapping[str, list[str]]:
    """Return where in rules.py the rule of each claim stands, such as "win_target:66", by the claim's words.

    The functions are those tied to the same sentence, else those that name the claim's section.
    """
    path = rules_path(game.name)
    functions = {
        name: node for name, node in definitions(read_code(files, path)).items() if isinstance(node, ast.FunctionDef)
    }
    tied: dict[str, dict[str, None]] = {}
    book = load_book(files, game, Diagnostics())
    for tie in book.ties if book else ():
        for name in tie.by:
            tied.setdefault(name, {}).update((test[:-2], None) for test in tie.by if test.endswith("()"))
    by_section: dict[str, dict[str, None]] = {}
    for line, _, section in named_sections(files.text(path)) if functions else ():
        for name, node in functions.items():
            if node.lineno <= line <= (node.end_lineno or node.lineno):
                by_section.setdefault(plain_title(section), {})[name] = None
    places_by_claim = {}
    for claim in game.claims:
        names = tied.get(claim.claim) or by_section.get(plain_title(claim.section), {})
        places = [f"{name}:{functions[name].lineno}" for name in names if name in functions]
        if 0 < len(places) <= MOST:
            places_by_claim[claim.claim] = places
    return places_by_claim


SECRET_GAMES = 3
"""How many games are played to find leaks, both with the fewest and with the most players."""


@frozen_dataclass
class TableValue:
    """A pile or value on the table.

    Attributes:
        seen_by: Who sees it, as Pile says; "some" where a function says so.
        line: The line of rules.py that sets it.
        is_pile: Whether it holds cards.
    """

    seen_by: str
    line: int
    is_pile: bool


def judge_secrets(evidence: Evidence, files: Files, diagnostics: Diagnostics) -> None:
    """Judge the claims that say who may see which pile, and report piles that none of them names."""
    game = evidence.game
    path = rules_path(game.name)
    if not game.claims or not files.exists(path):
        return
    table = {}
    with diagnostics.catch_faults():
        table = dict(on_the_table(files.text(path)))
    claimed: set[str] = set()
    for number, claim in enumerate(game.claims):
        source, seen = game.claims_source[number], claim.seen or {}
        claimed |= set(seen)
        unknown = [name for name in (*seen, *claim.tells) if name not in table]
        for name in unknown:
            place = source["seen"].place_of_key(name) if name in seen else source.place_of("tells")
            what = f"the table has no {name}"
            diagnostics.report(Code.CLAIM_EXPRESSION, place, what=what, fix=suggest(name, table))
        if claim.seen is not None and not unknown:
            differ = [(name, table[name].seen_by) for name, by in claim.seen.items() if table[name].seen_by != by]
            reason = ", ".join(f"{name} is seen by {by}" for name, by in differ)
            evidence.judgements[number] = Judgement("contradicted" if differ else "holds", reason)
    unclaimed = {name: pile for name, pile in table.items() if pile.is_pile and name not in claimed}
    if unclaimed:
        place = Place(path, next(iter(unclaimed.values())).line, 1)
        what = f"no claim says who may see {', '.join(unclaimed)}"
        why = "a hand that all players see would not be noticed"
        piles = ", ".join(f"{name}: {pile.seen_by}" for name, pile in unclaimed.items())
        fix = f"if the booklet says so, add to claims.yaml: - claim: …, seen: {{{piles}}}"
        diagnostics.report(Code.PILE_UNCLAIMED, place, what=what, why=why, fix=fix)


def on_the_table(rules: str) -> Iterator[tuple[str, TableValue]]:
    """Yield the piles and values of the Table of rules.py, by name; the code is read and not run."""
    try:
        tree = ast.parse(rules)
    except (SyntaxError, ValueError):
        return  # the check of rules.py reports it
    values: dict[str, TableValue] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and any(ast.unparse(base).endswith("Table") for base in node.bases):
            for statement in node.body:
                if isinstance(statement, ast.Assign):
                    for target in statement.targets:
                        if isinstance(target, ast.Name):
                            values[target.id] = _class_value(target.id, statement)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) == "table":
            values.setdefault(node.attr, _value(node.attr, node.lineno))
    yield from values.items()


def _class_value(name: str, statement: ast.Assign) -> TableValue:
    """Return a pile or value that the body of the class Table sets."""
    call = statement.value
    if not isinstance(call, ast.Call) or ast.unparse(call.func).split(".")[-1] not in ("Pile", "Piles", "Values"):
        return _value(name, statement.lineno)
    kind = ast.unparse(call.func).split(".")[-1]
    usual = "all" if kind == "Pile" else "owner"
    arguments = [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg == "seen_by")]
    seen_by = usual
    if arguments:
        seen_by = str(arguments[0].value) if isinstance(arguments[0], ast.Constant) else "some"
    return TableValue(seen_by, statement.lineno, kind != "Values")


def _value(name: str, line: int) -> TableValue:
    return TableValue("nobody" if name.startswith("_") else "all", line, False)


def leak_setups(bundle: GameBundle) -> list[GameSetup]:
    """Return the setups of the games that are played for leaks."""
    return [
        GameSetup(players, f"leak:{number}")
        for players in dict.fromkeys((bundle.players[0], bundle.players[-1]))
        for number in range(SECRET_GAMES)
    ]


def report_leaks(
    evidence: Evidence, bundle: GameBundle, leaks: Sequence[Leak | ValueLeak], diagnostics: Diagnostics
) -> None:
    """Report piles and values that reveal hidden cards and values, unless a claim says that they may."""
    claims = evidence.game.claims
    table = dict(on_the_table(bundle.rules))
    allowed = {name for claim in claims for name in claim.tells}
    allowed |= {
        name
        for claim in claims
        for name, by in (claim.seen or {}).items()
        if by == "all" and not (name in table and table[name].is_pile)
    }
    for leak in leaks:
        value = table.get(leak.name)
        if leak.name in allowed and not leak.line:
            continue
        if isinstance(leak, ValueLeak):
            _report_value_leak(evidence, bundle, leak, value.line if value else 1, diagnostics)
            continue
        first, second = leak.cards
        why = (
            f"with {first} and {second} in each other's place {{}} {leak.values[1]}, not {leak.values[0]}; "
            f"{describe_setup(leak.setup)}, decision {leak.decision}"
        )
        if leak.line:
            place, why = Place(bundle.rules_file, leak.line, 1), why.format("they are")
            what = "the options here, or their order, reveal cards that the player does not see"
            fix = "offer places (range(len(hand))) or texts (card.name), in an order that reveals nothing"
        else:
            place, why = Place(bundle.rules_file, value.line if value else 1, 1), why.format("it is")
            what = f"{leak.name}, which all can see, reveals hidden cards"
            fix = _telling(leak.name, value.seen_by) if value and value.is_pile else _hiding(leak.name)
        diagnostics.report(Code.RULES_LEAK, place, what=what, why=why, fix=fix)


def _report_value_leak(
    evidence: Evidence, bundle: GameBundle, leak: ValueLeak, line: int, diagnostics: Diagnostics
) -> None:
    """Report a hidden value that others see; claims that say who may see it are contradicted."""
    if leak.name:
        what, fix = f"{leak.name}, which all can see, reveals {leak.hidden}, which is hidden", _hiding(leak.name)
        reason = f"{leak.name} shows {leak.hidden} to all"
    else:
        line = leak.line
        asks = _ASK.search(bundle.rules.splitlines()[line - 1])
        what = f"all see the pick that is made here, although it becomes {leak.hidden}, which is hidden"
        fix = f"write {asks[0] if asks else 'yield from ask_all'}(…, secret=True)"
        reason = f"all see the picks of line {line} of rules.py, which become {leak.hidden}"
    why = f"{leak.why}; {describe_setup(leak.setup)}, decision {leak.decision}"
    diagnostics.report(Code.RULES_LEAK, Place(bundle.rules_file, line, 1), what=what, why=why, fix=fix)
    for number, claim in enumerate(evidence.game.claims):
        if leak.hidden in (claim.seen or {}) and number in evidence.judgements:
            evidence.judgements[number] = Judgement("contradicted", reason)


_ASK = lazy_pattern(r"\bask(_all|_some)?\b(?=\()")


def _hiding(name: str) -> str:
    return f"name it _{name}, or write a claim with seen: {{{name}: all}} if that is intended"


def _telling(pile: str, seen_by: str) -> str:
    return f"if that is intended, add to claims.yaml: - {{claim: …, seen: {{{pile}: {seen_by}}}, tells: [{pile}]}}"


SEED = "check"
"""The seed of a check, whose games have the seeds check:0, check:1 and so on."""
GAMES = 20
"""The smallest number of games at each number of players, both with the usual and with random bots."""
MEASURED = EVERY + 1
"""How many games evaluate the report's measures, both with the fewest and with the most players."""
ENOUGH = 0.95
"""The least share of the branches of rules.py that examples should run."""
FEW = 1
"""The number of branches that may be left out whatever their share: one of ten is no sign of untested rules."""


@contextmanager
def playing(
    games: Sequence[Game],
    files: Files,
    jobs: int,
    limits: Limits,
    unsound: Container[str],
    diagnostics: Diagnostics,
) -> Iterator[Callable[[Progress | None], list[Evidence]]]:
    """Begin to play games of a project; in the block, a function waits for the end and returns the evidence of each.

    Args:
        games: The games in their source languages.
        files: The project.
        jobs: How many processes may work at a time; 0 to run no code and test only claims on the data.
        limits: How long each game may take.
        unsound: The names of games whose code is not run, as its faults are known already.
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

        def finish(progress: Progress | None) -> list[Evidence]:
            for number, (take, result) in enumerate(zip(after, results, strict=True)):
                take(result)
                if progress:
                    progress("playing", (number + 1) / len(tasks))
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
    bundle = read_bundle(files, game, Diagnostics()) if files.exists(path) else None  # a check reports its faults
    if bundle is None:
        return
    evidence.rules = cache(partial(rules_of_claims, files, game))
    examples = [make_example(game, name, head) for name, head in game.examples.items()]
    if examples:
        arguments = (bundle, examples, make_names(game, game))
        task = Task(run_examples, arguments, len(examples), path, limits=limits)
        yield task, partial(_take_examples, evidence, diagnostics)
    setups = leak_setups(bundle)
    task = Task(run_leaks, (bundle, setups), len(setups) * GAMES, path, setups[0], limits)
    yield task, partial(_take_leaks, evidence, diagnostics, bundle)
    for players in dict.fromkeys((bundle.players[0], bundle.players[-1])) if bundle.measures else ():
        setup = GameSetup(players, SEED, bundle.usual)
        task = Task(play_block, (bundle, setup, 0, MEASURED), MEASURED, path, setup, limits)
        yield task, partial(_take_measures, evidence, diagnostics)
    for batch in game_batches(game, bundle):
        task = Task(run_batch, (bundle, batch), batch.most, path, batch.setup, limits)
        yield task, partial(_take_batch, evidence, diagnostics, batch)


def game_batches(game: Game, bundle: GameBundle) -> list[GameBatch]:
    """Return the games to play: some of each kind, and as many as the claims about that kind need.

    A kind of game is its number of players, bots and options. Claims about one kind are tested on the same games.
    """
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
        players_of_claim = claim.players or bundle.players
        between = claim.between if claim.kind.decisive is None else None
        alpha = ALPHA / len(players_of_claim)
        test = GameTest(number, source, claim.at, claim.when, claim.kind.decisive, claim.games, between, alpha)
        option_key = "" if not claim.set else repr(sorted(claim.set.items()))
        options[option_key] = dict(claim.set)
        for players in players_of_claim:
            key = (players, claim.bots or bundle.usual, option_key)
            tests.setdefault(key, []).append(test)
            games[key] = max(games.get(key, 0), claim.games)
    return [
        GameBatch(GameSetup(players, SEED, bots, options[option_key]), games[players, bots, option_key], tuple(some))
        for (players, bots, option_key), some in tests.items()
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
        why = f"no example goes from line to line: {', '.join(ways[:20])}{', …' if len(ways) > 20 else ''}"
        place = Place(rules_path(game.name), lines[0] if lines else 1, 1)
        diagnostics.report(Code.RULES_COVERAGE, place, what=what, why=why, fix="add examples that take these branches")


def _take_leaks(
    evidence: Evidence, diagnostics: Diagnostics, bundle: GameBundle, result: list[Leak | ValueLeak] | Failure
) -> None:
    if not isinstance(result, Failure):  # else the batches fail as well and report it
        report_leaks(evidence, bundle, result, diagnostics)


def _take_measures(evidence: Evidence, diagnostics: Diagnostics, result: Tally | Failure) -> None:
    if isinstance(result, Failure) and result.code == Code.REPORT_VALUE:  # the batches report other failures
        failure = failure_diagnostic(result, evidence.game)
        if (failure.place, failure.code) not in evidence.failures:
            diagnostics.add(failure)
            evidence.failures.add((failure.place, failure.code))


def _take_batch(evidence: Evidence, diagnostics: Diagnostics, batch: GameBatch, result: BatchResult | Failure) -> None:
    game = evidence.game
    if isinstance(result, Failure):
        failure = failure_diagnostic(result, game)
        if (failure.place, failure.code) not in evidence.failures:
            diagnostics.add(failure)
            evidence.failures.add((failure.place, failure.code))
        return
    evidence.games += result.games
    if batch.setup.bots == game.head.play.bots and not batch.setup.values:
        evidence.decisions[batch.setup.players] = (result.decisions, result.games)
    for number, evaluations in result.tests.items():
        by_players = evidence.evaluations.setdefault(number, {})
        by_players.setdefault(batch.setup.players, Evaluations()).add(evaluations)
    for number, wrong in result.wrong:
        if number not in evidence.unclear:  # else it has been reported for another kind of game
            evidence.unclear.add(number)
            claim = game.claims[number]
            claim_place = game.claims_source[number].place_of(claim.test)
            place = Place(wrong.file, wrong.line, 1) if wrong.line else claim_place
            diagnostics.report(wrong.code, place, what=f"{wrong.what}: {claim.claim}", fix=wrong.fix)
