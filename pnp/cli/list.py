"""pnp list."""

from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.options import A4, Games, Paper, ProjectDir, open_project
from pnp.cli.streams import say, say_json
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
        say_json([game.as_json() for game in listed.games])
    for number, game in enumerate(listed.games if form is ListForm.text else ()):
        say(*([""] if number else []), *game.lines())
    if faulty := tell_faults(listed.diagnostics, files):
        exit_with(faulty)
