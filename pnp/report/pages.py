"""Lines and pictures → rows: what stands side by side on a page and is never cut.

Grids → rows of a page: a title, a note, a head that is repeated on every page, and cells in columns.

Reports → A4 pages as Frames: key figures, charts and tables, a chapter for each number of players.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain, pairwise

from pnp.core.frame import Anchor, Frame, Group, Item, Path, Stroke, move
from pnp.core.markup import Run, Runs
from pnp.core.outline import polyline, rectangle
from pnp.core.units import Mm
from pnp.layout.printing import PAPERS
from pnp.play.summary import Report
from pnp.report.charts import Chart, charts
from pnp.report.grids import Grid, overview
from pnp.report.language import language_of
from pnp.report.plot import COLOURS, Compositor, Kind
from pnp.report.plot import WIDTH as CHART
from pnp.report.wording import BEHIND, MARKS, figures, heading, labels, remarks, story, titled, told
from pnp.rulebook.pages import Slice, page_ends


@dataclass(frozen=True)
class Row:
    """A part of a column.

    Attributes:
        height: mm.
        items: Placed from the row's top left, mm.
        before: Room above, gone at the top of a page.
        holds: Whether the next row must stay on the same page.
        head: What is repeated above it at the top of a page.
    """

    height: Mm
    items: tuple[Item, ...] = ()
    before: Mm = 0.0
    holds: bool = False
    head: Row | None = None


def text_rows(text: str | Runs, kind: Kind, width: Mm, compositor: Compositor, is_right: bool = False) -> list[Row]:
    """A text in lines of a width, a row each."""
    leading, baseline = compositor.leading(kind), compositor.baseline(kind)
    return [
        Row(leading, tuple(line.placed(width - line.width if is_right else 0.0, baseline)))
        for line in compositor.lines(text, kind, width)
    ]


def held(rows: Iterable[Row]) -> list[Row]:
    """Rows that stay together and with what follows."""
    return [replace(row, holds=True) for row in rows]


def spaced(rows: Sequence[Row], before: Mm) -> list[Row]:
    """Rows with room above the first."""
    return [replace(row, before=before if place == 0 else row.before) for place, row in enumerate(rows)]


def stacked(rows: Iterable[Row]) -> Row:
    """Rows below each other as one."""
    items: list[Item] = []
    y = 0.0
    for place, row in enumerate(rows):
        y += row.before if place else 0.0
        if row.items:
            items.append(Group(row.items, move(0.0, y)))
        y += row.height
    return Row(y, tuple(items))


def beside(rows: Sequence[Row], lefts: Sequence[Mm]) -> Row:
    """Rows beside each other as one, their tops level.

    Args:
        rows: In any order.
        lefts: Where the left edge of each is, mm.
    """
    items = tuple(Group(row.items, move(left, 0.0)) for row, left in zip(rows, lefts, strict=True))
    return Row(max(row.height for row in rows), items)


AIR: Mm = 4.2
"""Between two columns; a column of text has as much more at its right."""

GAP: Mm = 6.0
"""Above a table."""

BETWEEN: Mm = 8.0
"""Two tables beside each other."""

SHORT = 12
"""Rows that a table beside another may have."""

LEAST_TEXT = 0.3
"""Part of the room that columns of text keep where all columns together are too wide."""

ABOVE, BELOW = 0.5, 0.9
"""Room over and under the text of a cell, mm; letters hang lower than they rise, so that there is more below."""

_ON_PAPER = {mark: flag for flag, mark in MARKS.items() if mark}
"""What stands for a card's mark, which few fonts have."""


@dataclass(frozen=True)
class Column:
    """Where a column's cells stand, mm."""

    left: Mm
    width: Mm
    is_text: bool


def tables(grids: Sequence[Grid], compositor: Compositor, room: Mm, depth: Mm) -> list[Row]:
    """Grids in their order, two short ones beside each other where there is room.

    Args:
        grids: What they say.
        compositor: Sets their texts.
        room: Width of the page, mm.
        depth: Height of the page, mm; a table that fits is not cut.
    """
    rows: list[Row] = []
    waiting = list(grids)
    while waiting:
        grid, *waiting = waiting
        width = _width(grid, compositor, room)
        start = width + BETWEEN
        if waiting and _may_stand_beside(grid, waiting[0]) and start + _width(waiting[0], compositor, room) <= room:
            other, *waiting = waiting
            pair = [_table(grid, compositor, width, depth), _table(other, compositor, room - start, depth)]
            rows += spaced([beside([stacked(one) for one in pair], [0.0, start])], GAP)
        else:
            rows += spaced(_table(grid, compositor, room, depth), GAP)
    return rows


def _may_stand_beside(grid: Grid, other: Grid) -> bool:
    return max(len(grid.rows), len(other.rows)) <= SHORT


def _width(grid: Grid, compositor: Compositor, room: Mm) -> Mm:
    last = columns_of(grid, compositor, room)[-1]
    return last.left + last.width


def _table(grid: Grid, compositor: Compositor, room: Mm, depth: Mm) -> list[Row]:
    """A grid with its title and its note, which are as wide as the room is."""
    columns = columns_of(grid, compositor, room)
    head = _row(grid.head, "head", columns, compositor)
    rows = held(text_rows(grid.title, "section", room, compositor))
    if grid.note:
        rows += held(spaced(text_rows(grid.note, "note", room, compositor), 0.5))
    rows += held(spaced([head], 1.2))
    body = [_row(_on_paper(cells), "cell", columns, compositor) for cells in grid.rows]
    fits = sum(row.before + row.height for row in (*rows, *body)) <= depth
    for place, row in enumerate(body, 1):
        holds = place < len(body) and (fits or place in (1, len(body) - 1))
        rows.append(replace(row, holds=holds, head=head if place > 1 else None))
    return rows


def columns_of(grid: Grid, compositor: Compositor, room: Mm) -> list[Column]:
    """Each column as wide as its widest entry; where that is too much, columns of text give way, then all."""
    is_text = [side == "<" for side in grid.aligned]
    widths = [_widest(column, compositor) for column in zip(grid.head, *map(_on_paper, grid.rows), strict=True)]
    airs = [2 * AIR if text else AIR for text in is_text[:-1]] + [0.0]
    texts = sum(width for width, text in zip(widths, is_text, strict=True) if text)
    others = sum(widths) + sum(airs) - texts
    if texts + others > room:
        share = max(room - others, LEAST_TEXT * room) / texts
        widths = [width * share if text else width for width, text in zip(widths, is_text, strict=True)]
    scale = min(1.0, room / (sum(widths) + sum(airs)))
    lefts = accumulate((scale * (width + air) for width, air in zip(widths, airs, strict=True)), initial=0.0)
    sizes = (scale * width for width in widths)
    return [Column(*column) for column in zip(lefts, sizes, is_text, strict=False)]


def _on_paper(cells: Sequence[str]) -> list[str]:
    return [_ON_PAPER.get(cell, cell) for cell in cells]


def _widest(column: Sequence[str], compositor: Compositor) -> Mm:
    """Of the widest entry, with a little more, so that it does not break by a rounding error."""
    head, *cells = column
    found = [compositor.line(head, "head"), *(compositor.line(cell, "cell") for cell in cells)]
    return max(line.width for line in found) + 0.01


def _row(cells: Sequence[str], kind: Kind, columns: Sequence[Column], compositor: Compositor) -> Row:
    """Cells over a line, which is darker below the head."""
    texts = [
        stacked([Row(ABOVE), *text_rows(cell, kind, column.width, compositor, is_right=not column.is_text)])
        for cell, column in zip(cells, columns, strict=True)
    ]
    row = beside(texts, [column.left for column in columns])
    y, stroke = row.height + BELOW, Stroke(COLOURS["soft"], 0.28) if kind == "head" else Stroke(COLOURS["grid"], 0.14)
    line = Path(polyline((0.0, y, columns[-1].left + columns[-1].width, y)), None, stroke)
    return Row(y, (*row.items, line))


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
