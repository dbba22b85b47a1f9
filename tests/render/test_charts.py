"""Charts and the two reports made with them: PDF and HTML."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from xml.etree import ElementTree

import pypdf
import pytest
from conftest import ROOT
from reportlab.graphics.shapes import Circle, Line, Polygon, Rect, String
from rules.test_report import simulated, team

from pnp.render.charts import COLOURS, WIDTH, charts, ticks
from pnp.render.report_html import chart_svg, render_report_html
from pnp.render.report_pdf import render_report_pdf
from pnp.rules.report import Report
from pnp.rules.report_text import told

FONTS = {
    "regular": (ROOT / "fonts/source-sans-3/SourceSans3-Regular.ttf").read_bytes(),
    "bold": (ROOT / "fonts/source-sans-3/SourceSans3-SemiBold.ttf").read_bytes(),
}


@pytest.fixture(scope="module")
def report() -> Report:
    found = simulated(1200, players=3, bots=("random", "high"))
    return replace(found, endings=(*found.endings, replace(found.endings[0], why="<never> & nowhere", games=0)))


def shapes(report: Report, title: str, kind: type) -> list[object]:
    (chart,) = [chart for chart in charts(report) if chart.title == title]
    return [shape for shape in chart.drawing.contents if isinstance(shape, kind)]


def test_there_is_a_chart_for_each_question(report: Report) -> None:
    titles = [chart.title for chart in charts(report)]
    assert titles == ["Length", "Points", "Wins by seat", "Ends", "Wins by bot", "Cards"]
    plain = replace(report, scores=None, fairness=None, bot_results=(), cards=(), endings=report.endings[:1])
    assert [chart.title for chart in charts(plain)] == ["Length"]


def test_everything_is_drawn_inside_the_drawing(report: Report) -> None:
    for chart in charts(report):
        width, height = chart.drawing.width, chart.drawing.height
        assert width == WIDTH
        for shape in chart.drawing.contents:
            left, bottom, right, top = shape.getBounds() if not isinstance(shape, String) else (shape.x, shape.y) * 2
            assert -0.01 <= left <= right <= width + 0.01, (chart.title, shape)
            assert -0.01 <= bottom <= top <= height + 0.01, (chart.title, shape)


def test_bars_of_a_histogram_are_as_high_as_their_shares(report: Report) -> None:
    assert report.scores
    bars = shapes(report, "Points", Rect)
    counts = [count for _, count in report.scores.counts]
    assert len(bars) == len(counts) == 3
    assert [bar.height / bars[0].height for bar in bars] == pytest.approx([n / counts[0] for n in counts])  # type: ignore[attr-defined]


def test_a_seats_dot_stands_in_its_interval_on_the_axis_of_its_labels(report: Report) -> None:
    assert report.fairness
    dots = [shape.cx for shape in shapes(report, "Wins by seat", Circle)]  # type: ignore[attr-defined]
    labels = {
        float(shape.text.split()[0]) / 100: shape.x  # type: ignore[attr-defined]
        for shape in shapes(report, "Wins by seat", String)
        if re.fullmatch(r"[\d.]+ %", shape.text)  # type: ignore[attr-defined]
    }
    (low, low_x), *_, (high, high_x) = sorted(labels.items())
    expected = [low_x + (high_x - low_x) * (seat.value - low) / (high - low) for seat in report.fairness.seats]
    assert dots == pytest.approx(expected)
    whiskers = [line for line in shapes(report, "Wins by seat", Line) if line.strokeWidth == 1.4]  # type: ignore[attr-defined]
    for dot, line in zip(dots, whiskers, strict=True):
        assert line.x1 <= dot <= line.x2  # type: ignore[attr-defined]


def test_cards_to_look_at_differ_in_shape_not_only_in_colour() -> None:
    report = simulated(4000)
    flagged = [card for card in report.cards if card.flag and card.difference]
    assert flagged
    assert len(shapes(report, "Cards", Polygon)) == len(flagged)


def test_colours_differ_as_greys() -> None:
    def grey(name: str) -> float:
        colour = COLOURS[name]
        return float(0.2126 * colour.red**2.2 + 0.7152 * colour.green**2.2 + 0.0722 * colour.blue**2.2)

    bar, mark, paper = grey("bar"), grey("mark"), 1.0
    assert (mark + 0.05) / (bar + 0.05) > 1.6
    assert (paper + 0.05) / (bar + 0.05) > 4.5
    assert (paper + 0.05) / (grey("soft") + 0.05) > 4.5


@pytest.mark.parametrize("players", [1, 3])
def test_a_report_of_players_who_win_together_has_their_share_and_no_seats(players: int) -> None:
    report = team(400, players, ("high",))
    assert [chart.title for chart in charts(report)] == ["Length", "Ends", "Cards"]
    assert told(report).startswith("Won: ")
    page = render_report_html([report])
    assert f'<p class="verdict">{told(report)}</p>' in page
    assert f"{players} player{'s' if players > 1 else ''}</h2>" in page
    text = "".join(
        page.extract_text() for page in pypdf.PdfReader(io.BytesIO(render_report_pdf([report], FONTS))).pages
    )
    assert "which all players win" in text.replace("\n", " ") or players == 1
    assert "Wins by seat" not in text


@pytest.mark.parametrize(("low", "high"), [(0, 1), (14.5, 57.5), (-83, 36), (0.2, 0.31), (-0.001, 0.004), (0, 0.02)])
def test_ticks_are_round_and_within(low: float, high: float) -> None:
    found = ticks(low, high)
    assert 2 <= len(found) <= 7
    assert low <= found[0]
    assert found[-1] <= high
    steps = {round(b - a, 9) for a, b in pairwise(found)}
    assert len(steps) == 1
    assert re.fullmatch(r"[125]0*", f"{steps.pop():.9f}".replace(".", "").strip("0"))


# --- HTML


def test_a_chart_is_svg_with_its_words_and_the_pages_colours(report: Report) -> None:
    for chart in charts(report):
        root = ElementTree.fromstring(chart_svg(chart))
        assert root.attrib["role"] == "img"
        assert root.attrib["aria-label"] == chart.told
        assert len(root) == len(chart.drawing.contents)
        assert not re.search("#[0-9a-fA-F]{6}|rgb", chart_svg(chart))


class Page(HTMLParser):
    """Collects tags, and refuses a page whose tags do not match."""

    EMPTY = {"meta", "rect", "line", "circle", "polygon"}

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_whole_and_loads_nothing(report: Report) -> None:
    text = render_report_html([report, replace(report, players=4)])
    page = Page(text)
    tags = [tag for tag, _ in page.tags]
    assert tags.count("h1") == 1
    assert tags.count("h2") == 2
    assert tags.count("svg") == 2 * len(charts(report))
    assert {"link", "script", "img", "iframe"} & set(tags) == set()
    assert not any("href" in attributes or "src" in attributes for _, attributes in page.tags)
    assert "url(" not in text
    assert "&lt;never&gt; &amp; nowhere" in text
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert text == render_report_html([report, replace(report, players=4)])


def test_tables_name_their_columns_and_rows(report: Report) -> None:
    page = Page(render_report_html([report]))
    scopes = [attributes.get("scope") for tag, attributes in page.tags if tag == "th"]
    assert set(scopes) == {"col", "row"}


# --- PDF


@pytest.fixture(scope="module")
def pdf(report: Report) -> bytes:
    return render_report_pdf([report, replace(report, players=4)], FONTS)


def test_the_pdf_can_be_read_and_searched(report: Report, pdf: bytes) -> None:
    reader = pypdf.PdfReader(io.BytesIO(pdf))
    pages = [page.extract_text() for page in reader.pages]
    whole = " ".join(" ".join(pages).split())
    for part in ("Duel", "3 players", "4 players", told(report), "Cards to look at", "equal part", "<never> & nowhere"):
        assert part in whole
    assert all(page.rstrip().endswith(str(n)) or "seed 7" in page for n, page in enumerate(pages, 1))
    assert [round(float(n)) for n in reader.pages[0].mediabox[2:]] == [595, 842]
    assert reader.metadata
    assert reader.metadata.title == "Duel: 2,400 games played"


def test_all_fonts_of_the_pdf_are_embedded_and_used(pdf: bytes) -> None:
    fonts = {
        str(font.get_object()["/BaseFont"])
        for page in pypdf.PdfReader(io.BytesIO(pdf)).pages
        for font in page["/Resources"]["/Font"].values()  # type: ignore[index]
    }
    assert {font.split("+")[1] for font in fonts} == {"SourceSans3-Regular", "SourceSans3-SemiBold"}


def test_the_pdf_is_the_same_in_every_process(pdf: bytes) -> None:
    code = (
        "import sys, hashlib; sys.path[:0] = ['tests', 'tests/rules', 'tests/render']; from dataclasses import replace\n"
        "from test_report import simulated; from pnp.render.report_pdf import render_report_pdf; from pathlib import Path\n"
        "fonts = {'regular': 'Regular', 'bold': 'SemiBold'}\n"
        "fonts = {k: Path(f'fonts/source-sans-3/SourceSans3-{v}.ttf').read_bytes() for k, v in fonts.items()}\n"
        "r = simulated(1200, players=3, bots=('random', 'high'))\n"
        "r = replace(r, endings=(*r.endings, replace(r.endings[0], why='<never> & nowhere', games=0)))\n"
        "sys.stdout.buffer.write(render_report_pdf([r, replace(r, players=4)], fonts))"
    )
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, check=True, cwd=ROOT, env={"PYTHONHASHSEED": seed}
        )
        assert done.stdout == pdf


def test_a_letter_the_font_lacks_is_not_left_out(report: Report) -> None:
    strange = replace(report, title="Duel 龍")
    text = pypdf.PdfReader(io.BytesIO(render_report_pdf([strange], FONTS))).pages[0].extract_text()
    assert "Duel ?" in text


def heading_places(pdf: bytes) -> dict[str, tuple[int, int, int]]:
    """Where section headings of a report stand: page, and points from its bottom and left."""
    places: dict[str, tuple[int, int, int]] = {}
    for number, page in enumerate(pypdf.PdfReader(io.BytesIO(pdf)).pages):

        def keep(text: str, cm: list[float], tm: list[float], font: object, size: float, at: int = number) -> None:
            if size == 10.5:
                places[text.strip()] = (at, round(cm[5] + tm[5]), round(cm[4] + tm[4]))

        page.extract_text(visitor_text=keep)
    return places


def test_small_tables_stand_beside_each_other_where_they_have_room(report: Report) -> None:
    long = replace(report, endings=(replace(report.endings[0], why="an end that takes a whole line " * 2),))
    for found, is_beside in ((report, True), (long, False)):
        places = heading_places(render_report_pdf([found], FONTS))
        assert (places["Ends"][:2] == places["Seats"][:2]) is is_beside
        assert (places["Ends"][2] < places["Seats"][2]) is is_beside


def test_a_table_longer_than_a_page_goes_on_on_the_next(report: Report) -> None:
    many = tuple(replace(report.endings[0], why=f"end {number}.") for number in range(200))
    pages = pypdf.PdfReader(io.BytesIO(render_report_pdf([replace(report, endings=many)], FONTS))).pages
    whole = " ".join(page.extract_text() for page in pages)
    assert all(f"end {number}." in whole for number in range(200))
