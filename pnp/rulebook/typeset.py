"""A Booklet and a layout → its blocks in one language, and its pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pnp.diagnostics import Code, Place
from pnp.fonts import named
from pnp.layout.frame import Art, Frame
from pnp.layout.game import GameLayout
from pnp.rulebook.blocks import Filled, walk
from pnp.rulebook.filler import Filler
from pnp.rulebook.icons import Icons
from pnp.rulebook.kinds import KINDS
from pnp.rulebook.load import Booklet
from pnp.rulebook.pages import set_pages
from pnp.rulebook.setter import Setter
from pnp.rulebook.style import BookletStyle


@dataclass(frozen=True)
class SetBooklet:
    """A booklet in one language.

    Attributes:
        blocks: For HTML.
        pages: For PDF; the first is a right-hand page.
        pictures: Which pages, from 0, are one picture.
        blank: The part of each page that is blank at its foot.
        icon: The style's icons by name and colour.
    """

    blocks: tuple[Filled, ...]
    pages: tuple[Frame, ...]
    pictures: frozenset[int]
    blank: tuple[float, ...]
    style: BookletStyle
    icon: Callable[[str, str], Art | None]


def fill_booklet(booklet: Booklet, layout: GameLayout) -> tuple[Filled, ...]:
    """Return the booklet's blocks in the layout's language."""
    filler = Filler(booklet.figures, layout, KINDS)
    blocks = tuple(filler.fill(booklet.blocks, layout.scope))
    filler.check_links(blocks)
    return blocks


def typeset_booklet(booklet: Booklet, layout: GameLayout) -> SetBooklet:
    """Fill a booklet in and set its pages."""
    blocks = fill_booklet(booklet, layout)
    style, language, diagnostics = booklet.style, layout.edition.language, layout.diagnostics
    place = Place(booklet.file, 1, 1)
    icon = Icons(style.icons, layout, place)
    headings = tuple(block for block in walk(blocks) if block.kind == "heading")
    words = layout.edition.game.head.words
    has_cover = bool(blocks) and blocks[0].kind == "page"
    setter = Setter(style, layout.fonts, language, icon, headings, KINDS, place, diagnostics, has_cover, words)
    strips = setter.column(blocks, style.measure)
    pages = set_pages(strips, setter, layout.edition.game.head.title)
    for at in dict.fromkeys(setter.missing.values()):
        characters = "".join(character for character, where in setter.missing.items() if where == at)
        what = f"no font has a glyph for {named(characters)}"
        fix = "add a font that has it to fallback: in fonts/fonts.yaml"
        diagnostics.tell(Code.GLYPH_MISSING, at, what=what, fix=fix, language=language)
    return SetBooklet(blocks, pages.frames, pages.pictures, pages.blank, style, icon)
