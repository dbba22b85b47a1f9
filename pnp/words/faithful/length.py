"""The translations of a catalogue → those that are cut off, or that nobody has translated.

Both are seen beside the others: how long translations usually are, and which words of the source none of them uses.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from statistics import median

from pnp.words.faithful.finding import Finding
from pnp.words.faithful.glossary import Glossary, Pair
from pnp.words.faithful.plain import plain_word, prose_of, words_of
from pnp.words.sentences import split_sentences

Both = tuple[str, str]

_SHORTEST = 12
_SHARES = ((100, 0.68, 1.8), (50, 0.55, 2.0), (25, 0.45, 2.2), (_SHORTEST, 0.35, 2.6))
"""From so many characters on: the smallest and the largest share of the usual length."""
_FEWER = 0.7
"""The smallest share where sentences are missing, too."""
_ENOUGH_TEXTS = 20
_END = re.compile(r"([.!?:;…])[\s\u00a0\u202f*_»”\")\]]*$")
_LAST = re.compile(r"([^\W\d_]+)[*_\s]*$")
_NAME = re.compile(r"(?<=[\w,;)] )[^\W\d_a-zà-ÿ][^\W\d_]+")
_FINISHED = (".", "?", ":", ";")
_FOREIGN_SHARE = 0.3


class Usual:
    """What translations of a catalogue are like."""

    def __init__(self, texts: Sequence[Both], glossary: Glossary, pair: Pair) -> None:
        self.texts = texts
        self.glossary = glossary
        self.pair = pair

    @cached_property
    def ratio(self) -> float:
        """How long a translation is, beside its source."""
        lengths = [(len(_visible(source)), len(_visible(target))) for source, target in self.texts]
        ratios = [target / source for source, target in lengths if source >= _SHORTEST]
        return median(ratios) if len(ratios) >= _ENOUGH_TEXTS else 1.0

    @cached_property
    def _used(self) -> Counter[str]:
        """In how many translations each word is; those that are their source do not count."""
        translated = (both for both in self.texts if both[0] != both[1])
        found = Counter(word for _, target in translated for word in set(words_of(target)))
        known = [*self.pair.head.shared]
        known += [word for term in self.glossary.terms for word in term.forms.get(self.pair.target, ())]
        found.update(2 * words_of(" ".join((*known, *self.glossary.words.get(self.pair.target, ())))))
        return found

    def cut(self, both: Both) -> Iterator[Finding]:
        """A translation that ends too early, or is far longer than its source."""
        source, target = _visible(both[0]), _visible(both[1])
        ends = [match[1] if (match := _END.search(text)) else "" for text in (source, target)]
        if len(words_of(both[0])) > 1 and ends[0] in _FINISHED and not ends[1] and target:
            yield Finding(
                "length", f"the source ends with “{ends[0]}”, the translation without", "put in what is missing"
            )
        elif target.endswith(",") and not source.endswith(","):
            yield Finding("length", "the translation ends with a comma, as if cut off", "put in what is missing")
        elif (last := self._unfinished(both[1], self.pair.target)) and not self._unfinished(both[0], self.pair.source):
            yield Finding("length", f"the translation ends with “{last}”, as if cut off", "put in what is missing")
        elif (share := next((one for one in _SHARES if len(source) >= one[0]), None)) is not None:
            ratio = len(target) / len(source) / self.ratio
            is_fewer = len(split_sentences(both[1])) < len(split_sentences(both[0]))
            if is_fewer and ratio < _FEWER:
                yield Finding("length", "the translation has fewer sentences, and is short", "translate all of it")
            elif not share[1] <= ratio <= share[2]:
                says = f"{len(target)} characters for {len(source)}"
                fault = "short" if ratio < 1 else "long"
                yield Finding("length", f"the translation is very {fault}: {says}", "translate all of it, and no more")

    def _unfinished(self, text: str, language: str) -> str:
        """The last word of a text, where no text ends with it."""
        match = _LAST.search(text)
        last = plain_word(match[1]) if match else ""
        return last if last in self.pair.head.unfinished.get(language, ()) else ""

    def left(self, both: Both) -> Iterator[Finding]:
        """A translation with words of the source that no other translation uses."""
        source, target = set(words_of(both[0])), words_of(both[1])
        names = set(map(plain_word, _NAME.findall(prose_of(both[1]))))
        source -= names
        seen = 0 if both[0] == both[1] else 1
        foreign = [word for word in target if word in source and len(word) > 1 and self._used[word] <= seen]
        if foreign and (both[0] == both[1] or _is_much(foreign, target)):
            what = f"“{' '.join(foreign[:6])}” is not translated"
            yield Finding("source", what, "translate it; if it is the same in both languages, add it to the glossary")


def _is_much(foreign: Sequence[str], words: Sequence[str]) -> bool:
    """Whether words of the source are so many, or so close together, that it is no chance."""
    together = any(one in foreign and other in foreign for one, other in pairwise(words))
    return len(set(foreign)) >= 2 and (together or len(foreign) >= _FOREIGN_SHARE * len(words))


def _visible(text: str) -> str:
    return " ".join(prose_of(text).split())
