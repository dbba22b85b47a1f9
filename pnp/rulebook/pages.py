"""Strips → pages as Frames: where pages end, boxes' grounds, running titles and page numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from pnp.layout.frame import Anchor, Frame, Group, Item, Tag, move
from pnp.layout.paging import Slice, page_ends
from pnp.markup import Run
from pnp.rulebook.setter import Setter
from pnp.rulebook.strips import PageOf, Strip, stacked
from pnp.units import Mm

HEAD_GAP: Mm = 4.2
"""From the picture at the head of a page to the text."""

FOOT: Mm = 5.5
"""From the lower margin to the line of the running title and the page number."""

NUMBER_WIDTH: Mm = 12.0
"""Room for a page number."""

TITLE_OFF: Mm = 9.0
"""How far the running title stays off the outer edge, where the page number stands."""


DrawHead = Callable[[int, int], Frame]
"""Gives the picture at the head of a page, by its number and that of all pages."""


class Pages(NamedTuple):
    """The pages of a booklet.

    Attributes:
        frames: In their order.
        pictures: Which of them, from 0, are one picture.
        blank: The part of each that is blank at its foot.
        page_of: The page of each heading, from 1.
    """

    frames: tuple[Frame, ...]
    pictures: frozenset[int]
    blank: tuple[float, ...]
    page_of: PageOf


def set_pages(strips: Sequence[Strip], setter: Setter, title: str, head: DrawHead | None = None) -> Pages:
    """Return the pages of a booklet; the first one is a right-hand page.

    Args:
        strips: The column.
        setter: For running titles and page numbers.
        title: The booklet's title, on left-hand pages.
        head: Draws what stands above the text of a page, by its number and that of all pages.
    """
    cuts = _cut(strips, setter.style.depth)
    page_of: dict[str, int] = {}
    for number, cut in enumerate(cuts, 1):
        for strip in cut:
            page_of.update((anchor, number) for anchor in anchors(strip.items))
    running = ""
    pages = []
    for number, cut in enumerate(cuts, 1):
        if whole := cut[0].page:
            pages.append(_whole(whole, setter, f"page {number}", title, is_first=number == 1))
            continue
        headings = [strip.heading for strip in cut if strip.heading]
        running = running or (headings[0] if headings else "")
        shown = cut[0].heading or running
        page = _page(cut, setter, number, title, shown, page_of)
        art = _placed_head(head(number, len(cuts)), setter, number) if head else ()
        pages.append(replace(page, items=(*art, *page.items)))
        running = headings[-1] if headings else running
    pictures = frozenset(index for index, cut in enumerate(cuts) if cut[0].page)
    blank = tuple(0.0 if cut[0].page else 1 - (stacked(cut) - cut[0].before) / setter.style.depth for cut in cuts)
    return Pages(tuple(pages), pictures, blank, page_of)


def _whole(picture: Frame, setter: Setter, name: str, title: str, is_first: bool) -> Frame:
    """A page that is one picture, as wide as the page; the first one is the title that all headings stand below."""
    size = setter.style.size
    scale = size[0] / picture.width
    tag = Tag("Figure", setter.tag("H1") if is_first else setter.within, title)
    items = (Group(picture.items, (scale, 0.0, 0.0, scale, 0.0, 0.0), tag=tag),)
    return Frame(*size, items, picture.bleed * scale, name=name)


def anchors(items: Iterable[Item]) -> Iterator[str]:
    """Names of the anchors among items and in groups of them."""
    for item in items:
        if isinstance(item, Anchor):
            yield item.name
        elif isinstance(item, Group):
            yield from anchors(item.items)


def _cut(strips: Sequence[Strip], depth: Mm) -> list[Sequence[Strip]]:
    """The strips by page, so that pages are few and evenly filled."""
    parts: list[list[Strip]] = [[]]
    for strip in strips:
        if strip.page is not None:
            parts += [[strip], []]
        elif strip.breaks:
            parts.append([])
        else:
            parts[-1].append(strip)
    cuts: list[Sequence[Strip]] = []
    for part in parts:
        if part and part[0].page is not None:
            cuts.append(part)
        elif part:
            ends = page_ends([Slice(strip.height, strip.before, strip.holds) for strip in part], depth)
            cuts += [part[start:end] for start, end in zip([0, *ends], ends, strict=False)]
    return cuts


def _page(cut: Sequence[Strip], setter: Setter, number: int, title: str, running: str, page_of: PageOf) -> Frame:
    style = setter.style
    is_right = number % 2 == 1
    left = style.margins.inner if is_right else style.margins.outer
    items: list[Item] = []
    placed: list[tuple[Strip, Mm]] = []
    y = 0.0
    for index, strip in enumerate(cut):
        y += strip.before if index else 0.0
        placed.append((strip, y))
        y += strip.height
    items += _grounds(placed, style.measure)
    for strip, top in placed:
        inside = strip.items + (strip.late(page_of) if strip.late else ())
        items.append(Group(inside, move(0.0, top)))
    body = Group(tuple(items), move(left, style.margins.top))
    return Frame(*style.size, (body, *_furniture(setter, number, title, running)), name=f"page {number}")


def _grounds(placed: Sequence[tuple[Strip, Mm]], width: Mm) -> list[Item]:
    """One ground for each run of strips of the same box."""
    items: list[Item] = []
    index = 0
    while index < len(placed):
        tint = placed[index][0].tint
        last = index
        while last + 1 < len(placed) and placed[last + 1][0].tint is tint:
            last += 1
        if tint is not None:
            top = placed[index][1]
            bottom = placed[last][1] + placed[last][0].height
            items.append(Group(tint.draw(width, bottom - top), move(0.0, top)))
        index = last + 1
    return items


def _placed_head(head: Frame, setter: Setter, number: int) -> tuple[Item, ...]:
    """The picture at the head of a page: decoration, which nobody reads out."""
    style = setter.style
    left = style.margins.inner if number % 2 else style.margins.outer
    scale = style.measure / head.width
    top = style.margins.top - HEAD_GAP - head.height * scale
    return (Group(head.items, (scale, 0.0, 0.0, scale, left, top)),)


def _furniture(setter: Setter, number: int, title: str, running: str) -> list[Item]:
    """Running title and page number, at the outer edge of the foot."""
    style = setter.style
    is_right = number % 2 == 1
    left = style.margins.inner if is_right else style.margins.outer
    y = style.size[1] - style.margins.bottom + FOOT
    align = "right" if is_right else "left"
    bold = style.small.model_copy(update={"bold": True, "colour": "ink"})
    numeral = setter.paragraph((Run(str(number)),), bold, NUMBER_WIDTH, 0.0, align)[0]
    items: list[Item] = []
    text = running if is_right else title
    if text.strip():
        x = 0.0 if is_right else TITLE_OFF
        line = setter.paragraph((Run(text),), style.small, style.measure - TITLE_OFF, x, align, hyphenate=False)[0]
        items.append(Group(line.items, move(left, y)))
    items.append(Group(numeral.items, move(left + (style.measure - NUMBER_WIDTH if is_right else 0.0), y)))
    return items
