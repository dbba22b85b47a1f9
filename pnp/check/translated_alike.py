"""An edition's catalogue and decks → diagnostics where different short texts, as names of cards, have one translation.

Only short texts are looked at, as names and labels are: two sentences may well say the same in one language. The words
of a choice count, too: those that `words:` has under its values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pnp.check.subject import EditionSubject
from pnp.diagnostics import Code, Diagnostics
from pnp.model.fields import CardField
from pnp.model.game import Deck
from pnp.words.catalogue import Catalogue, quoted
from pnp.words.faithful.judging import meant_by
from pnp.words.faithful.plain import line_of, words_of
from pnp.words.placeholders import placeholders
from pnp.words.po_entries import Entry

MOST_WORDS = 4
"""Words of a label."""

MEANT = "alike"
"""What a translator's comment says of a translation that may be that of another text: ``# meant: alike``."""


def check_translated_alike(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Tell of short texts that differ in the source, and not in the translation: names of cards, and all others."""
    catalogue = subject.catalogue
    if catalogue is None:
        return
    game = subject.manuscript.game
    told: set[str] = set()
    for deck in game.decks.values():
        for field in deck.fields:
            for one, other in _alike(_texts(deck, field, game.head.words), catalogue):
                _tell(one, other, f"cards of {deck.name} are told apart by them", catalogue, diagnostics)
                told.add(other.text)
    for one, other in _alike((message.text for message in subject.manuscript.messages), catalogue):
        if other.text not in told:
            _tell(one, other, "one of them may have been taken over from the other", catalogue, diagnostics)


def _tell(one: Entry, other: Entry, why: str, catalogue: Catalogue, diagnostics: Diagnostics) -> None:
    language = catalogue.language
    what = f"{quoted(one.text)} and {quoted(other.text)} are both {quoted(other.strings[0])} in {language}"
    fix = f"translate one of them with another word, or say that it is meant: # meant: {MEANT}"
    diagnostics.tell(Code.TRANSLATIONS_ALIKE, other.string_place, what=what, why=why, fix=fix)


def _alike(texts: Iterable[str], catalogue: Catalogue) -> Iterator[tuple[Entry, Entry]]:
    """Pairs of entries with one translation: the first of it, and another one."""
    first: dict[tuple[str, frozenset[str]], Entry] = {}
    for text in dict.fromkeys(texts):
        entry = catalogue.entries.get(text.strip())
        if entry is None or not catalogue.get(text) or not 0 < len(words_of(text)) <= MOST_WORDS:
            continue
        other = first.setdefault((line_of(entry.strings[0]), placeholders(entry.strings[0])), entry)
        if line_of(other.text) != line_of(text) and MEANT not in meant_by(entry) | meant_by(other):
            yield other, entry


def _texts(deck: Deck, field: CardField, words: Mapping[str, str]) -> Iterator[str]:
    """What a field's values are called: themselves, where they are translated, or the words of its choices."""
    if field.is_translated and field.is_rule:
        yield from (text for card in deck.cards if isinstance(text := card.values.get(field.name), str))
    yield from (words[choice] for choice in map(str, field.choices) if choice in words)
