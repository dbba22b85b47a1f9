"""Texts in the project's type: lines, cuts, breaks, and what no font can show."""

from __future__ import annotations

import pytest
from report.samples import compositor
from strategies import shipped_fonts

from pnp.core.frame import Text
from pnp.core.markup import Run
from pnp.report.plot import TYPE, Compositor


def texts(*lines: object) -> list[str]:
    return [line.text for line in lines]  # type: ignore[attr-defined]


def test_a_text_takes_as_many_lines_as_it_needs() -> None:
    assert texts(*compositor().lines("one two three four five six", "cell", 20)) == ["one two three", "four five six"]
    assert compositor().lines("", "cell", 20) == []


def test_a_word_wider_than_its_line_is_broken_anywhere() -> None:
    lines = compositor().lines("see donaudampfschifffahrtsgesellschaft", "cell", 20)
    assert all(line.width <= 20 for line in lines)
    assert "".join(texts(*lines)).replace(" ", "") == "seedonaudampfschifffahrtsgesellschaft"


def test_a_number_is_not_parted_from_its_percent_and_line_breaks_are_spaces() -> None:
    assert texts(*compositor().lines("aaa\n bbb 12 %", "cell", 1000)) == ["aaa bbb 12\u00a0%"]


def test_one_line_is_cut_short_where_it_has_no_room() -> None:
    whole = compositor().line("a line of several words", "cell")
    cut = compositor().line("a line of several words", "cell", whole.width - 1)
    assert whole.text == "a line of several words"
    assert cut.text.endswith("…")
    assert whole.width - 4 < cut.width <= whole.width - 1
    assert compositor().line("", "cell", 5).items == ()


@pytest.mark.parametrize("kind", TYPE)
def test_capitals_stand_in_the_middle_of_their_line(kind: str) -> None:
    (item,) = compositor().line("HE", kind).items  # type: ignore[arg-type]
    assert isinstance(item, Text)
    baseline, leading = compositor().baseline(kind), compositor().leading(kind)  # type: ignore[arg-type]
    above, below = baseline - item.words[0].face.cap_height * item.size, leading - baseline
    assert above == pytest.approx(below)
    assert above > 0


def test_runs_may_be_bold() -> None:
    (line,) = compositor().lines((Run("Dead", bold=True), Run(", never picked")), "text", 100)
    assert [item.words[0].face.name for item in line.items] == ["SourceSans3-Bold", "SourceSans3-Regular"]  # type: ignore[union-attr]


def test_figures_in_cells_are_of_one_width() -> None:
    setter = compositor()
    assert setter.line("111", "cell").width == setter.line("000", "cell").width


def test_other_fonts_are_asked_and_what_none_has_is_kept_once() -> None:
    setter = compositor()
    setter.line("किताब", "cell")
    assert setter.missing == ""
    setter.lines("龍 and 猫, 龍", "cell", 100)
    setter.line("龍", "cell")
    assert setter.missing == "龍猫"
    alone = Compositor(shipped_fonts(fallback=False))
    alone.line("क", "cell")
    assert alone.missing == "क"


def test_a_text_from_right_to_left_is_kept() -> None:
    setter = compositor()
    setter.line("plain", "cell")
    assert setter.right_to_left == ""
    setter.line("שלום", "cell")
    assert setter.right_to_left == "שלום"
