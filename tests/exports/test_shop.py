"""Print shops: pictures of just the shop's size, cards centred and never scaled, orders that name every copy."""

from __future__ import annotations

import io
import math
from pathlib import Path
from xml.etree import ElementTree

import pypdf
import pypdfium2
import pytest
from conftest import BACK, FACE, GAME, WriteProject
from exported import export_project, files, manifest, picture

pytestmark = pytest.mark.slow

SHOP = """\
title: Corner Shop
bleed: 3mm
safe: 3mm
sizes:
  card: {trim: [63mm, 88mm]}
"""


def with_size(write: WriteProject, size: str, **more: str) -> Path:
    looks = {f"templates/small/{name}.yaml": f"size: {size}\n{look}" for name, look in (("face", FACE), ("back", BACK))}
    return write({**looks, **more})


@pytest.mark.parametrize(
    ("shop", "size", "wanted"),
    [
        ("the-game-crafter", "poker", (825, 1125)),
        ("the-game-crafter", "bridge", (750, 1125)),
        ("the-game-crafter", "mini", (600, 825)),
        ("the-game-crafter", "micro", (450, 600)),
        ("the-game-crafter", "domino", (600, 1125)),
        ("the-game-crafter", "business", (675, 1125)),
        ("the-game-crafter", "tarot", (900, 1500)),
        ("the-game-crafter", "jumbo", (1125, 1725)),
        ("the-game-crafter", "euro-poker", (825, 1125)),
        ("the-game-crafter", "us-game", (750, 1125)),
        ("the-game-crafter", "[52mm, 87mm]", (750, 1125)),
        ("the-game-crafter", "[70mm, 70mm]", (900, 900)),
        ("the-game-crafter", "[2.5in, 2.5in]", (825, 825)),
        ("the-game-crafter", "[3.5in, 3.5in]\nshape: circle", (1125, 1125)),
        ("the-game-crafter", "[3.75in, 3.25in]\nshape: hexagon", (1200, 1050)),
        ("the-game-crafter", "[3.25in, 3.75in]\nshape: hexagon", (1200, 1050)),
        ("the-game-crafter", "[2.5in, 2.2in]\nshape: hexagon", (825, 750)),
        ("the-game-crafter", "[2in, 1.75in]\nshape: hexagon", (675, 600)),
        ("the-game-crafter", "[1in, 1in]\nshape: rounded", (375, 375)),
        ("the-game-crafter", "[25mm, 25mm]\nshape: circle", (375, 375)),
        ("the-game-crafter", "[4.75in, 2.75in]", (900, 1500)),
        ("the-game-crafter", "[18in, 18in]", (5475, 5475)),
        ("the-game-crafter", "[9in, 18in]", (2775, 5475)),
        ("the-game-crafter", "[24in, 14in]", (7275, 4275)),
        ("the-game-crafter", "[5.25in, 4.5in]\nshape: hexagon", (1650, 1425)),
        ("the-game-crafter", "[5in, 8in]", (1575, 2475)),
        ("the-game-crafter", "[7.5in, 6.25in]", (2325, 1950)),
        ("the-game-crafter", "[2.5in, 7.75in]", (825, 2400)),
        ("makeplayingcards", "[3.5in, 2.5in]", (822, 1122)),
        ("makeplayingcards", "poker", (822, 1122)),
        ("makeplayingcards", "euro-poker", (815, 1110)),
        ("plain", "japanese", (768, 1087)),
    ],
)
def test_pictures_have_the_size_of_the_shop_s_template(
    write_project: WriteProject, shop: str, size: str, wanted: tuple[int, int]
) -> None:
    made = files(export_project(with_size(write_project, size), shop))
    assert {picture(content).size for path, content in made.items() if path.endswith(".png")} == {wanted}
    card = manifest(made)["cards"][0]
    assert (card["width_px"], card["height_px"]) == wanted


def test_a_card_of_almost_the_size_is_centred_and_its_edge_repeated(write_project: WriteProject) -> None:
    back = 'elements:\n  ground: {rect: bleed, fill: "#204060"}\n  half: {rect: [-3mm, -3mm, 34.5mm, 94mm], fill: "#c00000"}\n'
    shop = SHOP.replace("[63mm, 88mm]", "[63.5mm, 88.9mm]").replace("bleed: 3mm", "bleed: 1/8in")
    built = export_project(write_project({"templates/small/back.yaml": back, "profiles/corner.yaml": shop}), "corner")
    made = files(built)
    image = picture(made["numbers/back.png"])
    assert image.size == (825, 1125)
    assert image.getcolors(10) is not None
    row = [image.getpixel((x, 0)) for x in range(825)]
    assert row[:410] == [(0xC0, 0, 0)] * 410
    assert row[-410:] == [(0x20, 0x40, 0x60)] * 410
    told = next(output.summary for output in built.outputs if output.summary)
    assert "63 × 88 mm in the middle of card, 63.5 × 88.9 mm, its edge repeated for 0.6 mm beyond its bleed" in told
    assert manifest(made)["decks"]["numbers"]["note"] in told


def test_nothing_is_scaled(write_project: WriteProject) -> None:
    """A square of 40 mm is as many pixels wide in any shop's picture; stretched to its size it would have seven more."""
    back = BACK + '  square: {rect: [10mm, 20mm, 40mm, 40mm], fill: "#ffffff"}\n'
    shop = SHOP.replace("[63mm, 88mm]", "[63.9mm, 88.9mm]")
    made = files(
        export_project(write_project({"templates/small/back.yaml": back, "profiles/corner.yaml": shop}), "corner")
    )
    image = picture(made["numbers/back.png"])
    white = [x for x in range(image.width) if image.getpixel((x, image.height // 2)) == (255, 255, 255)]
    assert abs(len(white) - 40 / 25.4 * 300) <= 1


def test_more_bleed_than_the_shop_s_is_cut(write_project: WriteProject) -> None:
    look = 'bleed: 8mm\nelements:\n  ground: {rect: bleed, fill: "#ff0000"}\n  trim: {rect: trim, fill: "#204060"}\n'
    shop = SHOP.replace("bleed: 3mm", "bleed: 0")
    made = files(
        export_project(write_project({"templates/small/back.yaml": look, "profiles/corner.yaml": shop}), "corner")
    )
    image = picture(made["numbers/back.png"])
    assert (image.size, image.getcolors()) == ((744, 1039), [(744 * 1039, (0x20, 0x40, 0x60))])


@pytest.mark.parametrize(
    ("size", "fix"),
    [
        ("[60mm, 80mm]", "the nearest is card: write size: [63mm, 88mm] and bleed: 3mm in the template"),
        ("[80mm, 60mm]", "the nearest is card: write size: [88mm, 63mm] and bleed: 3mm in the template"),
        ("[212mm, 190mm]", "export it to plain, or as pdf with --colour cmyk"),
    ],
)
def test_a_size_that_the_shop_lacks_names_the_nearest(write_project: WriteProject, size: str, fix: str) -> None:
    built = export_project(with_size(write_project, size, **{"profiles/corner.yaml": SHOP}), "corner")
    (told,) = built.diagnostics
    assert (told.code, str(told.place), told.fix) == ("shop-size", "templates/small/face.yaml:1:1", fix)
    assert not built.outputs


@pytest.mark.parametrize(
    ("size", "shop", "start"),
    [
        ("[70mm, 70mm]", "makeplayingcards", "the nearest of its proportions is large-square: write size: [88.9mm, 88.9mm]"),
        ("[75mm, 75mm]", "makeplayingcards", "the nearest of its proportions is large-square: write size: [88.9mm, 88.9mm]"),
        ("[70mm, 70mm]", "drivethrucards", "export it to plain"),
        ("[85mm, 55mm]", "makeplayingcards", "the nearest is bridge: write size: [88.9mm, 57.15mm]"),
        ("[67mm, 95mm]", "makeplayingcards", "the nearest is poker: write size: [63.5mm, 88.9mm]"),
        ("[67mm, 95mm]", "drivethrucards", "the nearest is poker: write size: [63.5mm, 88.9mm]"),
        ("[72mm, 118mm]", "makeplayingcards", "the nearest is tarot: write size: [69.85mm, 120.65mm]"),
    ],
)  # fmt: skip
def test_a_square_card_stays_square(write_project: WriteProject, size: str, shop: str, start: str) -> None:
    (told,) = [
        fault for fault in export_project(with_size(write_project, size), shop).diagnostics if fault.code == "shop-size"
    ]
    assert told.fix.startswith(start)


def test_what_the_shop_has_no_size_for_is_left_out_unless_it_is_asked_for(write_project: WriteProject) -> None:
    game = GAME + "  chips: {copies: 2, template: small/chip}\n"
    chip = 'size: [20mm, 20mm]\nshape: circle\nelements:\n  disc: {ellipse: bleed, fill: "#c00000"}\n'
    root = write_project(
        {"data/small/game.yaml": game, "templates/small/chip.yaml": chip, "profiles/corner.yaml": SHOP}
    )
    built = export_project(root, "corner")
    assert [(told.code, told.severity, told.fix) for told in built.diagnostics] == [
        ("shop-left-out", "warning", "export it to plain")
    ]
    assert "small/en/corner/numbers/back.png" in {output.path for output in built.outputs}
    assert not export_project(root, "corner", decks=("numbers",)).diagnostics
    assert [told.code for told in export_project(root, "corner", decks=("chips",)).diagnostics] == ["shop-size"]


def test_names_and_backs_are_as_the_shop_wants_them(write_project: WriteProject) -> None:
    shop = SHOP + 'names: "{deck}_{side}/{language}-{number}-{slug}"\nbacks: each\n'
    made = files(export_project(write_project({"profiles/corner.yaml": shop}), "corner"))
    assert [path for path in made if path.endswith(".png")] == [
        "numbers_front/en-001-1.png", "numbers_front/en-002-2.png", "numbers_back/en-001-1.png", "numbers_back/en-002-2.png",
    ]  # fmt: skip
    made = files(export_project(write_project({"profiles/corner.yaml": SHOP + "backs: none\n"}), "corner"))
    assert [card["back"] for card in manifest(made)["cards"]] == ["", ""]


def test_a_shop_may_take_pages(write_project: WriteProject) -> None:
    shop = SHOP.replace("[63mm, 88mm]", "[63.5mm, 88.9mm]") + "file: pdf\n"
    made = files(export_project(write_project({"profiles/corner.yaml": shop}), "corner"))
    page = pypdf.PdfReader(io.BytesIO(made["numbers/001-1-front.pdf"])).pages[0]
    assert [round(float(n) / 72 * 25.4, 2) for n in page.trimbox] == [3, 3, 66.5, 91.9]


def test_an_order_names_each_copy_once(write_project: WriteProject) -> None:
    cards = "- {number: 1, colour: red, copies: 3}\n- {number: 2, colour: blue}\n"
    made = files(export_project(write_project({"data/small/cards.yaml": cards}), "makeplayingcards"))
    order = ElementTree.fromstring(made["cards.xml"].decode())
    assert [order.findtext(f"details/{tag}") for tag in ("quantity", "bracket", "stock", "foil")] == [
        "4", "18", "(S30) Standard Smooth", "false",
    ]  # fmt: skip
    fronts = {card.findtext("id"): card.findtext("slots") for card in order.iterfind("fronts/card")}
    assert fronts == {"./numbers/001-1-front.png": "0,1,2", "./numbers/002-2-front.png": "3"}
    assert order.find("backs") is None
    assert order.findtext("cardback") == "./numbers/back.png"
    assert {path.removeprefix("./") for path in fronts} < set(made)


def test_an_order_of_decks_names_the_backs_that_differ_from_most(write_project: WriteProject) -> None:
    game = GAME + "  extra: {copies: 2, template: small/other, back: small/face}\n"
    other = 'elements:\n  ground: {rect: bleed, fill: "#00ff00"}\n'
    root = write_project(
        {
            "data/small/game.yaml": game.replace("small/face}", "small/other}"),
            "templates/small/other.yaml": other,
            "data/small/cards.yaml": "- {each: {number: 1..3}, colour: red}\n",
        }
    )
    order = ElementTree.fromstring(files(export_project(root, "makeplayingcards"))["cards.xml"].decode())
    backs = {card.findtext("id"): card.findtext("slots") for card in order.iterfind("backs/card")}
    assert (order.findtext("cardback"), backs) == ("./numbers/back.png", {"./extra/back.png": "3,4"})


def test_the_trim_lies_in_the_middle_of_the_shop_s_picture(write_project: WriteProject) -> None:
    """63 mm are 744 pixels of 825, which leaves 40 or 41 at each side; the bleed of 3 mm goes on to the edge."""
    back = 'elements:\n  ground: {rect: bleed, fill: "#ff0000"}\n  inner: {rect: [5mm, 5mm, 53mm, 78mm], fill: "#204060"}\n'
    made = files(export_project(write_project({"templates/small/back.yaml": back}), "the-game-crafter"))
    image = picture(made["numbers/back.png"])
    across = [x for x in range(825) if image.getpixel((x, 560)) == (0x20, 0x40, 0x60)]
    down = [y for y in range(1125) if image.getpixel((412, y)) == (0x20, 0x40, 0x60)]
    assert [across[0], 824 - across[-1]] == pytest.approx([40.5 + 59, 40.5 + 59], abs=1)
    assert [down[0], 1124 - down[-1]] == pytest.approx([43 + 59, 43 + 59], abs=1)
    assert {image.getpixel(corner) for corner in ((0, 0), (824, 0), (0, 1124), (824, 1124))} == {(255, 0, 0)}


@pytest.mark.parametrize("shop", ["makeplayingcards", "drivethrucards"])
def test_landscape_cards_are_turned_so_that_both_sides_meet(write_project: WriteProject, shop: str) -> None:
    """Turned over like a page, the upper edge of the face is that of the back: right in one picture, left in the other."""
    look = (
        "size: [88.9mm, 63.5mm]\nelements:\n  ground: {{rect: bleed, fill: white}}\n"
        '  top: {{rect: [-3mm, -3mm, 100mm, 10mm], fill: "{}"}}\n'
    )
    root = write_project(
        {"templates/small/face.yaml": look.format("#ff0000"), "templates/small/back.yaml": look.format("#0000ff")}
    )
    built = export_project(root, shop, "en", dpi=72)
    made = {output.path.split("/", 3)[-1]: output.content for output in built.outputs}
    assert not [told for told in built.diagnostics if told.code == "shop-size"]
    if shop == "makeplayingcards":
        face, back = picture(made["numbers/001-1-front.png"]), picture(made["numbers/back.png"])
    else:
        with pypdfium2.PdfDocument(made["numbers.pdf"]) as document:
            back, face = (document[n].render().to_pil().convert("RGB") for n in (0, 1))
    assert face.width < face.height
    red, blue = face.getpixel((face.width - 20, face.height // 2)), back.getpixel((20, back.height // 2))
    assert red[0] > 150 > red[2] and blue[2] > 100 > blue[0]
    assert min(face.getpixel((20, face.height // 2))) > 240 < min(back.getpixel((back.width - 20, back.height // 2)))
    told = next(output.summary for output in built.outputs if output.summary)
    assert "turned by 90°: faces clockwise, backs the other way" in told


def test_the_bleed_of_a_round_piece_goes_on_all_around(write_project: WriteProject) -> None:
    game = GAME + "  chips: {copies: 2, template: small/chip}\n"
    chip = 'size: [25mm, 25mm]\nshape: circle\nbleed: 2mm\nelements:\n  disc: {ellipse: bleed, fill: "#c00000"}\n'
    root = write_project({"data/small/game.yaml": game, "templates/small/chip.yaml": chip})
    built = export_project(root, "the-game-crafter", decks=("chips",))
    image = picture(next(output.content for output in built.outputs if output.path.endswith(".png")))
    places = [
        (187 + 180 * math.cos(turn / 8 * math.pi), 187 + 180 * math.sin(turn / 8 * math.pi)) for turn in range(16)
    ]
    assert {image.getpixel((round(x), round(y))) for x, y in places} == {(0xC0, 0, 0)}


@pytest.mark.parametrize(
    ("shape", "fix"),
    [
        ("card", "it has Large Square Chit of that size: write shape: rounded in the template"),
        ("hexagon", None),
    ],
)
def test_a_card_of_the_size_of_a_tile_is_sent_to_the_shape_of_that(
    write_project: WriteProject, shape: str, fix: str | None
) -> None:
    root = with_size(write_project, f"[25.4mm, 25.4mm]\nshape: {shape}")
    told = [d.fix for d in export_project(root, "the-game-crafter").diagnostics if d.code.startswith("shop-")]
    assert len(told) == 1
    assert told == [fix] if fix else "shape:" not in told[0]


@pytest.mark.parametrize("size", ["[63.5mm, 88.9mm]", "[88.9mm, 63.5mm]"])
def test_a_shop_that_cuts_any_size_cuts_a_card_to_its_own(write_project: WriteProject, size: str) -> None:
    made = files(export_project(with_size(write_project, size), "offset"))
    sides = sorted(float(n) / 72 * 25.4 for n in pypdf.PdfReader(io.BytesIO(made["numbers.pdf"])).pages[0].trimbox[2:])
    start = float(pypdf.PdfReader(io.BytesIO(made["numbers.pdf"])).pages[0].trimbox[0]) / 72 * 25.4
    assert [side - start for side in sides] == pytest.approx([63.5, 88.9], abs=0.02)
