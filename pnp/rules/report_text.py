"""A Report → sentences and tables for all its forms, and the whole of it as text for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from textwrap import wrap

from pnp.diagnostics import counted
from pnp.rules.report import CardResult, Flag, Report
from pnp.rules.statistics import Estimate, Spread, bins
from pnp.rules.tally import Face

WIDTH = 100
"""Columns of the text, at the most."""
LONGEST = 32
"""Letters of a card's name in a table."""
MARKS: dict[Flag, str] = {"": "", "dominant": "▲", "dead": "▽", "never on offer": "○"}
_EIGHTHS = " ▏▎▍▌▋▊▉"


# --- words and figures


def percent(share: float, digits: int = 1) -> str:
    """A share in percent: 25.3 %."""
    return f"{100 * share:.{digits}f} %".replace("-", "−")


def points(difference: float) -> str:
    """A difference of shares, in percentage points and with its sign: +1.2."""
    return f"{round(100 * difference, 1) + 0.0:+.1f}".replace("-", "−")


def minutes(report: Report) -> str:
    """How long a game lasts, in a few words."""
    mean, low, high = _minutes(report)
    most = f", nine in ten take {low} to {high}," if low != high else ""
    return f"{mean} {'minute' if mean == '1' else 'minutes'} a game{most} at {report.seconds:g} seconds a decision"


def _minutes(report: Report) -> tuple[str, ...]:
    """How long games last: mean, 5 and 95 % quantile; with tenths where they are short."""
    digits = 0 if report.minutes[-1] >= 3 else 1
    return tuple(f"{value:.{digits}f}".removesuffix(".0") for value in report.minutes)


def labels(report: Report) -> dict[Face, str]:
    """What the report's cards are called; with their deck where there is more than one."""
    is_one = len({card.deck for card in report.cards}) == 1
    return {(c.deck, c.name): c.name if is_one else f"{c.deck} {c.name}" for c in report.cards}


def remarks(report: Report) -> list[tuple[Flag, str, list[CardResult]]]:
    """Cards to look at, together where the reason is the same, in the order of the marks."""
    found: dict[tuple[Flag, str], list[CardResult]] = {}
    for card in report.cards:
        if card.flag:
            found.setdefault((card.flag, card.because), []).append(card)
    order = list(MARKS)
    return [(*key, found[key]) for key in sorted(found, key=lambda key: (order.index(key[0]), key[1]))]


def extremes(report: Report, most: int = 20) -> list[CardResult]:
    """Cards with a comparison: those with a flag, and the best and the worst of the others; best first."""
    compared = [card for card in report.cards if card.difference]
    flagged = [place for place, card in enumerate(compared) if card.flag]
    others = [place for place, card in enumerate(compared) if not card.flag]
    room = max((most - len(flagged)) // 2, 3)
    kept = {*flagged, *others[:room], *others[-room:]}
    return [compared[place] for place in sorted(kept)]


def side(report: Report, place: int) -> str:
    """What a side is called: seat 1, team 1+3."""
    seats = report.sides[place]
    return f"{'seat' if len(seats) == 1 else 'team'} {'+'.join(map(str, seats))}"


def told(report: Report) -> str:
    """What is known of fairness, or of how often players win together, in a sentence; empty for solo points."""
    if report.won:
        return _team_told(report, report.won)
    found = report.fairness
    if found is None:
        return ""
    equal, margin = percent(1 / len(report.sides)), f"{100 * found.margin:g} points"
    kind = side(report, 0).partition(" ")[0]
    match found.verdict:
        case "fair":
            told = f"Fair: each {kind}'s share of the wins is within {margin} of {equal}."
        case "unfair":
            place, share = max(enumerate(found.seats), key=lambda seat: abs(seat[1].value - 1 / len(found.seats)))
            rarely = "a billion" if found.e_value > 1e9 else f"{found.e_value:,.0f}"
            told = (
                f"Unfair: {side(report, place)} has {percent(share.value)} of the wins,"
                f" where equal {kind}s have {equal};"
                f" were they equal, at most one simulation in {rarely} would ever differ so much."
            )
        case _:
            told = f"Open: more games are needed to tell whether each {kind}'s share is within {margin} of {equal}."
    return told + (
        " Different bots play, so a seat's share also tells of its bot."
        if report.bot_results and not report.is_turning
        else ""
    )


def _team_told(report: Report, won: Estimate) -> str:
    """How often players win together, or one alone."""
    whose = "of the games" if report.players == 1 else "of the games, which all players win or lose together"
    share, interval = _shown(won)
    told = f"Won: {share} {whose}; 95 %, however often one looks: {interval}."
    if len(set(report.bots)) > 1 and not report.bot_results:
        told += " Different bots play together, so nothing tells them apart: simulate them one by one."
    return told


def spreads(report: Report) -> list[tuple[str, Spread]]:
    """What is spread, by name."""
    found = [("decisions", report.decisions), ("points", report.scores), ("lead", report.margin)]
    return [(name, spread) for name, spread in found if spread]


def heading(report: Report) -> str:
    """Who played what: games, bots, options, seed."""
    parts = [counted(report.games, "game"), f"bots: {', '.join(report.bots)}", *report.options, f"seed {report.seed}"]
    return " · ".join(parts)


def cut(text: str, most: int) -> str:
    """A text of so many letters at the most."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def figures(report: Report) -> list[tuple[str, str, str]]:
    """Key figures, each with its name before and a remark after it."""
    five, *_, most = report.decisions.quantiles
    usual = f"nine in ten {five} to {most}" if five < most else "nearly always"
    found = [
        ("Decisions", _tenth(report.decisions.mean), usual),
        ("Minutes", _minutes(report)[0], f"at {report.seconds:g} seconds a decision"),
    ]
    if report.scores:
        bounds = f"from {_whole(report.scores.smallest)} to {_whole(report.scores.largest)}"
        found.append(("Points", _tenth(report.scores.mean), bounds))
    if report.margin:
        found.append(("Lead", _tenth(report.margin.mean), "best less second best"))
    if report.won:
        bounds = f"{100 * report.won.low:.1f}–{100 * report.won.high:.1f} % of games"
        found.append(("Won", percent(report.won.value), bounds))
    if report.fairness:
        won = sum(seat.sole for seat in report.seats) / report.games
        remark = f"{percent(won, 0)} of games have one winner"
        if len(report.sides[0]) > 1:
            remark = f"teams {', '.join('+'.join(map(str, seats)) for seats in report.sides)}"
        found.append(("Seats", report.fairness.verdict, remark))
    return found


def titled(reports: Sequence[Report]) -> str:
    """The title of reports on one game."""
    return f"{reports[0].title}: {counted(sum(report.games for report in reports), 'game')} played"


# --- tables


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


def grids(report: Report) -> list[Grid]:
    """All tables of a report."""
    found = [_numbers(report), _endings(report)]
    if report.fairness:
        found.append(_seats(report))
    if report.bot_results:
        found.append(_bots(report))
    if any(card.difference for card in report.cards):
        found.append(_cards(report))
    return found


def overview(reports: Sequence[Report]) -> Grid:
    """A row for each number of players."""
    head = ("players", "games", "decisions", "minutes", "points", "lead", "won", "seats")
    rows = [
        (
            str(report.players),
            f"{report.games:,}",
            _tenth(report.decisions.mean),
            _minutes(report)[0],
            _tenth(report.scores.mean) if report.scores else "–",
            _tenth(report.margin.mean) if report.margin else "–",
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
        (name, _tenth(s.mean), _tenth(s.sd), *(_whole(n) for n in (s.smallest, *s.quantiles, s.largest)))
        for name, s in spreads(report)
    ]
    note = f"{minutes(report)}; {report.picks:.1f} picks."
    return Grid("In numbers", note, head, "<" + ">" * 9, tuple(rows))


def _endings(report: Report) -> Grid:
    rows = tuple((e.why, f"{e.games:,}", *_shown(e.share)) for e in report.endings)
    return Grid(
        "Ends", "", ("why", "games", "share", "95 %"), "<>>>", rows, tuple(e.share.value for e in report.endings)
    )


def _seats(report: Report) -> Grid:
    shares = report.fairness.seats if report.fairness else ()
    of_seat = {seat: share for seats, share in zip(report.sides, shares, strict=True) for seat in seats}
    rows = tuple(
        (
            str(seat.seat),
            f"{seat.sole:,}",
            f"{seat.shared:,}",
            "–" if seat.score is None else _tenth(seat.score),
            *_shown(of_seat[seat.seat]),
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


def _bots(report: Report) -> Grid:
    rows = tuple((result.bot, f"{result.seats:,}", *_shown(result.share)) for result in report.bot_results)
    note = f"A win shared by two counts a half to each; equal bots win {percent(1 / report.players)}."
    if report.won:
        note = f"Share of their games that they win; of all games it is {percent(report.won.value)}."
    shares = tuple(result.share.value for result in report.bot_results)
    return Grid("Bots", note, ("bot", "seats", "wins", "95 %"), "<>>>", rows, shares)


def _cards(report: Report) -> Grid:
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


def _tenth(value: float) -> str:
    return f"{round(value, 1) + 0.0:,.1f}".replace("-", "−")


def _whole(value: int) -> str:
    return f"{value:,}".replace("-", "−")


def _shown(share: Estimate) -> tuple[str, str]:
    return percent(share.value), f"{100 * share.low:.1f}–{100 * share.high:.1f}"


# --- as text


def as_text(report: Report) -> str:
    """The report for a terminal, up to 100 columns wide and readable without colour."""
    parts = [[f"{report.title} · {counted(report.players, 'player')}", heading(report), "═" * WIDTH]]
    for grid in grids(report):
        lines = [grid.title, *_wrapped(grid.note)]
        if grid.title == ("Ends" if report.won else "Seats"):
            lines = [grid.title, *_wrapped(told(report)), *_wrapped(grid.note)]
        parts.append([*lines, *([""] if len(lines) > 1 else []), *_table(grid)])
        if grid.title == "In numbers":
            parts.append(_histograms(report))
    found = _remarks(report)
    if found:
        parts.append(["Cards to look at", *found])
    return "\n\n".join("\n".join(line.rstrip() for line in part) for part in parts) + "\n"


def _histograms(report: Report) -> list[str]:
    """Decisions and points side by side."""
    columns = [_histogram(name, spread) for name, spread in spreads(report)[:2]]
    return ["".join(f"{cell:<{WIDTH // 2}}" for cell in row) for row in zip_longest(*columns, fillvalue="")]


def _histogram(name: str, spread: Spread) -> list[str]:
    found = bins(dict(spread.counts), 16)
    most = max(count for _, _, count in found)
    rows = tuple((_whole(a) if a == b else f"{_whole(a)} … {_whole(b)}", f"{count:,}") for a, b, count in found)
    grid = Grid(name.capitalize(), "", ("", ""), ">>", rows, tuple(count / most for _, _, count in found))
    return [grid.title, *_table(grid, 18)[1:]]


def _remarks(report: Report) -> list[str]:
    called, lines = labels(report), []
    for flag, because, cards in remarks(report):
        names = ", ".join(called[card.deck, card.name] for card in cards)
        text = f"{MARKS[flag]} {flag}, {because}: {names}"
        lines += wrap(text, WIDTH, initial_indent="  ", subsequent_indent=" " * 6)
    return lines


def _bar(length: float, width: int) -> str:
    """A bar in eighths of a column."""
    eighths = round(8 * width * length)
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


def _wrapped(text: str) -> list[str]:
    return [f"  {line}" for line in wrap(text, WIDTH - 2)]


def _table(grid: Grid, width: int = 24) -> list[str]:
    """Rows in columns, each as wide as its widest entry, two spaces apart; bars at the right."""
    rows = [grid.head, *grid.rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    bars = ["", *(_bar(length, width) for length in grid.bars)]
    lines = []
    for row, bar in zip_longest(rows, bars, fillvalue=""):
        cells = [f"{cell:{side}{room}}" for cell, side, room in zip(row, grid.aligned, widths, strict=True)]
        lines.append("  ".join(["", *cells, bar]))
    return lines
