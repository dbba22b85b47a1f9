"""Cards, picks and other values of a table → what people call them, in any language of the game.

Examples name cards and picks by the same words as traces do, in the game's source language.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pnp.rules.play.table import PlayingCard

_PART = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Names:
    """How things are called.

    Attributes:
        words: By the names that rules use: piles, values of the table, picks, ends.
        cards: What a card is called, by deck and source name; a card that is not here keeps its source name.
        seats: Who sits at the table; where nobody is named, words["seat"] with a number.
        language: Of the words.
        measures: Of each measure of the report its name and its unit.
        texts: The game's other words by name, for what has none here.
        title: The game's title.
    """

    words: Mapping[str, str] = field(default_factory=dict)
    cards: Mapping[tuple[str, str], str] = field(default_factory=dict)
    seats: Sequence[str] = ()
    language: str = "en"
    measures: Sequence[tuple[str, str]] = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    title: str = ""

    def word(self, name: str) -> str:
        """A name of the rules as a word."""
        return self.words.get(name) or name.replace("_", " ")

    def seat(self, seat: int) -> str:
        """Who sits there."""
        if seat < len(self.seats):
            return self.seats[seat]
        return (self.words.get("seat") or "Seat {n}").replace("{n}", str(seat + 1))

    def card(self, card: PlayingCard) -> str:
        """A card's name."""
        return self.cards.get(card._face, card._name)

    def of(self, value: Any) -> str:
        """A card, a pick, or a value of the table."""
        if isinstance(value, PlayingCard):
            return self.card(value)
        if isinstance(value, bool):
            return self.word("yes" if value else "no")
        if value is None:
            return self.word("none")
        if isinstance(value, str):
            return self.word(value)
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            return self._pick(value)
        if isinstance(value, Mapping):
            return ", ".join(f"{self.of(key)} {self.of(entry)}" for key, entry in value.items())
        if isinstance(value, list | tuple | set | frozenset):
            return ", ".join(map(self.of, value)) or "–"
        return str(value)

    def _pick(self, pick: Any) -> str:
        """A pick of several parts: by the text of its class's name, with {parts} in it, else its parts in order."""
        parts = {name: self.of(getattr(pick, name)) for name in pick._fields}
        text = self.words.get(type(pick).__name__)
        if text is None:
            return " ".join(parts.values()) or self.word(type(pick).__name__.lower())
        return _PART.sub(lambda match: parts.get(match[1], match[0]), text)
