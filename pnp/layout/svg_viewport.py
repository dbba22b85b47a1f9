"""viewBox and preserveAspectRatio → matrices; items that reach out of a viewport → the same under a clip."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from pnp.diagnostics import Mistake
from pnp.layout import outline
from pnp.layout.frame import Box, Group, Item, Matrix, Path, Segment, fit_matrix, multiply
from pnp.layout.notation import parse_numbers
from pnp.layout.svg_style import svg_length
from pnp.layout.svg_xml import SvgNode


def parse_view_box(written: str) -> Box:
    """A viewBox as a box."""
    numbers = parse_numbers(written)
    if len(numbers) != 4 or numbers[2] <= 0 or numbers[3] <= 0:
        raise Mistake(f"viewBox {written!r} is not x, y, width and height")
    return Box(*numbers)


def root_box(root: SvgNode) -> Box:
    """What a drawing covers: its viewBox, else its width and height."""
    if "viewBox" in root.attributes:
        return parse_view_box(root.attributes["viewBox"])
    sizes = [root.attributes.get(name, "") for name in ("width", "height")]
    if not all(sizes) or any(size.endswith("%") for size in sizes):
        raise Mistake("there is neither a viewBox nor a width and height")
    width, height = (svg_length(size, 0.0) for size in sizes)
    if width <= 0 or height <= 0:
        raise Mistake("width and height must be above zero")
    return Box(0.0, 0.0, width, height)


def fit_view(view: Box, box: Box, written: str) -> Matrix:
    """The matrix that puts a viewBox into a box, as preserveAspectRatio says."""
    align, _, mode = written.strip().partition(" ")
    if align == "none":
        return fit_matrix(view, box, "stretch")
    if not re.fullmatch("x(Min|Mid|Max)Y(Min|Mid|Max)", align):
        raise Mistake(f"preserveAspectRatio {written!r} cannot be read")
    part = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
    fit = "cover" if mode.strip() == "slice" else "contain"
    return fit_matrix(view, box, fit, (part[align[1:4]], part[align[5:]]))


def clipped(items: list[Item], node: SvgNode, box: Box, matrix: Matrix) -> list[Item]:
    """The items, under a clip to the moved box when some of them may reach out of it."""
    if not items or node.attributes.get("overflow") in ("visible", "auto"):
        return items
    back = outline.inverse(matrix)
    tolerance = 1e-6 * max(box.width, box.height)
    for measure in (outline.handle_bounds, outline.bounds):
        if all(box.contains(extent, tolerance) for extent in _extents(items, back, measure)):
            return items
    frame = outline.rectangle(box.x, box.y, box.width, box.height)
    return [Group(tuple(items), clip=Path(outline.transform(frame, matrix)))]


def _extents(items: Iterable[Item], matrix: Matrix, measure: Callable[[tuple[Segment, ...]], Box]) -> Iterator[Box]:
    """Boxes that hold the items as the matrix moves them, strokes included."""
    for item in items:
        if isinstance(item, Path):
            moved = measure(outline.transform(item.segments, matrix))
            yield moved.inset(-_overhang(item) * outline.stretch(matrix))
        elif isinstance(item, Group):
            yield from _extents(item.items, multiply(matrix, item.matrix), measure)


def _overhang(path: Path) -> float:
    """How far a stroke reaches out from its path at most: tips where lines join, corners of square ends."""
    stroke = path.stroke
    if stroke is None:
        return 0.0
    has_tips = stroke.join == "miter" and len(path.segments) > 2
    return stroke.width / 2 * (max(stroke.miter, 1.5) if has_tips else 1.5 if stroke.cap == "square" else 1.0)
