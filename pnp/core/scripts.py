"""A character or text → whether its script uses spaces and italics; and a text → its letters in ASCII."""

from __future__ import annotations

import unicodedata

from pnp.core.patterns import lazy_pattern

_THAI_AND_KIN = lazy_pattern(
    "[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u1950-\u19ff\u1a20-\u1aaf\ua9e0-\ua9ff\uaa60-\uaadf]"
)
"""Letters of Thai, Lao, Tibetan, Burmese, Khmer and other scripts that put no spaces between words."""

_PICTURES = range(0x1F000, 0x1FB00)
"""Emojis; they are wide, but also occur in texts with spaces."""

_SLANTED = lazy_pattern(
    "[A-Za-z\u00aa-\u058f\u10a0-\u10ff\u13a0-\u13ff\u1c80-\u1cbf\u1d00-\u1fff\u2c00-\u2dff\ua640-\ua69f\ua720-\ua7ff\uab30-\uabbf\ufb00-\ufb17]"
)
"""Letters of Latin, Greek, Cyrillic, Armenian, Georgian, Coptic, Glagolitic and Cherokee, which have italics or slanted
type."""


def is_unspaced(character: str) -> bool:
    """Whether a character belongs to a script without spaces between words, or is a wide sign used with these."""
    if unicodedata.east_asian_width(character) in "WF":
        return ord(character) not in _PICTURES
    return _THAI_AND_KIN.match(character) is not None


_STRESSED_BY_DOTS = lazy_pattern("[\u3005\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")


def has_dots(text: str) -> bool:
    """Whether a text has Chinese or Japanese letters, which are emphasised by dots instead of italics."""
    return _STRESSED_BY_DOTS.search(text) is not None


def is_upright(text: str) -> bool:
    """Whether a text has letters, all from scripts without italics, such as Chinese, Thai and Arabic."""
    has_letters = False
    for character in text:
        if character.isalpha():
            if _SLANTED.match(character):
                return False
            has_letters = True
    return has_letters


_LETTERS = str.maketrans({
    "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D",
    "ð": "d", "Ð": "D", "þ": "th", "Þ": "TH", "ł": "l", "Ł": "L", "ħ": "h", "Ħ": "H", "ı": "i",
})  # fmt: skip
"""Latin letters that do not decompose into a letter and an accent, and how file names write them."""


def in_ascii(text: str) -> str:
    """Return a text in ASCII: Latin letters lose their accents, and letters of other scripts are left out."""
    return unicodedata.normalize("NFKD", text.translate(_LETTERS)).encode("ascii", "ignore").decode()
