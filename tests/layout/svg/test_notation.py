"""SVG path data and transform lists → segments and matrices."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from svg_reading import near, point_on

from pnp.core import outline
from pnp.core.diagnostics import Mistake
from pnp.core.frame import IDENTITY, Box, multiply
from pnp.layout.svg.notation import parse_path, parse_transform


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("M1 2 3 4l1-1", (("M", 1, 2), ("L", 3, 4), ("L", 4, 3))),
        ("m1 2 3 4", (("M", 1, 2), ("L", 4, 6))),
        ("M1.5.5-.5 1e1", (("M", 1.5, 0.5), ("L", -0.5, 10))),
        ("M1 1h2v3H0V0", (("M", 1, 1), ("L", 3, 1), ("L", 3, 4), ("L", 0, 4), ("L", 0, 0))),
        ("M0 0C1 2 3 4 5 6", (("M", 0, 0), ("C", 1, 2, 3, 4, 5, 6))),
        ("M1 1c1 2 3 4 5 6", (("M", 1, 1), ("C", 2, 3, 4, 5, 6, 7))),
        ("M0 0C1 2 3 4 5 6S9 8 9 9", (("M", 0, 0), ("C", 1, 2, 3, 4, 5, 6), ("C", 7, 8, 9, 8, 9, 9))),
        ("M1 1s2 3 4 4", (("M", 1, 1), ("C", 1, 1, 3, 4, 5, 5))),
        ("M0 0Q3 3 6 0", (("M", 0, 0), ("C", 2, 2, 4, 2, 6, 0))),
        ("M0 0q3 3 6 0t6 0", (("M", 0, 0), ("C", 2, 2, 4, 2, 6, 0), ("C", 8, -2, 10, -2, 12, 0))),
        ("M0 0T6 0", (("M", 0, 0), ("C", 0, 0, 2, 0, 6, 0))),
        ("M1 1h4v4zl2 2", (("M", 1, 1), ("L", 5, 1), ("L", 5, 5), ("Z",), ("M", 1, 1), ("L", 3, 3))),
        ("M1 1zZ", (("M", 1, 1), ("Z",))),
        ("M0 0A0 5 0 0 1 9 9", (("M", 0, 0), ("L", 9, 9))),
        ("M4 4A5 5 0 0 1 4 4", (("M", 4, 4),)),
    ],
)
def test_path_data(written, expected):
    assert near(parse_path(written), *expected)


def test_curve_after_an_arc_does_not_mirror_its_handle():
    assert parse_path("M0 0A5 5 0 0 1 10 0S12 3 14 0")[-1][1:3] == (10, 0)


def test_arc_flags_may_touch():
    assert near(parse_path("M0 0a5 5 0 0110 0"), *parse_path("M0 0 a 5,5 0 0,1 10,0"))


@pytest.mark.parametrize(
    ("flags", "box"),
    [
        ("0 1", Box(0, 0, 10, 10)),
        ("0 0", Box(0, 0, 10, 10)),
        ("1 1", Box(0, -10, 20, 20)),
        ("1 0", Box(-10, 0, 20, 20)),
    ],
)
def test_arc_goes_the_way_its_flags_say(flags, box):
    found = outline.bounds(parse_path(f"M0 0A10 10 0 {flags} 10 10"))
    assert (found.x, found.y, found.width, found.height) == pytest.approx(
        (box.x, box.y, box.width, box.height), abs=0.01
    )


def test_arc_with_too_small_radii_grows():
    box = outline.bounds(parse_path("M0 0A1 1 0 0 1 10 0"))
    assert (box.x, box.y, box.width, box.height) == pytest.approx((0, -5, 10, 5), abs=0.01)


angles = st.floats(-math.pi, math.pi)


@given(angles, angles, st.booleans(), st.booleans(), st.floats(0, 360))
def test_arc_stays_on_its_ellipse(first, second, large, sweep, turn):
    def on_ellipse(angle):
        return outline.apply(outline.rotation(turn), 30 * math.cos(angle), 20 * math.sin(angle))

    (x1, y1), (x2, y2) = on_ellipse(first), on_ellipse(second)
    segments = parse_path(f"M{x1:.12f} {y1:.12f}A30 20 {turn:.12f} {large:d} {sweep:d} {x2:.12f} {y2:.12f}")
    assume(math.dist((x1, y1), (x2, y2)) > 0.01)
    assert segments[-1][-2:] == pytest.approx((x2, y2), abs=1e-9)
    straight = outline.transform(segments, multiply((1 / 30, 0, 0, 1 / 20, 0, 0), outline.rotation(-turn)))
    centre = circle_centre(straight, large, sweep)
    at = straight[0][1:]
    for segment in straight[1:]:
        for t in (0.25, 0.5, 0.75, 1):
            assert math.dist(point_on(at, segment, t), centre) == pytest.approx(1, abs=5e-4)
        at = segment[-2:]


def circle_centre(segments, large, sweep):
    (ax, ay), (bx, by) = segments[0][1:], segments[-1][-2:]
    half = math.dist((ax, ay), (bx, by)) / 2
    rise = math.sqrt(max(0, 1 - half**2)) * (1 if large != sweep else -1)
    return (ax + bx) / 2 - (by - ay) / 2 / half * rise, (ay + by) / 2 + (bx - ax) / 2 / half * rise


# --- transforms


transforms = st.lists(
    st.one_of(
        st.tuples(st.just("translate"), st.lists(st.floats(-99, 99), min_size=1, max_size=2)),
        st.tuples(st.just("scale"), st.lists(st.floats(-3, 3), min_size=1, max_size=2)),
        st.tuples(st.just("rotate"), st.lists(st.floats(-360, 360), min_size=1, max_size=1)),
        st.tuples(st.just("rotate"), st.lists(st.floats(-360, 360), min_size=3, max_size=3)),
        st.tuples(st.sampled_from(["skewX", "skewY"]), st.lists(st.floats(-80, 80), min_size=1, max_size=1)),
        st.tuples(st.just("matrix"), st.lists(st.floats(-9, 9), min_size=6, max_size=6)),
    ),
    max_size=5,
)


@given(transforms)
def test_transform_list_is_the_product_of_its_parts(parts):
    written = [f"{name}({', '.join(map(repr, numbers))})" for name, numbers in parts]
    product = IDENTITY
    for one in written:
        product = multiply(product, parse_transform(one))
    assert parse_transform(" ".join(written)) == pytest.approx(product)


@pytest.mark.parametrize(
    ("written", "point"),
    [
        ("translate(3)", (4, 2)),
        ("translate(3 4)", (4, 6)),
        ("scale(2)", (2, 4)),
        ("scale(2,3)", (2, 6)),
        ("rotate(90)", (-2, 1)),
        ("rotate(90 1 1)", (0, 1)),
        ("skewX(45)", (3, 2)),
        ("skewY(45)", (1, 3)),
        ("matrix(1 2 3 4 5 6)", (12, 16)),
        (" translate(10,0) , scale(2)", (12, 4)),
        ("none", (1, 2)),
    ],
)
def test_transform_of_the_point_1_2(written, point):
    assert outline.apply(parse_transform(written), 1, 2) == pytest.approx(point)


@pytest.mark.parametrize(
    "written", ["scale(1 2 3)", "translate(1 2 3)", "rotate(1 2)", "skewX()", "matrix(1 2 3)", "scale()"]
)
def test_transforms_with_another_count_of_numbers_are_told(written: str) -> None:
    with pytest.raises(Mistake, match="is not a transform"):
        parse_transform(written)
