"""A Booklet and a layout → its blocks in one language, and its pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial

from pnp.diagnostics import Code, Place
from pnp.fonts import named
from pnp.layout.elements import tell_style_missing
from pnp.layout.frame import Art, Frame, Item
from pnp.layout.game import GameLayout
from pnp.markup import Run
from pnp.rulebook.blocks import Filled, walk
from pnp.rulebook.cross_references import has_references, with_pages
from pnp.rulebook.filler import Filler
from pnp.rulebook.icons import Icons
from pnp.rulebook.kinds import KINDS
from pnp.rulebook.load import Booklet
from pnp.rulebook.pages import DrawHead, Pages, set_pages
from pnp.rulebook.setter import DrawPanel, Setter
from pnp.rulebook.strips import PageOf, Strip
from pnp.rulebook.style import BookletStyle
from pnp.units import Mm
from pnp.words.translate import translate_template

TITLE = 1.5
"""Size of the title where no cover shows it, by that of sections' headings."""

MOST_PASSES = 3
"""How often pages are set again because a page number in a text moved a heading to another page."""


@dataclass(frozen=True)
class SetBooklet:
    """A booklet in one language.

    Attributes:
        blocks: For HTML.
        pages: For PDF; the first is a right-hand page.
        pictures: Which pages, from 0, are one picture.
        blank: The part of each page that is blank at its foot.
        icon: The style's icons by name and colour.
        panel: The style's grounds of boxes; None where boxes are tinted.
    """

    blocks: tuple[Filled, ...]
    pages: tuple[Frame, ...]
    pictures: frozenset[int]
    blank: tuple[float, ...]
    style: BookletStyle
    icon: Callable[[str, str], Art | None]
    panel: DrawPanel | None = None


def fill_booklet(booklet: Booklet, layout: GameLayout) -> tuple[Filled, ...]:
    """Return the booklet's blocks in the layout's language."""
    filler = Filler(booklet.figures, layout, KINDS)
    blocks = tuple(filler.fill(booklet.blocks, layout.scope))
    filler.check_links(blocks)
    return blocks


def _pages(blocks: tuple[Filled, ...], setter: Setter, layout: GameLayout, head: DrawHead | None) -> Pages:
    """The pages with the page numbers of links in them: set once with any, then again until none changes."""
    title, language = layout.edition.game.head.title, layout.edition.language
    has_cover = not blocks or blocks[0].kind == "page"

    def set_with(page_of: PageOf) -> Pages:
        told = with_pages(blocks, page_of, language)
        strips = setter.column(told, setter.style.measure)
        return set_pages(strips if has_cover else [*_title(setter, layout), *strips], setter, title, head)

    pages = set_with({})
    for _ in range(MOST_PASSES if has_references(blocks) else 0):
        assumed, pages = pages.page_of, set_with(pages.page_of)
        if pages.page_of == assumed:
            break
    return pages


def _title(setter: Setter, layout: GameLayout) -> list[Strip]:
    """The game's title and subtitle, which stand above all else where no cover shows them."""
    head, section = layout.edition.game.head, setter.style.section
    large = section.model_copy(update={"size": TITLE * section.size})
    texts = ((head.title, large, setter.heading(1)), (head.subtitle, setter.style.text, setter.tag("P")))
    return [
        replace(strip, holds=True)
        for text, lettering, tag in texts
        if text
        for strip in setter.paragraph((Run(text),), lettering, setter.style.measure, hyphenate=False, tag=tag)
    ]


def _head(booklet: Booklet, layout: GameLayout) -> DrawHead | None:
    """What the style draws at the head of each page; once, however often the pages are set."""
    template = booklet.figures.get(booklet.style.head)
    if template is None:
        return None
    head = translate_template(template, layout.edition.translate)
    return cache(lambda page, pages: layout.figure(head, page=page, pages=pages))


def _panel(booklet: Booklet, layout: GameLayout) -> DrawPanel | None:
    """What the style draws as the ground of each box; once for boxes that are alike."""
    template = booklet.figures.get(booklet.style.panel)
    if template is None:
        return None
    panel = translate_template(template, layout.edition.translate)

    @cache
    def draw(kind: str, edge: str, fill: str, width: Mm, height: Mm) -> tuple[Item, ...]:
        ground = panel.resized((width, height))
        return layout.figure(ground, kind=kind, edge=edge, fill=fill, width=width, height=height).items

    return draw


def typeset_booklet(booklet: Booklet, layout: GameLayout) -> SetBooklet:
    """Fill a booklet in and set its pages."""
    blocks = fill_booklet(booklet, layout)
    style, language, diagnostics = booklet.style, layout.edition.language, layout.diagnostics
    place = Place(booklet.file, 1, 1)
    icon = Icons(style.icons, layout, place)
    headings = tuple(block for block in walk(blocks) if block.kind == "heading")
    words = layout.edition.game.head.words
    panel = _panel(booklet, layout)
    setter = Setter(style, layout.fonts, language, icon, headings, KINDS, place, diagnostics, words, panel)
    pages = _pages(blocks, setter, layout, _head(booklet, layout))
    for at in dict.fromkeys(setter.missing.values()):
        characters = "".join(character for character, where in setter.missing.items() if where == at)
        what = f"no font has a glyph for {named(characters)}"
        fix = "add a font that has it to fallback: in fonts/fonts.yaml"
        diagnostics.tell(Code.GLYPH_MISSING, at, what=what, fix=fix, language=language)
    for font, places in setter.missing_styles.items():
        tell = partial(diagnostics.tell, language=language)
        tell_style_missing(tuple(places), font, next(iter(places.values())), tell)
    return SetBooklet(blocks, pages.frames, pages.pictures, pages.blank, style, icon, panel)
