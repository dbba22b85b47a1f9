"""Games of OpenSpiel, RLCard and pnp, each played by chance: how long they take, who wins, with how many points.

    python tests/oracle/engines.py 20000     plays so many games on each side, and prints p values

What had to be copied from the others: a dealer by chance in OpenSpiel's Crazy Eights (seats count from whoever begins),
and its points, which go by a card's number, not by its rank. RLCard's Uno is made by hand, as its ``make`` ignores the
number of players.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[4]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT)]

from form_games import program  # noqa: E402
from scipy import stats  # noqa: E402

from pnp.play.game_bundle import GameSetup  # noqa: E402
from pnp.play.game_loop import PlayedGame, play  # noqa: E402

SUITS = ("clubs", "diamonds", "hearts", "spades")


@dataclass(frozen=True)
class Outcome:
    """A game: its number of decisions, the seats that won, and points by seat."""

    length: int
    winners: tuple[int, ...]
    scores: tuple[int, ...]


def ours(name: str, players: int, games: int, score: Callable[[PlayedGame], tuple[int, ...]]) -> Iterator[Outcome]:
    """Games of pnp."""
    rules = program(name)
    for number in range(games):
        played = play(rules, GameSetup(players, f"oracle:{number}"))
        assert played.end is not None
        scores = score(played)
        winners = tuple(seat for seat, each in enumerate(scores) if each == max(scores)) or played.end.winners
        yield Outcome(sum(map(len, played.log)), winners, scores)


def own_scores(played: PlayedGame) -> tuple[int, ...]:
    return played.end.scores  # type: ignore[union-attr]


def no_scores(played: PlayedGame) -> tuple[int, ...]:
    return ()


def points_by_number(played: PlayedGame) -> tuple[int, ...]:
    """The points of OpenSpiel's Crazy Eights for our hands."""

    def cost(card: object) -> int:
        rank = card.rank - 2  # type: ignore[attr-defined]
        return 50 if rank == 6 else 10 if rank >= 9 else 4 * rank + SUITS.index(card.suit) + 2  # type: ignore[attr-defined]

    return tuple(-sum(map(cost, hand)) for hand in played.table.hands)  # type: ignore[attr-defined]


def spiel(name: str, players: int, games: int, *, dealer: bool = False, points: bool = True) -> Iterator[Outcome]:
    """Games of OpenSpiel; with a dealer by chance, seats count from the player who begins."""
    import pyspiel

    game, random = pyspiel.load_game(name), Random("oracle")
    for _ in range(games):
        state, length, first = game.new_initial_state(), 0, 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, shares = zip(*state.chance_outcomes(), strict=True)
                action = random.choices(outcomes, shares)[0]
                if dealer and not state.history():
                    first = action - 52 + 1
            else:
                action, length = random.choice(state.legal_actions()), length + 1
            state.apply_action(action)
        gained = [round(state.returns()[(seat + first) % players]) for seat in range(players)]
        winners = tuple(seat for seat in range(players) if gained[seat] == max(gained))
        yield Outcome(length, winners, tuple(gained) if points else ())


def rlcard_uno(players: int, games: int) -> Iterator[Outcome]:
    """Games of RLCard's Uno; points are the cards left."""
    import numpy as np
    from rlcard.games.uno import Game

    random = Random("oracle")
    for number in range(games):
        game = Game(num_players=players)
        game.np_random = np.random.RandomState(number)
        _, length = game.init_game(), 0
        while not game.is_over():
            game.step(random.choice(list(dict.fromkeys(game.get_legal_actions()))))
            length += 1
        yield Outcome(length, tuple(game.round.winner), tuple(-len(player.hand) for player in game.players))


@dataclass(frozen=True)
class Pair:
    """A game on two engines."""

    ours: Callable[[int], Iterator[Outcome]]
    theirs: Callable[[int], Iterator[Outcome]]
    package: str


PAIRS = {
    "leduc 2": Pair(lambda n: ours("leduc", 2, n, own_scores), lambda n: spiel("leduc_poker", 2, n), "pyspiel"),
    "crazy-eights 2": Pair(
        lambda n: ours("crazy-eights", 2, n, points_by_number),
        lambda n: spiel("crazy_eights(players=2)", 2, n, dealer=True),
        "pyspiel",
    ),
    "crazy-eights 4": Pair(
        lambda n: ours("crazy-eights", 4, n, points_by_number),
        lambda n: spiel("crazy_eights(players=4)", 4, n, dealer=True),
        "pyspiel",
    ),
    "pig 2": Pair(
        lambda n: ours("pig", 2, n, no_scores), lambda n: spiel("pig(players=2)", 2, n, points=False), "pyspiel"
    ),
    "uno 2": Pair(lambda n: ours("uno", 2, n, own_scores), lambda n: rlcard_uno(2, n), "rlcard"),
    "uno 4": Pair(lambda n: ours("uno", 4, n, own_scores), lambda n: rlcard_uno(4, n), "rlcard"),
}


def compare(left: list[Outcome], right: list[Outcome]) -> dict[str, float]:
    """The p value of each comparison: how likely so large a difference is if both engines play the same game."""
    values = {"length": _alike([o.length for o in left], [o.length for o in right])}
    values["winners"] = _alike([o.winners for o in left], [o.winners for o in right])
    for seat in range(len(left[0].scores)):
        values[f"score {seat + 1}"] = _alike([o.scores[seat] for o in left], [o.scores[seat] for o in right])
    return values


def _alike(left: list[object], right: list[object]) -> float:
    """χ² of two samples; rare values share a cell."""
    ours, theirs = Counter(left), Counter(right)
    cells: list[list[int]] = [[0, 0]]
    for value in sorted({*ours, *theirs}):  # type: ignore[type-var]
        if sum(cells[-1]) >= 40:
            cells.append([0, 0])
        cells[-1][0] += ours[value]
        cells[-1][1] += theirs[value]
    if len(cells) > 1 and sum(cells[-1]) < 40:
        last = cells.pop()
        cells[-1] = [a + b for a, b in zip(cells[-1], last, strict=True)]
    return float(stats.chi2_contingency(list(zip(*cells, strict=True))).pvalue) if len(cells) > 1 else 1.0


def main() -> None:
    """Print the comparisons."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    for name, pair in PAIRS.items():
        spent, sides = [], []
        for side in (pair.ours, pair.theirs):
            begin = time.process_time()
            sides.append(list(side(games)))
            spent.append(games / (time.process_time() - begin))
        means = [sum(o.length for o in side) / games for side in sides]
        values = ", ".join(f"{what} {p:.3f}" for what, p in compare(*sides).items())
        print(
            f"{name}: length {means[0]:.2f} : {means[1]:.2f}; p {values}; games a CPU second {spent[0]:,.0f} : {spent[1]:,.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
