"""A deck and its printed cards → the same in large print: larger by the factor ``pnp.core.printing.LARGE``."""

from __future__ import annotations

from dataclasses import replace

from pnp.core.frame import Art, Box, ElementBox, Group
from pnp.core.printing import LARGE, Printing
from pnp.layout.sheets.card_packing import fits
from pnp.layout.sheets.sheet import Printed, Side
from pnp.project.game import Deck
from pnp.project.template import Template


def enlarged(deck: Deck, printing: Printing) -> Deck:
    """Return a deck with larger pieces; the same if these would not fit on the paper, or have their places on it."""
    width, height = deck.template.head.size
    if printing.stock or not fits((LARGE * width, LARGE * height), printing):
        return deck
    looks = {key: look for key in ("template", "back") if (look := getattr(deck, key)) is not None}
    return deck.model_copy(update={key: _larger(look) for key, look in looks.items()})


def _larger(template: Template) -> Template:
    head = template.head
    lengths = {key: LARGE * getattr(head, key) for key in ("bleed", "safe", "corner")}
    size = (LARGE * head.size[0], LARGE * head.size[1])
    return template.model_copy(update={"head": head.model_copy(update={**lengths, "size": size})})


def large_print(printed: Printed, factor: float) -> Printed:
    """Return a card's face and back, larger by a factor."""
    front, back = printed
    return _side(front, factor), back and _side(back, factor)


def _side(side: Side, factor: float) -> Side:
    frame = side.frame
    items = (Group(frame.items, (factor, 0.0, 0.0, factor, 0.0, 0.0)),)
    larger = replace(
        frame,
        width=frame.width * factor,
        height=frame.height * factor,
        bleed=frame.bleed * factor,
        corner=frame.corner * factor,
        items=items,
        boxes=tuple(_box(box, factor) for box in frame.boxes),
    )
    return Side(larger, side.art and Art(side.art.name, larger.bleed_box, items))


def _box(element: ElementBox, factor: float) -> ElementBox:
    box = element.box
    return element._replace(box=Box(box.x * factor, box.y * factor, box.width * factor, box.height * factor))
