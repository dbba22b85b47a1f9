"""A Report → its charts: the one drawing of each as a Frame, with a description for readers who cannot see it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from pnp.core.frame import Frame
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.play.report.grids import kinds_note
from pnp.play.report.intervals import IntervalRow, draw_differences, draw_shares
from pnp.play.report.language import Language, language_of
from pnp.play.report.plot import BELOW, BESIDE, FIGURE, RIGHT, WIDTH, Axis, Compositor, Plot, Symbol, round_ticks, ticks
from pnp.play.report.wording import ChartRole, labels, notable_cards, side_name, verdict
from pnp.play.simulation.report import CardFlag, CardResult, MeasureResult, Report
from pnp.play.simulation.tally import TIME_SLICES
from pnp.play.statistics import Spread, bins
from pnp.project.measures import Telling
from pnp.text.own_words import message

MAX_CARDS = 60
"""The most rows of cards: as many as can be read in the tallest chart."""

MAX_ENDS = 8


FLAG_SHAPES: Mapping[CardFlag, Symbol] = {"": "dot", "dominant": "up", "dead": "down", "never on offer": "dot"}


@frozen_dataclass
class Chart:
    """One chart.

    Attributes:
        note: How to read it.
        description: What it shows, in words.
    """

    title: str
    note: str
    description: str
    frame: Frame


def charts(report: Report, compositor: Compositor) -> list[tuple[ChartRole, Chart]]:
    """Return the charts of a report with their roles, in reading order."""
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
    """Draw bars of equal width, and above them the median and the range of nine in ten values."""
    height, top, foot, above = 41.0, 6.0, 32.5, 3.2
    bars, number = bins(dict(spread.counts)), sum(count for _, count in spread.counts)
    low, high = bars[0][0] - 0.5, bars[-1][1] + 0.5
    spare = max(6 * (bars[0][1] - bars[0][0] + 1) - (high - low), 0) / 2  # a single bar does not fill the chart
    axis = Axis(low - spare, high + spare, 12)
    scale = (foot - top) / max(count for _, _, count in bars)
    plot = Plot(compositor, height)
    for share in ticks(0, (foot - top) / scale / number, 4):
        y = foot - share * number * scale
        plot.line(axis.left, y, RIGHT, y, "grid")
        plot.text(say.round_percent(share), axis.left - 1.4, y + BESIDE, "right")
    for first, last, count in bars:
        x, right = axis.x(first - 0.5), axis.x(last + 0.5)
        gap = min(0.3, (right - x) / 8)
        plot.bar(x + gap, foot - count * scale, right - x - 2 * gap, count * scale, "bar")
    plot.line(axis.left, foot, RIGHT, foot, "soft", 0.3)
    for value in ticks(axis.low, axis.high, 7):
        if value == int(value) and low < value < high:  # only values within the bars have a label
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
    description = say(
        "{title}: mean {mean}, standard deviation {sd}, median {median};"
        " nine in ten from {low} to {high}, all from {least} to {most}.",
        title=title,
        sd=say.tenth(spread.sd),
        least=say.whole(spread.smallest),
        most=say.whole(spread.largest),
        **figures,
    )
    legend = say("Mean {mean}; line: nine in ten, {low} to {high}; dot: median, {median}.", **figures)
    return Chart(title, f"{note} {legend}".strip(), description, plot.frame(title))


# --- intervals


def _seat_shares(report: Report, compositor: Compositor) -> Iterator[Chart]:
    fairness = report.fairness
    if not fairness:
        return
    say = language_of(report)
    rows = [
        IntervalRow(side_name(report, place), share, say.percent(share.value))
        for place, share in enumerate(fairness.seats)
    ]
    listed = ", ".join(f"{row.label} {row.value}" for row in rows)
    title, note = say("Wins by seat"), say("Of games with one winner. Lines: 95 %, all together; band: still fair.")
    if len(report.sides[0]) > 1:
        title, note = say("Wins by team"), say("Of games with one team. Lines: 95 %, all together; band: still fair.")
    equal = say("equal part {share}", share=say.percent(1 / len(rows)))
    frame = draw_shares(title, rows, 1 / len(rows), fairness.margin, equal, say, compositor)
    yield Chart(title, note, f"{verdict(report)} {listed}.", frame)


def _bots(report: Report, compositor: Compositor) -> Iterator[Chart]:
    if not report.bot_results:
        return
    say = language_of(report)
    rows = [
        IntervalRow(report.bot_word(result.bot), result.share, say.percent(result.share.value))
        for result in report.bot_results
    ]
    usual = report.won.value if report.won else 1 / report.players
    share = say.percent(usual)
    middle = say("all games {share}", share=share) if report.won else say("equal part {share}", share=share)
    listed = ", ".join(f"{row.label} {row.value}" for row in rows)
    title, note = say("Wins by bot"), say("How often a bot's seat wins. Lines: 95 %.")
    frame = draw_shares(title, rows, usual, 0, middle, say, compositor)
    yield Chart(title, note, f"{title}: {listed}.", frame)


def _kinds(report: Report, compositor: Compositor) -> Iterator[Chart]:
    """Yield the chart of kinds of cards: those that share the value of a field."""
    if not report.groups:
        return
    say = language_of(report)
    title = say("Kinds of cards")
    groups = report.groups[:MAX_CARDS]
    rows = [
        IntervalRow(
            group.name,
            group.difference,
            say.points(group.difference.value),
            begins=(above.deck, above.field) != (group.deck, group.field),
        )
        for above, group in zip((groups[0], *groups), groups, strict=False)
    ]
    words = ", ".join(f"{row.label} {row.value}" for row in rows)
    yield Chart(title, kinds_note(report), f"{title}: {words}.", draw_differences(title, rows, say, compositor))


def _card_differences(report: Report, compositor: Compositor) -> Iterator[Chart]:
    cards = [card for card in notable_cards(report) if card.difference]
    if not cards:
        return
    say, names = language_of(report), labels(report)
    if len(cards) > MAX_CARDS:
        cards = cards[: MAX_CARDS // 2] + cards[-MAX_CARDS // 2 :]
    rows = [
        IntervalRow(names[c.deck, c.name], c.difference, say.points(c.difference.value), FLAG_SHAPES[c.flag])
        for c in cards
        if c.difference
    ]
    left_out = sum(card.difference is not None for card in report.cards) - len(rows)
    if report.won:
        sentence = message(
            "Win rate of games in which a card was picked, less that of the others, in percentage points, from {games}."
            " Lines: 95 %, all together."
        )
    else:
        sentence = message(
            "Win rate of seats that picked a card, less that of the others, in percentage points, from {games}."
            " Lines: 95 %, all together."
        )
    note = say(sentence, games=say.games(report.games))
    if left_out:
        note += " " + say("{n} more, between them or not certain to differ, are left out.", n=say.whole(left_out))

    def listed(some: Sequence[CardResult]) -> str:
        return ", ".join(f"{names[c.deck, c.name]} {say.points(c.difference.value)}" for c in some if c.difference)

    words = say(
        "Win rate with a card less without: best {best}; worst {worst}.",
        best=listed(cards[:3]),
        worst=listed(cards[-3:]),
    )
    title = say("Cards")
    yield Chart(title, note, words, draw_differences(title, rows, say, compositor))


# --- ends


def _endings(report: Report, compositor: Compositor) -> Iterator[Chart]:
    """Yield the chart of endings: a bar for each, its name above it."""
    if len(report.endings) == 1:
        return
    say = language_of(report)
    step, left, right, endings = 7.8, 1.5, WIDTH - 14, report.endings[:MAX_ENDS]
    plot = Plot(compositor, step * len(endings) + 1)
    for place, ending in enumerate(endings):
        y = step * place
        plot.text(ending.why, left, y + 3.2, kind="label", room=right - left)
        plot.bar(left, y + 4.6, right - left, 2.5, "band")
        plot.bar(left, y + 4.6, (right - left) * ending.share.value, 2.5, "bar")
        plot.text(say.percent(ending.share.value), RIGHT, y + 4.6 + 1.25 + BESIDE, "right", "label")
    listed = ", ".join(f"{ending.why} {say.percent(ending.share.value)}" for ending in report.endings)
    left_out = len(report.endings) - len(endings)
    note = say("{n} more are rarer.", n=say.whole(left_out)) if left_out else ""
    yield Chart(say("Ends"), note, say("How games ended: {endings}.", endings=listed), plot.frame(say("Ends")))


# --- what the designer asks


def _measures(report: Report, compositor: Compositor) -> Iterator[Chart]:
    """Yield a chart for each measure."""
    say = language_of(report)
    for measure in report.measures:
        games = say.games(measure.games)
        note = say("Seen {looks} times, in {games}.", looks=say.whole(measure.evaluations), games=games)
        yield MEASURED[measure.tell](measure, note, say, compositor)


def _share(measure: MeasureResult, note: str, say: Language, compositor: Compositor) -> Chart:
    value = measure.value
    share = say.percent(value.value)
    axis, plot = Axis(0, 1, 1.5, WIDTH - 14), Plot(compositor, 10.5)
    plot.bar(axis.left, 1.5, axis.right - axis.left, 3.2, "band")
    plot.bar(axis.left, 1.5, axis.x(value.value) - axis.left, 3.2, "bar")
    plot.line(axis.x(value.low), 3.1, axis.x(value.high), 3.1, "ink", 0.5)
    plot.text(share, RIGHT, 3.1 + BESIDE, "right", "label")
    for tick in (0.0, 0.5, 1.0):
        plot.text(say.round_percent(tick), axis.x(tick), 4.7 + BELOW, "centre")
    description = say(
        "{name}: {share} of {looks}.", name=measure.name, share=share, looks=say.whole(measure.evaluations)
    )
    return Chart(measure.name, f"{note} {say('Line: 95 %.')}", description, plot.frame(measure.name))


def _mean(measure: MeasureResult, note: str, say: Language, compositor: Compositor) -> Chart:
    assert measure.values is not None
    return _histogram(measure.name, measure.unit, measure.values, say, compositor, note)


def _curve(measure: MeasureResult, note: str, say: Language, compositor: Compositor) -> Chart:
    """Return the chart of the mean in the course of a game, in a band that holds half of all values."""
    height, top, foot = 36.0, 2.5, 27.5
    points = measure.curve
    low = min(0.0, *(min(point.low, point.mean) for point in points))
    high = max(max(point.high, point.mean) for point in points)
    labelled = round_ticks(low, max(high, low + 1), 5)
    low, axis, plot = labelled[0], Axis(0, 1, 12), Plot(compositor, height)
    scale = (foot - top) / (labelled[-1] - low)
    for value in labelled:
        y = foot - (value - low) * scale
        plot.line(axis.left, y, RIGHT, y, "grid")
        plot.text(say.plain(value), axis.left - 1.4, y + BESIDE, "right")
    width = axis.x(1 / TIME_SLICES) - axis.x(0)
    for point in points:
        right = axis.x(point.until)
        plot.bar(right - width, foot - (point.high - low) * scale, width, (point.high - point.low) * scale, "band")
    line = [(axis.x(point.until) - width / 2, foot - (point.mean - low) * scale) for point in points]
    for start, end in pairwise(line):
        plot.line(*start, *end, "bar", 0.6)
    plot.line(axis.left, foot, RIGHT, foot, "soft", 0.3)
    stages = (say("start"), say("middle"), say("end"))
    for place, stage in zip((0.0, 0.5, 1.0), stages, strict=True):
        plot.text(stage, axis.x(place), foot + BELOW, "centre")
    plot.text(measure.unit, axis.left, height - 1)
    plot.text(say("in the course of a game"), RIGHT, height - 1, "right")
    places = (points[0], points[len(points) // 2], points[-1])
    listed = ", ".join(f"{stage} {say.tenth(point.mean)}" for stage, point in zip(stages, places, strict=True))
    description = say("{name}: {curve}.", name=measure.name, curve=listed)
    return Chart(measure.name, f"{note} {say('Line: mean; band: half of all.')}", description, plot.frame(measure.name))


def _by_ending(measure: MeasureResult, note: str, say: Language, compositor: Compositor) -> Chart:
    """Return the chart of the mean and the range of nine in ten values, for each ending of games."""
    step, left, endings = 8.6, 1.5, measure.endings[:MAX_ENDS]
    low = min(0, *(spread.quantiles[0] for _, spread in endings))
    high = max(spread.quantiles[-1] for _, spread in endings)
    labelled = round_ticks(low, max(high, low + 1), 5)
    axis, foot = Axis(labelled[0], labelled[-1], left + 2, RIGHT - FIGURE), step * len(endings)
    plot = Plot(compositor, foot + 8.5)
    for value in labelled:
        plot.line(axis.x(value), 0, axis.x(value), foot, "grid")
        plot.text(say.plain(value), axis.x(value), foot + BELOW, "centre")
    for place, (why, spread) in enumerate(endings):
        y = step * place + 5.8
        plot.text(why, left, y - 2.4, kind="label", room=RIGHT - left)
        plot.line(axis.x(spread.quantiles[0]), y, axis.x(spread.quantiles[-1]), y, "bar", 0.5)
        plot.mark(axis.x(spread.mean), y, "dot")
        plot.text(say.tenth(spread.mean), RIGHT, y + BESIDE, "right", "label")
    plot.text(measure.unit, axis.right, foot + 7.5, "right")
    listed = ", ".join(f"{why} {say.tenth(spread.mean)}" for why, spread in endings)
    description = say("{name}: {curve}.", name=measure.name, curve=listed)
    return Chart(measure.name, f"{note} {say('Dot: mean; line: nine in ten.')}", description, plot.frame(measure.name))


MEASURED: Mapping[Telling, Callable[[MeasureResult, str, Language, Compositor], Chart]] = {
    "share": _share,
    "mean": _mean,
    "curve": _curve,
    "ending": _by_ending,
}
"""The function that draws a measure, by the measure's ``tell:``."""

CHARTS: Mapping[ChartRole, Callable[[Report, Compositor], Iterable[Chart]]] = {
    "length": _length,
    "points": _points,
    "seats": _seat_shares,
    "ends": _endings,
    "bots": _bots,
    "measures": _measures,
    "kinds": _kinds,
    "cards": _card_differences,
}
"""The function that draws the charts of a role; it yields none if the report lacks their values."""
