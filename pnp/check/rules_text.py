"""What rules.py says, read and not run → diagnostics: parts that are called and never played, names of nothing."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Any

from pnp.check.subject import GameSubject
from pnp.diagnostics import Code, Diagnostics, Fault, Place, nearest, suggest
from pnp.load.kit import bots_path, claims_code_path, rules_path
from pnp.model.game import Game
from pnp.source.files import Files

_USUAL = frozenset({"seat", "yes", "no", "none"})
"""Names that mean something in every game."""
_PARTS = frozenset({"seat", "value", "n"})
"""What names may have in braces, besides the parts of picks."""
_BRACES = re.compile(r"\{(\w+)\}")


def check_rules_text(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Tell of what can be seen to be wrong without running the code of a game."""
    read_rules(subject.files, subject.game, diagnostics)


def read_rules(files: Files, game: Game, diagnostics: Diagnostics) -> None:
    """Tell of what can be seen to be wrong in the code of a game that need not be laid out."""
    paths = (rules_path(game.name), bots_path(game.name), claims_code_path(game.name))
    rules, *_ = [_parsed(path, files, diagnostics) for path in paths]
    if rules is None:
        return
    _check_calls(rules, rules_path(game.name), diagnostics)
    if "play" in game.source and "names" in game.source["play"]:
        _check_names(game, rules, diagnostics)


def _parsed(path: str, files: Files, diagnostics: Diagnostics) -> ast.Module | None:
    """The code of a file, compiled and not run; None where there is none, or it is not Python, which is told."""
    if not files.exists(path):
        return None
    with diagnostics.collected():
        text = files.text(path)
        try:
            compile(text, path, "exec")
            return ast.parse(text)
        except SyntaxError as error:
            place = Place(path, error.lineno or 1, 1)
            raise Fault(Code.RULES_SYNTAX, place, what=f"{error.msg}: not Python", fix="correct it") from None
        except ValueError as error:
            raise Fault(Code.RULES_SYNTAX, Place(path, 1, 1), what=f"{error}: not Python", fix="correct it") from None
    return None


def _check_calls(tree: ast.Module, path: str, diagnostics: Diagnostics) -> None:
    """Tell of parts of the rules that ask players, and are called as if they did not."""
    parts = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and _asks(node)}
    for node in ast.walk(tree):
        call = node.value if isinstance(node, ast.Expr) else None
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in parts:
            place = Place(path, call.lineno, call.col_offset + 1)
            what = f"{call.func.id} asks players, and is called without yield from: nothing of it is played"
            fix = f"write yield from {ast.unparse(call)}"
            diagnostics.tell(Code.RULES_YIELD_FROM, place, what=what, fix=fix)


def _asks(function: ast.FunctionDef) -> bool:
    """Whether a function is a generator; functions within it do not count."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(node, ast.FunctionDef | ast.Lambda):
            waiting += ast.iter_child_nodes(node)
    return False


def _check_names(game: Game, tree: ast.Module, diagnostics: Diagnostics) -> None:
    """Tell of names of play: that name nothing in the rules, and braces around what is no part of anything."""
    written, built = set(_USUAL), set[str]()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.ClassDef(name=name) | ast.keyword(arg=str(name)):
                written.add(name)
            case ast.JoinedStr(values=parts):
                built |= {str(part.value) for part in parts if isinstance(part, ast.Constant)}
            case ast.Constant(value=str(text)):
                written.add(text)
    for deck in game.decks.values():
        written |= {text for card in deck.cards for text in _texts(card.values)}
    written |= set(_texts(game.head.facts)) | set(_texts(game.head.words))
    source = game.source["play"]["names"]
    for name, text in game.head.play.names.items():
        if name not in written and not any(part in name for part in built):
            why = "what it should name would be told by its own name, or not at all"
            what = f"nothing in the rules is called {name}"
            close = nearest(name, written)
            fix = f"did you mean {close}?" if close else "take it away, or correct it"
            diagnostics.tell(Code.PLAY_NAMES, source.place_of_key(name), what=what, why=why, fix=fix)
        for part in _BRACES.findall(text):
            if part not in written | _PARTS:
                what = f"{{{part}}} is told as it stands here"
                close = nearest(part, filter(str.isidentifier, written))
                fix = f"did you mean {{{close}}}?" if close else suggest(part, _PARTS)
                diagnostics.tell(Code.PLAY_NAMES, source.place_of(name), what=what, fix=fix)


def _texts(value: Any) -> Iterator[str]:
    """All texts in a value, keys among them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, entry in value.items():
            yield str(key)
            yield from _texts(entry)
    elif isinstance(value, list | tuple):
        for entry in value:
            yield from _texts(entry)
