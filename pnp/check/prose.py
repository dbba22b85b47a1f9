"""A booklet's prose and its translations → diagnostics for numbers that are not tied to the data."""

from __future__ import annotations

from pnp.check.subject import EditionSubject, GameSubject
from pnp.diagnostics import Code, Diagnostics, Place
from pnp.rulebook.load import prose
from pnp.words.literals import literal_numbers

_WHY = "it would stay when the data change"
_FIX = "write an expression, like {{ hand|words }}; or [two]{.literal} where it is no number of the game"


def check_prose(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Tell of each literal number in a booklet's source text."""
    for text, place, _ in prose(subject.booklet) if subject.booklet else ():
        _check(text, subject.game.language, place, diagnostics)


def check_translated_prose(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Tell of each literal number in the translations of a booklet's blocks."""
    catalogue, booklet = subject.catalogue, subject.manuscript.booklet
    if catalogue is None or booklet is None:
        return
    for text, _, _ in prose(booklet):
        if translated := catalogue.get(text):
            place = catalogue.entries[text.strip()].string_place
            _check(translated, catalogue.language, place, diagnostics)


def _check(text: str, language: str, place: Place, diagnostics: Diagnostics) -> None:
    start = text[:40] + ("…" if len(text) > 40 else "")
    for _, literal in literal_numbers(text, language):
        what = f"{literal} is not tied to the data, in “{start}”"
        diagnostics.tell(Code.LITERAL_NUMBER, place, what=what, why=_WHY, fix=_FIX)
