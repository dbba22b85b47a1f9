"""A game → lines that describe it in any language of the game: picks, moves of cards, changes of values.

The rules need no code for it: each decision is described by the changes that follow. Values of the table are described
if ``names:`` of game.yaml has a word for them, such as "points", or a sentence, such as "{seat} wins the target".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pnp.play.bundle import Names
from pnp.play.cards import PlayingCard
from pnp.play.driver import PlayedGame, by_seat
from pnp.play.history import Changed, Dealt, History, Moved, Picked
from pnp.play.table import End, Table

MAX_LISTED = 8
"""The most cards that are named one by one; for more, only their number is given."""
MAX_AT_START = 20
"""The same for a pile that a player sees, at the start."""


class Tracer:
    """A watcher that describes a game while it is played.

    Attributes:
        lines: The lines so far.
    """

    def __init__(self, names: Names, viewer: int | None = None) -> None:
        """Make a tracer.

        Args:
            names: The words and the names of cards.
            viewer: The seat that has seen what is described, with "?" for cards it does not know; None for all of it.
        """
        self.names = names
        self.viewer = viewer
        self.lines: list[str] = []

    def watching(self, table: Table) -> Tracer:
        """Begin to watch a table; return the tracer itself."""
        self._table = table
        self._history = History(table)
        return self

    def on_choices(self, choices: Any) -> None:
        """Describe the set-up, or the results of the latest picks."""
        self._history.on_choices(choices)
        self._describe()

    def on_picks(self, choices: Any, picks: Any) -> None:
        """Describe the picks."""
        self._history.on_picks(choices, picks)
        if self.viewer is None:
            self._describe_picks([Picked(seat, "", pick) for seat, pick in by_seat(picks)])

    def on_end(self, result: Any) -> None:
        """Describe the results of the last picks."""
        self._history.on_end(result)
        self._describe()

    def end(self, played: PlayedGame) -> None:
        """Describe the end of the game."""
        end = played.end
        if isinstance(end, End):
            winners = f"  ★ {', '.join(map(self.names.seat, end.winners))}" if end.winners else ""
            scores = ", ".join(f"{self.names.seat(seat)}: {score}" for seat, score in enumerate(end.scores))
            self.lines += ["", f"{self.names.word(end.why)}{winners}", *([scores] if scores else [])]

    def _describe(self) -> None:
        """Describe the latest step; its picks, which players may see only now, if a player is the viewer."""
        is_start = len(self._history.steps) == 1
        events = list(self._history.steps[-1].events(self.viewer))
        picks = [event for event in events if isinstance(event, Picked)]
        if self.viewer is not None and picks:
            self._describe_picks(picks)
        if any(isinstance(event, Dealt) for event in events):
            self.lines += [] if is_start else [""]
            self._describe_piles()
            values = self._history.state.values
            self._report_all({name: value for name, value in values.items() if not _is_nothing(value)})
            self.lines.append("")
            return
        for event in events:
            if isinstance(event, Moved):
                way = f"→ {self._pile(*event.target)}"
                way = f"{self._pile(*event.origin)} {way}" if event.origin else way
                self.lines.append(f"      {way}: {self._cards(event.cards)}")
        self._report_all({event.name: event.value for event in events if isinstance(event, Changed)})

    def _describe_picks(self, picks: Sequence[Picked]) -> None:
        number = len(self._history.steps) - (self.viewer is not None)
        line = ", ".join(f"{self.names.seat(picked.seat)}: {self._pick(picked.pick)}" for picked in picks)
        self.lines.append(f"{number:>4}  {line}")

    def _pick(self, pick: Any) -> str:
        return "?" if pick is None else self.names.of(pick)

    def _describe_piles(self) -> None:
        table = self._table
        for name, seat, cards in table.every_pile():
            if cards:
                most = MAX_LISTED if table.piles[name].seen_by == "nobody" else MAX_AT_START
                seen = [card if self._sees(card, name, seat) else None for card in cards]
                self.lines.append(f"      {self._pile(name, seat)}: {self._cards(seen, most)}")

    def _sees(self, card: PlayingCard, pile: str, owner: int | None) -> bool:
        return self.viewer is None or self._table.sees(self.viewer, card, pile, owner)

    def _report_all(self, values: Mapping[str, Any]) -> None:
        for name, value in values.items():
            if name in self.names.words:
                self._report(name, value)

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

    def _cards(self, cards: Sequence[PlayingCard | None], most: int = MAX_LISTED) -> str:
        if len(cards) > most or not any(cards):
            return f"{len(cards)}"
        return ", ".join("?" if card is None else self.names.card(card) for card in cards)


def _is_nothing(value: Any) -> bool:
    return value in (0, "", (), None) or (isinstance(value, tuple) and not any(value))
