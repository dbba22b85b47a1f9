"""Filled blocks → the body of a web page.

What each kind of block becomes is in pnp.rulebook.kinds; here is what they need for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Protocol

from pnp.core.frame import Art, CardArt, Frame, Path, Stroke, Use
from pnp.core.outline import CARD_EDGE, trim_outline
from pnp.core.units import Mm
from pnp.render.html import HtmlSheet
from pnp.rulebook.blocks import Filled
from pnp.rulebook.style import BookletStyle, BoxStyle, boxed_icon


class WriteKind(Protocol):
    """What a page asks of a kind of block."""

    @property
    def html(self) -> WriteBlock:
        """Writes a block."""

    @property
    def listed(self) -> str:
        """The element and class of the list that neighbours of its kind make, as ``ol.steps``; empty where none."""


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
    ) -> None:
        """Make a writer.

        Args:
            style: The booklet's style.
            icon: Gives an icon's art by name and colour, or None.
            kinds: What each kind of block becomes.
            words: What icons are called in the page's language.
        """
        self.style = style
        self.sheet = HtmlSheet(lambda name: icon(name, style.icon_colour(name, style.colour("ink"))), words)
        self._icon = icon
        self._kinds = kinds

    def blocks(self, blocks: Sequence[Filled]) -> Iterator[str]:
        """Blocks in their order; neighbours that are entries of one list inside it."""
        for kind, group in groupby(blocks, lambda block: block.kind):
            written = [html for block in group if (html := self._kinds[kind].html(self, block))]
            element, _, name = self._kinds[kind].listed.partition(".")
            yield from (f'<{element} class="{name}">', *written, f"</{element}>") if element else written

    def inside(self, block: Filled) -> str:
        """What is in a block."""
        return "".join(self.blocks(block.children))

    def caption(self, block: Filled) -> str:
        """What is in a block, as the caption of its picture."""
        if not block.children:
            return ""
        text = " ".join(self.sheet.runs(child.runs) for child in block.children)
        return f"<figcaption>{text}</figcaption>"

    def cards(self, cards: Sequence[CardArt], width: Mm = 0.0) -> str:
        """Cards as pictures side by side, as wide as given."""
        style = f' style="flex-basis:{width:g}mm"' if width else ""
        pictures = [self.sheet.picture(_edged(card), title=card[0].name, corner=True) for card in cards]
        return "".join(f'<span class="card"{style}>{picture}</span>' for picture in pictures)

    def icon(self, look: BoxStyle) -> str:
        """A box's icon, which tells nothing that is not said beside it; nothing when there is none."""
        art = boxed_icon(self._icon, self.style, look)
        return self.sheet.icon(art) if art else ""


WriteBlock = Callable[[Writer, Filled], str]
"""Writes a block as HTML; nothing for what the web does not show."""


def _edged(card: CardArt) -> Frame:
    """A card with a thin edge that sets its light ground off the page."""
    frame, art = card
    items = (Use(art, (1, 0, 0, 1, 0, 0)), Path(trim_outline(frame, -0.1), None, Stroke(CARD_EDGE, 0.5)))
    return Frame(frame.width, frame.height, items, 0.0, frame.corner, frame.name, frame.shape)
