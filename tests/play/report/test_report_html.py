"""The HTML page: whole, self-contained, with charts whose colours are the page's."""

from __future__ import annotations

import re
import subprocess
import sys
from base64 import b64encode
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from conftest import ROOT
from play.report.samples import asked, compositor, sample, together
from strategies import shipped_fonts

from pnp.play.report.charts import charts
from pnp.play.report.grids import overview
from pnp.play.report.html import cards_on_page, report_html
from pnp.play.report.plot import COLOURS
from pnp.play.report.wording import story, verdict
from pnp.play.simulation.report import Report

SVG = "{http://www.w3.org/2000/svg}"


def html(*reports: Report) -> str:
    return report_html(reports, shipped_fonts())


def pictures(page: str) -> list[ElementTree.Element]:
    return [ElementTree.fromstring(svg) for svg in re.findall(r"<svg.*?</svg>", page, re.S)]


class Page(HTMLParser):
    """Collects tags, and refuses a page whose tags do not match."""

    EMPTY = {"meta", "img"}

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


def test_the_page_is_whole_and_loads_nothing() -> None:
    text = html(sample(), sample(players=4))
    page = Page(text)
    tags = [tag for tag, _ in page.tags]
    assert tags.count("h1") == 1
    assert tags.count("h2") == 2
    assert tags.count("svg") == 2 * len(charts(sample(), compositor()))
    assert {"link", "script", "img", "iframe", "use"} & set(tags) == set()
    assert not any("href" in attributes or "src" in attributes for _, attributes in page.tags)
    assert "url(" not in text
    assert "&lt;never&gt; &amp; nowhere" in text
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert text == html(sample(), sample(players=4))


def test_cards_that_are_listed_are_shown_by_their_faces() -> None:
    report = sample()
    shown = cards_on_page([report])
    assert {(card.deck, card.face) for card in report.cards if card.flag} <= shown
    page = Page(report_html([report], shipped_fonts(), {card: b"RIFF" + card[1].encode() for card in shown}))
    pictures_of_cards = {attributes["src"] for tag, attributes in page.tags if tag == "img"}
    assert pictures_of_cards == {
        f"data:image/webp;base64,{b64encode(b'RIFF' + name.encode()).decode()}" for _, name in shown
    }
    assert all(attributes["alt"] == "" for tag, attributes in page.tags if tag == "img")


def test_a_chart_has_its_words_for_who_cannot_see_it() -> None:
    wanted = [chart for _, chart in charts(sample(), compositor())]
    found = pictures(html(sample()))
    assert [(svg.attrib["role"], svg.attrib["aria-label"]) for svg in found] == [
        ("img", chart.description) for chart in wanted
    ]


def test_a_charts_texts_can_be_found_and_are_as_wide_as_they_were_laid_out() -> None:
    length = pictures(html(sample()))[0]
    texts = {text.text: text.attrib for text in length.iter(f"{SVG}text")}
    assert {"0\u00a0%", "9", "decisions in a game"} <= set(texts)
    assert texts["9"]["textLength"] == "1.534"
    assert list(length.iter(f"{SVG}use")) == []


def test_a_charts_colours_are_the_pages_in_light_and_dark() -> None:
    page = html(sample())
    light, dark = re.findall(r":root\{(.*?)\}", page, re.S)
    for name in COLOURS:
        assert f"--{name}:" in light.replace("\n", "")
        assert f"--{name}:" in dark.replace("\n", "")
    restyled = set(re.findall(r'svg \[(\w+)="(#\w+)"\]\{\1:var\(--\w+\)\}', page))
    painted = {
        (paint, colour)
        for svg in pictures(page)
        for element in svg.iter()
        for paint in ("fill", "stroke")
        if (colour := element.attrib.get(paint)) not in (None, "none")
    }
    assert painted
    assert painted <= restyled


def test_every_cell_of_every_table_is_on_the_page() -> None:
    reports = (sample(), sample(players=4))
    page = re.sub(r"<svg.*?</svg>", "", html(*reports), flags=re.S)
    cells = re.findall(r"<t[hd]\b[^>]*>(.*?)</t[hd]>", page)
    grid = overview(reports)
    wanted = [cell for row in (grid.head, *grid.rows) for cell in row]
    escaped = [cell.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;") for cell in wanted]
    assert cells == escaped


def test_tables_name_their_columns_and_rows() -> None:
    scopes = [
        attributes.get("scope") for tag, attributes in Page(html(sample(), sample(players=4))).tags if tag == "th"
    ]
    assert set(scopes) == {"col", "row"}


def test_no_chart_is_repeated_as_a_table() -> None:
    assert "<table" not in html(asked())


def test_the_story_stands_above_the_figures() -> None:
    page = html(sample())
    assert page.index(f'<p class="story">{story(sample())[0]}') < page.index("<dl>")


def test_the_page_names_its_language() -> None:
    assert '<html lang="en-GB">' in html(sample())
    french = html(asked(language="fr"))
    assert '<html lang="fr">' in french and "Sortes de cartes" in french and "La même graine" in french


def test_cards_to_look_at_are_a_list() -> None:
    assert "<li><b>Dominant</b>, wins clearly more often: 9</li>" in html(sample())
    assert "Cards to look at" not in html(replace(sample(), cards=()))


@pytest.mark.parametrize("players", [1, 3])
def test_players_who_win_together_have_their_share_and_no_seats(players: int) -> None:
    report = together(players=players)
    page = html(report)
    assert f'<p class="verdict">{verdict(report)}</p>' in page
    assert f"{players} player{'s' if players > 1 else ''}</h2>" in page
    assert "Wins by seat" not in page


def test_a_browser_prints_it_on_a4_in_light_colours_and_cuts_no_chart() -> None:
    page = html(sample())
    assert "@page{size:A4;" in page
    assert "@media screen and (prefers-color-scheme:dark)" in page
    (printed,) = re.findall(r"@media print\{(.*)\}\n", page, re.S)
    assert "section+section{break-before:page}" in printed
    assert re.search(r"figure,[^{}]*\{break-inside:avoid\}", printed)


def test_the_page_is_in_the_readers_own_fonts() -> None:
    assert "Duel 猫 שלום" in html(sample(title="Duel 猫 שלום"))


@pytest.mark.process
def test_the_page_is_the_same_in_every_process() -> None:
    code = (
        "import sys; sys.path[:0] = ['tests']; from play.report.samples import sample; from strategies import shipped_fonts\n"
        "from pnp.play.report.html import report_html\n"
        "sys.stdout.buffer.write(report_html([sample(), sample(players=4)], shipped_fonts()).encode())"
    )
    pages = [
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, check=True, cwd=ROOT, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    ]
    assert pages == [html(sample(), sample(players=4)).encode()] * 2
