"""A project → diagnostics and a summary of each game, in three stages: read, lay out, play. Nothing is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace

from pnp.build import BuildOptions, make_editions
from pnp.checks import (
    CHECKS,
    StageRequest,
    added_checks,
    added_stages,
    run_checks,
    start_stage,
    summaries,
)
from pnp.checks.data import unused_lines
from pnp.checks.subject import GameSubject, Request
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place, counted, suggest
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.plugins import plugins
from pnp.core.printing import Printing
from pnp.products import products
from pnp.project.claims import claims_path
from pnp.project.examples import examples_path
from pnp.project.files import Files
from pnp.project.fonts import load_fonts
from pnp.project.game import Game
from pnp.project.profile import ShopProfile
from pnp.project.profiles import load_profile
from pnp.source_game import read_source_games
from pnp.workers.activity import activity
from pnp.workers.limits import USUAL, Limits
from pnp.workers.pool import Progress, subprogress

PRINT = "print"
"""The name of the check that makes all products, which finds texts that overflow, glyphs that are missing, and more."""


def check_names() -> tuple[str, ...]:
    """Return the names of all checks: the printer's own, then those and the stages of wings and packages."""
    own = (check.name for check in CHECKS)
    return tuple(dict.fromkeys((*own, PRINT, *plugins("pnp.checks"), *plugins("pnp.stages"))))


@frozen_dataclass
class CheckOptions:
    """The options of a check.

    Attributes:
        games: Names of games; empty for all.
        languages: Codes of languages; empty for all of each game.
        printing: The paper and the way of printing.
        profile: The name of a print shop for the cards; empty for none.
        decks: Decks and extras for that shop; empty for all decks.
        checks: The names of the checks to run, from `check_names`.
        jobs: How many processes may play the games; 0 to run no code of the project.
        limits: How long each game may take.
        mutate: Whether to change the rules in one place after another and report the changes that no test notices,
            which takes minutes.
        every_claim: Whether summaries list all claims, not only contradicted ones, and all sentences without a test.
    """

    games: Sequence[str] = ()
    languages: Sequence[str] = ()
    printing: Printing = Printing()
    profile: str = ""
    decks: Sequence[str] = ()
    checks: frozenset[str] = field(default_factory=lambda: frozenset(check_names()))
    jobs: int = 0
    limits: Limits = USUAL
    every_claim: bool = False
    mutate: bool = False


@dataclass
class CheckResult:
    """The results of a check.

    Attributes:
        summaries: Lines about each game that could be read: what was checked, and the results of playing it.
    """

    diagnostics: Diagnostics = field(default_factory=Diagnostics)
    summaries: list[str] = field(default_factory=list)


def check(files: Files, options: CheckOptions, progress: Progress | None = None) -> CheckResult:
    """Check the games of a project.

    Args:
        files: The project.
        options: The options of the check.
        progress: Called to report progress.
    """
    checked = CheckResult()
    diagnostics = checked.diagnostics
    stages = added_stages(options.checks, diagnostics)
    names = options.checks.difference(*(stage.covers for stage in stages))
    profile, subjects = _read(files, options, names, checked)
    request = StageRequest(files, subjects, options.jobs, options.limits, options.every_claim, options.mutate)
    finishing: list[Callable[[Progress | None], list[str]]] = []
    with ExitStack() as running:
        for stage in stages:
            with diagnostics.catch_faults():
                finishing.append(start_stage(stage, request, diagnostics, running))
        _lay_out(subjects, options, names, profile, diagnostics, subprogress(progress, 0.0, 0.5))
        for finish in finishing:
            with diagnostics.catch_faults():
                checked.summaries += finish(subprogress(progress, 0.5, 0.5))
    requested = Request(options.languages, profile, options.every_claim)
    lines = [line for subject in subjects for line in summaries(options.checks, subject, requested, diagnostics)]
    checked.summaries += dict.fromkeys(lines)
    for subject in subjects if options.checks.issuperset(check_names()) else ():  # only then has everything been read
        checked.summaries += unused_lines(subject)
    return checked


def _read(
    files: Files, options: CheckOptions, names: frozenset[str], checked: CheckResult
) -> tuple[ShopProfile | None, list[GameSubject]]:
    """Read the games and check them in their source languages; return the shop, and the games that can be read."""
    diagnostics = checked.diagnostics
    source_games = list(read_source_games(files, options.games, diagnostics))
    if not source_games:
        return None, []
    profile = load_profile(files, options.profile, diagnostics) if options.profile else None
    if profile is not None:
        profile = replace(profile, decks=tuple(options.decks))
        _report_unknown(options.decks, [source_game.game for source_game in source_games], diagnostics)
    fonts = load_fonts(files, diagnostics)
    subjects = []
    for source_game in source_games:
        if misread := _misread(source_game.game, diagnostics):
            checked.summaries.append(f"{source_game.game.name}: not checked, because {misread[0]} has errors")
        else:
            subjects.append(GameSubject(files, source_game, fonts, options.languages))
    for subject in subjects:
        with activity(subject.game.name, subject.game.source.place):
            run_checks("game", names, subject, diagnostics)
        checked.summaries.append(_summary(subject.game))
    return profile, subjects


def _lay_out(
    subjects: Sequence[GameSubject],
    options: CheckOptions,
    names: frozenset[str],
    profile: ShopProfile | None,
    diagnostics: Diagnostics,
    progress: Progress | None,
) -> None:
    """Lay out the editions of all games, make their products if that is one of the checks, and check each edition."""
    checks = (*CHECKS, *added_checks(names, diagnostics))
    if names.isdisjoint({PRINT, *(check.name for check in checks if check.subject == "edition")}):
        return
    to_make = products(diagnostics) if PRINT in names else ()
    build_options = BuildOptions((), options.languages, options.printing, checks=names, profile=profile)
    for number, subject in enumerate(subjects):
        of_game = subprogress(progress, number / len(subjects), 1 / len(subjects))
        make_editions(subject, to_make, build_options, diagnostics, of_game)


def _report_unknown(decks: Sequence[str], games: Sequence[Game], diagnostics: Diagnostics) -> None:
    """Report names of decks that no game has."""
    names = {name for game in games for name in (*game.decks, *game.extras)}
    for name in decks:
        if name not in names:
            fix = suggest(name, names)
            diagnostics.report(Code.DECK_UNKNOWN, Place("data"), what=f"no deck {name}", fix=fix)


def _misread(game: Game, read: Diagnostics) -> list[str]:
    """Return the files of a game's head and cards in which errors were found while reading.

    A mistake in them would be reported again at each use of the value, so the game is not checked further. Examples and
    claims with errors do not matter: they are left out of the game.
    """
    tests = (examples_path(game.name), claims_path(game.name))
    files = sorted({diagnostic.place.path for diagnostic in read if diagnostic.severity == "error"})
    return [file for file in files if file.startswith(f"data/{game.name}/") and file not in tests]


def _summary(game: Game) -> str:
    """Return a line about a game: its decks, expectations and languages."""
    decks = ", ".join(f"{deck.size} {name}" for name, deck in game.decks.items())
    hold = counted(len(game.head.expect), "expectation holds", "expectations hold")
    return f"{game.name}: {decks}; {hold}; {', '.join(game.head.languages)}"
