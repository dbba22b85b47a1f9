"""A booklet's prose and its translations → diagnostics for numbers that are not tied to the data."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.diagnostics import Diagnostic, Place
from pnp.rulebook.load import Booklet, prose
from pnp.words.catalogue import Catalogue
from pnp.words.literals import literal_numbers

_WHY = "it would stay when the data change"
_FIX = "write an expression, like {{ hand|words }}; or [two]{.literal} where it is no number of the game"


def check_prose(booklet: Booklet, language: str) -> Iterator[Diagnostic]:
    """Tell of each literal number in a booklet's source text.

    Args:
        booklet: The booklet.
        language: Its source language.
    """
    for text, place, _ in prose(booklet):
        for _, literal in literal_numbers(text, language):
            yield _fault(place, literal, text)


def check_translated_prose(booklet: Booklet, catalogue: Catalogue) -> Iterator[Diagnostic]:
    """Tell of each literal number in the translations of a booklet's blocks."""
    for text, _, _ in prose(booklet):
        translated = catalogue.get(text)
        if not translated:
            continue
        entry = catalogue.entries[text.strip()]
        for _, literal in literal_numbers(translated, catalogue.language):
            yield _fault(entry.string_place, literal, translated)


def _fault(place: Place, literal: str, text: str) -> Diagnostic:
    start = text[:40] + ("…" if len(text) > 40 else "")
    return Diagnostic(place, "literal-number", f"{literal} is not tied to the data, in “{start}”", _WHY, _FIX)
