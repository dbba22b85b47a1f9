"""A Report → text for a terminal, up to 100 columns wide and readable without colour."""

from __future__ import annotations

from itertools import zip_longest
from textwrap import wrap

from pnp.play.report.grids import grids
from pnp.play.report.language import Language, language_of
from pnp.play.report.table import ReportTable
from pnp.play.report.wording import FLAG_MARKS, flag_word, flagged_cards, heading, labels, spreads, story, verdict
from pnp.play.simulation.report import Report
from pnp.play.statistics import Spread, bins

WIDTH = 100
"""The most columns of the text."""
_EIGHTHS = " ▏▎▍▌▋▊▉"


def as_text(report: Report) -> str:
    """Return the whole report."""
    say = language_of(report)
    parts = [[f"{report.title} · {say.players(report.players)}", heading(report), "═" * WIDTH]]
    parts.append(wrap(" ".join(story(report)), WIDTH))
    for role, grid in grids(report).items():
        lines = [grid.title, *note_lines(grid.note)]
        if role == ("ends" if report.won else "seats"):
            lines = [grid.title, *note_lines(verdict(report)), *note_lines(grid.note)]
        parts.append([*lines, *([""] if len(lines) > 1 else []), *table_lines(grid)])
        if role == "numbers":
            parts.append(_histograms(report))
    for question, answers in report.people.answers if report.people else ():
        parts.append([question, *[line for answer in answers for line in _answer(answer)]])
    if lines := _flagged(report):
        parts.append([say("Cards to look at"), *lines])
    return "\n\n".join("\n".join(line.rstrip() for line in part) for part in parts) + "\n"


def _histograms(report: Report) -> list[str]:
    """Return the histograms of decisions and points, side by side."""
    columns = [_histogram(name, spread, language_of(report)) for name, spread in spreads(report)[:2]]
    return ["".join(f"{cell:<{WIDTH // 2}}" for cell in row) for row in zip_longest(*columns, fillvalue="")]


def _histogram(name: str, spread: Spread, say: Language) -> list[str]:
    bars = bins(dict(spread.counts), 16)
    most = max(count for _, _, count in bars)
    rows = tuple(
        (say.whole(a) if a == b else f"{say.whole(a)} … {say.whole(b)}", say.whole(count)) for a, b, count in bars
    )
    grid = ReportTable(name.capitalize(), "", ("", ""), ">>", rows, tuple(count / most for _, _, count in bars))
    return [grid.title, *table_lines(grid, 18)[1:]]


def _flagged(report: Report) -> list[str]:
    labelled, say = labels(report), language_of(report)
    lines: list[str] = []
    for flag, reason, cards in flagged_cards(report):
        names = ", ".join(labelled[card.deck, card.name] for card in cards)
        text = say("{flag}, {reason}: {cards}", flag=flag_word(flag, say), reason=reason, cards=names)
        lines += wrap(f"{FLAG_MARKS[flag]} {text}", WIDTH, initial_indent="  ", subsequent_indent=" " * 6)
    return lines


def _answer(answer: str) -> list[str]:
    """Return an answer of a player as an entry of a list."""
    return wrap(f"– {' '.join(answer.split())}", WIDTH, initial_indent="  ", subsequent_indent=" " * 4)


def _bar(length: float, width: int) -> str:
    """Return a bar in eighths of a column."""
    eighths = round(8 * width * length)
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


def note_lines(text: str) -> list[str]:
    """Return a note below a title."""
    return [f"  {line}" for line in wrap(text, WIDTH - 2)]


def table_lines(grid: ReportTable, width: int = 24) -> list[str]:
    """Return rows in columns, each as wide as its widest entry, two spaces apart; bars at the right."""
    rows = [grid.head, *grid.rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    bars = ["", *(_bar(length, width) for length in grid.bars)]
    lines = []
    for row, bar in zip_longest(rows, bars, fillvalue=""):
        cells = [f"{cell:{side}{room}}" for cell, side, room in zip(row, grid.aligned, widths, strict=True)]
        lines.append("  ".join(["", *cells, bar]))
    return lines
