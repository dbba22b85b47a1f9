"""Attributes of SVG elements → their style: properties, lengths, colours as written and as #rrggbb.

Says which properties are known, inherited or refused; what they do to a shape is not known here.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import lru_cache

from pnp.diagnostics import Mistake
from pnp.layout.svg_xml import SvgNode

Style = dict[str, str]

INHERITED: Style = {
    "fill": "black",
    "fill-opacity": "1",
    "fill-rule": "nonzero",
    "clip-rule": "nonzero",
    "stroke": "none",
    "stroke-width": "1",
    "stroke-opacity": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-miterlimit": "4",
    "stroke-dasharray": "none",
    "stroke-dashoffset": "0",
    "color": "currentColor",
    "visibility": "visible",
    "paint-order": "normal",
}
OWN: Style = {"opacity": "1", "display": "inline", "clip-path": "none", "stop-color": "black", "stop-opacity": "1"}
REFUSED = {
    **dict.fromkeys(("filter", "mask", "marker", "marker-start", "marker-mid", "marker-end"), "none"),
    "mix-blend-mode": "normal",
    "vector-effect": "none",
    "transform-origin": "",
    "systemLanguage": "",
}
"""Properties that change the picture and cannot be shown, with the one value that changes nothing."""
REFUSED_IN_STYLE = frozenset({"transform", "d", "x", "y", "cx", "cy", "r", "rx", "ry", "width", "height", "clip"})
"""Geometry that SVG 2 allows as a style; only browsers follow it."""
_STYLED = frozenset({*INHERITED, *OWN, *REFUSED})

VARIABLE = re.compile(r"var\(\s*--([\w-]+)\s*(?:,(.*))?\)", re.DOTALL)
URL = re.compile(r"url\(\s*[\"']?#([^\"')]+)[\"']?\s*\)\s*(.*)", re.DOTALL)
_LENGTH = re.compile(r"([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?)\s*([a-z%]*)", re.IGNORECASE)
_PX_PER_UNIT = {"": 1.0, "px": 1.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "pt": 96 / 72, "pc": 16.0}


def declarations(node: SvgNode) -> Iterator[tuple[str, str]]:
    """Presentation attributes, then the style attribute, which wins."""
    for name, value in node.attributes.items():
        if name in _STYLED:
            yield name, value.strip()
    for declaration in node.attributes.get("style", "").split(";"):
        name, colon, value = declaration.partition(":")
        if colon:
            yield name.strip(), value.partition("!")[0].strip()


# --- colours ----------------------------------------------------------------------------------------------------

_HEX = re.compile(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
_RGB = re.compile(r"rgba?\(([^()]*)\)")
_CHANNEL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)%?")


@lru_cache(maxsize=1024)
def parse_colour(written: str) -> tuple[str, float]:
    """A CSS colour as "#rrggbb" and its opacity, 0 to 1; "none" and "transparent" have opacity 0.

    Raises:
        Mistake: It is no CSS colour.
    """
    text = written.strip().lower()
    if text in ("none", "transparent"):
        return "#000000", 0.0
    if _HEX.fullmatch(text):
        digits = text[1:] if len(text) > 5 else "".join(digit * 2 for digit in text[1:])
        return f"#{digits[:6]}", round(int(digits[6:] or "ff", 16) / 255, 4)
    if match := _RGB.fullmatch(text):
        return _from_channels(written, match[1])
    if text == "black":
        return "#000000", 1.0
    from PIL import ImageColor  # 15 ms, and most drawings name no colour

    try:
        red, green, blue, *_ = ImageColor.getrgb(text)
    except ValueError:
        raise Mistake(f"{written!r} is not a colour") from None
    return f"#{red:02x}{green:02x}{blue:02x}", 1.0


def _from_channels(written: str, text: str) -> tuple[str, float]:
    channels = text.replace(",", " ").replace("/", " ").split()
    if len(channels) not in (3, 4) or not all(map(_CHANNEL.fullmatch, channels)):
        raise Mistake(f"{written!r} is not a colour")
    parts = [_channel(c, 255 if index < 3 else 1) for index, c in enumerate(channels)]
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts[:3]), parts[3] if len(parts) == 4 else 1.0


def _channel(text: str, full: int) -> float:
    value = float(text[:-1]) / 100 if text.endswith("%") else float(text) / full
    return min(1.0, max(0.0, value))


MIX = re.compile(r"color-mix\(\s*in\s+srgb\s*,(.+?)\s([0-9]+(?:\.[0-9]+)?)%\s*,(.+)\)", re.DOTALL)
"""color-mix(in srgb, #ffffff 30%, var(--tone, #204060)): so much of the first colour, the rest of the second."""


def mixed(one: str, part: float, other: str) -> str:
    """So much of a colour "#rrggbb", from 0 to 1, and the rest of another: how it looks half clear over that one."""
    pairs = [(int(one[n : n + 2], 16), int(other[n : n + 2], 16)) for n in (1, 3, 5)]
    return "#" + "".join(f"{round(a * part + b * (1 - part)):02x}" for a, b in pairs)


# --- lengths and words ------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def svg_length(written: str, whole: float) -> float:
    """A length in user units; per cent are parts of the whole."""
    match = _LENGTH.fullmatch(written.strip())
    if match is None or abs(float(match[1])) > 1e9:
        raise Mistake(f"{written!r} is not a length")
    if match[2] == "%":
        return float(match[1]) / 100 * whole
    if match[2].lower() not in _PX_PER_UNIT:
        raise Mistake(f"the length {written!r} has a unit other than px, mm, cm, in, pt, pc or %")
    return float(match[1]) * _PX_PER_UNIT[match[2].lower()]


def svg_fraction(written: str) -> float:
    """A number or percentage cut to 0 to 1."""
    return min(1.0, max(0.0, svg_length(written, 1.0)))


def length_of(node: SvgNode, name: str, whole: float, default: str = "0") -> float:
    """A length among an element's attributes, in user units."""
    return svg_length(node.attributes.get(name, default), whole)


def diagonal(viewport: tuple[float, float]) -> float:
    """What a percentage without a direction is a part of."""
    return math.hypot(*viewport) / math.sqrt(2)


def word_of(style: Style, name: str, words: tuple[str, ...]) -> str:
    """A property that must be one of some words."""
    if style[name] not in words:
        raise Mistake(f"{name} is {style[name]!r}, must be one of {', '.join(words)}")
    return style[name]


def parse_dash(written: str, viewport: tuple[float, float]) -> list[float]:
    """Lengths of dashes and gaps by turns, in user units; none for a line without gaps."""
    if written == "none":
        return []
    lengths = [svg_length(part, diagonal(viewport)) for part in re.split(r"[\s,]+", written.strip())]
    if min(lengths) < 0:
        raise Mistake(f"stroke-dasharray {written!r} has a negative length")
    return lengths * (1 + len(lengths) % 2) if sum(lengths) else []


def is_stroke_first(style: Style) -> bool:
    """Whether the stroke is painted before the fill."""
    order = [word for word in style["paint-order"].split() if word in ("fill", "stroke")]
    return order[:1] == ["stroke"]
