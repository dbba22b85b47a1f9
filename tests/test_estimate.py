"""What printing takes: sheets, coverage of each ink, and costs, from the PDFs that would be written."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import pnp
from conftest import SMALL, WriteProject

from pnp.core.frame import Frame
from pnp.core.frame import Path as Shape
from pnp.core.outline import rectangle
from pnp.core.printing import Printing
from pnp.products.estimate import Consumption, cost_of, measured
from pnp.render.pdf import DocumentMetadata, Page, render_pdf


@pytest.mark.parametrize(
    ("colour", "inks"),
    [
        ("#00ffff", (0.5, 0, 0, 0)),
        ("#ff0000", (0, 0.5, 0.5, 0)),
        ("#000000", (0, 0, 0, 0.5)),
        ("#804040", (0, 0.125, 0.125, 0.25)),
    ],
)
def test_half_a_page_of_a_colour_is_half_of_its_inks(colour: str, inks: tuple[float, ...]) -> None:
    half = Frame(210, 297, (Shape(rectangle(0, 0, 105, 297), colour),))
    found = measured(render_pdf([Page(half)], DocumentMetadata("half", "en")))
    assert (found.sheets, found.sides) == (1, 1)
    assert found.ink == pytest.approx(inks, abs=0.005)
    assert found.area == pytest.approx(1, abs=0.001)


def test_two_pages_are_one_sheet_for_a_printer_of_both_sides_and_empty_ones_are_no_sides() -> None:
    black = Frame(297, 420, (Shape(rectangle(0, 0, 297, 420), "#000000"),))
    pages = [Page(black), Page(Frame(297, 420, ())), Page(black)]
    both = measured(render_pdf(pages, DocumentMetadata("both", "en", duplex="short-edge")))
    assert (both.sheets, both.sides) == (2, 2)
    assert both.ink[3] == pytest.approx(4, abs=0.01)  # A3 is two sides of A4
    assert measured(render_pdf(pages, DocumentMetadata("one", "en", duplex="simplex"))).sheets == 3
    assert measured(render_pdf(pages, DocumentMetadata("backs", "en")), is_of_backs=True).sheets == 0


def test_costs_are_those_of_sheets_and_of_sides_with_five_percent() -> None:
    total = Consumption(sheets=10, sides=20, ink=(0.5, 0.5, 0.0, 1.0), area=20.0)
    assert cost_of(total, Printing(sheet_cost=0.1, ink_cost=0.04)) == "; paper 1.00, ink 1.60, together 2.60"
    assert cost_of(total, Printing(ink_cost=0.04)) == "; ink 1.60"
    assert cost_of(total, Printing()) == ""
    assert cost_of(total, Printing(sheet_cost=0.0)) == "; paper 0.00"
    assert (
        cost_of(total, Printing(sheet_cost=0.1, stock_cost=0.5), 4) == "; bought sheets 2.00, paper 0.60, together 2.60"
    )
    assert cost_of(total, Printing(sheet_cost=0.1), 4) == "; paper 0.60, 4 bought sheets without a price (--stock-cost)"


def test_a_build_tells_what_it_takes_and_writes_nothing(write_project: WriteProject) -> None:
    costs = "print: {costs: {sheet: 0.5, ink_page_5_percent: 0.04}}\n"
    root = write_project(
        {
            "data/small/game.yaml": SMALL["data/small/game.yaml"] + costs,
            "templates/small/rulebook.md": "## Play\n\nPlay.\n",
        }
    )
    done = pnp(root, "build", "--estimate")
    lines = done.out.splitlines()
    assert [Path(line.split("  ")[0]).name for line in lines] == ["cards.pdf", "booklet.pdf", "en"]
    assert lines[0].split("  ")[1].startswith("1 sheet, 2 printed sides: cyan 0.0%")
    assert lines[-1].split("  ")[1].startswith("2 sheets, ") and "; paper 1.00, ink " in lines[-1]
    assert not (root / "output").exists()
    cheaper = pnp(root, "build", "--estimate", "--backs", "none", "--sheet-cost", "0.1", "--only", "cards").out
    assert "1 sheet, 1 printed side" in cheaper and "; paper 0.10" in cheaper


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("--estimate --press fogra39", "--estimate: is for home printers"),
        ("--sheet-cost 0.1", "costs are for --estimate"),
        ("--estimate --clean", "--clean: is only for complete builds"),
    ],
)
def test_estimates_with_what_does_not_belong_to_them_are_refused(
    write_project: WriteProject, options: str, says: str
) -> None:
    done = pnp(write_project(), "build", *options.split())
    assert done.code == 2 and says in " ".join(done.err.split())
