"""A Booklet and a layout → filled blocks and pages; faults of its type go to the layout's findings."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.diagnostics import Fault, Place, suggest
from pnp.fonts import named
from pnp.layout.frame import Art, Frame
from pnp.layout.game import GameLayout
from pnp.rulebook.blocks import Filled, walk
from pnp.rulebook.fill import fill_booklet
from pnp.rulebook.load import Booklet
from pnp.rulebook.pages import set_pages
from pnp.rulebook.strips import Setter
from pnp.rulebook.style import BookletStyle


@dataclass(frozen=True)
class SetBooklet:
    """A booklet in one language.

    Attributes:
        blocks: For HTML.
        pages: For PDF; the first is a right-hand page.
    """

    blocks: tuple[Filled, ...]
    pages: tuple[Frame, ...]
    style: BookletStyle


def typeset_booklet(booklet: Booklet, layout: GameLayout) -> SetBooklet:
    """Fill a booklet in and set its pages."""
    blocks = fill_booklet(booklet, layout)
    style = booklet.style
    place = Place(booklet.file, 1, 1)
    setter = Setter(style, layout.fonts, layout.edition.language, _Icons(style.icons, layout, place))
    setter.headings = tuple(block for block in walk(blocks) if block.kind == "heading")
    strips = setter.column(blocks, style.measure)
    pages = set_pages(strips, setter, layout.edition.game.head.title)
    _tell(setter, layout, place)
    return SetBooklet(blocks, pages, style)


class _Icons:
    """Inline icons by name and colour; a drawing that cannot be had is told once."""

    def __init__(self, paths: dict[str, str], layout: GameLayout, place: Place) -> None:
        self._paths = paths
        self._layout = layout
        self._place = place

    def __call__(self, name: str, colour: str) -> Art | None:
        path = self._paths.get(name)
        if path is None:
            return None
        try:
            return self._layout.assets.drawing(path, self._place).art(name, colour, {})
        except Fault as fault:
            for found in fault.diagnostics:
                self._layout.findings.add("", found.place, found.code, found.what, found.why, found.fix)
            return None


def _tell(setter: Setter, layout: GameLayout, place: Place) -> None:
    language = layout.edition.language
    tell = layout.findings.add
    if setter.missing:
        fix = "add a font that has it to fallback: in fonts/fonts.yaml"
        tell("", place, "glyph-missing", f"no font has a glyph for {named(setter.missing)} ({language})", "", fix)
    for name in setter.unknown_icons:
        fix = suggest(name, setter.style.icons)
        tell("", place, "icon-unknown", f"no icon {name} in the booklet's icons: ({language})", "", fix)
    for text in setter.right_to_left:
        what = f"a text runs from right to left, which cannot be set yet: {text[:50]} ({language})"
        tell("", place, "script-unsupported", what, "its letters would stand in the wrong order")
    for text in setter.too_wide:
        what = f"a word is wider than its column: {text[:50]} ({language})"
        tell("", place, "text-overflow", what, "", "shorten it, or give the table fewer columns")
