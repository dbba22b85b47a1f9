"""The entries of an example → the cards, values and options of a played game that they name; and back into text.

It also compares values of a played game with the entries of an example.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pnp.core.codes import Code
from pnp.core.diagnostics import counted, suggest
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.play.cards import PlayingCard, named
from pnp.play.decisions import by_seat
from pnp.play.game_code import Program
from pnp.play.game_loop import Interrupted
from pnp.play.names import Names
from pnp.play.table import Table

ValuePath = tuple[str | int, ...]
"""Keys and indexes that lead to a value in its file."""


class ExampleWrong(Interrupted):
    """An entry of the example does not fit the game, which is not played on.

    Attributes:
        path: The keys and indexes that lead to the entry.
        what: The message.
        fix: What to write instead.
        code: The code of its diagnostic.
    """

    def __init__(self, path: ValuePath, what: str, fix: str = "", code: Code = Code.EXAMPLE_VALUE) -> None:
        super().__init__(what)
        self.path = path
        self.what = what
        self.fix = fix
        self.code = code


@frozen_dataclass
class ExampleNotation:
    """The names of players, cards and picks in one example.

    Attributes:
        seats: The names of the players, clockwise; empty if the example names none.
        players: The number of players.
        names: The names of cards and picks.
    """

    seats: Sequence[str]
    players: int
    names: Names

    def by_seat(self, entry: Any, path: ValuePath) -> list[tuple[int, Any]]:
        """Return a list, or a mapping by name, as pairs of a seat and its entry.

        Raises:
            ExampleWrong: It is neither, or names a player who does not play.
        """
        if isinstance(entry, Mapping):
            for name in entry:
                if name not in self.seats:
                    raise ExampleWrong((*path, name), f"no player is called {name}", suggest(str(name), self.seats))
            return [(self.seats.index(name), value) for name, value in entry.items()]
        if not isinstance(entry, list) or len(entry) > self.players:
            raise ExampleWrong(
                path, f"must be a list with an entry for each of {counted(self.players, 'seat')}, not {entry!r}"
            )
        return list(enumerate(entry))

    def value(self, entry: Any) -> Any:
        """Return a value of the table; a player's name stands for the seat, a mapping by names for a list by seat."""
        if isinstance(entry, str) and entry in self.seats:
            return self.seats.index(entry)
        if isinstance(entry, list):
            return [self.value(part) for part in entry]
        if isinstance(entry, Mapping) and entry and all(key in self.seats for key in entry):
            return [self.value(entry[name]) if name in entry else None for name in self.seats]
        return named(entry)


def lay_position(
    program: Program, table: Table, values: Mapping[str, Any], rest: Mapping[str, str], notation: ExampleNotation
) -> None:
    """Lay the cards and set the values of a position.

    Args:
        program: The game.
        table: Its table, still empty.
        values: Cards by pile, and other values.
        rest: Piles that take all other cards of a deck.
        notation: The names of players, cards and picks.

    Raises:
        ExampleWrong: Something does not fit.
    """
    free = _UnplacedCards(program)
    for name, value in values.items():
        path: ValuePath = ("table", name)
        if name not in table.piles:
            names = {*table.piles, *table.public(), *re.findall(r"\btable\.(\w+)", program.bundle.rules)}
            if name not in names:
                raise ExampleWrong(path, f"rules.py has no table.{name}", suggest(name, names))
            setattr(table, name, notation.value(value))
        elif not table.piles[name].is_each:
            setattr(table, name, free.take(value, path))
        else:
            piles: list[list[PlayingCard]] = [[] for _ in table.seats]
            for seat, entry in notation.by_seat(value, path):
                step = seat if isinstance(value, list) else notation.seats[seat]
                piles[seat] = free.take(entry, (*path, step))
            setattr(table, name, piles)
    for name, deck in rest.items():
        if name not in table.piles or table.piles[name].is_each:
            raise ExampleWrong(("rest",), f"{name} is not a pile of the table", suggest(name, table.piles))
        if deck not in program.decks:
            raise ExampleWrong(("rest", name), f"no deck {deck}", suggest(deck, program.decks))
        lying = set(map(id, table.cards()))
        others = [card for card in program.decks[deck] if id(card) not in lying]
        setattr(table, name, table.shuffled(others) + getattr(table, name))


class _UnplacedCards:
    """The cards that lie nowhere yet, by name."""

    def __init__(self, program: Program) -> None:
        self.cards: dict[str, list[PlayingCard]] = {}
        for deck in program.decks.values():
            for card in deck:
                self.cards.setdefault(card._name, []).append(card)

    def take(self, entry: Any, path: ValuePath) -> list[PlayingCard]:
        """Return the cards of a list of names or of fields, each taken once."""
        if not isinstance(entry, list):
            raise ExampleWrong(path, f"must be a list of cards, not {entry!r}", "write their names in brackets")
        return [self._card(card, (*path, index)) for index, card in enumerate(entry)]

    def _card(self, entry: Any, path: ValuePath) -> PlayingCard:
        if isinstance(entry, Mapping):
            fitting = next((card for cards in self.cards.values() for card in cards if fits(card, entry)), None)
            if fitting is None:
                raise ExampleWrong(path, f"no card is left with {plain_text(entry)}", "look at its deck's fields")
            self.cards[fitting._name].remove(fitting)
            return fitting
        name = str(entry)
        if not self.cards.get(name):
            exists = name in self.cards
            what = f"each {name} lies somewhere else already" if exists else f"no card {name}"
            raise ExampleWrong(path, what, "" if exists else suggest(name, self.cards))
        return self.cards[name].pop(0)


def parse_picks(choices: Any, entry: Any, path: ValuePath, notation: ExampleNotation) -> Any:
    """Return the options that an example picks at a decision.

    Args:
        choices: The options that the rules have yielded.
        entry: One pick, a list of picks by seat, or a mapping by name.
        path: The keys and indexes that lead to the entry.
        notation: The names of players, cards and picks.

    Raises:
        ExampleWrong: A player's pick is missing, or is none of the options.
    """
    pairs = by_seat(choices)
    if isinstance(entry, Mapping) and not (len(pairs) == 1 and not set(entry) <= set(notation.seats)):
        picked = dict(notation.by_seat(entry, path))
    elif isinstance(entry, list):
        picked = {seat: pick for (seat, _), pick in zip(pairs, entry, strict=False)}
    else:
        picked = {pairs[0][0]: entry}
    if picked.keys() != {seat for seat, _ in pairs}:
        players = ", ".join(notation.names.seat(seat) for seat, _ in pairs)
        raise ExampleWrong(path, f"{players} must pick here", "give each a pick, in this order", Code.EXAMPLE_PICKS)
    picks = {seat: _option(options, picked[seat], seat, path, notation.names) for seat, options in pairs}
    return list(picks.values()) if isinstance(choices, list) else picks


def _option(options: Sequence[Any], entry: Any, seat: int, path: ValuePath, names: Names) -> Any:
    if isinstance(entry, Mapping):
        for option in options:
            if isinstance(option, PlayingCard) and fits(option, entry):
                return option
            if hasattr(option, "_asdict") and _has_parts(option, entry, names):
                return option
    text = plain_text(entry)
    options_by_name = {names.of(option): option for option in reversed(options)}
    if text not in options_by_name and entry in options:
        return entry  # a text as rules.py has it
    if text not in options_by_name:
        fix = suggest(text, options_by_name)
        raise ExampleWrong(path, f"{names.seat(seat)} cannot pick {text}", fix, Code.EXAMPLE_PICKS)
    return options_by_name[text]


def _has_parts(option: Any, entry: Mapping[str, Any], names: Names) -> bool:
    """Return whether a pick of several parts matches an entry, part by part."""
    parts: dict[str, Any] = option._asdict()
    return parts.keys() == entry.keys() and all(
        text == names.part(name, parts[name]) or _is_part(parts[name], text, names) for name, text in entry.items()
    )


def _is_part(part: Any, entry: Any, names: Names) -> bool:
    if isinstance(part, tuple) and isinstance(entry, list):
        return len(part) == len(entry) and all(map(lambda inner, text: _is_part(inner, text, names), part, entry))
    if isinstance(part, PlayingCard) and isinstance(entry, Mapping):
        return fits(part, entry)
    return plain_text(entry) in (names.of(part), plain_text(part))


def fits(card: PlayingCard, fields: Mapping[str, Any]) -> bool:
    """Return whether a card has these values in these fields."""
    return all(name in card._values and card._values[name] == value for name, value in fields.items())


def plain_text(value: Any) -> str:
    """Return a value as YAML writes it in a line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(plain_text, value)) + "]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {plain_text(entry)}" for key, entry in value.items()) + "}"
    return "null" if value is None else str(value)


def matches(entry: Any, actual: Any, is_cards: bool, notation: ExampleNotation) -> bool:
    """Return whether a value of the table matches an entry of an example.

    Args:
        entry: Cards by name, seats by name, a number for so many cards, a mapping for some seats of a list.
        actual: The table's value.
        is_cards: Whether it is a pile, or piles.
        notation: The names of players, cards and picks.
    """
    if isinstance(actual, PlayingCard):
        return fits(actual, entry) if isinstance(entry, Mapping) else str(entry) == actual._name
    if _is_list(actual):
        if is_cards and _is_number(entry):
            return bool(len(actual) == entry)
        if isinstance(entry, Mapping):
            by_name = dict(zip(notation.seats, actual, strict=False))
            return all(
                name in by_name and matches(inner, by_name[name], is_cards, notation) for name, inner in entry.items()
            )
        return (
            isinstance(entry, list)
            and len(entry) == len(actual)
            and all(matches(inner, value, is_cards, notation) for inner, value in zip(entry, actual, strict=True))
        )
    if isinstance(entry, str) and entry in notation.seats and isinstance(actual, int):
        return notation.seats.index(entry) == actual
    if hasattr(actual, "_asdict"):
        actual = actual._asdict() if isinstance(entry, Mapping) else notation.names.of(actual)
    if isinstance(actual, Mapping):
        return (
            isinstance(entry, Mapping)
            and actual.keys() == entry.keys()
            and all(matches(entry[key], actual[key], is_cards, notation) for key in entry)
        )
    return bool(entry == actual) and isinstance(entry, bool) == isinstance(actual, bool)


def format_like(actual: Any, like: Any, notation: ExampleNotation) -> str:
    """Return a value in the form of an example's entry for it: cards counted or named, seats by name."""
    if isinstance(actual, PlayingCard):
        return actual._name
    if _is_list(actual):
        if _is_number(like):
            return str(len(actual))
        if isinstance(like, Mapping):
            by_name = dict(zip(notation.seats, actual, strict=False))
            parts = (f"{name}: {format_like(by_name[name], like[name], notation)}" for name in like if name in by_name)
            return "{" + ", ".join(parts) + "}"
        forms = list(like) if isinstance(like, list) and len(like) == len(actual) else [None] * len(actual)
        entries = (format_like(entry, form, notation) for entry, form in zip(actual, forms, strict=True))
        return "[" + ", ".join(entries) + "]"
    if isinstance(like, str) and like in notation.seats and isinstance(actual, int):
        return notation.names.seat(actual)
    if isinstance(actual, Mapping):
        return "{" + ", ".join(f"{key}: {format_like(entry, None, notation)}" for key, entry in actual.items()) + "}"
    return plain_text(actual) if isinstance(actual, int | float | str | type(None)) else notation.names.of(actual)


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple) and not hasattr(value, "_fields")


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
