"""Games of Spicy's bots → how many cards should lie above World's End, for each number of players. Writes nothing.

    python scripts/heights.py --games 4000 --seed heights

World's End changes nothing until it lies on top of the draw pile, and the bots do not count the draw pile. So each game
is played once, with World's End at the bottom: at a height of h, just those games end by it that draw h cards or more.
The games of the last table are played with World's End where it was found to belong.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

from pnp.core.diagnostics import Diagnostics
from pnp.play.game_bundle import GameBundle, GameSetup
from pnp.play.game_code import load_program
from pnp.play.game_loop import play
from pnp.play.project_game import read_bundle
from pnp.play.statistics import wilson
from pnp.project.files import Files
from pnp.project.load import load_game
from pnp.project.templates import Templates

WANTED = 0.35
ALLOWED = (0.2, 0.5)
STEPS = (2, 1, 0)
"""By how many cards the column may rise with each player, what is liked best first."""
MARGIN = 0.1
"""How far a column's shares may be off what is wanted; less than what is allowed, as bots are only bots."""
BLOCK = 100
"""Games that a process plays at a time."""


def main() -> None:
    """Find heights, and play with them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=4000, help="with each number of players")
    parser.add_argument("--seed", default="heights")
    options = parser.parse_args()
    bundle = kit_of("spicy")
    with ProcessPoolExecutor() as pool:
        deepest = with_heights(bundle, [deck_after_deal(bundle, players) for players in bundle.players])
        drawn = {
            players: sorted(played(pool, deepest, "cautious", players, options.games, options.seed))
            for players in bundle.players
        }
        for players, counts in drawn.items():
            depths = range(1, deck_after_deal(bundle, players))
            nearest = min(depths, key=lambda above, counts=counts: distance(counts, above))
            allowed = [above for above in depths if ALLOWED[0] <= share(counts, above) <= ALLOWED[1]]
            print(
                f"{players} players, {nearest} above: {shown(counts, nearest)}; {allowed[0]} to {allowed[-1]} will do"
            )
        best = [min(columns(bundle, step), key=lambda column: worst(drawn, column)) for step in STEPS]
        for column in best:
            print(f"column {list(column)}: at most {worst(drawn, column):.1%} off")
        column = next((column for column in best if worst(drawn, column) < MARGIN), best[-1])
        print()
        found = with_heights(bundle, column)
        for bot in ("cautious", "bold", "random"):
            for players, above in zip(bundle.players, column, strict=True):
                counts = played(pool, found, bot, players, options.games, f"{options.seed}:found")
                print(f"{bot:>8} {players} players, {above} above: {shown(counts, above)}")


def kit_of(game: str) -> GameBundle:
    """The game as it is written."""
    files = Files(Path(__file__).resolve().parents[1])
    diagnostics = Diagnostics()
    loaded = load_game(files, Templates(files), game, diagnostics)
    bundle = None if loaded is None else read_bundle(files, loaded, diagnostics)
    if bundle is None:
        raise SystemExit("\n".join(map(str, diagnostics)))
    return bundle


def with_heights(bundle: GameBundle, column: Sequence[int]) -> GameBundle:
    """The game with World's End elsewhere, where its lengths and scores have other bounds."""
    heights = [{"players": players, "above": above} for players, above in zip(bundle.players, column, strict=True)]
    return replace(
        bundle, facts={**bundle.facts, "heights": heights}, decisions=GameBundle.decisions, scores=GameBundle.scores
    )


def deck_after_deal(bundle: GameBundle, players: int) -> int:
    """Cards in the draw pile, without World's End."""
    return sum(record.copies for record in bundle.decks["spicy"]) - players * int(bundle.facts["hand"])


def columns(bundle: GameBundle, step: int) -> list[tuple[int, ...]]:
    """All columns of heights that rise by so many cards with each player."""
    rises = [step * number for number in range(len(bundle.players))]
    deepest = deck_after_deal(bundle, bundle.players[-1]) - rises[-1]
    return [tuple(first + rise for rise in rises) for first in range(1, deepest)]


def played(pool: ProcessPoolExecutor, bundle: GameBundle, bot: str, players: int, games: int, seed: str) -> list[int]:
    """How many cards were drawn in each of some games."""
    starts = range(0, games, BLOCK)
    blocks = pool.map(partial(play_block, bundle, bot, players, games, seed), starts)
    return [drawn for block in blocks for drawn in block]


def play_block(bundle: GameBundle, bot: str, players: int, games: int, seed: str, start: int) -> list[int]:
    """The same, of one block of games."""
    program = load_program(bundle)
    drawn = []
    for number in range(start, min(start + BLOCK, games)):
        game = play(program, GameSetup(players, seed, (bot,)).game(number))
        drawn.append(deck_after_deal(bundle, players) + 1 - len(game.table.draw))
    return drawn


def share(counts: Sequence[int], above: int) -> float:
    """The share of games that draw all cards above World's End."""
    return sum(count >= above for count in counts) / len(counts)


def shown(counts: Sequence[int], above: int) -> str:
    """A share with its interval of 95 %."""
    told = wilson(sum(count >= above for count in counts), len(counts), alpha=0.05)
    return f"{told.value:.1%} end by World's End (95 %: {told.low:.1%} to {told.high:.1%})"


def distance(counts: Sequence[int], above: int) -> float:
    """How far a height is off what is wanted."""
    return abs(share(counts, above) - WANTED)


def worst(drawn: dict[int, list[int]], column: Sequence[int]) -> float:
    """How far a column is off what is wanted, where it is worst."""
    return max(distance(counts, above) for counts, above in zip(drawn.values(), column, strict=True))


if __name__ == "__main__":
    main()
