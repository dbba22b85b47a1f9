"""Where pages end: few and evenly filled, what holds together stays so, nothing is lost."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from pnp.rulebook.blocks import Strip
from pnp.rulebook.page_breaks import page_ends

heights = st.floats(1, 40)
slices = st.lists(st.builds(Strip, heights, before=st.floats(0, 5), holds=st.booleans()), max_size=40)


def used(page: list[Strip]) -> float:
    first, *rest = page
    return first.height + sum(one.before + one.height for one in rest)


def pages(column: list[Strip], depth: float) -> list[list[Strip]]:
    return [column[start:end] for start, end in pairwise([0, *page_ends(column, depth)])]


@given(slices, st.floats(20, 100))
def test_every_slice_is_on_one_page_and_no_page_is_too_full(column: list[Strip], depth: float) -> None:
    found = pages(column, depth)
    assert [one for page in found for one in page] == column
    assert all(used(page) <= depth + 1e-5 or len(page) == 1 for page in found)


@given(slices, st.floats(20, 100))
def test_no_page_more_than_when_each_takes_all_it_can(column: list[Strip], depth: float) -> None:
    loose = [Strip(one.height, before=one.before) for one in column]
    greedy: list[list[Strip]] = []
    for one in loose:
        if greedy and used([*greedy[-1], one]) <= depth:
            greedy[-1].append(one)
        else:
            greedy.append([one])
    assert len(pages(loose, depth)) <= len(greedy)


def test_pages_are_evenly_filled_and_the_last_may_stay_empty() -> None:
    assert page_ends([Strip(10)] * 9, 40) == [4, 8, 9]
    assert page_ends([*[Strip(10)] * 5, Strip(40)], 40) == [2, 5, 6]


def test_what_holds_together_is_not_parted_where_that_is_possible() -> None:
    held = [Strip(10), Strip(10), Strip(10, holds=True), Strip(10), Strip(10)]
    assert page_ends(held, 35) == [2, 5]
    assert page_ends([Strip(10, holds=True)] * 5, 25)[-1] == 5


@given(st.lists(st.builds(Strip, st.floats(2, 10), st.floats(0, 4)), min_size=1, max_size=50), st.data())
def test_what_holds_on_is_kept_together(column: list[Strip], data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(column) - 1))
    held = [Strip(one.height, before=one.before, holds=place == index) for place, one in enumerate(column)]
    assert index + 1 == len(held) or index + 1 not in page_ends(held, 60)


def test_room_above_is_gone_at_the_top_of_a_page() -> None:
    assert page_ends([Strip(20, before=15), Strip(20, before=15)], 20) == [1, 2]
    assert page_ends([Strip(20, before=15), Strip(20, before=15)], 55) == [2]
    assert page_ends([Strip(20, before=15), Strip(20, before=15)], 54) == [1, 2]


def test_a_strip_higher_than_a_page_has_one_of_its_own() -> None:
    assert page_ends([Strip(10), Strip(100), Strip(10)], 40) == [1, 2, 3]
    assert page_ends([], 40) == []
