"""What is wrong with a translation, as a value.

A text and its translation → terms that are lost or exchanged, opposites, and negations that do not agree.

Two texts of one language → where one says the opposite of the other, by the opposites of a pair of languages.

Pairs that a rule and what shows it may well say differently are loose, and left out: who wins, another loses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from pnp.text.glossary import Glossary, Pair
from pnp.text.phrases import PhraseFinder, line_of, parts_of

TranslationFault = Literal[
    "term", "opposite", "negation", "number", "order", "marks", "plural", "source", "length", "swapped"
]
"""What a translator's comment may name: ``# meant: term, order``."""


@dataclass(frozen=True)
class TranslationFinding:
    """A place where a translation parts from its source.

    Attributes:
        what: What is wrong, to be read after the place.
        fix: What to do.
        why: What it was compared with; empty for the source text.
    """

    kind: TranslationFault
    what: str
    fix: str
    why: str = ""


_NO, _ALMOST, _IDIOM = "no", "almost no", "idiom"
TextPair = tuple[str, str]
"""A source text and its translation."""


@dataclass(frozen=True)
class TermConcept:
    """What both texts should name.

    Attributes:
        words: By language.
        is_term: Whether a translation has to name it wherever the source does.
        opposite: The name of what turns it round.
    """

    name: str
    words: Mapping[str, tuple[str, ...]]
    is_term: bool = True
    opposite: str = ""


class Vocabulary:
    """The terms, opposites and negations of a game in two languages, and how texts are compared by them."""

    def __init__(self, glossary: Glossary, pair: Pair) -> None:
        self.pair = pair
        self.concepts = {concept.name: concept for concept in _concepts(glossary, pair)}

    @cached_property
    def _named(self) -> list[tuple[PhraseFinder[str], PhraseFinder[str]]]:
        """Phrases of terms, and of opposites: a last card is the last one, too."""
        idioms = self.pair.head.idioms
        return [
            self._phrases(
                *(
                    {**{one.name: one.words.get(language, ()) for one in some}, _IDIOM: idioms.get(language, ())}
                    for language in (self.pair.source, self.pair.target)
                )
            )
            for some in (
                [concept for concept in self.concepts.values() if concept.is_term],
                [concept for concept in self.concepts.values() if not concept.is_term],
            )
        ]

    @cached_property
    def _denied(self) -> tuple[PhraseFinder[str], PhraseFinder[str]]:
        head = self.pair.head
        lists = [
            {_NO: head.negations.get(language, ()), _ALMOST: head.half_negations.get(language, ())}
            for language in (self.pair.source, self.pair.target)
        ]
        return self._phrases(lists[0], lists[1])

    @cached_property
    def _alike(self) -> Mapping[str, frozenset[str]]:
        """Terms whose words in the translation may be those of another term; each is like itself."""
        target = self.pair.target
        stems = {
            name: [stem for word in concept.words.get(target, ()) if (stem := " ".join(parts_of(word)).rstrip("*"))]
            for name, concept in self.concepts.items()
            if concept.is_term
        }
        return {
            name: frozenset(
                other
                for other, others in stems.items()
                if any(one.startswith(two) or two.startswith(one) for one in own for two in others)
            )
            for name, own in stems.items()
        }

    def _phrases(
        self, one: Mapping[str, Sequence[str]], other: Mapping[str, Sequence[str]]
    ) -> tuple[PhraseFinder[str], PhraseFinder[str]]:
        pair = self.pair
        return PhraseFinder(one, pair.endings(pair.source)), PhraseFinder(other, pair.endings(pair.target))

    def named(self, both: TextPair) -> tuple[Counter[str], Counter[str]]:
        """How often each concept is named in a text and in its translation."""
        source, target = Counter[str](), Counter[str]()
        for one, other in self._named:
            source.update(one.count(line_of(both[0])))
            target.update(other.count(line_of(both[1])))
        del source[_IDIOM], target[_IDIOM]
        return source, target

    def findings(self, whole: TextPair, parts: Sequence[TextPair]) -> Iterator[TranslationFinding]:
        """What is lost, exchanged or denied.

        Args:
            whole: A text and its translation.
            parts: Their sentences, one beside the other; the whole alone where they are not as many.
        """
        source, target = self.named(whole)
        exchanged: dict[str, str] = {}
        for both in (*parts, whole):
            exchanged = {**dict(self._exchanged(*self.named(both))), **exchanged}
        for name, other in exchanged.items():
            yield self._turned_round(name, other) if other == self.concepts[name].opposite else self._other(name, other)
        for name, concept in self.concepts.items():
            if concept.is_term and source[name] and not target[name] and name not in exchanged:
                yield self._lost(name)
        for both in parts:
            yield from self._negations(both)

    def _exchanged(self, source: Counter[str], target: Counter[str]) -> Iterator[tuple[str, str]]:
        """Concepts that the translation names less often than the source, with others that it names more often."""
        less = [name for name in source if source[name] > target[name]]
        more = {name for name in target if target[name] > source[name]}
        for name in less:
            concept = self.concepts[name]
            if concept.opposite in more:
                yield name, concept.opposite
            elif concept.is_term:
                others = (other for other in more if self.concepts[other].is_term)
                strange = [other for other in others if not any(source[alike] for alike in self._alike[other])]
                if strange:
                    yield name, min(strange)

    def _forms(self, name: str) -> str:
        words = self.concepts[name].words.get(self.pair.target, ())
        return " or ".join(word.replace("*", "…") for word in words[:3])

    def _turned_round(self, name: str, other: str) -> TranslationFinding:
        what = f"the source says {_called(name)}, the translation the opposite, {_called(other)}"
        return TranslationFinding("opposite", what, f"say {self._forms(name)}")

    def _other(self, name: str, other: str) -> TranslationFinding:
        what = f"the source says {_called(name)}, the translation the word for {_called(other)}"
        return TranslationFinding("term", what, f"say {self._forms(name)}")

    def _lost(self, name: str) -> TranslationFinding:
        what = f"the source says {_called(name)}, the translation has no word for it"
        return TranslationFinding("term", what, f"say {self._forms(name)}, or add the word to the glossary")

    def _negations(self, both: TextPair) -> Iterator[TranslationFinding]:
        source, target = self._denied[0].count(line_of(both[0])), self._denied[1].count(line_of(both[1]))
        if source[_NO] > target[_NO] + target[_ALMOST]:
            yield TranslationFinding("negation", "the source says no, the translation does not", "put the negation in")
        if target[_NO] > source[_NO] + source[_ALMOST]:
            yield TranslationFinding(
                "negation", "the translation says no, the source does not", "leave the negation out"
            )


def _concepts(glossary: Glossary, pair: Pair) -> Iterator[TermConcept]:
    for term in glossary.terms:
        if pair.target in term.forms:
            yield TermConcept(term.name, term.forms)
    for written, words in pair.head.terms.items():
        forms = tuple(form.strip() for form in written.split("|"))
        yield TermConcept(f"{forms[0]}\0", {pair.source: forms, pair.target: words})
    for one, other in pair.head.opposites:
        names = [f"{'/'.join(side[0])}\1" for side in (one, other)]
        for side, name, opposite in ((one, names[0], names[1]), (other, names[1], names[0])):
            yield TermConcept(name, {pair.source: side[0], pair.target: side[1]}, is_term=False, opposite=opposite)


def _called(name: str) -> str:
    """A concept's name, as messages say it."""
    return f"“{name.rstrip(chr(0) + chr(1)).partition('/')[0]}”"


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
        self._phrases = PhraseFinder({**self._words, _IDIOM: pair.head.idioms.get(language, ())}, self._endings)

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
        return next((word for word in words if PhraseFinder({name: [word]}, self._endings).count(line)), words[0])
