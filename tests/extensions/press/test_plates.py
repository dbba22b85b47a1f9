"""What a press can print of a face: black text lies over light grounds and pictures, and leaves heavy ones out."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from conftest import ROOT
from PIL import Image as Pillow
from press_reading import press
from strategies import open_face

from pnp.core.frame import Frame, Image, Item, Path, Picture, Text
from pnp.core.outline import rectangle
from pnp.extensions.press.plates import plated

FACE = open_face(ROOT / "fonts/source-sans-3/SourceSans3-Regular.ttf")
SPARING = replace(press(), ink=240)
WORD = Text(10, 20, 5, (FACE.shape("Word"),), "#000000")
GROUND = rectangle(5, 5, 40, 30)


def photograph(colour: str) -> Image:
    written = io.BytesIO()
    Pillow.new("RGB", (40, 30), colour).save(written, "PNG")
    return Image(5, 5, 40, 30, Picture("p", written.getvalue(), 40, 30))


def knocks_out(*items: Item) -> bool:
    (text,) = [item for item in plated(Frame(60, 40, items), SPARING, 300).frame.items if isinstance(item, Text)]
    return text.knocks_out


@pytest.mark.parametrize(("colour", "is_heavy"), [("#ffe0a0", False), ("#c81010", True)])
def test_black_text_lies_over_what_is_there_as_long_as_that_is_not_too_much_ink(colour: str, is_heavy: bool) -> None:
    assert knocks_out(Path(GROUND, colour), WORD) is is_heavy
    assert knocks_out(photograph(colour), WORD) is is_heavy


def test_a_heavy_place_under_one_letter_is_enough_and_one_beside_the_text_is_not() -> None:
    end = WORD.x + WORD.width
    assert knocks_out(Path(rectangle(end - 1, 15, 4, 6), "#c81010"), WORD)
    assert not knocks_out(Path(rectangle(end + 1, 15, 4, 6), "#c81010"), WORD)


def test_a_press_that_takes_more_ink_prints_over_more() -> None:
    heavy = plated(Frame(60, 40, (Path(GROUND, "#c81010"), WORD)), replace(SPARING, ink=400), 300)
    assert not any(isinstance(item, Text) and item.knocks_out for item in heavy.frame.items)
