"""Backs that lie too near: told where they differ at the edge that they share, and only there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_sheet import LABEL

from pnp.core.frame import Frame, Image, LinearGradient, Path, Picture, Stop
from pnp.core.outline import rectangle
from pnp.core.printing import Printing
from pnp.layout.sheets.card_packing import pack_cards
from pnp.layout.sheets.neighbours import DUPLEX_OFFSET
from pnp.layout.sheets.sheet import Side, impose

CARD = (63.0, 88.0)
RED, BLUE = "#aa0000", "#0000aa"


def ground(colour: str, middle: str = "") -> Frame:
    """A back of one colour at its edges, perhaps of another 10 mm inside."""
    items = [Path(rectangle(-3, -3, 69, 94), colour)]
    if middle:
        items.append(Path(rectangle(10, 10, 43, 68), middle))
    return Frame(*CARD, tuple(items), 3, 0, f"back {colour} {middle}")


def halves(left: str, right: str) -> Frame:
    items = (Path(rectangle(-3, -3, 34.5, 94), left), Path(rectangle(31.5, -3, 34.5, 94), right))
    return Frame(*CARD, items, 3, 0, f"halves {left} {right}")


def least(backs: list[Frame | None], printing: Printing) -> list[float | None]:
    """The least bleed of each sheet's back."""
    packing = pack_cards(CARD, 3, printing, is_folded=printing.backs == "fold")
    cards = [(Side(Frame(*CARD, (), 3)), Side(back) if back else None) for back in backs]
    sheets = impose(cards, packing, printing, LABEL)
    return [sheet.least_bleed for sheet in sheets if sheet.is_back or printing.backs == "fold"]


@given(st.floats(0, 6).map(lambda n: round(n, 1)), st.sampled_from(["duplex", "separate", "fold"]))
def test_different_backs_are_told_where_they_have_less_bleed_than_printers_are_off(gutter: float, backs: str) -> None:
    printing = Printing("a3", backs, gutter=gutter)  # type: ignore[arg-type]
    (found,) = least([ground(RED), ground(BLUE)], printing)
    if gutter / 2 < DUPLEX_OFFSET - 0.01:
        assert found == pytest.approx(gutter / 2)
    else:
        assert found is None


@pytest.mark.parametrize(
    ("backs", "is_told"),
    [
        ([ground(RED)] * 9, False),
        ([ground(RED, BLUE)] * 9, False),
        ([ground(RED), ground(RED, BLUE), ground(RED, "#ffffff")] * 3, False),
        ([ground(RED)] * 8 + [ground(BLUE)], True),
        ([halves(RED, BLUE)] * 9, True),  # one's right edge at the next one's left
        ([halves(RED, BLUE), None, None, halves(RED, BLUE)], False),  # each half goes on below
        ([ground(RED), None, ground(BLUE)], False),
        ([Frame(*CARD, (Path(rectangle(10, 10, 43, 68), RED),), 3, 0, "no ground")] * 9, False),
        ([Frame(*CARD, (), 3, 0, "empty"), ground("#ffffff")], False),
        ([Frame(*CARD, (), 3, 0, "empty"), ground(RED)], True),
        ([ground(RED)], False),
    ],
)
def test_only_edges_that_look_different_matter(backs: list[Frame | None], is_told: bool) -> None:
    assert least(backs, Printing("letter", gutter=0)) == [0.0 if is_told else None]


def test_gradients_and_pictures_are_never_plain() -> None:
    gradient = LinearGradient(0, 0, 63, 88, (Stop(0, RED), Stop(1, BLUE)))
    shaded = Frame(*CARD, (Path(rectangle(-3, -3, 69, 94), gradient),), 3, 0, "shaded")
    pictured = Frame(*CARD, (Image(-3, -3, 69, 94, Picture("p", b"", 1, 1)),), 3, 0, "pictured")
    assert least([shaded] * 2, Printing("letter", gutter=0)) == [0.0]
    assert least([pictured] * 2, Printing("letter", gutter=0)) == [0.0]


def test_papers_that_have_room_have_enough_bleed() -> None:
    assert least([ground(RED), ground(BLUE)] * 4, Printing("a4")) == [None]
    assert least([ground(RED), ground(BLUE)] * 4, Printing("letter")) == [0.0]
