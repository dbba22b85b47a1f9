"""What a small game is worth between perfect players, against values that are known or computed otherwise."""

from __future__ import annotations

import json

import pytest
import typer
from conftest import WriteProject
from duels import duel
from form_games import program, write_forms
from typer.testing import CliRunner

from pnp.commands.main import app
from pnp.extensions.laboratory.perfect import value as value_module
from pnp.extensions.laboratory.perfect.equilibrium import Learner, best_response
from pnp.extensions.laboratory.perfect.open_games import OpenGame
from pnp.extensions.laboratory.perfect.sampling import Sampler
from pnp.extensions.laboratory.perfect.trees import GameTree, grow_tree, merge_equal
from pnp.extensions.laboratory.perfect.value import NoValue, PerfectValue, perfect_value
from pnp.play.game_bundle import GameSetup

pytestmark = pytest.mark.slow

TWO = GameSetup(2, "1")
HEAD = "from pnp.rules import End, Pile, Piles, Table, ask, ask_all, take\n\n"


def test_kuhn_poker_has_the_value_that_kuhn_found() -> None:
    value = perfect_value(program("kuhn"), TWO)
    assert isinstance(value, PerfectValue)
    assert (value.goal, value.way, value.positions) == ("points", "tree", 12)
    assert value.low <= -1 / 18 <= value.high
    assert value.high - value.low < 0.001


@pytest.fixture(scope="module")
def leduc() -> tuple[GameTree, int, GameTree]:
    """The tree of Leduc poker, its size as it has grown, and the tree with its equal positions merged."""
    tree = grow_tree(program("leduc"), TWO, 150_000)
    for node in tree.ends:
        node.utility = float(node.end.scores[0])  # type: ignore[union-attr]
    return tree, value_module._size(tree), merge_equal(tree)


def test_leduc_poker_has_the_value_of_its_equilibrium(leduc: tuple[GameTree, int, GameTree]) -> None:
    tree, _, merged = leduc
    assert (len(tree.ends), len(tree.options)) == (
        49 * 90,
        288,
    )  # of 90 orders of two suits; 288 as OpenSpiel's without
    learner = Learner(merged)
    learner.learn(150)
    strategy = learner.strategy()
    low, high = -best_response(merged, strategy, 1), best_response(merged, strategy, 0)
    assert low <= -0.0856 <= high
    assert high - low < 0.02


def test_equal_positions_are_one(leduc: tuple[GameTree, int, GameTree]) -> None:
    before, after = leduc[1], value_module._size(leduc[2])
    assert before > 90 * 85
    assert 24 * 85 <= after < 24 * 85 + 20  # of 24 ways to draw three cards, with 85 positions each


def pig_by_hand(goal: int) -> float:
    """The share of games that the first of two perfect players of Pig wins, by value iteration (Neller, Presser 2004)."""
    states = [(i, j, k) for i in range(goal) for j in range(goal) for k in range(goal - i)]
    wins = dict.fromkeys(states, 0.5)
    change = 1.0
    while change > 1e-9:
        change = 0.0
        for i, j, k in states:
            hold = 1 - wins[j, i + k, 0] if i + k < goal else 1.0
            roll = (1 - wins[j, i, 0]) / 6
            roll += sum(wins[i, j, k + n] if i + k + n < goal else 1.0 for n in range(2, 7)) / 6
            best = max(hold, roll)
            change = max(change, abs(best - wins[i, j, k]))
            wins[i, j, k] = best
    return wins[0, 0, 0]


def test_pig_is_solved_position_by_position_though_it_need_not_end() -> None:
    setup = GameSetup(2, "1", values={"goal": 5})
    game = OpenGame(program("pig"), setup, lambda end: float(0 in end.winners), 4000)
    low, high = game.bounds(0, 1, 1e-4, 400, lambda: None)
    assert low <= pig_by_hand(5) + 1e-6
    assert pig_by_hand(5) - 1e-6 <= high
    assert high - low < 0.001
    assert game.is_whole


NIM = f"""{HEAD}
class Nim(Table):
    left = 10
    turn = 0


def game(table):
    while True:
        table.left -= yield from ask(table.turn, [n for n in (1, 2, 3) if n <= table.left], "take")
        if not table.left:
            return End("taken", winners=[table.turn])
        table.turn = table.next_seat(table.turn)
"""


@pytest.mark.parametrize(("left", "wins"), [(10, 1.0), (12, 0.0), (9, 1.0)])
def test_who_takes_the_last_of_a_heap(left: int, wins: float) -> None:
    value = perfect_value(duel(NIM), GameSetup(2, "1", values={"left": left}))
    assert isinstance(value, PerfectValue)
    assert (value.goal, value.way, value.is_whole) == ("wins", "positions", True)
    assert value.low == value.high == wins


LOOP = f"""{HEAD}
class Steps(Table):
    total = 0


def game(table):
    for seat in [0, 0, 1, 0]:  # at three of these places all variables are equal
        yield from ask(seat, ["on"])
    pick = yield from ask(0, ["win", "lose"])
    return End("over", winners=[0 if pick == "win" else 1])
"""


def test_how_far_a_loop_has_come_is_part_of_a_position() -> None:
    value = perfect_value(duel(LOOP), TWO)
    assert isinstance(value, PerfectValue)
    assert value.low == value.high == 1
    assert value.positions == 5


PENNIES = f"""{HEAD}
def game(table):
    first, second = yield from ask_all([["heads", "tails"]] * 2)
    if first == second:
        points = 3 if first == "heads" else 1
        return End("equal", [points, -points])
    return End("different", [-2, 2])
"""


def test_picks_at_once_are_made_without_knowing_the_others() -> None:
    value = perfect_value(duel(PENNIES), TWO)  # 3 a, 1: p = 3/8 for heads, value -1/8
    assert isinstance(value, PerfectValue)
    assert value.way == "tree"
    assert value.low <= -1 / 8 <= value.high
    assert value.high - value.low < 0.002


def test_samples_learn_what_the_tree_knows() -> None:
    sampler = Sampler(program("kuhn"), TWO, lambda end: float(end.scores[0]))
    for _ in range(400):
        sampler.learn()
    mean, error, learned = sampler.gain(1000)
    assert sampler.known == 12
    assert learned == 1
    assert abs(mean + 1 / 18) < 4 * error


def test_an_estimate_says_that_it_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(value_module, "MAX_NODES", 3)
    monkeypatch.setattr(value_module, "MAX_SAMPLED_WORK", 5_000)
    monkeypatch.setattr(value_module, "GAIN_GAMES", 500)
    value = perfect_value(program("kuhn"), TWO)
    assert isinstance(value, PerfectValue)
    assert not value.is_proven
    assert value.low < -1 / 18 < value.high


def test_a_game_that_is_too_large_gets_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(value_module, "MAX_NODES", 3)
    monkeypatch.setattr(value_module, "MAX_SAMPLED_WORK", 1)
    monkeypatch.setattr(value_module, "GAIN_GAMES", 100)
    value = perfect_value(program("leduc"), TWO)
    assert isinstance(value, NoValue)
    assert value.why == "too large"


@pytest.mark.parametrize("name", ["co-operative", "campaign", "hanabi"])
def test_players_who_win_together_have_no_value(name: str) -> None:
    value = perfect_value(program(name), TWO)
    assert isinstance(value, NoValue)
    assert value.why == "not opposed"


@pytest.mark.process
def test_the_command_says_it(write_project: WriteProject, tmp_path: object) -> None:
    root = str(write_forms(tmp_path / "forms", "kuhn", "teams"))  # type: ignore[operator]
    shown = CliRunner().invoke(app, ["simulate", "kuhn", "--perfect", "--project", root])
    assert shown.exit_code == 0, shown.stderr
    assert "Between perfect players, seat 1 loses 0.055" in shown.stdout
    told = json.loads(
        CliRunner().invoke(app, ["simulate", "kuhn", "--perfect", "--format", "json", "--project", root]).stdout
    )
    assert told["proven"] is True
    refused = CliRunner().invoke(app, ["simulate", "teams", "--perfect", "--project", root])
    assert refused.exit_code == 1
    assert "players-number" in refused.stderr
    odd = CliRunner().invoke(app, ["simulate", "kuhn", "--perfect", "--trace", "--project", root])
    assert odd.exit_code == typer.BadParameter("").exit_code
