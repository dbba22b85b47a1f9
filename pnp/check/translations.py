"""An edition's catalogue and the texts of its game → diagnostics where a translation is missing, stale or differs."""

from __future__ import annotations

from pnp.check.subject import EditionSubject
from pnp.diagnostics import Diagnostics
from pnp.words.catalogue import check_catalogue


def check_translations(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Tell of what the catalogue lacks, of what nobody uses any more, and of placeholders and markup that differ."""
    if subject.catalogue is not None:
        check_catalogue(subject.catalogue, subject.manuscript.messages, diagnostics)
