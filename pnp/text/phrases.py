"""A text as written → one line of its words in lower case; phrases of a glossary and a line → counts of concepts.

The line has no expressions, link targets, marks and tags. A word of a phrase also matches with the language's endings
(``carte`` finds cartes); a star matches any letters (``gagn*``, ``*karte``), three points up to six words between
(``ne … pas``). Of phrases that overlap, the one with more words counts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from functools import lru_cache
from itertools import groupby
from typing import Generic, TypeVar

from pnp.text.placeholders import ICON, LINK_TARGET, without_expressions

_TAG = re.compile(r"</?[a-z][^<>]*>|\{[.#:][^{}]*\}|\{[a-z_][\w.]*\}|%\(\w+\)[a-z]|https?://\S+", re.IGNORECASE)
_MARK = re.compile(r"[*_`]+")
_PART = re.compile(r"[^\W_]+|[.!?;:…|\n]")
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "’": "'"})


_LETTER_OF_OTHER_SCRIPTS = re.compile(r"[^\W\d_\u0000-\u058f\u1e00-\u1fff]")


def has_other_script(text: str) -> bool:
    """Whether a text has letters that are not Latin, Greek, Cyrillic or Armenian.

    Words, numbers and ends of sentences cannot be found in other scripts yet.
    """
    return _LETTER_OF_OTHER_SCRIPTS.search(text) is not None


def prose_of(text: str) -> str:
    """A text without expressions, icons, link targets, tags and emphasis; its letters as they are."""
    text = LINK_TARGET.sub("] ", ICON.sub(" ", without_expressions(text)))
    return _MARK.sub("", _TAG.sub(" ", text))


def plain_word(word: str) -> str:
    """A word in lower case, ligatures undone."""
    return word.lower().translate(_LIGATURES)


@lru_cache(maxsize=8192)
def line_of(text: str) -> str:
    """All words of a text in lower case, between single blanks; the ends of sentences and clauses are points."""
    parts = _PART.findall(plain_word(prose_of(text)))
    return f" {' '.join('.' if not part[0].isalnum() else part for part in parts)} "


def words_of(text: str) -> list[str]:
    """The words of a text in lower case; no figures."""
    return [word for word in line_of(text).split() if word[0].isalpha()]


ConceptKey = TypeVar("ConceptKey", bound=Hashable)

_GAP = "…"
_WIDEST_GAP = 6
_PHRASE_PART = re.compile(r"[\w*]+|…")


class PhraseFinder(Generic[ConceptKey]):
    """Finds the phrases of concepts in lines of one language.

    Args:
        phrases_by_concept: The phrases of each concept; a phrase may belong to several.
        endings: The endings that words of the language may take.
    """

    def __init__(self, phrases_by_concept: Mapping[ConceptKey, Iterable[str]], endings: Iterable[str] = ()) -> None:
        owners: dict[str, list[ConceptKey]] = {}
        for concept, phrases in phrases_by_concept.items():
            for phrase in phrases:
                owners.setdefault(" ".join(parts_of(phrase)), []).append(concept)
        tail = f"(?:{'|'.join(re.escape(ending) for ending in endings)})?" if endings else ""
        longest = sorted(filter(None, owners), key=lambda phrase: (-len(phrase.split()), phrase))
        self._patterns = [
            [(_first(phrase), _pattern(phrase, tail), tuple(owners[phrase])) for phrase in group]
            for _, group in groupby(longest, key=lambda phrase: len(phrase.split()))
        ]

    def count(self, line: str) -> Counter[ConceptKey]:
        """Count how often each concept is named in a line of words."""
        counts: Counter[ConceptKey] = Counter()
        for group in self._patterns:
            rest = line
            places: set[tuple[ConceptKey, int]] = set()
            for first, pattern, concepts in group:
                if first in line:
                    starts = [match.start() for match in _compiled(pattern).finditer(line)]
                    places.update((concept, start) for concept in concepts for start in starts)
                    rest = _compiled(pattern).sub(" ▮", rest) if starts else rest
            counts.update(concept for concept, _ in places)
            line = rest
        return counts


def parts_of(phrase: str) -> list[str]:
    """The words of a phrase in lower case; gaps and stars as they are."""
    return _PHRASE_PART.findall(plain_word(phrase))


def _first(phrase: str) -> str:
    """Letters that every line with the phrase has: a cheap test before the pattern."""
    return phrase.split()[0].strip("*")


@lru_cache(maxsize=8192)
def _compiled(pattern: str) -> re.Pattern[str]:
    """A compiled pattern; patterns are compiled only when a line may match."""
    return re.compile(pattern)


def _pattern(phrase: str, tail: str) -> str:
    parts = []
    for part in phrase.split():
        if part == _GAP:
            parts.append(rf"(?: [^ .]+){{0,{_WIDEST_GAP}}}?")
        else:
            stem = re.escape(part).replace(r"\*", r"\w*")
            parts.append(f" {stem}{'' if '*' in part or len(part) < 3 else tail}")
    return rf"{''.join(parts)}(?= )"
