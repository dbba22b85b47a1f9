"""A sheet's places → registration targets and a colour bar for whoever runs a press, where the sheet is empty.

A target is printed in all inks, and shows whether they are in register; it lies at the middle of an edge. The bar has
each ink in full and at half, two inks over each other, and a grey of three inks beside one of black, by which the press
is set. Both lie outside of everything that is printed, and are cut off.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from pnp.core import outline
from pnp.core.frame import Box, Group, Path, Segment, Stroke
from pnp.core.inks import InkShares
from pnp.core.units import Mm
from pnp.layout.sheets.packing import Packing

TARGET: Mm = 5.0
"""Side of the box around a target."""

PATCH: Mm = 4.0
"""Side of a patch of the bar."""

CLEAR: Mm = 1.0
"""The distance of both from everything else on the sheet."""

ALL_INKS: InkShares = (1.0, 1.0, 1.0, 1.0)

PATCHES: tuple[tuple[InkShares, str], ...] = (
    ((1.0, 0.0, 0.0, 0.0), "#00adef"),
    ((0.0, 1.0, 0.0, 0.0), "#ec008c"),
    ((0.0, 0.0, 1.0, 0.0), "#fff200"),
    ((0.0, 0.0, 0.0, 1.0), "#231f20"),
    ((1.0, 1.0, 0.0, 0.0), "#2e3192"),
    ((0.0, 1.0, 1.0, 0.0), "#ed1c24"),
    ((1.0, 0.0, 1.0, 0.0), "#00a651"),
    ((0.5, 0.0, 0.0, 0.0), "#6dcff6"),
    ((0.0, 0.5, 0.0, 0.0), "#f49ac1"),
    ((0.0, 0.0, 0.5, 0.0), "#fff799"),
    ((0.0, 0.0, 0.0, 0.5), "#939598"),
    ((0.5, 0.4, 0.4, 0.0), "#8b8d8e"),
)
"""The inks of each patch, and a colour for screens. Grey of three inks is 50, 40, 40 as in ISO 12647-2:2004."""


def press_marks(packing: Packing, taken: Sequence[Box]) -> Iterator[tuple[Group, Box]]:
    """Yield the targets and the patches that have room, each with its box.

    Args:
        packing: The places of the pieces; its margin stays empty.
        taken: Boxes of what is printed on the sheet.
    """
    (width, height), used = packing.paper, [box.inset(-CLEAR) for box in taken]
    room = Box(0.0, 0.0, width, height).inset(packing.margin)
    across, down = (width - TARGET) / 2, (height - TARGET) / 2
    for x, y in ((across, room.y), (across, room.bottom - TARGET), (room.x, down), (room.right - TARGET, down)):
        box = Box(x, y, TARGET, TARGET)
        if not any(map(box.overlaps, used)):
            used.append(box.inset(-CLEAR))
            yield _target(box), box
    length = PATCH * len(PATCHES)
    starts = (room.x, width / 2 - length - TARGET, width / 2 + TARGET)
    for is_level, at in product((True, False), starts):
        for side in (room.bottom - PATCH, room.y) if is_level else (room.x, room.right - PATCH):
            box = Box(at, side, length, PATCH) if is_level else Box(side, at, PATCH, length)
            if room.contains(box) and not any(map(box.overlaps, used)):
                yield from _bar(box, is_level)
                return


def _target(box: Box) -> Group:
    """Return a cross with a circle around its middle, in all inks."""
    x, y = box.x + TARGET / 2, box.y + TARGET / 2
    cross: tuple[Segment, ...] = (("M", box.x, y), ("L", box.right, y), ("M", x, box.y), ("L", x, box.bottom))
    line = Stroke("#000000", 0.1)
    return Group((Path(cross, None, line), Path(outline.ellipse(x, y, 1.5, 1.5), None, line)), inks=ALL_INKS)


def _bar(box: Box, is_level: bool) -> Iterator[tuple[Group, Box]]:
    for number, (inks, colour) in enumerate(PATCHES):
        x, y = (box.x + number * PATCH, box.y) if is_level else (box.x, box.y + number * PATCH)
        patch = Box(x, y, PATCH, PATCH)
        yield Group((Path(outline.rectangle(*patch), colour),), inks=inks), patch
