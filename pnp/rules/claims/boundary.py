"""Comparisons of numbers in tests → how near they came to their boundary.

A test whose numbers never came near to each other shows little of what happens where they meet.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

Nearest = dict[str, float]
"""By the comparison as it is written: how far its two sides were apart, at the least."""

RECORD = "_pnp_compares"
"""What comparisons of claims.py are turned into: a function of this name is given to the module."""

_COMPARES: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_WRITTEN: dict[type[ast.cmpop], str] = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


class Recorder:
    """Compares, and keeps how near numbers came.

    Attributes:
        nearest: Where it is kept; None while nobody asks.
    """

    def __init__(self) -> None:
        self.nearest: Nearest | None = None

    def __call__(self, left: Any, sign: str, right: Any, written: str) -> Any:
        """Compare two values as written."""
        if self.nearest is not None:
            note(self.nearest, written, left, right)
        return _COMPARES[sign](left, right)


def note(nearest: Nearest, written: str, left: Any, right: Any) -> None:
    """Keep how far two numbers are apart; other values have no boundary."""
    if type(left) in (int, float) and type(right) in (int, float):
        apart = abs(left - right)
        if apart < nearest.get(written, float("inf")):
            nearest[written] = apart


def recorded(text: str) -> ast.Module:
    """A claims.py in which each comparison of two values by size goes through a recorder.

    Raises:
        SyntaxError: It is not Python.
    """
    tree: ast.Module = ast.fix_missing_locations(_Recording().visit(ast.parse(text)))
    return tree


class _Recording(ast.NodeTransformer):
    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        written = ast.unparse(node)
        self.generic_visit(node)
        if len(node.ops) > 1 or type(node.ops[0]) not in _WRITTEN:
            return node
        sign = _WRITTEN[type(node.ops[0])]
        arguments: list[ast.expr] = [node.left, ast.Constant(sign), node.comparators[0], ast.Constant(written)]
        return ast.copy_location(ast.Call(ast.Name(RECORD, ast.Load()), arguments, []), node)


def is_met(apart: float) -> bool:
    """Whether two numbers came so near that one more or less would have told."""
    return apart <= 1
