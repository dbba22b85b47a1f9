"""Spicy: what may be declared and what a challenge comes to, games with all Spice It Up! cards, and the bots."""

from __future__ import annotations

import runpy
import subprocess
import sys
from functools import partial
from itertools import chain, combinations
from random import Random
from typing import Any

import pytest
from conftest import ROOT, one_of
from games.shipped import program

from pnp.play.cards import PlayingCard, named
from pnp.play.game_bundle import GameSetup
from pnp.play.game_code import load_program
from pnp.play.game_loop import play
from pnp.play.table import Table
from pnp.play.testing.invariants import Guard

pytestmark = pytest.mark.slow

GAME = "spicy"
VARIANTS = ("chili", "start", "raider", "luck", "turn", "copy")
SETS = [(), *chain(combinations(VARIANTS, 1), combinations(VARIANTS, 2))]
PLAYERS = range(2, 7)


PROGRAM = program(GAME)
PARTS = PROGRAM.parts


def card(name: str, number: int = 0) -> PlayingCard:
    """One of the copies of a card."""
    return [card for card in PROGRAM.decks.spicy if card._name == name][number]


def lay(players: int = 3, said: str = "", variants: tuple[str, ...] = (), **more: Any) -> Table:
    """A position: declarations in turn as "3 chili, 5 chili", the last of them seat 0's."""
    table = PROGRAM.lay_table(players, Random("test").random, {"variants": variants})
    table.draw = [*PROGRAM.decks.worlds_end, *PROGRAM.decks.spicy[60:]]
    table.hands = [[card("chili 1", seat)] for seat in range(3)] + [[] for _ in range(players - 3)]
    words = [entry.split() for entry in said.split(", ")] if said else []
    table.declared = [named({"number": int(number), "suit": suit}) for number, suit in words]
    table.owner = 0 if words else None
    table.turn = 1 if words else 0
    for name, value in more.items():
        setattr(table, name, value)
    return table


def declarations(table: Table) -> str:
    return ", ".join(f"{number} {suit}" for number, suit in PARTS["declarations"](table))


# --- what may be declared


@pytest.mark.parametrize("variants", SETS)
def test_on_an_empty_stack_1_to_3_of_any_spice(variants: tuple[str, ...]) -> None:
    table = lay(variants=variants)
    assert declarations(table) == (
        "1 chili, 2 chili, 3 chili, 1 pepper, 2 pepper, 3 pepper, 1 wasabi, 2 wasabi, 3 wasabi"
    )


@pytest.mark.parametrize(
    ("top", "variants", "expected"),
    [
        ("7 pepper", "", "8 pepper, 9 pepper, 10 pepper"),
        ("8 pepper", "", "9 pepper, 10 pepper"),
        ("9 pepper", "", "10 pepper"),
        ("10 pepper", "", "1 pepper, 2 pepper, 3 pepper"),
        ("7 pepper", "start", "8 pepper, 9 pepper, 10 pepper"),
        ("8 pepper", "start", "1 pepper, 2 pepper, 3 pepper, 9 pepper, 10 pepper"),
        ("9 pepper", "start", "1 pepper, 2 pepper, 3 pepper, 10 pepper"),
        ("10 pepper", "start", "1 pepper, 2 pepper, 3 pepper"),
        ("8 wasabi", "chili", "9 wasabi, 10 wasabi"),
        ("3 wasabi", "chili", "4 wasabi, 5 wasabi, 6 wasabi, 7 wasabi, 8 wasabi, 9 wasabi, 10 wasabi"),
        ("10 wasabi", "chili", "1 wasabi, 2 wasabi, 3 wasabi, 1 chili, 2 chili, 3 chili"),
        ("10 chili", "chili", "1 chili, 2 chili, 3 chili"),
        ("9 wasabi", "start chili", "1 wasabi, 2 wasabi, 3 wasabi, 10 wasabi, 1 chili, 2 chili, 3 chili"),
        ("9 wasabi", "raider luck turn copy", "10 wasabi"),
    ],
)
def test_on_other_cards(top: str, variants: str, expected: str) -> None:
    table = lay(said=f"1 pepper, {top}", variants=tuple(variants.split()))
    assert declarations(table) == expected


def test_while_1_to_3_may_be_declared_they_may_be_chili() -> None:
    legal = declarations(lay(said="1 wasabi", variants=("chili",))).split(", ")
    assert legal[:2] == ["2 wasabi", "3 wasabi"] and legal[-2:] == ["2 chili", "3 chili"]


def test_any_card_may_be_laid_as_anything_that_fits() -> None:
    table = lay(said="8 pepper")
    table.hands[1] = [card("wasabi 2"), card("All numbers")]
    moves = PARTS["moves"](table, 1)
    assert moves[0] == "pass"
    assert [tuple(map(str, move)) for move in moves[1:]] == [
        (name, number, "pepper") for name in ("wasabi 2", "All numbers") for number in ("9", "10")
    ]


# --- challenges


@pytest.mark.parametrize(
    ("revealed", "number", "suit"),
    [
        ("chili 9", True, True),
        ("chili 5", False, True),
        ("pepper 9", True, False),
        ("pepper 5", False, False),
        ("All numbers", True, False),
        ("All spices", False, True),
    ],
)
@pytest.mark.parametrize("variants", [(), ("turn",)])
def test_what_is_named_counts(revealed: str, number: bool, suit: bool, variants: tuple[str, ...]) -> None:
    table = lay(said="9 chili", variants=variants, stack=[card("chili 2"), card(revealed)])
    answers = [PARTS["is_right"](table, named) for named in ("not_number", "not_spice", "wrong")]
    assert answers == [number, suit, number and suit]


@pytest.mark.parametrize(
    ("revealed", "said", "is_right"), [(6, 9, True), (9, 6, True), (6, 6, True), (6, 8, False), (8, 9, False)]
)
def test_turn_it_up(revealed: int, said: int, is_right: bool) -> None:
    table = lay(said=f"{said} chili", variants=("turn",), stack=[card(f"chili {revealed}")])
    assert PARTS["is_right"](table, "not_number") is is_right


@pytest.mark.parametrize("owner", range(5))
@pytest.mark.parametrize("challengers", [{0, 1}, {1, 3, 4}, {0, 2}, {4, 2}, {3}])
def test_the_first_challenger_clockwise(owner: int, challengers: set[int]) -> None:
    challengers = challengers - {owner} or {(owner + 2) % 5}
    table = lay(5, "3 chili", stack=[card("chili 3")], owner=owner)
    table.hands = [[card(f"pepper {seat + 1}")] for seat in range(5)]
    answers = PARTS["others_answer"](table)
    asked = next(answers)
    assert set(asked) == set(range(5)) - {owner}
    with pytest.raises(StopIteration):
        answers.send({seat: "not_number" if seat in challengers else "believe" for seat in asked})
    assert table.challenger == next(seat % 5 for seat in range(owner + 1, owner + 5) if seat % 5 in challengers)


def test_a_copy_cat_answers_after_a_card_and_not_after_a_pass() -> None:
    table = lay(said="3 chili", variants=("copy",))
    assert [type(answer).__name__ for answer in PARTS["may_answer"](table, 1)] == ["str", "str", "str", "Copy"]
    table.copied = True
    assert [type(answer).__name__ for answer in PARTS["may_answer"](table, 1)] == ["str", "str", "Copy"]
    table.passed = True
    assert PARTS["may_answer"](table, 1) == ["believe", "wrong"]


# --- World's End


@pytest.mark.parametrize(
    ("above", "owed", "drawn", "ended"),
    [(3, 2, 2, ""), (2, 2, 2, "worlds_end"), (1, 2, 1, "worlds_end"), (0, 1, 0, "worlds_end")],
)
def test_the_game_ends_as_soon_as_worlds_end_lies_on_top(above: int, owed: int, drawn: int, ended: str) -> None:
    table = lay()
    table.draw = [*PROGRAM.decks.spicy[60:], *PROGRAM.decks.worlds_end, *PROGRAM.decks.spicy[:above]]
    PARTS["draw"](table, 1, owed)
    assert (len(table.hands[1]) - 1, table.ended) == (drawn, ended)


# --- whole games


@pytest.mark.parametrize("players", PLAYERS)
def test_the_set_up(players: int) -> None:
    table = PROGRAM.lay_table(players, Random("set-up").random, {})
    PARTS["set_up"](table)
    (place,) = [place for place, card in enumerate(table.draw) if card._face[0] == "worlds_end"]
    height = next(height for height in table.facts.heights if height.players == players)
    assert len(table.draw) - 1 - place == height.above
    assert [len(hand) for hand in table.hands] == [6] * players and len(table.draw) == 101 - 6 * players


@pytest.mark.parametrize("variants", one_of(SETS, *SETS[::4]), ids="-".join)
def test_games_keep_the_rules(variants: tuple[str, ...]) -> None:
    """Thirty games: at each number of players, with random bots, and with others that get further."""
    for players in PLAYERS:
        for number, bots in enumerate([("random",)] * 3 + [("cautious",), ("bold",), ("random", "bold")]):
            setup = GameSetup(players, f"test:{number}", bots, {"variants": variants})
            game = play(PROGRAM, setup, watch=partial(guard, number == 0))
            assert game.end is not None
            check_end(game.table, game.end)


def guard(views: bool, table: Table) -> list[Guard]:
    return [Guard(table, views)]


def check_end(table: Table, end: Any) -> None:
    """The end is one of three, and its scores come from the piles."""
    trophies = [len(pile) for pile in table.awarded]
    assert sum(trophies) + len(table.trophies) == 3
    if end.why == "second_trophy":
        assert [seat for seat in table.seats if trophies[seat] == 2] == list(end.winners) and not end.scores
        return
    assert max(trophies) < 2
    assert list(end.scores) == [len(table.won[s]) + 10 * trophies[s] - len(table.hands[s]) for s in table.seats]
    if end.why == "last_trophy":
        assert not table.trophies
    else:
        assert end.why == "worlds_end" and table.draw[-1]._face[0] == "worlds_end"


def test_a_bot_tells_the_truth_when_it_can() -> None:
    table = lay(said="3 chili")
    table.hands[1] = [card("chili 6"), card("pepper 4"), card("All numbers")]
    for number in range(20):
        move = PROGRAM.bots["cautious"](table.seen_by(1), PARTS["moves"](table, 1), Random(number).random)
        assert (move.card._name, move.number, move.suit) == ("chili 6", 6, "chili")


def test_a_6_is_a_true_9_for_a_bot_that_plays_with_turn_it_up() -> None:
    for variants, is_true in (((), False), (("turn",), True)):
        table = lay(said="8 chili", variants=variants)
        table.hands[1] = [card("chili 6"), card("pepper 4")]
        moves = PARTS["moves"](table, 1)
        picks = [PROGRAM.bots["cautious"](table.seen_by(1), moves, Random(number).random) for number in range(40)]
        assert all(move != "pass" and move.card._name == "chili 6" and move.number == 9 for move in picks) is is_true


HEIGHTS = ROOT / "scripts/heights.py"


def test_the_script_that_finds_the_heights_runs() -> None:
    done = subprocess.run(
        [sys.executable, HEIGHTS, "--games", "4"], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.count("column [") == 3
    assert "6 players" in done.stdout


def test_with_worlds_end_at_the_bottom_scores_may_be_higher_than_they_ever_are() -> None:
    script = runpy.run_path(str(HEIGHTS))
    bundle = script["kit_of"]("spicy")
    deepest = script["with_heights"](bundle, [script["deck_after_deal"](bundle, players) for players in bundle.players])
    end = play(load_program(deepest), GameSetup(4, "heights", ("cautious",)).game(1477)).end
    assert end is not None and max(end.scores) > bundle.scores[1]
