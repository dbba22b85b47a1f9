"""pnp, OpenSpiel and RLCard play the same games: by chance alike, and of small ones the whole tree. Needs .[oracle].

Seeds are fixed, so a test passes always or never; its level says how likely a difference as large as that is between
engines that are alike, for a change of rules or versions that lets other games be played.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from form_games import program
from programs import ORACLE

from pnp.extensions.laboratory.perfect.trees import CHANCE, END, TreeNode, grow_tree
from pnp.play.game_bundle import GameSetup

pytest.importorskip("scipy", reason=ORACLE)
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

from extensions.laboratory.oracle.engines import PAIRS, compare  # noqa: E402

GAMES = 4000
LEVEL = 0.0001
"""About 30 comparisons: one in three hundred runs with other seeds would fail by chance."""


@pytest.mark.parametrize("name", PAIRS)
def test_games_by_chance_are_alike(name: str) -> None:
    pair = PAIRS[name]
    pytest.importorskip(pair.package, reason=ORACLE)
    values = compare(list(pair.ours(GAMES)), list(pair.theirs(GAMES)))
    print(name, values)
    assert {what: value for what, value in values.items() if value < LEVEL} == {}


def test_another_game_is_noticed() -> None:
    four, two = list(PAIRS["uno 4"].ours(1500)), list(PAIRS["uno 2"].ours(1500))
    values = compare([*four], [type(o)(o.length, o.winners, (*o.scores, 0, 0)) for o in two])
    assert values["winners"] < LEVEL
    assert values["length"] < LEVEL


def chances(node: TreeNode, chance: float, found: Counter[Any], depth: int = 0) -> Counter[Any]:
    """How likely each end is, as its length and the points of seat 1, if all pick by chance."""
    if node.player == END:
        assert node.end is not None
        found[depth, node.end.scores[0]] += chance  # type: ignore[assignment]
        return found
    shares = node.weights if node.player == CHANCE else [1 / len(node.children)] * len(node.children)
    for share, child in zip(shares, node.children, strict=True):
        chances(child, chance * share, found, depth + (node.player != CHANCE))
    return found


def chances_of_spiel(state: Any, chance: float, found: Counter[Any], depth: int = 0) -> Counter[Any]:
    if state.is_terminal():
        found[depth, state.returns()[0]] += chance  # type: ignore[assignment]
        return found
    is_chance = state.is_chance_node()
    legal = state.legal_actions()
    for action, share in state.chance_outcomes() if is_chance else [(each, 1 / len(legal)) for each in legal]:
        chances_of_spiel(state.child(action), chance * share, found, depth + (not is_chance))
    return found


@pytest.mark.parametrize(("name", "theirs"), [("kuhn", "kuhn_poker"), ("leduc", "leduc_poker")])
def test_the_whole_tree_is_the_same(name: str, theirs: str) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason=ORACLE)
    left = chances(grow_tree(program(name), GameSetup(2, "1"), 150_000).root, 1.0, Counter())
    right = chances_of_spiel(pyspiel.load_game(theirs).new_initial_state(), 1.0, Counter())
    assert set(left) == set(right)
    assert all(left[end] == pytest.approx(right[end], abs=1e-12) for end in left)
