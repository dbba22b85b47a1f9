"""A Frame → the same as the plates of a press can print it.

Nothing in it is half clear; black texts and lines keep to the ink that the press takes; lines for machines come last,
as whatever is painted after them would take its place out of their plates.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pnp.layout.dielines import lines_of, without_lines
from pnp.layout.frame import IDENTITY, Art, Frame, Group, Item, Matrix, Path, Text, Use, multiply
from pnp.layout.outline import apply, straight_pieces, stretch, transform
from pnp.press import BLACK, Press, coverage, is_near_black
from pnp.render.opaque import Opaque, opaque
from pnp.render.pdf_content import is_thin_black
from pnp.render.pixels import drawn, pixels, with_bleed
from pnp.units import MM_PER_INCH, Mm

if TYPE_CHECKING:
    from PIL.Image import Image as Raster

LOOK_DPI = 100.0
"""Dots per inch at which is looked at what lies below a line: four to a mm."""

STEP: Mm = 0.5
"""How far apart places along a line are looked at."""

ASCENT, DESCENT = 0.75, 0.22
"""How far letters reach above and below their baseline, in sizes of the type."""

TOLERANCE = 0.5
"""Per cent of ink that make no difference."""


def plated(frame: Frame, press: Press, dpi: float) -> Opaque:
    """A face as a press can print it.

    Args:
        frame: With its bleed.
        press: What it is separated for, and how much ink that takes.
        dpi: Dots per inch of what has to become a picture.
    """
    made = opaque(without_lines(frame), dpi)
    items = (*_Sparing(made.frame, press).items(), *lines_of(frame))
    return Opaque(replace(frame, items=items), made.pictured)


class _Sparing:
    """A frame while its black texts and thin black lines are looked at, which are printed over what is there.

    What lies below them is looked at in one picture of the frame without them: where something covers a line, that is
    seen instead, and there the line is not printed.
    """

    def __init__(self, frame: Frame, press: Press) -> None:
        self._frame = frame
        self._press = press
        self._arts: dict[tuple[int, tuple[bool, ...]], Art] = {}
        self._decided: list[bool] = []
        self._picture: Raster | None = None

    def items(self) -> tuple[Item, ...]:
        """The frame's items, with those texts and lines marked that must not lie over what is below."""
        return self._items(self._frame.items, IDENTITY, 1.0)

    def _items(self, items: tuple[Item, ...], matrix: Matrix, scale: float) -> tuple[Item, ...]:
        return tuple(self._item(item, matrix, scale) for item in items)

    def _item(self, item: Item, matrix: Matrix, scale: float) -> Item:
        match item:
            case Group():
                inside = multiply(matrix, item.matrix)
                items = self._items(item.items, inside, scale * stretch(item.matrix))
                return item if items == item.items else replace(item, items=items)
            case Use():
                return self._use(item, multiply(matrix, item.matrix), scale * stretch(item.matrix))
            case Path() if _is_black(item, scale):
                is_heavy = self._is_heavy(_points(item, matrix))
                self._decided.append(is_heavy)
                return replace(item, knocks_out=True) if is_heavy else item
            case Text() if isinstance(item.fill, str) and is_near_black(item.fill):
                is_heavy = self._is_heavy(_text_points(item, matrix))
                self._decided.append(is_heavy)
                return replace(item, knocks_out=True) if is_heavy else item
        return item

    def _use(self, use: Use, matrix: Matrix, scale: float) -> Use:
        """Shared art: one for each way in which its lines come out."""
        before, self._decided = self._decided, []
        items = self._items(use.art.items, matrix, scale)
        key = (id(use.art), tuple(self._decided))
        self._decided = before + self._decided
        if not any(key[1]):
            return use
        return replace(use, art=self._arts.setdefault(key, replace(use.art, items=items)))

    def _is_heavy(self, places: Iterator[tuple[Mm, Mm]]) -> bool:
        """Whether black ink and what lies below take more than the press, in any of some places."""
        grounds = {self._ground(x, y) for x, y in places}
        return any(self._over(ground) > self._press.ink + TOLERANCE for ground in grounds if ground)

    def _over(self, ground: str) -> float:
        cyan, magenta, yellow, _ = self._press.inks(ground)
        return coverage((cyan, magenta, yellow, BLACK[3]))

    def _ground(self, x: Mm, y: Mm) -> str:
        """The colour below a place, "" off the bleed."""
        if self._picture is None:
            page = with_bleed(replace(self._frame, items=_without_black(self._frame.items, 1.0)))
            self._picture = drawn(page, *pixels(page.width, page.height, LOOK_DPI))
        bleed, dots = self._frame.bleed, LOOK_DPI / MM_PER_INCH
        at = int((x + bleed) * dots), int((y + bleed) * dots)
        if not (0 <= at[0] < self._picture.width and 0 <= at[1] < self._picture.height):
            return ""
        channels: Any = self._picture.getpixel(at)
        return f"#{bytes(channels[:3]).hex()}"


def _is_black(path: Path, scale: float) -> bool:
    """Whether any of a path is printed in black ink alone."""
    if path.fill is not None and path.segments and is_thin_black(path.fill, path.segments, scale):
        return True
    return path.stroke is not None and is_thin_black(path.stroke.paint, path.stroke.width, scale)


def _without_black(items: tuple[Item, ...], scale: float) -> tuple[Item, ...]:
    """Items without what is printed in black ink alone."""
    kept: list[Item] = []
    for item in items:
        match item:
            case Group():
                inner = _without_black(item.items, scale * stretch(item.matrix))
                kept.append(replace(item, items=inner))
            case Use():
                inner = _without_black(item.art.items, scale * stretch(item.matrix))
                kept.append(Group(inner, item.matrix))
            case Text() if isinstance(item.fill, str) and is_near_black(item.fill):
                pass
            case Path() if _is_black(item, scale):
                is_line = item.stroke is not None and is_thin_black(item.stroke.paint, item.stroke.width, scale)
                if is_line and item.fill is not None:
                    kept.append(replace(item, stroke=None))
            case _:
                kept.append(item)
    return tuple(kept)


def _points(path: Path, matrix: Matrix) -> Iterator[tuple[Mm, Mm]]:
    """Places all along a path, and so far beside it as its line is wide, half a mm apart at most."""
    off = path.stroke.width * stretch(matrix) / 2 if path.stroke else 0.0
    for (x1, y1), (x2, y2) in straight_pieces(transform(path.segments, matrix)):
        steps = max(1, int(max(abs(x2 - x1), abs(y2 - y1)) / STEP))
        for n in range(steps + 1):
            x, y = x1 + (x2 - x1) * n / steps, y1 + (y2 - y1) * n / steps
            yield x, y
            if off:
                yield from ((x - off, y), (x + off, y), (x, y - off), (x, y + off))


def _text_points(text: Text, matrix: Matrix) -> Iterator[tuple[Mm, Mm]]:
    """Places all over a text, from its capitals' top to below its baseline, half a mm apart at most."""
    top, bottom = text.y - ASCENT * text.size, text.y + DESCENT * text.size
    step = STEP / stretch(matrix)
    for row in range(int((bottom - top) / step) + 2):
        for column in range(int(text.width / step) + 2):
            x, y = min(text.x + column * step, text.x + text.width), min(top + row * step, bottom)
            yield apply(matrix, x, y)
