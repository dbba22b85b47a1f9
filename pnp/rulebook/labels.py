"""A figure → its labels: the words that are read in it, and how wide it must be shown for them to be read.

Texts of the cards in a figure are none of them: a card is shown as a picture of itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf

from pnp.layout.frame import IDENTITY, Frame, Group, Item, Matrix, Text, Use, multiply
from pnp.layout.outline import apply, stretch
from pnp.units import Mm

LEAST_LABEL = 12.0
"""Size of a label on a screen that is still read at arm's length, CSS pixels."""

PHONE = 360.0
"""Width of a narrow phone, CSS pixels."""

MOST_SCROLLED = 1.5 * PHONE
"""The widest that a figure is shown on a phone, where it scrolls sideways; with more, one loses one's way in it."""

SAME_LINE = 0.2
"""How far two baselines of one line may lie apart, in sizes of the type."""

SPACE = 0.15
"""How far two words of one line lie apart at least, in sizes of the type; parts of a word lie closer."""

NEXT_LINE = 1.7
"""How far the baselines of one text's lines lie apart at most, in sizes of the type."""


@dataclass(frozen=True)
class Label:
    """One text of a figure, in one line.

    Attributes:
        text: Its words.
        size: Size of the type as it is shown, mm.
        left: From the figure's left edge, mm.
        right: Where it ends.
        baseline: From the figure's top, mm.
    """

    text: str
    size: Mm
    left: Mm
    right: Mm
    baseline: Mm


def labels(frame: Frame) -> list[Label]:
    """The labels of a figure, in the order in which they are drawn."""
    return list(_labels(frame.items, IDENTITY))


def _labels(items: Sequence[Item], matrix: Matrix) -> Iterator[Label]:
    for item in items:
        if isinstance(item, Group):
            yield from _labels(item.items, multiply(matrix, item.matrix))
        elif isinstance(item, Text) and item.words:
            left, baseline = apply(matrix, item.x, item.y)
            scale = stretch(matrix)
            yield Label(item.text, item.size * scale, left, left + item.width * scale, baseline)


def spoken(frame: Frame, smaller_than: Mm = inf) -> list[str]:
    """What the labels of a figure say, lines of one text put together; what has no letter is left out.

    Args:
        frame: The figure.
        smaller_than: Only labels in type below this size.
    """
    texts: list[Label] = []
    for label in labels(frame):
        if label.size < smaller_than:
            joined = _joined(texts[-1], label) if texts else None
            texts[-1:] = [joined] if joined else [*texts[-1:], label]
    return [text for text in dict.fromkeys(one.text for one in texts) if any(map(str.isalpha, text))]


def _joined(text: Label, part: Label) -> Label | None:
    """A text with its next part, which stands on its last line or on the one below; None where it is none of it."""
    em, down = part.size, part.baseline - text.baseline
    if abs(em - text.size) > 1e-6:
        return None
    if abs(down) < SAME_LINE * em:
        apart = part.left - text.right
        if abs(apart) > em:
            return None
        space = " " if apart > SPACE * em else ""
        return replace(text, text=f"{text.text}{space}{part.text}", right=part.right)
    if not 0 < down < NEXT_LINE * em or part.left > text.right or text.left > part.right:
        return None
    left = min(text.left, part.left)
    return replace(part, text=f"{text.text} {part.text}", left=left)


def cards_of(items: Sequence[Item]) -> Iterator[str]:
    """The cards in a figure, by the names of their arts."""
    for item in items:
        if isinstance(item, Group):
            yield from cards_of(item.items)
        elif isinstance(item, Use) and not item.art.file:
            yield item.art.name


def smallest(frame: Frame) -> Label | None:
    """The label in the smallest type; None in a figure without labels."""
    return min(labels(frame), key=lambda label: label.size, default=None)


def least_width(frame: Frame) -> float:
    """How wide a figure must be shown for all its labels to be read, CSS pixels; 0 for one without labels."""
    label = smallest(frame)
    return LEAST_LABEL * frame.width / label.size if label else 0.0
