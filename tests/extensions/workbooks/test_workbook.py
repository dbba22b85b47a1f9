"""Workbooks: cells, places of sheets, and what no card could show."""

from __future__ import annotations

import contextlib
import datetime
import io
import pickle
import random
import re
import sys
import zipfile
from typing import Any

import pytest
from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Font

from pnp.core.diagnostics import Diagnostics, Fault, Place
from pnp.extensions.workbooks.workbook import parse_workbook
from pnp.project.table import report_cell_faults
from pnp.project.tree import Seq

ASKED = Place("data/g/game.yaml", 5, 3)


def workbook(*rows: list[Any], title: str = "Crew", **more: list[list[Any]]) -> Workbook:
    book = Workbook()
    book.active.title = title
    for row in rows:
        book.active.append(row)
    for name, table in more.items():
        sheet = book.create_sheet(name)
        for row in table:
            sheet.append(row)
    return book


def as_bytes(book: Workbook) -> bytes:
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def read(book: Workbook, sheet: str = "") -> tuple[Seq | None, list[str]]:
    told = Diagnostics()
    rows = parse_workbook(as_bytes(book), "c.xlsx", sheet, ASKED, told)
    if rows is not None:
        report_cell_faults(rows, told)
    return rows, [f"{fault.code}@{fault.place}: {fault.what}" for fault in told]


def test_cells_are_what_they_read_as_and_keep_their_text() -> None:
    book = workbook(
        ["name", "gain", "used", None], [" Pilot\n", 3, True], [None, None], ["1984", 1.5, "x"], [2001, 7.0]
    )
    rows, told = read(book)
    assert told == []
    assert rows == [
        {"name": "Pilot", "gain": 3, "used": True},
        {"name": 1984, "gain": 1.5, "used": "x"},
        {"name": 2001, "gain": 7},
    ]
    assert [row.cells["name"] for row in rows] == ["Pilot", "1984", "2001"]
    assert type(rows[2]["gain"]) is int


def test_places_name_sheet_and_cell() -> None:
    book = workbook([None, "name", "gain"], [None, "Pilot", 3], *([[]] * 30), [None, "Cook", 4], title="The crew")
    rows, _ = read(book)
    assert rows is not None
    assert str(rows[1].place) == "c.xlsx, sheet The crew, B33"
    assert str(rows[1].place_of("gain")) == "c.xlsx, sheet The crew, C33"
    assert str(rows[1].place_of_key("gain")) == "c.xlsx, sheet The crew, C1"
    assert rows[1].place.path == "c.xlsx"
    assert str(Place("c.xlsx#A", 3, 703)) == "c.xlsx, sheet A, AAA3"
    assert str(Place("c.xlsx#A")) == "c.xlsx, sheet A"
    assert str(Place("c#.yaml", 1, 2)) == "c#.yaml:1:2"


@pytest.mark.parametrize(
    ("value", "form", "text"),
    [
        (7, "000", "007"),
        (-7, "00", "-07"),
        (1.5, "0.00", "1.50"),
        (0.1 + 0.2, "General", "0.3"),
        (0.5, "0%", "50%"),
        (3, '"€"0', "€3"),
        (2.5, "# ?/?", "2 1/2"),
        (1234.5, "#,##0.00", "1,234.50"),
        (1234.5, "0.0E+00", "1234.5"),
    ],
)
def test_numbers_have_the_text_that_is_shown(value: float, form: str, text: str) -> None:
    book = workbook(["n"], [value])
    book.active["A2"].number_format = form
    rows, told = read(book)
    assert told == []
    assert rows is not None
    assert rows[0]["n"] == pytest.approx(value)
    assert rows[0].cells["n"] == str(rows[0]["n"]) == text
    assert pickle.loads(pickle.dumps(rows[0]["n"])) == rows[0]["n"]


def test_sheets_are_named_unless_there_is_one() -> None:
    book = workbook(["a"], [1], Ships=[["a"], [2]])
    assert read(book, "Ships")[0] == [{"a": 2}]
    for sheet, fix in (("", "write the name of one behind a #: c.xlsx#Crew"), ("Ship", "did you mean Ships?")):
        with pytest.raises(Fault) as raised:
            read(book, sheet)
        assert (raised.value.diagnostic.code, raised.value.diagnostic.place) == ("table-sheet", ASKED)
        assert raised.value.diagnostic.fix == fix


def test_a_remark_may_be_a_date_or_an_error() -> None:
    book = workbook(["a", "#found"], [1, datetime.datetime(2026, 3, 4)], [2, "#REF!"])
    book.active["B3"].data_type = "e"
    assert read(book) == ([{"a": 1}, {"a": 2}], [])


def test_what_no_card_can_show_is_reported_once_a_column() -> None:
    book = workbook(
        ["a", "b"],
        [datetime.datetime(2026, 3, 4), "#REF!"],
        [datetime.time(9, 30), "=1+1"],
        [datetime.datetime(2026, 3, 4), 1],
        ["x", "y"],
        ["", "=1+1"],
    )
    book.active["B2"].data_type = "e"
    book.active["A2"].number_format = book.active["A4"].number_format = "d-mmm"
    book.active.merge_cells("A5:A6")
    rows, told = read(book)
    assert rows is not None
    assert [row.get("a") for row in rows[:3]] == ["4-Mar", "9:30:00", "4-Mar"]
    assert told == [
        "table-date@c.xlsx, sheet Crew, A2: column a has dates or times (3 cells), printed as “4-Mar”, “9:30:00”, “4-Mar”",
        "table-cell@c.xlsx, sheet Crew, B2: #REF! is the error of a formula",
        "table-cell@c.xlsx, sheet Crew, B3: the formula has no value: it was never computed; the same in 1 cell below: B6",
        "table-cell@c.xlsx, sheet Crew, A5: the cell is one of several that are merged",
    ]


def test_bold_and_italic_are_marks_and_a_bold_column_is_none() -> None:
    bold = InlineFont(b=True)
    both = CellRichText("Gain ", TextBlock(bold, "two "), "coins, ", TextBlock(InlineFont(b=True, i=True), "now"))
    book = workbook(["name", "rule"], ["Ann", both], ["Bea", "plain_x000D_\nsecond"], ["Cem", "whole"])
    for row in range(1, 5):
        book.active.cell(row, 1).font = Font(b=True)
    book.active["B4"].font = Font(i=True)
    rows, told = read(book)
    assert told == []
    assert rows is not None
    assert [row["name"] for row in rows] == ["Ann", "Bea", "Cem"]
    assert [row["rule"] for row in rows] == ["Gain **two** coins, ***now***", "plain\nsecond", "*whole*"]


@pytest.mark.parametrize("header", [0, 3])
def test_names_of_columns_and_what_stands_above_have_no_marks(header: int) -> None:
    book = workbook(["Party"], [], ["Name", "Rule"], ["Ann", "go"], ["Bea", "stay"], ["Cem", "jump"])
    book.active.merge_cells("A1:B1")
    for cell in ("A1", "A3", "B3", "A4", "A5", "A6"):
        book.active[cell].font = Font(b=True, i=True)
    book.active["B3"].value = CellRichText("Ru", TextBlock(InlineFont(b=True), "le"))
    book.active["B5"].font = Font(b=True)
    rows = parse_workbook(as_bytes(book), "c.xlsx", "", ASKED, Diagnostics(), header)
    assert rows == [
        {"Name": "Ann", "Rule": "go"},
        {"Name": "Bea", "Rule": "**stay**"},
        {"Name": "Cem", "Rule": "jump"},
    ]


def test_words_that_are_struck_through_are_marked() -> None:
    book = workbook(
        ["rule"], ["Draw 1"], [CellRichText("Draw ", TextBlock(InlineFont(strike=True, b=True), "1"), " 2")]
    )
    book.active["A2"].font = Font(strike=True)
    assert read(book) == ([{"rule": "<s>Draw 1</s>"}, {"rule": "Draw <s>**1**</s> 2"}], [])


def test_formulas_have_the_value_they_had_when_the_file_was_saved() -> None:
    content = as_bytes(workbook(["a", "b"], ["=1+1", 3]))
    before, written = zipfile.ZipFile(io.BytesIO(content)), io.BytesIO()
    with zipfile.ZipFile(written, "w") as after:
        for name in before.namelist():
            after.writestr(name, re.sub(rb"<f>1\+1</f><v ?(/|></v)>", b"<f>1+1</f><v>2</v>", before.read(name)))
    told = Diagnostics()
    assert parse_workbook(written.getvalue(), "c.xlsx", "", ASKED, told) == [{"a": 2, "b": 3}], list(told)


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ([], "table-header@c.xlsx, sheet Crew: the table is empty"),
        ([["a", "a"], [1, 2]], "table-header@c.xlsx, sheet Crew, B1: column a is named twice"),
    ],
)
def test_faults_of_tables(rows: list[list[Any]], fault: str) -> None:
    assert read(workbook(*rows)) == (None, [fault])


def test_a_merged_title_is_passed_over() -> None:
    book = workbook(["Party game"], [], ["name", None, "text"], ["Ann", 5, "runs"], ["Bea", None, "stands"])
    book.active.merge_cells("A1:C1")
    rows, told = read(book)
    assert rows == [{"name": "Ann", "text": "runs"}, {"name": "Bea", "text": "stands"}]
    assert rows.unnamed_columns == (2,)
    assert told == ["table-title@c.xlsx, sheet Crew, A1: the columns are named in line 3; line 1 seems to be a title"]


def test_columns_of_remarks_are_not_read() -> None:
    assert read(workbook(["a", "#todo", "#todo"], [1, "draw it", None], [2])) == ([{"a": 1}, {"a": 2}], [])


@pytest.mark.parametrize("content", [b"", b"a,b\n1,2\n", b"\xd0\xcf\x11\xe0" + b"\0" * 600])
def test_what_is_no_workbook_is_told(content: bytes) -> None:
    with pytest.raises(Fault) as raised:
        parse_workbook(content, "c.xlsx", "", ASKED, Diagnostics())
    assert (raised.value.diagnostic.code, raised.value.diagnostic.place) == ("table-format", ASKED)


def test_a_sheet_that_reaches_far_is_refused_and_not_walked_through() -> None:
    book = workbook(["a"], [1])
    book.active["XFD1048576"] = "far"
    with pytest.raises(Fault) as raised:
        read(book)
    told = raised.value.diagnostic
    assert (told.code, str(told.place)) == ("table-format", "c.xlsx, sheet Crew, XFD1048576")


def test_a_workbook_that_unpacks_to_gigabytes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.extensions.workbooks.workbook.LARGEST", 1000)
    with pytest.raises(Fault, match="unpacks to more"):
        read(workbook(["a"], [1]))


def test_without_the_library_it_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    content = as_bytes(workbook(["a"], [1]))
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(Fault) as raised:
        parse_workbook(content, "c.xlsx", "", ASKED, Diagnostics())
    assert raised.value.diagnostic.code == "table-extra"
    assert ".[xlsx]" in raised.value.diagnostic.fix


@pytest.mark.slow
def test_broken_workbooks_end_in_faults_and_nothing_else() -> None:
    parts = zipfile.ZipFile(io.BytesIO(as_bytes(workbook(["name", "n", "f"], ["x", 1.5, "=B2"], Ships=[["a"]]))))
    names = [name for name in parts.namelist() if "sheet" in name or "workbook" in name]
    chance, ended = random.Random(1), set()
    for _ in range(200):
        chosen, written = chance.choice(names), io.BytesIO()
        content = bytearray(parts.read(chosen))
        at = chance.randrange(len(content))
        content[at : at + chance.choice((0, 1, 9))] = chance.choice((b"", b"9", b"<v>", b"1E999", b't="d"', b"&x;"))
        with zipfile.ZipFile(written, "w") as archive:
            for name in parts.namelist():
                archive.writestr(name, bytes(content) if name == chosen else parts.read(name))
        try:
            told = Diagnostics()
            rows = parse_workbook(written.getvalue(), "c.xlsx", chance.choice(("Crew", "Ships")), ASKED, told)
            ended.add("read" if rows is not None else "told")
        except Fault as fault:
            ended.add(str(fault.diagnostic.code))
    assert ended >= {"read", "table-format", "table-sheet"}


@pytest.mark.slow
def test_each_bit_of_a_central_header_may_be_wrong() -> None:
    """What a library says of a broken file is a diagnostic, whatever it says: BadZipFile, NotImplementedError, …"""
    content = as_bytes(workbook(["name"], ["Pilot"]))
    start = content.index(b"PK\x01\x02")
    for bit in range(8 * 46):
        damaged = bytearray(content)
        damaged[start + bit // 8] ^= 1 << bit % 8
        with contextlib.suppress(Fault):
            parse_workbook(bytes(damaged), "c.xlsx", "", ASKED, Diagnostics())


@pytest.mark.parametrize(
    ("row", "cell"), [("1", "1000000000"), ("1000000000", "1"), ("100000", "100000"), ("1" + "0" * 30, "1")]
)
def test_repeated_cells_of_an_opendocument_are_counted_before_they_are_read(row: str, cell: str) -> None:
    names = "urn:oasis:names:tc:opendocument:xmlns:"
    text = (
        f'<office:document-content xmlns:office="{names}office:1.0" xmlns:table="{names}table:1.0" '
        f'xmlns:text="{names}text:1.0"><office:body><office:spreadsheet><table:table table:name="S">'
        f'<table:table-row table:number-rows-repeated="{row}"><table:table-cell '
        f'table:number-columns-repeated="{cell}" office:value-type="string"><text:p>a</text:p></table:table-cell>'
        "</table:table-row></table:table></office:spreadsheet></office:body></office:document-content>"
    )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("content.xml", text)
    with pytest.raises(Fault) as error:
        parse_workbook(packed.getvalue(), "c.ods", "", ASKED, Diagnostics())
    assert error.value.diagnostic.what == "the sheet extends as far as this cell"
