"""Tables of a report: their rows are as long as their heads, and say what the report does."""

from __future__ import annotations

from dataclasses import replace

from play.report.samples import card, sample, together

from pnp.play.report.grids import LONGEST, grids, overview
from pnp.play.report.table import ReportTable
from pnp.play.simulation.report import Report
from pnp.play.statistics import Estimate


def named(report: Report) -> dict[str, ReportTable]:
    return {grid.title: grid for grid in grids(report).values()}


def test_every_row_has_a_cell_for_each_column() -> None:
    for report in (sample(), together()):
        for grid in [*grids(report).values(), overview([report])]:
            assert {len(grid.head), len(grid.aligned)} == {len(grid.head)} | {len(row) for row in grid.rows}
            assert set(grid.aligned) <= {"<", ">"}
            assert not grid.bars or len(grid.bars) == len(grid.rows)
            assert all(0 <= bar <= 1 for bar in grid.bars)


def test_there_is_a_table_for_each_question() -> None:
    assert list(named(sample())) == ["In numbers", "Ends", "Seats", "Bots", "Cards"]
    assert list(named(together())) == ["In numbers", "Ends", "Cards"]


def test_numbers_of_the_length_the_points_and_the_lead() -> None:
    grid = named(sample())["In numbers"]
    assert grid.note == "5 minutes a game, nine in ten take 4 to 6, at 30 seconds a decision; 20.0 picks."
    assert grid.rows[0] == ("decisions", "10.0", "0.7", "9", "9", "9", "10", "10", "11", "11")
    assert [row[0] for row in grid.rows] == ["decisions", "points", "lead"]


def test_seats_have_their_sides_share() -> None:
    first, *_ = named(sample())["Seats"].rows
    assert first == ("1", "101", "20", "0.5", "41.2 %", "32.4–50.4")
    assert [row[-2] for row in named(sample())["Seats"].rows] == ["41.2 %", "32.4 %", "26.5 %"]


def test_cards_have_their_marks_and_long_names_are_cut() -> None:
    rows = named(sample(cards=(*sample().cards, card("a name " * 20, 0.3))))["Cards"].rows
    assert rows[0] == ("9", "▲", "1,234", "50.0 %", "30.0 %", "+20.0", "+15.0 to +25.0")
    assert [row[1] for row in rows] == ["▲", "", "▽", ""]
    assert len(rows[-1][0]) <= LONGEST
    assert rows[-1][0].endswith("…")


def test_notes_say_what_the_figures_are_of() -> None:
    assert "Different bots play" in named(sample())["Cards"].note
    assert "Different bots" not in named(sample(bots=("high",)))["Cards"].note
    assert named(together())["Cards"].note.startswith("Games won of those in which somebody picked the card")
    assert named(sample())["Bots"].note.startswith("A win shared by two counts a half to each; equal bots win 33.3 %.")
    alone = named(sample(won=Estimate(0.6, 0.55, 0.65)))
    assert alone["Bots"].note.startswith("Share of their games that they win; of all games it is 60.0 %.")


def test_all_numbers_of_players_stand_in_one_table_without_what_none_of_them_has() -> None:
    grid = overview([sample(), sample(players=4, games=1200)])
    assert grid.head == ("players", "games", "decisions", "minutes", "points", "lead", "seats")
    assert [row[:2] for row in grid.rows] == [("3", "400"), ("4", "1,200")]
    assert overview([replace(together(), scores=None)]).head == ("players", "games", "decisions", "minutes", "won")
