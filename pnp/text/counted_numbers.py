"""A text in a language without spaces between words → its numbers: figures, and number words before a counter.

In these languages a counter (枚, 张, 장, ใบ) follows the number of things. A number word only counts before a counter,
because its signs are also parts of other words: 十分, 모두. Ordinals are left out, as words such as *second* are in
other languages.

The number words are those of Unicode (Unihan's kPrimaryNumeric), of CLDR (``common/rbnf/ko.xml``) and of num2words for
Thai; the counters are those that grammars list for cards, people, turns and points.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.units import whole_number
from pnp.text.numbers import base_language, number_in_words

UNSPACED = frozenset({"ja", "zh", "yue", "ko", "th", "km", "lo", "my"})
"""Languages in which letters may touch a figure, and words are not separated or, as in Korean, have endings attached to
them."""

_COUNTERS = {
    "ja": "枚 人 名 回 つ 個 箇所 か所 ヶ所 カ所 コ 度 本 点 組 匹 頭 羽 台 冊 杯 色 種類 種 列 段 山 周 倍 歳 秒"
    " 分間 分 時間 日 年 手番 手 勝 敗 桁 マス 試合 戦 束 セット ラウンド ターン ゲーム ポイント チップ"
    " ペア グループ チーム",
    "zh": "张 張 个 個 次 人 名 枚 轮 輪 回合 回 局 点 點 分钟 分鐘 分 份 组 組 只 隻 条 條 种 種 色 格 列 排 步 对"
    " 對 套 堆 副 圈 倍 手 件 颗 顆 块 塊 把 盒 叠 疊 页 頁 秒 天 年 岁 歲 级 級 根 杯",
    "ko": "장 개 명 번 점 회 라운드 사람 칸 쌍 종류 가지 턴 살 분 초 줄 배 세트 팀 색",
    "th": "ใบ คน ครั้ง แต้ม ชิ้น อัน รอบ ตา แถว สี ชุด กอง คู่ ช่อง เหรียญ",
    "km": "សន្លឹក នាក់ ដង ពិន្ទុ គ្រាប់ ជុំ",
    "lo": "ໃບ ຄົນ ຄັ້ງ ຄະແນນ ອັນ ຮອບ",
    "my": "ချပ် ယောက် ဦး ကြိမ် မှတ် ခု ကတ်",
}
"""The counters of things in games, by language, separated by spaces."""

_SIGNS = "〇一二三四五六七八九十百千两兩"
_TENS = {"十": 10, "百": 100, "千": 1000}
_IDEOGRAPHIC = frozenset({"ja", "zh"})

_IDIOMS = {
    "ja": r"十分(?!間)|二度と|二人とも|二つ折り",
    "zh": r"十分(?![钟鐘])|百分|两[人者]都",
    "ko": r"네 (?:팀|색|칸|점수)",
    "th": r"ทั้งสอง",
}
"""Phrases with a number that is not a fact of the game: *十分* (enough), *ทั้งสองใบ* (both cards)."""

_NATIVE_KOREAN = dict(
    zip(
        (
            "두",
            "세",
            "네",
            "다섯",
            "여섯",
            "일곱",
            "여덟",
            "아홉",
            "열",
            "열한",
            "열두",
            "열세",
            "열네",
            "열다섯",
            "스무",
        ),
        (*range(2, 16), 20),
        strict=True,
    )
)
"""Korean numbers as they are written before a counter, where 둘, 셋, 넷 and 스물 lose their last sound."""

_KIN = {"yue": "zh"}
_NOT_BEFORE = {"ko": "(?<![\uac00-\ud7a3])"}
"""Patterns of what must not precede a number word: 두 in 모두 is not a number."""

_ORDER = r"\s?(?:目|番目|位(?!置)|번째|째)"
_FIGURE = r"\d+(?:[.,\u00a0\u202f]\d+)*[½¼¾⅓⅔]?|[½¼¾⅓⅔]"


@frozen_dataclass(slots=True)
class CountedNumber:
    """A number in a text.

    Attributes:
        start: Its offset.
        text: How it is written, including its counter.
        value: Its value; None for a fraction or a decimal number.
        is_counted: Whether a counter follows it.
    """

    start: int
    text: str
    value: int | None
    is_counted: bool


def is_unspaced(language: str) -> bool:
    """Whether letters beside a figure or a word are no part of it in a language, as in Japanese."""
    return base_language(language) in UNSPACED


def is_counter(text: str, language: str) -> bool:
    """Whether a text is only a counter, which many nouns share: 人 counts players as well as swimmers."""
    base = _KIN.get(base_language(language), base_language(language))
    return text.strip() in _COUNTERS.get(base, "").split()


def counted_numbers(text: str, language: str) -> list[CountedNumber]:
    """List the numbers of a text in order, without ordinals and figures in Latin names (A4).

    Args:
        text: The text, with blanks in place of everything that is not prose.
        language: One of UNSPACED.
    """
    base = _KIN.get(base_language(language), base_language(language))
    if idioms := _IDIOMS.get(base):
        text = re.sub(idioms, lambda match: "\x00" * len(match[0]), text)
    return [
        CountedNumber(match.start("number"), text[match.start("number") : match.end()], value, bool(match["counter"]))
        for match in _pattern(base).finditer(text)
        if not (match["before"] or match["behind"])
        for value in (_value(match["number"], base),)
    ]


@lru_cache(maxsize=16)
def _pattern(base: str) -> re.Pattern[str]:
    """Return the pattern of a number with its counter, and of the signs before and after it that make an ordinal."""
    counter = "|".join(sorted(_COUNTERS[base].split(), key=len, reverse=True))
    number = rf"(?<![A-Za-z\d_])(?:{_FIGURE})"
    if words := _words(base):
        number += rf"|{_NOT_BEFORE.get(base, '')}(?:{words})(?=\s?(?:{counter}))"
    return re.compile(
        rf"(?P<before>[第제]\s?|ที่\s?|ទី\s?|ທີ\s?)?(?P<number>{number})(?:\s?(?P<counter>{counter}))?(?P<behind>{_ORDER})?"
    )


@lru_cache(maxsize=16)
def _words(base: str) -> str:
    """Return the pattern of the number words of a language; "" if none are known."""
    if base in _IDEOGRAPHIC:
        return f"[{_SIGNS}]+"
    values = _values(base)
    return "|".join(sorted(map(re.escape, values), key=len, reverse=True))


@lru_cache(maxsize=16)
def _values(base: str) -> dict[str, int]:
    """Return number words with their values: in Korean those before counters, in Chinese those of several syllables."""
    if base == "ko":
        spelt = {number_in_words(number, base): number for number in range(11, 100)}
        return {word: number for word, number in spelt.items() if len(word) > 1} | _NATIVE_KOREAN
    if base == "th":
        return {number_in_words(number, base): number for number in range(2, 100)}
    return {}


def _value(wording: str, base: str) -> int | None:
    if base in _IDEOGRAPHIC and wording[0] in _SIGNS:
        return _ideographic(wording)
    plain = re.sub(r"[,\u00a0\u202f](?=\d{3}(?!\d))", "", wording)
    return whole_number(plain) if plain.isdecimal() else _values(base).get(wording)


def _ideographic(signs: str) -> int | None:
    """Return the value of a number in ideographs: 三十二 is 32, 二〇 is 20."""
    digits = ["2" if sign in "两兩" else str(int(unicodedata.numeric(sign))) for sign in signs if sign not in _TENS]
    if len(digits) == len(signs):
        return whole_number("".join(digits))
    total = digit = 0
    for sign in signs:
        if sign in _TENS:
            total, digit = total + (digit or 1) * _TENS[sign], 0
        else:
            digit = 2 if sign in "两兩" else int(unicodedata.numeric(sign))
    return total + digit
