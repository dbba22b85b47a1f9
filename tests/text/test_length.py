"""Words of the source that nobody has translated: many of them, or two side by side, are told; one alone may be chance."""

from __future__ import annotations

import pytest

from pnp.core.diagnostics import Place
from pnp.extensions.proofreading.review import Usual, _summarized
from pnp.text.glossary import Glossary, Pair
from pnp.text.po_reader import PoEntry

SOURCE = "Discard your hand after each round, then shuffle the draw pile."


@pytest.mark.parametrize(
    ("target", "foreign"),
    [
        ("Défaussez votre main après chaque manche, puis mélangez la pioche.", []),
        ("Défaussez votre hand après chaque manche, puis mélangez la pioche.", []),
        ("Défaussez votre main après each round, puis mélangez la pioche.", ["each", "round"]),
        ("Défaussez hand après chaque round, puis la pioche bien ensuite.", []),
        ("Défaussez hand après round puis pile.", ["hand", "round", "pile"]),
        (SOURCE, ["your", "hand", "after", "each", "round", "then"]),
    ],
)
def test_words_that_are_left(target: str, foreign: list[str]) -> None:
    both = (SOURCE, target)
    found = list(Usual([both], Glossary(), Pair("en", "fr")).untranslated(both))
    assert [finding.what for finding in found] == [f"“{' '.join(foreign)}” is not translated"] * bool(foreign)


def test_how_long_translations_usually_are() -> None:
    """As the middle one of twenty or more; as long as their sources where there are fewer, or shorter in Japanese."""
    texts = [("A" * 20 + ".", "B" * length + ".") for length in range(20, 41)]
    assert Usual(texts, Glossary(), Pair("en", "fr")).ratio == 31 / 21
    assert Usual(texts[:19], Glossary(), Pair("en", "fr")).ratio == 1
    assert Usual([("Draw a card from it.", "札を引く。")], Glossary(), Pair("en", "ja")).ratio == 0.4


def test_long_texts_count_more_for_the_usual_length() -> None:
    texts = [("Play this card", "出す")] * 20 + [("A" * 400 + ".", "あ" * 200 + "。")] * 2
    assert Usual(texts, Glossary(), Pair("en", "ja")).ratio == 201 / 401


def test_a_word_that_other_translations_use_is_one_of_the_language() -> None:
    both = (SOURCE, "Défaussez hand après round puis pile.")
    others = [(f"Text {word}", f"Un {word} de plus") for word in ("hand", "round", "pile")]
    assert not list(Usual([both, *others], Glossary(), Pair("en", "fr")).untranslated(both))


@pytest.mark.parametrize("target", ["وہ ایک کارڈ اٹھاتا ہے۔", "ཤོག་བྱང་གཅིག་ལེན།"])
def test_full_stops_of_urdu_and_tibetan_are_ends(target: str) -> None:
    both = ("The player takes a card.", target)
    assert not list(Usual([both], Glossary(), Pair("en", "ur")).length_faults(both))


def test_texts_without_stops_are_a_habit_where_most_are() -> None:
    both = ("Draw a card from it.", "抽一張牌")
    (finding,) = Usual([both], Glossary(), Pair("en", "zh_TW")).length_faults(both)
    entries = [PoEntry(f"Draw {n}.", None, ("抽",), Place("a.po", n), Place("a.po", n)) for n in range(1, 15)]
    told = list(_summarized([(entry, finding) for entry in entries], 14, 14))
    assert [found.what.partition(", as in ")[2].partition(":")[0] for _, found in told] == ["14 of 14 texts"]
    assert len(list(_summarized([(entry, finding) for entry in entries[:5]], 14, 14))) == 5
