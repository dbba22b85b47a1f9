"""Worked examples: positions, picks, outcomes, and what is said when one of them does not fit."""

from __future__ import annotations

from typing import Any

import pytest
from duels import RULES, changed, duel

from pnp.play.game_bundle import Failure
from pnp.play.names import Names
from pnp.play.testing.examples import Example, check_example

ROUND: dict[str, Any] = {
    "seats": ("Lea", "Tom", "Nina"),
    "play": "play_round",
    "table": {"hands": {"Lea": ["red 9"], "Tom": ["blue 9"], "Nina": ["red 3", "blue 1"]}, "points": [0, 0, 2]},
    "picks": (["red 9", "blue 9", "red 3"],),
    "then": {"points": [1, 1, 2], "hands": {"Lea": [], "Tom": 0, "Nina": ["blue 1"]}, "played": 3, "round": 1},
}


def findings(rules: str = RULES, **changes: Any) -> list[Failure]:
    told = {**ROUND, **changes}
    example = Example(
        "one",
        tuple(told["seats"]),
        told.get("players", len(told["seats"]) or 2),
        told["play"],
        told["table"],
        told.get("rest", {}),
        told.get("seed", "example"),
        told.get("bots"),
        tuple(told["picks"]),
        tuple(told.get("after", ())),
        told["then"],
    )
    return check_example(duel(rules), example, Names())


def finding(rules: str = RULES, **changes: Any) -> Failure:
    (found,) = findings(rules, **changes)
    return found


def test_an_example_that_comes_out_as_written_is_silent() -> None:
    assert findings() == []


@pytest.mark.parametrize(
    "picks",
    [
        {"Lea": "red 9", "Tom": "blue 9", "Nina": "red 3"},
        [{"number": 9, "colour": "red"}, {"number": 9}, {"number": 3}],
    ],
)
def test_picks_by_name_and_by_fields(picks: Any) -> None:
    assert findings(picks=(picks,)) == []


BIDS = """\
from typing import NamedTuple
from pnp.rules import PlayingCard, End, Piles, Table


class Bid(NamedTuple):
    card: PlayingCard
    word: str


class Pair(NamedTuple):
    cards: tuple[PlayingCard, ...]


class Auction(Table):
    hands = Piles("owner")
    bid = ()


def game(table):
    yield from bid(table)
    return End("over", winners=[0])


def bid(table):
    bids = [Bid(card, word) for card in table.hands[0] for word in ("high_bid", "low")]
    picks = yield {0: ["no_bid", Pair(tuple(table.hands[0])), *bids]}
    table.bid = (picks[0],)
"""


@pytest.mark.parametrize(
    "pick",
    [
        "no_bid",
        "no bid",
        "red 9 high bid",
        {"card": "red 9", "word": "high_bid"},
        {"card": {"number": 9}, "word": "low"},
    ],
)
def test_picks_by_their_parts_and_as_rules_call_them(pick: Any) -> None:
    table = {"hands": {"Lea": ["red 9", "red 3"]}}
    assert findings(BIDS, play="bid", table=table, picks=(pick,), then={"hands": {"Lea": 2}}) == []
    (found,) = findings(BIDS, play="bid", table=table, picks=({"card": "red 8", "word": "low"},), then={})
    assert found.code == "example-picks"


def test_picks_that_run_out_are_told_beside_what_they_leave() -> None:
    found = finding(play="game", table={}, picks=(), then={"round": 3})
    assert found.what == "round is 0, not 3"
    assert found.why == "the picks are used up, and Lea, Tom, Nina must pick"


def test_cards_by_fields_in_a_position() -> None:
    table = {
        **ROUND["table"],
        "hands": [[{"number": 9, "colour": "red"}], ["blue 9"], ["red 3", {"number": 1, "colour": "blue"}]],
    }
    assert findings(table=table) == []


def test_a_rule_that_has_changed_shows_in_the_outcome() -> None:
    found = finding(changed("best = max", "best = min"))
    assert found.code == "example-outcome"
    assert (found.example, found.path) == ("one", ("then", "points"))
    assert found.what == "points is [0, 0, 3], not [1, 1, 2]"
    assert found.fix == "write points: [0, 0, 3], or correct the rules"


OUTCOMES = [
    ({"points": {"Lea": 2}}, "points is {Lea: 1}, not {Lea: 2}"),
    ({"hands": {"Nina": 2}}, "hands is {Nina: 1}, not {Nina: 2}"),
    ({"hands": {"Nina": ["red 3"]}}, "hands is {Nina: [blue 1]}, not {Nina: [red 3]}"),
    ({"hands": [0, 0, 2]}, "hands is [0, 0, 1], not [0, 0, 2]"),
    ({"played": ["red 9", "red 3", "blue 9"]}, "played is [red 9, blue 9, red 3], not [red 9, red 3, blue 9]"),
    ({"round": True}, "round is 1, not true"),
    ({"round": "1"}, "round is 1, a number, not a text"),
]


@pytest.mark.parametrize(("then", "what"), OUTCOMES, ids=[what for _, what in OUTCOMES])
def test_outcomes_that_differ_are_told_as_they_are_written(then: Any, what: str) -> None:
    assert finding(then=then).what == what


WRONG = [
    ({"play": "play_rond"}, "example-value", "rules.py has no function play_rond", "did you mean play_round?"),
    ({"then": {"pionts": []}}, "example-value", "the table has no pionts", "did you mean points?"),
    ({"table": {"hands": {"Lea": ["red 10"]}}}, "example-value", "no card red 10", "did you mean red 1?"),
    ({"table": {"hands": {"Lee": []}}}, "example-value", "no player is called Lee", "did you mean Lea?"),
    ({"table": {"hands": [["red 9"], ["red 9"]]}}, "example-value", "each red 9 lies somewhere else already", ""),
    ({"table": {"draw": "red 9"}}, "example-value", "must be a list of cards, not 'red 9'", "write their names in brackets"),
    ({"table": {**ROUND["table"], "rond": 1}}, "example-value", "rules.py has no table.rond", "did you mean round?"),
    ({"seats": ("Lea",), "table": {}, "then": {}}, "example-value", "the game is not for 1", "play with 2, 3, 4"),
    ({"rest": {"drow": "numbers"}}, "example-value", "drow is not a pile of the table", "did you mean draw?"),
    ({"rest": {"draw": "nombers"}}, "example-value", "no deck nombers", "did you mean numbers?"),
    ({"picks": (["red 9", "blue 9", "red 4"],)}, "example-picks", "Nina cannot pick red 4", "did you mean red 3?"),
    ({"picks": (["red 9", "blue 9"],)}, "example-picks", "Lea, Tom, Nina must pick here", "give each a pick, in this order"),
    ({"picks": (ROUND["picks"][0],) * 2}, "example-picks", "the game is over after 1 of 2 picks", "delete the other picks"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "code", "what", "fix"), WRONG, ids=[wrong[2] for wrong in WRONG])
def test_what_does_not_fit_is_told_with_its_place(changes: Any, code: str, what: str, fix: str) -> None:
    found = finding(**changes)
    assert (found.code, found.what, found.fix) == (code, what, fix)
    assert found.example == "one"


def test_rules_that_fail_in_an_example_are_told_with_their_line() -> None:
    found = finding(changed("best = max", "best = 1 / 0; max"))
    assert found.code == "example-fails"
    assert found.file.endswith("rules.py")
    assert "ZeroDivisionError" in found.what


def test_the_outcome_after_each_pick() -> None:
    table = {"hands": [["red 9", "red 1"], ["blue 8", "blue 2"]], "points": [0, 0], "round": 1}
    picks = (["red 9", "blue 8"], ["red 1", "blue 2"])
    two = {"seats": ("Lea", "Tom"), "table": table, "picks": picks, "play": "two", "then": {"points": [1, 1]}}
    rules = RULES + "\n\ndef two(table):\n    yield from play_round(table)\n    yield from play_round(table)\n"
    assert findings(rules, **two, after=({"points": [1, 0]}, {"points": [1, 1]})) == []
    found = finding(rules, **two, after=({"points": [1, 0]}, {"points": [2, 0]}))
    assert (found.example, found.path) == ("one", ("after", 1, "points"))


def test_play_ends_where_the_picks_end() -> None:
    table = {"hands": [["red 9", "red 1"], ["blue 8", "blue 2"]], "points": [0, 0]}
    rules = RULES + "\n\ndef two(table):\n    yield from play_round(table)\n    yield from play_round(table)\n"
    then = {"round": 1, "points": [1, 0]}
    assert findings(rules, seats=("Lea", "Tom"), table=table, play="two", picks=(["red 9", "blue 8"],), then=then) == []


def test_whole_games_of_bots_end_with_winners_by_name() -> None:
    whole = {"play": "game", "table": {}, "picks": (), "seed": "7:1", "bots": ("highest", "random")}
    (found,) = findings(**whole, then={"winners": ["nobody"]})
    name = found.what.removeprefix("winners is [").partition("]")[0]
    assert set(name.split(", ")) <= {"Lea", "Tom", "Nina"}
    assert findings(**whole, then={"winners": name.split(", "), "why": "three rounds"}) == []


def test_the_rest_of_a_deck_lies_below_what_is_named() -> None:
    table = {**ROUND["table"], "draw": ["blue 5"]}
    assert findings(table=table, rest={"draw": "numbers"}, then={"draw": 14, "points": [1, 1, 2]}) == []
    found = finding(table=table, rest={"draw": "numbers"}, then={"draw": ["blue 5"]})
    assert found.what.partition(", not")[0].endswith("blue 5]")


def test_plain_functions_are_played_too() -> None:
    rules = RULES + "\n\ndef double(table):\n    table.points = [2 * points for points in table.points]\n"
    found = findings(
        rules, play="double", table={"points": {"Lea": 1, "Tom": 0, "Nina": 4}}, picks=(), then={"points": [2, 0, 8]}
    )
    assert found == []
