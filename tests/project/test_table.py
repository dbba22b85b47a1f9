"""CSV decks: values, places, faults."""

from __future__ import annotations

import pytest

from pnp.core.diagnostics import Diagnostics, Place
from pnp.project.delimited import parse_csv
from pnp.project.table import report_cell_faults, unread_columns
from pnp.project.tree import Seq


def rows_of(text: str) -> Seq:
    diagnostics = Diagnostics()
    rows = parse_csv(text, "c.csv", diagnostics)
    assert rows is not None, list(diagnostics)
    return rows


def test_rows_are_records_with_numbers_where_cells_are_numbers() -> None:
    rows = rows_of("number,colour,weight,note\n1,red,1.5,\n-2,007,,a; b\n")
    assert rows == [{"number": 1, "colour": "red", "weight": 1.5}, {"number": -2, "colour": "007", "note": "a; b"}]


def test_cells_know_their_line_and_column() -> None:
    rows = rows_of("a,b\n1,22\n\n3,44\n")
    assert rows[1].place == Place("c.csv", 4, 1)
    assert rows[1].place_of("b") == Place("c.csv", 4, 3)


def test_semicolons_and_a_byte_order_mark_are_understood() -> None:
    assert rows_of("a;b\n1;2,5\n") == [{"a": 1, "b": "2,5"}]


def test_cells_after_quoted_ones_know_their_column() -> None:
    rows = parse_csv('name,rule,rule_fr\nApple,"Draw, then ""halt"".",Stop.\nPear,x,y\n', "cards.csv", Diagnostics())
    assert rows is not None
    assert [row.place_of("rule_fr").column for row in rows] == [30, 8]


def test_quoted_cells_may_hold_line_ends() -> None:
    rows = rows_of('a,b\n"x\ny",1\nz,2\n')
    assert rows[0]["a"] == "x\ny"
    assert rows[1].place == Place("c.csv", 4, 1)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("", "table-header", 0),
        ("a,a\n1,2\n", "table-header", 1),
        ("a,b\n1,2,3\n", "table-cells", 2),
        ("a,b\n" + "1,2,3\n" * 200, "table-cells", 2),
        ('a,b\n"x,2\n', "csv-syntax", 2),
        ('a,b\n1,2\n"x,2\n1,2\n1,"3"\n', "csv-syntax", 3),
        ("sep=;\na;a\n1;2\n", "table-header", 2),
    ],
)
def test_faults(text: str, code: str, line: int) -> None:
    diagnostics = Diagnostics()
    assert parse_csv(text, "c.csv", diagnostics) is None
    assert [(fault.code, fault.place.line) for fault in diagnostics] == [(code, line)]


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("a,b\n1,#N/A\n", 2, "#N/A is the error of a formula"),
        ("a\nGewürzbude\nGewÃ¼rzbude\n", 3, "Ã¼ stands for a letter with an accent"),
    ],
)
def test_faults_of_cells_are_reported_where_their_column_is_used(text: str, line: int, what: str) -> None:
    rows, diagnostics = rows_of(text), Diagnostics()
    report_cell_faults(rows, diagnostics, {"other"})
    assert not diagnostics
    report_cell_faults(rows, diagnostics)
    assert [(fault.code, fault.place.line, fault.what) for fault in diagnostics] == [("table-cell", line, what)]


@pytest.mark.parametrize(
    ("text", "header", "rows", "told"),
    [
        ("A title,,\n,,\nname,text,\n" + "Ann,runs,\n" * 2, 0, 2, "table-title 1"),
        ("A title,,\n,,\nname,text,\n" + "Ann,runs,\n" * 2, 3, 2, ""),
        ("Mine\nversion 3\nname;text\nAnn;runs\n", 0, 1, "table-title 1"),
        ("name,text\nAnn,runs\n", 7, -1, "table-header 0"),
        ("name\nAnn\nBea\n", 0, 2, ""),
        ("a,b\n1,2\n", 0, 1, ""),
    ],
)
def test_titles_above_the_names_are_passed_over(text: str, header: int, rows: int, told: str) -> None:
    diagnostics = Diagnostics()
    read = parse_csv(text, "c.csv", diagnostics, header)
    assert (-1 if read is None else len(read)) == rows
    assert " ".join(f"{fault.code} {fault.place.line}" for fault in diagnostics) == told


def test_columns_that_cards_do_not_use_are_known() -> None:
    rows = rows_of("a,,notes,#todo\n1,2,x,y\n")
    assert rows == [{"a": 1, "notes": "x"}]
    assert unread_columns(rows, {"a"}) == ("notes", "column 2")


def test_tabs_separate_cells() -> None:
    assert rows_of("a\tb\n1\tx, y\n") == [{"a": 1, "b": "x, y"}]


@pytest.mark.parametrize(("text", "held"), [("a,b\n1,2,3\n", "commas"), ("a;b\n1;2;3\n", "semicolons")])
def test_too_many_cells_are_mended_by_quotes(text: str, held: str) -> None:
    diagnostics = Diagnostics()
    parse_csv(text, "c.csv", diagnostics)
    assert [fault.fix for fault in diagnostics] == [f"put quotes around cells that contain {held}"]


@pytest.mark.parametrize("text", ["\ta\t\n1\n", "a\t,b\n1,2\n", "a\n1\t2\n"])
def test_tabs_that_separate_nothing_are_blanks(text: str) -> None:
    assert rows_of(text)[0]["a"] in (1, "1\t2")


def test_a_table_that_is_read_again_has_its_faults_again() -> None:
    diagnostics = Diagnostics()
    assert [parse_csv("a,a\n1,2\n", "c.csv", diagnostics) for _ in range(2)] == [None, None]
    assert len(diagnostics) == 1


@pytest.mark.parametrize("odd", ["\u2028", "\x85", "\x0b", "\x0c"])
def test_only_a_newline_ends_a_row(odd: str) -> None:
    assert rows_of(f"a,b\nx{odd}y,2\n") == [{"a": f"x{odd}y", "b": 2}]


def test_endless_digits_are_text() -> None:
    assert rows_of("a\n" + "1" * 5000) == [{"a": "1" * 5000}]


def test_the_separator_that_excel_names_is_taken() -> None:
    rows = rows_of("sep=|\na|b\n1|x, y; z\n")
    assert rows == [{"a": 1, "b": "x, y; z"}]
    assert rows[0].place_of("b") == Place("c.csv", 3, 3)


def test_columns_of_remarks_are_not_read() -> None:
    assert rows_of("a,#todo,b,#todo\n1,draw it,2,\n") == [{"a": 1, "b": 2}]
    assert rows_of("colour\n#ff0000\n") == [{"colour": "#ff0000"}]
