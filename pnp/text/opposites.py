"""Two texts in one language → words of the first whose opposites the second has instead: "most" for "least".

Loose opposites are left out: a rule and its example may use either word, since one player wins and another loses.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.text.glossary import Pair
from pnp.text.phrases import PhraseFinder, line_of

_IDIOM = "idiom"


class Opposites:
    """The opposites in one language of a pair.

    Args:
        pair: The pair.
        language: The source or the target language of the pair.
    """

    def __init__(self, pair: Pair, language: str) -> None:
        side = 0 if language == pair.source else 1
        loose = frozenset(pair.head.loose)
        self._words: dict[str, tuple[str, ...]] = {}
        self._opposite: dict[str, str] = {}
        self._endings = pair.endings(language)
        for pairs in pair.head.opposites:
            if loose.isdisjoint((*pairs[0][0], *pairs[1][0])):
                names = ["/".join(words[0]) for words in pairs]
                self._words |= {name: words[side] for name, words in zip(names, pairs, strict=True)}
                self._opposite |= dict(zip(names, reversed(names), strict=True))
        self._language = language
        self._phrases = PhraseFinder(
            {**self._words, _IDIOM: pair.head.idioms.get(language, ())}, self._endings, language
        )

    def turned_round(self, text: str, compared: str) -> Iterator[tuple[str, str]]:
        """Yield words of a text, each with the opposite word that the other text has instead."""
        lines = line_of(text), line_of(compared)
        counts, compared_counts = map(self._phrases.count, lines)
        for name in counts:
            opposite = self._opposite.get(name, "")
            if opposite in compared_counts and opposite not in counts and name not in compared_counts:
                yield self._word(name, lines[0]), self._word(opposite, lines[1])

    def _word(self, name: str, line: str) -> str:
        """Return the word in a line that stands for one side of a pair of opposites."""
        words = self._words[name]
        return next(
            (word for word in words if PhraseFinder({name: [word]}, self._endings, self._language).count(line)),
            words[0],
        )
