"""Heights of a column's parts → where pages end. Knows neither what the parts show nor where they stand on a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.units import Mm

PAGE_COST = 4.0
"""What one page more costs: as much as four pages left empty would."""

PARTED_COST = 50.0
"""What parting two slices that hold together costs: it is done only where nothing else is possible."""


@dataclass(frozen=True, slots=True)
class Slice:
    """A part of a column that is never cut.

    Attributes:
        height: mm.
        before: Room above, gone at the top of a page.
        holds: Whether the next slice must stay on the same page.
        head: Room that it takes above itself at the top of a page, as for a table's head that is repeated there.
    """

    height: Mm
    before: Mm = 0.0
    holds: bool = False
    head: Mm = 0.0


def page_ends(slices: Sequence[Slice], depth: Mm, *, fills_last: bool = False) -> list[int]:
    """Where pages end (indexes behind the last slice of each), so that pages are few and evenly filled.

    Taken is the least sum of costs; a page's cost is the square of its empty part. Slices higher than a page get one of
    their own.

    Args:
        slices: The column, from the top.
        depth: Room on a page, mm.
        fills_last: Whether the last page is to be as full as the others; else it may stay empty in part.
    """
    count = len(slices)
    best = [0.0] + [float("inf")] * count
    came_from = [0] * (count + 1)
    for start in range(count):
        if best[start] == float("inf"):
            continue
        used = slices[start].head
        for end in range(start + 1, count + 1):
            last = slices[end - 1]
            used += last.height + (last.before if end - 1 > start else 0.0)
            if used > depth + 1e-6 and end - 1 > start:
                break
            if last.holds and end < count and used <= depth:
                cost = PARTED_COST
            else:
                empty = max(0.0, 1 - used / depth)
                cost = 0.0 if end == count and not fills_last else empty * empty
            total = best[start] + cost + PAGE_COST
            if total < best[end]:
                best[end], came_from[end] = total, start
    ends: list[int] = []
    end = count
    while end > 0:
        ends.append(end)
        end = came_from[end]
    return ends[::-1]
