"""An edition's texts → diagnostics for words that are in no dictionary and no glossary, with suggestions.

The dictionaries are those that the module dictionaries finds; a language without one is named in a line of the summary.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches

from pnp.checks.subject import EditionSubject, GameSubject, Request
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.extensions.proofreading.dictionaries import PROJECT_FOLDER, Dictionary, dictionary_for, is_installed
from pnp.text.catalogue import collect
from pnp.text.edition import PAIR
from pnp.text.glossary import glossary_path, load_glossary, load_pair
from pnp.text.numbers import base_language
from pnp.text.phrases import prose_of
from pnp.text.po_reader import PoEntry

INSTALL = "pip install '.[spelling]' in pnp's repository"

CAPITALIZED_NOUNS = frozenset({"de", "lb"})
"""Languages in which every noun has a capital, so that a capital shows no name."""

_WORD = lazy_pattern(r"(?<![\w@/.])[^\W\d_]+(?:['’-][^\W\d_]+)*(?![\w@/])")
_SENTENCE_START = lazy_pattern(r"(?:^|[.!?:;…“«\"(\[–—|\n])[\s\u00a0\u202f'‘]*$")
_PARTS = lazy_pattern(r"['’-]")
_SUGGESTED = 3
_LIKE = 0.8
_SHORTEST = 3
"""Shorter parts of a word, between apostrophes and hyphens, are not looked up: the d' of d'or."""
_MOST_LOOKED_UP = 20
"""The most words of an edition for which a dictionary is asked for suggestions, which takes long."""


@frozen_dataclass
class SpelledText:
    """A text whose words are looked up.

    Attributes:
        text: The text, in the source language or translated.
        source: Its source if it is a translation; names in it may stand in the translation as well.
        entry: Its entry of the catalogue if it is a translation.
    """

    text: str
    place: Place
    source: str = ""
    entry: PoEntry | None = None


@frozen_dataclass
class Misspelling:
    """A word that is in no dictionary and no glossary."""

    word: str
    place: Place
    suggestions: tuple[str, ...]


class Speller:
    """Looks words up in the dictionary of a language and in the words of a project."""

    def __init__(self, dictionary: Dictionary, language: str, words: Iterable[str]) -> None:
        self.dictionary = dictionary
        self.has_names = base_language(language) not in CAPITALIZED_NOUNS
        parts = {part for word in words for part in re.split(r"[\s'’-]+", word) if part.strip("…*")}
        self.own = {part.lower() for part in parts if "*" not in part}
        stems = [re.escape(part.lower()).replace(r"\*", r"\w*") for part in parts if "*" in part]
        self._stems = re.compile("|".join(stems)) if stems else None
        self._names = sorted(part for part in parts if part[:1].isupper())
        self._looked_up = 0

    def count_words(self, texts: Sequence[SpelledText]) -> int:
        """Return the number of different words of some texts."""
        return len(_words(texts))

    def known_share(self, texts: Sequence[SpelledText]) -> float:
        """Return the share of the different words of some texts that are known, from 0 to 1."""
        words = _words(texts)
        return 1 - sum(1 for word in words if self._unknown(word)) / len(words) if words else 1.0

    def misspellings(self, texts: Sequence[SpelledText]) -> Iterator[Misspelling]:
        """Yield each unknown word once in a file, at its first place."""
        reported: set[tuple[str, str]] = set()
        common: list[str] | None = None
        for text in texts:
            prose, names = prose_of(text.text), _names_in(text.source)
            for match in _WORD.finditer(prose):
                for word in self._unknown(match[0]):
                    key = (text.place.file, word.lower())
                    if key in reported or word in names:
                        continue
                    if common is None:
                        common = [word for word in _words(texts) if not self._unknown(word)]
                    is_first = _SENTENCE_START.search(prose, 0, match.start()) is not None
                    suggestions = self._suggestions(word, word[0].isupper() and not is_first, common)
                    if suggestions is not None:
                        reported.add(key)
                        place = text.entry.place_of(word) if text.entry else text.place
                        yield Misspelling(word, place, suggestions)

    def _unknown(self, word: str) -> list[str]:
        """Return the word or its unknown parts; none for a compound of known words."""
        if self._is_known(word):
            return []
        return [part for part in _PARTS.split(word) if len(part) >= _SHORTEST and not self._is_known(part)]

    def _is_known(self, word: str) -> bool:
        plain = word.replace("’", "'")
        lower = plain.lower()
        if len(plain) < 2 or lower in self.own or (self._stems and self._stems.fullmatch(lower)):
            return True
        return self.dictionary.knows(plain) or self.dictionary.knows(lower)

    def _suggestions(self, word: str, may_be_name: bool, common: Sequence[str]) -> tuple[str, ...] | None:
        """Return similar words from the glossary, these texts and the dictionary; None for a word that may be a name.

        Args:
            word: An unknown word.
            may_be_name: Whether the word has a capital within a sentence.
            common: The known words of the texts.
        """
        if may_be_name and self.has_names:
            return tuple(get_close_matches(word, self._names, _SUGGESTED, _LIKE)) or None
        own = get_close_matches(word.lower(), self.own, 1, _LIKE) or get_close_matches(word, common, 1, _LIKE)
        if not own and self._looked_up < _MOST_LOOKED_UP:
            self._looked_up += 1
            own = self.dictionary.suggestions(word)
        if may_be_name:
            own = get_close_matches(word, own, _SUGGESTED, _LIKE)
            return tuple(own) or None
        return tuple(own[:_SUGGESTED])


def _words(texts: Sequence[SpelledText]) -> list[str]:
    """Return the different words of texts, in the order of their first use."""
    return list(dict.fromkeys(match[0] for text in texts for match in _WORD.finditer(prose_of(text.text))))


def _names_in(source: str) -> set[str]:
    """Return the capitalized words of a source text, whole and in parts."""
    words = [match[0] for match in _WORD.finditer(prose_of(source)) if match[0][0].isupper()]
    return {*words, *(part for word in words for part in _PARTS.split(word))}


MIN_KNOWN_SHARE = 0.95
"""A dictionary that knows a smaller share of the different words does not fit the texts, such as those of a trade."""
MAX_UNKNOWN = 20
"""Up to this many unknown words are reported one by one, however few words there are in all."""
MAX_EXAMPLES = 3
"""How many unknown words a message about all of them quotes."""


def check_spelling(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Report each unknown word once in a file, at its first place.

    If the dictionary lacks many words of an edition, as those of a trade, one message reports them all.
    """
    game, catalogue = subject.source_game.game, subject.catalogue
    language = catalogue.language if catalogue else game.language
    dictionary = dictionary_for(language, subject.files.root)
    if dictionary is None:
        return
    glossary = load_glossary(subject.files, game, Diagnostics())
    pair = load_pair(subject.files, game.language, language, Diagnostics())
    base = base_language(language)
    own_words = [word for term in glossary.terms for word in term.forms.get(base, ())]
    own_words += [*glossary.words.get(base, ()), *pair.head.words.get(base, ())]
    texts = list(_texts(subject))
    speller = Speller(dictionary, language, own_words)
    misspellings = list(speller.misspellings(texts))
    unknown = {misspelling.word: misspelling.place for misspelling in reversed(misspellings)}
    if len(unknown) > MAX_UNKNOWN and speller.known_share(texts) < MIN_KNOWN_SHARE:
        _report_together(dict(reversed(unknown.items())), base, game.name, diagnostics)
        return
    for misspelling in misspellings:
        correction = f"write {' or '.join(misspelling.suggestions)}" if misspelling.suggestions else "correct it"
        fix = f"{correction}; if it is right, add it to words: {{{base}: […]}} in {glossary_path(game.name)}"
        what = f"“{misspelling.word}” is in no dictionary of {base}"
        diagnostics.report(Code.WORD_UNKNOWN, misspelling.place, what=what, fix=fix)


def _report_together(unknown: Mapping[str, Place], language: str, game: str, diagnostics: Diagnostics) -> None:
    """Report all unknown words in one message, at the first of them."""
    examples = ", ".join(f"“{word}”" for word in list(unknown)[:MAX_EXAMPLES])
    what = f"{len(unknown)} words are in no dictionary of {language}: {examples} …"
    fix = f"correct them; add those that are right to words: {{{language}: […]}} in {glossary_path(game)}"
    diagnostics.report(Code.WORD_UNKNOWN, next(iter(unknown.values())), what=what, fix=fix)


def _texts(subject: EditionSubject) -> Iterator[SpelledText]:
    """Yield the texts of the edition, in the source language or translated, each with its place.

    Words in another language are left out.
    """
    yield from (replace(text, text=_FOREIGN.sub(" ", text.text)) for text in _whole_texts(subject))


_FOREIGN = lazy_pattern(r"<span\s+lang=[^<>]*>.*?</span>", re.DOTALL)


def _whole_texts(subject: EditionSubject) -> Iterator[SpelledText]:
    messages = subject.source_game.messages
    if subject.catalogue is None:
        for message in collect(messages):
            place = message.places[0] if message.places else Place("")
            yield from (SpelledText(text, place) for text in (message.text, message.plural) if text)
    else:
        for entry in subject.catalogue.entries_of(messages):
            source = f"{entry.text} {entry.plural or ''}"
            if not entry.is_fuzzy:
                strings = (string for string in entry.strings if string != entry.text)  # else source-left
                yield from (SpelledText(string, entry.string_place, source, entry) for string in strings)


def spelling_lines(subject: GameSubject, request: Request) -> Iterator[str]:
    """Yield a line with the languages whose spelling is not checked, and how to get dictionaries."""
    if not is_installed():
        yield f"spelling is not checked: {INSTALL}"
        return
    requested = [code for name in request.languages for code in name.split(PAIR)]
    languages = dict.fromkeys(requested or subject.game.head.languages)
    unchecked = sorted(language for language in languages if dictionary_for(language, subject.files.root) is None)
    if unchecked:
        first = base_language(unchecked[0])
        yield (
            f"spelling of {', '.join(unchecked)} is not checked: no Hunspell dictionary; install one of"
            f" hunspell-{first}* (Debian) or dictionary-{first} (npm), or"
            f" put {first}.aff and {first}.dic into {PROJECT_FOLDER}/"
        )
