"""Thousands of games: the same result however they are spread, and on a cluster that loses a worker."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from duels import BOTS, RULES, changed, duel_kit

from pnp.play.game_bundle import Failure, GameBroken, GameBundle, GameSetup
from pnp.play.processes import LocalExecutor
from pnp.play.simulation import blocks
from pnp.play.simulation.blocks import BLOCK, Simulation
from pnp.play.simulation.tally import Tally
from pnp.play.statistics import team_share
from pnp.workers.limits import Limits

pytestmark = pytest.mark.process

SHORT = Limits(game_seconds=0.5, stuck_seconds=1.0)
SITTING = GameSetup(3, "7", ("highest", "random"))


def tally_of(jobs: int, games: int | None = 700, bundle: GameBundle | None = None, setup: GameSetup = SITTING) -> Tally:
    bundle = bundle or duel_kit()
    with LocalExecutor(jobs) as executor:
        *_, last = blocks.simulate(Simulation(bundle, setup, games), executor.submit, jobs)
        return last


def test_the_same_games_whatever_the_number_of_processes() -> None:
    one, two = tally_of(1), tally_of(2)
    assert one.games == 700
    assert one.as_json() == two.as_json()


def test_the_same_games_in_threads_and_in_other_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    there = tally_of(2)
    monkeypatch.setattr(blocks, "BLOCK", 90)
    with ThreadPoolExecutor(1) as executor:
        *_, here = blocks.simulate(Simulation(duel_kit(), SITTING, 700), executor.submit, 1)
    assert here.as_json() == there.as_json()


def test_it_goes_on_until_it_is_certain_and_stops_at_the_same_game() -> None:
    one, two = (tally_of(jobs, None) for jobs in (1, 2))
    assert BLOCK <= one.games < 20_000
    assert one.games % BLOCK == 0
    assert one.as_json() == two.as_json()


def test_it_is_certain_when_it_is_known_how_often_a_team_wins() -> None:
    rules = changed(
        'End("three rounds", table.points)', 'End("over", winners=table.seats if table.random() < 0.3 else [])'
    )
    tally = tally_of(1, None, duel_kit(rules), GameSetup(3, "7"))
    share = team_share(tally.won, tally.games)
    assert 1000 < tally.games < 20_000
    assert 0.03 < share.high - share.low <= 0.04
    assert share.low < 0.3 < share.high


def test_rules_are_loaded_once_for_all_blocks_with_an_equal_kit() -> None:
    program = blocks.program_of(duel_kit())
    assert blocks.program_of(pickle.loads(pickle.dumps(duel_kit()))) is program
    assert blocks.program_of(duel_kit(RULES + "# changed\n")) is not program


def test_searching_seats_play_in_small_blocks() -> None:
    tasks = list(Simulation(duel_kit(), GameSetup(2, "7", ("search:8", "random")), 12).blocks())
    assert [task.games for task in tasks] == [5, 5, 2]


def test_tallies_come_block_by_block() -> None:
    with ThreadPoolExecutor(1) as executor:
        games = [tally.games for tally in blocks.simulate(Simulation(duel_kit(), SITTING, 600), executor.submit, 1)]
    assert games == [250, 500, 600]


def failure_of(rules: str, bots: str = BOTS) -> Failure:
    with pytest.raises(GameBroken) as broken:
        tally_of(2, 500, duel_kit(rules, bots))
    return broken.value.failure


def test_a_failing_game_is_told_with_its_shortest_tape() -> None:
    failure = failure_of(changed("    table.round += 1", "    table.round += 1\n    assert best < 9, 'a nine'"))
    assert (failure.code, failure.what) == ("rules-error", "AssertionError: a nine")
    assert failure.setup is not None
    assert failure.setup.seed.startswith("7:")
    assert failure.picks is not None


@pytest.mark.parametrize("option", ["5", "None", "True", "'go'", "(1, 'go')", "0.5", "frozenset({2})", "[1]"])
def test_whatever_options_are_they_are_played_and_counted(option: str) -> None:
    """Lists are told by the guard, in the first game of a simulation; no other game stumbles over them."""
    rules = changed("    picks = yield table.hands", f"    yield {{0: [{option}]}}\n    picks = yield table.hands")
    assert blocks.play_block(duel_kit(rules), GameSetup(3, "7"), 1, 40).games == 40


def test_blocks_are_tasks_of_their_games_and_limits() -> None:
    tasks = list(Simulation(duel_kit(), SITTING, 600, SHORT).blocks())
    assert [(task.games, task.limits, task.setup) for task in tasks] == [
        (games, SHORT, SITTING) for games in (BLOCK, BLOCK, 100)
    ]


def test_a_simulated_game_may_take_no_longer_than_its_limit() -> None:
    slow = "    import time\n    end = time.monotonic() + 1\n    while time.monotonic() < end:\n        pass\n"
    bundle = duel_kit(changed("    best = max", slow + "    best = max"))
    with LocalExecutor(1) as executor:
        assert [t.games for t in blocks.simulate(Simulation(bundle, SITTING, 1), executor.submit, 1)] == [1]
        with pytest.raises(GameBroken) as broken:
            list(blocks.simulate(Simulation(bundle, SITTING, 1, Limits(game_seconds=0.3)), executor.submit, 1))
    assert (broken.value.failure.code, broken.value.failure.setup) == ("rules-hang", SITTING.game(0))


def test_a_game_that_never_ends_is_stopped() -> None:
    rules = changed("    best = max", "    while table.random() >= 0:\n        pass\n    best = max")
    with pytest.raises(GameBroken) as broken:
        blocks.play_block(duel_kit(rules), SITTING, 0, 10, limits=Limits(game_seconds=0.3))
    assert broken.value.failure.code == "rules-hang"
    assert broken.value.failure.setup == GameSetup(3, "7:0", SITTING.bots)


# --- a cluster


@pytest.fixture
def workers() -> Iterator[Any]:
    import distributed

    if sys.platform == "win32":
        pytest.skip("workers are killed by a signal")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs="CRITICAL"
    ) as cluster:
        yield cluster


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_plays_the_same_games_though_a_worker_is_killed(workers: Any) -> None:
    from pnp.play.simulate import cluster

    bundle = duel_kit(changed("    best = max", "    import time; time.sleep(0.0005)\n    best = max"))
    expected = tally_of(2, 3000)
    killed = False
    counts = []
    with cluster(workers.scheduler_address) as (submit, threads):
        assert threads == 2
        for tally in blocks.simulate(Simulation(bundle, SITTING, 3000), submit, threads):
            counts.append(tally.games)
            if not killed:
                os.kill(next(iter(workers.workers.values())).pid, signal.SIGKILL)
                killed = True
    assert counts == list(range(250, 3001, 250))
    assert tally.as_json() == expected.as_json()


@pytest.mark.filterwarnings("ignore")
def test_searching_seats_play_the_same_games_on_a_cluster(workers: Any) -> None:
    from pnp.play.simulate import cluster

    setup = GameSetup(2, "7", ("search:8", "random"), is_turning=True)
    expected = tally_of(1, 12, setup=setup)
    with cluster(workers.scheduler_address) as (submit, threads):
        *_, tally = blocks.simulate(Simulation(duel_kit(), setup, 12), submit, threads)
    assert tally.as_json() == expected.as_json()


def test_a_cluster_that_does_not_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from pnp.core.codes import Code
    from pnp.core.diagnostics import Fault
    from pnp.play import simulate as simulation
    from pnp.play.simulate import cluster

    monkeypatch.setattr(simulation, "ANSWER_SECONDS", 1)
    with pytest.raises(Fault) as fault, cluster("tcp://127.0.0.1:9"):
        pass
    assert fault.value.diagnostic.code == Code.CLUSTER
    assert fault.value.diagnostic.what.startswith("no scheduler answers at tcp://127.0.0.1:9")
