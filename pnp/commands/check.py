"""pnp check."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from pnp.commands.completion import known_decks
from pnp.commands.options import (
    A4,
    GIBIBYTES,
    SECONDS,
    Form,
    FormOption,
    Games,
    Jobs,
    Languages,
    MemoryLimit,
    Paper,
    ProjectDir,
    Strict,
    TimeLimit,
    bounds,
    open_project,
    processes,
)
from pnp.commands.terminal import Progress, exit_with, say, tell_faults


def check(
    games: Games = None,
    lang: Languages = None,
    project: ProjectDir = Path(),
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
            "--deck", "-d", help="With --profile: only this deck or extra; may be repeated.", autocompletion=known_decks
        ),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", help="Some of the checks, as colours,contrast; see docs/commands.md.", metavar="NAME"),
    ] = None,
    no_code: Annotated[bool, typer.Option("--no-code", help="Do not run the project's rules.py and bots.py.")] = False,
    claims: Annotated[
        bool,
        typer.Option("--claims", help="List all claims, with what each rests on, and untied sentences."),
    ] = False,
    mutate: Annotated[
        bool, typer.Option("--mutate", help="Change rules.py in one place after another; tell what no test notices.")
    ] = False,
    jobs: Jobs = 0,
    time_limit: TimeLimit = SECONDS,
    memory_limit: MemoryLimit = GIBIBYTES,
    form: FormOption = Form.text,
    strict: Strict = False,
) -> None:
    """Check everything without writing: decks, templates, texts, translations, print, rules, examples, claims."""
    from pnp.check import Checked, CheckOptions, check
    from pnp.commands.arguments import parse_checks, parse_profile
    from pnp.layout.printing import Printing
    from pnp.workers.supervisor import supervised

    files = open_project(project)
    names = parse_checks(only or [])
    if only and names == {"preflight"} and not profile:
        raise typer.BadParameter("is for a print shop: --profile SHOP", param_hint="--only preflight")
    if deck and not profile:
        raise typer.BadParameter("is for a print shop: --profile SHOP", param_hint="--deck")
    options = CheckOptions(
        games=tuple(games or ()),
        languages=tuple(lang or ()),
        printing=Printing(paper),
        checks=names,
        jobs=0 if no_code else processes(jobs),
        every_claim=claims,
        mutate=mutate,
        profile=parse_profile(profile, files) if profile else "",
        decks=tuple(deck or ()),
    )
    checked = Checked()
    with checked.diagnostics.collected(), Progress() as step:
        checked = supervised(partial(check, files, options), bounds(time_limit, memory_limit), step)
    faulty = tell_faults(checked.diagnostics, files, form, strict)
    for summary in checked.summaries if form is Form.text and (claims or mutate or not faulty) else ():
        say(summary)
    if faulty:
        exit_with(faulty)
