from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.text.hyphenation import hyphenate


def broken(word: str, language: str) -> str:
    for offset in reversed(hyphenate(word, language)):
        word = f"{word[:offset]}-{word[offset:]}"
    return word


@pytest.mark.parametrize(
    ("word", "language", "expected"),
    [
        ("ordinateur", "fr", "ordi-na-teur"),
        ("l’ordinateur", "fr", "l’ordi-na-teur"),
        ("l'ordinateur", "fr", "l'ordi-na-teur"),
        ("cartes", "fr", "cartes"),
        ("aujourd’hui", "fr", "aujourd’hui"),
        ("« développement »,", "fr", "« déve-lop-pe-ment »,"),
        ("Spielkarte", "de", "Spiel-karte"),
        ("development", "en", "devel-op-ment"),
        ("development", "en_GB", "devel-op-ment"),
        ("development", "zz", "development"),
        ("DEVELOPMENT", "en", "DEVELOPMENT"),
        ("table2top", "en", "table2top"),
        ("peut-être", "fr", "peut-être"),
        ("only", "en", "only"),
        ("radio", "fr", "radio"),
        ("l’audio", "fr", "l’audio"),
        ("", "en", ""),
    ],
)
def test_breaks(word: str, language: str, expected: str) -> None:
    assert broken(word, language) == expected


def test_soft_hyphens_override_the_dictionary() -> None:
    assert hyphenate("deve\u00adlopment", "en") == (4,)
    assert hyphenate("CHI\u00adLI", "zz") == (3,)


@given(st.text(max_size=30), st.sampled_from(["fr", "en", "de", "zz"]))
def test_breaks_are_inside_and_in_order(word: str, language: str) -> None:
    offsets = hyphenate(word, language)
    assert all(0 < offset < len(word) for offset in offsets)
    assert list(offsets) == sorted(set(offsets))
