from __future__ import annotations

import pytest

from pnp.text.literals import literal_numbers

ENGLISH = {
    "Deal three cards.": ["three"],
    "Deal {{ hand }} cards, {{ hand|words }} each.": [],
    "Deal 3 cards, the 3rd face up, 1,000 points.": ["3", "3rd", "1,000"],
    "Twenty-two or twenty two or ninety-nine": ["Twenty-two", "twenty two", "ninety-nine"],
    "two hundred and five, a dozen, two dozen": ["two hundred and five", "dozen", "two dozen"],
    "One card, the second one, someone often antennae": [],
    "A six-card hand": ["six"],
    "½ point": ["½"],
    "{{ 3 }} {{ 3|words }} {{ \"two\" }} {{ 'x' }} {{ -2 }}": ["{{ 3 }}", "{{ 3|words }}", '{{ "two" }}', "{{ -2 }}"],
    '{{ _("draw 3") }} {{ ngettext("1 card", "2 cards", n) }} {{ hand + 1 }}': ['{{ _("draw 3") }}'],
    "{% set n = 3 %}{% set m = hand %}{% for i in range(3) %}{% endfor %}": ["{% set n = 3 %}"],
    "{# 3 cards #}<!-- 4 cards --> text": [],
    "[rules](page3.md) ![cut](7/8.png) <https://a.b/9> https://c.d/10": [],
    "![3 cards](a.png)": ["3"],
    "Word{width=30} # Title {#part-2}": [],
    '<img width="30"> &#160; [^1]': [],
    "1. First\n2. Then take 5\n\n   3) more": ["5"],
    "## 2. Setup for 4 players\n### 2.1 Goal\n## 3 rounds": ["4", "3"],
    "A4 paper, :dice-6: and P2": [],
    "Exactly [two]{.literal} and [the 3 first]{.a .literal} but [four]{.b}": ["four"],
    "Ten × 10": ["Ten", "10"],
    "The target's two neighbours, half a dozen times; the two of you, one of the two": [],
    "The higher of the two wins. Choose between the two, or any of the two.": [],
    "the higher of the two cards": ["two"],
    "two neighbourhoods, half a dozen and two cards, the two": ["two", "two", "two"],
    "{{ open 3": [],
}


@pytest.mark.parametrize("prose", ENGLISH)
def test_english(prose: str) -> None:
    assert [literal for _, literal in literal_numbers(prose, "en")] == ENGLISH[prose]


FRENCH = {
    "Prenez deux cartes et vingt et une autres": ["deux", "vingt et une"],
    "soixante-et-onze, quatre-vingt-dix-neuf, quatre-vingts": [
        "soixante-et-onze",
        "quatre-vingt-dix-neuf",
        "quatre-vingts",
    ],
    "un, une, le deuxième, chacun": [],
    "une douzaine, deux cents, cent": ["douzaine", "deux cents", "cent"],
    "un jeu neuf, neuf cartes, un jeu neuf dans la boîte": ["neuf"],
    "dix\u00a0cartes, le 1er": ["dix", "1er"],
    "tous\u00a0deux, les deux voisines, l’un des deux, une demi-douzaine, toutes les deux": [],
    "la plus haute des deux gagne, entre les deux.": [],
    "la plus haute des deux cartes": ["deux"],
    "tous deux, deux cartes, douze côtés": ["deux", "douze"],
}


@pytest.mark.parametrize("prose", FRENCH)
def test_french(prose: str) -> None:
    assert [literal for _, literal in literal_numbers(prose, "fr")] == FRENCH[prose]


@pytest.mark.parametrize("prose", [*ENGLISH, *FRENCH])
def test_offsets_point_at_the_number(prose: str) -> None:
    for offset, literal in literal_numbers(prose, "en"):
        assert prose[offset : offset + len(literal)] == literal


def test_language_without_number_words_has_figures() -> None:
    assert literal_numbers("tri 3 three", "xx") == [(4, "3")]


def test_a_vowel_sign_belongs_to_its_word() -> None:
    assert [word for _, word in literal_numbers("তিনি জেতেন।", "bn")] == []
    assert [word for _, word in literal_numbers("তিন জন।", "bn")] == ["তিন"]


@pytest.mark.parametrize(
    ("prose", "language", "expected"),
    [
        ("קחו חמישה קלפים", "he", ["חמישה"]),
        ("חלקו לשלושה שחקנים", "he", ["לשלושה"]),
        ("עשרה קלפים ושתי מטבעות", "he", ["עשרה", "ושתי"]),
        ("קחו שני קלפים", "he", ["שני"]),
        ("שלושת הקלפים", "he", ["שלושת"]),
        ("בשני הצדדים, המקום השני", "he", []),
        ("משני צדדים", "he", []),
        ("خذ ثلاث بطاقات والخمسة الأخرى", "ar", ["ثلاث", "والخمسة"]),
        ("لثلاثة لاعبين", "ar", ["لثلاثة"]),
        ("veintiún puntos", "es", ["veintiún"]),
    ],
)
def test_all_forms_of_number_words_count(prose: str, language: str, expected: list[str]) -> None:
    assert [words for _, words in literal_numbers(prose, language)] == expected
