"""A game and its catalogues → diagnostics for translations that are missing, or on which players cannot rely."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.subject import EditionSubject, GameSubject, Request
from pnp.core.diagnostics import Diagnostics, counted
from pnp.text.catalogue import column_contexts, read_columns
from pnp.text.catalogue_check import check_catalogue, check_played


def check_translations(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Report missing and unused entries of the catalogue, and placeholders and markup that differ."""
    if subject.catalogue is not None:
        check_catalogue(subject.catalogue, subject.source_game.messages_for(subject.catalogue.language), diagnostics)


def check_played_words(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Report words of tables, traces and reports that the catalogue lacks."""
    if subject.catalogue is not None:
        check_played(subject.catalogue, subject.source_game.messages_for(subject.catalogue.language), diagnostics)


def unrecorded_lines(subject: GameSubject, _request: Request) -> Iterator[str]:
    """Yield a line for each language whose translations in columns are not all recorded."""
    game = subject.game
    for language in filter(subject.is_requested, game.head.languages[1:]):
        if not column_contexts(game, language):
            continue
        from pnp.text.column_record import read_record

        entries = read_columns(subject.files, game, language, Diagnostics()).values()
        record = read_record(subject.files, game.name, language, Diagnostics())
        recorded = {(entry.text, entry.context, entry.strings) for entry in record}
        new = [e for e in entries if not e.is_fuzzy and (e.text, e.context, e.strings) not in recorded]
        if new:
            what = f"{counted(len(new), 'translation')} into {language} in columns"
            are, fix = ("is" if len(new) == 1 else "are"), "pnp i18n update makes a change of a source cell known"
            yield f"{game.name}: {what} {are} not recorded; {fix}"
