"""Glyphs in colours as art: layers, gradients, transforms, in em; emojis of a fallback family in a line."""

from __future__ import annotations

import font_kinds as kinds
import pytest
from strategies import shipped_face

from pnp.core.font_files import FontFile
from pnp.core.fonts import Family, FontFace, FontSet
from pnp.core.frame import Box, Group, LinearGradient, Mask, Path, RadialGradient, Stop, Text, Use
from pnp.core.markup import Run
from pnp.core.outline import bounds
from pnp.layout.text.colour_glyphs import colour_uses, glyph_art
from pnp.layout.text.fitting import set_line
from pnp.layout.text.paragraph import Paragraph, TextStyle

LAYERS = FontFile("layers", kinds.coloured(0)).face()
PAINTED = FontFile("painted", kinds.coloured(1)).face()
TEXT = shipped_face("source-sans-3/SourceSans3-Regular.ttf")


def paths(face: FontFace, letter: str, colour: str = "#00ff00") -> list[Path]:
    art = glyph_art(face, face.shape(letter).glyphs[0], colour, letter)
    assert art is not None
    assert art.name == letter
    assert all(isinstance(item, Path) for item in art.items)
    return list(art.items)  # type: ignore[arg-type]


def test_layers_are_drawn_one_above_the_other_and_one_has_the_colour_of_the_text() -> None:
    below, above = paths(LAYERS, "A")
    assert (below.fill, above.fill) == ("#ff0000", "#00ff00")
    assert bounds(below.segments) == pytest.approx(Box(0.05, -0.3, 0.3, 0.3))
    assert bounds(above.segments) == pytest.approx(Box(0.05, -0.2, 0.2, 0.2))


def test_a_layer_keeps_its_opacity() -> None:
    (layer,) = paths(LAYERS, "B")
    assert (layer.fill, layer.opacity) == ("#0000ff", pytest.approx(0.5, abs=0.01))


def test_a_glyph_without_colours_has_that_of_the_text() -> None:
    (letter,) = paths(LAYERS, "E")
    assert (letter.fill, bounds(letter.segments)) == ("#00ff00", pytest.approx(Box(0.05, -0.5, 0.5, 0.5)))
    assert glyph_art(LAYERS, LAYERS.shape(" ").glyphs[0], "#000000", " ") is None


def test_a_gradient_is_one_in_em() -> None:
    (painted,) = paths(PAINTED, "C")
    gradient = painted.fill
    assert isinstance(gradient, LinearGradient)
    assert gradient[:4] == pytest.approx((0.05, 0, 0.35, 0))
    assert gradient.stops == (Stop(0, "#ff0000"), Stop(1, "#0000ff", 128 / 255))


def test_a_gradient_fades_from_a_focus() -> None:
    (painted,) = paths(PAINTED, "D")
    gradient = painted.fill
    assert isinstance(gradient, RadialGradient)
    assert (gradient.cx, gradient.cy, gradient.r) == pytest.approx((0.2, -0.05, 0.1))
    assert (gradient.fx, gradient.fy, gradient.fr) == pytest.approx((0.1, -0.05, 0.01))
    assert gradient.stops == (Stop(0, "#ff0000"), Stop(1, "#ff0000", 0))
    assert painted.opacity == 1


def test_a_sheen_is_mixed_with_what_is_below_inside_the_outline_of_it() -> None:
    art = glyph_art(PAINTED, PAINTED.shape("E").glyphs[0], "#000000", "E")
    assert art is not None
    assert art.box == pytest.approx(Box(0.05, -0.5, 0.5, 0.5))
    (layer,) = art.items
    assert isinstance(layer, Group)
    below, sheen = layer.items
    assert isinstance(below, Path)
    assert isinstance(sheen, Group)
    assert (layer.blend, sheen.blend, below.fill) == ("normal", "soft-light", "#ff0000")
    (masked,) = sheen.items
    assert isinstance(masked, Group)
    assert masked.mask == Mask((below,), "alpha")


def test_a_glyph_is_moved_and_faded() -> None:
    (moved,) = paths(PAINTED, "B")
    assert (moved.fill, moved.opacity) == ("#ff0000", pytest.approx(0.5, abs=0.01))
    assert bounds(moved.segments) == pytest.approx(Box(0.15, -0.2, 0.2, 0.2))


def test_uses_stand_where_the_letters_would() -> None:
    first, second = colour_uses(LAYERS.shape("AB"), 3, 10, "#000000")
    assert (first.matrix, second.matrix) == ((10, 0, 0, 10, 3, 0), (10, 0, 0, 10, pytest.approx(9.0), 0))
    assert first.art is next(colour_uses(LAYERS.shape("A"), 5, 2, "#000000")).art


def test_a_line_holds_letters_and_colours() -> None:
    plain = Family({"regular": TEXT})
    fonts = FontSet({"text": plain, "paint": Family({"regular": LAYERS})}, ("paint",))
    (line,) = Paragraph((Run("A\ufe0f and A"),), TextStyle(plain, 4), fonts).lines(100, 4)
    use, text = line.items
    assert isinstance(use, Use)
    assert isinstance(text, Text)
    assert (use.art.name, text.text) == ("A\ufe0f", "and A")
    assert text.x == pytest.approx(4 * (0.6 + TEXT.space))
    assert line.text == "A\ufe0f and A"


def test_small_print_holds_letters_and_colours() -> None:
    fonts = FontSet({"paint": Family({"regular": LAYERS})}, ("paint",))
    items, end = set_line("A\ufe0f b", 1, 7, 2, TEXT, fonts)
    assert [type(item) for item in items] == [Use, Text]
    assert isinstance(items[0], Use)
    assert items[0].matrix == (2, 0, 0, 2, 1, 7)
    assert end == pytest.approx(1 + 2 * (0.6 + TEXT.space + TEXT.shape("b").width))
