"""The text of a Python file → its functions, and what each of them does, without the words about it.

Read and never run.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from typing import Any

from pnp.diagnostics import Fault
from pnp.source.files import Files

_SAYS_NOTHING = frozenset({"ctx", "kind", "type_comment", "type_params", "type_ignores"})
"""Fields of syntax trees that mean nothing, or are not there in every version of Python."""


def read_code(files: Files, path: str) -> ast.Module:
    """The syntax tree of a file; an empty one where there is none, or it is no Python, which other checks tell."""
    try:
        return ast.parse(files.text(path)) if files.exists(path) else ast.Module([], [])
    except (Fault, SyntaxError, ValueError):
        return ast.Module([], [])


def definitions(tree: ast.Module) -> dict[str, ast.stmt]:
    """What a file defines, by name: functions, classes and values."""
    found: dict[str, ast.stmt] = {}
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found[name] = node
            case ast.Assign(targets=targets):
                found |= {target.id: node for target in targets if isinstance(target, ast.Name)}
    return found


def reached(names: Iterable[str], known: Mapping[str, ast.stmt]) -> dict[str, ast.stmt]:
    """Definitions of some names, and of all names that they use."""
    found: dict[str, ast.stmt] = {}
    waiting = [name for name in names if name in known]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = known[name]
            waiting += sorted(words(known[name]) & known.keys())
    return dict(sorted(found.items()))


def words(node: ast.AST) -> frozenset[str]:
    """Every name and short text in a piece of code."""
    found = set()
    for part in ast.walk(node):
        match part:
            case ast.Name(id=word) | ast.Attribute(attr=word) | ast.arg(arg=word) | ast.Constant(value=str(word)):
                found.add(word)
    return frozenset(found)


def shape(node: Any) -> Any:
    """A syntax tree as plain lists, the same in every version of Python: no places, no comments, no docstrings."""
    if isinstance(node, list):
        return [shape(part) for part in node if not _is_words(part)]
    if isinstance(node, ast.AST):
        fields = ((name, getattr(node, name, None)) for name in node._fields if name not in _SAYS_NOTHING)
        return [type(node).__name__, *([name, shape(value)] for name, value in fields if value not in (None, []))]
    return repr(node) if isinstance(node, complex | bytes) or node is ... else node


def _is_words(node: Any) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
