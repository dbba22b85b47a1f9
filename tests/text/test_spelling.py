"""Words that no dictionary knows: in English, American and British spelling are both right."""

from __future__ import annotations

import pytest

from pnp.checks.spelling import Speller, dictionary_for


def unknown(text: str, language: str = "en") -> list[str]:
    dictionary = dictionary_for(language)
    if dictionary is None:
        pytest.skip("no dictionaries are installed")
    return [found.word for found in Speller(dictionary, language, []).misspellings([text])]


def test_english_may_be_british_or_american() -> None:
    british = (
        "a grey harbour, colourful neighbours, organised travellers, the centre, centred, analysed, defence, jewellery"
    )
    american = (
        "a gray harbor, colorful neighbors, organized travelers, the center, centered, analyzed, defense, jewelry"
    )
    assert unknown(british) == unknown(american) == []


def test_slips_are_still_slips() -> None:
    assert unknown("the hourr, a harbuor, a flourr, organizzed") == ["hourr", "harbuor", "flourr", "organizzed"]


def test_other_languages_keep_their_own_endings() -> None:
    assert unknown("une harbour", "fr") == ["harbour"]
