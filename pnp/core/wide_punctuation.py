"""Punctuation of Chinese and Japanese → which marks close up, and which should come from the font of ideographs.

A mark is as wide as an ideograph, and half of it is empty: behind a comma or a closing bracket, before an opening one.
Two marks in sequence share one half (JLREQ 3.1.4, CLREQ 3.1.6). The caller checks that the glyphs have such a half, as
fonts for Taiwan centre their commas.
"""

from __future__ import annotations

import unicodedata
from typing import Literal

OPENING_QUOTES, _CLOSING_QUOTES = "“‘", "”’"
"""Quotes that are wide in fonts for China, and narrow in others."""

_STOPS = "、。，．：；！？"

CENTRED = "…‥—―"
"""Dots and dashes that Latin fonts set on the baseline or lower, and fonts with ideographs in the middle of these."""

EmptyHalf = Literal["", "first", "second"]


def empty_half(first: str, second: str) -> EmptyHalf:
    """Return which of two characters in sequence gives up its empty half; "" where none does.

    What a font shows as one, such as a letter of Telugu with its vowel, is several characters, and no mark.
    """
    if len(first) != 1 or len(second) != 1:
        return ""
    if _is_closing(first) and (_is_closing(second) or _is_opening(second)):
        return "first"
    return "second" if _is_opening(first) and _is_opening(second) else ""


def is_wide(character: str) -> bool:
    """Whether a character is an ideograph, kana or sign as wide as these (East_Asian_Width W or F)."""
    return unicodedata.east_asian_width(character) in "WF"


def _is_opening(character: str) -> bool:
    return character in OPENING_QUOTES or (unicodedata.category(character) == "Ps" and is_wide(character))


def _is_closing(character: str) -> bool:
    return character in _CLOSING_QUOTES + _STOPS or (unicodedata.category(character) == "Pe" and is_wide(character))
