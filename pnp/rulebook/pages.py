"""A Booklet and a layout → its blocks in one language, and its pages as Frames.

The column of strips is cut into pages, which get the grounds of boxes, running titles and page numbers. Blocks are set
by the setter and the kinds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from math import ceil
from typing import NamedTuple

from pnp.core.codes import Code
from pnp.core.diagnostics import Place
from pnp.core.fonts import describe_characters
from pnp.core.frame import Anchor, Art, Frame, Group, Item, Tag, translation
from pnp.core.markup import Run
from pnp.core.units import Mm
from pnp.layout.game import GameLayout
from pnp.layout.mirroring import mirrored_frame
from pnp.layout.text_elements import report_style_missing
from pnp.rulebook.blocks import FilledBlock, PageOf, Strip, shifted, walk
from pnp.rulebook.columns import TextColumn, column_pages
from pnp.rulebook.fill import Filler, has_references, with_pages
from pnp.rulebook.kinds import KINDS
from pnp.rulebook.load import Rulebook, icon_words
from pnp.rulebook.setter import DrawPanel, Setter
from pnp.rulebook.style import BookletIcons, BookletStyle

PAGE_COST = 4.0
"""Cost of one more page: that of four empty pages."""

CUT_HOLD_COST = 50.0
"""Cost of a page end after a strip that holds the next: so high that it is chosen only if nothing else is possible."""


def page_ends(strips: Sequence[Strip], depth: Mm) -> list[int]:
    """The ends of pages (the index behind the last strip of each), so that pages are few and evenly filled.

    The sum of all pages' costs is minimal; the cost of a page is PAGE_COST and the square of its empty part, and the
    last page may be empty in part at no cost. A strip higher than a page gets its own.

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


HEAD_GAP: Mm = 4.2
"""From the picture at the head of a page to the text."""

FOOT: Mm = 5.5
"""From the lower margin to the line of the running title and the page number."""

FOOT_PART = 0.4
"""The part of a narrow lower margin that is above this line, so that a printer does not cut it off."""

NUMBER_WIDTH: Mm = 12.0
"""Room for a page number."""

TITLE_OFF: Mm = 9.0
"""Room for the page number between the running title and the outer edge."""


DrawHead = Callable[[int, int], Frame]
"""Gives the picture at the head of a page, by its number and the number of pages."""


class Pages(NamedTuple):
    """The pages of a booklet.

    Attributes:
        frames: The pages in order.
        pictures: The indexes of pages that are one picture.
        blank: The part of each that is blank at its foot.
        page_of: The page of each heading, from 1.
    """

    frames: tuple[Frame, ...]
    pictures: frozenset[int]
    blank: tuple[float, ...]
    page_of: PageOf


def set_pages(strips: Sequence[Strip], setter: Setter, title: str, head: DrawHead | None = None) -> Pages:
    """Return the pages of a booklet; the first one is a right-hand page, of one from right to left a left-hand page.

    Args:
        strips: The column.
        setter: For running titles and page numbers.
        title: The booklet's title, on left-hand pages.
        head: Draws the picture above the text of a page, by its number and the number of pages.
    """
    cuts = _cut(strips, setter.style)
    page_of: dict[str, int] = {}
    for number, cut in enumerate(cuts, 1):
        for strip in _strips(cut):
            page_of.update((anchor, number) for anchor in anchors(strip.items))
    running = ""
    pages = []
    for number, cut in enumerate(cuts, 1):
        first = cut[0].strips[0]
        if picture := first.page:
            pages.append(_picture_page(picture, setter, f"page {number}", title, is_first=number == 1))
            continue
        headings = [strip.heading for strip in _strips(cut) if strip.heading]
        running = running or (headings[0] if headings else "")
        furniture = _furniture(setter, number, len(cuts), title, first.heading or running)
        page = _page(cut, setter, number, furniture, page_of)
        art = _placed_head(head(number, len(cuts)), setter, number) if head else ()
        page = replace(page, items=(*art, *page.items))
        pages.append(mirrored_frame(page) if setter.is_mirrored else page)
        running = headings[-1] if headings else running
    pictures = frozenset(index for index, cut in enumerate(cuts) if cut[0].strips[0].page)
    blank = tuple(
        0.0 if index in pictures else 1 - max(column.bottom for column in cut) / setter.style.depth
        for index, cut in enumerate(cuts)
    )
    return Pages(tuple(pages), pictures, blank, page_of)


def _picture_page(picture: Frame, setter: Setter, name: str, title: str, is_first: bool) -> Frame:
    """A page that is one picture, as wide as the page; on the first page it is the document's title, above headings."""
    size = setter.style.size
    scale = size[0] / picture.width
    tag = Tag("Figure", setter.tag("H1") if is_first else setter.within, title)
    items = (Group(picture.items, (scale, 0.0, 0.0, scale, 0.0, 0.0), tag=tag),)
    return Frame(*size, items, picture.bleed * scale, name=name)


def anchors(items: Iterable[Item]) -> Iterator[str]:
    """The names of all anchors among items and their groups."""
    for item in items:
        if isinstance(item, Anchor):
            yield item.name
        elif isinstance(item, Group):
            yield from anchors(item.items)


PageColumns = Sequence[TextColumn]
"""The columns of one page."""


def _strips(cut: PageColumns) -> Iterator[Strip]:
    for column in cut:
        yield from column.strips


def _cut(strips: Sequence[Strip], style: BookletStyle) -> list[PageColumns]:
    """The columns of each page, so that pages are few and evenly filled."""
    parts: list[list[Strip]] = [[]]
    for strip in strips:
        if strip.page is not None:
            parts += [[strip], []]
        elif strip.breaks:
            parts.append([])
        else:
            parts[-1].append(strip)
    cuts: list[PageColumns] = []
    for part in filter(None, parts):
        if part[0].page is not None:
            cuts.append([TextColumn(part, style.measure)])
        elif style.columns > 1:
            cuts += column_pages(part, style)
        else:
            ends = page_ends(part, style.depth)
            cuts += [[TextColumn(part[start:end], style.measure)] for start, end in zip([0, *ends], ends, strict=False)]
    return cuts


def _page(cut: PageColumns, setter: Setter, number: int, furniture: Sequence[Item], page_of: PageOf) -> Frame:
    style = setter.style
    is_right = number % 2 == 1
    left = style.margins.inner if is_right else style.margins.outer
    items: list[Item] = []
    for column in cut:
        items += shifted(tuple(_column_items(column, page_of)), column.left, column.top)
    body = Group(tuple(items), translation(left, style.margins.top))
    return Frame(*style.size, (body, *furniture), name=f"page {number}")


def _column_items(column: TextColumn, page_of: PageOf) -> Iterator[Item]:
    """The strips of a column on the grounds of their boxes."""
    placed: list[tuple[Strip, Mm]] = []
    y = 0.0
    for index, strip in enumerate(column.strips):
        y += strip.before if index else 0.0
        placed.append((strip, y))
        y += strip.height
    yield from _grounds(placed, column.width)
    for strip, top in placed:
        inside = strip.items + (strip.late(page_of) if strip.late else ())
        yield Group(inside, translation(0.0, top))


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
            items.append(Group(tint.draw(width, bottom - top), translation(0.0, top)))
        index = last + 1
    return items


def _placed_head(head: Frame, setter: Setter, number: int) -> tuple[Item, ...]:
    """The picture at the head of a page: decoration, which screen readers skip."""
    style = setter.style
    left = style.margins.inner if number % 2 else style.margins.outer
    scale = style.measure / head.width
    top = style.margins.top - HEAD_GAP - head.height * scale
    return (Group(setter.picture(head), (scale, 0.0, 0.0, scale, left, top)),)


def _furniture(setter: Setter, number: int, count: int, title: str, running: str) -> list[Item]:
    """Running title and page number, at the outer edge of the foot: titles in booklets alone, no number on one page."""
    style = setter.style
    if style.form != "booklet":
        if count == 1:
            return []
        title = running = ""
    is_right = number % 2 == 1
    left = style.margins.inner if is_right else style.margins.outer
    y = style.size[1] - style.margins.bottom + min(FOOT, FOOT_PART * style.margins.bottom)
    align = "right" if is_right else "left"
    bold = style.small.model_copy(update={"bold": True, "colour": "ink"})
    numeral = setter.paragraph((Run(str(number)),), bold, NUMBER_WIDTH, 0.0, align)[0]
    items: list[Item] = []
    text = running if is_right else title
    if text.strip():
        x = 0.0 if is_right else TITLE_OFF
        line = setter.paragraph((Run(text),), style.small, style.measure - TITLE_OFF, x, align, hyphenate=False)[0]
        items.append(Group(line.items, translation(left, y)))
    items.append(Group(numeral.items, translation(left + (style.measure - NUMBER_WIDTH if is_right else 0.0), y)))
    return items


TITLE = 1.5
"""Size of the title in a booklet without a cover, in sizes of section headings."""

MAX_PASSES = 3
"""Repetitions of setting pages because a page number in a text moved a heading to another page."""


@dataclass(frozen=True)
class TypesetRulebook:
    """A booklet in one language.

    Attributes:
        blocks: For HTML.
        pages: For PDF; the first is a right-hand page.
        pictures: The indexes of pages that are one picture.
        blank: The part of each page that is blank at its foot.
        icon: The style's icons by name and colour.
        panel: The style's grounds of boxes; None if boxes are tinted.
    """

    blocks: tuple[FilledBlock, ...]
    pages: tuple[Frame, ...]
    pictures: frozenset[int]
    blank: tuple[float, ...]
    style: BookletStyle
    icon: Callable[[str, str], Art | None]
    panel: DrawPanel | None = None


def fill_rulebook(booklet: Rulebook, layout: GameLayout, prefix: str = "") -> tuple[FilledBlock, ...]:
    """Return the booklet's blocks in the layout's language; a prefix stands before the names of headings."""
    filler = Filler(booklet.figures, layout, KINDS, prefix)
    blocks = tuple(filler.fill(booklet.blocks, layout.scope))
    filler.check_links(blocks)
    return blocks


def _pages(blocks: tuple[FilledBlock, ...], setter: Setter, layout: GameLayout, head: DrawHead | None) -> Pages:
    """The pages with page numbers behind links: set first with any number, then again until none changes."""
    title = layout.edition.game.head.title
    has_cover = not blocks or blocks[0].kind == "page"

    def set_blocks(numbered: tuple[FilledBlock, ...]) -> Pages:
        strips = setter.column(numbered, setter.style.column)
        return set_pages(strips if has_cover else [*_title(setter, layout), *strips], setter, title, head)

    def set_with(page_of: PageOf) -> Pages:
        return set_blocks(with_pages(blocks, page_of, layout.edition.printed_word))

    if setter.style.form != "booklet" and has_references(blocks):
        pages = set_blocks(blocks)
        if len(pages.frames) == 1:  # its number would say nothing
            return pages
    pages = set_with({})
    for _ in range(MAX_PASSES if has_references(blocks) else 0):
        assumed, pages = pages.page_of, set_with(pages.page_of)
        if pages.page_of == assumed:
            break
    return pages


def _title(setter: Setter, layout: GameLayout) -> list[Strip]:
    """The game's title and subtitle, above all else in a booklet without a cover."""
    head, section = layout.edition.game.head, setter.style.section
    large = section.model_copy(update={"size": TITLE * section.size})
    texts = ((head.title, large, setter.heading(1)), (head.subtitle, setter.style.text, setter.tag("P")))
    return [
        replace(strip, holds=True, is_wide=True)
        for text, lettering, tag in texts
        if text
        for strip in setter.paragraph((Run(text),), lettering, setter.style.measure, hyphenate=False, tag=tag)
    ]


def _head(booklet: Rulebook, layout: GameLayout) -> DrawHead | None:
    """The picture at the head of each page; drawn once, however often the pages are set."""
    template = booklet.figures.get(booklet.style.head)
    if template is None:
        return None
    head = layout.edition.translate_template(template)
    return cache(lambda page, pages: layout.figure(head, page=page, pages=pages))


def _panel(booklet: Rulebook, layout: GameLayout) -> DrawPanel | None:
    """The ground of each box as the style draws it; drawn once for equal boxes."""
    template = booklet.figures.get(booklet.style.panel)
    if template is None:
        return None
    panel = layout.edition.translate_template(template)

    @cache
    def draw(kind: str, edge: str, fill: str, width: Mm, height: Mm) -> tuple[Item, ...]:
        ground = panel.resized((width, height))
        return layout.figure(ground, kind=kind, edge=edge, fill=fill, width=width, height=height).items

    return draw


def typeset_rulebook(booklet: Rulebook, layout: GameLayout, *, is_part: bool = False) -> TypesetRulebook:
    """Fill a booklet and set its pages.

    Args:
        booklet: The booklet.
        layout: The layout of its language.
        is_part: Whether its document has the rules in several languages.
    """
    blocks = fill_rulebook(booklet, layout, f"{layout.edition.tag}-" if is_part else "")
    style, language, diagnostics = booklet.style, layout.edition.language, layout.diagnostics
    place = Place(booklet.file, 1, 1)
    icon = BookletIcons(style.icons, layout, place)
    headings = tuple(block for block in walk(blocks) if block.kind == "heading")
    words = icon_words(style, layout.edition)
    panel = _panel(booklet, layout)
    setter = Setter(style, layout.fonts, language, icon, headings, KINDS, place, diagnostics, words, panel)
    if is_part:
        setter.within = Tag("Document", language=layout.edition.tag)
    pages = _pages(blocks, setter, layout, _head(booklet, layout))
    typeset = TypesetRulebook(blocks, pages.frames, pages.pictures, pages.blank, style, icon, panel)
    if style.form == "leaflet" and len(pages.frames) > style.leaflet.panels:
        _report_overflow(typeset, layout)
    for place_of_block in dict.fromkeys(setter.missing.values()):
        characters = "".join(
            character for character, first_place in setter.missing.items() if first_place == place_of_block
        )
        what = f"no font has a glyph for {describe_characters(characters)}"
        fix = "add a font that has it to fallback: in fonts/fonts.yaml"
        diagnostics.report(Code.GLYPH_MISSING, place_of_block, what=what, fix=fix, language=language)
    for font, places in setter.missing_styles.items():
        report = partial(diagnostics.report, language=language)
        report_style_missing(tuple(places), font, next(iter(places.values())), report)
    return typeset


def placed_pages(typeset: TypesetRulebook) -> Iterator[tuple[Frame, Place]]:
    """Yield the pages, each with the place of its last heading, or of the last heading before it."""
    headings = {block.anchor: block for block in walk(typeset.blocks) if block.kind == "heading"}
    place = typeset.blocks[0].place if typeset.blocks else Place("", 1, 1)
    for page in typeset.pages:
        for anchor in anchors(page.items):
            place = headings[anchor].place
        yield page, place


def _report_overflow(typeset: TypesetRulebook, layout: GameLayout) -> None:
    """Report a leaflet's text that has no panel, at the last heading before its end."""
    from pnp.project.profile import format_size

    style, count = typeset.style, len(typeset.pages)
    panels, fold = style.leaflet.panels, style.leaflet.fold
    filled = [1 - blank for blank in typeset.blank]
    part = ceil(100 * sum(filled[panels:]) / sum(filled))
    layout.diagnostics.report(
        Code.LEAFLET_FULL,
        [place for _, place in placed_pages(typeset)][panels - 1],
        what=f"the rules take {count} panels of {format_size(style.size)}, {count - panels} more than the leaflet has",
        why=f"a leaflet with fold: {fold} has {panels}, and what is left over would not be printed",
        fix=f"shorten the rules by {part}% at least, or set them in smaller type; or write form: booklet",
        language=layout.edition.language,
    )
