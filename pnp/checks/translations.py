"""A game and its catalogues → diagnostics for translations that are missing, or on which players cannot rely."""

from __future__ import annotations

from pnp.checks.subject import EditionSubject
from pnp.core.diagnostics import Diagnostics
from pnp.text.catalogue_check import check_catalogue, check_played


def check_translations(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Report missing and unused entries of the catalogue, and placeholders and markup that differ."""
    if subject.catalogue is not None:
        check_catalogue(subject.catalogue, subject.source_game.messages_for(subject.catalogue.language), diagnostics)


def check_played_words(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Report words of tables, traces and reports that the catalogue lacks."""
    if subject.catalogue is not None:
        check_played(subject.catalogue, subject.source_game.messages_for(subject.catalogue.language), diagnostics)
