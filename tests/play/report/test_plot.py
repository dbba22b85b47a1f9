"""Axes, their labels, and what a plot draws."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from play.report.samples import compositor, listed

from pnp.play.report.plot import RIGHT, WIDTH, Axis, Plot, ticks


@pytest.mark.parametrize(("low", "high"), [(0, 1), (14.5, 57.5), (-83, 36), (0.2, 0.31), (-0.001, 0.004), (0, 0.02)])
def test_ticks_are_round_and_within(low: float, high: float) -> None:
    found = ticks(low, high)
    assert 2 <= len(found) <= 7
    assert low <= found[0]
    assert found[-1] <= high
    steps = {round(b - a, 9) for a, b in pairwise(found)}
    assert len(steps) == 1
    assert re.fullmatch(r"[125]0*", f"{steps.pop():.9f}".replace(".", "").strip("0"))


def test_an_axis_goes_from_its_left_end_to_the_right_of_the_chart() -> None:
    axis = Axis(10, 20, 11)
    assert [axis.x(value) for value in (10, 15, 20)] == [11, (11 + RIGHT) / 2, RIGHT]
    assert [axis.within(value) for value in (5, 15, 25)] == [11, (11 + RIGHT) / 2, RIGHT]


def test_a_text_stands_where_it_should_and_never_beyond_the_chart() -> None:
    plot = Plot(compositor(), 20)
    plot.text("left", 10, 5)
    plot.text("right", 10, 10, "right")
    plot.text("centre", 42, 15, "centre")
    plot.text("beyond", WIDTH, 20)
    plot.text("before", 0, 20, "right")
    plot.text("shortened where it has no room", 0, 20, room=12)
    places = [line.split(" ", 4) for line in listed(plot.frame("plot"))]
    lefts = [(text, float(x), round(float(x) + float(width), 2)) for x, _, width, _, text in places]
    (_, left, _), (_, _, right), (_, start, end), (_, _, last), (_, first, _), (text, _, cut) = lefts
    assert (left, right, (start + end) / 2) == (10, 10, pytest.approx(42, abs=0.01))
    assert (last, first) == (WIDTH, 0)
    assert text.endswith("…'")
    assert cut <= 12


def test_bars_without_an_extent_are_not_drawn() -> None:
    plot = Plot(compositor(), 20)
    plot.bar(1, 2, 3, 0, "bar")
    plot.bar(1, 2, 0, 3, "bar")
    assert plot.frame("plot").items == ()
