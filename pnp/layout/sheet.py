"""Faces and a packing → sheets: pieces at their places on paper, with bleed, crop marks or outlines, and backs.

Backs lie on the sheet's other side, or beside their faces, behind them when it is folded. A sheet is itself a Frame, of
the paper's size. Nothing is scaled: a card's trim on paper is its trim in the template.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import assert_never

from pnp.core import outline
from pnp.core.fonts import FontFace, FontSet, Word
from pnp.core.frame import Art, Box, Frame, Group, Item, Matrix, Path, Segment, Stroke, Text, Use, around, move
from pnp.core.outline import trim_outline
from pnp.core.units import MM_PER_PT, Mm
from pnp.layout.fitting import set_line
from pnp.layout.marks import MARK_WIDTH, MARKS, PrintedArea, areas, cut_marks, fold_line
from pnp.layout.packing import SMALL_PRINT, TWO_LINES, Packing
from pnp.layout.printing import Printing
from pnp.layout.surfaces import DUPLEX_OFFSET, Neighbours, is_painted_at_edge


@dataclass(frozen=True)
class Side:
    """One side of a card to be printed.

    Attributes:
        frame: The laid-out face or back.
        art: The frame as shared art, when the side is printed more than once.
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
        trim: The box around all trims, mm.
        bleed: The box around all trims with their bleed, mm.
        cards: How many cards are on it.
        is_back: Whether it is the sheet's back.
        has_ruler: Whether a ruler of 50 mm is on it.
        has_name: Whether its name is on it.
        least_bleed: Least bleed between two of its backs that would show on each other when the print is a little off,
            mm; None where there are no such backs.
    """

    frame: Frame
    trim: Box
    bleed: Box
    cards: int
    is_back: bool
    least_bleed: Mm | None = None
    has_ruler: bool = False
    has_name: bool = True


@dataclass(frozen=True)
class SheetLabel:
    """The small print in a sheet's margin.

    Attributes:
        text: Names the game, language and edition; the sheet's number is added.
        face: Its font.
        fonts: Fonts for characters that the face lacks.
    """

    text: str
    face: FontFace
    fonts: FontSet

    def shape(self, text: str) -> list[tuple[Word, ...]]:
        """Return the words of a text, each as runs of one face."""
        return [self.fonts.shape(word, self.face) for word in text.split()]

    @property
    def missing(self) -> str:
        """Characters of its text that no font has."""
        return "".join(dict.fromkeys(c for runs in self.shape(self.text) for run in runs for c in run.missing))


def impose(
    cards: Iterable[Printed], packing: Packing, printing: Printing, label: SheetLabel, first_number: int = 1
) -> Iterator[Sheet]:
    """Yield the sheets of some cards of one size, front after front, each followed by its back where it has one.

    Where the packing is folded, faces and backs are one side of a sheet.

    Args:
        cards: Faces and backs in printing order; taken one sheet at a time.
        packing: Their places on a full sheet.
        printing: Whether backs are printed, which marks, and what the last sheet is filled with.
        label: The small print.
        first_number: The first sheet's number.
    """
    supply = iter(cards)
    neighbours = backs_on(packing)
    first: list[Printed] = []
    for number in itertools.count(first_number):
        batch = list(itertools.islice(supply, packing.capacity))
        if not batch:
            return
        first = first or batch
        count = len(batch)
        match printing.fill:
            case "spares":
                batch += itertools.islice(itertools.cycle(first), packing.capacity - count)
            case "none":
                pass
            case _:
                assert_never(printing.fill)
        sheet_packing = packing.holding(len(batch))
        front, backs = _laid([face for face, _ in batch], sheet_packing, printing), [back for _, back in batch]
        has_backs = (packing.is_folded or printing.has_other_sides) and any(backs)
        behind = replace(sheet_packing.reverse, margin=packing.margin + printing.back_shift)
        reverse = [_laid(backs, behind, printing, is_back=True)] if has_backs else []
        bleed = _least_bleed([back.frame if back else None for back in backs], packing, neighbours)
        if packing.is_folded:
            yield replace(
                _sheet([front, *reverse], sheet_packing, label, number, count, printing.is_proof),
                least_bleed=bleed if reverse else None,
            )
            continue
        yield _sheet([front], sheet_packing, label, number, count, printing.is_proof)
        if reverse:
            back_sheet = _sheet(reverse, behind, label, number, count, printing.is_proof, is_back=True)
            yield replace(back_sheet, least_bleed=bleed)


def backs_on(packing: Packing) -> Neighbours:
    """Return the places of backs on a sheet, to check how near they come to each other."""
    matrices = [
        _matrix(slot, packing.is_turned(n), True, packing.is_mirrored_across)
        for n, slot in enumerate(packing.reverse.slots)
    ]
    return Neighbours(list(zip(packing.reverse.slots, matrices, strict=True)) if packing.is_grid else [])


def _least_bleed(backs: Sequence[Frame | None], packing: Packing, neighbours: Neighbours) -> Mm | None:
    """Return the least bleed of backs that would show when the print is a little off, mm; None where all have enough.

    A card that is off shows its neighbour's back; tokens lie apart, so one that is off shows the paper.
    """
    if packing.is_grid:
        return neighbours.least_bleed(backs)
    thin = {id(back): back for back in backs if back and min(back.bleed, packing.bleed) < DUPLEX_OFFSET}
    return min((min(b.bleed, packing.bleed) for b in thin.values() if is_painted_at_edge(b)), default=None)


def without_room(fronts: Sequence[tuple[bool, bool]]) -> str:
    """Return the end of a summary that says what the small print lacks: a name on any sheet, a ruler on all.

    Args:
        fronts: For each front, whether it has a name, and whether it has a ruler.
    """
    lacking = [] if all(has_name for has_name, _ in fronts) else ["a name"]
    lacking += [] if any(has_ruler for _, has_ruler in fronts) else ["a ruler"]
    return f", without room for {' or '.join(lacking)}" if lacking else ""


def with_blank_backs(sheets: Iterable[Sheet]) -> Iterator[Sheet]:
    """Yield sheets with an empty back after each front that has none, except the last one.

    A printer that prints on both sides would otherwise print the next front on its back.
    """
    before: Sheet | None = None
    for sheet in sheets:
        if before is not None and not before.is_back and not sheet.is_back:
            empty = Frame(before.frame.width, before.frame.height, (), name=f"{before.frame.name} back")
            yield Sheet(empty, empty.trim, empty.trim, 0, is_back=True)
        yield sheet
        before = sheet


@dataclass(frozen=True)
class _LaidPiece:
    """Pieces at their places with their marks, and the boxes around their trims, without and with bleed.

    Attributes:
        areas: The box of each piece with its bleed, and with the line around it.
    """

    items: tuple[Item, ...]
    trim: Box
    bleed: Box
    areas: tuple[Box, ...] = ()


def _sheet(
    parts: Sequence[_LaidPiece],
    packing: Packing,
    label: SheetLabel,
    number: int,
    cards: int,
    is_proof: bool,
    is_back: bool = False,
) -> Sheet:
    """Return one side of a sheet with its small print; a folded one has two parts."""
    side = "" if packing.is_folded else "B" if is_back else "A"
    items = (*(item for part in parts for item in part.items), *fold_line(packing))
    legend = list(_legend(label, packing)) if is_proof else []
    taken = [area for part in parts for area in part.areas]
    taken += [_around(item) for item in (*items, *legend) if isinstance(item, Path)]
    margin = list(_margin(label, packing, f"{number}{side}", taken, needs_ruler=not (is_back or is_proof)))
    printed = [item for group in margin for item in group.items]
    items = (*items, *margin, *legend)
    frame = Frame(*packing.paper, items, name=f"sheet {number}{' back' if is_back else ''}")
    trim, bleed = around([part.trim for part in parts]), around([part.bleed for part in parts])
    has_ruler = any(isinstance(item, Path) for item in printed)
    has_name = any(isinstance(item, Text) and item.text != RULER_NAME for item in printed)
    return Sheet(frame, trim, bleed, cards, is_back, has_ruler=has_ruler, has_name=has_name)


def _laid(sides: Sequence[Side | None], packing: Packing, printing: Printing, is_back: bool = False) -> _LaidPiece:
    filled = [(index, side) for index, side in enumerate(sides) if side is not None]
    slots = [packing.slots[index] for index, _ in filled]
    printed_areas = areas(
        slots, [_bleed(packing, slot, side, slots) for slot, (_, side) in zip(slots, filled, strict=True)]
    )
    items: list[Item] = []
    for (index, side), slot, area in zip(filled, slots, printed_areas, strict=True):
        matrix = _matrix(slot, packing.is_turned(index), is_back, packing.is_mirrored_across)
        items.append(_placed(side, matrix, area if packing.is_grid else None, packing.bleed))
    has_outlines = printing.has_outlines or (not packing.is_grid and MARKS[printing.marks.kind].shows_cuts)
    straight = [(index, side, slot) for (index, side), slot in zip(filled, slots, strict=True) if not _is_die_cut(side)]
    if packing.is_grid:
        items += cut_marks(packing, [slot for *_, slot in straight], printing.marks)
    if has_outlines and not is_back:
        for index, side, slot in straight:
            items.append(_outline(side, _matrix(slot, packing.is_turned(index), False, packing.is_mirrored_across)))
    boxes = tuple(area.box for area in printed_areas)
    lines = tuple(slot.inset(-2 * MARK_WIDTH) for *_, slot in straight) if has_outlines and not is_back else ()
    return _LaidPiece(tuple(items), around(slots), around(boxes), (*boxes, *lines))


def _is_die_cut(side: Side) -> bool:
    """Whether a side is cut along a line of its own, which it draws itself."""
    return "cut" in side.frame.lines


def _bleed(packing: Packing, slot: Box, side: Side, filled: Sequence[Box]) -> tuple[Mm, Mm, Mm, Mm]:
    """Return the bleed that a side has and may show at its place."""
    left, top, right, bottom = (min(room, side.frame.bleed) for room in packing.bleed_at(slot, filled))
    return left, top, right, bottom


def _matrix(slot: Box, is_turned: bool, is_back: bool, is_mirrored_across: bool) -> Matrix:
    """Return the matrix that brings a side to its place; a back then stands upright behind its face."""
    # Quarter turns and half turns about the slot: its far corners take the place of the side's top left.
    if is_turned and is_back and is_mirrored_across:
        return (0.0, -1.0, 1.0, 0.0, slot.x, slot.bottom)
    if is_turned:
        return (0.0, 1.0, -1.0, 0.0, slot.right, slot.y)
    if is_back and not is_mirrored_across:
        return (-1.0, 0.0, 0.0, -1.0, slot.right, slot.bottom)
    return move(slot.x, slot.y)


def _placed(side: Side, matrix: Matrix, area: PrintedArea | None, bleed: Mm) -> Group:
    """Return a side in its place, cut at the bleed it may show there."""
    if area is not None:
        clip = Path(outline.transform(area.outline, outline.inverse(matrix)))
    else:
        clip = Path(trim_outline(side.frame, min(side.frame.bleed, bleed)))
    items = (Use(side.art, move(0, 0)),) if side.art else side.frame.items
    return Group(items, matrix, clip)


def _outline(side: Side, matrix: Matrix) -> Group:
    """Return a thin line along a piece that is not cut straight, just outside it, so that a good cut leaves none of it.

    A white line lies beyond it, for dark bleeds.
    """
    lines = ((MARK_WIDTH / 2, "#000000"), (3 * MARK_WIDTH / 2, "#ffffff"))
    paths = [Path(trim_outline(side.frame, out), None, Stroke(paint, MARK_WIDTH)) for out, paint in lines]
    return Group(tuple(paths), matrix)


PROOF_COLOURS = {"bleed": "#0077cc", "trim": "#d6007a", "safe area": "#008a2e", "element": "#e06c00"}
"""The lines of a proof, with their colours."""


def _legend(label: SheetLabel, packing: Packing) -> Iterator[Item]:
    """Yield the names of a proof's lines, in their colours, on white at the sheet's top."""
    x, y = packing.block.x + CLEAR, packing.margin + SMALL_PRINT
    ground = outline.rectangle(x - 1.0, packing.margin - 0.6, LEGEND, SMALL_PRINT + 1.4)
    yield Path(ground, "#ffffff")
    for name, colour in PROOF_COLOURS.items():
        texts, end = set_line(name, x, y, PRINT_SIZE, label.face, label.fonts, colour)
        yield from texts
        x = end + 2 * NAME_GAP


PRINT_COLOUR = "#555555"
PRINT_SIZE: Mm = 5.5 * MM_PER_PT
"""Size of the small print in the margin."""

DESCENT: Mm = 0.4
"""How far letters reach below their line: the line keeps as much distance from the printer's margin."""

CLEAR: Mm = 1.5
"""The gap between the small print and the crop marks at both ends of its line."""

RULER: Mm = 50.0
RULER_NAME = "50 mm"
NAME_GAP: Mm = 1.0
"""The gap between the ruler and its name."""

TICK: Mm = SMALL_PRINT - DESCENT
SHORT_TICK: Mm = 1.1
"""Height of the ruler's marks at every centimetre, and at those between, mm."""

LEGEND: Mm = 40.0
"""Length of a proof's legend."""

LABEL_ROOM: Mm = 40.0
"""Room that the sheet's name needs; where the line has no more, there is no ruler."""


def _margin(
    label: SheetLabel, packing: Packing, number: str, taken: Sequence[Box], needs_ruler: bool
) -> Iterator[Group]:
    """Yield the sheet's name and a ruler of 50 mm, which proves the print's scale; what finds no place is left out.

    Each stands at its usual place; where it would touch something there, wherever the sheet is empty.

    Args:
        label: The beginning of the name.
        packing: Places of the pieces.
        number: The sheet's number, with its side.
        taken: Boxes around pieces with their bleed, marks and lines.
        needs_ruler: Whether a ruler that does not fit its usual place stands elsewhere.
    """
    usual = _usual_margin(label, packing, number)
    placed: list[Item] = []
    used: list[Box] = []
    if usual is not None:
        for part in _name_and_ruler(usual.items):
            box = _print_box(usual._replace(items=part))
            if not any(map(box.inset(_TOUCHING).overlaps, (*taken, *packing.reserved, *used))):
                placed += part
                used.append(box)
        yield from [usual._replace(items=tuple(placed))] if placed else []
    unplaced: list[tuple[Sequence[Item], Mm]] = []
    if not any(isinstance(item, Text) and item.text != RULER_NAME for item in placed):
        unplaced.append(small_text(label, f"{label.text} · {number}"))
    if needs_ruler and not any(isinstance(item, Path) for item in placed):
        unplaced.append((list(_ruler(label, 0.0, 0.0)), small_text(label, RULER_NAME, RULER + NAME_GAP)[1]))
    room = Box(0.0, 0.0, *packing.paper).inset(packing.margin)
    for items, length in unplaced:
        off = (*(box.inset(-CLEAR) for box in (*taken, *used)), *packing.reserved)
        if matrix := _free_place(room, off, length):
            apart = Group(tuple(items), matrix)
            used.append(_print_box(apart))
            yield apart


_TOUCHING: Mm = 1e-3
"""Small print that overlaps something by less counts as beside it."""


def _usual_margin(label: SheetLabel, packing: Packing, number: str) -> Group | None:
    """Return name and ruler at their usual place; None where there is no room."""
    place, piece = packing.print_place, packing.slots[0]
    if place is None:
        return None
    box = place.box
    foot = packing.paper[1] - packing.margin - DESCENT
    if place.is_stacked:
        return Group(tuple(ruler_above_name(label, number)), move(box.x, foot))
    if place.is_at_side:
        line = line_of_print(label, number, box.height, piece.height if packing.is_grid else box.height)
        return Group(tuple(line), (0.0, -1.0, 1.0, 0.0, packing.margin + TICK, box.bottom))
    line = line_of_print(label, number, box.width, piece.width if packing.is_grid else box.width)
    return Group(tuple(line), move(box.x, foot))


def _name_and_ruler(items: tuple[Item, ...]) -> Iterator[tuple[Item, ...]]:
    """Yield the sheet's name, and then the ruler with its name where there is one."""
    ruler = next((n for n, item in enumerate(items) if isinstance(item, Path)), len(items))
    yield items[:ruler]
    if ruler < len(items):
        yield items[ruler:]


@lru_cache(maxsize=64)
def _free_place(room: Box, taken: tuple[Box, ...], length: Mm) -> Matrix | None:
    """Return the matrix that brings a line of small print to an empty place, level or upright, as low as possible.

    Args:
        room: The part of the paper that prints.
        taken: Boxes where something else is printed, or would be too near.
        length: Length of the line, mm.

    Returns:
        None where there is no room.
    """
    # A lowest place touches the edge of the room or of a box on each axis: only those positions are tried.
    for width, height in ((length, SMALL_PRINT), (SMALL_PRINT, length)):
        xs = {room.x, *(box.right for box in taken), room.right - width, *(box.x - width for box in taken)}
        ys = {room.bottom - height, *(box.y - height for box in taken), room.y, *(box.bottom for box in taken)}
        for y in sorted(ys, reverse=True):
            beside = [box for box in taken if box.y < y + height and y < box.bottom]
            for x in sorted(xs):
                box = Box(x, y, width, height)
                if room.contains(box, 1e-6) and not any(map(box.overlaps, beside)):
                    upright = (0.0, -1.0, 1.0, 0.0, x + TICK, y + height)
                    return move(x, y + TICK) if width == length else upright
    return None


def _around(path: Path) -> Box:
    """Return the box around a straight line, its width included."""
    bounds = outline.bounds(path.segments)
    return bounds.inset(-path.stroke.width / 2) if path.stroke else bounds


def _print_box(group: Group) -> Box:
    """Return the box that a name or a ruler covers."""
    texts = [item for item in group.items if isinstance(item, Text)]
    starts = [outline.bounds(item.segments).x for item in group.items if isinstance(item, Path)]
    start, end = min([*starts, *(text.x for text in texts)]), max(text.x + text.width for text in texts)
    line = outline.rectangle(start, texts[0].y - TICK, end - start, SMALL_PRINT)
    return outline.bounds(outline.transform(line, group.matrix))


def small_text(label: SheetLabel, words: str, x: Mm = 0.0, y: Mm = 0.0) -> tuple[list[Text], Mm]:
    """Set words in the margin's small print from a point on; return them and where they end, mm."""
    return set_line(words, x, y, PRINT_SIZE, label.face, label.fonts, PRINT_COLOUR)


def line_of_print(label: SheetLabel, number: str, length: Mm, piece: Mm) -> Iterator[Item]:
    """Yield name and ruler along a line from 0 to a length; each stands beside one piece, clear of the crop marks."""
    yield from small_text(label, f"{label.text} · {number}", CLEAR)[0]
    width = small_text(label, RULER_NAME)[1]
    start = length - CLEAR - width - NAME_GAP - RULER
    if start >= CLEAR + LABEL_ROOM and piece >= RULER + width + 2 * CLEAR:
        yield from _ruler(label, start, 0.0)


def ruler_above_name(label: SheetLabel, number: str) -> Iterator[Item]:
    """Yield name and ruler from a place on, one above the other."""
    yield from small_text(label, f"{label.text} · {number}", CLEAR)[0]
    yield from _ruler(label, CLEAR, SMALL_PRINT - TWO_LINES)


def _ruler(label: SheetLabel, x: Mm, y: Mm) -> Iterator[Item]:
    ruler: list[Segment] = [("M", x, y), ("L", x + RULER, y)]
    for tick in range(0, 51, 5):
        rise = TICK if tick % 10 == 0 else SHORT_TICK
        ruler += [("M", x + tick, y), ("L", x + tick, y - rise)]
    yield Path(tuple(ruler), None, Stroke(PRINT_COLOUR, MARK_WIDTH))
    yield from small_text(label, RULER_NAME, x + RULER + NAME_GAP, y)[0]
