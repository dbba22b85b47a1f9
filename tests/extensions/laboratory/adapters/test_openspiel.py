"""Games of OpenSpiel: its own tests, its algorithms, and its policies as bots. Skipped without OpenSpiel."""

from __future__ import annotations

from pathlib import Path

import pytest
from form_games import NAMES, write_forms
from programs import ORACLE

from pnp.extensions.laboratory.adapters import open_game
from pnp.extensions.laboratory.perfect.value import perfect_value
from pnp.play.game_bundle import GameSetup

pyspiel = pytest.importorskip("pyspiel", reason=ORACLE)
pytestmark = pytest.mark.filterwarnings("ignore")

from open_spiel.python.algorithms import cfr, expected_game_score, exploitability  # noqa: E402

from pnp.extensions.laboratory.adapters import openspiel  # noqa: E402
from pnp.extensions.laboratory.adapters.openspiel import spiel_game  # noqa: E402


@pytest.fixture(scope="module")
def forms(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_forms(tmp_path_factory.mktemp("forms"))


@pytest.mark.parametrize("name", NAMES)
def test_it_passes_the_test_of_openspiel(forms: Path, name: str) -> None:
    game = open_game(forms, name)
    spiel = spiel_game(game, game.program.bundle.players[0])
    pyspiel.random_sim_test(spiel, num_sims=2, serialize=False, verbose=False)


def test_exact_algorithms_find_the_value_of_kuhn_poker(forms: Path) -> None:
    opened = open_game(forms, "kuhn")
    game = spiel_game(opened, 2, goal="points")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(200):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.nash_conv(game, policy) < 0.01
    value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert value[0] == pytest.approx(-1 / 18, abs=0.005)
    perfect = perfect_value(opened.program, GameSetup(2, "1"))
    assert perfect.low <= value[0] + 0.005  # type: ignore[union-attr]


def test_the_tree_is_that_of_openspiels_own_game(forms: Path) -> None:
    ours, theirs = spiel_game(open_game(forms, "kuhn"), 2, goal="points"), pyspiel.load_game("kuhn_poker")
    from open_spiel.python.policy import TabularPolicy, UniformRandomPolicy

    assert len(TabularPolicy(ours).states) == len(TabularPolicy(theirs).states) == 12
    for game in (ours, theirs):
        assert exploitability.nash_conv(game, UniformRandomPolicy(game)) == pytest.approx(11 / 12)


def test_a_policy_is_a_bot_of_the_game(forms: Path) -> None:
    opened = open_game(forms, "kuhn")
    game = spiel_game(opened, 2, goal="points")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    learned = openspiel.bot(solver.average_policy())
    scores = [opened.play(["random", "learned"], f"{n}", {"learned": learned}).scores[1] for n in range(2000)]
    assert sum(scores) / len(scores) > 0.1  # it takes more from a player by chance than from a perfect one
    text = {state: {0: 1.0} for state in solver.average_policy().state_lookup}
    always_pass = openspiel.bot(text)
    ends = [opened.play(["learned", "learned"], f"{n}", {"learned": always_pass}).why for n in range(20)]
    assert set(ends) == {"showdown"}


def test_states_with_equal_information_have_equal_options(forms: Path) -> None:
    game = spiel_game(open_game(forms, "leduc"), 2, goal="points")
    seen: dict[str, list[int]] = {}
    for seed in range(40):
        state = game.new_initial_state()
        import random

        chance = random.Random(seed)
        while not state.is_terminal():
            if not state.is_chance_node():
                text = state.information_state_string(state.current_player())
                assert seen.setdefault(text, state.legal_actions()) == state.legal_actions()
            state.apply_action(chance.choice(state.legal_actions()))
    assert len(seen) < 250


def test_chance_that_cannot_be_listed_is_refused(forms: Path, tmp_path: Path) -> None:
    root = write_forms(tmp_path, "pig")
    rules = root / "data/pig/rules.py"
    rules.write_text(rules.read_text().replace("table.roll(6)", "1 + int(table.random() * 6)"))
    with pytest.raises(ValueError, match=r"table\.random\(\)"):
        spiel_game(open_game(root, "pig"), 2)


def test_points_need_bounds(forms: Path) -> None:
    with pytest.raises(ValueError, match="write scores: below play"):
        spiel_game(open_game(forms, "crazy-eights"), 2, goal="points")
