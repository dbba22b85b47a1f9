"""pnp check."""

from typing import TYPE_CHECKING, Annotated

import typer

from pnp.commands.completion import complete_decks
from pnp.commands.options import A4, GameOptions, Paper, WorkOptions, grouped, open_project, processes
from pnp.commands.terminal import ProgressBar, exit_with, report_faults, say
from pnp.core.plugins import plugins

if TYPE_CHECKING:
    from pnp.core.diagnostics import Diagnostics
    from pnp.editing.edits import FileChange
    from pnp.project.files import Files

PLAYS = "play" in plugins("pnp.stages")
"""Whether games are played, which some options are about."""


@grouped
def check(
    *,
    context: typer.Context,
    game_options: GameOptions,
    paper: Paper = A4,
    profile: Annotated[
        str,
        typer.Option(
            metavar="SHOP",
            help="Check cards for a print shop: the-game-crafter, makeplayingcards, drivethrucards, offset, plain, "
            "or a profile of the project.",
            show_default=False,
        ),
    ] = "",
    deck: Annotated[
        list[str] | None,
        typer.Option(
            "--deck",
            "-d",
            help="With --profile: only this deck or extra; may be repeated.",
            autocompletion=complete_decks,
        ),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only", help="Run only these checks, such as colours,contrast; see docs/commands.md.", metavar="NAME"
        ),
    ] = None,
    no_code: Annotated[
        bool, typer.Option("--no-code", help="Do not run the project's rules.py and bots.py.", hidden=not PLAYS)
    ] = False,
    claims: Annotated[
        bool,
        typer.Option(
            "--claims", help="List all claims with their tests, and sentences without a test.", hidden=not PLAYS
        ),
    ] = False,
    mutate: Annotated[
        bool,
        typer.Option(
            "--mutate",
            help="Change rules.py in one place after another, and list the changes that no test notices.",
            hidden=not PLAYS,
        ),
    ] = False,
    fix: Annotated[
        bool,
        typer.Option(
            "--fix", help="Correct what has one certain correction, such as a misspelt name, in the project's files."
        ),
    ] = False,
    work: WorkOptions,
) -> None:
    """Run ``pnp check``."""
    from pnp import api
    from pnp.commands.arguments import parse_checks, parse_profile
    from pnp.commands.sheet_options import given_options
    from pnp.core.diagnostics import Diagnostics
    from pnp.core.printing import Printing

    files = open_project(game_options.project)
    names = parse_checks(only or [])
    if only and names == {"preflight"} and not profile:
        raise typer.BadParameter("needs a print shop: --profile SHOP", param_hint="--only preflight")
    if deck and not profile:
        raise typer.BadParameter("needs a print shop: --profile SHOP", param_hint="--deck")
    options = api.CheckOptions(
        games=game_options.names,
        languages=game_options.languages,
        printing=Printing(paper, given=given_options(context)),
        checks=names,
        jobs=0 if no_code else processes(work.jobs),
        every_claim=claims,
        mutate=mutate,
        profile=parse_profile(profile, files) if profile else "",
        decks=tuple(deck or ()),
    )
    checked = api.CheckResult()
    with checked.diagnostics.catch_faults(), ProgressBar() as progress:
        checked = api.check(files, options, limits=work.limits, progress=progress)
    failed = Diagnostics()
    if fix and (done := _correct(files, checked.diagnostics, failed)):
        files = open_project(game_options.project)
        for line in done:
            say(line)
        with checked.diagnostics.catch_faults(), ProgressBar() as progress:
            checked = api.check(files, options, limits=work.limits, progress=progress)
    checked.diagnostics.extend(failed)
    faulty = report_faults(checked.diagnostics, files, work.form, work.strict)
    for summary in checked.summaries if work.form == "text" and (claims or mutate or not faulty) else ():
        say(summary)
    if faulty:
        exit_with(faulty)


def _correct(files: "Files", diagnostics: "Diagnostics", failed: "Diagnostics") -> list[str]:
    """Correct faults whose fix is certain, each as a step that the studio can undo; return a line for each.

    Args:
        files: The project.
        diagnostics: Its faults.
        failed: Receives a fault for each file that cannot be written.
    """
    from pnp.core.diagnostics import Diagnostics
    from pnp.editing.fixes import proven_fix
    from pnp.editing.history import EditHistory
    from pnp.project.files import Files, find_games

    games, done = find_games(files, (), Diagnostics()), []
    for diagnostic in diagnostics:
        if not getattr(diagnostic.fix, "is_certain", False):
            continue
        changes: list[FileChange] = []
        with Diagnostics().catch_faults():  # a file that is not edited, such as rules.py: its own fault stays
            changes = proven_fix(diagnostic, Files(files.root), games)
        with failed.catch_faults():
            if changes:
                EditHistory(files.root).make(f"correct {diagnostic.code}", changes)
                done.append(f"{diagnostic.place}: corrected {diagnostic.code}: {diagnostic.fix.removesuffix('?')}")
    return done
