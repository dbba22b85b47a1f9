"""A script that the fonts lack is one fault of fonts.yaml; single characters are faults of their text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import FONTS, GAME, PO_HEADER, WriteProject, build_project
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen

pytestmark = pytest.mark.slow

HEADER = PO_HEADER.replace("fr", "ja")
WORDS = {"Small": "小さい", "one": "一つ、はい", "two": "二つ★", "three": "三つ"}
FACE = "elements:\n" + "".join(
    f"  {word}: {{text: {word}, in: [6mm, {10 * number}mm, 40mm, 8mm]}}\n"
    for number, word in enumerate(("one", "two", "three"), 1)
)


def project(write_project: WriteProject, fonts: str) -> Path:
    entries = "".join(f'msgid "{text}"\nmsgstr "{japanese}"\n\n' for text, japanese in WORDS.items())
    files = {
        "data/small/game.yaml": GAME + "languages: [en, ja]\n",
        "data/small/locale/ja.po": HEADER + entries,
        "templates/small/face.yaml": FACE,
        "templates/small/rulebook.md": None,
        "fonts/fonts.yaml": fonts,
    }
    root = write_project(files)
    (root / "fonts/Kanji.otf").write_bytes(font("小さい一つ、はい二三月火水木金土日曜"))
    return root


def font(characters: str) -> bytes:
    """A font whose glyphs are squares."""
    import io

    builder = FontBuilder(1000, isTTF=False)
    names = [".notdef", *(f"c{number}" for number in range(len(characters)))]
    pen = T2CharStringPen(1000, None)
    for at, point in enumerate(((0, 0), (0, 700), (700, 700), (700, 0))):
        (pen.lineTo if at else pen.moveTo)(point)
    pen.closePath()
    square = pen.getCharString()
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(character): name for character, name in zip(characters, names[1:], strict=True)})
    builder.setupCFF("Kanji", {}, dict.fromkeys(names, square), {})
    builder.setupHorizontalMetrics(dict.fromkeys(names, (1000, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Kanji", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=800, sCapHeight=700, sxHeight=500, fsType=0)
    builder.setupPost()
    written = io.BytesIO()
    builder.save(written)
    return written.getvalue()


def faults(root: Path) -> list[tuple[str, str, str]]:
    found = build_project(root).diagnostics
    return [(str(fault.place), fault.what, fault.fix) for fault in found if fault.code == "glyph-missing"]


def test_one_message_for_a_script_names_a_family_that_has_it(write_project: WriteProject) -> None:
    fonts = FONTS + "  kanji: {regular: Kanji.otf}\nfallback: [text]\n"
    star, script = faults(project(write_project, fonts))
    assert script[:2] == (
        "fonts/fonts.yaml",
        "neither the families of the texts nor the fallback families have letters of Japanese",
    )
    assert script[2].endswith(
        "kanji has those of Japanese; write fallback: {ja: [text, kanji], default: [text]} in place of the fallback: that is there"
    )
    assert "★" in star[1]


def test_without_such_a_family_it_says_how_to_add_one(write_project: WriteProject) -> None:
    _, script = faults(project(write_project, FONTS))
    assert "pnp fonts add FILE --as ja" in script[2]
    assert "fallback: {ja: [text, ja]}" in script[2]


def test_a_character_that_the_fonts_of_a_script_lack_is_a_fault_of_its_text(write_project: WriteProject) -> None:
    fonts = FONTS + "  kanji: {regular: Kanji.otf}\nfallback: {ja: [text, kanji]}\n"
    ((place, what, _),) = faults(project(write_project, fonts))
    assert place.startswith("data/small/locale/ja.po:")
    assert what == "text has no glyph for ★ (U+2605)"


def test_one_message_for_all_languages_proposes_one_line(write_project: WriteProject) -> None:
    root = project(write_project, FONTS + "  kanji: {regular: Kanji.otf}\nfallback:\n  default: [text]\n")
    (root / "data/small/game.yaml").write_text(GAME + "languages: [en, ja, ko]\n")
    korean = (root / "data/small/locale/ja.po").read_text().replace("Language: ja", "Language: ko")
    (root / "data/small/locale/ko.po").write_text(re.sub("[ぁ-龯]+", "하나", korean))
    (script,) = [fault for fault in build_project(root).diagnostics if fault.place.path == "fonts/fonts.yaml"]
    assert script.language == "ja, ko"
    assert script.what.endswith("have letters of Japanese and Korean")
    assert script.fix == (
        "the family kanji has those of Japanese; "
        "add a font with those of Korean, such as one of Noto: pnp fonts add FILE --as ko; "
        "write fallback: {ja: [text, kanji], ko: [text, ko], default: [text]} in place of the fallback: that is there"
    )


def test_what_stands_in_for_a_family_leaves_it_to_fall_back_on(write_project: WriteProject) -> None:
    fonts = FONTS + "  kanji: {regular: Kanji.otf}\nfallback: [text]\nlanguages: {ja: {text: kanji}}\n"
    root = project(write_project, fonts)
    catalogue = root / "data/small/locale/ja.po"
    catalogue.write_text(catalogue.read_text().replace("★", " × A"))
    assert faults(root) == []
