"""Pieces at their places → what of each is printed: its trim, and its bleed as far as nobody else's reaches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pnp.layout import outline
from pnp.layout.frame import Box, Segment

_CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))
"""Top left, top right, bottom right, bottom left: 0 for left and top, 1 for right and bottom."""


@dataclass(frozen=True)
class Area:
    """What is printed of a piece.

    Attributes:
        box: Trim and bleed, on the sheet, mm.
        cuts: How much is cut off slantwise at each of its corners, as _CORNERS has them: along the width, the height.
    """

    box: Box
    cuts: tuple[tuple[float, float], ...] = ((0.0, 0.0),) * 4

    @property
    def outline(self) -> tuple[Segment, ...]:
        """Its edge."""
        box = self.box
        if not any(map(any, self.cuts)):
            return outline.rectangle(box.x, box.y, box.width, box.height)
        points: list[float] = []
        for (right, low), (across, down) in zip(_CORNERS, self.cuts, strict=True):
            x, y = box.right if right else box.x, box.bottom if low else box.y
            before = (x, y + (-down if low else down))
            after = (x + (-across if right else across), y)
            if right == low:  # the way round comes up, or down, to this corner
                points += [*before, *after]
            else:
                points += [*after, *before]
        return outline.polyline(points, is_closed=True)


def areas(trims: Sequence[Box], bleeds: Sequence[tuple[float, float, float, float]]) -> list[Area]:
    """What is printed of each of some pieces, by its trim and its bleed left, top, right and bottom.

    Where the bleeds of two meet at a corner, as beside an empty place, each has half of what both cover.
    """
    found = [
        Area(Box(trim.x - left, trim.y - top, trim.width + left + right, trim.height + top + bottom))
        for trim, (left, top, right, bottom) in zip(trims, bleeds, strict=True)
    ]
    for one, area in enumerate(found):
        for other in range(one + 1, len(found)):
            across = min(area.box.right, found[other].box.right) - max(area.box.x, found[other].box.x)
            down = min(area.box.bottom, found[other].box.bottom) - max(area.box.y, found[other].box.y)
            if across > 1e-6 and down > 1e-6:
                right, low = int(found[other].box.x > area.box.x), int(found[other].box.y > area.box.y)
                found[one] = area = _cut(area, (right, low), (across, down))
                found[other] = _cut(found[other], (1 - right, 1 - low), (across, down))
    return found


def _cut(area: Area, corner: tuple[int, int], cut: tuple[float, float]) -> Area:
    at = _CORNERS.index(corner)
    return replace(area, cuts=(*area.cuts[:at], cut, *area.cuts[at + 1 :]))
