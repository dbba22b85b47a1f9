"""Laid-out sides and pages → the same with changes for print: less ink, white borders, proof lines, or draft marks.

Less ink means all in grey, or pale backs and grounds: only paints and pictures change, every item keeps its place, and
shared art stays shared. A draft has lines around elements with faults, and a coloured margin on each sheet and page.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from typing import assert_never

from pnp.core import outline
from pnp.core.colours import Recolour, channels, recolour_paint, recolour_stroke
from pnp.core.frame import (
    IDENTITY,
    Art,
    Box,
    Frame,
    Group,
    Image,
    Item,
    Matrix,
    Path,
    Picture,
    Stroke,
    Text,
    Use,
    multiply,
)
from pnp.core.inks import Press
from pnp.core.outline import trim_outline
from pnp.core.printing import Ink, Printing
from pnp.core.units import MM_PER_PT, Mm
from pnp.layout.sheets.sheet import Printed, Side
from pnp.layout.sheets.small_print import PROOF_COLOURS, SheetLabel
from pnp.layout.text.fitting import set_line

PALE = 0.75
"""The share of white that is mixed into backs and grounds."""
GROUND = 0.5
"""A shape that covers at least this share of a face is its ground."""

RecolourPicture = Callable[[Picture], Picture]


class InkSaver:
    """Applies an ink to faces, backs and pages; shared art is recoloured once.

    Attributes:
        full_ink_sides: Names of sides whose ground keeps all its ink, because a text on it would be unreadable
            otherwise.
    """

    def __init__(self, ink: Ink) -> None:
        self.ink = ink
        self.full_ink_sides: dict[str, None] = {}
        self._arts: dict[tuple[int, str], tuple[Art, Art]] = {}

    def frame(self, frame: Frame, is_back: bool) -> Frame:
        """Return a face or a back in the ink."""
        match self.ink:
            case "full":
                return frame
            case "light":
                return self._pale(frame, is_back)
            case "grey":
                return self._grey(frame)
            case _:
                assert_never(self.ink)

    def page(self, frame: Frame) -> Frame:
        """Return a page of a booklet in the ink; light ink leaves it as it is."""
        match self.ink:
            case "full" | "light":
                return frame
            case "grey":
                return self._grey(frame)
            case _:
                assert_never(self.ink)

    def _grey(self, frame: Frame) -> Frame:
        return replace(frame, items=self._recoloured(frame.items, grey, grey_picture, "grey"))

    def printed(self, frame: Frame, press: Press) -> Frame:
        """Return a side or page in the screen colours that show how a press prints it."""
        picture = partial(_picture_of_press, press)
        return replace(frame, items=self._recoloured(frame.items, press.printed, picture, press.title))

    def _pale(self, frame: Frame, is_back: bool) -> Frame:
        """Return a side with a pale back or ground; unchanged if that would make a text unreadable."""
        if is_back:
            candidates = [self._recoloured(frame.items, pale, pale_picture, "pale")]
            candidates.append(self._recoloured(frame.items, pale, pale_picture, "but texts"))
        else:
            candidates = [self._pale_grounds(frame.items, frame)]
        from pnp.layout.contrast import faint_texts

        faint = {text.text for text in faint_texts(frame)}
        for items in candidates:
            paler = replace(frame, items=items)
            if {text.text for text in faint_texts(paler)} <= faint:
                return paler
        self.full_ink_sides[frame.name] = None
        return frame

    def _recoloured(
        self, items: tuple[Item, ...], colour: Recolour, picture: RecolourPicture, way: str
    ) -> tuple[Item, ...]:
        return tuple(self._item(item, colour, picture, way) for item in items)

    def _item(self, item: Item, colour: Recolour, picture: RecolourPicture, way: str) -> Item:
        match item:
            case Path():
                return item._replace(
                    fill=recolour_paint(item.fill, colour), stroke=recolour_stroke(item.stroke, colour)
                )
            case Text() if way != "but texts":
                fill = recolour_paint(item.fill, colour)
                return item._replace(fill=fill or item.fill, stroke=recolour_stroke(item.stroke, colour))
            case Group():
                return item._replace(items=self._recoloured(item.items, colour, picture, way))
            case Image():
                return item._replace(picture=picture(item.picture))
            case Use():
                key = (id(item.art), way)
                if key not in self._arts:
                    art = replace(item.art, items=self._recoloured(item.art.items, colour, picture, way))
                    self._arts[key] = (item.art, art)
                return item._replace(art=self._arts[key][1])
            case _:
                return item

    def _pale_grounds(self, items: tuple[Item, ...], frame: Frame, matrix: Matrix = IDENTITY) -> tuple[Item, ...]:
        """Return the items of a face, with those that cover most of it made pale."""
        recoloured: list[Item] = []
        for item in items:
            match item:
                case Path() if _covers(item, frame, matrix):
                    recoloured.append(item._replace(fill=recolour_paint(item.fill, pale)))
                case Image() if item.width * item.height * abs(outline.determinant(matrix)) >= _ground_area(frame):
                    recoloured.append(item._replace(picture=pale_picture(item.picture)))
                case Group():
                    recoloured.append(
                        item._replace(items=self._pale_grounds(item.items, frame, multiply(matrix, item.matrix)))
                    )
                case Use():
                    key = (id(item.art), f"ground {multiply(matrix, item.matrix)}")
                    if key not in self._arts:
                        inner = self._pale_grounds(item.art.items, frame, multiply(matrix, item.matrix))
                        same = inner == item.art.items
                        self._arts[key] = (item.art, item.art if same else replace(item.art, items=inner))
                    recoloured.append(item._replace(art=self._arts[key][1]))
                case _:
                    recoloured.append(item)
        return tuple(recoloured)


def _ground_area(frame: Frame) -> float:
    """Return the area from which a shape is a face's ground, mm²."""
    return GROUND * frame.width * frame.height


def _covers(path: Path, frame: Frame, matrix: Matrix) -> bool:
    """Whether the box around a filled path covers most of a face."""
    if path.fill is None or not any(segment[0] != "Z" for segment in path.segments):
        return False
    box = outline.handle_bounds(outline.transform(path.segments, matrix))
    width = min(box.right, frame.width) - max(box.x, 0.0)
    height = min(box.bottom, frame.height) - max(box.y, 0.0)
    return width > 0 and height > 0 and width * height >= _ground_area(frame)


@lru_cache(maxsize=4096)
def grey(colour: str) -> str:
    """Return a colour as a black printer prints it: by its luma (ITU-R BT.601), as pictures are made grey."""
    red, green, blue = channels(colour)
    level = (red * 19595 + green * 38470 + blue * 7471 + 0x8000) >> 16
    return f"#{level:02x}{level:02x}{level:02x}"


@lru_cache(maxsize=4096)
def pale(colour: str) -> str:
    """Return a colour mixed with white."""
    return "#" + "".join(f"{round(255 - (255 - channel) * (1 - PALE)):02x}" for channel in channels(colour))


@lru_cache(maxsize=64)
def grey_picture(picture: Picture) -> Picture:
    """Return a picture in grey."""
    from PIL import Image as Pillow

    with Pillow.open(io.BytesIO(picture.content)) as image:
        is_clear = image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info
        grey_image = image.convert("RGBA").convert("LA") if is_clear else image.convert("L")
        return _picture(grey_image, picture, image.format or "PNG")


@lru_cache(maxsize=64)
def pale_picture(picture: Picture) -> Picture:
    """Return a picture mixed with white."""
    from PIL import Image as Pillow

    with Pillow.open(io.BytesIO(picture.content)) as image:
        is_clear = image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info
        colours = image.convert("RGBA" if is_clear else "RGB")
        light = [round(255 - (255 - level) * (1 - PALE)) for level in range(256)]
        table = light * 3 + (list(range(256)) if is_clear else [])
        return _picture(colours.point(table), picture, image.format or "PNG")


def _picture(image: object, picture: Picture, form: str) -> Picture:
    buffer = io.BytesIO()
    image.save(buffer, form, quality=95) if form == "JPEG" else image.save(buffer, "PNG")  # type: ignore[attr-defined]
    content = buffer.getvalue()
    return replace(picture, name=hashlib.sha256(content).hexdigest()[:16], content=content)


@lru_cache(maxsize=64)
def _picture_of_press(press: Press, picture: Picture) -> Picture:
    """Return a picture as a press prints it."""
    return _picture(press.printed_picture(picture.content), picture, "PNG")


MAX_BACKS = 64
"""Most finished backs that are cached for further cards."""

BEYOND: Mm = 1.0
"""How far a white border reaches beyond the bleed, so that no ink remains there."""

PROOF_WIDTH: Mm = 0.15


class Finishing:
    """Finishes card after card; a back that many cards share is finished once."""

    def __init__(self, printing: Printing, plate: Callable[[Frame], Frame] | None = None) -> None:
        """Begin with no finished backs.

        Args:
            printing: How sides are printed.
            plate: Converts a side for a press; None without a press.
        """
        self._printing = printing
        self._plate = plate
        self._inks = InkSaver(printing.ink)
        self._changes = printing.ink != "full" or bool(printing.border) or printing.is_proof or plate is not None
        self._backs: dict[int, tuple[Side, Side]] = {}

    @property
    def full_ink_sides(self) -> int:
        """The number of sides that keep all their ink, although less was requested."""
        return len(self._inks.full_ink_sides)

    def card(self, printed: Printed, safe: Mm, back_safe: Mm) -> Printed:
        """Return a card's face and back, finished.

        Args:
            printed: The laid-out face and back.
            safe: How far inside the face's trim its safe area begins, mm.
            back_safe: How far inside the back's trim its safe area begins, mm.
        """
        if not self._changes:
            return printed
        face, back = printed
        return self._side(face, safe, is_back=False), self._back(back, back_safe) if back else None

    def _back(self, back: Side, safe: Mm) -> Side:
        if back.art is None:
            return self._side(back, safe, is_back=True)
        if id(back) not in self._backs:
            if len(self._backs) >= MAX_BACKS:
                self._backs.clear()
            self._backs[id(back)] = (back, self._side(back, safe, is_back=True))
        return self._backs[id(back)][1]

    def _side(self, side: Side, safe: Mm, is_back: bool) -> Side:
        frame = self._inks.frame(side.frame, is_back)
        items = frame.items
        if self._printing.border and "cut" not in frame.lines:
            items = (*items, border(frame, self._printing.border))
        if self._printing.is_proof:
            items = (*items, *proof(frame, safe))
        if self._plate is not None:
            items = self._plate(replace(frame, items=items)).items
        return Side(replace(frame, items=items), replace(side.art, items=items) if side.art else None)


def border(frame: Frame, width: Mm) -> Path:
    """Return a white border inside the trim of a side, over its bleed too.

    Args:
        frame: The side.
        width: Width of the border, mm.
    """
    around = frame.bleed_box.inset(-BEYOND)
    outer = outline.rectangle(*around)
    # Filled even-odd: between a box beyond the bleed and the trim's outline moved inwards by the width.
    return Path((*outer, *trim_outline(frame, -width)), "#ffffff", even_odd=True)


def proof(frame: Frame, safe: Mm) -> list[Item]:
    """Return the lines of a proof over a side: its bleed, its trim, its safe area, and the boxes of its elements.

    Args:
        frame: The side.
        safe: How far inside the trim the safe area begins, mm.
    """
    bleed, trim, inner, boxes = PROOF_COLOURS.values()
    lines: list[Item] = [
        Path(outline.rectangle(*placed.box), None, Stroke(boxes, PROOF_WIDTH, (0.6, 0.6))) for placed in frame.boxes
    ]
    for far, colour in ((frame.bleed - PROOF_WIDTH / 2, bleed), (0.0, trim), (-safe, inner)):
        lines.append(Path(trim_outline(frame, far), None, Stroke(colour, PROOF_WIDTH)))
    return lines


COLOUR = "#c4005f"
LINE: Mm = 0.4

MARGIN: Mm = 4.8
"""Width of a draft's margin: a little wider than the margin that printers leave white, so that a strip is visible."""

_OPACITY = 0.3
_SIZE: Mm = 8 * MM_PER_PT
_EVERY: Mm = 70.0
"""Approximate distance between two repetitions of the words, mm."""


def fault_marks(box: Box, is_empty: bool) -> tuple[Item, ...]:
    """Return lines around an element with a fault, with a cross if the element is not drawn at all."""
    stroke = Stroke(COLOUR, LINE)
    around = Path(outline.rectangle(*box), None, stroke)
    if not is_empty:
        return (around,)
    diagonals = ((box.x, box.y, box.right, box.bottom), (box.x, box.bottom, box.right, box.y))
    return (around, *(Path(outline.polyline(list(diagonal)), None, stroke) for diagonal in diagonals))


def draft_page(page: Frame, label: SheetLabel) -> Frame:
    """Return a sheet or page with a draft's margin over everything on it.

    Args:
        page: The page.
        label: The words in the margin, and their font.
    """
    box, inner = page.bleed_box, page.trim.inset(MARGIN)
    ring = (
        *outline.rectangle(*box),
        *outline.rectangle(*inner),
    )
    items: list[Item] = [Path(ring, COLOUR, even_odd=True, opacity=_OPACITY)]
    times = max(1, int((page.width - 2 * MARGIN) / _EVERY))
    for number in range(times):
        x = MARGIN + number * (page.width - 2 * MARGIN) / times
        for baseline in (MARGIN - 1.2, page.height - 1.2):
            items += set_line(label.text, x, baseline, _SIZE, label.face, label.fonts, COLOUR)[0]
    return replace(page, items=(*page.items, *items))
