"""Whether a value of a played game is the one written down, and how it would be written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.rules.examples.position import Writing, fits, plain_text
from pnp.rules.play.table import PlayingCard


def matches(written: Any, actual: Any, is_cards: bool, writing: Writing) -> bool:
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


def as_written(actual: Any, like: Any, writing: Writing) -> str:
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
