"""A laid-out face → its texts that are set over other texts, so that neither can be read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pnp.layout import outline
from pnp.layout.frame import IDENTITY, Box, Frame, Matrix, Text
from pnp.layout.legibility import SHADOW_REACH, Layer, ground_under, middle_of, texts_of
from pnp.layout.painted import Point

MOST_OVER = 0.2
"""How much of a text, from its capitals' top to its baseline, may lie over another: italics lean into the next."""

ACROSS, DOWN = 16, 4
"""In how many places a text is looked at."""


@dataclass(frozen=True, slots=True)
class Overlap:
    """A text over another.

    Attributes:
        upper: What was painted last.
        lower: What lies under it.
        share: How much of the smaller of the two lies over the other.
    """

    upper: Text
    lower: Text
    share: float


@dataclass(frozen=True, slots=True)
class _Placed:
    """A text, the matrix that brings it to the frame, what was painted before it, and the box of its ink."""

    text: Text
    matrix: Matrix
    below: tuple[Layer, ...]
    ink: Box

    @property
    def spots(self) -> list[Point]:
        """Places all over its ink, as the frame measures them."""
        ink = self.ink
        return [
            outline.apply(self.matrix, ink.x + ink.width * (i + 0.5) / ACROSS, ink.y + ink.height * (j + 0.5) / DOWN)
            for i in range(ACROSS)
            for j in range(DOWN)
        ]

    def share_on(self, spots: list[Point]) -> float:
        """How many of the places lie on its ink, from 0 to 1."""
        back, ink = outline.inverse(self.matrix), self.ink
        own = [outline.apply(back, *spot) for spot in spots]
        return sum(ink.x <= x <= ink.right and ink.y <= y <= ink.bottom for x, y in own) / len(own)


def overlapping_texts(frame: Frame) -> Iterator[Overlap]:
    """Each text that is set over another which is not painted over in between."""
    placed = [_Placed(text, matrix, below, _ink(text)) for text, matrix, below in texts_of(frame.items, IDENTITY, ())]
    spots = [one.spots for one in placed]
    for above, upper in enumerate(placed):
        for under, lower in enumerate(placed[:above]):
            share = max(lower.share_on(spots[above]), upper.share_on(spots[under]))
            if share > MOST_OVER and not _is_shadow(lower, upper) and not _is_parted(lower, upper):
                yield Overlap(upper.text, lower.text, share)


def _ink(text: Text) -> Box:
    above = max(word.ink[0] for word in text.words) * text.size
    return Box(text.x, text.y - above, text.width, above)


def _is_shadow(lower: _Placed, upper: _Placed) -> bool:
    """Whether the upper text is the lower one again, a little aside."""
    (x, y), (left, top) = (middle_of(one.text, one.matrix) for one in (lower, upper))
    return lower.text.text == upper.text.text and max(abs(x - left), abs(y - top)) < SHADOW_REACH


def _is_parted(lower: _Placed, upper: _Placed) -> bool:
    """Whether something was painted over the lower text before the upper one."""
    middle = middle_of(upper.text, upper.matrix)
    grounds = [ground_under(middle, one.below) for one in (lower, upper)]
    return len({id(found[0]) if found else 0 for found in grounds}) > 1
