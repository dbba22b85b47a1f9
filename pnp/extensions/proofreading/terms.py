"""A text and its translation → findings: terms that are lost or exchanged, opposites, negations that do not agree."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Literal

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.text.counted_numbers import is_unspaced
from pnp.text.glossary import Glossary, Pair
from pnp.text.inflection import inflected
from pnp.text.mentions import MENTION
from pnp.text.phrases import PhraseFinder, line_of, parts_of, plain_word

TranslationFault = Literal["term", "opposite", "negation", "number", "order", "marks", "plural", "source", "length"]
"""Kinds of faults; a translator's comment may name them: ``# meant: term, order``."""


@frozen_dataclass
class TranslationFinding:
    """A fault of a translation.

    Attributes:
        what: The fault, in words that follow the place.
        fix: The correction.
        why: The text it was compared with; "" for the source text.
        piece: The characters of the translation that show the fault, if they are known.
        is_relative: Whether many findings of this kind show that the whole translation is free.
        is_habit: Whether it is a style and no fault if most texts have it.
    """

    kind: TranslationFault
    what: str
    fix: str
    why: str = ""
    is_relative: bool = False
    is_habit: bool = False
    piece: str = ""


LONGEST_WHOLE = 300
"""The most characters of a text that is compared as a whole; a longer one only sentence by sentence."""

_NO, _ALMOST, _IDIOM = "no", "almost no", "idiom"
TextPair = tuple[str, str]
"""A source text and its translation."""


@frozen_dataclass
class TermConcept:
    """A concept that a text and its translation should both name.

    Attributes:
        words: Its words by language.
        is_term: Whether a translation must name it wherever the source does.
        opposite: The name of the opposite concept; "" if it has none.
    """

    name: str
    words: Mapping[str, tuple[str, ...]]
    is_term: bool = True
    opposite: str = ""


class Vocabulary:
    """The terms, opposites and negations of a game in two languages, and the comparison of texts by them."""

    def __init__(self, glossary: Glossary, pair: Pair) -> None:
        self.pair = pair
        self.concepts = {concept.name: concept for concept in _concepts(glossary, pair)}

    @cached_property
    def _finders(self) -> list[tuple[PhraseFinder[str], PhraseFinder[str]]]:
        """The finders of terms, and those of opposites: both may match at one place, such as in “last card”."""
        idioms = self.pair.head.idioms
        return [
            self._phrases(
                *(
                    {
                        **{concept.name: concept.words.get(language, ()) for concept in concepts},
                        _IDIOM: idioms.get(language, ()),
                    }
                    for language in (self.pair.source, self.pair.target)
                )
            )
            for concepts in (
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
        """By term, the terms with words in the translation that begin like its own, itself included."""
        target = self.pair.target
        stems = {
            name: [stem for word in concept.words.get(target, ()) if (stem := " ".join(parts_of(word)).strip("*"))]
            for name, concept in self.concepts.items()
            if concept.is_term
        }
        return {
            name: frozenset(
                second
                for second, second_stems in stems.items()
                if any(
                    first_stem.startswith(second_stem) or second_stem.startswith(first_stem)
                    for first_stem in first_stems
                    for second_stem in second_stems
                )
            )
            for name, first_stems in stems.items()
        }

    def _phrases(
        self, source_phrases: Mapping[str, Sequence[str]], target_phrases: Mapping[str, Sequence[str]]
    ) -> tuple[PhraseFinder[str], PhraseFinder[str]]:
        pair = self.pair
        source_finder = PhraseFinder(source_phrases, pair.endings(pair.source), pair.source)
        return source_finder, PhraseFinder(target_phrases, pair.endings(pair.target), pair.target)

    def named(self, both: TextPair) -> tuple[Counter[str], Counter[str]]:
        """The number of times that each concept is named in a text and in its translation."""
        source, target = Counter[str](), Counter[str]()
        for source_finder, target_finder in self._finders:
            source.update(source_finder.count(line_of(both[0])))
            target.update(target_finder.count(line_of(both[1])))
        del source[_IDIOM], target[_IDIOM]
        return source, target

    def findings(self, texts: TextPair, parts: Sequence[TextPair]) -> Iterator[TranslationFinding]:
        """Report terms that are lost or exchanged, opposites, and negations that differ.

        Args:
            texts: A text and its translation.
            parts: Their sentences in pairs; the texts themselves, or nothing, if the numbers of sentences differ.
        """
        source, target = self.named(texts)
        exchanged: dict[str, str] = {}
        for both in (*parts, *((texts,) if len(texts[0]) <= LONGEST_WHOLE else ())):
            exchanged = {**dict(self._exchanged(*self.named(both))), **exchanged}
        doubtful = {*exchanged, *(name for name in source if not target[name])}
        kept = {name for name in doubtful if self._count_kept(name, texts[1]) >= max(1, source[name])}
        for name, replacement in exchanged.items():
            if name in kept:
                continue
            yield (
                self._turned_round(name, replacement)
                if replacement == self.concepts[name].opposite
                else self._replaced(name, replacement)
            )
        for name, concept in self.concepts.items():
            if concept.is_term and source[name] and not target[name] and name not in exchanged.keys() | kept:
                yield self._lost(name)
        for both in parts:
            yield from self._crossed(both)
            yield from self._negations(both)

    def _count_kept(self, name: str, translation: str) -> int:
        """Return how often a translation may name a term: in any case, as far as its stem shows, or in a mention."""
        if not self.concepts[name].is_term:
            return 0
        mentioned = " . ".join(match[1] for match in MENTION.finditer(translation))
        count = self._finders[0][0].count(line_of(mentioned))[name] if mentioned else 0
        target = self.pair.target
        if is_unspaced(target) or (self.pair.endings(target) and target not in _DECLINED):
            return count
        words = _folded(line_of(translation)).split()
        phrases = [_folded(phrase).split() for phrase in self.concepts[name].words.get(target, ()) if "*" not in phrase]
        return count + max(
            (min(sum(_may_be_form(word, part) for word in words) for part in phrase) for phrase in phrases if phrase),
            default=0,
        )

    def _exchanged(self, source: Counter[str], target: Counter[str]) -> Iterator[tuple[str, str]]:
        """Concepts that the translation names less often than the source, each with one that it names more often."""
        less = [name for name in source if source[name] > target[name]]
        more = {name for name in target if target[name] > source[name]}
        for name in less:
            concept = self.concepts[name]
            if concept.opposite in more:
                yield name, concept.opposite
            elif concept.is_term:
                candidates = (candidate for candidate in more if self.concepts[candidate].is_term)
                unrelated = [
                    candidate for candidate in candidates if not any(source[alike] for alike in self._alike[candidate])
                ]
                if unrelated:
                    yield name, min(unrelated)

    def _crossed(self, both: TextPair) -> Iterator[TranslationFinding]:
        """Opposites that a sentence names once each, and its translation in the other order: first A, then B."""
        places = [finder.places(line_of(text)) for finder, text in zip(self._finders[1], both, strict=True)]
        starts = [dict(each) for each in places]
        for name in starts[0]:
            opposite = self.concepts[name].opposite if name != _IDIOM else ""
            if name < opposite and all(_names_once(each, name, opposite) for each in places):
                orders = [each[name] < each[opposite] for each in starts]
                if orders[0] != orders[1]:
                    what = f"{_called(name)} and {_called(opposite)} are not in the order of the source"
                    fix = "exchange them, if they are mixed up"
                    yield TranslationFinding("order", what, fix, is_relative=True)

    def _forms(self, name: str) -> str:
        words = self.concepts[name].words.get(self.pair.target, ())
        return " or ".join(
            word.strip("*") if is_unspaced(self.pair.target) else word.replace("*", "…") for word in words[:3]
        )

    def _turned_round(self, name: str, opposite: str) -> TranslationFinding:
        what = f"the source says {_called(name)}, the translation the opposite, {_called(opposite)}"
        return TranslationFinding("opposite", what, f"write {self._forms(name)}", is_relative=True)

    def _replaced(self, name: str, replacement: str) -> TranslationFinding:
        what = f"the source says {_called(name)}, the translation the word for {_called(replacement)}"
        return TranslationFinding("term", what, f"write {self._forms(name)}")

    def _lost(self, name: str) -> TranslationFinding:
        what = f"the source says {_called(name)}, the translation has no word for it"
        return TranslationFinding("term", what, f"write {self._forms(name)}, or add the word to the glossary")

    def _negations(self, both: TextPair) -> Iterator[TranslationFinding]:
        source, target = self._denied[0].count(line_of(both[0])), self._denied[1].count(line_of(both[1]))
        if source[_NO] > target[_NO] + target[_ALMOST]:
            what = "the source has a negation, the translation does not"
            yield TranslationFinding("negation", what, "add the negation", is_relative=True)
        if target[_NO] > source[_NO] + source[_ALMOST]:
            what = "the translation has a negation, the source does not"
            yield TranslationFinding("negation", what, "remove the negation", is_relative=True)


def _concepts(glossary: Glossary, pair: Pair) -> Iterator[TermConcept]:
    for term in glossary.terms:
        if pair.target in term.forms:
            yield TermConcept(term.name, term.forms)
    for alternatives, words in pair.head.terms.items():
        forms = tuple(form.strip() for form in alternatives.split("|"))
        yield TermConcept(f"{forms[0]}\0", {pair.source: forms, pair.target: words})
    for first, second in pair.head.opposites:
        names = [f"{'/'.join(side[0])}\1" for side in (first, second)]
        for side, name, opposite in ((first, names[0], names[1]), (second, names[1], names[0])):
            yield TermConcept(name, {pair.source: side[0], pair.target: side[1]}, is_term=False, opposite=opposite)


_DECLINED = frozenset({"de"})
"""Languages whose adjectives and names change in other ways than by the endings that are listed."""


def _folded(text: str) -> str:
    """Return a text in lower case without accents, which change within words: stół, stole."""
    letters = unicodedata.normalize("NFD", plain_word(text)).replace("ł", "l")
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _may_be_form(word: str, base: str) -> bool:
    """Whether a word may be a form of another one: it begins alike, apart from up to three letters at the end."""
    stem = base[: max(3, len(base) - (len(base) + 1) // 3)]
    return word.startswith(stem) and len(word) <= len(base) + 4


def with_declared_forms(glossary: Glossary, translations: Iterable[str], language: str) -> Glossary:
    """Return a glossary whose terms have the forms that translated names write behind strokes: Anna | gen: Anny."""
    declared: dict[str, tuple[str, ...]] = {}
    for translation in translations:
        forms = getattr(inflected(translation), "forms", {}) if "|" in translation else {}
        if forms:
            declared[inflected(translation).casefold()] = tuple(forms.values())
    if not declared:
        return glossary
    terms = []
    for term in glossary.terms:
        words = term.forms.get(language, ())
        more = tuple(form for word in words for form in declared.get(word.casefold(), ()))
        terms.append(replace(term, forms={**term.forms, language: (*words, *more)}) if more else term)
    return replace(glossary, terms=tuple(terms))


def _names_once(places: Iterable[tuple[str, int]], *names: str) -> bool:
    """Return whether a line names each of some concepts exactly once."""
    return sorted(name for name, _ in places if name in names) == sorted(names)


def _called(name: str) -> str:
    """Return a concept's name for messages, without the last character, which marks its kind."""
    return f"“{name.rstrip(chr(0) + chr(1)).partition('/')[0]}”"
