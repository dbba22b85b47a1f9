"""Numbers in languages without spaces between words: figures beside letters, and number words before a counter."""

from __future__ import annotations

import pytest

from pnp.text.counted_numbers import counted_numbers
from pnp.text.literals import literal_numbers, numbers_of

LITERAL = [
    ("ja", "残りの7枚は、残り5枚は、声に出して30回、残りの7を", ["7枚", "5枚", "30回", "7"]),
    ("ja", "７枚、三枚、三十回、チップを3つ", ["７枚", "三枚", "三十回", "3つ"]),
    ("ja", "ちょうど1を引く。0枚", ["1", "0枚"]),
    ("zh", "共三十二张牌，两张，出3张", ["三十二张", "两张", "3张"]),
    ("zh_Hant", "每人兩張", ["兩張"]),
    ("ko", "카드 두 장을 3장과 삼십 회", ["두 장", "3장", "삼십 회"]),
    ("th", "หยิบสองใบ ไพ่ 3 ใบ ๔ ใบ", ["สองใบ", "3 ใบ", "๔ ใบ"]),
    ("km", "យក ៣ សន្លឹក", ["៣ សន្លឹក"]),
]


@pytest.mark.parametrize(("language", "prose", "literals"), LITERAL)
def test_numbers_beside_letters_are_literal(language: str, prose: str, literals: list[str]) -> None:
    assert [literal for _, literal in literal_numbers(prose, language)] == literals
    assert all(prose[at : at + len(literal)] == literal for at, literal in literal_numbers(prose, language))


@pytest.mark.parametrize(
    ("language", "prose"),
    [
        ("ja", "1人1枚ずつ、1枚目に、1回だけ、（1枚）、２枚目、第3、3位、一人一枚、十分、二度と、サイズA4"),
        ("zh", "每人一张，第一，1张，十分重要，第2位"),
        ("ko", "첫 번째, 두 번째, 한 장, 1장, 모두 장"),
        ("th", "หนึ่งใบ 1 ใบ คนที่สอง ที่ 2 ทั้งสองใบ"),
        ("km", "1 នាក់"),
        ("lo", "1 ໃບ"),
        ("my", "1 ချပ်"),
    ],
)
def test_one_thing_and_ordinals_are_no_literals(language: str, prose: str) -> None:
    assert literal_numbers(prose, language) == []


def test_expressions_that_spell_a_number_out_are_literal() -> None:
    assert literal_numbers('{{ "三枚" }}と{{ hand }}枚', "ja") == [(0, '{{ "三枚" }}')]


def test_values() -> None:
    assert numbers_of("カードを3枚と三十二枚、二〇枚、1人1枚", "ja") == {3: 1, 32: 1, 20: 1}
    assert numbers_of("두 장과 스무 장, 삼십 회", "ko") == {2: 1, 20: 1, 30: 1}
    assert numbers_of("1,000 แต้ม สองใบ", "th") == {1000: 1, 2: 1}
    assert [number.value for number in counted_numbers("1.5点", "ja")] == [None]
