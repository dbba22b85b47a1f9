"""Colours, gradients and strokes as people write them in YAML → typed values; and a colour's name → #rrggbb."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pnp.core.diagnostics import Mistake, did_you_mean, nearest, suggest
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.units import Mm
from pnp.project import forms
from pnp.project.forms import takes
from pnp.project.values import Expr, choice, describe, is_dynamic, parse_fraction, parse_number, parse_size_mm


@takes(forms.COLOUR)
def parse_colour(value: Any) -> str:
    """Parse a colour: #rgb or #rrggbb, or a word that the template's palette explains."""
    if not isinstance(value, str):
        raise Mistake(f'must be a colour like "#C8321F" or a name, not {describe(value)}')
    text = value.strip()
    if text.startswith("#"):
        if (whole := _whole_hex(text)) is None:
            raise Mistake(f"is wrong: {text[:60]} is not a colour", _HEX_FIX)
        return whole
    if not re.fullmatch(r"[A-Za-z][\w-]*", text):
        raise Mistake(f'must be a colour like "#C8321F" or a name, not {describe(value)}')
    return text


_HEX_FIX = "write # and three or six hexadecimal digits"


def _whole_hex(text: str) -> str | None:
    """Return #rgb or #rrggbb as #rrggbb in lower case; None for any other text."""
    match = re.fullmatch(r"#(?:([0-9a-fA-F]{3})|([0-9a-fA-F]{6}))", text)
    return match and "#" + (match[2] or "".join(digit * 2 for digit in match[1])).lower()


def from_palette(name: str, palette: Mapping[str, str]) -> str:
    """Return a colour as #rrggbb, or the first name that the palette lacks. A name may stand for another name."""
    for _ in range(10):
        if name.startswith("#") or name not in palette:
            break
        name = palette[name]
    return name


def as_hex(name: str, palette: Mapping[str, str]) -> str:
    """Return a colour as #rrggbb: it may be written so, or be a name in the palette or in CSS.

    Raises:
        Mistake: The name is none of these.
    """
    name = from_palette(name, palette)
    if name.startswith("#"):
        if (whole := _whole_hex(name)) is None:
            raise Mistake(f"no colour {name[:60]}", _HEX_FIX)
        return whole
    from PIL import ImageColor

    try:
        return "#{:02x}{:02x}{:02x}".format(*ImageColor.getrgb(name)[:3])
    except ValueError:
        close = nearest(name, palette) or nearest(name, ImageColor.colormap)
        fix = did_you_mean(name, close) if close else suggest(name, palette) if palette else 'write it as "#2E7D32"'
        raise Mistake(f"no colour {name}", fix) from None


@frozen_dataclass(slots=True)
class WrittenGradient:
    """A gradient across the box of the item that it paints.

    Attributes:
        angle: Direction in degrees, 0 from left to right, 90 from top to bottom; None for radial.
        stops: Offsets from 0 to 1, each with a colour.
    """

    angle: float | None
    stops: tuple[tuple[float, Any], ...]


@takes(
    forms.any_of(
        forms.COLOUR,
        {
            "type": "object",
            "properties": {
                "linear": forms.NUMBER,
                "radial": forms.ANYTHING,
                "stops": forms.list_of(forms.list_of(forms.ANYTHING, 2, 2), 2),
            },
            "required": ["stops"],
            "additionalProperties": False,
        },
    )
)
def parse_paint(value: Any) -> str | WrittenGradient:
    """Parse a colour, or a gradient {linear: 90, stops: [[0, "#fff"], [1, "#000"]]} or {radial: true, stops: …}."""
    if not isinstance(value, dict):
        return parse_colour(value)
    if set(value) not in ({"linear", "stops"}, {"radial", "stops"}) or not isinstance(value["stops"], list):
        raise Mistake(
            'is wrong: a gradient is {linear: ANGLE, stops: [[0, "#fff"], [1, "#000"]]} or {radial: true, stops: …}'
        )
    stops = []
    for stop in value["stops"]:
        if not isinstance(stop, list) or len(stop) != 2:
            raise Mistake(f"is wrong: a stop is [offset, colour], not {describe(stop)}")
        colour = Expr(stop[1]) if is_dynamic(stop[1]) else parse_colour(stop[1])
        stops.append((parse_fraction(stop[0]), colour))
    if len(stops) < 2 or stops != sorted(stops, key=lambda stop: stop[0]):
        raise Mistake("is wrong: a gradient needs two stops or more, in rising order")
    return WrittenGradient(parse_number(value["linear"]) if "linear" in value else None, tuple(stops))


@frozen_dataclass(slots=True)
class WrittenStroke:
    """An outline: its colour, its width and dashes in mm, and how its corners are joined."""

    colour: str
    width: Mm
    dash: tuple[Mm, ...] = ()
    join: str = "round"


@takes(
    forms.any_of(
        forms.TEXT,
        {
            "type": "object",
            "properties": {
                "colour": forms.COLOUR,
                "width": forms.LENGTH,
                "dash": forms.list_of(forms.LENGTH),
                "join": forms.one_of("miter", "round", "bevel"),
            },
            "required": ["colour", "width"],
            "additionalProperties": False,
        },
    )
)
def parse_stroke(value: Any) -> WrittenStroke:
    """Parse an outline: "#2B2B2B 0.5mm", "ink 0.3mm dashed 2mm 1mm", or {colour, width, dash, join}."""
    if isinstance(value, str):
        parts = value.split()
        if len(parts) < 2 or (len(parts) > 2 and parts[2] != "dashed"):
            raise Mistake(f'must be a colour and a width like "ink 0.5mm", not {describe(value)}')
        dash = tuple(parse_size_mm(p) for p in parts[3:]) or ((1.5, 1.0) if len(parts) > 2 else ())
        return WrittenStroke(parse_colour(parts[0]), parse_size_mm(parts[1]), dash)
    if not isinstance(value, dict) or not {"colour", "width"} <= set(value) <= {"colour", "width", "dash", "join"}:
        raise Mistake(f'must be a colour and a width like "ink 0.5mm", not {describe(value)}')
    dashes = value.get("dash", [])
    if not isinstance(dashes, list):
        raise Mistake(f"is wrong: dash must be a list of lengths, not {describe(dashes)}")
    dash = tuple(parse_size_mm(d) for d in dashes)
    join = choice("miter", "round", "bevel")(value.get("join", "round"))
    return WrittenStroke(parse_colour(value["colour"]), parse_size_mm(value["width"]), dash, join)
