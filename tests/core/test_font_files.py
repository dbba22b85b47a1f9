"""Font files of every kind: unpacked, one of a collection, one place of a variable font, with the outlines they state."""

from __future__ import annotations

from pathlib import Path

import font_kinds as kinds
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.core import outline, web_fonts
from pnp.core.diagnostics import Mistake
from pnp.core.font_files import FontFile, has_bold, has_italic, split_member, style_axes
from pnp.core.fonts import FontFace
from pnp.layout.text.colour_glyphs import colour_uses


def width(face: FontFace, letter: str) -> float:
    """The width of a letter's ink, in font units."""
    return outline.bounds(face.outline(face.shape(letter).glyphs[0])).width


@pytest.mark.parametrize(
    "content",
    [
        kinds.truetype(),
        kinds.cff(),
        kinds.cff2(),
        kinds.web(kinds.truetype(), "woff"),
        kinds.web(kinds.truetype()),
        kinds.web(kinds.cff()),
        kinds.collection(kinds.truetype(), kinds.cff("Other")),
    ],
    ids=["ttf", "otf", "cff2", "woff", "woff2", "woff2-cff", "ttc"],
)
def test_every_kind_of_file_gives_the_same_letters(content: bytes) -> None:
    face = FontFile("x", content).face()
    face.verify()
    assert [width(face, letter) for letter in kinds.LETTERS] == [kinds.side(letter) for letter in kinds.LETTERS]
    assert face.shape("ABE").advances == tuple(kinds.ADVANCES[letter] for letter in "ABE")
    assert (face.units_per_em, face.cap_height, face.space) == (1000, 0.7, 0.25)
    assert face.about.family == "Square"


def test_a_plain_file_is_taken_as_it_is() -> None:
    content = kinds.truetype()
    face = FontFile("x", content).face()
    assert (face.content, face.name, face.postscript_name) == (content, "x", "Square-Regular")


COLLECTION = FontFile(
    "C", kinds.collection(kinds.truetype("One"), kinds.cff("Two"), kinds.truetype("Two", "Bold", 700))
)


@pytest.mark.parametrize(
    ("wanted", "index"),
    [("", 0), ("1", 0), ("3", 2), ("Two", 1), ("two regular", 1), ("Two Bold", 2), ("Two-Bold", 2), ("One", 0)],
)
def test_a_font_of_a_collection_is_chosen_by_number_or_name(wanted: str, index: int) -> None:
    assert COLLECTION.member(wanted) == index
    assert COLLECTION.face(index).name == f"C#{index + 1}"
    assert COLLECTION.face(index).has_cff == (index == 1)


@pytest.mark.parametrize(
    ("wanted", "fix"), [("4", "write #1 to #3"), ("0", "#1 to #3"), ("Twoo Bold", "did you mean Two Bold?")]
)
def test_a_font_that_a_collection_lacks_is_reported(wanted: str, fix: str) -> None:
    with pytest.raises(Mistake, match="no") as caught:
        COLLECTION.member(wanted)
    assert fix in caught.value.fix


def test_a_font_of_a_collection_can_stand_alone() -> None:
    content, ending = COLLECTION.single(1)
    assert (FontFace("x", content).about.family, ending) == ("Two", ".otf")


@pytest.mark.parametrize(
    ("path", "parts"),
    [("a/X.ttc#2", ("a/X.ttc", "2")), ("X.TTC#Noto Sans JP", ("X.TTC", "Noto Sans JP")), ("a#b.ttf", ("a#b.ttf", ""))],
)
def test_a_member_stands_behind_the_file(path: str, parts: tuple[str, str]) -> None:
    assert split_member(path) == parts


def test_a_place_on_the_axes_is_a_font_of_its_own() -> None:
    file = FontFile("V", kinds.variable())
    regular, bold = (file.face(0, style_axes(file.axes(), bold)) for bold in (False, True))
    assert [width(face, "A") for face in (file.face(), regular, bold)] == [100, 130, 160]
    assert [face.shape("A").advances for face in (regular, bold)] == [(630,), (660,)]
    assert [face.about.weight for face in (regular, bold)] == [400, 700]
    assert [face.name for face in (file.face(), regular, bold)] == ["V", "V wght=400", "V wght=700"]
    assert [face.postscript_name for face in (regular, bold)] == ["Square_400wght", "Square-VeryBold"]
    assert file.face(0, {"wght": 700}) is bold
    assert "fvar" not in bold._tables()


def test_styles_are_the_nearest_places_on_the_axes_that_a_font_has() -> None:
    leaning = FontFile("V", kinds.variable(axes=("wght", "slnt"))).axes()
    assert style_axes(leaning, bold=True, italic=True) == {"wght": 700, "slnt": -10}
    assert style_axes(leaning) == {"wght": 400, "slnt": 0}
    assert (has_bold(leaning), has_italic(leaning)) == (True, True)
    slanting = FontFile("V", kinds.variable(axes=("slnt",))).axes()
    assert style_axes(slanting, bold=True) == {"slnt": 0}
    assert (has_bold(slanting), has_bold(())) == (False, False)
    assert (has_italic(()), has_italic(FontFile("V", kinds.variable()).axes())) == (False, False)


def test_an_oblique_instance_is_italic() -> None:
    file = FontFile("V", kinds.variable(axes=("wght", "slnt")))
    assert [file.face(0, style_axes(file.axes(), italic=italic)).about.is_italic for italic in (False, True)] == [
        False,
        True,
    ]


@pytest.mark.parametrize(
    ("axes", "what", "fix"),
    [
        ({"wdth": 75}, "has no axis wdth: its axes are wght", "leave wdth: out"),
        ({"wght": 950}, "goes from 100 to 900 on the axis wght, not to 950", "write wght: 900"),
    ],
)
def test_a_place_that_is_not_on_the_axes_is_reported(axes: dict[str, float], what: str, fix: str) -> None:
    with pytest.raises(Mistake, match=what) as caught:
        FontFile("V", kinds.variable()).face(0, axes)
    assert fix in caught.value.fix


def test_a_font_that_does_not_vary_has_no_axis() -> None:
    with pytest.raises(Mistake, match="has no axis wght: it is not a variable font"):
        FontFile("x", kinds.truetype()).face(0, {"wght": 700})


@pytest.mark.parametrize(
    "content",
    [
        b"wOF2" + bytes(40),
        b"wOFF" + bytes(40),
        b"wOF2",
        b"ttcf",
        b"ttcf" + bytes(40),
        b"ttcf\0\1\0\0\0\0\0\5" + bytes(40),
    ],
)
def test_a_broken_file_is_reported(content: bytes) -> None:
    with pytest.raises(Mistake):
        FontFile("x", content).face()


def test_a_cut_off_web_font_is_reported() -> None:
    content = kinds.web(kinds.truetype())
    for end in range(20, len(content) - 4, 97):
        with pytest.raises(Mistake):
            FontFile("x", content[:end]).face()


def test_a_web_font_that_unpacks_to_too_much_is_refused() -> None:
    content = bytearray(kinds.web(kinds.truetype()))
    content[16:20] = b"\xff\xff\xff\xff"
    with pytest.raises(Mistake, match="larger than 128 MiB when unpacked"):
        FontFile("x", bytes(content))


def test_a_web_font_is_unpacked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PNP_CACHE", str(tmp_path))
    content = kinds.web(kinds.truetype())
    font = FontFile("x", content).content
    monkeypatch.setattr(web_fonts, "_unpack", lambda _: pytest.fail("unpacked again"))
    assert FontFile("x", content).content == font
    (entry,) = tmp_path.iterdir()
    entry.write_bytes(entry.read_bytes()[:-1])
    monkeypatch.setattr(web_fonts, "_unpack", lambda _: font)
    assert FontFile("x", content).content == font
    monkeypatch.setenv("PNP_CACHE", "off")
    assert FontFile("x", content).content == font


def test_without_its_library_a_web_font_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    from fontTools.ttLib import woff2

    monkeypatch.setenv("PNP_CACHE", "off")
    content = kinds.web(kinds.truetype())
    monkeypatch.setattr(woff2, "haveBrotli", False)
    with pytest.raises(Mistake, match="needs the library brotli") as caught:
        FontFile("x", content)
    assert "pip install '.[woff]'" in caught.value.fix


def test_letters_of_a_symbol_font_are_its_signs() -> None:
    face = FontFile("x", kinds.symbols()).face()
    assert (face.shape("A\uf042").missing, face.has("A"), face.has("F")) == ("", True, False)
    assert face.shape("A").glyphs == face.shape("\uf041").glyphs


SOUND = {
    "cff": kinds.cff(),
    "cff2": kinds.cff2(),
    "variable": kinds.variable(axes=("wght", "slnt")),
    "coloured": kinds.coloured(1),
    "layers": kinds.coloured(0),
    "collection": kinds.collection(kinds.cff("One"), kinds.truetype("Two")),
    "woff": kinds.web(kinds.cff(), "woff"),
    "woff2": kinds.web(kinds.truetype()),
    "symbols": kinds.symbols(),
}


@pytest.mark.slow
@given(
    st.sampled_from(sorted(SOUND)),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 255)), min_size=1, max_size=6),
    st.floats(0.02, 1),
)
@settings(max_examples=300, deadline=None)
def test_a_broken_font_of_any_kind_is_reported_or_can_be_used(
    kind: str, changes: list[tuple[float, int]], kept: float
) -> None:
    content = bytearray(SOUND[kind])
    content = content[: max(int(len(content) * kept), 1)] if kept < 0.5 else content
    for at, byte in changes:
        content[int(at * (len(content) - 1))] = byte
    try:
        file = FontFile("x", bytes(content))
        axes = file.axes()
        face = file.face(0, style_axes(axes, bold=True, italic=True))
        face.verify()
        file.names(file.count - 1)
    except Mistake:
        return
    word = face.shape("ABC \ufe0f")
    face.ink(word.glyphs)
    for glyph in word.glyphs:
        face.outline(glyph)
    assert face.about.family
    assert face.postscript_name
    if not face.is_coloured:
        assert face.subset(set(word.glyphs))
    else:
        list(colour_uses(word, 0, 1, "#000000"))
