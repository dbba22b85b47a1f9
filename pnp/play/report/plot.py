"""Lines, bars, dots and labels → the Frame of a chart; and the axes they stand on. Knows no reports."""

from __future__ import annotations

import math
import re
from bisect import bisect
from collections.abc import Mapping
from math import ceil, floor
from typing import Literal, assert_never

from pnp.core.fonts import FontSet
from pnp.core.frame import Frame, Item, Path, Stroke
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.markup import Run
from pnp.core.outline import ellipse, polyline, rectangle
from pnp.core.units import MM_PER_PT, Mm
from pnp.layout.text.line_distance import TextLine
from pnp.layout.text.paragraph import Paragraph, TextStyle
from pnp.play.report.wording import elided

COLOURS = {
    "paper": "#ffffff",
    "ink": "#1f2933",
    "soft": "#5b6770",
    "grid": "#d8dde3",
    "bar": "#2d6a9f",
    "band": "#e4edf5",
    "mark": "#d9772b",
}
"""Blue and orange can be told apart with any colour vision, and in grey print; marks differ in shape, too."""

LabelKind = Literal["axis", "label"]
"""Texts of a chart: numbers and units at its axes, and names and values of what it shows."""

SIZE = 8.75
"""The size of a chart's texts, in points."""

TEXT_COLOURS: Mapping[LabelKind, str] = {"axis": "soft", "label": "ink"}


class Compositor:
    """Sets the labels of charts in the family "text", or in the first there is."""

    def __init__(self, fonts: FontSet) -> None:
        """Set labels in the fonts of a project, which has a family at least."""
        family = fonts.families.get("text") or next(iter(fonts.families.values()))
        self._fonts = fonts
        self._styles = {
            kind: TextStyle(family, SIZE * MM_PER_PT, COLOURS[colour], bold=False)
            for kind, colour in TEXT_COLOURS.items()
        }

    def line(self, text: str, kind: LabelKind, width: Mm = math.inf) -> TextLine:
        """Return a text in one line, shortened with an ellipsis if it is too wide."""

        def shortened(length: int) -> TextLine:
            style = self._styles[kind]
            lines = Paragraph((Run(_spaced(elided(text, length))),), style, self._fonts).lines(math.inf, style.size)
            return lines[0] if lines else TextLine((), 0.0, "")

        whole = shortened(len(text))
        if whole.width <= width:
            return whole
        return shortened(bisect(range(1, len(text)), width, key=lambda length: shortened(length).width) or 1)


def _spaced(text: str) -> str:
    """Return the text without line breaks, and with a no-break space before each %."""
    return re.sub(r"\s*[\r\n]+\s*", " ", text).replace(" %", "\u00a0%")


WIDTH: Mm = 84.0
"""The width of every chart: two stand side by side on a printed A4 page, and one fills a phone."""

RIGHT: Mm = WIDTH - 3.0
"""Where axes end; half of their last label reaches beyond."""

BELOW: Mm = 3.5
"""The distance from an axis to the baseline of its labels."""

FIGURE: Mm = 12.0
"""Room at the right of an interval for its value."""

BESIDE: Mm = 0.9
"""The distance from the middle of a label's letters to its baseline."""

DOT: Mm = 0.85
TRIANGLE: Mm = 1.2
"""Radius of a dot, and half the width of a triangle, which covers about as much."""

TINY = 1e-9
"""The error of floating-point arithmetic, as a part of a step."""

LabelAlign = Literal["left", "centre", "right"]
BEFORE: Mapping[LabelAlign, float] = {"left": 0.0, "centre": 0.5, "right": 1.0}
"""The part of a label's width that stands left of its place."""

Symbol = Literal["dot", "up", "down"]
"""What marks a value: a dot, or a triangle that points up or down."""


@frozen_dataclass
class Axis:
    """Values from left to right.

    Attributes:
        low: The value at the left end.
        high: The value at the right end.
        left: Where the left end is, mm.
        right: Where the right end is, mm.
    """

    low: float
    high: float
    left: Mm
    right: Mm = RIGHT

    def x(self, value: float) -> Mm:
        """Return the x coordinate of a value, in mm."""
        return self.left + (self.right - self.left) * (value - self.low) / (self.high - self.low)

    def within(self, value: float) -> Mm:
        """Return the x coordinate of a value, or that of the end beyond which it lies."""
        return self.x(min(max(value, self.low), self.high))


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Return round numbers within bounds, evenly spaced: 1, 2 or 5 times a power of ten apart."""
    step = _step(low, high, most)
    first = -int(-low / step // 1)
    return [round(place * step, 9) for place in range(first, int(high / step // 1) + 1)]


def round_ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Return evenly spaced round numbers; all values lie between the first and the last.

    Args:
        low: The least value to show.
        high: The largest one, above it.
        most: Steps between the numbers; there may be two more.
    """
    step = _step(low, high, most)
    first, last = floor(low / step + TINY), ceil(high / step - TINY)
    return [round(place * step, 9) for place in range(first, last + 1)]


def _step(low: float, high: float, most: int) -> float:
    steps = (digit * 10.0**power for power in range(-9, 18) for digit in (1, 2, 5))
    return next(step for step in steps if (high - low) / step <= most)


class Plot:
    """A chart being drawn; colours are the names of COLOURS."""

    def __init__(self, compositor: Compositor, height: Mm) -> None:
        self._compositor = compositor
        self._height = height
        self._items: list[Item] = []

    def frame(self, name: str) -> Frame:
        """Return the chart with everything drawn so far."""
        return Frame(WIDTH, self._height, tuple(self._items), name=name)

    def text(
        self, text: str, x: Mm, baseline: Mm, align: LabelAlign = "left", kind: LabelKind = "axis", room: Mm = WIDTH
    ) -> None:
        """Draw a text aligned at x, shortened to ``room``, and moved so that it stays on the chart."""
        line = self._compositor.line(text, kind, room)
        left = x - BEFORE[align] * line.width
        self._items += line.placed(min(max(left, 0.0), WIDTH - line.width), baseline)

    def line(self, x1: Mm, y1: Mm, x2: Mm, y2: Mm, colour: str, width: Mm = 0.2, dash: tuple[Mm, ...] = ()) -> None:
        """Draw a straight line."""
        self._items.append(Path(polyline((x1, y1, x2, y2)), None, Stroke(COLOURS[colour], width, dash)))

    def bar(self, x: Mm, y: Mm, width: Mm, height: Mm, colour: str) -> None:
        """Draw a filled rectangle; none without width or height."""
        if outline := rectangle(x, y, width, height):
            self._items.append(Path(outline, COLOURS[colour]))

    def mark(self, x: Mm, y: Mm, symbol: Symbol) -> None:
        """Draw a dot, a triangle that points upwards, or a hollow one that points downwards."""
        match symbol:
            case "dot":
                self._items.append(Path(ellipse(x, y, DOT, DOT), COLOURS["bar"]))
            case "up":
                self._triangle(x, y, -TRIANGLE, COLOURS["mark"])
            case "down":
                self._triangle(x, y, TRIANGLE, COLOURS["paper"])
            case _:
                assert_never(symbol)

    def _triangle(self, x: Mm, y: Mm, height: Mm, fill: str) -> None:
        """Draw a triangle whose tip lies above its middle if the height is negative, else below it."""
        corners = (x - TRIANGLE, y - 0.75 * height, x + TRIANGLE, y - 0.75 * height, x, y + height)
        self._items.append(Path(polyline(corners, is_closed=True), fill, Stroke(COLOURS["mark"], 0.42)))
