"""Text in columns: in order, inside its page, balanced where it ends, with what is wide across all of them."""

from __future__ import annotations

import pytest
from booklets import open_booklet, placed_texts
from conftest import WriteProject
from hypothesis import given
from hypothesis import strategies as st

from pnp.core.frame import Frame
from pnp.rulebook.blocks import Strip
from pnp.rulebook.columns import TextColumn, column_pages
from pnp.rulebook.style import BookletStyle

STYLE = (
    "size: [200mm, 120mm]\nmargins: {inner: 10mm, outer: 10mm, top: 10mm, bottom: 10mm}\ncolumns: 2\ncolumn_gap: 8mm\n"
)
WORDS = [
    "alpha",
    "beta",
    "gamma",
    "delta",
    "epsilon",
    "zeta",
    "eta",
    "theta",
    "iota",
    "kappa",
    "lambda",
    "mu",
    "nu",
    "xi",
    "omicron",
    "pi",
    "rho",
    "sigma",
    "tau",
]


def style(columns: int) -> BookletStyle:
    margins = {"inner": 10, "outer": 10, "top": 10, "bottom": 10}
    return BookletStyle.model_validate({"size": [200, 120], "margins": margins, "columns": columns, "column_gap": 8})


STRIPS = st.lists(
    st.builds(
        Strip,
        height=st.floats(1, 150),
        before=st.floats(0, 10),
        holds=st.booleans(),
        is_wide=st.sampled_from([False, False, False, True]),
    ),
    min_size=1,
    max_size=60,
)


@given(STRIPS, st.integers(2, 3))
def test_all_strips_are_placed_in_order_and_none_over_another(strips: list[Strip], columns: int) -> None:
    made = style(columns)
    pages = column_pages(strips, made)
    assert [strip for page in pages for column in page for strip in column.strips] == strips
    for page in pages:
        assert page and all(column.strips for column in page)
        for column in page:
            is_alone = column.top == 0 and not all(strip.holds for strip in column.strips[:-1])
            assert column.bottom <= made.depth + 1e-6 or len(column.strips) == 1 or is_alone
            assert column.left + column.width <= made.measure + 1e-6
        for index, left in enumerate(page):
            for right in page[index + 1 :]:
                assert left.left + left.width < right.left or left.bottom <= right.top + 1e-6


def lines(count: int, **kind: bool) -> list[Strip]:
    return [Strip(5.0, **kind) for _ in range(count)]  # type: ignore[arg-type]


def shape(pages: list[list[TextColumn]]) -> list[list[int]]:
    return [[len(column.strips) for column in page] for page in pages]


def test_columns_are_full_before_a_page_ends_and_balanced_on_the_last() -> None:
    """A column has room for 20 lines."""
    assert shape(column_pages(lines(40), style(2))) == [[20, 20]]
    assert shape(column_pages(lines(50), style(2))) == [[20, 20], [5, 5]]
    assert shape(column_pages(lines(9), style(3))) == [[3, 3, 3]]
    assert shape(column_pages(lines(7), style(3))) == [[3, 3, 1]]


def test_what_is_wide_stands_between_balanced_columns() -> None:
    pages = column_pages([*lines(8), *lines(2, is_wide=True), *lines(10)], style(2))
    assert shape(pages) == [[4, 4, 2, 5, 5]]
    assert [(column.left, column.top, column.width) for column in pages[0]] == [
        (0, 0, 86),
        (94, 0, 86),
        (0, 20, 180),
        (0, 30, 86),
        (94, 30, 86),
    ]


def test_a_wide_block_without_room_goes_to_the_next_page() -> None:
    tall = Strip(60.0, is_wide=True)
    assert shape(column_pages([*lines(20), tall, *lines(4)], style(2))) == [[10, 10], [1, 2, 2]]
    assert shape(column_pages([*lines(30), tall, *lines(4)], style(2))) == [[15, 15], [1, 2, 2]]


def test_strips_that_hold_each_other_stay_in_a_column() -> None:
    strips = [*lines(3), Strip(5.0, holds=True), *lines(2)]
    assert shape(column_pages(strips, style(2))) == [[3, 3]]


# --- whole rulebooks


def set_text(write: WriteProject, text: str, more: str = "") -> tuple[Frame, ...]:
    made = open_booklet(write, text, STYLE + more)
    pages = made.set().pages
    assert made.codes == []
    return pages


def prose(count: int) -> str:
    return " ".join(WORDS[n % len(WORDS)] for n in range(count))


def test_text_stands_in_columns_and_what_is_wide_across_them(write_project: WriteProject) -> None:
    text = f"## Play\n\n{prose(120)}.\n\n::: wide\n{prose(40)}.\n:::\n\n## End\n\n{prose(60)}.\n"
    (page,) = set_text(write_project, text, "form: sheet\n")
    shown = placed_texts(page)
    assert shown[0][2] == "Small"
    lefts = {round(x, 2) for x, _, _ in shown if round(x, 2) in (10.0, 104.0)}
    assert lefts == {10.0, 104.0}
    assert max(len(words) for _, _, words in shown) > LONGEST_IN_COLUMN


LONGEST_IN_COLUMN = 65
"""More characters than a line of a column has, and fewer than one across both."""


@pytest.mark.parametrize("inside", ["tip", "example"])
def test_what_is_wide_in_a_box_stays_in_the_box(write_project: WriteProject, inside: str) -> None:
    text = f"## Play\n\n{prose(60)}.\n\n:::: {inside}\n::: wide\n{prose(30)}.\n:::\n::::\n"
    (page,) = set_text(write_project, text, "form: sheet\n")
    assert max(len(words) for _, _, words in placed_texts(page)) < LONGEST_IN_COLUMN
