"""A Rulebook and a layout → its blocks in one language, and its pages as Frames.

The column of strips is cut into pages, which get the grounds of boxes, running titles and page numbers.
pnp.rulebook.setter and pnp.rulebook.kinds set the blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import groupby, takewhile
from math import ceil
from typing import NamedTuple

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place
from pnp.core.frame import Anchor, Art, Box, ElementBox, Frame, Group, Item, Path, Tag, translation
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.markup import Run
from pnp.core.units import Mm
from pnp.layout.cards.game import GameLayout
from pnp.layout.cards.text_elements import report_style_missing
from pnp.layout.contrast import MIN_CONTRAST, readable
from pnp.layout.mirroring import mirrored_frame
from pnp.layout.text.missing_letters import report_missing
from pnp.rulebook.blocks import Block, FilledBlock, PageOf, Strip, shifted, walk
from pnp.rulebook.columns import TextColumn
from pnp.rulebook.fill import Filler, has_references, with_pages
from pnp.rulebook.kinds import KINDS
from pnp.rulebook.load import Rulebook, icon_words
from pnp.rulebook.page_breaks import (
    PageColumns,
    PageCutter,
    blank_part,
    breaks_left_out,
    relaxed_cut,
    strips_of,
    written_cut,
)
from pnp.rulebook.page_plan import PageFit, fitted, planned_pages
from pnp.rulebook.setter import DrawPanel, Setter
from pnp.rulebook.style import BookletIcons, BookletStyle
from pnp.text.numbers import language_tag
from pnp.text.typography import figures

HEAD_GAP: Mm = 4.2
"""Distance from the picture at the head of a page to the text."""

FOOT: Mm = 5.5
"""Distance from the lower margin to the line with the running title and the page number."""

FOOT_PART = 0.4
"""The share of a narrow lower margin above this line, so that no printer cuts it off."""

NUMBER_WIDTH: Mm = 12.0
"""Space for a page number."""

TITLE_OFF: Mm = 9.0
"""Space for the page number between the running title and the outer edge."""


TAB_GAP: Mm = 1.5
"""Distance of a thumb tab from the text."""

TAB_HEIGHT: Mm = 14.0
MIN_TAB: Mm = 4.0
"""Greatest height of a thumb tab, and least width and height; a page without room for it has none."""

DrawHead = Callable[[int, int], Frame]
"""A function that takes the number of a page and the number of pages, and returns the picture at the head of the
page."""


@frozen_dataclass
class PartOfBooklet:
    """Where the rules in one language stand in a booklet with several.

    Attributes:
        first: The number of their first page.
        tab: The number of their thumb tab, from 0.
        tabs: How many tabs the booklet has; 0 if its pages have none.
        has_covers: Whether whole-page pictures at their beginning and end are printed.
    """

    first: int = 1
    tab: int = 0
    tabs: int = 0
    has_covers: bool = True


class Pages(NamedTuple):
    """The pages of a booklet.

    Attributes:
        frames: The pages in order.
        pictures: The indexes of pages that are one picture.
        blank: The share of each page that is blank at its foot.
        page_of: The page number of each heading.
        left_out: How many page breaks do not begin a page.
    """

    frames: tuple[Frame, ...]
    pictures: frozenset[int]
    blank: tuple[float, ...]
    page_of: PageOf
    left_out: int = 0


def set_pages(
    strips: Sequence[Strip],
    setter: Setter,
    title: str,
    head: DrawHead | None = None,
    cut_pages: PageCutter = written_cut,
    part: PartOfBooklet | None = None,
) -> Pages:
    """Return the pages of a booklet. Page 1 is a right-hand page; in right-to-left languages it is a left-hand page.

    Args:
        strips: The column.
        setter: Sets running titles and page numbers.
        title: The booklet's title, which is on left-hand pages.
        head: Draws the picture above the text of each page.
        cut_pages: Returns the columns of each page.
        part: Where they stand in a booklet in several languages.
    """
    cuts = cut_pages(strips, setter.style)
    start = part.first if part else 1
    page_of: dict[str, int] = {}
    for number, cut in enumerate(cuts, start):
        for strip in strips_of(cut):
            page_of.update((anchor, number) for anchor in anchors(strip.items))
    running = ""
    pages = []
    for number, cut in enumerate(cuts, start):
        first = cut[0].strips[0]
        if picture := first.page:
            page = picture_page(picture, setter, f"page {number}", title, is_first=number == 1)
            boxes = (ElementBox(page.trim, "", first.place),) if first.place else ()
            pages.append(replace(page, boxes=boxes))
            continue
        headings = [strip.heading for strip in strips_of(cut) if strip.heading]
        running = running or (headings[0] if headings else "")
        furniture = _furniture(setter, number, len(cuts), title, first.heading or running)
        page = _page(cut, setter, number, furniture, page_of)
        art = _placed_head(head(number, len(cuts)), setter, number) if head else ()
        tab = _thumb_tab(setter, number, part) if part and part.tabs else ()
        page = replace(page, items=(*art, *page.items, *tab))
        pages.append(mirrored_frame(page) if setter.is_mirrored else page)
        running = headings[-1] if headings else running
    pictures = frozenset(index for index, cut in enumerate(cuts) if cut[0].strips[0].page)
    blank = tuple(0.0 if index in pictures else blank_part(cut, setter.style) for index, cut in enumerate(cuts))
    return Pages(tuple(pages), pictures, blank, page_of, breaks_left_out(strips, cuts))


def picture_page(picture: Frame, setter: Setter, name: str, title: str, is_first: bool) -> Frame:
    """Return a page that is one picture, as wide as the page.

    The first page is the document's title for screen readers.
    """
    size = setter.style.size
    scale = size[0] / picture.width
    tag = Tag("Figure", setter.tag("H1") if is_first else setter.within, title)
    items = (Group(picture.items, (scale, 0.0, 0.0, scale, 0.0, 0.0), tag=tag),)
    return Frame(*size, items, picture.bleed * scale, name=name)


def anchors(items: Iterable[Item]) -> Iterator[str]:
    """Yield the names of all anchors in items and groups."""
    for item in items:
        if isinstance(item, Anchor):
            yield item.name
        elif isinstance(item, Group):
            yield from anchors(item.items)


def _page(cut: PageColumns, setter: Setter, number: int, furniture: Sequence[Item], page_of: PageOf) -> Frame:
    style = setter.style
    is_right = number % 2 == 1
    left = style.margins.inner if is_right else style.margins.outer
    items: list[Item] = []
    boxes: list[ElementBox] = []
    for column in cut:
        placed = _placed_strips(column)
        items += shifted(tuple(_column_items(placed, column.width, page_of)), column.left, column.top)
        boxes += _block_boxes(placed, column.width, left + column.left, style.margins.top + column.top)
    body = Group(tuple(items), translation(left, style.margins.top))
    return Frame(*style.size, (body, *furniture), name=f"page {number}", boxes=tuple(boxes))


def _placed_strips(column: TextColumn) -> list[tuple[Strip, Mm]]:
    """Return the strips of a column, each with its upper edge from that of the column, mm."""
    placed: list[tuple[Strip, Mm]] = []
    y = 0.0
    for index, strip in enumerate(column.strips):
        y += strip.before if index else 0.0
        placed.append((strip, y))
        y += strip.height
    return placed


def _block_boxes(placed: Sequence[tuple[Strip, Mm]], width: Mm, x: Mm, y: Mm) -> Iterator[ElementBox]:
    """Yield the box of each block on a page, with its place in the booklet's text."""
    for place, run in groupby(placed, key=lambda pair: pair[0].place):
        strips = list(run)
        if place:
            (_, top), (last, bottom) = strips[0], strips[-1]
            yield ElementBox(Box(x, y + top, width, bottom + last.height - top), "", place)


def _column_items(placed: Sequence[tuple[Strip, Mm]], width: Mm, page_of: PageOf) -> Iterator[Item]:
    """Yield the strips of a column, and the grounds of their boxes below them."""
    yield from _grounds(placed, width)
    for strip, top in placed:
        inside = strip.items + (strip.late(page_of) if strip.late else ())
        yield Group(inside, translation(0.0, top))


def _grounds(placed: Sequence[tuple[Strip, Mm]], width: Mm) -> list[Item]:
    """Return one ground for each run of strips of the same box."""
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
    """Return the picture at the head of a page, which is decoration: screen readers skip it."""
    style = setter.style
    left = style.margins.inner if number % 2 else style.margins.outer
    scale = style.measure / head.width
    top = style.margins.top - HEAD_GAP - head.height * scale
    return (Group(setter.picture(head), (scale, 0.0, 0.0, scale, left, top)),)


def _furniture(setter: Setter, number: int, count: int, title: str, running: str) -> list[Item]:
    """Return the running title and page number at the outer edge of the foot. Only booklets have titles.

    A single page has no number.
    """
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
    numeral = setter.paragraph((Run(figures(number, setter.language)),), bold, NUMBER_WIDTH, 0.0, align)[0]
    items: list[Item] = []
    text = running if is_right else title
    if text.strip():
        x = 0.0 if is_right else TITLE_OFF
        line = setter.paragraph((Run(text),), style.small, style.measure - TITLE_OFF, x, align, hyphenate=False)[0]
        items.append(Group(line.items, translation(left, y)))
    items.append(Group(numeral.items, translation(left + (style.measure - NUMBER_WIDTH if is_right else 0.0), y)))
    return items


def _thumb_tab(setter: Setter, number: int, part: PartOfBooklet) -> Iterator[Item]:
    """Yield the tab with the code of the language at the outer edge of a page, lower for each language."""
    style = setter.style
    width, (page_width, page_height) = style.margins.outer - TAB_GAP, style.size
    room = (page_height - style.margins.top - style.margins.bottom) / part.tabs
    height, x = min(room - 1, TAB_HEIGHT), page_width - width if number % 2 else 0.0
    if width < MIN_TAB or height < MIN_TAB:
        return
    fill = style.colour(style.section.colour)
    code = language_tag(setter.language).split("-")[0].upper()
    label = style.small.model_copy(update={"bold": True, "colour": readable("#ffffff", fill, MIN_CONTRAST)})
    line = setter.paragraph((Run(code),), label, width, 0.0, "centre", hyphenate=False)[0]
    corners = (("M", 0.0, 0.0), ("L", width, 0.0), ("L", width, height), ("L", 0.0, height), ("Z",))
    tab = (Path(corners, fill), Group(line.items, translation(0.0, (height - line.height) / 2)))
    yield Group(tab, translation(x, style.margins.top + part.tab * room))


TITLE = 1.5
"""Size of the title in a booklet without a cover, as a multiple of the size of section headings."""

MAX_PASSES = 3
"""Pages are set again at most this often because a page number in a text moved a heading to another page."""


@frozen_dataclass
class TypesetRulebook:
    """A booklet in one language.

    Attributes:
        blocks: The blocks, for HTML.
        pages: The pages, for PDF; the first is a right-hand page.
        pictures: The indexes of pages that are one picture.
        blank: The share of each page that is blank at its foot.
        icon: Returns an icon of the style by name and colour.
        panel: Draws the style's grounds of boxes; None if boxes are tinted.
        fit: What was changed so that a translation has the style's number of pages; "" for nothing.
    """

    blocks: tuple[FilledBlock, ...]
    pages: tuple[Frame, ...]
    pictures: frozenset[int]
    blank: tuple[float, ...]
    style: BookletStyle
    icon: Callable[[str, str], Art | None]
    panel: DrawPanel | None = None
    fit: str = ""


def covers_of(blocks: Sequence[Block | FilledBlock]) -> tuple[int, int]:
    """Return how many blocks at the beginning and at the end are pictures of whole pages."""
    first, last = (sum(1 for _ in takewhile(lambda block: block.kind == "page", way)) for way in (blocks, blocks[::-1]))
    return first, 0 if first == len(blocks) else last


def fill_rulebook(booklet: Rulebook, layout: GameLayout, prefix: str = "") -> tuple[FilledBlock, ...]:
    """Return the booklet's blocks in the layout's language. A prefix precedes the names of headings."""
    filler = Filler(booklet.figures, layout, KINDS, prefix, booklet.style.icons)
    blocks = tuple(filler.fill(booklet.blocks, layout.scope))
    filler.check_links(blocks)
    return blocks


def _pages(
    blocks: tuple[FilledBlock, ...],
    setter: Setter,
    layout: GameLayout,
    head: DrawHead | None,
    cut_pages: PageCutter,
    part: PartOfBooklet | None,
) -> Pages:
    """Return the pages with page numbers after links: set first with any number, then again until none changes."""
    title = layout.edition.game.head.title
    if part and not part.has_covers:
        before, after = covers_of(blocks)
        blocks = blocks[before : len(blocks) - after]
    has_cover = not blocks or blocks[0].kind == "page"

    def set_blocks(numbered: tuple[FilledBlock, ...]) -> Pages:
        strips = setter.column(numbered, setter.style.column)
        return set_pages(
            strips if has_cover else [*title_of(setter, layout), *strips], setter, title, head, cut_pages, part
        )

    def set_with(page_of: PageOf) -> Pages:
        return set_blocks(with_pages(blocks, page_of, layout.edition.printed_word, layout.edition.language))

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


def title_of(setter: Setter, layout: GameLayout) -> list[Strip]:
    """Return the game's title and subtitle, which begin a booklet without a cover."""
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
    """Return the function that draws the head of each page, once however often the pages are set."""
    template = booklet.figures.get(booklet.style.head)
    if template is None:
        return None
    head = layout.edition.translate_template(template)
    return cache(lambda page, pages: layout.figure(head, page=page, pages=pages))


def _panel(booklet: Rulebook, layout: GameLayout) -> DrawPanel | None:
    """Return the function that draws the ground of each box, once for equal boxes."""
    template = booklet.figures.get(booklet.style.panel)
    if template is None:
        return None
    panel = layout.edition.translate_template(template)

    @cache
    def draw(kind: str, edge: str, fill: str, width: Mm, height: Mm) -> tuple[Item, ...]:
        ground = panel.resized((width, height))
        return layout.figure(ground, kind=kind, edge=edge, fill=fill, width=width, height=height).items

    return draw


@frozen_dataclass
class _Attempt:
    """Pages, and what was found while they were set."""

    pages: Pages
    setter: Setter
    diagnostics: Diagnostics


def typeset_rulebook(booklet: Rulebook, layout: GameLayout, part: PartOfBooklet | None = None) -> TypesetRulebook:
    """Fill a booklet and set its pages; a translation is fitted to the number of pages that the style allows.

    Args:
        booklet: The booklet.
        layout: The layout of its language.
        part: Where the rules stand in a booklet in several languages; None if it has one.
    """
    blocks = fill_rulebook(booklet, layout, f"{layout.edition.tag}-" if part else "")
    style, language, diagnostics = booklet.style, layout.edition.language, layout.diagnostics
    place = Place(booklet.file, 1, 1)
    icon = BookletIcons(style.icons, layout, place)
    headings = tuple(block for block in walk(blocks) if block.kind == "heading")
    words = icon_words(style, layout.edition)
    panel, head = _panel(booklet, layout), _head(booklet, layout)

    def attempt(fit: PageFit) -> _Attempt:
        faults = Diagnostics()
        setter = Setter(
            fit.style(style), layout.fonts, language, icon, headings, KINDS, place, faults, words, panel, fit.pictures
        )
        if part:
            setter.within = Tag("Document", language=layout.edition.tag)
            setter.depth = 1 if part.tabs else 0
        cut_pages = written_cut if fit.most_pages is None else relaxed_cut(fit.most_pages)
        return _Attempt(_pages(blocks, setter, layout, head, cut_pages, part), setter, faults)

    best, fit, planned = attempt(PageFit()), PageFit(), planned_pages(style)
    if part and planned and not part.has_covers:
        planned -= sum(covers_of(blocks))
    may_shrink = (part and part.tabs) or language != layout.edition.game.head.languages[0]
    if may_shrink and planned is not None and len(best.pages.frames) > planned:
        result = fitted(attempt, lambda tried: len(tried.pages.frames), style, planned)
        fit, best = result or (fit, best)
    diagnostics.extend(best.diagnostics)
    pages, setter, note = best.pages, best.setter, fit.describe(style, best.pages.left_out)
    typeset = TypesetRulebook(blocks, pages.frames, pages.pictures, pages.blank, style, icon, panel, note)
    if style.form == "leaflet" and len(pages.frames) > style.leaflet.panels:
        _report_overflow(typeset, layout)
    for place_of_block in dict.fromkeys(setter.missing.values()):
        characters = "".join(
            character for character, first_place in setter.missing.items() if first_place == place_of_block
        )
        report_glyphs = partial(_report_glyphs, place_of_block, language, diagnostics)
        report_missing(characters, language, setter.fonts.small_print, setter.fonts, diagnostics, report_glyphs)
    for font, places in setter.missing_styles.items():
        report = partial(diagnostics.report, language=language)
        report_style_missing(tuple(places), font, next(iter(places.values())), report)
    return typeset


def placed_pages(typeset: TypesetRulebook) -> Iterator[tuple[Frame, Place]]:
    """Yield the pages, each with the place of its last heading, or of the last heading before it."""
    headings = {block.anchor: block for block in walk(typeset.blocks) if block.kind == "heading"}
    place = typeset.blocks[0].place if typeset.blocks else Place("", 1, 1)
    for page in typeset.pages:
        for anchor in anchors(page.items):  # the beginning of a language has one, too
            place = headings[anchor].place if anchor in headings else place
        yield page, place


def _report_glyphs(place: Place, language: str, diagnostics: Diagnostics, characters: str) -> None:
    what = f"no font has a glyph for {characters}"
    fix = "add a font that has it to fallback: in fonts/fonts.yaml"
    diagnostics.report(Code.GLYPH_MISSING, place, what=what, fix=fix, language=language)


def _report_overflow(typeset: TypesetRulebook, layout: GameLayout) -> None:
    """Report that a leaflet's text does not fit its panels, at the last heading."""
    from pnp.core.units import format_size

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
