"""An edition's texts → diagnostics for words that are in no dictionary and no glossary, with suggestions.

The dictionaries are those of the package pyspellchecker; without it nothing is reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING

from pnp.checks.subject import EditionSubject, GameSubject, Request
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place
from pnp.text.catalogue import collect
from pnp.text.edition import PAIR
from pnp.text.glossary import glossary_path, load_glossary, load_pair
from pnp.text.numbers import base_language
from pnp.text.phrases import prose_of

if TYPE_CHECKING:
    from spellchecker import SpellChecker


INSTALL = 'pip install ".[spelling]" in the repository of pnp'

ELIDED = {
    "en": "d ll m o re s t ve",
    "fr": "aujourd c d entr j jusqu l lorsqu m n presqu puisqu qu quelqu quoiqu s t",
    "it": "all c d dall dell dev l n nell quest s sull un",
}
"""By language, the parts of words before or after an apostrophe that are no words of their own."""

BRITISH: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(british), american)
    for british, american in (
        (r"our(?=(?:s|ed|ing|ful|less|able|ably|ite|ites|er|ers|y|hood)?$)", "or"),
        (r"is(?=(?:e|es|ed|er|ers|ing|ation|ations)$)", "iz"),
        (r"ys(?=(?:e|es|ed|er|ers|ing)$)", "yz"),
        (r"([bt])re(?=s?$)", r"\1er"),
        (r"([bt])red$", r"\1ered"),
        (r"ll(?=(?:ed|ing|er|ers|ful)$)", "l"),
        (r"ellery$", "elry"),
        (r"ogue(?=s?$)", "og"),
        (r"enc(?=(?:e|es|eless)$)", "ens"),
        (r"^grey", "gray"),
    )
)
"""British endings, each with the American one, as the dictionary is of American English."""

_WORD = re.compile(r"(?<![\w@/.])[^\W\d_]+(?:['’-][^\W\d_]+)*(?![\w@/])")
_SENTENCE_START = re.compile(r"(?:^|[.!?:;…“«\"(\[–—|\n])[\s\u00a0\u202f'‘]*$")
_PARTS = re.compile(r"['’-]")
_SUGGESTED = 3
_LIKE = 0.8


@dataclass(frozen=True)
class Misspelling:
    """A word that is in no dictionary and no glossary.

    Attributes:
        text: The index of the text it is in.
    """

    word: str
    text: int
    suggestions: tuple[str, ...]


class Speller:
    """Looks words up in the dictionary of a language and in the words of a project."""

    def __init__(self, dictionary: SpellChecker, language: str, words: Iterable[str]) -> None:
        self.dictionary = dictionary
        self.is_english = base_language(language) == "en"
        self.elided = frozenset(ELIDED.get(base_language(language), "").split())
        parts = {part for word in words for part in re.split(r"[\s'’-]+", word) if part.strip("…*")}
        self.own = {part.lower() for part in parts if "*" not in part}
        stems = [re.escape(part.lower()).replace(r"\*", r"\w*") for part in parts if "*" in part]
        self._stems = re.compile("|".join(stems)) if stems else None
        self._names = sorted(part for part in parts if part[:1].isupper())

    def known_share(self, texts: Sequence[str]) -> float:
        """Return the share of the different words of some texts that are known, from 0 to 1."""
        words = {match[0].lower() for text in texts for match in _WORD.finditer(prose_of(text))}
        return 1 - sum(1 for word in words if self._unknown(word)) / len(words) if words else 1.0

    def misspellings(self, texts: Sequence[str]) -> Iterator[Misspelling]:
        """Yield the unknown words, each as often as it occurs."""
        for number, text in enumerate(texts):
            prose = prose_of(text)
            for match in _WORD.finditer(prose):
                is_first = _SENTENCE_START.search(prose, 0, match.start()) is not None
                for word in self._unknown(match[0]):
                    suggestions = self._suggestions(word, is_name=word[0].isupper() and not is_first)
                    if suggestions is not None:
                        yield Misspelling(word, number, suggestions)

    def _unknown(self, word: str) -> list[str]:
        """Return the word or its unknown parts; none for a compound of known words."""
        if self._is_known(word):
            return []
        parts = [part for part in _PARTS.split(word) if part.lower() not in self.elided]
        return [part for part in parts if not self._is_known(part)]

    def _is_known(self, word: str) -> bool:
        plain = word.lower().replace("’", "'")
        spellings = {plain, plain.replace("œ", "oe").replace("æ", "ae")}
        if len(plain) < 2 or spellings & self.own or (self._stems and self._stems.fullmatch(plain)):
            return True
        if self.is_english:
            spellings |= {british.sub(american, plain) for british, american in BRITISH}
        return bool(self.dictionary.known(spellings))

    def _suggestions(self, word: str, is_name: bool) -> tuple[str, ...] | None:
        """Return similar words; None for a name that is like no name of the project."""
        if is_name:
            return tuple(get_close_matches(word, self._names, _SUGGESTED, _LIKE)) or None
        plain = word.lower()
        own = get_close_matches(plain, self.own, 1, _LIKE)
        candidates = self.dictionary.candidates(plain) or ()
        usual = sorted(candidates, key=lambda word: (-self.dictionary.word_usage_frequency(word), word))
        return tuple(dict.fromkeys(candidate for candidate in (*own, *usual) if candidate != plain))[:_SUGGESTED]


def is_installed() -> bool:
    """Return whether the package with the dictionaries is installed."""
    try:
        import spellchecker  # noqa: F401
    except ImportError:
        return False
    return True


RELIABLE = frozenset({"en", "fr"})
"""Languages whose dictionary knows the forms of words that games use.

Measured on public games translated into other languages: of the words that those dictionaries do not know, nine in ten
are right in Russian, two in three in German, half in Italian and Dutch; the Spanish one lacks common words (todos,
puede).
"""


@lru_cache(maxsize=8)
def dictionary_for(language: str) -> SpellChecker | None:
    """Return the dictionary of a language; None if no reliable one exists or none is installed."""
    try:
        from spellchecker import SpellChecker
    except ImportError:
        return None
    base = base_language(language)
    return SpellChecker(language=base, distance=1) if base in RELIABLE else None


MIN_KNOWN_SHARE = 0.95
"""The share of different words below which a dictionary does not fit the texts, as those of a trade."""
MAX_UNKNOWN = 20
"""The number of unknown words that are always reported one by one, however few words there are in all."""
MAX_EXAMPLES = 3
"""The number of unknown words that the message on all of them quotes."""


def check_spelling(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Report each unknown word once in a file, at its first place.

    If the dictionary lacks many words of an edition, as those of a trade, one message reports them all.
    """
    game, catalogue = subject.source_game.game, subject.catalogue
    language = catalogue.language if catalogue else game.language
    dictionary = dictionary_for(language)
    if dictionary is None:
        return
    glossary = load_glossary(subject.files, game, Diagnostics())
    pair = load_pair(subject.files, game.language, language, Diagnostics())
    base = base_language(language)
    own_words = [word for term in glossary.terms for word in term.forms.get(base, ())]
    own_words += [*glossary.words.get(base, ()), *pair.head.words.get(base, ())]
    texts = list(_texts(subject))
    speller = Speller(dictionary, language, own_words)
    reported = set()
    misspellings = list(speller.misspellings([text for text, _ in texts]))
    unknown: dict[str, Place] = {}
    for misspelling in misspellings:
        unknown.setdefault(misspelling.word, texts[misspelling.text][1])
    if len(unknown) > MAX_UNKNOWN and speller.known_share([text for text, _ in texts]) < MIN_KNOWN_SHARE:
        _report_together(unknown, base, game.name, diagnostics)
        return
    for misspelling in misspellings:
        word, place = misspelling.word, texts[misspelling.text][1]
        if (place.file, word.lower()) in reported:
            continue
        reported.add((place.file, word.lower()))
        correction = f"write {' or '.join(misspelling.suggestions)}" if misspelling.suggestions else "correct it"
        fix = f"{correction}; if it is right, add it to words: {{{base}: […]}} in {glossary_path(game.name)}"
        diagnostics.report(Code.WORD_UNKNOWN, place, what=f"“{word}” is in no dictionary of {base}", fix=fix)


def _report_together(unknown: Mapping[str, Place], language: str, game: str, diagnostics: Diagnostics) -> None:
    """Report all unknown words in one message, at the first of them."""
    examples = ", ".join(f"“{word}”" for word in list(unknown)[:MAX_EXAMPLES])
    what = f"{len(unknown)} words are in no dictionary of {language}: {examples} …"
    fix = f"correct them; what is right is added to words: {{{language}: […]}} in {glossary_path(game)}"
    diagnostics.report(Code.WORD_UNKNOWN, next(iter(unknown.values())), what=what, fix=fix)


def _texts(subject: EditionSubject) -> Iterator[tuple[str, Place]]:
    """Yield the texts of the edition, in the source language or translated, each with its place.

    Words in another language are left out.
    """
    yield from ((_FOREIGN.sub(" ", text), place) for text, place in _whole_texts(subject))


_FOREIGN = re.compile(r"<span\s+lang=[^<>]*>.*?</span>", re.DOTALL)


def _whole_texts(subject: EditionSubject) -> Iterator[tuple[str, Place]]:
    messages = subject.source_game.messages
    if subject.catalogue is None:
        for message in collect(messages):
            place = message.places[0] if message.places else Place("")
            yield from ((text, place) for text in (message.text, message.plural) if text)
    else:
        for entry in subject.catalogue.entries_of(messages):
            yield from ((string, entry.string_place) for string in entry.strings if not entry.is_fuzzy)


def spelling_lines(subject: GameSubject, request: Request) -> Iterator[str]:
    """Yield lines that name the languages whose spelling is not checked, and why."""
    if not is_installed():
        yield f"spelling is not checked: {INSTALL}"
        return
    requested = [code for name in request.languages for code in name.split(PAIR)]
    languages = {base_language(language) for language in requested or subject.game.head.languages}
    if unchecked := sorted(languages - RELIABLE):
        yield f"spelling of {', '.join(unchecked)} is not checked: no dictionary of it is good enough yet"
