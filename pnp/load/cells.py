"""The cells of a table and a deck's fields → values of the kinds that the fields take.

A cell is a text. Where a field takes texts it stays one; where it takes lists it is parted; where it takes true or
false it may be any word for these that people write. What no field can take is left as it is, for the field to tell.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pnp.model.fields import CardField
from pnp.source.table import cell_value
from pnp.source.tree import Map

_TRUE = (
    "true",
    "yes",
    "x",
    "1",
    "wahr",
    "ja",
    "vrai",
    "oui",
    "verdadero",
    "sí",
    "vero",
    "sì",
    "waar",
    "verdadeiro",
    "sim",
)
_FALSE = ("false", "no", "0", "falsch", "nein", "faux", "non", "falso", "onwaar", "nee", "não")
_FLAGS = {**dict.fromkeys(_TRUE, True), **dict.fromkeys(_FALSE, False)}
"""Words of a cell for true and false, as people and spreadsheets of several languages write them."""

DECIMAL_COMMA = re.compile(r"-?[0-9]{1,99},[0-9]{1,99}")
"""A number as people write it where the comma is decimal; it is one where commas part no cells."""

WITH_THOUSANDS = re.compile(r"-?[0-9]{1,3}(\.[0-9]{3}){1,33},[0-9]{1,99}")
"""The same with points between thousands, which no cell takes: elsewhere they are decimal."""

_STRONG = re.compile(r"[;|\n]")


def from_cells(record: Map, values: dict[str, Any], fields: Mapping[str, CardField]) -> dict[str, Any]:
    """The values of a record, with those of a table's cells as their fields take them.

    Args:
        record: The row; one that is of no table has no cells, and its values stay.
        values: Of the card, by field.
        fields: Of the deck, by name.
    """
    found = dict(values)
    for name, text in record.cells.items():
        if name in fields and name in values:
            found[name] = _value(text, values[name], fields[name], record.delimiter)
    return found


def _value(text: str, value: Any, field: CardField, delimiter: str) -> Any:
    if field.kind == "flag":
        return _FLAGS.get((text or str(value)).lower(), value)
    if field.kind == "list":
        return [_entry(part, field) for part in entries(text or str(value))]
    if delimiter != "," and DECIMAL_COMMA.fullmatch(text):
        number = float(text.replace(",", "."))
        return number if field.prefers(number, value) else value
    return text if text and type(value) is not str and field.prefers(text, value) else value


def _entry(part: str, field: CardField) -> Any:
    """An entry of a list: a choice as it is declared, else what it reads as."""
    return part if part in field.choices else cell_value(part)


def entries(text: str) -> list[str]:
    """The entries of a list in a cell: between semicolons, bars or line ends, or where there are none, commas."""
    parts = _STRONG.split(text) if _STRONG.search(text) else text.split(",")
    return [part.strip() for part in parts if part.strip()]
