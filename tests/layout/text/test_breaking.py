"""Line breaks by widths alone: nothing is too wide, few lines, even lines, no lonely last word."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import accumulate, combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.layout.text.line_breaking import (
    BOUND_COST,
    HYPHEN_COST,
    LINE_COST,
    SHORT_LAST_COST,
    SHORT_LAST_LINE,
    LinePart,
    even_breaks,
    even_breaks_of_fewest,
    greedy_breaks,
    widest_overflow,
)

SPACE = 0.2
lengths = st.floats(0.1, 6).map(lambda n: round(n, 3))
whole_words = st.builds(LinePart, lengths, st.just(SPACE), bound=st.booleans())
cut_words = st.builds(LinePart, lengths, st.just(0.0), st.just(0.3))
line_ends = st.builds(LinePart, lengths, st.just(SPACE), st.just(0.0), st.just(True))
rooms = st.floats(6.5, 40).map(lambda n: round(n, 2))
plain_parts = st.lists(whole_words, min_size=1, max_size=60)
all_parts = st.builds(
    lambda parts, last: [*parts, last], st.lists(st.one_of(whole_words, cut_words, line_ends), max_size=60), whole_words
)


def lines(parts: list[LinePart], ends: list[int]) -> list[list[LinePart]]:
    return [parts[start:end] for start, end in pairwise([0, *ends])]


def width(line: list[LinePart]) -> float:
    return sum(p.width + p.space for p in line) - line[-1].space + line[-1].hyphen


@given(all_parts, rooms)
def test_every_part_is_in_one_line_in_order_and_no_line_is_too_wide(parts: list[LinePart], room: float) -> None:
    for breaks in (greedy_breaks, even_breaks, partial(even_breaks, balanced=True)):
        ends = breaks(parts, room)
        assert [part for line in lines(parts, ends) for part in line] == parts
        assert all(width(line) <= room + 1e-6 for line in lines(parts, ends))
        assert widest_overflow(parts, ends, room) == 0


@given(all_parts, rooms)
def test_a_forced_break_always_ends_a_line_and_is_never_passed(parts: list[LinePart], room: float) -> None:
    for breaks in (greedy_breaks, even_breaks, partial(even_breaks, balanced=True)):
        forced = {index + 1 for index, part in enumerate(parts) if part.forced}
        assert forced <= set(breaks(parts, room))


@pytest.mark.parametrize(
    ("rests", "ends"),
    [((), [6, 12]), ((7,), [7, 12]), ((5,), [5, 12]), ((9,), [6, 12]), ((3,), [6, 12]), ((6, 7), [6, 12])],
)
def test_balanced_lines_are_alike_and_rather_end_where_the_text_rests(rests: tuple[int, ...], ends: list[int]) -> None:
    parts = [LinePart(1.5, SPACE, rests=index in rests) for index in range(1, 13)]
    assert even_breaks(parts, 16.0) == [9, 12]
    assert even_breaks(parts, 16.0, balanced=True) == ends


@given(all_parts, rooms)
def test_greedy_takes_the_fewest_lines(parts: list[LinePart], room: float) -> None:
    fewest = [0.0]
    for end in range(1, len(parts) + 1):
        starts = (
            s
            for s in range(end)
            if not any(p.forced for p in parts[s : end - 1]) and width(parts[s:end]) <= room + 1e-9
        )
        fewest.append(min(fewest[s] + 1 for s in starts))
    assert len(greedy_breaks(parts, room)) == fewest[-1]


@given(plain_parts, rooms)
def test_even_lines_are_hardly_more_than_the_fewest(parts: list[LinePart], room: float) -> None:
    assert len(even_breaks(parts, room)) <= len(greedy_breaks(parts, room)) + 1


@given(plain_parts, rooms)
def test_even_lines_are_not_less_even_than_greedy_ones(parts: list[LinePart], room: float) -> None:
    def unevenness(ends: list[int]) -> float:
        full = lines(parts, ends)[:-1]
        return sum((1 - width(line) / room) ** 2 + BOUND_COST * line[-1].bound for line in full)

    assert unevenness(even_breaks(parts, room)) <= unevenness(greedy_breaks(parts, room)) + SHORT_LAST_COST + 1e-9


def test_a_part_wider_than_the_room_has_a_line_to_itself() -> None:
    parts = [LinePart(3, SPACE), LinePart(20, SPACE), LinePart(3, SPACE)]
    for breaks in (greedy_breaks, even_breaks):
        assert breaks(parts, 10) == [1, 2, 3]
        assert widest_overflow(parts, breaks(parts, 10), 10) == 10


def test_a_word_that_fits_whole_is_not_refused_for_a_hyphen_it_does_not_take() -> None:
    assert greedy_breaks([LinePart(4, SPACE), LinePart(3, 0, 1), LinePart(0.5, SPACE)], 7.8) == [3]


def test_the_hyphen_counts_where_a_line_ends_in_one() -> None:
    parts = [LinePart(4, SPACE), LinePart(3, 0, 1), LinePart(3, SPACE)]
    assert greedy_breaks(parts, 8) == [1, 3]
    assert greedy_breaks(parts, 8.2) == [2, 3]


def test_lines_are_filled_evenly_where_greedy_leaves_a_hole() -> None:
    parts = [LinePart(n, SPACE) for n in (3, 2, 2, 5)]
    assert greedy_breaks(parts, 6) == [2, 3, 4]
    assert even_breaks(parts, 6) == [1, 3, 4]


def test_a_lonely_short_last_word_is_given_company_when_that_costs_little() -> None:
    parts = [*[LinePart(2.0, SPACE)] * 5, LinePart(1.2, SPACE)] * 2 + [LinePart(0.4, SPACE)]
    room = sum(p.width + p.space for p in parts[:6])
    assert greedy_breaks(parts, room) == [6, 12, 13]
    assert even_breaks(parts, room)[-2] == 11


def test_a_last_word_is_not_given_company_at_the_price_of_a_half_empty_line() -> None:
    parts = [LinePart(5, SPACE), LinePart(5, SPACE), LinePart(0.6, SPACE)]
    assert even_breaks(parts, 10.2) == [2, 3]


def test_a_few_short_words_may_stand_below_a_full_line() -> None:
    parts = [LinePart(width, 1.8) for width in (81, 8, 4, 2, 4)]
    assert even_breaks(parts, 100) == [2, 5]


def test_a_number_and_its_noun_do_not_make_a_paragraph_a_line_longer_for_a_word() -> None:
    parts = [LinePart(2.0, SPACE, bound=index == 4) for index in range(10)]
    room = sum(p.width + p.space for p in parts[:5]) - SPACE
    assert greedy_breaks(parts, room) == even_breaks(parts, room) == [5, 10]


def test_a_number_stays_with_its_noun_when_that_costs_little() -> None:
    def parts(is_bound: bool) -> list[LinePart]:
        return [
            LinePart(3, SPACE),
            LinePart(3, SPACE),
            LinePart(0.6, SPACE, bound=is_bound),
            LinePart(3.5, SPACE),
            LinePart(3.5, SPACE),
        ]

    assert [even_breaks(parts(is_bound), 8.5) for is_bound in (False, True)] == [[3, 5], [2, 5]]
    assert even_breaks(parts(True), 4) == [1, 3, 4, 5]


def cost(parts: list[LinePart], ends: tuple[int, ...], room: float) -> float:
    """What lines cost, as even_breaks says."""
    total, before = 0.0, False
    for line, end in zip(lines(parts, list(ends)), ends, strict=True):
        used, hyphen = (
            width([*line[:-1], replace(line[-1], hyphen=0.0)] if end == len(parts) else line),
            line[-1].hyphen,
        )
        if end == len(parts) or line[-1].forced:
            total += SHORT_LAST_COST * max(0.0, 1 - used / (SHORT_LAST_LINE * room))
        else:
            total += (max(room - used, 0.0) / room) ** 2 + bool(hyphen) * HYPHEN_COST * (1 + before)
            total += line[-1].bound * BOUND_COST
        total += LINE_COST
        before = bool(hyphen)
    return total


@given(
    st.builds(
        lambda parts, last: [*parts, last],
        st.lists(st.one_of(whole_words, cut_words, cut_words, line_ends), max_size=8),
        whole_words,
    ),
    rooms,
)
def test_no_other_breaks_cost_less(parts: list[LinePart], room: float) -> None:
    count = len(parts)
    forced = {number for number, part in enumerate(parts, 1) if part.forced}
    every = (
        (*between, count)
        for size in range(count)
        for between in combinations(range(1, count), size)
        if forced <= {*between, count}
    )
    possible = [ends for ends in every if widest_overflow(parts, ends, room) == 0]
    found = tuple(even_breaks(parts, room))
    assert cost(parts, found, room) <= min(cost(parts, ends, room) for ends in possible) + 1e-6


def test_two_hyphens_in_a_row_are_avoided() -> None:
    parts = [LinePart(4, 0, 0.3), LinePart(4, SPACE), LinePart(3, 0, 0.3), LinePart(4, SPACE), LinePart(4, SPACE)]
    ends = even_breaks(parts, 12.0)
    assert [parts[end - 1].hyphen > 0 for end in ends].count(True) <= 1
    assert list(accumulate(len(line) for line in lines(parts, ends))) == ends


def test_no_parts_make_no_lines() -> None:
    assert greedy_breaks([], 5) == even_breaks([], 5) == []


def test_a_break_that_costs_is_taken_only_where_lines_would_be_emptier_or_too_many() -> None:
    parts = [LinePart(4), LinePart(3, cost=0.35), LinePart(3), LinePart(4)]
    assert even_breaks(parts, 8) == [1, 3, 4]
    assert even_breaks_of_fewest(parts, 8) == [2, 4]
    assert greedy_breaks([LinePart(3), LinePart(4), LinePart(3, cost=0.35), LinePart(4)], 10) == [3, 4]
    assert even_breaks_of_fewest([LinePart(3), LinePart(4), LinePart(3, cost=0.35), LinePart(4)], 10) == [2, 4]
