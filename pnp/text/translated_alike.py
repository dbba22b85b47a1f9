"""Entries of a catalogue → pairs of short texts, such as names and labels, that share a translation.

Sentences are not compared: two may well say the same in one language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.text.glossary import Glossary
from pnp.text.numbers import base_language
from pnp.text.phrases import line_of, words_of
from pnp.text.placeholders import placeholders
from pnp.text.po_reader import PoEntry
from pnp.text.translation_review import deliberate_faults

MAX_WORDS = 4
"""The most words of a label."""

MARKED_ALIKE = "alike"
"""The word of a translator's comment that lets two texts share a translation: ``# meant: alike``."""

_ARTICLES = frozenset("a an the your their".split())
_PLURALS = ("es", "s")


def translated_alike(
    entries: Iterable[PoEntry | None], glossary: Glossary, source: str, target: str
) -> Iterator[tuple[PoEntry, PoEntry]]:
    """Yield pairs of entries that share a translation: the first that has it, and a later one.

    Not those whose sources differ only in case, marks, order, an article or a plural, as in German *der Spieler, die Spieler*;
    nor those that the glossary gives the same word.

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
        first = firsts.setdefault((line_of(entry.strings[0]), placeholders(entry.strings[0])), entry)
        is_deliberate = MARKED_ALIKE in deliberate_faults(entry) | deliberate_faults(first)
        if first is entry or is_deliberate or _stem(first.text) == _stem(entry.text):
            continue
        if not _are_synonyms(first, entry, glossary, base_language(source), base_language(target)):
            yield first, entry


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
