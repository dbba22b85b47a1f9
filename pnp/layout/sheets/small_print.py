"""A packing and a label → the small print of a sheet: its name, a ruler of 50 mm, and the legend of a proof.

The ruler proves the scale of the print. Items without a place on the sheet are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from pnp.core import outline
from pnp.core.fonts import FontFace, FontSet, Word
from pnp.core.frame import Box, Group, Item, Matrix, Path, Segment, Stroke, Text, around, translation
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.units import MM_PER_PT, Mm
from pnp.layout.sheets.marks import MARK_WIDTH
from pnp.layout.sheets.packing import SMALL_PRINT, TWO_LINES, Packing
from pnp.layout.text.fitting import set_line


@frozen_dataclass
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


def without_room(fronts: Sequence[tuple[bool, bool]]) -> str:
    """Return the end of a summary that says what the small print lacks: a name on some sheet, or the ruler on all.

    Args:
        fronts: For each front, whether it has a name, and whether it has a ruler.
    """
    lacking = [] if all(has_name for has_name, _ in fronts) else ["a name"]
    lacking += [] if any(has_ruler for _, has_ruler in fronts) else ["a ruler"]
    return f", without room for {' or '.join(lacking)}" if lacking else ""


PROOF_COLOURS = {"bleed": "#0077cc", "trim": "#d6007a", "safe area": "#008a2e", "element": "#e06c00"}
"""The lines of a proof, with their colours."""


def legend(label: SheetLabel, packing: Packing) -> Iterator[Item]:
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
"""How far letters reach below their baseline, which keeps this distance from the printer's margin."""

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
"""The room that the sheet's name needs; a line with no more room has no ruler."""


def margin_print(
    label: SheetLabel, packing: Packing, number: str, taken: Sequence[Box], needs_ruler: bool
) -> Iterator[Group]:
    """Yield the sheet's name and a ruler of 50 mm, which proves the print's scale; an item without a place is left out.

    Each stands at its usual place, or if it would touch something there, in an empty part of the sheet.

    Args:
        label: The beginning of the name.
        packing: Places of the pieces.
        number: The sheet's number, with its side.
        taken: Boxes around pieces with their bleed, marks and lines.
        needs_ruler: Whether a ruler that does not fit its usual place is put elsewhere.
    """
    usual = _usual_margin(label, packing, number)
    placed: list[Item] = []
    used: list[Box] = []
    if usual is not None:
        for part in _name_and_ruler(usual.items):
            box = print_box(usual._replace(items=part))
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
            used.append(print_box(apart))
            yield apart


def _in_mm(length: Mm) -> str:
    """Return a length with one decimal, or two where it needs them."""
    return f"{length:.2f}".removesuffix("0")


def cut_figures(
    label: SheetLabel, packing: Packing, filled: Sequence[Box], marks: Sequence[Box]
) -> Iterator[tuple[Group, Box] | None]:
    """Yield the number of each cut and its distance from the paper's left or top edge, beside its mark, with its box.

    All cuts across the paper's width come first, and those of the strips after one turn. Each is measured from the
    same edge of the paper, which stays against the stop of a guillotine, so the furthest comes first. Without room
    beyond the bleed a figure lies on it, with white under it; without room there, None is yielded.

    Args:
        label: The font.
        packing: Places of the pieces.
        filled: The places that hold a piece.
        marks: Boxes around the marks.
    """
    cuts: list[tuple[bool, Mm, bool, Box]] = []
    for is_level in (False, True):
        for slots in filter(None, ([slot for slot in block if slot in filled] for block in packing.blocks)):
            spans = [(slot.y, slot.bottom) if is_level else (slot.x, slot.right) for slot in slots]
            starts, ends = ({round(span[at], 4) for span in spans} for at in (0, 1))
            known = set() if is_level else {at for _, at, _, _ in cuts}  # another block may begin where one ends
            cuts += [(is_level, at, at in starts, around(slots)) for at in (starts | ends) - known]
    cuts.sort(key=lambda cut: (cut[0], -cut[3].x if cut[0] else 0.0, -cut[1]))
    room, taken = Box(0.0, 0.0, *packing.paper).inset(packing.margin), [*filled, *marks]
    for number, (is_level, at, is_start, block) in enumerate(cuts, 1):
        items, length = small_text(label, f"{number}: {_in_mm(at)}")
        # Beside the piece that begins or ends here, as there may be another mark on the other side.
        start = at + FIGURE_GAP if is_start else at - FIGURE_GAP - length
        near, far = (block.x, block.right) if is_level else (block.y, block.bottom)
        for gap, is_far in product((packing.bleed + FIGURE_GAP, FIGURE_GAP), (False, True)):
            across = far + gap if is_far else near - gap - SMALL_PRINT
            box = Box(start, across, length, SMALL_PRINT)
            matrix = translation(box.x, box.y + TICK)
            if is_level:
                box = Box(across, start, SMALL_PRINT, length)
                matrix = (0.0, -1.0, 1.0, 0.0, box.x + TICK, box.bottom)
            if room.contains(box) and not any(map(box.overlaps, taken)):
                ground = [Path(outline.rectangle(0.0, -TICK, length, SMALL_PRINT), "#ffffff")]
                taken.append(box)
                yield Group((*(ground if gap == FIGURE_GAP else ()), *items), matrix), box
                break
        else:
            yield None


FIGURE_GAP: Mm = 0.6
"""The distance of the figure of a cut from its mark and from the bleed."""

_TOUCHING: Mm = 1e-3
"""Small print that overlaps something by less than this counts as beside it."""


def _usual_margin(label: SheetLabel, packing: Packing, number: str) -> Group | None:
    """Return name and ruler at their usual place; None without room."""
    place, piece = packing.print_place, packing.slots[0]
    if place is None:
        return None
    box = place.box
    foot = packing.paper[1] - packing.margin - DESCENT
    if place.is_stacked:
        return Group(tuple(ruler_above_name(label, number)), translation(box.x, foot))
    if place.is_at_side:
        line = line_of_print(label, number, box.height, piece.height if packing.is_grid else box.height)
        return Group(tuple(line), (0.0, -1.0, 1.0, 0.0, packing.margin + TICK, box.bottom))
    line = line_of_print(label, number, box.width, piece.width if packing.is_grid else box.width)
    return Group(tuple(line), translation(box.x, foot))


def _name_and_ruler(items: tuple[Item, ...]) -> Iterator[tuple[Item, ...]]:
    """Yield the sheet's name, and then the ruler with its label if there is one."""
    ruler = next((n for n, item in enumerate(items) if isinstance(item, Path)), len(items))
    yield items[:ruler]
    if ruler < len(items):
        yield items[ruler:]


@lru_cache(maxsize=64)
def _free_place(room: Box, taken: tuple[Box, ...], length: Mm) -> Matrix | None:
    """Return the matrix that brings a line of small print to an empty place, level or upright, as low as possible.

    Args:
        room: The part of the paper that prints.
        taken: Boxes of other print, with the distance to keep from it.
        length: Length of the line, mm.

    Returns:
        None without room.
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
                    return translation(x, y + TICK) if width == length else upright
    return None


def print_box(group: Group) -> Box:
    """Return the box that a name or a ruler covers."""
    texts = [item for item in group.items if isinstance(item, Text)]
    starts = [outline.bounds(item.segments).x for item in group.items if isinstance(item, Path)]
    start, end = min([*starts, *(text.x for text in texts)]), max(text.x + text.width for text in texts)
    line = outline.rectangle(start, texts[0].y - TICK, end - start, SMALL_PRINT)
    return outline.bounds(outline.transform(line, group.matrix))


def small_text(label: SheetLabel, words: str, x: Mm = 0.0, y: Mm = 0.0) -> tuple[list[Item], Mm]:
    """Set words in the margin's small print, starting at a point; return the items and the x of their end, mm."""
    return set_line(words, x, y, PRINT_SIZE, label.face, label.fonts, PRINT_COLOUR)


def line_of_print(label: SheetLabel, number: str, length: Mm, piece: Mm) -> Iterator[Item]:
    """Yield name and ruler along a line from 0 to a length; each stands beside one piece, clear of the crop marks."""
    yield from small_text(label, f"{label.text} · {number}", CLEAR)[0]
    width = small_text(label, RULER_NAME)[1]
    start = length - CLEAR - width - NAME_GAP - RULER
    if start >= CLEAR + LABEL_ROOM and piece >= RULER + width + 2 * CLEAR:
        yield from _ruler(label, start, 0.0)


def ruler_above_name(label: SheetLabel, number: str) -> Iterator[Item]:
    """Yield the ruler and the name, one above the other, from (0, 0) on."""
    yield from small_text(label, f"{label.text} · {number}", CLEAR)[0]
    yield from _ruler(label, CLEAR, SMALL_PRINT - TWO_LINES)


def _ruler(label: SheetLabel, x: Mm, y: Mm) -> Iterator[Item]:
    ruler: list[Segment] = [("M", x, y), ("L", x + RULER, y)]
    for tick in range(0, 51, 5):
        rise = TICK if tick % 10 == 0 else SHORT_TICK
        ruler += [("M", x + tick, y), ("L", x + tick, y - rise)]
    yield Path(tuple(ruler), None, Stroke(PRINT_COLOUR, MARK_WIDTH))
    yield from small_text(label, RULER_NAME, x + RULER + NAME_GAP, y)[0]
