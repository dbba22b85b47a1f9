"""A Kit and a Sitting → thousands of games, in blocks, over any processes; their Tally is the same whatever plays them.

Blocks are added up in order, so that a simulation which stops when it knows enough stops after the same game anywhere.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass

from pnp.diagnostics import Code
from pnp.rules.claims.look import Looker
from pnp.rules.play.driver import Played, Watcher, play
from pnp.rules.play.guard import Guard
from pnp.rules.play.kit import Broken, Kit, Sitting
from pnp.rules.play.limits import USUAL, Limits, at_most
from pnp.rules.play.program import Program, load_program
from pnp.rules.play.table import Table
from pnp.rules.processes.pool import Submit, Task
from pnp.rules.processes.tasks import shortest
from pnp.rules.processes.trail import Trail, quiet
from pnp.rules.simulation.measuring import Measuring, watching
from pnp.rules.simulation.statistics import MARGIN, fairness, team_share
from pnp.rules.simulation.tally import Face, Group, Offers, Tally

BLOCK = 250
"""Games of a block: a fifth of a second of work or less, and often enough for a look at the results."""
GUARDED_EVERY = 505
"""Every so many games one is guarded at each decision; a check guards all."""
OFFERS_EVERY = 101
"""Every so many games it is looked at what players can pick, guarded ones among them. A prime, for bots change places
from game to game, and each order of them is to be looked at."""
MOST_GAMES = 200_000
"""Where a simulation that goes on until it is certain gives up."""


@dataclass(frozen=True)
class Simulation:
    """What to simulate.

    Attributes:
        sitting: Who plays; game 31 has the seed "{seed}:31".
        games: How many games; None to go on until it is certain whether the seats are fair, or how often players win
            who win together.
        limits: How long each may take.
    """

    kit: Kit
    sitting: Sitting
    games: int | None
    limits: Limits = USUAL

    def blocks(self) -> Iterator[Task]:
        """The blocks of games, to be played anywhere."""
        kit, sitting = self.kit, self.sitting
        most = MOST_GAMES if self.games is None else self.games
        for start in range(0, most, BLOCK):
            count = min(BLOCK, most - start)
            yield Task(play_block, (kit, sitting, start, count), count, kit.rules_file, sitting, self.limits)

    def is_certain(self, tally: Tally) -> bool:
        """Whether more games would tell nothing new."""
        if self.games is not None:
            return False
        if tally.is_cooperative:
            share = team_share(tally.won, tally.games)
            return share.high - share.low <= 2 * MARGIN
        return fairness([tally.winners[side] for side in tally.sides()]).verdict != "open"


def simulate(simulation: Simulation, submit: Submit, jobs: int) -> Iterator[Tally]:
    """Yield the tally of all games so far, after each block, in order.

    Args:
        simulation: What to play.
        submit: Has a block played, in another process or on another machine.
        jobs: How many blocks are played at a time, as far as the caller knows.

    Raises:
        Broken: A game fails.
    """
    tally = Tally(simulation.sitting.players).of_measures(len(simulation.kit.measures))
    blocks = simulation.blocks()
    waiting: deque[Future[Tally]] = deque()
    try:
        while True:
            while len(waiting) < 2 * jobs and (block := next(blocks, None)):
                waiting.append(submit(block))
            if not waiting:
                return
            tally.add(waiting.popleft().result())
            yield tally
            if simulation.is_certain(tally):
                return
    finally:
        for future in waiting:
            future.cancel()


def play_block(kit: Kit, sitting: Sitting, start: int, count: int, trail: str = "", limits: Limits = USUAL) -> Tally:
    """Play a block of games; return their tally.

    Args:
        kit: The game.
        sitting: Who plays, with the seed of the simulation.
        start: The number of the first game.
        count: How many games.
        trail: A file for the game being played; empty for none.
        limits: How long each may take.

    Raises:
        Broken: A game fails; its failure has the shortest tape of picks that was found.
    """
    tally = Tally(sitting.players).of_measures(len(kit.measures))
    with quiet(), Trail(trail) as follow, at_most(limits, follow.stuck) as limit:
        program = program_of(kit)
        measuring = Measuring(kit, sitting, tally) if kit.measures else None

        def watchers(number: int, looker: Looker | None) -> Callable[[Table], Sequence[Watcher]]:
            return lambda table: [
                *([] if number % GUARDED_EVERY else [Guard(table, views=False)]),
                *([] if number % OFFERS_EVERY else [Offers(tally)]),
                *watching(looker, table),
            ]

        def games() -> Iterator[Played]:
            for number in range(start, start + count):
                one = sitting.game(number)
                follow(one.seed)
                limit.again()
                looker = measuring.begin(number, one) if measuring else None
                is_alone = looker is None and number % OFFERS_EVERY
                played = play(program, one, watch=None if is_alone else watchers(number, looker))
                if measuring:
                    measuring.finish(played, looker)
                yield played

        try:
            tally.count(games(), groups_of(kit))
        except Broken as broken:
            if broken.failure.code == Code.REPORT_VALUE:
                raise
            limit.again()
            raise Broken(shortest(program, broken.failure)) from None
    return tally


def groups_of(kit: Kit) -> Mapping[Face, Sequence[Group]]:
    """The groups that each face of a kit belongs to, by fields of few values."""
    return {
        (deck, face.name): [(deck, name, str(value)) for name in fields if (value := face.values.get(name)) is not None]
        for deck, fields in kit.groups.items()
        for face in kit.decks[deck]
    }


_latest: list[tuple[Kit, Program]] = []
"""The kit played last, and its program. Kits have no hash for functools: each block brings an equal one anew."""


def program_of(kit: Kit) -> Program:
    """The kit's rules as running code; a process that plays one kit again and again loads it once."""
    if not _latest or _latest[0][0] != kit:
        _latest[:] = [(kit, load_program(kit))]
    return _latest[0][1]
