"""Items → the same items mirrored: left and right are exchanged, but letters and pictures stay readable."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pnp.core import outline
from pnp.core.frame import (
    Anchor,
    Box,
    ElementBox,
    Frame,
    Group,
    Image,
    Item,
    LinearGradient,
    Link,
    Matrix,
    Paint,
    Path,
    RadialGradient,
    Text,
    Use,
    multiply,
)
from pnp.core.units import Mm


def mirrored_frame(frame: Frame) -> Frame:
    """Return a frame with its items and boxes mirrored."""
    boxes = mirrored_boxes(frame.boxes, frame.width)
    return replace(frame, items=mirrored(frame.items, frame.width), boxes=boxes)


def mirrored_boxes(boxes: Iterable[ElementBox], width: Mm) -> tuple[ElementBox, ...]:
    """Return boxes mirrored about a vertical axis; ``width`` is twice the x of the axis, mm."""
    return tuple(box._replace(box=_box(box.box, width)) for box in boxes)


def mirrored(items: Iterable[Item], width: Mm) -> tuple[Item, ...]:
    """Return items mirrored about a vertical axis.

    Outlines are reflected; letters, drawings and pictures are moved and look as before.

    Args:
        items: The items.
        width: Twice the x of the axis, mm.
    """
    return tuple(_mirrored(item, width) for item in items)


def _mirrored(item: Item, width: Mm) -> Item:
    match item:
        case Text():
            return item._replace(x=width - item.x - item.width, fill=_paint(item.fill, width))
        case Path():
            return _path(item, width)
        case Image():
            return item._replace(x=width - item.x - item.width)
        case Use():
            middle = 2 * item.art.box.x + item.art.box.width
            return item._replace(matrix=multiply(multiply(_across(width), item.matrix), _across(middle)))
        case Group():
            clip = None if item.clip is None else _path(item.clip, 0.0)
            mask = None if item.mask is None else item.mask._replace(items=mirrored(item.mask.items, width))
            matrix = multiply(multiply(_across(width), item.matrix), _across(0.0))
            return item._replace(items=mirrored(item.items, 0.0), matrix=matrix, clip=clip, mask=mask)
        case Link():
            return item._replace(box=_box(item.box, width))
        case Anchor():
            return item._replace(x=width - item.x)


def _path(path: Path, width: Mm) -> Path:
    stroke = path.stroke and path.stroke._replace(paint=_paint(path.stroke.paint, width))
    fill = path.fill and _paint(path.fill, width)
    return path._replace(segments=outline.transform(path.segments, _across(width)), fill=fill, stroke=stroke)


def _across(width: Mm) -> Matrix:
    """Return the matrix that reflects x about half of a width."""
    return (-1.0, 0.0, 0.0, 1.0, width, 0.0)


def _box(box: Box, width: Mm) -> Box:
    return Box(width - box.right, box.y, box.width, box.height)


def _paint(paint: Paint, width: Mm) -> Paint:
    """Return a colour, or a gradient with its line mirrored."""
    match paint:
        case LinearGradient():
            return paint._replace(x1=width - paint.x1, x2=width - paint.x2)
        case RadialGradient():
            return paint._replace(cx=width - paint.cx, fx=None if paint.fx is None else width - paint.fx)
        case _:
            return paint
