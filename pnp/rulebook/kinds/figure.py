"""``::: figure NAME``: a picture drawn by a template, with its caption."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import ceil

from pnp.expressions import Scope
from pnp.layout.frame import Frame, Group
from pnp.markup import plain
from pnp.rulebook.blocks import Block, Filled
from pnp.rulebook.filler import Filler
from pnp.rulebook.form import WIDTH, Form
from pnp.rulebook.kinds.kind import Kind
from pnp.rulebook.labels import MOST_SCROLLED, cards_of, least_width, spoken
from pnp.rulebook.setter import Setter
from pnp.rulebook.strips import Strip, held_together
from pnp.rulebook.writer import Writer
from pnp.units import Mm

CAPTION_GAP = 0.8
"""Room between a picture and its caption, in gaps between paragraphs."""

ON_SCREEN = 1.35
"""How much wider than on paper a figure may be shown on the web."""

LEAST_SCREEN = 320.0
"""A figure that needs no more has room on every screen, CSS pixels."""

FORM = Form("picture", {"width": WIDTH}, is_open=True)


def _fill(filler: Filler, block: Block, scope: Scope) -> Iterator[Filled]:
    yield from filled_figure(filler, block, FORM, scope)


def filled_figure(filler: Filler, block: Block, form: Form, scope: Scope) -> Iterator[Filled]:
    """A block with the picture that it names; its arguments are names for the picture's expressions."""
    template = filler.figures.get(block.subject)
    if template is None:
        return  # told when the booklet was loaded
    options = filler.options(block, form, scope)
    values = {**scope, **options}
    frame = filler.layout.figure(template, **values)
    stand_in = filler.figures.get(template.head.phone)
    phone = filler.layout.figure(stand_in, **values) if stand_in else None
    children = tuple(filler.fill(block.children, scope))
    caption = children if block.kind == "figure" else ()
    alt = _alt_text(filler, caption, frame)
    named = replace(frame, name=alt)
    yield Filled(block.kind, block.place, children=children, frame=named, phone=phone, options=options)


def _alt_text(filler: Filler, caption: tuple[Filled, ...], picture: Frame) -> str:
    """What is told to those who do not see a picture: its caption, words, cards, or the game's title."""
    if caption:
        return " ".join(plain(child.runs) for child in caption)
    called = filler.layout.spoken
    cards = dict.fromkeys(called.get(name, name) for name in cards_of(picture.items))
    return ", ".join(spoken(picture) or cards) or filler.edition.game.head.title


def _strips(setter: Setter, block: Filled, width: Mm) -> list[Strip]:
    if block.frame is None:
        return []
    wide = min(width, shown_width(block, block.frame))
    picture, height = placed_picture(setter, block.frame, wide, (width - wide) / 2)
    return [Strip(height, (picture,), holds=bool(block.children)), *set_caption(setter, block, width)]


def shown_width(block: Filled, picture: Frame) -> Mm:
    """How wide a block wants its picture: as its width= says, else as it is drawn."""
    return float(block.options.get("width") or picture.width)


def placed_picture(setter: Setter, picture: Frame, wide: Mm, x: Mm) -> tuple[Group, Mm]:
    """A picture at a width, and its height."""
    scale = wide / picture.width
    tag = setter.tag("Figure", picture.name)
    return Group(picture.items, (scale, 0.0, 0.0, scale, x, 0.0), tag=tag), picture.height * scale


def set_caption(setter: Setter, block: Filled, width: Mm) -> list[Strip]:
    """What is in a block, as the caption below its picture."""
    strips: list[Strip] = []
    for child in block.children:
        strips += setter.paragraph(child.runs, setter.style.small, width, align="centre", tag=setter.tag("P"))
    if strips:
        strips[0] = replace(strips[0], before=setter.style.paragraph_gap * CAPTION_GAP)
    return held_together(strips)


def _html(writer: Writer, block: Filled) -> str:
    if block.frame is None:
        return ""
    width = f"max-width:{block.frame.width * ON_SCREEN:.0f}mm"
    return f'<figure style="{width}">{web_pictures(writer, block)}{writer.caption(block)}</figure>'


def web_pictures(writer: Writer, block: Filled) -> str:
    """A block's picture, or two of which a screen shows one, by its width."""
    if block.frame is None:
        return ""
    if block.phone is None:
        return _web_picture(writer, block.frame)
    phone = replace(block.phone, name=block.frame.name)
    return _web_picture(writer, block.frame, " wide") + _web_picture(writer, phone, " narrow")


def _web_picture(writer: Writer, frame: Frame, where: str = "") -> str:
    """A picture as wide as there is room.

    Where its smallest label could not be read on a phone, it keeps the width it needs and scrolls sideways.
    """
    alt = writer.sheet.attribute(frame.name)
    picture = writer.sheet.picture(replace(frame, name=""), "")
    least = min(ceil(least_width(frame)), MOST_SCROLLED)
    scrolls = f' tabindex="0" style="--least:{least:g}px"' if least > LEAST_SCREEN else ""
    return f'<div class="picture{where}" role="img" aria-label="{alt}"{scrolls}>{picture}</div>'


FIGURE = Kind(_fill, _strips, _html, FORM, is_apart=True)
