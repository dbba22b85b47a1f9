"""Rows of tables: which hold cards, which are left out, and what is reported of them."""

from __future__ import annotations

import pytest
from conftest import WriteProject, build_project

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics
from pnp.project.card_rows import card_rows, report_bare_rows
from pnp.project.delimited import parse_csv
from pnp.project.tree import parse_yaml

CARDS = "Name,Text,Cost,Foil,Qty\nOtter,Swim,1,TRUE,2\nSeal,Sleep,2,FALSE,3\nCrab,Pinch,3,FALSE,4\nFox,Steal,4,TRUE,1\n"


def read(text: str) -> tuple[list[str], list[str]]:
    """Return the first cells of the rows that are cards, and the lines and words of what is reported."""
    told = Diagnostics()
    rows = parse_csv(text, "c.csv", told)
    assert rows is not None
    rows = card_rows(rows, told)
    report_bare_rows(rows, told)
    assert {d.code for d in told} <= {Code.TABLE_ROW}
    return [str(next(iter(row.values()))) for row in rows], [f"{d.place.line} {d.what}" for d in told]


@pytest.mark.parametrize(
    "row",
    [
        ",,,,10", ",Total,,,10", "Total,,,,10", "total:,,10,,10", "Sum,,,,10", "SUMME,,,,", ",,,,86\nTotal,,,,",
        "\nTotal,,10,,10", "Gesamt,,,,10", "Somme :,,,,10", "合計,,,,10", "Total cards,,,,10", "Deck,,,,10",
        ",,10,,10", "Σ,,10,,10",
    ],
)  # fmt: skip
def test_a_total_is_no_card_and_told_at_its_row(row: str) -> None:
    cards, told = read(f"{CARDS}{row}\n")
    if "86" not in row:
        assert cards == ["Otter", "Seal", "Crab", "Fox"]
    assert told and all("holds a total, not a card" in what or "a row that holds only" in what for what in told)
    assert all(int(what.split(" ")[0]) >= 6 for what in told)


@pytest.mark.parametrize("rows", [",,,FALSE,", ",,,FALSE,\n" * 900, ",,,,\n,,,FALSE,"])
def test_boxes_to_tick_below_the_last_card_are_no_cards(rows: str) -> None:
    assert read(f"{CARDS}{rows}\n") == (["Otter", "Seal", "Crab", "Fox"], [])


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("\nPrint on 300 g paper,,,,", "a card is printed for a row that holds only Name “Print on 300 g paper”"),
        ("Spells,,,,", "a card is printed for a row that holds only Name “Spells”"),
        (",,,,3", "a card is printed for a row that holds only Qty “3”"),
    ],
)
def test_remarks_and_headings_are_told(row: str, told: str) -> None:
    cards, faults = read(f"{CARDS}{row}\n")
    assert len(cards) == 5
    assert [fault.split(" ", 1)[1] for fault in faults] == [told]


@pytest.mark.parametrize(
    "table",
    [
        f"{CARDS}Total,Eclipse,3,FALSE,1\n",  # a card that is called so
        f"{CARDS}Wolf,,10,FALSE,2\n",  # a card without a text, whose cost is the sum of the others
        "Name,Text\nOtter,Swim\nSeal,\nCrab,Pinch\n",
        "number,suit\n1,red\n2,red\n3,\n",
        "flag,other\nTRUE,FALSE\nFALSE,FALSE\n",
        "Title,Image\nA,\nB,\n,art.png\nC,c.png\n,d.png\n",
        "Name\nTotal\nSum\n",
    ],
)
def test_cards_with_empty_cells_stay(table: str) -> None:
    cards, told = read(table)
    assert (len(cards), told) == (table.count("\n") - 1, [])


def test_a_leftover_row_is_one_fault(write_project: WriteProject) -> None:
    root = write_project({
        "data/small/game.yaml": "title: Small\nplayers: 2..4\ndecks:\n  numbers: {cards: c.csv, template: small/face, "
        "fields: {number: 1..9, name: text, kind: [red, blue], price: integer}}\n",
        "data/small/c.csv": "number,name,kind,price\n1,a,red,3\n2,b,blue,4\n,remark,,\n",
    })  # fmt: skip
    faults = [f"{fault.place.line} {fault.what}" for fault in build_project(root).diagnostics]
    assert faults == ["4 the card has no number, kind and price"]


@pytest.mark.parametrize("text", ["- {foil: false}\n- {name: a}\n", "- a\n- {name: b}\n", "[]"])
def test_lists_in_yaml_stay_as_they_are(text: str) -> None:
    told = Diagnostics()
    rows = parse_yaml(text, "c.yaml")
    report_bare_rows(rows, told)
    assert card_rows(rows, told) is rows and not told
