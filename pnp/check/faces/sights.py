"""A Frame → the texts, drawings and cards on it, where and how large they are; and the Frame without some of them.

Whether one can be seen is for pnp.check.faces.seeing to tell.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from pnp.layout import outline
from pnp.layout.frame import (
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
from pnp.units import Mm

SHADOW_REACH = 0.3
"""How far a text may lie from the same text drawn later, in its own heights, to be taken for its shadow."""

SILHOUETTE = "#000000"

Trail = tuple[int, ...]
"""Where an item is in a Frame: its index, and those of the groups around it, from the outside."""


@dataclass(frozen=True)
class Sight:
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


def sights(frame: Frame) -> list[Sight]:
    """What is on a frame, in painting order; a text and its shadow are one."""
    found: list[Sight] = []
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


def _walk(items: tuple[Item, ...], matrix: Matrix, trail: Trail) -> Iterator[Sight]:
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


def _text(text: Text, matrix: Matrix, trail: Trail) -> Sight:
    above, below = (max(word.ink[side] for word in text.words) * text.size for side in (0, 1))
    box = Box(text.x, text.y - above, text.width, max(above + below, 0.01))
    colours = frozenset(_colours(text.fill))
    black = replace(text, fill=SILHOUETTE, stroke=None)
    sight = _sight("text", text.text.strip(), box, matrix, colours, trail, black)
    return replace(sight, height=text.words[0].face.cap_height * text.size * outline.stretch(matrix))


def _use(use: Use, matrix: Matrix, trail: Trail) -> Sight:
    kind, what = ("drawing", use.art.file) if use.art.file else ("card", use.art.name)
    black = Use(_blackened(use.art), IDENTITY)
    return _sight(kind, what, use.art.box, matrix, colours_of(use.art), trail, black)


def _sight(
    kind: str, what: str, box: Box, matrix: Matrix, colours: frozenset[str], trail: Trail, silhouette: Item
) -> Sight:
    placed = outline.bounds(outline.transform(_edge(box), matrix))
    turn = math.degrees(math.atan2(matrix[1], matrix[0]))
    height = min(box.width, box.height) * outline.stretch(matrix)
    return Sight(kind, what, placed, height, turn, colours, (trail,), Group((silhouette,), matrix))


def _edge(box: Box) -> tuple[Segment, ...]:
    return outline.rectangle(box.x, box.y, box.width, box.height)


def _is_shadow(below: Sight, above: Sight) -> bool:
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
                stroke = replace(item.stroke, paint=SILHOUETTE) if item.stroke else None
                black.append(replace(item, fill=fill, stroke=stroke, opacity=1.0))
            case Text():
                black.append(replace(item, fill=SILHOUETTE))
            case Group():
                black.append(replace(item, items=_black(item.items), opacity=1.0))
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
        kept.append(replace(item, items=_without(item.items, gone, here)) if isinstance(item, Group) else item)
    return tuple(kept)
