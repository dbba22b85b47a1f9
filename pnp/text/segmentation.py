"""A text without spaces → where a line may end in it: by Unicode's rules, and by the dictionaries of ICU.

Scripts that put spaces between words break at these, which needs no module. Chinese, Japanese, Thai and their kin have
none, or may break inside words; ICU knows the rules of UAX #14, with Japan's kinsoku, and the words of Thai, Lao, Khmer
and Burmese.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import accumulate

from pnp.text.numbers import base_language

_UNSPACED = (
    "[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u1950-\u19ff\u1a20-\u1aaf\u1b00-\u1b7f\ua980-\ua9ff\uaa60-\uaadf"
    "\u1100-\u11ff\ua960-\ua97f\uac00-\ud7ff\u2e80-\u3012\u3014-\ua4cf\uf900-\ufaff\ufe30-\ufe4f\uff01-\uffef"
    "\U0001b000-\U0001b2ff\U00020000-\U0003ffff]"
)
"""Thai and its kin from Tibet to Java; Hangul; the scripts of China and Japan, without ICON. Compiled when used."""

_KANA = "[\u3041-\u30ff]"
_HANGUL = "[\u1100-\u11ff\u3130-\u318f\uac00-\ud7ff]"

_AFTER_NUMBER = re.compile(r"\d\u2009?\Z")
"""A number keeps the sign that it counts, 3枚, with the little space that pnp.text.typography puts between them."""

ICON = "\u3013"
"""Stands for a picture in a text: the geta mark, at which lines break as at an ideograph."""


def has_breaks_inside(text: str) -> bool:
    """Whether a line may end in a text at other places than its spaces and hyphens."""
    return re.search(_UNSPACED, text) is not None


def has_finer_breaks(text: str) -> bool:
    """Whether a text has breaks inside its phrases that are taken only where the breaks between them do not do."""
    return re.search(_KANA, text) is not None or re.search(_HANGUL, text) is not None


@lru_cache(maxsize=4096)
def breaks_inside(text: str, language: str, is_fine: bool) -> tuple[int, ...]:
    """Return the offsets in a text without spaces at which a line may end, without a hyphen.

    Args:
        text: The text; ICON for a picture in it.
        language: Like ``ja`` or ``zh_Hant``.
        is_fine: Whether lines may end inside the phrases of Japanese and the words of Korean, too.
    """
    from icu4py.breakers import LineBreaker

    wants_phrases = not is_fine and has_finer_breaks(text)
    if not wants_phrases:
        locale = f"{base_language(language)}@lb=strict"
    elif re.search(_HANGUL, text):
        locale = "ko@lb=strict;lw=phrase"
    else:
        locale = "ja@lb=strict;lw=phrase"
    ends = accumulate(map(len, LineBreaker(text, locale)))
    return tuple(end for end in ends if end < len(text) and not _AFTER_NUMBER.search(text, max(end - 2, 0), end))
