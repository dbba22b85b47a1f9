"""Inks of colours: no more than the press takes, paper stays white, pictures in inks are left alone."""

from __future__ import annotations

import io
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageCms
from press_reading import press

from pnp.core.inks import Press, coverage, is_black_line, is_near_black, is_profile_of_press

FOGRA = press()
COLOURS = st.tuples(*[st.integers(0, 255)] * 3).map(lambda rgb: "#{:02x}{:02x}{:02x}".format(*rgb))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "most"), [("fogra39", 300), ("swop-240", 240)])
def test_no_colour_takes_more_ink_than_the_press(name: str, most: float) -> None:
    made = press(name)
    assert made.ink == most
    steps = (0, 20, 50, 90, 130, 170, 210, 255)
    totals = [coverage(made.inks("#{:02x}{:02x}{:02x}".format(*rgb))) for rgb in product(steps, repeat=3)]
    assert max(totals) <= most
    assert max(totals) > 0.85 * most


@given(COLOURS)
def test_inks_are_parts_of_one(colour: str) -> None:
    assert all(0 <= part <= 1 for part in FOGRA.inks(colour))


def test_paper_stays_paper_and_colours_are_what_they_look_like() -> None:
    assert FOGRA.inks("#ffffff") == (0, 0, 0, 0)
    cyan, magenta, yellow, _ = FOGRA.inks("#ff0000")
    assert cyan < 0.05 < 0.85 < min(magenta, yellow)
    assert FOGRA.inks("#000000")[3] > 0.9


def test_colours_come_back_as_they_were() -> None:
    """Colours well inside what the press prints differ by less than ΔE 4 when they are turned into light again."""
    back = ImageCms.buildTransform(
        ImageCms.getOpenProfile(io.BytesIO(FOGRA.icc)), ImageCms.createProfile("sRGB"), "CMYK", "RGB", 1, 0x2000
    )
    for rgb in ((180, 120, 100), (120, 150, 120), (110, 120, 160), (200, 190, 170), (128, 128, 128)):
        picture = io.BytesIO()
        Image.new("RGB", (1, 1), rgb).save(picture, "PNG")
        seen = back.apply(FOGRA.picture(picture.getvalue())).getpixel((0, 0))
        assert max(abs(a - b) for a, b in zip(seen, rgb, strict=True)) <= 9, (rgb, seen)


RICH = Press(FOGRA.title, FOGRA.condition, "", FOGRA.icc, 300, (0.6, 0.4, 0.4, 1.0))


def grey(level: int) -> str:
    return "#" + f"{level:02x}" * 3


def test_rich_black_goes_over_into_the_inks_of_the_profile_without_a_step() -> None:
    assert RICH.inks("#000000") == (0.6, 0.4, 0.4, 1.0)
    assert RICH.inks("#303030") == FOGRA.inks("#303030")
    inks = [RICH.inks(grey(level)) for level in range(0x38)]
    steps = [abs(a - b) for one, other in pairwise(inks) for a, b in zip(one, other, strict=True)]
    assert max(steps) < 0.03


def test_black_in_a_picture_is_the_black_of_the_shape_beside_it() -> None:
    """A place that is half clear over black becomes a picture, whose edge lies in that black."""
    levels = (0, 1, 5, 16, 40, 47, 48, 200)
    image = Image.new("RGB", (len(levels), 1))
    for x, level in enumerate(levels):
        image.putpixel((x, 0), (level,) * 3)
    written = io.BytesIO()
    image.save(written, "PNG")
    separated = RICH.picture(written.getvalue())
    for x, level in enumerate(levels):
        of_shape = [ink * 255 for ink in RICH.inks(grey(level))]
        assert separated.getpixel((x, 0)) == pytest.approx(of_shape, abs=1.5), level


@pytest.mark.parametrize(
    ("colour", "is_black"),
    [("#000000", True), ("#2b2b2b", True), ("#1f1a17", True), ("#301008", False), ("#313131", False)],
)
def test_what_black_lines_are(colour: str, is_black: bool) -> None:
    assert is_black_line(colour) is is_black


@pytest.mark.parametrize(
    ("colour", "is_black"),
    [("#000000", True), ("#2b2b2b", True), ("#1f1a17", True), ("#313030", False), ("#00004d", False)],
)
def test_what_black_text_is(colour: str, is_black: bool) -> None:
    assert is_near_black(colour) is is_black


def test_a_picture_in_inks_is_left_alone_and_a_clear_one_lies_on_white() -> None:
    written = io.BytesIO()
    Image.new("CMYK", (2, 2), (10, 20, 30, 40)).save(written, "TIFF")
    assert FOGRA.picture(written.getvalue()).getpixel((0, 0)) == (10, 20, 30, 40)
    written = io.BytesIO()
    Image.new("RGBA", (2, 2), (0, 0, 0, 0)).save(written, "PNG")
    assert FOGRA.picture(written.getvalue()).getpixel((0, 0)) == (0, 0, 0, 0)


def test_only_profiles_of_four_inks_will_do() -> None:
    assert is_profile_of_press(FOGRA.icc)
    light = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    version_4 = FOGRA.icc[:8] + b"\4" + FOGRA.icc[9:]
    broken = FOGRA.icc[:200]
    assert not any(map(is_profile_of_press, (light, version_4, broken, b"")))
