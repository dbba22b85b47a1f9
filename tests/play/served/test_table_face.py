"""The table in the game's own face: dress, cover, boards, hints, seats for late friends, and the parts of scores."""

from __future__ import annotations

import re
import shutil
from typing import Any

import pytest
from conftest import ROOT
from form_games import playable
from test_tables import House

from pnp.core.diagnostics import Mistake
from pnp.play.game_bundle import PERSON, GameBroken, GameSetup
from pnp.play.game_code import load_program
from pnp.play.game_loop import checked_end
from pnp.play.match import Match
from pnp.play.names import Names
from pnp.play.saved_game import NotNow, Tape
from pnp.play.table import End
from pnp.play.view import add_forms, seat_view
from pnp.project.measures import parse_table_form

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def spicy(tmp_path_factory: pytest.TempPathFactory) -> House:
    root = tmp_path_factory.mktemp("house")
    for folder in ("data", "templates", "fonts"):
        shutil.copytree(ROOT / folder, root / folder)
    return House(root)


def test_a_table_has_the_colours_fonts_and_cover_of_its_booklet(spicy: House) -> None:
    css = spicy.get("/dress/spicy/en.css")
    assert css.headers["content-type"].startswith("text/css")
    assert "--game-accent:#8f1a0f;" in css.text and "prefers-color-scheme:dark" in css.text
    assert set(re.findall(r"font-family:([\w-]+)", css.text)) == {"game-text", "game-title"}
    cover = spicy.get("/cover/spicy/en.svg")
    assert cover.text.startswith("<svg") and "Three big cats" in cover.text
    about = spicy.get("/api/play/spicy/en").json()
    assert about["cover"] and about["minutes"] == "20" and about["age"] == 10


def test_a_friend_takes_the_seat_of_a_bot_and_a_bot_goes_on(spicy: House) -> None:
    opened = spicy.post("/api/play/spicy/en", {"seats": ["person", "random", "random"], "seed": "7"}).json()
    table, token = opened["table"], opened["tokens"]["0"]
    seat = f"/api/table/{table}/seat"
    assert "not free" in spicy.post(seat, {"token": token, "seat": 0, "who": "person"}).json()["refused"]
    friend = spicy.post(seat, {"token": token, "seat": 2, "who": "person"}).json()
    seen = spicy.get(f"/api/table/{table}/view", token=friend["token"]).json()
    assert seen["seat"] == 2 and [player["bot"] == "" for player in seen["players"]] == [True, False, True]
    left = spicy.post(seat, {"token": token, "seat": 2, "who": ""}).json()
    assert left == {"seat": 2, "token": ""}
    assert spicy.get(f"/api/table/{table}/view", token=friend["token"]).status_code == 404
    watching = {"token": opened["tokens"]["watch"], "seat": 1, "who": "person"}
    assert spicy.post(seat, watching).status_code == 404
    assert spicy.post(seat, {"token": "no", "seat": 1, "who": "person"}).status_code == 404


def test_a_hint_is_an_option_with_the_playouts_that_speak_for_it(spicy: House) -> None:
    opened = spicy.post("/api/play/spicy/en", {"seats": ["person", "random"], "seed": "3"}).json()
    table, token = opened["table"], opened["tokens"]["0"]
    seen = spicy.get(f"/api/table/{table}/view", token=token).json()
    hint = spicy.post(f"/api/table/{table}/hint", {"token": token}).json()
    assert 0 <= hint["option"] < len(seen["question"]["options"])
    assert hint["option"] in [number for number, _, _ in hint["tried"]]
    assert all(playouts > 0 and 0 <= won <= 1 for _, playouts, won in hint["tried"])
    assert spicy.post(f"/api/table/{table}/hint", {"token": token}).json() == hint, "asking changes nothing"


def match_of(name: str, seats: int = 2) -> Match:
    opened = playable(name)
    return Match(load_program(opened.bundle), Tape(GameSetup(seats, "5", (PERSON,) * seats)))


def test_a_hint_is_for_who_is_asked() -> None:
    match = match_of("pig")
    (asked,) = match.waiting_for
    with pytest.raises(NotNow, match="no hint"):
        match.hint(1 - asked)


def test_tiles_lie_in_a_grid_and_a_place_is_one_part_of_a_pick() -> None:
    match = match_of("tile-laying")
    for _ in range(3):
        match.pick(match.waiting_for[0], 0, match.decision)
    viewed = seat_view(match, match.waiting_for[0], Names())
    add_forms(viewed, match, {"laid": {"grid": "places"}}, Names())
    laid = next(pile for pile in viewed["piles"] if pile["name"] == "laid")
    assert laid["at"][0] == [0, 0] and len(laid["at"]) == laid["count"] == 3
    assert laid["by"] == [0, 1, 0]
    parts = viewed["question"]["options"][0]["parts"]
    assert [sorted(part) for part in parts] == [["at", "card", "deck", "text"], ["cell", "text"]]


def test_workers_stand_on_a_board() -> None:
    match = match_of("worker-placement")
    match.pick(match.waiting_for[0], 0, match.decision)
    viewed = seat_view(match, 0, Names(words={"places": "taken"}))
    add_forms(viewed, match, {"places": {"board": "valley"}}, Names())
    shown = next(value["shown"] for value in viewed["values"] if value["name"] == "places")
    assert shown["wood"] == [0] and shown["inn"] == []


def test_a_value_stands_at_a_pile_with_its_last_entry() -> None:
    match = match_of("tile-laying")
    for _ in range(3):
        match.pick(match.waiting_for[0], 0, match.decision)
    names = Names(words={"places": "placed"})
    viewed = seat_view(match, 0, names)
    add_forms(viewed, match, {"places": {"pile": "laid"}}, names)
    places = next(value for value in viewed["values"] if value["name"] == "places")
    last = match.table.places[-1]
    assert (places["pile"], places["last"], places["hidden"]) == ("laid", f"placed: {names.of(last)}", 2)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("fan", "fan"),
        ({"grid": 4}, {"grid": 4}),
        ({"lanes": "colour"}, {"lanes": "colour"}),
        ({"track": 40}, {"track": 40}),
        ({"pile": "discard"}, {"pile": "discard"}),
    ],
)
def test_forms_of_a_table(written: Any, read: Any) -> None:
    assert parse_table_form(written) == read


@pytest.mark.parametrize(
    "written", ["heap", {"grid": 0}, {"track": "points"}, {"lanes": 3}, {"grid": 4, "lanes": "a"}, {"hexes": 4}, 3]
)
def test_other_forms_are_refused_with_those_that_there_are(written: Any) -> None:
    with pytest.raises(Mistake, match="must be one of ring"):
        parse_table_form(written)


def test_scores_are_the_sums_of_their_parts() -> None:
    end = End("over", parts={"cards": [3, 2], "trophies": [0, 10]})
    assert end.scores == (3, 12) and end.winners == (1,)
    bundle = playable("pig").bundle
    with pytest.raises(GameBroken, match="add up"):
        checked_end(End("over", [4, 12], parts=end.parts), bundle, 2)
    with pytest.raises(GameBroken, match="a whole number for each"):
        checked_end(End("over", [3, 2], parts={"cards": [3, 2, 1]}), bundle, 2)


def test_a_bot_goes_on_for_a_person_who_has_picked_while_another_is_still_to_pick() -> None:
    match = match_of("sealed-bids", 3)
    assert match.waiting_for == (0, 1, 2)
    match.pick(1, 0, match.decision)
    assert match.tape.pending == {1: 0}
    match.seat(1, "random")
    assert match.tape.pending == {} and match.waiting_for == (0, 2)
    again = Match(match.program, match.tape)
    assert again.waiting_for == (0, 2), "the saved game goes on"


def test_a_friend_who_takes_the_seat_of_a_bot_picks_anew_and_takes_nothing_back_that_it_has_picked() -> None:
    match = match_of("sealed-bids", 3)
    match.seat(1, "random")
    match.seat(1, PERSON)
    assert match.waiting_for == (0, 1, 2) and match.tape.pending == {}
    match = match_of("worker-placement")
    match.seat(1, "random")
    match.pick(0, 0, 0)
    match.seat(1, PERSON)
    assert match.decision == 2 and match.waiting_for == (0,)
    for again in (match, Match(match.program, Tape.of(match.tape.message("worker-placement")))):  # and from its tape
        assert not again.can_undo(1)
