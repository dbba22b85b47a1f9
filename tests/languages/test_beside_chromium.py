"""Beside Chromium: a title from top to bottom, and the booklet in six languages."""

from __future__ import annotations

import base64
import io
import re
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pytest
from conftest import WriteProject
from fontTools.ttLib import TTFont
from PIL import Image
from test_orchard import project

from pnp.build import BuildOptions, build
from pnp.project.files import Files

__all__ = ["project"]

pytestmark = [pytest.mark.slow, pytest.mark.needs("chromium")]

JAPANESE = Path(__file__).parent / "project/fonts/NotoSansJP-Regular.otf"
DOTS = 8
"""Dots for each CSS pixel, in both pictures."""


def ink(picture: Image.Image) -> np.ndarray[Any, Any]:
    """Where a picture is dark, within the outermost of these dots."""
    dark = np.asarray(picture.convert("L")) < 128
    rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    return dark[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def test_a_title_from_top_to_bottom(write_project: WriteProject, chromium: Any) -> None:
    title = "カードを配ります。終了「カードの数」"
    root = write_project(
        {
            "data/small/game.yaml": "title: カード\nplayers: 2\nlanguages: [ja]\ndecks: {d: {cards: cards.yaml, template: small/face}}\n",
            "data/small/cards.yaml": f"- {{name: {title}}}\n",
            "templates/small/face.yaml": 'elements: {name: {text: "{{ card.name }}", in: [20mm, 4mm, 9mm, 80mm],'
            " size: 9pt, vertical: true}}\n",
        }
    )
    for fonts in root.glob("fonts/*.yaml"):
        fonts.write_text("families: {text: {regular: jp.otf}}\n")
    shutil.copy(JAPANESE, root / "fonts/jp.otf")
    built = build(Files(root), BuildOptions(languages=["ja"]))
    assert {str(fault.code) for fault in built.diagnostics} <= {"glyph-missing"}, "of the margin of the sheets"
    (cards,) = [output.content for output in built.outputs if output.path.endswith("cards.pdf")]
    page = pypdfium2.PdfDocument(cards)[0]
    text = page.get_textpage()
    begin = text.get_text_range().index(title[0])
    boxes = [text.get_charbox(begin + place, loose=True) for place in range(len(title))]
    left, bottom, right, top = (
        limit(sides) for limit, sides in zip((min, min, max, max), zip(*boxes, strict=True), strict=True)
    )
    dots = DOTS * 96 / 72
    around = (left - 3, page.get_height() - top - 3, right + 3, page.get_height() - bottom + 3)
    printed = page.render(scale=dots).to_pil().crop([int(side * dots) for side in around])
    table = TTFont(JAPANESE)["hhea"]  # the small font lacks vertical widths, so that Chromium takes a line's height
    advance = sum(round(12 * abs(side) / 1000) for side in (table.ascender, table.descender))
    font = base64.b64encode(JAPANESE.read_bytes()).decode()
    drawn = chromium.new_page(viewport={"width": 300, "height": 400}, device_scale_factor=DOTS)
    drawn.set_content(
        f"<style>@font-face {{font-family: jp; src: url(data:font/otf;base64,{font})}}"
        f"p {{font: 9pt jp; writing-mode: vertical-rl; position: absolute; left: 40px; top: 20px; margin: 0;"
        f"letter-spacing: {12 - advance}px}}</style>"
        f"<p lang=ja>{title}</p>"
    )
    drawn.evaluate("document.fonts.ready")
    shown = Image.open(io.BytesIO(drawn.screenshot()))
    drawn.close()
    ours, theirs = ink(printed), ink(shown)
    assert np.allclose(ours.shape, theirs.shape, atol=4), "half a CSS pixel"
    height, width = np.minimum(ours.shape, theirs.shape)
    ours, theirs = ours[:height, :width], theirs[:height, :width]
    assert (ours & theirs).sum() / (ours | theirs).sum() > 0.75, "the same signs at the same places"


SIX = ("en", "pl", "ja", "he", "ru", "hu")


def letters(text: str) -> str:
    """A text without spaces, marks of direction and numbers of pages."""
    text = re.sub(r"\s*[(（][^()（）]*\d[^()（）]*[)）]", "", text)
    return re.sub(r"[\s\u2060\u200b-\u200f\u2066-\u2069]", "", text)


def test_the_booklet_in_six_languages(project: Path, chromium: Any) -> None:
    """Each language's pages have the lines of its article in Chromium, letter by letter."""
    built = build(Files(project), BuildOptions(languages=["+".join(SIX)]))
    files = {output.path.rpartition("/")[2]: output.content for output in built.outputs}
    page = chromium.new_page()
    page.set_content(files["rules.html"].decode())
    articles = {code: page.locator(f'article[lang="{code}"]') for code in SIX}
    shown = {
        code: article.locator("h2, p, li:not(nav li), td, th").all_inner_texts() for code, article in articles.items()
    }
    page.close()
    _, *printed = [each.get_textpage().get_text_bounded() for each in pypdfium2.PdfDocument(files["rules.pdf"])]
    assert len(printed) == len(SIX)
    for code, text in zip(SIX, printed, strict=True):
        found, place = letters(text), 0
        for line in shown[code]:
            assert letters(line) in found[place:], (code, line, text)
            place = found.index(letters(line), place)
