"""A project → all that is wrong with it, and what was looked at. Makes everything, plays the games, writes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pnp.build import make
from pnp.checks import CHECKS, run_checks, summaries
from pnp.checks.data import unused_lines
from pnp.checks.mutation import mutate
from pnp.checks.playing import playing
from pnp.checks.subject import GameSubject, Request
from pnp.checks.verdicts import summary_lines
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place, counted, suggest
from pnp.core.plugins import plugins
from pnp.layout.printing import Printing
from pnp.products import PRODUCTS
from pnp.project.files import Files
from pnp.project.fonts import load_fonts
from pnp.project.game import Game
from pnp.project.play import claims_path, examples_path
from pnp.project.profile import load_profile
from pnp.source_game import read_source_games
from pnp.workers.activity import activity
from pnp.workers.limits import USUAL, Limits
from pnp.workers.pool import Step, within

PRINT = "print"
"""The name of what is told while everything is laid out and made: texts that overflow, glyphs that are missing, …"""
PLAY = "play"
"""The name of what is told when games are played: examples, claims, rules that fail."""
RULES = "rules"
"""The checks of a game's code without running it; they come before playing, whatever is asked for."""
NAMES = (*dict.fromkeys(check.name for check in CHECKS), PRINT, PLAY)
"""The checks of pnp, by which users choose."""


def check_names() -> tuple[str, ...]:
    """The names of all checks: pnp's own, then those of installed packages."""
    return tuple(dict.fromkeys((*NAMES, *plugins("pnp.checks"))))


@dataclass(frozen=True)
class CheckOptions:
    """What to check, and how.

    Attributes:
        games: Names; none means all.
        languages: Codes; none means all of each game.
        printing: For which paper.
        profile: The print shop that cards are to go to; empty for none.
        decks: Decks and extras that are to go there; none means all decks.
        checks: Which of `check_names`.
        jobs: How many processes may play the games; 0 to run no code of the project.
        limits: How long each game may take.
        mutate: Whether to change the rules in one place after another, to see what no test notices; takes minutes.
        every_claim: Whether its summaries tell of all claims, not only of those that are contradicted, and of all
            sentences that rest on nothing.
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
class Checked:
    """What a check gives.

    Attributes:
        summaries: Lines on each game that was read: what was looked at, what playing has shown.
    """

    diagnostics: Diagnostics = field(default_factory=Diagnostics)
    summaries: list[str] = field(default_factory=list)


def check(files: Files, options: CheckOptions, step: Step | None = None) -> Checked:
    """Check the games of a project.

    Args:
        files: The project.
        options: What to check, and how.
        step: Receives the progress.
    """
    checked = Checked()
    diagnostics = checked.diagnostics
    source_games = list(read_source_games(files, options.games, diagnostics))
    if not source_games:
        return checked
    profile = load_profile(files, options.profile, diagnostics) if options.profile else None
    if profile is not None:
        profile = replace(profile, decks=tuple(options.decks))
        _report_unknown(options.decks, [source_game.game for source_game in source_games], diagnostics)
    fonts = load_fonts(files, diagnostics)
    subjects = [GameSubject(files, source_game, fonts) for source_game in source_games]
    for subject in subjects:
        if misread := _misread(subject.game, diagnostics):
            checked.summaries.append(f"{subject.game.name}: not looked at, as {misread[0]} has errors")
            subjects = [other for other in subjects if other is not subject]
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
                told = within(step, number / len(subjects) / 2, 1 / len(subjects) / 2)
                languages, printing = options.languages, options.printing
                make(subject, languages, printing, products, options.checks, diagnostics, told, profile)
        for evidence in finish(within(step, 0.5, 0.5)):
            checked.summaries += summary_lines(evidence, options.every_claim)
    for subject in subjects if options.mutate and options.jobs else ():
        if subject.game.name not in unsound:
            checked.summaries.append(mutate(subject.game, files, options.jobs, diagnostics, step))
    request = Request(options.languages, profile, options.every_claim)
    lines = [line for subject in subjects for line in summaries(options.checks, subject, request)]
    checked.summaries += dict.fromkeys(lines)
    for subject in subjects if frozenset(NAMES) <= options.checks else ():  # only then has everything been read
        checked.summaries += unused_lines(subject)
    return checked


def _report_unknown(decks: Sequence[str], games: Sequence[Game], diagnostics: Diagnostics) -> None:
    """Report names that no game has a deck or extra of."""
    known = {name for game in games for name in (*game.decks, *game.extras)}
    for name in decks:
        if name not in known:
            fix = suggest(name, known)
            diagnostics.report(Code.DECK_UNKNOWN, Place("data"), what=f"no deck {name}", fix=fix)


def _misread(game: Game, read: Diagnostics) -> list[str]:
    """The files of a game's head and cards that have errors, among what was told on reading.

    What was written wrong there is wrong wherever it is used, and would be told once more at each of these places.
    Examples and claims with errors are left out of the game.
    """
    tests = (examples_path(game.name), claims_path(game.name))
    files = sorted({told.place.path for told in read if told.severity == "error"})
    return [file for file in files if file.startswith(f"data/{game.name}/") and file not in tests]


def _is_unsound(subject: GameSubject, diagnostics: Diagnostics) -> bool:
    """Whether the code of a game has errors that are seen without running it; they are told."""
    found = Diagnostics()
    run_checks("game", {RULES}, subject, found)
    diagnostics.extend(found)
    return any(diagnostic.severity == "error" for diagnostic in found)


def _summary(game: Game) -> str:
    """A game's decks in a line: what a check has looked at."""
    decks = ", ".join(f"{deck.size} {name}" for name, deck in game.decks.items())
    hold = counted(len(game.head.expect), "expectation holds", "expectations hold")
    return f"{game.name}: {decks}; {hold}; {', '.join(game.head.languages)}"
