"""What data/<game>/ties.yaml keeps, as values: digests of confirmed sentences, and of the tests that they rest on.

A text → its digest.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from pnp.core.diagnostics import Place

_LETTERS = "0123456789bcdfghjkmnpqrstvwxz"
"""Without vowels, so that no digest is a word; without l and y, which look like 1 and v."""

_LENGTH = 4
"""Letters of a digest: one change in 700,000 would keep it."""


def digest_of(text: str) -> str:
    """Give a text's digest."""
    return shortened(hashlib.sha256(text.encode()).hexdigest()[:8])


def shortened(hexadecimal: str) -> str:
    """Write eight hexadecimal digits of a hash, as older files have them, as a digest."""
    number, letters = int(hexadecimal, 16), ""
    for _ in range(_LENGTH):
        number, rest = divmod(number, len(_LETTERS))
        letters += _LETTERS[rest]
    return letters


@dataclass(frozen=True)
class Tie:
    """A confirmed sentence, title, label or picture.

    Attributes:
        digest: Of its text in the source language.
        translations: Digests of its other languages, where it is translated.
        section: The heading or file that it stood under.
        place: Where its section begins in ties.yaml.
        by: The names of the tests that show that it is so; a name's first words, where no test has it.
        is_free: Whether it states no rule.
        is_unread: Whether it was recorded without being read.
        is_meant: Whether it is right although its tests say the opposite word.
    """

    digest: str
    translations: Mapping[str, str] = field(default_factory=dict)
    section: str = ""
    place: Place = Place("")
    by: tuple[str, ...] = ()
    is_free: bool = False
    is_unread: bool = False
    is_meant: bool = False


@dataclass(frozen=True)
class Support:
    """What shows that a sentence is so.

    Attributes:
        by: The names of tests.
        is_free: Whether it needs none, as it states no rule.
        is_meant: Whether it is right although the tests say the opposite word.
    """

    by: tuple[str, ...] = ()
    is_free: bool = False
    is_meant: bool = False


@dataclass(frozen=True)
class Book:
    """All ties of a game.

    Attributes:
        ties: In the order of the file.
        tests: The digest of each test that sentences rest on, by its name; "" where none is recorded yet.
        dates: When the sentences of a section were confirmed last in a language, by both.
        is_old: Whether the file is written as it was before digests.
    """

    ties: tuple[Tie, ...] = ()
    tests: Mapping[str, str] = field(default_factory=dict)
    dates: Mapping[tuple[str, str], str] = field(default_factory=dict)
    is_old: bool = False

    @property
    def unread(self) -> int:
        """How many sentences were recorded without being read."""
        return sum(tie.is_unread for tie in self.ties)


def ties_path(game: str) -> str:
    """Where a game's ties are."""
    return f"data/{game}/ties.yaml"
