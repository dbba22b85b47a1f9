"""Frames → the texts, drawings and cards on them, and how much of each is visible.

The share is measured in pictures of the face with and without the item, so that anything that hides it counts: paint
over it, a clip, the edge of the card, a ground of its own colour.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import pairwise
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
    is_later_letter,
    letters_text,
    multiply,
    turned_letters,
)
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.units import MM_PER_INCH, Mm
from pnp.layout.surfaces import texts_of
from pnp.render.pixels import DPI, pictures

if TYPE_CHECKING:
    from PIL.Image import Image as Raster


LEAST_SPACE = 0.05
"""A gap between two texts is a space if it is wider than this, as a multiple of the text's size."""

SHADOW_REACH = 0.3
"""A text counts as the shadow of an equal text drawn later if it is at most this far from it, as a multiple of its
height."""

SILHOUETTE = "#000000"

Trail = tuple[int, ...]
"""The position of an item in a Frame: the indices of the groups around it, outermost first, and its own index."""


@frozen_dataclass
class VisibleItem:
    """A text, a drawing or a card on a face.

    Attributes:
        kind: text, drawing or card.
        what: The words of a text; the path of a drawing; the label of a card.
        box: The box of its ink on the frame, mm.
        height: The height of a text's capitals, the smaller side of other items, mm.
        turn: Its clockwise rotation, degrees.
        colours: The colours in which it is painted.
        trails: The positions of its items in the frame: its own and those of its shadow.
        silhouette: Its shape in black.
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
        """Return the middle of its box."""
        return self.box.x + self.box.width / 2, self.box.y + self.box.height / 2


def visible_items(frame: Frame) -> list[VisibleItem]:
    """Return the items of a frame in painting order; a text and its shadow are one item."""
    items: list[VisibleItem] = []
    for item in _walk(frame.items, IDENTITY, ()):
        shadow = next((below for below in items if item.kind == "text" and _is_shadow(below, item)), None)
        if shadow is not None:
            items.remove(shadow)
            item = replace(item, trails=(*shadow.trails, *item.trails))
        items.append(item)
    return items


def without(frame: Frame, removed: Container[Trail]) -> Frame:
    """Return the frame without some of its items."""
    return replace(frame, items=_without(frame.items, removed, ()))


def _walk(items: tuple[Item, ...], matrix: Matrix, trail: Trail) -> Iterator[VisibleItem]:
    for index, item in enumerate(items):
        position = (*trail, index)
        match item:
            case Text() if item.words and not item.goes_on:
                texts = list(_whole_text(items, index))
                parts = [_text(part, matrix, (*trail, at)) for at, part in texts]
                yield replace(together(parts), what=_words_of([part for _, part in texts])) if parts[1:] else parts[0]
            case Use():
                yield _use(item, multiply(matrix, item.matrix), position)
            case Image():
                box = Box(item.x, item.y, item.width, item.height)
                silhouette = Path(_edge(box), SILHOUETTE)
                yield _placed("drawing", item.picture.file, box, matrix, frozenset(), position, silhouette)
            case Group() if is_later_letter(item):
                pass
            case Group() if letters := turned_letters(items, index):
                parts = [
                    _text(letter, multiply(matrix, group.matrix), (*trail, at, 0))
                    for at, (letter, group) in enumerate(zip(letters, items[index:], strict=False), index)
                    if isinstance(group, Group)
                ]
                turn = (parts[0].turn + parts[-1].turn) / 2
                yield replace(together(parts), what=letters_text(letters), turn=turn)
            case Group():
                yield from _walk(item.items, multiply(matrix, item.matrix), position)


def _words_of(texts: Sequence[Text]) -> str:
    """Return the words of texts that continue in other faces or directions, with spaces where there are gaps."""
    words = texts[0].text.strip()
    for before, text in pairwise(texts):
        room = max(text.x - before.x - before.width, before.x - text.x - text.width)
        words += f"{' ' if room > LEAST_SPACE * text.size else ''}{text.text.strip()}"
    return words


def _whole_text(items: tuple[Item, ...], start: int) -> Iterator[tuple[int, Text]]:
    """Yield a text and those that continue it in other faces or directions, with their indices."""
    for index in range(start, len(items)):
        item = items[index]
        if isinstance(item, Text) and item.words:
            if index > start and not item.goes_on:
                return
            yield index, item


def together(parts: Sequence[VisibleItem]) -> VisibleItem:
    """Return several texts as one item, with the words of the first."""
    left, top = min(part.box.x for part in parts), min(part.box.y for part in parts)
    box = Box(left, top, max(p.box.right for p in parts) - left, max(p.box.bottom for p in parts) - top)
    return replace(
        parts[0],
        box=box,
        height=min(part.height for part in parts),
        trails=tuple(trail for part in parts for trail in part.trails),
        silhouette=Group(tuple(part.silhouette for part in parts)),
        colours=frozenset.intersection(*(part.colours for part in parts)),
    )


def _text(text: Text, matrix: Matrix, trail: Trail) -> VisibleItem:
    above, below = (max(word.ink[side] for word in text.words) * text.size for side in (0, 1))
    box = Box(text.x, text.y - above, text.width, max(above + below, 0.01))
    colours = frozenset(_colours(text.fill))
    black = text._replace(fill=SILHOUETTE, stroke=None)
    item = _placed("text", text.text.strip(), box, matrix, colours, trail, black)
    return replace(item, height=text.words[0].face.cap_height * text.size * outline.stretch(matrix))


def _use(use: Use, matrix: Matrix, trail: Trail) -> VisibleItem:
    kind, what = ("drawing", use.art.file) if use.art.file else ("card", use.art.name)
    black = Use(_blackened(use.art), IDENTITY)
    return _placed(kind, what, use.art.box, matrix, colours_of(use.art), trail, black)


def _placed(
    kind: str, what: str, box: Box, matrix: Matrix, colours: frozenset[str], trail: Trail, silhouette: Item
) -> VisibleItem:
    placed = outline.bounds(outline.transform(_edge(box), matrix))
    turn = math.degrees(math.atan2(matrix[1], matrix[0]))
    height = min(box.width, box.height) * outline.stretch(matrix)
    return VisibleItem(kind, what, placed, height, turn, colours, (trail,), Group((silhouette,), matrix))


def _edge(box: Box) -> tuple[Segment, ...]:
    return outline.rectangle(box.x, box.y, box.width, box.height)


def _is_shadow(below: VisibleItem, above: VisibleItem) -> bool:
    """Return whether a text is the shadow of the same text painted later."""
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
    """Return the colours in which an Art is painted."""
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
    """Return items with all their paint black."""
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


def _without(items: tuple[Item, ...], removed: Container[Trail], trail: Trail) -> tuple[Item, ...]:
    remaining: list[Item] = []
    for index, item in enumerate(items):
        position = (*trail, index)
        if position in removed:
            continue
        remaining.append(
            item._replace(items=_without(item.items, removed, position)) if isinstance(item, Group) else item
        )
    return tuple(remaining)


CLEAR = 64
"""A colour channel changes visibly if it changes by at least this many levels, of 255."""

_CLEARLY = [min(255, level * 255 // CLEAR) for level in range(256)]

NOTICED: Mm = 1.2
"""A change is noticed if it fills a square with this side, mm: a dot, or another figure in 6 pt."""

READ: Mm = 0.5
"""The same if words differ, because words are read: not much more changes between a 2 and a 3 in 7 pt."""

APART: Mm = 0.5
"""The smallest gap between two items that do not overlap, mm: a little more than a pixel."""

ALMOST = 40
"""A pixel has another colour if it changes by at least this, of 255; the edges of shapes change more."""

AT_A_TIME = 100
"""How many faces are rasterized at a time."""


@frozen_dataclass
class FacePicture:
    """The picture of a face, with how much of each of its items is visible.

    Attributes:
        picture: The whole face.
        shares: The visible share of each item, from 0 to 1.
    """

    picture: Raster
    shares: tuple[float, ...]


def look_at(faces: Sequence[tuple[Frame, Sequence[VisibleItem]]]) -> Iterator[FacePicture]:
    """Rasterize faces and measure how much of some items on each is visible.

    Depicted cards lie in fans and piles, so each of them counts as fully visible.
    """
    from PIL import ImageOps

    for start in range(0, len(faces), AT_A_TIME):
        some = [(frame, items, _layers(items)) for frame, items in faces[start : start + AT_A_TIME]]
        images = pictures([page for frame, items, layers in some for page in _pages(frame, items, layers)])
        for frame, items, layers in some:
            full = next(images)
            shares = [1.0] * len(items)
            for layer in layers:
                change, silhouettes = changed(full, next(images)), ImageOps.invert(next(images).convert("L"))
                for index in layer:
                    shares[index] = _share(items[index], silhouettes, change, frame)
            yield FacePicture(full, tuple(shares))


def _layers(items: Sequence[VisibleItem]) -> list[list[int]]:
    """Return layers of items that can be removed together because none overlaps another. Cards are in no layer."""
    layers: list[list[int]] = []
    for index, item in enumerate(items):
        if item.kind == "card":
            continue
        free = (layer for layer in layers if not any(_touch(item.box, items[member].box) for member in layer))
        layer = next(free, None)
        if layer is None:
            layers.append([index])
        else:
            layer.append(index)
    return layers


def _touch(first: Box, second: Box) -> bool:
    return (
        first.x <= second.right + APART
        and second.x <= first.right + APART
        and first.y <= second.bottom + APART
        and second.y <= first.bottom + APART
    )


def _pages(frame: Frame, items: Sequence[VisibleItem], layers: Sequence[Sequence[int]]) -> Iterator[Frame]:
    """Yield the face; then for each layer the face without it, and the layer's silhouettes alone."""
    yield frame
    for layer in layers:
        yield without(frame, {trail for index in layer for trail in items[index].trails})
        yield replace(frame, items=tuple(items[index].silhouette for index in layer))


def _share(item: VisibleItem, silhouettes: Raster, change: Raster, frame: Frame) -> float:
    """Return the share of an item's silhouette that changes when the item is removed, within the trim."""
    from PIL import ImageChops

    area = _pixels(item.box, change)
    if area is None:
        return 0.0
    silhouette = silhouettes.crop(area)
    covered = _total(silhouette)
    changing = _total(ImageChops.darker(silhouette, change.crop(area)))
    return changing / covered * _inside(item.box, frame.trim) if covered else 0.0


def _pixels(box: Box, image: Raster) -> tuple[int, int, int, int] | None:
    """Return the pixels of a box in a picture; None if it is all outside."""
    scale = DPI / MM_PER_INCH
    left, top = max(0, int(box.x * scale)), max(0, int(box.y * scale))
    right, bottom = min(image.width, int(box.right * scale) + 1), min(image.height, int(box.bottom * scale) + 1)
    return (left, top, right, bottom) if left < right and top < bottom else None


def _inside(box: Box, trim: Box) -> float:
    """Return the share of a box that lies inside the trim, from 0 to 1."""
    across = min(box.right, trim.right) - max(box.x, trim.x)
    down = min(box.bottom, trim.bottom) - max(box.y, trim.y)
    return max(0.0, across) * max(0.0, down) / (box.width * box.height) if box.width and box.height else 1.0


def changed(first: Raster, second: Raster) -> Raster:
    """Return how clearly each pixel of two pictures differs, from 0 to 255."""
    from PIL import ImageChops

    red, green, blue = ImageChops.difference(first, second).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return most.point(_CLEARLY)


@frozen_dataclass(eq=False)
class PicturedFace:
    """A face and its picture, to compare with others."""

    frame: Frame
    picture: Raster

    @cached_property
    def words(self) -> Counter[str]:
        """How often each text is on it."""
        return Counter(text.text for text, _, _ in texts_of(self.frame.items, IDENTITY, (), with_faded=True))

    @cached_property
    def coarse_dots(self) -> bytes:
        """The picture as grey dots of at least 6 mm, to compare faces with the same words."""
        return self._dots(6.0)

    @cached_property
    def fine_dots(self) -> bytes:
        """The picture as grey dots of at least 2.5 mm, to compare faces whose words differ."""
        return self._dots(2.5)

    def _dots(self, side: Mm) -> bytes:
        """Return the mean level of each dot, row by row."""
        from PIL import Image as Pillow

        size = (max(1, int(self.frame.width / side)), max(1, int(self.frame.height / side)))
        return self.picture.convert("L").resize(size, Pillow.Resampling.BOX).tobytes()


def pictured(frames: Sequence[Frame]) -> list[PicturedFace]:
    """Return faces with their pictures."""
    return [PicturedFace(frame, picture) for frame, picture in zip(frames, pictures(frames), strict=True)]


DOTS_OFF = 24
"""Two faces look alike if no dot differs by more levels than this. Noise changes a dot by up to 10; a square of NOTICED
in a dot of 6 mm, or of READ in a dot of 2.5 mm, changes it by 10 more than this."""


def look_alike(first: PicturedFace, second: PicturedFace) -> bool:
    """Whether two faces look the same to players; if their words differ, a smaller change counts."""
    if first.picture.size != second.picture.size:
        return False
    if first.words == second.words:
        square, dots = NOTICED, (first.coarse_dots, second.coarse_dots)
    else:
        square, dots = READ, (first.fine_dots, second.fine_dots)
    if any(abs(a - b) > DOTS_OFF for a, b in zip(*dots, strict=True)):
        return False
    return sum(changed(first.picture, second.picture).histogram()[ALMOST:]) < (square * DPI / MM_PER_INCH) ** 2


def covered_by(picture: Raster, colour: str) -> float:
    """Return the share of a picture that has a colour "#rrggbb", from 0 to 1, sampled at every third pixel and row."""
    from PIL import Image as Pillow

    some = picture.resize((picture.width // 3 + 1, picture.height // 3 + 1), Pillow.Resampling.NEAREST)
    change = changed(some, Pillow.new("RGB", some.size, colour))
    return sum(change.histogram()[:ALMOST]) / (some.width * some.height)


def _total(image: Raster) -> float:
    return float(sum(map(mul, image.histogram(), range(256))))
