"""Texts of a report → lines in the project's own type, and colours. Does not know where they stand."""

from __future__ import annotations

import math
import re
from bisect import bisect
from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from pnp.fonts import Family, FontSet
from pnp.layout.text import ZERO_WIDTH_SPACE, Paragraph, TextLine, TextStyle
from pnp.markup import Run, Runs, plain, reads_right_to_left
from pnp.report.wording import cut
from pnp.units import MM_PER_PT, Mm

COLOURS = {
    "paper": "#ffffff",
    "ink": "#1f2933",
    "soft": "#5b6770",
    "grid": "#d8dde3",
    "bar": "#2d6a9f",
    "band": "#e4edf5",
    "mark": "#d9772b",
}
"""Blue and orange differ for all kinds of colour vision, and as darker and lighter grey; marks differ in shape, too."""

Kind = Literal[
    "title", "chapter", "section", "story", "caption", "text", "note", "figure", "cell", "head", "axis", "label"
]

TYPE: Mapping[Kind, tuple[float, float, str, bool]] = {
    "title": (20, 24, "ink", True),
    "chapter": (15, 19, "ink", True),
    "section": (10.5, 14, "ink", True),
    "story": (11.5, 15.5, "ink", False),
    "caption": (9.5, 12, "ink", True),
    "text": (9.5, 13, "ink", False),
    "note": (8, 10.5, "soft", False),
    "figure": (16, 19, "ink", True),
    "cell": (8.5, 11, "ink", False),
    "head": (8, 11, "soft", False),
    "axis": (8.75, 10, "soft", False),
    "label": (8.75, 10, "ink", False),
}
"""Of each kind of text the size and the leading in points, the colour, and whether it is bold."""


class Compositor:
    """Sets the texts of a report in the family "text", or in the first there is.

    Attributes:
        missing: Characters that no font has.
        right_to_left: A text in a script that cannot be set yet, if there is one.
    """

    def __init__(self, fonts: FontSet) -> None:
        """Make one for the fonts of a project, with a family at least."""
        family = fonts.families.get("text") or next(iter(fonts.families.values()))
        self.missing = ""
        self.right_to_left = ""
        self._fonts = fonts
        self._styles = {kind: _style(family, kind) for kind in TYPE}

    def lines(self, text: str | Runs, kind: Kind, width: Mm) -> list[TextLine]:
        """A text in lines of a width; a word that is wider is broken anywhere."""
        runs = (Run(text),) if isinstance(text, str) else text
        lines = self._set(runs, kind, width)
        if any(line.width > width for line in lines):
            loose = tuple(replace(run, text=self._breakable(run.text, kind, width)) for run in runs)
            lines = self._set(loose, kind, width)
        return lines

    def line(self, text: str, kind: Kind, width: Mm = math.inf) -> TextLine:
        """A text in one line, with an ellipsis for what the width has no room for."""

        def shortened(length: int) -> TextLine:
            lines = self._set((Run(cut(text, length)),), kind, math.inf)
            return lines[0] if lines else TextLine((), 0.0, "")

        whole = shortened(len(text))
        if whole.width <= width:
            return whole
        return shortened(bisect(range(1, len(text)), width, key=lambda length: shortened(length).width) or 1)

    def leading(self, kind: Kind) -> Mm:
        """From a line's top to the next one's."""
        return TYPE[kind][1] * MM_PER_PT

    def baseline(self, kind: Kind) -> Mm:
        """From a line's top to its baseline: capitals stand in its middle."""
        style = self._styles[kind]
        return (self.leading(kind) + style.face(Run("")).cap_height * style.size) / 2

    def _set(self, runs: Runs, kind: Kind, width: Mm) -> list[TextLine]:
        style = self._styles[kind]
        paragraph = Paragraph(tuple(replace(run, text=_spaced(run.text)) for run in runs), style, self._fonts)
        lines = paragraph.lines(width, style.size)
        self.missing += "".join(character for character in paragraph.missing if character not in self.missing)
        if reads_right_to_left(plain(runs)):
            self.right_to_left = self.right_to_left or plain(runs)
        return lines

    def _breakable(self, text: str, kind: Kind, width: Mm) -> str:
        """The text, with a break allowed behind every letter of a word that is wider than a line."""
        words = text.split(" ")
        return " ".join(ZERO_WIDTH_SPACE.join(w) if self.line(w, kind).width > width else w for w in words)


def _style(family: Family, kind: Kind) -> TextStyle:
    size, _, colour, bold = TYPE[kind]
    figures = ("tnum",) if kind == "cell" else ()
    return TextStyle(family, size * MM_PER_PT, COLOURS[colour], bold=bold, features=figures)


def _spaced(text: str) -> str:
    """The text without line breaks, and no number parted from its %."""
    return re.sub(r"\s*[\r\n]+\s*", " ", text).replace(" %", "\u00a0%")
