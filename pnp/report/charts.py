"""A Report → its charts: the one drawing of each, a Frame for PDF and HTML, with its words for who cannot see it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pnp.core.frame import Frame
from pnp.core.units import Mm
from pnp.play.statistics import Estimate, Spread, bins
from pnp.play.summary import CardResult, MeasureResult, Report
from pnp.play.tally import PARTS
from pnp.report.grids import kinds_note
from pnp.report.language import Language, language_of
from pnp.report.plot import RIGHT, WIDTH, Axis, Compositor, Mark, Plot, round_ticks, ticks
from pnp.report.wording import Role, labels, side, telling, told

TALLEST: Mm = 210.0
"""Of the rows of a chart, so that it has room on a page with its caption."""

MOST_CARDS = 60
"""Rows of cards: as many as can be read in the tallest chart."""

MOST_ENDS = 8

BELOW: Mm = 3.5
"""From an axis to the baseline of its labels."""

FIGURE: Mm = 12.0
"""Room at the right of an interval for its value."""

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


def charts(report: Report, compositor: Compositor) -> list[tuple[Role, Chart]]:
    """The charts of a report with what they show, in the order in which they are read."""
    return [(role, chart) for role, make in CHARTS.items() for chart in make(report, compositor)]


# --- histograms


def _length(report: Report, compositor: Compositor) -> Iterator[Chart]:
    say = language_of(report)
    yield _histogram(say("Length"), say("decisions in a game"), report.decisions, say, compositor)


def _points(report: Report, compositor: Compositor) -> Iterator[Chart]:
    if report.scores:
        say = language_of(report)
        yield _histogram(say("Points"), say("points of a seat"), report.scores, say, compositor)


def _histogram(title: str, unit: str, spread: Spread, say: Language, compositor: Compositor, note: str = "") -> Chart:
    """Bars of equal width, and above them where nine in ten lie, with the median."""
    height, top, foot, above = 41.0, 6.0, 32.5, 3.2
    found, number = bins(dict(spread.counts)), sum(count for _, count in spread.counts)
    low, high = found[0][0] - 0.5, found[-1][1] + 0.5
    spare = max(6 * (found[0][1] - found[0][0] + 1) - (high - low), 0) / 2  # a single bar is no wall
    axis = Axis(low - spare, high + spare, 12)
    scale = (foot - top) / max(count for _, _, count in found)
    plot = Plot(compositor, height)
    for share in ticks(0, (foot - top) / scale / number, 4):
        y = foot - share * number * scale
        plot.line(axis.left, y, RIGHT, y, "grid")
        plot.text(say.round_percent(share), axis.left - 1.4, y + BESIDE, "right")
    for first, last, count in found:
        x, right = axis.x(first - 0.5), axis.x(last + 0.5)
        gap = min(0.3, (right - x) / 8)
        plot.bar(x + gap, foot - count * scale, right - x - 2 * gap, count * scale, "bar")
    plot.line(axis.left, foot, RIGHT, foot, "soft", 0.3)
    for value in ticks(axis.low, axis.high, 7):
        if value == int(value) and low < value < high:  # nothing is told of values that were not found
            plot.text(say.whole(int(value)), axis.x(value), foot + BELOW, "centre")
    plot.text(unit, RIGHT, height - 1, "right")
    five, _, half, _, ninety_five = spread.quantiles
    plot.line(axis.x(five), above, axis.x(ninety_five), above, "ink", 0.35)
    for value in (five, ninety_five):
        plot.line(axis.x(value), above - 0.9, axis.x(value), above + 0.9, "ink", 0.35)
    plot.mark(axis.x(half), above, "dot")
    figures = {
        "mean": say.tenth(spread.mean),
        "median": say.whole(half),
        "low": say.whole(five),
        "high": say.whole(ninety_five),
    }
    told = say(
        "{title}: mean {mean}, standard deviation {sd}, median {median};"
        " nine in ten from {low} to {high}, all from {least} to {most}.",
        title=title,
        sd=say.tenth(spread.sd),
        least=say.whole(spread.smallest),
        most=say.whole(spread.largest),
        **figures,
    )
    read = say("Mean {mean}; line: nine in ten, {low} to {high}; dot: median, {median}.", **figures)
    return Chart(title, f"{note} {read}".strip(), told, plot.frame(title))


# --- intervals


@dataclass(frozen=True)
class _Row:
    """A row of intervals.

    Attributes:
        shown: The value in words, at the right.
        begins: Whether other things are told from here on; a line parts them from those above.
    """

    label: str
    found: Estimate
    shown: str
    mark: Mark = "dot"
    begins: bool = False


def _shares(
    title: str,
    rows: Sequence[_Row],
    middle: float | None,
    band: float,
    called: str,
    say: Language,
    compositor: Compositor,
) -> Frame:
    """Shares and their intervals, from 0 to 1.

    Args:
        title: The chart's.
        rows: From the top.
        middle: What they are compared with; None for nothing.
        band: How far the band around it reaches on both sides.
        called: What the middle is.
        say: The report's language.
        compositor: Sets the labels.
    """
    ends = [*(end for row in rows for end in (row.found.low, row.found.high))]
    if middle is not None:
        reach = max(max(abs(end - middle) for end in ends), band, 0.01)
        ends += [middle - reach, middle + reach]
    shown = round_ticks(max(min(ends), 0.0), min(max(ends), 1.0))
    axis = Axis(shown[0], shown[-1], _label_width(rows, compositor), RIGHT - FIGURE)
    top, step = 4.2 if middle is not None else 1.0, _step(rows, 6.2)
    foot = top + step * len(rows)
    plot = Plot(compositor, foot + 5)
    if band and middle is not None:
        x = axis.within(middle - band)
        plot.bar(x, top, axis.within(middle + band) - x, foot - top, "band")
    for value in shown:
        plot.line(axis.x(value), top, axis.x(value), foot, "grid")
        plot.text(say.round_percent(value), axis.x(value), foot + BELOW, "centre")
    if middle is not None:
        plot.text(called, axis.x(middle), top - 1.6, "centre", "label")
    _intervals(plot, rows, axis, middle, top, step)
    return plot.frame(title)


def _differences(title: str, rows: Sequence[_Row], say: Language, compositor: Compositor) -> Frame:
    """Differences and their intervals, in percentage points; arguments as for _shares."""
    reach = max(max(abs(end) for row in rows for end in (row.found.low, row.found.high)), 0.01)
    shown = round_ticks(-reach, reach)
    axis = Axis(shown[0], shown[-1], _label_width(rows, compositor), RIGHT - FIGURE)
    top, step = 1.0, _step(rows, 3.9)
    foot = top + step * len(rows)
    plot = Plot(compositor, foot + 5)
    for value in shown:
        plot.line(axis.x(value), top, axis.x(value), foot, "grid")
        sign = "+" if value > 0 else ""
        plot.text(f"{sign}{say.plain(round(100 * value, 6) + 0.0)}", axis.x(value), foot + BELOW, "centre")
    _intervals(plot, rows, axis, 0.0, top, step)
    return plot.frame(title)


def _intervals(plot: Plot, rows: Sequence[_Row], axis: Axis, middle: float | None, top: Mm, step: Mm) -> None:
    """A row each: its name, a mark and its interval, its value, over a dashed line for what it is compared with."""
    if middle is not None:
        plot.line(axis.x(middle), top - 0.7, axis.x(middle), top + step * len(rows), "ink", 0.3, (0.9, 0.7))
    for place, row in enumerate(rows):
        y = top + step * (place + 0.5)
        if row.begins:
            plot.line(0.0, y - step / 2, RIGHT, y - step / 2, "grid")
        plot.text(row.label, axis.left - 2.1, y + BESIDE, "right", "label", axis.left - 2.1)
        colour = "bar" if row.mark == "dot" else "mark"
        plot.line(axis.within(row.found.low), y, axis.within(row.found.high), y, colour, 0.5)
        plot.mark(axis.x(row.found.value), y, row.mark)
        plot.text(row.shown, RIGHT, y + BESIDE, "right", "label")


def _step(rows: Sequence[_Row], usual: Mm) -> Mm:
    return min(usual, TALLEST / len(rows))


def _label_width(rows: Sequence[_Row], compositor: Compositor) -> Mm:
    """Room for the longest label, up to two fifths of the chart."""
    return min(max(compositor.line(row.label, "label").width for row in rows) + 3.5, 0.4 * WIDTH)


def _seat_shares(report: Report, compositor: Compositor) -> Iterator[Chart]:
    found = report.fairness
    if not found:
        return
    say = language_of(report)
    rows = [_Row(side(report, place), share, say.percent(share.value)) for place, share in enumerate(found.seats)]
    listed = ", ".join(f"{row.label} {row.shown}" for row in rows)
    is_teams = len(report.sides[0]) > 1
    title = say("Wins by team" if is_teams else "Wins by seat")
    note = say(f"Of games with one {'team' if is_teams else 'winner'}. Lines: 95 %, all together; band: still fair.")
    equal = say("equal part {share}", share=say.percent(1 / len(rows)))
    frame = _shares(title, rows, 1 / len(rows), found.margin, equal, say, compositor)
    yield Chart(title, note, f"{told(report)} {listed}.", frame)


def _bots(report: Report, compositor: Compositor) -> Iterator[Chart]:
    if not report.bot_results:
        return
    say = language_of(report)
    rows = [_Row(result.bot, result.share, say.percent(result.share.value)) for result in report.bot_results]
    usual, called = (
        (report.won.value, "all games {share}") if report.won else (1 / report.players, "equal part {share}")
    )
    listed = ", ".join(f"{row.label} {row.shown}" for row in rows)
    title, note = say("Wins by bot"), say("How often a bot's seat wins. Lines: 95 %.")
    frame = _shares(title, rows, usual, 0, say(called, share=say.percent(usual)), say, compositor)
    yield Chart(title, note, f"{title}: {listed}.", frame)


def _kinds(report: Report, compositor: Compositor) -> Iterator[Chart]:
    """Cards by what they share."""
    if not report.groups:
        return
    say = language_of(report)
    title = say("Kinds of cards")
    shown = report.groups[:MOST_CARDS]
    rows = [
        _Row(
            one.name,
            one.difference,
            say.points(one.difference.value),
            begins=(above.deck, above.field) != (one.deck, one.field),
        )
        for above, one in zip((shown[0], *shown), shown, strict=False)
    ]
    words = ", ".join(f"{row.label} {row.shown}" for row in rows)
    yield Chart(title, kinds_note(report), f"{title}: {words}.", _differences(title, rows, say, compositor))


def _card_differences(report: Report, compositor: Compositor) -> Iterator[Chart]:
    cards = [card for card in telling(report) if card.difference]
    if not cards:
        return
    say, called = language_of(report), labels(report)
    if len(cards) > MOST_CARDS:
        cards = cards[: MOST_CARDS // 2] + cards[-MOST_CARDS // 2 :]
    marks: dict[str, Mark] = {"dominant": "up", "dead": "down"}
    rows = [
        _Row(called[c.deck, c.name], c.difference, say.points(c.difference.value), marks.get(c.flag, "dot"))
        for c in cards
        if c.difference
    ]
    left_out = sum(card.difference is not None for card in report.cards) - len(rows)
    whose = "games in which a card was picked" if report.won else "seats that picked a card"
    note = say(
        f"Win rate of {whose}, less that of the others, in points, from {{games}}. Lines: 95 %, all together.",
        games=say.counted(report.games, "game"),
    )
    if left_out:
        note += " " + say("{n} more, between them or not certain to differ, are left out.", n=say.whole(left_out))

    def listed(some: Sequence[CardResult]) -> str:
        return ", ".join(f"{called[c.deck, c.name]} {say.points(c.difference.value)}" for c in some if c.difference)

    words = say(
        "Win rate with a card less without: best {best}; worst {worst}.",
        best=listed(cards[:3]),
        worst=listed(cards[-3:]),
    )
    title = say("Cards")
    yield Chart(title, note, words, _differences(title, rows, say, compositor))


# --- ends


def _endings(report: Report, compositor: Compositor) -> Iterator[Chart]:
    """A bar each, its name above it."""
    if len(report.endings) == 1:
        return
    say = language_of(report)
    step, left, right, shown = 7.8, 1.5, WIDTH - 14, report.endings[:MOST_ENDS]
    plot = Plot(compositor, step * len(shown) + 1)
    for place, ending in enumerate(shown):
        y = step * place
        plot.text(ending.why, left, y + 3.2, kind="label", room=right - left)
        plot.bar(left, y + 4.6, right - left, 2.5, "band")
        plot.bar(left, y + 4.6, (right - left) * ending.share.value, 2.5, "bar")
        plot.text(say.percent(ending.share.value), RIGHT, y + 4.6 + 1.25 + BESIDE, "right", "label")
    listed = ", ".join(f"{ending.why} {say.percent(ending.share.value)}" for ending in report.endings)
    left_out = len(report.endings) - len(shown)
    note = say("{n} more are rarer.", n=say.whole(left_out)) if left_out else ""
    yield Chart(say("Ends"), note, say("How games ended: {endings}.", endings=listed), plot.frame(say("Ends")))


# --- what the designer asks


def _measures(report: Report, compositor: Compositor) -> Iterator[Chart]:
    """A chart for each measure."""
    say = language_of(report)
    for measure in report.measures:
        games = say.counted(measure.games, "game")
        seen = say("Seen {looks} times, in {games}.", looks=say.whole(measure.looks), games=games)
        yield MEASURED[measure.tell](measure, seen, say, compositor)


def _share(measure: MeasureResult, seen: str, say: Language, compositor: Compositor) -> Chart:
    shown = say.percent(measure.value.value)
    found = measure.value
    axis, plot = Axis(0, 1, 1.5, WIDTH - 14), Plot(compositor, 10.5)
    plot.bar(axis.left, 1.5, axis.right - axis.left, 3.2, "band")
    plot.bar(axis.left, 1.5, axis.x(found.value) - axis.left, 3.2, "bar")
    plot.line(axis.x(found.low), 3.1, axis.x(found.high), 3.1, "ink", 0.5)
    plot.text(shown, RIGHT, 3.1 + BESIDE, "right", "label")
    for value in (0.0, 0.5, 1.0):
        plot.text(say.round_percent(value), axis.x(value), 4.7 + BELOW, "centre")
    told = say("{name}: {share} of {looks}.", name=measure.name, share=shown, looks=say.whole(measure.looks))
    return Chart(measure.name, f"{seen} {say('Line: 95 %.')}", told, plot.frame(measure.name))


def _mean(measure: MeasureResult, seen: str, say: Language, compositor: Compositor) -> Chart:
    assert measure.values is not None
    return _histogram(measure.name, measure.unit, measure.values, say, compositor, seen)


def _curve(measure: MeasureResult, seen: str, say: Language, compositor: Compositor) -> Chart:
    """The mean in the course of a game, in a band that holds half of all values."""
    height, top, foot = 36.0, 2.5, 27.5
    points = measure.curve
    low = min(0.0, *(min(point.low, point.mean) for point in points))
    high = max(max(point.high, point.mean) for point in points)
    shown = round_ticks(low, max(high, low + 1), 5)
    low, axis, plot = shown[0], Axis(0, 1, 12), Plot(compositor, height)
    scale = (foot - top) / (shown[-1] - low)
    for value in shown:
        y = foot - (value - low) * scale
        plot.line(axis.left, y, RIGHT, y, "grid")
        plot.text(say.plain(value), axis.left - 1.4, y + BESIDE, "right")
    width = axis.x(1 / PARTS) - axis.x(0)
    for point in points:
        right = axis.x(point.until)
        plot.bar(right - width, foot - (point.high - low) * scale, width, (point.high - point.low) * scale, "band")
    line = [(axis.x(point.until) - width / 2, foot - (point.mean - low) * scale) for point in points]
    for one, other in pairwise(line):
        plot.line(*one, *other, "bar", 0.6)
    plot.line(axis.left, foot, RIGHT, foot, "soft", 0.3)
    for place, called in ((0.0, "start"), (0.5, "middle"), (1.0, "end")):
        plot.text(say(called), axis.x(place), foot + BELOW, "centre")
    plot.text(measure.unit, axis.left, height - 1)
    plot.text(say("in the course of a game"), RIGHT, height - 1, "right")
    places = (points[0], points[len(points) // 2], points[-1])
    listed = ", ".join(
        f"{say(called)} {say.tenth(point.mean)}"
        for called, point in zip(("start", "middle", "end"), places, strict=True)
    )
    told = say("{name}: {curve}.", name=measure.name, curve=listed)
    return Chart(measure.name, f"{seen} {say('Line: mean; band: half of all.')}", told, plot.frame(measure.name))


def _by_ending(measure: MeasureResult, seen: str, say: Language, compositor: Compositor) -> Chart:
    """For each way in which games end the mean, and where nine in ten lie."""
    step, left, shown = 8.6, 1.5, measure.endings[:MOST_ENDS]
    low = min(0, *(spread.quantiles[0] for _, spread in shown))
    high = max(spread.quantiles[-1] for _, spread in shown)
    labelled = round_ticks(low, max(high, low + 1), 5)
    axis, foot = Axis(labelled[0], labelled[-1], left + 2, RIGHT - FIGURE), step * len(shown)
    plot = Plot(compositor, foot + 8.5)
    for value in labelled:
        plot.line(axis.x(value), 0, axis.x(value), foot, "grid")
        plot.text(say.plain(value), axis.x(value), foot + BELOW, "centre")
    for place, (why, spread) in enumerate(shown):
        y = step * place + 5.8
        plot.text(why, left, y - 2.4, kind="label", room=RIGHT - left)
        plot.line(axis.x(spread.quantiles[0]), y, axis.x(spread.quantiles[-1]), y, "bar", 0.5)
        plot.mark(axis.x(spread.mean), y, "dot")
        plot.text(say.tenth(spread.mean), RIGHT, y + BESIDE, "right", "label")
    plot.text(measure.unit, axis.right, foot + 7.5, "right")
    listed = ", ".join(f"{why} {say.tenth(spread.mean)}" for why, spread in shown)
    told = say("{name}: {curve}.", name=measure.name, curve=listed)
    return Chart(measure.name, f"{seen} {say('Dot: mean; line: nine in ten.')}", told, plot.frame(measure.name))


MEASURED: Mapping[str, Callable[[MeasureResult, str, Language, Compositor], Chart]] = {
    "share": _share,
    "mean": _mean,
    "curve": _curve,
    "ending": _by_ending,
}
"""By how a measure is told."""

CHARTS: Mapping[Role, Callable[[Report, Compositor], Iterable[Chart]]] = {
    "length": _length,
    "points": _points,
    "seats": _seat_shares,
    "ends": _endings,
    "bots": _bots,
    "measures": _measures,
    "kinds": _kinds,
    "cards": _card_differences,
}
"""By what they show; none where a report has nothing of it."""
