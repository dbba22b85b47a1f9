"""Strips → the columns of pages with several columns: bands of balanced columns, and wide strips between them.

A band is as high as its fullest column. Its columns are balanced unless the foot of the page cuts the band.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from pnp.core.units import Mm
from pnp.rulebook.blocks import Strip, stacked
from pnp.rulebook.style import BookletStyle

STEPS = 12
"""How many times the interval is halved in which the height of balanced columns is searched."""

ROUNDING: Mm = 1e-6


class TextColumn(NamedTuple):
    """Strips one below another on a page.

    Attributes:
        strips: The strips; the space above the first one is left out.
        width: Width of the column, mm.
        left: From the text's left edge, mm.
        top: From the text's upper edge, mm.
    """

    strips: Sequence[Strip]
    width: Mm
    left: Mm = 0.0
    top: Mm = 0.0

    @property
    def bottom(self) -> Mm:
        """Distance from the text's upper edge to the end of the last strip, mm."""
        return self.top + stacked(self.strips) - self.strips[0].before


def column_pages(strips: Sequence[Strip], style: BookletStyle) -> list[list[TextColumn]]:
    """Return the columns of each page, in reading order.

    Args:
        strips: A column without page breaks and without pages that are one picture.
        style: Has the number of columns, the gap between them, and the size of the text area.
    """
    pages: list[list[TextColumn]] = [[]]
    y = 0.0
    for is_wide, run in groupby(strips, key=lambda strip: strip.is_wide):
        rest = list(run)
        count, width = (1, style.measure) if is_wide else (style.columns, style.column)
        while rest:
            top = y + rest[0].before if y else 0.0
            ends = _band_ends(rest, count, style.depth - top, is_forced=y == 0.0)
            if not ends:  # on an empty page at least one strip is placed
                pages.append([])
                y = 0.0
                continue
            for number, (start, end) in enumerate(zip([0, *ends], ends, strict=False)):
                pages[-1].append(TextColumn(rest[start:end], width, number * (width + style.column_gap), top))
            y = max(column.bottom for column in pages[-1])
            rest = rest[ends[-1] :]
            if rest:
                pages.append([])
                y = 0.0
    return pages


def _band_ends(strips: Sequence[Strip], count: int, room: Mm, *, is_forced: bool) -> list[int]:
    """Return the ends of adjacent columns: balanced if all strips fit, else full."""
    ends = _filled(strips, count, room, is_forced=is_forced)
    if not ends or ends[-1] < len(strips):
        return ends
    low, high = stacked(strips) / count / 2, room
    for _ in range(STEPS):
        middle = (low + high) / 2
        tried = _filled(strips, count, middle, is_forced=False)
        if tried and tried[-1] == len(strips):
            ends, high = tried, middle
        else:
            low = middle
    return ends


def _filled(strips: Sequence[Strip], count: int, room: Mm, *, is_forced: bool) -> list[int]:
    """Return the ends of columns that are filled one after the other; none if not even one strip fits.

    Args:
        strips: The strips.
        count: The most columns.
        room: Height of a column, mm.
        is_forced: Whether to separate strips that hold each other if they are higher than a whole column.
    """
    ends: list[int] = []
    start = 0
    while start < len(strips) and len(ends) < count:
        end = _fitting(strips, start, room, is_forced=is_forced)
        if end == start:
            break
        ends.append(end)
        start = end
    return ends


def _fitting(strips: Sequence[Strip], start: int, room: Mm, *, is_forced: bool) -> int:
    """Return the end of a column that starts at an index; the same index if nothing fits."""
    used, end = 0.0, start
    for index in range(start, len(strips)):
        strip = strips[index]
        used += strip.height + (strip.before if index > start else 0.0)
        if used > room + ROUNDING:
            return end if end > start or not is_forced else max(index, start + 1)
        if not strip.holds or index == len(strips) - 1:
            end = index + 1
    return end
