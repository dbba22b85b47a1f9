"""Two games written a second time, by hand and without the engine, for the benchmark: both ways play the same games."""

from __future__ import annotations

import runpy

import pytest
from conftest import ROOT
from games.shipped import program

from pnp.play.game_bundle import GameSetup
from pnp.play.game_loop import play
from pnp.play.testing.scope import claim_scope

pytestmark = pytest.mark.slow

BY_HAND = runpy.run_path(str(ROOT / "benchmarks" / "script" / "games.py"))["BY_HAND"]


@pytest.mark.parametrize("name", sorted(BY_HAND))
def test_rules_and_the_loop_by_hand_come_to_the_same_scores(name: str) -> None:
    bundle = program(name).bundle
    decks = claim_scope(bundle)["decks"]
    for players in bundle.players:
        play_by_hand = BY_HAND[name](players, decks)
        for number in range(40):
            seed = f"hand:{number}"
            played = play(program(name), GameSetup(players, seed))
            assert played.end is not None
            scores, picks = play_by_hand(seed)
            assert (seed, tuple(scores), picks) == (seed, played.end.scores, sum(map(len, played.log)))
