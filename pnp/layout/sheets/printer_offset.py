"""A printer's offset and scale → a sheet's side moved and scaled by them, so that backs meet their fronts.

An offset is measured on upright paper that was turned like the page of a book. So sides in landscape are laid upright,
and the offset goes the other way on backs that are printed head down, for paper that is turned over its short edge.
"""

from __future__ import annotations

from pnp.core import outline
from pnp.core.frame import IDENTITY, Box, Frame, Group, Matrix, multiply, translation
from pnp.core.printing import OVER_LONG_EDGE, Flip, Offset


def laid_for_printer(
    frame: Frame, is_back: bool, flip: Flip, offset: Offset | None, scale: float = 1.0
) -> tuple[Frame, Matrix]:
    """Return a side laid upright, backs moved and turned by the offset, and scaled; and the matrix that does it.

    Args:
        frame: The side.
        is_back: Whether it is a sheet's back, and is moved.
        flip: The edge over which the paper is turned.
        offset: What the printer needs; with None the side is neither turned nor moved.
        scale: By how much everything is scaled about the paper's middle, after it was moved.
    """
    if offset is None and scale == 1:
        return frame, IDENTITY
    width, height = frame.width, frame.height
    matrix = IDENTITY
    if offset is not None and width > height:
        matrix = (0.0, 1.0, -1.0, 0.0, height, 0.0)
        width, height = height, width
    if offset is not None and is_back:
        way = 1 if OVER_LONG_EDGE[flip] else -1
        turned = outline.rotation(offset.angle, width / 2, height / 2)
        matrix = multiply(translation(way * offset.x, way * offset.y), multiply(turned, matrix))
    if scale != 1:
        about_middle = (scale, 0.0, 0.0, scale, width / 2 * (1 - scale), height / 2 * (1 - scale))
        matrix = multiply(about_middle, matrix)
    return Frame(width, height, (Group(frame.items, matrix),), name=frame.name), matrix


def moved_box(box: Box, matrix: Matrix, paper: Frame) -> Box:
    """Return the part of a side's box that lies on the paper after the side was laid for a printer."""
    moved = outline.bounds(outline.transform(outline.rectangle(*box), matrix))
    x, y = max(moved.x, 0.0), max(moved.y, 0.0)
    return Box(x, y, min(moved.right, paper.width) - x, min(moved.bottom, paper.height) - y)
