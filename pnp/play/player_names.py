"""What people type as their names → names of seats, beside those that a game gives."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pnp.play.bundle import PERSON, Names

MAX_NAME = 24
"""The most characters of a name."""

_NO_LETTERS = {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}
_DIRECTIONS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that turn the direction of the text around them."""


def clean_name(name: str) -> str:
    """Return a name in one line, without characters that change the text around it; empty without a letter."""
    letters = [
        " " if unicodedata.category(letter) in _NO_LETTERS else letter for letter in name if letter not in _DIRECTIONS
    ]
    return " ".join("".join(letters).split())[:MAX_NAME].strip()


def clean_names(names: Mapping[int, str], seats: Sequence[str]) -> dict[int, str]:
    """Return the names of those seats where people sit."""
    cleaned = {seat: clean_name(name) for seat, name in sorted(names.items())}
    return {seat: name for seat, name in cleaned.items() if name and 0 <= seat < len(seats) and seats[seat] == PERSON}


def with_players(names: Names, by_seat: Mapping[int, str], players: int) -> Names:
    """Return the words of a game with the names of its players in them."""
    if not by_seat:
        return names
    return replace(names, seats=tuple([by_seat.get(seat) or names.seat(seat) for seat in range(players)]))
