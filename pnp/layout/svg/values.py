"""Written values of SVG and CSS → colours, lengths in user units, numbers; and the notations for variables and links.

A value that is not valid CSS raises Mistake. The effect of properties is decided elsewhere.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache

from pnp.core.diagnostics import Mistake
from pnp.core.patterns import lazy_pattern

VARIABLE = lazy_pattern(r"var\(\s*--([\w-]+)\s*(?:,(.*))?\)", re.DOTALL)
URL = lazy_pattern(r"url\(\s*[\"']?#([^\"')]+?)[\"']?\s*\)\s*(.*)", re.DOTALL)
"""A link to an element of the same file, and the value to use if there is no such element."""

MIX = lazy_pattern(r"color-mix\(\s*in\s+srgb\s*,(.+?)\s([0-9]+(?:\.[0-9]+)?)%\s*,(.+)\)", re.DOTALL)
"""color-mix(in srgb, #ffffff 30%, var(--tone, #204060)): that share of the first colour, the rest of the second."""

_LENGTH = lazy_pattern(r"([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?)\s*([a-z%]*)", re.IGNORECASE)

EM = 16.0
"""The size of the em if no font size is set, px."""

_PX_PER_UNIT = {
    "": 1.0,
    "px": 1.0,
    "mm": 96 / 25.4,
    "cm": 96 / 2.54,
    "in": 96.0,
    "pt": 96 / 72,
    "pc": 16.0,
    "q": 96 / 101.6,
    "em": EM,
    "rem": EM,
    "ex": EM / 2,
    "ch": EM / 2,
}

RELATIVE = lazy_pattern(r"(?<![0-9])([+-]?(?:[0-9]++\.?+[0-9]*+|\.[0-9]++))(em|ex|ch|vw|vh|vmin|vmax)\b", re.IGNORECASE)
"""A length that depends on the font size or the size of the drawing."""


def settle_lengths(text: str, em: float, viewport: tuple[float, float]) -> str:
    """Return a value whose relative lengths are written in user units.

    Args:
        text: Any value, of one or several lengths.
        em: Font size, in user units.
        viewport: Width and height of the whole drawing.
    """
    width, height = (side / 100 for side in viewport)
    units = {"em": em, "ex": em / 2, "ch": em / 2, "vw": width, "vh": height}
    units |= {"vmin": min(width, height), "vmax": max(width, height)}
    return RELATIVE.sub(lambda match: f"{float(match[1]) * units[match[2].lower()]:.9g}", text)


@lru_cache(maxsize=1024)
def svg_length(text: str, whole: float) -> float:
    """Return a length in user units; percentages are parts of the whole."""
    match = _LENGTH.fullmatch(text.strip())
    if match is None or abs(float(match[1])) > 1e9:
        raise Mistake(f"{text!r} is not a length")
    if match[2] == "%":
        return float(match[1]) / 100 * whole
    if match[2].lower() not in _PX_PER_UNIT:
        raise Mistake(f"{text!r} has an unknown unit of length")
    return float(match[1]) * _PX_PER_UNIT[match[2].lower()]


def svg_fraction(text: str) -> float:
    """Return a number or percentage, limited to 0 to 1."""
    return min(1.0, max(0.0, svg_length(text, 1.0)))


def diagonal(viewport: tuple[float, float]) -> float:
    """Return the length to which percentages without a direction refer."""
    return math.hypot(*viewport) / math.sqrt(2)


def parse_dash(text: str, viewport: tuple[float, float]) -> list[float]:
    """Return lengths of dashes and gaps in turn, in user units; none for a line without gaps."""
    if text == "none":
        return []
    lengths = [svg_length(part, diagonal(viewport)) for part in re.split(r"[\s,]+", text.strip())]
    if min(lengths) < 0:
        raise Mistake(f"stroke-dasharray {text!r} has a negative length")
    return lengths * (1 + len(lengths) % 2) if sum(lengths) else []


# --- colours ----------------------------------------------------------------------------------------------------

_HEX = lazy_pattern(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
LONGEST = 200
"""The most characters of a colour."""

_OFTEN = {"black": "#000000", "white": "#ffffff", "red": "#ff0000", "blue": "#0000ff", "gray": "#808080"}
"""The names in most drawings: the library that knows all of CSS takes 20 ms to load."""


@lru_cache(maxsize=1024)
def parse_colour(text: str) -> tuple[str, float]:
    """Return a CSS colour as "#rrggbb" and its opacity, 0 to 1; "none" and "transparent" have opacity 0.

    Raises:
        Mistake: It is not a CSS colour.
    """
    css = text.strip().lower()
    if css in ("none", "transparent"):
        return "#000000", 0.0
    if _HEX.fullmatch(css):
        digits = css[1:] if len(css) > 5 else "".join(digit * 2 for digit in css[1:])
        return f"#{digits[:6]}", round(int(digits[6:] or "ff", 16) / 255, 4)
    if css in _OFTEN:
        return _OFTEN[css], 1.0
    from tinycss2.color4 import parse_color

    colour = parse_color(css) if len(css) < LONGEST else None
    if colour is None or colour == "currentcolor":
        raise Mistake(f"{text[:60]!r} is not a colour")
    try:
        channels, alpha = colour.to("srgb").coordinates, colour.alpha
    except NotImplementedError:  # the spaces of lab() and oklch()
        from coloraide import Color

        wide = Color(css).convert("srgb")
        channels, alpha = wide.coords(nans=False), wide.alpha(nans=False)
    levels = [min(1.0, max(0.0, level or 0.0)) for level in channels]
    return "#" + "".join(f"{round(level * 255):02x}" for level in levels), round(float(alpha or 0.0), 4)
