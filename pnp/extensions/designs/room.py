"""A text of a drawing and what is drawn around it → the box in which the text of a card has room.

It is the first of: the frame that the text has in the drawing program; a shape with the name of the text, or with its
name and -box; the rest of its line in the smallest shape around it, or in the safe area.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import cached_property

from pnp.core import outline
from pnp.core.diagnostics import Mistake
from pnp.core.frame import IDENTITY, Box, Matrix, Segment
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.extensions.designs.texts import DrawnText, property_of
from pnp.layout.svg.items import Builder
from pnp.layout.svg.shapes import SHAPES
from pnp.layout.svg.tree import SvgNode
from pnp.layout.svg.values import URL, settle_lengths, svg_length
from pnp.project.template import TemplateHead

CAP = 0.7
"""The height of capitals, in sizes of the type, for places in a drawing; cards are measured by their fonts."""

FOOT = 0.1
"""The room below the last of several lines, in sizes of the type, for fonts with capitals higher than CAP."""

PADDING = 0.3
"""TextRoom at the ends of a line without a frame of its own, in sizes of the type."""

WIDEST_PADDING = 1.0
"""A line that begins further from the edge of its shape keeps the same room at its end, up to this."""

WHOLE = 0.9
"""A shape that covers this part of the card across or down is its ground, not the frame of a text."""

FIGMA = "white-space: pre"
"""The style of all texts that Figma exports; it writes each from its left, even if it is centred."""

LETTER = 0.5
"""The width of an average letter, in sizes of the type."""


@frozen_dataclass
class DrawnShape:
    """A shape or picture of a drawing.

    Attributes:
        segments: Its outline in its own units; that of its box for a picture.
        matrix: From its units to those of the drawing.
        is_clone: Whether a clone shows it.
    """

    node: SvgNode
    segments: tuple[Segment, ...]
    matrix: Matrix
    is_clone: bool = False

    @cached_property
    def box(self) -> Box:
        """The box around it, in the units of the drawing."""
        return outline.bounds(outline.transform(self.segments, self.matrix))


@frozen_dataclass
class Area:
    """Where a drawing lies on the card.

    Attributes:
        view: The box of the drawing, in its units.
        box: The same on the card, mm.
        head: The template's head.
    """

    view: Box
    box: Box
    head: TemplateHead

    @property
    def scale(self) -> float:
        """Millimetres for each unit of the drawing."""
        return self.box.width / self.view.width

    def in_units(self, box: Box) -> Box:
        """Return a box on the card in the units of the drawing."""
        x, y = self.view.x + (box.x - self.box.x) / self.scale, self.view.y + (box.y - self.box.y) / self.scale
        return Box(x, y, box.width / self.scale, box.height / self.scale)

    def turned_box(self, box: Box, matrix: Matrix) -> tuple[Box, float]:
        """Return a box on the card before its turn about its middle, and the turn, degrees.

        Args:
            box: The box in its own units.
            matrix: From these to the units of the drawing.
        """
        scale = math.sqrt(abs(outline.determinant(matrix))) * self.scale
        x, y = outline.apply(matrix, box.x + box.width / 2, box.y + box.height / 2)
        width, height = box.width * scale, box.height * scale
        x, y = (x - self.view.x) * self.scale - width / 2, (y - self.view.y) * self.scale - height / 2
        turn = math.degrees(math.atan2(matrix[1], matrix[0]))
        return Box(x, y, width, height), round(turn, 3) + 0.0

    def placed(self, drawn: DrawnShape) -> tuple[Box, float]:
        """Return the box of a shape on the card, from the corner of the drawing, and its turn."""
        if outline.is_similarity(drawn.matrix) and outline.determinant(drawn.matrix) > 0:
            return self.turned_box(outline.bounds(drawn.segments), drawn.matrix)
        return self.turned_box(drawn.box, IDENTITY)

    def ground(self, text: DrawnText, shapes: Sequence[DrawnShape]) -> Box | None:
        """Return the box of the smallest shape around the beginning of a text, in the units of the drawing."""
        height = CAP * text.size
        least = height * math.sqrt(abs(outline.determinant(text.matrix)))
        x, y = outline.apply(text.matrix, text.x, text.first - height / 2)
        card = self.in_units(Box(0.0, 0.0, *self.head.size))
        boxes = [
            box
            for shape in shapes
            if shape.node.number < text.node.number
            and (box := shape.box).x <= x <= box.right
            and box.y <= y <= box.bottom
            and min(box.width, box.height) >= least
            and not (box.width >= WHOLE * card.width and box.height >= WHOLE * card.height)
        ]
        return min(boxes, key=lambda box: box.width * box.height, default=None)


@frozen_dataclass
class TextRoom:
    """Where a text has room.

    Attributes:
        box: From the corner of the drawing on the card, mm, before its turn.
        turn: Clockwise, degrees.
        scale: Millimetres for each of the text's own units.
        lines: The most lines; None for as many as fit.
        leading: Distance of the lines, in sizes of the type.
        is_framed: Whether lines are broken anew.
    """

    box: Box
    turn: float
    scale: float
    align: str
    valign: str
    lines: int | None
    leading: float | None
    is_framed: bool


def room_of(
    text: DrawnText,
    builder: Builder,
    named: DrawnShape | None,
    grounds: Sequence[tuple[DrawnText, Box | None]],
    area: Area,
) -> TextRoom:
    """Return where a text has room.

    Args:
        text: The text.
        builder: The reader of the drawing.
        named: A shape that is named after the text.
        grounds: The smallest shape around each text, in the units of the drawing.
        area: Where the drawing lies on the card.
    """
    size, back = text.size, outline.inverse(text.matrix)
    align = _align(text)
    scale = math.sqrt(abs(outline.determinant(text.matrix))) * area.scale
    if arc := text.arc:  # the whole circle, in the middle of a box with room for it
        half = arc.radius + size
        circle = Box(arc.x - half, arc.y - half, 2 * half, 2 * half)
        placed, turn = area.turned_box(circle, text.matrix)
        return TextRoom(placed, round(turn + arc.turn, 3), scale, align, "middle", None, None, False)
    valign, lines, is_framed = "top", None, True
    if (box := _own_frame(text, builder)) is not None:
        top = max(box.y, min(text.first - CAP * size, box.bottom - size))  # programs leave room above the first line
        box = Box(box.x, top, box.width, box.bottom - top)
    elif named is not None:
        box = _bounds(named.box, back)
        middle = (text.first + text.last - CAP * size) / 2
        at = (middle - box.y) / box.height if box.height else 0.0
        valign = "top" if at < 0.4 else "middle" if at <= 0.6 else "bottom"
        align = _centred_in_figma(text, box) or align
        box = _inside(text, box, align, valign)
    if box is None:
        whole = _bounds(area.in_units(Box(0.0, 0.0, *area.head.size)), back)
        safe = _bounds(area.in_units(Box(0.0, 0.0, *area.head.size).inset(area.head.safe)), back)
        ground = next(ground for each, ground in grounds if each is text)
        around = _bounds(ground, back) if ground else None
        room = _overlap(around, safe) if around else safe
        if not room.x <= text.x <= room.right:
            room = around or whole
        align = _centred_in_figma(text, room) or align
        left, right = _line(text, align, _between(text, room, grounds, back))
        lacking = max(size - (right - left), 0.0)
        left -= {"left": 0.0, "centre": 0.5, "right": 1.0}[align] * lacking
        lines, is_framed = len(text.lines), False
        valign = "bottom" if lines == 1 else "top"  # fewer lines than drawn begin at the first
        top, foot = (text.first - size, text.last) if lines == 1 else (text.first - CAP * size, text.last + FOOT * size)
        box = Box(left, top, max(right - left, size), foot - top)
    leading = _leading(text)
    placed, turn = area.turned_box(box, text.matrix)
    return TextRoom(placed, turn, scale, align, valign, lines, leading, is_framed)


def _inside(text: DrawnText, box: Box, align: str, valign: str) -> Box:
    """Return the room in a shape: the distance of the drawn text from the corner is kept at all sides."""
    gaps = {"left": text.x - box.x, "right": box.right - text.x}
    across = gaps.get(align, PADDING * text.size)
    down = {"top": text.first - CAP * text.size - box.y, "bottom": box.bottom - text.last}.get(valign, 0.0)
    across, down = (min(max(gap, 0.0), side / 4) for gap, side in ((across, box.width), (down, box.height)))
    return Box(box.x + across, box.y + down, box.width - 2 * across, box.height - 2 * down)


def _bounds(box: Box, matrix: Matrix) -> Box:
    return outline.bounds(outline.transform(outline.rectangle(*box), matrix))


def _overlap(one: Box, other: Box) -> Box:
    x, y = max(one.x, other.x), max(one.y, other.y)
    return Box(x, y, min(one.right, other.right) - x, min(one.bottom, other.bottom) - y)


def _own_frame(text: DrawnText, builder: Builder) -> Box | None:
    """Return the frame that a text of Inkscape has, in its own units."""
    node = text.node
    if link := URL.search(property_of(node, "shape-inside")):
        shape = builder.tree.by_id.get(link[1])
    else:
        region = next((child for child in node.children if child.tag == "flowRegion"), None)
        shape = next((child for child in region.children if child.tag in SHAPES), None) if region else None
    if shape is not None and shape.tag in SHAPES:
        box = outline.bounds(SHAPES[shape.tag](shape, builder.box.width, builder.box.height)[0])
        return box if box.width > 0 and box.height > 0 else None
    try:
        width = svg_length(property_of(node, "inline-size") or "0", builder.box.width)
    except Mistake:
        return None
    if width <= 0:
        return None
    top = text.first - CAP * text.size
    shift = {"centre": 0.5, "right": 1.0}.get(_align(text), 0.0)
    return Box(text.x - shift * width, top, width, max(text.last - top, text.size))


def _align(text: DrawnText) -> str:
    anchors = {"middle": "centre", "end": "right", "center": "centre", "right": "right", "justify": "justify"}
    written = property_of(text.node, "text-align")
    is_framed = "shape-inside" in text.node.attributes.get("style", "") or text.node.tag == "flowRoot"
    if is_framed and written:
        return anchors.get(written, "left")
    return anchors.get(text.style["text-anchor"], "left")


def _centred_in_figma(text: DrawnText, room: Box) -> str:
    """Return centre for a text of Figma that stands in the middle of its room; "" for others."""
    if text.node.attributes.get("style", "").strip() != FIGMA or "text-anchor" in text.node.attributes:
        return ""
    width = LETTER * text.size * text.longest
    left, right = text.x - room.x, room.right - text.x - width
    return "centre" if left > text.size and abs(left - right) < 0.15 * room.width else ""


def _leading(text: DrawnText) -> float | None:
    """Return the distance of lines, in sizes of the type; None where the drawing does not tell."""
    if len(text.lines) > 1 and text.last > text.first:
        return round(min(3.0, max(0.8, (text.last - text.first) / (len(text.lines) - 1) / text.size)), 3)
    written = property_of(text.node, "line-height")
    if match := re.fullmatch(r"([\d.]+)(%?)", written):
        value = float(match[1]) / (100 if match[2] else 1)
    elif re.fullmatch(r"[\d.]+(px|em|pt|mm)", written):
        value = svg_length(settle_lengths(written, text.size, (100.0, 100.0)), text.size) / text.size
    else:
        return None
    return round(value, 3) if 0.8 <= value <= 3 else None


def _between(text: DrawnText, room: Box, grounds: Sequence[tuple[DrawnText, Box | None]], back: Matrix) -> Box:
    """Return the part of a room between the shapes of other texts on the same line."""
    left, right = room.x, room.right
    for other, ground in grounds:
        if ground is None or other is text:
            continue
        box = _bounds(ground, back)
        if box.y >= text.first or box.bottom <= text.first - CAP * text.size or box.x <= text.x <= box.right:
            continue
        if box.x > text.x:
            right = min(right, box.x)
        else:
            left = max(left, box.right)
    return Box(left, room.y, right - left, room.height)


def _line(text: DrawnText, align: str, room: Box) -> tuple[float, float]:
    """Return where the line of a text may begin and end, by its anchor."""
    least, most = PADDING * text.size, WIDEST_PADDING * text.size
    left, right = room.x, room.right
    if align == "left":
        return text.x, right - min(max(text.x - left, least), most)
    if align == "right":
        return left + min(max(right - text.x, least), most), text.x
    middle = text.x
    if text.node.attributes.get("style", "").strip() == FIGMA and text.style["text-anchor"] == "start":
        middle = (left + right) / 2
    half = min(middle - left, right - middle) - least
    return middle - half, middle + half
