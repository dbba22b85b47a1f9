"""Phrases as a glossary writes them, and a line of words → how often each concept is named in it.

A word stands for its endings, too (``carte`` finds cartes); a star for any (``gagn*``, ``*karte``), three points for up
to six words between (``ne … pas``). Where phrases overlap, the longest counts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from typing import Generic, TypeVar

from pnp.words.faithful.plain import plain_word

Concept = TypeVar("Concept", bound=Hashable)

_GAP = "…"
_WIDEST_GAP = 6
_SPLIT = re.compile(r"[\s'’-]+")


class Phrases(Generic[Concept]):
    """What is looked for in lines of one language.

    Args:
        written: The phrases of each concept; a phrase may belong to several.
        endings: Those a word may take in the language.
    """

    def __init__(self, written: Mapping[Concept, Iterable[str]], endings: Iterable[str] = ()) -> None:
        owners: dict[str, list[Concept]] = {}
        for concept, phrases in written.items():
            for phrase in phrases:
                owners.setdefault(" ".join(parts_of(phrase)), []).append(concept)
        longest = sorted(filter(None, owners), key=lambda phrase: (-len(phrase.split()), -len(phrase), phrase))
        tail = f"(?:{'|'.join(re.escape(ending) for ending in endings)})?" if endings else ""
        self._patterns = [
            (_first(phrase), re.compile(_pattern(phrase, tail)), tuple(owners[phrase])) for phrase in longest
        ]

    def count(self, line: str) -> Counter[Concept]:
        """How often each concept is named in a line of words."""
        found: Counter[Concept] = Counter()
        for first, pattern, concepts in self._patterns:
            if first in line:
                line, times = pattern.subn(" ▮", line)
                if times:
                    for concept in concepts:
                        found[concept] += times
        return found


def parts_of(phrase: str) -> list[str]:
    """The words of a phrase, in small letters, gaps and stars as they are."""
    return [part for part in _SPLIT.split(plain_word(phrase).strip()) if part]


def _first(phrase: str) -> str:
    """Letters that stand in every line with the phrase."""
    return phrase.split()[0].strip("*")


def _pattern(phrase: str, tail: str) -> str:
    parts = []
    for part in phrase.split():
        if part == _GAP:
            parts.append(rf"(?: [^ .]+){{0,{_WIDEST_GAP}}}?")
        else:
            stem = re.escape(part).replace(r"\*", r"\w*")
            parts.append(f" {stem}{'' if '*' in part or len(part) < 3 else tail}")
    return rf"{''.join(parts)}(?= )"
