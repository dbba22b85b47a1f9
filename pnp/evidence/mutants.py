"""Python, changed in one place at a time: the rules of a game, whose changes a check has to notice; or any module."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

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
