"""Faces and a packing → sheets: pieces at their places on paper, with bleed, crop marks or outlines, and backs.

A sheet is itself a Frame, of the paper's size. Nothing is scaled: a card's trim on paper is its trim in the template.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from pnp.fonts import Face, FontSet, Word
from pnp.layout import outline
from pnp.layout.frame import Art, Box, Frame, Group, Item, Matrix, Path, Segment, Stroke, Text, Use, move
from pnp.layout.packing import EDGE, Packing, around
from pnp.layout.paper import Backs
from pnp.layout.shape import trim_outline
from pnp.units import MM_PER_PT, Mm

MARK_LENGTH: Mm = 5.0
MARK_OFFSET: Mm = 0.5
MARK_WIDTH: Mm = 0.2
"""Crop marks start half a millimetre beyond the bleed, so that none is left on a card that is cut a little large."""

LEAST_MARK: Mm = 0.5
"""A mark that has no more room is left out."""

MARK_END: Mm = 1.5
"""Marks end this far from the paper's edge."""


@dataclass(frozen=True)
class Side:
    """One side of a card to be printed.

    Attributes:
        frame: The laid-out face or back.
        art: The same as shared art, when the side is printed more than once.
    """

    frame: Frame
    art: Art | None = None


Printed = tuple[Side, Side | None]
"""A card's face and its back."""


@dataclass(frozen=True)
class Sheet:
    """One side of a printed sheet.

    Attributes:
        frame: The page.
        trim: What all trims together cover, mm.
        bleed: The same with bleed.
        cards: Cards on it.
        is_back: Whether it is the sheet's back.
    """

    frame: Frame
    trim: Box
    bleed: Box
    cards: int
    is_back: bool


@dataclass(frozen=True)
class Label:
    """What is printed small in the sheet's margin.

    Attributes:
        text: Names the game, language and edition; the sheet's number is added.
        face: Its font.
        fonts: For characters that the face lacks.
    """

    text: str
    face: Face
    fonts: FontSet

    def shape(self, text: str) -> list[tuple[Word, ...]]:
        """The words of a text, each as runs of one face."""
        return [self.fonts.shape(word, self.face) for word in text.split()]

    @property
    def missing(self) -> str:
        """Characters of its text that no font has."""
        return "".join(dict.fromkeys(c for runs in self.shape(self.text) for run in runs for c in run.missing))


def impose(
    cards: Iterable[Printed], packing: Packing, backs: Backs, label: Label, first_number: int = 1
) -> Iterator[Sheet]:
    """Return the sheets of some cards of one size, front after front, each followed by its back.

    Args:
        cards: Faces and backs in printing order; taken as they are needed.
        packing: Where they lie.
        backs: ``duplex`` for backs behind their fronts, turned over the long edge; ``none`` for fronts only.
        label: For the margin.
        first_number: The first sheet's number.
    """
    supply = iter(cards)
    for number in itertools.count(first_number):
        batch = list(itertools.islice(supply, packing.capacity))
        if not batch:
            return
        fronts = [(slot, face) for slot, (face, _) in zip(packing.slots, batch, strict=False)]
        yield _sheet(fronts, packing, label, number, is_back=False)
        reverse = [(packing.behind(slot), back) for slot, (_, back) in zip(packing.slots, batch, strict=False) if back]
        if backs == "duplex" and reverse:
            yield _sheet(reverse, packing, label, number, is_back=True)


def _sheet(sides: list[tuple[Box, Side]], packing: Packing, label: Label, number: int, is_back: bool) -> Sheet:
    items: list[Item] = []
    for slot, side in sides:
        items.append(_placed(side, packing, slot, turned=is_back and packing.is_landscape))
    slots = [slot for slot, _ in sides]
    if packing.is_grid:
        items += _marks(slots, packing)
    elif not is_back:
        items += _outlines(sides)
    items += _margin(label, packing, f"{number}{'B' if is_back else 'A'}")
    trim = around(slots)
    name = f"sheet {number}{' back' if is_back else ''}"
    frame = Frame(*packing.paper, tuple(items), name=name)
    return Sheet(frame, trim, trim.inset(-packing.bleed), len(sides), is_back)


def _placed(side: Side, packing: Packing, slot: Box, turned: bool) -> Group:
    """A side in its place, cut at the bleed it may show there."""
    left, top, right, bottom = packing.bleed_at(slot)
    if turned:
        left, top, right, bottom = right, bottom, left, top
    bleed = side.frame.bleed
    left, top, right, bottom = (min(n, bleed) for n in (left, top, right, bottom))
    matrix: Matrix = move(slot.x, slot.y)
    if turned:
        matrix = (-1.0, 0.0, 0.0, -1.0, slot.right, slot.bottom)
    if packing.is_grid:
        clip = Path(outline.rectangle(-left, -top, slot.width + left + right, slot.height + top + bottom))
    else:
        clip = Path(trim_outline(side.frame, left))
    items = (Use(side.art, move(0, 0)),) if side.art else side.frame.items
    return Group(items, matrix, clip)


def _outlines(sides: list[tuple[Box, Side]]) -> Iterator[Item]:
    """A thin line along the trim of each piece that is not cut straight."""
    stroke = Stroke("#000000", MARK_WIDTH)
    for slot, side in sides:
        yield Group((Path(trim_outline(side.frame), None, stroke),), move(slot.x, slot.y))


def _marks(slots: list[Box], packing: Packing) -> Iterator[Path]:
    """Crop marks at every trim line of the cards there are, outside the block of cards."""
    block = around(slots)
    stroke = Stroke("#000000", MARK_WIDTH)
    start = packing.bleed + MARK_OFFSET
    width, height = packing.paper
    for x in sorted({round(edge, 4) for slot in slots for edge in (slot.x, slot.right)}):
        yield from _mark(x, block.y, 0, -1, start, block.y, stroke)
        yield from _mark(x, block.bottom, 0, 1, start, height - block.bottom, stroke)
    for y in sorted({round(edge, 4) for slot in slots for edge in (slot.y, slot.bottom)}):
        yield from _mark(block.x, y, -1, 0, start, block.x, stroke)
        yield from _mark(block.right, y, 1, 0, start, width - block.right, stroke)


def _mark(x: Mm, y: Mm, dx: int, dy: int, start: Mm, room: Mm, stroke: Stroke) -> Iterator[Path]:
    """One mark outwards from a trim's edge, from ``start`` beyond it; ``room`` is what there is to the paper's edge."""
    end = min(start + MARK_LENGTH, room - MARK_END)
    if end - start > LEAST_MARK:
        yield Path((("M", x + dx * start, y + dy * start), ("L", x + dx * end, y + dy * end)), None, stroke)


PRINT_SIZE: Mm = 6 * MM_PER_PT
"""Size of the small print in the margin."""

CLEAR: Mm = 1.5
"""How far the small print keeps off the crop marks at both ends of its line."""

RULER: Mm = 50.0
RULER_NAME = "50 mm"
NAME_GAP: Mm = 1.0
"""Room between the ruler and its name."""

TICK: Mm = 1.8
SHORT_TICK: Mm = 1.1
"""Height of the ruler's marks at every centimetre, and at those between."""

LABEL_ROOM: Mm = 40.0
"""What the sheet's name needs; where the line has no more, there is no ruler."""


def _margin(label: Label, packing: Packing, number: str) -> Iterator[Item]:
    """The sheet's name and a ruler of 50 mm, which proves the print's scale.

    They stand at the foot, or where that is too low upwards at the left.
    """
    block = packing.block
    foot = packing.paper[1] - block.bottom - packing.bleed - EDGE
    side = block.x - packing.bleed - EDGE
    piece = packing.slots[0]
    if foot >= TICK:
        line = _small_print(label, number, block.width, piece.width if packing.is_grid else block.width)
        yield Group(tuple(line), move(block.x, packing.paper[1] - EDGE))
    elif side >= TICK:
        line = _small_print(label, number, block.height, piece.height if packing.is_grid else block.height)
        yield Group(tuple(line), (0.0, -1.0, 1.0, 0.0, EDGE + TICK, block.bottom))


def _small_print(label: Label, number: str, length: Mm, piece: Mm) -> Iterator[Item]:
    """Name and ruler along a line from 0 to a length; each stands beside one piece, clear of the crop marks."""
    size = PRINT_SIZE
    grey = "#555555"
    space = label.face.space * size

    def text(words: str, x: Mm) -> tuple[list[Text], Mm]:
        """The words from x on, and where they end."""
        placed: list[Text] = []
        for runs in label.shape(words):
            for run in runs:
                if placed and run is runs[0] and placed[-1].words[0].face is run.face:
                    placed[-1] = replace(placed[-1], words=(*placed[-1].words, run))
                else:
                    placed.append(Text(x, 0.0, size, (run,), grey, space))
                x += run.width * size
            x += space
        return placed, x - space

    yield from text(f"{label.text} · {number}", CLEAR)[0]
    width = text(RULER_NAME, 0.0)[1]
    start = length - CLEAR - width - NAME_GAP - RULER
    if start < CLEAR + LABEL_ROOM or piece < RULER + width + 2 * CLEAR:
        return
    ruler: list[Segment] = [("M", start, 0.0), ("L", start + RULER, 0.0)]
    for tick in range(0, 51, 5):
        rise = TICK if tick % 10 == 0 else SHORT_TICK
        ruler += [("M", start + tick, 0.0), ("L", start + tick, -rise)]
    yield Path(tuple(ruler), None, Stroke(grey, MARK_WIDTH))
    yield from text(RULER_NAME, start + RULER + NAME_GAP)[0]
