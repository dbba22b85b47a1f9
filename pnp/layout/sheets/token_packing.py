"""A token's size, shape and print settings → the places of the tokens on a sheet.

Circles and hexagons lie in a honeycomb if that holds more, circles also in a flattened one; a few lie in straight rows.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product

from pnp.core.frame import Box
from pnp.core.outline import lies_on_side
from pnp.core.printing import Printing
from pnp.core.units import Mm
from pnp.layout.sheets.packing import CLOSE, Packing, bleed_of, both_ways, how_many, starts_along, too_large

TOKEN_GAP: Mm = 2.0
"""Room between the bleeds of two tokens: scissors need to turn."""

FOOT: Mm = 4.0
"""Room at the foot of a sheet of tokens for its name and ruler, which sheets of cards have below the crop marks; if it
costs a token, they stand at the side, or are left out."""


def pack_tokens(token: tuple[Mm, Mm], shape: str, bleed: Mm, printing: Printing, is_folded: bool = False) -> Packing:
    """Return the packing with the most tokens on a sheet, each with its bleed and room for scissors.

    Args:
        token: Width and height of the box around a token, mm.
        shape: circle, hexagon or rounded.
        bleed: The template's bleed, mm.
        printing: Paper and margin.
        is_folded: Whether they lie left of a fold, and their backs right of it.

    Raises:
        Mistake: The sheet does not hold one token.
    """
    bleed, gutters = bleed_of(bleed, printing), printing.gutters
    across, down = [
        2 * bleed + (TOKEN_GAP if gutters is None else max(gutter - 2 * bleed, 0.0)) for gutter in gutters or (0.0, 0.0)
    ]
    gap = max(across, down)
    candidates = []
    for foot, paper in product((FOOT, 0.0), both_ways(printing.size)):
        wide = paper[0] / 2 - gap / 2 - printing.margin if is_folded else paper[0] - 2 * printing.margin
        room = Box(printing.margin, printing.margin + foot, wide, paper[1] - 2 * (printing.margin + foot))
        straight = _rows(token, across, down, room, is_shifted=False)
        candidates.append((paper, straight, straight))
        if shape == "hexagon" and lies_on_side(*token):
            laid = _rows(token[::-1], gap, _hexagon_rise(token[0], gap), _across(room), is_shifted=True)
            candidates.append((paper, tuple(map(_across, laid)), straight))
        elif shape in ("circle", "hexagon"):
            # In a honeycomb of circles, rows are sqrt(3)/2 of the circles' distance apart; rise is that minus the
            # height.
            rise = token[1] * (math.sqrt(3) / 2 - 1) + gap * math.sqrt(3) / 2
            if shape == "hexagon":
                rise = _hexagon_rise(token[1], gap)
            candidates.append((paper, _rows(token, gap, rise, room, is_shifted=True), straight))
        if shape == "circle":
            for wider, rise in _flattened(token[0], gap, wide):
                candidates.append((paper, _rows(token, wider, rise, room, is_shifted=True), straight))
    paper, slots, straight = max(candidates, key=lambda laid: len(laid[1]))
    if not slots:
        raise too_large(token, printing, is_folded)
    return Packing(
        paper,
        (slots,),
        bleed,
        printing.margin,
        printing.flip,
        is_grid=False,
        is_folded=is_folded,
        is_loose=True,
        straight=straight,
    )


def _hexagon_rise(length: Mm, gap: Mm) -> Mm:
    """Return the gap between two rows of a honeycomb of hexagons, mm; it is negative, as the rows interlock.

    A hexagon is ``length`` from corner to corner; neighbouring rows share a quarter of that.
    """
    return -0.25 * length + gap * math.sqrt(3) / 2


def _across(box: Box) -> Box:
    """Return a box with x and y exchanged."""
    return Box(box.y, box.x, box.height, box.width)


def _flattened(width: Mm, gap: Mm, room: Mm) -> Iterator[tuple[Mm, Mm]]:
    """Yield the gaps within and between rows of circles that fill the width of the room.

    Circles that lie further apart in their row let the rows come nearer to each other.
    """
    distance = width + gap
    count = how_many(room, width, gap)
    for steps in (count - 1, count - 0.5):  # every second row is shorter, or all hold as many
        step = (room - width) / steps if steps > 0 else 0.0
        # Pythagoras: circles of neighbouring rows are half a step apart in x, and one distance apart in all.
        if distance < step <= math.sqrt(3) * distance:  # beyond that, circles two rows apart would be too near
            yield step - width, math.sqrt(distance**2 - step**2 / 4) - width


def _rows(piece: tuple[Mm, Mm], gap: Mm, rise: Mm, room: Box, is_shifted: bool) -> tuple[Box, ...]:
    """Return rows centred in a room; in a honeycomb every second row is shifted by half a piece.

    A shifted row is one piece shorter where the room is too narrow.

    Args:
        piece: Width and height of the box around a piece, mm.
        gap: Room between two in a row, mm.
        rise: Room between two rows, mm; negative if they interlock.
        room: The box that the rows may fill, mm.
        is_shifted: Whether the rows form a honeycomb.
    """
    width, height = piece
    columns, rows = how_many(room.width, width, gap), how_many(room.height, height, rise)
    step = width + gap
    full = columns * step - gap
    fits = is_shifted and full + step / 2 <= room.width + CLOSE
    left = room.x + (room.width - full - (step / 2 if fits else 0.0)) / 2
    slots = []
    for row, y in enumerate(starts_along(room.y + room.height / 2, rows, height, rise) if columns else ()):
        shift = step / 2 if is_shifted and row % 2 else 0.0
        count = columns - (1 if shift and not fits else 0)
        slots += [Box(left + shift + number * step, y, width, height) for number in range(count)]
    return tuple(slots)
