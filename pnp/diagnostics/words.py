"""Words of messages: the nearest known word to a misspelt one, so many of something, what a terminal may show."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable

MOST = 24
"""Words that a list has; whoever is offered more looks them up."""


def nearest(word: str, words: Iterable[str]) -> str | None:
    """The word most like a misspelt one, or None when none is close."""
    known = {w.lower(): w for w in words}
    close = difflib.get_close_matches(str(word).lower(), known, n=1, cutoff=0.6)
    return known[close[0]] if close else None


def suggest(word: str, words: Iterable[str]) -> str:
    """A fix for a misspelt word: the nearest valid one, else the list of all."""
    words = sorted(words)
    if close := nearest(word, words):
        return f"did you mean {close}?"
    if not words:
        return "none is defined"
    return f"use one of: {', '.join(words[:MOST])}{', …' if len(words) > MOST else ''}"


def counted(number: int, one: str, many: str = "") -> str:
    """So many of something: 1 game, 2,000 games.

    Args:
        number: How many.
        one: What it is called.
        many: What several are called, where that is not the one with an s.
    """
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


_STEERING = frozenset({"Cc", "Cf", "Zl", "Zp"})
"""Unicode categories of characters that move a terminal's cursor, change its colours or the direction of writing."""

_HARMLESS = "\u00ad\u200c\u200d"
"""Those of them that words need: the soft hyphen, and what parts or joins letters in some scripts."""


def printable(text: str) -> str:
    """The text with a space for each character by which it could control a terminal, line ends included."""
    if text.isprintable():
        return text
    return "".join(" " if unicodedata.category(c) in _STEERING and c not in _HARMLESS else c for c in text)
