"""Names and labels, and their translations → diagnostics for those that are alike, or that stay in a foreign script.

Sentences are not compared: two may well say the same in one language.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pnp.checks.subject import EditionSubject
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place, counted
from pnp.extensions.proofreading.alike import MARKED_ALIKE, translated_alike
from pnp.project.fields import CardField
from pnp.project.game import Deck
from pnp.text.catalogue import NAMES_CONTEXT, Catalogue, field_context, quoted
from pnp.text.game_texts import word_context
from pnp.text.glossary import load_glossary
from pnp.text.numbers import script_of
from pnp.text.player_names import player_names
from pnp.text.po_reader import PoEntry
from pnp.text.sample_text import language_name

MAX_NAMES = 3
"""The most names that are listed in a message."""


def check_player_names(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Report the names of players in examples that an edition in another script prints as the source writes them."""
    catalogue, game = subject.catalogue, subject.source_game.game
    if catalogue is None or script_of(catalogue.language) == script_of(game.language):
        return
    names = [name for name in player_names(game) if not catalogue.get(name, NAMES_CONTEXT)]
    if names:
        listed = f"{', '.join(names[:MAX_NAMES])}{', …' if len(names) > MAX_NAMES else ''}"
        count = counted(len(names), "name of a player", "names of players")
        own, source = language_name(catalogue.language), language_name(game.language)
        what = f"in {own}, {count} in examples would be printed as in {source}: {listed}"
        fix = f"run pnp i18n update {game.name}, then write them as {own} does, in {catalogue.file}"
        entries = (catalogue.entry(name, NAMES_CONTEXT) for name in names)
        place = next((entry.string_place for entry in entries if entry), Place(catalogue.file))
        diagnostics.report(Code.NAMES_FOREIGN, place, what=what, fix=fix)


def check_translated_alike(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Report short texts that differ in the source but not in the translation: names of cards first, then others."""
    catalogue = subject.catalogue
    if catalogue is None:
        return
    game = subject.source_game.game
    glossary = load_glossary(subject.files, game, Diagnostics())  # check_glossary reports its faults
    languages = game.language, catalogue.language
    reported: set[str] = set()
    for deck in game.decks.values():
        for field in deck.fields:
            values = _names_of_values(deck, field, game.head.words, catalogue)
            for first, second in translated_alike(values, glossary, *languages):
                _report_alike(first, second, f"cards of {deck.name} are distinguished by them", catalogue, diagnostics)
                reported.add(second.text)
    for first, second in translated_alike(catalogue.entries_of(subject.source_game.messages), glossary, *languages):
        if second.text not in reported:
            _report_alike(first, second, "one of them may be a copy of the other", catalogue, diagnostics)


def _report_alike(first: PoEntry, second: PoEntry, why: str, catalogue: Catalogue, diagnostics: Diagnostics) -> None:
    language = language_name(catalogue.language)
    what = f"{quoted(first.text)} and {quoted(second.text)} are both {quoted(second.strings[0])} in {language}"
    fix = f"translate one of them with another word, or mark it as intended: # meant: {MARKED_ALIKE}"
    diagnostics.report(Code.TRANSLATIONS_ALIKE, second.string_place, what=what, why=why, fix=fix)


def _names_of_values(
    deck: Deck, field: CardField, words: Mapping[str, str], catalogue: Catalogue
) -> Iterator[PoEntry | None]:
    """Yield the entries for a field's values: for the values themselves if translated, or the words of its choices."""
    if field.is_translated and field.is_rule:
        texts = (text for card in deck.cards if isinstance(text := card.values.get(field.name), str))
        yield from (catalogue.entry(text, field_context(deck.name, field.name)) for text in texts)
    yield from (
        catalogue.entry(words[choice], word_context(choice)) for choice in map(str, field.choices) if choice in words
    )
