"""A game's rules, changed in one place at a time → diagnostics for changes that no example and no claim notices.

Each change is played as a check would play the game, until a fault is found; an unnoticed change means that nothing
tests the rule. Harmless changes are listed in harmless.yaml of the game, with the reason.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place, counted, suggest
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.play.evidence.playing import game_batches
from pnp.play.evidence.verdicts import judge
from pnp.play.game_bundle import GameBroken, GameBundle, GameSetup
from pnp.play.game_code import load_program
from pnp.play.names import Names
from pnp.play.processes import Task, running
from pnp.play.project_game import make_example, make_names, read_bundle
from pnp.play.testing.claims import Evaluations, GameBatch, JudgedVerdict, play_batch
from pnp.play.testing.examples import Example, check_example
from pnp.project.claims import CLAIM_KINDS, ClaimKey, ClaimVerdict, harmless_path, load_harmless
from pnp.project.files import Files
from pnp.project.game import Game
from pnp.workers import TooLong
from pnp.workers.limits import Limits, at_most
from pnp.workers.pool import Progress

SWAPPED: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add,),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.Mult,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
}
SWAPPED_FUNCTIONS = {"min": "max", "max": "min", "all": "any", "any": "all"}


@frozen_dataclass
class Mutant:
    """A change in one place.

    Attributes:
        function: The name of the function or class at the top of the module that is changed.
        number: The number of the line.
        line: The line before the change.
        change: The changed part.
        text: The whole changed module.
    """

    function: str
    number: int
    line: str
    change: str
    text: str

    @property
    def name(self) -> str:
        """Return its name in lists: function, line and change."""
        return f"{self.function}: {self.line} → {self.change}"


def mutants(text: str, texts: bool = True) -> Iterator[Mutant]:
    """Yield the rules with one operator, constant (texts only if ``texts``), condition or line changed, for each place.

    Docstrings and decorators do not change, as no game shows whether a class is frozen or how large a cache is. Nor
    does 0.0, which stays equal when negated.
    """
    tree = ast.parse(text)
    lines = text.split("\n")
    yielded: set[str] = set()
    for function, node in _places(tree):
        for change, replacement in _changes(node, texts):
            mutated = ast.unparse(ast.fix_missing_locations(_replaced(tree, node, replacement)))
            if mutated not in yielded:
                yielded.add(mutated)
                number = getattr(node, "lineno", 1)
                line = lines[number - 1].split("  #")[0].strip()
                yield Mutant(function, number, line, change, mutated)


def _places(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    for top in tree.body:
        name = getattr(top, "name", "")
        if not name:
            continue
        excluded = {id(node.value) for node in ast.walk(top) if isinstance(node, ast.Expr)}  # docstrings
        if isinstance(top, ast.ClassDef):
            excluded |= {id(statement) for statement in top.body}  # without its first value, a game fails
        excluded |= {id(argument) for node in ast.walk(top) if (argument := _question_name(node))}
        for node in ast.walk(top):
            for decorator in getattr(node, "decorator_list", ()):
                excluded |= {id(part) for part in ast.walk(decorator)}
        for node in ast.walk(top):
            if id(node) not in excluded:
                yield name, node


_NAME_AT = {"ask": 2, "ask_all": 1, "ask_some": 4}
"""The position of the question's name in calls of pnp.rules."""


def _question_name(node: ast.AST) -> ast.expr | None:
    """Return the name of a question, as no game shows a change of it; None for other code."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in _NAME_AT:
        return None
    place = _NAME_AT[node.func.id]
    named = [keyword.value for keyword in node.keywords if keyword.arg == "name"]
    return next(iter((*node.args[place : place + 1], *named)), None)


def _changes(node: ast.AST, texts: bool) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            for swapped in SWAPPED.get(type(operator), ()):
                comparison = copy.deepcopy(node)
                comparison.ops[place] = swapped()  # type: ignore[call-overload]
                yield ast.unparse(comparison), comparison
    elif isinstance(node, ast.BinOp | ast.BoolOp | ast.AugAssign):
        for swapped in SWAPPED.get(type(node.op), ()):
            operation: Any = copy.deepcopy(node)
            operation.op = swapped()
            yield ast.unparse(operation), operation
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield ast.unparse(node.operand), node.operand
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, bool):
            yield repr(not node.value), ast.Constant(not node.value)
        elif isinstance(node.value, int):
            yield repr(node.value + 1), ast.Constant(node.value + 1)
        elif isinstance(node.value, float) and node.value:
            yield repr(-node.value), ast.Constant(-node.value)
        elif texts and isinstance(node.value, str) and node.value:
            yield repr(node.value + "x"), ast.Constant(node.value + "x")
    elif isinstance(node, ast.Name) and node.id in SWAPPED_FUNCTIONS:
        yield SWAPPED_FUNCTIONS[node.id], ast.Name(SWAPPED_FUNCTIONS[node.id], node.ctx)
    if _can_be_left_out(node):
        yield "left out", ast.Pass()
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        condition = copy.copy(node)
        condition.test = ast.UnaryOp(ast.Not(), node.test)
        yield f"not ({ast.unparse(node.test)})", condition


def _can_be_left_out(node: ast.AST) -> bool:
    """Return whether a statement sets something or calls a function, other than to let players look at the table."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return not (isinstance(node.value.func, ast.Attribute) and node.value.func.attr == "pause")
    return isinstance(node, ast.Assign | ast.AugAssign)


def _replaced(tree: ast.AST, node: ast.AST, replacement: ast.AST) -> ast.AST:
    """Return the tree with a node replaced; the nodes that do not contain it are shared."""
    if tree is node:
        return ast.copy_location(copy.copy(replacement), node)
    fields: dict[str, Any] = {}
    for name, value in ast.iter_fields(tree):
        if isinstance(value, list):
            fields[name] = [_replaced(part, node, replacement) if isinstance(part, ast.AST) else part for part in value]
        else:
            fields[name] = _replaced(value, node, replacement) if isinstance(value, ast.AST) else value
    copied = type(tree)(**fields)
    return ast.copy_location(copied, tree) if hasattr(tree, "lineno") else copied


ENOUGH = 3.0
"""The longest that a game of changed rules may take, in seconds; many such games never end."""


@frozen_dataclass
class VerdictBasis:
    """The part of a claim on which its verdict depends, besides the games.

    Attributes:
        test: The kind of claim: one that is tested on games.
        between: The least and the largest share.
        verdict: The verdict in claims.yaml.
    """

    test: ClaimKey
    between: tuple[float, float] | None
    verdict: ClaimVerdict


@frozen_dataclass
class Trial:
    """The examples, games and claims that test changed rules, in any process.

    Attributes:
        claims: The claims about games, by number.
    """

    bundle: GameBundle
    examples: Sequence[Example]
    names: Names
    batches: Sequence[GameBatch]
    claims: dict[int, VerdictBasis]


def make_trial(game: Game, bundle: GameBundle) -> Trial:
    """Return the examples, games and claims that test the changed rules of a game."""
    claims = {
        number: VerdictBasis(claim.test, claim.between, claim.verdict)
        for number, claim in enumerate(game.claims)
        if claim.kind.tested_on == "games"
    }
    examples = [make_example(game, name, head) for name, head in game.examples.items()]
    return Trial(bundle, examples, make_names(game, game), game_batches(game, bundle), claims)


def is_noticed(trial: Trial, rules: str, limits: Limits, has_games: bool = True) -> bool:
    """Return whether a check finds a fault with changed rules.

    Args:
        trial: The examples, games and claims they are tried with.
        rules: The text of the changed rules.
        limits: How long each game may take.
        has_games: Whether games are played besides the examples.
    """
    try:
        with at_most(limits) as limit:
            program = load_program(replace(trial.bundle, rules=rules))
            for example in trial.examples:
                limit.again(example.name)
                if check_example(program, example, trial.names):
                    return True
            evaluations_by_claim: dict[int, dict[int, Evaluations]] = {}
            for batch in trial.batches if has_games else ():
                results = play_batch(program, batch, lambda setup: limit.again(setup.seed))
                if results.wrong:
                    return True
                for number, evaluations in results.tests.items():
                    evaluations_by_claim.setdefault(number, {}).setdefault(batch.setup.players, Evaluations()).add(
                        evaluations
                    )
                if _is_broken(trial, evaluations_by_claim):
                    return True
            return any(
                _verdict(trial, number, evaluations_by_claim) != trial.claims[number].verdict
                for number in evaluations_by_claim
            )
    except (GameBroken, TooLong):
        return True


def _is_broken(trial: Trial, evaluations_by_claim: Mapping[int, Mapping[int, Evaluations]]) -> bool:
    """Return whether a claim that should always hold, or never, is contradicted, whatever further games show."""
    return any(
        CLAIM_KINDS[trial.claims[number].test].may_be_broken
        and _verdict(trial, number, evaluations_by_claim) == "contradicted" != trial.claims[number].verdict
        for number in evaluations_by_claim
    )


def _verdict(trial: Trial, number: int, evaluations_by_claim: Mapping[int, Mapping[int, Evaluations]]) -> JudgedVerdict:
    claim = trial.claims[number]
    return judge(claim.test, claim.between, evaluations_by_claim[number]).verdict


def mutate(game: Game, files: Files, jobs: int, diagnostics: Diagnostics, progress: Progress | None = None) -> str:
    """Try every change of a game's rules, report those that are not noticed, and return a line that sums up.

    Args:
        game: The game in its source language.
        files: Its project.
        jobs: How many processes may work at a time.
        diagnostics: Collects the changes that are not noticed.
        progress: Receives the progress.
    """
    bundle = read_bundle(files, game, Diagnostics())
    if bundle is None:
        return ""
    trial, limits = make_trial(game, bundle), Limits(game_seconds=ENOUGH)
    harmless = load_harmless(files, game.name, diagnostics)
    every = list(mutants(bundle.rules))
    tried = [mutant for mutant in every if mutant.name not in harmless]
    games = sum(batch.most for batch in trial.batches)
    tasks = [
        Task(is_noticed, (trial, mutant.text), games, bundle.rules_file, GameSetup(0, ""), limits) for mutant in tried
    ]
    missed = 0
    with running(tasks, jobs) as results:
        for number, (mutant, noticed) in enumerate(zip(tried, results, strict=True), 1):
            if noticed is False:
                missed += 1
                _report(mutant, bundle, diagnostics)
            if progress:
                progress(f"{game.name}: changing the rules", number / len(tried))
    names = {mutant.name for mutant in every}
    for name in harmless:
        if name not in names:
            what, fix = f"no change of the rules is called {name}", suggest(name, names)
            diagnostics.report(Code.RULES_HARMLESS, harmless.place_of_key(name), what=what, fix=fix)
    summary = f"{counted(len(every), 'change')} of rules.py, {len(tried) - missed} noticed"
    return f"{game.name}: {summary}, {len(every) - len(tried)} listed as harmless, {missed} not noticed"


def _report(mutant: Mutant, bundle: GameBundle, diagnostics: Diagnostics) -> None:
    place = Place(bundle.rules_file, mutant.number, 1)
    what = f"no test fails when {mutant.line} becomes {mutant.change}, in {mutant.function}"
    why = "no example and no claim tests it, so the rule may be wrong as well"
    fix = f"write an example or a claim where it matters, or list it in {harmless_path(bundle.game)} with the reason"
    diagnostics.report(Code.RULES_UNTESTED, place, what=what, why=why, fix=fix)
