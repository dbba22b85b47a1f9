"""Chinese and Japanese punctuation → which marks close up, and which should come from the font of the ideographs.

A mark is as wide as an ideograph, and half of it is empty: the half after a comma or closing bracket, or before an
opening one. Of two adjacent marks one gives up its empty half (JLREQ 3.1.4, CLREQ 3.1.6). The caller checks that the
glyph really has an empty half: fonts for Taiwan centre their commas.
"""

from __future__ import annotations

import unicodedata
from typing import Literal

OPENING_QUOTES, _CLOSING_QUOTES = "“‘", "”’"
"""Quotation marks that are wide in Chinese fonts and narrow in others."""

_STOPS = "、。，．：；！？"

CENTRED = "…‥—―"
"""Dots and dashes that fonts with ideographs centre vertically, and Latin fonts set on the baseline or lower."""

EmptyHalf = Literal["", "first", "second"]


def empty_half(first: str, second: str) -> EmptyHalf:
    """Return which of two adjacent characters gives up its empty half; "" if neither does.

    A cluster of several characters, such as a Telugu letter with its vowel, is never a mark.
    """
    if len(first) != 1 or len(second) != 1:
        return ""
    if _is_closing(first) and (_is_closing(second) or _is_opening(second)):
        return "first"
    return "second" if _is_opening(first) and _is_opening(second) else ""


def is_wide(character: str) -> bool:
    """Whether a character is an ideograph, kana or a sign as wide as these (East_Asian_Width W or F)."""
    return unicodedata.east_asian_width(character) in "WF"


def _is_opening(character: str) -> bool:
    return character in OPENING_QUOTES or (unicodedata.category(character) == "Ps" and is_wide(character))


def _is_closing(character: str) -> bool:
    return character in _CLOSING_QUOTES + _STOPS or (unicodedata.category(character) == "Pe" and is_wide(character))
