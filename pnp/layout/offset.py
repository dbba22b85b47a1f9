"""A sheet's side and a printer's offset → the side as that printer has to be given it, so that backs meet their fronts.

An offset is measured on upright paper that was turned like the page of a book. So sides in landscape are laid upright,
and the offset goes the other way on backs that are printed head down, for paper that is turned over its short edge.
"""

from __future__ import annotations

from pnp.layout import outline
from pnp.layout.frame import IDENTITY, Box, Frame, Group, Matrix, move, multiply
from pnp.layout.printing import Flip, Offset


def laid_for_printer(frame: Frame, is_back: bool, flip: Flip, offset: Offset | None) -> tuple[Frame, Matrix]:
    """A side laid upright, backs moved and turned by the offset; and the matrix by which that is done.

    Args:
        frame: The side.
        is_back: Whether it is a sheet's back, and so is moved.
        flip: The edge over which the paper is turned.
        offset: What the printer needs; with None the side stays as it is.
    """
    if offset is None:
        return frame, IDENTITY
    width, height = frame.width, frame.height
    matrix = IDENTITY
    if width > height:
        matrix = (0.0, 1.0, -1.0, 0.0, height, 0.0)
        width, height = height, width
    if is_back:
        way = 1 if flip == "long" else -1
        turned = outline.rotation(offset.angle, width / 2, height / 2)
        matrix = multiply(move(way * offset.x, way * offset.y), multiply(turned, matrix))
    return Frame(width, height, (Group(frame.items, matrix),), name=frame.name), matrix


def moved_box(box: Box, matrix: Matrix, paper: Frame) -> Box:
    """A box of a side after the side was laid for a printer, as far as it lies on the paper."""
    found = outline.bounds(outline.transform(outline.rectangle(box.x, box.y, box.width, box.height), matrix))
    x, y = max(found.x, 0.0), max(found.y, 0.0)
    return Box(x, y, min(found.right, paper.width) - x, min(found.bottom, paper.height) - y)
