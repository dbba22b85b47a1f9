"""claims.py, read and not run, and the claims that name its functions → diagnostics where they do not fit."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from pnp.check.subject import GameSubject
from pnp.diagnostics import Code, Diagnostics, Place, suggest
from pnp.load.kit import claims_code_path
from pnp.model.game import Game
from pnp.model.play import ClaimHead
from pnp.rules.claims.moment import SEEN_AT
from pnp.rules.claims.question import functions_of

PLAYED = ("always", "never", "sometimes", "share", "when")
"""Keys of a claim that may name a function."""
_VALUES = frozenset({"true", "false", "none"})


def check_claims_code(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Tell of functions that claims.py lacks, that ask for what they cannot see, and that no claim names."""
    game, files = subject.game, subject.files
    path = claims_code_path(game.name)
    text = ""
    if files.exists(path):
        with diagnostics.collected():
            text = files.text(path)
    functions = functions_of(text)
    used = set()
    for number, key, name in _named(game):
        claim, place = game.claims[number], game.claims_source[number].place_of(key)
        if name in functions:
            used.add(name)
            _check_parameters(functions[name], claim, path, diagnostics)
        else:
            fix = suggest(name, functions) if functions else f"write def {name}(table): … there, or an expression here"
            diagnostics.tell(Code.CLAIM_FUNCTION, place, what=f"no function {name} in {path}", fix=fix)
    if not text:
        return
    called = {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)} if functions else set()
    for name, function in functions.items():
        if name not in used and name not in called:
            place = Place(path, function.lineno, function.col_offset + 1)
            what = f"no claim names {name}"
            fix = f"write never: {name} or always: {name} in claims.yaml, or take it away"
            diagnostics.tell(Code.CLAIM_FUNCTION, place, what=what, why="it tests nothing", fix=fix)


def _named(game: Game) -> Iterator[tuple[int, str, str]]:
    """Names that stand where a test stands, and are no fact: number of the claim, key, name."""
    for number, claim in enumerate(game.claims):
        for key in PLAYED:
            source = (getattr(claim, key) or "").strip()
            if source.isidentifier() and source not in _VALUES and source not in game.head.facts:
                yield number, key, source


def _check_parameters(function: ast.FunctionDef, claim: ClaimHead, path: str, diagnostics: Diagnostics) -> None:
    seen = SEEN_AT[claim.at]
    for argument in (*function.args.args, *function.args.kwonlyargs):
        if argument.arg not in seen:
            place = Place(path, argument.lineno, argument.col_offset + 1)
            at = next((at for at, names in SEEN_AT.items() if argument.arg in names), "")
            what = f"{function.name} cannot see {argument.arg} at: {claim.at}"
            fix = f"write at: {at} with the claim" if at else f"a test sees {', '.join(seen)}"
            diagnostics.tell(Code.CLAIM_FUNCTION, place, what=what, fix=fix)
