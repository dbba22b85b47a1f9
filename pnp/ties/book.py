"""The values in data/<game>/ties.yaml: digests of confirmed sentences, and of the tests that prove them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import field

from pnp.core.diagnostics import Place
from pnp.core.frozen_dataclass import frozen_dataclass

_LETTERS = "0123456789bcdfghjkmnpqrstvwxz"
"""Without vowels, so that no digest is a word, and without l and y, which look like 1 and v."""

_LENGTH = 4
"""A digest has this many letters: one change in 700,000 would not change it."""


def digest_of(text: str) -> str:
    """Return the digest of a text."""
    return shortened(hashlib.sha256(text.encode()).hexdigest()[:8])


def shortened(hexadecimal: str) -> str:
    """Shorten a hash of eight hexadecimal digits, as older files have them, to a digest."""
    number, letters = int(hexadecimal, 16), ""
    for _ in range(_LENGTH):
        number, rest = divmod(number, len(_LETTERS))
        letters += _LETTERS[rest]
    return letters


@frozen_dataclass
class Tie:
    """A confirmed sentence, title, label or picture.

    Attributes:
        digest: The digest of its text in the source language.
        translations: The digests of its translations, by language.
        section: The heading or file to which it belonged.
        place: The place of its section in ties.yaml.
        by: The names of the tests that prove it, or the first words of a name if no test has them.
        is_free: Whether it states no rule and so needs no test.
        is_unread: Whether it was recorded without being read.
        is_deliberate: Whether it is right although its tests have the opposite word.
    """

    digest: str
    translations: Mapping[str, str] = field(default_factory=dict)
    section: str = ""
    place: Place = Place("")
    by: tuple[str, ...] = ()
    is_free: bool = False
    is_unread: bool = False
    is_deliberate: bool = False


@frozen_dataclass
class Support:
    """The tests that prove a sentence.

    Attributes:
        by: The names of the tests.
        is_free: Whether it states no rule and so needs no test.
        is_deliberate: Whether it is right although the tests have the opposite word.
    """

    by: tuple[str, ...] = ()
    is_free: bool = False
    is_deliberate: bool = False


@frozen_dataclass
class TieBook:
    """All ties of a game.

    Attributes:
        ties: The ties in the order of the file.
        tests: The digest of each test to which sentences are tied, by name; "" if none was recorded yet.
        dates: The date of the last confirmation, by section and language.
    """

    ties: tuple[Tie, ...] = ()
    tests: Mapping[str, str] = field(default_factory=dict)
    dates: Mapping[tuple[str, str], str] = field(default_factory=dict)

    @property
    def unread(self) -> int:
        """How many sentences were recorded without being read."""
        return sum(tie.is_unread for tie in self.ties)


def ties_path(game: str) -> str:
    """Return the path of a game's ties."""
    return f"data/{game}/ties.yaml"
