"""pnp list."""

import json
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.options import A4, Games, Paper, ProjectDir, open_project
from pnp.cli.streams import can_print_all, say
from pnp.cli.telling import exit_with, tell_faults


class ListForm(StrEnum):
    """How the list is printed."""

    text = "text"
    json = "json"


def list_(
    games: Games = None,
    project: ProjectDir = Path(),
    paper: Paper = A4,
    form: Annotated[
        ListForm, typer.Option("--format", case_sensitive=False, help="How the list is printed.")
    ] = ListForm.text,
) -> None:
    """List the games: players, languages, decks and their sizes, and what a build prints of each."""
    from pnp.layout.printing import Printing
    from pnp.listing import Listed, list_games
    from pnp.supervising import supervised

    files, listed = open_project(project), Listed()
    with listed.diagnostics.collected():
        listed = supervised(partial(list_games, files, tuple(games or ()), Printing(paper)))
    if form is ListForm.json:
        found = [game.as_json() for game in listed.games]
        say(json.dumps(found, ensure_ascii=not can_print_all(), indent=2))
    elif listed.games:
        say("\n\n".join("\n".join(game.lines()) for game in listed.games))
    if faulty := tell_faults(listed.diagnostics, files):
        exit_with(faulty)
