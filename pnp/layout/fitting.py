"""A paragraph and a box → its lines placed, at the largest size that fits."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.layout.frame import Box, Item
from pnp.layout.text import Paragraph, TextStyle
from pnp.markup import Run
from pnp.units import MM_PER_PT, Mm

STEP = 0.25 * MM_PER_PT
"""Sizes are tried in steps of a quarter point."""

TOLERANCE: Mm = 0.01
"""How far a line may reach out of its box."""


@dataclass(frozen=True, slots=True)
class FittedText:
    """A text in a box.

    Attributes:
        items: Placed as the box is, mm.
        size: The size it was set in, mm.
        overflow: How far it reaches out of the box, mm: (beyond the width, beyond the height).
        height: From the top of the first line's capitals to the last baseline, mm.
    """

    items: tuple[Item, ...]
    size: Mm
    overflow: tuple[Mm, Mm]
    height: Mm


def fit_text(paragraph: Paragraph, box: Box) -> FittedText:
    """Set a paragraph at the largest size that fits a box.

    Sizes go down by 0.25 pt. At the smallest one nothing shrinks further; what does not fit is told as overflow.
    The height counts from the top of the first line's capitals to the last baseline.
    """
    style = paragraph.style
    width, height = box.width, box.height
    size = style.size
    smallest = size if style.smallest is None else min(style.smallest, size)
    if smallest < size:
        size = _largest_fitting(paragraph, width, height)
    lines = paragraph.lines(width, size, _room(style, height, size))
    while size > smallest and max((line.width for line in lines), default=0.0) > width + TOLERANCE:
        # Words shaped as one are a hair wider than the sum of their parts, by which sizes are chosen.
        size = max(size - STEP, smallest)
        lines = paragraph.lines(width, size, _room(style, height, size))
    face = style.face(Run(""))
    cap = face.cap_height * size
    block = cap + (len(lines) - 1) * style.leading * size
    top = {"top": 0.0, "middle": (height - block) / 2, "bottom": height - block}[style.valign]
    items: list[Item] = []
    widest = 0.0
    for index, line in enumerate(lines):
        left = {"centre": (width - line.width) / 2, "right": width - line.width}.get(style.align, 0.0)
        items += line.placed(box.x + left, box.y + top + cap + index * style.leading * size)
        widest = max(widest, line.width)
    too_high = max(0.0, block - height)
    if style.most_lines and len(lines) > style.most_lines:
        too_high = max(too_high, (len(lines) - style.most_lines) * style.leading * size)
    return FittedText(tuple(items), size, (max(0.0, widest - width), too_high), block)


def _room(style: TextStyle, height: Mm, size: Mm) -> int:
    """How many lines a height has room for."""
    cap = style.face(Run("")).cap_height * size
    lines = int((height - cap + 1e-6) / (style.leading * size)) + 1 if height + 1e-6 >= cap else 0
    return min(lines, style.most_lines) if style.most_lines else lines


def _largest_fitting(paragraph: Paragraph, width: Mm, height: Mm) -> Mm:
    """The largest size of the style's range that fits; the smallest one when none does."""
    style = paragraph.style
    assert style.smallest is not None
    steps = int((style.size - style.smallest) / STEP + 1e-6)

    def fits(step: int) -> bool:
        size = style.size - step * STEP
        count, narrow_enough = paragraph.count(width, size)
        return narrow_enough and count <= _room(style, height, size)

    if fits(0):
        return style.size
    low, high = 0, steps + 1
    while high - low > 1:
        middle = (low + high) // 2
        if fits(middle):
            high = middle
        else:
            low = middle
    return style.size - high * STEP if high <= steps else style.smallest
