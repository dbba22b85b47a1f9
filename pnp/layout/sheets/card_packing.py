"""A card's trim and print settings → the places of the cards on a sheet.

Rectangles lie in a grid, or in two where that holds more, with the pieces of the second a quarter turned.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING

from pnp.core.diagnostics import Mistake
from pnp.core.frame import Box
from pnp.core.printing import Printing, percent
from pnp.core.units import Mm
from pnp.layout.sheets.marks import MARK_OFFSET, MARKS
from pnp.layout.sheets.packing import Packing, bleed_of, both_ways, how_many, starts_along, too_large

if TYPE_CHECKING:
    from pnp.core.stock import Stock


def pack_cards(card: tuple[Mm, Mm], bleed: Mm, printing: Printing, is_folded: bool = False, least: Mm = 0.0) -> Packing:
    """Return the packing with the most cards on a sheet; each cut has a printable mark at both ends.

    If both hold as many, portrait wins over landscape, and one grid over two. The gutter is the widest that costs no
    card: twice the bleed, so that every card has its own; or the bleed; or none, so that neighbours share a cut. For a
    press every card has its own bleed: stacks of its sheets are cut at once, and cuts are a little off. A number of
    columns and rows that the user has set is one grid, of upright cards where both ways fit.

    Args:
        card: Trim width and height, mm.
        bleed: The template's bleed, mm.
        printing: Paper, margin, marks and gutter.
        is_folded: Whether they lie left of a fold, and their backs right of it.
        least: The least gap between two cards if the gutter is not given, mm.

    Raises:
        Mistake: The sheet does not hold one card.
    """
    edge, bleed = _edge(printing), bleed_of(bleed, printing)
    room = MARKS[printing.marks.kind].room
    between = room + MARK_OFFSET if room else 0.0
    own_bleeds = (2 * bleed,) if printing.press else (2 * bleed, bleed, 0.0)
    usual = [max(gutter, least) for gutter in own_bleeds]
    gutters = [printing.gutters] if printing.gutters else list(product(usual, usual))
    best: tuple[tuple[float, ...], Packing] | None = None
    for paper in both_ways(printing.size):
        for gutter in gutters:
            if is_folded:
                laid = [_half_grid(card, gutter, paper, edge, bleed, printing)]
                laid += [((), *_half_grid(card[::-1], gutter, paper, edge, bleed, printing))]
            elif printing.grid:
                laid = [_grid(card, gutter, paper, edge, printing.grid)]
                laid += [((), *_grid(card[::-1], gutter, paper, edge, printing.grid))]
            else:
                laid = [_grid(card, gutter, paper, edge)]
                if printing.gutter is None:  # between two grids there is another gap
                    laid += _two_grids(card, gutter, paper, edge, between)
            for blocks in laid:
                if any(blocks):
                    packing = Packing(
                        *(paper, blocks, bleed, printing.margin, printing.flip),
                        is_folded=is_folded,
                        has_inner_bleed=printing.bleed != "outer",
                    )
                    worth = (packing.capacity, -len(blocks), packing.margin_text_room[0], sum(gutter))
                    if best is None or worth > best[0]:
                        best = worth, packing
    if best is None:
        raise too_large(card, printing, is_folded)
    return best[1]


def pack_stock(card: tuple[Mm, Mm], bleed: Mm, stock: Stock, printing: Printing, is_folded: bool = False) -> Packing:
    """Return the places of a bought sheet; cards that lie the other way are turned by a quarter.

    Args:
        card: Trim width and height, mm; for one of its places, see `Stock.takes`.
        bleed: The template's bleed, mm.
        stock: The sheet.
        printing: The edge over which it is turned.
        is_folded: Whether backs are to lie beside their faces.

    Raises:
        Mistake: Backs cannot lie beside their faces.
    """
    if is_folded:
        fix = "print backs on the other side: --backs duplex; or none: --backs none"
        raise Mistake(f"{stock.title} has no places for backs beside their faces", fix)
    is_turned = not stock.holds(card)
    size = card[::-1] if is_turned else card
    if (largest := _largest_scale(stock, printing)) < printing.scale:
        fix = f"write at most --scale {percent(math.floor(largest * 1000) / 1000)}"
        raise Mistake(f"{stock.title} at {percent(printing.scale)} has places beyond the page", fix)
    first = [start + (place - side) / 2 for start, place, side in zip(stock.first, stock.place, size, strict=True)]
    block = tuple(
        Box(first[0] + column * stock.step[0], first[1] + row * stock.step[1], *size)
        for row, column in product(range(stock.rows), range(stock.columns))
    )
    blocks = ((), block) if is_turned else (block,)
    bleed = min(bleed_of(bleed, printing), stock.bleed)
    return Packing(printing.size, blocks, bleed, 0.0, printing.flip, is_grid=stock.shape == "card")


def _largest_scale(stock: Stock, printing: Printing) -> float:
    """Return the largest scale about the paper's middle at which all places of a bought sheet stay on the page."""
    counts = (stock.columns, stock.rows)
    axes = zip(printing.size, stock.first, stock.place, stock.step, counts, strict=True)
    # From the middle of the paper to the outermost edge of a place, on the side where that is further.
    far = [
        (length / 2, max(length / 2 - first, first + (count - 1) * step + place - length / 2))
        for length, first, place, step, count in axes
    ]
    return min(half / reach for half, reach in far)


def fits(card: tuple[Mm, Mm], printing: Printing) -> bool:
    """Whether a sheet holds one card of a size, with its marks, upright or turned."""
    room = [side - 2 * _edge(printing) for side in printing.size]
    return any(all(map(how_many, room, way, (0.0, 0.0))) for way in (card, card[::-1]))


def _edge(printing: Printing) -> Mm:
    """Return the least distance from the paper's edge to a trim, mm."""
    return printing.margin + MARKS[printing.marks.kind].room


_Blocks = tuple[tuple[Box, ...], ...]


def _grid(
    card: tuple[Mm, Mm],
    gutter: tuple[Mm, Mm],
    paper: tuple[Mm, Mm],
    edge: Mm,
    counts: tuple[int, int] | None = None,
) -> _Blocks:
    """Return one grid in the middle of the paper, of so many columns and rows; no block if there is no room."""
    axes = list(zip(paper, card, gutter, strict=True))
    most = [how_many(side - 2 * edge, length, gap) for side, length, gap in axes]
    xs, ys = (
        starts_along(side / 2, count, length, gap)
        for (side, length, gap), count in zip(axes, _counted(most, counts), strict=True)
    )
    block = tuple(Box(x, y, *card) for y, x in product(ys, xs))
    return (block,) if block else ()


def _half_grid(
    card: tuple[Mm, Mm], gutter: tuple[Mm, Mm], paper: tuple[Mm, Mm], edge: Mm, bleed: Mm, printing: Printing
) -> _Blocks:
    """Return one grid left of the paper's middle, as near to it as bleed and marks allow; no block without room.

    Near the fold, backs deviate least if the fold is not quite straight.
    """
    room, marks = MARKS[printing.marks.kind].room, printing.marks
    least = max(bleed, room)
    roomy = least + (max(marks.offset, MARK_OFFSET) + marks.length if room else 0.0)
    most = how_many(paper[0] / 2 - least - edge, card[0], gutter[0]), how_many(paper[1] - 2 * edge, card[1], gutter[1])
    columns, rows = _counted(most, printing.grid)
    block_width = columns * (card[0] + gutter[0]) - gutter[0]
    right = paper[0] / 2 - max(least, min(roomy, paper[0] / 2 - edge - block_width))
    xs = [right - block_width + number * (card[0] + gutter[0]) for number in range(columns)]
    ys = starts_along(paper[1] / 2, rows, card[1], gutter[1])
    block = tuple(Box(x, y, *card) for y, x in product(ys, xs))
    return (block,) if block else ()


def _counted(most: Sequence[int], counts: tuple[int, int] | None) -> Sequence[int]:
    """Return how many columns and rows a grid has: as many as fit, or those that are set; none if these do not fit."""
    if counts is None:
        return most
    return counts if counts[0] <= most[0] and counts[1] <= most[1] else (0, 0)


def _two_grids(
    card: tuple[Mm, Mm], gutter: tuple[Mm, Mm], paper: tuple[Mm, Mm], edge: Mm, least: Mm
) -> Iterator[_Blocks]:
    """Yield upright pieces at the left and quarter-turned ones at the right, with room for marks between the blocks."""
    width, height = card
    room = paper[0] - 2 * edge
    between = max(least, gutter[0])
    # Each number of upright columns leaves room for some turned ones; both blocks together are centred.
    for upright in range(1, how_many(room - height - between, width, gutter[0]) + 1):
        left = upright * (width + gutter[0]) - gutter[0]
        turned = how_many(room - left - between, height, gutter[0])
        right = turned * (height + gutter[0]) - gutter[0]
        start = (paper[0] - left - between - right) / 2
        blocks = []
        for x, columns, across, down in ((start, upright, *card), (start + left + between, turned, height, width)):
            ys = starts_along(paper[1] / 2, how_many(paper[1] - 2 * edge, down, gutter[1]), down, gutter[1])
            xs = [x + number * (across + gutter[0]) for number in range(columns)]
            blocks.append(tuple(Box(x, y, across, down) for y, x in product(ys, xs)))
        if all(blocks):
            yield tuple(blocks)
