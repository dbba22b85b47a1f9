"""Registration targets and a colour bar on sheets for a press: in pure inks, off everything else, on both sides."""

from __future__ import annotations

import io
from itertools import combinations

import pikepdf
import pytest
from command_line import pnp
from conftest import WriteProject, build_project
from press_reading import contents_of, press

from pnp.core.frame import Box
from pnp.core.printing import Printing
from pnp.layout.sheets.card_packing import pack_cards
from pnp.layout.sheets.press_marks import PATCHES, TARGET, press_marks

FOGRA = press()


@pytest.mark.parametrize("paper", ["a3", "sra3", "12x18in", "330x480mm"])
@pytest.mark.parametrize("size", [(63, 88), (70, 120), (44, 68)])
def test_marks_touch_nothing_and_stay_in_the_margin(paper: str, size: tuple[float, float]) -> None:
    packing = pack_cards(size, 3, Printing(paper, press=FOGRA))
    taken = [slot.inset(-3) for slot in packing.slots]
    boxes = [box for _, box in press_marks(packing, taken)]
    targets = [box for box in boxes if box.width == TARGET]
    room = Box(0, 0, *packing.paper).inset(packing.margin)
    assert all(room.contains(box) for box in boxes)
    assert all(not box.overlaps(other) for box in boxes for other in taken)
    assert all(not one.overlaps(other.inset(0.01)) for one, other in combinations(boxes, 2))
    assert len(boxes) - len(targets) in (0, len(PATCHES))
    for box in targets:
        middle = (box.x + box.width / 2, box.y + box.height / 2)
        assert any(abs(at - side / 2) < 1e-6 for at, side in zip(middle, packing.paper, strict=True))


def test_the_pdf_has_targets_in_all_inks_and_patches_in_pure_ones(write_project: WriteProject) -> None:
    printing = {"press": FOGRA, "paper": "12x18in"}
    plain, marked = (
        next(o.content for o in build_project(write_project(), has_press_marks=has, **printing).outputs)
        for has in (False, True)
    )
    assert plain != marked
    with pikepdf.open(io.BytesIO(marked)) as pdf:
        assert len(pdf.pages) == 2
        operators = [
            (name, tuple(map(float, operands)))  # type: ignore[arg-type]
            for name, operands in contents_of(pdf).operators
            if name in ("k", "K", "re")
        ]
    assert [operands for name, operands in operators if name == "K"].count((1, 1, 1, 1)) >= 2
    fills = [operands for name, operands in operators if name == "k"]
    assert all(fills.count(inks) >= 2 for inks, _ in PATCHES)
    # Patches are squares of 4 mm side by side, in the coordinates of the page, which are mm.
    first = operators.index(("k", PATCHES[0][0]))
    squares = [operands for name, operands in operators[first:] if name == "re"][: len(PATCHES)]
    assert [square[2:] for square in squares] == [pytest.approx((4, 4), abs=0.05)] * len(PATCHES)
    assert squares[-1][0] - squares[0][0] == pytest.approx(4 * (len(PATCHES) - 1), abs=0.05)


def test_marks_of_a_press_without_one_are_refused(write_project: WriteProject) -> None:
    done = pnp(write_project(), "build", "--press-marks")
    assert done.code == 2 and "is for sheets in four inks" in " ".join(done.err.split())
