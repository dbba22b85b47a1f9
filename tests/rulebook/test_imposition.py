"""Folding the printed sheets gives the pages in reading order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.layout.frame import Frame, Use
from pnp.rulebook.imposition import fold_order, impose_booklet


def folded(sides: list[tuple[int | None, int | None]]) -> list[int | None]:
    """The pages as they come when the sheets are stacked, folded in the middle, and leafed through.

    Each leaf is half a sheet: its front right half has the leaf's back's left half behind it.
    """
    sheets = [(sides[n], sides[n + 1]) for n in range(0, len(sides), 2)]
    first_half = [page for (front, back) in sheets for page in (front[1], back[0])]
    second_half = [page for (front, back) in reversed(sheets) for page in (back[1], front[0])]
    return first_half + second_half


@pytest.mark.parametrize("count", range(1, 41))
def test_folding_gives_reading_order(count: int) -> None:
    sides = fold_order(count)
    pages = folded(sides)
    assert len(sides) == 2 * -(-count // 4)
    assert pages == [*range(count), *[None] * (-count % 4)]


def test_four_and_eight_pages_as_printers_know_them() -> None:
    assert fold_order(4) == [(3, 0), (1, 2)]
    assert fold_order(8) == [(7, 0), (1, 6), (5, 2), (3, 4)]


pages = st.integers(1, 16)
sizes = st.tuples(st.floats(60, 250), st.floats(80, 350))


@given(pages, sizes, st.sampled_from([(210.0, 297.0), (215.9, 279.4)]))
def test_pages_stand_side_by_side_at_the_fold_and_stay_on_the_paper(
    count: int, size: tuple[float, float], paper: tuple[float, float]
) -> None:
    frames = [Frame(*size, (), name=f"page {n}") for n in range(count)]
    sides = list(impose_booklet(frames, paper))
    shown = []
    for side in sides:
        assert (side.width, side.height) == (paper[1], paper[0])
        for use in side.items:
            assert isinstance(use, Use)
            scale, _, _, also, x, y = use.matrix
            assert scale == also <= 1
            width, height = size[0] * scale, size[1] * scale
            assert x >= -1e-6 and x + width <= side.width + 1e-6
            assert y >= -1e-6 and y + height <= side.height + 1e-6
            assert min(abs(x - side.width / 2), abs(x + width - side.width / 2)) < 1e-6
            assert y == pytest.approx(side.height - y - height)
            shown.append(use.art.name)
    assert sorted(shown) == sorted(frame.name for frame in frames)


def test_pages_that_fit_are_not_scaled() -> None:
    (front, _) = impose_booklet([Frame(148, 210, (), name=f"page {n}") for n in range(4)], (210, 297))
    assert [use.matrix[0] for use in front.items if isinstance(use, Use)] == [1, 1]
