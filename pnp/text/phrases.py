"""A text → one line of its words in lower case.

And a line and the phrases of a glossary → how often each concept occurs. The line has no expressions, link targets,
marks or tags. A word of a phrase also matches with the language's endings (``carte`` finds cartes); an asterisk matches
any letters (``gagn*``, ``*karte``), and an ellipsis up to six words (``ne … pas``). Of overlapping phrases, the one
with more words counts. In languages without spaces between words a phrase matches anywhere, and the one with more
letters counts. In Hebrew and Arabic a word may have prefixes that are written together with it: and, the, in, to.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import lru_cache
from itertools import groupby
from typing import Generic, TypeVar

from pnp.core.patterns import lazy_pattern
from pnp.text.counted_numbers import is_unspaced
from pnp.text.numbers import base_language
from pnp.text.placeholders import ICON, LINK_TARGET, without_expressions

_TAG = lazy_pattern(r"</?[a-z][^<>]*>|\{[.#:][^{}]*\}|\{[a-z_][\w.]*\}|%\(\w+\)[a-z]|https?://\S+", re.IGNORECASE)
_MARK = lazy_pattern(r"[*_`]+")
_CASE_OF_MENTION = lazy_pattern(r"(?<=[^\[\]|])\|[a-z]{1,4}(?=\]\])")
"""The case of a mentioned name, which is no word of the text: [[Dragon|gen]]."""
_PART = lazy_pattern(r"[^\W_]+|[.!?;:…|\n。！？；：｡．।॥۔؟؛។៕။]")
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "’": "'"})


_LETTER_OF_OTHER_SCRIPTS = lazy_pattern(r"[^\W\d_\u0000-\u058f\u1e00-\u1fff]")


def has_other_script(text: str) -> bool:
    """Whether a text has letters that are not Latin, Greek, Cyrillic or Armenian.

    Lengths and plural forms are compared differently in other scripts.
    """
    return _LETTER_OF_OTHER_SCRIPTS.search(text) is not None


def prose_of(text: str) -> str:
    """Return a text without expressions, icons, link targets, tags and emphasis; its letters are not changed."""
    text = LINK_TARGET.sub("] ", ICON.sub(" ", without_expressions(text)))
    text = _CASE_OF_MENTION.sub("", text) if "[[" in text else text
    return _MARK.sub("", _TAG.sub(" ", text))


def plain_word(word: str) -> str:
    """Return a word in lower case, with its ligatures resolved."""
    return word.lower().translate(_LIGATURES)


@lru_cache(maxsize=8192)
def line_of(text: str) -> str:
    """Return all words of a text in lower case, separated by single spaces.

    Ends of sentences and clauses become full stops.
    """
    parts = _PART.findall(plain_word(prose_of(text)))
    return f" {' '.join('.' if not part[0].isalnum() else part for part in parts)} "


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower case, without figures."""
    return [word for word in line_of(text).split() if word[0].isalpha()]


ConceptKey = TypeVar("ConceptKey", bound=Hashable)

_GAP = "…"
_WIDEST_GAP = 6
_PHRASE_PART = lazy_pattern(r"[\w*]+|…")


PREFIXES = {"he": "[ובהלמשכ]{0,4}", "ar": "[وف]?(?:ال|بال|كال|لل|[بكل])?"}
"""Language → the pattern of prefixes written together with the next word: and, the, in, as, to, from, that."""

_SHORTEST_WITH_PREFIX = 3
"""A word is only found behind a prefix if it has at least this many letters."""


class PhraseFinder(Generic[ConceptKey]):
    """Finds the phrases of concepts in lines of one language.

    Args:
        phrases_by_concept: The phrases of each concept; a phrase may belong to several.
        endings: The endings that words of the language may take.
        language: The language; "" for any language with spaces between words and without prefixes.
    """

    def __init__(
        self, phrases_by_concept: Mapping[ConceptKey, Iterable[str]], endings: Iterable[str] = (), language: str = ""
    ) -> None:
        self._is_unspaced = is_unspaced(language) if language else False
        owners: dict[str, list[ConceptKey]] = {}
        for concept, phrases in phrases_by_concept.items():
            for phrase in phrases:
                parts = parts_of(phrase)
                owners.setdefault("".join(parts).strip("*") if self._is_unspaced else " ".join(parts), []).append(
                    concept
                )
        tail = f"(?:{'|'.join(re.escape(ending) for ending in endings)})?" if endings else ""
        prefix = PREFIXES.get(base_language(language), "") if language else ""
        length: Callable[[str], int] = len if self._is_unspaced else lambda phrase: len(phrase.split())
        longest = sorted(filter(None, owners), key=lambda phrase: (-length(phrase), phrase))
        self._patterns = [
            [
                (
                    _first(phrase),
                    _unspaced_pattern(phrase) if self._is_unspaced else _pattern(phrase, tail, prefix),
                    tuple(owners[phrase]),
                )
                for phrase in group
            ]
            for _, group in groupby(longest, key=length)
        ]
        self.places = lru_cache(maxsize=1024)(self._find_places)
        """Returns the concepts in a line of words, each with all places where it occurs, in characters."""

    def count(self, line: str) -> Counter[ConceptKey]:
        """Count how often each concept occurs in a line of words."""
        return Counter([concept for concept, _ in self.places(line)])

    def _find_places(self, line: str) -> tuple[tuple[ConceptKey, int], ...]:
        line = line.replace(" ", "") if self._is_unspaced else line
        places: dict[tuple[ConceptKey, int], None] = {}
        for group in self._patterns:
            rest = line
            for first, pattern, concepts in group:
                if first in line:
                    starts = [match.start() for match in _compiled(pattern).finditer(line)]
                    places.update(dict.fromkeys((concept, start) for concept in concepts for start in starts))
                    rest = _compiled(pattern).sub(_filled, rest) if starts else rest
            line = rest
        return tuple(places)


def _filled(match: re.Match[str]) -> str:
    """Return a placeholder of the same length for a phrase that was found."""
    return f" {'▮' * (len(match[0]) - 1)}"


def parts_of(phrase: str) -> list[str]:
    """Return the words of a phrase in lower case; gaps and asterisks are kept."""
    return _PHRASE_PART.findall(plain_word(phrase))


def _unspaced_pattern(phrase: str) -> str:
    """Return the pattern of a phrase anywhere in a line without spaces.

    Asterisks and gaps inside it match a few letters.
    """
    return re.sub(r"\\\*|…", r"[^.]{0,12}?", re.escape(phrase))


def _first(phrase: str) -> str:
    """Return letters that every line with the phrase contains: a quick test before the pattern."""
    return re.split(r"[ *…]+", phrase.strip("*"))[0]


@lru_cache(maxsize=8192)
def _compiled(pattern: str) -> re.Pattern[str]:
    """Compile a pattern; this is called only when a line may match."""
    return re.compile(pattern)


def _pattern(phrase: str, tail: str, prefix: str) -> str:
    parts = []
    for part in phrase.split():
        if part == _GAP:
            parts.append(rf"(?: [^ .]+){{0,{_WIDEST_GAP}}}?")
        else:
            stem = re.escape(part).replace(r"\*", r"\w*")
            before = prefix if len(part.strip("*")) >= _SHORTEST_WITH_PREFIX else ""
            parts.append(f" {before}{stem}{'' if '*' in part or len(part) < 3 else tail}")
    return rf"{''.join(parts)}(?= )"
