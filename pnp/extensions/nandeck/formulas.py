"""Texts of nanDECK's directives → numbers, ranges of cards, truth of conditions, and lists of arguments.

This module knows no labels: they are replaced before.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping

from pnp.core.patterns import lazy_pattern
from pnp.extensions.importing.drawn.values import ComputedError

MOST_CARDS = 2000
"""The most cards of a range."""

_TOKEN = lazy_pattern(r"\s*(?:(\d{1,12}(?:\.\d*)?|\.\d+)|([A-Za-z_]\w*|[§°])|(\S))")
_RANGE = lazy_pattern(r"(.+?)(?:-(.+))?")
_COMPARISON = lazy_pattern(r"<>|<=|>=|=|<|>|@")
_OPERATORS: Mapping[str, Callable[[float, float], bool]] = {
    "=": lambda left, right: left == right,
    "<>": lambda left, right: left != right,
    "<": lambda left, right: left < right,
    ">": lambda left, right: left > right,
    "<=": lambda left, right: left <= right,
    ">=": lambda left, right: left >= right,
}
OPENING, CLOSING = "([{", ")]}"


def unquoted(text: str) -> str:
    """Return a text without the quotes around it."""
    text = text.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text.strip('"')


def split_outside(text: str, separator: str) -> list[str]:
    """Return the parts of a text between separators that are outside quotes and brackets."""
    parts, depth, quoted, start = [], 0, False, 0
    for index, letter in enumerate(text):
        if letter == '"':
            quoted = not quoted
        elif not quoted and letter in OPENING:
            depth += 1
        elif not quoted and letter in CLOSING:
            depth = max(depth - 1, 0)
        elif not quoted and not depth and text.startswith(separator, index) and index >= start:
            parts.append(text[start:index])
            start = index + len(separator)
    return [*parts, text[start:]]


def calculate(text: str, names: Mapping[str, float], whole: float = 100.0) -> float:
    """Return the value of an arithmetic expression; a percentage is a part of the whole.

    Raises:
        ComputedError: It is none, or only nanDECK can compute it, such as a throw of dice.
    """
    tokens = [match.group(1, 2, 3) for match in _TOKEN.finditer(text)]
    value, rest = _sum(tokens, 0, {name.lower(): number for name, number in names.items()}, whole, 0)
    if rest < len(tokens) or not math.isfinite(value):
        raise ComputedError(f"“{text.strip()[:40]}” is not a number")
    return value


_Tokens = list[tuple[str, ...]]


def _sum(tokens: _Tokens, at: int, names: Mapping[str, float], whole: float, depth: int) -> tuple[float, int]:
    value, at = _product(tokens, at, names, whole, depth)
    while at < len(tokens) and tokens[at][2] in ("+", "-"):
        other, after = _product(tokens, at + 1, names, whole, depth)
        value, at = (value + other if tokens[at][2] == "+" else value - other), after
    return value, at


def _product(tokens: _Tokens, at: int, names: Mapping[str, float], whole: float, depth: int) -> tuple[float, int]:
    value, at = _factor(tokens, at, names, whole, depth)
    while at < len(tokens) and tokens[at][2] in ("*", "/", "\\", "£", "#"):
        sign = tokens[at][2]
        other, at = _factor(tokens, at + 1, names, whole, depth)
        if sign != "*" and not other:
            raise ComputedError("a division by 0")
        whole_part = math.floor(value / other) if sign != "*" else 0
        value = {"*": value * other, "/": value / other if other else 0, "#": value - whole_part * other}.get(
            sign, whole_part
        )
    return value, at


def _factor(tokens: _Tokens, at: int, names: Mapping[str, float], whole: float, depth: int) -> tuple[float, int]:
    if at >= len(tokens) or depth > 60:
        raise ComputedError("not a number")
    number, name, sign = tokens[at]
    if sign == "-":
        value, at = _factor(tokens, at + 1, names, whole, depth + 1)
        return -value, at
    if sign and sign in "({":
        value, at = _sum(tokens, at + 1, names, whole, depth + 1)
        if at >= len(tokens) or tokens[at][2] not in (")", "}"):
            raise ComputedError("a bracket is open")
    elif number:
        value = float(number)
    elif name and name.lower() in names:
        value = names[name.lower()]
    else:
        raise ComputedError(f"“{name or sign}” is not a number")
    if at + 1 < len(tokens) and tokens[at + 1][2] == "%":
        return value * whole / 100, at + 2
    return value, at + 1


def written(value: float) -> str:
    """Return a number as nanDECK writes it."""
    return str(int(value)) if value == int(value) else str(round(value, 6))


def cards_in(text: str, total: int, names: Mapping[str, float]) -> list[int]:
    """Return the cards of a range, such as ``1-3,7``, in order; all cards for an empty one.

    Raises:
        ComputedError: It is not a range.
    """
    if not text.strip():
        return list(range(1, total + 1))
    cards: list[int] = []
    for part in filter(None, map(str.strip, text.replace("|", ",").split(","))):
        match = _RANGE.fullmatch(part)
        first, last = (match[1], match[2] or match[1]) if match else ("", "")
        ends = [int(calculate(end, names)) for end in (first, last)]
        if max(ends) - min(ends) > MOST_CARDS or max(ends) > 100 * MOST_CARDS:
            raise ComputedError(f"a range of more than {MOST_CARDS} cards: {part}")
        step = 1 if ends[0] <= ends[1] else -1
        cards += range(ends[0], ends[1] + step, step)
    return cards


def joined_by(condition: str) -> tuple[str, list[str]]:
    """Return ``or`` or ``and`` and the conditions that it joins; "" and the condition itself for a single one."""
    condition = condition.strip()
    while condition.startswith("(") and _closing(condition) == len(condition) - 1:
        condition = condition[1:-1].strip()
    for word, sign in (("or", "_OR_"), ("and", "_AND_")):
        upper = condition.upper()
        parts = split_outside(upper, sign)
        if len(parts) > 1:
            ends = [0]
            for part in parts:
                ends.append(ends[-1] + len(part) + len(sign))
            return word, [condition[start : end - len(sign)] for start, end in itertools.pairwise(ends)]
    return "", [condition]


def _closing(text: str) -> int:
    depth = 0
    for index, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if not depth:
            return index
    return -1


def compared(condition: str) -> tuple[str, str, str]:
    """Return the left side, operator and right side of one comparison, also of the form ``[a],=,b``.

    Raises:
        ComputedError: It is no comparison.
    """
    parts = split_outside(condition, ",")
    if len(parts) == 3 and parts[1].strip() in (*_OPERATORS, "@"):
        return unquoted(parts[0]), parts[1].strip(), unquoted(parts[2])
    for match in _COMPARISON.finditer(condition):
        before = condition[: match.start()]
        if before.count('"') % 2 == 0 and before.count("[") == before.count("]"):
            return unquoted(before), match[0], unquoted(condition[match.end() :])
    raise ComputedError(f"“{condition.strip()[:40]}” is no comparison")


def holds(left: str, operator: str, right: str) -> bool:
    """Return whether a comparison holds: of numbers, or of texts without regard to case; ``@`` is *is part of*."""
    left, right = left.strip(), right.strip()
    if operator == "@":
        return bool(left) and left.casefold() in right.casefold()
    try:
        return _OPERATORS[operator](calculate(left, {}), calculate(right, {}))
    except ComputedError:
        order = (left.casefold() > right.casefold()) - (left.casefold() < right.casefold())
        return _OPERATORS[operator](order, 0) and (operator in ("=", "<>") or bool(left and right))
