"""A booklet's prose and its translations → diagnostics for numbers that are not tied to the data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from pnp.check.spots import PO, excerpt, spot
from pnp.check.subject import EditionSubject, GameSubject
from pnp.diagnostics import Code, Diagnostics, Place
from pnp.rulebook.load import prose
from pnp.words.literals import literal_numbers
from pnp.words.numbers import number_in_words

MOST_SPELT = 1_000_000
"""Facts below it are compared with the words of a number."""

MOST_OF_A_TEXT = 10
"""Numbers of one text that have a message of their own."""

_WHY = "it would stay when the data change"


def check_prose(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Tell of each literal number in a booklet's source text."""
    row: list[str] = []
    line = Place("")
    for text, place, _ in prose(subject.booklet) if subject.booklet else ():
        row, line = (row if place == line else []), place
        find = partial(spot, subject.files, place, text, before=row)
        _check(text, subject.game.language, subject.game.head.facts, find, diagnostics)
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
            _check(translated, catalogue.language, subject.manuscript.game.head.facts, find, diagnostics)


def _check(
    text: str, language: str, facts: Mapping[str, Any], find: Callable[[slice], Place], diagnostics: Diagnostics
) -> None:
    numbers = literal_numbers(text, language)
    for index, (start, literal) in enumerate(numbers[:MOST_OF_A_TEXT], 1):
        part = slice(start, start + len(literal))
        others = f", and so are {len(numbers) - index} more" if index == MOST_OF_A_TEXT < len(numbers) else ""
        what = f"{literal} is not tied to the data{others}, in “{excerpt(text, part)}”"
        diagnostics.tell(Code.LITERAL_NUMBER, find(part), what=what, why=_WHY, fix=_fix(literal, language, facts))


def _fix(literal: str, language: str, facts: Mapping[str, Any]) -> str:
    """What to write for a number: the first fact that it is, or an expression."""
    otherwise = "or [two]{.literal} where it is no number of the game"
    for name, value in facts.items():
        if type(value) is int and abs(value) < MOST_SPELT and literal in (str(value), _in_words(value, language)):
            shown = name if literal == str(value) else f"{name}|words"
            return f"write {{{{ {shown} }}}}, if it is that; {otherwise}"
    return f"write an expression, like {{{{ hand|words }}}}; {otherwise}"


def _in_words(value: int, language: str) -> str:
    try:
        return number_in_words(value, language)
    except ValueError:
        return ""
