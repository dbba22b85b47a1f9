"""Patterns of SVG → copies of their tile under the clip of the shape that they fill."""

from __future__ import annotations

import math

from pnp.core import outline
from pnp.core.frame import Box, Group, Item, Path, Segment, multiply, translation
from pnp.layout.svg.notation import parse_transform
from pnp.layout.svg.setting import Setting, Walker
from pnp.layout.svg.shapes import fit_view, parse_view_box
from pnp.layout.svg.tree import BrokenReferenceError, SvgNode, UnsupportedError
from pnp.layout.svg.values import svg_length

MOST_TILES = 2_500
MOST_PARTS = 40_000
"""The most outline segments of all tiles together; a finer pattern becomes a picture."""


def draw_pattern(
    walker: Walker, node: SvgNode, segments: tuple[Segment, ...], box: Box, inner: Setting, even_odd: bool
) -> list[Item]:
    """Return a pattern over a shape.

    Args:
        walker: Draws the tile.
        node: The pattern.
        segments: The shape's outline, in its own units.
        box: The box of the shape, for objectBoundingBox units.
        inner: The shape's setting.
        even_odd: How the shape is filled.

    Raises:
        UnsupportedError: There would be too many tiles.
        BrokenReferenceError: The pattern is filled with itself.
    """
    attributes, source = _chain(walker, node)
    if id(source) in inner.trail:
        raise BrokenReferenceError("a pattern is used inside itself")
    is_part = attributes.get("patternUnits", "objectBoundingBox") != "userSpaceOnUse"
    whole = (1.0, 1.0) if is_part else inner.viewport
    x, y, width, height = (
        svg_length(attributes.get(name, "0"), whole[n % 2]) for n, name in enumerate(("x", "y", "width", "height"))
    )
    if is_part:
        x, y, width, height = box.x + x * box.width, box.y + y * box.height, width * box.width, height * box.height
    space = parse_transform(attributes.get("patternTransform", ""))
    if width <= 0 or height <= 0 or outline.determinant(space) == 0:
        return []
    area = outline.bounds(outline.transform(segments, outline.inverse(space)))
    if (area.width / width + 2) * (area.height / height + 2) > 4 * MOST_TILES:
        raise UnsupportedError("a pattern with too many tiles")
    columns = range(math.floor((area.x - x) / width), math.ceil((area.right - x) / width))
    rows = range(math.floor((area.y - y) / height), math.ceil((area.bottom - y) / height))
    count = len(columns) * len(rows)
    if count > MOST_TILES:
        raise UnsupportedError(f"a pattern with {count:,} tiles")
    view = translation(x, y)
    viewport = inner.viewport
    if "viewBox" in attributes:
        inside = parse_view_box(attributes["viewBox"])
        view = fit_view(inside, Box(x, y, width, height), attributes.get("preserveAspectRatio", "xMidYMid meet"))
        viewport = (inside.width, inside.height)
    elif attributes.get("patternContentUnits") == "objectBoundingBox":
        view, viewport = multiply(view, (box.width, 0.0, 0.0, box.height, 0.0, 0.0)), (1.0, 1.0)
    within = walker.referred(source, inner)._replace(matrix=view, viewport=viewport)
    tile = tuple(walker.children(source, within))
    parts = sum(map(_weight, tile))
    if count * parts > MOST_PARTS:
        raise UnsupportedError(f"a pattern with {count * parts:,} parts")
    walker.count(node, segments=count * parts)
    if not tile:
        return []
    if attributes.get("overflow", "hidden") != "visible":
        tile = (Group(tile, clip=Path(outline.rectangle(x, y, width, height))),)
    tiles = tuple(Group(tile, translation(column * width, row * height)) for row in rows for column in columns)
    clip = Path(outline.transform(segments, inner.matrix), even_odd=even_odd)
    return [Group((Group(tiles, multiply(inner.matrix, space)),), clip=clip)]


def _chain(walker: Walker, node: SvgNode) -> tuple[dict[str, str], SvgNode]:
    """Return a pattern's attributes, and the pattern with its content, as inherited through href."""
    chain = [node]
    while chain[-1].href:
        following = walker.tree.referred(chain[-1].href, "pattern")
        if following in chain:
            break
        chain.append(following)
    attributes = {name: value for link in reversed(chain) for name, value in link.attributes.items()}
    return attributes, next((link for link in chain if any(child.tag for child in link.children)), node)


def _weight(item: Item) -> int:
    if isinstance(item, Path):
        return len(item.segments)
    if isinstance(item, Group):
        return sum(map(_weight, item.items)) + sum(map(_weight, item.mask.items if item.mask else ()))
    return 1
