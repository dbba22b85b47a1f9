"""Python, changed in one place at a time: the rules of a game, whose changes a check has to notice; or any module.

A game's rules, changed in one place at a time → the changes that no example and no claim notices.

Each change is played as a check would play the game, until something is found; a change that nobody notices is a rule
that nothing tests. Changes that harm nobody stand in harmless.yaml of the game, with the reason.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pnp.checks.playing import game_batches
from pnp.checks.verdicts import JudgedVerdict, judge
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place, counted, suggest
from pnp.play.bundle import Broken, GameBundle, GameSetup, Names
from pnp.play.claims import GameBatch, Looks, play_batch
from pnp.play.examples import Example, check_example
from pnp.play.load import make_example, make_names, read_bundle
from pnp.play.pool import Task, running
from pnp.play.program import load_program
from pnp.project.files import Files
from pnp.project.game import Game
from pnp.project.play import CLAIM_KINDS, ClaimTest, ClaimVerdict, harmless_path, load_harmless
from pnp.workers.limits import Limits, TooLong, at_most
from pnp.workers.pool import Step

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
OTHER_FUNCTION = {"min": "max", "max": "min", "all": "any", "any": "all"}


@dataclass(frozen=True)
class Mutant:
    """A change in one place.

    Attributes:
        function: Where: the name of what stands at the top of the module.
        number: The number of the line.
        line: The line as it was.
        change: What is different.
        text: The whole of the changed module.
    """

    function: str
    number: int
    line: str
    change: str
    text: str

    @property
    def name(self) -> str:
        """Function, line and change: what it is called in lists."""
        return f"{self.function}: {self.line} → {self.change}"


def mutants(text: str, texts: bool = True) -> Iterator[Mutant]:
    """Every change of one operator, constant or condition; of texts only where they are wanted.

    Docstrings and decorators stay as they are: whether a class is frozen, or how much is kept, nobody sees. So does
    0.0, which minus does not change.
    """
    tree = ast.parse(text)
    lines = text.split("\n")
    seen: set[str] = set()
    for function, node in _places(tree):
        for change, other in _changes(node, texts):
            mutated = ast.unparse(ast.fix_missing_locations(_replaced(tree, node, other)))
            if mutated not in seen:
                seen.add(mutated)
                number = getattr(node, "lineno", 1)
                line = lines[number - 1].split("  #")[0].strip()
                yield Mutant(function, number, line, change, mutated)


def _places(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    for top in tree.body:
        name = getattr(top, "name", "")
        if not name:
            continue
        left = {id(node.value) for node in ast.walk(top) if isinstance(node, ast.Expr)}  # docstrings
        for node in ast.walk(top):
            for decorator in getattr(node, "decorator_list", ()):
                left |= {id(part) for part in ast.walk(decorator)}
        for node in ast.walk(top):
            if id(node) not in left:
                yield name, node


def _changes(node: ast.AST, texts: bool) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            for other in SWAPPED.get(type(operator), ()):
                comparison = copy.deepcopy(node)
                comparison.ops[place] = other()  # type: ignore[call-overload]
                yield ast.unparse(comparison), comparison
    elif isinstance(node, ast.BinOp | ast.BoolOp | ast.AugAssign):
        for other in SWAPPED.get(type(node.op), ()):
            operation: Any = copy.deepcopy(node)
            operation.op = other()
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
    elif isinstance(node, ast.Name) and node.id in OTHER_FUNCTION:
        yield OTHER_FUNCTION[node.id], ast.Name(OTHER_FUNCTION[node.id], node.ctx)
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        condition = copy.copy(node)
        condition.test = ast.UnaryOp(ast.Not(), node.test)
        yield f"not ({ast.unparse(node.test)})", condition


def _replaced(here: ast.AST, node: ast.AST, other: ast.AST) -> ast.AST:
    """The tree with a node replaced; all that is not above it is shared."""
    if here is node:
        return ast.copy_location(copy.copy(other), node)
    fields: dict[str, Any] = {}
    for name, value in ast.iter_fields(here):
        if isinstance(value, list):
            fields[name] = [_replaced(one, node, other) if isinstance(one, ast.AST) else one for one in value]
        else:
            fields[name] = _replaced(value, node, other) if isinstance(value, ast.AST) else value
    made = type(here)(**fields)
    return ast.copy_location(made, here) if hasattr(here, "lineno") else made


ENOUGH = 3.0
"""Seconds for a game of changed rules, which are often endless."""


@dataclass(frozen=True)
class Judged:
    """What a claim's verdict depends on, besides the games.

    Attributes:
        test: Its kind: one that is tested on games.
        between: The least and the largest share.
        verdict: The one in claims.yaml.
    """

    test: ClaimTest
    between: tuple[float, float] | None
    verdict: ClaimVerdict


@dataclass(frozen=True)
class Trial:
    """All that changed rules are tried with, for any process.

    Attributes:
        claims: Those about games, by number.
    """

    bundle: GameBundle
    examples: Sequence[Example]
    names: Names
    batches: Sequence[GameBatch]
    claims: dict[int, Judged]


def make_trial(game: Game, bundle: GameBundle) -> Trial:
    """What the changed rules of a game are tried with."""
    claims = {
        number: Judged(claim.test, claim.between, claim.verdict)
        for number, claim in enumerate(game.claims)
        if claim.kind.tested_on == "games"
    }
    examples = [make_example(game, name, head) for name, head in game.examples.items()]
    return Trial(bundle, examples, make_names(game, game), game_batches(game, bundle), claims)


def is_noticed(trial: Trial, rules: str, limits: Limits, has_games: bool = True) -> bool:
    """Whether a check finds a fault with other rules.

    Args:
        trial: What they are tried with.
        rules: The text of the other rules.
        limits: How long each game may take.
        has_games: Whether games are played, too, besides the examples.
    """
    try:
        with at_most(limits) as limit:
            program = load_program(replace(trial.bundle, rules=rules))
            for example in trial.examples:
                limit.again(example.name)
                if check_example(program, example, trial.names):
                    return True
            seen: dict[int, dict[int, Looks]] = {}
            for batch in trial.batches if has_games else ():
                done = play_batch(program, batch, lambda setup: limit.again(setup.seed))
                if done.wrong:
                    return True
                for number, looks in done.tests.items():
                    seen.setdefault(number, {}).setdefault(batch.setup.players, Looks()).add(looks)
                if _is_broken(trial, seen):
                    return True
            return any(_verdict(trial, number, seen) != trial.claims[number].verdict for number in seen)
    except (Broken, TooLong):
        return True


def _is_broken(trial: Trial, seen: Mapping[int, Mapping[int, Looks]]) -> bool:
    """Whether a claim that should always hold, or never, is contradicted already, whatever other games show."""
    return any(
        CLAIM_KINDS[trial.claims[number].test].may_be_broken
        and _verdict(trial, number, seen) == "contradicted" != trial.claims[number].verdict
        for number in seen
    )


def _verdict(trial: Trial, number: int, seen: Mapping[int, Mapping[int, Looks]]) -> JudgedVerdict:
    claim = trial.claims[number]
    return judge(claim.test, claim.between, seen[number]).verdict


def mutate(game: Game, files: Files, jobs: int, diagnostics: Diagnostics, step: Step | None = None) -> str:
    """Try every change of a game's rules; report those that nobody notices, and sum up in a line.

    Args:
        game: In its source language.
        files: Its project.
        jobs: How many processes may work at a time.
        diagnostics: Collects the changes.
        step: Receives the progress.
    """
    bundle = read_bundle(files, game, Diagnostics())
    if bundle is None:
        return ""
    trial, limits = make_trial(game, bundle), Limits(game=ENOUGH)
    harmless = load_harmless(files, game.name, diagnostics)
    every = list(mutants(bundle.rules))
    tried = [mutant for mutant in every if mutant.name not in harmless]
    games = sum(batch.games for batch in trial.batches)
    tasks = [Task(is_noticed, (trial, one.text), games, bundle.rules_file, GameSetup(0, ""), limits) for one in tried]
    missed = 0
    with running(tasks, jobs) as results:
        for number, (mutant, noticed) in enumerate(zip(tried, results, strict=True), 1):
            if noticed is False:
                missed += 1
                _report(mutant, bundle, diagnostics)
            if step:
                step(f"{game.name}: changing the rules", number / len(tried))
    known = {mutant.name for mutant in every}
    for name in harmless:
        if name not in known:
            what, fix = f"no change of the rules is called so: {name}", suggest(name, known)
            diagnostics.report(Code.RULES_HARMLESS, harmless.place_of_key(name), what=what, fix=fix)
    told = f"{counted(len(every), 'change')} of rules.py, {len(tried) - missed} noticed"
    return f"{game.name}: {told}, {len(every) - len(tried)} listed as harmless, {missed} not noticed"


def _report(mutant: Mutant, bundle: GameBundle, diagnostics: Diagnostics) -> None:
    place = Place(bundle.rules_file, mutant.number, 1)
    what = f"nothing notices when {mutant.line} becomes {mutant.change}, in {mutant.function}"
    why = "no example and no claim tests it, so the rule may be wrong as well"
    fix = f"write an example or a claim where it matters, or list it in {harmless_path(bundle.game)} with the reason"
    diagnostics.report(Code.RULES_UNTESTED, place, what=what, why=why, fix=fix)
