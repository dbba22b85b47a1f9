"""An edition's language → warnings if pnp has no words for numbers or no hyphenation in it.

Figures and unhyphenated words replace them, which can still be read. The warnings are at places that the user can
change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.subject import EditionSubject
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place
from pnp.core.patterns import lazy_pattern
from pnp.project.elements import TextLook
from pnp.project.template import all_nodes
from pnp.project.tree import Seq
from pnp.text.hyphenation import has_hyphenation
from pnp.text.numbers import has_number_words, script_of
from pnp.text.sample_text import language_name

_IN_WORDS = lazy_pattern(
    r"\{\{((?:(?!\}\}).)*?)\|\s*(?:words|ordinal|ordinal_words)\b(?:\([^()]*\))?\s*\}\}", re.DOTALL
)
"""An expression that ends with a number in words."""

HYPHENATED = "Latn Cyrl Grek Geor Armn Deva Beng Taml Telu Knda Mlym Gujr Guru Sinh Orya"
"""Scripts with spaces between words, in which long words are hyphenated (ISO 15924 codes)."""


def check_language(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Report numbers in words, and requested hyphenation, in a language for which pnp has neither."""
    language = subject.layout.edition.language
    for text, place in _texts(subject):
        match = _IN_WORDS.search(text)
        if match and not has_number_words(language):  # which loads a library
            written = " ".join(match[0].split())
            what = f"pnp has no words for numbers in {language_name(language)}: {written} is printed in figures"
            fix = f"write {{{{ {match[1].strip()} }}}} here"
            diagnostics.report(Code.NUMBER_WORDS, place, what=what, fix=fix)
    _check_hyphenation(subject, language, diagnostics)


def _texts(subject: EditionSubject) -> Iterator[tuple[str, Place]]:
    """Yield the texts of an edition, each with the place where it is written: in its catalogue, or in its source."""
    catalogue = subject.catalogue
    if catalogue is None:
        for message in subject.source_game.messages:
            yield message.text, message.places[0]
        return
    for entry in (*catalogue.entries.values(), *catalogue.in_context.values()):
        for text in entry.strings:
            yield text, entry.string_place


def _check_hyphenation(subject: EditionSubject, language: str, diagnostics: Diagnostics) -> None:
    game = subject.source_game.game
    decks = (*game.decks.values(), *game.extras.values())
    nodes = (node for deck in decks for template in deck.templates for node in all_nodes(template.nodes))
    hyphenated = (node for node in nodes if isinstance(node.element, TextLook) and node.element.hyphenate is True)
    wished = next(hyphenated, None)
    if wished is None or script_of(language) not in HYPHENATED.split() or has_hyphenation(language):
        return
    written, place = game.source.get("languages"), wished.place("hyphenate")
    if isinstance(written, Seq) and language in game.head.languages:
        place = written.place_of(game.head.languages.index(language))
    what = f"pnp cannot hyphenate {language_name(language)}: hyphenate: of {wished.name} has no effect in it"
    why = "long words leave wide holes or ragged lines"
    fix = "write soft hyphens (U+00AD) into long words, where they may be divided"
    diagnostics.report(Code.HYPHENATION_NONE, place, what=what, why=why, fix=fix)
