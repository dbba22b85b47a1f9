"""Text and language → the numbers it says, in words and figures, as values; one and nought are none."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from pnp.words.faithful.plain import line_of, plain_word
from pnp.words.literals import AMBIGUOUS
from pnp.words.numbers import base_language, number_in_words

_FIGURE = re.compile(r" (\d+)[^\W\d_]*(?= )")
_LARGEST = 99
ALSO = {
    "de": {"dutzend": 12},
    "en": {"dozen": 12, "dozens": 12},
    "es": {"docena": 12},
    "fr": {"dizaine": 10, "douzaine": 12, "douzaines": 12},
    "it": {"dozzina": 12},
    "nl": {"dozijn": 12},
}
"""Other words for numbers."""


def numbers_of(text: str, language: str, idioms: Iterable[str] = ()) -> Counter[int]:
    """How often a text says each number from two up; not within some phrases, as *les deux*."""
    line = line_of(text)
    for idiom in idioms:
        line = line.replace(f" {plain_word(idiom)} ", " ")
    found = Counter(int(figure) for figure in _FIGURE.findall(line))
    words = _values(base_language(language))
    if words:
        pattern = _pattern(base_language(language))
        found.update(words[spelt.strip()] for spelt in pattern.findall(line))
    return Counter({number: times for number, times in found.items() if number > 1})


def has_number_words(language: str) -> bool:
    """Whether numbers in words are known in a language."""
    return bool(_values(base_language(language)))


@lru_cache(maxsize=16)
def _values(language: str) -> dict[str, int]:
    try:
        spelt = {
            number_in_words(number, language, gender): number
            for number in range(2, _LARGEST + 1)
            for gender in ("", "f")
        }
    except ValueError:
        return {}
    ambiguous = AMBIGUOUS.get(language, {})
    words = {**spelt, **ALSO.get(language, {})}
    return {" ".join(re.findall(r"\w+", plain_word(word))): n for word, n in words.items() if word not in ambiguous}


@lru_cache(maxsize=16)
def _pattern(language: str) -> re.Pattern[str]:
    longest = sorted(_values(language), key=len, reverse=True)
    return re.compile(rf" (?:{'|'.join(map(re.escape, longest))})(?= )")
