"""A Frame → the texts, drawings and cards on it, where and how large they are; and the Frame without some of them.

Whether one can be seen is for pnp.checks.faces.visible to tell.

Frames and what is on them → how much of each can be seen, from pictures of the face with it and without it.

So whatever hides it is found: what is painted over it, a clip, the edge of the card, a ground of its own colour.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import mul
from typing import TYPE_CHECKING

from pnp.core import outline
from pnp.core.frame import (
    IDENTITY,
    Art,
    Box,
    Frame,
    Group,
    Image,
    Item,
    Matrix,
    Paint,
    Path,
    Segment,
    Text,
    Use,
    multiply,
)
from pnp.core.units import MM_PER_INCH, Mm
from pnp.layout.legibility import placed_texts
from pnp.render.pixels import DPI, pictures

if TYPE_CHECKING:
    from PIL.Image import Image as Picture


SHADOW_REACH = 0.3
"""How far a text may lie from the same text drawn later, in its own heights, to be taken for its shadow."""

SILHOUETTE = "#000000"

Trail = tuple[int, ...]
"""Where an item is in a Frame: its index, and those of the groups around it, from the outside."""


@dataclass(frozen=True)
class VisibleItem:
    """A text, a drawing or a card on a face.

    Attributes:
        kind: text, drawing or card.
        what: The words of a text; the path of a drawing; the label of a card.
        box: What its ink covers, on the frame.
        height: Of the capitals of a text; the smaller side of what else.
        turn: Clockwise, degrees.
        colours: All it is painted in.
        trails: Where its items are: its own and those of its shadow.
        silhouette: What it covers, in black.
    """

    kind: str
    what: str
    box: Box
    height: Mm
    turn: float
    colours: frozenset[str]
    trails: tuple[Trail, ...]
    silhouette: Item

    @property
    def centre(self) -> tuple[Mm, Mm]:
        """The middle of its box."""
        return self.box.x + self.box.width / 2, self.box.y + self.box.height / 2


def sights(frame: Frame) -> list[VisibleItem]:
    """What is on a frame, in painting order; a text and its shadow are one."""
    found: list[VisibleItem] = []
    for sight in _walk(frame.items, IDENTITY, ()):
        below = next((other for other in found if sight.kind == "text" and _is_shadow(other, sight)), None)
        if below is not None:
            found.remove(below)
            sight = replace(sight, trails=(*below.trails, *sight.trails))
        found.append(sight)
    return found


def without(frame: Frame, gone: Container[Trail]) -> Frame:
    """The frame with some of its items left out."""
    return replace(frame, items=_without(frame.items, gone, ()))


def _walk(items: tuple[Item, ...], matrix: Matrix, trail: Trail) -> Iterator[VisibleItem]:
    for index, item in enumerate(items):
        here = (*trail, index)
        match item:
            case Text() if item.words:
                yield _text(item, matrix, here)
            case Use():
                yield _use(item, multiply(matrix, item.matrix), here)
            case Image():
                box = Box(item.x, item.y, item.width, item.height)
                yield _sight("drawing", item.picture.file, box, matrix, frozenset(), here, Path(_edge(box), SILHOUETTE))
            case Group():
                yield from _walk(item.items, multiply(matrix, item.matrix), here)


def _text(text: Text, matrix: Matrix, trail: Trail) -> VisibleItem:
    above, below = (max(word.ink[side] for word in text.words) * text.size for side in (0, 1))
    box = Box(text.x, text.y - above, text.width, max(above + below, 0.01))
    colours = frozenset(_colours(text.fill))
    black = text._replace(fill=SILHOUETTE, stroke=None)
    sight = _sight("text", text.text.strip(), box, matrix, colours, trail, black)
    return replace(sight, height=text.words[0].face.cap_height * text.size * outline.stretch(matrix))


def _use(use: Use, matrix: Matrix, trail: Trail) -> VisibleItem:
    kind, what = ("drawing", use.art.file) if use.art.file else ("card", use.art.name)
    black = Use(_blackened(use.art), IDENTITY)
    return _sight(kind, what, use.art.box, matrix, colours_of(use.art), trail, black)


def _sight(
    kind: str, what: str, box: Box, matrix: Matrix, colours: frozenset[str], trail: Trail, silhouette: Item
) -> VisibleItem:
    placed = outline.bounds(outline.transform(_edge(box), matrix))
    turn = math.degrees(math.atan2(matrix[1], matrix[0]))
    height = min(box.width, box.height) * outline.stretch(matrix)
    return VisibleItem(kind, what, placed, height, turn, colours, (trail,), Group((silhouette,), matrix))


def _edge(box: Box) -> tuple[Segment, ...]:
    return outline.rectangle(box.x, box.y, box.width, box.height)


def _is_shadow(below: VisibleItem, above: VisibleItem) -> bool:
    """Whether a text is the shadow of the same text painted later."""
    if below.kind != "text" or below.what != above.what or abs(below.turn - above.turn) > 1:
        return False
    reach = SHADOW_REACH * above.height
    away = [abs(a - b) for a, b in zip(below.centre, above.centre, strict=True)]
    return max(away) <= reach and abs(below.height - above.height) <= reach


def _colours(paint: Paint | None) -> list[str]:
    if paint is None:
        return []
    return [paint] if isinstance(paint, str) else [stop.colour for stop in paint.stops]


@lru_cache(maxsize=512)
def colours_of(art: Art) -> frozenset[str]:
    """All that an art is painted in."""
    return frozenset(_painted(art.items))


def _painted(items: tuple[Item, ...]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Path):
            yield from _colours(item.fill)
            yield from _colours(item.stroke.paint if item.stroke else None)
        elif isinstance(item, Group):
            yield from _painted(item.items)


@lru_cache(maxsize=512)
def _blackened(art: Art) -> Art:
    return Art(art.name, art.box, _black(art.items))


def _black(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Items with all their paint black."""
    black: list[Item] = []
    for item in items:
        match item:
            case Path():
                fill = SILHOUETTE if item.fill is not None else None
                stroke = item.stroke._replace(paint=SILHOUETTE) if item.stroke else None
                black.append(item._replace(fill=fill, stroke=stroke, opacity=1.0))
            case Text():
                black.append(item._replace(fill=SILHOUETTE))
            case Group():
                black.append(item._replace(items=_black(item.items), opacity=1.0))
            case Use():
                black.append(Group(_black(item.art.items), item.matrix))
            case Image():
                black.append(Path(_edge(Box(item.x, item.y, item.width, item.height)), SILHOUETTE))
    return tuple(black)


def _without(items: tuple[Item, ...], gone: Container[Trail], trail: Trail) -> tuple[Item, ...]:
    kept: list[Item] = []
    for index, item in enumerate(items):
        here = (*trail, index)
        if here in gone:
            continue
        kept.append(item._replace(items=_without(item.items, gone, here)) if isinstance(item, Group) else item)
    return tuple(kept)


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
class FacePicture:
    """A face that was looked at.

    Attributes:
        picture: The whole face.
        shares: For each sight how much of it can be seen, from 0 to 1.
    """

    picture: Picture
    shares: tuple[float, ...]


def look_at(faces: Sequence[tuple[Frame, Sequence[VisibleItem]]]) -> Iterator[FacePicture]:
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
            yield FacePicture(full, tuple(shares))


def _layers(found: Sequence[VisibleItem]) -> list[list[int]]:
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


def _pages(frame: Frame, found: Sequence[VisibleItem], layers: Sequence[Sequence[int]]) -> Iterator[Frame]:
    """The face; and for each layer the face without it, and it alone."""
    yield frame
    for layer in layers:
        yield without(frame, {trail for index in layer for trail in found[index].trails})
        yield replace(frame, items=tuple(found[index].silhouette for index in layer))


def _share(sight: VisibleItem, silhouettes: Picture, change: Picture, frame: Frame) -> float:
    from PIL import ImageChops

    area = _pixels(sight.box, change)
    if area is None:
        return 0.0
    silhouette = silhouettes.crop(area)
    covered = _total(silhouette)
    seen = _total(ImageChops.darker(silhouette, change.crop(area)))
    return seen / covered * _inside(sight.box, frame.trim) if covered else 0.0


def _pixels(box: Box, image: Picture) -> tuple[int, int, int, int] | None:
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


def changed(one: Picture, other: Picture) -> Picture:
    """How clearly each pixel of two pictures differs, from 0 to 255."""
    from PIL import ImageChops

    red, green, blue = ImageChops.difference(one, other).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return most.point(_CLEARLY)


def look_alike(one: Picture, other: Picture, frames: tuple[Frame, Frame]) -> bool:
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


def covered_by(picture: Picture, colour: str) -> float:
    """How much of a picture is of a colour "#rrggbb", from 0 to 1; every third pixel of every third row is asked."""
    from PIL import Image as Images

    some = picture.resize((picture.width // 3 + 1, picture.height // 3 + 1), Images.Resampling.NEAREST)
    change = changed(some, Images.new("RGB", some.size, colour))
    return sum(change.histogram()[:ALMOST]) / (some.width * some.height)


def _total(image: Picture) -> float:
    return float(sum(map(mul, image.histogram(), range(256))))
