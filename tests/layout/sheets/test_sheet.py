"""Sheets: slots stay on the paper and never overlap, backs mirror fronts, marks stay outside the cards."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, permutations

import pytest
from conftest import ROOT
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import shipped_face, shipped_fonts

from pnp.core.diagnostics import Diagnostics, Mistake
from pnp.core.frame import IDENTITY, Art, Box, Frame, Group, Item, Matrix, Path, Text, Use, around, multiply
from pnp.core.outline import apply, bounds, rectangle, transform, trim_outline
from pnp.core.printing import PAPERS, MarkKind, Marks, Offset, Printing
from pnp.layout.sheets.card_packing import pack_cards
from pnp.layout.sheets.packing import Packing
from pnp.layout.sheets.printer_offset import laid_for_printer
from pnp.layout.sheets.sheet import Side, impose
from pnp.layout.sheets.small_print import SheetLabel, without_room
from pnp.layout.sheets.token_packing import TOKEN_GAP, pack_tokens
from pnp.project.files import Files
from pnp.project.profiles import load_press

lengths = st.floats(20, 83).map(lambda n: round(n, 2))
cards = st.tuples(lengths, lengths)
papers = st.sampled_from(sorted(PAPERS))
bleeds = st.sampled_from([0.0, 1.5, 3.0, 3.175])


FRONTS = Printing(backs="none")
LABEL = SheetLabel("Small · en", shipped_face("source-sans-3/SourceSans3-Regular.ttf"), shipped_fonts())


def overlap(a: Box, b: Box) -> bool:
    return a.x < b.right - 1e-6 and b.x < a.right - 1e-6 and a.y < b.bottom - 1e-6 and b.y < a.bottom - 1e-6


def pack(card: tuple[float, float], bleed: float, paper: str) -> Packing:
    return pack_cards(card, bleed, Printing(paper))


@given(cards, papers, bleeds)
def test_slots_stay_on_the_paper_and_never_overlap(card: tuple[float, float], paper: str, bleed: float) -> None:
    packing = pack(card, bleed, paper)
    sheet = Box(0, 0, *packing.paper)
    assert all(sheet.inset(7.5).contains(slot) for slot in packing.slots)
    assert not any(overlap(a, b) for a, b in combinations(packing.slots, 2))
    for index, slot in enumerate(packing.slots):
        assert (slot.width, slot.height) == (card[::-1] if packing.is_turned(index) else card)


@given(cards, papers, bleeds)
def test_the_grid_is_centred(card: tuple[float, float], paper: str, bleed: float) -> None:
    packing = pack(card, bleed, paper)
    block = packing.block
    assert block.x == pytest.approx(packing.paper[0] - block.right)
    assert block.y == pytest.approx(packing.paper[1] - block.bottom)


@given(cards, papers, bleeds)
def test_no_other_upright_grid_holds_more(card: tuple[float, float], paper: str, bleed: float) -> None:
    width, height = PAPERS[paper]
    ways = ((width, height), (height, width))
    best = max(int((w - 15) / card[0] + 1e-9) * int((h - 15) / card[1] + 1e-9) for w, h in ways)
    packing = pack(card, bleed, paper)
    assert packing.capacity == best if len(packing.blocks) == 1 else packing.capacity > best


@given(cards, papers, bleeds)
def test_backs_lie_behind_their_fronts(card: tuple[float, float], paper: str, bleed: float) -> None:
    packing = pack(card, bleed, paper)
    width, height = packing.paper
    for slot in packing.slots:
        back = packing.behind(slot)
        if not packing.is_mirrored_across:
            assert (back.x, back.y) == pytest.approx((slot.x, height - slot.bottom))
        else:
            assert (back.x, back.y) == pytest.approx((width - slot.right, slot.y))
        again = packing.behind(back)
        assert (again.x, again.y) == pytest.approx((slot.x, slot.y))


@pytest.mark.parametrize(
    ("card", "paper", "columns", "rows", "landscape"),
    [
        ((63, 88), "a4", 3, 3, False),
        ((63, 88), "letter", 3, 3, False),
        ((63.5, 88.9), "a4", 3, 3, False),
        ((44, 68), "a4", 4, 4, False),
        ((59, 92), "a4", 3, 3, False),
        ((88.9, 139.7), "a4", 2, 2, False),
        ((130, 90), "a4", 2, 2, True),
    ],
)
def test_common_cards_on_common_paper(
    card: tuple[float, float], paper: str, columns: int, rows: int, landscape: bool
) -> None:
    packing = pack(card, 3.0, paper)
    xs, ys = {round(s.x, 3) for s in packing.slots}, {round(s.y, 3) for s in packing.slots}
    assert (len(xs), len(ys), (packing.paper[0] > packing.paper[1])) == (columns, rows, landscape)


@pytest.mark.parametrize(
    ("card", "paper", "gutter", "blocks"),
    [
        ((70, 120), "a4", None, (2, 4)),
        ((70, 120), "letter", None, (2, 3)),
        ((70, 120), "a4", 6.0, (4,)),
        ((44, 68), "letter", None, (3, 12)),
        ((56, 87), "a3", None, (12, 10)),
        ((63, 88), "a3", None, (18,)),
    ],
)
def test_two_grids_where_they_hold_more(
    card: tuple[float, float], paper: str, gutter: float | None, blocks: tuple[int, ...]
) -> None:
    assert tuple(map(len, pack_cards(card, 3, Printing(paper, gutter=gutter)).blocks)) == blocks


@pytest.mark.parametrize(
    ("marks", "margin", "held"),
    [("corner", 5, 16), ("corner", 1, 18), ("lines", 5, 18), ("none", 5, 18), ("none", 3, 19)],
)
def test_mini_euro_cards_on_a4_need_the_room_of_marks(marks: MarkKind, margin: float, held: int) -> None:
    """Three columns upright and one turned are 200 mm wide, as much as A4 with 5 mm left white; marks take 8 mm more."""
    assert pack_cards((44, 68), 3, Printing(marks=Marks(marks), margin=margin)).capacity == held


def test_a_turned_card_has_its_back_behind_it() -> None:
    """The top of a card that lies to the right is seen at the left when the paper is turned."""
    for flip, tops in (("long", ("right", "left")), ("short", ("right", "right"))):
        printing = Printing(flip=flip)  # type: ignore[arg-type]
        packing = pack_cards((70, 120), 3, printing)
        front, back = impose(sides((70, 120), 3, 3, 6), packing, printing, LABEL)
        for sheet, top in ((front, tops[0]), (back, tops[1])):
            group = sheet.frame.items[5]
            assert isinstance(group, Group)
            (x1, _), (x2, _) = apply(group.matrix, 35, 0), apply(group.matrix, 35, 120)
            assert (x1 > x2) == (top == "right")


def test_the_gutter_is_what_is_wanted() -> None:
    packing = pack_cards((63, 88), 3, Printing(gutter=2.5))
    assert packing.slots[1].x - packing.slots[0].right == pytest.approx(2.5)
    assert packing.slots[3].y - packing.slots[0].bottom == pytest.approx(2.5)


@pytest.mark.parametrize("card", [(250, 300), (60, 300), (201, 288), (288, 60)])
def test_a_card_larger_than_the_paper_is_refused(card: tuple[float, float]) -> None:
    with pytest.raises(Mistake, match=f"{card[0]}×{card[1]} mm does not fit on 210×297 mm paper"):
        pack(card, 3, "a4")


@pytest.mark.parametrize("shape", ["circle", "hexagon", "rounded"])
@pytest.mark.parametrize("token", [(201, 201), (100, 290), (300, 50), (250, 290)])
def test_a_token_larger_than_the_paper_is_refused(shape: str, token: tuple[float, float]) -> None:
    with pytest.raises(Mistake, match="does not fit on 210×297 mm paper"):
        pack_tokens(token, shape, 0, Printing())


def test_papers_have_the_sizes_of_the_standards() -> None:
    inches = {"letter": (8.5, 11), "legal": (8.5, 14), "tabloid": (11, 17)}
    assert PAPERS["a4"] == (210, 297)
    assert PAPERS["a3"] == (297, 2 * 210)
    assert {name: PAPERS[name] for name in inches} == {
        name: pytest.approx((width * 25.4, height * 25.4)) for name, (width, height) in inches.items()
    }
    assert PAPERS["sra3"] == (320, 450)
    assert len(PAPERS) == 8


# --- tokens

tokens = st.floats(10, 60).map(lambda n: round(n, 1))


@given(tokens, st.sampled_from(["circle", "hexagon", "rounded"]), papers, st.sampled_from([0.0, 1.0, 2.0]))
def test_tokens_keep_their_distance_and_stay_on_the_paper(size: float, shape: str, paper: str, bleed: float) -> None:
    token = (size, round(size * 2 / 3**0.5, 3)) if shape == "hexagon" else (size, size)
    packing = pack_tokens(token, shape, bleed, Printing(paper))
    sheet = Box(0, 0, *packing.paper)
    assert all(sheet.inset(5).contains(slot) for slot in packing.slots)
    least = size + 2 * bleed + 2.0  # from centre to centre: the bleeds, and room for scissors
    centres = [(s.x + s.width / 2, s.y + s.height / 2) for s in packing.slots]
    for (x1, y1), (x2, y2) in combinations(centres[:60], 2):
        assert ((x1 - x2) ** 2 + (y1 - y2) ** 2) ** 0.5 >= least - 0.02


def test_circles_lie_in_a_honeycomb_where_that_holds_more() -> None:
    circles = pack_tokens((25, 25), "circle", 0, Printing())
    squares = pack_tokens((25, 25), "rounded", 0, Printing())
    assert (squares.capacity, circles.capacity) == (70, 80)
    assert len([s for s in circles.slots if s.y == circles.slots[0].y]) == 10


@pytest.mark.parametrize(
    ("size", "bleed", "paper", "held"),
    [(20, 2, "a4", 95), (20, 1, "letter", 105), (35, 1, "a4", 39), (25, 0, "a4", 80)],
)
def test_circles_lie_in_a_flattened_honeycomb_where_that_holds_more(
    size: float, bleed: float, paper: str, held: int
) -> None:
    """An even honeycomb holds 84, 96, 36 and 80."""
    assert pack_tokens((size, size), "circle", bleed, Printing(paper)).capacity == held


@pytest.mark.parametrize(("gutter", "gap"), [(None, 4 + TOKEN_GAP), (0.0, 4.0), (3.0, 4.0), (6.0, 6.0)])
def test_tokens_keep_their_bleeds_apart_and_the_gutter_that_is_asked_for(gutter: float | None, gap: float) -> None:
    packing = pack_tokens((30, 20), "rounded", 2, Printing(gutter=gutter))
    first, second = packing.slots[:2]
    assert second.x - first.right == pytest.approx(gap)
    below = next(slot for slot in packing.slots if slot.y > first.y)
    assert below.y - first.bottom == pytest.approx(gap)


def test_two_sided_tokens_have_their_backs_behind_them() -> None:
    packing = pack_tokens((25, 25), "circle", 1, Printing())
    side = Side(Frame(25, 25, (), 1, 0, "token", "circle"))
    front, back = impose([(side, side)] * 3, packing, Printing(), LABEL)
    fronts, backs = placed(front.frame), placed(back.frame)
    width = packing.paper[0]
    assert not (packing.paper[0] > packing.paper[1])
    assert [(round(width - x - 25, 3), y) for x, y in fronts[:3]] == backs


def test_a_few_tokens_lie_in_the_middle_of_the_sheet_with_their_backs_behind_them() -> None:
    packing = pack_tokens((25, 25), "rounded", 1, Printing())
    side = Side(Frame(25, 25, (), 1, 0, "token", "rounded"))
    front, back = impose([(side, side)] * 2, packing, Printing(), LABEL)
    middle = (packing.block.x + packing.block.right) / 2, (packing.block.y + packing.block.bottom) / 2
    assert (front.trim.x + front.trim.right) / 2 == pytest.approx(middle[0])
    assert (front.trim.y + front.trim.bottom) / 2 == pytest.approx(middle[1])
    assert back.trim.x == pytest.approx(packing.paper[0] - front.trim.right)


def test_a_few_circles_lie_in_straight_rows_where_those_have_room_for_all() -> None:
    packing = pack_tokens((25, 25), "circle", 0, Printing())
    for count, columns in [(70, 10), (24, 10), (71, None), (packing.capacity, None)]:
        held = packing.holding(count)
        assert len(held.slots) == count
        assert (held.slots == packing.slots) == (count == packing.capacity)
        lefts = {round(slot.x, 3) for slot in held.slots}
        assert (len(lefts) == columns) if columns else (len(lefts) > 10)
    assert Box(0, 0, *packing.paper).inset(5).contains(packing.holding(70).block)


def test_tokens_have_cut_outlines_on_their_fronts_and_no_crop_marks() -> None:
    packing = pack_tokens((25, 25), "circle", 0, Printing())
    side = Side(Frame(25, 25, (), 0, 0, "token", "circle"))
    front, back = impose([(side, side)] * 3, packing, Printing(), LABEL)
    lines = [
        i
        for g in front.frame.items
        if isinstance(g, Group)
        for i in g.items
        if isinstance(i, Path) and i.segments[-1] == ("Z",)
    ]
    assert [line.stroke.paint for line in lines if line.stroke] == ["#000000", "#ffffff"] * 3
    assert not [
        i
        for g in back.frame.items
        if isinstance(g, Group)
        for i in g.items
        if isinstance(i, Path) and i.segments[-1] == ("Z",)
    ]
    assert not [i for i in front.frame.items if isinstance(i, Path) and len(i.segments) == 2]


def make(count: int, backs: bool = True) -> list[tuple[Side, Side | None]]:
    back = Side(Frame(63, 88, (), 3, 3, "back"))
    return [(Side(Frame(63, 88, (), 3, 3, f"card {n}")), back if backs else None) for n in range(count)]


def placed(sheet: Frame) -> list[tuple[float, float]]:
    """Where the pieces stand; the small print, a group of texts, is left out."""
    groups = [i for i in sheet.items if isinstance(i, Group) and not any(isinstance(x, Text) for x in i.items)]
    return [(round(i.matrix[4], 3), round(i.matrix[5], 3)) for i in groups]


def test_a_partly_filled_sheet_has_its_backs_behind_its_fronts() -> None:
    packing = pack((63, 88), 3, "a4")
    sheets = list(impose(make(11), packing, Printing(), LABEL))
    assert [(s.cards, s.is_back) for s in sheets] == [(9, False), (9, True), (2, False), (2, True)]
    front, back = placed(sheets[2].frame), placed(sheets[3].frame)
    left, middle, right = (packing.slots[n].x for n in range(3))
    top = packing.slots[0].y
    assert front == [(round(left, 3), round(top, 3)), (round(middle, 3), round(top, 3))]
    assert back == [(round(right, 3), round(top, 3)), (round(middle, 3), round(top, 3))]


def test_backs_on_landscape_sheets_are_turned() -> None:
    packing = pack((130, 90), 3, "a4")
    sheets = list(impose(make(1), packing, Printing(), LABEL))
    matrix = next(i for i in sheets[1].frame.items if isinstance(i, Group)).matrix
    assert matrix[:4] == (-1, 0, 0, -1)


def test_without_backs_there_are_only_fronts() -> None:
    packing = pack((63, 88), 3, "a4")
    assert [s.is_back for s in impose(make(20), packing, FRONTS, LABEL)] == [False] * 3
    assert [s.is_back for s in impose(make(5, backs=False), packing, Printing(), LABEL)] == [False]


@given(cards, papers, bleeds, st.integers(1, 12), st.sampled_from([3.0, 5.0, 5.5]))
def test_every_cut_has_a_mark_that_prints_at_both_ends(
    card: tuple[float, float], paper: str, bleed: float, count: int, margin: float
) -> None:
    printing = Printing(paper, "none", margin=margin)
    packing = pack_cards(card, bleed, printing)
    printable = Box(0, 0, *packing.paper).inset(margin)
    for sheet in impose(sides(card, bleed, bleed, count), packing, printing, LABEL):
        lines = [i for i in sheet.frame.items if isinstance(i, Path) and i.stroke and i.stroke.paint == "#000000"]
        marks = [sorted((segment[1], segment[2]) for segment in line.segments) for line in lines]
        slots = packing.slots[: sheet.cards]
        for (x1, y1), (x2, y2) in marks:
            assert printable.contains(Box(x1, y1, x2 - x1, y2 - y1))
            assert max(x2 - x1, y2 - y1) > 1.99
            assert not any(slot.inset(-0.49).contains(Box(x1, y1, 0, 0), 0) for slot in slots)
        for block in packing.blocks:
            inside = [slot for slot in slots if slot in block]
            for edge in {round(edge, 3) for slot in inside for edge in (slot.x, slot.right)}:
                above = [mark for mark in marks if abs(mark[0][0] - edge) < 0.001 and abs(mark[1][0] - edge) < 0.001]
                assert len(above) >= 2
            for edge in {round(edge, 3) for slot in inside for edge in (slot.y, slot.bottom)}:
                beside = [mark for mark in marks if abs(mark[0][1] - edge) < 0.001 and abs(mark[1][1] - edge) < 0.001]
                assert len(beside) >= 2


def test_a_mark_without_room_lies_on_white_over_the_bleed() -> None:
    packing = pack((63, 88), 3, "a4")
    (sheet,) = impose(make(9, backs=False), packing, FRONTS, LABEL)
    lines = [i for i in sheet.frame.items if isinstance(i, Path) and i.stroke and len(i.segments) == 2]
    across = [line for line in lines if line.segments[0][2] == line.segments[1][2]]
    ends = {tuple(sorted(round(segment[1], 3) for segment in line.segments)) for line in across}
    assert ends == {(5, 7), (203, 205)}
    assert {(line.stroke.paint, line.stroke.width) for line in across} == {("#ffffff", 0.6), ("#000000", 0.2)}
    down = [line for line in lines if line not in across]
    assert {line.stroke.paint for line in down} == {"#000000"}  # above and below there is room beyond the bleed


def test_lines_run_across_all_cards_and_none_are_printed_where_none_are_wanted() -> None:
    printing = Printing(backs="none", marks=Marks("lines"))
    packing = pack_cards((63, 88), 3, printing)
    (sheet,) = impose(make(9, backs=False), packing, printing, LABEL)
    lines = [i for i in sheet.frame.items if isinstance(i, Path)]
    assert {round(line.segments[1][1] - line.segments[0][1], 2) for line in lines} == {0, 200}
    assert {round(line.segments[1][2] - line.segments[0][2], 2) for line in lines} == {0, 287}
    (bare,) = impose(make(9, backs=False), packing, Printing(marks=Marks("none")), LABEL)
    assert not [i for i in bare.frame.items if isinstance(i, Path)]


def test_marks_are_as_long_and_as_far_off_as_wanted() -> None:
    printing = Printing("a3", "none", marks=Marks(length=8, offset=2))
    packing = pack_cards((100, 180), 3, printing)
    (sheet,) = impose(make(1, backs=False), packing, printing, LABEL)
    lengths = {round(abs(a[1] - b[1]) + abs(a[2] - b[2]), 3) for a, b in _lines(sheet.frame)}
    assert lengths == {8}
    slot = packing.slots[0]
    assert min(abs(slot.x - x) for (_, x, _), (_, x2, _) in _lines(sheet.frame) if x2 != x) == pytest.approx(5)


def _lines(frame: Frame) -> list[tuple]:
    return [i.segments for i in frame.items if isinstance(i, Path) and len(i.segments) == 2]


def test_the_last_sheet_is_filled_with_spares_where_that_is_wanted() -> None:
    packing = pack((63, 88), 3, "a4")
    sheets = list(impose(make(11), packing, Printing(fill="spares"), LABEL))
    assert [(sheet.cards, len(placed(sheet.frame))) for sheet in sheets] == [(9, 9), (9, 9), (2, 9), (2, 9)]
    few = list(impose(make(2, backs=False), packing, Printing(fill="spares"), LABEL))
    assert [len(placed(sheet.frame)) for sheet in few] == [9]


@pytest.mark.parametrize(("paper", "turned"), [("a4", False), ("letter", True)])
def test_the_margin_names_the_sheet_and_shows_a_ruler_of_50_mm(paper: str, turned: bool) -> None:
    packing = pack((63, 88), 3, paper)
    sheet = next(impose(make(9), packing, FRONTS, LABEL, first_number=4))
    small_print = next(i for i in reversed(sheet.frame.items) if isinstance(i, Group))
    assert [i.text for i in small_print.items if isinstance(i, Text)] == ["Small · en · 4A", "50 mm"]
    (ruler,) = (i for i in small_print.items if isinstance(i, Path))
    points = [apply(small_print.matrix, *segment[1:]) for segment in ruler.segments]
    along = [y if turned else x for x, y in points]
    assert max(along) - min(along) == pytest.approx(50)
    block = packing.block.inset(-packing.bleed)
    printable = Box(0, 0, *packing.paper).inset(4.9)
    for x, y in points:
        assert printable.contains(Box(x, y, 0, 0))
        assert not block.contains(Box(x, y, 0, 0), tolerance=0)


def small_print(card: tuple[float, float], paper: str) -> Group | None:
    """What stands in the margin of a sheet, if anything does."""
    packing = pack(card, 3, paper)
    side = Side(Frame(*card, ()))
    (sheet,) = impose([(side, None)], packing, FRONTS, LABEL)
    groups = [item for item in sheet.frame.items if isinstance(item, Group)]
    found = [group for group in groups if any(isinstance(x, Text) and x.text.startswith("Small") for x in group.items)]
    assert len(found) <= 1
    return found[0] if found else None


def test_the_ruler_has_a_mark_each_half_centimetre_and_its_name_behind_it() -> None:
    group = small_print((63, 88), "a4")
    assert group is not None
    name, ruler, unit = group.items
    assert isinstance(name, Text) and isinstance(ruler, Path) and isinstance(unit, Text)
    length = 3 * 63 + 2 * 3
    assert {name.y, unit.y} == {0}
    assert (name.x, name.size) == (1.5, pytest.approx(5.5 * 25.4 / 72))
    end = length - 1.5 - unit.width
    assert unit.x == pytest.approx(end)
    points = [(kind, round(x - (end - 51), 6), round(y, 6)) for kind, x, y in ruler.segments]
    marks = [(("M", n, 0), ("L", n, -1.1 if n % 10 else -1.4)) for n in range(0, 51, 5)]
    assert points == [("M", 0, 0), ("L", 50, 0), *(point for mark in marks for point in mark)]


@pytest.mark.parametrize(
    ("card", "paper", "shown", "corner"),
    [
        ((63, 88), "a4", ["Small · en · 1A", "50 mm"], (7.5, 291.6)),
        ((44, 68), "a4", ["Small · en · 1A", "50 mm"], (6.4, 289)),  # upwards at the left
        ((50, 56), "a4", ["Small · en · 1A"], (11.5, 204.6)),  # a ruler would cross a crop mark
        ((70, 120), "a4", ["Small · en · 1A", "50 mm"], (8.5, 291.6)),  # below the upright ones, one above the other
    ],
)
def test_there_is_small_print_where_it_has_room(
    card: tuple[float, float], paper: str, shown: list[str], corner: tuple[float, float] | None
) -> None:
    group = small_print(card, paper)
    assert [item.text for item in (group.items if group else ()) if isinstance(item, Text)] == shown
    assert (group and group.matrix[4:]) == (corner and pytest.approx(corner))


@pytest.mark.parametrize(
    ("card", "count", "has_ruler"),
    [((56.0, 87.0), 2, True), ((56.0, 87.0), 10, False), ((50.0, 56.0), 1, True), ((100.0, 10.0), 30, True)],
)
def test_a_ruler_stands_where_a_sheet_is_empty(card: tuple[float, float], count: int, has_ruler: bool) -> None:
    packing = pack(card, 3, "a4")
    (sheet,) = impose([(Side(Frame(*card, (), 3)), None)] * count, packing, FRONTS, LABEL)
    assert sheet.has_ruler == has_ruler
    names = [group for group in sheet.frame.items if isinstance(group, Group) and _has_text(group, "50 mm")]
    assert len(names) == has_ruler
    for group in names:
        (ruler,) = (item for item in group.items if isinstance(item, Path))
        points = [apply(group.matrix, *segment[1:]) for segment in ruler.segments]
        printable = Box(0, 0, *packing.paper).inset(5)
        pieces = [slot.inset(-3) for slot in packing.holding(count).slots[:count]]
        assert all(printable.contains(Box(x, y, 0, 0)) for x, y in points)
        assert not any(piece.contains(Box(x, y, 0, 0)) for piece in pieces for x, y in points)
        assert math.dist(points[0], points[1]) == pytest.approx(50)


def _small_print(frame: Frame) -> Iterator[Box]:
    """What each text of the small print and each ruler covers."""
    for group in frame.items:
        if isinstance(group, Group) and any(isinstance(item, Text) for item in group.items):
            for item in group.items:
                if isinstance(item, Text):
                    line = rectangle(item.x, item.y - item.size * 0.7, item.width, item.size * 0.7)
                    yield bounds(transform(line, group.matrix))
                elif isinstance(item, Path):
                    yield bounds(transform(item.segments, group.matrix))


LONG_LABEL = SheetLabel("Chili Peppers 1.0 · en", LABEL.face, LABEL.fonts)
marks_of_any_kind = st.sampled_from([Marks(kind) for kind in ("corner", "lines", "none")] + [Marks(length=12.0)])


@pytest.mark.slow
@given(
    st.tuples(st.floats(10, 110), st.floats(10, 110)),
    st.sampled_from(["a4", "letter", "sra3", "12x18in", "250x250mm", "4x6in"]),
    st.sampled_from([0.0, 3.0]),
    st.sampled_from([None, 0.0, 6.0]),
    marks_of_any_kind,
    st.sampled_from(["card", "circle", "rounded"]),
    st.integers(1, 60),
)
@example((44.45, 63.5), "12x18in", 3.0, None, Marks(), "card", 20)
@example((100.0, 10.0), "a3", 0.0, None, Marks(), "card", 60)
@example((63.0, 88.0), "sra3", 3.0, 6.0, Marks("lines"), "card", 60)
def test_small_print_never_touches_marks_pieces_or_lines(
    size: tuple[float, float], paper: str, bleed: float, gutter: float | None, marks: Marks, shape: str, count: int
) -> None:
    printing = Printing(paper, gutter=gutter, marks=marks, backs="separate")
    try:
        is_card = shape == "card"
        packing = pack_cards(size, bleed, printing) if is_card else pack_tokens(size, shape, bleed, printing)
    except Mistake:
        return
    look = Frame(*size, (Path(rectangle(0, 0, 1, 1), "#000000"),), bleed, shape=shape)  # type: ignore[arg-type]
    pieces = [(Side(look), Side(look))] * min(count, packing.capacity)
    for sheet in impose(pieces, packing, printing, LONG_LABEL):
        held = packing.holding(len(pieces))
        slots = (held.reverse if sheet.is_back else held).slots[: len(pieces)]
        lines = [item for item in sheet.frame.items if isinstance(item, Path)]
        marked = [bounds(line.segments).inset(-0.05) for line in lines]
        for box in _small_print(sheet.frame):
            assert sheet.frame.trim.inset(4.99).contains(box)
            for slot in slots:
                shown = packing.bleed_at(slot, slots) if is_card else (bleed,) * 4
                left, top, right, bottom = (min(most, bleed) for most in shown)
                whole = Box(slot.x - left, slot.y - top, slot.width + left + right, slot.height + top + bottom)
                assert not overlap(box, whole)
            assert not any(overlap(box, mark) for mark in marked)


def test_a_sheet_without_room_for_its_name_says_so() -> None:
    printing = Printing(marks=Marks("lines"))
    packing = pack_cards((20, 20), 0, printing)
    card = Side(Frame(20, 20, ()))
    (sheet,) = impose([(card, None)] * packing.capacity, packing, printing, LONG_LABEL)
    assert (sheet.has_name, sheet.has_ruler) == (False, False)
    assert without_room([(False, False), (True, False)]) == ", without room for a name or a ruler"
    assert without_room([(True, False), (True, True)]) == ""


def test_for_a_press_every_card_has_its_own_bleed() -> None:
    press = load_press(Files(ROOT), "fogra39", Diagnostics())
    for_press = pack_cards((70, 93), 3, Printing(press=press))
    first, second = for_press.slots[:2]
    assert second.x - first.right == pytest.approx(6)
    at_home = pack_cards((63, 88), 3, Printing("letter"))
    assert pack_cards((63, 88), 3, Printing("letter", press=press)).capacity < at_home.capacity
    asked = pack_cards((63, 88), 3, Printing("letter", gutter=0.0, press=press))
    assert asked.capacity == at_home.capacity


def _has_text(group: Group, text: str) -> bool:
    return any(isinstance(item, Text) and item.text == text for item in group.items)


def test_neighbours_show_half_the_gutter_of_their_bleed_and_all_of_it_towards_empty_places() -> None:
    packing = pack((63, 88), 3, "a4")
    slots = packing.slots
    assert packing.bleed_at(slots[0], slots) == (3.0, 3.0, 1.5, 3.0)
    assert packing.bleed_at(slots[4], slots) == (1.5, 3.0, 1.5, 3.0)
    assert packing.bleed_at(slots[1], slots[:2]) == (1.5, 3.0, 3.0, 3.0)
    tight = pack_cards((63, 88), 3, Printing(gutter=0))
    assert tight.bleed_at(tight.slots[4], tight.slots) == (0, 0, 0, 0)
    assert tight.bleed_at(tight.slots[4], tight.slots[:5]) == (0, 0, 3, 3)


# --- what is printed of each piece

PLACED = st.tuples(cards, papers, bleeds, st.integers(1, 20))


def pieces(sheet: Frame, count: int) -> list[tuple[Box, Box]]:
    """Of each piece on a sheet: where its trim lies, and what is shown of it."""
    groups = [item for item in sheet.items[:count] if isinstance(item, Group)]
    assert len(groups) == count
    found = []
    for group in groups:
        side = group.items[0]
        assert isinstance(side, Use) and side.matrix == (1, 0, 0, 1, 0, 0)
        assert group.clip is not None
        trim = rectangle(0, 0, side.art.box.width, side.art.box.height)
        found.append((bounds(transform(trim, group.matrix)), bounds(transform(group.clip.segments, group.matrix))))
    return found


def sides(card: tuple[float, float], face_bleed: float, back_bleed: float, count: int) -> list[tuple[Side, Side]]:
    """Cards whose art is as large as their trim, so that it can be measured on the sheet."""

    def side(name: str, bleed: float) -> Side:
        frame = Frame(*card, (), bleed, 0, name)
        return Side(frame, Art(name, frame.trim, ()))

    return [(side("face", face_bleed), side("back", back_bleed)) for _ in range(count)]


def near(a: Box, b: Box) -> bool:
    return (a.x, a.y, a.right, a.bottom) == pytest.approx((b.x, b.y, b.right, b.bottom), abs=1e-6)


@given(PLACED, st.sampled_from([None, 0.0, 2.0]))
def test_no_piece_shows_on_another_and_each_shows_its_bleed_where_there_is_room(
    made: tuple, gutter: float | None
) -> None:
    card, paper, bleed, count = made
    printing = Printing(paper, gutter=gutter)
    packing = pack_cards(card, bleed, printing)
    for sheet in impose(sides(card, bleed, bleed, count), packing, printing, LABEL):
        shown = pieces(sheet.frame, sheet.cards)
        assert near(sheet.bleed, around([clip for _, clip in shown]))
        for (_, clip), (other_trim, _) in permutations(shown, 2):
            assert not overlap(clip, other_trim)
        trims = [trim for trim, _ in shown]
        for trim, clip in shown:
            gaps = [[math.inf, math.inf], [math.inf, math.inf]]
            for other in trims:
                if other.y < trim.bottom - 1e-6 and trim.y < other.bottom - 1e-6 and other != trim:
                    gaps[0][other.x > trim.x] = min(
                        gaps[0][other.x > trim.x], max(other.x - trim.right, trim.x - other.right)
                    )
                if other.x < trim.right - 1e-6 and trim.x < other.right - 1e-6 and other != trim:
                    gaps[1][other.y > trim.y] = min(
                        gaps[1][other.y > trim.y], max(other.y - trim.bottom, trim.y - other.bottom)
                    )
            wanted = [min(bleed, max(gap, 0) / 2) for pair in gaps for gap in pair]
            found = [trim.x - clip.x, clip.right - trim.right, trim.y - clip.y, clip.bottom - trim.bottom]
            assert found == pytest.approx(wanted, abs=1e-6)


def test_beside_an_empty_place_two_bleeds_share_the_corner() -> None:
    """Of a sheet with four cards, the third one's bleed goes below it, the fourth one's to its right."""
    packing = pack_cards((63, 88), 3, Printing(gutter=0))
    (sheet,) = impose(sides((63, 88), 3, 3, 4), packing, FRONTS, LABEL)
    second, fourth = (group for group in (sheet.frame.items[1], sheet.frame.items[3]) if isinstance(group, Group))
    assert second.clip is not None and fourth.clip is not None
    points = {(round(x, 3), round(y, 3)) for _, x, y in second.clip.segments[:-1]}
    assert points == {(0, -3), (63, -3), (63, 91), (3, 91), (0, 88)}
    below = {(round(x, 3), round(y, 3)) for _, x, y in fourth.clip.segments[:-1]}
    assert below == {(-3, 0), (63, 0), (66, 3), (66, 91), (-3, 91)}


@given(PLACED)
def test_every_back_lies_behind_its_front_and_shows_as_much(made: tuple) -> None:
    card, paper, bleed, count = made
    packing = pack(card, bleed, paper)
    width, height = packing.paper
    sheets = list(impose(sides(card, bleed, bleed, count), packing, Printing(), LABEL))

    def turned(box: Box) -> Box:
        """A box as it lies when the paper is turned over its long edge."""
        if packing.paper[0] > packing.paper[1]:
            return Box(box.x, height - box.bottom, box.width, box.height)
        return Box(width - box.right, box.y, box.width, box.height)

    for front, back in zip(sheets[::2], sheets[1::2], strict=True):
        assert (front.is_back, back.is_back, front.cards) == (False, True, back.cards)
        for one, other in zip(pieces(front.frame, front.cards), pieces(back.frame, back.cards), strict=True):
            assert all(near(turned(a), b) for a, b in zip(one, other, strict=True))
        assert near(turned(front.trim), back.trim) and near(turned(front.bleed), back.bleed)


def test_nothing_is_shown_beyond_a_sides_own_bleed() -> None:
    packing = pack((63, 88), 3, "a4")
    front, back = impose(sides((63, 88), 3, 1, 1), packing, Printing(), LABEL)
    ((trim, face),) = pieces(front.frame, 1)
    assert near(face, Box(trim.x - 3, trim.y - 3, 63 + 6, 88 + 6))
    ((trim, reverse),) = pieces(back.frame, 1)
    assert near(reverse, trim.inset(-1))


@given(tokens, st.sampled_from(["circle", "hexagon", "rounded"]), papers, st.sampled_from([0.0, 1.0, 2.0]))
def test_tokens_show_their_bleed_all_around(size: float, shape: str, paper: str, bleed: float) -> None:
    token = (size, round(size * 2 / 3**0.5, 3)) if shape == "hexagon" else (size, size)
    packing = pack_tokens(token, shape, bleed, Printing(paper))
    side = Side(Frame(*token, (), bleed, 2.0 if shape == "rounded" else 0.0, "token", shape))
    for sheet in impose([(side, side)] * 3, packing, Printing(), LABEL):
        groups = [item for item in sheet.frame.items[: sheet.cards] if isinstance(item, Group)]
        for group in groups:
            assert group.clip is not None
            assert group.clip.segments == trim_outline(side.frame, bleed)
            assert group.clip.segments != trim_outline(side.frame) or not bleed


def test_crop_marks_stand_half_a_millimetre_off_the_bleed_and_are_five_long() -> None:
    packing = pack((130, 190), 3, "a3")
    (sheet,) = impose(make(1, backs=False), packing, FRONTS, LABEL)
    slot = packing.slots[0]
    marks = {
        tuple(round(n, 3) for segment in item.segments for n in segment[1:])
        for item in sheet.frame.items
        if isinstance(item, Path)
    }
    start, end = 3.5, 8.5
    expected = [
        *(
            (x, y + n * start, x, y + n * end)
            for x in (slot.x, slot.right)
            for y, n in ((slot.y, -1), (slot.bottom, 1))
        ),
        *(
            (x + n * start, y, x + n * end, y)
            for y in (slot.y, slot.bottom)
            for x, n in ((slot.x, -1), (slot.right, 1))
        ),
    ]
    assert marks == {tuple(round(n, 3) for n in line) for line in expected}


def test_sheets_are_numbered_in_order() -> None:
    packing = pack((63, 88), 3, "a4")
    names = [sheet.frame.name for sheet in impose(make(19), packing, Printing(), LABEL)]
    assert names == ["sheet 1", "sheet 1 back", "sheet 2", "sheet 2 back", "sheet 3", "sheet 3 back"]
    assert all(a != b for a, b in pairwise(names))


def test_a_label_falls_back_on_other_fonts_and_knows_what_none_has() -> None:
    face = shipped_face("source-sans-3/SourceSans3-Regular.ttf")
    packing = pack_cards((63, 88), 3, Printing())
    label = SheetLabel("Small क神 · en", face, shipped_fonts())
    (sheet,) = impose([(Side(Frame(63, 88, ()), None), None)], packing, FRONTS, label)
    texts = [item for group in sheet.frame.items if isinstance(group, Group) for item in group.items]
    faces = {item.text: item.words[0].face.name for item in texts if isinstance(item, Text)}
    assert (faces["Small"], faces["क"]) == ("SourceSans3-Regular", "Baloo2-Bold")
    first, second, third, *_ = (item for item in texts if isinstance(item, Text))
    assert second.x == pytest.approx(first.x + first.width + face.space * first.size)
    assert third.x == pytest.approx(second.x + second.width)
    assert label.missing == "神"
    assert LABEL.missing == ""


@pytest.mark.parametrize(
    ("printing", "is_folded"), [(Printing(), False), (Printing(backs="fold"), True), (Printing("letter"), False)]
)
def test_tarot_sheets_have_their_name_and_a_ruler(printing: Printing, is_folded: bool) -> None:
    """Where no line has room for both, the ruler stands above the name; clear of bleed, and inside the margin."""
    packing = pack_cards((70, 120), 3, printing, is_folded)
    side = Side(Frame(70, 120, (), 3, 3, "card"))
    sheet = next(iter(impose([(side, None)] * packing.capacity, packing, printing, LABEL)))
    small = next(
        i for i in reversed(sheet.frame.items) if isinstance(i, Group) and any(isinstance(t, Text) for t in i.items)
    )
    assert [i.text for i in small.items if isinstance(i, Text)][-1] == "50 mm"
    (ruler,) = (i for i in small.items if isinstance(i, Path))
    box = bounds(transform(ruler.segments, small.matrix))
    assert max(box.width, box.height) == pytest.approx(50)
    assert Box(0, 0, *packing.paper).inset(printing.margin).contains(box)
    assert not any(slot.inset(-3).overlaps(box) for slot in packing.slots)


def _texts(items: Sequence[Item], matrix: Matrix = IDENTITY) -> Iterator[tuple[Text, Matrix]]:
    for item in items:
        if isinstance(item, Group):
            yield from _texts(item.items, multiply(matrix, item.matrix))
        elif isinstance(item, Text):
            yield item, matrix


@pytest.mark.parametrize(
    ("paper", "size"), [("a4", (63, 88)), ("letter", (63, 88)), ("a4", (44, 68)), ("a4", (200, 140))]
)
def test_small_print_keeps_the_margin_tails_of_letters_too(paper: str, size: tuple[float, float]) -> None:
    packing = pack_cards(size, 3, Printing(paper))
    (sheet,) = impose(sides(size, 3, 3, 1), packing, FRONTS, LABEL)
    safe = sheet.frame.trim.inset(5.0)
    seen = 0
    for text, matrix in _texts(sheet.frame.items):
        ink = [max(word.ink[n] for word in text.words) * text.size for n in (0, 1)]
        corners = [(text.x, text.y - ink[0]), (text.x + text.width, text.y + ink[1])]
        (left, top), (right, bottom) = (apply(matrix, *corner) for corner in corners)
        box = Box(min(left, right), min(top, bottom), abs(right - left), abs(bottom - top))
        assert safe.contains(box, tolerance=0.02), (text.text, box)
        seen += 1
    assert seen or packing.print_place is None


def _black_lines(frame: Frame) -> Iterator[Box]:
    for item in frame.items:
        if isinstance(item, Path) and item.stroke and item.stroke.paint == "#000000":
            yield bounds(item.segments)


@pytest.mark.parametrize("offset", [Offset(2.5, 0), Offset(-1.5, 2.0), Offset(0.5, -0.5, 0.3)])
def test_marks_on_backs_keep_the_margin_after_they_are_moved(offset: Offset) -> None:
    printing = Printing(offset=offset)
    packing = pack_cards((63, 88), 3, printing)
    front, back = impose(sides((63, 88), 3, 3, 9), packing, printing, LABEL)
    moved, matrix = laid_for_printer(back.frame, True, "long", offset)
    safe = moved.trim.inset(5.0 - 0.01)
    lines = [
        bounds(transform(rectangle(b.x, b.y, max(b.width, 1e-6), max(b.height, 1e-6)), matrix))
        for b in _black_lines(back.frame)
    ]
    assert lines
    assert all(safe.contains(line) for line in lines)
    assert len(list(_black_lines(front.frame))) >= len(lines)


def test_backs_of_tokens_with_little_bleed_are_told() -> None:
    def least(bleed: float, colour: str) -> float | None:
        packing = pack_tokens((25, 25), "circle", bleed, Printing())
        ground = Path(rectangle(-3, -3, 31, 31), colour)
        side = Side(Frame(25, 25, (ground,), bleed, 0, "token", "circle"))
        _, back = impose([(side, side)] * 3, packing, Printing(), LABEL)
        return back.least_bleed

    assert least(0.5, "#aa0000") == 0.5
    assert least(0.5, "#ffffff") is None
    assert least(1.5, "#aa0000") is None
