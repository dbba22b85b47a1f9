"""Items of a Frame → the paint at a point, and each text with the items painted before it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import lru_cache

from pnp.core import outline
from pnp.core.frame import IDENTITY, Frame, Group, Image, Item, Matrix, Paint, Path, Picture, Point, Text, Use, multiply
from pnp.core.sketch import Sketch

PAPER_COLOUR = "#ffffff"

Layer = tuple[tuple[Item, ...], Matrix]
"""Items that were painted before, and the matrix from their coordinates to the frame's."""

GroundAt = tuple[Path | Image, Point]
"""The item under a point, and the point in that item's coordinates."""


def topmost(items: tuple[Item, ...], point: Point) -> Paint | None:
    """Return the paint of the topmost item at a point; "" for a picture, None for bare paper."""
    hit = topmost_item(items, point)
    if hit is None:
        return None
    item, _ = hit
    return item.fill if isinstance(item, Path) else ""


def topmost_item(items: tuple[Item, ...], point: Point) -> tuple[Path | Image, Point] | None:
    """Return the topmost filled path or picture at a point, and the point in that item's coordinates."""
    for item in reversed(items):
        hit: tuple[Path | Image, Point] | None = None
        if isinstance(item, Path | Image):
            hit = (item, point) if _covers(item, point) else None
        elif isinstance(item, Group) and item.opacity > 0.5:
            inner = outline.apply(outline.inverse(item.matrix), *point)
            if item.clip is None or outline.is_inside(item.clip, inner):
                hit = topmost_item(item.items, inner)
        elif isinstance(item, Use):
            hit = topmost_item(item.art.items, outline.apply(outline.inverse(item.matrix), *point))
        if hit is not None:
            return hit
    return None


def _covers(item: Path | Image, point: Point) -> bool:
    if isinstance(item, Image):
        return 0 <= point[0] - item.x <= item.width and 0 <= point[1] - item.y <= item.height
    return item.fill is not None and item.opacity > 0.5 and outline.is_inside(item, point)


def shows_ground(picture: Picture) -> bool:
    """Whether a picture lets something below it show through."""
    return isinstance(picture, Sketch) or is_clear_picture(picture.content)


@lru_cache(maxsize=1024)
def is_clear_picture(content: bytes) -> bool:
    """Whether any pixel is transparent."""
    from PIL import Image as Pillow

    with Pillow.open(io.BytesIO(content)) as image:
        if "A" not in image.getbands() and "transparency" not in image.info:
            return False
        return any(image.convert("RGBA").getchannel("A").histogram()[:255])


# --- texts, and the items painted before them


def placed_texts(frame: Frame) -> Iterator[tuple[Text, Paint | None]]:
    """Yield each text of a frame with the paint of its ground; None if that is paper or a picture."""
    for text, matrix, below in texts_of(frame.items, IDENTITY, ()):
        ground = ground_under(middle_of(text, matrix), below)
        yield text, ground[0].fill if ground and isinstance(ground[0], Path) else None


def texts_of(
    items: tuple[Item, ...], matrix: Matrix, below: tuple[Layer, ...], with_faded: bool = False
) -> Iterator[tuple[Text, Matrix, tuple[Layer, ...]]]:
    """Yield each text with the matrix from its coordinates to the frame's, and the layers under it.

    Texts in translucent groups are yielded only if they are wanted.
    """
    for index, item in enumerate(items):
        if isinstance(item, Text) and item.words:
            yield item, matrix, (*below, (items[:index], matrix))
        elif isinstance(item, Group) and (item.opacity == 1 or with_faded):
            inner = (*below, (items[:index], matrix))
            yield from texts_of(item.items, multiply(matrix, item.matrix), inner, with_faded)


def middle_of(text: Text, matrix: Matrix) -> Point:
    """Return the middle of a text's ink, in the frame's coordinates."""
    above, under = text.words[0].ink
    return outline.apply(matrix, text.x + text.width / 2, text.y - (above - under) * text.size / 2)


def ground_under(point: Point, layers: tuple[Layer, ...]) -> GroundAt | None:
    """Return the item under a point; None for bare paper."""
    for items, matrix in reversed(layers):
        ground = topmost_item(items, outline.apply(outline.inverse(matrix), *point))
        if ground is not None:
            return ground
    return None
