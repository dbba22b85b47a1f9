"""Formulas in a text, which are read from left to right."""

from __future__ import annotations

import pytest

from pnp.text.formulas import formulas


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("14 = 3 + 6 + 1 + 4", ["14 = 3 + 6 + 1 + 4"]),
        ("ספרו 14 = 3 + 6: זה נכון", ["14 = 3 + 6"]),
        ("3–8", ["3–8"]),
        ("10–15 דק׳", ["10–15"]),
        ("۳–۸ بازیکن", ["۳–۸"]),
        ("٣–٨ لاعبين", []),  # Arabic digits are read as the script
        ("גיל 7+", ["7+"]),
        ("7+ ומעלה", ["7+"]),
        ("\ufffc\u00a03–8 \ufffc\u00a07+ \ufffc\u00a010–15", ["3–8", "7+", "10–15"]),
        ("פרס ×5", ["×5"]),
        ("< 15", ["< 15"]),
        ("אם (< 15) אז", ["< 15"]),
        ("הסכום < 15", []),  # the sign belongs to the sentence
        ("זוכה בפרס + 1", []),
        ("3 × מטבעות", []),
        ("32 ×", ["32 ×"]),
        ("32 × \ufffc  40 × \ufffc", ["32 × \ufffc", "40 × \ufffc"]),
        ("3 \ufffc ועוד", []),
        ("2 \ufffc + 3 \ufffc = 5", ["2 \ufffc + 3 \ufffc = 5"]),
        ("\ufffc \ufffc = 2", ["\ufffc \ufffc = 2"]),
        ("−2 נקודות", ["−2"]),
        ("ל-14", []),
        ("ב-3–8 שחקנים", ["3–8"]),
        ("2 × (3 + 4)", ["2 × (3 + 4)"]),
        ("ארגז 2 x 3 או 2x3", ["2 x 3", "2x3"]),
        ("3 x", []),
        ("12 * 3 = 36 שלום", ["12 * 3 = 36"]),
        ("2 * 3 או 2 ⋅ 3 או 2^3", ["2 * 3", "2 ⋅ 3", "2^3"]),
        ("6 / 2 = 3", ["6 / 2 = 3"]),
        ("6 = 2 · 3", ["6 = 2 · 3"]),
        ("6 / 2", []),  # may be a list
        ("2 -> 3 או 3 >= 2", ["2 -> 3", "3 >= 2"]),
        ("1½ קלפים, ½ × 2", ["1½", "½ × 2"]),
        ("2² + $5 + 3€", ["2² + $5 + 3€"]),
        ("1…5 או 1...5 או 1~5", ["1…5", "1...5", "1~5"]),
        ("5 * קלף", []),
        ("(עד 3–8)", ["3–8"]),
        ("(3–8)", ["(3–8)"]),
        ("4 · 5 · 7", []),  # a list
        ("סיבוב 5 – 3 נקודות", []),
        ("12 34", []),
        ("50%", []),
    ],
)
def test_formulas_are_numbers_with_signs(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in formulas(text)] == expected
