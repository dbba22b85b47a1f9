"""Folding the printed sheets gives the pages in reading order, the right way up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.core.frame import Box, Frame, Path, Use
from pnp.core.outline import bounds, rectangle, transform
from pnp.core.printing import Marks, Printing
from pnp.rulebook.folds import FOLDS, TUCK, Fold, SheetPlan, booklet_plan, flat_plan
from pnp.rulebook.imposition import FOLD_DASH, Folding, Placing, impose

Leaf = tuple[int, int]
"""The pages on the upper and the lower side of a layer of paper; 0 for a side without print."""

Stack = list[Leaf]
"""Layers of paper, the uppermost first."""


def turned(stack: Stack) -> Stack:
    return [(below, above) for above, below in reversed(stack)]


def laid(plan: SheetPlan, side: int) -> list[Stack]:
    """The columns of a sheet that lies with a side up."""
    (up,) = plan.sides[side]
    back = plan.sides[1 - side][0][::-1] if plan.has_backs else (0,) * len(up)
    return [[leaf] for leaf in zip(up, back, strict=True)]


def seen(stack: Stack) -> list[int]:
    """The printed pages from the top of a stack to its bottom."""
    return [page for leaf in stack for page in leaf if page]


@pytest.mark.parametrize("count", range(1, 41))
def test_a_stapled_booklet_is_leafed_through_in_reading_order(count: int) -> None:
    plan = booklet_plan(count)
    sheets = [laid(SheetPlan(plan.sides[n : n + 2]), 0) for n in range(0, len(plan.sides), 2)]
    right = [leaf for _, halves in sheets for leaf in halves]
    left = [leaf for halves, _ in sheets[::-1] for leaf in turned(halves)]
    assert seen(right + left) == list(range(1, plan.places + 1))
    assert plan.places == count + -count % 4 and plan.sheets == plan.places // 4


def test_four_and_eight_pages_as_printers_know_them() -> None:
    assert booklet_plan(4).sides == (((4, 1),), ((2, 3),))
    assert booklet_plan(8).sides == (((8, 1),), ((2, 7),), ((6, 3),), ((4, 5),))


def test_a_half_fold_is_a_booklet_of_one_sheet() -> None:
    left, right = laid(FOLDS["half"][4], 0)
    assert seen(right + turned(left)) == [1, 2, 3, 4]


def test_a_letter_fold_has_its_cover_before_and_its_flap_inside() -> None:
    left, middle, right = laid(FOLDS["letter"][6], 1)
    assert seen(turned(left) + turned(right) + middle) == [1, 2, 5, 4, 3, 6]


def test_a_zigzag_has_its_first_panel_before_and_is_read_on_along_each_side() -> None:
    first, second, third = laid(FOLDS["zigzag"][6], 0)
    assert seen(first + turned(turned(third) + second)) == [1, 6, 5, 2, 3, 4]
    assert FOLDS["zigzag"][8].sides == (((1, 2, 3, 4),), ((5, 6, 7, 8),))


def test_a_gate_fold_opens_to_its_flaps_and_these_to_the_inside() -> None:
    first, second, third, fourth = laid(FOLDS["gate"][8], 1)
    left, right = turned(first) + second, turned(fourth) + third
    assert (left[0][0], right[0][0]) == (2, 3)
    assert seen(turned(left) + right) == [1, 5, 4, 2, 3, 7, 6, 8]


def test_a_french_fold_is_leafed_through_in_reading_order() -> None:
    ((upper, lower),) = FOLDS["french"][4].sides
    left, right = ([(low, 0), (0, up)] for up, low in zip(upper, lower, strict=True))
    assert seen(right + turned(left)) == [1, 2, 3, 4]


def test_a_zine_has_pages_of_a_leaf_back_to_back() -> None:
    """The outer columns are leaves of an upper and a lower panel; the slit makes leaves of the two inner columns."""
    ((upper, lower),) = FOLDS["zine"][8].sides
    leaves = [(lower[3], upper[3]), (upper[2], upper[1]), (upper[0], lower[0]), (lower[1], lower[2])]
    assert [set(leaf) for leaf in leaves] == [{1, 2}, {3, 4}, {5, 6}, {7, 8}]
    neighbours = [(upper[3], upper[2]), (upper[1], upper[0]), (lower[0], lower[1])]
    assert neighbours == [(2, 3), (4, 5), (6, 7)]
    assert lower[2:] == (8, 1)


PLANS = [(fold, panels) for fold, plans in FOLDS.items() for panels in plans]


@pytest.mark.parametrize(("fold", "panels"), PLANS)
def test_each_panel_is_printed_once(fold: Fold, panels: int) -> None:
    plan = FOLDS[fold][panels]
    assert sorted(page for side in plan.sides for row in side for page in row) == list(range(1, panels + 1))
    assert plan.places == panels and plan.sheets == 1


def test_flat_pages_are_printed_on_both_sides_but_one_page_is_not() -> None:
    assert (flat_plan(1).sides, flat_plan(1).has_backs) == ((((1,),),), False)
    assert flat_plan(3).sides == (((1,),), ((2,),), ((3,),), ((4,),))
    assert [flat_plan(n).sheets for n in (1, 2, 3, 4)] == [1, 1, 2, 2]


# --- on paper


def pages(plan: SheetPlan, size: tuple[float, float]) -> list[Frame]:
    return [Frame(*size, (), name=str(n)) for n in range(1, plan.places + 1)]


def boxes(side: Frame, size: tuple[float, float]) -> dict[int, tuple[Box, bool]]:
    """Where each page lies on a side, and whether it is head down."""
    placed = {}
    for use in side.items:
        if isinstance(use, Use):
            placed[int(use.art.name)] = (bounds(transform(rectangle(0, 0, *size), use.matrix)), use.matrix[0] < 0)
    return placed


@pytest.mark.parametrize(("fold", "panels"), PLANS)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_panels_fill_the_paper_and_backs_lie_behind_their_fronts(fold: Fold, panels: int, paper: str) -> None:
    plan, printing = FOLDS[fold][panels], Printing(paper)
    size = plan.panel(plan.laid(printing.size))
    sides = list(impose(pages(plan, size), Folding(printing, plan)))
    placing = Placing.of(pages(plan, size)[0], printing, plan)
    assert (placing.scale, placing.is_cut) == (1.0, False)
    for side, numbers in zip(sides, plan.sides, strict=True):
        placed = boxes(side, size)
        for row, in_row in enumerate(numbers):
            assert [placed[n][1] for n in in_row] == [len(numbers) == 2 and row == 0] * len(in_row)
            lefts = [placed[n][0].x for n in in_row]
            assert lefts == pytest.approx([lefts[0] + n * size[0] for n in range(len(lefts))])
            assert {round(placed[n][0].y, 6) for n in in_row} == {round(row * size[1], 6)}
    if plan.has_backs:
        fronts, backs = placing.folds(0), placing.folds(1)
        assert [side.width - x for x in reversed(backs)] == pytest.approx(fronts)


def test_a_panel_that_is_folded_inwards_is_narrower() -> None:
    plan = FOLDS["letter"][6]
    width = 297.0
    panel = plan.panel((width, 210.0))
    placing = Placing.of(Frame(*panel, ()), Printing("a4"), plan)
    first, second = placing.folds(0)
    assert (first, second - first, width - second) == pytest.approx((panel[0] - TUCK, panel[0], panel[0]))
    first, second = placing.folds(1)
    assert (first, second - first, width - second) == pytest.approx((panel[0], panel[0], panel[0] - TUCK))


def strokes(side: Frame, paint: str) -> list[tuple[float, ...]]:
    """From where to where straight lines of a colour go, rounded."""
    lines = [p for p in side.items if isinstance(p, Path) and p.stroke and p.stroke.paint == paint]
    return [tuple(round(n, 1) for _, *point in line.segments for n in point) for line in lines]  # type: ignore[misc]


def test_a_zine_is_cut_along_a_line_and_its_folds_have_ticks_inside_the_margin() -> None:
    plan = FOLDS["zine"][8]
    size = plan.panel((297.0, 210.0))
    (side,) = impose(pages(plan, size), Folding(Printing("a4"), plan))
    assert strokes(side, "#000000") == [(74.2, 105.0, 222.8, 105.0)]
    ends = [line[:2] for line in strokes(side, "#7a7a7a")]
    upright = [(x, y) for x in (74.2, 148.5, 222.8) for y in (5.0, 203.0)]
    assert ends == [*upright, (5.0, 105.0), (290.0, 105.0)]
    (bare,) = impose(pages(plan, size), Folding(Printing("a4", marks=Marks("none")), plan))
    assert not [item for item in bare.items if isinstance(item, Path)]


def test_ticks_of_a_leaflet_on_both_sides_are_on_the_inside_alone() -> None:
    plan = FOLDS["letter"][6]
    outside, inside = impose(pages(plan, plan.panel((297.0, 210.0))), Folding(Printing("a4"), plan))
    assert not strokes(outside, "#7a7a7a") and len(strokes(inside, "#7a7a7a")) == 4


def test_small_panels_lie_side_by_side_in_the_middle_with_marks_for_cuts_and_folds() -> None:
    plan, size = FOLDS["zigzag"][8], (63.5, 88.9)
    front, _ = impose(pages(plan, size), Folding(Printing("a4"), plan))
    trim = Box(148.5 - 127, 105 - 44.45, 254, 88.9)
    placed = boxes(front, size)
    assert [placed[n][0].x for n in (1, 2, 3, 4)] == pytest.approx([trim.x + n * 63.5 for n in range(4)])
    dashes = {path.stroke.dash for path in front.items if isinstance(path, Path) and path.stroke}
    assert dashes == {(), FOLD_DASH}
    at_folds = [
        line for line in strokes(front, "#000000") if line[0] in {round(trim.x + n * 63.5, 1) for n in (1, 2, 3)}
    ]
    at_corners = [line for line in strokes(front, "#000000") if line not in at_folds]
    assert (len(at_folds), len(at_corners)) == (6, 8)
    assert not any(trim.x < x < trim.right and trim.y < y < trim.bottom for x, y, *_ in (*at_folds, *at_corners))


SIZES = st.tuples(st.floats(30, 400), st.floats(30, 400))


@given(st.sampled_from(PLANS), SIZES, st.sampled_from(["a4", "letter", "a3"]), st.booleans())
def test_panels_of_any_size_stay_on_the_paper(
    which: tuple[Fold, int], size: tuple[float, float], paper: str, is_cut: bool
) -> None:
    fold, panels = which
    plan, printing = FOLDS[fold][panels], Printing(paper, trim=is_cut)
    placing = Placing.of(Frame(*size, ()), printing, plan)
    room = 8.0 if is_cut else 0.0
    box = Box(0, 0, *placing.paper).inset(room - TUCK)
    assert placing.scale <= 1
    assert box.contains(placing.trim, 1e-6)
    if placing.scale == 1 and not is_cut:
        other = Placing.of(Frame(*size, ()), Printing(paper), plan)
        assert other == placing
