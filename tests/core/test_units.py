"""Lengths as people write them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.core.units import MM_PER_PT, MM_PER_UNIT, PT_PER_MM, parse_length, whole_number


@pytest.mark.parametrize(
    ("written", "mm"),
    [
        ("3mm", 3), ("3 mm", 3), (" 3mm ", 3), ("3", 3), (3, 3), (2.5, 2.5), ("2.5cm", 25), (".5mm", 0.5), ("5.mm", 5),
        ("1in", 25.4), ("1/8in", 3.175), ("1 / 8 in", 3.175), ("72pt", 25.4), ("300px", 25.4), ("-1.5mm", -1.5),
        ("- 2mm", -2), ("+2mm", 2), ("0", 0),
    ],
)  # fmt: skip
def test_lengths(written: str | float, mm: float) -> None:
    assert parse_length(written) == pytest.approx(mm)


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("", "is not a length"), ("mm", "is not a length"), ("3 4mm", "is not a length"), ("1e3mm", "is not a length"), (float("nan"), "nan is not a length"), (10**400, "is not a length"),
        ("1,5mm", "is not a length"), ("3 parsecs", "unknown unit 'parsecs'"), ("1/0in", "divides by zero"),
        ("3MM", "is not a length"), ("٣mm", "is not a length"), (True, "true is not a length"), ("--3mm", "is not a length"),
    ],
)  # fmt: skip
def test_no_lengths(written: str, says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)):
        parse_length(written)


@pytest.mark.parametrize(
    ("text", "number"), [("12", 12), ("٣", 3), ("", None), ("-1", None), ("²", None), ("9" * 5000, None)]
)
def test_whole_numbers(text: str, number: int | None) -> None:
    assert whole_number(text) == number


def test_a_bare_number_is_in_the_unit_asked_for() -> None:
    assert parse_length("12", "pt") == parse_length(12, "pt") == parse_length("12pt") == pytest.approx(12 * MM_PER_PT)
    assert parse_length("12mm", "pt") == 12


@given(st.floats(-1000, 1000), st.sampled_from(sorted(MM_PER_UNIT)))
def test_every_unit_scales_what_is_written(number: float, unit: str) -> None:
    written = f"{number:.4f}{unit}"
    assert parse_length(written) == pytest.approx(float(f"{number:.4f}") * MM_PER_UNIT[unit])


def test_points_and_millimetres_are_each_others_inverse() -> None:
    assert parse_length(f"{PT_PER_MM}pt") == pytest.approx(1)
