"""Items of texts, and the items painted before → the boxes of their ink, and how far they reach out of a shape.

The module only measures: fitting shrinks texts that leave their shape, and paragraph opens lines whose letters would
touch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from pnp.core import outline
from pnp.core.colours import contrast
from pnp.core.frame import Box, Group, Image, Item, Matrix, Paint, Path, Point, Text, around
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.units import Mm
from pnp.layout.surfaces import PAPER_COLOUR, topmost

PADDING = 0.1
"""The least distance of a line from the ends of a shape, in sizes of its type; also above and below it if a text
shrinks because of the shape."""

MAX_PADDING: Mm = 0.6
"""The largest padding: large type needs no more, and a large numeral in a disc has no more."""

TOUCHING = 0.03
"""Ink nearer than this to the upper or lower edge of a shape, in sizes of the type, seems to touch it."""

HAIR: Mm = 0.05
"""Ink may reach out of a shape by this much, which is not visible beside a hard edge."""

SAME: Mm = 0.3
"""A box that reaches out of a shape by less than this lies in it."""

CLEAR, LOST = 3.0, 2.0
"""A text stands on a shape if its contrast is at least CLEAR on the shape, and below LOST beside it."""

BESIDE: Mm = 0.5
"""The distance from a shape at which the paint around it is sampled."""


def ink_of(text: Text) -> Box:
    """Return the box of a text's letters, with their ascenders and descenders."""
    inks = [word.ink for word in text.words]
    above, below = max([top for top, _ in inks]) * text.size, max([bottom for _, bottom in inks]) * text.size
    return Box(text.x, text.y - above, text.width, above + below)


@frozen_dataclass
class GroundShape:
    """A shape or picture on which texts may stand.

    Attributes:
        path: Its outline; a picture has that of its box.
        paint: Its fill; "" for a picture, None for a frame.
        padding: Room kept at the ends of lines, in sizes of their type.
    """

    path: Path
    paint: Paint | None = None
    padding: float = PADDING

    @cached_property
    def box(self) -> Box:
        """The box around it."""
        return outline.bounds(self.path.segments)

    @cached_property
    def is_rectangle(self) -> bool:
        """Whether it is a rectangle, as most grounds are."""
        box = self.box
        return self.path.segments == outline.rectangle(box.x, box.y, box.width, box.height)

    def turned(self, matrix: Matrix) -> GroundShape:
        """Return the same after a turn."""
        return replace(self, path=self.path._replace(segments=outline.transform(self.path.segments, matrix)))

    def room(self, top: Mm, bottom: Mm, at: Mm) -> tuple[Mm, Mm]:
        """Return where a line that reaches from one height to another may begin and end, around a place.

        Round and pointed ends leave less room near the top and the bottom of a shape. A line that reaches out above or
        below has the room at the nearest height inside.
        """
        box = self.box
        left, right = box.x, box.right
        if self.is_rectangle and left <= at < right:
            return left, right
        for y in (top, bottom):
            level = min(max(y, box.y + HAIR), box.bottom - HAIR)
            crossings = outline.crossings(self.path, level)
            left = max([left, *(x for x in crossings if x <= at)])
            right = min([right, *(x for x in crossings if x > at)])
        return left, right

    def part_of(self, box: Box, ink: Box, size: Mm) -> Box:
        """Return the part of a text's box in which its lines may begin and end.

        Args:
            box: The box.
            ink: The box of the letters, at whose heights the shape is measured.
            size: The size of the type, which the padding depends on.
        """
        left, right = self.room(ink.y, ink.bottom, ink.x + ink.width / 2)
        spare = min(self.padding * size, MAX_PADDING)
        left, right = max(box.x, left + spare), min(box.right, right - spare)
        return box._replace(x=left, width=right - left) if right - left > size else box

    def lacks(self, ink: Box, size: Mm) -> tuple[Mm, Mm]:
        """Return how much room a line lacks at its left and right; negative values are spare room.

        Args:
            ink: The box of its letters.
            size: The size of its type.
        """
        padding = min(self.padding * size, MAX_PADDING)
        left, right = self.room(ink.y, ink.bottom, ink.x + ink.width / 2)
        return left + padding - ink.x, ink.right - right + padding

    def excess(self, texts: Iterable[Text], above: float = 0.0) -> tuple[Mm, Mm]:
        """Return how far texts reach out of it, sideways and up or down, mm; 0 for a hair.

        Args:
            texts: The lines of a text.
            above: Room to keep above and below them, in sizes of their type.
        """
        reaches = [self.excess_of(ink_of(text), text.size, above) for text in texts]
        return max((across for across, _ in reaches), default=0.0), max((down for _, down in reaches), default=0.0)

    def excess_of(self, ink: Box, size: Mm, above: float) -> tuple[Mm, Mm]:
        """Return how far the letters of one line reach out of it; see ``excess`` and ``lacks``."""
        spare, box = min(above * size, MAX_PADDING), self.box
        across = max(self.lacks(ink, size))
        down = max(box.y - ink.y + spare, ink.bottom - box.bottom + spare)
        return (across if across > HAIR else 0.0), (down if down > HAIR else 0.0)


Painted = Item | GroundShape
"""An item painted before a text: a shape or a picture as a ground, or any other item, on which texts cannot stand."""


def painted(items: Iterable[Item]) -> Iterator[Painted]:
    """Yield drawn items, shapes and pictures among them as grounds."""
    for item in items:
        if isinstance(item, Path) and (item.fill or (item.stroke and item.segments[-1][0] == "Z")):
            yield GroundShape(Path(item.segments, "#000000", even_odd=item.even_odd), item.fill)
        elif isinstance(item, Image):
            yield GroundShape(Path(outline.rectangle(item.x, item.y, item.width, item.height), "#000000"), "")
        elif isinstance(item, Group) and item.clip is None and item.opacity == 1:
            for inner in painted(item.items):
                yield inner.turned(item.matrix) if isinstance(inner, GroundShape) else Group((inner,), item.matrix)
        else:
            yield item


def ground_under(
    texts: Sequence[Text], box: Box, before: Sequence[Painted], nearer: float | None = None
) -> GroundShape | None:
    """Return the shape that a text stands on.

    It is the topmost shape under its middle that contains its whole box, or without which the text would be invisible,
    because it has the colour of the paint beside the shape. A drawing that covers the shape there takes its place.

    Args:
        texts: The lines of the text.
        box: Its box.
        before: What was painted before it.
        nearer: If given, return the shape only if the text reaches out of it, or comes nearer than this to its upper or
            lower edge, in sizes of the type.
    """
    ink = around([ink_of(text) for text in texts])
    middle = (ink.x + ink.width / 2, ink.y + ink.height / 2)
    for number in range(len(before) - 1, -1, -1):
        ground = before[number]
        if not isinstance(ground, GroundShape) or not _holds(ground, middle):
            continue
        if _is_around(ground, box) or _is_needed(ground, before[:number], middle[1], texts[0].fill):
            if nearer is not None and not any(ground.excess(texts, nearer)):
                return None
            drawings = [each for each in before[number + 1 :] if not isinstance(each, GroundShape)]
            return None if any(topmost((drawing,), middle) for drawing in drawings) else ground
    return None


def may_leave_ground(ink: Box, size: Mm, before: Sequence[Painted], spare: float) -> bool:
    """Whether a line reaches out of any shape under its middle, even one on which it does not stand.

    Args:
        ink: The box of its letters.
        size: The size of its type.
        before: What was painted before it.
        spare: The least distance from the upper and lower edge of a shape, in sizes of the type.
    """
    middle = (ink.x + ink.width / 2, ink.y + ink.height / 2)
    for each in before:
        if isinstance(each, GroundShape) and _holds(each, middle) and any(each.excess_of(ink, size, spare)):
            return True
    return False


def _is_around(ground: GroundShape, box: Box) -> bool:
    """Whether the middles of all sides of a box lie in a shape."""
    inner = box.inset(SAME)
    x, y = inner.x + inner.width / 2, inner.y + inner.height / 2
    middles = ((inner.x, y), (inner.right, y), (x, inner.y), (x, inner.bottom))
    if not ground.box.contains(inner):
        return False
    return ground.is_rectangle or all(outline.is_inside(ground.path, point) for point in middles)


def _is_needed(ground: GroundShape, before: Sequence[Painted], y: Mm, fill: Paint) -> bool:
    """Whether a text at a height is visible on a shape but not beside it."""
    if not (isinstance(fill, str) and isinstance(ground.paint, str) and ground.paint):
        return False
    if contrast(fill, ground.paint) < CLEAR:
        return False
    beside = [_paint_at((x, y), before) for x in (ground.box.x - BESIDE, ground.box.right + BESIDE)]
    return all(isinstance(paint, str) and paint != "" and contrast(fill, paint) < LOST for paint in beside)


def _paint_at(point: Point, before: Sequence[Painted]) -> Paint:
    for each in reversed(before):
        if isinstance(each, GroundShape):
            if each.paint is not None and _holds(each, point):
                return each.paint
        elif (paint := topmost((each,), point)) is not None:
            return paint
    return PAPER_COLOUR


def _holds(ground: GroundShape, point: Point) -> bool:
    box = ground.box
    is_near = box.x <= point[0] <= box.right and box.y <= point[1] <= box.bottom
    return is_near and (ground.is_rectangle or outline.is_inside(ground.path, point))
