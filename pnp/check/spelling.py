"""An edition's texts and a dictionary → diagnostics for words that it does not know; none without the package."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.check.subject import EditionSubject
from pnp.diagnostics import Code, Diagnostics, Place
from pnp.load.glossary import glossary_path, load_glossary, load_pair
from pnp.words.faithful.spelling import Speller, dictionary_for
from pnp.words.numbers import base_language


def check_spelling(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Tell of each word once in a file, where it stands first."""
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
    for found in speller.misspellings([text for text, _ in texts]):
        place = texts[found.text][1]
        if (place.file, found.word.lower()) in told:
            continue
        told.add((place.file, found.word.lower()))
        meant = f"write {' or '.join(found.suggestions)}" if found.suggestions else "correct it"
        fix = f"{meant}; if it is right, add it to words: {{{base}: […]}} in {glossary_path(game.name)}"
        diagnostics.tell(Code.WORD_UNKNOWN, place, what=f"“{found.word}” is in no dictionary of {base}", fix=fix)


def _texts(subject: EditionSubject) -> Iterator[tuple[str, Place]]:
    """What the edition says, and where: the source, or its translations."""
    for message in subject.manuscript.messages:
        if subject.catalogue is None:
            place = message.places[0] if message.places else Place("")
            yield from ((text, place) for text in (message.text, message.plural) if text)
        elif (entry := subject.catalogue.entries.get(message.text)) and not entry.is_fuzzy:
            yield from ((string, entry.string_place) for string in entry.strings)
