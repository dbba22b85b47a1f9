"""Bounds of segments; matrices and their inverses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from svg_reading import point_on

from pnp.core import outline
from pnp.core.frame import IDENTITY, Box, multiply


@given(st.lists(st.tuples(*[st.floats(-50, 50)] * 6), min_size=1, max_size=5))
def test_bounds_hold_every_point_and_are_held_by_the_handles(curves):
    segments = (("M", 0.0, 0.0), *(("C", *numbers) for numbers in curves))
    box = outline.bounds(segments)
    assert outline.handle_bounds(segments).contains(box, 1e-6)
    at = (0.0, 0.0)
    for segment in segments[1:]:
        for step in range(11):
            x, y = point_on(at, segment, step / 10)
            assert box.contains(Box(x, y, 0, 0), 1e-6)
        at = segment[-2:]


def test_bounds_of_a_curve_that_is_nearly_quadratic():
    """Its cubic part is so small that the usual formula for the turning point loses all digits."""
    box = outline.bounds((("M", 0.0, 0.0), ("C", 1.0, 10.0, 2.0, 10.0, 3.0, 5e-13)))
    assert box.height == pytest.approx(7.5, abs=1e-9)


@given(st.tuples(*[st.floats(-9, 9)] * 6).filter(lambda m: abs(outline.determinant(m)) > 0.01))
def test_inverse_undoes(matrix):
    assert multiply(matrix, outline.inverse(matrix)) == pytest.approx(IDENTITY, abs=1e-9)


@pytest.mark.parametrize("reversed_too", [False, True])
def test_signed_areas_of_outlines_with_several_parts(reversed_too: bool) -> None:
    corners = [(1.0, 2.0), (5.0, 2.0), (5.0, 5.0), (1.0, 5.0)]
    other = [(10.0, 0.0), (12.0, 0.0), (12.0, 3.0)]
    parts = [list(reversed(part)) if reversed_too else part for part in (corners, other)]
    segments = [(("M" if n == 0 else "L"), *point) for part in parts for n, point in enumerate(part)]
    closed = [*segments[:4], ("Z",), *segments[4:], ("Z",)]
    area = -15.0 if reversed_too else 15.0
    assert outline.signed_area(segments) == pytest.approx(area)
    assert outline.signed_area(closed) == pytest.approx(area)


@pytest.mark.parametrize("radii", [(0, 0), (2, 0), (0, 2), (-1, 2)])
def test_a_rectangle_is_round_in_both_ways_or_not_at_all(radii):
    assert outline.rectangle(1, 2, 10, 20, *radii) == outline.rectangle(1, 2, 10, 20)


def test_an_ellipse_keeps_to_its_equation() -> None:
    segments = outline.ellipse(10, 20, 4, 2)
    at = segments[0][1:]
    for segment in segments[1:]:
        if segment[0] == "C":
            for step in range(11):
                x, y = point_on(at, segment, step / 10)
                assert ((x - 10) / 4) ** 2 + ((y - 20) / 2) ** 2 == pytest.approx(1, abs=0.001)
            at = segment[-2:]
    assert outline.ellipse(0, 0, 0, 2) == outline.ellipse(0, 0, 2, 0) == ()


@pytest.mark.parametrize("turn", [0, 30, 90, 180, 270])
@pytest.mark.parametrize("flat", [(1 / 3, 0.0, 0.0, 1 / 3, 5.0, 7.0), (-2.0, 0.0, 0.0, 2.0, 0.0, 0.0)])
def test_turning_and_scaling_keep_circles_round(turn: int, flat: outline.Matrix) -> None:
    assert outline.is_similarity(multiply(outline.rotation(turn, 3, 4), flat))
    assert outline.is_similarity(multiply(flat, outline.rotation(turn, 3, 4)))


@pytest.mark.parametrize("matrix", [(2, 0, 0, 1, 0, 0), (1, 0, 0.5, 1, 0, 0), (1, 0, 1, 0, 0, 0)])
def test_stretching_and_slanting_do_not(matrix: outline.Matrix) -> None:
    assert not outline.is_similarity(matrix)
    assert not outline.is_similarity(multiply(outline.rotation(90, 0, 0), matrix))
