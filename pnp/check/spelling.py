"""An edition's texts and a dictionary → diagnostics for words that it does not know; none without the package."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pnp.check.subject import EditionSubject
from pnp.diagnostics import Code, Diagnostics, Place
from pnp.load.glossary import glossary_path, load_glossary, load_pair
from pnp.words.faithful.spelling import Speller, dictionary_for
from pnp.words.numbers import base_language

KNOWN_SHARE = 0.95
"""The least share of different words that a dictionary knows of texts of its kind."""
MOST_UNKNOWN = 20
"""Unknown words that have messages of their own, however few words there are in all."""
MOST_EXAMPLES = 3


def check_spelling(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Tell of each word once in a file, where it stands first.

    Where the dictionary does not know many words of an edition, as of a trade, they are told at once.
    """
    game, catalogue = subject.manuscript.game, subject.catalogue
    language = catalogue.language if catalogue else game.language
    dictionary = dictionary_for(language)
    if dictionary is None:
        return
    glossary = load_glossary(subject.files, game, Diagnostics())
    pair = load_pair(subject.files, game.language, language, Diagnostics())
    base = base_language(language)
    known = [word for term in glossary.terms for word in term.forms.get(base, ())]
    known += [*glossary.words.get(base, ()), *pair.head.words.get(base, ())]
    texts = list(_texts(subject))
    speller = Speller(dictionary, language, known)
    told = set()
    misspellings = list(speller.misspellings([text for text, _ in texts]))
    unknown: dict[str, Place] = {}
    for found in misspellings:
        unknown.setdefault(found.word, texts[found.text][1])
    if len(unknown) > MOST_UNKNOWN and speller.known_share([text for text, _ in texts]) < KNOWN_SHARE:
        _tell_together(unknown, base, game.name, diagnostics)
        return
    for found in misspellings:
        place = texts[found.text][1]
        if (place.file, found.word.lower()) in told:
            continue
        told.add((place.file, found.word.lower()))
        meant = f"write {' or '.join(found.suggestions)}" if found.suggestions else "correct it"
        fix = f"{meant}; if it is right, add it to words: {{{base}: […]}} in {glossary_path(game.name)}"
        diagnostics.tell(Code.WORD_UNKNOWN, place, what=f"“{found.word}” is in no dictionary of {base}", fix=fix)


def _tell_together(unknown: Mapping[str, Place], language: str, game: str, diagnostics: Diagnostics) -> None:
    """Tell of all unknown words in one message, at the first of them."""
    examples = ", ".join(f"“{word}”" for word in list(unknown)[:MOST_EXAMPLES])
    what = f"{len(unknown)} words are in no dictionary of {language}: {examples} …"
    fix = f"correct them; what is right is added to words: {{{language}: […]}} in {glossary_path(game)}"
    diagnostics.tell(Code.WORD_UNKNOWN, next(iter(unknown.values())), what=what, fix=fix)


def _texts(subject: EditionSubject) -> Iterator[tuple[str, Place]]:
    """What the edition says, and where: the source, or its translations."""
    for message in subject.manuscript.messages:
        if subject.catalogue is None:
            place = message.places[0] if message.places else Place("")
            yield from ((text, place) for text in (message.text, message.plural) if text)
        elif (entry := subject.catalogue.entries.get(message.text)) and not entry.is_fuzzy:
            yield from ((string, entry.string_place) for string in entry.strings)
