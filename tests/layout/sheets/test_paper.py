"""Papers: by name, or by their sides in any unit and either way round."""

from __future__ import annotations

import pytest

from pnp.core.diagnostics import Mistake
from pnp.core.printing import PAPERS, Printing, paper_name, paper_size, parse_paper
from pnp.layout.sheets.card_packing import pack_cards


@pytest.mark.parametrize(
    ("written", "name", "size", "called"),
    [
        ("12x18in", "12x18in", (304.8, 457.2), "12x18in"),
        ("18 x 12 in", "12x18in", (304.8, 457.2), "12x18in"),
        ("12inx18in", "12x18in", (304.8, 457.2), "12x18in"),
        ("330x480mm", "330x480mm", (330.0, 480.0), "330x480mm"),
        ("48x33cm", "33x48cm", (330.0, 480.0), "33x48cm"),
        ("330 × 480", "330x480mm", (330.0, 480.0), "330x480mm"),
        ("12inx400mm", "304.8x400mm", (304.8, 400.0), "304.8x400mm"),
        ("210x297mm", "a4", (210.0, 297.0), "A4"),
        ("11x8.5in", "letter", (215.9, 279.4), "Letter"),
        ("SRA3", "sra3", (320.0, 450.0), "SRA3"),
    ],
)
def test_any_paper_can_be_named_by_its_sides(written: str, name: str, size: tuple[float, float], called: str) -> None:
    paper = parse_paper(written)
    assert (paper, paper_name(paper)) == (name, called)
    assert paper_size(paper) == pytest.approx(size)
    assert parse_paper(paper) == paper


@pytest.mark.parametrize(
    ("written", "fix"),
    [
        ("a7", "use one of: a4"),
        ("12x18", "did you mean 12x18in?"),
        ("1x2in", "sides are from 50 to 1200 mm"),
        ("2000x3000mm", "sides are from 50 to 1200 mm"),
        ("1.2.3x4in", "write a number and a unit"),
        ("x", "use one of: a4"),
    ],
)
def test_what_is_no_paper_is_answered_with_how_it_is_written(written: str, fix: str) -> None:
    with pytest.raises(Mistake) as told:
        parse_paper(written)
    assert told.value.fix.startswith(fix)


def test_cards_lie_on_paper_of_any_size() -> None:
    assert pack_cards((63.0, 88.0), 3.0, Printing(parse_paper("12x18in"))).paper in ((304.8, 457.2), (457.2, 304.8))
    assert all(paper_size(name) == sides for name, sides in PAPERS.items())
