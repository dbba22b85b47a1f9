"""Entries of a catalogue → pairs of short texts, such as names and labels, that share a translation.

Sentences are not compared: two may well say the same in one language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile

from pnp.extensions.proofreading.review import deliberate_faults
from pnp.text.counted_numbers import is_counter
from pnp.text.glossary import Glossary
from pnp.text.numbers import base_language
from pnp.text.phrases import line_of, words_of
from pnp.text.placeholders import placeholders
from pnp.text.po_reader import PoEntry

MAX_WORDS = 4
"""The most words of a label."""

MARKED_ALIKE = "alike"
"""The word of a translator's comment that lets two texts share a translation: ``# meant: alike``."""

_ARTICLES = frozenset(["a", "an", "the", "your", "their"])
_PLURALS = ("es", "s")
_SHORTEST_STEM, _STEM_SHARE = 4, 0.6


def translated_alike(
    entries: Iterable[PoEntry | None], glossary: Glossary, source: str, target: str
) -> Iterator[tuple[PoEntry, PoEntry]]:
    """Yield pairs of entries that share a translation: the first that has it, and a later one.

    Left out are pairs whose sources differ only in case, marks, order, an article or a plural (German *der Spieler, die
    Spieler*), or where one has all the words of the other; pairs that the glossary gives the same word; and counters
    alone, such as 人.

    Args:
        entries: The entries in their order.
        glossary: The terms of the game.
        source: The language of the texts.
        target: The language of the translations.
    """
    firsts: dict[tuple[str, frozenset[str]], PoEntry] = {}
    for entry in dict.fromkeys(entries):
        if entry is None or entry.is_fuzzy or not entry.strings[0] or not 0 < len(words_of(entry.text)) <= MAX_WORDS:
            continue
        if is_counter(entry.strings[0], target):
            continue
        first = firsts.setdefault((line_of(entry.strings[0]), placeholders(entry.strings[0])), entry)
        is_deliberate = MARKED_ALIKE in deliberate_faults(entry) | deliberate_faults(first)
        if first is entry or is_deliberate or _has_other(first.text, entry.text):
            continue
        if not _are_synonyms(first, entry, glossary, base_language(source), base_language(target)):
            yield first, entry


def _has_other(text: str, second: str) -> bool:
    """Whether one of two texts has all the words of the other, or forms of them: *New* in *New Game*, *Economic*."""
    words, second_words = _stem(text).split(), _stem(second).split()
    shorter, longer = sorted((words, second_words), key=len)
    return all(any(_are_forms(word, candidate) for candidate in longer) for word in shorter)


def _are_forms(word: str, second: str) -> bool:
    """Whether two words may be forms of one: draw and drawn."""
    shared = len(list(takewhile(lambda letters: letters[0] == letters[1], zip(word, second, strict=False))))
    return word == second or (shared >= _SHORTEST_STEM and shared >= _STEM_SHARE * max(len(word), len(second)))


def _stem(text: str) -> str:
    """The words of a text in alphabetical order, without case, marks, articles and English plurals."""
    words = sorted(word for word in line_of(text).split() if word not in _ARTICLES and word != ".")
    for ending in _PLURALS:
        words = [word.removesuffix(ending) if len(word) > len(ending) + 2 else word for word in words]
    return " ".join(words)


def _are_synonyms(first: PoEntry, second: PoEntry, glossary: Glossary, source: str, target: str) -> bool:
    """Whether a term of the glossary has both texts, or two terms that have them share the translation."""
    texts = {_stem(first.text), _stem(second.text)}
    translation = line_of(first.strings[0])
    named: set[str] = set()
    for term in glossary.terms:
        forms = {_stem(form) for form in term.forms.get(source, ())} & texts
        if forms == texts:
            return True
        if any(line_of(form) == translation for form in term.forms.get(target, ())):
            named |= forms
    return named == texts
