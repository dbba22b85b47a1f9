"""What a printer does to backs, measured on the calibration sheet and undone: every back meets its front."""

from __future__ import annotations

import math
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import shipped_face, shipped_fonts
from test_sheet import LABEL, PLACED, sides

from pnp.core.frame import IDENTITY, Box, Frame, Group, Item, Matrix, Path, Text, Use, multiply, translation
from pnp.core.outline import apply, bounds, inverse, rotation, transform
from pnp.core.printing import PAPERS, Flip, Offset, Printing
from pnp.extensions.calibration.sheet import REACH, calibration_sheet, crosses, degrees_per_mm
from pnp.layout.sheets.card_packing import pack_cards
from pnp.layout.sheets.printer_offset import laid_for_printer, moved_box
from pnp.layout.sheets.sheet import impose

pytestmark = pytest.mark.slow

FACE = shipped_face("source-sans-3/SourceSans3-Regular.ttf")
millimetres = st.floats(-2.5, 2.5)
flips = st.sampled_from(get_args(Flip))
offsets = st.builds(Offset, millimetres, millimetres, st.floats(-0.4, 0.4))


def placed(items: tuple[Item, ...], matrix: Matrix = IDENTITY) -> list[tuple[Item, Matrix]]:
    """All items that are drawn, each with what brings it to the paper."""
    found: list[tuple[Item, Matrix]] = []
    for item in items:
        found += placed(item.items, multiply(matrix, item.matrix)) if isinstance(item, Group) else [(item, matrix)]
    return found


def seen_as_a_page(point: tuple[float, float], flip: str, width: float, height: float) -> tuple[float, float]:
    """A point of a back as it lies when the upright paper was turned like a page, whichever way the printer turned it."""
    return point if flip == "long" else (width - point[0], height - point[1])


@given(PLACED, flips, st.builds(Offset, millimetres, millimetres, st.floats(-0.4, 0.4)))
def test_backs_meet_their_fronts_once_the_printer_has_moved_them(made: tuple, flip: Flip, offset: Offset) -> None:
    card, paper, bleed, count = made
    printing = Printing(paper, flip=flip)
    packing = pack_cards(card, bleed, printing)
    width, height = PAPERS[paper]
    does = inverse(multiply(translation(offset.x, offset.y), rotation(offset.angle, width / 2, height / 2)))
    sheets = list(impose(sides(card, bleed, bleed, count), packing, printing, LABEL))
    for front, back in zip(sheets[::2], sheets[1::2], strict=True):
        laid = [laid_for_printer(s.frame, s.is_back, flip, offset)[0] for s in (front, back)]
        assert all((frame.width, frame.height) == (width, height) for frame in laid)
        one, other = ([m for item, m in placed(frame.items) if isinstance(item, Use)] for frame in laid)
        assert len(one) == len(other) == front.cards
        for face, reverse in zip(one, other, strict=True):
            for x, y in ((0, 0), card):
                before = apply(face, x, y)
                printed = apply(reverse, card[0] - x, y)
                behind = apply(does, *seen_as_a_page(printed, flip, width, height))
                assert behind == pytest.approx((width - before[0], before[1]), abs=1e-6)


@given(st.sampled_from(sorted(PAPERS)), flips, millimetres, millimetres, st.floats(-0.3, 0.3))
def test_what_is_read_on_the_calibration_sheet_undoes_what_the_printer_does(
    paper: str, flip: Flip, x: float, y: float, angle: float
) -> None:
    printing = Printing(paper, flip=flip)
    width, height = PAPERS[paper]
    does = multiply(translation(x, y), rotation(angle, width / 2, height / 2))
    _, back = calibration_sheet(printing, FACE, shipped_fonts())
    scales = grids(back, flip)
    readings = []
    for middle, (across, down) in zip(scales, crosses(width, height), strict=True):
        hole = apply(inverse(does), width - across, down)
        readings.append((hole[0] - middle[0], hole[1] - middle[1]))
    found = Offset(*readings[2], (readings[0][0] - readings[4][0]) * degrees_per_mm(height))
    undoes = multiply(translation(found.x, found.y), rotation(found.angle, width / 2, height / 2))
    both = multiply(does, undoes)
    for corner in ((0, 0), (width, 0), (width, height)):
        assert math.dist(apply(both, *corner), corner) < 0.02


def grids(back: Frame, flip: str) -> list[tuple[float, float]]:
    """The middles of the scales, in the order of the crosses, as they lie when the paper was turned like a page."""
    axes = [(i, m) for i, m in placed(back.items) if isinstance(i, Path) and i.stroke and i.stroke.width == 0.2]
    boxes = [bounds(transform(item.segments, matrix)) for item, matrix in axes]
    assert all((round(box.width, 6), round(box.height, 6)) == (2 * REACH, 2 * REACH) for box in boxes)
    middles = [(box.x + box.width / 2, box.y + box.height / 2) for box in boxes]
    return [seen_as_a_page(middle, flip, back.width, back.height) for middle in middles]


@given(st.sampled_from(sorted(PAPERS)), flips)
def test_the_calibration_sheet_prints_within_5_mm_and_its_scales_lie_behind_its_crosses(paper: str, flip: Flip) -> None:
    printing = Printing(paper, flip=flip)
    front, back = calibration_sheet(printing, FACE, shipped_fonts())
    width, height = PAPERS[paper]
    assert grids(back, flip) == [pytest.approx((width - x, y)) for x, y in crosses(width, height)]
    printable = Box(0, 0, width, height).inset(5)
    boxes = []
    for side in (front, back):
        for item, matrix in placed(side.items):
            if isinstance(item, Path):
                found = bounds(transform(item.segments, matrix))
            else:
                assert isinstance(item, Text)
                ends = [apply(matrix, item.x, item.y), apply(matrix, item.x + item.width, item.y - item.size * 0.7)]
                xs, ys = zip(*ends, strict=True)
                found = Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
                boxes.append((side, found))
            assert printable.contains(found)
    for number, (side, box) in enumerate(boxes):  # no text stands on another
        for other_side, other in boxes[number + 1 :]:
            apart = box.right <= other.x or other.right <= box.x or box.bottom <= other.y or other.bottom <= box.y
            assert side is not other_side or apart


def test_with_no_offset_a_side_stays_what_it_is() -> None:
    frame = Frame(297, 210, ())
    assert laid_for_printer(frame, True, "long", None) == (frame, IDENTITY)


@given(offsets, flips)
def test_boxes_stay_on_the_paper(offset: Offset, flip: Flip) -> None:
    frame = Frame(297, 210, ())
    laid, matrix = laid_for_printer(frame, True, flip, offset)
    assert laid.trim.contains(moved_box(Box(1, 1, 295, 208), matrix, laid), 1e-9)
    exact = laid_for_printer(frame, True, flip, Offset(1, 2))[1]
    moved = moved_box(Box(50, 60, 100, 80), exact, laid)
    way = 1 if flip == "long" else -1
    assert (moved.x, moved.y) == pytest.approx((210 - 140 + way, 50 + way * 2))
    assert (moved.width, moved.height) == pytest.approx((80, 100))


def test_whole_millimetres_of_the_scales_are_the_darker_lines() -> None:
    _, back = calibration_sheet(Printing(), FACE, shipped_fonts())
    for paint, steps in (("#333333", {0.0}), ("#999999", {0.5})):
        grids = [item for item in back.items if isinstance(item, Path) and item.stroke and item.stroke.paint == paint]
        assert grids
        for grid in grids:
            starts = [(a[1], a[2], b[1], b[2]) for a, b in zip(grid.segments[::2], grid.segments[1::2], strict=True)]
            upright = [x1 for x1, y1, x2, y2 in starts if x1 == x2 and abs(y2 - y1) > REACH]
            middle = (min(upright) + max(upright)) / 2
            assert {round(abs(x - middle) % 1, 3) for x in upright} == steps
