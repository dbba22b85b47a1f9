"""Texts on bands, pills, badges and plates, in four scripts: their ink stays inside, or the text is reported."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from conftest import WriteProject
from strategies import shipped_fonts

from pnp.core.diagnostics import Diagnostic, Diagnostics, Place
from pnp.core.fonts import Family, FontFace, FontSet
from pnp.core.frame import Box, Frame, Text
from pnp.core.markup import Run
from pnp.expressions import BASE_SCOPE
from pnp.layout.assets import Assets
from pnp.layout.cards.card import CardLayout
from pnp.layout.text.fitting import fit_text
from pnp.layout.text.ink import HAIR, PADDING, GroundShape, ink_of, painted
from pnp.layout.text.paragraph import TextStyle
from pnp.layout.text.stacked import joined, set_text
from pnp.project.files import Files
from pnp.project.templates import Templates

pytestmark = pytest.mark.slow

FONTS = Path(__file__).parents[2] / "languages/project/fonts"
TEXTS = {
    "en": ("Soupe gyp", "Ébène jaspée", "Ǻgjpqy", "WWWW", "10,000"),
    "th": ("ปู่ญี่ปุ่น", "กุ้งผัดน้ำปลา"),
    "ar": ("تفّاحة", "الشجرة"),
    "ja": ("りんご", "カード"),
}
SHAPES = {
    "band": "{rect: [-3mm, 20mm, 66mm, 5mm], fill: '#2E2A2B'}",
    "pill": "{rect: [10mm, 20mm, 30mm, 6mm], radius: 3mm, fill: '#2E2A2B'}",
    "badge": "{ellipse: [10mm, 20mm, 12mm, 12mm], fill: '#2E2A2B'}",
    "hexagon": "{polygon: 6, in: [10mm, 20mm, 14mm, 14mm], fill: '#2E2A2B'}",
    "frame": "{rect: [10mm, 20mm, 30mm, 6mm], stroke: '#2E2A2B 0.2mm'}",
}
PLACES = ("align: centre, valign: middle", "align: left, valign: top", "align: right, valign: bottom")


@pytest.fixture(scope="module")
def fonts() -> FontSet:
    files = ("NotoSansThai-Regular.ttf", "NotoNaskhArabic-Regular.ttf", "NotoSansJP-Regular.otf")
    others = {name: Family({"regular": FontFace(name, (FONTS / name).read_bytes())}) for name in files}
    return FontSet({**shipped_fonts().families, **others}, files)


Lay = Callable[..., tuple[Frame, list[Diagnostic]]]


@pytest.fixture
def lay(write_project: WriteProject, fonts: FontSet) -> Lay:
    def make(elements: str, language: str = "en") -> tuple[Frame, list[Diagnostic]]:
        lines = "".join(f"  {line}\n" for line in elements.splitlines())
        template_text = f"size: 60x90\nbleed: 3mm\nsafe: 0mm\nelements:\n{lines}"
        files, found = Files(write_project({"templates/t/t.yaml": template_text})), Diagnostics()
        template = Templates(files).get("t/t", Place("game.yaml"), found)
        assert template is not None, list(found)
        layout = CardLayout(template, fonts, Assets(files.read), language, None, found)
        return layout.lay_out({**BASE_SCOPE, "card": {}, "language": language}, "card"), list(found)

    return make


def texts_of(frame: Frame) -> list[Text]:
    return [item for item in frame.items if isinstance(item, Text)]


def ground_of(frame: Frame) -> GroundShape:
    return next(ground for ground in painted(frame.items) if isinstance(ground, GroundShape))


@pytest.mark.parametrize(("shape", "place"), list(product(SHAPES, PLACES)))
def test_the_ink_of_a_text_stays_in_its_shape(lay: Lay, shape: str, place: str) -> None:
    for language, texts in TEXTS.items():
        for text in texts:
            name = f"name: {{text: '{text}', in: shape, size: 22pt, smallest: 3pt, colour: white, {place}}}"
            frame, found = lay(f"shape: {SHAPES[shape]}\n{name}", language)
            assert not found, (text, found)
            assert ground_of(frame).excess(texts_of(frame)) == (0.0, 0.0), text


def test_a_text_that_cannot_become_smaller_is_reported(lay: Lay) -> None:
    band = "band: {rect: [-3mm, 20mm, 66mm, 5mm], fill: '#2E2A2B'}"
    _, found = lay(f"{band}\nname: {{text: Égypte, in: band, size: 18pt, valign: middle, colour: white}}")
    assert [(fault.code, "too high" in str(fault)) for fault in found] == [("text-overflow", True)]
    _, found = lay(f"{band}\nname: {{text: Noce, in: band, size: 18pt, valign: middle, colour: white}}")
    assert not found


def test_a_text_moves_before_it_becomes_smaller(lay: Lay) -> None:
    frame, _ = lay(
        f"shape: {SHAPES['band']}\nname: {{text: gyp, in: shape, size: 12pt, smallest: 6pt, valign: bottom}}"
    )
    (text,) = texts_of(frame)
    assert text.size == pytest.approx(12 / 72 * 25.4)
    assert ink_of(text).bottom == pytest.approx(25 - PADDING * text.size, abs=0.01)


def test_round_ends_cost_room(lay: Lay) -> None:
    words = "text: 1–3 peperoncino rosso, in: pill, size: 14pt, smallest: 5pt, align: centre, valign: middle"
    sizes = {}
    for radius in ("0mm", "3mm"):
        frame, found = lay(f"pill: {{rect: [10mm, 20mm, 30mm, 6mm], radius: {radius}, fill: red}}\nname: {{{words}}}")
        assert not found
        sizes[radius] = texts_of(frame)[0].size
    assert sizes["3mm"] < sizes["0mm"]


@pytest.mark.parametrize(
    ("ground", "colour", "stays"),
    [
        ("'#F6F1E4'", "'#F6F1E4'", False),  # it would be lost beside the pill
        ("'#F6F1E4'", "'#C00000'", True),  # it is seen on both
        ("'#2E2A2B'", "'#F6F1E4'", True),
    ],
)
def test_a_wider_text_stands_on_a_pill_that_it_needs(lay: Lay, ground: str, colour: str, stays: bool) -> None:
    elements = (
        f"ground: {{rect: bleed, fill: {ground}}}\npill: {{rect: [20mm, 20mm, 20mm, 6mm], radius: 3mm, fill: '#2E2A2B'}}\n"
        f"name: {{text: Not a peperoncino, in: [5mm, 19mm, 50mm, 6mm], size: 12pt, smallest: 4pt, align: centre, "
        f"colour: {colour}}}"
    )
    frame, found = lay(elements)
    assert not found
    assert (texts_of(frame)[0].size == pytest.approx(12 / 72 * 25.4)) == stays


@pytest.mark.parametrize(
    "between",
    [
        "cover: {rect: bleed, fill: '#dddddd'}",  # what lies over the shape is what is seen
        "wave: {path: 'M0 20 C10 15 20 15 40 26', in: trim, stroke: red 1mm}",  # a line is no ground
    ],
)
def test_other_things_under_a_text_change_nothing(lay: Lay, between: str) -> None:
    name = "name: {text: Égypte, in: [10mm, 20mm, 30mm, 4mm], size: 16pt, smallest: 6pt}"
    alone, _ = lay(f"ground: {{rect: bleed, fill: white}}\n{name}")
    frame, found = lay(f"halo: {{ellipse: [8mm, 18mm, 40mm, 7mm], fill: '#eeeeee'}}\n{between}\n{name}")
    if "cover" in between:
        assert not found
        assert texts_of(frame)[0].size == texts_of(alone)[0].size


def test_two_languages_stay_in_their_box_with_the_gap_between(fonts: FontSet) -> None:
    box = Box(4, 6, 55, 12)
    style = TextStyle(fonts.families["text"], 20 / 72 * 25.4, smallest=10 / 72 * 25.4, align="centre", valign="middle")
    for second in ("Pomme qui tombe", "りんご"):
        fitted = fit_text(set_text(joined((Run("Apple"),), (Run(second),)), style, fonts), box)
        inks = [ink_of(item) for item in fitted.items if isinstance(item, Text)]
        assert fitted.overflow == (0.0, 0.0)
        assert min(ink.y for ink in inks) >= box.y - HAIR
        assert max(ink.bottom for ink in inks) <= box.bottom + HAIR
