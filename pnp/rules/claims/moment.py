"""A played game at one time → what tests see of it: expressions as plain values, functions of claims.py as they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.expressions.reading import Keys
from pnp.rules.claims.values import picked, plain
from pnp.rules.play.driver import by_seat
from pnp.rules.play.table import End, Seen, Table, frozen

SEEN_AT: Mapping[str, tuple[str, ...]] = {
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
