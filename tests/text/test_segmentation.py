"""Where lines end in scripts that put no spaces between words."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pnp.core.markup import parse_markup, plain
from pnp.text.segmentation import (
    BEFORE_ENDING,
    ICON,
    IN_PHRASE,
    IN_WORD,
    break_costs,
    breaks_inside,
    has_breaks_inside,
    has_finer_breaks,
    with_web_breaks,
)


def parts(text: str, language: str, is_fine: bool = False) -> list[str]:
    ends = [0, *breaks_inside(text, language, is_fine), len(text)]
    return [text[start:end] for start, end in pairwise(ends)]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("หยิบเหรียญจากธนาคาร", "th", ["หยิบ", "เหรียญ", "จาก", "ธนาคาร"]),
        ("ຈັ່ວບັດສອງໃບ", "lo", ["ຈັ່ວ", "ບັດ", "ສອງ", "ໃບ"]),
        ("再行动一次（每轮限一次）。", "zh_Hans", ["再", "行动", "一次", "（每", "轮", "限", "一次）。"]),
        ("カードを混ぜて、「三枚」を引く。", "ja", ["カードを", "混ぜて、", "「三枚」を", "引く。"]),
        ("手番を終え、長辺とじで印刷します。", "ja", ["手番を", "終え、", "長辺とじで", "印刷します。"]),
        ("ゾロ目カードを出し、", "ja", ["ゾロ目カードを", "出し、"]),
        ("くり返す山札から、", "ja", ["くり返す", "山札から、"]),
        ("切り取ってなければ捨て札に", "ja", ["切り取ってなければ", "捨て札に"]),
        ("合計が\u200977\u2009に", "ja", ["合計が\u2009", "77\u2009に"]),
        ("카드를", "ko", ["카드를"]),
    ],
)
def test_lines_end_between_words_or_phrases(text: str, language: str, expected: list[str]) -> None:
    assert parts(text, language) == expected


def test_no_small_kana_nor_closing_mark_begins_a_line() -> None:
    text = "ちょっと、「ゲーム」をプレイしてください。（三枚）"
    for part in parts(text, "ja", is_fine=True):
        assert part[0] not in "ょっー、」。）ッャュョ"
        assert part[-1] not in "「（"


def test_korean_words_are_broken_only_where_they_must() -> None:
    assert parts("카드를", "ko", is_fine=True) == ["카", "드", "를"]
    assert has_finer_breaks("카드를") and has_finer_breaks("カード") and has_finer_breaks("再行动")
    assert not has_finer_breaks("หยิบเหรียญ")


@pytest.mark.parametrize(
    ("text", "language", "between_words", "inside_words"),
    [
        ("印刷します。", "ja", set(), {"印", "印刷しま"}),
        ("ラウンド終了です。", "ja", {"ラウンド"}, {"ラ", "ラウ", "ラウン", "ラウンド終"}),
        ("洗牌", "zh", set(), {"洗"}),
        ("카드를", "ko", set(), {"카", "카드"}),
    ],
)
def test_a_break_inside_a_word_costs_more_than_one_inside_a_phrase(
    text: str, language: str, between_words: set[str], inside_words: set[str]
) -> None:
    costs = break_costs(text, language, True)
    assert {text[:end] for end, cost in costs.items() if cost == IN_PHRASE} >= between_words
    assert {text[:end] for end, cost in costs.items() if cost == IN_WORD} >= inside_words
    assert IN_PHRASE < BEFORE_ENDING < IN_WORD


def test_a_break_before_a_particle_costs_more_than_one_before_a_noun() -> None:
    assert break_costs("ラウンド終了です。", "ja", True)[len("ラウンド終了")] == BEFORE_ENDING


def test_a_picture_keeps_the_mark_after_it() -> None:
    assert parts(f"取{ICON}。次", "ja", is_fine=True) == ["取", f"{ICON}。", "次"]


def test_characters_beyond_the_first_plane_count_as_one() -> None:
    assert parts("𠮷野家", "zh", is_fine=True) == ["𠮷", "野", "家"]


@pytest.mark.parametrize("text", ["abc", "größer", "слово", "שלום", "नमस्ते", f"3{ICON}", "–"])
def test_scripts_with_spaces_need_nothing(text: str) -> None:
    assert not has_breaks_inside(text)


def test_a_number_keeps_what_it_counts() -> None:
    assert parts("「1枚は手元に！」", "ja", is_fine=True)[0] == "「1枚"
    assert parts("抽2\u2009张牌", "zh_Hans", is_fine=True) == ["抽", "2\u2009张", "牌"]


def test_phrases_are_parted_for_browsers_in_japanese_alone() -> None:
    runs = with_web_breaks(parse_markup("**ゾロ目カード**を出し、:coin:を2枚取る。 次へ"), "ja")
    assert plain(runs) == "ゾロ目カードを\u200b出し、coinを\u200b2枚取る。 次へ"
    assert [(run.text, run.bold) for run in runs][:2] == [("ゾロ目カード", True), ("を\u200b出し、", False)]
    assert plain(with_web_breaks(parse_markup("抽2\u2009张牌"), "zh")) == "抽2\u2009\u2060张牌"
    for text, language in (("洗牌后每位玩家", "zh"), ("카드를 섞습니다", "ko"), ("Shuffle the cards", "en")):
        assert with_web_breaks(parse_markup(text), language) == parse_markup(text)
