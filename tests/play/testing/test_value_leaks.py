"""Games that show all players what a seat's hidden value is, and games that do not."""

from __future__ import annotations

from random import Random

import pytest
from duels import duel
from form_games import NAMES
from form_games import program as form_program
from games.shipped import GAMES, program

from pnp.play.game_bundle import GameSetup
from pnp.play.game_code import Program
from pnp.play.testing.value_leaks import ValueLeak, find_value_leaks

AUCTION = """\
from pnp.rules import End, Pile, Table, Values, ask, ask_all, ask_some


class Auction(Table):
    lots = Pile("nobody")
    bids = Values("owner", first=0)
    roles = Values("owner", first="")


def game(table):
    table.lots = list(table.decks.numbers)
    table.points = [0] * table.players
    table.roles = table.shuffled(["thief", "guard", "cook"])
    for number in range(6):
        table.bids = yield from ask_all([range(1, 9)] * table.players, "bid", secret=True)
        yield from ask(number % table.players, ["on", "off"], "go on")
        best = max(table.bids)
        table.points[table.bids.index(best)] += 1
    return End("sold", table.points)
"""


def leaks_of(game: Program, players: int = 3, games: int = 3) -> dict[tuple[str, str], ValueLeak]:
    by_name: dict[tuple[str, str], ValueLeak] = {}
    for number in range(games):
        for leak in find_value_leaks(game, GameSetup(players, f"leak:{number}"), Random(number)):
            by_name.setdefault((leak.hidden, leak.name), leak)
    return by_name


def auction(old: str = "", new: str = "") -> Program:
    assert old in AUCTION
    return duel(AUCTION.replace(old, new, 1) if old else AUCTION)


def test_secret_bids_are_no_leak() -> None:
    assert leaks_of(auction()) == {}


def test_an_open_question_whose_picks_become_hidden_is_found_at_its_line() -> None:
    leaks = leaks_of(auction('"bid", secret=True', '"bid"'))
    assert list(leaks) == [("bids", "")]
    assert "ask_all(" in AUCTION.splitlines()[leaks["bids", ""].line - 1]
    assert "which all players see in the log" in leaks["bids", ""].why


def test_an_open_question_about_something_else_is_no_leak() -> None:
    assert (
        leaks_of(auction('ask(number % table.players, ["on", "off"]', "ask(number % table.players, range(1, 9)")) == {}
    )


@pytest.mark.parametrize("shown", ["tuple(table.bids)", "list(table.bids)", "dict(enumerate(table.bids))"])
def test_a_value_that_repeats_the_hidden_ones_is_found(shown: str) -> None:
    old = "        yield from ask(number"
    assert list(leaks_of(auction(old, f"        table.shown = {shown}\n{old}"))) == [("bids", "shown")]


@pytest.mark.parametrize("shown", ["table.roles[0]", "[*table.roles, 1]"])
def test_a_value_that_has_hidden_ones_in_it_is_found(shown: str) -> None:
    old = "        best = max"
    assert ("roles", "shown") in leaks_of(auction(old, f"        table.shown = {shown}\n{old}"))


@pytest.mark.parametrize("shown", ["max(table.bids)", "len(table.roles)", "sorted(table.roles)"])
def test_what_is_computed_of_hidden_values_is_no_leak(shown: str) -> None:
    old = "        best = max"
    assert leaks_of(auction(old, f"        table.shown = {shown}\n{old}")) == {}


def test_bids_that_are_turned_up_and_then_put_aside_are_no_leak() -> None:
    old = "        best = max"
    revealed = "        table.shown = tuple(table.bids)\n        table.bids = [0] * table.players\n"
    assert leaks_of(auction(old, revealed + old)) == {}


@pytest.mark.parametrize("name", NAMES)
def test_forms_of_game_have_no_leaks(name: str) -> None:
    game = form_program(name)
    for players in game.bundle.players:
        assert leaks_of(game, players) == {}


@pytest.mark.parametrize("name", GAMES)
def test_the_shipped_games_have_no_leaks(name: str) -> None:
    game = program(name)
    for players in game.bundle.players:
        assert leaks_of(game, players) == {}
