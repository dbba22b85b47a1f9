"""Exported pieces → manifest.json and manifest.csv, which say which file is which side of which card."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from pnp.exports.pieces import Piece
from pnp.model.game import Game
from pnp.units import Mm


class Entry(NamedTuple):
    """A piece and its files: a row of the manifest.

    Attributes:
        number: Its place in the deck, from 1.
        name: What players call it.
        label: What pnp calls it in messages.
        copies: How many are in the game.
        front: File of its face, from the manifest's folder.
        back: File of its back; empty without one.
        width_px: Of each file; 0 for files without pixels, as are height_px.
        width_mm: Of what each file shows, as is height_mm.
        bleed_mm: How much of that is bleed, on each side.
    """

    deck: str
    number: int
    name: str
    label: str
    copies: int
    front: str
    back: str
    width_px: int
    height_px: int
    width_mm: Mm
    height_mm: Mm
    bleed_mm: Mm


def entry_of(piece: Piece, front: str, back: str, pixels: tuple[int, int], size: tuple[Mm, Mm], bleed: Mm) -> Entry:
    """A piece with its files, their size in pixels and mm, and the bleed in it."""
    card = piece.card
    width, height = round(size[0], 3), round(size[1], 3)
    about = (piece.deck.name, card.number, piece.name, card.label, card.copies)
    return Entry(*about, front, back, *pixels, width, height, round(bleed, 3))


def manifest_json(game: Game, entries: Iterable[Entry], **more: Any) -> bytes:
    """The game, what else is to be told, and all entries."""
    head = {"game": game.name, "title": game.head.title, "version": game.head.version, "language": game.language}
    told = {**head, **more, "cards": [entry._asdict() for entry in entries]}
    return (json.dumps(told, ensure_ascii=False, indent=1) + "\n").encode()


_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How cells begin that spreadsheets compute (OWASP, CSV injection)."""


def manifest_csv(entries: Iterable[Entry]) -> bytes:
    """All entries as a table, a column for each of their values."""
    return table(Entry._fields, entries)


def table(head: Sequence[str], rows: Iterable[Sequence[object]], *, is_imported: bool = False) -> bytes:
    """A CSV file, in UTF-8.

    Args:
        head: Names of the columns.
        rows: Their cells.
        is_imported: Whether a program reads it that would show what is added: in others, an apostrophe before a text
            that a spreadsheet would take for a formula and compute.
    """
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows if is_imported else (map(_inert, row) for row in rows))
    return written.getvalue().encode()


def _inert(cell: object) -> object:
    if not isinstance(cell, str):
        return cell
    return ("'" if cell.startswith(_FORMULA) else "") + cell.replace("\r", " ")  # which would end the row
