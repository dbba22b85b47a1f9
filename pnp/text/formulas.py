"""A text → the places of its formulas, which are read from left to right in every script.

Unicode's algorithm (UAX #9) treats the signs between digits as punctuation: in a Hebrew line it turns 3–8 into 8–3, and
< 15 into 15 >. Its section 4.3 lets programs isolate such parts (HL3 and HL4), and CLDR puts marks around the signs of
numbers in Hebrew, Arabic and Persian. W3C's note Arabic mathematical notation (2006) says which digits are read from
left to right: European ones, used in Hebrew and in Morocco, and Persian ones. Formulas with the Arabic digits ٠ to ٩
run from right to left, as the algorithm orders them.
"""

from __future__ import annotations

import re
from functools import lru_cache

from pnp.core.patterns import lazy_pattern

_DIGIT = "[0-9\u06f0-\u06f9]"
_SPACE = "[ \u00a0\u2009\u202f]*"
_PICTURE = "\ufffc"
_SIGN = "(?:->|[<>=!]=|=>|[=<>≤≥⩽⩾≠≈+−±∓×÷→←↔⇒⇄➔➜⟶⟵])"
_PRODUCT = "[xX*∗⋅∙^]"
_SEPARATOR = "[·/:]"
"""A sign of a product, a quotient or a ratio if the text has an equals sign; otherwise it separates the parts of a
list."""
_FRACTION = "[¼-¾⅐-⅞]"
_MONEY = "[$€£¥₪]"
_NUMBER = rf"{_MONEY}?(?:{_DIGIT}+(?:[.,:/\u066b\u066c]{_DIGIT}+)*{_FRACTION}?|{_FRACTION})[²³¹⁰⁴-⁹]*(?:[%٪]|{_MONEY})?"
_PICTURES = rf"{_PICTURE}(?:{_SPACE}{_PICTURE})*"
_COUNTED = rf"(?:(?:{_NUMBER}{_SPACE})?{_PICTURES})"


def _pattern(spaced: str) -> re.Pattern[str]:
    """Return the pattern of formulas.

    Args:
        spaced: Signs that count as operators between two numbers, in addition to those that are always operators.
    """
    between = rf"(?:{_SPACE[:-1]}+(?:{_SIGN}|{spaced}){_SPACE[:-1]}+|{_SIGN}|{_PRODUCT}|[-–‒~…·]|\.\.\.?)[+−±]?"
    of_numbers = rf"[(\[]*{_NUMBER}[)\]]*(?:{between}[(\[]*(?:{_NUMBER}|{_PICTURES})[)\]]*)*"
    of_pictures = rf"{_COUNTED}(?:{between}(?:{_COUNTED}|{_NUMBER}))+"
    body = rf"(?P<body>{of_pictures}|{of_numbers})"
    return lazy_pattern(rf"(?P<before>{_SIGN}{_SPACE})?(?<![A-Za-z_]){body}(?P<after>{_SPACE}[×÷]|\+)?")


_FORMULA, _EQUATION = _pattern(_PRODUCT), _pattern(f"{_PRODUCT}|{_SEPARATOR}")
_HAS_SIGN = lazy_pattern(rf"{_SIGN}|{_PRODUCT}|[-–‒~…·]|\.\.|{_DIGIT}{_FRACTION}")
_PAIRS = (("(", ")"), ("[", "]"))


@lru_cache(maxsize=4096)
def formulas(text: str) -> tuple[tuple[int, int], ...]:
    """Return the start and end of each formula in a text.

    A formula is two or more numbers with signs between them, or one number with a sign: 14 = 3 + 6, 3–8, 7+, ×5, < 15,
    −2. An icon counts as a number: 32 × :coin:. A sign between two numbers has spaces on both sides or on neither, so
    that 7+ before an icon is a formula of its own. A spaced sign between a word and a number belongs to the sentence.
    Spaced dots, slashes and colons are signs if the text has an equals sign: 6 / 2 = 3.

    Args:
        text: A text, with U+FFFC for each icon.
    """
    spans = (_span(text, match) for match in (_EQUATION if "=" in text else _FORMULA).finditer(text))
    return tuple(span for span in spans if _HAS_SIGN.search(text, *span))


def _span(text: str, match: re.Match[str]) -> tuple[int, int]:
    """Return the start and end of a formula, without signs that belong to words and without half a pair of brackets."""
    start, end = match.span("body")
    if match["before"] and not _has_word(text[: match.start()], match["before"], -1):
        start = match.start()
    if match["after"] and not _has_word(text[match.end() :], match["after"], 0):
        end = match.end()
    for opening, closing in _PAIRS:
        part = text[start:end]
        if part.count(opening) > part.count(closing) and part.startswith(opening):
            start += 1
        elif part.count(closing) > part.count(opening) and part.endswith(closing):
            end -= 1
    return start, end


def _has_word(beside: str, sign: str, at: int) -> bool:
    """Whether a sign is beside a word, at the end or the start of the text on its other side."""
    is_spaced = sign.strip() != sign
    near = (beside.strip() if is_spaced else beside)[-1:] if at else (beside.strip() if is_spaced else beside)[:1]
    return near.isalnum()
