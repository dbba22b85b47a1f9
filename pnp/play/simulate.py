"""A project's game → one traced game, or thousands of games and a report, for ``pnp simulate``.

The project's code runs in other processes. Lines, reports and diagnostics are returned; callers print and write them.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place, counted
from pnp.core.fonts import FontSet
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.play.checks.rules import read_rules
from pnp.play.evidence.verdicts import failure_diagnostic
from pnp.play.game_bundle import GameBroken, GameBundle, GameSetup
from pnp.play.names import Names
from pnp.play.processes import LocalExecutor, Submit, Task, run_tasks, run_trace
from pnp.play.project_game import check_bots, check_player_counts, check_seats, check_values, make_names, read_bundle
from pnp.play.simulation.blocks import Simulation, simulate
from pnp.play.simulation.diary import People, people_of
from pnp.play.simulation.report import Report
from pnp.play.simulation.summary import make_report
from pnp.play.simulation.tally import CardName
from pnp.play.simulation.variants import Variant, simulate_pairs, variant_report
from pnp.project.files import Files, find_games
from pnp.project.game import Game
from pnp.project.load import load_game
from pnp.project.templates import Templates
from pnp.source_game import languages_of
from pnp.text.edition import open_edition
from pnp.text.typography import typeset
from pnp.workers.limits import USUAL, Limits

_ADDRESS = lazy_pattern(r"(?:(?:tcp|tls|wss?)://)?(?:[^\s:/\[\]]+|\[[0-9a-fA-F:.]+\]):[0-9]{1,5}")
"""The address of a Dask scheduler: a protocol, a host, a port."""

ANSWER_SECONDS = 10
"""How long to wait for a cluster's scheduler to answer."""


@frozen_dataclass
class Playable:
    """A game that can be played.

    Attributes:
        names: The names of cards and values in the requested language.
        title: The game's title in that language.
        language: Its code.
    """

    game: Game
    bundle: GameBundle
    names: Names
    title: str
    language: str


def open_playable(files: Files, name: str, language: str, diagnostics: Diagnostics) -> Playable | None:
    """Read a game that has rules; None if it cannot be read, has no rules, or is not in that language.

    Args:
        files: The project.
        name: The game.
        language: The language of its names; empty for its first.
        diagnostics: Collects what is wrong.
    """
    before = diagnostics.count
    game = bundle = None
    for game_name in find_games(files, [name], diagnostics):
        game = load_game(files, Templates(files), game_name, diagnostics)
    if game is not None and diagnostics.count == before:
        bundle = read_bundle(files, game, diagnostics)
    if game is not None and bundle is not None:
        read_rules(files, game, diagnostics)
    if game is None or bundle is None or diagnostics.count > before:
        return None
    source = game.head.languages[0]
    translated = game
    if language and language != source:
        if not languages_of(game, game.head.languages, [language], diagnostics):
            return None
        edition = open_edition(files, game, language, diagnostics)
        if edition is None or diagnostics.count > before:
            return None
        translated = edition.game
    return Playable(game, bundle, make_names(game, translated), translated.head.title, language or source)


def setups(
    playable: Playable,
    players: Sequence[int],
    bots: Sequence[str],
    options: Mapping[str, Any],
    seed: str,
    is_turning: bool,
    diagnostics: Diagnostics,
    option: str = "--set",
) -> list[GameSetup]:
    """Return the setup for each requested number of players, or for all of the game's.

    Empty if the game is not for so many players, has no such bot or value, or fewer seats than bots that keep one.
    """
    bundle, game, before = playable.bundle, playable.game, diagnostics.count
    check_bots(bundle, bots, Place(bundle.bots_file), diagnostics)
    check_player_counts(game, players, game.source.place_of("players"), diagnostics)
    check_values(bundle, options, Place(option), diagnostics)
    usual, numbers = tuple(bots) or bundle.usual, tuple(players) or bundle.players
    if not is_turning:
        check_seats(usual, numbers, Place("--fixed-seats"), diagnostics)
    if diagnostics.count > before:
        return []
    return [GameSetup(number, seed, usual, options, is_turning) for number in numbers]


def trace(
    playable: Playable,
    setup: GameSetup,
    picks: tuple[int, ...] | None,
    diagnostics: Diagnostics,
    limits: Limits = USUAL,
) -> list[str]:
    """Return the lines of a traced game; one that fails is reported and traced up to its failure."""
    bundle = playable.bundle
    task = Task(run_trace, (bundle, setup, playable.names, picks), 1, bundle.rules_file, setup, limits)
    (result,) = run_tasks([task], 1)
    if not isinstance(result, tuple):
        diagnostics.add(failure_diagnostic(result, playable.game))
        return []
    lines, failure = result
    if failure:
        diagnostics.add(failure_diagnostic(failure, playable.game))
    line_up = setup.line_up()
    bots = ", ".join(map(playable.names.word, line_up if len(set(line_up)) > 1 else line_up[:1]))
    head = f"{playable.title} · {setup.players} · {bots} · {setup.seed}"
    return [head, "", *[typeset(line, playable.language) for line in lines]]


@dataclass
class SimulationProgress:
    """The progress of a simulation.

    Attributes:
        games: The number of games played.
        total: The number of games to play; None if it is not known.
        report: Returns the report of the games so far.
    """

    games: int
    total: int | None
    report: Callable[[], Report]


def run(
    playable: Playable,
    setup: GameSetup,
    games: int | None,
    submit: Submit,
    jobs: int,
    diagnostics: Diagnostics,
    limits: Limits = USUAL,
    waits_for_cards: bool = False,
    people: People | None = None,
    cost: str = "",
) -> Iterator[SimulationProgress]:
    """Simulate; yield the progress after each block of games, until one fails. The last report is the result."""
    bundle = playable.bundle
    seconds = playable.game.head.play.seconds
    try:
        for tally in simulate(Simulation(bundle, setup, games, limits, waits_for_cards), submit, jobs):
            yield SimulationProgress(
                tally.games, games, partial(make_report, tally, bundle, setup, seconds, playable.names, people, cost)
            )
    except GameBroken as broken:
        diagnostics.add(failure_diagnostic(broken.failure, playable.game))


DIARY = "output/tables/diary.jsonl"
"""The playtest diary, which ``pnp play`` writes."""


def read_people(files: Files, playable: Playable, setup: GameSetup) -> People | None:
    """Return what the playtest diary has of people in a game with a setup's players and values; None for nothing."""
    if not files.exists(DIARY):
        return None
    lines = files.text(DIARY).splitlines()
    return people_of(lines, playable.bundle.game, setup.players, setup.values)


class AnalysisProgress(NamedTuple):
    """The progress of an analysis with one number of players.

    Attributes:
        name: Who plays now.
        part: The part that is done, from 0 to 1.
        result: Returns what is known so far; None before that. ``as_json()`` of it gives plain values.
    """

    name: str
    part: float
    result: Callable[[], Any]


class Analysis(NamedTuple):
    """A question that ``pnp simulate`` answers besides its report, by the option of its name: ``--skill``.

    Attributes:
        run: Yields the progress; the last result is the answer. It takes the game, the setup, its bots (none means
            those that the analysis chooses), the number of games, how tasks are submitted, in how many processes, and
            the collector of faults.
        as_text: Returns an answer as text.
        as_html: Returns the page of the answers, one for each number of players; None without a page.
    """

    run: Callable[[Playable, GameSetup, Sequence[str], int, Submit, int, Diagnostics], Iterator[AnalysisProgress]]
    as_text: Callable[[Any], str]
    as_html: Callable[[Sequence[Any], FontSet], str] | None = None


def run_variants(
    other: Playable,
    values: Mapping[str, Any],
    label: str,
    playable: Playable,
    setup: GameSetup,
    _bots: Sequence[str],
    games: int,
    submit: Submit,
    jobs: int,
    diagnostics: Diagnostics,
) -> Iterator[AnalysisProgress]:
    """Play a game and a variant of it from the same seeds: an Analysis, once the variant is given.

    Args:
        other: The game of the variant: the same one, or another state of its project.
        values: What is set in the variant.
        label: What the variant is called besides these values.
        playable: The game.
        setup: Its setup.
        games: The number of pairs of games.
        submit: Plays a block, in another process or on another machine.
        jobs: How many blocks are played at a time.
        diagnostics: Collects the failure of a game.
    """
    pair = (Variant(playable.bundle, setup), Variant(other.bundle, replace(setup, values=values), label))
    try:
        for sums in simulate_pairs(pair, games, submit, jobs):
            name = counted(sums.games, "pair")
            yield AnalysisProgress(name, sums.games / games, partial(variant_report, sums, pair, playable.names))
    except GameBroken as broken:
        diagnostics.add(failure_diagnostic(broken.failure, playable.game))


@contextmanager
def local_processes(jobs: int) -> Iterator[tuple[Submit, int]]:
    """Yield the submit function and the number of processes of this machine."""
    with LocalExecutor(jobs) as executor:
        yield executor.submit, jobs


@contextmanager
def cluster(address: str) -> Iterator[tuple[Submit, int]]:
    """Yield the submit function and the number of threads of a Dask cluster.

    Raises:
        Fault: Dask is not installed, or no scheduler with workers answers at the address.
    """
    try:
        from distributed import Client
    except ImportError:
        fix = "pip install '.[cluster]' in pnp's repository"
        raise Fault(Code.CLUSTER, Place("--scheduler"), what="Dask is not installed", fix=fix) from None
    if not _ADDRESS.fullmatch(address):
        what, fix = f"{address} is not an address of a scheduler", "write it as tcp://host:8786"
        raise Fault(Code.CLUSTER, Place("--scheduler"), what=what, fix=fix)
    try:
        client = Client(address, timeout=ANSWER_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        what = f"no scheduler answers at {address}: {error}"
        fix = "start one with dask scheduler, and workers with dask worker"
        raise Fault(Code.CLUSTER, Place("--scheduler"), what=what, fix=fix) from None
    logging.getLogger("distributed").setLevel(logging.ERROR)  # a lost worker's games are played again
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            what = f"the scheduler at {address} has no workers"
            raise Fault(Code.CLUSTER, Place("--scheduler"), what=what, fix="start some with dask worker")
        yield client.get_executor(retries=3).submit, threads


def report_page(
    reports: Sequence[Any],
    playable: Playable,
    files: Files,
    diagnostics: Diagnostics,
    as_html: Callable[[Sequence[Any], FontSet], str] | None = None,
) -> str | None:
    """Return the reports and their charts as an HTML page; None if the project has no fonts to measure texts with.

    Args:
        reports: At least one report, all on one game and of one kind.
        playable: The game, whose cards the page shows.
        files: The project.
        diagnostics: Collects the faults of the fonts.
        as_html: Returns the page of such reports; None for those of ``run``.
    """
    from pnp.play.card_verdicts import card_pictures
    from pnp.play.report.html import cards_on_page, report_html
    from pnp.project.fonts import load_fonts
    from pnp.workers.supervisor import supervised

    fonts = load_fonts(files, diagnostics)
    if not fonts.families:
        return None
    if as_html:
        return as_html(reports, fonts)
    faces: Mapping[CardName, bytes] = {}
    with Diagnostics().catch_faults():  # a build reports them; here they cost no more than the faces
        faces = supervised(partial(card_pictures, files, playable.game, playable.language, cards_on_page(reports)))
    return report_html(reports, fonts, faces)
