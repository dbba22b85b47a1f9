"""A game → lines that describe it in any language of the game: picks, moves of cards, changes of values.

The rules need no code for it: each decision is described by the changes that follow. Values of the table are described
if ``names:`` of game.yaml has a word for them, such as "points", or a sentence, such as "{seat} wins the target".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pnp.core.patterns import lazy_pattern
from pnp.play.bundle import Names, shown_option
from pnp.play.cards import PlayingCard, cards_in
from pnp.play.driver import PlayedGame
from pnp.play.history import Changed, History, Moved, Picked, PilePlace, Step
from pnp.play.table import End, Table

MAX_LISTED = 8
"""The most cards that are named one by one; for more, only their number is given."""
MAX_AT_START = 20
"""The same for a pile that a player sees, at the start."""
LAST_ENTRIES = 4
"""How many entries of a long list are named, from its end."""

_ENTRY = lazy_pattern(r"\{(\d{1,9})\}")
"""The number of an entry of a list, from 1."""


class Tracer:
    """A watcher that describes a game while it is played.

    Attributes:
        lines: The lines so far.
    """

    def __init__(self, names: Names) -> None:
        """Make a tracer with the words and the names of cards."""
        self.names = names
        self.lines: list[str] = []

    def watching(self, table: Table) -> Tracer:
        """Begin to watch a table; return the tracer itself."""
        self._history = History(table)
        return self

    def on_choices(self, choices: Any) -> None:
        """Describe the set-up, or the results of the latest picks."""
        self._history.on_choices(choices)
        self._describe()

    def on_picks(self, choices: Any, picks: Any) -> None:
        """Remember the picks until the rules have gone on."""
        self._history.on_picks(choices, picks)

    def on_end(self, result: Any) -> None:
        """Describe the results of the last picks."""
        self._history.on_end(result)
        self._describe()

    def failed(self) -> None:
        """Describe the picks after which the rules have failed."""
        if line := self._history.unfinished():
            self.lines.append(f"{len(self._history.steps):>4}  {described_picks(line, self.names)}")

    def end(self, played: PlayedGame) -> None:
        """Describe the end of the game."""
        if isinstance(played.end, End):
            self.lines += ["", *described_end(played.end, self.names)]

    def _describe(self) -> None:
        number = len(self._history.steps) - 1
        self.lines += described_step(self._history, number, self.names)


def described_end(end: End, names: Names) -> list[str]:
    """Return the lines for a game's end: why, winners and scores."""
    winners = f"  ★ {', '.join(map(names.seat, end.winners))}" if end.winners else ""
    scores = ", ".join(names.labelled(names.seat(seat), names.of(score)) for seat, score in enumerate(end.scores))
    return [f"{names.word(end.why)}{winners}", *([scores] if scores else [])]


def described_picks(picks: Sequence[Picked], names: Names) -> str:
    """Return what players have picked, in a line; "?" for what the viewer does not know."""
    return ", ".join(names.picked(*picked) for picked in picks)


def described_step(history: History, number: int, names: Names, viewer: int | None = None) -> list[str]:
    """Return the lines for a decision and what followed it.

    Args:
        history: The game.
        number: The number of the step; 0 is the set-up.
        names: The words and the names of cards.
        viewer: The seat that has seen it, with "?" for cards that it does not know; None for all of it.
    """
    return [
        line for part in history.steps[number].parts() for line in _described_part(part, history, number, names, viewer)
    ]


def _described_part(step: Step, history: History, number: int, names: Names, viewer: int | None) -> list[str]:
    """Return the lines for what happened between two pauses or decisions."""
    players, lines = history.table.players, []
    events = list(step.own_events(viewer))
    if picks := [event for event in events if isinstance(event, Picked)]:
        lines.append(f"{number:>4}  {described_picks(picks, names)}")
    if step.dealt is not None:
        lines += [""] if number else []
        for place, cards in step.dealt.piles.items():
            if not cards:
                continue
            most = MAX_LISTED if history.table.piles[place[0]].seen_by == "nobody" else MAX_AT_START
            seen = [card if step.dealt.is_seen(card, viewer) else None for card in cards]
            lines.append(f"      {names.labelled(_pile(place, names), _cards(seen, names, most))}")
        values = {name: value for name, value in step.dealt.values.items() if not says_nothing(name, value, names)}
        return [*lines, *_values(values, names, players), ""]
    picked = {card for pick in picks for card in cards_in(pick.pick)}
    moves = [event for event in events if isinstance(event, Moved)]
    for event in sorted(moves, key=lambda event: picked.isdisjoint(event.cards)):  # what was picked moved first
        way = f"{_pile(event.origin, names)} → " if event.origin else "→ "
        lines.append(f"      {way}{names.labelled(_pile(event.target, names), _cards(event.cards, names))}")
    changed = {event.name: event.value for event in events if isinstance(event, Changed)}
    for name, value in changed.items():
        if is_long(name, value, names, MAX_LISTED):
            changed[name] = end_of(value)
    return [*lines, *_values(changed, names, players)]


def _values(values: Mapping[str, Any], names: Names, players: int) -> list[str]:
    """Return the lines for values of the table that have a word or a sentence."""
    texts = (described_value(name, value, names, players) for name, value in values.items())
    return [f"      {text}" for text in texts if text]


def described_value(name: str, value: Any, names: Names, players: int) -> str:
    """Return a value of the table in its sentence or after its word; a list by seat with the seats.

    The sentence of one value (``way=1``) comes first. What is true is its word alone.

    Returns:
        The text; empty for a value that has neither, is empty or false, or is no seat though its sentence is about one.
    """
    if sentence := names.words.get(f"{name}={shown_option(value)}"):
        return sentence
    word = names.words.get(name)
    if word is None or value is None or (not value and type(value) is not int):
        return ""
    if "{seat}" in word:
        return word.replace("{seat}", names.seat(value)) if type(value) is int else ""
    if "{seats}" in word:
        return word.replace("{seats}", ", ".join(map(names.seat, value if isinstance(value, tuple) else sorted(value))))
    if value is True and "{value}" not in word:
        return word
    if isinstance(value, tuple) and "{1}" in word:
        return _ENTRY.sub(lambda match: _entry(value, int(match[1]), names), word)
    text = names.of(value)
    if is_by_seat(value, players):
        text = ", ".join(f"{names.of(entry)} ({names.seat(seat)})" for seat, entry in enumerate(value))
    return word.replace("{value}", text) if "{value}" in word else names.labelled(word, text)


def is_long(name: str, value: Any, names: Names, most: int) -> bool:
    """Return whether a value is a list of more than so many entries that are read one after another."""
    word = names.words.get(name, "")
    return isinstance(value, tuple) and len(value) > most and "{1}" not in word and "{seat" not in word


def end_of(value: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the last entries of a long list after an ellipsis."""
    return ("…", *value[-LAST_ENTRIES:])


def is_by_seat(value: Any, players: int) -> bool:
    """Return whether a value is a list with a number for each seat."""
    return isinstance(value, tuple) and len(value) == players and all(type(entry) is int for entry in value)


def _entry(value: Sequence[Any], number: int, names: Names) -> str:
    return names.of(value[number - 1]) if 0 < number <= len(value) else "–"


def _pile(place: PilePlace, names: Names) -> str:
    name, seat = place
    word = names.word(name)
    return word if seat is None else f"{word} ({names.seat(seat)})"


def _cards(cards: Sequence[PlayingCard | None], names: Names, most: int = MAX_LISTED) -> str:
    if len(cards) > most or not any(cards):
        return f"× {len(cards)}"
    return ", ".join("?" if card is None else names.card(card) for card in cards)


def says_nothing(name: str, value: Any, names: Names) -> bool:
    """Return whether a value need not be shown: zero, empty, none, or a list of such; zero is, in a sentence."""
    if value == 0 and ("{" in names.words.get(name, "") or f"{name}={shown_option(value)}" in names.words):
        return False
    return not value or (isinstance(value, tuple) and "{" not in names.words.get(name, "") and not any(value))
