"""Values as people write them in YAML → typed values: lengths, numbers, ranges, sizes, anchors, boxes.

Each parser takes one written value and returns it typed, or raises Mistake, whose ``what`` follows the key's name in
the message. A text with ``{{ … }}`` cannot be parsed before a card is known: it becomes an Expr, which is parsed after
evaluation.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from pnp.core.diagnostics import Mistake, suggest
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.markup import LANGUAGE
from pnp.core.patterns import lazy_pattern
from pnp.core.units import Mm, parse_length
from pnp.project import forms
from pnp.project.forms import takes

CARD_SIZES: Mapping[str, tuple[Mm, Mm]] = {
    "poker": (63.5, 88.9),
    "euro-poker": (63.0, 88.0),
    "bridge": (57.15, 88.9),
    "tarot": (69.85, 120.65),
    "european-tarot": (70.0, 120.0),
    "mini-american": (41.0, 63.0),
    "mini": (44.45, 63.5),
    "mini-euro": (44.0, 68.0),
    "standard-euro": (59.0, 92.0),
    "us-game": (56.0, 87.0),
    "japanese": (59.0, 86.0),
    "domino": (44.45, 88.9),
    "square": (70.0, 70.0),
    "jumbo": (88.9, 139.7),
    "micro": (31.75, 44.45),
    "business": (50.8, 88.9),
    "a7": (74.0, 105.0),
    "a6": (105.0, 148.0),
    "a5": (148.0, 210.0),
    "a4": (210.0, 297.0),
    "a3": (297.0, 420.0),
}
"""Width and height of common card sizes, mm (from printers' templates), and of ISO 216 sheets, which aids have."""


@frozen_dataclass(slots=True)
class Expr:
    """A value that is computed for each card."""

    source: str


def is_dynamic(value: object) -> bool:
    """Whether a written value contains an expression."""
    return isinstance(value, str) and any(mark in value for mark in ("{{", "{%", "{#"))


class Written:
    """A field annotation: the value is parsed by ``parse``, or kept as an Expr until it can be.

    Attributes:
        parse: Takes a written value.
        part: Parses a part of a list or mapping that was an expression. None parses lengths in lists, and colours in
            mappings.
    """

    def __init__(self, parse: Callable[[Any], Any], part: Callable[[Any], Any] | None = None) -> None:
        self.parse = parse
        self.part = part

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Let the parser alone validate the value."""
        return core_schema.no_info_plain_validator_function(self.accept)

    def accept(self, value: Any) -> Any:
        """Return an Expr for a dynamic value, else the parsed value."""
        return Expr(value) if is_dynamic(value) else self.parse(value)

    def __get_pydantic_json_schema__(self, source: CoreSchema, handler: Any) -> forms.Schema:
        """Return the schema of the values that it accepts, for editors."""
        return forms.any_of(forms.form_of(self.parse), forms.EXPRESSION)


class Plain(Written):
    """A field annotation for values that are needed before any card is known: parsed at once, without expressions."""

    def accept(self, value: Any) -> Any:
        """Return the parsed value."""
        if is_dynamic(value):
            raise Mistake(f"cannot be an expression here, as in {describe(value)}", "write the value itself")
        return self.parse(value)

    def __get_pydantic_json_schema__(self, source: CoreSchema, handler: Any) -> forms.Schema:
        """Return the schema of the values that it accepts, for editors."""
        return dict(forms.form_of(self.parse))


# --- scalars ----------------------------------------------------------------------------------------------------


@takes({"type": ["string", "number"]})
def parse_text(value: Any) -> str:
    """Parse a text; a number becomes a text as it is written."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Mistake(f"must be a text, not {describe(value)}", "put it in quotes" if value is not None else "")
    return str(value)


ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
"""What ``lang:`` of an element may say instead of a code: one of the languages of an edition in several."""


@takes(forms.TEXT)
def parse_text_language(value: Any) -> str:
    """Parse the code of a language, or first, second and so on."""
    if isinstance(value, str) and (not value or value in ORDINALS or LANGUAGE.fullmatch(value)):
        return value
    fix = "write lang: fr; lang: first or lang: second is one of the languages of an edition in several"
    raise Mistake(f"must be the code of a language, like fr, pt_BR or zh_Hans, not {describe(value)}", fix)


@takes(forms.FLAG)
def parse_flag(value: Any) -> bool:
    """Parse true or false."""
    if isinstance(value, bool):
        return value
    if value in ("True", "False"):
        return bool(value == "True")
    raise Mistake(f"must be true or false, not {describe(value)}")


@takes(forms.NUMBER)
def parse_number(value: Any) -> float:
    """Parse a number."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise Mistake(f"must be a number, not {describe(value)}")
    try:
        number = float(value)
    except (ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        raise Mistake(f"must be a number, not {describe(value)}")
    return number


@takes(forms.NUMBER | {"minimum": 0, "maximum": 1000})
def parse_count(value: Any) -> int:
    """Parse a whole number from 0 to 1000."""
    number = parse_number(value)
    if number != int(number) or not 0 <= number <= 1000:
        raise Mistake(f"must be a whole number from 0 to 1000, not {describe(value)}")
    return int(number)


_WHOLE = lazy_pattern(r"\s*([-+]?\d{1,99})(?:[.,]0{0,2}|\+)?\s*")


def whole_number_in(value: Any) -> int | None:
    """Return the whole number meant by a text like 3,0 or a number like 3.0; None if it is not clear, as in 3,000."""
    match = _WHOLE.fullmatch(value) if isinstance(value, str) else None
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return int(match[1]) if match else None


@takes(forms.NUMBER | {"minimum": 0, "maximum": 1})
def parse_fraction(value: Any) -> float:
    """Parse a number from 0 to 1."""
    number = parse_number(value)
    if not 0 <= number <= 1:
        fix = f"write {number / 100:g}" if 1 < number <= 100 else ""
        raise Mistake(f"must be from 0 to 1, not {describe(value)}", fix)
    return number


@takes(forms.NUMBER | {"minimum": 0.5, "maximum": 5})
def parse_leading(value: Any) -> float:
    """Parse the distance from baseline to baseline, as a multiple of the type size: from 0.5 to 5."""
    number = parse_number(value)
    if not 0.5 <= number <= 5:
        raise Mistake(f"must be from 0.5 to 5, not {describe(value)}")
    return number


def _length(value: str | int | float, unit: str = "mm") -> Mm:
    try:
        return parse_length(value, unit)
    except Mistake as mistake:
        raise Mistake(f"is wrong: {mistake.what}", mistake.fix) from None


@takes(forms.LENGTH)
def parse_mm(value: Any) -> Mm:
    """Parse a length; a bare number is in mm."""
    if not isinstance(value, str | int | float):
        raise Mistake(f"must be a length like 3mm, not {describe(value)}")
    return _length(value)


class Percent(float):
    """A share of the width or height of a box, instead of a length in mm: 0.5 for 50%."""

    def __str__(self) -> str:
        return f"{float(self) * 100:g}%"


_PERCENT = lazy_pattern(r"\s*([-+]?[0-9]+(?:\.[0-9]+)?)\s*%\s*")


@takes(forms.LENGTH)
def parse_box_length(value: Any) -> Mm | Percent:
    """Parse a length, or a share of the width or height of the box: 50%."""
    match = _PERCENT.fullmatch(value) if isinstance(value, str) else None
    return Percent(float(match[1]) / 100) if match else parse_mm(value)


@takes(forms.LENGTH)
def parse_box_size(value: Any) -> Mm | Percent:
    """Parse a length above zero, or a share of the width or height of the box: 50%."""
    length = parse_box_length(value)
    if length <= 0:
        raise Mistake(f"must be above zero, not {describe(value)}")
    return length


def length_between(smallest: Mm, largest: Mm) -> Callable[[Any], Mm]:
    """Return a parser for a length within limits."""

    @takes(forms.LENGTH | {"minimum": smallest, "maximum": largest})
    def parse(value: Any) -> Mm:
        length = parse_mm(value)
        if not smallest <= length <= largest:
            raise Mistake(f"must be from {smallest:g} to {largest:g} mm, not {describe(value)}")
        return length

    return parse


@takes(forms.LENGTH | {"exclusiveMinimum": 0})
def parse_size_mm(value: Any) -> Mm:
    """Parse a length above zero."""
    length = parse_mm(value)
    if length <= 0:
        raise Mistake(f"must be above zero, not {describe(value)}")
    return length


@takes(forms.LENGTH | {"exclusiveMinimum": 0})
def parse_type_size(value: Any) -> Mm:
    """Parse a size of type; a bare number is in points. The result is in mm."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise Mistake(f"must be a size of type like 9pt, not {describe(value)}")
    size = _length(value, unit="pt")
    if not 0.3 <= size <= 300:
        raise Mistake(f"must be from 1pt to 850pt, not {describe(value)}")
    return size


_SYNONYMS = {"center": ("centre", "middle"), "centre": ("middle",), "middle": ("centre",)}
"""Words of other programs, and other spellings, for a choice."""


def choice(*words: str) -> Callable[[Any], str]:
    """Return a parser for one of several words."""
    synonyms = [word for word, meanings in _SYNONYMS.items() if word not in words and set(meanings) & set(words)]

    @takes(forms.one_of(*words, *synonyms))
    def parse(value: Any) -> str:
        value = next((word for word in _SYNONYMS.get(str(value), ()) if word in words and value not in words), value)
        if value not in words:
            raise Mistake(f"must be one of {', '.join(words)}, not {describe(value)}", suggest(str(value), words))
        return str(value)

    return parse


# --- composite --------------------------------------------------------------------------------------------------

_RANGE = lazy_pattern(r"(-?\d{1,99})\.\.(-?\d{1,99})")


@takes(forms.any_of({"type": "integer"}, forms.RANGE, forms.list_of({"type": "integer"}, 1)))
def parse_range(value: Any) -> tuple[int, ...]:
    """Parse whole numbers, written as a range "3..5", as a list, or as one number.

    A range may have at most 10,000 numbers.
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return (value,)
    if isinstance(value, list) and all(isinstance(v, int) and not isinstance(v, bool) for v in value) and value:
        return tuple(value)
    match = _RANGE.fullmatch(value) if isinstance(value, str) else None
    if not match or not 0 <= int(match[2]) - int(match[1]) < 10_000:
        what = f"must be a range like 3..5 or a list of whole numbers, not {describe(value)}"
        ends_match = (_DASHED.fullmatch(value) or match) if isinstance(value, str) else None
        ends = sorted((int(ends_match[1]), int(ends_match[2]))) if ends_match else []
        raise Mistake(what, f"write {ends[0]}..{ends[1]}" if ends and ends[1] - ends[0] < 10_000 else "")
    return tuple(range(int(match[1]), int(match[2]) + 1))


_DASHED = lazy_pattern(r"([0-9]{1,4})\s*(?:[-–—]|to|\.\.\.|…)\s*([0-9]{1,4})")
"""A range as other tools write it."""
_NAMES = "|".join(form(name) for name in CARD_SIZES for form in (str, str.capitalize, str.upper))
_SIDES = lazy_pattern(r"([0-9./ ]*[0-9])\s*([a-z]*|[\"″])\s*[x×*]\s*([0-9./ ]*[0-9])\s*([a-z]*|[\"″])")
"""Width and height with a cross between them, each with or without a unit."""


@takes(
    forms.any_of(
        forms.one_of(*CARD_SIZES),
        {"type": "string", "pattern": rf"^(\d.*[x×*]|({_NAMES})( (landscape|portrait))?$)"},
        forms.list_of(forms.LENGTH, 2, 2),
    )
)
def parse_card_size(value: Any) -> tuple[Mm, Mm]:
    """Parse width and height: a name, "63x88", "2.5x3.5in", "63.5mm x 88.9mm", "poker landscape" or [63mm, 88mm]."""
    if isinstance(value, str):
        words = value.lower().replace("_", "-").split()
        is_wide = "landscape" in words
        name = "-".join(word for word in words if word not in ("landscape", "portrait", "card", "cards", "size"))
        if name in CARD_SIZES:
            width, height = CARD_SIZES[name]
            return (height, width) if is_wide else (width, height)
    if isinstance(value, str) and value[:1].isdigit() and (sides := _SIDES.fullmatch(value.strip().lower())):
        if "px" in (sides[2], sides[4]):
            raise Mistake(
                "is in pixels, which have no size on paper",
                "write mm or in: 750x1050px at 300 dpi is 2.5x3.5in",
            )
        value = [f"{sides[1]}{sides[2] or sides[4]}", f"{sides[3]}{sides[4]}"]
    if not isinstance(value, list) or len(value) != 2:
        what = f"must be a size like 63x88, [63mm, 88mm] or a name, not {describe(value)}"
        raise Mistake(what, suggest(str(value), CARD_SIZES))
    width, height = parse_size_mm(value[0]), parse_size_mm(value[1])
    if not (5 <= width <= 1000 and 5 <= height <= 1000):
        what = f"is {width:g} × {height:g} mm, a card's sides must be from 5 mm to 1000 mm"
        raise Mistake(what, "write mm, cm or in behind the numbers")
    return (width, height)


@frozen_dataclass(slots=True)
class AnchorPoint:
    """A point of a box: shares of its width and height, and an offset in mm."""

    across: float
    down: float
    dx: Mm = 0.0
    dy: Mm = 0.0


ANCHORS: Mapping[str, tuple[float, float]] = {
    "top-left": (0, 0),
    "top": (0.5, 0),
    "top-right": (1, 0),
    "left": (0, 0.5),
    "centre": (0.5, 0.5),
    "right": (1, 0.5),
    "bottom-left": (0, 1),
    "bottom": (0.5, 1),
    "bottom-right": (1, 1),
}
"""The named points of a box, as shares of its width and height."""

_ANCHOR = lazy_pattern(r"([a-z-]+)(?:\s*([+-])\s*([^\s,]+)(?:[\s,]+([^\s,]+))?)?")


@takes({"type": "string", "pattern": rf"^\s*({'|'.join(ANCHORS)})\s*([+-]|$)"})
def parse_anchor(value: Any) -> AnchorPoint:
    """Parse a named point with an optional offset: "top-left", "top-left + 5mm", "bottom - 0mm 3mm".

    One length is the offset in both directions; two lengths are x and y.
    """
    match = _ANCHOR.fullmatch(value.strip()) if isinstance(value, str) else None
    if not match or match[1] not in ANCHORS:
        word = match[1] if match else str(value)
        raise Mistake(f"must be an anchor like top-left + 5mm, not {describe(value)}", suggest(word, ANCHORS))
    across, down = ANCHORS[match[1]]
    if match[2] is None:
        return AnchorPoint(across, down)
    dx = _length(match[3])
    dy = _length(match[4]) if match[4] else dx
    sign = -1 if match[2] == "-" else 1
    return AnchorPoint(across, down, sign * dx, sign * dy)


def parse_lengths(count: int, parse_one: Callable[[Any], Any] = parse_mm) -> Callable[[Any], tuple[Any, ...]]:
    """Return a parser for a list of ``count`` lengths, each of which may be dynamic."""

    @takes(forms.list_of(forms.LENGTH, count, count))
    def parse(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) != count:
            raise Mistake(f"must be a list of {count} lengths, not {describe(value)}")
        return tuple(Expr(v) if is_dynamic(v) else parse_one(v) for v in value)

    return parse


@takes(forms.any_of(forms.TEXT, forms.list_of(forms.LENGTH, 4, 4)))
def parse_box(value: Any) -> str | tuple[Any, ...]:
    """Parse a box: trim, bleed, safe or an element's name, or [x, y, width, height]."""
    if isinstance(value, str):
        if not re.fullmatch(r"[A-Za-z][\w-]*", value):
            raise Mistake(f"must be trim, bleed, safe, an element's name or [x, y, width, height], not {value!r}")
        return value
    return parse_lengths(4, parse_box_length)(value)


@takes({"type": "string", "pattern": r"^\s*(box|ellipse|rounded\s|path\s)"})
def parse_clip(value: Any) -> tuple[str, Mm]:
    """Parse the shape of a clip: "box", "ellipse", "rounded 3mm", or "path" and SVG path data."""
    words = value.split() if isinstance(value, str) else []
    if words in (["box"], ["ellipse"]):
        return (words[0], 0.0)
    if len(words) == 2 and words[0] == "rounded":
        return ("rounded", parse_size_mm(words[1]))
    if words[:1] == ["path"] and re.fullmatch(r"[Mm][MmLlHhVvCcSsQqTtAaZz0-9eE+.,\s-]+", " ".join(words[1:])):
        return (" ".join(words), 0.0)
    raise Mistake(f"must be box, ellipse, rounded 3mm or path M0 0 …, not {describe(value)}")


@takes(forms.NAMES)
def parse_names(value: Any) -> tuple[str, ...]:
    """Parse one name or a list of names."""
    names = value if isinstance(value, list) else [value]
    if not all(isinstance(name, str) and name for name in names):
        raise Mistake(f"must be a name or a list of names, not {describe(value)}")
    return tuple(names)


@takes(forms.ANYTHING)
def parse_card_reference(value: Any) -> Any:
    """Parse a reference to a card: its fields, each of which may be dynamic, its name, or its number in the deck."""
    if isinstance(value, dict):
        return {key: Expr(part) if is_dynamic(part) else part for key, part in value.items()}
    return value


def describe(value: Any) -> str:
    """Return a value as text for a message, in YAML's words and never long."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    text = f"“{value}”" if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else text[:57] + "…"
