"""A VariantReport → its sentence and its table, on a terminal or as an HTML page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from textwrap import wrap

from pnp.core.fonts import FontSet
from pnp.play.report.html import html_page, html_table
from pnp.play.report.language import Language, language_for
from pnp.play.report.table import ReportTable
from pnp.play.report.terminal import WIDTH, note_lines, table_lines
from pnp.play.report.wording import elided
from pnp.play.simulation.variants import VariantReport, VariantRow
from pnp.text.own_words import message

NAMES: Mapping[str, str] = {
    "decisions": message("decisions"),
    "picks": message("picks"),
    "points": message("points"),
    "lead": message("lead"),
    "won by all": message("won by all"),
    # Translators: wins of one seat; {seat} is its number.
    "won alone": message("seat {seat} wins alone"),
    "ending": "{detail}",
    "measure": "{detail}",
}
"""What the rows are called."""


def as_text(report: VariantReport) -> str:
    """Return the report as text."""
    say, table = language_for(report.language), variant_table(report)
    lines = [f"{report.title} · {say.players(report.players)}", _heading(report, say), "═" * WIDTH, ""]
    lines += [*wrap(_sentence(report, say), WIDTH), "", *note_lines(table.note), "", *table_lines(table)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def as_html(reports: Sequence[VariantReport], _fonts: FontSet) -> str:
    """Return the page of reports on the same variants, one for each number of players."""
    say = language_for(reports[0].language)
    title = escape(f"{reports[0].title}: {_variants(reports[0], say)}")
    parts = [f"<h1>{title}</h1>"]
    for report in reports:
        parts += [f"<section><h2>{escape(say.players(report.players))}</h2>"]
        parts += [f'<p class="about">{escape(_heading(report, say))}</p>']
        parts += [f'<p class="story">{escape(_sentence(report, say))}</p>', *html_table(variant_table(report))]
        parts += ["</section>"]
    return html_page(title, parts, say)


def variant_table(report: VariantReport) -> ReportTable:
    """Return a row for each quantity; * marks what is certain to differ."""
    say = language_for(report.language)
    rows = tuple(
        (
            elided(_name(row, say), 36),
            _value(row.one, row, say),
            _value(row.other, row, say),
            _difference(row.difference.value, row, say) + (" *" if row.is_certain else "  "),
            say(
                "{low} to {high}",
                low=_difference(row.difference.low, row, say),
                high=_difference(row.difference.high, row, say),
            ),
        )
        for row in report.rows
    )
    head = (
        "",
        *(elided(name or say("as it is"), 18) for name in (report.one, report.other)),
        say("difference"),
        "95 %",
    )
    note = say(
        "Each game is played in both variants from the same seed. Shares differ in percentage points;"
        " * is certain not to be chance; the intervals hold for all together."
    )
    return ReportTable(say("Two variants"), note, head, "<>>>>", rows)


def _heading(report: VariantReport, say: Language) -> str:
    bots = say("bots: {bots}", bots=", ".join(report.bots))
    seed = say("seed {seed}", seed=report.seed)
    return " · ".join([say.games(report.games), bots, _variants(report, say), seed])


def _variants(report: VariantReport, say: Language) -> str:
    usual = say("as it is")
    return say("{one} beside {other}", one=report.one or usual, other=report.other or usual)


def _sentence(report: VariantReport, say: Language) -> str:
    certain = [row for row in report.rows if row.is_certain]
    if not certain:
        return say("Nothing is certain to differ.")
    listed = ", ".join(f"{_name(row, say)} {_difference(row.difference.value, row, say)}" for row in certain)
    return say("Certain to differ: {list}.", list=listed)


def _name(row: VariantRow, say: Language) -> str:
    name = NAMES[row.name]
    return row.detail if name == "{detail}" else say(name, seat=row.detail)


def _value(value: float, row: VariantRow, say: Language) -> str:
    return say.percent(value) if row.unit == "share" else say.number(f"{value:,.2f}")


def _difference(value: float, row: VariantRow, say: Language) -> str:
    return say.points(value) if row.unit == "share" else say.number(f"{round(value, 2) + 0.0:+,.2f}")
