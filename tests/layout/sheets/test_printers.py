"""Home printers: pages that are scaled back, gaps and counts of cards, bleed outside only, backs in reverse."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from math import dist
from pathlib import Path

import pypdfium2
import pytest
import typer
from conftest import SMALL, WriteProject, build_project, codes
from printed_pages import PAGE_DPI, dark_box
from strategies import shipped_fonts

from pnp.commands.sheet_options import gutter_of
from pnp.core.diagnostics import Mistake
from pnp.core.printing import BackOrder, Bleed, Marks, Printing, paper_name, parse_grid, parse_paper, parse_scale
from pnp.core.stock import STOCK
from pnp.extensions.calibration.sheet import RULER, calibration_sheet
from pnp.layout.sheets.card_packing import pack_cards, pack_stock
from pnp.layout.sheets.printer_offset import laid_for_printer
from pnp.layout.sheets.small_print import SheetLabel, cut_figures
from pnp.layout.sheets.token_packing import pack_tokens
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


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_booklet_that_would_be_cut_off_is_made_smaller(write_project: WriteProject, paper: str) -> None:
    root = write_project({"templates/small/rulebook.md": "## Play\n\nPlay.\n"})
    sheet = f"1 page on 1 sheet, {paper_name(paper)}"
    assert summary(build_project(root, scale=1.03, paper=paper), "booklet.pdf").startswith(f"{sheet}, to fold")
    assert summary(build_project(root, scale=0.97, paper=paper), "booklet.pdf").startswith(f"{sheet} at 97%, to fold")


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


# --- gaps, counts and bleed


def starts(pdf: bytes, axis: int) -> list[float]:
    """Return where red begins and ends along the middle of the first row or column of a page, mm."""
    picture = pypdfium2.PdfDocument(pdf)[0].render(scale=PAGE_DPI / 72).to_pil().convert("RGB")
    left, top, *_ = dark_box(pdf, colour=RED)
    at = round((top + 20 if axis == 0 else left + 20) / 25.4 * PAGE_DPI)
    line = picture.crop((0, at, picture.width, at + 1) if axis == 0 else (at, 0, at + 1, picture.height))
    is_red = [abs(level - 0x30) < 24 for level in line.split()[1].tobytes()]
    return [n / PAGE_DPI * 25.4 for n in range(1, len(is_red)) if is_red[n] != is_red[n - 1]]


def test_gaps_across_and_down_are_apart(write_project: WriteProject) -> None:
    root = nine(write_project, "print: {gutter: [1mm, 8mm], bleed: none}\n", count=12)
    pdf = cards(build_project(root))
    xs, ys = starts(pdf, 0), starts(pdf, 1)
    assert xs == pytest.approx([9.5, 72.5, 73.5, 136.5, 137.5, 200.5], abs=0.05)
    assert ys == pytest.approx([8.5, 96.5, 104.5, 192.5, 200.5, 288.5], abs=0.05)


def test_columns_and_rows_are_those_that_are_set(write_project: WriteProject) -> None:
    built = build_project(nine(write_project, "print: {grid: 2x2, gutter: 0mm, bleed: none}\n"))
    assert summary(built).startswith("9 cards on 3 sheets, A4")
    assert dark_box(cards(built), colour=RED) == pytest.approx((42, 60.5, 168, 236.5), abs=0.05)
    fold = pack_cards((63, 88), 3, Printing("a3", "fold", grid=(2, 1)), is_folded=True)
    assert fold.capacity == 2 and all(slot.right < fold.paper[0] / 2 for slot in fold.slots)
    turned = pack_cards((63, 88), 3, Printing(grid=(2, 4)))
    assert (turned.capacity, turned.is_turned(0)) == (8, True)
    with pytest.raises(Mistake, match=r"4 × 4 pieces of 63×88 mm do not fit on A4 with 5 mm left white") as caught:
        pack_cards((63, 88), 3, Printing(grid=(4, 4)))
    assert caught.value.fix.startswith("leave out --grid")


@pytest.mark.parametrize(
    ("bleed", "gutter", "reach", "between"), [("outer", None, 3, 0), ("none", None, 0, 0), ("outer", 6.0, 3, 6)]
)
def test_bleed_is_printed_around_the_block_or_nowhere(
    write_project: WriteProject, bleed: Bleed, gutter: float | None, reach: float, between: float
) -> None:
    root = nine(write_project, count=4)
    pdf = cards(build_project(root, "en", grid=(2, 2), bleed=bleed, gutter=gutter if bleed == "outer" else 0.0))
    half = (63 + between / 2 + reach, 88 + between / 2 + reach)
    expected = (105 - half[0], 148.5 - half[1], 105 + half[0], 148.5 + half[1])
    assert dark_box(pdf, colour=RED) == pytest.approx(expected, abs=0.05)
    assert len(starts(pdf, 0)) == (4 if between else 2)


def test_what_is_no_grid_or_gap_is_told() -> None:
    for text in ("3", "0x3", "99x2", "3x"):
        with pytest.raises(Mistake, match="is not a number of columns and rows"):
            parse_grid(text)
    assert parse_grid("3 × 2") == (3, 2)
    assert gutter_of("1mm,2mm") == (1, 2) and gutter_of("auto") is None and gutter_of("3mm") == 3
    with pytest.raises(typer.BadParameter, match="is not one length, or two"):
        gutter_of("1mm,2mm,3mm")


def test_tokens_keep_both_gaps() -> None:
    for shape in ("rounded", "circle"):
        packing = pack_tokens((30, 30), shape, 1, Printing(gutter=(2.0, 7.0)))
        for one, other in combinations(packing.slots, 2):
            across = max(one.x, other.x) - min(one.right, other.right)
            down = max(one.y, other.y) - min(one.bottom, other.bottom)
            assert across > 1.99 or down > 6.99 or dist((one.x, one.y), (other.x, other.y)) > 36.99


# --- backs in a second pass


@pytest.mark.parametrize(("order", "sheets"), [("same", [1, 2, 3]), ("reverse", [3, 2, 1])])
def test_backs_come_in_the_order_that_the_stack_has(
    write_project: WriteProject, order: BackOrder, sheets: list[int]
) -> None:
    built = build_project(nine(write_project, count=21, back="back: small/back, "), backs="separate", back_order=order)
    assert ("the last sheet first" in summary(built, "cards-backs.pdf")) == (order == "reverse")
    backs = pypdfium2.PdfDocument(cards(built, "cards-backs.pdf"))
    texts = [page.get_textpage().get_text_bounded() for page in backs]
    assert [next(n for n in (1, 2, 3) if f"{n}B" in text) for text in texts] == sheets
    assert sum("1A" in page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(cards(built))) == 1


def test_a_last_sheet_without_a_back_has_an_empty_page_before_the_others(write_project: WriteProject) -> None:
    decks = "  plain: {cards: [{each: {number: 1..9}}], template: small/other}\n"
    root = nine(write_project, decks, count=9, back="back: small/back, ")
    (root / "templates/small/other.yaml").write_text(f"size: [70mm, 90mm]\n{DARK}")
    pages = {}
    for order in ("same", "reverse"):
        built = build_project(root, backs="separate", back_order=order)
        backs = pypdfium2.PdfDocument(cards(built, "cards-backs.pdf"))
        pages[order] = [len(page.get_textpage().get_text_bounded()) > 0 for page in backs]
    assert pages == {"same": [True], "reverse": [False, False, True]}


# --- the order of cuts


def figures(pdf: bytes) -> dict[int, float]:
    """Return the numbers of the cuts on the first page of a PDF, with their distances."""
    text = pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_bounded()
    return {int(number): float(far) for number, far in re.findall(r"(\d+): (\d+\.\d)", text)}


@pytest.mark.parametrize(
    ("template", "across", "down"),
    [
        (DARK, [202.5, 139.5, 136.5, 73.5, 70.5, 7.5], [286.5, 198.5, 192.5, 104.5, 98.5, 10.5]),
        (
            f"size: [70mm, 120mm]\n{DARK}",
            [201.5, 81.5, 78.5, 8.5],
            [288.5, 218.5, 148.5, 78.5, 8.5, 268.5, 148.5, 28.5],
        ),
    ],
)
def test_figures_tell_the_order_of_cuts_with_one_turn(
    write_project: WriteProject, template: str, across: list[float], down: list[float]
) -> None:
    built = build_project(nine(write_project, "print: {cut_order: true}\n", template))
    assert "figures" not in summary(built)
    assert figures(cards(built)) == dict(enumerate([*across, *down], 1))


def test_figures_touch_nothing_and_backs_have_none(write_project: WriteProject) -> None:
    built = build_project(nine(write_project, count=4, back="back: small/back, "), has_cut_order=True, grid=(2, 2))
    front, back = pypdfium2.PdfDocument(cards(built))
    assert "1: 171.0" in front.get_textpage().get_text_bounded()
    assert "1: 171.0" not in back.get_textpage().get_text_bounded()
    label = SheetLabel("Small", shipped_fonts().small_print, shipped_fonts())
    packing = pack_cards((63, 88), 3, Printing(grid=(2, 2)))
    placed = [figure[1] for figure in cut_figures(label, packing, packing.slots, ()) if figure]
    assert len(placed) == 8
    for one, other in combinations([*placed, *packing.slots], 2):
        assert not one.overlaps(other)


def test_cuts_without_room_for_their_figures_are_told(write_project: WriteProject) -> None:
    tight = {"paper": "letter", "marks": Marks("lines"), "has_cut_order": True, "bleed": "none"}
    built = build_project(nine(write_project, template=f"size: [63.5mm, 88.9mm]\n{DARK}"), **tight)
    assert "without room for the figures of all cuts" in summary(built)


# --- what a crafter found


def test_blocks_with_bleed_outside_have_it_in_the_gap_between_them() -> None:
    printing = Printing(bleed="outer")
    packing = pack_cards((50.8, 88.9), 3.0, printing)
    assert len(packing.blocks) == 2
    left, right = packing.blocks
    gap = min(slot.x for slot in right) - max(slot.right for slot in left)
    filled = packing.slots
    inner_of_left = [packing.bleed_at(slot, filled)[2] for slot in left if slot.right == max(s.right for s in left)]
    inner_of_right = [packing.bleed_at(slot, filled)[0] for slot in right if slot.x == min(s.x for s in right)]
    assert [*inner_of_left, *inner_of_right] == pytest.approx(
        [min(gap / 2, packing.bleed)] * len([*inner_of_left, *inner_of_right])
    )
    assert gap > 0


def test_a_gutter_that_is_given_is_the_gap_between_all_cards() -> None:
    for gutter in ((0.0, 0.0), (0.0, 4.0)):
        packing = pack_cards((50.8, 88.9), 3.0, Printing(gutter=gutter))
        assert len([block for block in packing.blocks if block]) == 1
        xs = sorted({round(slot.x, 4) for slot in packing.slots})
        assert {round(b - a - packing.slots[0].width, 4) for a, b in pairwise(xs)} <= {gutter[0]}


def test_a_cut_that_two_blocks_share_has_one_number() -> None:
    printing = Printing(marks=Marks("lines"), bleed="outer")
    packing = pack_cards((50.8, 88.9), 3.0, printing)
    face = shipped_fonts().families["text"].face()
    figures = list(cut_figures(SheetLabel("", face, shipped_fonts()), packing, packing.slots, ()))
    left, right = packing.blocks
    ways = {round(at, 4) for block in (left, right) for slot in block for at in (slot.x, slot.right)}
    levels = sum(len({round(at, 4) for slot in block for at in (slot.y, slot.bottom)}) for block in (left, right))
    assert len(figures) == len(ways) + levels


def test_options_that_a_bought_sheet_does_not_follow_are_told(write_project: WriteProject) -> None:
    root = nine(write_project, template="size: [88.9mm, 50.8mm]\n" + DARK)
    built = build_project(root, paper="avery-5371", gutter=(40.0, 40.0), grid=(9, 9), given=("paper", "gutter", "grid"))
    assert summary(built).endswith(", whose places --gutter and --grid do not change")


def test_aids_and_boxes_go_on_plain_paper_beside_a_bought_sheet_without_a_warning(write_project: WriteProject) -> None:
    root = nine(write_project, "extras: {aid: {template: small/aid}}\n", "size: [88.9mm, 50.8mm]\n" + DARK)
    (root / "templates/small/aid.yaml").write_text("size: [90mm, 120mm]\n" + DARK)
    assert codes(build_project(root, paper="avery-5371")) == []


@pytest.mark.parametrize(("written", "meant"), [("5371", "avery-5371"), ("avery-28371", ""), ("avery-5881", "")])
def test_a_number_of_a_sheet_is_not_guessed(written: str, meant: str) -> None:
    with pytest.raises(Mistake) as caught:
        parse_paper(written)
    assert (f"did you mean {meant}?" in caught.value.fix) if meant else ("did you mean" not in caught.value.fix)
    assert "pnp list --stock" in caught.value.fix


def test_backs_in_a_file_of_their_own_end_with_the_last_one(write_project: WriteProject) -> None:
    game = "  plain: {cards: plain.yaml, template: small/plain, fields: {number: [1]}}\n"
    root = nine(write_project, game, back="back: small/back, ")
    (root / "data/small/plain.yaml").write_text("- {number: 1, copies: 30}\n")
    (root / "templates/small/plain.yaml").write_text("size: [70mm, 120mm]\n" + DARK)
    built = build_project(root, backs="separate")
    assert summary(built, "cards-backs.pdf").startswith("backs of 1 sheet,")
    assert len(pypdfium2.PdfDocument(cards(built, "cards-backs.pdf"))) == 1
