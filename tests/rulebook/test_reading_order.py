"""The words and cards of a picture as a screen reader says them."""

from __future__ import annotations

from pnp.rulebook.reading_order import Piece, read_aloud

TWO_PLAYERS = [
    Piece("target", 10, 0, 50, 4),
    Piece("Anna", 0, 40, 24, 44),
    Piece("Paul", 30, 40, 54, 44),
    Piece("card 4", 2, 20, 22, 38),
    Piece("card 9", 32, 20, 52, 38),
    Piece("no effect", 0, 45, 24, 49),
    Piece("no effect", 30, 45, 54, 49),
]


def test_columns_are_read_one_after_the_other() -> None:
    assert read_aloud(TWO_PLAYERS) == "target; card 4, Anna, no effect; card 9, Paul, no effect"


def test_the_language_decides_which_column_comes_first() -> None:
    assert read_aloud(TWO_PLAYERS, leftward=True) == "target; card 9, Paul, no effect; card 4, Anna, no effect"


def test_what_stands_alone_in_its_column_needs_no_semicolon() -> None:
    assert read_aloud([Piece("b", 10, 0, 18, 4), Piece("a", 0, 0, 8, 4)]) == "a, b"
    assert read_aloud([]) == ""


def test_pieces_that_overlap_are_read_from_the_top_and_equal_ones_once() -> None:
    assert read_aloud([Piece("b", 2, 3, 9, 8), Piece("a", 0, 0, 8, 4), Piece("b", 3, 5, 9, 9)]) == "a, b"
