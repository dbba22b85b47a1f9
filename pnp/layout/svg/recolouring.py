"""A drawing's items → whether it has one colour of its own, and a ground, that a template may replace.

Icons seldom name ``currentColor``: most are black, or of one colour, or white on a black square. Colours that a
template may choose anyway, and masks, do not change.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pnp.core import outline
from pnp.core.colours import recolour_paint, recolour_stroke
from pnp.core.frame import Box, Group, Item, Paint, Path

COVERED = 0.75
"""A ground covers at least this part of the drawing's box; a circle covers 0.785."""

TOUCHING = 0.01
"""The largest distance of a ground from the edges of the box, as a part of its longer side."""


class OwnColours(NamedTuple):
    """The colours of a drawing that can be replaced.

    Attributes:
        colour: The only colour of the drawing, or of the items on its ground; "" for none or several.
        has_ground: Whether its first shape covers it, and others are on that.
    """

    colour: str
    has_ground: bool


def own_colours(items: tuple[Item, ...], box: Box) -> OwnColours:
    """Return the colours of a drawing's items that can be replaced."""
    flat = list(_flat(items))
    ground = flat[0] if flat else None
    colours = [set(_colours(item)) for item in flat]
    all_colours = set().union(*colours)
    rest = set().union(*colours[1:])
    has_ground = isinstance(ground, Path) and bool(rest) and _covers(ground, box) and not colours[0] & rest
    painted = rest if has_ground else all_colours
    only = next(iter(painted)) if len(painted) == 1 else ""
    return OwnColours(only if only[:1] == "#" else "", has_ground)


def repainted(items: tuple[Item, ...], own: OwnColours, colour: str | None, ground: str | None) -> tuple[Item, ...]:
    """Return a drawing's items with their own colours replaced.

    Args:
        items: The items.
        own: The colours that can be replaced.
        colour: Replaces the only colour; None to keep it.
        ground: The colour of the ground, "none" to leave it out; None to keep it.
    """
    if own.has_ground and ground is not None:
        items = _with_ground(items, ground)
    if own.colour and colour is not None:
        items = tuple(_repainted(item, own.colour, colour) for item in items)
    return items


def _flat(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Group):
            yield from _flat(item.items)
        else:
            yield item


def _colours(item: Item) -> Iterator[str]:
    """Yield the colours of an item; a value that is not a colour if the item cannot be recoloured."""
    if not isinstance(item, Path):
        yield type(item).__name__
        return
    for paint in (item.fill, item.stroke.paint if item.stroke else None):
        if paint is not None:
            yield from [paint] if isinstance(paint, str) else [stop.colour for stop in paint.stops]


def _covers(path: Path, box: Box) -> bool:
    """Whether a shape is a ground: of one colour, from edge to edge, and nearly without holes."""
    if path.stroke is not None or not isinstance(path.fill, str) or path.opacity < 1 or len(path.segments) > 20:
        return False
    near = TOUCHING * max(box.width, box.height)
    extent = outline.bounds(path.segments)
    edges = zip((extent.x, extent.y, extent.right, extent.bottom), (box.x, box.y, box.right, box.bottom), strict=True)
    if any(abs(one - other) > near for one, other in edges):
        return False
    pieces = outline.straight_pieces(path.segments)
    area = abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pieces)) / 2
    return area >= COVERED * box.width * box.height


def _with_ground(items: tuple[Item, ...], ground: str) -> tuple[Item, ...]:
    """Return items with the first one, which may be in groups, recoloured or left out."""
    first, *rest = items
    if isinstance(first, Group):
        return (first._replace(items=_with_ground(first.items, ground)), *rest)
    assert isinstance(first, Path)
    return (*((first._replace(fill=ground),) if ground != "none" else ()), *rest)


def _repainted(item: Item, old: str, new: str) -> Item:
    def colour(notation: str) -> str:
        return new if notation == old else notation

    if isinstance(item, Group):
        return item._replace(items=tuple(_repainted(part, old, new) for part in item.items))
    if isinstance(item, Path):
        fill: Paint | None = recolour_paint(item.fill, colour)
        return item._replace(fill=fill, stroke=recolour_stroke(item.stroke, colour))
    return item
