"""Nothing half clear is left, and everything looks as before."""

from __future__ import annotations

import io

import pytest
from PIL import Image as Pillow
from PIL import ImageChops

from pnp.core.cut_frames import with_bleed
from pnp.core.frame import IDENTITY, Art, Box, Frame, Group, Image, Item, Path, Picture, Stroke, Use
from pnp.core.outline import ellipse, rectangle, rotation
from pnp.extensions.press.plates import has_transparency, opaque
from pnp.render.pixels import pictures

GROUND = Path(rectangle(-3, -3, 46, 46), "#ffcc00")
HALF = Path(rectangle(-3, -3, 23, 46), "#0044cc")
DISC = ellipse(20, 20, 8, 8)


def frame(*items: Item) -> Frame:
    return Frame(40, 40, items, bleed=3)


def clear_picture() -> Image:
    written = io.BytesIO()
    image = Pillow.new("RGBA", (60, 60), (255, 0, 0, 0))
    image.paste((0, 120, 0, 128), (15, 15, 45, 45))
    image.save(written, "PNG")
    return Image(10, 10, 20, 20, Picture("p", written.getvalue(), 60, 60))


EDGE = 20
"""Of 255: what edges differ by that lie a little aside, as pdfium puts pictures on whole pixels. Half of a shade is 40."""


def difference(one: Frame, other: Frame) -> float:
    """How much two frames differ where they differ most, of 255, in squares of 0.7 mm."""
    seen = [next(pictures([with_bleed(each)], 600)).convert("L").reduce(16) for each in (one, other)]
    return max(ImageChops.difference(*seen).tobytes())


SHADE = Path(DISC, "#000000", opacity=0.4)
CASES = {
    "a shape": (SHADE,),
    "a line": (Path((("M", 5, 5), ("L", 35, 30)), None, Stroke("#ffffff", 2, cap="round"), opacity=0.5),),
    "a layer": (Group((Path(DISC, "#ff0000"), Path(rectangle(20, 20, 10, 10), "#00ff00")), opacity=0.3),),
    "in a turned group": (Group((SHADE,), rotation(30, 5, 5)),),
    "in a clip": (Group((SHADE,), clip=Path(rectangle(15, 15, 6, 30))),),
    "in art": (Use(Art("a", Box(0, 0, 40, 40), (SHADE,)), (0.5, 0, 0, 0.5, 8, 8)),),
    "two that overlap": (SHADE, Path(rectangle(18, 18, 14, 5), "#ffffff", opacity=0.6)),
    "clear in clear": (Group((Path(DISC, "#ff0000"), Path(rectangle(20, 5, 10, 30), "#00ff00", opacity=0.5)), opacity=0.5),),
    "a picture": (clear_picture(),),
    "with paint over it": (SHADE, Path(rectangle(18, 18, 4, 4), "#ff00ff")),
}  # fmt: skip


@pytest.mark.parametrize("ground", [(), (GROUND,), (GROUND, HALF)], ids=["paper", "flat", "two colours"])
@pytest.mark.parametrize("case", CASES)
def test_it_looks_the_same_and_nothing_is_half_clear(case: str, ground: tuple[Item, ...]) -> None:
    before = frame(*ground, *CASES[case])
    made = opaque(before, 300)
    assert has_transparency(before) and not has_transparency(made.frame)
    assert difference(before, made.frame) <= EDGE


def test_over_a_flat_colour_a_shape_stays_a_shape() -> None:
    made = opaque(frame(GROUND, SHADE), 300)
    assert made.frame.items == (GROUND, Path(DISC, "#997a00"))
    assert not made.pictured


def test_over_two_colours_its_place_becomes_a_picture() -> None:
    made = opaque(frame(GROUND, HALF, SHADE), 300)
    (box,) = made.pictured
    assert box.contains(Box(12, 12, 16, 16), tolerance=0.3)
    assert Box(11, 11, 18, 18).contains(box, tolerance=0.3)
    *below, placed = made.frame.items
    assert below == [GROUND, HALF]
    assert isinstance(placed, Group)
    (image,) = placed.items
    assert isinstance(image, Image)
    assert image.picture.width_px == pytest.approx(box.width / 25.4 * 300, abs=1)


def test_what_is_not_seen_is_left_out() -> None:
    made = opaque(frame(GROUND, Path(ellipse(100, 100, 5, 5), "#000000", opacity=0.5)), 300)
    assert made.frame.items == (GROUND,)


def test_what_is_opaque_is_left_alone() -> None:
    whole = io.BytesIO()
    Pillow.new("RGBA", (4, 4), (9, 9, 9, 255)).save(whole, "PNG")
    art = Use(Art("a", Box(0, 0, 9, 9), (HALF,)), IDENTITY)
    before = frame(GROUND, art, Image(1, 1, 5, 5, Picture("q", whole.getvalue(), 4, 4)))
    assert opaque(before, 300).frame is before
