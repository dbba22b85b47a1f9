"""Two texts of one language → where one says the opposite of the other, by the opposites of a pair of languages.

Pairs that a rule and what shows it may well say differently are loose, and left out: who wins, another loses.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.words.faithful.glossary import Pair
from pnp.words.faithful.phrases import Phrases
from pnp.words.faithful.plain import line_of

_IDIOM = "idiom"


class Opposites:
    """The opposites of one of a pair's languages.

    Args:
        pair: The pair.
        language: Its source or its target.
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
        self._phrases = Phrases({**self._words, _IDIOM: pair.head.idioms.get(language, ())}, self._endings)

    def turned_round(self, text: str, other: str) -> Iterator[tuple[str, str]]:
        """Words of a text, each with a word of the other text that says the opposite instead."""
        lines = line_of(text), line_of(other)
        here, there = map(self._phrases.count, lines)
        for name in here:
            opposite = self._opposite.get(name, "")
            if opposite in there and opposite not in here and name not in there:
                yield self._word(name, lines[0]), self._word(opposite, lines[1])

    def _word(self, name: str, line: str) -> str:
        """The word by which a line names a side."""
        words = self._words[name]
        return next((word for word in words if Phrases({name: [word]}, self._endings).count(line)), words[0])
