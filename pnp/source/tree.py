"""Plain dicts and lists that remember where each key and value was written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pnp.diagnostics import Place

Position = tuple[int, int]
"""Line and column, both from 1."""


class Map(dict[str, Any]):
    """A mapping read from a file: an ordinary dict plus the places of its keys and values.

    Attributes:
        cells: Of the row of a table, its cells as they are written.
        header: Of the row of a table, where each of its columns is named.
        delimiter: Of the row of a table, what stands between its cells; "" of what is no row.
    """

    __slots__ = ("at", "cells", "delimiter", "file", "header", "keys_at", "origins", "values_at")

    def __init__(self, file: str, at: Position) -> None:
        super().__init__()
        self.file = file
        self.at = at
        self.keys_at: dict[str, Position] = {}
        self.values_at: dict[str, Position] = {}
        self.origins: dict[str, Map] = {}
        self.cells: dict[str, str] = {}
        self.header: dict[str, Place] = {}
        self.delimiter = ""

    @property
    def place(self) -> Place:
        """Where the mapping begins."""
        return Place(self.file, *self.at)

    def put(self, key: str, value: Any, key_at: Position, value_at: Position) -> None:
        """Add an entry with its places."""
        self[key] = value
        self.keys_at[key] = key_at
        self.values_at[key] = value_at

    def adopt(self, key: str, other: Map, value: Any = ...) -> None:
        """Take an entry over from another mapping, with its places; with another value when one is given."""
        self[key] = other[key] if value is ... else value
        self.origins[key] = other.origins.get(key, other)

    def together(self, *parts: Map) -> Map:
        """The entries of some mappings in one that stands where this one does; later ones win, earlier ones lead."""
        whole = Map(self.file, self.at)
        for part in parts:
            for key in part:
                whole.adopt(key, part)
        return whole

    def place_of_key(self, key: str) -> Place:
        """Where a key stands; where the mapping begins when it has none such."""
        if key in self.origins:
            return self.origins[key].place_of_key(key)
        return Place(self.file, *self.keys_at.get(key, self.at))

    def place_of(self, key: str) -> Place:
        """Where a key's value stands; where the mapping begins when it has none such."""
        if key in self.origins:
            return self.origins[key].place_of(key)
        return Place(self.file, *self.values_at.get(key, self.at))


class Seq(list[Any]):
    """A list read from a file: an ordinary list plus the places of its items."""

    __slots__ = ("at", "file", "items_at")

    def __init__(self, file: str, at: Position) -> None:
        super().__init__()
        self.file = file
        self.at = at
        self.items_at: list[Position] = []

    @property
    def place(self) -> Place:
        """Where the list begins."""
        return Place(self.file, *self.at)

    def put(self, value: Any, at: Position) -> None:
        """Add an item with its place."""
        self.append(value)
        self.items_at.append(at)

    def place_of(self, index: int) -> Place:
        """Where an item stands; where the list begins when there is none such."""
        return Place(self.file, *(self.items_at[index] if 0 <= index < len(self.items_at) else self.at))


def locate(root: Map | Seq, path: Sequence[str | int], of_key: bool = False) -> Place:
    """The place of the value that a path of keys and indexes leads to.

    Steps that lead nowhere (a default, a union's name in a validator's path) are passed over, so the answer is the
    nearest place that exists. With ``of_key`` the last step's key is meant, not its value.
    """
    node: Any = root
    place = root.place
    for step in path:
        if isinstance(node, Map) and step in node:
            is_last_key = of_key and step == path[-1]
            place = node.place_of_key(str(step)) if is_last_key else node.place_of(str(step))
            node = node[str(step)]
        elif isinstance(node, Seq) and isinstance(step, int) and 0 <= step < len(node):
            place = node.place_of(step)
            node = node[step]
    return place
