"""A game → lines that describe it in any language of the game: picks, moves of cards, changes of values.

The rules need no code for it: each decision is described by the changes that follow. Values of the table are described
if ``names:`` of game.yaml has a word for them, such as "points", or a sentence, such as "{seat} wins the target".
"""

from __future__ import annotations

from typing import Any

from pnp.play.bundle import Names
from pnp.play.driver import PlayedGame, by_seat
from pnp.play.table import End, PlayingCard, Table, frozen

MAX_LISTED = 8
"""The most cards that are named one by one; for more, only their number is given."""
MAX_AT_START = 20
"""The same for a pile that a player sees, at the start."""


class Tracer:
    """A watcher that describes a game while it is played.

    Attributes:
        lines: The lines so far.
    """

    def __init__(self, names: Names) -> None:
        self.names = names
        self.lines: list[str] = []
        self._decisions = 0

    def watching(self, table: Table) -> Tracer:
        """Begin to watch a table; return the tracer itself."""
        self._table = table
        self._state = _State(table)
        return self

    def on_choices(self, choices: Any) -> None:
        """Describe the set-up, or the results of the latest picks."""
        self._state = self._changes(self._table, self._state) if self._decisions else self._start(self._table)

    def on_picks(self, choices: Any, picks: Any) -> None:
        """Describe the picks."""
        self._decisions += 1
        line = ", ".join(f"{self.names.seat(seat)}: {self.names.of(pick)}" for seat, pick in by_seat(picks))
        self.lines.append(f"{self._decisions:>4}  {line}")

    def on_end(self, result: Any) -> None:
        """Describe the results of the last picks."""
        self._changes(self._table, self._state)

    def end(self, played: PlayedGame) -> None:
        """Describe the end of the game."""
        end = played.end
        if isinstance(end, End):
            winners = f"  ★ {', '.join(map(self.names.seat, end.winners))}" if end.winners else ""
            scores = ", ".join(f"{self.names.seat(seat)}: {score}" for seat, score in enumerate(end.scores))
            self.lines += ["", f"{self.names.word(end.why)}{winners}", *([scores] if scores else [])]

    def _start(self, table: Table) -> _State:
        state = _State(table)
        for name, seat, cards in table.every_pile():
            if cards:
                most = MAX_LISTED if table.piles[name].seen_by == "nobody" else MAX_AT_START
                self.lines.append(f"      {self._pile(name, seat)}: {self._cards(cards, most)}")
        for name, value in state.values.items():
            if name in self.names.words and value not in (0, "", (), None) and not _is_nought(value):
                self._report(name, value)
        self.lines.append("")
        return state

    def _changes(self, table: Table, before: _State) -> _State:
        now = _State(table)
        moves: dict[tuple[Any, Any], list[PlayingCard]] = {}
        for card, place in now.places.items():
            if (origin := before.places.get(card)) != place:
                moves.setdefault((origin, place), []).append(card)
        if 2 * sum(map(len, moves.values())) > len(now.places):  # a new deal: piles say more than moves
            self.lines.append("")
            self._start(table)
            return now
        for (origin, place), cards in moves.items():
            way = f"{self._pile(*origin)} → {self._pile(*place)}" if origin else f"→ {self._pile(*place)}"
            self.lines.append(f"      {way}: {self._cards(cards)}")
        for name, value in now.values.items():
            if name in self.names.words and before.values.get(name) != value:
                self._report(name, value)
        return now

    def _report(self, name: str, value: Any) -> None:
        """Describe a value of the table, in its sentence or after its word; a list by seat with the seats."""
        word = self.names.word(name)
        if "{seat}" in word:
            if type(value) is int:  # else the sentence applies to no seat
                self.lines.append(f"      {word.replace('{seat}', self.names.seat(value))}")
            return
        is_by_seat = (
            isinstance(value, tuple) and len(value) == self._table.players and all(type(v) is int for v in value)
        )
        text = self.names.of(value)
        if is_by_seat:
            text = ", ".join(f"{entry} ({self.names.seat(seat)})" for seat, entry in enumerate(value))
        self.lines.append(f"      {word.replace('{value}', text) if '{value}' in word else f'{word}: {text}'}")

    def _pile(self, name: str, seat: int | None) -> str:
        word = self.names.word(name)
        return word if seat is None else f"{word} ({self.names.seat(seat)})"

    def _cards(self, cards: list[PlayingCard], most: int = MAX_LISTED) -> str:
        if len(cards) > most:
            return f"{len(cards)}"
        return ", ".join(map(self.names.card, cards))


class _State:
    """The place of each card, and the public values of the table."""

    def __init__(self, table: Table) -> None:
        self.places: dict[PlayingCard, tuple[str, int | None]] = {
            card: (name, seat) for name, seat, cards in table.every_pile() for card in cards
        }
        self.values = {name: frozen(value) for name, value in table.public().items()}


def _is_nought(value: Any) -> bool:
    return isinstance(value, tuple) and not any(value)
