"""A game's code, claims, examples and measures → diagnostics for mistakes that show without running the code.

The checks find functions, names, bots, values and numbers of players that the game lacks, measures that cannot be
evaluated, tests that pass whatever the game is, and parts of the rules that are called without being played.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from pnp.checks.subject import GameSubject
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place, nearest, suggest
from pnp.expressions import BASE_SCOPE, ExpressionError, compile_expression
from pnp.expressions.analysis import names_read
from pnp.play.bots import bot_names
from pnp.play.checks.play_words import check_play_words
from pnp.play.checks.rule_slips import check_slips
from pnp.play.project_game import check_bots, check_player_counts, check_seats, check_values, own_bots, read_bundle
from pnp.play.testing.claim_tests import functions_of
from pnp.play.testing.scope import SEEN_AT
from pnp.project.claims import CLAIM_KINDS, ClaimHead
from pnp.project.files import Files
from pnp.project.game import Game, bots_path, claims_code_path, rules_path
from pnp.ties.proofs import empty_keys

PLAYED = (*(test for test, kind in CLAIM_KINDS.items() if kind.tested_on == "games"), "when")
"""Keys of a claim that may name a function."""
_VALUES = frozenset({"true", "false", "none"})


def check_claims_code(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Report functions that claims.py lacks, functions with impossible parameters, and functions that no claim uses."""
    game, files = subject.game, subject.files
    path = claims_code_path(game.name)
    text = ""
    if files.exists(path):
        with diagnostics.catch_faults():
            text = files.code(path)
    functions = functions_of(text)
    used = set()
    for number, key, name in _function_names(game):
        claim, place = game.claims[number], game.claims_source[number].place_of(key)
        if name in functions:
            used.add(name)
            _check_parameters(functions[name], claim, path, diagnostics)
        else:
            fix = suggest(name, functions) if functions else f"write def {name}(table): … there, or an expression here"
            diagnostics.report(Code.CLAIM_FUNCTION, place, what=f"no function {name} in {path}", fix=fix)
    if not text or game.has_faulty_tests:
        return
    called = {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)} if functions else set()
    for name, function in functions.items():
        if name not in used and name not in called:
            place = Place(path, function.lineno, function.col_offset + 1)
            what = f"no claim names {name}"
            fix = f"write never: {name} or always: {name} in claims.yaml, or delete it"
            diagnostics.report(Code.CLAIM_FUNCTION, place, what=what, why="it is never called", fix=fix)


def _function_names(game: Game) -> Iterator[tuple[int, str, str]]:
    """Yield the tests that are the name of a function: number of the claim, key, name."""
    for number, claim in enumerate(game.claims):
        for key in PLAYED:
            source = (getattr(claim, key) or "").strip()
            if source.isidentifier() and source not in _VALUES and source not in game.head.facts:
                yield number, key, source


def _check_parameters(function: ast.FunctionDef, claim: ClaimHead, path: str, diagnostics: Diagnostics) -> None:
    visible = SEEN_AT[claim.at]
    for argument in (*function.args.args, *function.args.kwonlyargs):
        if argument.arg not in visible:
            place = Place(path, argument.lineno, argument.col_offset + 1)
            at = next((at for at, names in SEEN_AT.items() if argument.arg in names), "")
            what = f"{function.name} cannot use {argument.arg} with at: {claim.at}"
            fix = f"write at: {at} with the claim" if at else f"a test can use {', '.join(visible)}"
            diagnostics.report(Code.CLAIM_FUNCTION, place, what=what, fix=fix)


def check_measures(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Report measures whose expression is invalid or uses values that do not exist at that time, and repeated names."""
    game = subject.game
    numbers: dict[str, int] = {}
    for number, measure in enumerate(game.head.report):
        source = game.source["report"][number]
        if measure.name in numbers:
            what = f"two measures are called {measure.name}"
            diagnostics.report(Code.REPORT_MEASURE, source.place_of("name"), what=what, fix="give each another name")
        numbers[measure.name] = number
        if measure.tell == "ending" and measure.looks_at != "end":
            what = f"{measure.name} is reported by ending, so it must be measured at the end, not at {measure.looks_at}"
            diagnostics.report(Code.REPORT_MEASURE, source.place_of("at"), what=what, fix="delete at:")
        if measure.tell == "curve" and measure.looks_at in ("start", "end"):
            what = f"{measure.name} is reported as a curve, but measured once, at the {measure.looks_at}"
            diagnostics.report(
                Code.REPORT_MEASURE, source.place_of("at"), what=what, fix="write at: decision or at: pick"
            )
        visible = {*BASE_SCOPE, *game.head.facts, "game", "words", *SEEN_AT[measure.looks_at]} - {"facts"}
        for key in ("value", "when"):
            expression = getattr(measure, key)
            if not expression:
                continue
            try:
                compile_expression(expression)
            except ExpressionError as error:
                diagnostics.report(Code.REPORT_MEASURE, source.place_of(key), what=error.what, fix=error.fix)
                continue
            for name in sorted(names_read(expression).names - visible):
                what = f"{measure.name} cannot use {name} with at: {measure.looks_at}"
                diagnostics.report(Code.REPORT_MEASURE, source.place_of(key), what=what, fix=suggest(name, visible))


def check_players(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Report bots, values and numbers of players that the game lacks, without running its code."""
    game = subject.game
    needs_rules = bool(game.examples) or any(claim.kind.tested_on != "data" for claim in game.claims)
    if not subject.files.exists(rules_path(game.name)) and not needs_rules:
        return
    bundle = read_bundle(subject.files, game, diagnostics)
    if bundle is None:
        return
    if "play" in game.source:
        check_bots(bundle, game.head.play.bots, game.source["play"].place_of("bots"), diagnostics)
    for name, example in game.examples.items():
        check_bots(bundle, example.bots or (), game.examples_source[name].place_of("bots"), diagnostics)
    for number, claim in enumerate(game.claims):
        source, bots = game.claims_source[number], claim.bots or ()
        check_bots(bundle, bots, source.place_of("bots"), diagnostics)
        check_player_counts(game, claim.players or (), source.place_of("players"), diagnostics)
        check_values(bundle, claim.set, source.place_of("set"), diagnostics)
        check_seats(bots, claim.players or game.head.players, source.place_of("bots"), diagnostics)


def check_proving(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Report examples that expect nothing, and claims whose test uses no value of the game."""
    game = subject.game
    for name, example in game.examples.items():
        if example.expects_nothing:
            place = game.examples_source.place_of_key(name)
            what, why = f"example {name} expects nothing", "it passes whatever the rules do, so it proves nothing"
            diagnostics.report(Code.EXAMPLE_EMPTY, place, what=what, why=why, fix="write the outcome below then:")
    for number, claim in enumerate(game.claims):
        for key in empty_keys(claim):
            place = game.claims_source[number].place_of(key)
            what = f"{getattr(claim, key).strip()} uses no value of the game: {claim.claim}"
            why = "its result is the same for every game"
            fix = "compare values that the claim is about: decks and facts; in claims about games also table and end"
            diagnostics.report(Code.CLAIM_EMPTY, place, what=what, why=why, fix=fix)


IN_STYLE = "add it to icons: of the booklet's style, templates/<game>/booklet.yaml"


def check_rules_text(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Report faults in the code of a game that show without running it."""
    read_rules(subject.files, subject.game, diagnostics)
    icons, booklet = subject.game.head.play.icons, subject.rulebook
    for name, icon in icons.items():
        if icon not in (known := booklet.style.icons if booklet else {}):
            place, what = subject.game.source["play"]["icons"].place_of(name), f"the booklet has no icon {icon}"
            diagnostics.report(Code.PLAY_NAMES, place, what=what, fix=suggest(icon, known) if known else IN_STYLE)


def read_rules(files: Files, game: Game, diagnostics: Diagnostics) -> None:
    """Report faults in the code of a game that show without running it; the game need not be laid out."""
    paths = (rules_path(game.name), bots_path(game.name), claims_code_path(game.name))
    rules, players, _ = [_parsed(path, files, diagnostics) for path in paths]
    if rules is None:
        return
    _check_calls(rules, rules_path(game.name), diagnostics)
    check_slips(rules, rules_path(game.name), game, diagnostics)
    _check_values(rules, rules_path(game.name), _texts_that_read(files, game), diagnostics)
    if "play" in game.source:
        bots = {*bot_names(), *own_bots(ast.unparse(players) if players else "")}
        check_play_words(game, rules, bots, diagnostics)


def _parsed(path: str, files: Files, diagnostics: Diagnostics) -> ast.Module | None:
    """Return the code of a file, compiled and not run; None without a file, or if it is reported as not Python."""
    if not files.exists(path):
        return None
    with diagnostics.catch_faults():
        text = files.code(path)
        try:
            compile(text, path, "exec")
            return ast.parse(text)
        except SyntaxError as error:
            place = Place(path, error.lineno or 1, 1)
            raise Fault(Code.RULES_SYNTAX, place, what=f"not Python: {error.msg}", fix="correct it") from None
        except ValueError as error:
            raise Fault(Code.RULES_SYNTAX, Place(path, 1, 1), what=f"not Python: {error}", fix="correct it") from None
    return None


def _check_calls(tree: ast.Module, path: str, diagnostics: Diagnostics) -> None:
    """Report parts of the rules that ask players and are called without yield from."""
    parts = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and _asks(node)} | _ASKING
    for node in ast.walk(tree):
        call = node.value if isinstance(node, ast.Expr | ast.Assign | ast.AnnAssign | ast.Yield) else None
        if not isinstance(call, ast.Call):
            continue
        place, text = Place(path, call.lineno, call.col_offset + 1), ast.unparse(call)
        if isinstance(call.func, ast.Name) and call.func.id in parts:
            what = f"{call.func.id} asks players, but is called without yield from, so it never runs"
            fix = f"write yield from {text}"
            if isinstance(node, ast.Yield):
                what = f"{call.func.id} asks players, and needs yield from, not yield"
            elif not isinstance(node, ast.Expr):
                fix = f"write {ast.unparse(node).replace(text, f'yield from {text}')}"
            diagnostics.report(Code.RULES_YIELD_FROM, place, what=what, fix=fix)
        elif isinstance(node, ast.Expr) and isinstance(call.func, ast.Attribute) and call.func.attr in _RETURNING:
            what = f"{text} has no effect, as its result is not used"
            given = ast.unparse(call.args[0]) if call.args else "value"
            fix = f"write {given} = {text}" if call.func.attr == "shuffled" else "use its result, or delete it"
            diagnostics.report(Code.RULES_UNUSED, place, what=what, fix=fix)


_ASKING = frozenset({"ask", "ask_all", "ask_some"})
"""Functions of pnp.rules that ask players."""
_RETURNING = frozenset({"shuffled", "clockwise", "others", "next_seat", "known_to", "roll", "is_face_up"})
"""Methods of the table that only return a value; at most they advance the stream of random numbers."""


def _texts_that_read(files: Files, game: Game) -> str:
    """Return all texts of a game besides rules.py that may read values of the table."""
    folder = rules_path(game.name).rpartition("/")[0]
    names = [bots_path(game.name), claims_code_path(game.name)]
    names += [f"{folder}/{name}.yaml" for name in ("claims", "examples", "game")]
    return "\n".join(files.text(name) for name in names if files.exists(name))


def _check_values(tree: ast.Module, path: str, others: str, diagnostics: Diagnostics) -> None:
    """Report values of the table that are set, and that nothing declares or reads: most are misspelt."""
    known: set[str] = set()
    set_at: dict[str, ast.Attribute] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            targets = [target for part in node.body if isinstance(part, ast.Assign) for target in part.targets]
            known |= {target.id for target in targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if isinstance(node.ctx, ast.Store) and node.value.id == "table":
                set_at.setdefault(node.attr, node)
            else:
                known.add(node.attr)
        elif isinstance(node, ast.Attribute):
            known.add(node.attr)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            known.add(node.value)  # it may be the name in a getattr
    read = set(re.findall(r"\w+", others))
    for name, node in set_at.items():
        if name not in known | read | {"teams"}:
            place = Place(path, node.lineno, node.col_offset + 1)
            close = nearest(name, known)
            fix = f"did you mean table.{close}?" if close else "delete it, or give it a word below names: of play:"
            what = f"table.{name} is set, and nothing reads it"
            diagnostics.report(Code.RULES_UNUSED, place, what=what, fix=fix)


def _asks(function: ast.FunctionDef) -> bool:
    """Return whether a function is a generator; functions within it do not count."""
    remaining: list[ast.AST] = list(function.body)
    while remaining:
        node = remaining.pop()
        if isinstance(node, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(node, ast.FunctionDef | ast.Lambda):
            remaining += ast.iter_child_nodes(node)
    return False
