"""The values of data/<game>/ties.yaml: digests of confirmed sentences, and of the tests that they rest on."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import field

from pnp.core.diagnostics import Place
from pnp.core.frozen_dataclass import frozen_dataclass

_LETTERS = "0123456789bcdfghjkmnpqrstvwxz"
"""Without vowels, so that no digest is a word; without l and y, which look like 1 and v."""

_LENGTH = 4
"""Letters of a digest: one change in 700,000 would keep it."""


def digest_of(text: str) -> str:
    """Return the digest of a text."""
    return shortened(hashlib.sha256(text.encode()).hexdigest()[:8])


def shortened(hexadecimal: str) -> str:
    """Write eight hexadecimal digits of a hash, as older files have them, as a digest."""
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
        section: The heading or file that it stood under.
        place: The place of its section in ties.yaml.
        by: The names of the tests that prove it; the first words of a name that no test has.
        is_free: Whether it states no rule.
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
        is_free: Whether it needs none, as it states no rule.
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
        tests: The digest of each test that sentences rest on, by its name; "" if none is recorded yet.
        dates: The day of the last confirmation, by section and language.
        is_old: Whether the file has the format before digests.
    """

    ties: tuple[Tie, ...] = ()
    tests: Mapping[str, str] = field(default_factory=dict)
    dates: Mapping[tuple[str, str], str] = field(default_factory=dict)
    is_old: bool = False

    @property
    def unread(self) -> int:
        """The number of sentences that were recorded without being read."""
        return sum(tie.is_unread for tie in self.ties)


def ties_path(game: str) -> str:
    """The path of a game's ties."""
    return f"data/{game}/ties.yaml"
