"""Preflight for a press: too much ink, what is transparent over several colours, fonts that must not be embedded."""

from __future__ import annotations

import io
import re
import struct
from pathlib import Path

import pytest
from conftest import FACE, ROOT, WriteProject, build_project
from PIL import Image

from pnp.check import CheckOptions, check
from pnp.core.diagnostics import Diagnostics
from pnp.core.fonts import FontFace
from pnp.project.files import Files
from pnp.project.profiles import load_press

SHOP = """\
title: Corner Press
file: pdf
colour: cmyk
sizes:
  card: {trim: [63mm, 88mm]}
"""
ON = ", on numbers 1, numbers 2 (en)"


def told(root: Path) -> list[tuple[str, str]]:
    checked = check(Files(root), CheckOptions(checks=frozenset({"preflight"}), profile="corner"))
    return [(d.code.value, d.message) for d in checked.diagnostics]


def face(write: WriteProject, elements: str, shop: str = SHOP) -> Path:
    return write({"templates/small/face.yaml": f"{FACE}{elements}", "profiles/corner.yaml": shop})


def test_a_sound_game_is_passed(write_project: WriteProject) -> None:
    assert told(face(write_project, "")) == []


def test_a_colour_with_too_much_ink_is_told(write_project: WriteProject) -> None:
    square = '  square: {rect: [10mm, 60mm, 9mm, 9mm], fill: "#101030"}\n'
    ((code, what),) = told(face(write_project, square, SHOP + "ink: 200\n"))
    assert code == "shop-ink"
    assert what.startswith("a shape of #101030 takes 2") and what.endswith(f"% of ink, above 200 %{ON}")
    assert told(face(write_project, square)) == []


def test_rich_black_counts_as_it_is_printed(write_project: WriteProject) -> None:
    square = '  square: {rect: [10mm, 60mm, 9mm, 9mm], fill: "#000000"}\n'
    rich = SHOP + "rich_black: [60, 40, 40, 100]\n"
    assert told(face(write_project, square, rich + "ink: 240\n")) == []
    found = told(face(write_project, square, rich + "ink: 230\n"))
    assert found == [("shop-ink", f"a shape of #000000 takes 240 % of ink, above 230 %{ON}")]


def test_black_text_leaves_out_a_ground_that_would_be_too_much_with_it(write_project: WriteProject) -> None:
    card = """\
  square: {rect: [10mm, 50mm, 43mm, 20mm], fill: "#1030c0"}
  word: {text: Word, in: [12mm, 52mm, 40mm, 15mm], size: 12pt, colour: "#202020"}
"""
    assert [code for code, _ in told(face(write_project, card, SHOP + "ink: 250\n"))] == ["shop-gamut"]  # the blue


@pytest.mark.parametrize(
    ("colour", "printed"),
    [
        ("#0000ff", "#0D4C9B (ΔE 18)"), ("#00ff00", "# (ΔE 18)"), ("#00ffff", "# (ΔE 14)"), ("#6adaba", ""), ("#ffffff", ""),
        ("#8a2b2b", ""), ("#000000", ""), ("#181818", ""), ("#303030", ""), ("#313131", ""), ("#ffcc00", ""), ("#e00020", ""),
    ],
)  # fmt: skip
def test_a_colour_that_inks_cannot_print_is_told_with_what_they_print(
    write_project: WriteProject, colour: str, printed: str
) -> None:
    square = f'  square: {{rect: [10mm, 60mm, 9mm, 9mm], fill: "{colour}"}}\n'
    found = [
        re.sub(r"#[0-9A-F]{6} ", "# ", what) if "#0D4" not in what else what
        for _, what in told(face(write_project, square))
    ]
    assert found == ([f"a shape of {colour} is printed as about {printed}{ON}"] if printed else [])


@pytest.mark.parametrize(("inks", "is_told"), [((255, 255, 255, 200), True), ((100, 100, 100, 100), False)])
def test_a_picture_in_inks_counts_as_it_is(write_project: WriteProject, inks: tuple[int, ...], is_told: bool) -> None:
    root = face(write_project, "  art: {image: small/a.jpg, in: [20mm, 20mm, 20mm, 20mm]}\n")
    written = io.BytesIO()
    Image.new("CMYK", (300, 300), inks).save(written, "JPEG", quality=95)
    (root / "templates/small/a.jpg").write_bytes(written.getvalue())
    wanted = [("shop-ink", f"small/a.jpg takes 378 % of ink, above 300 %{ON}")]
    assert told(root) == (wanted if is_told else [])


HALF = '  shade: {rect: [10mm, 60mm, 9mm, 9mm], fill: "#000000", opacity: 0.5}\n'


def test_what_is_half_clear_is_told_where_it_becomes_a_picture(write_project: WriteProject) -> None:
    assert told(face(write_project, HALF)) == []
    stripe = '  stripe: {rect: [0mm, 64mm, 63mm, 3mm], fill: "#ff0000"}\n'
    wanted = f"1 place, transparent over several colours, becomes a picture, from 9, 59 mm on{ON}"
    assert told(face(write_project, stripe + HALF)) == [("shop-transparency", wanted)]


def test_what_stays_half_clear_is_told_too(write_project: WriteProject) -> None:
    shop = SHOP.replace("colour: cmyk\n", "")
    wanted = [("shop-transparency", f"an item is transparent, and stays so in the PDF{ON}")]
    assert told(face(write_project, HALF, shop)) == wanted
    assert told(face(write_project, HALF, shop.replace("file: pdf\n", ""))) == []


def test_a_font_that_must_not_be_embedded_is_told(write_project: WriteProject) -> None:
    root = face(write_project, "")
    path = next((root / "fonts").glob("SourceSans3-Bold.ttf"))
    content = bytearray(path.read_bytes())
    tables = struct.unpack(">H", content[4:6])[0]
    records = [content[12 + 16 * n : 28 + 16 * n] for n in range(tables)]
    offset = next(struct.unpack(">I", record[8:12])[0] for record in records if record[:4] == b"OS/2")
    assert FontFace("bold", bytes(content)).may_be_embedded
    content[offset + 8 : offset + 10] = b"\x00\x02"
    path.unlink()
    path.write_bytes(content)
    assert [code for code, _ in told(root)] == ["font-restricted"]


def test_fonts_that_ship_may_be_embedded() -> None:
    for path in (ROOT / "fonts").rglob("*.ttf"):
        assert FontFace(path.stem, path.read_bytes()).may_be_embedded, path


@pytest.mark.parametrize(
    ("size", "ground", "colour", "is_told"),
    [
        ("6pt", "#000000", "white", True),
        ("7pt", "#000000", "white", False),
        ("6pt", "#ffcc00", "white", False),  # few inks
        ("6pt", "#000000", "#333333", False),  # not light
    ],
)
def test_small_light_type_over_many_inks_is_told(
    write_project: WriteProject, size: str, ground: str, colour: str, is_told: bool
) -> None:
    card = f"""\
  square: {{rect: [10mm, 50mm, 43mm, 20mm], fill: "{ground}"}}
  word: {{text: Word, in: [12mm, 52mm, 40mm, 15mm], size: {size}, colour: "{colour}"}}
"""
    found = told(face(write_project, card, SHOP + "rich_black: [60, 40, 40, 100]\nsmallest: {text: 4pt}\n"))
    assert found == (
        [("shop-reversed", f"light text “Word” of 6 pt over #000000, 240 % of ink{ON}")] if is_told else []
    )


@pytest.mark.parametrize(
    ("part", "colour", "told_of"),
    [(0.5, "#0000ff", "50% of "), (0.05, "#0000ff", ""), (0.9, "#803020", ""), (1.0, "#0000ff", "100% of ")],
)
def test_a_picture_of_which_inks_cannot_print_a_part_is_told(
    write_project: WriteProject, part: float, colour: str, told_of: str
) -> None:
    root = face(write_project, "  art: {image: small/art.png, in: [10mm, 50mm, 20mm, 20mm]}\n")
    picture = Image.new("RGB", (400, 400), "#f0e8d0")
    picture.paste(colour, (0, 0, round(400 * part), 400))
    picture.save(root / "templates/small/art.png")
    found = [what for code, what in told(root) if code == "shop-gamut"]
    assert len(found) == bool(told_of)
    if told_of:
        assert found[0].startswith(
            f"{told_of}small/art.png is printed plainly otherwise, #0000ff as about #0D4C9B (ΔE 18)"
        )


def test_kiss_cuts_and_perforations_are_spot_inks(write_project: WriteProject) -> None:
    head = "kiss_cut: sticker\nperforation: tear\n"
    lines = '  sticker: {ellipse: [10mm, 10mm, 40mm, 40mm], stroke: "#f0c000 0.3mm"}\n  tear: {path: "M0 60 H63", stroke: black 0.2mm}\n'
    root = write_project({"templates/small/face.yaml": f"{head}{FACE}{lines}"})
    press = load_press(Files(root), "fogra39", Diagnostics())
    pdf = next(o.content for o in build_project(root, press=press).outputs)
    assert b"/KissCut" in pdf and b"/Perforation" in pdf and b"/CutContour" not in pdf
