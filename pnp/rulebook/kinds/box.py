"""Examples, tips and rulings: boxes with a ground of their own, and an icon before the first paragraph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from pnp.core import outline
from pnp.core.frame import Art, Box, Group, Item, Path, Use, fit_matrix
from pnp.core.units import Mm
from pnp.expressions import Scope
from pnp.rulebook.blocks import Block, ContainerSyntax, FilledBlock, Strip, Tint, hold_together, shifted, stacked
from pnp.rulebook.fill import Filler
from pnp.rulebook.html_body import Writer
from pnp.rulebook.kinds.kind import BlockKind
from pnp.rulebook.kinds.text import INDENT
from pnp.rulebook.setter import Setter
from pnp.rulebook.style import BookletStyle, BoxStyle, boxed_icon

BAR: Mm = 1.2
PAD: Mm = 3.2
"""Space between the bar and the text, and at the right of the text."""

PAD_ABOVE: Mm = 0.75 * PAD
"""Space above and below the text; less than at the sides, because lines include space of their own."""

ICON: Mm = 4.0
"""Width and height of an icon without a badge."""

BADGE: Mm = 6.4
"""Width and height of an icon with its badge."""

ICON_GAP: Mm = 1.0
"""Space between an icon and the text."""

MAX_UNCUT = 0.45
"""A box of at most this share of a page's height is not divided; undivided, a larger one would leave pages too
empty."""


def _fill(filler: Filler, block: Block, scope: Scope) -> Iterator[FilledBlock]:
    yield FilledBlock(block.kind, block.place, children=tuple(filler.fill(block.children, scope)))


def _strips(setter: Setter, block: FilledBlock, width: Mm) -> list[Strip]:
    style = setter.style
    look = style.boxes.get(block.kind) or BoxStyle()
    icon = boxed_icon(setter.icon, style, look)
    left = (BAR + 2 * PAD) / 2 if style.panel else BAR + PAD
    inner_width = width - BAR - 2 * PAD
    with setter.inside(setter.tag("Div")):
        if icon and _starts_with_text(block):
            inner = _after_icon(setter, icon, block.children, inner_width)
        else:
            inner = setter.column(block.children, inner_width)
    if not inner:
        return []
    edge, fill = style.colour(look.edge), style.colour(look.fill)
    tint = Tint(partial(setter.panel, block.kind, edge, fill) if setter.panel else partial(_ground, style, edge, fill))
    placed = [replace(strip, items=tuple(shifted(strip.items, left)), tint=tint) for strip in inner]
    placed[-1] = replace(placed[-1], holds=True)
    strips = [Strip(PAD_ABOVE, holds=True, tint=tint), *placed, Strip(PAD_ABOVE, tint=tint)]
    return hold_together(strips) if stacked(strips) <= style.depth * MAX_UNCUT else strips


def _starts_with_text(block: FilledBlock) -> bool:
    """Whether an icon can be placed beside the first block.

    Before a list, it would look like the mark of the first item.
    """
    return bool(block.children) and block.children[0].kind == "paragraph"


def _ground(style: BookletStyle, edge: str, fill: str, width: Mm, height: Mm) -> tuple[Item, ...]:
    """Return a tint with rounded corners and a bar on its left."""
    ground = outline.rectangle(0.0, 0.0, width, height, style.corner, style.corner)
    bar = Path(outline.rectangle(0.0, 0.0, BAR, height), edge)
    return (Path(ground, fill), Group((bar,), clip=Path(ground)))


def _after_icon(setter: Setter, icon: Art, blocks: tuple[FilledBlock, ...], width: Mm) -> list[Strip]:
    """Set blocks with an icon to the left of the first, which is a paragraph.

    Paragraphs and items of lists share one left edge. The icon is above the marks of lists; a large icon extends into
    the box's padding.
    """
    strips = setter.column(blocks, width, INDENT)
    if not strips:
        return []
    text = setter.style.text
    size = BADGE if setter.style.badge else ICON
    middle = text.leading * text.size / 2
    square = Box(INDENT - ICON_GAP - size, middle - size / 2, size, size)
    beside = (Use(icon, fit_matrix(icon.box, square, "contain")), *strips[0].items)
    return [replace(strips[0], items=beside, holds=len(strips) > 1), *strips[1:]]


def _html(writer: Writer, block: FilledBlock) -> str:
    look = writer.style.boxes.get(block.kind)
    icon = writer.icon(look) if look and _starts_with_text(block) else ""
    kind = writer.sheet.attribute(block.kind)
    # A note is no landmark: several without names would be announced alike.
    return f'<aside role="note" class="{kind}">{icon}<div>{writer.inside(block)}</div></aside>'


BOX = BlockKind(_fill, _strips, _html, ContainerSyntax(), is_apart=True, has_look=True)
