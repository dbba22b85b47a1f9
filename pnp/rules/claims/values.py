"""A played game → what expressions of claims see of it, and what people are shown of that."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.expressions import BASE_SCOPE
from pnp.expressions.reading import Reads
from pnp.rules.play.driver import by_seat
from pnp.rules.play.kit import Kit
from pnp.rules.play.table import PlayingCard


def claim_scope(kit: Kit) -> dict[str, Any]:
    """What the expressions of claims see of a game, before any table is laid."""
    decks = {
        name: [record.values for record in records for _ in range(record.copies)] for name, records in kit.decks.items()
    }
    return {**BASE_SCOPE, **kit.facts, "game": kit.about, "decks": decks, "words": kit.words}


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
