"""Lines of a text → the same lines, as far apart as their letters require: in some scripts letters are two lines high.

Distances of lines come from the style, in sizes of the type, and suit Latin letters. In Nastaliq a word slopes across
two of them, and Tibetan stacks letters below one another; where such letters would strike through the line above, all
lines of the text are opened alike. Lines of Latin, Greek and Cyrillic letters stay as the style says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from pnp.core import outline
from pnp.core.frame import Box, Item, Link, Path, Text, Use
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.core.units import Mm

TALL = lazy_pattern("[^\u0000-\u058f\u1d00-\u2e7f]")
"""Scripts whose letters reach above Latin capitals, some with marks over marks."""

COLUMN = 0.1
"""The width of the columns in which two lines are compared, in sizes of the type."""

TOUCH, CLEARANCE = 0.02, 0.06
"""Letters that overlap by more than TOUCH collide; the lines are then moved apart until the gap is CLEARANCE; both in
sizes of the type."""


@frozen_dataclass(slots=True)
class TextLine:
    """One line, in mm from its own left end and baseline.

    Attributes:
        items: Items with the baseline at y = 0.
        width: From the first to the last item.
        text: The line's text, with icons by name.
        hyphenated: Whether it ends in the middle of a word.
        starts_right: Whether it begins at its right end.
        before: Extra room above it, in distances of lines.
    """

    items: tuple[Item, ...]
    width: Mm
    text: str
    hyphenated: bool = False
    starts_right: bool = False
    before: float = 0.0

    def placed(self, x: Mm, y: Mm) -> Iterator[Item]:
        """Yield the items with the line's left end at x and its baseline at y."""
        for item in self.items:
            if isinstance(item, Text):
                yield item._replace(x=item.x + x, y=item.y + y)
            elif isinstance(item, Path):
                yield item._replace(segments=outline.transform(item.segments, (1.0, 0.0, 0.0, 1.0, x, y)))
            elif isinstance(item, Use):
                a, b, c, d, e, f = item.matrix
                yield Use(item.art, (a, b, c, d, e + x, f + y))
            elif isinstance(item, Link):
                box = item.box
                yield Link(Box(box.x + x, box.y + y, box.width, box.height), item.target)


def opened(lines: list[TextLine], size: Mm, leading: float, start: float) -> list[TextLine]:
    """Return the lines, all moved apart as far as the pair whose letters overlap most requires.

    Args:
        lines: The lines of a text.
        size: Size of the em, mm.
        leading: From baseline to baseline, in em.
        start: The part of a line's free room that lies at its left, from 0 to 1.
    """
    if len(lines) < 2 or not any(TALL.search(line.text) for line in lines):
        return lines
    widest = max(line.width for line in lines)
    skylines = [_Skyline.of(line, start * (widest - line.width), size) for line in lines]
    most = 0.0
    for above, below in pairwise(skylines):
        if above.is_tall or below.is_tall:
            most = max(most, above.distance_to(below))
    if most <= (leading + TOUCH) * size:
        return lines
    before = (most / size + CLEARANCE) / leading - 1
    return [lines[0], *(replace(line, before=max(line.before, before)) for line in lines[1:])]


@frozen_dataclass(slots=True)
class _Skyline:
    """How far the letters of a line reach up and down in each column, mm; both are positive away from the baseline."""

    tops: dict[int, Mm]
    depths: dict[int, Mm]
    is_tall: bool

    @classmethod
    def of(cls, line: TextLine, x: Mm, size: Mm) -> _Skyline:
        tops: dict[int, Mm] = {}
        depths: dict[int, Mm] = {}
        texts = [item for item in line.items if isinstance(item, Text)]
        for left, right, top, bottom in (box for text in texts for box in _glyph_boxes(text)):
            for column in range(int((x + left) / (COLUMN * size)), int((x + right) / (COLUMN * size)) + 1):
                tops[column] = max(tops.get(column, top), top)
                depths[column] = max(depths.get(column, bottom), bottom)
        return cls(tops, depths, any(TALL.search(text.text) for text in texts))

    def distance_to(self, below: _Skyline) -> Mm:
        """Return the distance of two baselines at which the letters of two lines just touch."""
        shared = self.depths.keys() & below.tops.keys()
        return max((self.depths[column] + below.tops[column] for column in shared), default=0.0)


def _glyph_boxes(text: Text) -> Iterator[tuple[Mm, Mm, Mm, Mm]]:
    """Yield the left, right, top and depth of each glyph, from the line's start and baseline, mm."""
    x = text.x
    for word in text.words:
        for left, right, top, bottom in word.face.glyph_boxes(word):
            yield x + left * text.size, x + right * text.size, top * text.size - text.y, text.y - bottom * text.size
        x += word.width * text.size + text.space
