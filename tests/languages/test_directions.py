"""Texts in two directions with the fonts of their scripts: formulas, icons, and what is read back of a face."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from conftest import ROOT
from strategies import walk

from pnp.checks.faces.visible import visible_items
from pnp.core.diagnostics import Diagnostics
from pnp.core.fonts import FontSet
from pnp.core.frame import Art, Box, Frame, Text, Use
from pnp.core.frame import Path as Outline
from pnp.core.markup import parse_markup, typeset_runs
from pnp.core.outline import bounds, rectangle
from pnp.layout.pictures import read_picture
from pnp.layout.svg.items import parse_drawing
from pnp.layout.svg.setting import Sources
from pnp.layout.text.line_distance import TextLine
from pnp.layout.text.lists import TextList, has_list
from pnp.layout.text.paragraph import Paragraph, TextStyle
from pnp.project.files import Files
from pnp.project.fonts import load_fonts
from pnp.text.typography import typeset

ART = Art("coin", Box(0, 0, 10, 10), (Outline(rectangle(0, 0, 10, 10), "#000000"),))


@pytest.fixture(scope="module")
def fonts(tmp_path_factory: pytest.TempPathFactory) -> FontSet:
    root = tmp_path_factory.mktemp("orchard") / "project"
    shutil.copytree(Path(__file__).parent / "project", root)
    for style in ("Regular", "Bold", "Italic", "BoldItalic"):
        shutil.copy(ROOT / f"fonts/source-sans-3/SourceSans3-{style}.ttf", root / "fonts")
    return load_fonts(Files(root), Diagnostics())


def lines_of(text: str, language: str, fonts: FontSet, width: float = 500.0) -> list[TextLine]:
    style = TextStyle(fonts.families["text"], 4.0, language=language, icon=lambda name, colour: ART)
    runs = typeset_runs(parse_markup(text), typeset, language)
    kind = TextList if has_list(text) else Paragraph
    return kind(runs, style, fonts.for_language(language)).lines(width, 4.0)


def line(text: str, language: str, fonts: FontSet) -> TextLine:
    (made,) = lines_of(text, language, fonts)
    return made


def seen(text: str, language: str, fonts: FontSet) -> str:
    """What a line shows from left to right, letters of a word as they are read; an icon is ∎."""
    places: list[tuple[float, str]] = []
    for item in walk(line(text, language, fonts).items):
        if isinstance(item, Text):
            x = item.x
            for word in item.words:
                places.append((x, word.text.strip()))
                x += word.width * item.size + item.space
        elif isinstance(item, Use):
            places.append((item.matrix[4], "∎"))
    return " ".join(shown for _, shown in sorted(places) if shown)


@pytest.mark.parametrize(
    ("language", "word", "number"),
    [
        ("he", "קלף", "14 = 3 + 6"),
        ("ar", "تأخذ", "14 = 3 + 6"),
        ("fa", "کارت", "۱۴ = ۳ + ۶"),
        ("ur", "کارت", "14 = 3 + 6"),
    ],
)
def test_a_formula_is_set_from_left_to_right_in_every_language(
    language: str, word: str, number: str, fonts: FontSet
) -> None:
    assert seen(f"{word}: 14 = 3 + 6", language, fonts).split(" ", 5)[:5] == number.split(" ")
    assert seen("< 15", language, fonts).split(" ")[0] == "<"
    assert seen("3–8", language, fonts).replace(" ", "") == ("۳–۸" if language == "fa" else "3–8")


def test_an_icon_stays_with_its_count(fonts: FontSet) -> None:
    assert seen("32 × :coin:  40 × :coin:", "he", fonts) == "40\u00a0× ∎ 32\u00a0× ∎"
    assert len(lines_of(":coin: × 2", "ar", fonts, width=1.0)) == 1


def test_a_line_of_latin_words_reads_as_it_would_alone(fonts: FontSet) -> None:
    alone = [
        word.text for item in line("Hello World.", "he", fonts).items if isinstance(item, Text) for word in item.words
    ]
    first, _ = lines_of("Hello World.\nשלום", "he", fonts)
    assert [word.text for item in first.items if isinstance(item, Text) for word in item.words] == alone
    assert first.starts_right


def test_a_bullet_may_come_from_a_fallback(fonts: FontSet) -> None:
    face = fonts.families["arabic"].face()
    assert face.shape("•").missing and not fonts.families["text"].face().shape("•").missing
    families = {**fonts.families, "text": fonts.families["arabic"], "latin": fonts.families["text"]}
    first, _ = lines_of("- ورقة\n- ورقة", "ar", FontSet(families, ("latin",)))
    assert first.text.startswith("•")


COLOUR = '<span style="color: red">%s</span>'


@pytest.mark.parametrize(("before", "inside", "after"), [("ال", "ور", "قة"), ("", "بط", "اقة"), ("تأخ", "ذ", "")])
def test_letters_are_joined_across_a_change_of_look(before: str, inside: str, after: str, fonts: FontSet) -> None:
    def glyphs(text: str) -> list[tuple[str, int]]:
        words = [word for item in line(text, "ar", fonts).items if isinstance(item, Text) for word in item.words]
        return [(word.face.name, glyph) for word in words for glyph in reversed(word.glyphs)]

    plain, bold = glyphs(before + inside + after), glyphs(f"**{before}{inside}{after}**")
    assert glyphs(before + COLOUR % inside + after) == plain
    start, end = len(before), len(plain) - len(after)
    assert glyphs(f"{before}**{inside}**{after}") == [*plain[:start], *bold[start:end], *plain[end:]]


@pytest.mark.parametrize(("language", "words"), [("ar", ["تأ", "خذ", " 3 ", "قطع"]), ("he", ["קלף ", "אחד", " 12"])])
def test_texts_of_drawings_are_joined_and_in_order(language: str, words: list[str], fonts: FontSet) -> None:
    def letters(text: str) -> list[tuple[float, ...]]:
        content = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 9"><text y="8">{text}</text></svg>'
        faults = Diagnostics()
        sources = Sources(fonts, lambda path, place: b"", read_picture)
        drawing = parse_drawing(content.encode(), "a.svg", faults, sources)
        assert drawing is not None and not faults
        paths = [item for item in walk(drawing.items(None, {})) if isinstance(item, Outline)]
        boxes = [bounds(path.segments) for path in sorted(paths, key=lambda path: str(path.fill))]
        return [(round(box.x, 2), round(box.right, 2)) for box in boxes]

    apart = letters("".join(f'<tspan fill="#00000{number}">{word}</tspan>' for number, word in enumerate(words)))
    assert apart == sorted(apart, reverse=True), "from right to left"
    whole = letters("".join(words))
    assert (apart[-1][0], apart[0][1]) == (min(left for left, _ in whole), max(right for _, right in whole)), "joined"


def test_a_mark_stays_on_its_letter_across_a_change_of_look(fonts: FontSet) -> None:
    marked = line("ك" + COLOUR % "\u064e" + "ت", "ar", fonts)
    assert [item.text for item in marked.items if isinstance(item, Text)] == ["ك\u064e", "ت"]


def test_a_sign_after_a_word_stays_in_its_sentence(fonts: FontSet) -> None:
    assert seen("קלף + 1", "he", fonts) == "1 + קלף"


def test_a_text_in_two_directions_is_read_as_one(fonts: FontSet) -> None:
    frame = Frame(100.0, 20.0, tuple(line("קלף 5 מתוך 21", "he", fonts).placed(5.0, 10.0)))
    (item,) = visible_items(frame)
    assert item.what == "קלף 5 מתוך 21"
    in_bold = Frame(100.0, 20.0, tuple(line("קלף **5**", "he", fonts).placed(5.0, 10.0)))
    assert [item.what for item in visible_items(in_bold)] == ["קלף", "5"], "as in other languages"
