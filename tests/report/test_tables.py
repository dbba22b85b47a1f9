"""Tables on pages: columns that have room, pairs, and heads."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from report.samples import boxes, compositor

from pnp.core.frame import Frame, Text
from pnp.report.grids import Grid
from pnp.report.pages import AIR, Row, columns_of, stacked, tables

SETTER = compositor()


def grid(rows: int = 3, why: str = "the end", title: str = "Ends", note: str = "") -> Grid:
    return Grid(title, note, ("why", "games"), "<>", tuple((why, f"{n}") for n in range(rows)))


def texts(row: Row) -> list[str]:
    return [item.text for item, _ in boxes(Frame(1, 1, row.items)) if isinstance(item, Text)]


words = st.text("abc ", max_size=60)
columns = st.integers(1, 8).flatmap(
    lambda count: st.tuples(
        st.text("<>", min_size=count, max_size=count).map(lambda sides: "<" + sides[1:]),
        st.lists(st.lists(words, min_size=count, max_size=count), min_size=1, max_size=4),
    )
)


@given(columns, st.floats(60, 180))
def test_columns_never_overlap_nor_leave_their_room(made: tuple[str, list[list[str]]], room: float) -> None:
    aligned, (head, *rows) = made
    found = columns_of(Grid("", "", tuple(head), aligned, tuple(map(tuple, rows))), SETTER, room)
    assert found[0].left == 0
    assert found[-1].left + found[-1].width <= room + 1e-6
    assert all(one.left + one.width <= other.left for one, other in pairwise(found))
    for column, entries in zip(found, zip(head, *rows, strict=True), strict=True):
        for text in entries:
            assert all(
                line.width <= column.width + 1e-6 or len(line.text) < 2
                for line in SETTER.lines(text, "cell", column.width)
            )


def test_a_column_is_as_wide_as_its_widest_entry_and_text_has_more_air() -> None:
    first, second = columns_of(grid(), SETTER, 100)
    width = SETTER.line("the end", "cell").width
    assert (first.left, round(first.width, 2)) == (0, round(width + 0.01, 2))
    assert round(second.left - first.width, 6) == 2 * AIR


def test_columns_of_text_give_way_before_numbers_do() -> None:
    first, second = columns_of(grid(why="an end that needs very many words " * 3), SETTER, 60)
    assert first.width < 60
    assert second.width == pytest.approx(SETTER.line("games", "head").width + 0.01)


def test_numbers_end_at_the_right_of_their_column_and_text_begins_at_its_left() -> None:
    one = Grid("", "", ("why", "games"), "<>", (("a", "1"), ("b", "1,000")))
    row = tables([one], SETTER, 100, 200)[-2]
    first, second = columns_of(one, SETTER, 100)
    (_, text), (_, number), _ = boxes(Frame(1, 1, row.items))
    assert text.x == first.left
    assert round(number.right, 6) == round(second.left + second.width, 6)


def test_a_cells_mark_is_told_in_words() -> None:
    marked = Grid("Cards", "", ("card", ""), "<<", (("9", "▲"), ("1", "▽"), ("2", "")))
    assert [texts(row) for row in tables([marked], SETTER, 100, 200)[2:]] == [["9", "dominant"], ["1", "dead"], ["2"]]


def test_a_short_table_is_not_cut_and_a_long_one_keeps_its_ends_together() -> None:
    short, long = tables([grid(3)], SETTER, 100, 200), tables([grid(100)], SETTER, 100, 200)
    assert [row.holds for row in short] == [True] * (len(short) - 1) + [False]
    assert [row.holds for row in long] == [True] * 3 + [False] * 97 + [True, False]


def test_every_row_but_the_first_repeats_the_head() -> None:
    title, head, first, *rest = tables([grid(100)], SETTER, 100, 200)
    assert (texts(title), texts(head)) == (["Ends"], ["why", "games"])
    assert first.head is None
    assert len(rest) == 99
    assert {texts(row.head) == texts(head) if row.head else False for row in rest} == {True}


def test_two_short_tables_stand_beside_each_other_where_they_have_room() -> None:
    both = [grid(), grid(title="Seats", note="A note that may take the room that is left.")]
    (pair,) = tables(both, SETTER, 174, 261)
    places = {item.text: box for item, box in boxes(Frame(1, 1, pair.items)) if isinstance(item, Text)}
    assert places["Ends"].y == places["Seats"].y
    assert places["Ends"].right < places["Seats"].x
    wide = grid(why="an end that takes a whole line " * 4)
    for first in (grid(13), wide):
        below = stacked(tables([first, grid(title="Seats")], SETTER, 174, 261))
        places = {item.text: box for item, box in boxes(Frame(1, 1, below.items)) if isinstance(item, Text)}
        assert places["Ends"].bottom < places["Seats"].y
        assert places["Ends"].x == places["Seats"].x == 0
