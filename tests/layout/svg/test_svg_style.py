"""Attributes and style → colours, strokes, lengths."""

from __future__ import annotations

import pytest
from svg_reading import item_of

from pnp.core.frame import Path, Stroke
from pnp.layout.svg.values import parse_colour


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
