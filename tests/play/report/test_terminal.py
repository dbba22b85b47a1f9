"""The report as text for a terminal."""

from __future__ import annotations

from play.report.samples import HARD, card, sample, together

from pnp.play.report.terminal import WIDTH, as_text
from pnp.play.simulation.report import Ending
from pnp.play.statistics import Estimate


def test_the_text_has_every_part() -> None:
    text = as_text(sample())
    parts = [
        "Duel · 3 players",
        "400 games · bots: high, random",
        "With 3 players a game takes about 5 minutes",
        "In numbers",
        "Decisions",
        "Ends",
        f"  {HARD}  ",
        "Seats",
        "Bots",
    ]
    places = [text.index(part) for part in [*parts, "\nCards\n", "Cards to look at"]]
    assert places == sorted(places)
    assert "▽ dead, wins clearly less often: 1" in text
    assert "○ never on offer, in 18 games looked at: 0" in text
    assert "█" in text
    assert "\x1b" not in text
    assert text.endswith("\n")


def test_it_fits_a_terminal() -> None:
    cards = tuple(card(f"{'very ' * 20}{n}", 0.1, "dominant", "wins clearly more often") for n in range(30))
    ends = (Ending("an end of some words", 400, Estimate(1, 0.99, 1)),)
    for report in (sample(), together(), sample(cards=cards, endings=ends)):
        assert max(map(len, as_text(report).splitlines())) <= WIDTH


def test_lines_end_without_spaces() -> None:
    assert all(line == line.rstrip() for line in as_text(sample()).splitlines())


def test_columns_are_aligned() -> None:
    lines = as_text(sample()).splitlines()
    head = next(line for line in lines if line.strip().startswith("mean"))
    row = next(line for line in lines if line.strip().startswith("points "))
    assert head.index("mean") + len("mean") == row.index(row.split()[1]) + len(row.split()[1])
    assert len(head) == len(row)


def test_bars_are_as_long_as_their_shares() -> None:
    rows = [line for line in as_text(sample()).splitlines() if "█" in line and "%" in line]
    three_quarters, quarter = (line.rpartition(" ")[2] for line in rows[:2])
    assert (three_quarters, quarter) == ("█" * 18, "█" * 6)


def test_the_verdict_stands_below_the_heading_it_belongs_to() -> None:
    assert "\nSeats\n  Undecided: 400 games cannot tell" in as_text(sample())
    assert "\nEnds\n  Won: 60.0 % of the games" in as_text(together())
