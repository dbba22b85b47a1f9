"""What a game is worth between perfect players, in words."""

from __future__ import annotations

import pytest

from pnp.extensions.laboratory.perfect.value import NoValue, Obstacle, PerfectValue
from pnp.extensions.laboratory.perfect_words import perfect_as_text

LEDUC = PerfectValue("points", -0.0864, -0.0836, "tree", 288, 1500)


def test_a_loss_and_its_bounds_are_positive_numbers() -> None:
    head, _, worth, evidence = perfect_as_text(LEDUC, "Leduc", "en")
    assert head == "Leduc: perfect players"
    assert worth == "Between perfect players, seat 1 loses 0.0850 points a game (between 0.0836 and 0.0864)."
    assert evidence == (
        "The bounds are proven: they are the best answers to strategies for 288 situations, improved 1,500 times."
    )


def test_a_gain_whose_lower_bound_is_a_loss() -> None:
    worth = perfect_as_text(PerfectValue("points", -0.00001, 0.5, "tree", 12, 100), "Duel", "en")[2]
    assert worth == "Between perfect players, seat 1 gains 0.2500 points a game (between 0.0000 and 0.5000)."


def test_wins_are_told_in_percent() -> None:
    lines = perfect_as_text(PerfectValue("wins", 0.5, 0.502, "positions", 4000, is_whole=False), "Pig", "en")
    assert "seat 1 wins 50.10 % of the games (between 50.00 % and 50.20 %)" in lines[2]
    assert lines[3] == "The bounds are proven, from 4,000 positions of the game; it has more."


@pytest.mark.parametrize("goal", ["points", "wins"])
def test_an_estimate_says_that_it_is_one(goal: str) -> None:
    value = PerfectValue(goal, 0.1, 0.2, "samples", 50, 70)  # type: ignore[arg-type]
    lines = perfect_as_text(value, "Duel", "en")
    assert lines[2].startswith("An estimate: seat 1 ")
    assert "not known" in lines[-1]
    assert not any("perfect players" in line or "proven" in line for line in lines[1:])


VALUES = (
    LEDUC,
    PerfectValue("points", 0.1, 0.2, "positions", 12),
    PerfectValue("wins", 0.1, 0.2, "positions", 12, is_whole=False),
    PerfectValue("points", -0.2, -0.1, "samples", 12, 5),
    PerfectValue("points", 0.1, 0.2, "samples", 12, 5),
    PerfectValue("wins", 0.1, 0.2, "samples", 12, 5),
    *(NoValue(why) for why in Obstacle.__args__),  # type: ignore[attr-defined]
)


@pytest.mark.parametrize("language", ["fr", "de", "es"])
@pytest.mark.parametrize("value", VALUES, ids=str)
def test_nothing_of_it_is_english_in_a_language_with_reports(value: PerfectValue | NoValue, language: str) -> None:
    english = perfect_as_text(value, "Duel", "en")
    translated = perfect_as_text(value, "Duel", language)
    assert len(translated) == len(english)
    assert [line for line in translated if line and line in english] == []


def test_numbers_are_those_of_the_language() -> None:
    assert "0,0850 Punkte pro Spiel (zwischen 0,0836 und 0,0864)" in perfect_as_text(LEDUC, "Leduc", "de")[2]
