"""Article 1 of the Universal Declaration of Human Rights in every script that docs/fonts.md promises, set in lines."""

from __future__ import annotations

import re
import shutil
from functools import cache
from itertools import pairwise
from pathlib import Path as FilePath

import pytest
import yaml
from conftest import WriteProject, check_project
from strategies import shipped_fonts

from pnp.core import outline
from pnp.core.font_files import FontFile
from pnp.core.fonts import Family, FontSet
from pnp.core.frame import Box, Group, Path, Text
from pnp.core.markup import Run, TextSpan, parse_markup
from pnp.layout.text import vertical
from pnp.layout.text.fitting import fit_text
from pnp.layout.text.line_distance import TextLine, opened
from pnp.layout.text.paragraph import Paragraph, TextStyle

FOLDER = FilePath(__file__).parent / "articles"
ARTICLES: dict[str, dict[str, str]] = yaml.safe_load((FOLDER / "articles.yaml").read_text(encoding="utf-8"))


@cache
def fonts_of(name: str) -> FontSet:
    shipped = shipped_fonts()
    if name == "text":
        return shipped
    path = FOLDER / f"{name}.woff2"
    return FontSet({**shipped.families, name: Family({"regular": FontFile(name, path.read_bytes()).face()})}, (name,))


def paragraph(language: str, align: str = "justify", text: str = "", leading: float = 1.25) -> Paragraph:
    article = ARTICLES[language]
    fonts = fonts_of(article["font"])
    style = TextStyle(
        fonts.families["text"], 4.0, smallest=1.0, language=language, align=align, hyphenate=True, leading=leading
    )
    return Paragraph((Run(text or article["text"]),), style, fonts)


@pytest.mark.parametrize("language", ARTICLES)
def test_an_article_is_set_in_lines_of_every_width(language: str) -> None:
    for align in ("justify", "centre"):
        text = paragraph(language, align)
        for width in (62.0, 90.0):
            lines = text.lines(width, 4.0)
            assert len(lines) > 1
            assert all(line.width <= width + 0.02 for line in lines), width
        assert not text.missing
    fitted = fit_text(paragraph(language), Box(0, 0, 60, 60))
    assert max(fitted.overflow) < 0.01


@pytest.mark.parametrize("language", ARTICLES)
def test_letters_do_not_strike_through_the_line_above(language: str) -> None:
    text = paragraph(language, "left")
    lines = text.lines(60.0, 4.0)
    factors = {line.before for line in lines[1:]}
    assert len(factors) == 1, "all lines are as far apart"
    leading = 1.25 * (1 + factors.pop())
    closed = [TextLine(line.items, line.width, line.text, starts_right=line.starts_right) for line in lines]
    again = opened(closed, 4.0, leading, text.style.start(text.starts_right))
    assert not any(line.before for line in again)
    assert (leading > 1.25) == (language in ("ur", "bo", "my")), leading


def test_a_cluster_as_wide_as_an_ideograph_is_no_mark() -> None:
    (line,) = paragraph("te", text="సామా").lines(60.0, 4.0)
    assert line.text == "సామా"


def test_latin_lines_stay_as_close_as_the_style_says() -> None:
    lines = paragraph("vi", text="Ǻg jpqy " * 20, leading=0.8).lines(60.0, 4.0)
    assert [line.before for line in lines] == [0.0] * len(lines)


def test_lines_that_are_opened_need_their_room() -> None:
    fitted = fit_text(paragraph("ur", "left"), Box(0, 0, 60, 30))
    tops = [item.y for item in fitted.items if isinstance(item, Text)]
    distances = {round((below - above) / fitted.size, 2) for above, below in pairwise(sorted(set(tops)))}
    assert len(distances) == 1
    assert distances.pop() > 1.6
    assert max(tops) <= 30.01


JAPANESE = "各プレイヤーにカードを配ります。決して見せてはいけません。「終了」を参照してください。" * 3


def japanese(align: str) -> list[TextLine]:
    fonts = shipped_fonts()
    face = FontFile("jp", (FOLDER.parent / "project/fonts/NotoSansJP-Regular.otf").read_bytes()).face()
    fonts = FontSet({**fonts.families, "jp": Family({"regular": face})}, ("jp",))
    style = TextStyle(fonts.families["text"], 4.0, language="ja", align=align)
    return Paragraph((Run(JAPANESE),), style, fonts).lines(50.0, 4.0)


def test_justified_japanese_is_a_full_block_with_kinsoku() -> None:
    lines = japanese("justify")
    assert all(abs(line.width - 50.0) < 0.05 for line in lines[:-1])
    assert not any(line.text[0] in "。」" or line.text[-1] == "「" for line in lines)
    assert "".join(line.text for line in lines) == JAPANESE
    assert len(lines) < len(japanese("left"))


@pytest.mark.parametrize(
    ("language", "forbidden"),
    [
        ("my", "[\u1000-\u1021\u103f][\u1037\u103b-\u103e]*[\u1039\u103a]"),  # it ends a syllable
        ("am", "\u1361"),
    ],
)
def test_no_line_begins_with_what_ends_a_syllable_or_a_word(language: str, forbidden: str) -> None:
    for width in range(62, 100, 3):
        for line in paragraph(language, "left").lines(float(width), 4.0):
            assert not re.match(forbidden, line.text), line.text


@pytest.mark.parametrize(("language", "is_below"), [("ja", False), ("zh", True)])
def test_marks_for_italics_are_dots_in_japanese_and_chinese(language: str, is_below: bool) -> None:
    face = FontFile("jp", (FOLDER.parent / "project/fonts/NotoSansJP-Regular.otf").read_bytes()).face()
    fonts = FontSet({**shipped_fonts().families, "jp": Family({"regular": face})}, ("jp",))
    style = TextStyle(fonts.families["text"], 4.0, language=language)
    (line,) = Paragraph((Run("カード"), Run("枚。", italic=True)), style, fonts).lines(50.0, 4.0)
    (dot,) = [outline.bounds(item.segments) for item in line.items if isinstance(item, Path)]
    assert dot.x + dot.width / 2 == pytest.approx(14.0, abs=0.1)  # at 枚, the fourth sign; none at the stop
    assert (dot.y > 0) == is_below


def test_marks_for_italics_make_other_scripts_without_italics_bold() -> None:
    content = (FOLDER / "NotoSansHebrew.woff2").read_bytes()
    faces = {style: FontFile(style, content).face() for style in ("regular", "bold")}
    fonts = FontSet({"text": Family(faces)})
    text = Paragraph(
        (Run("כל "), Run("בני", italic=True)), TextStyle(fonts.families["text"], 4.0, language="he"), fonts
    )
    (line,) = text.lines(50.0, 4.0)
    used = {item.text: item.words[0].face.name for item in line.items if isinstance(item, Text)}
    assert used == {"כל": "regular", "בני": "bold"}
    assert not text.missing_styles


def test_a_change_of_colour_moves_no_letter_of_nastaliq() -> None:
    def letters(each_in_colour: bool) -> list[tuple[float, ...]]:
        plain = ARTICLES["ur"]["text"]
        runs = [Run(letter, span=TextSpan(colour="#80000" + str(n % 10))) for n, letter in enumerate(plain)]
        text = Paragraph(
            tuple(runs) if each_in_colour else (Run(plain),), paragraph("ur").style, fonts_of("NotoNastaliqUrdu")
        )
        (line,) = text.lines(900.0, 4.0)
        places = []
        for item in line.items:
            assert isinstance(item, Text)
            x = item.x
            for word in item.words:
                for left, right, top, bottom in word.face.glyph_boxes(word):
                    places.append((x + left * 4, x + right * 4, top * 4, bottom * 4))
                x += word.width * 4 + item.space
        return sorted(places)

    whole, parts = letters(False), letters(True)
    assert len(whole) == len(parts)
    assert [number for place in parts for number in place] == pytest.approx(
        [number for place in whole for number in place], abs=0.01
    )


@pytest.mark.parametrize("language", ["th", "lo", "km"])
def test_justified_thai_is_spread_between_letters_where_spaces_are_not_enough(language: str) -> None:
    lines = paragraph(language).lines(62.0, 4.0)
    assert all(abs(line.width - 62.0) < 0.1 for line in lines[:-1])
    ragged = paragraph(language, "left").lines(62.0, 4.0)
    assert "".join(line.text for line in lines) == "".join(line.text for line in ragged)
    for line in lines[:-1]:
        texts = [item for item in line.items if isinstance(item, Text)]
        gaps = [after.x - before.x - before.width for before, after in pairwise(texts)]
        inner = [item.space for item in texts if len(item.words) > 1]
        assert max([*gaps, *inner], default=0.0) < 4.0, "no hole in a line"


def japanese_fonts() -> FontSet:
    face = FontFile("jp", (FOLDER.parent / "project/fonts/NotoSansJP-Regular.otf").read_bytes()).face()
    return FontSet({**shipped_fonts().families, "jp": Family({"regular": face})}, ("jp",))


def set_japanese(text: str, width: float = 50.0) -> list[TextLine]:
    fonts = japanese_fonts()
    style = TextStyle(fonts.families["text"], 4.0, language="ja")
    return Paragraph(parse_markup(text), style, fonts).lines(width, 4.0)


def test_ruby_stands_over_the_middle_of_its_signs_in_half_their_size() -> None:
    (line,) = set_japanese("カ<ruby>終了<rt>カド</rt></ruby>を")
    *texts, ruby = [item for item in line.items if isinstance(item, Text)]
    assert "".join(text.text for text in texts) == "カ終了を" and ruby.text == "カド"
    assert ruby.size == 2.0 and ruby.y == pytest.approx(-0.97 * 4)
    assert ruby.x + ruby.width / 2 == pytest.approx(4 + 4, abs=0.01)


def test_signs_with_a_long_ruby_get_room_and_stay_on_one_line() -> None:
    (plain,) = set_japanese("カ終を")
    (line,) = set_japanese("カ<ruby>終<rt>カードカー</rt></ruby>を")
    assert line.width - plain.width == pytest.approx(5 * 2.0 - 4.0, abs=0.02)
    lines = set_japanese("カード<ruby>終了終了<rt>カードカードカ</rt></ruby>を", 20.0)
    assert [each.text for each in lines] == ["カード", "終了終了を"]


def from_top(text: str, box: Box, size: float = 4.0) -> list[Text | Group]:
    fonts = japanese_fonts()
    style = TextStyle(fonts.families["text"], size, language="ja")
    runs = vertical.with_square_digits(parse_markup(text))
    fitted = fit_text(Paragraph(runs, style, fonts), vertical.lying(box))
    return [item for item in vertical.from_top(fitted.items, box) if isinstance(item, Text | Group)]


def test_lines_from_the_top_begin_at_the_right_with_signs_upright() -> None:
    signs = from_top("カードを配ります", Box(10, 20, 20, 17))
    texts = [item for item in signs if isinstance(item, Text)]
    assert "".join(text.text for text in texts) == "カードを配ります"
    columns = sorted({round(text.x, 3) for text in texts}, reverse=True)
    assert [columns[0] - x for x in columns] == pytest.approx([0.0, 5.0]), "columns are a leading apart"
    first = [text for text in texts if round(text.x, 3) == columns[0]]
    assert [text.y - first[0].y for text in first] == pytest.approx([0.0, 4.0, 8.0, 12.0])
    assert first[0].y - 0.88 * 4 == pytest.approx(20.0, abs=0.01), "the first square begins at the top"
    assert [text.goes_on for text in texts].count(False) == 2, "each column is read as one text"


def test_in_lines_from_the_top_letters_lie_and_short_numbers_stand() -> None:
    items = from_top("カABを12枚3枚456枚", Box(0, 0, 10, 80))
    shown = [item.text if isinstance(item, Text) else f"({item.items[0].text})" for item in items]
    assert shown == ["カ", "(AB)", "を", "12", "枚", "３", "枚", "(456)", "枚"]
    assert all(item.matrix[:4] == (0.0, 1.0, -1.0, 0.0) for item in items if isinstance(item, Group))
    centres = {round(item.x + item.width / 2, 2) for item in items if isinstance(item, Text)}
    assert len(centres) == 1, "signs and numbers stand in the middle of their column"


@pytest.mark.parametrize(("said", "is_right"), [("{{ card.name }}", True), ("カード4枚", False)])
def test_a_check_reads_a_vertical_title(write_project: WriteProject, said: str, is_right: bool) -> None:
    root = write_project(
        {
            "data/small/game.yaml": "title: カード\nplayers: 2\nlanguages: [ja]\ndecks:\n  d: {cards: cards.yaml, template: small/face,"
            f' fields: {{name: word}}, shows: {{name: {{text: "{said}"}}}}}}\n',
            "data/small/cards.yaml": "- {name: カード3枚}\n- {name: カード12枚}\n",
            "templates/small/face.yaml": "elements:\n  ground: {rect: bleed, fill: white}\n"
            '  name: {text: "{{ card.name }}", in: [45mm, 5mm, 9mm, 60mm], size: 20pt, smallest: 9pt, vertical: true, valign: middle}\n',
            "fonts/fonts.yaml": "families: {text: {regular: jp.otf}}\n",
        }
    )
    for old in root.glob("fonts/*.yaml"):
        old.write_text("families: {text: {regular: jp.otf}}\n")
    shutil.copy(FOLDER.parent / "project/fonts/NotoSansJP-Regular.otf", root / "fonts/jp.otf")
    faults = [fault for fault in check_project(root).diagnostics if fault.code.startswith(("face", "text"))]
    assert not faults if is_right else {fault.code for fault in faults} == {"face-unread"}, faults
