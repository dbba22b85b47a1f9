"""Bounds of segments; matrices and their inverses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from svg_reading import point_on

from pnp.layout import outline
from pnp.layout.frame import IDENTITY, Box, multiply


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
