"""``::: figure NAME``: a picture drawn by a template, with a caption; and the labels of a figure.

Labels are the texts of a figure, without those of the cards in it. They determine how wide a figure must be so that its
smallest label is readable, and what screen readers say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil, inf

from pnp.core.frame import IDENTITY, Box, ElementBox, Frame, Group, Item, Matrix, Text, Use, multiply
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.markup import plain
from pnp.core.outline import apply, stretch
from pnp.core.units import Mm
from pnp.expressions import Scope
from pnp.rulebook.blocks import WIDTH, Block, ContainerSyntax, FilledBlock, Strip, hold_together
from pnp.rulebook.fill import Filler
from pnp.rulebook.html_body import Writer
from pnp.rulebook.kinds.kind import BlockKind
from pnp.rulebook.reading_order import SpokenPiece, read_aloud
from pnp.rulebook.setter import Setter
from pnp.text.bidi import is_right_to_left

MIN_LABEL = 12.0
"""The smallest label on a screen that can be read at arm's length, CSS pixels."""

PHONE = 360.0
"""Width of a narrow phone, CSS pixels."""

MAX_SCROLLED = 1.5 * PHONE
"""The largest width of a figure that scrolls sideways on a phone; in a wider one readers get lost."""

SAME_LINE = 0.2
"""Baselines in one line differ by at most this much, as a multiple of the type size."""

SPACE = 0.15
"""Words in one line are at least this far apart, as a multiple of the type size; parts of a word are closer."""

NEXT_LINE = 1.7
"""Baselines of two lines of one text are at most this far apart, as a multiple of the type size."""


@frozen_dataclass
class FigureLabel:
    """One text of a figure, in one line.

    Attributes:
        text: Its words.
        size: Size of the type as it is shown, mm.
        left: Where it begins, from the figure's left edge, mm.
        right: Where it ends, mm.
        baseline: Its baseline, from the figure's top, mm.
        top: The top of its first line, an em above the baseline, mm.
    """

    text: str
    size: Mm
    left: Mm
    right: Mm
    baseline: Mm
    top: Mm


def labels(frame: Frame) -> list[FigureLabel]:
    """Return the labels of a figure in drawing order; without ruby, whose text is a label itself."""
    return list(_labels(frame.items, IDENTITY))


def _labels(items: Sequence[Item], matrix: Matrix) -> Iterator[FigureLabel]:
    for item in items:
        if isinstance(item, Group):
            yield from _labels(item.items, multiply(matrix, item.matrix))
        elif isinstance(item, Text) and item.words and not item.is_ruby:
            left, baseline = apply(matrix, item.x, item.y)
            scale = stretch(matrix)
            em = item.size * scale
            yield FigureLabel(item.text, em, left, left + item.width * scale, baseline, baseline - em)


def spoken(frame: Frame, smaller_than: Mm = inf) -> list[str]:
    """Return the texts of a figure's labels with their lines joined; texts without a letter are left out.

    Args:
        frame: The figure.
        smaller_than: Return only labels in smaller type than this.
    """
    return list(dict.fromkeys(label.text for label in _texts(frame, smaller_than)))


def _texts(frame: Frame, smaller_than: Mm = inf) -> list[FigureLabel]:
    texts: list[FigureLabel] = []
    for label in labels(frame):
        if label.size < smaller_than:
            is_same = bool(texts) and _element(frame, texts[-1]) == _element(frame, label)
            joined = _joined(texts[-1], label) if is_same else None
            texts[-1:] = [joined] if joined else [*texts[-1:], label]
    return [label for label in texts if any(map(str.isalpha, label.text))]


def _element(frame: Frame, label: FigureLabel) -> ElementBox | None:
    """Return the smallest text element that contains the middle of a label's last line.

    Return None if elements are not known.
    """
    middle = Box((label.left + label.right) / 2, label.baseline - label.size / 3, 0.0, 0.0)
    around = [element for element in frame.boxes if element.texts and element.box.contains(middle)]
    return min(around, key=lambda element: element.box.width * element.box.height, default=None)


def _joined(text: FigureLabel, part: FigureLabel) -> FigureLabel | None:
    """Join a text with a part that is on its last line or on the next one; None for a part of another text."""
    em, down = part.size, part.baseline - text.baseline
    if abs(em - text.size) > 1e-6:
        return None
    if abs(down) < SAME_LINE * em:
        gap = part.left - text.right
        if abs(gap) > em:
            return None
        space = " " if gap > SPACE * em else ""
        return replace(text, text=f"{text.text}{space}{part.text}", right=part.right)
    if not 0 < down < NEXT_LINE * em or part.left > text.right or text.left > part.right:
        return None
    left, right = min(text.left, part.left), max(text.right, part.right)
    return replace(part, text=f"{text.text} {part.text}", left=left, right=right, top=text.top)


def cards_of(items: Sequence[Item], matrix: Matrix = IDENTITY) -> Iterator[SpokenPiece]:
    """Yield the cards in a figure, by the names of their Arts."""
    for item in items:
        if isinstance(item, Group):
            yield from cards_of(item.items, multiply(matrix, item.matrix))
        elif isinstance(item, Use) and not item.art.file:
            x, y, width, height = item.art.box
            placed = multiply(matrix, item.matrix)
            corners = [
                apply(placed, *corner) for corner in ((x, y), (x + width, y), (x, y + height), (x + width, y + height))
            ]
            across, down = zip(*corners, strict=True)
            yield SpokenPiece(item.art.name, min(across), min(down), max(across), max(down))


def smallest(frame: Frame) -> FigureLabel | None:
    """Return the label in the smallest type; None if a figure has no labels."""
    return min(labels(frame), key=lambda label: label.size, default=None)


def least_width(frame: Frame) -> float:
    """Return the width at which all labels of a figure can be read, CSS pixels; 0 for a figure without labels."""
    label = smallest(frame)
    return MIN_LABEL * frame.width / label.size if label else 0.0


CAPTION_GAP = 0.8
"""Space between a picture and its caption, as a multiple of the gap between paragraphs."""

ON_SCREEN = 1.35
"""The largest width of a figure on the web, as a multiple of its width on paper."""

MIN_SCREEN = 320.0
"""A figure that needs no more than this width fits every screen, CSS pixels."""

FORM = ContainerSyntax("picture", {"width": WIDTH}, is_open=True)


def _fill(filler: Filler, block: Block, scope: Scope) -> Iterator[FilledBlock]:
    yield from filled_figure(filler, block, FORM, scope)


def filled_figure(filler: Filler, block: Block, form: ContainerSyntax, scope: Scope) -> Iterator[FilledBlock]:
    """Yield a block with the picture that it names. Its arguments are names in the expressions of the picture."""
    template = filler.figures.get(block.subject)
    if template is None:
        return  # reported when the booklet was loaded
    options = filler.options(block, form, scope)
    values = {**scope, **options}
    frame = filler.layout.figure(template, **values)
    stand_in = filler.figures.get(template.head.phone)
    phone = filler.layout.figure(stand_in, **values) if stand_in else None
    children = tuple(filler.fill(block.children, scope))
    caption = children if block.kind == "figure" else ()
    alt = _alt_text(filler, caption, frame)
    named = replace(frame, name=alt)
    yield FilledBlock(block.kind, block.place, children=children, frame=named, phone=phone, options=options)


def _alt_text(filler: Filler, caption: tuple[FilledBlock, ...], picture: Frame) -> str:
    """Return the alternative text of a picture: its caption, words and cards, or the game's title.

    Cards beside words are only named if there is a word for each.
    """
    if caption:
        return " ".join(plain(child.runs) for child in caption)
    called, leftward = filler.layout.spoken, is_right_to_left(filler.edition.language)
    words = [SpokenPiece(text.text, text.left, text.top, text.right, text.baseline) for text in _texts(picture)]
    cards = [card._replace(text=called.get(card.text, card.text)) for card in cards_of(picture.items)]
    pieces = [*words, *cards] if not words or len(cards) <= len(words) else words
    return read_aloud(pieces, leftward=leftward) or filler.edition.game.head.title


def _strips(setter: Setter, block: FilledBlock, width: Mm) -> list[Strip]:
    if block.frame is None:
        return []
    wide = picture_width(setter, block, block.frame, width)
    picture, height = placed_picture(setter, block.frame, wide, (width - wide) / 2)
    return [Strip(height, (picture,), holds=bool(block.children)), *set_caption(setter, block, width)]


def picture_width(setter: Setter, block: FilledBlock, picture: Frame, room: Mm) -> Mm:
    """Return the width of a block's picture, mm: its ``width=``, or else that of the drawing, within the given room.

    If pictures are smaller than usual, the smallest label is still at least as large as the style's smallest type.
    """
    wide = min(room, float(block.options.get("width") or picture.width))
    if setter.pictures == 1:
        return wide
    label = smallest(picture)
    readable = picture.width * setter.style.smallest_text / label.size if label else 0.0
    return min(wide, max(wide * setter.pictures, readable))


def placed_picture(setter: Setter, picture: Frame, wide: Mm, x: Mm) -> tuple[Group, Mm]:
    """Return a picture scaled to a width, and its height, mm."""
    scale = wide / picture.width
    tag = setter.tag("Figure", picture.name)
    return Group(setter.picture(picture), (scale, 0.0, 0.0, scale, x, 0.0), tag=tag), picture.height * scale


def set_caption(setter: Setter, block: FilledBlock, width: Mm) -> list[Strip]:
    """Set a block's children as the caption below its picture."""
    strips: list[Strip] = []
    for child in block.children:
        strips += setter.paragraph(child.runs, setter.style.small, width, align="centre", tag=setter.tag("P"))
    if strips:
        strips[0] = replace(strips[0], before=setter.style.paragraph_gap * CAPTION_GAP)
    return hold_together(strips)


def _html(writer: Writer, block: FilledBlock) -> str:
    if block.frame is None:
        return ""
    width = f"max-width:{block.frame.width * ON_SCREEN:.0f}mm"
    return f'<figure style="{width}">{web_pictures(writer, block)}{writer.caption(block)}</figure>'


def web_pictures(writer: Writer, block: FilledBlock) -> str:
    """Return a block's picture. If it has another one for phones, CSS shows one of both by the screen's width."""
    if block.frame is None:
        return ""
    if block.phone is None:
        return _web_picture(writer, block.frame)
    phone = replace(block.phone, name=block.frame.name)
    return _web_picture(writer, block.frame, " wide") + _web_picture(writer, phone, " narrow")


def _web_picture(writer: Writer, frame: Frame, where: str = "") -> str:
    """Return a picture as wide as possible; it scrolls sideways if its smallest label could not be read otherwise."""
    alt = writer.sheet.attribute(frame.name)
    picture = writer.sheet.picture(replace(frame, name=""), "")
    least = min(ceil(least_width(frame)), MAX_SCROLLED)
    scrolls = f' tabindex="0" style="--least:{least:g}px"' if least > MIN_SCREEN else ""
    return f'<div class="picture{where}" role="img" aria-label="{alt}"{scrolls}>{picture}</div>'


FIGURE = BlockKind(_fill, _strips, _html, FORM, is_apart=True)
