"""The columns of a table → a warning for one that is called as if it said how often each card is in the game."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.diagnostics import Code, Diagnostics
from pnp.source.tree import Map

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
        if name.casefold().replace("_", " ").strip(" #.") in _LIKELY and all(_is_count(row.get(name)) for row in rows):
            what = f"column {name} is not read as a number of copies"
            why = "each card is in the game once, or as often as copies: of its deck says"
            fix = f"rename it {COPIES}; or, if it says something else, name it in fields:"
            diagnostics.tell(Code.COPIES_COLUMN, place, what=what, why=why, fix=fix)
            return


def _is_count(cell: object) -> bool:
    if isinstance(cell, float):
        return cell.is_integer() and 0 <= cell <= MOST
    return cell is None or (type(cell) is int and 0 <= cell <= MOST)
