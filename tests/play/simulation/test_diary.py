"""The playtest diary: what people did, beside bots; lines that are none; too few to compare."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pnp.play.simulation.diary import FEW_DECISIONS, FEW_GAMES, people_of

LINE: dict[str, Any] = {
    "date": "2026-11-26",
    "game": "small",
    "table": "a1",
    "seats": ["person", "highest"],
    "seed": "7",
    "values": {},
    "decisions": 3,
    "is_over": True,
    "taken_back": 1,
    "thought": [[0, 0, 4.0], [1, 0, 6.0], [2, 0, 8.0]],
    "end": {"why": "three rounds", "scores": [2, 1], "winners": [0]},
}


def line(table: str, **changes: Any) -> str:
    return json.dumps({**LINE, "table": table, **changes})


def test_games_of_people_are_counted_by_table() -> None:
    said = line("t0", answers={"Was it tense?": " Yes. "}, end=None, seat=0)
    lines = [*[line(f"t{number}") for number in range(12)], line("t3"), said]
    people = people_of(lines, "small", 2, {})
    assert people is not None
    assert (people.games, people.unfinished, people.seats, people.taken_back) == (12, 0, 12, 12)
    assert people.is_comparable
    assert people.minutes == pytest.approx(18 / 60)
    assert people.seconds is not None
    assert people.seconds.value == pytest.approx(6)
    assert people.seconds.low < 6 < people.seconds.high
    assert people.wins is not None
    assert (people.wins.value, people.points) == (1, 2)
    assert people.answers == (("Was it tense?", ("Yes.",)),)


def test_several_who_pick_at_once_take_as_long_as_the_slowest() -> None:
    together = {"seats": ["person", "person"], "thought": [[0, 0, 4.0], [0, 1, 9.0], [1, 1, 1.0]]}
    people = people_of([line("a", **together)], "small", 2, {})
    assert people is not None
    assert people.minutes == pytest.approx(10 / 60)
    assert (people.wins, people.seats) == (None, 0)  # people alone win what people lose


def test_too_few_say_so() -> None:
    people = people_of([line("a")], "small", 2, {})
    assert people is not None
    assert people.games < FEW_GAMES
    assert people.asked < FEW_DECISIONS
    assert (people.is_comparable, people.seconds, people.decisions) == (False, None, None)
    assert not people.differs_from(1000)


def test_people_differ_from_an_estimate_if_it_is_certain() -> None:
    people = people_of([line(f"t{number}") for number in range(12)], "small", 2, {})
    assert people is not None
    assert people.differs_from(20)
    assert people.differs_from(3)
    assert not people.differs_from(6.5)


def test_other_games_players_and_values_are_not_counted() -> None:
    lines = [line("a", game="large"), line("b", seats=["person"] * 3), line("c", values={"hand": 6})]
    assert people_of(lines, "small", 2, {}) is None
    assert people_of(lines, "small", 2, {"hand": 6}) is not None


@pytest.mark.parametrize(
    "bad",
    ["{", "[]", "3", '{"game": "small"}', line("x", thought=[[1]]), line("x", answers={"a": 3}), line("x", end={})],
)
def test_lines_that_are_none_are_counted_and_harm_nothing(bad: str) -> None:
    people = people_of([line("a"), bad, ""], "small", 2, {})
    assert people is not None
    assert (people.games, people.unreadable) == (1, 1)


def test_games_that_were_left_are_told_apart() -> None:
    left = line("b", end=None, is_over=False, answers={"Why?": "Too long."})
    people = people_of([line("a"), left], "small", 2, {})
    assert people is not None
    assert (people.games, people.unfinished) == (1, 1)
