"""Reports → tables of words and numbers, which the terminal prints and the HTML page shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isfinite

from pnp.play.report.choice_grids import decisions, hands, lift, options, pairs, unlike
from pnp.play.report.language import language_of
from pnp.play.report.table import ReportTable
from pnp.play.report.wording import (
    FLAG_MARKS,
    VERDICT_WORDS,
    ChartRole,
    cards_power,
    elided,
    labels,
    minute_figures,
    minutes,
    notable_cards,
    people_note,
    spreads,
    with_interval,
)
from pnp.play.simulation.report import CardResult, MeasureResult, Report
from pnp.play.statistics import Estimate
from pnp.text.own_words import message

LONGEST = 32
"""The most letters of a card's name in a table."""


def grids(report: Report) -> dict[ChartRole, ReportTable]:
    """Return the tables of a report by their roles, in reading order."""
    return {role: grid for role, make in GRIDS.items() if (grid := make(report))}


def overview(reports: Sequence[Report]) -> ReportTable:
    """Return a row for each number of players."""
    say = language_of(reports[0])
    head = (
        say("players"),
        say("games"),
        say("decisions"),
        say("minutes"),
        say("points"),
        say("lead"),
        say("won"),
        say("seats"),
    )
    rows = [
        (
            str(report.players),
            say.whole(report.games),
            say.tenth(report.decisions.mean),
            say.plain(float(minute_figures(report)[0])),
            say.tenth(report.scores.mean) if report.scores else "–",
            say.tenth(report.margin.mean) if report.margin else "–",
            say.percent(report.won.value) if report.won else "–",
            say(VERDICT_WORDS[report.fairness.verdict]) if report.fairness else "–",
        )
        for report in reports
    ]
    columns = [
        (side, column)
        for side, column in zip("<>>>>>><", zip(head, *rows, strict=True), strict=True)
        if set(column[1:]) != {"–"}
    ]
    aligned = "".join(side for side, _ in columns)
    used_head, *used_rows = zip(*(column for _, column in columns), strict=True)
    return ReportTable(say("All numbers of players"), say("Means of all games."), used_head, aligned, tuple(used_rows))


def _numbers(report: Report) -> ReportTable:
    say = language_of(report)
    head = ("", say("mean"), say("sd"), say("least"), "5 %", "25 %", say("median"), "75 %", "95 %", say("most"))
    rows = [
        (name, say.tenth(s.mean), say.tenth(s.sd), *(say.whole(n) for n in (s.smallest, *s.quantiles, s.largest)))
        for name, s in spreads(report)
    ]
    note = f"{minutes(report)}{say.semicolon} {say('{picks} picks', picks=say.tenth(report.picks))}."
    return ReportTable(say("In numbers"), note, head, "<" + ">" * 9, tuple(rows))


def _endings(report: Report) -> ReportTable:
    say = language_of(report)
    rows = tuple((e.why, say.whole(e.games), *with_interval(e.share, say)) for e in report.endings)
    head = (say("why"), say("games"), say("share"), "95 %")
    return ReportTable(say("Ends"), "", head, "<>>>", rows, tuple(e.share.value for e in report.endings))


def _seats(report: Report) -> ReportTable | None:
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
    head = (say("seat"), say("won alone"), say("won with others"), say("points"), say("share"), "95 %")
    note = say(
        "Share of the games with one winner; the intervals hold for all seats together, however often one looks."
    )
    if len(report.sides[0]) > 1:
        note = say(
            "Share of the games that the seat's team has won;"
            " the intervals hold for all teams together, however often one looks."
        )
    bars = tuple(of_seat[seat.seat].value / most for seat in report.seats)
    return ReportTable(say("Seats"), note, head, "<>>>>>", rows, bars)


def _bots(report: Report) -> ReportTable | None:
    if not report.bot_results:
        return None
    say = language_of(report)
    rows = tuple(
        (
            report.bot_word(result.bot),
            say.whole(result.seats),
            *with_interval(result.share, say),
            *lift(result.first, say),
        )
        for result in report.bot_results
    )
    equal = say.percent(1 / report.players)
    note = say("A win shared by two counts a half to each; equal bots win {share}.", share=equal)
    if report.won:
        won = say.percent(report.won.value)
        note = say("Share of their games that they win; of all games it is {share}.", share=won)
    note += " " + say("On seat 1: win rate there less that on other seats, in percentage points.")
    shares = tuple(result.share.value for result in report.bot_results)
    head = (say("bot"), say("seats"), say("wins"), "95 %", say("on seat 1"), "95 %")
    return ReportTable(say("Bots"), note, head, "<>>>>>", rows, shares)


def people_table(report: Report) -> ReportTable | None:
    """Return the table that compares people with bots."""
    if (people := report.people) is None:
        return None
    say, dash = language_of(report), "–"

    def mean(value: Estimate | None) -> tuple[str, str]:
        if value is None:
            return dash, ""
        return say.tenth(value.value), f"{say.tenth(value.low)}–{say.tenth(value.high)}"

    wins = with_interval(people.wins, say) if people.wins else (dash, "")
    decisions = mean(people.decisions) if people.decisions else (say.tenth(people.mean_decisions), "")
    minutes_of_people = dash if people.minutes is None else say.tenth(people.minutes)
    rows = [
        (say("games"), say.whole(people.games), "", say.whole(report.games)),
        (say("decisions"), *decisions, say.tenth(report.decisions.mean)),
        (say("minutes"), minutes_of_people, "", say.plain(float(minute_figures(report)[0]))),
        (say("seconds for a decision"), *mean(people.seconds), say.plain(report.estimate or report.seconds)),
    ]
    if people.wins and not report.won:
        rows.append((say("wins among bots"), *wins, say.percent(people.equal)))
    elif people.wins and report.won:
        rows.append((say("won"), *wins, say.percent(report.won.value)))
    if people.points is not None and report.scores:
        rows.append((say("points"), say.tenth(people.points), "", say.tenth(report.scores.mean)))
    rows.append((say("picks taken back"), say.whole(people.taken_back), "", dash))
    head = ("", say("people"), "95 %", say("bots"))
    return ReportTable(say("People beside bots"), people_note(report, people), head, "<>>>", tuple(rows))


def _measures(report: Report) -> ReportTable | None:
    if not report.measures:
        return None
    say = language_of(report)
    rows = tuple(row for measure in report.measures for row in _measure_rows(measure, report))
    head = (say("measure"), say("value"), "95 %", say("seen"), say("in games"))
    return ReportTable(say("What the designer asks"), "", head, "<>>>>", rows)


def _measure_rows(measure: MeasureResult, report: Report) -> list[tuple[str, ...]]:
    """Return a row for the measure, and one for each ending that it is split by."""
    say = language_of(report)
    counts = (say.whole(measure.evaluations), say.whole(measure.games))
    if measure.tell == "share":
        return [(measure.name, *with_interval(measure.value, say), *counts)]
    value, unit = measure.value, f" {measure.unit}" if measure.unit else ""
    ends = f"{say.tenth(value.low)}–{say.tenth(value.high)}" if isfinite(value.low) else "–"
    rows: list[tuple[str, ...]] = [(measure.name, f"{say.tenth(value.value)}{unit}", ends, *counts)]
    for why, spread in measure.endings:
        times = say.whole(sum(count for _, count in spread.counts))
        rows.append((f"  {why}", f"{say.tenth(spread.mean)}{unit}", "", times, ""))
    return rows


def _groups(report: Report) -> ReportTable | None:
    if not report.groups:
        return None
    say = language_of(report)
    rows = tuple(
        (
            group.name,
            say.whole(group.faces),
            say.whole(group.picked),
            say.percent(group.wins),
            *lift(group.difference, say),
        )
        for group in report.groups
    )
    head = (say("kind"), say("faces"), say("picked by"), say("wins"), say("lift"), "95 %")
    return ReportTable(say("Kinds of cards"), kinds_note(report), head, "<>>>>>", rows)


def kinds_note(report: Report) -> str:
    """Return how to read the chart and the table of kinds of cards."""
    say = language_of(report)
    note = say(
        "Win rate with a card of the kind, less that with any card, in percentage points, from {games}."
        " Lines: 95 %, all together.",
        games=say.games(report.games),
    )
    if all(group.difference.low <= 0 <= group.difference.high for group in report.groups):
        note += " " + say("All intervals include 0: none is proved to matter.")
    if not any(card.difference for card in notable_cards(report)) and (power := cards_power(report)):
        note += " " + power
    return note


def _cards(report: Report) -> ReportTable | None:
    return cards_of(report, notable_cards(report))


def cards_of(report: Report, listed: Sequence[CardResult]) -> ReportTable | None:
    """Return the table of how often seats win with some cards, of those that are compared."""
    cards = [card for card in listed if card.difference]
    if not cards:
        return None
    names, say = labels(report), language_of(report)
    rows = tuple(
        (
            elided(names[card.deck, card.name], LONGEST),
            FLAG_MARKS[card.flag],
            say.whole(card.picked),
            say.percent(card.wins_with or 0),
            say.percent(card.wins_without or 0),
            *lift(card.difference, say),
        )
        for card in cards
        if card.difference
    )
    head = (say("card"), "", say("picked by"), say("with"), say("without"), say("lift"), "95 %")
    games = say.games(report.games)
    note = say("Win rates of seats with and without it, in {games}; the intervals hold for all together.", games=games)
    if report.won:
        note = say(
            "Games won of those in which somebody picked the card, and of the others, in {games};"
            " the intervals hold for all together.",
            games=games,
        )
    if len(set(report.bots)) > 1:
        note += " " + say("Different bots play, so a card's figures also tell of the bots that pick it.")
    if left_out := sum(card.difference is not None for card in report.cards) - len(rows):
        if report.groups:
            remark = message("{n} cards that differ by no more than chance are left out.")
        else:
            remark = message("{n} cards in the middle are left out.")
        note += " " + say(remark, n=say.whole(left_out))
    if power := cards_power(report):
        note += " " + power
    return ReportTable(
        say("Cards"), note, head, "<<>>>>>", rows, cards=tuple(((card.deck, card.face),) for card in cards)
    )


GRIDS: Mapping[ChartRole, Callable[[Report], ReportTable | None]] = {
    "numbers": _numbers,
    "ends": _endings,
    "seats": _seats,
    "bots": _bots,
    "people": people_table,
    "measures": _measures,
    "choices": decisions,
    "options": options,
    "kinds": _groups,
    "cards": _cards,
    "hands": hands,
    "unlike": unlike,
    "pairs": pairs,
}
"""The function that returns the table of a role; None if the report lacks its values."""
