"""Colours that a template chooses for a drawing, checked on the items themselves."""

from __future__ import annotations

import pytest
from svg_reading import SQUARE, item_of, items_of, read

from pnp.core.frame import Box, Path, Stop, Stroke


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


def mixing(colour: str) -> str:
    return f'<rect width="10" height="10" fill="color-mix(in srgb, {colour})"/>'


def test_colours_may_be_mixed():
    assert item_of(mixing("#000 40%, #fc0")).fill == "#997a00"
    assert item_of(mixing("white 0%, red")).fill == "#ff0000"
    shape = mixing("var(--shade, black) 25%, var(--peel, white)")
    assert read(shape).variables == {"shade", "peel"}
    assert item_of(shape).fill == "#bfbfbf"
    assert item_of(shape, peel="red").fill == "#bf0000"
    assert item_of(shape, peel="red", shade="blue").fill == "#bf0040"
    assert item_of(shape, peel="none").fill == "#000000"
    assert item_of(mixing("currentColor 50%, white"), "red").fill == "#ff8080"


def test_mixed_colours_may_be_mixed_again_and_be_a_default():
    half = "color-mix(in srgb, var(--ink, black) 50%, white)"
    assert item_of(mixing(f"red 50%, {half}")).fill == "#c04040"
    shape = f'<rect width="10" height="10" fill="var(--tone, {half})"/>'
    assert item_of(shape).fill == "#808080"
    assert item_of(shape, ink="red").fill == "#ff8080"
    assert item_of(shape, tone="red").fill == "#ff0000"


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
