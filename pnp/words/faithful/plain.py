"""A text as written → its words in small letters, as one line that phrases are looked for in.

Expressions, link targets, marks and tags are left out; an icon or expression is a gap that no phrase crosses unseen.
"""

from __future__ import annotations

import re
from functools import lru_cache

from pnp.words.placeholders import ICON, LINK_TARGET, without_expressions

_TAG = re.compile(r"</?[a-z][^<>]*>|\{[.#:][^{}]*\}|\{[a-z_][\w.]*\}|%\(\w+\)[a-z]|https?://\S+", re.IGNORECASE)
_MARK = re.compile(r"[*_`]+")
_PART = re.compile(r"[^\W_]+|[.!?;:…|\n]")
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "’": "'"})


_LETTER_OF_OTHER_SCRIPTS = re.compile(r"[^\W\d_\u0000-\u058f\u1e00-\u1fff]")


def has_other_script(text: str) -> bool:
    """Whether a text has letters that are not Latin, Greek, Cyrillic or Armenian.

    Words, numbers and ends of sentences are not known in other scripts yet.
    """
    return _LETTER_OF_OTHER_SCRIPTS.search(text) is not None


def prose_of(text: str) -> str:
    """A text without expressions, icons, link targets, tags and emphasis; its letters as they are."""
    text = LINK_TARGET.sub("] ", ICON.sub(" ", without_expressions(text)))
    return _MARK.sub("", _TAG.sub(" ", text))


def plain_word(word: str) -> str:
    """A word in small letters, ligatures undone."""
    return word.lower().translate(_LIGATURES)


@lru_cache(maxsize=8192)
def line_of(text: str) -> str:
    """All words of a text in small letters, between single blanks; the ends of sentences and clauses are points."""
    parts = _PART.findall(plain_word(prose_of(text)))
    return f" {' '.join('.' if not part[0].isalnum() else part for part in parts)} "


def words_of(text: str) -> list[str]:
    """The words of a text in small letters; no figures."""
    return [word for word in line_of(text).split() if word[0].isalpha()]
