"""A Report → charts: reportlab Drawings that PDF and HTML page share, each with its words for who cannot see it.

Charts are made of plain shapes instead of reportlab's chart classes: bins, intervals and marks are not among those, and
few kinds of shapes are easily written as SVG, too. Sizes are in points, y up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.graphics.shapes import Circle, Drawing, Line, Polygon, Rect, String
from reportlab.lib.colors import Color, HexColor

from pnp.rules.report import CardResult, Report
from pnp.rules.report_text import extremes, labels, percent, points, side, told
from pnp.rules.statistics import Estimate, Spread, bins

REGULAR, BOLD = "pnp-report", "pnp-report-bold"
"""Names under which whoever draws a chart keeps its fonts."""

COLOURS = {
    "ink": HexColor("#1f2933"),
    "soft": HexColor("#5b6770"),
    "grid": HexColor("#d8dde3"),
    "bar": HexColor("#2d6a9f"),
    "band": HexColor("#e4edf5"),
    "mark": HexColor("#d9772b"),
}
"""Blue and orange differ for all kinds of colour vision, and as darker and lighter grey; marks differ in shape, too."""

WIDTH = 240.0
"""Points; two charts stand side by side on an A4 page, and one fills a phone."""
SIZE = 7.5
_RIGHT = WIDTH - 8
_FOOT = 24.0
_LETTER = 0.62 * SIZE
"""Mean width of a letter in a wide face; labels are cut by it: where a chart is written as SVG, no font is at hand."""


@dataclass(frozen=True, eq=False)
class Chart:
    """One chart.

    Attributes:
        note: How to read it.
        told: What it shows, in words.
    """

    title: str
    note: str
    told: str
    drawing: Drawing


def charts(report: Report) -> list[Chart]:
    """All charts of a report, in the order in which they are read."""
    found = [_histogram("Length", "decisions in a game", report.decisions, report.games)]
    if report.scores:
        found.append(_histogram("Points", "points of a seat", report.scores, report.games * report.players))
    if report.fairness:
        found.append(_seat_shares(report))
    if len(report.endings) > 1:
        found.append(_endings(report))
    if report.bot_results:
        found.append(_bots(report))
    if any(card.difference for card in report.cards):
        found.append(_card_differences(report))
    return found


# --- axes


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers within bounds, evenly spaced: 1, 2 or 5 times a power of ten apart."""
    steps = (digit * 10.0**power for power in range(-9, 18) for digit in (1, 2, 5))
    step = next(step for step in steps if (high - low) / step <= most)
    first = -int(-low / step // 1)
    return [round(place * step, 9) for place in range(first, int(high / step // 1) + 1)]


@dataclass(frozen=True)
class _Axis:
    """Values from left to right."""

    low: float
    high: float
    left: float

    def x(self, value: float) -> float:
        return self.left + (_RIGHT - self.left) * (value - self.low) / (self.high - self.low)


def _sheet(height: float) -> Drawing:
    """An empty drawing, which starts with our font: reportlab would list one of its own that nothing uses."""
    return Drawing(WIDTH, height, initialFontName=REGULAR)


def _text(x: float, y: float, text: str, anchor: str = "start", colour: str = "soft", font: str = REGULAR) -> String:
    return String(
        x, y, text, textAnchor=anchor, fontName=font, fontSize=SIZE, fillColor=COLOURS[colour], strokeColor=None
    )


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float = 0.5, dash: bool = False) -> Line:
    return Line(
        x1, y1, x2, y2, strokeColor=COLOURS[colour], strokeWidth=width, strokeDashArray=[2.5, 2] if dash else None
    )


def _block(x: float, y: float, width: float, height: float, colour: str) -> Rect:
    return Rect(x, y, width, height, fillColor=COLOURS[colour], strokeColor=None, strokeWidth=0)


def _cut(text: str, width: float) -> str:
    most = max(int(width / _LETTER), 4)
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


# --- histograms


def _histogram(title: str, unit: str, spread: Spread, number: int) -> Chart:
    """Bars of equal width, and above them where nine in ten lie, with the median."""
    height, top = 132.0, 112.0
    found = bins(dict(spread.counts))
    low, high = found[0][0] - 0.5, found[-1][1] + 0.5
    spare = max(6 * (found[0][1] - found[0][0] + 1) - (high - low), 0) / 2  # a single bar is no wall
    axis = _Axis(low - spare, high + spare, 34)
    most = max(count for _, _, count in found) / number
    drawing = _sheet(height)
    for share in ticks(0, most, 4):
        y = _FOOT + (top - _FOOT) * share / most
        drawing.add(_line(axis.left, y, _RIGHT, y, "grid"))
        drawing.add(_text(axis.left - 4, y - 2.5, _round_percent(share), "end"))
    for first, last, count in found:
        x, right = axis.x(first - 0.5), axis.x(last + 0.5)
        gap = min(0.8, (right - x) / 8)
        drawing.add(_block(x + gap, _FOOT, right - x - 2 * gap, (top - _FOOT) * count / number / most, "bar"))
    drawing.add(_line(axis.left, _FOOT, _RIGHT, _FOOT, "soft", 0.8))
    for value in ticks(axis.low, axis.high, 7):
        if value == int(value):
            drawing.add(_text(axis.x(value), _FOOT - 10, f"{value:.0f}".replace("-", "−"), "middle"))
    drawing.add(_text(_RIGHT, 3, unit, "end"))
    five, _, half, _, ninety_five = spread.quantiles
    drawing.add(_line(axis.x(five), top + 9, axis.x(ninety_five), top + 9, "ink", 1))
    for value in (five, ninety_five):
        drawing.add(_line(axis.x(value), top + 6.5, axis.x(value), top + 11.5, "ink", 1))
    drawing.add(_dot(axis.x(half), top + 9, ""))
    told = (
        f"{title}: mean {spread.mean:.1f}, standard deviation {spread.sd:.1f}, median {half};"
        f" nine in ten from {five} to {ninety_five}, all from {spread.smallest} to {spread.largest}."
    )
    return Chart(title, "Line: nine in ten; dot: median.", told.replace("-", "−"), drawing)


def _round_percent(share: float) -> str:
    return f"{round(100 * share, 6):g} %"


# --- intervals


@dataclass(frozen=True)
class _Row:
    label: str
    found: Estimate
    mark: str = ""


def _intervals(
    rows: Sequence[_Row], middle: float, band: float, step: float, form: str, called: str = "equal part"
) -> Drawing:
    """A row each: a mark and its interval, over a band around the middle.

    Args:
        rows: From the top.
        middle: What they are compared with.
        band: How far the band reaches on both sides.
        step: Height of a row.
        form: "share" or "points", for the axis.
        called: What the middle is, of shares.
    """
    left = min(max(len(row.label) for row in rows), 24) * _LETTER + 10
    reach = max(max(abs(end - middle) for row in rows for end in (row.found.low, row.found.high)), band, 0.01) * 1.06
    low, high = middle - reach, middle + reach
    axis = _Axis(max(low, 0.0) if form == "share" else low, min(high, 1.0), left)
    top = _FOOT + step * len(rows)
    drawing = _sheet(top + 12)
    if band:
        from_x, to_x = axis.x(max(middle - band, axis.low)), axis.x(min(middle + band, axis.high))
        drawing.add(_block(from_x, _FOOT, to_x - from_x, top - _FOOT, "band"))
    for value in ticks(axis.low, axis.high, 6):
        drawing.add(_line(axis.x(value), _FOOT, axis.x(value), top, "grid"))
        text = _round_percent(value) if form == "share" else f"{round(100 * value, 6):+g}".replace("-", "−")
        drawing.add(_text(axis.x(value), _FOOT - 10, text.replace("+0", "0"), "middle"))
    drawing.add(_line(axis.x(middle), _FOOT, axis.x(middle), top + 2, "ink", 0.9, dash=True))
    if form == "share":
        drawing.add(_text(axis.x(middle), top + 4.5, f"{called} {percent(middle)}", "middle", "ink"))
    for place, row in enumerate(rows):
        y = top - step * (place + 0.5)
        drawing.add(_text(left - 6, y - 2.5, _cut(row.label, left), "end", "ink"))
        colour = "mark" if row.mark else "bar"
        ends = axis.x(max(row.found.low, axis.low)), axis.x(min(row.found.high, axis.high))
        drawing.add(_line(ends[0], y, ends[1], y, colour, 1.4))
        drawing.add(_dot(axis.x(row.found.value), y, row.mark))
    return drawing


def _dot(x: float, y: float, mark: str) -> Circle | Polygon:
    """A dot; a triangle that points upwards for what is too strong, downwards and hollow for what is too weak."""
    if not mark:
        return Circle(x, y, 2.4, fillColor=COLOURS["bar"], strokeColor=None, strokeWidth=0)
    up = 1 if mark == "dominant" else -1
    fill = COLOURS["mark"] if up > 0 else Color(1, 1, 1)
    corners = [x - 3.4, y - 2.6 * up, x + 3.4, y - 2.6 * up, x, y + 3.6 * up]
    return Polygon(corners, fillColor=fill, strokeColor=COLOURS["mark"], strokeWidth=1.2)


def _seat_shares(report: Report) -> Chart:
    assert report.fairness
    found = report.fairness
    rows = [_Row(side(report, place), share) for place, share in enumerate(found.seats)]
    drawing = _intervals(rows, 1 / len(rows), found.margin, 18, "share")
    listed = ", ".join(f"{row.label} {percent(row.found.value)}" for row in rows)
    is_teams = len(report.sides[0]) > 1
    note = f"Of games with one {'team' if is_teams else 'winner'}. Lines: 95 %, all together; band: still fair."
    return Chart("Wins by team" if is_teams else "Wins by seat", note, f"{told(report)} {listed}.", drawing)


def _bots(report: Report) -> Chart:
    rows = [_Row(result.bot, result.share) for result in report.bot_results]
    usual, called = (report.won.value, "all games") if report.won else (1 / report.players, "equal part")
    drawing = _intervals(rows, usual, 0, 18, "share", called)
    listed = ", ".join(f"{result.bot} {percent(result.share.value)}" for result in report.bot_results)
    return Chart("Wins by bot", "How often a bot's seat wins. Lines: 95 %.", f"Wins by bot: {listed}.", drawing)


def _card_differences(report: Report) -> Chart:
    called = labels(report)
    cards = extremes(report)
    rows = [_Row(called[card.deck, card.name], card.difference, card.flag) for card in cards if card.difference]
    left_out = sum(card.difference is not None for card in report.cards) - len(rows)
    whose = "games in which a card was picked" if report.won else "seats that picked a card"
    note = f"Win rate of {whose}, less that of the others, in points. Lines: 95 %, all together."
    if left_out:
        note += f" The best and the worst; {left_out} between them are left out."

    def listed(some: Sequence[CardResult]) -> str:
        return ", ".join(f"{called[c.deck, c.name]} {points(c.difference.value)}" for c in some if c.difference)

    words = f"Win rate with a card less without: best {listed(cards[:3])}; worst {listed(cards[-3:])}."
    return Chart("Cards", note, words, _intervals(rows, 0.0, 0, 11, "points"))


# --- ends


def _endings(report: Report) -> Chart:
    """A bar each, its name above it."""
    step, shown = 22.0, report.endings[:8]
    drawing = _sheet(step * len(shown) + 4)
    right = _RIGHT - 34
    for place, ending in enumerate(shown):
        y = step * (len(shown) - 1 - place) + 4
        drawing.add(_text(4, y + 11, _cut(ending.why, right), colour="ink"))
        drawing.add(_block(4, y, right - 4, 7, "band"))
        drawing.add(_block(4, y, (right - 4) * ending.share.value, 7, "bar"))
        drawing.add(_text(_RIGHT, y + 0.8, percent(ending.share.value), "end", "ink"))
    listed = ", ".join(f"{ending.why} {percent(ending.share.value)}" for ending in report.endings)
    left_out = len(report.endings) - len(shown)
    return Chart("Ends", f"{left_out} more are rarer." if left_out else "", f"How games ended: {listed}.", drawing)
