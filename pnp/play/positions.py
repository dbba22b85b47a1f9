"""What an example writes down of a table and of picks → cards, values and options of a played game.

Whether a value of a played game is the one written down, and how it would be written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pnp.core.codes import Code
from pnp.core.diagnostics import counted, suggest
from pnp.play.bundle import Names
from pnp.play.driver import Interrupted, by_seat
from pnp.play.program import Program
from pnp.play.table import PlayingCard, Table, named

ValuePath = tuple[str | int, ...]
"""Keys and indexes that lead to a value in its file."""


class Wrong(Interrupted):
    """Something written down does not fit; the game is left.

    Attributes:
        path: Where it is written.
        fix: What to write instead.
        code: Its name in docs/diagnostics.md.
    """

    def __init__(self, path: ValuePath, what: str, fix: str = "", code: Code = Code.EXAMPLE_VALUE) -> None:
        super().__init__(what)
        self.path = path
        self.what = what
        self.fix = fix
        self.code = code


@dataclass(frozen=True)
class ExampleNotation:
    """How one example names players, cards and picks.

    Attributes:
        seats: Who plays, clockwise; empty where nobody is named.
        players: How many play.
        names: What cards and picks are called.
    """

    seats: Sequence[str]
    players: int
    names: Names

    def by_seat(self, written: Any, path: ValuePath) -> list[tuple[int, Any]]:
        """A list, or a mapping by name, as pairs of a seat and what is written for it.

        Raises:
            Wrong: It is neither, or names somebody who does not play.
        """
        if isinstance(written, Mapping):
            for name in written:
                if name not in self.seats:
                    raise Wrong((*path, name), f"nobody is called {name}", suggest(str(name), self.seats))
            return [(self.seats.index(name), entry) for name, entry in written.items()]
        if not isinstance(written, list) or len(written) > self.players:
            raise Wrong(
                path, f"must be a list with an entry for each of {counted(self.players, 'seat')}, not {written!r}"
            )
        return list(enumerate(written))

    def value(self, written: Any) -> Any:
        """A value of the table; a player's name stands for the seat, a mapping by names for a list by seat."""
        if isinstance(written, str) and written in self.seats:
            return self.seats.index(written)
        if isinstance(written, list):
            return [self.value(entry) for entry in written]
        if isinstance(written, Mapping) and written and all(key in self.seats for key in written):
            return [self.value(written[name]) if name in written else None for name in self.seats]
        return named(written)


def lay_position(
    program: Program, table: Table, written: Mapping[str, Any], rest: Mapping[str, str], writing: ExampleNotation
) -> None:
    """Lay the cards and set the values of a position.

    Args:
        program: The game.
        table: Its table, still empty.
        written: Cards by pile, and other values.
        rest: Piles that take all other cards of a deck.
        writing: How players, cards and picks are named.

    Raises:
        Wrong: Something does not fit.
    """
    free = _Free(program)
    for name, value in written.items():
        path: ValuePath = ("table", name)
        if name not in table.piles:
            known = {*table.piles, *table.public(), *re.findall(r"\btable\.(\w+)", program.bundle.rules)}
            if name not in known:
                raise Wrong(path, f"rules.py knows no table.{name}", suggest(name, known))
            setattr(table, name, writing.value(value))
        elif not table.piles[name].is_each:
            setattr(table, name, free.take(value, path))
        else:
            piles: list[list[PlayingCard]] = [[] for _ in table.seats]
            for seat, entry in writing.by_seat(value, path):
                step = seat if isinstance(value, list) else writing.seats[seat]
                piles[seat] = free.take(entry, (*path, step))
            setattr(table, name, piles)
    for name, deck in rest.items():
        if name not in table.piles or table.piles[name].is_each:
            raise Wrong(("rest",), f"{name} is no pile of the table", suggest(name, table.piles))
        if deck not in program.decks:
            raise Wrong(("rest", name), f"no deck {deck}", suggest(deck, program.decks))
        lying = set(map(id, table.cards()))
        others = [card for card in program.decks[deck] if id(card) not in lying]
        setattr(table, name, table.shuffled(others) + getattr(table, name))


class _Free:
    """The cards that lie nowhere yet, by name."""

    def __init__(self, program: Program) -> None:
        self.cards: dict[str, list[PlayingCard]] = {}
        for deck in program.decks.values():
            for card in deck:
                self.cards.setdefault(card._name, []).append(card)

    def take(self, written: Any, path: ValuePath) -> list[PlayingCard]:
        """The cards of a list of names or of fields, each taken once."""
        if not isinstance(written, list):
            raise Wrong(path, f"must be a list of cards, not {written!r}", "write their names in brackets")
        return [self._one(entry, (*path, index)) for index, entry in enumerate(written)]

    def _one(self, written: Any, path: ValuePath) -> PlayingCard:
        if isinstance(written, Mapping):
            fitting = next((card for cards in self.cards.values() for card in cards if fits(card, written)), None)
            if fitting is None:
                raise Wrong(path, f"no card is left with {plain_text(written)}", "look at its deck's fields")
            self.cards[fitting._name].remove(fitting)
            return fitting
        name = str(written)
        if not self.cards.get(name):
            is_known = name in self.cards
            what = f"each {name} lies somewhere else already" if is_known else f"no card {name}"
            raise Wrong(path, what, "" if is_known else suggest(name, self.cards))
        return self.cards[name].pop(0)


def written_picks(asked: Any, written: Any, path: ValuePath, writing: ExampleNotation) -> Any:
    """The options that are picked at a decision.

    Args:
        asked: What the rules have yielded.
        written: One pick, a list of them by seat, or a mapping by name.
        path: Where it is written.
        writing: How players, cards and picks are named.

    Raises:
        Wrong: Somebody's pick is missing, or is none of the options.
    """
    pairs = by_seat(asked)
    if isinstance(written, Mapping) and not (len(pairs) == 1 and not set(written) <= set(writing.seats)):
        picked = dict(writing.by_seat(written, path))
    elif isinstance(written, list):
        picked = {seat: entry for (seat, _), entry in zip(pairs, written, strict=False)}
    else:
        picked = {pairs[0][0]: written}
    if picked.keys() != {seat for seat, _ in pairs}:
        wanted = ", ".join(writing.names.seat(seat) for seat, _ in pairs)
        raise Wrong(path, f"{wanted} must pick here", "give each a pick, in this order", Code.EXAMPLE_PICKS)
    found = {seat: _option(options, picked[seat], seat, path, writing.names) for seat, options in pairs}
    return list(found.values()) if isinstance(asked, list) else found


def _option(options: Sequence[Any], written: Any, seat: int, path: ValuePath, names: Names) -> Any:
    if isinstance(written, Mapping):
        for option in options:
            if isinstance(option, PlayingCard) and fits(option, written):
                return option
            if hasattr(option, "_asdict") and _has_parts(option, written, names):
                return option
    wanted = plain_text(written)
    known = {names.of(option): option for option in reversed(options)}
    if wanted not in known and written in options:
        return written  # a text as rules.py has it
    if wanted not in known:
        raise Wrong(path, f"{names.seat(seat)} cannot pick {wanted}", suggest(wanted, known), Code.EXAMPLE_PICKS)
    return known[wanted]


def _has_parts(option: Any, written: Mapping[str, Any], names: Names) -> bool:
    """Whether a pick of several parts is as written, part by part."""
    parts: dict[str, Any] = option._asdict()
    return parts.keys() == written.keys() and all(_is_part(parts[name], text, names) for name, text in written.items())


def _is_part(part: Any, written: Any, names: Names) -> bool:
    if isinstance(part, tuple) and isinstance(written, list):
        return len(part) == len(written) and all(map(lambda one, text: _is_part(one, text, names), part, written))
    if isinstance(part, PlayingCard) and isinstance(written, Mapping):
        return fits(part, written)
    return plain_text(written) in (names.of(part), plain_text(part))


def fits(card: PlayingCard, fields: Mapping[str, Any]) -> bool:
    """Whether a card has these values in these fields."""
    return all(name in card._values and card._values[name] == value for name, value in fields.items())


def plain_text(value: Any) -> str:
    """A value as YAML writes it in a line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(plain_text, value)) + "]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {plain_text(entry)}" for key, entry in value.items()) + "}"
    return "null" if value is None else str(value)


def matches(written: Any, actual: Any, is_cards: bool, writing: ExampleNotation) -> bool:
    """Whether a value is as written.

    Args:
        written: Cards by name, seats by name, a number for so many cards, a mapping for some seats of a list.
        actual: The table's value.
        is_cards: Whether it is a pile, or piles.
        writing: How players, cards and picks are named.
    """
    if isinstance(actual, PlayingCard):
        return fits(actual, written) if isinstance(written, Mapping) else str(written) == actual._name
    if _is_list(actual):
        if is_cards and _is_number(written):
            return bool(len(actual) == written)
        if isinstance(written, Mapping):
            by_name = dict(zip(writing.seats, actual, strict=False))
            return all(
                name in by_name and matches(entry, by_name[name], is_cards, writing) for name, entry in written.items()
            )
        return (
            isinstance(written, list)
            and len(written) == len(actual)
            and all(matches(one, other, is_cards, writing) for one, other in zip(written, actual, strict=True))
        )
    if isinstance(written, str) and written in writing.seats and isinstance(actual, int):
        return writing.seats.index(written) == actual
    if hasattr(actual, "_asdict"):
        actual = actual._asdict() if isinstance(written, Mapping) else writing.names.of(actual)
    if isinstance(actual, Mapping):
        return (
            isinstance(written, Mapping)
            and actual.keys() == written.keys()
            and all(matches(written[key], actual[key], is_cards, writing) for key in written)
        )
    return bool(written == actual) and isinstance(written, bool) == isinstance(actual, bool)


def as_written(actual: Any, like: Any, writing: ExampleNotation) -> str:
    """A value in the form in which another one is written for it: cards counted or named, seats by name."""
    if isinstance(actual, PlayingCard):
        return actual._name
    if _is_list(actual):
        if _is_number(like):
            return str(len(actual))
        if isinstance(like, Mapping):
            by_name = dict(zip(writing.seats, actual, strict=False))
            told = (f"{name}: {as_written(by_name[name], like[name], writing)}" for name in like if name in by_name)
            return "{" + ", ".join(told) + "}"
        forms = list(like) if isinstance(like, list) and len(like) == len(actual) else [None] * len(actual)
        entries = (as_written(entry, form, writing) for entry, form in zip(actual, forms, strict=True))
        return "[" + ", ".join(entries) + "]"
    if isinstance(like, str) and like in writing.seats and isinstance(actual, int):
        return writing.names.seat(actual)
    if isinstance(actual, Mapping):
        return "{" + ", ".join(f"{key}: {as_written(entry, None, writing)}" for key, entry in actual.items()) + "}"
    return plain_text(actual) if isinstance(actual, int | float | str | type(None)) else writing.names.of(actual)


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple) and not hasattr(value, "_fields")


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
