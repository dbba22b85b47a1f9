"""A worked example → what is wrong with it: it is set up, played, and its outcome compared with the one written down.

Runs the project's rules. What the booklet tells is the outcome written down, so a booklet needs no rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from types import GeneratorType
from typing import Any

from pnp.diagnostics import suggest
from pnp.rules.driver import Interrupted, Played, bots_choose, by_seat, run, with_failures
from pnp.rules.guard import guarded
from pnp.rules.kit import Broken, Failure, Sitting
from pnp.rules.naming import Names
from pnp.rules.program import Program
from pnp.rules.table import Card, End, named

Path = tuple[str | int, ...]

_OF_THE_END = ("why", "winners", "scores")


@dataclass(frozen=True)
class Example:
    """A worked example, as plain values; see pnp.model.play.ExampleHead for what each is."""

    name: str
    seats: tuple[str, ...]
    players: int
    play: str
    table: Mapping[str, Any]
    rest: Mapping[str, str]
    seed: str
    bots: tuple[str, ...] | None
    picks: tuple[Any, ...]
    after: tuple[Mapping[str, Any], ...]
    then: Mapping[str, Any]


@dataclass(frozen=True)
class Finding:
    """Something wrong with an example or a claim.

    Attributes:
        path: Keys and indexes that lead to it in its file.
        failure: What failed in the rules, when that is why.
    """

    code: str
    path: Path
    what: str
    why: str = ""
    fix: str = ""
    failure: Failure | None = None


class _Wrong(Interrupted):
    def __init__(self, path: Path, what: str, fix: str = "", code: str = "example-value") -> None:
        super().__init__(what)
        self.finding = Finding(code, path, what, fix=fix)


class _Over(Interrupted):
    """The picks written down are used up."""


def check_example(program: Program, example: Example, names: Names) -> list[Finding]:
    """Play an example; return what differs from what is written down.

    Args:
        program: The game.
        example: What to play.
        names: What cards and picks are called in the source language.
    """
    names = replace(names, seats=example.seats)
    sitting = Sitting(example.players, example.seed, example.bots or ("random",))
    table = program.lay_table(example.players, Random(example.seed).random, {})
    played = Played(sitting, table)
    teller = _Teller(example, names, played)
    try:
        with_failures(program, played, lambda: teller.play(program))
        if len(played.log) < len(example.picks) and not teller.findings:
            what = f"the game is over after {len(played.log)} of {len(example.picks)} picks"
            raise _Wrong(("picks", len(played.log)), what, "take the others away", "example-picks")
        teller.compare(example.then, ("then",))
    except _Wrong as wrong:
        teller.findings.append(wrong.finding)
    except Broken as broken:
        what = f"the rules fail at decision {broken.failure.decision + 1}"
        teller.findings.append(Finding("example-fails", (), what, failure=broken.failure))
    return [replace(finding, path=(example.name, *finding.path)) for finding in teller.findings]


class _Teller:
    def __init__(self, example: Example, names: Names, played: Played) -> None:
        self.example = example
        self.names = names
        self.played = played
        self.table = played.table
        self.findings: list[Finding] = []
        self.compared: set[int] = set()

    # --- playing

    def play(self, program: Program) -> None:
        example, table = self.example, self.table
        part = program.parts.get(example.play)
        if part is None:
            raise _Wrong(("play",), f"rules.py has no function {example.play}", suggest(example.play, program.parts))
        self._set_up(program)
        rules = part(table)
        if isinstance(rules, GeneratorType):
            choose = bots_choose(program, self.played.sitting, table)
            try:
                guard = guarded(program.kit, table, rules, views=False)
                rules = run(guard, self._chooser(choose), self.played.log, program.kit.decisions[1])
            except _Over:
                rules = None
            self._compare_after()
        if isinstance(rules, End):
            self.played.end = rules

    def _chooser(self, bots: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def choose(asked: Any) -> Any:
            self._compare_after()
            number = len(self.played.log)
            if number < len(self.example.picks):
                return self._picks(asked, self.example.picks[number], ("picks", number))
            if self.example.bots is None:
                raise _Over
            return bots(asked)

        return choose

    def _compare_after(self) -> None:
        number = len(self.played.log) - 1
        if 0 <= number < len(self.example.after) and number not in self.compared:
            self.compared.add(number)
            self.compare(self.example.after[number], ("after", number))

    # --- the position

    def _set_up(self, program: Program) -> None:
        free: dict[str, list[Card]] = {}
        for deck in program.decks.values():
            for card in deck:
                free.setdefault(card._name, []).append(card)
        for name, value in self.example.table.items():
            path: Path = ("table", name)
            if name in self.table.piles:
                setattr(self.table, name, self._piles(name, value, path, free))
            else:
                setattr(self.table, name, self._value(value))
        for name, deck_name in self.example.rest.items():
            if name not in self.table.piles or self.table.piles[name].is_each:
                raise _Wrong(("rest",), f"{name} is no pile of the table", suggest(name, self.table.piles))
            if deck_name not in program.decks:
                raise _Wrong(("rest", name), f"no deck {deck_name}", suggest(deck_name, program.decks))
            lying = {id(card) for cards in self.table.cards().values() for card in cards}
            others = [card for card in program.decks[deck_name] if id(card) not in lying]
            setattr(self.table, name, self.table.shuffled(others) + getattr(self.table, name))

    def _piles(self, name: str, value: Any, path: Path, free: dict[str, list[Card]]) -> list[Any]:
        if not self.table.piles[name].is_each:
            return self._cards(value, path, free)
        piles: list[Any] = [[] for _ in self.table.seats]
        for seat, entry in self._by_seat(value, path):
            piles[seat] = self._cards(
                entry, (*path, seat if isinstance(value, list) else self.example.seats[seat]), free
            )
        return piles

    def _cards(self, value: Any, path: Path, free: dict[str, list[Card]]) -> list[Card]:
        if not isinstance(value, list):
            raise _Wrong(path, f"must be a list of cards, not {value!r}", "write their names in brackets")
        cards = []
        for index, name in enumerate(value):
            if isinstance(name, Mapping):
                fitting = [card for cards in free.values() for card in cards if _fits(card, name)]
                if not fitting:
                    raise _Wrong((*path, index), f"no card is left with {_plain(name)}", "look at its deck's fields")
                free[fitting[0]._name].remove(fitting[0])
                cards.append(fitting[0])
                continue
            if not free.get(str(name)):
                known = str(name) in free
                what = f"each {name} lies somewhere else already" if known else f"no card {name}"
                raise _Wrong((*path, index), what, "" if known else suggest(str(name), free))
            cards.append(free[str(name)].pop(0))
        return cards

    def _by_seat(self, value: Any, path: Path) -> list[tuple[int, Any]]:
        if isinstance(value, Mapping):
            for name in value:
                if name not in self.example.seats:
                    raise _Wrong((*path, name), f"nobody is called {name}", suggest(str(name), self.example.seats))
            return [(self.example.seats.index(name), entry) for name, entry in value.items()]
        if not isinstance(value, list) or len(value) > self.table.players:
            raise _Wrong(path, f"must be a list with an entry for each of {self.table.players} seats, not {value!r}")
        return list(enumerate(value))

    def _value(self, value: Any) -> Any:
        """A value of the table: seats may be named."""
        if isinstance(value, str) and value in self.example.seats:
            return self.example.seats.index(value)
        if isinstance(value, list):
            return [self._value(entry) for entry in value]
        if isinstance(value, Mapping) and value and all(key in self.example.seats for key in value):
            by_name = {self.example.seats.index(key): self._value(entry) for key, entry in value.items()}
            return [by_name.get(seat) for seat in self.table.seats]
        return named(value)

    # --- picks

    def _picks(self, asked: Any, written: Any, path: Path) -> Any:
        pairs = by_seat(asked)
        if isinstance(written, Mapping):
            picked = dict(self._by_seat(written, path))
        elif isinstance(written, list):
            picked = {seat: entry for (seat, _), entry in zip(pairs, written, strict=False)}
        else:
            picked = {pairs[0][0]: written}
        if picked.keys() != {seat for seat, _ in pairs}:
            wanted = ", ".join(self.names.seat(seat) for seat, _ in pairs)
            raise _Wrong(path, f"{wanted} must pick here", "give each a pick, in this order", "example-picks")
        found = {seat: self._option(options, picked[seat], seat, path) for seat, options in pairs}
        return list(found.values()) if isinstance(asked, list) else found

    def _option(self, options: Sequence[Any], written: Any, seat: int, path: Path) -> Any:
        if isinstance(written, Mapping):
            fitting = [option for option in options if isinstance(option, Card) and _fits(option, written)]
            if fitting:
                return fitting[0]
        wanted = _plain(written)
        known = {self.names.of(option): option for option in reversed(options)}
        if wanted not in known:
            what = f"{self.names.seat(seat)} cannot pick {wanted}"
            raise _Wrong(path, what, suggest(wanted, known), "example-picks")
        return known[wanted]

    # --- the outcome

    def compare(self, expected: Mapping[str, Any], path: Path) -> None:
        """Add a finding for each value that is not as written."""
        for name, wanted in expected.items():
            if name in _OF_THE_END and self.played.end is not None:
                actual: Any = getattr(self.played.end, name)
                actual = list(actual) if isinstance(actual, tuple) else actual
                if name == "winners" and self.example.seats:
                    actual = [self.example.seats[seat] for seat in actual]
            elif hasattr(self.table, name):
                actual = getattr(self.table, name)
            else:
                known = [*self.table.piles, *self.table.public()]
                self.findings.append(
                    Finding("example-value", (*path, name), f"the table has no {name}", fix=suggest(name, known))
                )
                continue
            is_cards = name in self.table.piles
            if not self._matches(wanted, actual, is_cards):
                shown = self._written(actual, wanted)
                what = f"{name} is {shown}, not {_plain(wanted)}"
                fix = f"write {name}: {shown}, or correct the rules"
                self.findings.append(Finding("example-outcome", (*path, name), what, fix=fix))

    def _matches(self, wanted: Any, actual: Any, is_cards: bool) -> bool:
        if isinstance(actual, Card):
            return str(wanted) == actual._name
        if isinstance(actual, list | tuple) and not hasattr(actual, "_fields"):
            if is_cards and isinstance(wanted, int) and not isinstance(wanted, bool):
                return len(actual) == wanted
            if isinstance(wanted, Mapping):
                by_name = dict(zip(self.example.seats, actual, strict=False))
                return all(
                    key in by_name and self._matches(entry, by_name[key], is_cards) for key, entry in wanted.items()
                )
            return (
                isinstance(wanted, list)
                and len(wanted) == len(actual)
                and all(self._matches(*pair, is_cards) for pair in zip(wanted, actual, strict=True))
            )
        if isinstance(wanted, str) and wanted in self.example.seats and isinstance(actual, int):
            return self.example.seats.index(wanted) == actual
        if hasattr(actual, "_asdict"):
            actual = actual._asdict() if isinstance(wanted, Mapping) else self.names.of(actual)
        if isinstance(actual, Mapping) and isinstance(wanted, Mapping):
            return actual.keys() == wanted.keys() and all(
                self._matches(wanted[key], actual[key], is_cards) for key in wanted
            )
        if type(wanted) is not type(actual) and not isinstance(actual, int | float | str | type(None)):
            return self.names.of(actual) == str(wanted)
        return bool(wanted == actual) and isinstance(wanted, bool) == isinstance(actual, bool)

    def _written(self, actual: Any, like: Any) -> str:
        """A value as it would be written in the example."""
        if isinstance(actual, Card):
            return actual._name
        if isinstance(actual, list | tuple) and not hasattr(actual, "_fields"):
            if isinstance(like, int) and not isinstance(like, bool):
                return str(len(actual))
            if isinstance(like, Mapping):
                by_name = dict(zip(self.example.seats, actual, strict=False))
                told = (f"{key}: {self._written(by_name[key], like[key])}" for key in like if key in by_name)
                return "{" + ", ".join(told) + "}"
            inner = list(like) if isinstance(like, list) and len(like) == len(actual) else [None] * len(actual)
            return "[" + ", ".join(self._written(entry, one) for entry, one in zip(actual, inner, strict=True)) + "]"
        if isinstance(like, str) and like in self.example.seats and isinstance(actual, int):
            return self.names.seat(actual)
        if isinstance(actual, Mapping):
            return "{" + ", ".join(f"{key}: {self._written(entry, None)}" for key, entry in actual.items()) + "}"
        return _plain(actual) if isinstance(actual, int | float | str | type(None)) else self.names.of(actual)


def _fits(card: Card, fields: Mapping[str, Any]) -> bool:
    """Whether a card has these values in these fields."""
    return all(name in card._values and card._values[name] == value for name, value in fields.items())


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_plain, value)) + "]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_plain(entry)}" for key, entry in value.items()) + "}"
    return "null" if value is None else str(value)
