"""Sheets of faces: within what virtual tables take, and every face as large as that allows."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pnp.extensions.virtual_tables.sites import LARGEST_PX, MAX_COLUMNS, MAX_ROWS, grid_for, sheets_needed

SIZES = st.tuples(st.floats(10, 200), st.floats(10, 200))


@given(st.integers(1, 70), SIZES, st.sampled_from([100.0, 300.0, 600.0]))
def test_a_grid_keeps_to_what_tables_take(places: int, size: tuple[float, float], dpi: float) -> None:
    grid = grid_for(places, size, dpi)
    assert places <= grid.places
    assert 2 <= grid.columns <= MAX_COLUMNS
    assert 2 <= grid.rows <= MAX_ROWS
    assert max(grid.columns * grid.width_px, grid.rows * grid.height_px) <= LARGEST_PX
    assert grid.width_px <= size[0] / 25.4 * dpi + 1e-3


@given(st.integers(1, 70), SIZES)
def test_a_face_keeps_its_proportions(places: int, size: tuple[float, float]) -> None:
    grid = grid_for(places, size, 300.0)
    exact = grid.width_px * size[1] / size[0]
    assert abs(grid.height_px - exact) <= 1 + size[1] / size[0]


def test_a_full_sheet_of_poker_cards() -> None:
    grid = grid_for(70, (63.5, 88.9), 300.0)
    assert (grid.columns, grid.rows, grid.width_px, grid.height_px) == (10, 7, 409, 573)


def test_a_few_cards_are_not_drawn_larger_than_asked() -> None:
    assert (grid_for(3, (25.4, 50.8), 100.0).width_px, grid_for(3, (25.4, 50.8), 100.0).height_px) == (100, 200)


@given(st.integers(1, 2000), st.sampled_from([0, 1]))
def test_cards_are_shared_out_to_as_few_sheets_as_hold_them(cards: int, spare: int) -> None:
    sheets = sheets_needed(cards, spare)
    room = MAX_COLUMNS * MAX_ROWS - spare
    assert (sheets - 1) * room < cards <= sheets * room
