"""A project → diagnostics and a summary of each game. It lays out every product, plays the games and writes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pnp.build import EditionPlan, make_editions
from pnp.checks import CHECKS, run_checks, summaries
from pnp.checks.data import unused_lines
from pnp.checks.subject import GameSubject, Request
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place, counted, suggest
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.plugins import plugins
from pnp.core.printing import Printing
from pnp.evidence.mutation import mutate
from pnp.evidence.playing import playing
from pnp.evidence.verdicts import summary_lines
from pnp.products import PRODUCTS
from pnp.project.claims import claims_path
from pnp.project.examples import examples_path
from pnp.project.files import Files
from pnp.project.fonts import load_fonts
from pnp.project.game import Game
from pnp.project.profiles import load_profile
from pnp.source_game import read_source_games
from pnp.workers.activity import activity
from pnp.workers.limits import USUAL, Limits
from pnp.workers.pool import Progress, subprogress

PRINT = "print"
"""The name of the check that makes all products: texts that overflow, glyphs that are missing, …"""
PLAY = "play"
"""The name of the check that plays games: examples, claims, rules that fail."""
RULES = "rules"
"""The checks of a game's code without running it; they run before games are played, requested or not."""
NAMES = (*dict.fromkeys(check.name for check in CHECKS), PRINT, PLAY)
"""The names of pnp's own checks."""


def check_names() -> tuple[str, ...]:
    """Return the names of all checks: pnp's own, then those of installed packages."""
    return tuple(dict.fromkeys((*NAMES, *plugins("pnp.checks"))))


@frozen_dataclass
class CheckOptions:
    """The options of a check.

    Attributes:
        games: Names of games; empty for all.
        languages: Codes of languages; empty for all of each game.
        printing: The paper and the way of printing.
        profile: The name of a print shop for the cards; empty for none.
        decks: Decks and extras for that shop; empty for all decks.
        checks: Names from `check_names`.
        jobs: How many processes may play the games; 0 to run no code of the project.
        limits: How long each game may take.
        mutate: Whether to change the rules in one place after another and report changes that no test notices; it
            takes minutes.
        every_claim: Whether summaries list all claims, not only contradicted ones, and all sentences that rest on
            nothing.
    """

    games: Sequence[str] = ()
    languages: Sequence[str] = ()
    printing: Printing = Printing()
    profile: str = ""
    decks: Sequence[str] = ()
    checks: frozenset[str] = frozenset(NAMES)
    jobs: int = 0
    limits: Limits = USUAL
    every_claim: bool = False
    mutate: bool = False


@dataclass
class CheckResult:
    """The results of a check.

    Attributes:
        summaries: Lines on each game that was read: what was checked, and the results of playing it.
    """

    diagnostics: Diagnostics = field(default_factory=Diagnostics)
    summaries: list[str] = field(default_factory=list)


def check(files: Files, options: CheckOptions, progress: Progress | None = None) -> CheckResult:
    """Check the games of a project.

    Args:
        files: The project.
        options: The options of the check.
        progress: Receives the progress.
    """
    checked = CheckResult()
    diagnostics = checked.diagnostics
    source_games = list(read_source_games(files, options.games, diagnostics))
    if not source_games:
        return checked
    profile = load_profile(files, options.profile, diagnostics) if options.profile else None
    if profile is not None:
        profile = replace(profile, decks=tuple(options.decks))
        _report_unknown(options.decks, [source_game.game for source_game in source_games], diagnostics)
    fonts = load_fonts(files, diagnostics)
    subjects = [GameSubject(files, source_game, fonts, options.languages) for source_game in source_games]
    for subject in subjects:
        if misread := _misread(subject.game, diagnostics):
            checked.summaries.append(f"{subject.game.name}: not looked at, as {misread[0]} has errors")
            subjects = [sound for sound in subjects if sound is not subject]
    unsound: set[str] = set()
    for subject in subjects:
        with activity(subject.game.name, subject.game.source.place):
            run_checks("game", options.checks, subject, diagnostics)
        checked.summaries.append(_summary(subject.game))
        if PLAY in options.checks and _is_unsound(subject, diagnostics):
            unsound.add(subject.game.name)
    played = [subject.game for subject in subjects] if PLAY in options.checks else []
    with playing(played, files, options.jobs, options.limits, unsound, diagnostics) as finish:
        if options.checks & {PRINT, *(check.name for check in CHECKS if check.subject == "edition")}:
            products = PRODUCTS if PRINT in options.checks else ()
            for number, subject in enumerate(subjects):
                of_game = subprogress(progress, number / len(subjects) / 2, 1 / len(subjects) / 2)
                plan = EditionPlan(products, options.printing, options.languages, options.checks, profile)
                make_editions(subject, plan, diagnostics, of_game)
        for evidence in finish(subprogress(progress, 0.5, 0.5)):
            checked.summaries += summary_lines(evidence, options.every_claim)
    for subject in subjects if options.mutate and options.jobs else ():
        if subject.game.name not in unsound:
            checked.summaries.append(mutate(subject.game, files, options.jobs, diagnostics, progress))
    request = Request(options.languages, profile, options.every_claim)
    lines = [line for subject in subjects for line in summaries(options.checks, subject, request, diagnostics)]
    checked.summaries += dict.fromkeys(lines)
    for subject in subjects if frozenset(NAMES) <= options.checks else ():  # only then has everything been read
        checked.summaries += unused_lines(subject)
    return checked


def _report_unknown(decks: Sequence[str], games: Sequence[Game], diagnostics: Diagnostics) -> None:
    """Report names of decks that no game has."""
    names = {name for game in games for name in (*game.decks, *game.extras)}
    for name in decks:
        if name not in names:
            fix = suggest(name, names)
            diagnostics.report(Code.DECK_UNKNOWN, Place("data"), what=f"no deck {name}", fix=fix)


def _misread(game: Game, read: Diagnostics) -> list[str]:
    """Return the files of a game's head and cards in which reading it has found errors.

    A mistake in them would be reported again at each use of the value. Examples and claims with errors are left out of
    the game.
    """
    tests = (examples_path(game.name), claims_path(game.name))
    files = sorted({diagnostic.place.path for diagnostic in read if diagnostic.severity == "error"})
    return [file for file in files if file.startswith(f"data/{game.name}/") and file not in tests]


def _is_unsound(subject: GameSubject, diagnostics: Diagnostics) -> bool:
    """Report the errors in the code of a game that show without running it; return whether there are any."""
    faults = Diagnostics()
    run_checks("game", {RULES}, subject, faults)
    diagnostics.extend(faults)
    return any(diagnostic.severity == "error" for diagnostic in faults)


def _summary(game: Game) -> str:
    """Return a line on a game: its decks, expectations and languages."""
    decks = ", ".join(f"{deck.size} {name}" for name, deck in game.decks.items())
    hold = counted(len(game.head.expect), "expectation holds", "expectations hold")
    return f"{game.name}: {decks}; {hold}; {', '.join(game.head.languages)}"
