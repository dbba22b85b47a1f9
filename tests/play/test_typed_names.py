"""Names that people type: cleaned, in views and tapes, and nowhere else."""

from __future__ import annotations

import json

import pytest
from duels import BOTS, RULES, duel

from pnp.play.game_bundle import PERSON, GameSetup
from pnp.play.match import Match
from pnp.play.names import Names
from pnp.play.saved_game import MAX_NAME, NotNow, Tape, clean_name, clean_names
from pnp.play.view import seat_view, with_players

NAMES = Names({"hands": "hand", "points": "points", "seat": "Place {n}"})


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Anna   Lea ", "Anna Lea"),
        ("<b>Tom</b>", "<b>Tom</b>"),
        ("a\0b\nc\td", "a b c d"),
        ("\u202eevil\u2066", "evil"),
        ("نیما\u200cرضا", "نیما\u200cرضا"),
        ("x" * 99, "x" * MAX_NAME),
        (" \u200f\n", ""),
    ],
)
def test_a_name_is_one_short_line(typed: str, name: str) -> None:
    assert clean_name(typed) == name


def test_names_are_those_of_seats() -> None:
    seats = (PERSON, "random", PERSON)
    assert clean_names({0: "Anna", 1: "Bot", 2: " ", 7: "x", -1: "y"}, seats) == {0: "Anna", 1: "Bot"}


def test_seats_without_a_name_keep_the_usual_one() -> None:
    named = with_players(NAMES, {1: "Anna"}, 3)
    assert [named.seat(seat) for seat in range(3)] == ["Place 1", "Anna", "Place 3"]
    assert with_players(NAMES, {}, 3) is NAMES


def test_a_name_is_in_the_view_the_log_and_the_tape() -> None:
    match = Match(duel(RULES, BOTS), Tape(GameSetup(2, "7:0", (PERSON, "random"))))
    match.name(0, " {value} \0")
    match.pick(0, 0, 0)
    view = seat_view(match, 0, NAMES)
    assert [player["name"] for player in view["players"]] == ["{value}", "Place 2"]
    assert "{value}" in "".join(view["log"][1]["lines"])
    saved = json.loads(json.dumps(match.tape.message("duel")))
    assert saved["names"] == {"0": "{value}"}
    again = Match(match.program, Tape.of(saved))
    assert seat_view(again, 0, NAMES) == view
    assert seat_view(again.at(0), 0, NAMES)["players"] == view["players"]
    again.undo(0) if again.can_undo(0) else None
    assert again.tape.names == {0: "{value}"}
    again.name(0, "")
    assert "names" not in again.tape.message("duel")


@pytest.mark.parametrize("seat", [1, 2, -1])
def test_a_seat_without_a_person_gets_no_name(seat: int) -> None:
    match = Match(duel(RULES, BOTS), Tape(GameSetup(2, "7:0", (PERSON, "random"))))
    with pytest.raises(NotNow):
        match.name(seat, "Anna")


@pytest.mark.parametrize("names", [3, ["Anna"], {"x": "Anna"}, None])
def test_a_tape_with_names_that_are_none_is_refused(names: object) -> None:
    saved = Tape(GameSetup(2, "7:0", (PERSON, PERSON))).message("duel")
    with pytest.raises(NotNow):
        Tape.of({**saved, "names": names})
