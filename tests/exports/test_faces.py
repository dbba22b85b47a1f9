"""Faces as files: names, sizes to the pixel, what is cut out, backs once, and manifests that say which is which."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pypdf
import pytest
from conftest import BACK, FACE, GAME, WriteProject
from exported import export_project, files, manifest, picture
from hypothesis import given
from hypothesis import strategies as st

from pnp.exports.pieces import slug_of
from pnp.render.pixels import pixels

pytestmark = pytest.mark.slow

CHIP = GAME + "  chips: {copies: 24, template: small/chip, back: small/chip}\n"
CHIP_LOOK = """\
size: [20mm, 20mm]
shape: circle
bleed: 1mm
safe: 1mm
elements:
  disc: {ellipse: bleed, fill: "#c00000"}
"""
TEAMS = GAME + "secret_backs: false\n"


def chips(write: WriteProject, **more: str) -> Any:
    return write({"data/small/game.yaml": CHIP, "templates/small/chip.yaml": CHIP_LOOK, **more})


def test_each_face_has_a_file_and_equal_backs_have_one(write_project: WriteProject) -> None:
    made = files(export_project(write_project(), "png"))
    assert list(made) == [
        "numbers/001-1-front.png", "numbers/002-2-front.png", "numbers/back.png", "manifest.csv", "manifest.json",
    ]  # fmt: skip


def test_the_manifest_says_which_file_is_which(write_project: WriteProject) -> None:
    cards = "- {number: 1, colour: red, copies: 3}\n- {number: 2, colour: blue}\n"
    made = files(export_project(write_project({"data/small/cards.yaml": cards}), "png", dpi=100.0))
    told = manifest(made)
    assert {key: told[key] for key in ("game", "title", "language", "format", "dpi", "bleed", "corners")} == {
        "game": "small", "title": "Small", "language": "en", "format": "png", "dpi": 100.0, "bleed": True,
        "corners": "square",
    }  # fmt: skip
    assert told["cards"][0] == {
        "deck": "numbers", "number": 1, "name": "1", "label": "numbers 1", "copies": 3,
        "front": "numbers/001-1-front.png", "back": "numbers/back.png",
        "width_px": 272, "height_px": 370, "width_mm": 69.0, "height_mm": 94.0, "bleed_mm": 3.0,
    }  # fmt: skip
    rows = list(csv.DictReader(io.StringIO(made["manifest.csv"].decode())))
    assert rows == [{key: str(value) for key, value in card.items()} for card in told["cards"]]


@pytest.mark.parametrize(("bleed", "size"), [(True, (815, 1110)), (False, (744, 1039))])
def test_a_picture_has_the_pixels_of_its_size(write_project: WriteProject, bleed: bool, size: tuple[int, int]) -> None:
    image = picture(files(export_project(write_project(), "png", bleed=bleed))["numbers/001-1-front.png"])
    assert (image.size, image.mode) == (size, "RGB")
    assert image.info["dpi"] == pytest.approx((300, 300), abs=0.01)
    assert image.info["srgb"] == 0


@given(st.floats(5, 300), st.sampled_from([72, 96, 150, 300, 600]))
def test_pixels_are_the_nearest_to_a_length(length: float, dpi: float) -> None:
    assert abs(pixels(length, length, dpi)[0] - length / 25.4 * dpi) <= 0.5


def test_paint_reaches_the_last_pixel(write_project: WriteProject) -> None:
    look = 'elements:\n  ground: {rect: bleed, fill: "#204060"}\n'
    root = write_project({"templates/small/back.yaml": look})
    for dpi in (37.0, 100.0, 301.0):
        image = picture(files(export_project(root, "png", dpi=dpi))["numbers/back.png"])
        assert image.getcolors() == [(image.width * image.height, (0x20, 0x40, 0x60))]


def test_tokens_are_cut_out_along_their_outline(write_project: WriteProject) -> None:
    root = chips(write_project)
    image = picture(files(export_project(root, "png", corners="round", bleed=False))["chips/001-front.png"])
    assert (image.size, image.mode) == ((236, 236), "RGBA")
    assert [image.getpixel(at)[3] for at in ((0, 0), (10, 10), (118, 118), (118, 1))] == [
        0, 0, 255, 255,
    ]  # fmt: skip
    square = picture(files(export_project(root, "png", bleed=False))["chips/001-front.png"])
    assert (square.mode, square.getpixel((0, 0))) == ("RGB", (255, 255, 255))


def test_round_corners_are_those_of_the_card_where_it_is_cut(write_project: WriteProject) -> None:
    root = write_project({"templates/small/face.yaml": f"corner: 5mm\n{FACE}"})
    cut = picture(files(export_project(root, "png", corners="round", bleed=False))["numbers/001-1-front.png"])
    assert [cut.getpixel(at)[3] for at in ((0, 0), (8, 8), (59, 0), (0, 59), (30, 30))] == [0, 0, 255, 255, 255]
    with_bleed = picture(files(export_project(root, "png", corners="round"))["numbers/001-1-front.png"])
    assert with_bleed.mode == "RGB"


def test_no_paper_shows_at_the_edge_of_what_is_cut_out(write_project: WriteProject) -> None:
    look = CHIP_LOOK.replace("ellipse: bleed", "rect: bleed")
    root = chips(write_project, **{"templates/small/chip.yaml": look})
    image = picture(files(export_project(root, "png", corners="round", bleed=False))["chips/001-front.png"])
    assert {colour[:3] for _, colour in image.getcolors(10_000)} == {(192, 0, 0)}
    assert {colour[3] for _, colour in image.getcolors(10_000)} > {0, 255}


def test_inside_its_outline_a_piece_is_white_paper(write_project: WriteProject) -> None:
    face = 'elements:\n  dot: {ellipse: [10mm, 10mm, 5mm, 5mm], fill: "#00ff00"}\n'
    root = write_project({"templates/small/face.yaml": face})
    made = files(export_project(root, "png", corners="round", bleed=False))
    assert picture(made["numbers/001-1-front.png"]).getpixel((400, 600)) == (255, 255, 255, 255)


def test_webp_loses_nothing(write_project: WriteProject) -> None:
    root = chips(write_project)
    for path in ("numbers/001-1-front", "chips/001-front"):
        one, other = (
            picture(files(export_project(root, kind, corners="round", dpi=80.0))[f"{path}.{kind}"])
            for kind in ("png", "webp")
        )
        assert (one.mode, one.tobytes()) == (other.mode, other.tobytes())


def test_a_page_says_where_it_is_cut(write_project: WriteProject) -> None:
    made = files(export_project(write_project(), "pdf"))
    page = pypdf.PdfReader(io.BytesIO(made["numbers/001-1-front.pdf"])).pages[0]
    millimetres = [
        [round(float(n) / 72 * 25.4, 2) for n in box] for box in (page.mediabox, page.trimbox, page.bleedbox)
    ]
    assert millimetres == [[0, 0, 69, 94], [3, 3, 66, 91], [0, 0, 69, 94]]
    assert manifest(made)["cards"][0]["width_px"] == 0


def test_drawings_are_as_large_as_they_are_wished(write_project: WriteProject) -> None:
    for bleed, size in ((True, 'width="69mm" height="94mm"'), (False, 'width="63mm" height="88mm"')):
        made = files(export_project(write_project(), "svg", bleed=bleed))
        assert size in made["numbers/001-1-front.svg"].decode()


def test_backs_that_some_share_have_one_file_for_those(write_project: WriteProject) -> None:
    back = (
        BACK
        + "  mark: {rect: [10mm, 10mm, 5mm, 5mm], fill: \"{{ '#ff0000' if card.colour == 'red' else '#0000ff' }}\"}\n"
    )
    cards = "".join(f"- {{number: {n}, colour: {'red' if n < 4 else 'blue'}}}\n" for n in (1, 2, 3, 4, 5))
    cards += "- {number: 6, colour: blue, copies: 0}\n"
    root = write_project(
        {"data/small/game.yaml": TEAMS, "data/small/cards.yaml": cards, "templates/small/back.yaml": back}
    )
    told = manifest(files(export_project(root, "png", dpi=50.0)))["cards"]
    assert [card["back"] for card in told] == ["numbers/back-1.png"] * 3 + ["numbers/back-2.png"] * 2


def test_a_back_of_its_own_stands_beside_its_face(write_project: WriteProject) -> None:
    back = BACK + '  number: {text: "{{ card.number }}", in: safe, colour: "#ffffff"}\n'
    root = write_project({"data/small/game.yaml": TEAMS, "templates/small/back.yaml": back})
    assert [card["back"] for card in manifest(files(export_project(root, "png", dpi=50.0)))["cards"]] == [
        "numbers/001-1-back.png", "numbers/002-2-back.png",
    ]  # fmt: skip


def test_one_deck_can_be_asked_for(write_project: WriteProject) -> None:
    made = files(export_project(chips(write_project), "png", decks=("chips",), dpi=50.0))
    assert list(made)[:2] == ["chips/001-front.png", "chips/back.png"]
    built = export_project(chips(write_project), "png", decks=("chip",))
    assert [(d.code, d.fix) for d in built.diagnostics] == [("deck-unknown", "did you mean chips?")]
    assert not built.outputs


def test_names_of_files_are_the_same_in_every_language(write_project: WriteProject) -> None:
    game = GAME.replace("fields: {number: 1..9, colour: [red, blue]}, unseen: [colour]", "fields: {name: text}")
    po = 'msgid ""\nmsgstr ""\n"Language: fr\\n"\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n'
    for source, french in (("Small", "Petit"), ("Fire Élan!", "Élan du feu"), ("Ice", "Glace")):
        po += f'\nmsgid "{source}"\nmsgstr "{french}"\n'
    root = write_project(
        {
            "data/small/game.yaml": game + "languages: [en, fr]\n",
            "data/small/cards.yaml": "- {name: Fire Élan!}\n- {name: Ice}\n",
            "data/small/locale/fr.po": po,
            "templates/small/face.yaml": 'elements:\n  name: {text: "{{ card.name }}", in: safe}\n',
        }
    )
    told = {language: manifest(files(export_project(root, "svg", language)))["cards"] for language in ("en", "fr")}
    for cards in told.values():
        assert [card["front"] for card in cards] == ["numbers/001-fire-elan-front.svg", "numbers/002-ice-front.svg"]


def test_a_contact_sheet_shows_faces_and_backs(write_project: WriteProject) -> None:
    made = files(export_project(write_project(), "png", dpi=50.0, contact=True))
    image = picture(made["numbers/contact.png"])
    assert image.width == 3 * 212 + 12
    assert image.getpixel((2 * 212 + 100, 100)) == (0x33, 0x33, 0x33)


def test_a_deck_of_hundreds_has_several_contact_sheets(write_project: WriteProject) -> None:
    game = GAME.replace("number: 1..9", "number: 1..999")
    cards = "- {each: {number: 1..130}, colour: red}\n"
    made = files(
        export_project(
            write_project({"data/small/game.yaml": game, "data/small/cards.yaml": cards}), "svg", contact=True
        )
    )
    assert [path for path in made if path.endswith(".png")] == ["numbers/contact.png", "numbers/contact-2.png"]
    assert re.fullmatch(r"numbers/\d{3}-\d+-front\.svg", next(iter(made)))


@pytest.mark.parametrize(
    ("label", "slug"), [("Straße 7", "strasse-7"), ("Łódź, Øre!", "lodz-ore"), ("Œuf à la coque", "oeuf-a-la-coque")]
)
def test_file_names_keep_the_letters_of_a_label(label: str, slug: str) -> None:
    assert slug_of(label) == slug
