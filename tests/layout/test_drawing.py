"""SVG files → items, checked on the items themselves."""

from __future__ import annotations

import contextlib
import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pnp.diagnostics import Fault
from pnp.layout import drawing, outline
from pnp.layout.drawing import Drawing, parse_colour, parse_drawing
from pnp.layout.frame import (
    IDENTITY,
    Box,
    Group,
    LinearGradient,
    Path,
    RadialGradient,
    Stop,
    Stroke,
    multiply,
    walk,
)

SQUARE = (("M", 0, 0), ("L", 10, 0), ("L", 10, 10), ("L", 0, 10), ("Z",))
RED_TO_BLUE = '<stop stop-color="red"/><stop offset="1" stop-color="blue"/>'
STOPS = (Stop(0.0, "#ff0000"), Stop(1.0, "#0000ff"))


def read(inside: str, attributes: str = 'viewBox="0 0 100 100"') -> Drawing:
    namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return parse_drawing(f"<svg {namespaces} {attributes}>\n{inside}\n</svg>".encode(), "art/a.svg")


def items_of(inside: str, colour: str | None = None, **colours: str) -> tuple:
    return read(inside, 'viewBox="0 0 100 100" overflow="visible"').items(colour, colours)


def item_of(inside: str, colour: str | None = None, **colours: str):
    (item,) = items_of(inside, colour, **colours)
    return item


def faults_of(inside: str, attributes: str = 'viewBox="0 0 100 100"') -> list[str]:
    """What is wrong, as "line:column code: what"; the first line of ``inside`` is line 2."""
    with pytest.raises(Fault) as caught:
        read(inside, attributes)
    for found in caught.value.diagnostics:
        assert found.place.file == "art/a.svg"
    return [f"{d.place.line}:{d.place.column} {d.code}: {d.what}" for d in caught.value.diagnostics]


def near(segments, *expected) -> bool:
    return len(segments) == len(expected) and all(
        mine[0] == theirs[0] and mine[1:] == pytest.approx(theirs[1:], abs=1e-6)
        for mine, theirs in zip(segments, expected, strict=True)
    )


# --- shapes


@pytest.mark.parametrize(
    ("element", "segments"),
    [
        ('<path d="M0 0H10V10H0Z"/>', SQUARE),
        ('<rect width="10" height="10"/>', SQUARE),
        ('<polygon points="0,0 10,0 10,10 0,10"/>', SQUARE),
        ('<polyline points="0 0 10-0 10 10"/>', (("M", 0, 0), ("L", 10, 0), ("L", 10, 10))),
    ],
)
def test_shape(element, segments):
    assert item_of(element) == Path(segments, "#000000")


def test_line_has_no_fill():
    item = item_of('<line x2="10%" y2="5" stroke="red" fill="blue"/>')
    assert item == Path((("M", 0, 0), ("L", 10, 5)), None, Stroke("#ff0000", 1))


@pytest.mark.parametrize("element", ['<circle cx="5" cy="6" r="2"/>', '<ellipse cx="5" cy="6" rx="2" ry="2"/>'])
def test_round(element):
    path = item_of(element)
    assert outline.bounds(path.segments) == Box(3, 4, 4, 4)
    assert [s[0] for s in path.segments] == ["M", "C", "C", "C", "C", "Z"]


def test_rounded_rectangle_takes_the_missing_radius_from_the_other_and_cuts_it_to_half_a_side():
    assert item_of('<rect width="10" height="20" rx="3"/>') == item_of('<rect width="10" height="20" rx="3" ry="3"/>')
    path = item_of('<rect width="10" height="20" rx="30" ry="4"/>')
    assert path.segments[0] == ("M", 5, 0)
    assert path.segments[2][-2:] == (10, 4)


@pytest.mark.parametrize(
    "element",
    [
        '<rect height="10"/>',
        '<circle cx="5"/>',
        '<path d=""/>',
        '<path d="none"/>',
        '<polygon points="1 1"/>',
        '<g display="none"><rect width="9" height="9"/></g>',
        '<rect width="9" height="9" visibility="hidden"/>',
        '<rect width="9" height="9" fill="none"/>',
        '<rect width="9" height="9" opacity="0"/>',
        '<rect width="9" height="9" transform="scale(0 1)"/>',
        "<title>a</title><desc>b</desc><metadata>c</metadata>",
        '<defs><rect width="9" height="9"/></defs>',
        "<defs><filter/><style/></defs>",
        '<x:namedview xmlns:x="http://inkscape.example"><x:grid/></x:namedview>',
    ],
)
def test_not_drawn_and_not_a_fault(element):
    assert items_of(element) == ()


def test_visibility_can_be_taken_back_inside():
    assert item_of('<g visibility="hidden"><rect width="10" height="10" visibility="visible"/></g>').segments == SQUARE


# --- path data


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
    assert near(outline.parse_path(written), *expected)


def test_curve_after_an_arc_does_not_mirror_its_handle():
    assert outline.parse_path("M0 0A5 5 0 0 1 10 0S12 3 14 0")[-1][1:3] == (10, 0)


def test_arc_flags_may_touch():
    assert near(outline.parse_path("M0 0a5 5 0 0110 0"), *outline.parse_path("M0 0 a 5,5 0 0,1 10,0"))


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
    found = outline.bounds(outline.parse_path(f"M0 0A10 10 0 {flags} 10 10"))
    assert (found.x, found.y, found.width, found.height) == pytest.approx(
        (box.x, box.y, box.width, box.height), abs=0.01
    )


def test_arc_with_too_small_radii_grows():
    box = outline.bounds(outline.parse_path("M0 0A1 1 0 0 1 10 0"))
    assert (box.x, box.y, box.width, box.height) == pytest.approx((0, -5, 10, 5), abs=0.01)


angles = st.floats(-math.pi, math.pi)


@given(angles, angles, st.booleans(), st.booleans(), st.floats(0, 360))
def test_arc_stays_on_its_ellipse(first, second, large, sweep, turn):
    def on_ellipse(angle):
        return outline.apply(outline.rotation(turn), 30 * math.cos(angle), 20 * math.sin(angle))

    (x1, y1), (x2, y2) = on_ellipse(first), on_ellipse(second)
    segments = outline.parse_path(f"M{x1:.12f} {y1:.12f}A30 20 {turn:.12f} {large:d} {sweep:d} {x2:.12f} {y2:.12f}")
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


def point_on(start, segment, t):
    p1, p2, p3 = segment[1:3], segment[3:5], segment[5:7]
    weights = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3)
    return tuple(sum(w * p[i] for w, p in zip(weights, (start, p1, p2, p3), strict=True)) for i in (0, 1))


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
        product = multiply(product, outline.parse_transform(one))
    assert outline.parse_transform(" ".join(written)) == pytest.approx(product)


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
    assert outline.apply(outline.parse_transform(written), 1, 2) == pytest.approx(point)


@given(st.tuples(*[st.floats(-9, 9)] * 6).filter(lambda m: abs(outline.determinant(m)) > 0.01))
def test_inverse_undoes(matrix):
    assert multiply(matrix, outline.inverse(matrix)) == pytest.approx(IDENTITY, abs=1e-9)


def test_transforms_are_worked_into_coordinates():
    inside = '<g transform="translate(5 5)"><rect width="2" height="2" transform="scale(5)"/></g>'
    assert item_of(inside).segments == tuple((s[0], *(n + 5 for n in s[1:])) for s in SQUARE)


def test_similar_transform_scales_stroke_and_dashes():
    inside = '<path d="M0 0H10" transform="rotate(90) scale(-2 2)" stroke="red" stroke-dasharray="1 2 3"/>'
    path = item_of(f'<g transform="translate(20 30)">{inside}</g>')
    assert path.stroke.width == pytest.approx(2)
    assert path.stroke.dash == pytest.approx((2, 4, 6, 2, 4, 6))
    assert near(path.segments, ("M", 20, 30), ("L", 20, 10))


def test_stretched_stroke_keeps_its_matrix_in_a_group():
    group = item_of('<rect width="10" height="10" stroke="red" transform="translate(9 9) scale(2 3)"/>')
    assert group == Group((Path(SQUARE, "#000000", Stroke("#ff0000", 1)),), (2, 0, 0, 3, 9, 9))


def test_stretched_shape_without_stroke_needs_no_group():
    assert isinstance(item_of('<rect width="10" height="10" transform="scale(2 3)"/>'), Path)


# --- style


def test_attributes_are_inherited_and_style_wins():
    inside = (
        '<g fill="red" style="fill-rule: evenodd"><path d="M0 0H9V9Z" fill="lime" style="fill:blue!important;"/></g>'
    )
    assert item_of(inside) == Path((("M", 0, 0), ("L", 9, 0), ("L", 9, 9), ("Z",)), "#0000ff", even_odd=True)


def test_stroke():
    inside = (
        '<path d="M9 9h1" fill="none" stroke="#abc" stroke-width="2px" stroke-linecap="round" '
        'stroke-linejoin="bevel" stroke-dasharray="1,2" stroke-miterlimit="10"/>'
    )
    assert item_of(inside).stroke == Stroke("#aabbcc", 2, (1, 2), "round", "bevel", 10)


@pytest.mark.parametrize(("written", "width"), [("25.4mm", 96), ("1in", 96), ("72pt", 96), ("1%", 1), ("3", 3)])
def test_lengths(written, width):
    assert item_of(f'<path d="M9 9h1" stroke="red" stroke-width="{written}"/>').stroke.width == pytest.approx(width)


@pytest.mark.parametrize(
    ("written", "colour", "alpha"),
    [
        ("#Abc", "#aabbcc", 1),
        ("#A1B2C3", "#a1b2c3", 1),
        ("#0008", "#000000", 0.5333),
        ("rgb(255, 0,10)", "#ff000a", 1),
        ("rgb(100% 50% 0% / 25%)", "#ff8000", 0.25),
        ("rgba(1,2,3,.5)", "#010203", 0.5),
        ("hsl(120, 100%, 50%)", "#00ff00", 1),
        ("RebeccaPurple", "#663399", 1),
        ("grey", "#808080", 1),
        ("transparent", "#000000", 0),
    ],
)
def test_colour(written, colour, alpha):
    assert parse_colour(written) == (colour, pytest.approx(alpha))


@pytest.mark.parametrize("written", ["", "#12", "#ggg", "rgb(1,2)", "rgb(a,b,c)", "chartreusy", "url(#a)"])
def test_not_a_colour(written):
    with pytest.raises(ValueError):
        parse_colour(written)


def test_opacity_of_one_path_and_of_a_group():
    one, two = '<rect width="10" height="10"/>', '<rect width="10" height="10" opacity="50%"/>'
    assert item_of(f'<g opacity=".5">{two}</g>') == Path(SQUARE, "#000000", opacity=0.25)
    assert item_of(f'<g opacity=".5">{one}{two}</g>') == Group(
        (Path(SQUARE, "#000000"), Path(SQUARE, "#000000", opacity=0.5)), opacity=0.5
    )


def test_fill_and_stroke_of_different_opacity_become_two_paths():
    inside = '<rect width="10" height="10" stroke="red" fill-opacity=".5" stroke-opacity=".25"/>'
    stroke = Stroke("#ff0000", 1)
    assert read(inside).items(None, {})[0].items == (
        Path(SQUARE, "#000000", opacity=0.5),
        Path(SQUARE, None, stroke, opacity=0.25),
    )


def test_stroke_painted_first():
    inside = '<g transform="translate(5 5)"><rect width="10" height="10" stroke="red" paint-order="stroke"/></g>'
    first, second = items_of(inside)
    assert (first.fill, second.stroke) == (None, None)


# --- colours chosen by the template


def test_current_colour():
    shape = '<rect width="10" height="10" fill="currentColor"/>'
    assert item_of(shape).fill == "#000000"
    assert item_of(shape, "Red").fill == "#ff0000"
    assert item_of(f'<g color="#0f0">{shape}</g>', "red").fill == "#00ff00"
    assert read(shape).has_current_colour
    assert not read(f'<g color="#0f0">{shape}</g>').has_current_colour


def test_variables():
    shape = '<rect width="10" height="10" fill="var(--peel, var( --rind , #0f0))" stroke="var(--edge, none)"/>'
    assert read(shape).variables == {"peel", "rind", "edge"}
    assert item_of(shape) == Path(SQUARE, "#00ff00")
    assert item_of(shape, rind="blue").fill == "#0000ff"
    assert item_of(shape, rind="blue", peel="#abc").fill == "#aabbcc"
    assert item_of(shape, edge="red").stroke == Stroke("#ff0000", 1)
    assert items_of(shape, peel="none") == ()


def test_file_may_set_a_variable_and_the_template_still_wins():
    shape = '<g style="--peel: red"><rect width="10" height="10" fill="var(--peel)"/></g>'
    assert item_of(shape).fill == "#ff0000"
    assert item_of(shape, peel="lime").fill == "#00ff00"


def test_variable_in_gradient():
    gradient = '<linearGradient id="a"><stop stop-color="var(--top, red)"/><stop offset="1"/></linearGradient>'
    shape = f'{gradient}<rect width="10" height="10" fill="url(#a)"/>'
    assert item_of(shape, top="#abc").fill.stops == (Stop(0, "#aabbcc"), Stop(1, "#000000"))
    assert items_of(shape, top="none") == ()


def test_same_colours_give_the_same_objects_and_fixed_items_are_shared():
    drawing = read('<rect width="9" height="9"/><rect width="10" height="10" fill="currentColor"/>')
    red = drawing.items("red", {})
    assert drawing.items("red", {"unused": "blue"}) is red
    assert drawing.items("blue", {})[0] is red[0]
    assert drawing.items("blue", {})[1].fill == "#0000ff"


def test_art_is_shared_by_colours():
    drawing = read('<rect width="9" height="9" fill="var(--a, red)"/>', 'viewBox="-3 -3 69 94"')
    art = drawing.art("back", None, {})
    assert (art.name, art.box) == ("back", Box(-3, -3, 69, 94))
    assert drawing.art("other", "green", {}) is art
    assert drawing.art("back", None, {"a": "blue"}) is not art


@pytest.mark.parametrize("colour", ["mauvish", "#0008"])
def test_a_colour_that_is_none(colour):
    drawing = read('<rect width="9" height="9" fill="var(--a, red)"/>')
    with pytest.raises(ValueError, match=colour):
        drawing.items(None, {"a": colour})


# --- references


@pytest.mark.parametrize("href", ["href", "xlink:href"])
def test_use(href):
    inside = (
        f'<defs><rect id="r" width="10" height="10"/></defs><use {href}="#r" x="3" transform="scale(2)" fill="red"/>'
    )
    assert item_of(inside) == Path((("M", 6, 0), ("L", 26, 0), ("L", 26, 20), ("L", 6, 20), ("Z",)), "#ff0000")


def test_symbol_is_fitted_and_clipped():
    symbol = '<symbol id="s" viewBox="0 0 10 10" {}><rect width="{}" height="10"/></symbol>'
    use = '<use href="#s" x="50" width="40" height="20"/>'
    fitted = ("M", 60, 0), ("L", 80, 0), ("L", 80, 20), ("L", 60, 20), ("Z",)
    assert near(item_of(symbol.format("", 10) + use).segments, *fitted)
    group = item_of(symbol.format("", 40) + use)
    assert outline.bounds(group.clip.segments) == Box(50, 0, 40, 20)
    assert isinstance(item_of(symbol.format('overflow="visible"', 12) + use), Path)
    left = item_of(symbol.format('preserveAspectRatio="xMinYMin"', 10) + use)
    assert left.segments[0] == ("M", 50, 0)
    stretched = item_of(symbol.format('preserveAspectRatio="none"', 10) + use)
    assert outline.bounds(stretched.segments) == Box(50, 0, 40, 20)
    sliced = item_of(symbol.format('preserveAspectRatio="xMidYMax slice"', 10) + use)
    assert outline.bounds(sliced.items[0].segments) == Box(50, -20, 40, 40)


def test_turned_symbol_that_fits_is_not_clipped():
    symbol = '<symbol id="s" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/></symbol>'
    assert isinstance(
        item_of(f'{symbol}<use href="#s" x="40" y="30" width="20" height="20" transform="rotate(33 50 50)"/>'), Path
    )


def test_nested_svg():
    path = item_of('<svg x="10" y="10" width="50%" height="50" viewBox="0 0 5 5"><rect width="1" height="1"/></svg>')
    assert near(path.segments, ("M", 10, 10), ("L", 20, 10), ("L", 20, 20), ("L", 10, 20), ("Z",))


def test_clip_path():
    clip = '<clipPath id="c"><path clip-rule="evenodd" d="M0 0H10V10H0Z" transform="translate(1 0)"/></clipPath>'
    group = item_of(f'{clip}<rect width="10" height="10" clip-path="url(#c)" transform="translate(0 5)"/>')
    assert group.clip == Path((("M", 1, 5), ("L", 11, 5), ("L", 11, 15), ("L", 1, 15), ("Z",)), even_odd=True)
    assert group.items == (Path((("M", 0, 5), ("L", 10, 5), ("L", 10, 15), ("L", 0, 15), ("Z",)), "#000000"),)


def test_clip_path_of_several_shapes_and_of_none():
    clip = '<clipPath id="c"><rect width="5" height="5"/><use href="#r"/></clipPath>'
    clip += '<defs><rect id="r" x="7" width="5" height="5"/></defs>'
    shape = '<rect width="10" height="10" clip-path="url(#c)"/>'
    assert [s[0] for s in item_of(clip + shape).clip.segments] == list("MLLLZMLLLZ")
    assert items_of(f'<clipPath id="c"/>{shape}') == ()


def test_what_reaches_out_of_the_drawing_is_clipped():
    def is_clipped(inside: str, attributes: str = 'viewBox="0 0 100 100"') -> bool:
        return isinstance(read(inside, attributes).template[0], Group)

    (group,) = read('<rect x="-10" width="20" height="20"/>').template
    assert outline.bounds(group.clip.segments) == Box(0, 0, 100, 100)
    assert not is_clipped('<rect x="-10" width="20" height="20"/>', 'viewBox="0 0 9 9" overflow="visible"')
    assert not is_clipped('<rect width="100" height="100"/>')
    assert not is_clipped('<path d="M0 0C0 -40 100 140 100 0V100Z" transform="translate(0 20) scale(.8)"/>')
    line = '<path d="M1.2 50H98" stroke-width="2" stroke="red" {}/>'
    assert not is_clipped(line.format(""))
    assert is_clipped(line.format('stroke-linecap="square"'))


@pytest.mark.parametrize(
    ("attributes", "box"),
    [
        ('viewBox="-3,-3 69 94" width="1" height="1"', Box(-3, -3, 69, 94)),
        ('width="24" height="12px"', Box(0, 0, 24, 12)),
        ('width="25.4mm" height="1in"', Box(0, 0, 96, 96)),
    ],
)
def test_box(attributes, box):
    found = read("", attributes).box
    assert (found.x, found.y, found.width, found.height) == pytest.approx((box.x, box.y, box.width, box.height))


# --- gradients


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


# --- faults


@pytest.mark.parametrize(
    "tag", ["text", "image", "switch", "foreignObject", "script", "animate", "set", "video", "unheard-of"]
)
def test_unsupported_element(tag):
    assert faults_of(f"<g>\n  <{tag}/></g>") == [f"3:3 svg-unsupported: <{tag}> cannot be used in a drawing"]


@pytest.mark.parametrize(
    "written", ["filter: url(#a)", "mask: url(#a)", "mix-blend-mode: multiply", "vector-effect: non-scaling-stroke"]
)
def test_unsupported_property(written):
    assert faults_of(f'<g style="{written}"/>') == [f"2:1 svg-unsupported: {written} cannot be used in a drawing"]


def test_every_unsupported_thing_has_a_fix():
    with pytest.raises(Fault) as caught:
        read('<text>a</text><marker/><g filter="url(#a)"/>')
    assert "outlines" in caught.value.diagnostics[0].fix
    assert all(d.fix and d.why for d in caught.value.diagnostics)


@pytest.mark.parametrize(
    ("inside", "fault"),
    [
        ("<style>\n.a {fill:red}</style>", "2:1 svg-unsupported: <style> cannot be used in a drawing"),
        ("<defs><style>a</style></defs>", "2:7 svg-unsupported: <style> cannot be used in a drawing"),
        (
            '<pattern id="p"/><path d="M9 9h9v9" fill="url(#p)"/>',
            "2:18 svg-unsupported: <pattern> cannot be used in a drawing",
        ),
        (
            '<path d="M9 9h9" stroke="red" stroke-dasharray="1" stroke-dashoffset="1"/>',
            "2:1 svg-unsupported: stroke-dashoffset cannot be used in a drawing",
        ),
        (
            '<radialGradient id="g" fx="0"><stop/></radialGradient><path d="M9 9h9v9" fill="url(#g)"/>',
            "2:55 svg-unsupported: a radial gradient has its focus off the centre",
        ),
        (
            '<linearGradient id="g"><stop/><stop stop-opacity="0"/></linearGradient><path d="M9 9h9" fill="url(#g)"/>',
            "2:72 svg-unsupported: a gradient fades from one opacity to another",
        ),
        (
            '<linearGradient id="g" spreadMethod="reflect"><stop/></linearGradient><path d="M9 9h9v9" fill="url(#g)"/>',
            "2:71 svg-unsupported: spreadMethod: reflect cannot be used in a drawing",
        ),
        (
            '<clipPath id="c"><path d="M0 0H9V9Z"/><path d="M0 0V9H9Z"/></clipPath>'
            '<path d="M9 9h9v9" clip-path="url(#c)"/>',
            "2:71 svg-unsupported: a clip path has several shapes that may cancel each other out",
        ),
        ('<use href="b.svg#a"/>', "2:1 svg-unsupported: a reference to 'b.svg#a' leads out of the drawing"),
        ('<use href="#a"/>', "2:1 svg-reference: <use>: nothing in the drawing has the id 'a'"),
        ('<g id="a">\n<use href="#a"/></g>', "3:1 svg-reference: <use>: #a is used inside itself"),
        (
            '<g id="c"/><path d="M9 9h9v9" clip-path="url(#c)"/>',
            "2:12 svg-reference: <path>: #c is a <g>, not a <clipPath>",
        ),
        (
            '<linearGradient id="g" href="#g"/><path d="M9 9h9v9" fill="url(#g)"/>',
            "2:35 svg-reference: <path>: #g refers to itself",
        ),
        ('<path d="L1 1"/>', "2:1 svg-value: <path>: path data starts with 'L' instead of M"),
        ('<path d="M1 1L2"/>', "2:1 svg-value: <path>: L takes 2 numbers at a time, here are 1"),
        ('<path d="M1 1X2"/>', "2:1 svg-value: <path>: 'X' is no path command"),
        ('<path d="M1 1L2 #"/>', "2:1 svg-value: <path>: '#' stands where a number should"),
        ('<path d="M1 1e99"/>', "2:1 svg-value: <path>: a number is beyond 10⁹"),
        (
            '<path d="M1 1A1 1 0 2 0 5 5"/>',
            "2:1 svg-value: <path>: A takes 7 numbers at a time, the 4th and 5th 0 or 1, here are '1 1 0 2 0 5 5'",
        ),
        ('<rect width="2em" height="1"/>', "2:1 svg-value: <rect>: the length '2em' has a unit other than px, mm, "),
        ('<rect width="a" height="1"/>', "2:1 svg-value: <rect>: 'a' is not a length"),
        ('<g transform="turn(3)"/>', "2:1 svg-value: <g>: turn with 1 numbers is no transform"),
        ('<g transform="scale(3"/>', "2:1 svg-value: <g>: 'scale(3' is no transform"),
        ('<path d="M9 9h9v9" fill="reddish"/>', "2:1 svg-value: <path>: 'reddish' is not a colour"),
        (
            '<path d="M9 9h9v9" fill="var(--a)"/>',
            "2:1 svg-value: <path>: var(--a) has no default; write var(--a, black)",
        ),
        (
            '<path d="M9 9h9v9" fill="var(--a, #0008)"/>',
            "2:1 svg-value: <path>: '#0008' is not opaque; use fill-opacity",
        ),
        (
            '<path d="M9 9h9" stroke="red" stroke-linecap="blunt"/>',
            "2:1 svg-value: <path>: stroke-linecap is 'blunt', must be one of butt, round, square",
        ),
    ],
)
def test_fault(inside, fault):
    (found,) = faults_of(inside)
    assert found.startswith(fault)


def test_all_faults_are_told_in_order_and_each_once():
    inside = '<path id="p" d="M"/>\n<use href="#p"/><text/>\n<g filter="url(#f)"><image/></g>'
    assert [fault.split(":")[0] + fault.split(" ")[1] for fault in faults_of(inside)] == [
        "2svg-value:",
        "3svg-unsupported:",
        "4svg-unsupported:",
        "4svg-unsupported:",
    ]


def test_hidden_content_is_no_fault():
    assert items_of('<g display="none"><text>notes</text></g>') == ()


@pytest.mark.parametrize("attributes", ["", 'width="100%" height="9"', 'viewBox="0 0 0 9"', 'viewBox="1 2 3"'])
def test_drawing_without_a_size(attributes):
    (fault,) = faults_of("", attributes)
    assert fault.startswith("1:1 svg-value: <svg>: ")


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"<svg>\n <g></svg>", "2:7 svg-broken: not well-formed XML: mismatched tag"),
        (b"", "1:1 svg-broken: not well-formed XML: no element found"),
        (b"<html/>", "1:1 svg-broken: the outermost element is not <svg>"),
        (b"<?xml version='1.0' encoding='klingon'?><svg/>", "1:1 svg-broken: the encoding cannot be read"),
        (
            b'<!DOCTYPE svg [\n<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg>&b;</svg>',
            "2:12 svg-unsupported: the entity a is declared",
        ),
        (
            b'<!DOCTYPE svg [\n <!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>',
            "2:40 svg-unsupported: the entity a is declared",
        ),
        (b'<!DOCTYPE svg [\n<!ENTITY % a "b">]><svg/>', "2:14 svg-unsupported: the entity a is declared"),
        (
            b'<?xml-stylesheet href="a.css"?><svg viewBox="0 0 1 1"/>',
            "1:1 svg-unsupported: a style sheet cannot be used in a drawing",
        ),
    ],
)
def test_unreadable_file(content, fault):
    with pytest.raises(Fault) as caught:
        parse_drawing(content, "a.svg")
    (found,) = caught.value.diagnostics
    assert f"{found.place.line}:{found.place.column} {found.code}: {found.what}".startswith(fault)


def test_doctype_without_entities_and_an_unusual_encoding_are_fine():
    doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    content = (
        f'<?xml version="1.0" encoding="utf-16"?>{doctype}<svg viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
    )
    assert len(parse_drawing(content.encode("utf-16"), "a.svg").template) == 1


def test_uses_that_multiply_are_stopped():
    layers = '<path id="g0" d="M0 0h1"/>'
    for i in range(1, 20):
        layers += f'<g id="g{i}">' + f'<use href="#g{i - 1}"/>' * 10 + "</g>"
    (fault,) = faults_of(f'<defs>{layers}</defs><use href="#g19"/>')
    assert "svg-large" in fault


def test_many_segments_and_deep_nesting_are_stopped():
    long = "M0 0" + "h1" * drawing.MOST_SEGMENTS
    assert "svg-large" in faults_of(f'<path d="{long}"/><g/>')[0]
    assert "svg-large" in faults_of("<g>" * 200 + "</g>" * 200)[0]


FRAGMENTS = [
    *(
        "<g ",
        "<path ",
        "<use ",
        "<clipPath ",
        "<stop ",
        "<linearGradient ",
        "<!ENTITY ",
        "/>",
        ">",
        "</g>",
        "</clipPath>",
    ),
    *('id="a" ', 'href="#a" ', 'fill="', 'clip-path="', 'd="M0 0', 'transform="scale(', '"', ")", "h9v9z", "9", "\x00"),
    *("</linearGradient>", "red", "url(#a)", "var(--a,", "&a;", "é"),
]


@given(st.lists(st.sampled_from(FRAGMENTS), max_size=25))
def test_anything_is_a_drawing_or_a_fault(parts):
    with contextlib.suppress(Fault):
        found = read("".join(parts)).items("red", {"a": "lime"})
        assert all(isinstance(item, Path | Group) for item in walk(found))
