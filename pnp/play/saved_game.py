"""A game as it was played: its setup, the options that were picked, and what people call themselves."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.play.game_bundle import GameSetup

SeatMessage = dict[str, Any]
"""A message to a seat's page: plain values for JSON."""

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
    """Return the names of the seats, without empty ones."""
    cleaned = {seat: clean_name(name) for seat, name in sorted(names.items())}
    return {seat: name for seat, name in cleaned.items() if name and 0 <= seat < len(seats)}


class NotNow(ValueError):
    """A pick or another request of a player cannot be met now; the text is shown on the player's page."""


@frozen_dataclass
class Tape:
    """A game as it was played.

    Attributes:
        setup: The number of players, the seed, who sits where (PERSON or a bot), and values set before the game.
        picks: For each decision, the numbers of the options picked, by seat.
        pending: What people have picked in the next decision while others are still to pick.
        names: What people call themselves, by seat.
        since: The decision from which a person plays who has taken the seat of a bot, by seat.
    """

    setup: GameSetup
    picks: tuple[Mapping[int, int], ...] = ()
    pending: Mapping[int, int] = field(default_factory=dict)
    names: Mapping[int, str] = field(default_factory=dict)
    since: Mapping[int, int] = field(default_factory=dict)

    def message(self, game: str) -> SeatMessage:
        """Return the tape as plain values."""
        message = {
            "game": game,
            "players": self.setup.players,
            "seed": self.setup.seed,
            "seats": list(self.setup.bots),
            "values": dict(self.setup.values),
            "picks": [_by_text(picks) for picks in self.picks],
        }
        more = {"pending": _by_text(self.pending), "names": _by_text(self.names), "since": _by_text(self.since)}
        return message | {name: by_seat for name, by_seat in more.items() if by_seat}

    @classmethod
    def of(cls, message: Mapping[str, Any]) -> Tape:
        """Return the tape that plain values describe.

        Raises:
            NotNow: They do not describe a tape.
        """
        try:
            setup = GameSetup(
                int(message["players"]),
                str(message["seed"]),
                tuple(map(str, message["seats"])),
                dict(message["values"]),
            )
            picks = tuple(map(_by_seat, message["picks"]))
            pending, since = (_by_seat(message.get(name, {})) for name in ("pending", "since"))
            names = {int(seat): str(name) for seat, name in message.get("names", {}).items()}
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
            raise NotNow("this is no saved game") from None
        if len(setup.bots) != setup.players:
            raise NotNow("this is no saved game")
        return cls(setup, picks, pending, clean_names(names, setup.bots), since)


def _by_text(by_seat: Mapping[int, Any]) -> dict[str, Any]:
    return {str(seat): value for seat, value in by_seat.items()}


def _by_seat(numbers: Mapping[str, Any]) -> dict[int, int]:
    return {int(seat): int(number) for seat, number in numbers.items()}
