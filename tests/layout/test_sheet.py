"""Sheets: slots stay on the paper and never overlap, backs mirror fronts, marks stay outside the cards."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import shipped_face, shipped_fonts

from pnp.diagnostics import Mistake
from pnp.layout.frame import Art, Box, Frame, Group, Path, Text, Use
from pnp.layout.outline import apply, bounds, rectangle, transform
from pnp.layout.packing import Packing, pack_cards, pack_tokens
from pnp.layout.paper import PAPERS
from pnp.layout.shape import trim_outline
from pnp.layout.sheet import MARK_END, Label, Side, impose

lengths = st.floats(20, 130).map(lambda n: round(n, 2))
cards = st.tuples(lengths, lengths)
papers = st.sampled_from(sorted(PAPERS))
bleeds = st.sampled_from([0.0, 1.5, 3.0, 3.175])


LABEL = Label("Small · en", shipped_face("source-sans-3/SourceSans3-Regular.ttf"), shipped_fonts())


def overlap(a: Box, b: Box) -> bool:
    return a.x < b.right - 1e-6 and b.x < a.right - 1e-6 and a.y < b.bottom - 1e-6 and b.y < a.bottom - 1e-6


def pack(card: tuple[float, float], bleed: float, paper: str) -> Packing:
    return pack_cards(card, bleed, PAPERS[paper], MARK_END)


@given(cards, papers, bleeds)
def test_slots_stay_on_the_paper_and_never_overlap(card: tuple[float, float], paper: str, bleed: float) -> None:
    packing = pack(card, bleed, paper)
    sheet = Box(0, 0, *packing.paper)
    assert all(sheet.inset(5).contains(slot) for slot in packing.slots)
    assert not any(overlap(a, b) for a, b in combinations(packing.slots, 2))
    assert all((slot.width, slot.height) == card for slot in packing.slots)


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
    best = max(int((w - 10) / card[0] + 1e-9) * int((h - 10) / card[1] + 1e-9) for w, h in ways)
    assert pack(card, bleed, paper).capacity == best


@given(cards, papers, bleeds)
def test_backs_lie_behind_their_fronts(card: tuple[float, float], paper: str, bleed: float) -> None:
    packing = pack(card, bleed, paper)
    width, height = packing.paper
    for slot in packing.slots:
        back = packing.behind(slot)
        if packing.is_landscape:  # turned over the long edge, which lies across
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
        ((70, 120), "a4", 2, 2, False),
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
    assert (len(xs), len(ys), packing.is_landscape) == (columns, rows, landscape)


@pytest.mark.parametrize("card", [(250, 300), (60, 300), (201, 288), (288, 60)])
def test_a_card_larger_than_the_paper_is_refused(card: tuple[float, float]) -> None:
    with pytest.raises(Mistake, match=f"{card[0]}×{card[1]} mm does not fit on 210×297 mm paper"):
        pack(card, 3, "a4")


@pytest.mark.parametrize("shape", ["circle", "hexagon", "rounded"])
@pytest.mark.parametrize("token", [(201, 201), (100, 290), (300, 50), (250, 290)])
def test_a_token_larger_than_the_paper_is_refused(shape: str, token: tuple[float, float]) -> None:
    with pytest.raises(Mistake, match="does not fit on 210×297 mm paper"):
        pack_tokens(token, shape, 0, PAPERS["a4"])


def test_papers_have_the_sizes_of_the_standards() -> None:
    inches = {"letter": (8.5, 11), "legal": (8.5, 14), "tabloid": (11, 17)}
    assert PAPERS["a4"] == (210, 297)
    assert PAPERS["a3"] == (297, 2 * 210)
    assert {name: PAPERS[name] for name in inches} == {
        name: pytest.approx((width * 25.4, height * 25.4)) for name, (width, height) in inches.items()
    }
    assert len(PAPERS) == 5


# --- tokens

tokens = st.floats(10, 60).map(lambda n: round(n, 1))


@given(tokens, st.sampled_from(["circle", "hexagon", "rounded"]), papers, st.sampled_from([0.0, 1.0, 2.0]))
def test_tokens_keep_their_distance_and_stay_on_the_paper(size: float, shape: str, paper: str, bleed: float) -> None:
    token = (size, round(size * 2 / 3**0.5, 3)) if shape == "hexagon" else (size, size)
    packing = pack_tokens(token, shape, bleed, PAPERS[paper])
    sheet = Box(0, 0, *packing.paper)
    assert all(sheet.inset(5).contains(slot) for slot in packing.slots)
    least = size + 2 * bleed + 2.0  # from centre to centre: the bleeds, and room for scissors
    centres = [(s.x + s.width / 2, s.y + s.height / 2) for s in packing.slots]
    for (x1, y1), (x2, y2) in combinations(centres[:40], 2):
        assert ((x1 - x2) ** 2 + (y1 - y2) ** 2) ** 0.5 >= least - 0.02


def test_circles_lie_in_a_honeycomb_where_that_holds_more() -> None:
    circles = pack_tokens((25, 25), "circle", 0, PAPERS["a4"])
    squares = pack_tokens((25, 25), "rounded", 0, PAPERS["a4"])
    assert (squares.capacity, circles.capacity) == (70, 80)
    assert len([s for s in circles.slots if s.y == circles.slots[0].y]) == 10


def test_two_sided_tokens_have_their_backs_behind_them() -> None:
    packing = pack_tokens((25, 25), "circle", 1, PAPERS["a4"])
    side = Side(Frame(25, 25, (), 1, 0, "token", "circle"))
    front, back = impose([(side, side)] * 3, packing, "duplex", LABEL)
    fronts, backs = placed(front.frame), placed(back.frame)
    width = packing.paper[0]
    assert not packing.is_landscape
    assert [(round(width - x - 25, 3), y) for x, y in fronts[:3]] == backs


def test_tokens_have_cut_outlines_on_their_fronts_and_no_crop_marks() -> None:
    packing = pack_tokens((25, 25), "circle", 0, PAPERS["a4"])
    side = Side(Frame(25, 25, (), 0, 0, "token", "circle"))
    front, back = impose([(side, side)] * 3, packing, "duplex", LABEL)
    lines = [
        i
        for g in front.frame.items
        if isinstance(g, Group)
        for i in g.items
        if isinstance(i, Path) and i.segments[-1] == ("Z",)
    ]
    assert len(lines) == 3
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
    sheets = list(impose(make(11), packing, "duplex", LABEL))
    assert [(s.cards, s.is_back) for s in sheets] == [(9, False), (9, True), (2, False), (2, True)]
    front, back = placed(sheets[2].frame), placed(sheets[3].frame)
    left, middle, right = (packing.slots[n].x for n in range(3))
    top = packing.slots[0].y
    assert front == [(round(left, 3), round(top, 3)), (round(middle, 3), round(top, 3))]
    assert back == [(round(right, 3), round(top, 3)), (round(middle, 3), round(top, 3))]


def test_backs_on_landscape_sheets_are_turned() -> None:
    packing = pack((130, 90), 3, "a4")
    sheets = list(impose(make(1), packing, "duplex", LABEL))
    matrix = next(i for i in sheets[1].frame.items if isinstance(i, Group)).matrix
    assert matrix[:4] == (-1, 0, 0, -1)


def test_without_backs_there_are_only_fronts() -> None:
    packing = pack((63, 88), 3, "a4")
    assert [s.is_back for s in impose(make(20), packing, "none", LABEL)] == [False] * 3
    assert [s.is_back for s in impose(make(5, backs=False), packing, "duplex", LABEL)] == [False]


@given(cards, papers, bleeds, st.integers(1, 12))
def test_crop_marks_stand_at_trims_and_touch_no_bleed(
    card: tuple[float, float], paper: str, bleed: float, count: int
) -> None:
    packing = pack(card, bleed, paper)
    for sheet in impose(make(count), packing, "none", LABEL):
        marks = [i for i in sheet.frame.items if isinstance(i, Path) and len(i.segments) == 2 and i.stroke]
        slots = [packing.slots[n] for n in range(sheet.cards)]
        edges_x = [e for s in slots for e in (s.x, s.right)]
        edges_y = [e for s in slots for e in (s.y, s.bottom)]
        around = sheet.trim.inset(-packing.bleed)
        for mark in marks:
            (_, x1, y1), (_, x2, y2) = mark.segments
            at, edges = (x1, edges_x) if x1 == x2 else (y1, edges_y)
            assert min(abs(at - edge) for edge in edges) < 0.001
            assert not overlap(Box(min(x1, x2), min(y1, y2), abs(x1 - x2), abs(y1 - y2)), around)
            assert min(x1, x2, y1, y2) >= 1.0
            assert max(x1, x2) <= packing.paper[0] - 1.0
            assert max(y1, y2) <= packing.paper[1] - 1.0


@pytest.mark.parametrize(("paper", "turned"), [("a4", False), ("letter", True)])
def test_the_margin_names_the_sheet_and_shows_a_ruler_of_50_mm(paper: str, turned: bool) -> None:
    packing = pack((63, 88), 3, paper)
    sheet = next(impose(make(9), packing, "none", LABEL, first_number=4))
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
    (sheet,) = impose([(side, None)], packing, "none", LABEL)
    found = [i for i in sheet.frame.items if isinstance(i, Group) and any(isinstance(x, Text) for x in i.items)]
    assert len(found) <= 1
    return found[0] if found else None


def test_the_ruler_has_a_mark_each_half_centimetre_and_its_name_behind_it() -> None:
    group = small_print((63, 88), "a4")
    assert group is not None
    name, ruler, unit = group.items
    assert isinstance(name, Text) and isinstance(ruler, Path) and isinstance(unit, Text)
    length = 3 * 63 + 2 * 3
    assert {name.y, unit.y} == {0}
    assert (name.x, name.size) == (1.5, pytest.approx(6 * 25.4 / 72))
    end = length - 1.5 - unit.width
    assert unit.x == pytest.approx(end)
    points = [(kind, round(x - (end - 51), 6), round(y, 6)) for kind, x, y in ruler.segments]
    marks = [(("M", n, 0), ("L", n, -1.1 if n % 10 else -1.8)) for n in range(0, 51, 5)]
    assert points == [("M", 0, 0), ("L", 50, 0), *(point for mark in marks for point in mark)]


@pytest.mark.parametrize(
    ("card", "shown", "corner"),
    [
        ((63, 88), ["Small · en · 1A", "50 mm"], (7.5, 292)),
        ((44, 68), ["Small · en · 1A", "50 mm"], (6.8, 289)),  # upwards at the left
        ((55, 90), ["Small · en · 1A"], (5, 205)),  # a ruler would cross a crop mark
        ((64, 92), [], None),
    ],
)
def test_there_is_small_print_where_it_has_room(
    card: tuple[float, float], shown: list[str], corner: tuple[float, float] | None
) -> None:
    group = small_print(card, "a4")
    assert [item.text for item in (group.items if group else ()) if isinstance(item, Text)] == shown
    assert (group and group.matrix[4:]) == (corner and pytest.approx(corner))


def test_neighbours_show_half_the_gutter_of_their_bleed() -> None:
    packing = pack((63, 88), 3, "a4")
    assert packing.gutter == 3.0
    assert packing.bleed_at(packing.slots[0]) == (3.0, 3.0, 1.5, 1.5)
    assert packing.bleed_at(packing.slots[4]) == (1.5, 1.5, 1.5, 1.5)
    assert packing.bleed_at(packing.slots[8]) == (1.5, 1.5, 3.0, 3.0)


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


@given(PLACED)
def test_no_piece_shows_on_another_and_each_shows_its_bleed_where_there_is_room(made: tuple) -> None:
    card, paper, bleed, count = made
    packing = pack(card, bleed, paper)
    for sheet in impose(sides(card, bleed, bleed, count), packing, "duplex", LABEL):
        assert sheet.bleed == sheet.trim.inset(-packing.bleed)
        shown = pieces(sheet.frame, sheet.cards)
        for (trim, clip), (other_trim, other_clip) in permutations(shown, 2):
            assert not overlap(clip, other_clip)
            assert clip.contains(trim)
            assert not overlap(clip, other_trim)
        block = packing.block
        for trim, clip in shown:
            gutter = min(packing.gutter / 2, packing.bleed)
            left, top = (packing.bleed if edge < 0.01 else gutter for edge in (trim.x - block.x, trim.y - block.y))
            right = packing.bleed if block.right - trim.right < 0.01 else gutter
            bottom = packing.bleed if block.bottom - trim.bottom < 0.01 else gutter
            around = Box(trim.x - left, trim.y - top, trim.width + left + right, trim.height + top + bottom)
            assert near(clip, around)


@given(PLACED)
def test_every_back_lies_behind_its_front_and_shows_as_much(made: tuple) -> None:
    card, paper, bleed, count = made
    packing = pack(card, bleed, paper)
    width, height = packing.paper
    sheets = list(impose(sides(card, bleed, bleed, count), packing, "duplex", LABEL))

    def turned(box: Box) -> Box:
        """A box as it lies when the paper is turned over its long edge."""
        if packing.is_landscape:
            return Box(box.x, height - box.bottom, box.width, box.height)
        return Box(width - box.right, box.y, box.width, box.height)

    for front, back in zip(sheets[::2], sheets[1::2], strict=True):
        assert (front.is_back, back.is_back, front.cards) == (False, True, back.cards)
        for one, other in zip(pieces(front.frame, front.cards), pieces(back.frame, back.cards), strict=True):
            assert all(near(turned(a), b) for a, b in zip(one, other, strict=True))
        assert near(turned(front.trim), back.trim) and near(turned(front.bleed), back.bleed)


def test_nothing_is_shown_beyond_a_sides_own_bleed() -> None:
    packing = pack((63, 88), 3, "a4")
    front, back = impose(sides((63, 88), 3, 1, 1), packing, "duplex", LABEL)
    ((trim, face),) = pieces(front.frame, 1)
    assert near(face, Box(trim.x - 3, trim.y - 3, 63 + 4.5, 88 + 4.5))
    ((trim, reverse),) = pieces(back.frame, 1)
    assert near(reverse, trim.inset(-1))


@given(tokens, st.sampled_from(["circle", "hexagon", "rounded"]), papers, st.sampled_from([0.0, 1.0, 2.0]))
def test_tokens_show_their_bleed_all_around(size: float, shape: str, paper: str, bleed: float) -> None:
    token = (size, round(size * 2 / 3**0.5, 3)) if shape == "hexagon" else (size, size)
    packing = pack_tokens(token, shape, bleed, PAPERS[paper])
    side = Side(Frame(*token, (), bleed, 2.0 if shape == "rounded" else 0.0, "token", shape))
    for sheet in impose([(side, side)] * 3, packing, "duplex", LABEL):
        groups = [item for item in sheet.frame.items[: sheet.cards] if isinstance(item, Group)]
        for group in groups:
            assert group.clip is not None
            assert group.clip.segments == trim_outline(side.frame, bleed)
            assert group.clip.segments != trim_outline(side.frame) or not bleed


def test_crop_marks_stand_half_a_millimetre_off_the_bleed_and_are_five_long() -> None:
    packing = pack((130, 190), 3, "a3")
    (sheet,) = impose(make(1, backs=False), replace(packing, slots=packing.slots[:1]), "none", LABEL)
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
    names = [sheet.frame.name for sheet in impose(make(19), packing, "duplex", LABEL)]
    assert names == ["sheet 1", "sheet 1 back", "sheet 2", "sheet 2 back", "sheet 3", "sheet 3 back"]
    assert all(a != b for a, b in pairwise(names))


def test_a_label_falls_back_on_other_fonts_and_knows_what_none_has() -> None:
    face = shipped_face("source-sans-3/SourceSans3-Regular.ttf")
    packing = pack_cards((63, 88), 3, PAPERS["a4"], MARK_END)
    label = Label("Small क神 · en", face, shipped_fonts())
    (sheet,) = impose([(Side(Frame(63, 88, ()), None), None)], packing, "none", label)
    texts = [item for group in sheet.frame.items if isinstance(group, Group) for item in group.items]
    faces = {item.text: item.words[0].face.name for item in texts if isinstance(item, Text)}
    assert (faces["Small"], faces["क"]) == ("SourceSans3-Regular", "Baloo2-Bold")
    first, second, third, *_ = (item for item in texts if isinstance(item, Text))
    assert second.x == pytest.approx(first.x + first.width + face.space * first.size)
    assert third.x == pytest.approx(second.x + second.width)
    assert label.missing == "神"
    assert LABEL.missing == ""
