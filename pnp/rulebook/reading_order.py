"""Texts and cards of a picture, with their places → what a screen reader says, in the order in which people look.

It is a recursive XY-cut (Nagy and Seth, 1984): the picture is cut along its widest empty band, horizontally or
vertically, and then each part again. Pieces below each other in a column belong together; columns follow each other in
the direction of the language.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pnp.core.units import Mm


class SpokenPiece(NamedTuple):
    """A text or the name of a card, and its box in mm from the picture's top left."""

    text: str
    left: Mm
    top: Mm
    right: Mm
    bottom: Mm


def read_aloud(pieces: Sequence[SpokenPiece], *, leftward: bool = False) -> str:
    """Join the pieces to one text: commas within a column, semicolons between columns of several pieces.

    Args:
        pieces: The pieces, in any order. A column that repeats an earlier one is left out.
        leftward: Whether the language is written from right to left.
    """
    columns = list(dict.fromkeys(tuple(dict.fromkeys(column)) for column in _columns(pieces, leftward)))
    between = "; " if any(len(column) > 1 for column in columns) else ", "
    return between.join(", ".join(column) for column in columns)


def _columns(pieces: Sequence[SpokenPiece], leftward: bool) -> list[list[str]]:
    if len(pieces) < 2:
        return [[piece.text] for piece in pieces]
    across, x = _widest_gap([(piece.left, piece.right) for piece in pieces])
    down, y = _widest_gap([(piece.top, piece.bottom) for piece in pieces])
    if max(across, down) <= 0:
        return [[piece.text for piece in sorted(pieces, key=lambda piece: (piece.top, piece.left))]]
    if across > down:
        sides = [piece for piece in pieces if piece.left < x], [piece for piece in pieces if piece.left >= x]
        first, second = (_columns(side, leftward) for side in (sides[::-1] if leftward else sides))
        return [*first, *second]
    above = _columns([piece for piece in pieces if piece.top < y], leftward)
    below = _columns([piece for piece in pieces if piece.top >= y], leftward)
    return [[*above[0], *below[0]]] if len(above) == len(below) == 1 else [*above, *below]


def _widest_gap(spans: Sequence[tuple[Mm, Mm]]) -> tuple[Mm, Mm]:
    """Return the width of the widest band that no span covers, and where it ends; 0 or less if there is none."""
    widest, at = 0.0, 0.0
    first, *others = sorted(spans)
    end = first[1]
    for begin, stop in others:
        if begin - end > widest:
            widest, at = begin - end, begin
        end = max(end, stop)
    return widest, at
