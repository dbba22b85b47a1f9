"""Texts must stand out from what lies under them."""

from __future__ import annotations

import io

import pytest
from conftest import GAME, ROOT, WriteProject, build_project, check_project
from PIL import Image as Pillow
from strategies import open_face
from test_faults import BOOKLET_STYLE

from pnp.core.colours import contrast
from pnp.core.frame import Art, Box, Frame, Group, Image, Item, Path, Picture, Stroke, Text, Use
from pnp.core.outline import ellipse, rectangle
from pnp.layout.contrast import faint_texts

FACE = open_face(ROOT / "fonts/source-sans-3/SourceSans3-Regular.ttf")
WHITE, GREY, BLACK = "#ffffff", "#b0b0b0", "#000000"


def text(fill: str, x: float = 20.0, y: float = 20.0) -> Text:
    return Text(x, y, 5.0, (FACE.shape("Seven"),), fill)


def ground(fill: str, x: float = 0.0, y: float = 0.0, width: float = 60.0, height: float = 60.0) -> Path:
    return Path(rectangle(x, y, width, height), fill)


def faint(*items: Item) -> list[str]:
    return [told.text for told in faint_texts(Frame(60, 60, items))]


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [(WHITE, BLACK, 21.0), (WHITE, WHITE, 1.0), ("#767676", WHITE, 4.54), ("#777777", WHITE, 4.48)],
)
def test_contrast_as_in_wcag(one: str, other: str, ratio: float) -> None:
    assert contrast(one, other) == pytest.approx(ratio, abs=0.005)
    assert contrast(other, one) == contrast(one, other)


def test_the_ground_is_what_was_painted_last_under_the_text() -> None:
    assert faint(ground(WHITE), text(BLACK)) == []
    assert faint(ground(WHITE), text(GREY)) == ["Seven"]
    assert faint(ground(BLACK), text(GREY)) == []
    assert faint(ground(WHITE), ground(BLACK, 15, 10, 30, 20), text(GREY)) == []
    assert faint(ground(WHITE), ground(BLACK, 0, 40, 60, 20), text(GREY)) == ["Seven"]
    assert faint(ground(WHITE), text(GREY), ground(BLACK, 0, 0, 60, 60)) == ["Seven"]


def test_bare_paper_is_white() -> None:
    assert faint(text(BLACK)) == []
    assert faint(text(GREY)) == ["Seven"]


def test_grounds_in_groups_clips_and_shared_art_are_found() -> None:
    art = Art("disc", Box(0, 0, 20, 20), (Path(ellipse(10, 10, 10, 10), BLACK),))
    assert faint(ground(WHITE), Use(art, (2, 0, 0, 2, 5, 0)), text(GREY)) == []
    assert faint(ground(WHITE), Use(art, (1, 0, 0, 1, 40, 40)), text(GREY)) == ["Seven"]
    clipped = Group((ground(BLACK),), clip=Path(rectangle(0, 0, 5, 5)))
    assert faint(ground(WHITE), clipped, text(GREY)) == ["Seven"]
    moved = Group((ground(BLACK, 0, 0, 30, 30), text(GREY, 5, 10)), (1, 0, 0, 1, 20, 20))
    assert faint(ground(WHITE), moved) == []


def test_what_is_hardly_seen_is_not_ground() -> None:
    glass = Path(rectangle(0, 0, 60, 60), WHITE, opacity=0.3)
    assert faint(ground(BLACK), glass, text(GREY)) == []
    assert faint(ground(BLACK), Group((ground(WHITE),), opacity=0.3), text(GREY)) == []


def test_holes_are_not_ground() -> None:
    ring = Path(rectangle(0, 0, 60, 60) + rectangle(10, 10, 40, 20), BLACK, even_odd=True)
    assert faint(ground(WHITE), ring, text(GREY)) == ["Seven"]


def test_a_shadow_may_be_faint() -> None:
    assert faint(ground(WHITE), text(GREY, 20.5, 20.5), text(BLACK)) == []
    assert faint(ground(WHITE), text(GREY, 20.5, 40), text(BLACK)) == ["Seven"]


def photo(left: str, right: str, clear: int = 255) -> Image:
    """A picture over the whole frame: its left half of one colour, its right of another."""
    image = Pillow.new("RGBA", (80, 40), left)
    image.paste(Pillow.new("RGBA", (40, 40), right), (40, 0))
    image.putalpha(clear)
    file = io.BytesIO()
    image.save(file, "PNG")
    return Image(0, 0, 60, 60, Picture(f"{left} {right} {clear}", file.getvalue(), 80, 40))


def test_a_picture_is_ground_where_it_is_worst_in_a_quarter_of_the_text() -> None:
    words = text(WHITE, 24)
    assert faint(photo(BLACK, BLACK), words) == []
    assert faint(photo(WHITE, WHITE), words) == ["Seven"]
    assert faint(photo(BLACK, GREY), words) == ["Seven"]  # begins at 24 mm, most of it lies over the right half
    assert faint(photo(GREY, BLACK), text(WHITE, 27.5)) == []
    assert [told.is_on_picture for told in faint_texts(Frame(60, 60, (photo(WHITE, WHITE), words)))] == [True]


def test_a_plate_an_outline_or_a_clear_picture_keeps_a_text_readable() -> None:
    words = text(WHITE, 24)
    assert faint(photo(WHITE, WHITE), ground(BLACK, 20, 10, 30, 20), words) == []
    assert faint(photo(WHITE, WHITE), words._replace(stroke=Stroke(BLACK, 0.5))) == []
    assert faint(photo(WHITE, WHITE, clear=0), words) == []


def test_check_tells_of_the_cards_and_a_build_does_not(write_project: WriteProject) -> None:
    face = 'elements:\n  ground: {rect: bleed, fill: "#ffffff"}\n  number: {text: "{{ card.number }}", in: safe, colour: "#cccccc"}\n'
    root = write_project({"templates/small/face.yaml": face})
    assert not build_project(root).diagnostics
    found = list(check_project(root, "contrast").diagnostics)
    assert [d.code for d in found] == ["text-faint"]
    assert found[0].message.startswith("“1” and 1 other text in #cccccc on #ffffff: a contrast of 1.6, below 4.5")
    assert found[0].message.endswith("on numbers 1, numbers 2 (en)")
    assert found[0].place.line == 3  # of the text, not of the template


def test_of_two_texts_in_one_box_the_faint_one_is_told(write_project: WriteProject) -> None:
    face = 'elements:\n  one: {text: "{{ card.number }}", in: safe}\n  two: {text: "{{ card.number }}", in: safe, y: 20mm, colour: "#cccccc"}\n'
    found = list(check_project(write_project({"templates/small/face.yaml": face}), "contrast").diagnostics)
    assert [(d.code, d.place.line) for d in found] == [("text-faint", 3)]


def test_figures_of_the_booklet_are_checked_and_the_cards_in_them_are_not_told_again(
    write_project: WriteProject,
) -> None:
    pale = 'elements:\n  ground: {rect: bleed, fill: "#ffffff"}\n  hint: {text: Hint, in: safe, colour: "#cccccc"}\n'
    figure = f"size: 60x40\n{pale}  shown: {{face: numbers, card: 1, in: trim, width: 20mm}}\n"
    files = {"templates/small/face.yaml": pale, "templates/small/figures/table.yaml": figure}
    files["templates/small/rulebook.md"] = "## Play\n\n::: component numbers\nCards\n:::\n\n::: figure table\n:::\n"
    found = list(check_project(write_project({**BOOKLET_STYLE, **files}), "contrast").diagnostics)
    assert [(d.code, str(d.place)) for d in found] == [
        ("text-faint", "templates/small/face.yaml:3:9"),
        ("text-faint", "templates/small/figures/table.yaml:4:9"),
    ]


def test_what_is_told_of_a_card_for_another_reason_is_no_contrast(write_project: WriteProject) -> None:
    face = 'elements:\n  ground: {rect: bleed, fill: nacht}\n  number: {text: "{{ card.number }}", in: safe}\n'
    root = write_project({"templates/small/face.yaml": face})
    assert [d.code for d in check_project(root, "contrast", "print").diagnostics] == ["colour-unknown"]


def test_player_aids_are_checked_too(write_project: WriteProject) -> None:
    aid = 'elements:\n  ground: {rect: bleed, fill: "#ffffff"}\n  hint: {text: Hint, in: safe, colour: "#cccccc"}\n'
    game = GAME + "extras:\n  aid: {template: small/aid}\n"
    root = write_project({"data/small/game.yaml": game, "templates/small/aid.yaml": "size: poker\n" + aid})
    found = list(check_project(root, "contrast").diagnostics)
    assert [d.code for d in found] == ["text-faint"]
    assert found[0].message.startswith("“Hint” in #cccccc on #ffffff: a contrast of 1.6")
