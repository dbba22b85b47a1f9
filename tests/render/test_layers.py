"""Fading gradients, masks, blending and gradients on strokes → the same picture from PDF, from SVG and for a press."""

from __future__ import annotations

import io

import pytest
from PIL import Image as Pillow
from PIL import ImageChops, ImageFilter

from pnp.core import outline
from pnp.core.frame import Frame, Group, Item, LinearGradient, Mask, Path, RadialGradient, Stop, Stroke
from pnp.extensions.press.plates import has_transparency, opaque
from pnp.render.pixels import draw_frame
from pnp.render.svg import render_svg

PX = 200


def square(x: float, y: float, side: float, fill: object, **more: object) -> Path:
    return Path(outline.rectangle(x, y, side, side), fill, **more)  # type: ignore[arg-type]


FADE = (Stop(0.0, "#ff0000"), Stop(1.0, "#0000ff", 0.0))
ACROSS = LinearGradient(10, 0, 40, 0, FADE)
FOCUS = RadialGradient(25, 25, 20, (Stop(0.0, "#ffff00"), Stop(1.0, "#008000")), 17, 20, 2)
TWO = LinearGradient(10, 0, 40, 0, (Stop(0.0, "#ff0000"), Stop(1.0, "#0000ff")))
LINE = (("M", 10.0, 30.0), ("C", 10.0, 0.0, 40.0, 0.0, 40.0, 30.0))
GROUND = square(0, 0, 50, "#ddeeff")
STRIPES = tuple(Path(outline.rectangle(x, 0, 5, 50), "#305030") for x in range(0, 50, 10))

CASES: dict[str, tuple[tuple[Item, ...], dict[tuple[int, int], str]]] = {
    "a gradient that fades to nothing": (
        (GROUND, square(10, 10, 30, ACROSS)),
        {(11, 25): "#f70811", (25, 25): "#ae77bf", (39, 25): "#d5e6ff"},
    ),
    "a focus off the centre": ((GROUND, square(5, 5, 40, FOCUS)), {(17, 20): "#ffff00", (44, 25): "#008000"}),
    "a gradient along a stroke": (
        (GROUND, Path(LINE, None, Stroke(TWO, 4))),
        {(10, 29): "#ff0000", (40, 29): "#0000ff", (25, 25): "#ddeeff"},
    ),
    "a gradient along a stroke in a moved group": (
        (GROUND, Group((Path(LINE, "#ffffff", Stroke(TWO, 4)),), (1, 0, 0, 1, 3, 10))),
        {(13, 39): "#ff0000", (43, 39): "#0000ff", (28, 30): "#ffffff"},
    ),
    "a stroke that fades": ((GROUND, Path(LINE, None, Stroke(ACROSS, 4))), {(10, 29): "#ff0000", (40, 29): "#ddeeff"}),
    "a mask of brightness": (
        (
            GROUND,
            Group(
                (square(10, 10, 30, "#ff0000"),),
                mask=Mask((square(0, 0, 25, "#ffffff"), square(25, 25, 25, "#808080"))),
            ),
        ),
        {(15, 15): "#ff0000", (35, 35): "#ee777f", (35, 15): "#ddeeff"},
    ),
    "a mask of opacity": (
        (
            GROUND,
            Group((square(10, 10, 30, "#ff0000"),), mask=Mask((square(0, 0, 25, "#000000", opacity=0.5),), "alpha")),
        ),
        {(15, 15): "#ee777f", (35, 35): "#ddeeff"},
    ),
    "a mask stays while its group moves": (
        (
            GROUND,
            Group(
                (square(0, 0, 30, "#ff0000"),),
                (1, 0, 0, 1, 10, 10),
                mask=Mask((square(0, 0, 25, "#ffffff"),)),
                opacity=0.5,
            ),
        ),
        {(15, 15): "#ee777f", (30, 30): "#ddeeff"},
    ),
    "colours that are multiplied": (
        (GROUND, *STRIPES, Group((square(10, 10, 30, "#ff8080"),), blend="multiply")),
        {(12, 25): "#302818", (17, 25): "#dd7780", (47, 47): "#ddeeff"},
    ),
    "all of it over stripes": (
        (GROUND, *STRIPES, Group((square(10, 10, 30, ACROSS),), mask=Mask((square(0, 0, 50, FOCUS),)))),
        {(47, 47): "#ddeeff"},
    ),
}


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


@pytest.mark.parametrize("name", CASES)
def test_every_renderer_draws_the_same(name: str) -> None:
    import resvg_py as resvg

    items, colours = CASES[name]
    frame = Frame(50, 50, items)
    assert has_transparency(frame) == (name not in ("a focus off the centre",) and "along" not in name)
    picture = draw_frame(frame, PX, PX)
    for (x, y), colour in colours.items():
        assert picture.getpixel((x * PX // 50, y * PX // 50))[:3] == pytest.approx(rgb(colour), abs=12), (x, y)  # type: ignore[index]
    plates = opaque(frame, 100).frame
    assert not has_transparency(plates)
    drawn = bytes(resvg.svg_to_bytes(svg_string=render_svg(frame), width=PX, dpi=96, skip_system_fonts=True))
    for other in (draw_frame(plates, PX, PX), Pillow.open(io.BytesIO(drawn)).convert("RGB")):
        assert (
            beyond_edges(picture.convert("RGB"), other.resize((PX, PX))) < 45
        )  # brightness weighs colours differently in SVG and PDF


def beyond_edges(one: Pillow.Image, other: Pillow.Image) -> int:
    """How far any pixel is from all that the other picture shows within two pixels around it."""
    low, high = other.filter(ImageFilter.MinFilter(5)), other.filter(ImageFilter.MaxFilter(5))
    below, above = ImageChops.subtract(low, one), ImageChops.subtract(one, high)
    return max(top for _, top in ImageChops.lighter(below, above).getextrema())  # type: ignore[misc]


def test_a_gradient_that_fades_over_one_colour_stays_vector_for_a_press() -> None:
    assert opaque(Frame(50, 50, (GROUND, square(10, 10, 30, ACROSS))), 100).pictured == ()
    assert opaque(Frame(50, 50, CASES["all of it over stripes"][0]), 100).pictured


def test_layers_far_from_the_origin_are_drawn() -> None:
    far = Group((Path(outline.rectangle(9000, 0, 9000, 9000), "#ff0000"),), opacity=0.5)
    picture = draw_frame(Frame(50, 50, (Group((far,), (0.002, 0, 0, 0.002, 0, 0)),)), PX, PX)
    assert picture.getpixel((100, 50))[:3] == pytest.approx((255, 128, 128), abs=2)  # type: ignore[index]
