"""What pnp prints itself, in the languages that it has words for."""

from __future__ import annotations

import pytest

from pnp.text.own_words import WORDS, small_print


@pytest.mark.parametrize("language", WORDS)
def test_a_language_has_all_words(language: str) -> None:
    assert set(WORDS[language]) == set(WORDS["fr"])
    assert all(WORDS[language].values())


def test_words_of_a_region_are_those_of_its_language_and_others_are_english() -> None:
    assert small_print("cut off", "de-AT") == "abschneiden"
    assert small_print("cut off", "ja") == "cut off"
