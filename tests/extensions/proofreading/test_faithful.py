"""Good French that is otherwise than that of the games, which is not told; and mistakes in it, which are."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from conftest import ROOT

from pnp.extensions.proofreading.dictionaries import dictionary_for
from tools.mutation.translations import ENOUGH, KINDS, Book, read_books, told, tried

pytestmark = pytest.mark.slow

REWORDINGS = yaml.safe_load((Path(__file__).parent / "rewordings.yaml").read_text())


@pytest.fixture(scope="module")
def books() -> dict[str, Book]:
    return {book.manuscript.game.name: book for book in read_books(())}


@pytest.mark.parametrize("game", REWORDINGS)
def test_a_good_translation_said_otherwise_is_not_told(game: str, books: dict[str, Book]) -> None:
    book, changes, known = books[game], {}, {}
    for begins, part, instead, *alarms in REWORDINGS[game]:
        entry = next(entry for entry in book.entries if entry.text.startswith(begins))
        assert part in entry.strings[0], (begins, entry.strings[0])
        changes[entry.text] = replace(entry, strings=(entry.strings[0].replace(part, instead),))
        known.update((entry.string_place, alarm) for alarm in alarms)
    assert not told(book, {})
    assert {alarm.place: alarm.what for alarm in told(book, changes)} == known


@pytest.mark.nightly
def test_most_mistakes_are_noticed(books: dict[str, Book]) -> None:
    """One of each kind in a game; python -m tools.mutation.translations makes more."""
    has_dictionary = dictionary_for("fr", ROOT) is not None
    kinds = [kind for kind in KINDS if has_dictionary or kind != "misspelt"]
    tallies = [tried(kind, [books["chili"]], 3, random.Random(5)) for kind in kinds]
    made, missed = sum(made for made, _ in tallies), [where for _, missed in tallies for where in missed]
    assert made >= 2 * len(kinds)
    assert len(missed) <= (1 - ENOUGH) * made, missed
