"""The labels of charts: one line in the project's type, cut short where it has no room."""

from __future__ import annotations

import pytest
from play.report.samples import compositor

from pnp.play.report.plot import COLOURS, TEXT_COLOURS, LabelKind


def test_a_number_is_not_parted_from_its_percent_and_line_breaks_are_spaces() -> None:
    assert compositor().line("aaa\n bbb 12 %", "axis").text == "aaa bbb 12\u00a0%"


def test_one_line_is_cut_short_where_it_has_no_room() -> None:
    whole = compositor().line("a line of several words", "label")
    cut = compositor().line("a line of several words", "label", whole.width - 1)
    assert whole.text == "a line of several words"
    assert cut.text.endswith("…")
    assert whole.width - 4 < cut.width <= whole.width - 1
    assert compositor().line("", "label", 5).items == ()


@pytest.mark.parametrize("kind", TEXT_COLOURS)
def test_each_kind_of_text_has_its_colour(kind: LabelKind) -> None:
    (item,) = compositor().line("HE", kind).items
    assert item.fill == COLOURS[TEXT_COLOURS[kind]]  # type: ignore[union-attr]
