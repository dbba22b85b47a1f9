"""Directions of characters, and the order of the parts of a line."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from pnp.core.markup import Run, TextSpan
from pnp.text.bidi import is_right_to_left, isolated, reads_leftward, starts_right, visual_order, with_levels
from pnp.text.bidi_levels import REMOVED, levels_of


def seen(text: str, starts_at_right: bool) -> str:
    """The characters of a text from left to right; brackets are not mirrored."""
    runs = with_levels((Run(text),), starts_at_right)
    characters = [(character, run.level) for run in runs for character in run.text]
    return "".join(characters[index][0] for index in visual_order([level for _, level in characters]))


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("ar", True),
        ("he_IL", True),
        ("ur", True),
        ("pa_Arab", True),
        ("az-Arab", True),
        ("pa", False),
        ("en", False),
        ("ja", False),
    ],
)
def test_languages_from_right_to_left(language: str, expected: bool) -> None:
    assert is_right_to_left(language) == expected


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("שלום", "he", True),
        ("Squib שלום", "he", True),
        ("OK!", "he", True),
        ("AB-12", "he", True),
        ("7", "he", True),
        ("3–5", "he", True),
        ("שלום", "en", True),
        ("a שלום", "en", False),
        ("3", "en", False),
    ],
)
def test_lines_begin_where_most_readers_expect(text: str, language: str, expected: bool) -> None:
    assert starts_right(text, language) == expected


def test_a_text_in_another_script_keeps_its_own_order() -> None:
    assert [reads_leftward(text, "he") for text in ("OK!", "3–5", "Squib שלום")] == [False, True, True]


@pytest.mark.parametrize(
    ("text", "starts_at_right", "expected"),
    [
        ("abc אבג def", False, "abc גבא def"),
        ("אבג abc דהו", True, "והד abc גבא"),
        ("אב 12 גד", True, "דג 12 בא"),
        ("אב 12 34 גד", True, "דג 34 12 בא"),  # numbers follow each other from right to left
        ("אבג.", True, ".גבא"),
        ("אבג.", False, "גבא."),
        ("خذ 3 قطع", True, "عطق 3 ذخ"),
        ("زر example.org (ABC-123)، أو", True, "وأ ،example.org (ABC-123) رز"),  # as Chromium sets it
        ("از (ABC-۱۲۳) کن", True, "نک )ABC-۱۲۳( زا"),
        ("אב (XP) גד", True, "דג )XP( בא"),  # mirrored when drawn
        ("אב [עמ' 3] XP", True, "XP ]3 'מע[ בא"),
        ("ab (אב) cd", False, "ab (בא) cd"),
        ("אב (XP גד", True, "דג XP( בא"),  # no pair
        ("אב \u2067(XP)\u2069 גד", True, "דג \u2069)XP(\u2067 בא"),
    ],
)
def test_words_stand_as_unicode_says(text: str, starts_at_right: bool, expected: str) -> None:
    assert seen(text, starts_at_right) == expected


BIDI_CHARACTERS = Path(__file__).parent / "bidi_levels.txt"
"""Texts, the level of their line, and the levels of their characters: from bidi-js, which passes Unicode's own test."""


@pytest.mark.parametrize("row", BIDI_CHARACTERS.read_text(encoding="ascii").splitlines())
def test_levels_are_those_of_another_implementation(row: str) -> None:
    codes, base, levels = row.split(";")
    line = "".join(chr(int(code, 16)) for code in codes.split())
    found = levels_of(line, int(base))
    assert [
        "x" if unicodedata.bidirectional(character) in REMOVED else str(level)
        for character, level in zip(line, found, strict=True)
    ] == levels.split()


def test_a_mark_that_is_not_drawn_has_the_level_of_its_neighbour() -> None:
    (run,) = with_levels((Run("می\u200cکشد"),), True)
    assert run.level == 1


def test_a_text_is_cut_where_its_direction_changes_and_keeps_its_looks() -> None:
    runs = with_levels((Run("אב", bold=True), Run(" ab"), Run("coin", is_icon=True)), True)
    assert [(run.text, run.level, run.bold, run.is_icon) for run in runs] == [
        ("אב", 1, True, False), (" ", 1, False, False), ("ab", 2, False, False), ("coin", 1, False, True)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3–8", "3–8"),
        ("אב 14 = 3 + 6 גד", "דג 14 = 3 + 6 בא"),
        ("< 15", "< 15"),
        ("גיל 7+", "7+ ליג"),
        ("אב + 1", "1 + בא"),
        ("خذ ۳–۸ قطع", "عطق ۳–۸ ذخ"),
    ],
)
def test_formulas_are_read_from_left_to_right(text: str, expected: str) -> None:
    assert seen(text, True) == expected
    assert "".join(run.text for run in isolated((Run(text),), "he")).count("\u2066") == (text != "אב + 1")


def test_an_icon_stays_with_its_count() -> None:
    runs = (Run("32 × "), Run("coin", is_icon=True), Run("  40 × "), Run("note", is_icon=True))
    cut = with_levels(runs, True)
    order = [cut[index].text for index in visual_order([run.level for run in cut])]
    assert order == ["40 × ", "note", "  ", "32 × ", "coin"]


def test_marks_around_formulas_are_for_texts_from_right_to_left_alone() -> None:
    runs = (Run("אב 3 + ", bold=True), Run("coin", is_icon=True), Run(" = 5"))
    assert "".join(run.text for run in isolated(runs, "he")) == "אב \u20663 + coin = 5\u2069"
    assert isolated((Run("3–8"),), "en") == (Run("3–8"),)
    (before, icon, after, end) = isolated((Run("coin", is_icon=True), Run(" = 5")), "fa")
    assert (before.text, icon.is_icon, after.text, end.text) == ("\u2066", True, " = 5", "\u2069")


def test_a_part_in_another_language_keeps_its_own_direction() -> None:
    hebrew = TextSpan(language="he")
    runs = (Run("3P / ", span=TextSpan(language="en")), Run("3 ש׳", span=hebrew))
    characters = [(character, run.level) for run in with_levels(runs, False) for character in run.text]
    order = visual_order([level for _, level in characters])
    assert "".join(characters[index][0] for index in order) == "3P / ׳ש 3"
    runs = (Run("אב ", span=hebrew), Run("to 5.", span=TextSpan(language="en")), Run(" גד", span=hebrew))
    characters = [(character, run.level) for run in with_levels(runs, True) for character in run.text]
    order = visual_order([level for _, level in characters])
    assert "".join(characters[index][0] for index in order) == "דג to 5. בא"
