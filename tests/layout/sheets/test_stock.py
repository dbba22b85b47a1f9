"""Bought stock: cards lie exactly at its places, and nothing is printed beside them."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from conftest import SMALL, WriteProject, build_project, codes
from printed_pages import dark_box

from pnp.core.diagnostics import Mistake
from pnp.core.printing import Printing, paper_name, paper_size, parse_paper
from pnp.core.stock import STOCK
from pnp.layout.sheets.card_packing import pack_stock

LYING = "size: [88.9mm, 50.8mm]\nelements:\n  ground: {rect: bleed, fill: '#333333'}\n"


@pytest.mark.parametrize("name", STOCK)
def test_places_are_apart_on_the_paper_and_as_measured(name: str) -> None:
    stock, printing = STOCK[name], Printing(parse_paper(name))
    packing = pack_stock(stock.place, 3.0, stock, printing)
    width, height = printing.size
    assert (printing.stock, printing.size, printing.plain.paper) == (stock, paper_size(stock.paper), stock.paper)
    assert paper_name(name) == printing.paper_name == stock.title
    assert packing.capacity == stock.count
    assert all(slot.x >= -0.01 and slot.right <= width + 0.01 for slot in packing.slots)
    assert all(slot.y >= -0.01 and slot.bottom <= height + 0.01 for slot in packing.slots)
    for one, other in combinations(packing.slots, 2):
        assert min(one.right, other.right) - max(one.x, other.x) < 0.01 or (
            min(one.bottom, other.bottom) - max(one.y, other.y) < 0.01
        )
    last = packing.slots[-1]
    assert last.x == pytest.approx(stock.first[0] + (stock.columns - 1) * stock.step[0])
    assert last.y == pytest.approx(stock.first[1] + (stock.rows - 1) * stock.step[1])


def test_upright_cards_are_turned_into_lying_places() -> None:
    packing = pack_stock((50.8, 88.9), 3.0, STOCK["avery-5371"], Printing("avery-5371"))
    assert packing.is_turned(0) and packing.slots[0][:2] == pytest.approx((19.05, 12.7))


def test_a_little_smaller_cards_lie_in_the_middle_and_others_have_no_place() -> None:
    stock = STOCK["avery-5371"]
    assert stock.takes((88.5, 50.4), "card") and not stock.takes((86.0, 54.0), "card")
    assert stock.takes((50.8, 88.9), "rounded") and not stock.takes((50.8, 50.8), "circle")
    assert pack_stock((88.5, 50.4), 0.0, stock, Printing("avery-5371")).slots[0].x == pytest.approx(19.25)


def test_backs_have_no_place_beside_their_faces() -> None:
    with pytest.raises(Mistake, match="no places for backs beside"):
        pack_stock((88.9, 50.8), 0.0, STOCK["avery-5371"], Printing("avery-5371"), is_folded=True)


def test_a_number_that_is_misspelt_is_found() -> None:
    with pytest.raises(Mistake) as caught:
        parse_paper("Avery 5731")
    assert caught.value.fix.startswith("did you mean avery-5371?")


def cards_pdf(root: Path, paper: str) -> bytes:
    built = build_project(root, paper=paper, given=("paper",))
    assert codes(built) == []
    (output,) = (output for output in built.outputs if output.path.endswith("cards.pdf"))
    assert "13 cards on 2 sheets" in output.summary
    return output.content


@pytest.fixture
def business_cards(write_project: WriteProject) -> WriteProject:
    def write(head: str = "") -> Path:
        cards = "".join(f"- {{number: {n % 9 + 1}, colour: red, copies: 1}}\n" for n in range(9))
        cards = cards.replace("copies: 1}", "copies: 5}", 1)
        game = SMALL["data/small/game.yaml"].replace("back: small/back, ", "").replace(", unseen: [colour]", "")
        game = game.replace("colour: [red, blue]}", "colour: word}, unseen: [number, colour]")
        files = {
            "data/small/game.yaml": f"{game}{head}",
            "data/small/cards.yaml": cards,
            "templates/small/face.yaml": LYING,
        }
        return write_project(files)

    return write


@pytest.mark.slow
def test_the_pdf_has_the_cards_at_their_places_and_nothing_else(business_cards: WriteProject) -> None:
    pdf = cards_pdf(business_cards(), "avery-5371")
    assert dark_box(pdf, 0) == pytest.approx((19.05, 12.7, 196.85, 266.7), abs=0.05)
    assert dark_box(pdf, 1) == pytest.approx((19.05, 12.7, 196.85, 12.7 + 2 * 50.8), abs=0.05)


@pytest.mark.slow
def test_stock_of_the_project_is_printed_on_its_paper(business_cards: WriteProject) -> None:
    own = "print: {stock: {title: Mine, paper: a4, place: [88.9mm, 50.8mm], first: [10mm, 20mm], step: [95mm, 51mm], columns: 2, rows: 5}}\n"
    root = business_cards(own)
    built = build_project(root)
    assert [output.summary for output in built.outputs if output.summary] == ["13 cards on 2 sheets, Mine"]
    (cards,) = (output.content for output in built.outputs if output.path.endswith("cards.pdf"))
    assert dark_box(cards) == pytest.approx((10, 20, 193.9, 20 + 4 * 51 + 50.8), abs=0.05)
    on_letter = build_project(root, paper="letter", given=("paper",))
    assert next(output.summary for output in on_letter.outputs if output.summary).startswith(
        "13 cards on 2 sheets, Letter"
    )


def test_decks_without_a_place_are_printed_on_plain_paper_and_told(write_project: WriteProject) -> None:
    built = build_project(write_project(), paper="avery-5371", given=("paper",))
    assert [(d.code, d.severity) for d in built.diagnostics] == [("stock-size", "warning")]
    (output,) = (output for output in built.outputs if output.path.endswith("cards.pdf"))
    assert output.summary.endswith("2 cards on 1 sheet, Letter")


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"columns": 4}, "ends at 266.7 mm, beyond the width of its paper, 215.9 mm"),
        ({"rows": 4}, "beyond the height"),
        ({"step": "[60mm, 88.9mm]"}, "cover each other"),
        ({"place": "[0mm, 88.9mm]"}, "has places of 0 mm width"),
    ],
)
def test_stock_that_cannot_be_is_told(write_project: WriteProject, change: dict[str, object], what: str) -> None:
    measures = {
        "paper": "letter", "place": "[63.5mm, 88.9mm]", "first": "[12.7mm, 6.35mm]", "step": "[63.5mm, 88.9mm]",
        "columns": 3, "rows": 3, **change,
    }  # fmt: skip
    own = ", ".join(f"{key}: {value}" for key, value in measures.items())
    game = f"{SMALL['data/small/game.yaml']}print: {{stock: {{{own}}}}}\n"
    (fault,) = build_project(write_project({"data/small/game.yaml": game})).diagnostics
    assert fault.code == "wrong-value" and what in fault.message


@pytest.mark.slow
def test_cards_of_a_shops_sheet_lie_where_they_are_in_the_pdf(write_project: WriteProject) -> None:
    face = "size: [63.5mm, 88.9mm]\nbleed: 0mm\nelements:\n  ground: {rect: trim, fill: '#333333'}\n"
    files = {
        "data/small/game.yaml": SMALL["data/small/game.yaml"].replace("back: small/back, ", ""),
        "data/small/cards.yaml": "- {number: 1, colour: red, copies: 18}\n",
        "templates/small/face.yaml": face,
    }
    built = build_project(write_project(files), paper="printplaygames-18up", given=("paper",))
    (cards,) = (output.content for output in built.outputs if output.path.endswith("cards.pdf"))
    first, last = (13.97, 23.241), (13.97 + 2 * 93.98 + 88.9, 23.241 + 5 * 69.85 + 63.5)
    assert dark_box(cards) == pytest.approx((*first, *last), abs=0.05)


def test_a_shops_sheet_has_its_cards_where_its_sprue_has_them() -> None:
    """Squib's sprue gives the middles of the cards, in inches; they are turned."""
    packing = pack_stock((63.5, 88.9), 3.0, STOCK["printplaygames-18up"], Printing("printplaygames-18up"))
    assert (packing.capacity, packing.is_turned(0), packing.paper) == (18, True, pytest.approx((304.8, 457.2)))
    middles = {(round((s.x + s.right) / 2 / 25.4, 3), round((s.y + s.bottom) / 2 / 25.4, 3)) for s in packing.slots}
    assert middles == {(x, y) for x in (2.3, 6, 9.7) for y in (2.165, 4.915, 7.665, 10.415, 13.165, 15.915)}
