"""Tallies: what is counted, and that blocks of games may be added in any order."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as some

from pnp.play.cards import PlayingCard
from pnp.play.game_bundle import GameSetup
from pnp.play.game_loop import PlayedGame
from pnp.play.simulation.tally import Tally, shared_wins
from pnp.play.table import End, Pile, Table


class Bid(NamedTuple):
    cards: tuple[PlayingCard, ...]
    target: str


class Board(Table):
    discard = Pile("all")


ONE, TWO, THREE = (PlayingCard("numbers", name, {}) for name in ("one", "two", "three"))
COPY = PlayingCard("numbers", "one", {})


def played(log: list[Any], end: End, players: int = 2, bots: tuple[str, ...] = ("random",)) -> PlayedGame:
    table = Board(players, {}, {}, Random(0).random)
    table.discard = [ONE, COPY, TWO]
    return PlayedGame(GameSetup(players, "7:0", bots), table, log, end)


def tally_of(*games: PlayedGame) -> Tally:
    tally = Tally(games[0].setup.players)
    tally.count(games)
    return tally


def test_a_game_is_counted_by_length_picks_end_scores_lead_and_winner() -> None:
    tally = tally_of(played([{0: ONE, 1: TWO}, {1: "pass"}], End("last card", [3, 8])))
    assert (tally.games, tally.picks, tally.decisions, tally.ends) == (1, 3, {2: 1}, {"last card": 1})
    assert (tally.scores, tally.margins) == ([{3: 1}, {8: 1}], {5: 1})
    assert (tally.winners, tally.bot_seats, tally.bot_wins) == ({(1,): 1}, {"random": 2}, {("random", 1): 1})


def test_the_lead_of_the_lowest_score_is_counted_where_it_wins() -> None:
    tally = tally_of(played([[ONE, TWO, ONE]], End("out", [3, 9, 5], winners=[0]), players=3))
    assert tally.margins == {2: 1}


def test_teams_are_seats_that_win_only_together() -> None:
    def sides(*winners: list[int]) -> tuple[tuple[int, ...], ...]:
        return tally_of(*[played([[ONE] * 4], End("out", winners=seats), players=4) for seats in winners]).sides()

    alone = ((0,), (1,), (2,), (3,))
    assert sides([0, 2], [3, 1], [2, 0], []) == ((0, 2), (1, 3))
    assert sides([0, 2]) == alone  # the others have not won yet
    assert sides([0, 2], [1, 3], [0]) == alone
    assert sides([0, 1, 2], [3]) == alone
    assert sides([0], [1], [2], [3]) == alone
    assert sides([0, 1, 2, 3], []) == alone


def test_a_shared_win_is_kept_with_how_many_share_it() -> None:
    tally = tally_of(played([[ONE, TWO]], End("out", [4, 4]), bots=("careful", "random")))
    assert tally.winners == {(0, 1): 1}
    assert tally.bot_wins == {("careful", 2): 1, ("random", 2): 1}
    assert tally.margins == {0: 1}
    assert shared_wins({1: 3, 2: 4, 4: 2}) == 3 + 2 + 0.5


def test_a_game_without_points_has_none() -> None:
    tally = tally_of(played([[ONE, TWO]], End("out", winners=[1])))
    assert tally.scores == [{}, {}]
    assert tally.margins == {}


def test_bots_go_round_the_seats() -> None:
    tally = tally_of(played([[ONE] * 5], End("out", winners=[4]), players=5, bots=("a", "b")))
    assert tally.bot_seats == {"a": 3, "b": 2}
    assert tally.bot_wins == {("a", 1): 1}


def test_a_face_is_counted_once_for_each_seat_that_picks_it() -> None:
    log = [{0: ONE, 1: TWO}, {0: COPY}, {0: Bid((THREE, TWO), "left"), 1: "pass"}]
    tally = tally_of(played(log, End("out", [1, 0])))
    one, two, three = (("numbers", name) for name in ("one", "two", "three"))
    assert tally.picked() == {one: 1, two: 2, three: 1}
    assert tally.face_seats == [{two: 1}, {one: 1, two: 1, three: 1}, {}]
    assert tally.on_table == {one: 1, two: 1}
    assert (tally.face_games, tally.face_games_won) == ({}, {})


def test_cards_are_counted_in_every_game() -> None:
    one, two = ("numbers", "one"), ("numbers", "two")
    tally = tally_of(*[played([[ONE, TWO]], End("out", [1, 0]))] * 40)
    assert tally.picked() == tally.on_table == {one: 40, two: 40}


def test_where_all_win_or_lose_together_games_are_counted_in_which_anybody_picked_a_face() -> None:
    one, two = ("numbers", "one"), ("numbers", "two")
    won, lost = End("out", winners=[0, 1]), End("out", winners=[])
    tally = tally_of(played([[ONE, COPY]], won), played([[ONE, TWO]], lost), played([[ONE, "pass"]], won))
    assert (tally.face_games, tally.face_games_won) == ({one: 3, two: 1}, {one: 2})
    assert tally.face_seats == [{one: 1, two: 1}, {}, {one: 3}]


def test_a_game_that_was_left_or_of_other_players_is_refused() -> None:
    with pytest.raises(ValueError, match="3 players"):
        Tally(3).count([played([], End("out", [1, 0]))])
    with pytest.raises(ValueError, match="to the end"):
        Tally(2).count([played([], None)])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="cannot be added"):
        Tally(3).add(Tally(2))


CARDS = some.sampled_from([ONE, COPY, TWO, THREE])
GAMES = some.builds(
    lambda log, scores, why, bots: played([list(picks) for picks in log], End(why, scores), players=3, bots=bots),
    some.lists(some.tuples(CARDS, CARDS, CARDS), max_size=6),
    some.lists(some.integers(-9, 9), min_size=3, max_size=3),
    some.sampled_from(["out", "deck"]),
    some.sampled_from([("random",), ("random", "careful")]),
)


@pytest.mark.slow
@given(some.lists(GAMES, min_size=1, max_size=12), some.integers(1, 4), some.randoms(use_true_random=False))
def test_tallies_of_blocks_come_to_the_same_in_any_order(games: list[PlayedGame], size: int, random: Random) -> None:
    whole = tally_of(*games)
    blocks = [tally_of(*games[start : start + size]) for start in range(0, len(games), size)]
    random.shuffle(blocks)
    merged = Tally(3)
    for block in blocks:
        merged.add(pickle.loads(pickle.dumps(block)))
    assert merged == whole
    assert json.dumps(merged.as_json()) == json.dumps(whole.as_json())


def test_adding_leaves_the_added_tally_as_it_was() -> None:
    first, second = (tally_of(played([[ONE, TWO]], End("out", [1, 0]))) for _ in range(2))
    before = json.dumps(second.as_json())
    first.add(second)
    first.add(second)
    assert json.dumps(second.as_json()) == before
    assert first.scores == [Counter({1: 3}), Counter({0: 3})]
