"""A text as written → its words in small letters, as one line that phrases are looked for in.

Expressions, link targets, marks and tags are left out; an icon or expression is a gap that no phrase crosses unseen.

Phrases as a glossary writes them, and a line of words → how often each concept is named in it.

A word stands for its endings, too (``carte`` finds cartes); a star for any (``gagn*``, ``*karte``), three points for up
to six words between (``ne … pas``). Where phrases overlap, those of most words count.
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


ConceptKey = TypeVar("ConceptKey", bound=Hashable)

_GAP = "…"
_WIDEST_GAP = 6
_PHRASE_PART = re.compile(r"[\w*]+|…")


class PhraseFinder(Generic[ConceptKey]):
    """What is looked for in lines of one language.

    Args:
        written: The phrases of each concept; a phrase may belong to several.
        endings: Those a word may take in the language.
    """

    def __init__(self, written: Mapping[ConceptKey, Iterable[str]], endings: Iterable[str] = ()) -> None:
        owners: dict[str, list[ConceptKey]] = {}
        for concept, phrases in written.items():
            for phrase in phrases:
                owners.setdefault(" ".join(parts_of(phrase)), []).append(concept)
        tail = f"(?:{'|'.join(re.escape(ending) for ending in endings)})?" if endings else ""
        longest = sorted(filter(None, owners), key=lambda phrase: (-len(phrase.split()), phrase))
        self._patterns = [
            [(_first(phrase), _pattern(phrase, tail), tuple(owners[phrase])) for phrase in group]
            for _, group in groupby(longest, key=lambda phrase: len(phrase.split()))
        ]

    def count(self, line: str) -> Counter[ConceptKey]:
        """How often each concept is named in a line of words."""
        found: Counter[ConceptKey] = Counter()
        for group in self._patterns:
            rest = line
            places: set[tuple[ConceptKey, int]] = set()
            for first, pattern, concepts in group:
                if first in line:
                    starts = [match.start() for match in _compiled(pattern).finditer(line)]
                    places.update((concept, start) for concept in concepts for start in starts)
                    rest = _compiled(pattern).sub(" ▮", rest) if starts else rest
            found.update(concept for concept, _ in places)
            line = rest
        return found


def parts_of(phrase: str) -> list[str]:
    """The words of a phrase, in small letters, gaps and stars as they are."""
    return _PHRASE_PART.findall(plain_word(phrase))


def _first(phrase: str) -> str:
    """Letters that stand in every line with the phrase."""
    return phrase.split()[0].strip("*")


@lru_cache(maxsize=8192)
def _compiled(pattern: str) -> re.Pattern[str]:
    """A pattern, compiled when a line may have it."""
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
