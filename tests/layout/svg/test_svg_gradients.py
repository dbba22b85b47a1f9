"""SVG gradients → paints in the units of the shape."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from svg_reading import RED_TO_BLUE, STOPS, item_of, items_of, near

from pnp.core import outline
from pnp.core.frame import LinearGradient, RadialGradient


def painted(gradient: str, shape: str = '<rect x="20" y="40" width="20" height="10" fill="url(#g)"/>'):
    return item_of(f"<defs>{gradient}</defs>{shape}")


def line_of(gradient: LinearGradient) -> tuple[float, float, float, float]:
    return (gradient.x1, gradient.y1, gradient.x2, gradient.y2)


def test_linear_gradient_over_the_shape_and_over_the_drawing():
    over_shape = painted(f'<linearGradient id="g">{RED_TO_BLUE}</linearGradient>').fill
    assert over_shape == LinearGradient(20, 40, 40, 40, STOPS)
    wide = (
        f'<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="5" y1="10%" y2="2">{RED_TO_BLUE}</linearGradient>'
    )
    assert painted(wide).fill == LinearGradient(5, 10, 100, 2, STOPS)


def test_gradient_moves_with_a_flattened_shape():
    shape = '<rect width="10" height="10" fill="url(#g)" transform="translate(5 5) scale(2)"/>'
    gradient = f'<linearGradient id="g" gradientTransform="rotate(90)">{RED_TO_BLUE}</linearGradient>'
    assert line_of(painted(gradient, shape).fill) == pytest.approx((5, 5, 5, 25))


@given(st.tuples(*[st.floats(-3, 3)] * 4, st.floats(-9, 9), st.floats(-9, 9)), st.floats(-5, 5), st.floats(-5, 5))
def test_skewed_linear_gradient_keeps_its_colours_in_place(matrix, x, y):
    """The part of the way at any point is what it was before the skew."""
    assume(abs(outline.determinant(matrix)) > 0.1)
    numbers = " ".join(map(repr, matrix))
    gradient = (
        f'<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="1" y1="2" x2="4" y2="6" '
        f'gradientTransform="matrix({numbers})">{RED_TO_BLUE}</linearGradient>'
    )
    x1, y1, x2, y2 = line_of(painted(gradient).fill)
    before = ((x - 1) * 3 + (y - 2) * 4) / 25
    px, py = outline.apply(matrix, x, y)
    after = ((px - x1) * (x2 - x1) + (py - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2)
    assert after == pytest.approx(before, abs=1e-6)


def test_radial_gradient_over_a_square():
    gradient = f'<radialGradient id="g">{RED_TO_BLUE}</radialGradient>'
    paint = painted(gradient, '<rect width="10" height="10" fill="url(#g)" transform="translate(1 2)"/>').fill
    assert paint == RadialGradient(6, 7, 5, STOPS)


def test_radial_gradient_over_an_oblong_is_stretched_by_a_group():
    group = painted(f'<radialGradient id="g">{RED_TO_BLUE}</radialGradient>')
    assert group.matrix == (20, 0, 0, 10, 20, 40)
    assert group.items[0].fill == RadialGradient(0.5, 0.5, 0.5, STOPS)
    assert near(group.items[0].segments, ("M", 0, 0), ("L", 1, 0), ("L", 1, 1), ("L", 0, 1), ("Z",))


def test_gradient_takes_over_stops_and_attributes():
    base = f'<linearGradient id="b" x2="0" y2="1">{RED_TO_BLUE}</linearGradient>'
    assert painted(f'{base}<linearGradient id="g" xlink:href="#b"/>').fill == LinearGradient(20, 40, 20, 50, STOPS)


def test_gradient_on_a_stroke():
    gradient = f'<linearGradient id="g">{RED_TO_BLUE}</linearGradient>'
    path = painted(gradient, '<path d="M10 10L20 20" fill="none" stroke="url(#g)"/>')
    assert path.stroke.paint == LinearGradient(10, 10, 20, 10, STOPS)


@pytest.mark.parametrize(
    ("gradient", "fill", "opacity"),
    [
        ('<linearGradient id="g"><stop stop-color="red"/></linearGradient>', "#ff0000", 1),
        (f'<linearGradient id="g" x2="0">{RED_TO_BLUE}</linearGradient>', "#0000ff", 1),
        (f'<radialGradient id="g" r="0">{RED_TO_BLUE}</radialGradient>', "#0000ff", 1),
        ('<linearGradient id="g"><stop stop-color="red" stop-opacity=".5"/></linearGradient>', "#ff0000", 0.5),
    ],
)
def test_gradient_of_one_colour(gradient, fill, opacity):
    path = painted(gradient)
    assert (path.fill, path.opacity) == (fill, opacity)


def test_gradient_without_stops_paints_nothing():
    assert items_of('<linearGradient id="g"/><rect width="9" height="9" fill="url(#g)"/>') == ()


def test_stops_never_go_back():
    stops = '<stop offset=".6" stop-color="red"/><stop offset="20%" stop-color="blue"/>'
    found = painted(f'<linearGradient id="g">{stops}</linearGradient>').fill.stops
    assert [stop.offset for stop in found] == [0.6, 0.6]


def test_fallback_of_a_missing_gradient():
    assert item_of('<rect width="9" height="9" fill="url(#g) lime"/>').fill == "#00ff00"


def test_a_gradient_that_is_there_is_taken_and_not_the_colour_beside_it() -> None:
    gradient = '<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>'
    assert isinstance(painted(gradient, '<rect width="9" height="9" fill="url(#g) lime"/>').fill, LinearGradient)
