"""A Frame → one that looks the same and that the plates of a press can print.

It contains no transparency. A transparent item over one flat colour gets the mixed colour, and stays vector; over any
other ground its place becomes a picture, with all that lies under it there. Pixels decide whether the ground is flat.
Black texts and lines are printed in black ink over others only where that stays below the press's limit of ink. Lines
for machines come last, as items painted after them would remove them from other plates.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from pnp.core.colours import mix_colours, recolour_paint, recolour_stroke
from pnp.core.cut_frames import with_bleed
from pnp.core.die_lines import die_line_groups, without_lines
from pnp.core.frame import (
    IDENTITY,
    Art,
    Box,
    Frame,
    Group,
    Image,
    Item,
    Matrix,
    Paint,
    Path,
    Picture,
    Stop,
    Text,
    Use,
    fades,
    multiply,
)
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.inks import BLACK, Press, coverage, is_near_black
from pnp.core.outline import apply, inverse, straight_pieces, stretch, transform
from pnp.core.units import MM_PER_INCH, Mm
from pnp.layout.surfaces import shows_ground
from pnp.render.pdf_content import is_thin_black
from pnp.render.pixels import draw_frame, ink_masks, pixels
from pnp.render.press import Renderer

if TYPE_CHECKING:
    from PIL.Image import Image as Raster


LOOK_DPI = 100.0
"""Dots per inch at which the ground below an item is inspected."""

BENDS = 8
"""A mixture with a gradient that fades is divided into this many straight pieces."""

MARGIN = 2
"""Pixels around an item that are inspected, too."""


@frozen_dataclass
class Opaque:
    """A frame without transparency.

    Attributes:
        pictured: Boxes that became pictures, in mm of the frame.
    """

    frame: Frame
    pictured: tuple[Box, ...] = ()


@frozen_dataclass(slots=True)
class _Around:
    """The groups around an item, the innermost last: their matrices and clips."""

    groups: tuple[Group, ...] = ()

    def inside(self, group: Group) -> _Around:
        return _Around((*self.groups, group._replace(items=())))

    def wrap(self, item: Item) -> Item:
        """Return the item in these groups."""
        for group in reversed(self.groups):
            item = group._replace(items=(item,))
        return item

    @property
    def matrix(self) -> Matrix:
        matrix = IDENTITY
        for group in self.groups:
            matrix = multiply(matrix, group.matrix)
        return matrix


def opaque(frame: Frame, dpi: float) -> Opaque:
    """Return a frame with its transparent items mixed with the ground below them.

    Args:
        frame: A face, with its bleed.
        dpi: Dots per inch of pictures, where one is needed.
    """
    if not has_transparency(frame):
        return Opaque(frame)
    mixing = _Flattener(frame.bleed_box, dpi)
    items = mixing.items(frame.items, _Around())
    return Opaque(replace(frame, items=items), tuple(mixing.pictured))


class _Flattener:
    """Mixes a frame item by item; knows the items painted so far, in the frame's coordinates."""

    def __init__(self, box: Box, dpi: float) -> None:
        self.pictured: list[Box] = []
        self._box = box
        self._dpi = dpi
        self._below: list[Item] = []

    def items(self, items: Sequence[Item], around: _Around) -> tuple[Item, ...]:
        opaque_items: list[Item] = []
        for item in items:
            if not _is_clear(item):
                self._below.append(around.wrap(item))
                opaque_items.append(item)
                continue
            if isinstance(item, Use):
                item = Group(item.art.items, item.matrix)
            if isinstance(item, Group) and not item.is_layer:
                opaque_items.append(item._replace(items=self.items(item.items, around.inside(item))))
                continue
            mixed = self._mixed(item, around)
            if mixed is not None:
                self._below.append(around.wrap(mixed))
                opaque_items.append(mixed)
        return tuple(opaque_items)

    def _mixed(self, item: Item, around: _Around) -> Item | None:
        """Return the replacement for a transparent item; None where no part of it is visible."""
        wrapped = around.wrap(item)
        paint = next(ink_masks([self._page((wrapped,))], LOOK_DPI))
        place = paint.getbbox()
        if place is None:
            return None
        x, y, right, bottom = place
        right, bottom = min(paint.width, right + MARGIN), min(paint.height, bottom + MARGIN)
        place = (max(0, x - MARGIN), max(0, y - MARGIN), right, bottom)
        mask = paint.crop(place)
        ground = draw_frame(self._page(self._below), paint.width, paint.height).crop(place)
        if isinstance(item, Path | Group) and (colour := _flat(ground, mask)):
            plain = item._replace(opacity=1.0)
            if isinstance(plain, Path):
                return _over(plain, colour, item.opacity)
            if not _is_clear(plain):
                return _over(plain, colour, item.opacity)
        return self._picture(wrapped, place, around)

    def _picture(self, wrapped: Item, place: tuple[int, int, int, int], around: _Around) -> Item:
        """Return a picture of an item and everything below it, at a place in pixels of LOOK_DPI."""
        scale = MM_PER_INCH / LOOK_DPI
        x, y, right, bottom = (pixel * scale for pixel in place)
        box = Box(self._box.x + x, self._box.y + y, right - x, bottom - y)
        self.pictured.append(box)
        width, height = pixels(box.width, box.height, self._dpi)
        picture = _as_png(draw_frame(_page((*self._below, wrapped), box), width, height))
        # The picture is placed on the frame: the inverse matrix undoes the groups around it.
        return Group((Image(box.x, box.y, box.width, box.height, picture),), inverse(around.matrix))

    def _page(self, items: Sequence[Item]) -> Frame:
        return _page(items, self._box)


def _page(items: Sequence[Item], box: Box) -> Frame:
    """Return a page that shows a box of some items."""
    return Frame(box.width, box.height, (Group(tuple(items), (1.0, 0.0, 0.0, 1.0, -box.x, -box.y)),))


def _flat(ground: Raster, mask: Raster) -> str:
    """Return the only colour of a ground where the mask is set; "" where there are several."""
    from PIL import Image as Pillow

    masked = Pillow.new("RGBA", ground.size)
    masked.paste(ground, mask=mask.point(lambda level: 255 if level else 0))
    pixel_colours: list[Any] = [colour for _, colour in masked.getcolors(ground.width * ground.height) or ()]
    colours = [bytes(colour[:3]).hex() for colour in pixel_colours if colour[3]]
    return f"#{colours[0]}" if len(colours) == 1 else ""


def _over(item: Item, ground: str, opacity: float) -> Item:
    """Return an item with all its colours mixed with a ground."""

    def colour(item_colour: str) -> str:
        return mix_colours(item_colour, opacity, ground)

    def paint_over(paint: Paint | None) -> Paint | None:
        if not fades(paint) or paint is None or isinstance(paint, str):
            return recolour_paint(paint, colour)
        stops = _between(paint.stops)
        mixed = (Stop(stop.offset, mix_colours(stop.colour, stop.opacity * opacity, ground)) for stop in stops)
        return paint._replace(stops=tuple(mixed))

    def painted_over(item: Item) -> Item:
        match item:
            case Path():
                stroke = item.stroke
                if stroke is not None:
                    stroke = stroke._replace(paint=paint_over(stroke.paint) or stroke.paint)
                return item._replace(fill=paint_over(item.fill), stroke=stroke)
            case Text():
                return item._replace(
                    fill=recolour_paint(item.fill, colour) or item.fill, stroke=recolour_stroke(item.stroke, colour)
                )
            case Group():
                return item._replace(items=tuple(map(painted_over, item.items)))
            case Use():
                return Group(tuple(map(painted_over, item.art.items)), item.matrix)
            case Image():
                return item._replace(picture=_mixed_picture(item.picture, ground, opacity))
            case _:
                return item

    return painted_over(item)


def _between(stops: Sequence[Stop]) -> Iterator[Stop]:
    """Yield stops with more of them between two whose colours and opacities differ, as mixtures bend there."""
    for before, after in pairwise(stops):
        is_bent = before.colour != after.colour and before.opacity != after.opacity
        for step in range(BENDS if is_bent else 1):
            share = step / BENDS
            yield Stop(
                before.offset + (after.offset - before.offset) * share,
                mix_colours(after.colour, share, before.colour),
                before.opacity + (after.opacity - before.opacity) * share,
            )
    yield stops[-1]


def _mixed_picture(picture: Picture, ground: str, opacity: float) -> Picture:
    from PIL import Image as Pillow

    with Pillow.open(io.BytesIO(picture.content)) as image:
        whole = image.convert("RGB")
    return _as_png(Pillow.blend(Pillow.new("RGB", whole.size, ground), whole, opacity), picture.file)


def _as_png(image: Raster, file: str = "") -> Picture:
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    content = buffer.getvalue()
    return Picture(hashlib.sha256(content).hexdigest()[:16], content, *image.size, file)


# --- transparency


def _is_clear(item: Item) -> bool:
    """Whether an item, or anything in it, is transparent."""
    match item:
        case Path():
            return item.opacity < 1 or fades(item.fill) or fades(item.stroke.paint if item.stroke else None)
        case Group():
            return item.is_layer or any(map(_is_clear, item.items))
        case Use():
            return _has_clear(item.art)
        case Image():
            return shows_ground(item.picture)
        case _:
            return False


@lru_cache(maxsize=1024)
def _has_clear(art: Art) -> bool:
    return any(map(_is_clear, art.items))


def has_transparency(frame: Frame) -> bool:
    """Whether a frame contains transparency."""
    return any(map(_is_clear, frame.items))


STEP: Mm = 0.5
"""Distance between the places that are inspected along a line, at most."""

ASCENT, DESCENT = 0.75, 0.22
"""How far letters reach above and below their baseline, in em."""

TOLERANCE = 0.5
"""Ink above the limit that is tolerated, in per cent."""


def plated(frame: Frame, press: Press, dpi: float) -> Opaque:
    """Return a face that a press can print.

    Args:
        frame: The face, with its bleed.
        press: The press that it is separated for, with its limit of ink.
        dpi: Dots per inch of areas that have to become pictures.
    """
    opaque_face = opaque(without_lines(frame), dpi)
    items = (*_OverprintDecider(opaque_face.frame, press).items(), *die_line_groups(frame))
    return Opaque(replace(frame, items=items), opaque_face.pictured)


PLATES = Renderer(lambda frame, press, dpi: plated(frame, press, dpi).frame)


class _OverprintDecider:
    """Decides which black texts and thin black lines of a frame are printed over other inks.

    The ground below them is inspected in one picture of the frame without them. Where another item covers a line, the
    picture shows that item; the line is not printed there anyway.
    """

    def __init__(self, frame: Frame, press: Press) -> None:
        self._frame = frame
        self._press = press
        self._arts: dict[tuple[int, tuple[bool, ...]], Art] = {}
        self._decided: list[bool] = []
        self._picture: Raster | None = None

    def items(self) -> tuple[Item, ...]:
        """Return the frame's items; black texts and lines that must not overprint are marked as knocking out."""
        return self._items(self._frame.items, IDENTITY, 1.0)

    def _items(self, items: tuple[Item, ...], matrix: Matrix, scale: float) -> tuple[Item, ...]:
        return tuple(self._item(item, matrix, scale) for item in items)

    def _item(self, item: Item, matrix: Matrix, scale: float) -> Item:
        match item:
            case Group():
                inside = multiply(matrix, item.matrix)
                items = self._items(item.items, inside, scale * stretch(item.matrix))
                return item if items == item.items else item._replace(items=items)
            case Use():
                return self._use(item, multiply(matrix, item.matrix), scale * stretch(item.matrix))
            case Path() if _is_black(item, scale):
                is_heavy = self._is_heavy(_points(item, matrix))
                self._decided.append(is_heavy)
                return item._replace(knocks_out=True) if is_heavy else item
            case Text() if isinstance(item.fill, str) and is_near_black(item.fill):
                is_heavy = self._is_heavy(_text_points(item, matrix))
                self._decided.append(is_heavy)
                return item._replace(knocks_out=True) if is_heavy else item
        return item

    def _use(self, use: Use, matrix: Matrix, scale: float) -> Use:
        """Return shared art, one variant for each combination of lines that knock out."""
        before, self._decided = self._decided, []
        items = self._items(use.art.items, matrix, scale)
        key = (id(use.art), tuple(self._decided))
        self._decided = before + self._decided
        if not any(key[1]):
            return use
        return use._replace(art=self._arts.setdefault(key, replace(use.art, items=items)))

    def _is_heavy(self, places: Iterator[tuple[Mm, Mm]]) -> bool:
        """Whether black ink over the ground exceeds the press's limit in any of some places."""
        grounds = {self._ground(x, y) for x, y in places}
        return any(self._over(ground) > self._press.ink + TOLERANCE for ground in grounds if ground)

    def _over(self, ground: str) -> float:
        cyan, magenta, yellow, _ = self._press.inks(ground)
        return coverage((cyan, magenta, yellow, BLACK[3]))

    def _ground(self, x: Mm, y: Mm) -> str:
        """Return the colour below a place, "" outside the bleed."""
        if self._picture is None:
            page = with_bleed(replace(self._frame, items=_without_black(self._frame.items, 1.0)))
            self._picture = draw_frame(page, *pixels(page.width, page.height, LOOK_DPI))
        bleed, dots = self._frame.bleed, LOOK_DPI / MM_PER_INCH
        at = int((x + bleed) * dots), int((y + bleed) * dots)
        if not (0 <= at[0] < self._picture.width and 0 <= at[1] < self._picture.height):
            return ""
        channels: Any = self._picture.getpixel(at)
        return f"#{bytes(channels[:3]).hex()}"


def _is_black(path: Path, scale: float) -> bool:
    """Whether any part of a path is printed in black ink alone."""
    if path.fill is not None and path.segments and is_thin_black(path.fill, path.segments, scale):
        return True
    return path.stroke is not None and is_thin_black(path.stroke.paint, path.stroke.width, scale)


def _without_black(items: tuple[Item, ...], scale: float) -> tuple[Item, ...]:
    """Return items without those printed in black ink alone."""
    visible: list[Item] = []
    for item in items:
        match item:
            case Group():
                inner = _without_black(item.items, scale * stretch(item.matrix))
                visible.append(item._replace(items=inner))
            case Use():
                inner = _without_black(item.art.items, scale * stretch(item.matrix))
                visible.append(Group(inner, item.matrix))
            case Text() if isinstance(item.fill, str) and is_near_black(item.fill):
                pass
            case Path() if _is_black(item, scale):
                is_line = item.stroke is not None and is_thin_black(item.stroke.paint, item.stroke.width, scale)
                if is_line and item.fill is not None:
                    visible.append(item._replace(stroke=None))
            case _:
                visible.append(item)
    return tuple(visible)


def _points(path: Path, matrix: Matrix) -> Iterator[tuple[Mm, Mm]]:
    """Yield places along a path, and on both sides of it as far as its line is wide, at most half a mm apart."""
    off = path.stroke.width * stretch(matrix) / 2 if path.stroke else 0.0
    for (x1, y1), (x2, y2) in straight_pieces(transform(path.segments, matrix)):
        steps = max(1, int(max(abs(x2 - x1), abs(y2 - y1)) / STEP))
        for n in range(steps + 1):
            x, y = x1 + (x2 - x1) * n / steps, y1 + (y2 - y1) * n / steps
            yield x, y
            if off:
                yield from ((x - off, y), (x + off, y), (x, y - off), (x, y + off))


def _text_points(text: Text, matrix: Matrix) -> Iterator[tuple[Mm, Mm]]:
    """Yield places all over a text, from its capitals' top to below its baseline, at most half a mm apart."""
    top, bottom = text.y - ASCENT * text.size, text.y + DESCENT * text.size
    step = STEP / stretch(matrix)
    for row in range(int((bottom - top) / step) + 2):
        for column in range(int(text.width / step) + 2):
            x, y = min(text.x + column * step, text.x + text.width), min(top + row * step, bottom)
            yield apply(matrix, x, y)
