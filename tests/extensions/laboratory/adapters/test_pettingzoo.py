"""Environments of PettingZoo: its own tests, and what agents see. Skipped without PettingZoo."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pytest
from form_games import NAMES, write_forms
from programs import ORACLE

from pnp.extensions.laboratory.adapters import open_game

pytest.importorskip("pettingzoo", reason=ORACLE, exc_type=ImportError)
pytestmark = pytest.mark.filterwarnings("ignore")

from pettingzoo.test import api_test, seed_test  # noqa: E402

from pnp.extensions.laboratory.adapters.pettingzoo import TableEnv, environment  # noqa: E402


@pytest.fixture(scope="module")
def forms(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_forms(tmp_path_factory.mktemp("forms"))


def environment_of(forms: Path, name: str, **more: Any) -> TableEnv:
    game = open_game(forms, name)
    return environment(game, game.program.bundle.players[0], **more)


@pytest.mark.parametrize("name", NAMES)
def test_it_passes_the_tests_of_pettingzoo(forms: Path, name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(environment_of(forms, name), num_cycles=200)
        seed_test(lambda: environment_of(forms, name), num_cycles=50)


def play(env: TableEnv, seed: int) -> dict[str, float]:
    env.reset(seed=seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, _, is_over, _, _ = env.last()
        assert observation is not None
        total[agent] = max(total[agent], 0.0) + 0.0
        env.step(None if is_over else env.action_space(agent).sample(observation["action_mask"]))
        if env.agents and all(env.terminations.values()):
            return dict(env.rewards)
    return total


def test_what_one_wins_the_others_lose(forms: Path) -> None:
    for seed in range(10):
        rewards = play(environment_of(forms, "draft"), seed)
        assert sum(rewards.values()) == pytest.approx(0)
    rewards = play(environment_of(forms, "leduc", goal="points"), 3)
    assert sum(rewards.values()) == 0
    assert any(rewards.values())


def test_an_agent_observes_no_hidden_card(forms: Path) -> None:
    env = environment_of(forms, "kuhn")
    shown = set()
    for seed in range(30):
        env.reset(seed=seed)
        other = env._played.table.hands[1][0].name
        first = dict(zip(env.encoding.names, env.observe("seat_1")["observation"], strict=True))
        shown.add((first["hands[1]: King"], first["hands[1]: Queen"], first["hands[1]: Jack"], other))
    assert {numbers[:3] for numbers in shown} == {(0, 0, 0)}
    assert len(shown) == 3  # whichever card it was
    assert env.observe("seat_2")["action_mask"].sum() == 0  # not asked


def test_an_option_that_there_is_not_is_refused(forms: Path) -> None:
    env = environment_of(forms, "kuhn")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="options 0 to 1, and picks 3"):
        env.step(3)
    assert "hands" in env.render()


def test_a_policy_is_a_bot_of_the_game(forms: Path) -> None:
    game = open_game(forms, "pig", {"goal": 20})
    env = environment(game, 2)
    pot = env.encoding.names.index("pot[0]")
    hold = env.encoding._texts["hold"]

    def policy(observation: Any) -> int:
        holds = observation["observation"][pot] >= 8
        rows = observation["options"][: observation["action_mask"].sum()]
        return next((n for n, row in enumerate(rows) if (row[-1] == hold) == holds), 0)

    wins = [game.play(["learned", "random"], f"{n}", {"learned": env.bot(policy)}).winners for n in range(80)]
    assert wins.count((0,)) > 56
