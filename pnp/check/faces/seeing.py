"""Frames and what is on them → how much of each can be seen, from pictures of the face with it and without it.

So whatever hides it is found: what is painted over it, a clip, the edge of the card, a ground of its own colour.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from operator import mul
from typing import TYPE_CHECKING

from pnp.check.faces.sights import Sight, without
from pnp.layout.frame import Box, Frame
from pnp.layout.legibility import placed_texts
from pnp.render.pixels import DPI, pictures
from pnp.units import MM_PER_INCH, Mm

if TYPE_CHECKING:
    from PIL.Image import Image

CLEAR = 64
"""Levels, of 255, by which a colour channel has to change to be clearly seen."""

_CLEARLY = [min(255, level * 255 // CLEAR) for level in range(256)]

NOTICED: Mm = 1.2
"""Side of a square whose change is noticed, mm: a dot, or a figure of 6 pt that is another."""

READ: Mm = 0.5
"""The same where words differ, which are read: between a 2 and a 3 of 7 pt little more changes."""

APART: Mm = 0.5
"""Room between two sights that do not lie on one another: a pixel and a bit."""

ALMOST = 40
"""Least change, of 255, by which a pixel is of another colour; that of the edges of shapes is more."""

AT_A_TIME = 100
"""Faces looked at together."""


@dataclass(frozen=True)
class Look:
    """A face that was looked at.

    Attributes:
        picture: The whole face.
        shares: For each sight how much of it can be seen, from 0 to 1.
    """

    picture: Image
    shares: tuple[float, ...]


def look_at(faces: Sequence[tuple[Frame, Sequence[Sight]]]) -> Iterator[Look]:
    """Look at faces, and at some sights on each.

    Cards in pictures lie in fans and piles: each that is there counts as seen.
    """
    from PIL import ImageOps

    for start in range(0, len(faces), AT_A_TIME):
        some = [(frame, found, _layers(found)) for frame, found in faces[start : start + AT_A_TIME]]
        images = pictures([page for frame, found, layers in some for page in _pages(frame, found, layers)])
        for frame, found, layers in some:
            full = next(images)
            shares = [1.0] * len(found)
            for layer in layers:
                change, silhouettes = changed(full, next(images)), ImageOps.invert(next(images).convert("L"))
                for index in layer:
                    shares[index] = _share(found[index], silhouettes, change, frame)
            yield Look(full, tuple(shares))


def _layers(found: Sequence[Sight]) -> list[list[int]]:
    """Sights that are taken away together, as none lies on another; no cards."""
    layers: list[list[int]] = []
    for index, sight in enumerate(found):
        if sight.kind == "card":
            continue
        free = (layer for layer in layers if not any(_touch(sight.box, found[other].box) for other in layer))
        layer = next(free, None)
        if layer is None:
            layers.append([index])
        else:
            layer.append(index)
    return layers


def _touch(one: Box, other: Box) -> bool:
    return (
        one.x <= other.right + APART
        and other.x <= one.right + APART
        and one.y <= other.bottom + APART
        and other.y <= one.bottom + APART
    )


def _pages(frame: Frame, found: Sequence[Sight], layers: Sequence[Sequence[int]]) -> Iterator[Frame]:
    """The face; and for each layer the face without it, and it alone."""
    yield frame
    for layer in layers:
        yield without(frame, {trail for index in layer for trail in found[index].trails})
        yield replace(frame, items=tuple(found[index].silhouette for index in layer))


def _share(sight: Sight, silhouettes: Image, change: Image, frame: Frame) -> float:
    from PIL import ImageChops

    area = _pixels(sight.box, change)
    if area is None:
        return 0.0
    silhouette = silhouettes.crop(area)
    covered = _total(silhouette)
    seen = _total(ImageChops.darker(silhouette, change.crop(area)))
    return seen / covered * _inside(sight.box, frame.trim) if covered else 0.0


def _pixels(box: Box, image: Image) -> tuple[int, int, int, int] | None:
    """The pixels of a box in a picture; None where it is all outside."""
    scale = DPI / MM_PER_INCH
    left, top = max(0, int(box.x * scale)), max(0, int(box.y * scale))
    right, bottom = min(image.width, int(box.right * scale) + 1), min(image.height, int(box.bottom * scale) + 1)
    return (left, top, right, bottom) if left < right and top < bottom else None


def _inside(box: Box, trim: Box) -> float:
    """How much of a box lies inside another."""
    across = min(box.right, trim.right) - max(box.x, trim.x)
    down = min(box.bottom, trim.bottom) - max(box.y, trim.y)
    return max(0.0, across) * max(0.0, down) / (box.width * box.height) if box.width and box.height else 1.0


def changed(one: Image, other: Image) -> Image:
    """How clearly each pixel of two pictures differs, from 0 to 255."""
    from PIL import ImageChops

    red, green, blue = ImageChops.difference(one, other).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return most.point(_CLEARLY)


def look_alike(one: Image, other: Image, frames: tuple[Frame, Frame]) -> bool:
    """Whether nobody would notice that two pictures differ.

    Args:
        one: A face.
        other: Another.
        frames: What the two are pictures of. Where their words differ, less has to change.
    """
    if one.size != other.size:
        return False
    first, second = (Counter(text.text for text, _ in placed_texts(frame)) for frame in frames)
    pixels = ((NOTICED if first == second else READ) * DPI / MM_PER_INCH) ** 2
    return sum(changed(one, other).histogram()[ALMOST:]) < pixels


def covered_by(picture: Image, colour: str) -> float:
    """How much of a picture is of a colour "#rrggbb", from 0 to 1; every third pixel of every third row is asked."""
    from PIL import Image as Images

    some = picture.resize((picture.width // 3 + 1, picture.height // 3 + 1), Images.Resampling.NEAREST)
    change = changed(some, Images.new("RGB", some.size, colour))
    return sum(change.histogram()[:ALMOST]) / (some.width * some.height)


def _total(image: Image) -> float:
    return float(sum(map(mul, image.histogram(), range(256))))
