"""rules.py as a syntax tree → diagnostics for lines that run, but do not do what a beginner expects.

Playing a game does not reveal these: a loop that skips cards, and a card that is compared with a text.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place
from pnp.expressions.scope import card_names, filled_scope
from pnp.project.game import Game

_CHANGING = frozenset({"append", "extend", "insert", "remove", "pop", "clear"})
"""Methods that change a list."""
_TAKING = {"move": (1, 2), "take": (0,), "draw": (1,)}
"""Functions of pnp.rules that change piles: which of their arguments these are."""


def check_slips(tree: ast.Module, path: str, game: Game, diagnostics: Diagnostics) -> None:
    """Report loops over a pile that change it, and cards that are compared with the name of a card."""
    for node in ast.walk(tree):
        if isinstance(node, ast.For):
            _check_loop(node, path, diagnostics)
    compared = [found for node in ast.walk(tree) for found in _compared_with_text(node)]
    if not compared:
        return
    names = {name for deck in card_names(game, filled_scope(game), Diagnostics()).values() for name in deck}
    for node, card, text in compared:
        field = _field_with(game, text)
        if field or text in names:
            what = f"{card} is a card, and never equal to the text {text!r}"
            fix = f"write {card}.{field} == {text!r}" if field else f"compare a field of it: {card}.<field>"
            diagnostics.report(Code.RULES_COMPARE, Place(path, node.lineno, node.col_offset + 1), what=what, fix=fix)


def _check_loop(loop: ast.For, path: str, diagnostics: Diagnostics) -> None:
    """Report a loop over a pile in whose body cards leave or enter the pile, unless it ends with them."""
    if not isinstance(loop.iter, ast.Attribute | ast.Subscript):
        return
    pile = ast.unparse(loop.iter)
    for statement in _going_on(loop.body):
        if pile in {ast.unparse(changed) for changed in _changed(statement)}:
            place = Place(path, statement.lineno, statement.col_offset + 1)
            what = f"{pile} changes while the loop goes over it: when a card leaves, the loop skips the next one"
            fix = f"write for {ast.unparse(loop.target)} in list({pile}):"
            diagnostics.report(Code.RULES_LOOP, place, what=what, fix=fix)
            return


def _going_on(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the simple statements of a loop's body after which it may go on: no break or return follows them."""
    if isinstance(body[-1], ast.Break | ast.Return | ast.Raise):
        return
    for statement in body:
        blocks = [getattr(statement, name, []) for name in ("body", "orelse", "finalbody")]
        if any(blocks) and not isinstance(statement, ast.FunctionDef | ast.ClassDef):
            for block in filter(None, blocks):
                yield from _going_on(block)
        else:
            yield statement


def _changed(statement: ast.stmt) -> Iterator[ast.expr]:
    """Yield the expressions for the lists that a statement changes."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Delete):
            yield from [target.value for target in node.targets if isinstance(target, ast.Subscript)]
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Attribute) and node.func.attr in _CHANGING:
            yield node.func.value
        elif isinstance(node.func, ast.Name) and node.func.id in _TAKING:
            yield from [node.args[place] for place in _TAKING[node.func.id] if place < len(node.args)]


def _compared_with_text(node: ast.AST) -> Iterator[tuple[ast.Compare, str, str]]:
    """Yield comparisons of a name that says card with a text."""
    if isinstance(node, ast.Compare) and isinstance(node.left, ast.Name) and "card" in node.left.id.split("_"):
        for right in node.comparators:
            for entry in right.elts if isinstance(right, ast.Tuple | ast.List | ast.Set) else [right]:
                if isinstance(entry, ast.Constant) and isinstance(entry.value, str):
                    yield node, node.left.id, entry.value


def _field_with(game: Game, text: str) -> str:
    """Return the field that has a text as the value of a card; empty without one."""
    values = [card.values for deck in game.decks.values() for card in deck.cards_once]
    return next((name for fields in values for name, value in fields.items() if value == text), "")
