"""The values of a table → how a page shows them to a seat: texts, numbers by seat, and the end of a long list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pnp.play.bundle import Names
from pnp.play.cards import frozen
from pnp.play.table import Table
from pnp.play.trace import LAST_ENTRIES, described_value, end_of, is_by_seat, is_long, says_nothing

MAX_ENTRIES = 6
"""The most entries of a list that a page shows at once; of a longer one it shows the end."""

WATCHER = -1
"""The viewer who sees what all see."""


def shown_values(table: Table, names: Names, viewer: int | None) -> Iterator[dict[str, Any]]:
    """Yield the values that are seen and have a word or a sentence, in the order of these.

    Args:
        table: The table.
        names: The words and the names of cards.
        viewer: The seat that looks; WATCHER for one who sees what all see, None for all values.
    """
    shown: dict[str, dict[str, Any]] = {}
    for name, value in table.public().items():
        value = frozen(value)
        if not says_nothing(name, value, names):
            shown[name] = _public(name, value, names, table.players)
        elif is_by_seat(value, table.players) and name in names.words:
            shown[name] = {"text": "", **_numbers(name, value, names)}  # all are 0: nothing to read, but to count from
    for name, each in table.values.items():
        values = getattr(table, name)
        seen = values if viewer is None else () if viewer == WATCHER else each.seen(table, values, viewer)
        if any(value is not None for value in seen):
            text = ", ".join(f"{names.of(v)} ({names.seat(at)})" for at, v in enumerate(seen) if v is not None)
            shown[name] = {"text": names.labelled(names.word(name), text)}
    places = {name.partition("=")[0]: place for place, name in reversed(list(enumerate(names.words)))}
    for name in sorted(shown, key=lambda name: places.get(name, len(places))):
        if shown[name]["text"] or "numbers" in shown[name]:
            yield {"name": name, **shown[name]}


def _public(name: str, value: Any, names: Names, players: int) -> dict[str, Any]:
    """Return a value that all see: its text, and its numbers by seat, or the end of a long list."""
    message: dict[str, Any] = {"text": described_value(name, value, names, players)}
    if is_by_seat(value, players):
        return message | (_numbers(name, value, names) if name in names.words else {})
    if message["text"] and is_long(name, value, names, MAX_ENTRIES):
        last = described_value(name, end_of(value), names, players)
        message |= {"last": last, "hidden": len(value) - LAST_ENTRIES}
    return message


def _numbers(name: str, value: Any, names: Names) -> dict[str, Any]:
    """Return the numbers of a value by seat, and its word where that is no sentence."""
    word = names.words[name]
    return {"numbers": list(value), "word": "" if "{" in word else word}
