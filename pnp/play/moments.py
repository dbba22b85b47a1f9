"""Comparisons of numbers in tests → how near they came to their boundary.

A test whose numbers never came near to each other shows little of what happens where they meet.

A played game → what expressions of claims see of it, and what people are shown of that.

A played game at one time → what tests see of it: expressions as plain values, functions of claims.py as they are.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from pnp.expressions import BASE_SCOPE
from pnp.expressions.analysis import Keys, Reads
from pnp.play.bundle import GameBundle
from pnp.play.driver import by_seat
from pnp.play.table import End, PlayingCard, Seen, Table, frozen

if TYPE_CHECKING:
    from pnp.project.play import When

Nearest = dict[str, float]
"""By the comparison as it is written: how far its two sides were apart, at the least."""

RECORD = "_pnp_compares"
"""What comparisons of claims.py are turned into: a function of this name is given to the module."""

_COMPARES: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_WRITTEN: dict[type[ast.cmpop], str] = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


class Recorder:
    """Compares, and keeps how near numbers came.

    Attributes:
        nearest: Where it is kept; None while nobody asks.
    """

    def __init__(self) -> None:
        self.nearest: Nearest | None = None

    def __call__(self, left: Any, sign: str, right: Any, written: str) -> Any:
        """Compare two values as written."""
        if self.nearest is not None:
            note(self.nearest, written, left, right)
        return _COMPARES[sign](left, right)


def note(nearest: Nearest, written: str, left: Any, right: Any) -> None:
    """Keep how far two numbers are apart; other values have no boundary."""
    if type(left) in (int, float) and type(right) in (int, float):
        apart = abs(left - right)
        if apart < nearest.get(written, float("inf")):
            nearest[written] = apart


def recorded(text: str) -> ast.Module:
    """A claims.py in which each comparison of two values by size goes through a recorder.

    Raises:
        SyntaxError: It is not Python.
    """
    tree: ast.Module = ast.fix_missing_locations(_Recording().visit(ast.parse(text)))
    return tree


class _Recording(ast.NodeTransformer):
    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        written = ast.unparse(node)
        self.generic_visit(node)
        if len(node.ops) > 1 or type(node.ops[0]) not in _WRITTEN:
            return node
        sign = _WRITTEN[type(node.ops[0])]
        arguments: list[ast.expr] = [node.left, ast.Constant(sign), node.comparators[0], ast.Constant(written)]
        return ast.copy_location(ast.Call(ast.Name(RECORD, ast.Load()), arguments, []), node)


def is_met(apart: float) -> bool:
    """Whether two numbers came so near that one more or less would have told."""
    return apart <= 1


def claim_scope(bundle: GameBundle) -> dict[str, Any]:
    """What the expressions of claims see of a game, before any table is laid."""
    decks = {
        name: [record.values for record in records for _ in range(record.copies)]
        for name, records in bundle.decks.items()
    }
    return {**BASE_SCOPE, **bundle.facts, "game": bundle.about, "decks": decks, "words": bundle.words}


_TOLD = ("table", "end", "before")
_AS_THEY_ARE = frozenset({int, str, bool, float, type(None)})


def plain(value: Any) -> Any:
    """A value of the table as expressions see it: cards as mappings of their fields, tuples as lists, copied."""
    if type(value) in _AS_THEY_ARE:
        return value
    if isinstance(value, PlayingCard):
        return value._values
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {"kind": type(value).__name__, **{name: plain(getattr(value, name)) for name in value._fields}}
    if isinstance(value, list | tuple | range | set | frozenset):
        return [plain(entry) for entry in value]
    return {key: plain(entry) for key, entry in value.items()} if isinstance(value, Mapping) else value


def picked(picks: Any) -> dict[int, Any]:
    """What each seat has picked, as expressions see it."""
    return {seat: plain(pick) for seat, pick in by_seat(picks)}


def shown(scope: Mapping[str, Any], read: Reads, longest: int = 160) -> str:
    """The values that a test reads, for people: hands, totals, the end."""
    parts = []
    for holder, key in read.keys:
        if holder in _TOLD:
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
"""What a function of claims.py may name as its parameters, by when it looks."""


class Moment:
    """A game at the time of a look.

    Attributes:
        scope: What expressions see; its table has the values that were asked for.
        values: What functions see, by the names of their parameters.
    """

    def __init__(self, scope: Mapping[str, Any]) -> None:
        self.scope = dict(scope)
        self.values: dict[str, Any] = {}

    def come(
        self,
        table: Table,
        decision: int,
        asked: Any = None,
        before: Before | None = None,
        picks: Any = None,
        end: End | None = None,
        *,
        has_options: bool = True,
    ) -> None:
        """Bring everything up to date.

        Args:
            table: The table now.
            decision: How many decisions there were, this one included.
            asked: Who may choose, and from what.
            before: The table before the latest picks, and these.
            picks: What was picked.
            end: The end of the game.
            has_options: Whether anybody looks at what they may choose from.
        """
        self.table = table
        self.scope.update(table={}, decision=decision)
        self.values = {"table": _Now(table), "facts": table.facts, "decks": table.decks, "decision": decision}
        if asked is not None:
            seats = [seat for seat, _ in by_seat(asked)]
            self.scope["asked"] = self.values["asked"] = seats
            if has_options:
                self.scope["options"] = {seat: plain(options) for seat, options in by_seat(asked)}
                self.values["options"] = {seat: frozen(options) for seat, options in by_seat(asked)}
        if before is not None:
            self.scope.update(before=before.plain, picks=picked(picks))
            self.values.update(before=Seen(before.frozen), picks={seat: frozen(pick) for seat, pick in by_seat(picks)})
        if end is not None:
            self.scope["end"] = {"why": end.why, "scores": list(end.scores), "winners": list(end.winners)}
            self.values["end"] = end

    def show(self, keys: Keys) -> None:
        """Let expressions see some values of the table; most looks need few of them."""
        _add(self.table, keys, self.scope["table"], plain)


class Before:
    """Values of the table that will be looked at when it has changed.

    Attributes:
        plain: As expressions see them.
        frozen: As functions see them.
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


class _Now(Seen):
    """The table with all its cards in sight; each value is taken from it when it is asked for."""

    def __init__(self, table: Table) -> None:
        super().__init__({"players": table.players, "seats": table.seats, "facts": table.facts, "decks": table.decks})
        self.__dict__["_table"] = table

    def __getattr__(self, name: str) -> Any:
        table = self.__dict__["_table"]
        if name.startswith("_") or (name not in table.piles and name not in table.public()):
            raise AttributeError(f"the table has no {name}", name=name, obj=self)
        value = self.__dict__[name] = frozen(getattr(table, name))
        return value
