"""Paper and a font → both sides of the sheet that measures how far a printer misplaces backs.

The sheet is read by eye: needles are pricked through its crosses, and a hole made from the front shows on the back
where a back should be. Its scales show the numbers to type, so that the reader need not work out signs.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from pnp.core import outline
from pnp.core.fonts import FontFace, FontSet
from pnp.core.frame import Frame, Group, Item, Path, Point, Segment, Stroke
from pnp.core.printing import OVER_LONG_EDGE, Printing
from pnp.core.units import MM_PER_PT, Mm
from pnp.layout.text.fitting import set_line

REACH: int = 3
"""How far the scales go to each side of their middle, mm."""
STEP: Mm = 0.5
ARM: Mm = 6.0
"""Half the size of a cross."""
SPREAD: Mm = 2.7
"""The distance between two numbers of a scale, whose lines are closer than readable numbers can be."""
LEADER: Mm = 4.0
"""Length of the lines that lead to the numbers."""
NUMBER_SIZE: Mm = 6.5 * MM_PER_PT
LARGEST: Mm = 10.5 * MM_PER_PT
RULER: Mm = 50.0


def crosses(width: Mm, height: Mm) -> list[Point]:
    """Return the places of the crosses on the front: above, left, in the middle, right, below."""
    x, y = width / 2, height / 2
    down, across = height * 0.34, width * 0.3
    return [(x, y - down), (x - across, y), (x, y), (x + across, y), (x, y + down)]


def degrees_per_mm(height: Mm) -> float:
    """Return the turn of backs, in degrees, for each mm by which x of the first and the last hole differ."""
    (_, top), *_, (_, foot) = crosses(0.0, height)
    return math.degrees(1 / (foot - top))


def calibration_sheet(printing: Printing, face: FontFace, fonts: FontSet) -> tuple[Frame, Frame]:
    """Return front and back of the sheet, upright.

    Args:
        printing: Its paper, and the edge over which it is turned; its offset is not used.
        face: The font of the instructions.
        fonts: For characters that the face lacks.
    """
    width, height = min(printing.size), max(printing.size)
    per_mm = degrees_per_mm(height)
    front_lines = (
        f"Where your printer puts backs · {printing.paper_name}, turned over its {printing.flip} edge",
        "1. Print this sheet as you print cards: on both sides, at 100 %, from the same tray.",
        "2. Prick a needle through the middle of each cross, from this side.",
        "3. Turn the sheet over like the page of a book.",
    )
    back_lines = (
        "4. Each hole shows two numbers: x at the top of its scale, then y at its left.",
        "5. Those of hole 3 are what backs are moved by. Keep them under a name for this printer:",
        "pnp calibrate set NAME X,Y",
        f"6. If x of holes 1 and 5 differ, backs lie askew: ANGLE is (x of 1 - x of 5) times {per_mm:.2f}.",
        "pnp calibrate set NAME X,Y ANGLE",
        "7. From now on: pnp build --printer NAME",
    )
    front: list[Item] = [*_instructions(front_lines, width, height, face, fonts), *_ruler(width, height, face, fonts)]
    back: list[Item] = [*_instructions(back_lines, width, height, face, fonts)]
    for number, (x, y) in enumerate(crosses(width, height), 1):
        front += _cross(x, y, str(number), face, fonts)
        back += _scales(width - x, y, str(number), face, fonts)
    if not OVER_LONG_EDGE[printing.flip]:  # the printer turns the paper head down, so the back is head down, too
        back = [Group(tuple(back), (-1.0, 0.0, 0.0, -1.0, width, height))]
    return Frame(width, height, tuple(front), name="front"), Frame(width, height, tuple(back), name="back")


def _instructions(lines: Sequence[str], width: Mm, height: Mm, face: FontFace, fonts: FontSet) -> Iterator[Item]:
    """Set lines between the cross above and those in the middle, at the largest size that fits."""
    left = max(width * 0.08, 8.0)
    below, above = 2 * REACH * SPREAD, REACH + LEADER + 2 * NUMBER_SIZE
    top, room = height * 0.16 + below, height * 0.34 - below - above
    longest = max(set_line(line, 0.0, 0.0, 1.0, face, fonts)[1] for line in lines)
    size = min(LARGEST, (width - 2 * left) / longest, room / (1.5 * len(lines)))
    for number, line in enumerate(lines, 1):
        yield from set_line(line, left, top + number * 1.5 * size, size, face, fonts)[0]


def _cross(x: Mm, y: Mm, number: str, face: FontFace, fonts: FontSet) -> Iterator[Item]:
    lines: tuple[Segment, ...] = (("M", x - ARM, y), ("L", x + ARM, y), ("M", x, y - ARM), ("L", x, y + ARM))
    yield Path(lines, None, Stroke("#000000", 0.12))
    yield Path(outline.ellipse(x, y, ARM / 2, ARM / 2), None, Stroke("#000000", 0.12))
    yield from set_line(number, x + ARM / 2, y - ARM / 2, LARGEST, face, fonts)[0]


def _scales(x: Mm, y: Mm, number: str, face: FontFace, fonts: FontSet) -> Iterator[Item]:
    """Draw a grid whose middle lies behind a cross if the printer is exact, with its numbers beside it."""
    fine: list[Segment] = []
    full: list[Segment] = []
    for step in range(round(-REACH / STEP), round(REACH / STEP) + 1):
        at = step * STEP
        lines = full if at == int(at) else fine
        lines += [("M", x + at, y - REACH), ("L", x + at, y + REACH)]
        lines += [("M", x - REACH, y + at), ("L", x + REACH, y + at)]
    for at in range(-REACH, REACH + 1):
        away = (at + REACH) * SPREAD - REACH  # to the right and down only, so that no two leaders cross
        full += [("M", x + at, y - REACH), ("L", x + away, y - REACH - LEADER)]
        full += [("M", x - REACH, y + at), ("L", x - REACH - LEADER, y + away)]
        number_width = set_line(str(at), 0.0, 0.0, NUMBER_SIZE, face, fonts)[1]
        above = (x + away - number_width / 2, y - REACH - LEADER - 0.6)
        beside = (x - REACH - LEADER - 0.6 - number_width, y + away + NUMBER_SIZE * 0.35)
        for place in (above, beside):
            yield from set_line(str(at), *place, NUMBER_SIZE, face, fonts)[0]
    yield Path(tuple(fine), None, Stroke("#999999", 0.06))
    yield Path(tuple(full), None, Stroke("#333333", 0.1))
    axes: tuple[Segment, ...] = (("M", x - REACH, y), ("L", x + REACH, y), ("M", x, y - REACH), ("L", x, y + REACH))
    yield Path(axes, None, Stroke("#000000", 0.2))
    yield from set_line(number, x + REACH + 1.5, y + REACH, LARGEST, face, fonts)[0]


def _ruler(width: Mm, height: Mm, face: FontFace, fonts: FontSet) -> Iterator[Item]:
    """Draw a ruler above the cross below, which proves that nothing was scaled."""
    x, y = (width - RULER) / 2, height * 0.84 - 3 * ARM
    segments: list[Segment] = [("M", x, y), ("L", x + RULER, y)]
    for tick in range(0, 51, 5):
        segments += [("M", x + tick, y), ("L", x + tick, y - (2.5 if tick % 10 == 0 else 1.5))]
    yield Path(tuple(segments), None, Stroke("#000000", 0.2))
    note = "50 mm: if it is not, choose 100 % or actual size when you print"
    note_width = set_line(note, 0.0, 0.0, NUMBER_SIZE, face, fonts)[1]
    yield from set_line(note, (width - note_width) / 2, y + 3.5, NUMBER_SIZE, face, fonts)[0]
