"""The words of a game in one of its languages → the names of its cards and values, and lines that describe a game.

The rules need no code for it: each decision is described by the changes that follow. Values of the table are described
if ``names:`` of game.yaml has a word for them, such as "points", or a sentence, such as "{seat} wins the target".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.play.cards import FaceDown, PlayingCard, cards_in
from pnp.play.game_bundle import shown_option
from pnp.play.game_loop import PlayedGame
from pnp.play.history import Changed, History, Moved, Picked, PilePlace, Step
from pnp.play.table import End, Table

_PART = lazy_pattern(r"\{([\w.]+)\}")
MINUS = "\u2212"


def filled(text: str, parts: Mapping[str, str]) -> str:
    """Return a text with its {parts} filled in; one that is not among them stays as it is."""
    return _PART.sub(lambda match: parts.get(match[1], match[0]), text)


@frozen_dataclass
class Names:
    """The names of cards, picks and other values of a table, in one language of the game.

    Examples name cards and picks by the same words as traces do, in the game's source language.

    Attributes:
        words: The words by the names that rules use: piles, values of the table, picks, ends.
        cards: The names of cards, by deck and source name; a card that is missing keeps its source name.
        seats: The names of the players; seats after the last are words["seat"] with a number.
        language: The language of the words.
        measures: The name and the unit of each measure of the report.
        texts: The game's other words by name, used if ``words`` lacks a name.
        title: The game's title.
        questions: What players are asked, by the names of questions.
        log: Sentences for what is picked, by the option, its class, or the name of the question.
        colon: The colon of the language, with the space before it.
    """

    words: Mapping[str, str] = field(default_factory=dict)
    cards: Mapping[tuple[str, str], str] = field(default_factory=dict)
    seats: Sequence[str] = ()
    language: str = "en"
    measures: Sequence[tuple[str, str]] = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    title: str = ""
    questions: Mapping[str, str] = field(default_factory=dict)
    log: Mapping[str, str] = field(default_factory=dict)
    colon: str = ":"

    def question(self, name: str) -> str:
        """Return what players are asked; empty for a question without a sentence."""
        return self.questions.get(name, "")

    def word(self, name: str) -> str:
        """Return the word for a name of the rules."""
        return self.words.get(name) or name.replace("_", " ")

    def seat(self, seat: int) -> str:
        """Return the name of a seat's player."""
        if seat < len(self.seats):
            return self.seats[seat]
        return (self.words.get("seat") or "Seat {n}").replace("{n}", str(seat + 1))

    def labelled(self, label: str, text: Any) -> str:
        """Return a text after its label: "points: 3"."""
        return f"{label}{self.colon} {text}"

    def card(self, card: PlayingCard) -> str:
        """Return a card's name."""
        return self.cards.get(card._face, card._name)

    def of(self, value: Any) -> str:
        """Return the name of a card, a pick, or a value of the table."""
        if isinstance(value, PlayingCard):
            return self.card(value)
        if isinstance(value, FaceDown):
            pile = self.word(value.pile)
            return f"{pile if value.owner is None else f'{pile} ({self.seat(value.owner)})'} {value.place + 1}"
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
        return str(value).replace("-", MINUS) if isinstance(value, int | float) else str(value)

    def part(self, name: str, value: Any) -> str:
        """Return the name of a part of a pick; a number that is called ``seat`` is a player."""
        return self.seat(value) if name == "seat" and type(value) is int else self.of(value)

    def _pick(self, pick: Any) -> str:
        """Return the text for a pick's class, with its {parts} filled in; without one, the parts in order.

        A part that the viewer does not know is a question mark.
        """
        values = {name: getattr(pick, name) for name in pick._fields}
        parts = {name: "?" if value is None else self.part(name, value) for name, value in values.items()}
        text = self.words.get(type(pick).__name__)
        if text is None:
            return " ".join(parts.values()) or self.word(type(pick).__name__.lower())
        return filled(text, parts)

    def picked(self, seat: int, question: str, pick: Any) -> str:
        """Return what a player has picked: in its sentence of the log, or after the player's name."""
        player = self.seat(seat)
        for name in (pick if isinstance(pick, str) else type(pick).__name__, question):
            if sentence := self.log.get(name):
                fields = getattr(pick, "_fields", ())
                parts = {part: getattr(pick, part) for part in fields}
                texts = {part: "?" if value is None else self.part(part, value) for part, value in parts.items()}
                return filled(sentence, {"pick": "?" if pick is None else self.of(pick), **texts, "seat": player})
        return self.labelled(player, "?" if pick is None else self.of(pick))


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

    The sentence of one value (``way=1``) comes first. A value that is true is described by its word alone.

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
    """Return whether a value is a list of more than ``most`` entries, and its word has no place for each."""
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
    """Return whether a value need not be shown: zero, empty, None, or a list of these; a sentence shows zero, too."""
    if value == 0 and ("{" in names.words.get(name, "") or f"{name}={shown_option(value)}" in names.words):
        return False
    return not value or (isinstance(value, tuple) and "{" not in names.words.get(name, "") and not any(value))
