"""Backs: beside their faces to be folded behind them, in a file of their own, moved as a printer needs it."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_sheet import LABEL, PLACED, near, overlap, pieces, sides

from pnp.core.diagnostics import Mistake
from pnp.core.frame import Box, Frame, Group, Path, Use
from pnp.core.outline import apply
from pnp.core.printing import PAPERS, Marks, Printing
from pnp.layout.sheets.card_packing import pack_cards
from pnp.layout.sheets.packing import Packing
from pnp.layout.sheets.sheet import Sheet, Side, impose, with_blank_backs
from pnp.layout.sheets.token_packing import pack_tokens

pytestmark = pytest.mark.slow

small_cards = st.tuples(*[st.floats(15, 38).map(lambda n: round(n, 2))] * 2)
folded = st.tuples(small_cards, st.sampled_from(sorted(PAPERS)), st.sampled_from([0.0, 1.5, 3.0]), st.integers(1, 9))


def over_fold(packing: Packing, x: float) -> float:
    """Where a place across comes to lie when the right half is folded behind the left one."""
    assert packing.fold is not None
    return 2 * packing.fold - x


@given(folded, st.sampled_from(["corner", "lines", "none"]))
def test_folding_brings_each_back_behind_its_face(made: tuple, kind: str) -> None:
    card, paper, bleed, count = made
    printing = Printing(paper, "fold", marks=Marks(kind))  # type: ignore[arg-type]
    packing = pack_cards(card, bleed, printing, is_folded=True)
    assert packing.fold == packing.paper[0] / 2
    for sheet in impose(sides(card, bleed, bleed, count), packing, printing, LABEL):
        assert not sheet.is_back
        groups = [item for item in sheet.frame.items if isinstance(item, Group) and isinstance(item.items[0], Use)]
        faces, backs = groups[: sheet.cards], groups[sheet.cards :]
        assert len(faces) == len(backs)
        for face, back in zip(faces, backs, strict=True):
            for x, y in ((0, 0), (card[0], 0), (card[0] / 3, card[1] / 4)):
                front = apply(face.matrix, x, y)  # what is at the left of a face is at the right of its back
                behind = apply(back.matrix, card[0] - x, y)
                assert (over_fold(packing, behind[0]), behind[1]) == pytest.approx(front)


@given(folded)
def test_what_is_folded_stays_on_its_half_and_never_overlaps(made: tuple) -> None:
    card, paper, bleed, count = made
    printing = Printing(paper, "fold")
    packing = pack_cards(card, bleed, printing, is_folded=True)
    left, whole = Box(0, 0, packing.paper[0] / 2, packing.paper[1]), Box(0, 0, *packing.paper)
    assert all(left.contains(slot) and whole.inset(7.5).contains(slot) for slot in packing.slots)
    assert not any(overlap(a, b) for a, b in combinations(packing.slots, 2))
    for sheet in impose(sides(card, bleed, bleed, count), packing, printing, LABEL):
        shown = pieces_of(sheet)
        for trim, clip in shown[: sheet.cards]:
            assert left.contains(clip, 1e-6)
            assert packing.fold is not None and packing.fold - trim.right >= max(bleed, 2.5) - 1e-6
        for (trim, clip), (behind, back_clip) in zip(shown[: sheet.cards], shown[sheet.cards :], strict=True):
            for one, other in ((trim, behind), (clip, back_clip)):
                assert near(Box(over_fold(packing, other.right), other.y, other.width, other.height), one)


def pieces_of(sheet: Sheet) -> list[tuple[Box, Box]]:
    """Trims and what is shown of faces, then of backs."""
    groups = tuple(item for item in sheet.frame.items if isinstance(item, Group) and isinstance(item.items[0], Use))
    return pieces(Frame(sheet.frame.width, sheet.frame.height, groups), len(groups))


@given(folded, st.sampled_from([3.0, 5.0]))
def test_every_cut_of_a_folded_sheet_has_a_mark_at_both_ends_on_each_half(made: tuple, margin: float) -> None:
    card, paper, bleed, count = made
    printing = Printing(paper, "fold", margin=margin)
    packing = pack_cards(card, bleed, printing, is_folded=True)
    printable = Box(0, 0, *packing.paper).inset(margin)
    for sheet in impose(sides(card, bleed, bleed, count), packing, printing, LABEL):
        lines = [i for i in sheet.frame.items if isinstance(i, Path) and i.stroke and i.stroke.paint == "#000000"]
        (fold,) = (line for line in lines if line.stroke and line.stroke.dash)
        assert [segment[1] for segment in fold.segments] == [packing.fold, packing.fold]
        marks = [line.segments for line in lines if line is not fold]
        trims = [trim for trim, _ in pieces_of(sheet)]
        for half in (trims[: sheet.cards], trims[sheet.cards :]):
            start, end = packing.reach(half[0])
            ours = [mark for mark in marks if all(start - 1e-6 <= x <= end + 1e-6 for _, x, _ in mark)]
            for (_, x1, y1), (_, x2, y2) in ours:
                assert printable.contains(Box(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)))
                assert abs(x2 - x1) + abs(y2 - y1) > 1.99
                assert not any(
                    trim.inset(-0.49).contains(Box(x, y, 0, 0), 0) for trim in half for x, y in ((x1, y1), (x2, y2))
                )
            for axis, edges in ((1, [(t.x, t.right) for t in half]), (2, [(t.y, t.bottom) for t in half])):
                for edge in {round(e, 3) for pair in edges for e in pair}:
                    assert len([m for m in ours if all(abs(point[axis] - edge) < 0.001 for point in m)]) >= 2


@given(st.floats(10, 35), st.sampled_from(["circle", "hexagon", "rounded"]), st.sampled_from(sorted(PAPERS)))
def test_folded_tokens_stay_on_their_half(size: float, shape: str, paper: str) -> None:
    token = (size, size * 2 / 3**0.5) if shape == "hexagon" else (size, size)
    packing = pack_tokens(token, shape, 1.0, Printing(paper, "fold"), is_folded=True)
    half = Box(5, 5, packing.paper[0] / 2 - 5 - 2, packing.paper[1] - 10)
    assert packing.slots and all(half.contains(slot) for slot in packing.slots)
    for slot in packing.slots:
        behind = packing.behind(slot)
        assert (over_fold(packing, behind.right), behind.y) == pytest.approx((slot.x, slot.y))


def test_a_card_that_has_no_room_beside_its_back_is_refused_with_what_helps() -> None:
    with pytest.raises(Mistake, match="does not fit beside its back") as told:
        pack_cards((148, 210), 3, Printing("a4", "fold"), is_folded=True)
    assert "--backs duplex" in told.value.fix and "--paper a3" in told.value.fix


@pytest.mark.parametrize(("card", "paper", "held"), [((63, 88), "a4", 4), ((63, 88), "letter", 4), ((63, 88), "a3", 9)])
def test_common_cards_folded(card: tuple[float, float], paper: str, held: int) -> None:
    assert pack_cards(card, 3, Printing(paper, "fold"), is_folded=True).capacity == held


# --- in a file of their own


@given(PLACED)
def test_separate_backs_are_those_of_duplex(made: tuple) -> None:
    card, paper, bleed, count = made
    cards = sides(card, bleed, bleed, count)
    duplex, separate = (
        list(impose(cards, pack_cards(card, bleed, printing), printing, LABEL))
        for printing in (Printing(paper), Printing(paper, "separate"))
    )
    assert [sheet.frame for sheet in duplex] == [sheet.frame for sheet in separate]


@given(st.lists(st.booleans(), max_size=8))
def test_a_sheet_without_a_back_has_an_empty_one_so_that_every_other_page_is_a_front(have_backs: list[bool]) -> None:
    sheets = []
    for number, has_back in enumerate(have_backs, 1):
        frame = Frame(210, 297, (), name=f"sheet {number}")
        sheets.append(Sheet(frame, frame.trim, frame.trim, 9, is_back=False))
        if has_back:
            sheets.append(
                Sheet(Frame(210, 297, (), name=f"sheet {number} back"), frame.trim, frame.trim, 9, is_back=True)
            )
    paired = list(with_blank_backs(sheets))
    assert [sheet.is_back for sheet in paired] == [index % 2 == 1 for index in range(len(paired))]
    assert [sheet for sheet in paired if sheet.cards] == sheets
    assert [sheet.frame.name for sheet in paired[1::2]] == [f"{sheet.frame.name} back" for sheet in paired[::2]][
        : len(paired) // 2
    ]


def test_a_side_may_be_missing_in_the_middle_of_a_folded_sheet() -> None:
    printing = Printing(backs="fold")
    packing = pack_cards((63, 88), 3, printing, is_folded=True)
    cards: list[tuple[Side, Side | None]] = [*sides((63, 88), 3, 3, 3)]
    cards[1] = (cards[1][0], None)
    (sheet,) = impose(cards, packing, printing, LABEL)
    assert len(pieces_of(sheet)) == 5
