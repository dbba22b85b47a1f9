"""A game → lines that tell it: who picks what, which cards go where, what changes. In any language of the game.

Nothing in the rules has to be written for it: each decision is told by what is different afterwards. Values of the
table are told when ``names:`` of game.yaml has a word for them: "points", or a sentence, "{seat} wins the target".
"""

from __future__ import annotations

from typing import Any

from pnp.play.bundle import Names
from pnp.play.driver import Played, by_seat
from pnp.play.table import End, PlayingCard, Table, frozen

MOST_NAMED = 8
"""Cards named one by one; of more, the number is told."""
MOST_SEEN = 20
"""The same of a pile that some player sees, at the start."""


class Tracer:
    """Writes down a game while it is played.

    Attributes:
        lines: What has happened so far.
    """

    def __init__(self, names: Names) -> None:
        self.names = names
        self.lines: list[str] = []
        self._decisions = 0

    def watching(self, table: Table) -> Tracer:
        """Itself, looking at a table from now on."""
        self._table = table
        self._state = _State(table)
        return self

    def on_choices(self, choices: Any) -> None:
        """Tell the set-up, or what the latest picks have come to."""
        self._state = self._changes(self._table, self._state) if self._decisions else self._start(self._table)

    def on_picks(self, choices: Any, picks: Any) -> None:
        """Tell who picks what."""
        self._decisions += 1
        told = ", ".join(f"{self.names.seat(seat)}: {self.names.of(pick)}" for seat, pick in by_seat(picks))
        self.lines.append(f"{self._decisions:>4}  {told}")

    def on_end(self, result: Any) -> None:
        """Tell what the last picks have come to."""
        self._changes(self._table, self._state)

    def end(self, played: Played) -> None:
        """Tell how the game has ended."""
        end = played.end
        if isinstance(end, End):
            winners = f"  ★ {', '.join(map(self.names.seat, end.winners))}" if end.winners else ""
            scores = ", ".join(f"{self.names.seat(seat)}: {score}" for seat, score in enumerate(end.scores))
            self.lines += ["", f"{self.names.word(end.why)}{winners}", *([scores] if scores else [])]

    def _start(self, table: Table) -> _State:
        state = _State(table)
        for name, seat, cards in table.every_pile():
            if cards:
                most = MOST_NAMED if table.piles[name].seen_by == "nobody" else MOST_SEEN
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
        if 2 * sum(map(len, moves.values())) > len(now.places):  # a new deal: what lies where says more than the moves
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
        """A value of the table: in its sentence, or after its word; of a list by seat, each with its seat."""
        word = self.names.word(name)
        if "{seat}" in word:
            if type(value) is int:  # nobody: there is nothing to tell
                self.lines.append(f"      {word.replace('{seat}', self.names.seat(value))}")
            return
        is_by_seat = (
            isinstance(value, tuple) and len(value) == self._table.players and all(type(v) is int for v in value)
        )
        told = self.names.of(value)
        if is_by_seat:
            told = ", ".join(f"{entry} ({self.names.seat(seat)})" for seat, entry in enumerate(value))
        self.lines.append(f"      {word.replace('{value}', told) if '{value}' in word else f'{word}: {told}'}")

    def _pile(self, name: str, seat: int | None) -> str:
        told = self.names.word(name)
        return told if seat is None else f"{told} ({self.names.seat(seat)})"

    def _cards(self, cards: list[PlayingCard], most: int = MOST_NAMED) -> str:
        if len(cards) > most:
            return f"{len(cards)}"
        return ", ".join(map(self.names.card, cards))


class _State:
    """Where each card lies, and what else the table shows."""

    def __init__(self, table: Table) -> None:
        self.places: dict[PlayingCard, tuple[str, int | None]] = {
            card: (name, seat) for name, seat, cards in table.every_pile() for card in cards
        }
        self.values = {name: frozen(value) for name, value in table.public().items()}


def _is_nought(value: Any) -> bool:
    return isinstance(value, tuple) and not any(value)
