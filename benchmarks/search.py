"""How strong a searching player is: one of them among a game's usual bots, which change places from game to game.

    python benchmarks/search.py [GAME …] [--playouts N] [--players N] [--games N] [--first N] [--seed S]
        [--line-up BOTS]

A game's share is 1 for a win, 1/k for a win shared by k; with several searching seats it is their mean. The interval is
±1.96 standard errors of the mean of games. CPU seconds are those of this process. The exit code is 1 if an interval is
not above an equal part.
"""

from __future__ import annotations

import argparse
import sys
import time
from math import sqrt

from simulation import kit_of

from pnp.play.bots import is_search
from pnp.play.game_bundle import GameSetup
from pnp.play.game_code import load_program
from pnp.play.game_loop import play

USUAL = {"chicken": (3, 200, 120), "chili": (3, 200, 60), "seventy-seven": (2, 200, 200), "spicy": (2, 1000, 20)}
"""For each game the number of players, of playouts and of games."""


def measure(name: str, bots: tuple[str, ...], players: int, numbers: range, seed: str) -> tuple[float, float, float]:
    """Return the mean share of a searching seat, half of its interval, and CPU seconds of a game."""
    program = load_program(kit_of(name))
    setup = GameSetup(players, seed, bots, is_turning=True)
    shares: list[float] = []
    start = time.process_time()
    for number in numbers:
        game = setup.game(number)
        end = play(program, game).end
        winners = end.winners if end else ()
        seats = [seat for seat, bot in enumerate(game.line_up()) if is_search(bot)]
        shares.append(sum(seat in winners for seat in seats) / len(winners) / len(seats) if winners else 0.0)
    games = len(numbers)
    mean = sum(shares) / games
    error = sqrt(sum((share - mean) ** 2 for share in shares) / max(games - 1, 1) / games)
    return mean, 1.96 * error, (time.process_time() - start) / games


def main() -> int:
    """Measure each game and print a row of a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME", help="default: all")
    for option in ("--playouts", "--players", "--games", "--first"):
        parser.add_argument(option, type=int, default=0)
    parser.add_argument("--seed", default="strength")
    parser.add_argument("--line-up", default="", help="bots instead of one search among usual ones: search:200,careful")
    asked = parser.parse_args()
    print("| game | players | bots | games | share | equal | CPU s a game |")
    print("| --- | ---: | --- | ---: | --- | ---: | ---: |")
    is_weak = False
    for name in asked.names or USUAL:
        players, playouts, games = USUAL[name]
        players, playouts = asked.players or players, asked.playouts or playouts
        usual = kit_of(name).usual
        bots = (
            tuple(asked.line_up.split(",")) if asked.line_up else (f"search:{playouts}", *(usual * players)[1:players])
        )
        numbers = range(asked.first, asked.first + (asked.games or games))
        mean, half, seconds = measure(name, bots, players, numbers, asked.seed)
        row = f"{name} | {players} | {', '.join(bots)} | {len(numbers)} | {mean:.3f} ± {half:.3f}"
        print(f"| {row} | {1 / players:.3f} | {seconds:.2f} |", flush=True)
        is_weak = is_weak or mean - half <= 1 / players
    print(f"\nThe bar, an interval above an equal part, {'is missed' if is_weak else 'holds'}.")
    return int(is_weak)


if __name__ == "__main__":
    sys.exit(main())
