"""Faces and a packing → sheets: pieces at their places on paper, with bleed, crop marks or outlines, and backs.

Backs lie on the sheet's other side, or beside their faces on paper that is folded. A sheet is itself a Frame, of
the paper's size. Nothing is scaled: a card has the same trim on paper as in the template.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import assert_never

from pnp.core import outline
from pnp.core.frame import Art, Box, Frame, Group, Item, Matrix, Path, Stroke, Text, Use, around, translation
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.outline import trim_outline
from pnp.core.printing import Marks, Printing
from pnp.core.units import Mm
from pnp.layout.sheets.marks import MARK_WIDTH, MARKS, areas, cut_marks, fold_line
from pnp.layout.sheets.neighbours import DUPLEX_OFFSET, Neighbours, is_painted_at_edge
from pnp.layout.sheets.packing import Packing
from pnp.layout.sheets.small_print import RULER_NAME, SheetLabel, cut_figures, legend, margin_print, print_box


@frozen_dataclass
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


@frozen_dataclass
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
        has_figures: Whether every cut has its figure, if cuts are numbered.
        least_bleed: Least bleed between two backs that would show on each other if the print is slightly off, mm; None
            without such backs.
    """

    frame: Frame
    trim: Box
    bleed: Box
    cards: int
    is_back: bool
    least_bleed: Mm | None = None
    has_ruler: bool = False
    has_name: bool = True
    has_figures: bool = True


def impose(
    cards: Iterable[Printed], packing: Packing, printing: Printing, label: SheetLabel | None, first_number: int = 1
) -> Iterator[Sheet]:
    """Yield the sheets of some cards of one size, front after front, each followed by its back if it has one.

    On folded paper, faces and backs are on one side of a sheet.

    Args:
        cards: Faces and backs in printing order; taken one sheet at a time.
        packing: Their places on a full sheet.
        printing: Whether backs are printed, which marks, and what the last sheet is filled with.
        label: The small print; None for sheets without any.
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
                _sheet([front, *reverse], sheet_packing, label, number, count, printing),
                least_bleed=bleed if reverse else None,
            )
            continue
        yield _sheet([front], sheet_packing, label, number, count, printing)
        if reverse:
            back_sheet = _sheet(reverse, behind, label, number, count, printing, is_back=True)
            yield replace(back_sheet, least_bleed=bleed)


def backs_on(packing: Packing) -> Neighbours:
    """Return the places of backs on a sheet, to check the distances between them."""
    matrices = [
        _matrix(slot, packing.is_turned(n), True, packing.is_mirrored_across)
        for n, slot in enumerate(packing.reverse.slots)
    ]
    return Neighbours(list(zip(packing.reverse.slots, matrices, strict=True)) if packing.is_grid else [])


def _least_bleed(backs: Sequence[Frame | None], packing: Packing, neighbours: Neighbours) -> Mm | None:
    """Return the least bleed of backs that would show if the print is slightly off, mm; None if all have enough.

    A misplaced card shows its neighbour's back; tokens lie apart, so a misplaced one shows paper.
    """
    if packing.is_grid:
        return neighbours.least_bleed(backs)
    thin = {id(back): back for back in backs if back and min(back.bleed, packing.bleed) < DUPLEX_OFFSET}
    return min((min(b.bleed, packing.bleed) for b in thin.values() if is_painted_at_edge(b)), default=None)


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


@frozen_dataclass
class _LaidPiece:
    """Pieces at their places with their marks, and the boxes around their trims, without and with bleed.

    Attributes:
        areas: The box of each piece with its bleed, and with the line around it.
        numbered: The places of the pieces whose cuts have figures.
    """

    items: tuple[Item, ...]
    trim: Box
    bleed: Box
    areas: tuple[Box, ...] = ()
    numbered: tuple[Box, ...] = ()


def _sheet(
    parts: Sequence[_LaidPiece],
    packing: Packing,
    label: SheetLabel | None,
    number: int,
    cards: int,
    printing: Printing,
    is_back: bool = False,
) -> Sheet:
    """Return one side of a sheet with its small print; a folded one has two parts."""
    side = "" if packing.is_folded else "B" if is_back else "A"
    items = (*(item for part in parts for item in part.items), *fold_line(packing))
    marked = [_around(item) for item in items if isinstance(item, Path)]
    figures = [f for part in parts if label for f in cut_figures(label, packing, part.numbered, marked)]
    items = (*items, *(group for group, _ in filter(None, figures)))
    proof_legend = list(legend(label, packing)) if printing.is_proof and label else []
    taken = [area for part in parts for area in part.areas] + [box for _, box in filter(None, figures)]
    taken += [_around(item) for item in (*items, *proof_legend) if isinstance(item, Path)]
    needs_ruler = not (is_back or printing.is_proof)
    margin = list(margin_print(label, packing, f"{number}{side}", taken, needs_ruler)) if label else []
    printed = [item for group in margin for item in group.items]
    items = (*items, *margin, *proof_legend)
    if printing.has_press_marks and printing.press and label:
        from pnp.layout.sheets.press_marks import press_marks

        taken += map(print_box, margin)
        items = (*items, *(group for group, _ in press_marks(packing, taken)))
    frame = Frame(*packing.paper, items, name=f"sheet {number}{' back' if is_back else ''}")
    trim, bleed = around([part.trim for part in parts]), around([part.bleed for part in parts])
    has_ruler = any(isinstance(item, Path) for item in printed)
    has_name = any(isinstance(item, Text) and item.text != RULER_NAME for item in printed)
    small = {"has_ruler": has_ruler, "has_name": has_name, "has_figures": None not in figures}
    return Sheet(frame, trim, bleed, cards, is_back, **small)


@frozen_dataclass
class _PlacedPieces:
    """The places of the pieces on a sheet, which are the same on all full sheets.

    Attributes:
        matrices: Bring each piece to its place.
        clips: The outline of what is printed of each piece, in its own coordinates; None for that of its bleed.
        trim: The box around all trims, mm. areas: The box of each piece with its bleed.
    """

    matrices: tuple[Matrix, ...]
    clips: tuple[Path | None, ...]
    trim: Box
    areas: tuple[Box, ...]


@lru_cache(maxsize=64)
def _places(packing: Packing, filled: tuple[int, ...], bleeds: tuple[Mm, ...], is_back: bool) -> _PlacedPieces:
    """Return where pieces lie, by their places on the sheet, and the bleed of each."""
    slots = [packing.slots[index] for index in filled]
    printed = areas(slots, [_bleed(packing, slot, bleed, slots) for slot, bleed in zip(slots, bleeds, strict=True)])
    matrices = [
        _matrix(slot, packing.is_turned(index), is_back, packing.is_mirrored_across)
        for index, slot in zip(filled, slots, strict=True)
    ]
    clips = [
        Path(outline.transform(area.outline, outline.inverse(matrix))) if packing.is_grid else None
        for area, matrix in zip(printed, matrices, strict=True)
    ]
    return _PlacedPieces(tuple(matrices), tuple(clips), around(slots), tuple(area.box for area in printed))


@lru_cache(maxsize=64)
def _cut_marks(packing: Packing, slots: tuple[Box, ...], marks: Marks) -> tuple[Path, ...]:
    return tuple(cut_marks(packing, slots, marks))


def _laid(sides: Sequence[Side | None], packing: Packing, printing: Printing, is_back: bool = False) -> _LaidPiece:
    filled = [(index, side) for index, side in enumerate(sides) if side is not None]
    bleeds = tuple(side.frame.bleed for _, side in filled)
    places = _places(packing, tuple(index for index, _ in filled), bleeds, is_back)
    items: list[Item] = [
        _placed(side, matrix, clip, packing.bleed)
        for (_, side), matrix, clip in zip(filled, places.matrices, places.clips, strict=True)
    ]
    has_outlines = printing.has_outlines or (not packing.is_grid and MARKS[printing.marks.kind].shows_cuts)
    straight = [(index, side) for index, side in filled if not _is_die_cut(side)]
    slots = tuple(packing.slots[index] for index, _ in straight)
    if packing.is_grid:
        items += _cut_marks(packing, slots, printing.marks)
    if has_outlines and not is_back:
        for (index, side), slot in zip(straight, slots, strict=True):
            items.append(_outline(side, _matrix(slot, packing.is_turned(index), False, packing.is_mirrored_across)))
    lines = tuple(slot.inset(-2 * MARK_WIDTH) for slot in slots) if has_outlines and not is_back else ()
    numbered = slots if printing.has_cut_order and packing.is_grid and not is_back else ()
    return _LaidPiece(tuple(items), places.trim, around(places.areas), (*places.areas, *lines), numbered)


def _is_die_cut(side: Side) -> bool:
    """Whether a side has its own cut line, which it draws itself."""
    return "cut" in side.frame.lines


def _bleed(packing: Packing, slot: Box, bleed: Mm, filled: Sequence[Box]) -> tuple[Mm, Mm, Mm, Mm]:
    """Return the part of a side's bleed that is printed at its place."""
    left, top, right, bottom = (min(room, bleed) for room in packing.bleed_at(slot, filled))
    return left, top, right, bottom


def _matrix(slot: Box, is_turned: bool, is_back: bool, is_mirrored_across: bool) -> Matrix:
    """Return the matrix that brings a side to its place; a back then stands upright behind its face."""
    # After a quarter or half turn, another corner of the slot is the side's top left.
    if is_turned and is_back and is_mirrored_across:
        return (0.0, -1.0, 1.0, 0.0, slot.x, slot.bottom)
    if is_turned:
        return (0.0, 1.0, -1.0, 0.0, slot.right, slot.y)
    if is_back and not is_mirrored_across:
        return (-1.0, 0.0, 0.0, -1.0, slot.right, slot.bottom)
    return translation(slot.x, slot.y)


def _placed(side: Side, matrix: Matrix, clip: Path | None, bleed: Mm) -> Group:
    """Return a side in its place, clipped to the bleed that is printed there."""
    clip = clip or Path(trim_outline(side.frame, min(side.frame.bleed, bleed)))
    items = (Use(side.art, translation(0, 0)),) if side.art else side.frame.items
    return Group(items, matrix, clip)


def _outline(side: Side, matrix: Matrix) -> Group:
    """Return a thin line just outside a piece that is not cut straight, so that an exact cut removes it.

    A white line around it keeps it visible on dark bleeds.
    """
    lines = ((MARK_WIDTH / 2, "#000000"), (3 * MARK_WIDTH / 2, "#ffffff"))
    paths = [Path(trim_outline(side.frame, out), None, Stroke(paint, MARK_WIDTH)) for out, paint in lines]
    return Group(tuple(paths), matrix)


@lru_cache(maxsize=1024)
def _around(path: Path) -> Box:
    """Return the box around a straight line, its width included."""
    bounds = outline.bounds(path.segments)
    return bounds.inset(-path.stroke.width / 2) if path.stroke else bounds
