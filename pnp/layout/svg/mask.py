"""Masks of SVG → masks of groups, or clips if a mask is one white shape."""

from __future__ import annotations

from typing import Literal

from pnp.core import outline
from pnp.core.frame import Box, Group, Item, Mask, Path, fades, multiply
from pnp.layout.svg.setting import Setting, Walker, bounding_box, extents
from pnp.layout.svg.tree import BrokenReferenceError, SvgNode
from pnp.layout.svg.values import URL, svg_length

_REGION = (("x", "-10%"), ("y", "-10%"), ("width", "120%"), ("height", "120%"))


def masked_by(walker: Walker, items: list[Item], inner: Setting) -> list[Item]:
    """Return an element's items under the mask of its style.

    Raises:
        Mistake: The reference is not to a mask, or a mask masks itself.
    """
    match = URL.fullmatch(inner.style["mask"])
    if match is None or not items:
        return items
    node = walker.tree.referred(f"#{match[1]}", "mask")
    if id(node) in inner.trail:
        raise BrokenReferenceError(f"#{match[1]} is used inside itself")
    within = walker.referred(node, inner)._replace(matrix=inner.matrix)
    box = bounding_box(items, inner.matrix)
    if box is None:
        return []
    area = _region(node, box, inner)
    if node.attributes.get("maskContentUnits") == "objectBoundingBox":
        stretch = (box.width, 0.0, 0.0, box.height, box.x, box.y)
        within = within._replace(matrix=multiply(inner.matrix, stretch), viewport=(1.0, 1.0))
    shapes = walker.finished(node, walker.children(node, within), within)
    clip = Path(outline.transform(outline.rectangle(*area), inner.matrix))
    if not shapes or not clip.segments:
        return []
    kind: Literal["luminance", "alpha"] = "alpha" if within.style["mask-type"].lower() == "alpha" else "luminance"
    window = _window(shapes, kind)
    if window is None:
        return [Group(tuple(items), mask=Mask((Group(tuple(shapes), clip=clip),), kind))]
    reach = list(extents(items, outline.inverse(inner.matrix), outline.handle_bounds))
    tolerance = 1e-6 * max(area.width, area.height)
    if not all(area.contains(part, tolerance) for part in reach):
        items = [Group(tuple(items), clip=clip)]
    return [Group(tuple(items), clip=window)]


def _region(node: SvgNode, box: Box, inner: Setting) -> Box:
    """Return the box to which a mask is limited, in the units of the masked element."""
    is_user = node.attributes.get("maskUnits") == "userSpaceOnUse"
    whole = inner.viewport if is_user else (1.0, 1.0)
    x, y, width, height = (
        svg_length(node.attributes.get(name, default), whole[n % 2]) for n, (name, default) in enumerate(_REGION)
    )
    if is_user:
        return Box(x, y, width, height)
    return Box(box.x + x * box.width, box.y + y * box.height, width * box.width, height * box.height)


def _window(shapes: list[Item], kind: str) -> Path | None:
    """Return the outline of a mask that is one opaque shape, as programs often write it; else None."""
    if len(shapes) != 1 or not isinstance(shapes[0], Path):
        return None
    path = shapes[0]
    if path.stroke is not None or path.opacity < 1 or path.fill is None or fades(path.fill):
        return None
    if kind == "luminance" and path.fill != "#ffffff":
        return None
    return Path(path.segments, even_odd=path.even_odd)
