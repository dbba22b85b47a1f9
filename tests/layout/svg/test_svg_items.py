"""SVG elements → items: transforms, opacity, references, clips; and what a drawing cannot show."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import walk
from svg_reading import SQUARE, faults_of, item_of, items_of, near, parsed, read

from pnp.core import outline
from pnp.core.frame import Box, Group, Path, Stroke
from pnp.layout.svg.tree import MAX_SEGMENTS


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


# --- faults


@pytest.mark.parametrize(
    ("inside", "fault"),
    [
        ('<use href="b.svg#a"/>', "2:1 svg-reference: <use>: a reference to 'b.svg#a' leads out of the drawing"),
        ('<use href="#a"/>', "2:1 svg-reference: <use>: nothing in the drawing has the id 'a'"),
        ('<g id="a">\n<use href="#a"/></g>', "3:1 svg-reference: <use>: #a is used inside itself"),
        (
            '<g id="c"/><path d="M9 9h9v9" clip-path="url(#c)"/>',
            "2:12 svg-reference: <path>: #c is a <g>, not a <clipPath>",
        ),
        (
            '<linearGradient id="g" href="#g"/><path d="M9 9h9v9" fill="url(#g)"/>',
            "2:1 svg-reference: <linearGradient>: #g refers to itself",
        ),
        ('<path d="L1 1"/>', "2:1 svg-value: <path>: path data starts with 'L' instead of M"),
        ('<path d="M1 1L2"/>', "2:1 svg-value: <path>: L takes 2 numbers at a time, not 1"),
        ('<path d="M1 1X2"/>', "2:1 svg-value: <path>: 'X' is not a path command"),
        ('<path d="M1 1L2 #"/>', "2:1 svg-value: <path>: '#' is not a number"),
        ('<path d="M1 1e99"/>', "2:1 svg-value: <path>: a number is beyond 10⁹"),
        (
            '<path d="M1 1A1 1 0 2 0 5 5"/>',
            "2:1 svg-value: <path>: A takes 7 numbers at a time, the 4th and 5th 0 or 1, not '1 1 0 2 0 5 5'",
        ),
        ('<rect width="2yd" height="1"/>', "2:1 svg-value: <rect>: '2yd' has an unknown unit of length"),
        ('<rect width="a" height="1"/>', "2:1 svg-value: <rect>: 'a' is not a length"),
        ('<g transform="turn(3)"/>', "2:1 svg-value: <g>: transform: turn with 1 number is not a transform"),
        ('<g transform="scale(3"/>', "2:1 svg-value: <g>: transform: 'scale(3' is not a transform"),
        ('<path d="M9 9h9v9" fill="reddish"/>', "2:1 svg-value: <path>: fill: 'reddish' is not a colour"),
        ('<path d="M9 9h9v9" fill="rgb(1.2.3, 4)"/>', "2:1 svg-value: <path>: fill: 'rgb(1.2.3, 4)' is not a colour"),
        (
            '<path d="M9 9h9v9" fill="var(--a)"/>',
            "2:1 svg-value: <path>: var(--a) has no default",
        ),
        (
            f'<path d="M9 9h9v9" fill="{"color-mix(in srgb, red 10%, " * 5}blue{")" * 5}"/>',
            "2:1 svg-value: <path>: color-mix() is nested more than 4 times",
        ),
        (
            '<path d="M9 9h9v9" fill="color-mix(in srgb, red 110%, blue)"/>',
            "2:1 svg-value: <path>: color-mix() takes 110% of a colour",
        ),
        (
            '<path d="M9 9h9v9" fill="color-mix(in srgb, red 10%, none)"/>',
            "2:1 svg-value: <path>: color-mix() mixes with none",
        ),
        (
            '<path d="M9 9h9v9" fill="color-mix(in lab, red 10%, blue)"/>',
            "2:1 svg-value: <path>: fill: 'color-mix(in lab, red 10%, blue)' is not a colour",
        ),
        (
            '<path d="M9 9h9" stroke="red" stroke-linecap="blunt"/>',
            "2:1 svg-value: <path>: stroke-linecap: 'blunt' is not one of butt, round, square",
        ),
    ],
)
def test_fault(inside, fault):
    (found,) = faults_of(inside)
    assert found.startswith(fault)


def test_a_mistake_in_a_colour_is_told_with_its_fix():
    (told,) = parsed('<path d="M9 9h9v9" fill="var(--a)"/>')[1]
    assert told.fix.startswith("write var(--a, black)")


def test_all_faults_are_told_in_order_and_each_once():
    inside = '<path id="p" d="M"/>\n<use href="#p"/><video/>\n<g filter="url(#f)"><image href="http://a.b/c.png"/></g>'
    assert [fault.split(":")[0] + fault.split(" ")[1] for fault in faults_of(inside)] == [
        "2svg-value:",
        "3svg-unsupported:",
        "4svg-reference:",
        "4svg-reference:",
    ]


def test_hidden_content_is_no_fault():
    assert items_of('<g display="none"><text>notes</text><video/></g>') == ()


@pytest.mark.parametrize("attributes", ["", 'width="100%" height="9"', 'viewBox="0 0 0 9"', 'viewBox="1 2 3"'])
def test_drawing_without_a_size_is_as_large_as_what_it_shows(attributes):
    drawing, told = parsed('<rect x="5" width="9" height="8"/>', attributes)
    assert drawing.box == Box(5, 0, 9, 8)
    assert {f"{d.place.line}:{d.place.column} {d.code}" for d in told} == {"1:1 svg-value"}
    assert "svg-broken: there is neither" in "".join(faults_of("", attributes))


@pytest.mark.slow
def test_uses_that_multiply_are_stopped():
    layers = '<path id="g0" d="M0 0h1"/>'
    for i in range(1, 20):
        layers += f'<g id="g{i}">' + f'<use href="#g{i - 1}"/>' * 10 + "</g>"
    (fault,) = faults_of(f'<defs>{layers}</defs><use href="#g19"/>')
    assert "svg-large" in fault


@pytest.mark.slow
def test_uses_of_what_draws_nothing_are_stopped_too():
    layers = '<g id="g0"/>' + "".join(f'<g id="g{i}">' + f'<use href="#g{i - 1}"/>' * 10 + "</g>" for i in range(1, 6))
    (fault,) = faults_of(f'<defs>{layers}</defs><use href="#g5"/>')
    assert "svg-large" in fault


def test_uses_in_uses_without_end_are_stopped():
    layers = '<g id="g0"/>' + "".join(f'<g id="g{i}"><use href="#g{i - 1}"/></g>' for i in range(1, 200))
    (fault,) = faults_of(f'<defs>{layers}</defs><use href="#g199"/>')
    assert "svg-large" in fault


@pytest.mark.slow
def test_many_segments_and_deep_nesting_are_stopped():
    long = "M0 0" + "h1" * MAX_SEGMENTS
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
    drawing, _ = parsed("".join(parts))
    found = drawing.items("red", {"a": "lime"}) if drawing else ()
    assert all(isinstance(item, Path | Group) for item in walk(found))
