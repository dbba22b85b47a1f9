"""Lengths as text ("3mm", "14pt", "1/8in") → millimetres.

pnp measures everything in millimetres, from the top left, y down.
"""

from __future__ import annotations

import re
from functools import lru_cache

from pnp.core.diagnostics import Mistake
from pnp.core.patterns import lazy_pattern

Mm = float

MM_PER_INCH = 25.4
MM_PER_PT = MM_PER_INCH / 72
PT_PER_MM = 72 / MM_PER_INCH

MM_PER_UNIT = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_PT, "px": MM_PER_INCH / 300}
"""The size of each unit of length in mm. A pixel is one at 300 dpi, as print shops count them."""

LONGEST_NUMBER = 40
"""A length may have at most this many digits."""

MAX_DIGITS = 99
"""A whole number may have at most this many digits; Python refuses to read more than 4,300."""

_LENGTH = lazy_pattern(r"([+-]?)\s*(\d+(?:\.\d*)?|\.\d+)(?:\s*/\s*(\d{1,40}))?\s*([a-z]+)?", re.ASCII)


def whole_number(text: str) -> int | None:
    """Return the number that a text of at most MAX_DIGITS decimal digits stands for; None for any other text."""
    return int(text) if text.isdecimal() and len(text) <= MAX_DIGITS else None


@lru_cache(maxsize=4096, typed=True)
def parse_length(text: str | float | int, unit: str = "mm") -> Mm:
    """Return a length in millimetres.

    Args:
        text: A number, or a number with a unit: "3mm", "-1.5 mm", "1/8in", "14pt", "600px".
        unit: The unit of a bare number.

    Raises:
        Mistake: The text is not a length.
    """
    if isinstance(text, bool):
        raise Mistake(f"{str(text).lower()} is not a length")
    if isinstance(text, int | float):
        return _finite(text, text) * MM_PER_UNIT[unit]
    match = _LENGTH.fullmatch(text.strip())
    if not match:
        raise Mistake(f"{text!r} is not a length", "write a number and a unit, like 3mm, 14pt or 1/8in")
    sign, number, divisor, own_unit = match.groups()
    if own_unit is not None and own_unit not in MM_PER_UNIT:
        raise Mistake(f"unknown unit {own_unit!r}", f"use one of {', '.join(MM_PER_UNIT)}")
    if divisor is not None and int(divisor) == 0:
        raise Mistake(f"{text!r} divides by zero")
    amount = _finite(number, text) / int(divisor or 1) * MM_PER_UNIT[own_unit or unit]
    return -amount if sign == "-" else amount


def _finite(number: str | float, text: str | float) -> float:
    """Return a number; refuse an infinite or absurdly long one."""
    if str(number).lstrip("-").startswith(("inf", "nan")) or len(str(number)) > LONGEST_NUMBER:
        raise Mistake(f"{str(text)[:40]} is not a length")
    return float(number)


def format_size(size: tuple[Mm, Mm]) -> str:
    """Return a size for people: 63 × 88 mm."""
    return f"{round(size[0], 2):g} × {round(size[1], 2):g} mm"
