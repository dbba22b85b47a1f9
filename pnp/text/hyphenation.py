"""A word and its language → where it may be broken at the end of a line."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.core.patterns import lazy_pattern
from pnp.text.numbers import locale_identifier, script_of

if TYPE_CHECKING:
    from pyphen import Pyphen

SOFT_HYPHEN = "\u00ad"
SHORTEST_WORD = 5

FEWEST_LETTERS = 3
"""Fewest letters left before and after a break."""

_LETTERS = lazy_pattern(r"[^\W\d_]+")
_TAKES_HYPHENS = lazy_pattern("[A-Za-z\u00c0-\u024f\u0370-\u052f\u10a0-\u10ff\u1e00-\u1fff]")
"""Letters of the scripts whose words are parted by a hyphen: Latin, Greek, Cyrillic, Georgian."""

_HAS_NO_BREAKS = lazy_pattern(r"\d|\w[-\u2010\u2011]\w|[/@]")


@lru_cache(maxsize=16384)
def hyphenate(word: str, language: str) -> tuple[int, ...]:
    """The offsets at which a word may be hyphenated: ``word[:i] + "-"`` and ``word[i:]``.

    Soft hyphens in the word override the dictionary; the offset is then that of the soft hyphen, which the caller does
    not print. The parts of a word with an apostrophe are broken separately, never at the apostrophe. Punctuation around
    the word may stay.

    Returns:
        Offsets; none for words shorter than five letters, all in capitals, with a digit or a hyphen of their own, for
        addresses, and for languages without a dictionary.
    """
    if SOFT_HYPHEN in word:
        return tuple(i for i, character in enumerate(word) if character == SOFT_HYPHEN and 0 < i < len(word) - 1)
    if len(word) < SHORTEST_WORD or word.isupper() or _HAS_NO_BREAKS.search(word) or not _TAKES_HYPHENS.search(word):
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


def has_hyphenation(language: str) -> bool:
    """Whether words of a language are hyphenated."""
    return _dictionary(language) is not None and script_of(language) in ("Latn", "Cyrl", "Grek", "Geor")


@lru_cache(maxsize=64)
def _dictionary(language: str) -> Pyphen | None:
    """The hyphenation of a language; its caller leaves out breaks that change the spelling (old German ck → k-k)."""
    import pyphen

    name = pyphen.language_fallback(locale_identifier(language))
    if name is None:
        return None
    return pyphen.Pyphen(lang=name, left=FEWEST_LETTERS, right=FEWEST_LETTERS)
