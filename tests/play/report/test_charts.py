"""Charts: what stands where on their Frames, and their words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from play.report.samples import asked, boxes, card, compositor, listed, sample, together

from pnp.core.frame import Frame
from pnp.play.report.charts import MAX_CARDS, Chart, charts
from pnp.play.report.intervals import TALLEST
from pnp.play.report.plot import COLOURS, WIDTH
from pnp.play.simulation.report import Ending, GroupResult, Report
from pnp.play.statistics import Estimate, fairness


def chart(title: str, report: Report) -> Chart:
    (found,) = [chart for _, chart in charts(report, compositor()) if chart.title == title]
    return found


def drawn(title: str, report: Report) -> list[str]:
    return listed(chart(title, report).frame)


def test_there_is_a_chart_for_each_question() -> None:
    titles = [chart.title for _, chart in charts(sample(), compositor())]
    assert titles == ["Length", "Points", "Wins by seat", "Ends", "Wins by bot", "Cards"]
    plain = sample(scores=None, fairness=None, bot_results=(), cards=(), endings=sample().endings[:1])
    assert [chart.title for _, chart in charts(plain, compositor())] == ["Length"]
    assert [chart.title for _, chart in charts(together(), compositor())] == ["Length", "Points", "Ends", "Cards"]


def test_a_histogram_has_bars_as_high_as_their_shares_and_its_quantiles_above() -> None:
    assert drawn("Length", sample()) == [
        "12 32.5 69 0 line #d8dde3",
        "5.9 31.36 4.7 2.04 '0\\xa0%'",
        "12 21.9 69 0 line #d8dde3",
        "4.37 20.76 6.23 2.04 '20\\xa0%'",
        "12 11.3 69 0 line #d8dde3",
        "4.37 10.16 6.23 2.04 '40\\xa0%'",
        "29.55 19.25 10.9 13.25 #2d6a9f",
        "41.05 6 10.9 26.5 #2d6a9f",
        "52.55 19.25 10.9 13.25 #2d6a9f",
        "12 32.5 69 0 line #5b6770",
        "34.23 33.96 1.53 2.04 '9'",
        "44.97 33.96 3.07 2.04 '10'",
        "56.47 33.96 3.07 2.04 '11'",
        "55.87 37.96 25.13 2.04 'decisions in a game'",
        "35 3.2 23 0 line #1f2933",
        "35 2.3 0 1.8 line #1f2933",
        "58 2.3 0 1.8 line #1f2933",
        "45.65 2.35 1.7 1.7 #2d6a9f",
    ]


def test_shares_have_their_intervals_over_a_band_around_the_equal_part() -> None:
    assert drawn("Wins by seat", sample()) == [
        "35.74 4.2 4.64 18.6 #e4edf5",
        "10.99 4.2 0 18.6 line #d8dde3",
        "7.87 24.26 6.23 2.04 '10\\xa0%'",
        "22.59 4.2 0 18.6 line #d8dde3",
        "19.48 24.26 6.23 2.04 '20\\xa0%'",
        "34.19 4.2 0 18.6 line #d8dde3",
        "31.08 24.26 6.23 2.04 '30\\xa0%'",
        "45.8 4.2 0 18.6 line #d8dde3",
        "42.68 24.26 6.23 2.04 '40\\xa0%'",
        "57.4 4.2 0 18.6 line #d8dde3",
        "54.28 24.26 6.23 2.04 '50\\xa0%'",
        "69 4.2 0 18.6 line #d8dde3",
        "65.89 24.26 6.23 2.04 '60\\xa0%'",
        "26.87 0.56 22.37 2.04 'equal part 33.3\\xa0%'",
        "38.06 3.5 0 19.3 line #1f2933",
        "1.4 6.16 7.49 2.04 'seat 1'",
        "36.94 7.3 20.91 0 line #2d6a9f",
        "46.31 6.45 1.7 1.7 #2d6a9f",
        "72.47 6.16 8.53 2.04 '41.2\\xa0%'",
        "1.4 12.36 7.49 2.04 'seat 2'",
        "28.11 13.5 18.42 0 line #2d6a9f",
        "36.07 12.65 1.7 1.7 #2d6a9f",
        "72.47 12.36 8.53 2.04 '32.4\\xa0%'",
        "1.4 18.56 7.49 2.04 'seat 3'",
        "21.47 19.7 18.45 0 line #2d6a9f",
        "29.25 18.85 1.7 1.7 #2d6a9f",
        "72.47 18.56 8.53 2.04 '26.5\\xa0%'",
    ]


def test_cards_to_look_at_differ_in_shape_not_only_in_colour() -> None:
    """The strong card has a full triangle, the weak one a hollow one, the others dots."""
    marks = [line for line in drawn("Cards", sample()) if not line.endswith(("'", COLOURS["grid"], COLOURS["ink"]))]
    assert marks == [
        "53.01 2.95 10.66 0 line #d9772b",
        "57.14 1.75 2.4 2.1 #d9772b",
        "32.75 6.85 10.66 0 line #2d6a9f",
        "37.23 6 1.7 1.7 #2d6a9f",
        "10.36 10.75 10.66 0 line #d9772b",
        "14.5 9.85 2.4 2.1 #ffffff",
    ]


def test_differences_are_labelled_in_points_with_their_sign() -> None:
    near = sample(cards=(card("5", 0.001), card("4", -0.001)))
    labels = [line.split("'")[1] for line in drawn("Cards", near) if "'" in line]
    assert labels == ["−6", "−4", "−2", "0", "+2", "+4", "+6", "5", "+0.1", "4", "−0.1"]


@pytest.mark.parametrize("title", ["Wins by seat", "Wins by bot", "Cards", "Kinds of cards"])
def test_no_interval_reaches_beyond_the_axis(title: str) -> None:
    """Its first and last number are drawn, and all marks and lines lie between them."""
    lines = [line.split() for line in drawn(title, asked())]
    grid = [float(line[0]) for line in lines if line[-1] == COLOURS["grid"]]
    intervals = [line for line in lines if line[-2] == "line" and line[-1] in (COLOURS["bar"], COLOURS["mark"])]
    assert intervals
    for line in intervals:
        left, width = float(line[0]), float(line[2])
        assert min(grid) - 0.01 <= left and left + width <= max(grid) + 0.01


def test_each_measure_has_a_chart_as_it_is_told() -> None:
    found = {chart.title: chart for role, chart in charts(asked(), compositor()) if role == "measures"}
    assert list(found) == ["Bluffs", "Apart", "Hand", "Length of each"]
    assert found["Bluffs"].description == "Bluffs: 40.0 % of 50."
    assert found["Bluffs"].note == "Seen 50 times, in 20 games. Line: 95 %."
    assert found["Apart"].note.startswith("Seen 400 times, in 20 games. Mean 2.5; line: nine in ten, 0 to 4")
    assert found["Hand"].description == "Hand: start 5.0, middle 4.0, end 3.1."
    assert found["Length of each"].description == "Length of each: why 2.5."
    bands = [line for line in listed(found["Hand"].frame) if line.endswith(COLOURS["band"])]
    assert len(bands) == 20 and len({line.split()[3] for line in bands}) == 1
    (full, bar) = [
        line.split() for line in listed(found["Bluffs"].frame) if line.endswith((COLOURS["band"], COLOURS["bar"]))
    ]
    assert float(bar[2]) / float(full[2]) == pytest.approx(0.4, abs=0.001)


def test_a_line_parts_kinds_of_cards_by_their_fields() -> None:
    def across(report: Report) -> int:
        return sum(line.startswith("0 ") and " 81 0 line" in line for line in drawn("Kinds of cards", report))

    two = tuple(replace(group, field=group.name) for group in asked().groups)
    assert (across(asked()), across(asked(groups=two))) == (0, 1)


def test_kinds_of_cards_say_where_nothing_is_proved() -> None:
    assert chart("Kinds of cards", asked()).note.endswith("All intervals include 0: none is proved to matter.")
    sure = GroupResult("numbers", "colour", "red", 9, 100, 0.3, Estimate(0.1, 0.05, 0.15))
    assert "none is proved" not in chart("Kinds of cards", asked(groups=(sure,))).note


def test_ends_are_bars_of_their_shares_on_a_whole() -> None:
    assert drawn("Ends", sample()) == [
        "1.5 1.16 14.63 2.04 'two rounds'",
        "1.5 4.6 68.5 2.5 #e4edf5",
        "1.5 4.6 51.38 2.5 #2d6a9f",
        "72.47 4.71 8.53 2.04 '75.0\\xa0%'",
        "1.5 8.96 24.8 2.04 '<never> & nowhere'",
        "1.5 12.4 68.5 2.5 #e4edf5",
        "1.5 12.4 17.12 2.5 #2d6a9f",
        "72.47 12.51 8.53 2.04 '25.0\\xa0%'",
    ]


LONG = "a very long name that goes on and on " * 3
MANY = sample(
    endings=tuple(Ending(f"{LONG}{n}", 20, Estimate(0.05, 0.04, 0.06)) for n in range(20)),
    cards=tuple(card(f"{LONG}{n}", 0.3 - n / 400, "dead") for n in range(200)),
    seats=sample().seats * 15,
    sides=tuple((seat,) for seat in range(1, 46)),
    fairness=fairness([100 + n for n in range(45)]),
)


@pytest.mark.parametrize("report", [sample(), together(), MANY, asked(), asked(language="fr")])
def test_everything_is_drawn_inside_the_chart_and_no_text_over_another(report: Report) -> None:
    for _, found in charts(report, compositor()):
        frame = found.frame
        assert frame.width == WIDTH
        assert frame.height <= TALLEST + 10
        texts = []
        for item, box in boxes(frame):
            assert Frame(frame.width, frame.height, ()).trim.contains(box), (found.title, item)
            texts += [box] if hasattr(item, "words") else []
        for place, one in enumerate(texts):
            for other in texts[place + 1 :]:
                apart = one.right <= other.x or other.right <= one.x or one.bottom <= other.y or other.bottom <= one.y
                assert apart, (found.title, one, other)


@pytest.mark.slow
def test_what_is_left_out_is_told() -> None:
    assert chart("Ends", MANY).note == "12 more are rarer."
    cards = chart("Cards", MANY)
    assert cards.note.endswith(f"{200 - MAX_CARDS} more, between them or not certain to differ, are left out.")
    assert sum("'a very long" in line for line in listed(cards.frame)) == MAX_CARDS


def test_a_single_value_is_no_wall() -> None:
    alone = sample(scores=sample().margin)
    (bar,) = [line for line in drawn("Points", alone) if line.endswith(COLOURS["bar"]) and " 26.5 " in line]
    assert float(bar.split()[2]) < 15


def test_every_chart_has_its_words() -> None:
    descriptions = {chart.title: chart.description for _, chart in charts(sample(), compositor())}
    assert descriptions["Length"].startswith(
        "Length: mean 10.0, standard deviation 0.7, median 10; nine in ten from 9 to 11"
    )
    assert descriptions["Points"].endswith("all from −1 to 2.")
    assert descriptions["Wins by seat"].endswith("seat 1 41.2 %, seat 2 32.4 %, seat 3 26.5 %.")
    assert descriptions["Ends"] == "How games ended: two rounds 75.0 %, <never> & nowhere 25.0 %."
    assert descriptions["Wins by bot"] == "Wins by bot: high 50.0 %, random 10.0 %."
    assert "best 9 +20.0, 5 +1.0, 1 −20.0" in descriptions["Cards"]


def test_partners_are_compared_as_teams() -> None:
    report = sample(sides=((1, 3), (2, 4)), fairness=fairness([200, 150]))
    assert [line.split("'")[1] for line in drawn("Wins by team", report) if "team" in line] == ["team 1+3", "team 2+4"]
    assert "Of games with one team." in chart("Wins by team", report).note


def test_colours_differ_as_greys() -> None:
    def grey(name: str) -> float:
        red, green, blue = (int(COLOURS[name][n : n + 2], 16) / 255 for n in (1, 3, 5))
        return float(0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2)

    bar, mark, paper = grey("bar"), grey("mark"), grey("paper")
    assert (mark + 0.05) / (bar + 0.05) > 1.6
    assert (paper + 0.05) / (bar + 0.05) > 4.5
    assert (paper + 0.05) / (grey("soft") + 0.05) > 4.5
