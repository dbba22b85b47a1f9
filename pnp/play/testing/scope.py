"""A played game at one time → the values that tests read: plain values for expressions, frozen ones for claims.py.

It also records how near comparisons of numbers come to their boundaries: a test whose numbers never came near each
other shows little of what happens where they meet.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from pnp.expressions import BASE_SCOPE
from pnp.expressions.analysis import Keys, NamesRead
from pnp.play.cards import PlayingCard, frozen
from pnp.play.decisions import by_seat
from pnp.play.game_bundle import GameBundle
from pnp.play.table import End, Seen, Table

if TYPE_CHECKING:
    from pnp.project.measures import When

Nearest = dict[str, float]
"""The least distance between the two sides of each comparison, by its source."""

RECORD = "_pnp_compares"
"""The name under which claims.py gets the function that replaces its comparisons."""

_COMPARES: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_SIGNS: dict[type[ast.cmpop], str] = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


class Recorder:
    """Compares values, and records how near numbers came.

    Attributes:
        nearest: The record; None while none is kept.
    """

    def __init__(self) -> None:
        self.nearest: Nearest | None = None

    def __call__(self, left: Any, sign: str, right: Any, source: str) -> Any:
        """Compare two values by a sign, as the source does."""
        if self.nearest is not None:
            note(self.nearest, source, left, right)
        return _COMPARES[sign](left, right)


def note(nearest: Nearest, source: str, left: Any, right: Any) -> None:
    """Record the distance between two numbers; other values have no boundary."""
    if type(left) in (int, float) and type(right) in (int, float):
        distance = abs(left - right)
        if distance < nearest.get(source, float("inf")):
            nearest[source] = distance


def recorded(text: str) -> ast.Module:
    """Return a claims.py in which each comparison of two values by size goes through a recorder.

    Raises:
        SyntaxError: It is not Python.
    """
    tree: ast.Module = ast.fix_missing_locations(_Recording().visit(ast.parse(text)))
    return tree


class _Recording(ast.NodeTransformer):
    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        source = ast.unparse(node)
        self.generic_visit(node)
        if len(node.ops) > 1 or type(node.ops[0]) not in _SIGNS:
            return node
        sign = _SIGNS[type(node.ops[0])]
        arguments: list[ast.expr] = [node.left, ast.Constant(sign), node.comparators[0], ast.Constant(source)]
        return ast.copy_location(ast.Call(ast.Name(RECORD, ast.Load()), arguments, []), node)


def is_met(distance: float) -> bool:
    """Return whether two numbers came so near that one more or less would change a comparison."""
    return distance <= 1


def claim_scope(bundle: GameBundle) -> dict[str, Any]:
    """Return the names that expressions of claims have in every game, without its table."""
    decks = {
        name: [record.values for record in records for _ in range(record.copies)]
        for name, records in bundle.decks.items()
    }
    return {**BASE_SCOPE, **bundle.facts, "game": bundle.about, "decks": decks, "words": bundle.words}


_PRINTED = ("table", "end", "before")
"""The names whose values messages quote."""
_UNCHANGED = frozenset({int, str, bool, float, type(None)})


def plain(value: Any) -> Any:
    """Return a value of the table for expressions: cards as mappings of their fields, tuples as lists, copied."""
    if type(value) in _UNCHANGED:
        return value
    if isinstance(value, PlayingCard):
        return value._values
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {"kind": type(value).__name__, **{name: plain(getattr(value, name)) for name in value._fields}}
    if isinstance(value, list | tuple | range | set | frozenset):
        return [plain(entry) for entry in value]
    return {key: plain(entry) for key, entry in value.items()} if isinstance(value, Mapping) else value


def picked(picks: Any) -> dict[int, Any]:
    """Return each seat's pick as plain values for expressions."""
    return {seat: plain(pick) for seat, pick in by_seat(picks)}


def format_values(scope: Mapping[str, Any], read: NamesRead, longest: int = 160) -> str:
    """Return the values that a test reads, for people: hands, totals, the end."""
    parts = []
    for holder, key in read.keys:
        if holder in _PRINTED:
            value = scope.get(holder, {}).get(key)
            parts.append(f"{'before ' if holder == 'before' else ''}{key} {_text(value)}")
    if "picks" in read.names and "picks" in scope:
        parts.append(f"picks {_text(list(scope['picks'].values()))}")
    text = ", ".join(parts)
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _text(value: Any) -> str:
    if isinstance(value, Mapping) and "label" in value:
        return str(value["label"]).partition(" ")[2] or str(value["label"])  # a card, without its deck's name
    if isinstance(value, Mapping):
        return " ".join(_text(entry) for key, entry in value.items() if key != "kind")
    if isinstance(value, list):
        return "[" + ", ".join(map(_text, value)) + "]"
    return str(value)


SEEN_AT: Mapping[When, tuple[str, ...]] = {
    "start": ("table", "facts", "decks", "decision"),
    "decision": ("table", "facts", "decks", "decision", "asked", "options"),
    "pick": ("table", "facts", "decks", "decision", "before", "picks"),
    "end": ("table", "facts", "decks", "decision", "end"),
}
"""The parameters that a function of claims.py may have, by the time of its looks."""


class Moment:
    """A game at the time of a look.

    Attributes:
        scope: The names that expressions have; its table has only the values passed to ``show``.
        values: The values that functions get, by the names of their parameters.
    """

    def __init__(self, scope: Mapping[str, Any]) -> None:
        self.scope = dict(scope)
        self.values: dict[str, Any] = {}

    def update(
        self,
        table: Table,
        decision: int,
        choices: Any = None,
        before: Before | None = None,
        picks: Any = None,
        end: End | None = None,
        *,
        has_options: bool = True,
    ) -> None:
        """Bring scope and values up to date.

        Args:
            table: The table now.
            decision: The number of decisions, this one included.
            choices: The options of the players who decide.
            before: The values of the table before the latest picks.
            picks: The latest picks.
            end: The end of the game.
            has_options: Whether a test reads the options.
        """
        self.table = table
        self.scope.update(table={}, decision=decision)
        self.values = {"table": _OpenTable(table), "facts": table.facts, "decks": table.decks, "decision": decision}
        if choices is not None:
            seats = [seat for seat, _ in by_seat(choices)]
            self.scope["asked"] = self.values["asked"] = seats
            if has_options:
                self.scope["options"] = {seat: plain(options) for seat, options in by_seat(choices)}
                self.values["options"] = {seat: frozen(options) for seat, options in by_seat(choices)}
        if before is not None:
            self.scope.update(before=before.plain, picks=picked(picks))
            self.values.update(before=Seen(before.frozen), picks={seat: frozen(pick) for seat, pick in by_seat(picks)})
        if end is not None:
            self.scope["end"] = {"why": end.why, "scores": list(end.scores), "winners": list(end.winners)}
            self.values["end"] = end

    def show(self, keys: Keys) -> None:
        """Add some values of the table to the scope; most looks need few of them."""
        _add(self.table, keys, self.scope["table"], plain)


class Before:
    """Values of the table that tests read after it has changed.

    Attributes:
        plain: The values for expressions.
        frozen: The values for functions.
    """

    def __init__(self, table: Table, of_expressions: Keys, of_functions: Keys) -> None:
        self.plain: dict[str, Any] = {}
        self.frozen: dict[str, Any] = {}
        _add(table, of_expressions, self.plain, plain)
        _add(table, of_functions, self.frozen, frozen)


def _add(table: Table, keys: Keys, values: dict[str, Any], form: Any) -> None:
    every = ["players", "seats", *table.piles, *table.public()] if keys.is_whole else []
    for name in (*keys.names, *every):
        if name not in values and hasattr(table, name) and not name.startswith("_"):
            values[name] = form(getattr(table, name))


class _OpenTable(Seen):
    """The table with all its cards in sight; each value is read from it when it is first used."""

    def __init__(self, table: Table) -> None:
        super().__init__({"players": table.players, "seats": table.seats, "facts": table.facts, "decks": table.decks})
        self.__dict__["_table"] = table

    def __getattr__(self, name: str) -> Any:
        table = self.__dict__["_table"]
        if name.startswith("_") or (name not in table.piles and name not in table.public()):
            raise AttributeError(f"the table has no {name}", name=name, obj=self)
        value = self.__dict__[name] = frozen(getattr(table, name))
        return value
