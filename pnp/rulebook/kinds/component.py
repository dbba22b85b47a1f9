"""``::: component DECK``: an entry of the component list, with small cards on the left and text on the right."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.core.frame import Item, Tag
from pnp.core.units import Mm
from pnp.expressions import Scope
from pnp.rulebook.blocks import Block, ContainerSyntax, FilledBlock, Strip, beside
from pnp.rulebook.fill import Filler
from pnp.rulebook.html_body import Writer
from pnp.rulebook.kinds.cards import CARD_GAP, WHICH, YES_NO, card_group, fill_cards, named_deck
from pnp.rulebook.kinds.kind import BlockKind
from pnp.rulebook.setter import Setter

TOKENS = 1.8
"""Height of a card divided by that of a token. A coin as high as a card would look larger than the card."""

WEB_WIDTH: Mm = 14.0
"""Width of a card on the web."""

FORM = ContainerSyntax("deck", {"cards": WHICH, "back": YES_NO, "small": YES_NO})


def _fill(filler: Filler, block: Block, scope: Scope) -> Iterator[FilledBlock]:
    if named_deck(filler, block):
        options = filler.options(block, FORM, scope)
        yield fill_cards(filler, block, options, options.get("cards") or [None], scope)


def _strips(setter: Setter, block: FilledBlock, width: Mm) -> list[Strip]:
    height = setter.style.component_height
    column = width * setter.style.component_part
    scales = [height / (frame.height if frame.shape == "card" else frame.height * TOKENS) for frame, _ in block.cards]
    widths = [frame.width * scale for (frame, _), scale in zip(block.cards, scales, strict=True)]
    # Side by side if there is room; else fanned out, so that the last card ends at the column's edge.
    step = min(widths[0] + CARD_GAP, (column - widths[-1]) / (len(widths) - 1)) if len(widths) > 1 else 0.0
    left = column + 2 * CARD_GAP
    with setter.inside(Tag("LBody", setter.tag("LI"))):
        items: list[Item] = []
        for index, (card, scale) in enumerate(zip(block.cards, scales, strict=True)):
            items.append(card_group(setter, card, index * step, scale, (height - card[0].height * scale) / 2))
        return [beside(items, height, setter.column(block.children, width - left), left)]


def _html(writer: Writer, block: FilledBlock) -> str:
    text = writer.inside(block)
    return f'<li><div class="fan">{writer.cards(block.cards, WEB_WIDTH)}</div><div>{text}</div></li>'


COMPONENT = BlockKind(_fill, _strips, _html, FORM, is_apart=True, listed="ul.components")
