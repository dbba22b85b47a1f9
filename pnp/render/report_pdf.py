"""Reports → one PDF, A4: key figures, charts, tables. Set by reportlab's Platypus; the same reports, the same bytes."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

from reportlab.graphics.shapes import String
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    KeepTogether,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
)

from pnp import __version__
from pnp.diagnostics import counted
from pnp.render.charts import BOLD, COLOURS, REGULAR, Chart, charts
from pnp.rules.report import Report
from pnp.rules.report_text import Grid, figures, grids, heading, labels, overview, remarks, titled, told

_MARGIN = 18 * mm
_ROOM = A4[0] - 2 * _MARGIN
_GAP = _ROOM - 480.0
_BETWEEN = 22.0
"""Between two tables, pt."""
_SHORT = 12
"""Rows that a table beside another may have."""


def _style(size: float, leading: float, colour: str = "ink", font: str = REGULAR, **more: Any) -> ParagraphStyle:
    return ParagraphStyle(
        f"{font} {size} {colour}", fontName=font, fontSize=size, leading=leading, textColor=COLOURS[colour], **more
    )


_TITLE = _style(20, 24, font=BOLD, spaceAfter=2)
_CHAPTER = _style(15, 19, font=BOLD)
_SECTION = _style(10.5, 14, font=BOLD, spaceBefore=12, spaceAfter=3)
_TEXT = _style(9.5, 13)
_NOTE = _style(8, 10.5, "soft", spaceAfter=3)
_NAME = _style(8, 10, "soft")
_FIGURE = _style(16, 19, font=BOLD)
_CELL = _style(8.5, 11)
_CELL_RIGHT = _style(8.5, 11, alignment=TA_RIGHT)
_HEAD = _style(8, 10.5, "soft")
_HEAD_RIGHT = _style(8, 10.5, "soft", alignment=TA_RIGHT)


def render_report_pdf(reports: Sequence[Report], font_files: Mapping[str, bytes]) -> bytes:
    """Return the PDF of reports on one game, one for each number of players.

    Args:
        reports: At least one.
        font_files: TrueType files, by "regular" and "bold".
    """
    for name, file in ((REGULAR, font_files["regular"]), (BOLD, font_files["bold"])):
        pdfmetrics._fonts.pop(name, None)  # of a report on another project: reportlab would keep it
        pdfmetrics.registerFont(TTFont(name, io.BytesIO(file)))
    output = io.BytesIO()
    _Document(output, reports).build(list(_story(reports)))
    return output.getvalue()


class _Document(BaseDocTemplate):  # type: ignore[misc]
    """Pages with a footer: what was played, with which seed, and the page's number."""

    def __init__(self, output: io.BytesIO, reports: Sequence[Report]) -> None:
        super().__init__(
            output,
            pagesize=A4,
            invariant=1,
            initialFontName=REGULAR,
            title=titled(reports),
            author="",
            subject="Simulated games",
            creator=f"pnp {__version__}",
            producer=f"pnp {__version__}, reportlab",
            lang="en-GB",
        )
        bare = dict.fromkeys(("leftPadding", "rightPadding", "topPadding", "bottomPadding"), 0)
        room = Frame(_MARGIN, 20 * mm, _ROOM, A4[1] - 36 * mm, **bare)
        self.addPageTemplates(PageTemplate(frames=[room], onPage=self._foot))
        self.about = f"{titled(reports)} · seed {', '.join(dict.fromkeys(report.seed for report in reports))}"

    def _foot(self, canvas: Any, _: object) -> None:
        canvas.setStrokeColor(COLOURS["grid"])
        canvas.setLineWidth(0.5)
        canvas.line(_MARGIN, 15 * mm, A4[0] - _MARGIN, 15 * mm)
        canvas.setFont(REGULAR, 8)
        canvas.setFillColor(COLOURS["soft"])
        canvas.drawString(_MARGIN, 11 * mm, _known(self.about))
        canvas.drawRightString(A4[0] - _MARGIN, 11 * mm, str(canvas.getPageNumber()))


# --- what stands on the pages


def _story(reports: Sequence[Report]) -> Iterable[Flowable]:
    yield _set(titled(reports), _TITLE)
    yield Spacer(1, 4)
    if len(reports) > 1:
        yield from _grid(overview(reports))
        yield Spacer(1, 14)
    for place, report in enumerate(reports):
        yield PageBreak() if place else CondPageBreak(400)
        yield from _chapter(report)


def _chapter(report: Report) -> Iterable[Flowable]:
    yield _set(counted(report.players, "player"), _CHAPTER)
    yield _set(heading(report), _NOTE)
    yield Spacer(1, 4)
    yield _boxes(figures(report))
    if told(report):
        yield Spacer(1, 8)
        yield _verdict(report)
    shown = charts(report)
    wide = [chart for chart in shown if chart.drawing.height <= 200]
    for left in range(0, len(wide), 2):
        yield Spacer(1, 10)
        yield _side_by_side([_figure(chart) for chart in wide[left : left + 2]])
    tables = {grid.title: grid for grid in grids(report)}
    cards = tables.pop("Cards", None)
    for row in _rows(tables.values()):
        yield KeepTogether(list(_grid(row[0])) if len(row) == 1 else [Spacer(1, 12), _beside(*row)])
    tall = [chart for chart in shown if chart not in wide]
    looked_at = list(_remarks(report))
    if tall or looked_at:
        yield CondPageBreak(max([chart.drawing.height for chart in tall], default=0) + 90)
    for chart in tall:
        yield Spacer(1, 10)
        yield _side_by_side([_figure(chart), looked_at])
    if looked_at and not tall:
        yield Spacer(1, 12)
        yield from looked_at
    if cards:
        yield KeepTogether(list(_grid(cards)))


def _set(text: str, style: ParagraphStyle) -> Paragraph:
    return Paragraph(escape(_known(text)), style)


def _known(text: str) -> str:
    """The text, with a question mark for what the font has no glyph for, as reportlab would draw nothing at all.

    A number is not parted from its %.
    """
    known = pdfmetrics.getFont(REGULAR).face.charToGlyph
    return "".join(character if ord(character) in known else "?" for character in text).replace(" %", "\u00a0%")


def _boxes(found: Sequence[tuple[str, str, str]]) -> Table:
    cells = [[_set(name, _NAME), _set(figure, _FIGURE), _set(remark, _NAME)] for name, figure, remark in found]
    return Table(
        [cells],
        colWidths=[_ROOM / len(cells)] * len(cells),
        style=[
            *_PLAIN,
            ("BACKGROUND", (0, 0), (-1, -1), COLOURS["band"]),
            ("LINEAFTER", (0, 0), (-2, -1), 3, "#ffffff"),
            ("LEFTPADDING", (0, 0), (-1, -1), 7),
            ("TOPPADDING", (0, 0), (-1, -1), 5),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 6),
        ],
    )


def _verdict(report: Report) -> Table:
    colour = COLOURS["mark" if report.fairness and report.fairness.verdict == "unfair" else "bar"]
    style = [*_PLAIN, ("LINEBEFORE", (0, 0), (0, 0), 3, colour), ("LEFTPADDING", (0, 0), (0, 0), 8)]
    return Table([[_set(told(report), _TEXT)]], colWidths=[_ROOM], style=style)


def _side_by_side(columns: Sequence[Sequence[Flowable]]) -> Table:
    """Two columns of a chart's width."""
    cells = [*map(list, columns), *[[]] * (2 - len(columns))]
    return Table([[cells[0], "", cells[1]]], colWidths=[240, _GAP, 240], style=_PLAIN)


def _figure(chart: Chart) -> list[Flowable]:
    for shape in chart.drawing.contents:
        if isinstance(shape, String):
            shape.text = _known(shape.text)
    note = _set(chart.note, _NOTE) if chart.note else Spacer(1, 4)
    return [_set(chart.title, _CELL_BOLD), note, chart.drawing]


def _remarks(report: Report) -> Iterable[Flowable]:
    found, called = remarks(report), labels(report)
    if found:
        yield _set("Cards to look at", _CELL_BOLD)
    for flag, because, cards in found:
        names = ", ".join(called[card.deck, card.name] for card in cards)
        yield Spacer(1, 4)
        text = f"<font name='{BOLD}'>{flag.capitalize()}</font>, {escape(_known(f'{because}: {names}'))}"
        yield Paragraph(text, _TEXT)


def _rows(found: Iterable[Grid]) -> Iterable[list[Grid]]:
    """Tables in their order, two short ones beside each other where there is room; that pair cannot break at a page."""
    row: list[Grid] = []
    for grid in found:
        pair = [*row, grid]
        width = sum(sum(_widths(table)) for table in pair) + _BETWEEN
        if len(pair) == 2 and width <= _ROOM and max(len(table.rows) for table in pair) <= _SHORT:
            yield pair
            row = []
        else:
            if row:
                yield row
            row = [grid]
    if row:
        yield row


def _beside(left: Grid, right: Grid) -> Table:
    """Two tables; the heading and note of the right one may take the room that is left."""
    width = sum(_widths(left))
    cells = [list(_grid(left)), "", list(_grid(right))]
    return Table([cells], colWidths=[width, _BETWEEN, _ROOM - width - _BETWEEN], style=_PLAIN)


def _grid(grid: Grid) -> Iterable[Flowable]:
    yield _set(grid.title, _SECTION)
    if grid.note:
        yield _set(grid.note, _NOTE)
    sides = [(_HEAD, _CELL) if side == "<" else (_HEAD_RIGHT, _CELL_RIGHT) for side in grid.aligned]
    rows = [[_set(cell, side[0]) for cell, side in zip(grid.head, sides, strict=True)]]
    rows += [[_set(_marked(cell), side[1]) for cell, side in zip(row, sides, strict=True)] for row in grid.rows]
    yield Table(
        rows,
        colWidths=_widths(grid),
        repeatRows=1,
        hAlign="LEFT",
        style=[
            *_PLAIN,
            ("LINEBELOW", (0, 0), (-1, 0), 0.8, COLOURS["soft"]),
            ("LINEBELOW", (0, 1), (-1, -1), 0.4, COLOURS["grid"]),
            ("TOPPADDING", (0, 0), (-1, -1), 1.5),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 2.5),
            ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
            *[("LEFTPADDING", (n, 0), (n, -1), 14) for n, side in enumerate(grid.aligned) if n and side == "<"],
        ],
    )


def _marked(cell: str) -> str:
    return {"▲": "dominant", "▽": "dead"}.get(cell, cell)


def _widths(grid: Grid) -> list[float]:
    """Each column as wide as its widest entry, with some air between; all of the page's width at the most."""
    widths = []
    for place, column in enumerate(zip(grid.head, *grid.rows, strict=True)):
        air = 12 if place == 0 or grid.aligned[place] == ">" else 26
        widths.append(max(pdfmetrics.stringWidth(_marked(cell), REGULAR, 8.5) for cell in column) + air)
    return [width * min(1, _ROOM / sum(widths)) for width in widths]


_CELL_BOLD = _style(9.5, 12, font=BOLD)
_PLAIN = [
    ("FONT", (0, 0), (-1, -1), REGULAR, 8.5),
    ("LEFTPADDING", (0, 0), (-1, -1), 0),
    ("RIGHTPADDING", (0, 0), (-1, -1), 0),
    ("TOPPADDING", (0, 0), (-1, -1), 0),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 0),
    ("VALIGN", (0, 0), (-1, -1), "TOP"),
]
