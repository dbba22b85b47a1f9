"""What a player sees, and the options → numbers of fixed lengths, for networks.

A pile is the number of its cards, and how many of each face the player sees in it; their order is lost. A number of the
table stays as it is; a text becomes its position among those that random games have shown. Other values are left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pnp.extensions.laboratory.adapters.opening import PlayableGame, play_by_chance
from pnp.extensions.laboratory.stepping import SteppedGame
from pnp.play.cards import PlayingCard
from pnp.play.table import Seen

PROBED_GAMES = 100
"""How many random games show which values a table has, and how many options there may be."""


class TableEncoding:
    """The numbers for a game of so many players.

    Attributes:
        view_size: How many numbers a view has.
        option_size: How many numbers an option has.
        most_options: The most options that a decision can have.
        names: What each number of a view is.
    """

    def __init__(self, game: PlayableGame, players: int, most_options: int = 0) -> None:
        """Play random games to find the values of a table.

        Args:
            game: The game.
            players: How many play.
            most_options: The most options of a decision; 0 for twice as many as random games have shown.
        """
        self._table = game.program.table
        self._players = players
        decks = game.program.decks
        self._faces = {
            face: number for number, face in enumerate({card._face: 0 for deck in decks.values() for card in deck})
        }
        self._texts: dict[str, int] = {}
        self._lengths: dict[str, int] = {}
        self._most = 0
        for number, probe in enumerate(game.probes(players, PROBED_GAMES)):
            play_by_chance(probe, f"probe:{number}", self._look)
        self._texts = {text: number for number, text in enumerate(sorted(self._texts), 1)}
        self.most_options = most_options or 2 * self._most
        self.names = list(self._view_names())
        self.view_size = len(self.names)
        self.option_size = len(self._faces) + 2

    def _look(self, game: SteppedGame) -> None:
        for seat in game.asked:
            options = game.options(seat)
            self._most = max(self._most, len(options))
            for option in options:
                self._note_texts(option)
        table = game.table
        for name, value in (*table.public().items(), *((name, getattr(table, name)) for name in table.values)):
            entries = _entries(value)
            if entries is not None:
                self._lengths[name] = max(self._lengths.get(name, 0), len(entries))
                self._note_texts(entries)

    def _note_texts(self, value: Any) -> None:
        for part in value if isinstance(value, tuple | list) else (value,):
            if isinstance(part, str):
                self._texts[part] = 0

    def _view_names(self) -> Any:
        for name, pile in self._table.piles.items():
            for owner in range(self._players) if pile.is_each else [None]:
                where = name if owner is None else f"{name}[{owner}]"
                yield where
                yield from (f"{where}: {card}" for _, card in self._faces)
        for name, length in self._lengths.items():
            yield from (f"{name}[{place}]" for place in range(length))
        yield "seat"

    def view(self, seen: Seen) -> list[int]:
        """Return the numbers of a view."""
        numbers: list[int] = []
        for name, pile in self._table.piles.items():
            cards = getattr(seen, name)
            for each in cards if pile.is_each else [cards]:
                numbers += self._pile(each)
        for name, length in self._lengths.items():
            entries = (_entries(getattr(seen, name, None)) or ())[:length]
            numbers += [self._number(entry) for entry in entries]
            numbers += [0] * (length - len(entries))
        numbers.append(seen.seat)
        return numbers

    def _pile(self, cards: Any) -> list[int]:
        counts = [0] * len(self._faces)
        for card in cards if isinstance(cards, tuple) else ():
            if card is not None:
                counts[self._faces[card._face]] += 1
        return [cards if isinstance(cards, int) else len(cards), *counts]

    def options(self, options: Sequence[Any]) -> list[list[int]]:
        """Return the numbers of each option, filled up with zeros to ``most_options``.

        These are the count of each face that an option names, the sum of its numbers, and the position of its text.

        Raises:
            ValueError: There are more options than the encoding has room for.
        """
        if len(options) > self.most_options:
            raise ValueError(f"{len(options)} options are too many; open it with most_options={2 * len(options)}")
        rows = [self._option(option) for option in options]
        return rows + [[0] * self.option_size for _ in range(self.most_options - len(rows))]

    def _option(self, option: Any) -> list[int]:
        row = [0] * self.option_size
        for part in option if isinstance(option, tuple) else (option,):
            if isinstance(part, PlayingCard):
                row[self._faces[part._face]] += 1
            elif isinstance(part, str):
                row[-1] = self._texts.get(part, 0)
            elif isinstance(part, int):
                row[-2] += part
        return row

    def _number(self, value: Any) -> int:
        return self._texts.get(value, 0) if isinstance(value, str) else int(value or 0)


def _entries(value: Any) -> Sequence[Any] | None:
    """Return the numbers and texts that a value consists of; None for another value."""
    if isinstance(value, Mapping):
        value = list(value.values())
    entries = value if isinstance(value, tuple | list) else (value,)
    return entries if all(isinstance(entry, int | str | None) for entry in entries) else None
