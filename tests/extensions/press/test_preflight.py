"""Preflight: what a print shop would not print as it is drawn, and nothing where all is well."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from conftest import BACK, FACE, GAME, WriteProject
from PIL import Image

from pnp.check import CheckOptions, check
from pnp.project.files import Files

SHOP = """\
title: Corner Shop
sizes:
  card: {trim: [63mm, 88mm]}
"""


def told(root: Path, profile: str = "corner") -> list[tuple[str, str]]:
    checked = check(Files(root), CheckOptions(checks=frozenset({"preflight"}), profile=profile))
    return [(d.code.value, d.message) for d in checked.diagnostics]


def face(write: WriteProject, elements: str, head: str = "", shop: str = SHOP) -> Path:
    return write({"templates/small/face.yaml": f"{head}{FACE}{elements}", "profiles/corner.yaml": shop})


def test_a_sound_game_is_passed_and_its_sizes_are_summed_up(write_project: WriteProject) -> None:
    root = face(write_project, "")
    checked = check(Files(root), CheckOptions(checks=frozenset({"preflight"}), profile="corner"))
    assert not list(checked.diagnostics)
    assert checked.summaries[-1] == "small, for Corner Shop: numbers as card"


def test_without_a_shop_nothing_is_looked_at(write_project: WriteProject) -> None:
    root = face(write_project, '  line: {line: [[5mm, 5mm], [20mm, 5mm]], stroke: "#000 0.01mm"}\n')
    assert told(root, "") == []


def test_a_picture_with_too_few_dots_is_told(write_project: WriteProject) -> None:
    written = io.BytesIO()
    Image.new("RGB", (236, 236)).save(written, "PNG")
    root = face(write_project, "  art: {image: small/a.png, in: [20mm, 20mm, 25mm, 25mm]}\n")
    (root / "templates/small/a.png").write_bytes(written.getvalue())
    assert told(root) == [
        ("shop-resolution", "small/a.png has 240 dots per inch, Corner Shop asks for 300, on numbers 1, numbers 2 (en)")
    ]
    (root / "profiles/corner.yaml").write_text(f"{SHOP}dpi: 280\n")
    assert told(root) == []


@pytest.mark.parametrize(
    ("box", "length"),
    [
        ("[0mm, 0mm, 63mm, 20mm]", "63"),  # the upper edge whole, more of it than of both sides
        ("[-3mm, 30mm, 33mm, 10mm]", ""),
        ("[-0.5mm, 30mm, 33mm, 10mm]", "10"),
        ("[50mm, 30mm, 13mm, 10mm]", "10"),
        ("[20mm, 70mm, 8mm, 18.5mm]", "8"),
        ("[1mm, 1mm, 61mm, 86mm]", ""),
        ("[-3mm, -3mm, 69mm, 94mm]", ""),
        ("[0mm, 30mm, 10mm, 1mm]", ""),  # too short to be noticed
    ],
)
def test_paint_that_touches_the_edge_has_to_reach_the_bleed_s(
    write_project: WriteProject, box: str, length: str
) -> None:
    look = f'elements:\n  patch: {{rect: {box}, fill: "#c00000"}}\n'
    root = write_project({"templates/small/back.yaml": look, "profiles/corner.yaml": SHOP})
    wanted = f"paint reaches the cut but not the edge of the bleed, along {length} mm, on back of numbers (en)"
    assert told(root) == ([("shop-bleed", wanted)] if length else [])


def test_a_bleed_that_is_far_too_short_is_told(write_project: WriteProject) -> None:
    root = face(write_project, "", "bleed: 1.5mm\n")
    what = "the bleed is 1.5 mm, and Corner Shop asks for 3 around 63 × 88 mm, on numbers 1, numbers 2 (en)"
    assert told(root) == [("shop-bleed", what)]


def test_a_text_out_of_the_shop_s_safe_area_is_told(write_project: WriteProject) -> None:
    root = face(
        write_project, "  low: {text: low, in: [10mm, 80mm, 40mm, 5mm], size: 10pt, valign: bottom}\n", "safe: 1mm\n"
    )
    (found,) = told(root)
    assert found[0] == "shop-safe"
    assert "out of Corner Shop's safe area, on numbers 1, numbers 2 (en)" in found[1]
    assert told(face(write_project, "", "safe: 3mm\n")) == []


def test_small_type_and_thin_lines_are_told_by_the_worst(write_project: WriteProject) -> None:
    lines = """\
  a: {line: [[10mm, 50mm], [20mm, 50mm]], stroke: "#000000 0.05mm"}
  b: {line: [[10mm, 52mm], [20mm, 52mm]], stroke: "#000000 0.04mm"}
  c: {text: small, in: [10mm, 60mm, 20mm, 5mm], size: 6pt}
"""
    root = face(write_project, lines, shop=SHOP + "smallest: {text: 7pt, line: 0.1mm}\n")
    assert sorted(told(root)) == [
        ("shop-line", "a line is 0.040 mm wide, below 0.1 mm, on numbers 1, numbers 2 (en)"),
        ("shop-text", "a text has 6.0 pt, below 7 pt, on numbers 1, numbers 2 (en)"),
    ]


@pytest.mark.slow
def test_more_cards_than_an_order_holds_are_told(write_project: WriteProject) -> None:
    cards = "- {number: 1, colour: red, copies: 11}\n"
    root = write_project({"data/small/cards.yaml": cards, "profiles/corner.yaml": SHOP + "most: 10\n"})
    assert told(root) == [("shop-many", "Small has 11 cards, Corner Shop takes 10 in an order")]


def test_a_back_is_looked_at_too(write_project: WriteProject) -> None:
    look = BACK + '  line: {line: [[10mm, 50mm], [20mm, 50mm]], stroke: "#ffffff 0.05mm"}\n'
    root = write_project(
        {"templates/small/back.yaml": look, "profiles/corner.yaml": SHOP, "data/small/game.yaml": GAME}
    )
    assert told(root) == [("shop-line", "a line is 0.050 mm wide, below 0.088 mm, on back of numbers (en)")]


def test_only_the_decks_that_are_asked_for_are_looked_at(write_project: WriteProject) -> None:
    game = GAME + "  others: {copies: 3, template: small/other}\n"
    other = 'size: [200mm, 200mm]\nelements:\n  ground: {rect: bleed, fill: "#ffffff"}\n'
    files = {"data/small/game.yaml": game, "templates/small/other.yaml": other, "profiles/corner.yaml": SHOP}
    root = write_project(files)

    def codes(*decks: str) -> list[str]:
        options = CheckOptions(checks=frozenset({"preflight"}), profile="corner", decks=decks)
        return [d.code.value for d in check(Files(root), options).diagnostics]

    assert codes() == ["shop-left-out"]
    assert codes("numbers") == []
    assert codes("others") == ["shop-size"]
    assert codes("numbres") == ["deck-unknown"]
