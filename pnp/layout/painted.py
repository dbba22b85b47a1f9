"""A point of a Frame → what is painted there."""

from __future__ import annotations

from functools import lru_cache

from pnp.layout import outline
from pnp.layout.frame import Group, Image, Item, Paint, Path, Segment, Use

Point = tuple[float, float]
"""Across and down, in mm."""


def topmost(items: tuple[Item, ...], point: Point) -> Paint | None:
    """The paint of the last item over a point; "" for a picture, None when nothing is there."""
    found = topmost_item(items, point)
    if found is None:
        return None
    item, _ = found
    return item.fill if isinstance(item, Path) else ""


def topmost_item(items: tuple[Item, ...], point: Point) -> tuple[Path | Image, Point] | None:
    """The last filled path or picture over a point, and the point as that item measures it."""
    for item in reversed(items):
        found: tuple[Path | Image, Point] | None = None
        if isinstance(item, Path | Image):
            found = (item, point) if _covers(item, point) else None
        elif isinstance(item, Group) and item.opacity > 0.5:
            inner = outline.apply(outline.inverse(item.matrix), *point)
            if item.clip is None or is_inside(item.clip, inner):
                found = topmost_item(item.items, inner)
        elif isinstance(item, Use):
            found = topmost_item(item.art.items, outline.apply(outline.inverse(item.matrix), *point))
        if found is not None:
            return found
    return None


def _covers(item: Path | Image, point: Point) -> bool:
    if isinstance(item, Image):
        return 0 <= point[0] - item.x <= item.width and 0 <= point[1] - item.y <= item.height
    return item.fill is not None and item.opacity > 0.5 and is_inside(item, point)


def is_inside(path: Path, point: Point) -> bool:
    """Whether a point lies in a path: by the winding number, or by crossings where it is filled even-odd."""
    x, y = point
    winding = crossings = 0
    for (x1, y1), (x2, y2) in _edges(path.segments):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            crossings += 1
            winding += 1 if y2 > y1 else -1
    return bool(crossings % 2 if path.even_odd else winding)


@lru_cache(maxsize=20_000)
def _edges(segments: tuple[Segment, ...]) -> tuple[tuple[Point, Point], ...]:
    """A path's outline as straight edges, curves in eight pieces."""
    edges: list[tuple[Point, Point]] = []
    start = at = (0.0, 0.0)
    for kind, *numbers in segments:
        if kind == "M":
            edges.append((at, start))  # a filled path is closed even where its outline is not
            start = at = (numbers[0], numbers[1])
            continue
        if kind == "Z":
            edges.append((at, start))
            at = start
            continue
        begin = at
        steps = 1 if kind == "L" else 8
        for n in range(1, steps + 1):
            to = (numbers[0], numbers[1]) if kind == "L" else outline.point_on_curve(begin, numbers, n / 8)
            edges.append((at, to))
            at = to
    return (*edges, (at, start))
