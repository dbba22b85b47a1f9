"""Home printers: pages that are scaled back, gaps and counts of cards, bleed outside only, backs in reverse."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import SMALL, WriteProject, build_project, codes
from printed_pages import dark_box
from strategies import shipped_fonts

from pnp.core.diagnostics import Mistake
from pnp.core.printing import Printing, parse_scale
from pnp.core.stock import STOCK
from pnp.extensions.calibration.sheet import RULER, calibration_sheet
from pnp.layout.sheets.card_packing import pack_stock
from pnp.layout.sheets.printer_offset import laid_for_printer
from pnp.outputs import BuildResult
from pnp.render.pdf import DocumentMetadata, Page, render_pdf

DARK = "elements:\n  ground: {rect: bleed, fill: '#c03030'}\n"
RED = "#c03030"


def cards(built: BuildResult, name: str = "cards.pdf") -> bytes:
    (content,) = (output.content for output in built.outputs if output.path.endswith(f"/{name}"))
    return content


def summary(built: BuildResult, name: str = "cards.pdf") -> str:
    (text,) = (output.summary for output in built.outputs if output.path.endswith(f"/{name}"))
    return text


def nine(write_project: WriteProject, head: str = "", template: str = DARK, count: int = 9, back: str = "") -> Path:
    game = SMALL["data/small/game.yaml"].replace("back: small/back, ", back)
    files = {
        "data/small/game.yaml": game.replace("[colour]", "[number, colour]") + head,
        "data/small/cards.yaml": f"- {{number: 1, colour: red, copies: {count}}}\n",
        "templates/small/face.yaml": template,
    }
    return write_project(files)


# --- scale


def test_a_page_is_scaled_about_its_middle_with_its_marks_and_told(write_project: WriteProject) -> None:
    root = nine(write_project, "print: {scale: 97%, gutter: 0mm}\n")
    built = build_project(root)
    assert codes(built) == []
    assert summary(built) == "9 cards on 1 sheet, A4, at 97%: 63 × 88 mm become 61.11 × 85.36 mm"
    reach = 0.97 * (189 / 2 + 3), 0.97 * (264 / 2 + 3)
    box = dark_box(cards(built), colour=RED)
    assert box == pytest.approx((105 - reach[0], 148.5 - reach[1], 105 + reach[0], 148.5 + reach[1]), abs=0.05)
    plain, scaled = dark_box(cards(build_project(root, scale=1.0, given=("scale",)))), dark_box(cards(built))
    for (before, after), middle in zip(zip(plain, scaled, strict=True), (105, 148.5) * 2, strict=True):
        assert after - middle == pytest.approx(0.97 * (before - middle), abs=0.05)


def test_a_booklet_that_would_be_cut_off_is_made_smaller(write_project: WriteProject) -> None:
    root = write_project({"templates/small/rulebook.md": "## Play\n\nPlay.\n"})
    assert summary(build_project(root, scale=1.03), "booklet.pdf").startswith("1 page on 1 sheet, A4, to fold")
    assert "A4 at 97%," in summary(build_project(root, scale=0.97), "booklet.pdf")


@pytest.mark.parametrize("scale", [0.95, 1.03])
def test_the_ruler_of_the_calibration_sheet_is_scaled(scale: float) -> None:
    fonts = shipped_fonts()
    front, _ = calibration_sheet(Printing(), fonts.small_print, fonts)
    pdfs = [
        render_pdf([Page(laid_for_printer(front, False, "long", None, by)[0])], DocumentMetadata("ruler", "en"))
        for by in (1.0, scale)
    ]
    boxes = [dark_box(pdf) for pdf in pdfs]
    widths = [right - left for left, _, right, _ in boxes]
    assert widths[1] / widths[0] == pytest.approx(scale, abs=0.001)
    assert RULER == 50


def test_enlarged_pages_keep_all_that_is_printed(write_project: WriteProject) -> None:
    printing = Printing(scale=1.06)
    assert printing.scaled_margin == pytest.approx(297 / 2 * (1 - 1 / 1.06))
    root = nine(write_project)
    plain = dark_box(cards(build_project(root, margin=printing.scaled_margin)))
    scaled = dark_box(cards(build_project(root, scale=1.06)))
    for (before, after), middle in zip(zip(plain, scaled, strict=True), (148.5, 105) * 2, strict=True):
        assert after - middle == pytest.approx(1.06 * (before - middle), abs=0.05)


def test_a_bought_sheet_that_is_enlarged_too_far_is_a_fault_whose_fix_helps() -> None:
    stock = STOCK["avery-5160"]
    with pytest.raises(Mistake, match=r"Avery 5160 at 105% has places beyond the page") as caught:
        pack_stock(stock.place, 0, stock, Printing("avery-5160", scale=1.05))
    scale = parse_scale(caught.value.fix.rpartition(" ")[2])
    assert pack_stock(stock.place, 0, stock, Printing("avery-5160", scale=scale)).capacity == 30


@pytest.mark.parametrize(
    ("written", "fix"),
    [("97", "did you mean 97%?"), ("30%", "a scale is from 50% to 110%"), ("small", "write it as 97% or 0.97")],
)
def test_what_is_no_scale_is_told(written: str, fix: str) -> None:
    with pytest.raises(Mistake) as caught:
        parse_scale(written)
    assert caught.value.fix == fix
    assert parse_scale("97 %") == parse_scale("0.97") == 0.97
