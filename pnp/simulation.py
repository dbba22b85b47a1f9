"""A project's game → games told one by one, or thousands of them and a report. What ``pnp simulate`` does.

The project's code runs in other processes. Gives lines, reports and diagnostics; printing and writing are the caller's.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from pnp.check.played import failure_diagnostic
from pnp.diagnostics import Diagnostic, Diagnostics, Fault, Place
from pnp.load.catalogue import load_catalogue
from pnp.load.game import find_games, load_game
from pnp.load.template import Templates
from pnp.model.game import Game
from pnp.reading import unknown_language
from pnp.rules.kit import Broken, Kit, Sitting
from pnp.rules.naming import Names
from pnp.rules.pool import LocalExecutor, Task, run_tasks
from pnp.rules.prepare import make_names, read_kit, too_many_bots, unknown_bots, unknown_values, wrong_numbers
from pnp.rules.report import Report, make_report
from pnp.rules.simulate import Simulation, simulate
from pnp.rules.work import run_trace
from pnp.source.files import Files
from pnp.words.edition import make_edition
from pnp.words.typography import typeset

ANSWER_SECONDS = 10
"""How long to wait for a cluster's scheduler to answer."""


@dataclass(frozen=True)
class Playable:
    """A game that can be played.

    Attributes:
        names: What things are called in the language asked for.
        title: The game's title in that language.
        language: Its code.
    """

    game: Game
    kit: Kit
    names: Names
    title: str
    language: str


def open_playable(files: Files, name: str, language: str = "") -> Playable:
    """Read a game that has rules.

    Args:
        files: The project.
        name: The game.
        language: The language of its names; empty for its first.

    Raises:
        Fault: It cannot be read, has no rules, or is not in that language.
    """
    find_games(files, [name])
    game, faults = load_game(files, Templates(files), name)
    if game is None or faults:
        raise Fault(*faults)
    kit, faults = read_kit(files, game)
    if kit is None:
        raise Fault(*faults)
    told = game
    if language and language != game.head.languages[0]:
        if language not in game.head.languages:
            raise Fault(unknown_language(game, language))
        catalogue, faults = load_catalogue(files, game, language)
        if faults:
            raise Fault(*faults)
        told = make_edition(game, language, catalogue).game
    return Playable(game, kit, make_names(game, told), told.head.title, language or game.head.languages[0])


def sittings(
    playable: Playable,
    players: Sequence[int],
    bots: Sequence[str],
    options: Mapping[str, Any],
    seed: str,
    is_turning: bool,
) -> list[Sitting]:
    """Who plays, for each number of players asked for, or all of the game's.

    Raises:
        Fault: The game is not for so many players, or has no such bot or value, or fewer seats than bots that keep one.
    """
    kit, game = playable.kit, playable.game
    place = game.source.place_of("players")
    faults = [*unknown_bots(kit, bots, Place(kit.bots_file)), *wrong_numbers(game, players, place)]
    if faults := [*faults, *unknown_values(kit, options, Place("--set"))]:
        raise Fault(*faults)
    usual, numbers = tuple(bots) or kit.usual, tuple(players) or kit.players
    if not is_turning and (faults := list(too_many_bots(usual, numbers, Place("--fixed-seats")))):
        raise Fault(*faults)
    return [Sitting(number, seed, usual, options, is_turning) for number in numbers]


def trace(playable: Playable, sitting: Sitting, tape: tuple[int, ...] | None) -> tuple[list[str], list[Diagnostic]]:
    """Tell a game in lines; where it fails, up to there, and the fault."""
    kit = playable.kit
    task = Task(run_trace, (kit, sitting, playable.names, tape), 1, kit.rules_file, sitting)
    (result,) = run_tasks([task], 1)
    if not isinstance(result, tuple):
        return [], [failure_diagnostic(result, kit.game)]
    lines, failure = result
    line_up = sitting.line_up()
    bots = ", ".join(line_up if len(set(line_up)) > 1 else line_up[:1])
    head = f"{playable.title} · {sitting.players} · {bots} · {sitting.seed}"
    told = [head, "", *[typeset(line, playable.language) for line in lines]]
    return told, [failure_diagnostic(failure, kit.game)] if failure else []


@dataclass
class Progress:
    """How far a simulation is.

    Attributes:
        games: How many were played.
        wanted: How many will be; None where it is not known.
        report: Makes the report of the games so far.
    """

    games: int
    wanted: int | None
    report: Callable[[], Report]


def run(playable: Playable, sitting: Sitting, games: int | None, executor: Executor, jobs: int) -> Iterator[Progress]:
    """Simulate; yield how far it is after each block of games. The last one's report is the result.

    Raises:
        Fault: A game fails.
    """
    kit = playable.kit
    seconds = playable.game.head.play.seconds
    try:
        for tally in simulate(Simulation(kit, sitting, games), executor, jobs):
            yield Progress(tally.games, games, partial(make_report, tally, kit, sitting, seconds, playable.names))
    except Broken as broken:
        raise Fault(failure_diagnostic(broken.failure, kit.game)) from None


@contextmanager
def processes(playable: Playable, jobs: int) -> Iterator[tuple[Executor, int]]:
    """Processes of this machine, and how many."""
    with LocalExecutor(jobs, playable.kit.rules_file) as executor:
        yield executor, jobs


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The workers of a Dask cluster, and how many threads they have.

    Raises:
        Fault: Dask is not installed, or nobody answers there.
    """
    try:
        from distributed import Client
    except ImportError:
        fix = "pip install 'pnp[cluster]'"
        raise Fault(Diagnostic(Place("--scheduler"), "cluster", "Dask is not installed", fix=fix)) from None
    try:
        client = Client(address, timeout=ANSWER_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        what = f"no scheduler answers at {address}: {error}"
        fix = "start one with dask scheduler, and workers with dask worker"
        raise Fault(Diagnostic(Place("--scheduler"), "cluster", what, fix=fix)) from None
    logging.getLogger("distributed").setLevel(logging.ERROR)  # a lost worker's games are played again: no news
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            what = f"the scheduler at {address} has no workers"
            raise Fault(Diagnostic(Place("--scheduler"), "cluster", what, fix="start some with dask worker"))
        yield client.get_executor(retries=3), threads


def report_file(
    playable: Playable, reports: Sequence[Report], ending: str, files: Files, diagnostics: Diagnostics
) -> bytes:
    """The reports with their charts, laid out in the project's own type.

    Args:
        playable: The game.
        reports: At least one.
        ending: ".pdf" or ".html".
        files: The project.
        diagnostics: Told of what the project's fonts cannot show.

    Raises:
        Fault: The project has no fonts.
    """
    from pnp.load.fonts import load_fonts
    from pnp.report.files import render_report

    fonts, faults = load_fonts(files)
    if not fonts.families:
        raise Fault(*faults)
    return render_report(reports, ending, playable.game, fonts, diagnostics)
