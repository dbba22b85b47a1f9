"""Translations, the game's glossary and the rules of its languages → diagnostics where they disagree.

Short texts, such as names and labels, are also compared with each other: two that differ in the source must differ in
the translation. Sentences are not compared: two may well say the same in one language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pnp.checks.subject import EditionSubject, GameSubject
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics
from pnp.project.fields import CardField
from pnp.project.game import Deck
from pnp.text.catalogue import Catalogue, quoted
from pnp.text.glossary import load_glossary, load_pair
from pnp.text.numbers import base_language
from pnp.text.phrases import PhraseFinder, line_of, words_of
from pnp.text.placeholders import placeholders
from pnp.text.po_reader import PoEntry
from pnp.text.translation_review import deliberate_faults, judge
from pnp.text.translation_terms import TranslationFault

CODES: Mapping[TranslationFault, Code] = {
    "term": Code.TERM_LOST,
    "opposite": Code.OPPOSITE_SAID,
    "negation": Code.NEGATION_CHANGED,
    "number": Code.NUMBER_CHANGED,
    "order": Code.ORDER_CHANGED,
    "marks": Code.MARKUP_CHANGED,
    "plural": Code.PLURAL_ALIKE,
    "source": Code.SOURCE_LEFT,
    "length": Code.TRANSLATION_LENGTH,
    "swapped": Code.TRANSLATIONS_SWAPPED,
}


def check_wording(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Report translations whose words contradict their source text."""
    catalogue, game = subject.catalogue, subject.source_game.game
    if catalogue is None:
        return
    reported = Diagnostics()  # check_glossary reports the faults of the files
    glossary = load_glossary(subject.files, game, reported)
    pair = load_pair(subject.files, game.language, catalogue.language, reported)
    for entry, finding in judge(catalogue, subject.source_game.messages, glossary, pair):
        why = f"the source text is {quoted(entry.text)}"
        place = entry.string_place
        diagnostics.report(CODES[finding.kind], place, what=finding.what, why=finding.why or why, fix=finding.fix)


MAX_WORDS = 4
"""The most words of a label."""

MARKED_ALIKE = "alike"
"""The word of a translator's comment that lets two texts share a translation: ``# meant: alike``."""


def check_translated_alike(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Report short texts that differ in the source but not in the translation: names of cards first, then others."""
    catalogue = subject.catalogue
    if catalogue is None:
        return
    game = subject.source_game.game
    reported: set[str] = set()
    for deck in game.decks.values():
        for field in deck.fields:
            for first, second in _alike(_texts(deck, field, game.head.words), catalogue):
                _report(first, second, f"cards of {deck.name} are told apart by them", catalogue, diagnostics)
                reported.add(second.text)
    for first, second in _alike((message.text for message in subject.source_game.messages), catalogue):
        if second.text not in reported:
            _report(first, second, "one of them may have been taken over from the other", catalogue, diagnostics)


def _report(first: PoEntry, second: PoEntry, why: str, catalogue: Catalogue, diagnostics: Diagnostics) -> None:
    language = catalogue.language
    what = f"{quoted(first.text)} and {quoted(second.text)} are both {quoted(second.strings[0])} in {language}"
    fix = f"translate one of them with another word, or say that it is meant: # meant: {MARKED_ALIKE}"
    diagnostics.report(Code.TRANSLATIONS_ALIKE, second.string_place, what=what, why=why, fix=fix)


def _alike(texts: Iterable[str], catalogue: Catalogue) -> Iterator[tuple[PoEntry, PoEntry]]:
    """Yield pairs of entries that share a translation: the first that has it, and a later one."""
    firsts: dict[tuple[str, frozenset[str]], PoEntry] = {}
    for text in dict.fromkeys(texts):
        entry = catalogue.entries.get(text.strip())
        if entry is None or not catalogue.get(text) or not 0 < len(words_of(text)) <= MAX_WORDS:
            continue
        first = firsts.setdefault((line_of(entry.strings[0]), placeholders(entry.strings[0])), entry)
        if line_of(first.text) != line_of(text) and MARKED_ALIKE not in deliberate_faults(entry) | deliberate_faults(
            first
        ):
            yield first, entry


def _texts(deck: Deck, field: CardField, words: Mapping[str, str]) -> Iterator[str]:
    """Yield the names of a field's values: the values themselves if translated, or the words of its choices."""
    if field.is_translated and field.is_rule:
        yield from (text for card in deck.cards if isinstance(text := card.values.get(field.name), str))
    yield from (words[choice] for choice in map(str, field.choices) if choice in words)


def check_glossary(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Report faults of the glossary's files, and terms that no text uses."""
    game, files = subject.game, subject.files
    glossary = load_glossary(files, game, diagnostics)
    pairs = [load_pair(files, game.language, language, diagnostics) for language in game.head.languages[1:]]
    source = base_language(game.language)
    endings = pairs[0].endings(source) if pairs else ()
    finder = PhraseFinder({term.name: term.forms[source] for term in glossary.terms}, endings)
    texts = [text for message in subject.source_game.messages for text in (message.text, message.plural) if text]
    used = {name for text in texts for name in finder.count(line_of(text))}
    for term in glossary.terms:
        if term.name not in used:
            what = f"no text of {game.head.title} says “{term.name}”"
            fix = "correct it, or take it out of the glossary"
            diagnostics.report(Code.TERM_UNUSED, term.place, what=what, fix=fix)
