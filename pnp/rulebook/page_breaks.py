"""Strips → the columns of each page, with all page breaks as written, or with as many as a limit of pages allows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from pnp.core.units import Mm
from pnp.rulebook.blocks import Strip
from pnp.rulebook.columns import TextColumn, column_pages
from pnp.rulebook.style import BookletStyle

PAGE_COST = 4.0
"""Cost of one more page: as much as four empty pages."""

CUT_HOLD_COST = 50.0
"""Cost of ending a page after a strip that holds the next: so high that it happens only if nothing else is possible."""


def page_ends(strips: Sequence[Strip], depth: Mm) -> list[int]:
    """Return the ends of pages (the index after the last strip of each), so that pages are few and evenly filled.

    The sum of the costs of all pages is minimal. A page costs PAGE_COST plus the square of its empty share; on the last
    page that share costs nothing. A strip that is higher than a page gets its own page.

    Args:
        strips: The column, from the top.
        depth: Room on a page, mm.
    """
    # Shortest path over page ends: best[end] is the least cost of pages that hold strips[:end], came_from[end] the
    # start of the last of these pages.
    count = len(strips)
    best = [0.0] + [float("inf")] * count
    came_from = [0] * (count + 1)
    for start in range(count):
        if best[start] == float("inf"):
            continue
        used = 0.0
        for end in range(start + 1, count + 1):
            last = strips[end - 1]
            used += last.height + (last.before if end - 1 > start else 0.0)
            if used > depth + 1e-6 and end - 1 > start:
                break
            if last.holds and end < count and used <= depth:
                cost = CUT_HOLD_COST
            else:
                empty = max(0.0, 1 - used / depth)
                cost = 0.0 if end == count else empty * empty
            total = best[start] + cost + PAGE_COST
            if total < best[end]:
                best[end], came_from[end] = total, start
    ends: list[int] = []
    end = count
    while end > 0:
        ends.append(end)
        end = came_from[end]
    return ends[::-1]


BLANK_COST = 0.001
"""Cost of a blank page, relative to leaving out a page break; it only decides between otherwise equal cuts."""

PageColumns = Sequence[TextColumn]
"""The columns of one page."""

PageCutter = Callable[[Sequence[Strip], BookletStyle], list[PageColumns]]
"""A function that returns the columns of each page, so that pages are few and evenly filled."""


def written_cut(strips: Sequence[Strip], style: BookletStyle) -> list[PageColumns]:
    """Return the columns of each page, with all page breaks that are written."""
    return [page for part in _parts(strips) for page in _pages_of(part, style)]


def relaxed_cut(most_pages: int) -> PageCutter:
    """Return a cutter that leaves out as few page breaks as possible to keep to a number of pages.

    If that is impossible, it leaves none out. Of equally good cuts, the one with the least blank space is taken. A page
    with more blank space than the style allows costs as much as leaving out a break.
    """

    def cut(strips: Sequence[Strip], style: BookletStyle) -> list[PageColumns]:
        return _relaxed(_parts(strips), style, most_pages) or written_cut(strips, style)

    return cut


def breaks_left_out(strips: Sequence[Strip], cuts: Sequence[PageColumns]) -> int:
    """Return how many written page breaks do not begin a page."""
    starts = {id(page[0].strips[0]) for page in cuts}
    return sum(id(part[0]) not in starts for part in _parts(strips))


class _Best(NamedTuple):
    """The cheapest pages for the first parts of a booklet."""

    cost: float
    pages: list[PageColumns]


def _relaxed(parts: Sequence[Sequence[Strip]], style: BookletStyle, most_pages: int) -> list[PageColumns]:
    """Return the cheapest pages; none if there would always be more pages than allowed."""
    # Shortest path over parts: best[end][count] are the cheapest pages of parts[:end], if they are so many. A step
    # runs several parts on, one after the other, with the breaks between them left out.
    best: list[dict[int, _Best]] = [{0: _Best(0.0, [])}, *({} for _ in parts)]
    for start in range(len(parts)):
        if not best[start]:
            continue
        for end in range(start + 1, len(parts) + 1):
            if end - start > 1 and any(part[0].page for part in parts[start:end]):
                break
            pages = _pages_of([strip for part in parts[start:end] for strip in part], style)
            blank = [_blank_cost(page, style) for page in (pages if end < len(parts) else pages[:-1])]
            cost = end - start - 1 + sum(blank)
            for count, before in best[start].items():
                total, known = before.cost + cost, best[end].get(count + len(pages))
                if count + len(pages) <= most_pages and (known is None or total < known.cost):
                    best[end][count + len(pages)] = _Best(total, [*before.pages, *pages])
    return min(best[-1].values(), default=_Best(0.0, []), key=lambda way: way.cost).pages


def _blank_cost(page: PageColumns, style: BookletStyle) -> float:
    if page[0].strips[0].page:
        return 0.0
    blank = max(0.0, blank_part(page, style))
    return BLANK_COST * blank * blank + (1.0 if blank > style.most_blank else 0.0)


def blank_part(page: PageColumns, style: BookletStyle) -> float:
    """Return the share of a page that is blank at its foot."""
    return 1 - max(column.bottom for column in page) / style.depth


def _parts(strips: Sequence[Strip]) -> list[list[Strip]]:
    """Return the strips between page breaks; a whole-page picture is a part of its own."""
    parts: list[list[Strip]] = [[]]
    for strip in strips:
        if strip.page is not None:
            parts += [[strip], []]
        elif strip.breaks:
            parts.append([])
        else:
            parts[-1].append(strip)
    return list(filter(None, parts))


def _pages_of(part: Sequence[Strip], style: BookletStyle) -> list[PageColumns]:
    """Return the pages of strips without page breaks."""
    if part[0].page is not None:
        return [[TextColumn(part, style.measure)]]
    if style.columns > 1:
        return list(column_pages(part, style))
    return [[TextColumn(part[start:end], style.measure)] for start, end in pairwise([0, *page_ends(part, style.depth)])]


def strips_of(page: PageColumns) -> Iterator[Strip]:
    """Yield the strips of a page, in reading order."""
    for column in page:
        yield from column.strips
