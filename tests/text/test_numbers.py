from __future__ import annotations

from decimal import Decimal

import pytest

from pnp.text.numbers import format_number, forms_in_words, number_in_words, ordinal, ordinal_in_words


@pytest.mark.parametrize(
    ("n", "language", "gender", "expected"),
    [
        (1, "fr", "", "un"),
        (1, "fr", "f", "une"),
        (1, "fr", "m", "un"),
        (11, "fr", "f", "onze"),
        (21, "fr", "f", "vingt et une"),
        (80, "fr", "", "quatre-vingts"),
        (81, "fr", "f", "quatre-vingt-une"),
        (101, "fr", "f", "cent une"),
        (-3, "fr", "", "moins trois"),
        (71, "fr_CH", "", "septante et un"),
        (71, "fr_CA", "", "soixante et onze"),
        (21, "en", "", "twenty-one"),
        (21, "en-GB", "", "twenty-one"),
        (21, "es", "m", "veintiún"),
        (201, "es", "f", "doscientas una"),
        (2, "pt_BR", "f", "duas"),
        (1, "de", "f", "eine"),
        (21, "ru", "f", "двадцать одна"),
        (2, "nb", "", "to"),
    ],
)
def test_number_in_words(n: int, language: str, gender: str, expected: str) -> None:
    assert number_in_words(n, language, gender) == expected


@pytest.mark.parametrize(
    ("n", "language", "gender", "expected"),
    [
        (2, "he", "m", "שני"),
        (2, "he", "f", "שתי"),
        (2, "he", "", "שתי"),
        (3, "he", "m", "שלושה"),
        (22, "he", "m", "עשרים ושניים"),
        (2, "fr", "f", "deux"),
    ],
)
def test_number_before_a_noun(n: int, language: str, gender: str, expected: str) -> None:
    assert number_in_words(n, language, gender, "noun") == expected


def test_a_number_stands_before_a_noun_or_nothing() -> None:
    with pytest.raises(ValueError, match="noun"):
        number_in_words(2, "he", "m", "verb")
    with pytest.raises(ValueError, match="gender"):
        number_in_words(2, "he", "x", "noun")


def test_all_forms_of_a_number_are_known() -> None:
    assert {"שניים", "שתיים", "שני", "שתי"} <= forms_in_words(2, "he")
    assert {"ثلاثة", "ثلاث"} <= forms_in_words(3, "ar")
    assert forms_in_words(21, "fr") == {"vingt et un", "vingt et une"}


def test_an_unknown_language_is_named() -> None:
    with pytest.raises(ValueError, match="'zz'"):
        number_in_words(3, "zz")


def test_unknown_gender() -> None:
    with pytest.raises(ValueError, match="gender"):
        number_in_words(3, "fr", "feminine")
    with pytest.raises(ValueError, match="gender"):
        ordinal(3, "fr", "x")


@pytest.mark.parametrize(
    ("n", "language", "gender", "expected"),
    [
        (1, "fr", "", "1er"),
        (1, "fr", "f", "1re"),
        (2, "fr", "f", "2e"),
        (21, "fr", "", "21e"),
        *[
            (n, "en", "", form)
            for n, form in {1: "1st", 2: "2nd", 3: "3rd", 11: "11th", 22: "22nd", 113: "113th"}.items()
        ],
        (3, "de", "", "3."),
        (3, "es", "f", "3.ª"),
        (3, "it", "", "3º"),
        (3, "sv", "", "3:e"),
    ],
)
def test_ordinal(n: int, language: str, gender: str, expected: str) -> None:
    assert ordinal(n, language, gender) == expected


@pytest.mark.parametrize(
    ("n", "language", "gender", "expected"),
    [
        (1, "en", "", "first"),
        (1, "fr", "", "premier"),
        (1, "fr", "f", "première"),
        (21, "fr", "f", "vingt et unième"),
        (80, "fr", "", "quatre-vingtième"),
        (200, "fr", "", "deux centième"),
        (21, "es", "f", "vigésima primera"),
        (1, "it", "f", "prima"),
    ],
)
def test_ordinal_in_words(n: int, language: str, gender: str, expected: str) -> None:
    assert ordinal_in_words(n, language, gender) == expected


def test_no_ordinal_below_zero() -> None:
    with pytest.raises(ValueError, match="ordinal"):
        ordinal_in_words(-1, "en")


@pytest.mark.parametrize(
    ("n", "language", "expected"),
    [
        (-5, "fr", "−5"),
        (0, "en", "0"),
        (0.5, "en", "0.5"),
        (9999, "en", "9999"),
        (10_000, "en", "10,000"),
        (10_000, "fr", "10\u202f000"),
        (1_234_567, "fr_CA", "1\u00a0234\u00a0567"),
        (10_000, "de", "10.000"),
        (2.5, "fr", "2,5"),
        (2.5, "en", "2.5"),
        (Decimal("2.50"), "fr", "2,50"),
        (-12345.25, "fr", "−12\u202f345,25"),
        (12345, "xx", "12\u202f345"),
    ],
)
def test_format_number(n: int | float | Decimal, language: str, expected: str) -> None:
    assert format_number(n, language) == expected


@pytest.mark.parametrize(
    ("n", "decimals", "expected"),
    [
        (2, 2, "2,00"),
        (2.675, 2, "2,68"),
        (-0.5, 0, "−1"),
        (12345.25, 1, "12\u202f345,3"),
        (1.5, None, "1,5"),
        (1e300, 2, None),
    ],
)
def test_decimals_are_as_many_as_asked_for(n: float, decimals: int | None, expected: str | None) -> None:
    found = format_number(n, "fr", decimals)
    assert found == expected if expected else found.endswith("000,00")


@pytest.mark.parametrize("decimals", [-1, 11, 1.5, True, "2"])
def test_decimals_have_bounds(decimals: int) -> None:
    with pytest.raises(ValueError, match="must be from 0 to 10"):
        format_number(1, "fr", decimals)


@pytest.mark.parametrize("n", [float("nan"), float("inf")])
def test_only_finite_numbers_have_figures(n: float) -> None:
    with pytest.raises(ValueError, match="finite"):
        format_number(n, "en")
