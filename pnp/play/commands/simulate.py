"""pnp simulate."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from pnp.commands.completion import complete_languages
from pnp.commands.options import Jobs, ProjectDir, game_argument, open_project, processes
from pnp.commands.terminal import STOPPED, ProgressBar, exit_with, report_faults, say, say_json, short_path
from pnp.core.frozen_dataclass import frozen_dataclass

if TYPE_CHECKING:
    from pnp.core.diagnostics import Diagnostics
    from pnp.play.game_bundle import GameSetup
    from pnp.play.processes import Submit
    from pnp.play.simulate import Analysis, Playable
    from pnp.play.simulation.report import Report
    from pnp.project.files import Files
    from pnp.workers.pool import Progress


ReportForm = Literal["text", "json", "csv", "parquet"]
"""The forms in which a report is printed; the last two are tables of cards and options."""


def simulate(
    game: Annotated[str, game_argument("A game, by its folder in data/; default: the project's only one.")] = "",
    players: Annotated[
        list[str] | None, typer.Option("--players", "-n", help="Numbers of players: 4, or 3,4; default: all.")
    ] = None,
    bots: Annotated[
        str,
        typer.Option(help="The bot of each seat: random, or functions of bots.py, such as careful,random."),
    ] = "",
    fixed: Annotated[
        bool, typer.Option("--fixed-seats", help="Bots keep their seats instead of changing them from game to game.")
    ] = False,
    games: Annotated[
        str,
        typer.Option(
            help="Games; certain: until it is certain whether seats are fair, or how often all win; certain:cards:"
            " also until a card that matters would have been detected."
        ),
    ] = "2000",
    skill: Annotated[
        bool,
        typer.Option(
            "--skill",
            help="Luck against skill: compare random players, the game's bot and one who searches, or those of --bots,"
            " weakest first.",
        ),
    ] = False,
    seed: Annotated[str, typer.Option(help="The seed of shuffles and dice; game 31 of seed 7 is 7:31.")] = "7",
    values: Annotated[
        list[str] | None,
        typer.Option("--set", help="Change a fact or a value of the table: hand=6, variants=raider."),
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against",
            help="Compare with a variant from the same seeds: --set bonus=3 --against bonus=5. A bare name is a folder:"
            " another state of the project, such as a worktree of git.",
        ),
    ] = None,
    trace: Annotated[
        bool, typer.Option("--trace", help="Print one game move by move: the one that --seed names.")
    ] = False,
    picks: Annotated[str, typer.Option(help="With --trace: the options picked, by number, such as 0,3,1.")] = "",
    perfect: Annotated[
        bool, typer.Option("--perfect", help="Compute who wins a small game of two players if both play perfectly.")
    ] = False,
    people: Annotated[
        bool, typer.Option("--people", help="Compare the bots with people, from the playtest diary of pnp play.")
    ] = False,
    cost: Annotated[
        str, typer.Option(help="The field of numbers that is a card's cost; default: cost or price, if there is one.")
    ] = "",
    lang: Annotated[
        str,
        typer.Option(
            "--lang", "-l", help="The language of a trace or a report, such as fr.", autocompletion=complete_languages
        ),
    ] = "",
    report: Annotated[
        Path | None, typer.Option(help="Write the report with its charts: a file ending in .html.")
    ] = None,
    keep: Annotated[
        bool,
        typer.Option(
            "--keep",
            help="Keep the report in output/GAME/simulation, and the verdict on each card, which the preview shows.",
        ),
    ] = False,
    form: Annotated[
        ReportForm, typer.Option("--format", case_sensitive=False, help="The format in which the report is printed.")
    ] = "text",
    jobs: Jobs = 0,
    scheduler: Annotated[str, typer.Option(help="Play on a Dask cluster: tcp://host:8786.")] = "",
    project: ProjectDir = Path(),
) -> None:
    """Run ``pnp simulate``."""
    from pnp.core.diagnostics import Diagnostics
    from pnp.play.commands.arguments import CERTAIN_OF_CARDS, parse_games, parse_picks, parse_players, parse_values
    from pnp.play.simulate import setups
    from pnp.play.simulation.balance import cost_field
    from pnp.workers.supervisor import supervised

    game_count, is_traced = parse_games(games), trace or bool(picks)
    if report is not None and report.suffix != ".html":
        fix = f"write {report.with_suffix('.html').name}, which a browser prints or saves as a PDF"
        raise typer.BadParameter(f"{report.name} must end in .html; {fix}", param_hint="--report")
    if ":" in seed and not is_traced:
        raise typer.BadParameter(f"{seed} names one game; add --trace to print it move by move", param_hint="--seed")
    if skill and (is_traced or fixed or people or game_count is None):
        conflict = next(
            filter(None, ("--trace" * is_traced, "--fixed-seats" * fixed, "--people" * people)), f"--games {games}"
        )
        raise typer.BadParameter(f"cannot be combined with {conflict}", param_hint="--skill")
    others = ("--trace" * is_traced, "--skill" * skill, "--perfect" * perfect, "--against" * bool(against))
    if keep and (conflict := next(filter(None, (*others, "--set" * bool(values))), "")):
        what = f"keeps what is simulated of the game as it is, and cannot be combined with {conflict}"
        raise typer.BadParameter(what, param_hint="--keep")
    if is_traced and (report is not None or people or form != "text"):
        raise typer.BadParameter("prints one game as text, and makes no report", param_hint="--trace")
    if form in ("csv", "parquet"):
        _check_table(form, skill or perfect or bool(against))
    if against and (is_traced or skill or perfect or people or game_count is None):
        raise typer.BadParameter("compares two variants in a number of games, and nothing else", param_hint="--against")
    if perfect and (is_traced or skill or people or report is not None or players not in (None, [], ["2"])):
        raise typer.BadParameter("is for two players, and cannot be combined", param_hint="--perfect")
    files = open_project(project)
    diagnostics = Diagnostics()
    playable = None
    with diagnostics.catch_faults():
        playable, faults = supervised(partial(_open, files, game or _only_game(files), lang))
        diagnostics.extend(faults)
    game_setups: Sequence[GameSetup] = ()
    if (
        playable is not None
        and cost
        and not any(cost_field(playable.bundle, deck, cost) for deck in playable.bundle.decks)
    ):
        raise typer.BadParameter(f"no deck has a field {cost} with numbers of five faces or more", param_hint="--cost")
    if playable is not None:
        playing = [bot.strip() for bot in bots.split(",") if bot.strip()]
        numbers, options = [2] if perfect else parse_players(players or []), parse_values(values or [])
        game_setups = setups(playable, numbers, playing, options, seed, not fixed, diagnostics)
        if skill and 0 < len(set(playing)) < 2:
            raise typer.BadParameter(
                "compares two bots or more: name them in --bots, weakest first", param_hint="--skill"
            )
    if playable is None or not game_setups:
        exit_with(report_faults(diagnostics, files))
    if perfect:
        _perfect(playable, game_setups[0], form, files)
    elif is_traced:
        _trace(playable, game_setups[0], parse_picks(picks), files)
    else:
        analysis = _analysis("skill") if skill else None
        if against:
            analysis = _variants(playable, game_setups[0], against, game or _only_game(files), lang, files)
        request = SimulationRequest(
            game_count, games == CERTAIN_OF_CARDS, analysis, people, cost, processes(jobs), scheduler, keep
        )
        _simulate(playable, game_setups, request, report, form, files)


def _check_table(form: ReportForm, is_analysis: bool) -> None:
    """Refuse a table that cannot be made or printed."""
    if is_analysis:
        raise typer.BadParameter("has rows of cards and options, which other analyses lack", param_hint="--format")
    if form == "parquet" and sys.stdout.isatty():
        raise typer.BadParameter("is no text; add > cards.parquet", param_hint="--format parquet")
    if form == "parquet" and find_spec("pyarrow") is None:
        raise typer.BadParameter("needs pyarrow: pip install pyarrow", param_hint="--format parquet")


def _only_game(files: Files) -> str:
    """Return the game of a project that has only one; "" for a project without games, which opening it reports."""
    from pnp.project.files import game_names

    names = game_names(files)
    if len(names) > 1:
        raise typer.BadParameter(f"is missing, and the project has several: {', '.join(names)}", param_hint="GAME")
    return "".join(names)


def _open(files: Files, game: str, lang: str, _step: Progress) -> tuple[Playable | None, Diagnostics]:
    """Return the requested game, and its faults."""
    from pnp.core.diagnostics import Diagnostics
    from pnp.play.simulate import open_playable

    diagnostics = Diagnostics()
    return open_playable(files, game, lang, diagnostics), diagnostics


def _trace(playable: Playable, setup: GameSetup, picks: tuple[int, ...] | None, files: Files) -> None:
    from pnp.core.diagnostics import Diagnostics
    from pnp.play.simulate import trace

    if ":" not in setup.seed:
        setup = replace(setup, seed=f"{setup.seed}:0")
    diagnostics = Diagnostics()
    for line in trace(playable, setup, picks, diagnostics):
        say(line)
    if faulty := report_faults(diagnostics, files):
        exit_with(faulty)


def _perfect(playable: Playable, setup: GameSetup, form: ReportForm, files: Files) -> None:
    from pnp.core.diagnostics import Diagnostics
    from pnp.play.simulate import local_processes

    diagnostics, analysis = Diagnostics(), _analysis("perfect")
    with local_processes(1) as (submit, workers):
        for latest in analysis.run(playable, setup, (), 1, submit, workers, diagnostics):
            result = latest.result()
            if form == "json":
                say_json(result.as_json())
            else:
                say(*analysis.as_text(result).split("\n"))
    if faulty := report_faults(diagnostics, files):
        exit_with(faulty)


def _variants(
    playable: Playable, setup: GameSetup, against: Sequence[str], game: str, lang: str, files: Files
) -> Analysis:
    """Return the comparison with another variant: other values, or another state of the project."""
    from pnp.core.diagnostics import Diagnostics
    from pnp.play.commands.arguments import parse_values
    from pnp.play.report.variant_words import as_html, as_text
    from pnp.play.simulate import Analysis, run_variants, setups
    from pnp.workers.supervisor import supervised

    diagnostics = Diagnostics()
    folders = [name for name in against if "=" not in name]
    other: Playable | None = playable
    if len(folders) > 1:
        raise typer.BadParameter("takes one folder", param_hint="--against")
    for folder in folders:
        other_files = open_project(Path(folder))
        with diagnostics.catch_faults():
            other, faults = supervised(partial(_open, other_files, game, lang))
            diagnostics.extend(faults)
        if other is None or diagnostics:
            exit_with(report_faults(diagnostics, other_files))
    values = dict(parse_values([name for name in against if "=" in name], "--against")) or dict(setup.values)
    bots, is_turning = setup.bots, setup.is_turning
    if other is None or not setups(
        other, [setup.players], bots, values, setup.seed, is_turning, diagnostics, "--against"
    ):
        exit_with(report_faults(diagnostics, files))
    return Analysis(partial(run_variants, other, values, " ".join(folders)), as_text, as_html)


def _analysis(name: str) -> Analysis:
    """Return the analysis that an option asks for."""
    from pnp.core.plugins import load_plugin

    analysis: Analysis | None = load_plugin("pnp.analyses", name)
    if analysis is None:
        raise typer.BadParameter("the laboratory of pnp is not installed", param_hint=f"--{name}")
    return analysis


@frozen_dataclass
class SimulationRequest:
    """What to play, and where.

    Attributes:
        games: The number of games; None to go on until it is certain.
        waits_for_cards: Whether to go on until it is certain of cards, too.
        analysis: What is asked besides the report; None for the report alone.
        people: Whether to show what people did.
        cost: The field of cards that is their cost; empty for one that is called so.
        jobs: How many processes may work.
        scheduler: The address of a cluster; empty for this machine.
        keep: Whether to keep the report, and the verdicts on cards, in the output folder.
    """

    games: int | None
    waits_for_cards: bool
    analysis: Analysis | None
    people: bool
    cost: str
    jobs: int
    scheduler: str
    keep: bool


def _simulate(
    playable: Playable,
    game_setups: Sequence[GameSetup],
    request: SimulationRequest,
    report: Path | None,
    form: ReportForm,
    files: Files,
) -> None:
    from pnp.core.diagnostics import Diagnostics

    diagnostics = Diagnostics()
    analysis = request.analysis
    results: list[Any] = []
    is_stopped = False
    with diagnostics.catch_faults():
        if analysis:
            results, is_stopped = _analyse(analysis, playable, game_setups, request, diagnostics)
        else:
            results, is_stopped = _play(playable, game_setups, request, files, diagnostics)
    written: list[Path] = []
    if results and not diagnostics and (report or request.keep):
        written = _write(results, analysis, report, request.keep, playable, files, diagnostics)
    if form == "json":
        say_json([result.as_json() for result in results])
    elif form in ("csv", "parquet") and results:
        from pnp.play.report.rows import as_csv, as_parquet

        sys.stdout.buffer.write(as_parquet(results) if form == "parquet" else as_csv(results).encode())
    elif results:
        from pnp.play.report.terminal import as_text

        texts = [analysis.as_text(result) if analysis else as_text(result) for result in results]
        say(*"\n\n".join(texts).split("\n"))
    for path in written:
        say(short_path(path), err=form != "text")
    faulty = report_faults(diagnostics, files)
    if is_stopped:
        say(f"stopped; {'this is what is known so far' if results else 'nothing is known yet'}", err=True)
        raise typer.Exit(STOPPED)
    if faulty:
        exit_with(faulty)


def _analyse(
    analysis: Analysis,
    playable: Playable,
    game_setups: Sequence[GameSetup],
    request: SimulationRequest,
    diagnostics: Diagnostics,
) -> tuple[list[Any], bool]:
    """Return the answer of an analysis for each number of players, and whether Ctrl-C has ended it."""
    from pnp.core.diagnostics import counted

    reports: list[Any] = []
    bots = list(game_setups[0].bots) if game_setups[0].bots != playable.bundle.usual else []
    with _executor(request) as (submit, workers), ProgressBar() as progress:
        for number, setup in enumerate(game_setups):
            latest, is_stopped = None, False
            try:
                for latest in analysis.run(playable, setup, bots, request.games or 1, submit, workers, diagnostics):
                    name = f"{counted(setup.players, 'player')}, {latest.name}"
                    progress(name, (number + latest.part) / len(game_setups))
            except KeyboardInterrupt:
                is_stopped = True
            if diagnostics:
                return reports, False
            if latest is not None and (report := latest.result()):
                reports.append(report)
            if is_stopped:
                return reports, True
    return reports, False


def _executor(request: SimulationRequest) -> AbstractContextManager[tuple[Submit, int]]:
    """Return where to play: on a cluster, or in processes of this machine."""
    from pnp.play.simulate import cluster, local_processes

    return cluster(request.scheduler) if request.scheduler else local_processes(request.jobs)


def _play(
    playable: Playable,
    game_setups: Sequence[GameSetup],
    request: SimulationRequest,
    files: Files,
    diagnostics: Diagnostics,
) -> tuple[list[Report], bool]:
    """Return a report for each number of players with games, and whether Ctrl-C has ended the simulation."""
    from pnp.core.diagnostics import counted
    from pnp.play.simulate import read_people, run
    from pnp.play.simulation.blocks import MAX_GAMES

    reports: list[Report] = []
    by_setup = [read_people(files, playable, setup) if request.people else None for setup in game_setups]
    if request.people and not any(by_setup):
        say("the playtest diary, output/tables/diary.jsonl, has no such game of people", err=True)
    with _executor(request) as (submit, workers), ProgressBar() as progress:
        for number, setup in enumerate(game_setups):
            latest, is_stopped = None, False
            try:
                going = run(
                    playable,
                    setup,
                    request.games,
                    submit,
                    workers,
                    diagnostics,
                    waits_for_cards=request.waits_for_cards,
                    people=by_setup[number],
                    cost=request.cost,
                )
                for latest in going:
                    part = latest.games / (latest.total or MAX_GAMES)
                    name = f"{counted(setup.players, 'player')}, {counted(latest.games, 'game')}"
                    progress(name, (number + part) / len(game_setups))
            except KeyboardInterrupt:
                is_stopped = True
            if diagnostics:
                return reports, False
            if latest is not None:
                reports.append(latest.report())
            if is_stopped:
                return reports, True
    return reports, False


def _write(
    reports: Sequence[Any],
    analysis: Analysis | None,
    path: Path | None,
    keep: bool,
    playable: Playable,
    files: Files,
    diagnostics: Diagnostics,
) -> list[Path]:
    """Write the page to a path, and where it is kept, and return the paths; a fault that prevents it is reported."""
    from pnp.outputs import Output, refuse_links, write_all
    from pnp.play.simulate import report_page

    written: list[Path] = []
    with diagnostics.catch_faults():
        page = report_page(reports, playable, files, diagnostics, analysis.as_html if analysis else None)
        if page is None or diagnostics:
            return written
        if path is not None:
            write_all([Output(path.name, page.encode(), "")], path.parent)
            written.append(path)
        if keep:
            from pnp.play.card_verdicts import card_verdicts

            folder = refuse_links(Path(files.root), playable.game.name)
            verdicts = card_verdicts(files, playable.game, reports)
            outputs = [("report.html", page.encode()), ("cards.json", verdicts)]
            write_all([Output(f"simulation/{name}", content, "") for name, content in outputs], folder)
            written.append(folder / "simulation" / "report.html")
    return written
