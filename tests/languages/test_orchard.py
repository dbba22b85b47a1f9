"""A game in 22 languages from PO files alone: ten cards, a booklet and its page for the web, in thirteen scripts.

The project beside this file has the fonts; Source Sans is that of pnp. The rules of each script are read on Frames:
where lines end, in which order they are read, and whether the marks stay in their box.
"""

from __future__ import annotations

import io
import re
import shutil
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest
from conftest import ROOT, build_project, check_project
from pypdf import PdfReader
from strategies import walk

from pnp.build import BuildResult
from pnp.core.diagnostics import Diagnostics
from pnp.core.fonts import Word
from pnp.core.frame import Box, Frame, Text, Use
from pnp.core.markup import parse_markup, typeset_runs
from pnp.layout.assets import Assets
from pnp.layout.cards.game import GameLayout
from pnp.layout.text.fitting import MAX_OVERHANG, OVERHANG
from pnp.layout.text.paragraph import Paragraph, TextStyle
from pnp.project.files import Files
from pnp.project.fonts import load_fonts
from pnp.project.load import load_game
from pnp.project.templates import Templates
from pnp.text.bidi import is_right_to_left
from pnp.text.edition import open_edition
from pnp.text.segmentation import ICON, IN_WORD, break_costs, breaks_inside
from pnp.text.typography import typeset

PROJECT = Path(__file__).parent / "project"
TRANSLATED = sorted(path.stem for path in (PROJECT / "data/orchard/locale").glob("*.po"))
LANGUAGES = ["en", *TRANSLATED]
RULE_BOX, SIZE = Box(5.0, 28.0, 53.5, 50.0), 12 / 72 * 25.4
"""Where the rule stands on the card, and its largest size, mm."""
NEVER_FIRST = "、。，．：；！？）」』】ぁぃぅぇぉっゃゅょァィゥェォッャュョー々।॥"
NEVER_LAST = "（「『【“‘"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("orchard") / "project"
    shutil.copytree(PROJECT, root)
    for style in ("Regular", "Bold", "Italic", "BoldItalic"):
        shutil.copy(ROOT / f"fonts/source-sans-3/SourceSans3-{style}.ttf", root / "fonts")
    return root


@pytest.fixture(scope="module")
def built(project: Path) -> BuildResult:
    return build_project(project)


def layout_of(root: Path, language: str) -> GameLayout:
    files, diagnostics = Files(root), Diagnostics()
    game = load_game(files, Templates(files), "orchard", diagnostics)
    assert game is not None
    edition = open_edition(files, game, language, diagnostics)
    assert edition is not None
    return GameLayout(edition, load_fonts(files, diagnostics), Assets(files.read), diagnostics)


def rules_on_faces(layout: GameLayout) -> Iterator[tuple[str, Frame]]:
    """The rule of each card as it is set, and the face."""
    deck = layout.edition.game.decks["cards"]
    for card in deck.cards:
        runs = parse_markup(str(card.values["rule"]))
        words = typeset_runs(runs, typeset, layout.edition.language)
        yield "".join(ICON if run.is_icon else run.text for run in words), layout.printed(deck, card)[0].frame


@dataclass(frozen=True)
class Part:
    """A text of a line of the rule, or an icon in it, whose text is ICON."""

    text: str
    left: float
    right: float
    words: tuple[Word, ...] = ()


def lines_of(frame: Frame) -> list[tuple[float, list[Part]]]:
    """The baseline of each line of the rule, and its parts from left to right."""
    lines: dict[float, list[Part]] = {}
    items = list(walk(frame.items))
    for item in items:
        if isinstance(item, Text) and item.y > RULE_BOX.y:
            lines.setdefault(item.y, []).append(Part(item.text, item.x, item.x + item.width, item.words))
    for item in items:
        if isinstance(item, Use):
            scale, _, _, _, left, top = item.matrix
            middle = top + scale * item.art.box.height / 2
            baseline = min(lines, key=lambda y: abs(y - SIZE / 3 - middle))
            lines[baseline].append(Part(ICON, left, left + scale * item.art.box.width))
    return [(y, sorted(lines[y], key=lambda part: part.left)) for y in sorted(lines)]


def words_of(frame: Frame) -> Iterator[tuple[float, Word]]:
    """Each word of the rule with its baseline."""
    for y, line in lines_of(frame):
        yield from ((y, word) for part in line for word in part.words)


def read_lines(frame: Frame, is_rightward: bool) -> list[str]:
    """The lines of the rule in the order in which their parts stand, without spaces."""
    return [squeezed("".join(p.text for p in (line if is_rightward else line[::-1]))) for _, line in lines_of(frame)]


def squeezed(text: str) -> str:
    return "".join(text.split())


def test_every_edition_is_built_without_a_word(built: BuildResult) -> None:
    assert [str(fault) for fault in built.diagnostics] == []
    for language in LANGUAGES:
        made = {output.path for output in built.outputs if output.path.startswith(f"orchard/{language}/")}
        assert {Path(path).name for path in made} >= {"cards.pdf", "rules.pdf", "booklet.pdf", "rules.html"}


def test_every_face_shows_what_it_must(project: Path) -> None:
    assert [str(fault) for fault in check_project(project, "faces", "contrast").diagnostics] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_hold_the_whole_text_and_end_where_they_may(project: Path, language: str) -> None:
    is_rightward = not is_right_to_left(language)
    for text, frame in rules_on_faces(layout_of(project, language)):
        lines = read_lines(frame, is_rightward)
        if is_rightward:
            assert "".join(lines) == squeezed(text)
        else:  # numbers run to the right inside lines that run to the left
            assert sorted("".join(lines)) == sorted(squeezed(text))
        whole = squeezed(text)
        at = 0
        for line, following in pairwise(lines):
            at += len(line)
            assert following[0] not in NEVER_FIRST and line[-1] not in NEVER_LAST, language
            assert not unicodedata.category(following[0]).startswith("M"), "a mark is part of the letter before it"
            assert line[-1] != "-", "no word is broken with a hyphen"
            if is_rightward and language in ("ja", "zh_Hans", "zh_Hant", "th"):
                assert at in breaks_inside(whole, language, True) or text_has_gap(text, at), (language, line)


@pytest.mark.parametrize("language", ["ja", "zh_Hans", "zh_Hant", "ko"])
def test_lines_of_a_usual_width_end_between_words(project: Path, language: str) -> None:
    layout = layout_of(project, language)
    fonts = layout.fonts.for_language(language)
    style = TextStyle(fonts.families["text"], SIZE, language=language)
    ends: list[tuple[str, str]] = []
    for card in layout.edition.game.decks["cards"].cards:
        runs = typeset_runs(parse_markup(str(card.values["rule"])), typeset, language)
        lines = [line.text for line in Paragraph(runs, style, fonts).lines(14 * SIZE, SIZE)]
        words = "".join(ICON if run.is_icon else squeezed(run.text) for run in runs)
        costs = break_costs(words, language, True)
        at = 0
        for line in lines[:-1]:
            at += len(squeezed(line.replace(":coin:", ICON)))
            if costs.get(at) == IN_WORD and not text_has_gap("".join(run.text for run in runs if not run.is_icon), at):
                ends.append((line, words[at : at + 3]))
    assert ends == []


def text_has_gap(text: str, at: int) -> bool:
    """Whether a space stands after as many other characters of a text."""
    count = 0
    for character in text:
        if character.isspace():
            if count == at:
                return True
        else:
            count += 1
    return False


@pytest.mark.parametrize("language", ["ar", "he", "fa"])
def test_lines_from_right_to_left_begin_at_the_right(project: Path, language: str) -> None:
    for text, frame in rules_on_faces(layout_of(project, language)):
        lines = lines_of(frame)
        for _, line in lines:
            assert line[-1].right == pytest.approx(RULE_BOX.right, abs=0.6), "ragged at the left"
        assert squeezed(text)[0] in lines[0][1][-1].text


@pytest.mark.parametrize("language", ["ar", "he", "fa"])
def test_an_icon_stands_before_the_full_stop(project: Path, language: str) -> None:
    _, frame = next(rules_on_faces(layout_of(project, language)))
    stop, icon = lines_of(frame)[-1][1][:2]
    assert (stop.text.strip(), icon.text) == (".", ICON)


@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_and_their_marks_reach_no_further_than_accents_may(project: Path, language: str) -> None:
    for _, frame in rules_on_faces(layout_of(project, language)):
        for y, word in words_of(frame):
            up, down = word.face.ink(word.glyphs, word.offsets)
            assert y - up * SIZE >= RULE_BOX.y - min(OVERHANG * SIZE, MAX_OVERHANG) - 0.01, (language, word.text)
            assert y + down * SIZE <= RULE_BOX.bottom


@pytest.mark.parametrize("language", LANGUAGES)
def test_bold_words_are_bold_and_no_glyph_is_missing(project: Path, language: str) -> None:
    frames = [frame for _, frame in rules_on_faces(layout_of(project, language))]
    names = [word.face.postscript_name for _, word in words_of(frames[0])]
    assert any("Bold" in name for name in names) and any("Bold" not in name for name in names)
    assert all(0 not in word.glyphs for frame in frames for _, word in words_of(frame))


def test_letters_have_the_forms_of_their_language(project: Path) -> None:
    """Bulgarian has its own forms of Cyrillic letters."""
    glyphs: dict[str, dict[str, int]] = {"ru": {}, "bg": {}}
    for language, by_letter in glyphs.items():
        _, frame = next(rules_on_faces(layout_of(project, language)))
        for _, word in words_of(frame):
            if "Bold" not in word.face.postscript_name:
                by_letter.update(zip(word.characters, word.glyphs, strict=True))
    common = glyphs["ru"].keys() & glyphs["bg"].keys()
    assert any(glyphs["ru"][letter] != glyphs["bg"][letter] for letter in common)


@pytest.mark.parametrize("language", TRANSLATED)
def test_pages_for_the_web_name_their_language_and_direction(built: BuildResult, language: str) -> None:
    (page,) = (output for output in built.outputs if output.path == f"orchard/{language}/rules.html")
    head = page.content.decode().split("<body", 1)[0]
    assert f'lang="{language.replace("_", "-")}"' in head
    assert ('dir="rtl"' in head) == is_right_to_left(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_for_the_web_break_lines_and_slant_letters_as_their_script_does(
    built: BuildResult, language: str
) -> None:
    (page,) = (output for output in built.outputs if output.path == f"orchard/{language}/rules.html")
    html = page.content.decode()
    assert ("<wbr>" in html.split("<body", 1)[1]) == (language == "ja")
    assert ("word-break:keep-all" in html) == (language in ("ja", "ko", "zh_Hans", "zh_Hant"))
    has_italics = language in ("en", "bg", "cs", "el", "hu", "pl", "ru", "sr", "tr", "uk", "vi")
    assert ("font-synthesis" in html) != has_italics


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_booklet_says_what_the_catalogue_says(built: BuildResult, language: str) -> None:
    (rules,) = (output for output in built.outputs if output.path == f"orchard/{language}/rules.pdf")
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(rules.content)).pages)
    assert not set(re.findall(r"[A-Za-z]{4,}", text)) & {"Deal", "cards", "Shuffle", "Points", "page", "ends"}
    assert text.strip()
