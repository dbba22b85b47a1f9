"""Shares or differences with their intervals → the Frame of a chart, with a row for each."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.core.frame import Frame
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.units import Mm
from pnp.play.report.language import Language
from pnp.play.report.plot import BELOW, BESIDE, FIGURE, RIGHT, WIDTH, Axis, Compositor, Plot, Symbol, round_ticks
from pnp.play.statistics import Estimate

TALLEST: Mm = 210.0
"""The tallest that the rows of a chart may be, so that it fits a page with its caption."""


@frozen_dataclass
class IntervalRow:
    """A row of intervals.

    Attributes:
        value: The value in words, at the right.
        begins: Whether a group begins here; a line separates it from the rows above.
    """

    label: str
    estimate: Estimate
    value: str
    mark: Symbol = "dot"
    begins: bool = False


def draw_shares(
    title: str,
    rows: Sequence[IntervalRow],
    middle: float | None,
    band: float,
    middle_label: str,
    say: Language,
    compositor: Compositor,
) -> Frame:
    """Draw shares with their intervals, from 0 to 1.

    Args:
        title: The chart's title.
        rows: The rows, from the top.
        middle: The share that they are compared with; None for none.
        band: How far the band around it reaches on both sides.
        middle_label: The label of that share.
        say: The report's language.
        compositor: Sets the labels.
    """
    ends = [*(end for row in rows for end in (row.estimate.low, row.estimate.high))]
    if middle is not None:
        reach = max(max(abs(end - middle) for end in ends), band, 0.01)
        ends += [middle - reach, middle + reach]
    labelled = round_ticks(max(min(ends), 0.0), min(max(ends), 1.0))
    axis = Axis(labelled[0], labelled[-1], _label_width(rows, compositor), RIGHT - FIGURE)
    top, step = 4.2 if middle is not None else 1.0, _step(rows, 6.2)
    foot = top + step * len(rows)
    plot = Plot(compositor, foot + 5)
    if band and middle is not None:
        x = axis.within(middle - band)
        plot.bar(x, top, axis.within(middle + band) - x, foot - top, "band")
    for value in labelled:
        plot.line(axis.x(value), top, axis.x(value), foot, "grid")
        plot.text(say.round_percent(value), axis.x(value), foot + BELOW, "centre")
    if middle is not None:
        plot.text(middle_label, axis.x(middle), top - 1.6, "centre", "label")
    _draw_rows(plot, rows, axis, middle, top, step)
    return plot.frame(title)


def draw_differences(title: str, rows: Sequence[IntervalRow], say: Language, compositor: Compositor) -> Frame:
    """Draw differences with their intervals, in percentage points; arguments as for draw_shares."""
    reach = max(max(abs(end) for row in rows for end in (row.estimate.low, row.estimate.high)), 0.01)
    labelled = round_ticks(-reach, reach)
    axis = Axis(labelled[0], labelled[-1], _label_width(rows, compositor), RIGHT - FIGURE)
    top, step = 1.0, _step(rows, 3.9)
    foot = top + step * len(rows)
    plot = Plot(compositor, foot + 5)
    for value in labelled:
        plot.line(axis.x(value), top, axis.x(value), foot, "grid")
        sign = "+" if value > 0 else ""
        plot.text(f"{sign}{say.plain(round(100 * value, 6) + 0.0)}", axis.x(value), foot + BELOW, "centre")
    _draw_rows(plot, rows, axis, 0.0, top, step)
    return plot.frame(title)


def _draw_rows(plot: Plot, rows: Sequence[IntervalRow], axis: Axis, middle: float | None, top: Mm, step: Mm) -> None:
    """Draw each row: its name, a mark and its interval, its value, over a dashed line for the reference value."""
    if middle is not None:
        plot.line(axis.x(middle), top - 0.7, axis.x(middle), top + step * len(rows), "ink", 0.3, (0.9, 0.7))
    for place, row in enumerate(rows):
        y = top + step * (place + 0.5)
        if row.begins:
            plot.line(0.0, y - step / 2, RIGHT, y - step / 2, "grid")
        plot.text(row.label, axis.left - 2.1, y + BESIDE, "right", "label", axis.left - 2.1)
        colour = "bar" if row.mark == "dot" else "mark"
        plot.line(axis.within(row.estimate.low), y, axis.within(row.estimate.high), y, colour, 0.5)
        plot.mark(axis.x(row.estimate.value), y, row.mark)
        plot.text(row.value, RIGHT, y + BESIDE, "right", "label")


def _step(rows: Sequence[IntervalRow], usual: Mm) -> Mm:
    return min(usual, TALLEST / len(rows))


def _label_width(rows: Sequence[IntervalRow], compositor: Compositor) -> Mm:
    """Return the width of the longest label, but at most two fifths of the chart."""
    return min(max(compositor.line(row.label, "label").width for row in rows) + 3.5, 0.4 * WIDTH)
