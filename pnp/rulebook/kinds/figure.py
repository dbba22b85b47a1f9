"""``::: figure NAME``: a picture drawn by a template, with its caption."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pnp.expressions import Scope
from pnp.layout.frame import Frame, Group, Item, Text, Use
from pnp.markup import plain
from pnp.rulebook.blocks import Block, Filled
from pnp.rulebook.filler import Filler
from pnp.rulebook.form import WIDTH, Form
from pnp.rulebook.kinds.kind import Kind
from pnp.rulebook.setter import Setter
from pnp.rulebook.strips import Strip, held_together
from pnp.rulebook.writer import Writer
from pnp.units import Mm

CAPTION_GAP = 0.8
"""Room between a picture and its caption, in gaps between paragraphs."""

ON_SCREEN = 1.35
"""How much wider than on paper a figure may be shown on the web."""

FORM = Form("picture", {"width": WIDTH}, is_open=True)


def _fill(filler: Filler, block: Block, scope: Scope) -> Iterator[Filled]:
    yield from filled_figure(filler, block, FORM, scope)


def filled_figure(filler: Filler, block: Block, form: Form, scope: Scope) -> Iterator[Filled]:
    """A block with the picture that it names; its arguments are names for the picture's expressions."""
    template = filler.figures.get(block.subject)
    if template is None:
        return  # told when the booklet was loaded
    options = filler.options(block, form, scope)
    frame = filler.layout.figure(template, **{**scope, **options})
    children = tuple(filler.fill(block.children, scope))
    yield Filled(block.kind, block.place, children=children, frame=frame, options=options)


def _strips(setter: Setter, block: Filled, width: Mm) -> list[Strip]:
    if block.frame is None:
        return []
    wide = min(width, block.options.get("width") or block.frame.width)
    scale = wide / block.frame.width
    tag = setter.tag("Figure", alt_text(block, block.frame))
    group = Group(block.frame.items, (scale, 0.0, 0.0, scale, (width - wide) / 2, 0.0), tag=tag)
    picture = Strip(block.frame.height * scale, (group,), holds=bool(block.children))
    return [picture, *set_caption(setter, block, width)]


def set_caption(setter: Setter, block: Filled, width: Mm) -> list[Strip]:
    """What is in a block, as the caption below its picture."""
    strips: list[Strip] = []
    for child in block.children:
        strips += setter.paragraph(child.runs, setter.style.small, width, align="centre", tag=setter.tag("P"))
    if strips:
        strips[0] = replace(strips[0], before=setter.style.paragraph_gap * CAPTION_GAP)
    return held_together(strips)


def alt_text(block: Filled, picture: Frame) -> str:
    """What is told to those who do not see a picture: its caption, else the words or the cards in it."""
    if block.children:
        return " ".join(plain(child.runs) for child in block.children)
    return ", ".join(dict.fromkeys(_words(picture.items)) or dict.fromkeys(_cards(picture.items))) or picture.name


def _words(items: Iterable[Item]) -> Iterator[str]:
    """Texts of a picture that have a letter; those of cards in it are left out."""
    for item in items:
        if isinstance(item, Group):
            yield from _words(item.items)
        elif isinstance(item, Text) and any(map(str.isalpha, item.text)):
            yield item.text


def _cards(items: Iterable[Item]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Group):
            yield from _cards(item.items)
        elif isinstance(item, Use) and not item.art.file:
            yield item.art.name


def _html(writer: Writer, block: Filled) -> str:
    if block.frame is None:
        return ""
    caption = writer.caption(block)
    picture = writer.sheet.picture(block.frame, alt_text(block, block.frame))
    return f'<figure style="max-width:{block.frame.width * ON_SCREEN:.0f}mm">{picture}{caption}</figure>'


FIGURE = Kind(_fill, _strips, _html, FORM, is_apart=True)
