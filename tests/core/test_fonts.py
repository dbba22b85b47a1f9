"""Faces: clusters, ligatures, kerning, ink, fallbacks; subsets that keep glyph numbers or text, to the byte."""

from __future__ import annotations

import io
from itertools import pairwise

import font_kinds as kinds
import pytest
from conftest import ROOT
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st
from strategies import any_text, shipped_face, shipped_fonts, texts

from pnp.core.diagnostics import Mistake
from pnp.core.fonts import Family, FontFace, FontSet
from pnp.core.markup import parse_markup
from pnp.layout.text.paragraph import Paragraph, TextStyle

REGULAR = shipped_face("source-sans-3/SourceSans3-Regular.ttf")
BALOO = shipped_face("baloo-2/Baloo2-Bold.ttf")
BARLOW = shipped_face("barlow-condensed/BarlowCondensed-Bold.ttf")


@given(any_text | texts, st.sampled_from([REGULAR, BALOO, BARLOW]))
def test_every_glyph_knows_its_characters_and_together_they_are_the_text(text: str, face: FontFace) -> None:
    word = face.shape(text)
    assert "".join(word.characters) == text
    assert len(word.glyphs) == len(word.advances) == len(word.characters)
    assert word.width == pytest.approx(sum(word.advances) / face.units_per_em)


def test_a_ligature_stands_for_several_characters() -> None:
    assert REGULAR.shape("office").characters == ("o", "ff", "i", "c", "e")
    assert BALOO.shape("office").characters == ("o", "ffi", "c", "e")
    assert REGULAR.shape("office", ("-liga",)).characters == tuple("office")


def test_a_cluster_of_several_glyphs_belongs_to_its_first() -> None:
    assert BALOO.shape("किताब").characters == ("कि", "", "ता", "", "ब")


def test_an_accent_joins_its_letter() -> None:
    assert REGULAR.shape("e\u0301").characters == ("e\u0301",)


def test_pairs_are_kerned() -> None:
    assert REGULAR.shape("AV").width < REGULAR.shape("A").width + REGULAR.shape("V").width


def test_the_same_text_is_the_same_word() -> None:
    assert REGULAR.shape("word") is REGULAR.shape("word")
    assert REGULAR.shape("12") is not REGULAR.shape("12", ("tnum",))


def test_no_text_is_no_glyphs() -> None:
    word = REGULAR.shape("")
    assert (word.glyphs, word.width, word.missing, word.ink) == ((), 0, "", (0, 0))


def test_missing_characters_are_named_once_each() -> None:
    assert REGULAR.shape("a神b社神").missing == "神社"


def test_spaces_a_face_lacks_are_made_from_the_ordinary_one() -> None:
    for face in (REGULAR, BALOO, BARLOW):
        word = face.shape("a\u202fb")
        assert word.missing == ""
        assert 0 < face.shape("\u202f").width <= face.space


@pytest.mark.parametrize(
    ("text", "above", "below"), [("x", 0.4, 0.0), ("H", 0.6, 0.0), ("É", 0.8, 0.0), ("p", 0.4, 0.15)]
)
def test_ink_reaches_as_far_as_the_letters(text: str, above: float, below: float) -> None:
    top, bottom = REGULAR.shape(text).ink
    assert top >= above
    assert below <= bottom <= below + 0.1


def test_metrics_are_in_em() -> None:
    assert 0.5 < REGULAR.cap_height < REGULAR.ascent < 1.2
    assert 0.1 < REGULAR.descent < 0.5
    assert (REGULAR.units_per_em, REGULAR.space) == (1000, 0.2)


def test_outlines_close_and_stay_in_the_bounding_box() -> None:
    left, bottom, right, top = REGULAR.bounding_box
    for glyph in REGULAR.shape("Qg&").glyphs:
        outline = REGULAR.outline(glyph)
        assert [s[0] for s in outline].count("M") == [s[0] for s in outline].count("Z") >= 1
        xs = [n for s in outline for n in s[1::2]]
        ys = [n for s in outline for n in s[2::2]]
        assert left - 1 <= min(xs) <= max(xs) <= right + 1
        assert bottom - 1 <= min(ys) <= max(ys) <= top + 1


@pytest.mark.parametrize("face", [REGULAR, BALOO, BARLOW])
def test_a_subset_keeps_glyph_numbers_and_outlines(face: FontFace) -> None:
    glyphs = set(face.shape("Office 12").glyphs)
    content = face.subset(glyphs)
    assert len(content) < len(face.content) / 3
    whole, part = TTFont(io.BytesIO(face.content)), TTFont(io.BytesIO(content))
    for glyph in glyphs:
        advance = part["hmtx"].metrics[part.getGlyphName(glyph)][0]
        assert advance == whole["hmtx"].metrics[whole.getGlyphName(glyph)][0]
        assert advance == face.advance(glyph)
        drawn, original = (f["glyf"][f.getGlyphName(glyph)] for f in (part, whole))
        assert drawn.numberOfContours == original.numberOfContours
    assert face.subset(glyphs) == content
    assert face.subset({*sorted(glyphs, reverse=True)}) == content


@pytest.mark.parametrize("face", [REGULAR, BALOO, BARLOW])
def test_a_web_subset_renders_its_text_as_the_whole_font_does(face: FontFace) -> None:
    text = "AVA office, 12 é"
    content = face.web_subset(set(text))
    small = FontFace("small", content)
    assert len(content) < len(face.content) / 2
    assert small.shape(text).advances == face.shape(text).advances
    assert small.shape(text).characters == face.shape(text).characters
    assert [small.outline(a) for a in small.shape(text).glyphs] == [face.outline(b) for b in face.shape(text).glyphs]
    assert small.shape("z").missing == "z"
    assert face.web_subset(set(text)) == content


def test_the_nearest_face_stands_in_for_a_style_that_a_family_lacks() -> None:
    family = Family({"regular": BALOO, "bold": BARLOW})
    assert family.face() is BALOO
    assert family.face(bold=True) is BARLOW
    assert family.face(italic=True) is BALOO
    assert family.face(bold=True, italic=True) is BARLOW
    assert (family.lacks(True, False, "a"), family.lacks(True, True, "a")) == ("", "bold-italic")
    assert family.lacks(True, True, "日本") == family.lacks(False, True, "ไทย") == ""
    assert family.lacks(False, True, "日本 a") == family.lacks(False, True, "77") == "italic"


@given(texts)
def test_a_text_in_several_faces_is_whole_and_in_order(text: str) -> None:
    fonts = shipped_fonts()
    words = fonts.shape(text, REGULAR)
    assert "".join(word.text for word in words) == text
    assert all(a.face is not b.face for a, b in pairwise(words))
    assert not any(word.missing for word in words)


def test_joiners_and_accents_stay_with_the_letters_they_join() -> None:
    words = shipped_fonts().shape("a क्\u200dष b", REGULAR)
    assert [word.text for word in words] == ["a ", "क्\u200dष", " b"]
    assert [word.face for word in words] == [REGULAR, BALOO, REGULAR]


def test_what_no_face_has_stays_in_the_first_and_is_missing() -> None:
    (word,) = shipped_fonts().shape("神", REGULAR)
    assert (word.face, word.missing) == (REGULAR, "神")


def cjk(language: str, weight: str) -> FontFace:
    path = ROOT / f"tests/languages/project/fonts/NotoSans{language}-{weight}"
    return next(FontFace(file.stem, file.read_bytes()) for file in path.parent.glob(f"{path.name}.*"))


@pytest.mark.parametrize(
    ("file", "is_heavy"),
    [
        ("shrikhand/Shrikhand-Regular.ttf", True),  # 400 by its file
        ("knewave/Knewave-Regular.ttf", True),
        ("league-gothic/LeagueGothic-Regular.ttf", False),
        ("baloo-2/Baloo2-Bold.ttf", True),
        ("source-sans-3/SourceSans3-SemiBold.ttf", True),
        ("source-sans-3/SourceSans3-Regular.ttf", False),
    ],
)
@pytest.mark.parametrize(
    ("script", "letter"), [("JP", "枚"), ("TC", "張"), ("KR", "장"), ("Thai", "ก"), ("Hebrew", "ק")]
)
def test_letters_beside_a_heavy_face_are_bold(file: str, is_heavy: bool, script: str, letter: str) -> None:
    face, regular, bold = shipped_face(file), cjk(script, "Regular"), cjk(script, "Bold")
    families = {"display": Family({"regular": face}), "more": Family({"regular": regular, "bold": bold})}
    fonts = FontSet(families, ("more",))
    assert [word.face for word in fonts.shape(f"A{letter}", face)] == [face, bold if is_heavy else regular]
    thin = FontSet({**families, "more": Family({"regular": regular})}, ("more",))
    (_, word) = thin.shape(f"A{letter}", face)
    assert word.face is regular
    assert thin.lacking_fallback(word, face, bold=False, italic=True) is None
    assert thin.lacking_fallback(word, face, bold=True, italic=False) == ("more", "bold")


@pytest.mark.parametrize(
    ("script", "text", "halves"),
    [
        ("JP", "」、を", [1, 2, 2]),
        ("JP", "。」。", [1, 1, 2]),
        ("JP", "、「（", [1, 1, 2]),
        ("JP", "い」を「", [2, 2, 2, 2]),
        ("JP", "！「", [2, 2]),  # centred, without an empty half
        ("SC", "）。（", [1, 1, 2]),
        ("TC", "。「", [2, 2]),  # centred in Taiwan
        ("TC", "」。", [1, 2]),
    ],
)
def test_marks_in_sequence_share_their_empty_half(script: str, text: str, halves: list[int]) -> None:
    face = cjk(script, "Regular")
    assert all(map(face.has, text))
    assert [advance * 2 // face.units_per_em for advance in face.shape(text).advances] == halves


def test_marks_of_two_styles_share_their_empty_half_too() -> None:
    bold, regular = cjk("JP", "Bold"), cjk("JP", "Regular")
    fonts = FontSet({"text": Family({"regular": regular, "bold": bold})})
    style = TextStyle(fonts.families["text"], 10.0, language="ja")
    (line,) = Paragraph(parse_markup("**「三枚」**、"), style, fonts).lines(100.0, 10.0)
    assert line.width == pytest.approx(45.0)
    assert line.items[1].x == pytest.approx(35.0)  # type: ignore[union-attr]


@pytest.mark.parametrize(("text", "is_closed_up"), [("张：“", False), ("张。”", True), ("张：x", False)])
def test_marks_beside_narrow_quotes_keep_the_space_before_opening_ones(text: str, is_closed_up: bool) -> None:
    chinese = cjk("SC", "Regular")
    fonts = FontSet({"text": Family({"regular": REGULAR}), "more": Family({"regular": chinese})}, ("text", "more"))
    style = TextStyle(fonts.families["text"], 10.0, language="zh")
    (line,) = Paragraph(parse_markup(text), style, fonts).lines(100.0, 10.0)
    quote = REGULAR.shape(text[-1]).width * 10
    assert line.width - quote == pytest.approx(15.0 if is_closed_up else 20.0)


def test_dots_and_dashes_beside_ideographs_are_of_their_font() -> None:
    wide = FontFace("wide", kinds.truetype(more={"日": "A", "…": "B", "―": "B"}))
    fonts = FontSet({"text": Family({"regular": REGULAR}), "more": Family({"regular": wide})}, ("text", "more"))
    for text, faces in [
        ("日……", [wide]),
        ("a……日", [REGULAR, wide]),
        ("a…b", [REGULAR]),
        ("日a…", [wide, REGULAR]),
        ("―日", [wide]),
        ("日—", [wide, REGULAR]),  # which the wide font lacks
    ]:
        assert [word.face for word in fonts.shape(text, REGULAR)] == faces, text


def test_a_face_of_a_family_with_several_styles_is_as_heavy_as_its_file_says() -> None:
    face, regular, bold = shipped_face("shrikhand/Shrikhand-Regular.ttf"), cjk("JP", "Regular"), cjk("JP", "Bold")
    families = {
        "display": Family({"regular": face, "bold": BALOO}),
        "more": Family({"regular": regular, "bold": bold}),
    }
    assert FontSet(families, ("more",)).face_for("枚", face) is regular
    assert FontSet(families, ("more",)).face_for("枚", face, bold=True) is bold


@pytest.mark.parametrize("content", [b"", b"not a font", b"\x00\x01\x00\x00" + b"\x00" * 60, b"OTTO" + b"\x00" * 60])
def test_what_is_no_font_is_refused(content: bytes) -> None:
    with pytest.raises(Mistake, match="not a TrueType or OpenType font"):
        FontFace("x", content)


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(0, 255)), min_size=1, max_size=6), st.floats(0.02, 1))
def test_a_broken_font_is_told_or_can_be_used(changes: list[tuple[float, int]], kept: float) -> None:
    content = bytearray((ROOT / "fonts/knewave/Knewave-Regular.ttf").read_bytes())
    content = content[: max(int(len(content) * kept), 1)] if kept < 0.7 else content
    for at, byte in changes:
        content[int(at**3 * (len(content) - 1))] = byte  # more of them where the tables are listed
    try:
        face = FontFace("x", bytes(content))
        face.verify()
    except Mistake:
        return
    word = face.shape("Worn & torn")
    face.ink(word.glyphs)
    assert face.subset(set(word.glyphs))
    assert face.web_subset(set(word.text))
    assert [face.outline(glyph) is not None for glyph in word.glyphs]
