"""Texts along an arc: where each letter stands, what fits, and what is refused; and how they are read back."""

from __future__ import annotations

import math

import pytest
from conftest import WriteProject, build_project, check_project, codes
from hypothesis import given
from hypothesis import strategies as st
from strategies import shipped_fonts

from pnp.checks.faces.visible import visible_items
from pnp.core import outline
from pnp.core.frame import Box, Frame, Group, Text, letters_text, turned_letters
from pnp.core.markup import parse_markup
from pnp.layout.text.arc import Arc, fit_on_arc, why_straight
from pnp.layout.text.fitting import FittedText
from pnp.layout.text.paragraph import TextStyle
from pnp.layout.text.stacked import set_text

FONTS = shipped_fonts()
BOX = Box(10, 10, 50, 30)
AVAT = "AVAT Tower"


def on_arc(
    text: str,
    arc: Arc,
    box: Box = BOX,
    size: float = 5.0,
    smallest: float | None = None,
    align: str = "centre",
    valign: str = "top",
) -> FittedText:
    style = TextStyle(FONTS.families["text"], size, smallest=smallest, align=align, valign=valign)
    return fit_on_arc(set_text(parse_markup(text), style, FONTS), box, arc)


def feet(fitted: FittedText) -> list[tuple[float, float, float]]:
    """The middle of the baseline of each letter, and its turn."""
    found = []
    for group in fitted.items:
        assert isinstance(group, Group)
        (text,) = group.items
        assert isinstance(text, Text)
        x, y = outline.apply(group.matrix, text.x + text.width / 2, text.y)
        found.append((x, y, math.degrees(math.atan2(group.matrix[1], group.matrix[0]))))
    return found


@pytest.mark.parametrize("is_inside", [False, True])
@given(
    radius=st.floats(12, 200), text=st.sampled_from([AVAT, "The Queen of the Orchard", "fi", "Ç̧a", "A **bold** word"])
)
def test_letters_stand_on_the_circle_at_their_distances(is_inside: bool, radius: float, text: str) -> None:
    arc = Arc(radius, is_inside)
    fitted = on_arc(text, arc, size=4.0)
    straight = set_text(parse_markup(text), TextStyle(FONTS.families["text"], fitted.size), FONTS).lines(
        1e6, fitted.size
    )[0]
    places = feet(fitted)
    apex = max(y for _, y, _ in places) if is_inside else min(y for _, y, _ in places)
    first, last = places[0], places[-1]
    centre_x = BOX.x + BOX.width / 2
    # the height of the circle's middle follows from any letter; all agree
    middles = [
        y + (-1 if is_inside else 1) * math.sqrt(max(radius**2 - (x - centre_x) ** 2, 0.0))
        for x, y, turn in places
        if abs(turn) < 80
    ]
    assert max(middles) - min(middles) < 0.01
    assert apex == pytest.approx(middles[0] + (radius if is_inside else -radius), abs=max(1.0, radius * 0.02))
    along = math.radians(abs(last[2] - first[2])) * radius
    ends = [letter.width for group in (fitted.items[0], fitted.items[-1]) for letter in getattr(group, "items", ())]
    assert along == pytest.approx(straight.width - sum(ends) / 2, abs=0.02)  # kerning and spaces are kept
    assert (first[2] < last[2]) == (not is_inside)


def test_arc_is_kept_whatever_the_text() -> None:
    tops = {
        round(min(y for _, y, _ in feet(on_arc(text, Arc(40, False)))), 1) for text in ("o", "ooooo", "ooooooooooo")
    }
    assert len(tops) == 1
    feet_inside = {
        round(max(y for _, y, _ in feet(on_arc(text, Arc(40, True), valign="bottom"))), 1)
        for text in ("o", "ooo", "ooooooooooo")
    }
    assert feet_inside == {BOX.bottom}


@pytest.mark.parametrize(("is_inside", "radius"), [(False, 10.0), (True, 14.0)])
def test_circle_is_in_the_middle_of_a_box_with_room_for_it(is_inside: bool, radius: float) -> None:
    box = Box(0, 0, 30, 30)
    for text in ("o", "ooooooooo"):
        for x, y, _ in feet(on_arc(text, Arc(radius, is_inside), box, 3.0, valign="middle")):
            assert math.hypot(x - 15, y - 15) == pytest.approx(radius, abs=0.01)


@pytest.mark.parametrize(("align", "place"), [("left", 10.0), ("right", 60.0)])
def test_alignment_is_along_the_arc(align: str, place: float) -> None:
    x, _, _ = feet(on_arc("IIII", Arc(60, False), align=align))[0 if align == "left" else -1]
    assert abs(x - place) < 1.5


def test_long_text_shrinks_and_then_overflows() -> None:
    text = "The Queen of the Orchard and all of its Trees"
    fitted = on_arc(text, Arc(40, False), size=8.0, smallest=2.0)
    assert 2.0 < fitted.size < 8.0
    assert max(fitted.overflow) <= 0.01
    larger = on_arc(text, Arc(40, False), size=fitted.size + 25.4 / 72 / 4)
    assert max(larger.overflow) > 0.01
    assert max(on_arc(text * 4, Arc(40, False), size=8.0, smallest=5.0).overflow) > 1


def test_text_longer_than_the_circle_overflows() -> None:
    assert (
        max(on_arc("The Queen of the Orchard and all of its Trees", Arc(5, False), Box(0, 0, 80, 80), 4.0).overflow) > 1
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [("Baum", ""), ("Дерево", ""), ("木の王", ""), ("나무", ""), ("שלום", "right to left"), ("شجرة", "right to left"), ("पेड़", "joined"), ("ต้นไม้", "joined")],
)  # fmt: skip
def test_scripts_that_follow_an_arc(text: str, why: str) -> None:
    assert why in why_straight(text)
    assert bool(why) == bool(why_straight(text))


@pytest.mark.parametrize("text", [AVAT, "Queen of the North", "A **bold** word"])
def test_letters_are_read_as_one_text(text: str) -> None:
    fitted = on_arc(text, Arc(40, False))
    items = visible_items(Frame(70, 50, fitted.items))
    assert [item.what for item in items] == [text.replace("**", "")]
    assert abs(items[0].turn) < 2
    assert letters_text(turned_letters(fitted.items, 0)) == text.replace("**", "")


FACE = """\
elements:
  ground: {rect: bleed, fill: "#ffffff"}
  name: {text: "%s {{ card.number }}", in: [6mm, 20mm, 51mm, 20mm], size: 14pt, arc: %s, align: centre}
"""


@pytest.mark.parametrize("arc", ["60mm", "{height: 6mm}", "{radius: 40mm, side: inside}"])
def test_card_with_an_arc_is_checked(write_project: WriteProject, arc: str) -> None:
    game = 'title: Small\nplayers: 2\ndecks:\n  numbers: {cards: cards.yaml, template: small/face, fields: {number: 1..9, colour: [red, blue]}, unseen: [colour], shows: {name: {text: "Tree %s {{ card.number }}"}}}\n'
    files = {"data/small/game.yaml": game % "AVAT", "templates/small/face.yaml": FACE % ("Tree AVAT", arc)}
    assert codes(check_project(write_project(files))) == []
    assert codes(build_project(write_project(files))) == []
    wrong = {**files, "data/small/game.yaml": game % "AVAX"}
    assert any("face" in code for code in codes(check_project(write_project(wrong))))


def test_faint_text_along_an_arc_is_told_once(write_project: WriteProject) -> None:
    face = (FACE % ("Tree AVAT", "60mm")).replace("size: 14pt", "size: 14pt, colour: '#dddddd'")
    found = list(check_project(write_project({"templates/small/face.yaml": face}), "contrast").diagnostics)
    assert [str(each.code) for each in found] == ["text-faint"]
    assert "Tree AVAT" in found[0].what
    assert str(found[0].place).startswith("templates/small/face.yaml:3")


@pytest.mark.parametrize(
    ("text", "arc", "code"),
    [
        ("Tree", "{radius: 40mm, height: 3mm}", "wrong-value"),
        ("Tree", "round", "wrong-value"),
        ("Tree", "0mm", "wrong-value"),
        ("שלום", "40mm", "script-unsupported"),
        ("<u>Tree</u>", "40mm", "wrong-value"),
        ("The Queen of the Orchard and its Trees", "40mm", "text-overflow"),
    ],
)
def test_what_cannot_follow_an_arc_is_told(write_project: WriteProject, text: str, arc: str, code: str) -> None:
    found = {
        each.partition("@")[0]
        for each in codes(build_project(write_project({"templates/small/face.yaml": FACE % (text, arc)})))
    }
    assert code in found
    assert found <= {code, "glyph-missing"}


def test_letters_of_the_pdf_stand_where_the_frame_has_them(write_project: WriteProject) -> None:
    import ctypes

    import pypdfium2
    import pypdfium2.raw as raw

    root = write_project({"templates/small/face.yaml": FACE % (AVAT, "40mm")})
    (made,) = [output for output in build_project(root).outputs if output.path.endswith("cards.pdf")]
    with pypdfium2.PdfDocument(made.content) as document:
        text = document[0].get_textpage()
        origins = []
        for index in range(text.count_chars()):
            x, y = ctypes.c_double(), ctypes.c_double()
            raw.FPDFText_GetCharOrigin(text, index, x, y)
            if chr(raw.FPDFText_GetUnicode(text, index)) in "AVTower":
                origins.append((x.value * 25.4 / 72, y.value * 25.4 / 72))
        text.close()
    letters = origins[: len(AVAT.replace(" ", ""))]
    fitted = on_arc(f"{AVAT} 1", Arc(40, False), Box(6, 20, 51, 20), 14 * 25.4 / 72)
    starts = []
    for group in fitted.items:
        assert isinstance(group, Group)
        (letter,) = group.items
        assert isinstance(letter, Text)
        starts += [outline.apply(group.matrix, letter.x, letter.y)] if letter.text in "AVTower" else []
    (x0, y0), (left, top) = letters[0], starts[0]
    for (x, y), (right, down) in zip(letters, starts, strict=False):
        assert (x - x0, y0 - y) == pytest.approx((right - left, down - top), abs=0.05)
