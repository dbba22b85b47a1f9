"""Squib's layouts, lengths and fonts."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.core.diagnostics import Fault
from pnp.extensions.importing.drawn.units import PangoFont, PixelUnits, parse_font
from pnp.extensions.squib.layout import BUILT_IN, load_layouts

UNITS = PixelUnits(825, 1125)


@pytest.mark.parametrize(
    ("written", "px"),
    [
        (75, 75),
        ("1in", 300),
        ("0.125in", 37.5),
        ("72pt", 300),
        ("25.4mm", 300),
        ("2.54cm", 300),
        ("2 cells", 75),
        ("3c", 112.5),
        ("deck", 825),
        ("deck - 0.5in", 675),
        ("deck/3", 275),
        ("middle + 3", 415.5),
        ("center", 412.5),
        ("-5", -5),
        ("wide", None),
        (True, None),
        (None, None),
        ("", None),
    ],
)
def test_lengths(written: object, px: float | None) -> None:
    assert UNITS.px(written) == (None if px is None else pytest.approx(px))


@pytest.mark.parametrize(
    ("written", "font"),
    [
        ("Sans 24", PangoFont(("Sans",), 24)),
        ("Sans Bold Italic 24", PangoFont(("Sans",), 24, True, True)),
        ("Times New Roman,Serif 32", PangoFont(("Times New Roman", "Serif"), 32)),
        ("Arial, bold 10", PangoFont(("Arial",), 10, True)),
        ("Arial,Verdana weight=900 style=oblique 36", PangoFont(("Arial", "Verdana"), 36, True, True)),
        ("Press Start 2P 8", PangoFont(("Press Start 2P",), 8)),
        ("Open Sans Semibold 7.5", PangoFont(("Open Sans",), 7.5, True)),
        ("Black", PangoFont(("Black",))),
    ],
)
def test_fonts(written: str, font: PangoFont) -> None:
    assert parse_font(written) == font


def layouts(folder: Path, left_out: list[str], **texts: str) -> dict[str, dict[str, object]]:
    for name, text in texts.items():
        (folder / f"{name}.yml").write_text(text, encoding="utf-8")
    names = [f"{name}.yml" for name in texts]
    find = {name: folder / name for name in names}.get
    return {name: dict(box) for name, box in load_layouts(names, find, UNITS, left_out).items()}


def test_boxes_extend_others(tmp_path: Path) -> None:
    boxes = layouts(
        tmp_path,
        left_out := [],
        a="base: &base {x: 1in, y: 50, font: Sans 9}\nnext: {extends: base, x: += 0.5in, y: -= 10}\n"
        "merged:\n  <<: *base\n  x: 3\nthird: {extends: next, x: += 5}\n",
        b="wide: {width: 600, y: 7}\nboth: {extends: [third, wide], y: += 1}\nbase: {x: 2}\n",
    )
    assert not left_out
    assert boxes["next"] == {"x": 450, "y": 40, "font": "Sans 9"}
    assert boxes["third"] == {"x": 455, "y": 40, "font": "Sans 9"}
    assert boxes["merged"] == {"x": 3, "y": 50, "font": "Sans 9"}
    assert boxes["both"] == {"x": 455, "y": 8, "font": "Sans 9", "width": 600}
    assert boxes["base"] == {"x": 2}


def test_what_a_layout_lacks_is_listed(tmp_path: Path) -> None:
    layouts(tmp_path, left_out := [], a="a: {extends: b, x: += 3}\nc: 5\n")
    load_layouts(["none.yml"], {}.get, UNITS, left_out)
    assert left_out == [
        "a.yml:2:4: c has no options",
        "a.yml:1:14: a extends b, which does not exist",
        "a.yml:1:20: x: += 3 has no value to which it is relative",
        "layout none.yml: no such file beside the script, and no layout of Squib that pnp knows",
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a: {extends: b}\nb: {extends: a}\n", "template-cycle"),
        ("".join(f"k{n}: {{extends: k{n + 1}}}\n" for n in range(200)) + "k200: {x: 1}\n", "template-cycle"),
        ("a: {x: 1\n", "yaml-syntax"),
        ("a: {<<: 5}\n", "yaml-merge"),
    ],
)
def test_faults_of_layouts(tmp_path: Path, text: str, code: str) -> None:
    with pytest.raises(Fault) as raised:
        layouts(tmp_path, [], a=text)
    assert raised.value.diagnostic.code == code


def test_many_parents_take_no_time(tmp_path: Path) -> None:
    text = "".join(f"k{n}: {{extends: [k{n + 1}, k{n + 1}]}}\n" for n in range(60)) + "k60: {x: 2}\n"
    assert layouts(tmp_path, [], a=text)["k0"] == {"x": 2}


@pytest.mark.parametrize("name", BUILT_IN)
def test_layouts_of_squib_stay_on_the_card(name: str) -> None:
    boxes = load_layouts([name], {}.get, UNITS, left_out := [])
    assert not left_out
    for box in boxes.values():
        if "angle" not in box:
            assert 0 <= box["x"] <= box["x"] + box["width"] <= 825
            assert 0 <= box["y"] <= box["y"] + box["height"] <= 1125
