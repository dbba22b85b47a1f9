"""Card faces → sheets: cards in a grid on paper, with bleed, crop marks, and backs that line up.

A sheet is itself a Frame, of the paper's size. The grid is centred, so that a sheet fed in either way round still
matches its back. Nothing is scaled: a card's trim on paper is its trim in the template.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from pnp.fonts import Face
from pnp.layout import outline
from pnp.layout.frame import Art, Box, Frame, Group, Item, Matrix, Path, Stroke, Text, Use, move
from pnp.units import MM_PER_PT, Mm

PAPERS: dict[str, tuple[Mm, Mm]] = {
    "a4": (210.0, 297.0),
    "letter": (215.9, 279.4),
    "a3": (297.0, 420.0),
    "legal": (215.9, 355.6),
    "tabloid": (279.4, 431.8),
}
"""Width and height in portrait, mm (ISO 216; ANSI Y14.1)."""

EDGE: Mm = 5.0
"""Least distance from a trim edge to the paper's edge: what a home printer cannot print."""

MARK_LENGTH: Mm = 5.0
MARK_OFFSET: Mm = 0.5
MARK_WIDTH: Mm = 0.2
"""Crop marks start half a millimetre beyond the bleed, so that none is left on a card that is cut a little large."""

MARK_END: Mm = 1.5
"""Marks end this far from the paper's edge."""

Backs = Literal["none", "duplex"]


@dataclass(frozen=True)
class Grid:
    """Where cards lie on a sheet.

    Attributes:
        paper: Width and height as used, mm.
        columns: Cards across.
        rows: Cards down.
        card: Trim width and height, mm.
        gutter: Room between trims, across and down, mm.
        bleed: How much of the bleed is printed on the block's outside, mm.
    """

    paper: tuple[Mm, Mm]
    columns: int
    rows: int
    card: tuple[Mm, Mm]
    gutter: Mm
    bleed: Mm

    @property
    def capacity(self) -> int:
        """Cards on a full sheet."""
        return self.columns * self.rows

    @property
    def is_landscape(self) -> bool:
        """Whether the paper lies on its long side."""
        return self.paper[0] > self.paper[1]

    @property
    def block(self) -> Box:
        """What all trims together cover; centred on the paper."""
        width = self.columns * self.card[0] + (self.columns - 1) * self.gutter
        height = self.rows * self.card[1] + (self.rows - 1) * self.gutter
        return Box((self.paper[0] - width) / 2, (self.paper[1] - height) / 2, width, height)

    def slot(self, index: int) -> Box:
        """The trim of the card at a place, counted row by row from the top left."""
        row, column = divmod(index, self.columns)
        block = self.block
        return Box(
            block.x + column * (self.card[0] + self.gutter),
            block.y + row * (self.card[1] + self.gutter),
            *self.card,
        )

    def behind(self, index: int) -> int:
        """The place on the back of the sheet that lies behind a place on its front, turned over the long edge."""
        row, column = divmod(index, self.columns)
        if self.is_landscape:
            return (self.rows - 1 - row) * self.columns + column
        return row * self.columns + (self.columns - 1 - column)

    def bleed_at(self, index: int) -> tuple[Mm, Mm, Mm, Mm]:
        """Bleed printed left, top, right and bottom of a place: half the gutter towards a neighbour."""
        row, column = divmod(index, self.columns)
        inner = min(self.gutter / 2, self.bleed)
        return (
            self.bleed if column == 0 else inner,
            self.bleed if row == 0 else inner,
            self.bleed if column == self.columns - 1 else inner,
            self.bleed if row == self.rows - 1 else inner,
        )


class CardTooLargeError(ValueError):
    """A card does not fit the paper."""


def choose_grid(card: tuple[Mm, Mm], bleed: Mm, paper: tuple[Mm, Mm]) -> Grid:
    """Return the grid that puts most cards on a sheet.

    Portrait wins when both ways hold as many. The gutter is the widest of twice the bleed, the bleed, and none that
    costs no card: with twice the bleed every card has its own, with none neighbours share a cut.

    Raises:
        CardTooLargeError: Not even one card fits.
    """
    best: Grid | None = None
    width, height = min(paper), max(paper)
    for gutter in dict.fromkeys((2 * bleed, bleed, 0.0)):
        for size in ((width, height), (height, width)):
            columns, rows = (
                int((side - 2 * EDGE + gutter + 1e-6) / (length + gutter))
                for side, length in zip(size, card, strict=True)
            )
            if columns < 1 or rows < 1:
                continue
            grid = Grid(size, columns, rows, card, gutter, bleed)
            margin = min(grid.block.x, grid.block.y)
            grid = Grid(size, columns, rows, card, gutter, min(bleed, margin - MARK_END))
            if best is None or grid.capacity > best.capacity:
                best = grid
    if best is None:
        raise CardTooLargeError(f"a card of {card[0]:g}×{card[1]:g} mm does not fit on {width:g}×{height:g} mm paper")
    return best


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
    is_back: bool = False


@dataclass(frozen=True)
class Label:
    """What is printed small in the sheet's margin.

    Attributes:
        text: Names the game, language and edition; the sheet's number is added.
        face: Its font.
    """

    text: str
    face: Face


def impose(cards: Iterable[Printed], grid: Grid, backs: Backs, label: Label, first_number: int = 1) -> Iterator[Sheet]:
    """Return the sheets of some cards of one size, front after front, each followed by its back.

    Args:
        cards: Faces and backs in printing order; taken as they are needed.
        grid: Where they lie.
        backs: ``duplex`` for backs behind their fronts, turned over the long edge; ``none`` for fronts only.
        label: For the margin.
        first_number: The first sheet's number.
    """
    supply = iter(cards)
    for number in itertools.count(first_number):
        batch = list(itertools.islice(supply, grid.capacity))
        if not batch:
            return
        fronts = [(index, face) for index, (face, _) in enumerate(batch)]
        yield _sheet(fronts, grid, label, f"{number}", is_back=False)
        reverse = [(grid.behind(index), back) for index, (_, back) in enumerate(batch) if back]
        if backs == "duplex" and reverse:
            yield _sheet(reverse, grid, label, f"{number}", is_back=True)


def _sheet(sides: list[tuple[int, Side]], grid: Grid, label: Label, number: str, is_back: bool) -> Sheet:
    items: list[Item] = []
    for index, side in sides:
        items.append(_placed(side, grid, index, turned=is_back and grid.is_landscape))
    items += _marks([grid.slot(index) for index, _ in sides], grid)
    items += _margin(label, grid, f"{number}{'B' if is_back else 'A'}")
    trim = _around([grid.slot(index) for index, _ in sides])
    name = f"sheet {number}{' back' if is_back else ''}"
    frame = Frame(*grid.paper, tuple(items), name=name)
    return Sheet(frame, trim, trim.inset(-grid.bleed), len(sides), is_back)


def _placed(side: Side, grid: Grid, index: int, turned: bool) -> Group:
    """A side in its slot, cut at the bleed it may show there."""
    slot = grid.slot(index)
    left, top, right, bottom = grid.bleed_at(index)
    if turned:
        left, top, right, bottom = right, bottom, left, top
    bleed = side.frame.bleed
    left, top, right, bottom = (min(n, bleed) for n in (left, top, right, bottom))
    matrix: Matrix = move(slot.x, slot.y)
    if turned:
        matrix = (-1.0, 0.0, 0.0, -1.0, slot.right, slot.bottom)
    clip = Path(outline.rectangle(-left, -top, slot.width + left + right, slot.height + top + bottom))
    items = (Use(side.art, move(0, 0)),) if side.art else side.frame.items
    return Group(items, matrix, clip)


def _around(boxes: list[Box]) -> Box:
    x, y = min(b.x for b in boxes), min(b.y for b in boxes)
    return Box(x, y, max(b.right for b in boxes) - x, max(b.bottom for b in boxes) - y)


def _marks(slots: list[Box], grid: Grid) -> Iterator[Path]:
    """Crop marks at every trim line of the cards there are, outside the block of cards."""
    around = _around(slots)
    stroke = Stroke("#000000", MARK_WIDTH)
    start = grid.bleed + MARK_OFFSET
    width, height = grid.paper
    for x in sorted({round(edge, 4) for slot in slots for edge in (slot.x, slot.right)}):
        yield from _mark(x, around.y, 0, -1, start, around.y, stroke)
        yield from _mark(x, around.bottom, 0, 1, start, height - around.bottom, stroke)
    for y in sorted({round(edge, 4) for slot in slots for edge in (slot.y, slot.bottom)}):
        yield from _mark(around.x, y, -1, 0, start, around.x, stroke)
        yield from _mark(around.right, y, 1, 0, start, width - around.right, stroke)


def _mark(x: Mm, y: Mm, dx: int, dy: int, start: Mm, room: Mm, stroke: Stroke) -> Iterator[Path]:
    """One mark outwards from a trim's edge, from ``start`` beyond it; ``room`` is what there is to the paper's edge."""
    end = min(start + MARK_LENGTH, room - MARK_END)
    if end - start > 0.5:
        yield Path((("M", x + dx * start, y + dy * start), ("L", x + dx * end, y + dy * end)), None, stroke)


RULER: Mm = 50.0


def _margin(label: Label, grid: Grid, number: str) -> Iterator[Item]:
    """The sheet's name and a ruler of 50 mm below the block, where there is room: it proves the print's scale.

    Both stand between the crop marks of a column.
    """
    block = grid.block
    room = grid.paper[1] - block.bottom - grid.bleed - EDGE
    if room < 2.0:
        return
    size = 6 * MM_PER_PT
    y = grid.paper[1] - EDGE
    grey = "#555555"

    def text(words: str, x: Mm) -> Text:
        shaped = tuple(label.face.shape(word) for word in words.split())
        return Text(x, y, size, shaped, grey, label.face.space * size)

    yield text(f"{label.text} · {number}", block.x + 1.5)
    measure = text("50 mm", 0.0)
    last = grid.slot(grid.columns - 1)
    start = last.right - 1.5 - measure.width - 1.0 - RULER
    if start < block.x + 1.5 + 40 or last.width < RULER + measure.width + 3:
        return
    line = [("M", start, y), ("L", start + RULER, y)]
    for tick in range(0, 51, 5):
        rise = 1.8 if tick % 10 == 0 else 1.1
        line += [("M", start + tick, y), ("L", start + tick, y - rise)]
    yield Path(tuple(line), None, Stroke(grey, MARK_WIDTH))
    yield text("50 mm", start + RULER + 1.0)
