"""Columns of a deck's table → warnings for those that would be read otherwise than they look."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pnp.diagnostics import Code, Diagnostics
from pnp.load.cells import DECIMAL_COMMA
from pnp.model.fields import CardField
from pnp.model.game import Card
from pnp.source.tree import Map

PICTURE = re.compile(r".+\.(?:png|jpe?g|svg|gif|webp|bmp|tiff?)", re.IGNORECASE)
"""Names of pictures."""

POINTED = re.compile(r"-?[0-9]{1,3}\.[0-9]{3}")
"""A number with one point, before three digits."""

COPIES = "copies"
"""The one column that does."""

MOST = 1000

_LIKELY = {
    "copies", "copy", "no of copies", "num copies", "number of copies", "qty", "quantity", "count", "card count",
    "anzahl", "exemplare", "kopien", "quantité", "quantite", "exemplaires", "copie", "quantità", "cantidad", "copias",
    "aantal", "quantidade", "cópias", "antal",
}  # fmt: skip


def check_copies_column(rows: Sequence[Map], diagnostics: Diagnostics) -> None:
    """Tell of a likely column, where none is called copies and its cells are whole numbers.

    Args:
        rows: Of a table whose deck declares no fields.
        diagnostics: Told of it.
    """
    if not rows or COPIES in rows[0].header:
        return
    for name, place in rows[0].header.items():
        if is_likely(name) and all(_is_count(row.get(name)) for row in rows):
            what = f"column {name} is not read as a number of copies"
            why = "each card is in the game once, or as often as copies: of its deck says"
            fix = f"rename it {COPIES}; or, if it says something else, name it in fields:"
            diagnostics.tell(Code.COPIES_COLUMN, place, what=what, why=why, fix=fix)
            return


def check_picture_columns(
    fields: Sequence[CardField], cards: Sequence[Card], source: Map, diagnostics: Diagnostics
) -> None:
    """Tell of fields that are translated, and have nothing but names of pictures in them.

    Args:
        fields: Of the deck.
        cards: Of the deck.
        source: Its ``fields:``, for places.
        diagnostics: Told of them.
    """
    for field in fields:
        values = [card.values[field.name] for card in cards if card.values.get(field.name)]
        if field.is_translated and values and all(PICTURE.fullmatch(str(value)) for value in values):
            key = field.name if field.name in source else f"{field.name}?"
            what = f"{field.name} names pictures, and would be translated as all texts are"
            diagnostics.tell(Code.PICTURE_FIELD, source.place_of(key), what=what, fix=f"write {key}: word")


def check_points(fields: Sequence[CardField], rows: Sequence[Map], diagnostics: Diagnostics) -> None:
    """Tell of cells like 1.250 in a column whose other numbers have decimal commas: no cell tells which it means.

    Args:
        fields: Of the deck.
        rows: Of its table.
        diagnostics: Told of them.
    """
    for name in (field.name for field in fields if field.kind == "number"):
        if not any(DECIMAL_COMMA.fullmatch(row.cells.get(name, "")) for row in rows if row.delimiter != ","):
            continue
        for row in rows:
            if POINTED.fullmatch(cell := row.cells.get(name, "")):
                what = f"{name} {cell} may mean thousands or decimals, as other cells of the column have decimal commas"
                fix = f"write {cell.replace('.', '')}, or {cell.replace('.', ',')}"
                diagnostics.tell(Code.CARD_VALUE, row.place_of(name), what=what, fix=fix)


def is_likely(column: str) -> bool:
    """Whether a column is called as if it said how often each card is in the game."""
    return column.casefold().replace("_", " ").strip(" #.") in _LIKELY


def _is_count(cell: object) -> bool:
    if isinstance(cell, float):
        return cell.is_integer() and 0 <= cell <= MOST
    return cell is None or (type(cell) is int and 0 <= cell <= MOST)
