"""A booklet's prose and its translations → diagnostics for numbers that are not tied to the data."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pnp.check.spots import PO, excerpt, spot
from pnp.check.subject import EditionSubject, GameSubject
from pnp.diagnostics import Code, Diagnostics, Place
from pnp.rulebook.load import prose
from pnp.words.literals import literal_numbers

_WHY = "it would stay when the data change"
_FIX = "write an expression, like {{ hand|words }}; or [two]{.literal} where it is no number of the game"


def check_prose(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Tell of each literal number in a booklet's source text."""
    row: list[str] = []
    line = Place("")
    for text, place, _ in prose(subject.booklet) if subject.booklet else ():
        row, line = (row if place == line else []), place
        find = partial(spot, subject.files, place, text, before=row)
        _check(text, subject.game.language, find, diagnostics)
        row = [*row, text]


def check_translated_prose(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Tell of each literal number in the translations of a booklet's blocks."""
    catalogue, booklet = subject.catalogue, subject.manuscript.booklet
    if catalogue is None or booklet is None:
        return
    for text, _, _ in prose(booklet):
        if translated := catalogue.get(text):
            place = catalogue.entries[text.strip()].string_place
            find = partial(spot, subject.files, place, translated, writing=PO)
            _check(translated, catalogue.language, find, diagnostics)


def _check(text: str, language: str, find: Callable[[slice], Place], diagnostics: Diagnostics) -> None:
    for start, literal in literal_numbers(text, language):
        part = slice(start, start + len(literal))
        what = f"{literal} is not tied to the data, in “{excerpt(text, part)}”"
        diagnostics.tell(Code.LITERAL_NUMBER, find(part), what=what, why=_WHY, fix=_FIX)
