"""The words and cards of a picture as a screen reader says them."""

from __future__ import annotations

from pnp.rulebook.reading_order import SpokenPiece, read_aloud

TWO_PLAYERS = [
    SpokenPiece("target", 10, 0, 50, 4),
    SpokenPiece("Anna", 0, 40, 24, 44),
    SpokenPiece("Paul", 30, 40, 54, 44),
    SpokenPiece("card 4", 2, 20, 22, 38),
    SpokenPiece("card 9", 32, 20, 52, 38),
    SpokenPiece("no effect", 0, 45, 24, 49),
    SpokenPiece("no effect", 30, 45, 54, 49),
]


def test_columns_are_read_one_after_the_other() -> None:
    assert read_aloud(TWO_PLAYERS) == "target; card 4, Anna, no effect; card 9, Paul, no effect"


def test_the_language_decides_which_column_comes_first() -> None:
    assert read_aloud(TWO_PLAYERS, leftward=True) == "target; card 9, Paul, no effect; card 4, Anna, no effect"


def test_what_stands_alone_in_its_column_needs_no_semicolon() -> None:
    assert read_aloud([SpokenPiece("b", 10, 0, 18, 4), SpokenPiece("a", 0, 0, 8, 4)]) == "a, b"
    assert read_aloud([]) == ""


def test_pieces_that_overlap_are_read_from_the_top_and_equal_ones_once() -> None:
    assert (
        read_aloud([SpokenPiece("b", 2, 3, 9, 8), SpokenPiece("a", 0, 0, 8, 4), SpokenPiece("b", 3, 5, 9, 9)]) == "a, b"
    )
