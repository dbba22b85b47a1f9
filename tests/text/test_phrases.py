"""Phrases of a glossary in lines of words: anywhere in languages without spaces, and behind prefixes."""

from __future__ import annotations

from pnp.text.phrases import PhraseFinder, line_of


def test_terms_match_anywhere_where_words_are_not_parted() -> None:
    finder = PhraseFinder(
        {"call": ["宣言"], "pile": ["山"], "draw pile": ["*山札*"], "chip": ["チップ"]}, language="ja"
    )
    assert finder.count(line_of("合計を宣言して、山札から引く。チップ。")) == {"call": 1, "draw pile": 1, "chip": 1}
    thai = PhraseFinder({"deck": ["สำรับ"], "start": ["เริ่ม"]}, language="th")
    assert thai.count(line_of("เริ่มจากสำรับไพ่")) == {"deck": 1, "start": 1}
    korean = PhraseFinder({"discard pile": ["버린 카드 더미"], "card": ["카드"]}, language="ko")
    assert korean.count(line_of("버린 카드 더미에서 카드를")) == {"discard pile": 1, "card": 1}
    gap = PhraseFinder({"not before": ["まで…ない"]}, language="ja")
    assert gap.count(line_of("終わりまで出せない。")) == {"not before": 1}
    assert not gap.count(line_of("終わりまで。ない"))


def test_the_case_of_a_mention_is_no_word() -> None:
    assert line_of("Od [[Dragon|gen]] i [[Cat|kotów]]") == " od dragon i cat . kotów "


def test_words_of_hebrew_and_arabic_are_found_behind_prefixes() -> None:
    hebrew = PhraseFinder({"card": ["קלף"], "game": ["משחק"], "he": ["הוא"]}, language="he")
    assert hebrew.count(line_of("וכשהקלף במשחק")) == {"card": 1, "game": 1}
    arabic = PhraseFinder({"card": ["بطاقة"]}, language="ar")
    assert arabic.count(line_of("والبطاقة بالبطاقة للبطاقة بطاقة")) == {"card": 4}
    assert not arabic.count(line_of("مبطاقة"))


def test_a_star_stands_for_letters_on_either_side() -> None:
    german = PhraseFinder({"card": ["*karte*"]}, language="de")
    assert german.count(line_of("Zahlenkarten, Karte, kartiert")) == {"card": 2}
