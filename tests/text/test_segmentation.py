"""Where lines end in scripts that put no spaces between words."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pnp.text.segmentation import ICON, breaks_inside, has_breaks_inside, has_finer_breaks


def parts(text: str, language: str, is_fine: bool = False) -> list[str]:
    ends = [0, *breaks_inside(text, language, is_fine), len(text)]
    return [text[start:end] for start, end in pairwise(ends)]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("หยิบเหรียญจากธนาคาร", "th", ["หยิบ", "เหรียญ", "จาก", "ธนาคาร"]),
        ("ຈັ່ວບັດສອງໃບ", "lo", ["ຈັ່ວ", "ບັດ", "ສອງ", "ໃບ"]),
        ("再行动一次（每轮限一次）。", "zh_Hans", ["再", "行", "动", "一", "次", "（每", "轮", "限", "一", "次）。"]),
        ("カードを混ぜて、「三枚」を引く。", "ja", ["カードを", "混ぜて、", "「三枚」", "を", "引く。"]),
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
    assert has_finer_breaks("카드를") and has_finer_breaks("カード") and not has_finer_breaks("再行动")


def test_a_picture_keeps_the_mark_after_it() -> None:
    assert parts(f"取{ICON}。次", "ja", is_fine=True) == ["取", f"{ICON}。", "次"]


def test_characters_beyond_the_first_plane_count_as_one() -> None:
    assert parts("𠮷野家", "zh") == ["𠮷", "野", "家"]


@pytest.mark.parametrize("text", ["abc", "größer", "слово", "שלום", "नमस्ते", f"3{ICON}", "–"])
def test_scripts_with_spaces_need_nothing(text: str) -> None:
    assert not has_breaks_inside(text)


def test_a_number_keeps_what_it_counts() -> None:
    assert parts("「1枚は手元に！」", "ja", is_fine=True)[0] == "「1枚"
    assert parts("抽2\u2009张牌", "zh_Hans") == ["抽", "2\u2009张", "牌"]
