"""The terms of a game and the rules of a pair of languages, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pnp.diagnostics import Place
from pnp.model.glossary import PairHead


@dataclass(frozen=True)
class Term:
    """A term of a game.

    Attributes:
        name: As the source says it.
        forms: By language: all that may stand for it; its name is one of its own language.
        means: What it means.
        place: Where it stands.
    """

    name: str
    forms: Mapping[str, tuple[str, ...]]
    means: str = ""
    place: Place = Place("")


@dataclass(frozen=True)
class Glossary:
    """The words of a game.

    Attributes:
        terms: In the order of the file.
        words: By language: those that are spelt as meant.
    """

    terms: tuple[Term, ...] = ()
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Pair:
    """The rules for translations from one language into another."""

    source: str
    target: str
    head: PairHead = PairHead()

    def endings(self, language: str) -> tuple[str, ...]:
        """What words of a language may end with."""
        return self.head.endings.get(language, ())
