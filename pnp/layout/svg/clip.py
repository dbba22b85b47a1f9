"""Clip paths → outlines that clip, or masks if no single outline can do the same."""

from __future__ import annotations

from itertools import combinations

from pnp.core import outline
from pnp.core.frame import Group, Item, Mask, Path, Segment, multiply
from pnp.layout.svg.setting import Setting, Walker, bounding_box
from pnp.layout.svg.shapes import SHAPES
from pnp.layout.svg.text import text_runs
from pnp.layout.svg.tree import BrokenReferenceError, SvgNode
from pnp.layout.svg.values import URL

INK = "#000000"


def clipped_by(walker: Walker, items: list[Item], inner: Setting) -> list[Item]:
    """Return an element's items under the clip path of its style; none if they are clipped away.

    Raises:
        Mistake: The reference is not to a clip path, or a clip path clips itself.
    """
    match = URL.fullmatch(inner.style["clip-path"])
    if match is None or not items:
        return items
    node = walker.tree.referred(f"#{match[1]}", "clipPath")
    if id(node) in inner.trail:
        raise BrokenReferenceError(f"#{match[1]} is used inside itself")
    own = walker.referred(node, inner)
    within = own
    if node.attributes.get("clipPathUnits") == "objectBoundingBox":
        box = bounding_box(items, inner.matrix)
        if box is None or not box.width or not box.height:
            return []
        stretch = (box.width, 0.0, 0.0, box.height, box.x, box.y)
        within = own._replace(matrix=multiply(own.matrix, stretch), viewport=(1.0, 1.0))
    shapes = [shape for child in node.children for shape in _shapes(walker, child, within)]
    if not shapes:
        return []
    clip = _one_path(shapes)
    group = Group(tuple(items), clip=clip) if clip else Group(tuple(items), mask=Mask(tuple(shapes), "alpha"))
    return clipped_by(walker, [group], own)


def _shapes(walker: Walker, node: SvgNode, setting: Setting) -> list[Item]:
    """Return the silhouette of a shape in a clip path: its filled outline, whatever its paint."""
    walker.count(node, elements=1)
    if node.tag not in SHAPES and node.tag not in ("use", "text"):
        return []
    inner = walker.inside(node, setting)
    if inner.style["display"] == "none" or (node.tag != "use" and inner.style["visibility"] != "visible"):
        return []
    items: list[Item]
    if node.tag == "use":
        items = _shapes(walker, *walker.used(node, inner))
    elif node.tag == "text":
        runs = text_runs(walker, node, inner)
        segments = tuple(part for run in runs for part in outline.transform(run.segments, run.setting.matrix))
        items = [Path(segments, INK)] if segments else []
    else:
        segments = outline.transform(walker.outline(node, inner), inner.matrix)
        items = [Path(segments, INK, even_odd=inner.style["clip-rule"].lower() == "evenodd")] if segments else []
    return clipped_by(walker, items, inner)


def _one_path(shapes: list[Item]) -> Path | None:
    """Return one outline for the union of some shapes; None if a single outline might differ from it."""
    paths = [shape for shape in shapes if isinstance(shape, Path)]
    if len(paths) != len(shapes):
        return None
    if len(paths) == 1:
        return Path(paths[0].segments, even_odd=paths[0].even_odd)
    rules = {path.even_odd for path in paths}
    turns = {outline.signed_area(path.segments) > 0 for path in paths}
    if rules != {False} or len(turns) > 1:
        boxes = [outline.handle_bounds(path.segments) for path in paths]
        if len(rules) > 1 or len(boxes) > 100 or any(a.overlaps(b) for a, b in combinations(boxes, 2)):
            return None
    segments: tuple[Segment, ...] = tuple(segment for path in paths for segment in path.segments)
    return Path(segments, even_odd=True in rules)
