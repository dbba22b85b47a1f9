"""Word and language → where it may be broken at the end of a line. Knows no widths; breaking lines is layout's."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyphen import Pyphen

SOFT_HYPHEN = "\u00ad"
SHORTEST_WORD = 5

LETTERS_KEPT = {"de": (2, 2), "en": (2, 3), "fr": (2, 3)}
"""Fewest letters left before and after a break; (2, 3) in all other languages. French and English typographers take no
two letters over to the next line."""

_LETTERS = re.compile(r"[^\W\d_]+")
_HAS_NO_BREAKS = re.compile(r"\d|\w[-\u2010\u2011]\w|[/@]")


@lru_cache(maxsize=16384)
def hyphenate(word: str, language: str) -> tuple[int, ...]:
    """Offsets at which a hyphen and a line break may be put: ``word[:i] + "-"`` and ``word[i:]``.

    Soft hyphens in the word override the dictionary; the offset is then that of the soft hyphen, which the caller does
    not print. Each part of a word with an apostrophe is broken for itself, never at the apostrophe. Punctuation around
    the word does no harm.

    Returns:
        Nothing for words shorter than five letters, all in capitals, with a digit or a hyphen of their own, for
        addresses, and for languages without a dictionary.
    """
    if SOFT_HYPHEN in word:
        return tuple(i for i, character in enumerate(word) if character == SOFT_HYPHEN and 0 < i < len(word) - 1)
    if len(word) < SHORTEST_WORD or word.isupper() or _HAS_NO_BREAKS.search(word):
        return ()
    dictionary = _dictionary(language)
    if dictionary is None:
        return ()
    return tuple(
        part.start() + int(offset)
        for part in _LETTERS.finditer(word)
        if len(part[0]) >= SHORTEST_WORD
        for offset in dictionary.positions(part[0])
        if offset.data is None
    )


@lru_cache(maxsize=64)
def _dictionary(language: str) -> Pyphen | None:
    """Breaks that would change the spelling (old German ck → k-k) are left out by the caller."""
    import pyphen

    name = pyphen.language_fallback(language.replace("-", "_"))
    if name is None:
        return None
    left, right = LETTERS_KEPT.get(name.partition("_")[0], (2, 3))
    return pyphen.Pyphen(lang=name, left=left, right=right)
