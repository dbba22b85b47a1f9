"""Reports → tables, in the words of all their forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite

from pnp.play.summary import MeasureResult, Report
from pnp.report.language import language_of
from pnp.report.wording import (
    MARKS,
    VERDICTS,
    Role,
    cut,
    labels,
    minute_figures,
    minutes,
    spreads,
    telling,
    with_interval,
)

LONGEST = 32
"""Letters of a card's name in a table."""


@dataclass(frozen=True)
class Grid:
    """A table.

    Attributes:
        note: How to read it.
        aligned: "<" or ">" for each column.
        bars: For each row a length from 0 to 1, for who shows bars.
    """

    title: str
    note: str
    head: tuple[str, ...]
    aligned: str
    rows: tuple[tuple[str, ...], ...]
    bars: tuple[float, ...] = ()


def grids(report: Report) -> dict[Role, Grid]:
    """The tables of a report by what they show, in the order in which they are read."""
    found = {role: make(report) for role, make in GRIDS.items()}
    return {role: grid for role, grid in found.items() if grid}


def overview(reports: Sequence[Report]) -> Grid:
    """A row for each number of players."""
    say = language_of(reports[0])
    head = ("players", "games", "decisions", "minutes", "points", "lead", "won", "seats")
    rows = [
        (
            str(report.players),
            say.whole(report.games),
            say.tenth(report.decisions.mean),
            say.plain(float(minute_figures(report)[0])),
            say.tenth(report.scores.mean) if report.scores else "–",
            say.tenth(report.margin.mean) if report.margin else "–",
            say.percent(report.won.value) if report.won else "–",
            say(VERDICTS[report.fairness.verdict]) if report.fairness else "–",
        )
        for report in reports
    ]
    rows = [*zip(*[column for column in zip(head, *rows, strict=True) if set(column[1:]) != {"–"}], strict=True)]
    aligned = "".join("<" if name in ("players", "seats") else ">" for name in rows[0])
    return Grid(
        say("All numbers of players"), say("Means of all games."), tuple(map(say, rows[0])), aligned, tuple(rows[1:])
    )


def _numbers(report: Report) -> Grid:
    say = language_of(report)
    head = ("", say("mean"), say("sd"), say("least"), "5 %", "25 %", say("median"), "75 %", "95 %", say("most"))
    rows = [
        (name, say.tenth(s.mean), say.tenth(s.sd), *(say.whole(n) for n in (s.smallest, *s.quantiles, s.largest)))
        for name, s in spreads(report)
    ]
    note = f"{minutes(report)}; {say('{picks} picks', picks=say.tenth(report.picks))}."
    return Grid(say("In numbers"), note, head, "<" + ">" * 9, tuple(rows))


def _endings(report: Report) -> Grid:
    say = language_of(report)
    rows = tuple((e.why, say.whole(e.games), *with_interval(e.share, say)) for e in report.endings)
    head = (say("why"), say("games"), say("share"), "95 %")
    return Grid(say("Ends"), "", head, "<>>>", rows, tuple(e.share.value for e in report.endings))


def _seats(report: Report) -> Grid | None:
    if not report.fairness:
        return None
    say, shares = language_of(report), report.fairness.seats
    of_seat = {seat: share for seats, share in zip(report.sides, shares, strict=True) for seat in seats}
    rows = tuple(
        (
            str(seat.seat),
            say.whole(seat.sole),
            say.whole(seat.shared),
            "–" if seat.score is None else say.tenth(seat.score),
            *with_interval(of_seat[seat.seat], say),
        )
        for seat in report.seats
    )
    most = max(2 / len(shares), *(share.value for share in shares))
    head = (*map(say, ("seat", "won alone", "won with others", "points", "share")), "95 %")
    of_what, of_whom = "with one winner", "seats"
    if len(report.sides[0]) > 1:
        of_what, of_whom = "that the seat's team has won", "teams"
    note = f"Share of the games {of_what}; the intervals hold for all {of_whom} together, however often one looks."
    bars = tuple(of_seat[seat.seat].value / most for seat in report.seats)
    return Grid(say("Seats"), say(note), head, "<>>>>>", rows, bars)


def _bots(report: Report) -> Grid | None:
    if not report.bot_results:
        return None
    say = language_of(report)
    rows = tuple(
        (result.bot, say.whole(result.seats), *with_interval(result.share, say)) for result in report.bot_results
    )
    equal = say.percent(1 / report.players)
    note = say("A win shared by two counts a half to each; equal bots win {share}.", share=equal)
    if report.won:
        won = say.percent(report.won.value)
        note = say("Share of their games that they win; of all games it is {share}.", share=won)
    shares = tuple(result.share.value for result in report.bot_results)
    return Grid(say("Bots"), note, (say("bot"), say("seats"), say("wins"), "95 %"), "<>>>", rows, shares)


def _measures(report: Report) -> Grid | None:
    if not report.measures:
        return None
    say = language_of(report)
    rows = tuple(row for measure in report.measures for row in _measure_rows(measure, report))
    head = (say("measure"), say("value"), "95 %", say("seen"), say("in games"))
    return Grid(say("What the designer asks"), "", head, "<>>>>", rows)


def _measure_rows(measure: MeasureResult, report: Report) -> list[tuple[str, ...]]:
    """The measure, and one row more for each ending by which it is told."""
    say = language_of(report)
    seen = (say.whole(measure.looks), say.whole(measure.games))
    if measure.tell == "share":
        return [(measure.name, *with_interval(measure.value, say), *seen)]
    found, unit = measure.value, f" {measure.unit}" if measure.unit else ""
    ends = f"{say.tenth(found.low)}–{say.tenth(found.high)}" if isfinite(found.low) else "–"
    rows: list[tuple[str, ...]] = [(measure.name, f"{say.tenth(found.value)}{unit}", ends, *seen)]
    for why, spread in measure.endings:
        times = say.whole(sum(count for _, count in spread.counts))
        rows.append((f"  {why}", f"{say.tenth(spread.mean)}{unit}", "", times, ""))
    return rows


def _groups(report: Report) -> Grid | None:
    if not report.groups:
        return None
    say = language_of(report)
    rows = tuple(
        (
            group.name,
            say.whole(group.faces),
            say.whole(group.picked),
            say.percent(group.wins),
            say.points(group.difference.value),
            say(
                "{low} to {high}",
                low=say.points(group.difference.low),
                high=say.points(group.difference.high),
            ),
        )
        for group in report.groups
    )
    head = (*map(say, ("kind", "faces", "picked by", "wins", "points")), "95 %")
    return Grid(say("Kinds of cards"), kinds_note(report), head, "<>>>>>", rows)


def kinds_note(report: Report) -> str:
    """How to read what is told of kinds of cards."""
    say = language_of(report)
    note = say(
        "Win rate with a card of the kind, less that with any card, in points, from {games}."
        " Lines: 95 %, all together.",
        games=say.counted(report.games, "game"),
    )
    if all(group.difference.low <= 0 <= group.difference.high for group in report.groups):
        note += " " + say("All reach the middle: none is proved to matter.")
    return note


def _cards(report: Report) -> Grid | None:
    shown = [card for card in telling(report) if card.difference]
    if not shown:
        return None
    called, say = labels(report), language_of(report)
    rows = tuple(
        (
            cut(called[card.deck, card.name], LONGEST),
            MARKS[card.flag],
            say.whole(card.picked),
            say.percent(card.wins_with or 0),
            say.percent(card.wins_without or 0),
            say.points(card.difference.value),
            say("{low} to {high}", low=say.points(card.difference.low), high=say.points(card.difference.high)),
        )
        for card in shown
        if card.difference
    )
    head = (say("card"), "", *map(say, ("picked by", "with", "without", "points")), "95 %")
    games = say.counted(report.games, "game")
    note = "Win rates of seats with and without, in {games}; the intervals hold for all together."
    if report.won:
        note = (
            "Games won of those in which somebody picked the card, and of the others, in {games};"
            " the intervals hold for all together."
        )
    note = say(note, games=games)
    if len(set(report.bots)) > 1:
        note += " " + say("Different bots play, so a card's figures also tell of the bots that pick it.")
    if left_out := sum(card.difference is not None for card in report.cards) - len(rows):
        which = "{n} cards that differ by no more than chance are left out."
        note += " " + say(which if report.groups else "{n} cards in the middle are left out.", n=say.whole(left_out))
    return Grid(say("Cards"), note, head, "<<>>>>>", rows)


GRIDS: Mapping[Role, Callable[[Report], Grid | None]] = {
    "numbers": _numbers,
    "ends": _endings,
    "seats": _seats,
    "bots": _bots,
    "measures": _measures,
    "kinds": _groups,
    "cards": _cards,
}
"""By what they show; None where a report has nothing of it."""
