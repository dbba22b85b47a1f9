"""Sentences, a Game and its tests → tests proposed for each sentence.

Proposals decide nothing: a reader confirms each.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from pnp.core.patterns import lazy_pattern
from pnp.core.titles import plain_title
from pnp.expressions.scope import game_scope
from pnp.project.game import Game
from pnp.text.placeholders import find_expressions, without_expressions
from pnp.ties.book import Support
from pnp.ties.follows import FORMS, example_of
from pnp.ties.passages import Sentence, filled
from pnp.ties.proofs import Test, is_about_facts

_MOST = 2
"""At most this many claims, expectations and further examples are proposed for a sentence."""

_LEAST = 0.2
"""A proposed test has at least this similarity: the cosine of the words of both, with rare words weighing more."""

_NEAR_BEST = 0.8
"""A second test is proposed if it has at least this share of the best test's similarity."""

_SAME_SECTION = 2.5
"""Factor for the similarity of a test about the section, or about words in bold before the sentence."""

_SAME_FACT = 0.2
"""Added to the similarity of a test that reads a fact with which the sentence's words change."""

_STEM = 4
_WORD = lazy_pattern(r"[^\W\d_]+|\d+")
_ENDING = lazy_pattern(r"(?<=\w{3})(ies|es|s)$")
_COMMON = lazy_pattern(
    r"an?|all|and|any|are|as|at|be|but|by|cards?|do|does|each|for|from|has|have|he|her|him|his|if|in|is|its?|no|not|of"
    r"|on|one|or|players?|so|than|that|the|theirs?|them|then|they|this|to|when|who|whoever|with|yours?|you"
)


def propose(
    sentences: Sequence[Sentence], followed: Sequence[Sequence[str]], tests: Mapping[str, Test], game: Game
) -> list[Support]:
    """Propose tests for each sentence: the examples whose values it uses, and tests with similar words.

    Titles, labels, pictures and other texts whose form states no rule get none. Contradicted claims are never proposed.

    Args:
        sentences: All sentences of the game.
        followed: The paths with which each sentence's words change.
        tests: All tests of the game.
        game: The game, for evaluating expressions.
    """
    scope = game_scope(game)
    words = [_stems(_readable(sentence, game, scope)) for sentence in sentences]
    about = {name: _stems(f"{test.about} {name}") for name, test in tests.items() if not test.is_false}
    weigh = _Weights([*words, *about.values()])
    proposals = []
    for sentence, stems, paths in zip(sentences, words, followed, strict=True):
        if sentence.kind:
            proposals.append(Support(is_free=sentence.kind not in FORMS))
            continue
        titles = {plain_title(title) for title in (sentence.section, *sentence.in_bold)}
        facts = [path for path in paths if path.partition(".")[0] in game.head.facts]
        scores = {
            name: (weigh.likeness(stems, theirs) + _SAME_FACT * is_about_facts(tests[name], facts))
            * (_SAME_SECTION if tests[name].sections & titles else 1)
            for name, theirs in about.items()
        }
        examples = dict.fromkeys(example_of(path).partition(".")[2] for path in paths)
        proposals.append(Support(tuple(_best(scores, [name for name in examples if name in tests], tests))))
    return proposals


def _best(scores: Mapping[str, float], by: Sequence[str], tests: Mapping[str, Test]) -> Iterator[str]:
    """Yield the examples that a sentence names, the most similar claims, and one function if it names no example."""
    yield from by
    ranked = sorted((name for name in scores if name not in by), key=lambda name: -scores[name])
    playing = [name for name in ranked if tests[name].plays][:_MOST]
    enough = max(_LEAST, _NEAR_BEST * scores[playing[0]]) if playing else 0
    yield from (name for name in playing if scores[name] >= (2 * enough if by else enough))
    functions = [name for name in ranked if not tests[name].plays and scores[name] >= _LEAST]
    yield from functions[: 0 if by else 1]


def _readable(sentence: Sentence, game: Game, scope: dict[str, Any]) -> str:
    """Return the words of a sentence, with its expressions evaluated for their first values."""
    text = without_expressions(sentence.text)
    if not sentence.kind and find_expressions(sentence.text):
        text += " " + next(iter(filled(sentence.text, sentence, game, scope)), "")
    return text


def _stems(text: str) -> frozenset[str]:
    words = (word for word in _WORD.findall(text.lower()) if not _COMMON.fullmatch(word))
    return frozenset(_ENDING.sub("", word)[:_STEM] for word in words)


class _Weights:
    """The weights of words: the fewer texts contain a word, the higher."""

    def __init__(self, texts: Sequence[Collection[str]]) -> None:
        counts = Counter(word for text in texts for word in text)
        self.weights = {word: math.log(len(texts) / count) ** 2 for word, count in counts.items()}

    def likeness(self, left: frozenset[str], right: frozenset[str]) -> float:
        """Return the cosine of two texts, from 0 to 1."""
        lengths = self._sum(left) * self._sum(right)
        return self._sum(left & right) / math.sqrt(lengths) if lengths else 0.0

    def _sum(self, words: Collection[str]) -> float:
        return sum(self.weights[word] for word in words)
