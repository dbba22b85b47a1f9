"""Shape elements → outlines."""

from __future__ import annotations

import pytest
from svg_reading import SQUARE, item_of, items_of

from pnp.core import outline
from pnp.core.frame import Box, Path, Stroke


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
