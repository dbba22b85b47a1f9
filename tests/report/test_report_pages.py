"""Pages of reports: everything is on them, inside their margins, and nothing over anything else."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations

import pytest
from report.samples import HARD, asked, boxes, card, compositor, flat, listed, sample, together

from pnp.core.frame import Anchor, Box, Frame, Text
from pnp.play.statistics import Estimate
from pnp.play.summary import Ending, Report
from pnp.report.charts import charts
from pnp.report.grids import overview
from pnp.report.language import language_of
from pnp.report.pages import BOTTOM, DEPTH, MEASURE, PAGE, SIDE, TOP, report_pages
from pnp.report.wording import figures, heading, labels, remarks, story, titled, told

BODY = Box(SIDE, TOP, MEASURE, DEPTH)
FOOT = Box(SIDE, PAGE[1] - BOTTOM, MEASURE, BOTTOM - 5)
SHARE = Estimate(0.1, 0.05, 0.15)

LONG = sample(
    title="A game of a very long name, " * 8,
    bots=tuple(f"bot-{n}" for n in range(40)),
    endings=tuple(Ending(f"end {n}, of very many words, " * (1 + n % 5), 2, SHARE) for n in range(150)),
    cards=tuple(card(f"{'card' * 12}{n}", 0.3 - n / 500, "dead", "hardly ever picked") for n in range(300)),
)
REPORTS: dict[str, list[Report]] = {
    "one": [sample()],
    "asked": [asked(), asked(players=4, language="fr")],
    "several": [sample(), sample(players=4), sample(players=5, bot_results=(), seed="8")],
    "together": [together()],
    "alone, for points": [together(won=None, players=1, sides=((1,),), seats=sample().seats[:1])],
    "few": [sample(scores=None, margin=None, fairness=None, bot_results=(), cards=(), endings=sample().endings[:1])],
    "without a comparison": [sample(cards=sample().cards[-1:])],
    "long": [LONG, LONG],
}


@cache
def pages(name: str) -> list[Frame]:
    return report_pages(REPORTS[name], compositor())


def read(*frames: Frame) -> str:
    """All texts of pages but their feet in order, with single spaces."""
    found = (boxes(frame) for frame in frames)
    texts = (item.text for page in found for item, box in page if isinstance(item, Text) and BODY.contains(box))
    return re.sub(r"\s+", " ", " ".join(texts))


every = pytest.mark.parametrize("name", REPORTS)


@every
def test_everything_is_on_some_page(name: str) -> None:
    """Words that are broken because they are wider than their column are compared without spaces."""
    reports, whole = REPORTS[name], read(*pages(name)).replace(" ", "")
    wanted = {titled(reports)}
    shown = [overview(reports)] if len(reports) > 1 else []
    for report in reports:
        wanted |= {language_of(report).counted(report.players, "player"), heading(report), told(report), *story(report)}
        wanted |= {text for figure in figures(report) for text in figure}
        wanted |= {text for _, chart in charts(report, compositor()) for text in (chart.title, chart.note)}
        for flag, because, cards in remarks(report):
            names = ", ".join(labels(report)[card.deck, card.name] for card in cards)
            wanted.add(f"{language_of(report)(flag).capitalize()}, {because}{language_of(report).colon} {names}")
    for grid in shown:
        wanted |= {grid.title, grid.note, *grid.head}
        wanted |= {cell for row in grid.rows for cell in row}
    missing = {text for text in wanted if re.sub(r"\s+", "", text) not in whole}
    assert missing == set()


@every
def test_nothing_leaves_the_body_or_the_foot(name: str) -> None:
    for page in pages(name):
        assert (page.width, page.height) == PAGE
        for item, box in boxes(page):
            assert BODY.contains(box) or FOOT.contains(box), (page.name, item, box)


@every
def test_no_text_lies_over_another(name: str) -> None:
    for page in pages(name):
        texts = sorted(((box, item) for item, box in boxes(page) if isinstance(item, Text)), key=lambda it: it[0].y)
        for (one, first), (other, second) in combinations(texts, 2):
            is_apart = one.bottom <= other.y + 0.01 or one.right <= other.x + 0.01 or other.right <= one.x + 0.01
            assert is_apart, (page.name, first.text, second.text)


@every
def test_every_page_has_its_number_and_what_was_played_at_its_foot(name: str) -> None:
    for number, page in enumerate(pages(name), 1):
        about, numeral = (
            (item.text, box) for item, box in boxes(page) if isinstance(item, Text) and FOOT.contains(box)
        )
        assert numeral[0] == str(number)
        assert numeral[1].right == pytest.approx(SIDE + MEASURE)
        assert about[0].startswith(REPORTS[name][0].title[:30].strip())
        assert about[1].x == SIDE


def test_the_first_page_has_the_title_the_overview_and_the_first_chapter() -> None:
    first, second, *_ = pages("several")
    whole = read(first)
    places = [
        whole.index(text) for text in ("Duel: 1,200 games played", "All numbers of players", "3 players", "Length")
    ]
    assert places == sorted(places)
    assert [line.split(" ", 4)[4] for line in listed(first)[-2:]] == ["'Duel: 1,200 games played · seed 7, 8'", "'1'"]
    assert "4 players" in " ".join(read(page) for page in pages("several")[1:])
    assert second.name == "page 2"


def test_chapters_follow_each_other_and_are_in_the_outline() -> None:
    anchors = [
        (item.title, item.level, number, matrix[5])
        for number, page in enumerate(pages("several"), 1)
        for item, matrix in flat(page.items)
        if isinstance(item, Anchor)
    ]
    assert [title for title, *_ in anchors] == ["3 players", "4 players", "5 players"]
    assert {level for _, level, *_ in anchors} == {0}
    assert [number for *_, number, _ in anchors] == sorted(number for *_, number, _ in anchors)


def test_pages_are_filled_before_the_next_begins() -> None:
    """What begins a page would not have had room on the page before."""
    for name in ("several", "asked"):
        depths = [max(box.bottom for _, box in boxes(page) if BODY.contains(box)) for page in pages(name)]
        assert min(depths[:-1]) > TOP + 0.6 * DEPTH, (name, depths)


def test_key_figures_stand_in_boxes_beside_each_other() -> None:
    lines = listed(pages("one")[0])
    grounds = [list(map(float, line.split()[:4])) for line in lines if line.endswith("#e4edf5")][:5]
    assert len({(y, width, height) for _, y, width, height in grounds}) == 1
    assert grounds[0][0] == SIDE
    assert grounds[-1][0] + grounds[-1][2] == pytest.approx(SIDE + MEASURE, abs=0.02)
    names = [line for line in lines if line.endswith(("'Decisions'", "'Minutes'", "'Points'", "'Lead'", "'Seats'"))]
    lefts = [float(line.split()[0]) for line in names][:5]
    assert [round(left - ground[0], 2) for left, ground in zip(lefts, grounds, strict=True)] == [2.4] * 5


def test_an_unfair_verdict_has_the_colour_of_marks() -> None:
    assert sample().fairness
    for verdict, colour in (("unfair", "#d9772b"), ("open", "#2d6a9f")):
        report = sample(fairness=type(sample().fairness)(verdict, 1.0, sample().fairness.seats, 0.02))
        page = report_pages([report], compositor())[0]
        (bar,) = [line for line in listed(page) if line.startswith("18 ") and line.split()[2] == "1"]
        assert bar.endswith(colour)


def test_two_charts_beside_each_other_begin_on_one_level() -> None:
    """Wins by seat have a note, the ends beside them have none; in their charts these texts stand 0.6 mm apart."""
    tops: dict[str, float] = {}
    for item, box in boxes(pages("one")[0]):
        if isinstance(item, Text):
            tops.setdefault(item.text, box.y)
    assert tops["Wins by seat"] == tops["Ends"]
    assert tops["two rounds"] - tops["equal part 33.3\u00a0%"] == pytest.approx(1.45 - 0.85, abs=0.01)


def test_cards_to_look_at_stand_beside_their_chart_or_below_it_where_they_are_too_many() -> None:
    high = sample(cards=tuple(card(str(n), 0.3 - n / 100, "dead", "rare") for n in range(30)))
    many = sample(cards=tuple(card(f"number {n}", 0.3 - n / 1000, "dead", "rare") for n in range(400)))
    for report, is_beside in ((high, True), (many, False)):
        for page in report_pages([report], compositor()):
            places = {item.text: box for item, box in boxes(page) if isinstance(item, Text)}
            if "Cards to look at" in places:
                assert (places["Cards to look at"].x > SIDE) is is_beside
                break
        else:
            pytest.fail("no page has the cards")


def test_a_heading_is_never_the_last_on_its_page() -> None:
    titles = {"3 players", "In numbers", "Ends", "Seats", "Bots", "Cards", "All numbers of players"}
    for name in REPORTS:
        for page in pages(name):
            texts = [item.text for item, box in boxes(page) if isinstance(item, Text) and BODY.contains(box)]
            assert texts[-1] not in titles


def test_markup_is_text() -> None:
    assert HARD in read(*pages("one"))
