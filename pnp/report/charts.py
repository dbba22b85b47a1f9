"""A Report → its charts: the one drawing of each, a Frame for PDF and HTML, with its words for who cannot see it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pnp.layout.frame import Frame
from pnp.report.compositor import Compositor
from pnp.report.plot import RIGHT, WIDTH, Axis, Mark, Plot, ticks
from pnp.report.roles import Role
from pnp.report.wording import extremes, labels, percent, points, side, told, whole
from pnp.rules.simulation.report import CardResult, Report
from pnp.rules.simulation.statistics import Estimate, Spread, bins
from pnp.units import Mm

TALLEST: Mm = 210.0
"""Of the rows of a chart, so that it has room on a page with its caption."""

MOST_CARDS = 60
"""Rows of cards: as many as can be read in the tallest chart."""

MOST_ENDS = 8

BELOW: Mm = 3.5
"""From an axis to the baseline of its labels."""

BESIDE: Mm = 0.9
"""From the middle of a label's letters to its baseline."""


@dataclass(frozen=True)
class Chart:
    """One chart.

    Attributes:
        note: How to read it.
        told: What it shows, in words.
    """

    title: str
    note: str
    told: str
    frame: Frame


def charts(report: Report, compositor: Compositor) -> dict[Role, Chart]:
    """The charts of a report by what they show, in the order in which they are read."""
    found = {role: make(report, compositor) for role, make in CHARTS.items()}
    return {role: chart for role, chart in found.items() if chart}


# --- histograms


def _length(report: Report, compositor: Compositor) -> Chart:
    return _histogram("Length", "decisions in a game", report.decisions, report.games, compositor)


def _points(report: Report, compositor: Compositor) -> Chart | None:
    if not report.scores:
        return None
    return _histogram("Points", "points of a seat", report.scores, report.games * report.players, compositor)


def _histogram(title: str, unit: str, spread: Spread, number: int, compositor: Compositor) -> Chart:
    """Bars of equal width, and above them where nine in ten lie, with the median."""
    height, top, foot, above = 46.0, 7.0, 37.5, 3.8
    found = bins(dict(spread.counts))
    low, high = found[0][0] - 0.5, found[-1][1] + 0.5
    spare = max(6 * (found[0][1] - found[0][0] + 1) - (high - low), 0) / 2  # a single bar is no wall
    axis = Axis(low - spare, high + spare, 12)
    scale = (foot - top) / max(count for _, _, count in found)
    plot = Plot(compositor, height)
    for share in ticks(0, (foot - top) / scale / number, 4):
        y = foot - share * number * scale
        plot.line(axis.left, y, RIGHT, y, "grid")
        plot.text(_round_percent(share), axis.left - 1.4, y + BESIDE, "right")
    for first, last, count in found:
        x, right = axis.x(first - 0.5), axis.x(last + 0.5)
        gap = min(0.3, (right - x) / 8)
        plot.bar(x + gap, foot - count * scale, right - x - 2 * gap, count * scale, "bar")
    plot.line(axis.left, foot, RIGHT, foot, "soft", 0.3)
    for value in ticks(axis.low, axis.high, 7):
        if value == int(value):
            plot.text(whole(int(value)), axis.x(value), foot + BELOW, "centre")
    plot.text(unit, RIGHT, height - 1, "right")
    five, _, half, _, ninety_five = spread.quantiles
    plot.line(axis.x(five), above, axis.x(ninety_five), above, "ink", 0.35)
    for value in (five, ninety_five):
        plot.line(axis.x(value), above - 0.9, axis.x(value), above + 0.9, "ink", 0.35)
    plot.mark(axis.x(half), above, "dot")
    told = (
        f"{title}: mean {spread.mean:.1f}, standard deviation {spread.sd:.1f}, median {half};"
        f" nine in ten from {five} to {ninety_five}, all from {spread.smallest} to {spread.largest}."
    )
    return Chart(title, "Line: nine in ten; dot: median.", told.replace("-", "−"), plot.frame(title))


def _round_percent(share: float) -> str:
    return f"{round(100 * share, 6):g} %"


def _round_points(difference: float) -> str:
    return f"{round(100 * difference, 6):+g}".replace("-", "−") if difference else "0"


# --- intervals


@dataclass(frozen=True)
class _Row:
    label: str
    found: Estimate
    mark: Mark = "dot"


def _shares(title: str, rows: Sequence[_Row], middle: float, band: float, called: str, compositor: Compositor) -> Frame:
    """Shares and their intervals, from 0 to 1.

    Args:
        title: The chart's.
        rows: From the top.
        middle: What they are compared with.
        band: How far the band around it reaches on both sides.
        called: What the middle is.
        compositor: Sets the labels.
    """
    reach = _reach(rows, middle, band)
    axis = Axis(max(middle - reach, 0.0), min(middle + reach, 1.0), _label_width(rows, compositor))
    top, step = 4.2, _step(rows, 6.2)
    foot = top + step * len(rows)
    plot = Plot(compositor, foot + 5)
    if band:
        x = axis.within(middle - band)
        plot.bar(x, top, axis.within(middle + band) - x, foot - top, "band")
    for value in ticks(axis.low, axis.high):
        plot.line(axis.x(value), top, axis.x(value), foot, "grid")
        plot.text(_round_percent(value), axis.x(value), foot + BELOW, "centre")
    plot.text(f"{called} {percent(middle)}", axis.x(middle), top - 1.6, "centre", "label")
    _intervals(plot, rows, axis, middle, top, step)
    return plot.frame(title)


def _differences(title: str, rows: Sequence[_Row], compositor: Compositor) -> Frame:
    """Differences and their intervals, in percentage points; arguments as for _shares."""
    reach = _reach(rows, 0.0, 0.0)
    axis = Axis(-reach, reach, _label_width(rows, compositor))
    top, step = 1.0, _step(rows, 3.9)
    foot = top + step * len(rows)
    plot = Plot(compositor, foot + 5)
    for value in ticks(axis.low, axis.high):
        plot.line(axis.x(value), top, axis.x(value), foot, "grid")
        plot.text(_round_points(value), axis.x(value), foot + BELOW, "centre")
    _intervals(plot, rows, axis, 0.0, top, step)
    return plot.frame(title)


def _intervals(plot: Plot, rows: Sequence[_Row], axis: Axis, middle: float, top: Mm, step: Mm) -> None:
    """A row each: its name, a mark and its interval, over a dashed line for what it is compared with."""
    plot.line(axis.x(middle), top - 0.7, axis.x(middle), top + step * len(rows), "ink", 0.3, (0.9, 0.7))
    for place, row in enumerate(rows):
        y = top + step * (place + 0.5)
        plot.text(row.label, axis.left - 2.1, y + BESIDE, "right", "label", axis.left - 2.1)
        colour = "bar" if row.mark == "dot" else "mark"
        plot.line(axis.within(row.found.low), y, axis.within(row.found.high), y, colour, 0.5)
        plot.mark(axis.x(row.found.value), y, row.mark)


def _reach(rows: Sequence[_Row], middle: float, band: float) -> float:
    ends = [abs(end - middle) for row in rows for end in (row.found.low, row.found.high)]
    return max(*ends, band, 0.01) * 1.06


def _step(rows: Sequence[_Row], usual: Mm) -> Mm:
    return min(usual, TALLEST / len(rows))


def _label_width(rows: Sequence[_Row], compositor: Compositor) -> Mm:
    """Room for the longest label, up to two fifths of the chart."""
    return min(max(compositor.line(row.label, "label").width for row in rows) + 3.5, 0.4 * WIDTH)


def _seat_shares(report: Report, compositor: Compositor) -> Chart | None:
    found = report.fairness
    if not found:
        return None
    rows = [_Row(side(report, place), share) for place, share in enumerate(found.seats)]
    listed = ", ".join(f"{row.label} {percent(row.found.value)}" for row in rows)
    is_teams = len(report.sides[0]) > 1
    title = "Wins by team" if is_teams else "Wins by seat"
    note = f"Of games with one {'team' if is_teams else 'winner'}. Lines: 95 %, all together; band: still fair."
    frame = _shares(title, rows, 1 / len(rows), found.margin, "equal part", compositor)
    return Chart(title, note, f"{told(report)} {listed}.", frame)


def _bots(report: Report, compositor: Compositor) -> Chart | None:
    if not report.bot_results:
        return None
    rows = [_Row(result.bot, result.share) for result in report.bot_results]
    usual, called = (report.won.value, "all games") if report.won else (1 / report.players, "equal part")
    listed = ", ".join(f"{result.bot} {percent(result.share.value)}" for result in report.bot_results)
    title, note = "Wins by bot", "How often a bot's seat wins. Lines: 95 %."
    return Chart(title, note, f"{title}: {listed}.", _shares(title, rows, usual, 0, called, compositor))


def _card_differences(report: Report, compositor: Compositor) -> Chart | None:
    if not any(card.difference for card in report.cards):
        return None
    called = labels(report)
    cards = extremes(report)
    if len(cards) > MOST_CARDS:
        cards = cards[: MOST_CARDS // 2] + cards[-MOST_CARDS // 2 :]
    marks: dict[str, Mark] = {"dominant": "up", "dead": "down"}
    rows = [_Row(called[c.deck, c.name], c.difference, marks.get(c.flag, "dot")) for c in cards if c.difference]
    left_out = sum(card.difference is not None for card in report.cards) - len(rows)
    whose = "games in which a card was picked" if report.won else "seats that picked a card"
    note = f"Win rate of {whose}, less that of the others, in points. Lines: 95 %, all together."
    if left_out:
        note += f" The best and the worst; {left_out} between them are left out."

    def listed(some: Sequence[CardResult]) -> str:
        return ", ".join(f"{called[c.deck, c.name]} {points(c.difference.value)}" for c in some if c.difference)

    words = f"Win rate with a card less without: best {listed(cards[:3])}; worst {listed(cards[-3:])}."
    return Chart("Cards", note, words, _differences("Cards", rows, compositor))


# --- ends


def _endings(report: Report, compositor: Compositor) -> Chart | None:
    """A bar each, its name above it."""
    if len(report.endings) == 1:
        return None
    step, left, right, shown = 7.8, 1.5, WIDTH - 14, report.endings[:MOST_ENDS]
    plot = Plot(compositor, step * len(shown) + 1)
    for place, ending in enumerate(shown):
        y = step * place
        plot.text(ending.why, left, y + 3.2, kind="label", room=right - left)
        plot.bar(left, y + 4.6, right - left, 2.5, "band")
        plot.bar(left, y + 4.6, (right - left) * ending.share.value, 2.5, "bar")
        plot.text(percent(ending.share.value), RIGHT, y + 4.6 + 1.25 + BESIDE, "right", "label")
    listed = ", ".join(f"{ending.why} {percent(ending.share.value)}" for ending in report.endings)
    left_out = len(report.endings) - len(shown)
    note = f"{left_out} more are rarer." if left_out else ""
    return Chart("Ends", note, f"How games ended: {listed}.", plot.frame("Ends"))


CHARTS: Mapping[Role, Callable[[Report, Compositor], Chart | None]] = {
    "length": _length,
    "points": _points,
    "seats": _seat_shares,
    "ends": _endings,
    "bots": _bots,
    "cards": _card_differences,
}
"""By what they show; None where a report has nothing of it."""
