"""A small game for each form of game: it is checked, built, played by chance, and played at a table that hides cards."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from conftest import build_project, check_project, codes, one_of
from form_games import NAMES, match_of, play_by_chance, playable, program, write_forms

from pnp.play.game_bundle import GameSetup
from pnp.play.game_loop import play
from pnp.play.match import Match
from pnp.play.testing.invariants import Guard
from pnp.play.view import seat_view

pytestmark = pytest.mark.slow

FORM_NAMES = {
    "campaign", "co-operative", "deck-building", "draft", "elimination", "first-player", "grab", "hanabi",
    "ascending", "bids-and-trump", "bluffing", "dice-cards", "expeditions", "guessing", "houses", "memory", "race", "stones",
    "hidden-roles", "pig", "sealed-bids", "set-ups", "solo", "teams", "tile-laying", "trade", "worker-placement",
}  # fmt: skip


def test_there_is_a_game_of_every_form() -> None:
    assert set(NAMES) >= FORM_NAMES


@pytest.mark.parametrize("name", one_of(NAMES, *NAMES[::4]))
def test_a_check_finds_no_fault(name: str, tmp_path: Path) -> None:
    checked = check_project(write_forms(tmp_path, name), jobs=1)
    assert codes(checked) == []
    assert "0 examples" not in checked.summaries[0]


@pytest.mark.parametrize("name", one_of(NAMES, *NAMES[::4]))
def test_it_is_built(name: str, tmp_path: Path) -> None:
    built = build_project(write_forms(tmp_path, name))
    assert codes(built) == []
    assert any(output.path.endswith("cards.pdf") for output in built.outputs)


@pytest.mark.parametrize("name", one_of(NAMES, *NAMES[1::4]))
def test_it_plays_three_hundred_games_by_chance(name: str) -> None:
    bundle, game = playable(name).bundle, program(name)
    games = -(-300 // len(bundle.players))
    for players in bundle.players:
        for number in range(games):
            setup = GameSetup(players, f"forms:{number}")
            watch = (lambda table: [Guard(table)]) if number < 5 else None
            assert play(game, setup, watch=watch).end is not None


@pytest.mark.parametrize("name", NAMES)
def test_it_is_played_at_a_table_and_views_hide_what_is_hidden(name: str) -> None:
    names, players = playable(name).names, playable(name).bundle.players[-1]
    match = match_of(name, players)
    random = Random("1")
    while match.end is None:
        if match.decision < 40 or match.decision % 20 == 0:  # of a game of hundreds of decisions not all
            assert_nothing_shows(match, names)
        for seat in match.waiting_for:
            question = seat_view(match, seat, names)["question"]
            assert all(option["text"] for option in question["options"])
            if question["name"]:
                assert question["prompt"], question["name"]
            match.pick(seat, random.randrange(len(question["options"])), match.decision)
            if match.end is not None or seat not in match._decisions[-1].picked:
                break  # the game has gone on
    end = seat_view(match, 0, names)["end"]
    assert end["winners"] == list(match.end.winners)


def assert_nothing_shows(match: Match, names: object) -> None:
    """No view of a seat has a card that lies where the seat does not see it, unless another copy of it is seen."""
    table = match.table
    for seat in table.seats:
        view = seat_view(match, seat, names)  # type: ignore[arg-type]
        for pile in view["piles"]:
            cards = getattr(table, pile["name"])
            cards = cards if pile["owner"] is None else cards[pile["owner"]]
            for place, face in enumerate(pile["cards"] or [None] * len(cards)):
                is_seen = table.sees(seat, cards[place], pile["name"], pile["owner"])
                assert (face is not None) == is_seen
        for each, values in table.values.items():
            sent = "".join(value["text"] for value in view["values"] if value["name"] == each)
            for owner, value in enumerate(values.seen(table, getattr(table, each), seat)):
                assert (f"(Seat {owner + 1})" in sent) == (value is not None)


@pytest.mark.parametrize("name", NAMES)
def test_views_are_plain_values(name: str) -> None:
    match = play_by_chance(match_of(name, playable(name).bundle.players[0]))
    json.dumps([seat_view(match, seat, playable(name).names) for seat in (None, *match.table.seats)])


def test_partners_see_each_others_cards_and_a_hand_held_the_wrong_way_is_seen_by_others() -> None:
    for name, sees in (("teams", (0, 2)), ("hanabi", (1, 2, 3))):
        match = match_of(name, 4)
        piles = seat_view(match, 0, playable(name).names)["piles"]
        hands = [pile for pile in piles if pile["name"] == "hands"]
        assert [pile["owner"] for pile in hands if pile["cards"]] == list(sees)


def test_the_wolf_alone_knows_the_role() -> None:
    match = match_of("hidden-roles", 5)
    wolf = match.table.roles.index("wolf")
    for seat in match.table.seats:
        values = seat_view(match, seat, playable("hidden-roles").names)["values"]
        (text,) = [value["text"] for value in values if value["name"] == "roles"]
        assert text == f"role: {'wolf' if seat == wolf else 'villager'} (Seat {seat + 1})"


def test_a_part_of_a_pick_that_is_a_seat_has_the_name_of_the_player() -> None:
    names = playable("hidden-roles").names
    options = seat_view(match_of("hidden-roles", 4), 0, names)["question"]["options"]
    assert [option["text"] for option in options] == ["Seat 2", "Seat 3", "Seat 4"]
    assert options[0]["parts"] == [{"text": "Seat 2", "seat": 1}]
