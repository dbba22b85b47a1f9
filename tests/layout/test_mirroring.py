"""Items seen in a mirror: reflected outlines, moved letters and pictures."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import shipped_fonts, walk

from pnp.core.fonts import Family
from pnp.core.frame import Art, Box, Frame, Group, Item, LinearGradient, Path, Stop, Text, Use
from pnp.core.markup import parse_markup
from pnp.core.outline import apply, bounds, rectangle, rotation
from pnp.layout.mirroring import mirrored, mirrored_frame
from pnp.layout.text.paragraph import Paragraph, TextStyle
from pnp.layout.text.stacked import set_text

ART = Art("art", Box(2.0, 0.0, 6.0, 4.0), (Path(rectangle(2, 0, 6, 4), "#ff0000"),))


def line(text: str, language: str = "en", is_mirrored: bool = False) -> tuple[Item, ...]:
    fonts = shipped_fonts()
    style = TextStyle(fonts.families["text"], 4.0, language=language, is_mirrored=is_mirrored)
    (made,) = Paragraph(parse_markup(text), style, fonts).lines(200.0, 4.0)
    return made.items


def test_outlines_are_reflected() -> None:
    gradient = LinearGradient(0, 0, 10, 0, (Stop(0, "#000000"), Stop(1, "#ffffff")))
    (path,) = mirrored((Path(rectangle(1, 2, 3, 4), gradient),), 10.0)
    assert isinstance(path, Path) and isinstance(path.fill, LinearGradient)
    assert bounds(path.segments) == Box(6, 2, 3, 4)
    assert (path.fill.x1, path.fill.x2) == (10, 0)


@given(st.floats(-180, 180))
def test_a_drawing_is_moved_and_not_reflected(turn: float) -> None:
    matrix = rotation(turn, 5.0, 2.0)
    (use,) = mirrored((Use(ART, matrix),), 30.0)
    assert isinstance(use, Use)
    a, b, c, d, _, _ = use.matrix
    assert a * d - b * c == pytest.approx(1.0), "it keeps its orientation"
    middle = apply(matrix, 5.0, 2.0)
    assert apply(use.matrix, 5.0, 2.0) == pytest.approx((30.0 - middle[0], middle[1]))


def test_what_is_mirrored_twice_is_as_before() -> None:
    items = (Group((*line("take **3** coins"), Use(ART, rotation(20, 1, 1))), rotation(30, 3, 3)), *line("b"))
    twice = mirrored(mirrored(items, 63.0), 63.0)
    for before, after in zip(walk(items), walk(twice), strict=True):
        if isinstance(before, Text):
            assert isinstance(after, Text)
            assert (after.x, after.y, after.text) == (pytest.approx(before.x), before.y, before.text)
        elif isinstance(before, Use):
            assert isinstance(after, Use) and after.matrix == pytest.approx(before.matrix)


def test_lines_of_a_mirrored_page_are_in_order_again() -> None:
    plain = line("take **3** coins")
    turned = mirrored(line("take **3** coins", is_mirrored=True), 50.0)
    places = [(item.text, item.x) for item in plain if isinstance(item, Text)]
    shift = 50.0 - max(item.x + item.width for item in plain if isinstance(item, Text))
    assert [(item.text, item.x) for item in turned if isinstance(item, Text)] == [
        (text, pytest.approx(x + shift)) for text, x in places
    ]


def test_a_frame_keeps_its_size_and_turns_its_boxes() -> None:
    frame = Frame(63.0, 88.0, (Path(rectangle(0, 0, 10, 10), "#000000"),), 3.0)
    assert mirrored_frame(frame).bleed_box == frame.bleed_box


@pytest.mark.parametrize(("text", "parts"), [("1. 5\n2. 5", [".", "1"]), ("10) 5\n11) 5", [")", "10"])])
def test_the_number_of_an_entry_at_the_right_stands_before_its_stop(text: str, parts: list[str]) -> None:
    fonts = shipped_fonts()
    style = TextStyle(Family(fonts.families["text"].faces), 4.0, language="ar")
    first = set_text(parse_markup(text), style, fonts).lines(50.0, 4.0)[0]
    places = sorted((item.x, item.text) for item in first.items if isinstance(item, Text))
    assert [shown for _, shown in places] == ["5", *parts]


def test_entries_of_a_list_hang_behind_their_markers_at_the_right() -> None:
    fonts = shipped_fonts()
    style = TextStyle(Family(fonts.families["text"].faces), 4.0, language="he")
    lines = set_text(parse_markup("- 1\n- 2"), style, fonts).lines(50.0, 4.0)
    for made in lines:
        marker, word = (item for item in made.items if isinstance(item, Text))
        assert marker.text == "•" and marker.x > word.x + word.width
