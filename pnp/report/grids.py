"""Reports → tables, in the words of all their forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pnp.report.roles import Role
from pnp.report.wording import (
    MARKS,
    cut,
    extremes,
    labels,
    minute_figures,
    minutes,
    percent,
    points,
    spreads,
    tenth,
    whole,
    with_interval,
)
from pnp.rules.simulation.report import Report

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
    head = ("players", "games", "decisions", "minutes", "points", "lead", "won", "seats")
    rows = [
        (
            str(report.players),
            f"{report.games:,}",
            tenth(report.decisions.mean),
            minute_figures(report)[0],
            tenth(report.scores.mean) if report.scores else "–",
            tenth(report.margin.mean) if report.margin else "–",
            percent(report.won.value) if report.won else "–",
            report.fairness.verdict if report.fairness else "–",
        )
        for report in reports
    ]
    rows = [*zip(*[column for column in zip(head, *rows, strict=True) if set(column[1:]) != {"–"}], strict=True)]
    aligned = "".join("<" if name in ("players", "seats") else ">" for name in rows[0])
    return Grid("All numbers of players", "Means of all games.", rows[0], aligned, tuple(rows[1:]))


def _numbers(report: Report) -> Grid:
    head = ("", "mean", "sd", "least", "5 %", "25 %", "median", "75 %", "95 %", "most")
    rows = [
        (name, tenth(s.mean), tenth(s.sd), *(whole(n) for n in (s.smallest, *s.quantiles, s.largest)))
        for name, s in spreads(report)
    ]
    note = f"{minutes(report)}; {report.picks:.1f} picks."
    return Grid("In numbers", note, head, "<" + ">" * 9, tuple(rows))


def _endings(report: Report) -> Grid:
    rows = tuple((e.why, f"{e.games:,}", *with_interval(e.share)) for e in report.endings)
    return Grid(
        "Ends", "", ("why", "games", "share", "95 %"), "<>>>", rows, tuple(e.share.value for e in report.endings)
    )


def _seats(report: Report) -> Grid | None:
    if not report.fairness:
        return None
    shares = report.fairness.seats
    of_seat = {seat: share for seats, share in zip(report.sides, shares, strict=True) for seat in seats}
    rows = tuple(
        (
            str(seat.seat),
            f"{seat.sole:,}",
            f"{seat.shared:,}",
            "–" if seat.score is None else tenth(seat.score),
            *with_interval(of_seat[seat.seat]),
        )
        for seat in report.seats
    )
    most = max(2 / len(shares), *(share.value for share in shares))
    head = ("seat", "won alone", "won with others", "points", "share", "95 %")
    of_what, of_whom = "with one winner", "seats"
    if len(report.sides[0]) > 1:
        of_what, of_whom = "that the seat's team has won", "teams"
    note = f"Share of the games {of_what}; the intervals hold for all {of_whom} together, however often one looks."
    return Grid("Seats", note, head, "<>>>>>", rows, tuple(of_seat[seat.seat].value / most for seat in report.seats))


def _bots(report: Report) -> Grid | None:
    if not report.bot_results:
        return None
    rows = tuple((result.bot, f"{result.seats:,}", *with_interval(result.share)) for result in report.bot_results)
    note = f"A win shared by two counts a half to each; equal bots win {percent(1 / report.players)}."
    if report.won:
        note = f"Share of their games that they win; of all games it is {percent(report.won.value)}."
    shares = tuple(result.share.value for result in report.bot_results)
    return Grid("Bots", note, ("bot", "seats", "wins", "95 %"), "<>>>", rows, shares)


def _cards(report: Report) -> Grid | None:
    if not any(card.difference for card in report.cards):
        return None
    called = labels(report)
    rows = tuple(
        (
            cut(called[card.deck, card.name], LONGEST),
            MARKS[card.flag],
            f"{card.picked:,}",
            percent(card.wins_with or 0),
            percent(card.wins_without or 0),
            points(card.difference.value),
            f"{points(card.difference.low)} to {points(card.difference.high)}",
        )
        for card in extremes(report)
        if card.difference
    )
    head = ("card", "", "picked by", "with", "without", "points", "95 %")
    note = f"Win rates of seats with and without, in {report.games:,} games; the intervals hold for all together."
    if report.won:
        note = (
            f"Games won of those in which somebody picked the card, and of the others, in {report.games:,} games;"
            " the intervals hold for all together."
        )
    if len(set(report.bots)) > 1:
        note += " Different bots play, so a card's figures also tell of the bots that pick it."
    left_out = sum(card.difference is not None for card in report.cards) - len(rows)
    note += f" {left_out} cards in the middle are left out." if left_out else ""
    return Grid("Cards", note, head, "<<>>>>>", rows)


GRIDS: Mapping[Role, Callable[[Report], Grid | None]] = {
    "numbers": _numbers,
    "ends": _endings,
    "seats": _seats,
    "bots": _bots,
    "cards": _cards,
}
"""By what they show; None where a report has nothing of it."""
