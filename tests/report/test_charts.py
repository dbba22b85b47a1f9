"""Charts: what stands where on their Frames, and their words."""

from __future__ import annotations

import pytest
from report.samples import boxes, card, compositor, listed, sample, together

from pnp.layout.frame import Frame
from pnp.report.charts import MOST_CARDS, TALLEST, Chart, charts
from pnp.report.compositor import COLOURS
from pnp.report.plot import WIDTH
from pnp.rules.simulation.report import Ending, Report
from pnp.rules.simulation.statistics import Estimate, fairness


def chart(title: str, report: Report) -> Chart:
    (found,) = [chart for chart in charts(report, compositor()).values() if chart.title == title]
    return found


def drawn(title: str, report: Report) -> list[str]:
    return listed(chart(title, report).frame)


def test_there_is_a_chart_for_each_question() -> None:
    titles = [chart.title for chart in charts(sample(), compositor()).values()]
    assert titles == ["Length", "Points", "Wins by seat", "Ends", "Wins by bot", "Cards"]
    plain = sample(scores=None, fairness=None, bot_results=(), cards=(), endings=sample().endings[:1])
    assert [chart.title for chart in charts(plain, compositor()).values()] == ["Length"]
    assert [chart.title for chart in charts(together(), compositor()).values()] == ["Length", "Points", "Ends", "Cards"]


def test_a_histogram_has_bars_as_high_as_their_shares_and_its_quantiles_above() -> None:
    assert drawn("Length", sample()) == [
        "12 37.5 69 0 line #d8dde3",
        "6.58 36.65 4.02 1.75 '0\\xa0%'",
        "12 25.3 69 0 line #d8dde3",
        "5.26 24.45 5.34 1.75 '20\\xa0%'",
        "12 13.1 69 0 line #d8dde3",
        "5.26 12.25 5.34 1.75 '40\\xa0%'",
        "29.55 22.25 10.9 15.25 #2d6a9f",
        "41.05 7 10.9 30.5 #2d6a9f",
        "52.55 22.25 10.9 15.25 #2d6a9f",
        "12 37.5 69 0 line #5b6770",
        "11.34 39.25 1.31 1.75 '7'",
        "22.84 39.25 1.31 1.75 '8'",
        "34.34 39.25 1.31 1.75 '9'",
        "45.19 39.25 2.63 1.75 '10'",
        "56.69 39.25 2.63 1.75 '11'",
        "68.19 39.25 2.63 1.75 '12'",
        "79.69 39.25 2.63 1.75 '13'",
        "59.46 43.25 21.54 1.75 'decisions in a game'",
        "35 3.8 23 0 line #1f2933",
        "35 2.9 0 1.8 line #1f2933",
        "58 2.9 0 1.8 line #1f2933",
        "45.65 2.95 1.7 1.7 #2d6a9f",
    ]


def test_shares_have_their_intervals_over_a_band_around_the_equal_part() -> None:
    assert drawn("Wins by seat", sample()) == [
        "41.53 4.2 7.87 18.6 #e4edf5",
        "19.24 4.2 0 18.6 line #d8dde3",
        "16.57 24.55 5.34 1.75 '20\\xa0%'",
        "38.9 4.2 0 18.6 line #d8dde3",
        "36.24 24.55 5.34 1.75 '30\\xa0%'",
        "58.57 4.2 0 18.6 line #d8dde3",
        "55.9 24.55 5.34 1.75 '40\\xa0%'",
        "78.23 4.2 0 18.6 line #d8dde3",
        "75.56 24.55 5.34 1.75 '50\\xa0%'",
        "35.87 0.85 19.18 1.75 'equal part 33.3\\xa0%'",
        "45.46 3.5 0 19.3 line #1f2933",
        "1.4 6.45 6.42 1.75 'seat 1'",
        "43.56 7.3 35.43 0 line #2d6a9f",
        "60.03 6.45 1.7 1.7 #2d6a9f",
        "1.4 12.65 6.42 1.75 'seat 2'",
        "28.59 13.5 31.21 0 line #2d6a9f",
        "42.68 12.65 1.7 1.7 #2d6a9f",
        "1.4 18.85 6.42 1.75 'seat 3'",
        "17.33 19.7 31.27 0 line #2d6a9f",
        "31.11 18.85 1.7 1.7 #2d6a9f",
    ]


def test_cards_to_look_at_differ_in_shape_not_only_in_colour() -> None:
    """The strong card has a full triangle, the weak one a hollow one, the others dots."""
    marks = [line for line in drawn("Cards", sample()) if not line.endswith(("'", COLOURS["grid"], COLOURS["ink"]))]
    assert marks == [
        "64.47 2.95 14.37 0 line #d9772b",
        "70.46 1.75 2.4 2.1 #d9772b",
        "37.16 6.85 14.37 0 line #2d6a9f",
        "43.49 6 1.7 1.7 #2d6a9f",
        "6.97 10.75 14.37 0 line #d9772b",
        "12.96 9.85 2.4 2.1 #ffffff",
    ]


def test_differences_are_labelled_in_points_with_their_sign() -> None:
    near = sample(cards=(card("5", 0.001), card("4", -0.001)))
    labels = [line.split("'")[1] for line in drawn("Cards", near) if "'" in line]
    assert labels == ["−4", "−2", "0", "+2", "+4", "5", "4"]


def test_ends_are_bars_of_their_shares_on_a_whole() -> None:
    assert drawn("Ends", sample()) == [
        "1.5 1.45 12.54 1.75 'two rounds'",
        "1.5 4.6 68.5 2.5 #e4edf5",
        "1.5 4.6 51.38 2.5 #2d6a9f",
        "73.69 5 7.31 1.75 '75.0\\xa0%'",
        "1.5 9.25 21.26 1.75 '<never> & nowhere'",
        "1.5 12.4 68.5 2.5 #e4edf5",
        "1.5 12.4 17.12 2.5 #2d6a9f",
        "73.69 12.8 7.31 1.75 '25.0\\xa0%'",
    ]


LONG = "a very long name that goes on and on " * 3
MANY = sample(
    endings=tuple(Ending(f"{LONG}{n}", 20, Estimate(0.05, 0.04, 0.06)) for n in range(20)),
    cards=tuple(card(f"{LONG}{n}", 0.3 - n / 400, "dead") for n in range(200)),
    seats=sample().seats * 15,
    sides=tuple((seat,) for seat in range(1, 46)),
    fairness=fairness([100 + n for n in range(45)]),
)


@pytest.mark.parametrize("report", [sample(), together(), MANY])
def test_everything_is_drawn_inside_the_chart_and_no_text_over_another(report: Report) -> None:
    for found in charts(report, compositor()).values():
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


def test_what_is_left_out_is_told() -> None:
    assert chart("Ends", MANY).note == "12 more are rarer."
    cards = chart("Cards", MANY)
    assert cards.note.endswith(f"The best and the worst; {200 - MOST_CARDS} between them are left out.")
    assert sum("'a very long" in line for line in listed(cards.frame)) == MOST_CARDS


def test_a_single_value_is_no_wall() -> None:
    alone = sample(scores=sample().margin)
    (bar,) = [line for line in drawn("Points", alone) if line.endswith(COLOURS["bar"]) and " 30.5 " in line]
    assert float(bar.split()[2]) < 15


def test_every_chart_has_its_words() -> None:
    told = {chart.title: chart.told for chart in charts(sample(), compositor()).values()}
    assert told["Length"].startswith("Length: mean 10.0, standard deviation 0.7, median 10; nine in ten from 9 to 11")
    assert told["Points"].endswith("all from −1 to 2.")
    assert told["Wins by seat"].endswith("seat 1 41.2 %, seat 2 32.4 %, seat 3 26.5 %.")
    assert told["Ends"] == "How games ended: two rounds 75.0 %, <never> & nowhere 25.0 %."
    assert told["Wins by bot"] == "Wins by bot: high 50.0 %, random 10.0 %."
    assert "best 9 +20.0, 5 +1.0, 1 −20.0" in told["Cards"]


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
