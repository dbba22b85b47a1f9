"""A piece that is larger than the paper → the sheets from which it is assembled, tile by tile, with their marks.

Neighbouring sheets overlap. The seam lies in the middle of the overlap: the sheet at its right, or below it, is cut
there and glued over the other one. All marks lie where the paper is cut off or covered: beyond a seam, or around the
bleed. At both ends of each seam the two sheets have the same cross, half of which is cut off with the seam.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from pnp.core import outline
from pnp.core.diagnostics import Mistake
from pnp.core.frame import Art, Box, Frame, Group, Item, Matrix, Path, Stroke, Use, translation
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.outline import trim_outline
from pnp.core.printing import Printing, larger_papers
from pnp.core.units import Mm
from pnp.layout.sheets.marks import CASING, FOLD_DASH, MARK_WIDTH, MARKS, MIN_MARK, mark
from pnp.layout.sheets.packing import both_ways, holds
from pnp.layout.sheets.sheet import Printed, Sheet, Side
from pnp.layout.sheets.small_print import PRINT_COLOUR, SheetLabel, line_of_print, small_text
from pnp.text.own_words import PrintedWord

RIM: Mm = 5.0
"""Room around the bleed for marks, where the piece itself is not printed."""

MAX_TILES = 64
"""The most sheets that a piece may take: a poster of 841 × 1189 mm takes 25 of A4. More is a mistake."""

TileSpan = tuple[Mm, Mm]
"""Start and end along one side, mm from the trim's top left."""


@frozen_dataclass
class Tile:
    """The part of a piece that one sheet shows, in mm from the top left of the piece's trim.

    Attributes:
        row: From 0, at the top.
        column: From 0, at the left.
        window: All that is printed: trim, bleed, and the room for marks around it.
        visible: The part of the window that stays visible when the sheets are joined.
    """

    row: int
    column: int
    window: Box
    visible: Box

    @property
    def name(self) -> str:
        """The tile's place, such as B3: the second row, the third column."""
        return f"{chr(ord('A') + self.row)}{self.column + 1}"


@frozen_dataclass
class Tiling:
    """How a piece is divided into tiles.

    Attributes:
        size: Size of the trim, mm.
        bleed: Bleed around the trim, mm.
        paper: Width and height as used, mm.
        overlap: Width of the strip that two neighbours both print, mm.
        columns: The span of each column, from the left.
        rows: The span of each row, from the top.
    """

    size: tuple[Mm, Mm]
    bleed: Mm
    paper: tuple[Mm, Mm]
    overlap: Mm
    columns: tuple[TileSpan, ...]
    rows: tuple[TileSpan, ...]

    @property
    def tiles(self) -> Iterator[Tile]:
        """Yield the tiles row by row, from the top left."""
        for row, (top, bottom) in enumerate(self.rows):
            for column, (left, right) in enumerate(self.columns):
                window = Box(left, top, right - left, bottom - top)
                x, end = self._visible(self.columns, column)
                y, foot = self._visible(self.rows, row)
                yield Tile(row, column, window, Box(x, y, end - x, foot - y))

    def _visible(self, spans: tuple[TileSpan, ...], index: int) -> TileSpan:
        """Return a span from seam to seam, or at the piece's edge to the end of the room for marks."""
        start, end = spans[index]
        half = self.overlap / 2
        return start + (half if index else 0.0), end - (half if index < len(spans) - 1 else 0.0)

    def place(self, tile: Tile) -> tuple[Mm, Mm]:
        """Return where the top left of the piece's trim lies on a tile's sheet, in mm; it may lie off the sheet.

        Each window is in the middle of its sheet.
        """
        x, y = ((side - length) / 2 for side, length in zip(self.paper, self._window_size(tile), strict=True))
        return x - tile.window.x, y - tile.window.y

    @staticmethod
    def _window_size(tile: Tile) -> tuple[Mm, Mm]:
        return tile.window.width, tile.window.height


def tile_piece(size: tuple[Mm, Mm], bleed: Mm, printing: Printing) -> Tiling:
    """Return the tiling with the fewest sheets; portrait wins over landscape.

    All windows have one size, so that all seams lie in one place on their sheets. A piece that is no larger than the
    paper takes one sheet, whatever the margin.

    Args:
        size: Size of the trim, mm.
        bleed: The template's bleed, mm.
        printing: Paper, margin and overlap.

    Raises:
        Mistake: The piece would take more than MAX_TILES sheets, or margins and overlap leave no room.
    """
    for paper in both_ways(printing.size):
        if holds(paper, size):
            across, down = ((side - length) / 2 for side, length in zip(paper, size, strict=True))
            whole = (-across, size[0] + across), (-down, size[1] + down)
            return Tiling(size, bleed, paper, printing.overlap, (whole[0],), (whole[1],))
    around = bleed + RIM
    tilings = []
    for paper in both_ways(printing.size):
        sides = [
            _spans(length + 2 * around, side - 2 * printing.margin, printing.overlap, around)
            for length, side in zip(size, paper, strict=True)
        ]
        if all(sides) and math.prod(map(len, sides)) <= MAX_TILES:
            tilings.append(Tiling(size, bleed, paper, printing.overlap, sides[0], sides[1]))
    if not tilings:
        width, height = printing.size
        what = f"a piece of {size[0]:g}×{size[1]:g} mm needs more than {MAX_TILES} sheets"
        what += f" of {width:g}×{height:g} mm paper"
        what += f" with {printing.margin:g} mm left white" if printing.margin else ""
        larger = larger_papers(printing.size)
        raise Mistake(what, f"correct its size, or use larger paper: --paper {larger}" if larger else "make it smaller")
    return min(tilings, key=lambda tiling: len(tiling.columns) * len(tiling.rows))


def _spans(length: Mm, room: Mm, overlap: Mm, around: Mm) -> tuple[TileSpan, ...]:
    """Divide a length into equal, overlapping parts that fit the room; return none if the room is too small.

    Args:
        length: Length including bleed and room for marks, mm.
        room: Printable length of a sheet, mm.
        overlap: Overlap of two parts, mm; a part is at least three times as long.
        around: How far the length begins before the trim, mm.
    """
    if room < 3 * overlap and room < length:
        return ()
        # Equal parts cover the length: length = count * part - (count - 1) * overlap, with part <= room.
    count = max(1, math.ceil((length - overlap) / (room - overlap) - 1e-9)) if length > room else 1
    part = (length + (count - 1) * overlap) / count
    starts = [index * (part - overlap) - around for index in range(count)]
    return tuple((start, start + part) for start in starts)


ARM: Mm = 2.0
"""Half the size of a cross, where the overlap has room for it."""

LINE_HEIGHT: Mm = 3.0
BASELINE: Mm = 0.8
"""The distance from the foot of the white ground under a line of small print to its baseline."""

CLEAR: Mm = 1.0
"""The gap between a cross and small print."""

CELL: Mm = 1.2
"""Largest side of a sheet on the little map of all sheets."""
MAP_LINE: Mm = 0.15


@frozen_dataclass
class Seam:
    """A line along which a tile is joined to a neighbour.

    Attributes:
        at: mm along x, or along y, from the top left of the trim.
        is_upright: Whether it runs from top to bottom.
        is_cut: Whether this tile is cut there and glued over its neighbour; else the neighbour is.
    """

    at: Mm
    is_upright: bool
    is_cut: bool


def tile_sheets(
    pieces: Iterable[Printed],
    tiling: Tiling,
    printing: Printing,
    label: SheetLabel,
    printed_word: PrintedWord,
    first_number: int = 1,
) -> Iterator[Sheet]:
    """Yield the sheets of some pieces: each face tile by tile, then its back on sheets of its own.

    A back cannot be on the other sides of the face's sheets: two sheets would have to meet exactly on both sides.

    Args:
        pieces: Faces and backs, all of the tiling's size.
        tiling: How they are divided.
        printing: Whether backs, marks and outlines are printed.
        label: The name and font of the small print.
        printed_word: Returns the words of the small print.
        first_number: The first sheet's number.
    """
    number = first_number
    for face, back in pieces:
        for side in (face, back if printing.back_style.is_printed else None):
            if side is None:
                continue
            art = side.art or Art(side.frame.name, side.frame.bleed_box, side.frame.items)
            for tile in tiling.tiles:
                is_first = side is face and tile.name == "A1"
                name = f"{printed_word('back')} {tile.name}" if side is back else tile.name
                yield _sheet(
                    side,
                    art,
                    tile,
                    tiling,
                    _SheetPrint(printing, label, printed_word, number, name),
                    cards=int(is_first),
                )
                number += 1


@frozen_dataclass
class _SheetPrint:
    """The printing, small print and name of one sheet."""

    printing: Printing
    label: SheetLabel
    printed_word: PrintedWord
    number: int
    name: str


def _sheet(side: Side, art: Art, tile: Tile, tiling: Tiling, sheet_print: _SheetPrint, cards: int) -> Sheet:
    x, y = tiling.place(tile)
    printed_box = _common(tile.window, side.frame.bleed_box.inset(max(side.frame.bleed - tiling.bleed, 0.0)))
    items: list[Item] = [Group((Use(art, translation(0, 0)),), clip=Path(outline.rectangle(*printed_box)))]
    if sheet_print.printing.has_outlines:
        line = Path(trim_outline(side.frame, MARK_WIDTH / 2), None, Stroke("#000000", MARK_WIDTH))
        items.append(Group((line,), clip=Path(outline.rectangle(*tile.window))))
    seams = list(_seams(tile, tiling))
    for seam in seams:
        items += _line(seam, tile.window)
    for seam in seams:
        items += _crosses(seam, tile, tiling)
    has_room = tile.window.x <= -tiling.bleed - MIN_MARK and tile.window.y <= -tiling.bleed - MIN_MARK
    if MARKS[sheet_print.printing.marks.kind].shows_cuts and (seams or has_room):
        items += _corners(tile, tiling, sheet_print.printing)
    items += _notes(seams, tile, tiling, sheet_print)
    frame = Frame(*tiling.paper, (Group(tuple(items), translation(x, y)),), name=f"sheet {sheet_print.number}")
    trim = _common(_after_cutting(tile, seams), Box(0.0, 0.0, *tiling.size))
    return Sheet(frame, _moved(trim, x, y), _moved(printed_box, x, y), cards, is_back=False)


def _seams(tile: Tile, tiling: Tiling) -> Iterator[Seam]:
    if tile.column:
        yield Seam(tile.visible.x, is_upright=True, is_cut=True)
    if tile.column < len(tiling.columns) - 1:
        yield Seam(tile.visible.right, is_upright=True, is_cut=False)
    if tile.row:
        yield Seam(tile.visible.y, is_upright=False, is_cut=True)
    if tile.row < len(tiling.rows) - 1:
        yield Seam(tile.visible.bottom, is_upright=False, is_cut=False)


def _after_cutting(tile: Tile, seams: Iterable[Seam]) -> Box:
    """Return the part of a tile that is left after cutting its seams, with the strips under its neighbours."""
    x, y = tile.window.x, tile.window.y
    for seam in seams:
        if seam.is_cut:
            x, y = (seam.at, y) if seam.is_upright else (x, seam.at)
    return Box(x, y, tile.window.right - x, tile.window.bottom - y)


def _line(seam: Seam, window: Box) -> Iterator[Path]:
    """Draw the line along a seam, on its hidden side: solid where the sheet is cut, dashed where the next one lies."""
    away = -1 if seam.is_cut else 1
    dash = () if seam.is_cut else FOLD_DASH
    for width, paint, pattern in ((CASING, "#ffffff", ()), (MARK_WIDTH, "#000000", dash)):
        at = seam.at + away * width / 2
        ends = ((at, window.y), (at, window.bottom)) if seam.is_upright else ((window.x, at), (window.right, at))
        yield Path((("M", *ends[0]), ("L", *ends[1])), None, Stroke(paint, width, pattern))


def _crosses(seam: Seam, tile: Tile, tiling: Tiling) -> Iterator[Path]:
    """Yield a cross at either end of a seam: around the bleed, or where the next seam hides it.

    Rows are put together first, then glued to each other: seams between rows need crosses only at the outside.
    """
    quarter = tiling.overlap / 4
    around = tiling.bleed + RIM / 2
    across, down = tiling.size
    if seam.is_upright:
        top = -around if tile.row == 0 else tile.visible.y - quarter
        foot = down + around if tile.row == len(tiling.rows) - 1 else tile.visible.bottom + quarter
        yield from _cross(seam.at, top, quarter)
        yield from _cross(seam.at, foot, quarter)
    else:
        if tile.column == 0:
            yield from _cross(-around, seam.at, quarter)
        if tile.column == len(tiling.columns) - 1:
            yield from _cross(across + around, seam.at, quarter)


def _cross(x: Mm, y: Mm, quarter: Mm) -> Iterator[Path]:
    arm = min(ARM, quarter - CASING / 2)
    for stroke in (Stroke("#ffffff", CASING), Stroke("#000000", MARK_WIDTH)):
        yield Path((("M", x - arm, y), ("L", x + arm, y), ("M", x, y - arm), ("L", x, y + arm)), None, stroke)


def _corners(tile: Tile, tiling: Tiling, printing: Printing) -> Iterator[Path]:
    """Yield crop marks at those corners of the trim that a tile has."""
    width, height = tiling.size
    room = tiling.bleed + RIM
    for x, dx, has_x in ((0.0, -1, tile.column == 0), (width, 1, tile.column == len(tiling.columns) - 1)):
        for y, dy, has_y in ((0.0, -1, tile.row == 0), (height, 1, tile.row == len(tiling.rows) - 1)):
            if has_x and has_y:
                yield from mark((x, y), dx, 0, room, tiling.bleed, printing.marks)
                yield from mark((x, y), 0, dy, room, tiling.bleed, printing.marks)


def _notes(seams: Iterable[Seam], tile: Tile, tiling: Tiling, sheet_print: _SheetPrint) -> Iterator[Item]:
    """Yield the instruction for each seam, in small print along it.

    One seam, a level one at the foot if there is any, also has the sheet's number, a map of all sheets and a ruler.
    """
    printed_word = sheet_print.printed_word
    ordered = sorted(seams, key=lambda seam: (seam.is_upright, seam.is_cut))
    for index, seam in enumerate(ordered):
        # Translators: what to do along the edge of a sheet of a large board.
        word = printed_word("cut off" if seam.is_cut else "glue")
        matrix, length = _strip(seam, tile, tiling)
        if index:
            end = small_text(sheet_print.label, word)[1]
            ground = Path(outline.rectangle(-CLEAR, BASELINE - LINE_HEIGHT, end + 2 * CLEAR, LINE_HEIGHT), "#ffffff")
            yield Group((ground, *small_text(sheet_print.label, word)[0]), matrix)
            continue
        last = f"{chr(ord('A') + len(tiling.rows) - 1)}{len(tiling.columns)}"
        # Translators: as in A2 of B3, a sheet and the last one.
        sheet_name = f"{sheet_print.name} {printed_word('of')} {last}"
        ground = Path(outline.rectangle(0.0, BASELINE - LINE_HEIGHT, length, LINE_HEIGHT), "#ffffff")
        yield Group((ground,), matrix)
        width, map_items = _map(tile, tiling, seam, matrix)
        yield from map_items
        line = line_of_print(
            sheet_print.label, f"{sheet_print.number} · {sheet_name} · {word}", length - width, length - width
        )
        yield Group((Group(tuple(line), translation(width, 0.0)),), matrix)


def _strip(seam: Seam, tile: Tile, tiling: Tiling) -> tuple[Matrix, Mm]:
    """Return the matrix that puts small print beyond a seam, clear of crosses, and its greatest length, mm."""
    visible, half, clear = tile.visible, tiling.overlap / 2, ARM + CLEAR
    around = Box(0.0, 0.0, *tiling.size)  # crosses at the outside stand around the bleed, so the trim is free there
    if seam.is_upright:
        start, end = max(visible.y, around.y) + clear, min(visible.bottom, around.bottom) - clear
        foot = seam.at - half if seam.is_cut else seam.at + CASING
        return (0.0, 1.0, -1.0, 0.0, foot + (half - CASING - LINE_HEIGHT) / 2 + BASELINE, start), max(end - start, 0.0)
    start, end = max(visible.x, around.x) + clear, min(visible.right, around.right) - clear
    top = seam.at - half if seam.is_cut else seam.at + CASING
    return translation(start, top + (half - CASING + LINE_HEIGHT) / 2 - BASELINE), max(end - start, 0.0)


def _map(tile: Tile, tiling: Tiling, seam: Seam, matrix: Matrix) -> tuple[Mm, list[Item]]:
    """Return the length of the line that the map takes, mm, and the map: all sheets as boxes, this one filled.

    The map stands upright as the piece does, also beside an upright seam, where the line of print is turned.
    """
    rows, columns = len(tiling.rows), len(tiling.columns)
    cell = min(CELL, (LINE_HEIGHT - 2 * MAP_LINE) / (columns if seam.is_upright else rows))
    map_width, map_height = columns * cell, rows * cell
    left, middle = CLEAR / 2, BASELINE - LINE_HEIGHT / 2
    if seam.is_upright:
        x, y = outline.apply(matrix, left, middle)
        x -= map_width / 2
    else:
        x, y = outline.apply(matrix, left, middle)
        y -= map_height / 2
    boxes: list[Item] = []
    for row in range(rows):
        for column in range(columns):
            fill = PRINT_COLOUR if (row, column) == (tile.row, tile.column) else None
            place = outline.rectangle(x + column * cell, y + row * cell, cell, cell)
            boxes.append(Path(place, fill, Stroke(PRINT_COLOUR, MAP_LINE)))
    return left + (map_height if seam.is_upright else map_width), boxes


def _common(first: Box, second: Box) -> Box:
    """Return the intersection of two boxes."""
    x, y = max(first.x, second.x), max(first.y, second.y)
    return Box(x, y, min(first.right, second.right) - x, min(first.bottom, second.bottom) - y)


def _moved(box: Box, x: Mm, y: Mm) -> Box:
    return Box(box.x + x, box.y + y, box.width, box.height)
