"""CSV decks: values, places, faults."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Fault, Place
from pnp.source.table import parse_csv


def test_rows_are_records_with_numbers_where_cells_are_numbers() -> None:
    rows = parse_csv("number,colour,weight,note\n1,red,1.5,\n-2,007,,a; b\n", "c.csv")
    assert rows == [{"number": 1, "colour": "red", "weight": 1.5}, {"number": -2, "colour": "007", "note": "a; b"}]


def test_cells_know_their_line_and_column() -> None:
    rows = parse_csv("a,b\n1,22\n\n3,44\n", "c.csv")
    assert rows[1].place == Place("c.csv", 4, 1)
    assert rows[1].place_of("b") == Place("c.csv", 4, 3)


def test_semicolons_and_a_byte_order_mark_are_understood() -> None:
    assert parse_csv("a;b\n1;2,5\n", "c.csv") == [{"a": 1, "b": "2,5"}]


def test_quoted_cells_may_hold_line_ends() -> None:
    rows = parse_csv('a,b\n"x\ny",1\nz,2\n', "c.csv")
    assert rows[0]["a"] == "x\ny"
    assert rows[1].place == Place("c.csv", 4, 1)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("", "csv-header", 0),
        ("a,a\n1,2\n", "csv-header", 1),
        ("a,\n1,2\n", "csv-header", 1),
        ("a,b\n1,2,3\n", "csv-cells", 2),
        ('a,b\n"x,2\n', "csv-syntax", 2),
    ],
)
def test_faults(text: str, code: str, line: int) -> None:
    with pytest.raises(Fault) as caught:
        parse_csv(text, "c.csv")
    assert (caught.value.diagnostics[0].code, caught.value.diagnostics[0].place.line) == (code, line)


@pytest.mark.parametrize("odd", ["\u2028", "\x85", "\x0b", "\x0c"])
def test_only_a_newline_ends_a_row(odd: str) -> None:
    assert parse_csv(f"a,b\nx{odd}y,2\n", "c.csv") == [{"a": f"x{odd}y", "b": 2}]


def test_endless_digits_are_text() -> None:
    assert parse_csv("a\n" + "1" * 5000, "c.csv") == [{"a": "1" * 5000}]
