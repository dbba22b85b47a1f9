"""A Frame → the same to look at, with nothing half clear in it: for presses whose files know no transparency.

What is half clear over one flat colour gets the mixed colour, and stays what it is. Over anything else its place
becomes a picture, with all that lies under it there. Whether what lies below is flat is seen in pixels.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pnp.layout.frame import IDENTITY, Art, Box, Frame, Group, Image, Item, Matrix, Path, Picture, Text, Use, multiply
from pnp.layout.ink import painted, stroked
from pnp.layout.outline import inverse
from pnp.layout.svg_style import mixed
from pnp.render.pixels import drawn, inked, pixels
from pnp.units import MM_PER_INCH

if TYPE_CHECKING:
    from PIL.Image import Image as Raster

LOOK_DPI = 100.0
"""Dots per inch at which is looked at what lies below."""

MARGIN = 2
"""Pixels around what is painted that are looked at, too."""


@dataclass(frozen=True)
class Opaque:
    """A frame with nothing half clear.

    Attributes:
        pictured: Boxes that became pictures, in mm of the frame.
    """

    frame: Frame
    pictured: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class _Around:
    """The groups around an item, the innermost last: their matrices and clips."""

    groups: tuple[Group, ...] = ()

    def inside(self, group: Group) -> _Around:
        return _Around((*self.groups, replace(group, items=())))

    def wrap(self, item: Item) -> Item:
        """The item in these groups."""
        for group in reversed(self.groups):
            item = replace(group, items=(item,))
        return item

    @property
    def matrix(self) -> Matrix:
        matrix = IDENTITY
        for group in self.groups:
            matrix = multiply(matrix, group.matrix)
        return matrix


def opaque(frame: Frame, dpi: float) -> Opaque:
    """Mix what is half clear with what lies below.

    Args:
        frame: A face, with its bleed.
        dpi: Dots per inch of pictures, where one is needed.
    """
    if not is_clear(frame):
        return Opaque(frame)
    mixing = _Mixing(frame.bleed_box, dpi)
    items = mixing.items(frame.items, _Around())
    return Opaque(replace(frame, items=items), tuple(mixing.pictured))


class _Mixing:
    """A frame while it is mixed: what is painted so far, in the frame's coordinates."""

    def __init__(self, box: Box, dpi: float) -> None:
        self.pictured: list[Box] = []
        self._box = box
        self._dpi = dpi
        self._below: list[Item] = []

    def items(self, items: Sequence[Item], around: _Around) -> tuple[Item, ...]:
        made: list[Item] = []
        for item in items:
            if not _is_clear(item):
                self._below.append(around.wrap(item))
                made.append(item)
                continue
            if isinstance(item, Use):
                item = Group(item.art.items, item.matrix)
            if isinstance(item, Group) and item.opacity == 1:
                made.append(replace(item, items=self.items(item.items, around.inside(item))))
                continue
            mixed = self._mixed(item, around)
            if mixed is not None:
                self._below.append(around.wrap(mixed))
                made.append(mixed)
        return tuple(made)

    def _mixed(self, item: Item, around: _Around) -> Item | None:
        """What stands for an item that is half clear; None where nothing of it is seen."""
        wrapped = around.wrap(item)
        paint = next(inked([self._page((wrapped,))], LOOK_DPI))
        place = paint.getbbox()
        if place is None:
            return None
        x, y, right, bottom = place
        right, bottom = min(paint.width, right + MARGIN), min(paint.height, bottom + MARGIN)
        place = (max(0, x - MARGIN), max(0, y - MARGIN), right, bottom)
        mask = paint.crop(place)
        ground = drawn(self._page(self._below), paint.width, paint.height).crop(place)
        if isinstance(item, Path | Group) and (colour := _flat(ground, mask)):
            plain = replace(item, opacity=1.0)
            if not _is_clear(plain):
                return _over(plain, colour, item.opacity)
        return self._picture(wrapped, place, around)

    def _picture(self, wrapped: Item, place: tuple[int, int, int, int], around: _Around) -> Item:
        """A picture of an item and what lies below it, at a place in pixels as it was looked at."""
        scale = MM_PER_INCH / LOOK_DPI
        x, y, right, bottom = (pixel * scale for pixel in place)
        box = Box(self._box.x + x, self._box.y + y, right - x, bottom - y)
        self.pictured.append(box)
        width, height = pixels(box.width, box.height, self._dpi)
        picture = _written(drawn(_page((*self._below, wrapped), box), width, height))
        # The picture is placed on the frame, whatever groups are around.
        return Group((Image(box.x, box.y, box.width, box.height, picture),), inverse(around.matrix))

    def _page(self, items: Sequence[Item]) -> Frame:
        return _page(items, self._box)


def _page(items: Sequence[Item], box: Box) -> Frame:
    """A page that shows a box of some items."""
    return Frame(box.width, box.height, (Group(tuple(items), (1.0, 0.0, 0.0, 1.0, -box.x, -box.y)),))


def _flat(ground: Raster, mask: Raster) -> str:
    """The one colour of a ground where the mask is set; "" where there are several."""
    from PIL import Image as Pillow

    seen = Pillow.new("RGBA", ground.size)
    seen.paste(ground, mask=mask.point(lambda level: 255 if level else 0))
    colours: list[Any] = [colour for _, colour in seen.getcolors(ground.width * ground.height) or ()]
    seen_of = [bytes(colour[:3]).hex() for colour in colours if colour[3]]
    return f"#{seen_of[0]}" if len(seen_of) == 1 else ""


def _over(item: Item, ground: str, opacity: float) -> Item:
    """An item with all its colours mixed with a ground."""

    def colour(own: str) -> str:
        return mixed(own, opacity, ground)

    def painted_over(item: Item) -> Item:
        match item:
            case Path():
                return replace(item, fill=painted(item.fill, colour), stroke=stroked(item.stroke, colour))
            case Text():
                return replace(item, fill=painted(item.fill, colour) or item.fill, stroke=stroked(item.stroke, colour))
            case Group():
                return replace(item, items=tuple(map(painted_over, item.items)))
            case Use():
                return Group(tuple(map(painted_over, item.art.items)), item.matrix)
            case Image():
                return replace(item, picture=_mixed_picture(item.picture, ground, opacity))
            case _:
                return item

    return painted_over(item)


def _mixed_picture(picture: Picture, ground: str, opacity: float) -> Picture:
    from PIL import Image as Pillow

    with Pillow.open(io.BytesIO(picture.content)) as image:
        whole = image.convert("RGB")
    return _written(Pillow.blend(Pillow.new("RGB", whole.size, ground), whole, opacity), picture.file)


def _written(image: Raster, file: str = "") -> Picture:
    written = io.BytesIO()
    image.save(written, "PNG")
    content = written.getvalue()
    return Picture(hashlib.sha256(content).hexdigest()[:16], content, *image.size, file)


# --- what is half clear


def _is_clear(item: Item) -> bool:
    """Whether an item, or anything in it, lets shine through what lies below."""
    match item:
        case Path():
            return item.opacity < 1
        case Group():
            return item.opacity < 1 or any(map(_is_clear, item.items))
        case Use():
            return _has_clear(item.art)
        case Image():
            return is_clear_picture(item.picture.content)
        case _:
            return False


@lru_cache(maxsize=1024)
def _has_clear(art: Art) -> bool:
    return any(map(_is_clear, art.items))


@lru_cache(maxsize=1024)
def is_clear_picture(content: bytes) -> bool:
    """Whether any pixel is."""
    from PIL import Image as Pillow

    with Pillow.open(io.BytesIO(content)) as image:
        if "A" not in image.getbands() and "transparency" not in image.info:
            return False
        return any(image.convert("RGBA").getchannel("A").histogram()[:255])


def is_clear(frame: Frame) -> bool:
    """Whether anything of a frame is half clear."""
    return any(map(_is_clear, frame.items))
