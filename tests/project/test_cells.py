"""The cells of tables: their fields decide what they are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from pnp.core.diagnostics import Diagnostics, Fault, Place
from pnp.project.cards import build_cards
from pnp.project.fields import parse_field
from pnp.project.files import Files

HERE = Place("data/g/game.yaml", 1, 1)


def cards(folder: Path, table: str, fields: dict[str, Any], name: str = "c.csv") -> tuple[list[Any], list[str]]:
    if name.endswith("csv"):
        (folder / name).write_bytes(table.encode())
    else:
        book = Workbook()
        for row in table.splitlines():
            book.active.append([float(cell) if cell.replace(".", "").isdigit() else cell for cell in row.split(",")])
        book.save(folder / name)
    told = Diagnostics()
    records = Files(folder).rows(name, HERE, told)
    parsed = [parse_field(key, written) for key, written in fields.items()]
    made = build_cards("deck", records, parsed, 1, HERE, told) if records is not None else ()
    return [dict(card.values) for card in made], [f"{f.code}@{f.place}: {f.what}" for f in told]


@pytest.mark.parametrize("name", ["c.csv", "c.xlsx"])
def test_fields_decide_what_a_cell_is(tmp_path: Path, name: str) -> None:
    fields = {"title": "text", "year": "integer", "id": "word", "rare": "flag", "tags": {"list": ["fish", "salt"]}}
    table = "title,year,id,rare,tags\n1984,1984,7,yes,fish; salt\nBrazil,1985,x,NO,salt\n"
    made, told = cards(tmp_path, table, fields, name)
    assert told == []
    assert made == [
        {"title": "1984", "year": 1984, "id": "7", "rare": True, "tags": ["fish", "salt"]},
        {"title": "Brazil", "year": 1985, "id": "x", "rare": False, "tags": ["salt"]},
    ]


@pytest.mark.parametrize(
    ("cell", "entries"),
    [("3", [3]), ('"3, 5"', [3, 5]), ('"a, b; c"', ["a, b", "c"]), ("a|b|", ["a", "b"]), ('"a\nb"', ["a", "b"])],
)
def test_lists_stand_in_one_cell(tmp_path: Path, cell: str, entries: list[Any]) -> None:
    made, told = cards(tmp_path, f"tags,n\n{cell},1\n", {"tags": "list", "n": "integer"})
    assert (made, told) == ([{"tags": entries, "n": 1}], [])


@pytest.mark.parametrize("cell", ["x", "X", "1", "yes", "TRUE"])
def test_ticks_are_true(tmp_path: Path, cell: str) -> None:
    assert cards(tmp_path, f"n,used\n1,{cell}\n2,\n", {"n": "integer", "used?": "flag"})[0] == [
        {"n": 1, "used": True},
        {"n": 2, "used": None},
    ]


def test_faults_name_the_cell(tmp_path: Path) -> None:
    fields = {"name": "text", "rare": "flag", "tags": {"list": ["fish"]}}
    assert cards(tmp_path, "name,rare,tags\nA,maybe,fish;salt\n", fields, "c.xlsx")[1] == [
        "card-value@c.xlsx, sheet Sheet, B2: rare is “maybe”, must be true or false",
        "card-value@c.xlsx, sheet Sheet, C2: tags is “salt”, not one of fish",
    ]


def test_a_misspelt_column_is_told_once(tmp_path: Path) -> None:
    _, told = cards(tmp_path, "name,Color\nA,red\nB,red\nC,red\n", {"name": "text", "colour?": "text"})
    assert told == ["unknown-key@c.csv:1:6: unknown column Color"]


def test_a_column_that_would_be_copies_is_told_what_to_call_it(tmp_path: Path) -> None:
    told = Diagnostics()
    (tmp_path / "c.csv").write_text("Name;Anzahl\nA;3\n")
    build_cards("deck", Files(tmp_path).rows("c.csv", HERE, told), [parse_field("Name", "text")], 1, HERE, told)
    assert [(f.what, f.fix) for f in told] == [
        ("unknown column Anzahl", "write copies: Anzahl in the deck, or name it in fields:")
    ]


def test_a_number_is_what_the_spreadsheet_shows_where_the_field_is_a_text(tmp_path: Path) -> None:
    book = Workbook()
    book.active.append(["chance"])
    book.active.append([0.5])
    book.active["A2"].number_format = "0%"
    book.save(tmp_path / "c.xlsx")
    records = Files(tmp_path).rows("c.xlsx", HERE, Diagnostics())
    for kind, value in (("text", "50%"), ("number", 0.5), ("", 0.5)):
        fields = [parse_field("chance", kind)] if kind else []
        (card,) = build_cards("deck", records, fields, 1, HERE, Diagnostics())
        assert card.values["chance"] == value
        assert kind == "number" or str(card.values["chance"]) == "50%"


def test_a_column_that_no_field_names_is_not_looked_at(tmp_path: Path) -> None:
    made, told = cards(tmp_path, "name,Notes,Tested on\nA,x,#REF!\n", {"name": "text"})
    assert (made, told) == ([{"name": "A"}], [])


@pytest.mark.parametrize(
    ("path", "code"),
    [("c.numbers", "table-format"), ("c.xlsb", "table-format"), ("c.tsv#A", "table-sheet"), ("c.csv#A", "table-sheet")],
)
def test_other_tables_are_refused_with_what_to_do(tmp_path: Path, path: str, code: str) -> None:
    with pytest.raises(Fault) as raised:
        Files(tmp_path).rows(path, HERE, Diagnostics())
    assert raised.value.diagnostic.code == code
    assert raised.value.diagnostic.fix


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ("name\nCaf\u00e9\n".encode("cp1252"), "byte 0xe9 is not UTF-8: “é” in what Excel for Western Europe writes"),
        ("name\nCaf\u00e9\n".encode("utf-16"), "byte 0xff is not UTF-8: it is UTF-16, which Excel calls Unicode text"),
    ],
)
def test_what_an_older_excel_writes_is_told_with_the_letter_it_means(tmp_path: Path, content: bytes, what: str) -> None:
    (tmp_path / "c.csv").write_bytes(content)
    with pytest.raises(Fault) as raised:
        Files(tmp_path).rows("c.csv", HERE, Diagnostics())
    assert (raised.value.diagnostic.code, raised.value.diagnostic.what) == ("file-encoding", what)


def test_decimal_commas_are_numbers_where_commas_part_no_cells(tmp_path: Path) -> None:
    fields = {"price": "number", "name": "text", "n": "integer"}
    assert cards(tmp_path, "price;name;n\n2,5;1,5;3\n-10,25;x;4\n", fields) == (
        [{"price": 2.5, "name": "1,5", "n": 3}, {"price": -10.25, "name": "x", "n": 4}],
        [],
    )
    _, told = cards(tmp_path, 'price,name,n\n"2,5",a,1\n"3,5",b,2\n', fields)
    assert told == ["card-value@c.csv:1:1: numbers of price have commas"]
    (tmp_path / "t.csv").write_text("price;n\n1.234,5;1\n", encoding="utf-8")
    told_of = Diagnostics()
    build_cards(
        "deck",
        Files(tmp_path).rows("t.csv", HERE, told_of),
        [parse_field("price", "number"), parse_field("n", "integer")],
        1,
        HERE,
        told_of,
    )
    assert [d.fix for d in told_of] == ["write 1234,5, without points between thousands"]
    book = Workbook()
    book.active.append(["price"])
    book.active.append(["2,5"])
    book.save(tmp_path / "d.xlsx")
    diagnostics = Diagnostics()
    rows = Files(tmp_path).rows("d.xlsx", HERE, diagnostics)
    made = build_cards("deck", rows, [parse_field("price", "number")], 1, HERE, diagnostics)
    assert ([dict(card.values) for card in made], list(diagnostics)) == ([{"price": 2.5}], [])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("- name: Room #1\n- name: Room #2\n", ["1:14 #1 is not read, as # begins a comment, and 1 more below"]),
        ("- {name: Room}  # todo\n- name: Room # 1\n- name: 'Room #1'\n- colour: '#fff'\n#- name: x #1\n", []),
        ("- rule: Take 2.  #draft\n", ["1:18 #draft is not read, as # begins a comment"]),
    ],
)
def test_numbers_that_yaml_takes_for_comments_are_reported(tmp_path: Path, text: str, told: list[str]) -> None:
    (tmp_path / "c.yaml").write_text(text, encoding="utf-8")
    diagnostics = Diagnostics()
    Files(tmp_path).rows("c.yaml", HERE, diagnostics)
    assert [f"{f.place.line}:{f.place.column} {f.what}" for f in diagnostics if f.code == "yaml-comment"] == told
