"""Frames of a nanDECK script: boxes by name, from grids of equal cells, lists of frames, and drawings in letters.

Lengths are in the script's unit; percentages are parts of the card.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence

from pnp.extensions.importing.drawn.values import ComputedError
from pnp.extensions.nandeck.formulas import calculate, split_outside, written

FrameBox = tuple[float, float, float, float]
"""The left, top, width and height of a box."""

SideLengths = tuple[float, float]
FramesByName = Mapping[str, Sequence[FrameBox]]

MOST_FRAMES = 2000


def framed(text: str, size: SideLengths) -> FrameBox:
    """Return the box that four lengths describe."""
    parts = split_outside(text, ",")
    if len(parts) < 4:
        raise ComputedError("a frame needs left, top, width and height")
    x, y, width, height = (calculate(part, {}, size[index % 2]) for index, part in enumerate(parts[:4]))
    return x, y, width, height


def point(frame: FrameBox, where: str) -> str:
    """Return a point of a frame as ``x,y``: TL is its top left corner, CC its centre."""
    x, y, width, height = frame
    down, across = where[0], where[1]
    return ",".join((
        written(x + width * {"L": 0.0, "C": 0.5, "R": 1.0}[across]),
        written(y + height * {"T": 0.0, "C": 0.5, "B": 1.0}[down]),
    ))  # fmt: skip


def drawn_frames(rows: Sequence[str], size: SideLengths) -> dict[str, list[FrameBox]]:
    """Return the frames that a drawing in letters shows: each letter's box, the drawing as large as the card."""
    rows = [row for row in rows if row]
    columns = max(map(len, rows), default=0)
    places: dict[str, list[tuple[int, int]]] = {}
    for down, row in enumerate(rows):
        for across, letter in enumerate(row):
            if not letter.isspace():
                places.setdefault(letter.lower(), []).append((across, down))
    wide, high = size[0] / max(columns, 1), size[1] / max(len(rows), 1)
    frames = {}
    for letter, cells in places.items():
        lefts, tops = zip(*cells, strict=True)
        left, top = min(lefts), min(tops)
        frames[letter] = [(left * wide, top * high, (max(lefts) - left + 1) * wide, (max(tops) - top + 1) * high)]
    return frames


def _letters(number: int) -> str:
    """Return the name of a column, as spreadsheets count: a, b, …, z, aa."""
    name = ""
    while number >= 0:
        name = chr(97 + number % 26) + name
        number = number // 26 - 1
    return name


def _box(name: str, arguments: Sequence[str], size: SideLengths, _frames: FramesByName) -> dict[str, list[FrameBox]]:
    """Return the cells of a grid: FRAMEBOX(x, y, width, height, cell width, cell height, flags)."""
    if len(arguments) < 6:
        raise ComputedError("FRAMEBOX needs a box and the size of a cell")
    x, y, width, height = framed(",".join(arguments), size)
    wide, high = calculate(arguments[4], {}, size[0]), calculate(arguments[5], {}, size[1])
    flags = arguments[6].upper() if len(arguments) > 6 else ""
    if wide <= 0 or high <= 0 or (width / wide) * (height / high) > MOST_FRAMES:
        raise ComputedError("too many frames")
    columns, rows = math.floor(width / wide + 1e-6), math.floor(height / high + 1e-6)
    cells = {
        (across, down): (x + across * wide, y + down * high, wide, high)
        for down in range(rows)
        for across in range(columns)
    }
    if "W" in flags or "B" in flags:
        odd = "B" in flags
        cells = {place: cell for place, cell in cells.items() if sum(place) % 2 == odd}
    if "N" in flags:
        return {f"{name}{number}": [cell] for number, cell in enumerate(cells.values(), 1)}
    if "C" in flags:
        return {f"{name}{across + 1:02}{down + 1:02}": [cell] for (across, down), cell in cells.items()}
    if "E" in flags or "L" in flags:
        return {f"{name}{_letters(across)}{down + 1}": [cell] for (across, down), cell in cells.items()}
    return {name: list(cells.values())}


def _clock(name: str, arguments: Sequence[str], size: SideLengths, frames: FramesByName) -> dict[str, list[FrameBox]]:
    """Return frames around an ellipse: FRAMECLOCK(x, y, width, height, frame width, frame height, number, angle)."""
    if len(arguments) < 7:
        raise ComputedError("only nanDECK can compute it")
    x, y, width, height = framed(",".join(arguments), size)
    wide, high = calculate(arguments[4], {}, size[0]), calculate(arguments[5], {}, size[1])
    count, turn = int(calculate(arguments[6], {})), calculate(arguments[7], {}) if len(arguments) > 7 else 0.0
    if not 0 < count <= MOST_FRAMES:
        raise ComputedError("too many frames")
    boxes = {}
    for number in range(1, count + 1):
        angle = math.radians(360 * number / count - 90 + turn)
        across, down = (width - wide) / 2 * (1 + math.cos(angle)), (height - high) / 2 * (1 + math.sin(angle))
        boxes[f"{name}{number}"] = [(x + across, y + down, wide, high)]
    return boxes


def _list(name: str, arguments: Sequence[str], _size: SideLengths, frames: FramesByName) -> dict[str, list[FrameBox]]:
    """Return frames by their names, also from the first to the last one: FRAMELIST(a1, a7..a24)."""
    boxes: list[FrameBox] = []
    for argument in arguments:
        first, dots, last = argument.lower().strip().partition("..")
        names = [first]
        if dots and (ends := [re.fullmatch(r"(.*?)(\d{1,5})", end.strip()) for end in (first, last)]) and all(ends):
            stem, start = ends[0].group(1, 2)  # type: ignore[union-attr]
            names = [f"{stem}{number}" for number in range(int(start), int(ends[1][2]) + 1)]  # type: ignore[index]
        for one in names:
            if one not in frames:
                raise ComputedError(f"no frame {one}")
            boxes += frames[one]
    return {name: boxes}


FRAME_FUNCTIONS: Mapping[str, Callable[[str, Sequence[str], SideLengths, FramesByName], dict[str, list[FrameBox]]]] = {
    "FRAMEBOX": _box,
    "FRAMECLOCK": _clock,
    "FRAMELIST": _list,
}
"""Functions that make frames, by their names."""
