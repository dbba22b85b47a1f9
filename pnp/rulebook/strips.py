"""Strips: what the column of a booklet is made of, and what pages are cut from.

A strip is never cut. Between two strips a page may end unless the first one holds on to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pnp.layout.frame import Frame, Group, Item, move
from pnp.units import Mm

PageOf = Mapping[str, int]
"""The page number of each heading, by its anchor."""


@dataclass(frozen=True)
class Tint:
    """The ground of a box; strips with the same Tint share one.

    Attributes:
        draw: What is drawn there, from the top left, by the ground's width and height in mm.
    """

    draw: Callable[[Mm, Mm], tuple[Item, ...]]


@dataclass(frozen=True)
class Strip:
    """An uncuttable part of the column.

    Attributes:
        height: mm.
        items: Placed from the strip's top left, mm.
        before: Room above, gone at the top of a page.
        holds: Whether the next strip must stay on the same page.
        tint: The box it is part of.
        late: Gives further items once page numbers are known.
        page: A whole page's picture, instead of a part of the column.
        breaks: Whether a new page starts before it.
        heading: The heading it shows, for the running title.
    """

    height: Mm
    items: tuple[Item, ...] = ()
    before: Mm = 0.0
    holds: bool = False
    tint: Tint | None = None
    late: Callable[[PageOf], tuple[Item, ...]] | None = None
    page: Frame | None = None
    breaks: bool = False
    heading: str = ""


def stacked(strips: Sequence[Strip]) -> Mm:
    """How high strips are together, the room above the first one included."""
    return sum(strip.before + strip.height for strip in strips)


def held_together(strips: list[Strip]) -> list[Strip]:
    """The strips without a break between them."""
    return [*(replace(strip, holds=True) for strip in strips[:-1]), *strips[-1:]]


def shifted(items: tuple[Item, ...], x: Mm, y: Mm = 0.0) -> Iterator[Item]:
    """Items moved right and down."""
    if items and (x or y):
        yield Group(items, move(x, y))
    else:
        yield from items


def beside(items: Iterable[Item], height: Mm, text: Sequence[Strip], left: Mm) -> Strip:
    """One strip with a picture at the left and text at its right; the lower of the two stands in the middle.

    Args:
        items: The picture, placed from the top left.
        height: How high it is, mm.
        text: The text as a column.
        left: Where the text begins, mm.
    """
    text_height = stacked(text)
    whole = max(height, text_height)
    placed = list(shifted(tuple(items), 0.0, (whole - height) / 2))
    y = (whole - text_height) / 2
    for strip in text:
        y += strip.before
        placed += shifted(strip.items, left, y)
        y += strip.height
    return Strip(whole, tuple(placed))
