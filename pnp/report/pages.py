"""Reports → A4 pages as Frames: key figures, charts and tables, a chapter for each number of players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, pairwise

from pnp.layout.frame import Anchor, Frame, Group, Path, Stroke, move
from pnp.layout.outline import polyline, rectangle
from pnp.layout.paging import Slice, page_ends
from pnp.layout.paper import PAPERS
from pnp.markup import Run
from pnp.report.charts import Chart, charts
from pnp.report.compositor import COLOURS, Compositor
from pnp.report.grids import overview
from pnp.report.language import language_of
from pnp.report.plot import WIDTH as CHART
from pnp.report.roles import BEHIND
from pnp.report.rows import Row, beside, held, spaced, stacked, text_rows
from pnp.report.tables import tables
from pnp.report.wording import figures, heading, labels, remarks, story, titled, told
from pnp.rules.simulation.report import Report
from pnp.units import Mm

PAGE = PAPERS["a4"]
SIDE, TOP, BOTTOM = 18.0, 16.0, 20.0
"""Margins, mm; the foot stands in the lower one."""
MEASURE: Mm = PAGE[0] - 2 * SIDE
DEPTH: Mm = PAGE[1] - TOP - BOTTOM

CHAPTER_GAP: Mm = 12.0
"""Above a number of players, where it does not begin a page."""


def report_pages(reports: Sequence[Report], compositor: Compositor) -> list[Frame]:
    """Return the pages of reports on one game.

    Args:
        reports: One for each number of players, at least one; one below the other under the title.
        compositor: Sets their texts.
    """
    opening = held(text_rows(titled(reports), "title", MEASURE, compositor))
    if len(reports) > 1:
        opening += tables([overview(reports)], compositor, MEASURE, DEPTH)
    pages = _cut([*opening, *chain.from_iterable(_chapter(report, compositor) for report in reports)])
    seeds = ", ".join(dict.fromkeys(report.seed for report in reports))
    about = f"{titled(reports)} · {language_of(reports[0])('seed {seed}', seed=seeds)}"
    return [_page(rows, about, number, compositor) for number, rows in enumerate(pages, 1)]


# --- pages


def _cut(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """Rows by page, all pages about as full; where a table goes on, its head comes first."""
    heads = [row.head.height if row.head else 0.0 for row in rows]
    slices = [Slice(row.height, row.before, row.holds, head) for row, head in zip(rows, heads, strict=True)]
    for start, end in pairwise([0, *page_ends(slices, DEPTH, fills_last=True)]):
        head = rows[start].head
        yield [*([head] if head else []), *rows[start:end]]


def _page(rows: Iterable[Row], about: str, number: int, compositor: Compositor) -> Frame:
    """A page with its foot: what was played, with which seed, and the page's number."""
    body = Group(stacked(rows).items, move(SIDE, TOP))
    y = PAGE[1] - 15
    rule = Path(polyline((SIDE, y, SIDE + MEASURE, y)), None, Stroke(COLOURS["grid"], 0.18))
    numeral = compositor.line(str(number), "note")
    text = compositor.line(about, "note", MEASURE - 12)
    foot = [*text.placed(SIDE, y + 4), *numeral.placed(SIDE + MEASURE - numeral.width, y + 4)]
    return Frame(*PAGE, (body, rule, *foot), name=f"page {number}")


# --- what stands on them


def _chapter(report: Report, compositor: Compositor) -> list[Row]:
    """One number of players."""
    shown = charts(report, compositor)
    return [
        *_opening(report, compositor),
        *_figures([chart for role, chart in shown if role not in BEHIND], compositor),
        *_lists([chart for role, chart in shown if role in BEHIND], report, compositor),
    ]


def _opening(report: Report, compositor: Compositor) -> list[Row]:
    """Who played, and what came of it in a few sentences and figures."""
    title = language_of(report).counted(report.players, "player")
    first, *rest = text_rows(title, "chapter", MEASURE, compositor)
    anchor = Anchor(0.0, 0.0, f"players-{report.players}", title, 0)
    rows = spaced([replace(first, items=(anchor, *first.items)), *rest], CHAPTER_GAP)
    rows += text_rows(heading(report), "note", MEASURE, compositor)
    rows += spaced(text_rows(" ".join(story(report)), "story", MEASURE, compositor), 2.0)
    rows += spaced([_boxes(figures(report), compositor)], 2.5)
    if verdict := told(report):
        is_unfair = report.fairness is not None and report.fairness.verdict == "unfair"
        rows += spaced([_verdict(verdict, "mark" if is_unfair else "bar", compositor)], 3.0)
    return [*held(rows[:-1]), rows[-1]]


def _boxes(found: Sequence[tuple[str, str, str]], compositor: Compositor) -> Row:
    """Key figures on tinted ground, beside each other."""
    gap, pad = 1.2, 2.4
    width = (MEASURE + gap) / len(found) - gap
    lefts = [place * (width + gap) for place in range(len(found))]
    texts = beside([_box(*texts, width - 2 * pad, compositor) for texts in found], [left + pad for left in lefts])
    height = texts.height + 2 * pad
    grounds = [Path(rectangle(left, 0.0, width, height, 1.0, 1.0), COLOURS["band"]) for left in lefts]
    return Row(height, (*grounds, Group(texts.items, move(0.0, pad))))


def _box(name: str, figure: str, remark: str, width: Mm, compositor: Compositor) -> Row:
    above, below = (text_rows(text, "note", width, compositor) for text in (name, remark))
    return stacked([*above, *text_rows(figure, "figure", width, compositor), *below])


def _verdict(text: str, colour: str, compositor: Compositor) -> Row:
    """A sentence with a bar at its left."""
    row = stacked(text_rows(text, "text", MEASURE - 4, compositor))
    bar = Path(rectangle(0.0, 0.0, 1.0, row.height), COLOURS[colour])
    return Row(row.height, (bar, Group(row.items, move(4.0, 0.0))))


def _figures(shown: Sequence[Chart], compositor: Compositor) -> list[Row]:
    """Charts two by two, those beside each other on one level."""
    rows = []
    for start in range(0, len(shown), 2):
        pair = shown[start : start + 2]
        captions = [_caption(chart, compositor) for chart in pair]
        level = max(caption.height for caption in captions)
        columns = [
            stacked([replace(caption, height=level), _plot(chart)])
            for caption, chart in zip(captions, pair, strict=True)
        ]
        rows += spaced([_beside(columns)], 4.0)
    return rows


def _caption(chart: Chart, compositor: Compositor) -> Row:
    texts = text_rows(chart.title, "caption", CHART, compositor)
    return stacked([*texts, *text_rows(chart.note, "note", CHART, compositor)])


def _plot(chart: Chart) -> Row:
    return Row(chart.frame.height, chart.frame.items, before=1.5)


def _beside(columns: Sequence[Row]) -> Row:
    """One column or two, of a chart's width."""
    return beside(columns, [0.0, MEASURE - CHART][: len(columns)])


def _lists(shown: Sequence[Chart], report: Report, compositor: Compositor) -> list[Row]:
    """Charts of cards and cards to look at, two by two; cards that have no room beside a chart stand below."""
    columns = [stacked([_caption(chart, compositor), _plot(chart)]) for chart in shown]
    looked_at = stacked(_remarks(report, CHART, compositor))
    below: list[Row] = []
    if columns and looked_at.height <= DEPTH:
        columns.append(looked_at)
    else:
        below = spaced(_remarks(report, MEASURE, compositor), 6.0)
    rows = (spaced([_beside(columns[start : start + 2])], 5.0) for start in range(0, len(columns), 2))
    return [*chain.from_iterable(rows), *below]


def _remarks(report: Report, width: Mm, compositor: Compositor) -> list[Row]:
    """Cards to look at, together where the reason is the same."""
    found, called = remarks(report), labels(report)
    say = language_of(report)
    rows = held(text_rows(say("Cards to look at"), "caption", width, compositor)) if found else []
    for flag, because, cards in found:
        names = ", ".join(called[card.deck, card.name] for card in cards)
        runs = (Run(say(flag).capitalize(), bold=True), Run(f", {because}{say.colon} {names}"))
        rows += spaced(text_rows(runs, "text", width, compositor), 1.4)
    return rows
