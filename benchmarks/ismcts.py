"""Two small poker games: ``search:`` beside OpenSpiel's ISMCTS, against a random player and one of an equilibrium.

    python benchmarks/ismcts.py [--games N] [--playouts N] [--rounds N]   # needs pip install open_spiel

The games are Kuhn's and Leduc of tests/play/forms, and kuhn_poker and leduc_poker of OpenSpiel, with the same rules.
The equilibrium is OpenSpiel's CFR+ after so many rounds. Points are own chips a game, ± 1.96 standard errors; seats
change from game to game. CPU is that of a whole game in ms. The bar: no interval lies below that of ISMCTS.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

from pnp.extensions.laboratory.adapters.opening import PlayableGame, open_game
from pnp.play.history import Moved, Picked

try:
    import pyspiel
except ImportError:
    pyspiel = None

FORMS = Path(__file__).parent.parent / "tests/play/forms"
ACTIONS = {"leduc": {"fold": 0, "call": 1, "raise": 2}, "kuhn": {"pass": 0, "bet": 1}}
UCT = 2.0
EQUAL_TIME = 30
"""So many playouts of OpenSpiel, whose rules are C++, take about as long as one of pnp."""


def equilibrium(spiel: Any, rounds: int = 300) -> Any:
    """Return the average policy of CFR+."""
    solver = pyspiel.CFRPlusSolver(spiel)
    for _ in range(rounds):
        solver.evaluate_and_update_policy()
    return solver.tabular_average_policy()


def spiel_state(spiel: Any, name: str, seen: Any) -> Any:
    """Return OpenSpiel's state of what a seat has seen; the rival's card, which it does not see, is any other one."""
    copies = 2 if name == "leduc" else 1
    low = min(seen.decks.cards, key=lambda card: card.rank).rank
    state, dealt = spiel.new_initial_state(), []

    def deal(rank: int | None) -> None:
        number = next(
            one for one in state.legal_actions() if one not in dealt and (rank is None or one // copies == rank - low)
        )
        dealt.append(number)
        state.apply_action(number)

    own = seen.hands[seen.seat][0].rank
    shown = [
        card.rank for step in seen.log if isinstance(step, Moved) and step.target[0] == "open" for card in step.cards
    ]
    spare = [card.rank for card in seen.decks.cards]
    for rank in (own, *shown):
        spare.remove(rank)
    hidden = spare[0] if copies == 2 or not shown else None
    for seat in range(2):
        deal(own if seat == seen.seat else hidden)
    for step in seen.log:
        if isinstance(step, Picked):
            state.apply_action(ACTIONS[name][step.pick])
        elif isinstance(step, Moved) and step.target[0] == "open":
            deal(step.cards[0].rank)
    return state


def equilibrium_bot(spiel: Any, name: str, policy: Any) -> Callable[[Any, Any, Callable[[], float]], Any]:
    """Return a bot of pnp that plays a policy of OpenSpiel."""

    def pick(seen: Any, options: Any, random: Callable[[], float]) -> Any:
        chances = dict(policy.action_probabilities(spiel_state(spiel, name, seen)))
        rest = random()
        for option in options:
            rest -= chances.get(ACTIONS[name][option], 0.0)
            if rest < 0:
                return option
        return options[-1]

    return pick


def of_pnp(game: PlayableGame, rival: Any, playouts: int, games: Iterable[int]) -> list[float]:
    """Return the points of ``search:`` in some games."""
    points = []
    for number in games:
        seat = number % 2
        players = ["rival", "rival"] if rival else ["random", "random"]
        players[seat] = f"search:{playouts}"
        points.append(float(game.play(players, f"beside:{number}", {"rival": rival} if rival else {}).scores[seat]))
    return points


def of_openspiel(spiel: Any, policy: Any, playouts: int, games: Iterable[int]) -> list[float]:
    """Return the points of ISMCTS in some games."""
    points = []
    for number in games:
        random, seat = Random(number), number % 2
        bot = pyspiel.ISMCTSBot(
            number, pyspiel.RandomRolloutEvaluator(1, number), UCT, playouts, -1,
            pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False,
        )  # fmt: skip
        state = spiel.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(actions, weights)[0])
            elif state.current_player() == seat:
                state.apply_action(bot.step(state))
            elif policy is None:
                state.apply_action(random.choice(state.legal_actions()))
            else:
                actions, weights = zip(*policy.action_probabilities(state).items(), strict=True)
                state.apply_action(random.choices(actions, weights)[0])
        points.append(state.player_return(seat))
    return points


def interval(points: Sequence[float]) -> tuple[float, float]:
    """Return the mean, and half of its interval."""
    mean = sum(points) / len(points)
    return mean, 1.96 * sqrt(sum((point - mean) ** 2 for point in points) / max(len(points) - 1, 1) / len(points))


def row(cells: Sequence[object], points: Sequence[float], seconds: float) -> str:
    """Return a row of the table."""
    mean, error = interval(points)
    told = [*cells, len(points), f"{mean:.2f} ± {error:.2f}", f"{1000 * seconds / len(points):.1f}"]
    return f"| {' | '.join(map(str, told))} |"


def main() -> None:
    """Play each pairing, and print a row of the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--playouts", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=300, help="of CFR+")
    asked = parser.parse_args()
    if pyspiel is None:
        print("not measured, OpenSpiel is missing: pip install open_spiel; no bar is missed")
        return
    print("| game | rival | who searches | playouts | games | points | CPU ms a game |")
    print("| --- | --- | --- | ---: | ---: | ---: | ---: |")
    is_met = True
    for name in ACTIONS:
        spiel, game = pyspiel.load_game(f"{name}_poker"), open_game(FORMS, name)
        policy = equilibrium(spiel, asked.rounds)
        for rival, found in (("random", None), ("equilibrium", policy)):
            bot = found and equilibrium_bot(spiel, name, found)
            ends: list[float] = []
            for who, playouts, play in (
                ("search:", asked.playouts, partial(of_pnp, game, bot)),
                ("ISMCTS", asked.playouts, partial(of_openspiel, spiel, found)),
                ("ISMCTS", EQUAL_TIME * asked.playouts, partial(of_openspiel, spiel, found)),
            ):
                start = time.process_time()
                points = play(playouts, range(asked.games))
                print(row((name, rival, who, playouts), points, time.process_time() - start), flush=True)
                mean, error = interval(points)
                ends.append(mean - error if ends else mean + error)
            is_met &= ends[0] >= max(ends[1:])
    print(f"\nNo interval below that of ISMCTS: {'holds' if is_met else 'MISSED'}")


if __name__ == "__main__":
    main()
