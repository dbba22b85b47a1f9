"""A laid-out face → its texts that lie over other texts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from pnp.core import outline
from pnp.core.frame import IDENTITY, Box, Frame, Matrix, Point, Text
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.layout.contrast import SHADOW_REACH
from pnp.layout.surfaces import Layer, ground_under, middle_of, texts_of

MAX_OVER = 0.2
"""The largest part of a text, from its capitals' top to its baseline, that may lie over another: italics lean over."""

TEXT_ACROSS, TEXT_DOWN = 16, 4
"""How many samples of a text's ink are taken, across and down."""


@frozen_dataclass(slots=True)
class TextOverlap:
    """A text that lies over another.

    Attributes:
        upper: The text that was painted last.
        lower: The text under it.
        share: The part of the smaller text's samples that lie over the other.
    """

    upper: Text
    lower: Text
    share: float


@frozen_dataclass(slots=True)
class _PlacedText:
    """A text, the matrix to the frame's coordinates, what was painted before it, and the box of its ink."""

    text: Text
    matrix: Matrix
    below: tuple[Layer, ...]
    ink: Box

    @property
    def samples(self) -> list[Point]:
        """Points all over its ink, in the frame's coordinates."""
        ink = self.ink
        return [
            outline.apply(
                self.matrix, ink.x + ink.width * (i + 0.5) / TEXT_ACROSS, ink.y + ink.height * (j + 0.5) / TEXT_DOWN
            )
            for i in range(TEXT_ACROSS)
            for j in range(TEXT_DOWN)
        ]

    def share_of(self, samples: list[Point]) -> float:
        """Return which part of the samples lies on its ink, from 0 to 1."""
        back, ink = outline.inverse(self.matrix), self.ink
        own = [outline.apply(back, *point) for point in samples]
        return sum(ink.x <= x <= ink.right and ink.y <= y <= ink.bottom for x, y in own) / len(own)


def overlapping_texts(frame: Frame) -> Iterator[TextOverlap]:
    """Yield each text that lies over another, unless something is painted between them."""
    placed = [
        _PlacedText(text, matrix, below, ink)
        for text, matrix, below in texts_of(frame.items, IDENTITY, ())
        if (ink := _ink(text)).width > 0 and ink.height > 0
    ]
    samples = [text.samples for text in placed]
    boxes = [outline.bounds(outline.transform(outline.rectangle(*text.ink), text.matrix)) for text in placed]
    runs = [*accumulate(not each.text.goes_on for each in placed)]
    for above, upper in enumerate(placed):
        for under, lower in enumerate(placed[:above]):
            if runs[above] == runs[under] or not boxes[above].overlaps(boxes[under]):
                continue
            share = max(lower.share_of(samples[above]), upper.share_of(samples[under]))
            if share > MAX_OVER and not _is_shadow_of(lower, upper) and not _is_parted(lower, upper):
                yield TextOverlap(upper.text, lower.text, share)


def _ink(text: Text) -> Box:
    above = max(word.ink[0] for word in text.words) * text.size
    return Box(text.x, text.y - above, text.width, above)


def _is_shadow_of(lower: _PlacedText, upper: _PlacedText) -> bool:
    """Whether the upper text is the lower one again, with a small offset."""
    (x, y), (left, top) = (middle_of(placed.text, placed.matrix) for placed in (lower, upper))
    return lower.text.text == upper.text.text and max(abs(x - left), abs(y - top)) < SHADOW_REACH


def _is_parted(lower: _PlacedText, upper: _PlacedText) -> bool:
    """Whether something was painted over the lower text before the upper one."""
    middle = middle_of(upper.text, upper.matrix)
    grounds = [ground_under(middle, placed.below) for placed in (lower, upper)]
    return len({id(ground[0]) if ground else 0 for ground in grounds}) > 1
