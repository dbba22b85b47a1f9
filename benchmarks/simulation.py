"""How fast pnp plays: beside loops by hand, beside RLCard, and in two processes beside one. Ratios of one run only.

    pip install -e ".[bench]"
    python benchmarks/simulation.py [--rounds N] [--seconds S]

Everything runs in turns in one go, each program and game in a process of its own, four random players. pnp plays its
blocks as ``pnp simulate`` does: some games are guarded, and all are counted for the report. By hand (script/games.py)
each game is one function without an engine. A pick is one player's choice, in RLCard a step of an agent. A ratio is the
median of the rounds' ratios, so that both programs meet the same moments of the machine. Exit 1 when a bar is missed.
"""

from __future__ import annotations

import argparse
import importlib.util
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median

from script.games import BY_HAND

from pnp.core.diagnostics import Diagnostics
from pnp.play.game_bundle import GameBundle, GameSetup
from pnp.play.processes import LocalExecutor
from pnp.play.project_game import read_bundle
from pnp.play.simulation.blocks import BLOCK, Simulation, play_block, simulate
from pnp.play.testing.scope import claim_scope
from pnp.project.files import Files
from pnp.project.load import load_game
from pnp.project.templates import Templates

ROOT = Path(__file__).resolve().parent.parent
PLAYERS = 4
HAND_BARS = {"chili": 0.4, "chicken": 0.4}
"""Games a second as a share of those by hand."""
PEER_BAR, PROCESSES_BAR = 10.0, 1.8
Round = Callable[[float], tuple[float, float]]
"""Plays for so many seconds; returns games and picks a second of CPU time."""


def kit_of(name: str) -> GameBundle:
    """A shipped game, ready to be played."""
    files = Files(ROOT)
    diagnostics = Diagnostics()
    game = load_game(files, Templates(files), name, diagnostics)
    bundle = None if game is None else read_bundle(files, game, diagnostics)
    if bundle is None:
        sys.exit(f"{name} cannot be read")
    return bundle


def pnp_round(name: str) -> Round:
    """Blocks of games with random players."""
    bundle = kit_of(name)

    def play(seconds: float) -> tuple[float, float]:
        start = time.process_time()
        games = picks = 0
        while time.process_time() - start < seconds:
            tally = play_block(bundle, GameSetup(PLAYERS, "7"), games, BLOCK)
            games += tally.games
            picks += tally.picks
        spent = time.process_time() - start
        return games / spent, picks / spent

    return play


def hand_round(name: str) -> Round:
    """The loop by hand; counted is who wins, and with how many points."""
    play_game = BY_HAND[name](PLAYERS, claim_scope(kit_of(name))["decks"])

    def play(seconds: float) -> tuple[float, float]:
        start = time.process_time()
        games = picks = 0
        wins: Counter[int] = Counter()
        points: Counter[int] = Counter()
        while time.process_time() - start < seconds:
            scores, count = play_game(f"7:{games}")
            best = max(scores)
            wins.update([seat for seat, score in enumerate(scores) if score == best])
            points.update(scores)
            games += 1
            picks += count
        spent = time.process_time() - start
        return games / spent, picks / spent

    return play


def rlcard_round(name: str) -> Round:
    """RLCard's own loop of an environment and its random agents."""
    import rlcard
    from rlcard.agents import RandomAgent

    config = {"seed": 7} | ({"game_num_players": PLAYERS} if name == "limit-holdem" else {})
    environment = rlcard.make(name, config=config)
    environment.set_agents([RandomAgent(environment.num_actions) for _ in range(environment.num_players)])

    def play(seconds: float) -> tuple[float, float]:
        start = time.process_time()
        games = picks = 0
        while time.process_time() - start < seconds:
            trajectories, _ = environment.run(is_training=False)
            games += 1
            picks += sum((len(way) - 1) // 2 for way in trajectories)
        spent = time.process_time() - start
        return games / spent, picks / spent

    return play


MADE: dict[str, Callable[[str], Round]] = {"pnp": pnp_round, "by-hand": hand_round, "RLCard": rlcard_round}


def serve(what: str, asked: Connection) -> None:
    """In a process of its own: play one round after the other, each for as long as is asked."""
    program, _, game = what.partition(" ")
    play = MADE[program](game)
    while seconds := asked.recv():
        asked.send(play(seconds))


@dataclass
class Speeds:
    """Games and picks a second of a program, round by round."""

    games: list[float] = field(default_factory=list)
    picks: list[float] = field(default_factory=list)


def in_turns(programs: list[str], rounds: int, seconds: float) -> dict[str, Speeds]:
    """How fast each program plays its game, in so many rounds in turns, after a warm-up."""
    context = multiprocessing.get_context("spawn")
    found = {what: Speeds() for what in programs}
    ends: dict[str, Connection] = {}
    for what in programs:
        ends[what], theirs = context.Pipe()
        context.Process(target=serve, args=(what, theirs), daemon=True).start()
        theirs.close()  # so that a process which dies is noticed
    for number in range(rounds + 1):
        for what, end in ends.items():
            end.send(seconds)
            games, picks = end.recv()
            if number:  # the first is the warm-up
                found[what].games.append(games)
                found[what].picks.append(picks)
    for end in ends.values():
        end.send(0)
    return found


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The median of the rounds' ratios."""
    return median(our / their for our, their in zip(ours, theirs, strict=True))


def rate(bundle: GameBundle, jobs: int, games: int) -> float:
    """Games a second of the clock, once the processes have begun."""
    with LocalExecutor(jobs) as executor:
        tallies = simulate(Simulation(bundle, GameSetup(PLAYERS, "7"), games), executor.submit, jobs)
        for _ in range(2 * jobs):
            first = next(tallies)
        start, before = time.perf_counter(), first.games
        *_, last = tallies
        return (last.games - before) / (time.perf_counter() - start)


def main() -> int:
    """Measure, print, and tell whether the bars hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--seconds", type=float, default=0.2, help="of CPU, for each program in each round")
    parser.add_argument("--pairs", type=int, default=15, help="how often two processes are compared with one")
    parser.add_argument("--games", type=int, default=8_000, help="that each of them plays")
    asked = parser.parse_args()
    programs = [f"{program} {name}" for name in HAND_BARS for program in ("pnp", "by-hand")]
    if importlib.util.find_spec("rlcard"):
        programs += [f"RLCard {name}" for name in ("uno", "leduc-holdem", "limit-holdem")]
    else:
        print("RLCard is not installed, so it is left out")
    found = in_turns(programs, asked.rounds, asked.seconds)
    bars = [
        (f"{name}: games, pnp ÷ by hand", ratio(found[f"pnp {name}"].games, found[f"by-hand {name}"].games), bar)
        for name, bar in HAND_BARS.items()
    ]
    if peers := [speeds.picks for what, speeds in found.items() if what.startswith("RLCard")]:
        fastest = list(map(max, zip(*peers, strict=True)))
        for name in HAND_BARS:
            times = ratio(found[f"pnp {name}"].picks, fastest)
            bars.append((f"{name}: picks, pnp ÷ the fastest of RLCard", times, PEER_BAR))
    chili = kit_of("chili")
    two, one = zip(*[tuple(rate(chili, jobs, asked.games) for jobs in (2, 1)) for _ in range(asked.pairs)], strict=True)
    bars.append(("chili: games, two processes ÷ one", ratio(two, one), PROCESSES_BAR))
    print("| ratio | at least | measured |  |\n| --- | ---: | ---: | --- |")
    for what, value, bar in bars:
        print(f"| {what} | {bar:g} | {value:.2f} | {'holds' if value >= bar else 'MISSED'} |")
    return 0 if all(value >= bar for _, value, bar in bars) else 1


if __name__ == "__main__":
    sys.exit(main())
