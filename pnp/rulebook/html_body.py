"""FilledBlocks → the body of a web page.

Each kind of block has its own function in pnp.rulebook.kinds; the Writer has what these functions share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Protocol

from pnp.core.frame import Art, CardArt, Frame, Path, Stroke, Use
from pnp.core.markup import Runs
from pnp.core.outline import CARD_EDGE, trim_outline
from pnp.core.units import Mm
from pnp.render.html import HtmlSheet
from pnp.rulebook.blocks import FilledBlock
from pnp.rulebook.style import BookletStyle, BoxStyle, boxed_icon
from pnp.text.bidi import is_right_to_left, isolated
from pnp.text.numbers import language_tag
from pnp.text.segmentation import with_web_breaks


class WriteKind(Protocol):
    """The part of a kind of block that the Writer needs."""

    @property
    def html(self) -> WriteBlock:
        """The function that writes a block."""

    @property
    def listed(self) -> str:
        """The element and class of the list that adjacent blocks of its kind form, such as ``ol.steps``.

        It is "" for no list.
        """


class Writer:
    """Writes blocks as HTML.

    Attributes:
        style: The booklet's style.
        sheet: The page's pictures and inline text.
    """

    def __init__(
        self,
        style: BookletStyle,
        icon: Callable[[str, str], Art | None],
        kinds: Mapping[str, WriteKind],
        words: Mapping[str, str],
        language: str,
        page: HtmlSheet | None = None,
    ) -> None:
        """Make a writer.

        Args:
            style: The booklet's style.
            icon: Returns an icon's art by name and colour, or None.
            kinds: The kinds of blocks by name.
            words: The names of icons in the page's language.
            language: The language of the blocks.
            page: The page to which the blocks are added; None for a new page.
        """
        self.style = style

        def inline_icon(name: str) -> Art | None:
            return icon(name, style.icon_colour(name, style.colour("ink")))

        def for_browsers(runs: Runs) -> Runs:
            return isolated(with_web_breaks(runs, language), language)

        if page:
            self.sheet = page.part(inline_icon, words, for_browsers)
        else:
            self.sheet = HtmlSheet(inline_icon, words, language_attributes, for_browsers)
        self._icon = icon
        self._kinds = kinds

    def blocks(self, blocks: Sequence[FilledBlock]) -> Iterator[str]:
        """Yield the HTML of blocks in their order.

        Adjacent blocks that are entries of a list share one list element.
        """
        for kind, group in groupby(blocks, lambda block: block.kind):
            elements = [html for block in group if (html := self._kinds[kind].html(self, block))]
            element, _, name = self._kinds[kind].listed.partition(".")
            yield from (f'<{element} class="{name}">', *elements, f"</{element}>") if element else elements

    def inside(self, block: FilledBlock) -> str:
        """Return the HTML of a block's children."""
        return "".join(self.blocks(block.children))

    def caption(self, block: FilledBlock) -> str:
        """Return a block's children as the caption of its picture."""
        if not block.children:
            return ""
        text = " ".join(self.sheet.runs(child.runs) for child in block.children)
        return f"<figcaption>{text}</figcaption>"

    def cards(self, cards: Sequence[CardArt], width: Mm = 0.0) -> str:
        """Return cards as pictures side by side, each with the given width in mm, if there is one."""
        style = f' style="flex-basis:{width:g}mm"' if width else ""
        pictures = [self.sheet.picture(_edged(card), title=card[0].name, corner=True) for card in cards]
        return "".join(f'<span class="card"{style}>{picture}</span>' for picture in pictures)

    def icon(self, look: BoxStyle) -> str:
        """Return a box's icon; "" if it has none. Screen readers skip it, as the text beside it says the same."""
        art = boxed_icon(self._icon, self.style, look)
        return self.sheet.icon(art) if art else ""


def language_attributes(language: str) -> str:
    """Return the attributes of an element in a language: its tag, and its direction if it is right-to-left."""
    direction = ' dir="rtl"' if is_right_to_left(language) else ""
    return f'lang="{language_tag(language)}"{direction}'


WriteBlock = Callable[[Writer, FilledBlock], str]
"""A function that writes a block as HTML; "" for a block that the web does not show."""


def _edged(card: CardArt) -> Frame:
    """Return a card with a thin edge that separates its light ground from the page."""
    frame, art = card
    items = (Use(art, (1, 0, 0, 1, 0, 0)), Path(trim_outline(frame, -0.1), None, Stroke(CARD_EDGE, 0.5)))
    return Frame(frame.width, frame.height, items, 0.0, frame.corner, frame.name, frame.shape)
