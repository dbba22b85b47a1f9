"""Lengths and fonts as scripts write them → pixels of a deck, mm, and points."""

from __future__ import annotations

import re
from typing import Any

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.core.units import MM_PER_INCH, Mm, whole_number

CELL_PX = 37.5
"""The side of a cell, Squib's own unit, at 300 dpi."""


@frozen_dataclass
class PixelUnits:
    """The units that convert lengths of a deck.

    Attributes:
        width: The width of a card with its bleed, px.
        height: The height of a card with its bleed, px.
        dpi: Pixels per inch.
        cell_px: Pixels of a cell.
    """

    width: float
    height: float
    dpi: float = 300.0
    cell_px: float = CELL_PX

    def px(self, value: Any, is_across: bool = True) -> float | None:
        """Return a length in px: 75, ``1in``, ``2 cells``, ``deck - 5mm``, ``middle + 3``; None for anything else."""
        if isinstance(value, bool):
            return None
        if isinstance(value, int | float):
            return float(value)
        match = _SHORTHAND.fullmatch(str(value).strip()) if isinstance(value, str) else None
        if match is None:
            return None
        whole = self.width if is_across else self.height
        start = {"deck": whole, "middle": whole / 2, "center": whole / 2}.get(match[1] or "", 0.0)
        if match[3] is None:
            return start if match[1] else None
        number = float(match[3]) * self._factor(match[4] or "")
        if match[2] == "/":
            return start / number if number and match[1] else None
        return start - number if match[2] == "-" else start + number

    def _factor(self, unit: str) -> float:
        if unit.startswith("c") and unit != "cm":
            return self.cell_px
        return {"": 1.0, "px": 1.0, "in": self.dpi, "pt": self.dpi / 72}.get(unit) or (
            self.dpi / MM_PER_INCH * (10 if unit == "cm" else 1)
        )

    def mm(self, px: float) -> Mm:
        """Return a length in mm."""
        return px / self.dpi * MM_PER_INCH


_SHORTHAND = lazy_pattern(
    r"(deck|middle|center)?\s*(?:([-+/])?\s*(\d{1,9}(?:\.\d*)?|\.\d+)\s*(in|pt|px|cm|mm|c|cell|cells|cs)?)?",
    re.IGNORECASE,
)


@frozen_dataclass
class PangoFont:
    """A font as Pango describes it: ``Open Sans, Sans Bold Italic 24``.

    Attributes:
        families: Names in order of preference.
        size: Points; None if it is not given.
        is_bold: Whether its weight is semi-bold or more.
        is_italic: Whether it is italic or oblique.
    """

    families: tuple[str, ...] = ()
    size: float | None = None
    is_bold: bool = False
    is_italic: bool = False


_HEAVY = {"bold", "semibold", "semi-bold", "demibold", "demi-bold", "ultrabold", "ultra-bold", "extrabold"} | {
    "extra-bold", "heavy", "black", "ultra-heavy", "ultraheavy",
}  # fmt: skip
_SLANTED = {"italic", "oblique"}
_PLAIN_STYLES = {"normal", "regular", "roman", "book", "light", "thin", "medium", "ultra-light", "semi-light"} | {
    "condensed", "semi-condensed", "extra-condensed", "expanded", "semi-expanded", "small-caps",
}  # fmt: skip


def parse_font(text: str) -> PangoFont:
    """Return the font of Pango's description."""
    *families, last = text.split(",")
    words, size, bold, italic = last.split(), None, False, False
    while words:
        word = words[-1].lower()
        key, _, number = word.partition("=")
        if size is None and re.fullmatch(r"\d{1,9}(?:\.\d+)?(?:px)?", word):
            size = float(word.removesuffix("px"))
        elif key in ("weight", "style", "variant", "stretch") and number:
            bold |= number in _HEAVY or (whole_number(number) or 0) >= 600
            italic |= number in _SLANTED
        elif word in _HEAVY | _SLANTED | _PLAIN_STYLES and (families or len(words) > 1):
            bold |= word in _HEAVY
            italic |= word in _SLANTED
        else:
            break
        words.pop()
    names = [*families, " ".join(words)]
    return PangoFont(tuple(name.strip() for name in names if name.strip()), size, bold, italic)
