"""pnp rename."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.commands.arguments import only_game
from pnp.commands.completion import complete_decks
from pnp.commands.options import FormOption, ProjectDir, game_argument, open_project
from pnp.commands.terminal import exit_with, report_faults, say, write_or_exit

if TYPE_CHECKING:
    from pnp.outputs import Output

rename = typer.Typer(no_args_is_help=True, rich_markup_mode=None, add_completion=False)


@rename.callback()
def _group() -> None:
    """Rename what a game's files name."""


@rename.command(name="field", epilog="Example:  pnp rename field price cost harbour")
def field_(
    old: Annotated[str, typer.Argument(metavar="OLD", help="The field's name.", show_default=False)],
    new: Annotated[str, typer.Argument(metavar="NEW", help="Its new name.", show_default=False)],
    game: Annotated[str, game_argument("The game, by its folder in data/; default: the only one.")] = "",
    deck: Annotated[
        str,
        typer.Option(
            "--deck",
            metavar="DECK",
            help="The deck or extra whose field it is; default: all decks of the game that have the field.",
            autocompletion=complete_decks,
            show_default=False,
        ),
    ] = "",
    project: ProjectDir = Path(),
    form: FormOption = "text",
) -> None:
    """Rename a field of cards in data, templates, booklet and translations. What it leaves to you is listed."""
    from pnp.core.diagnostics import Diagnostics
    from pnp.extensions.renaming.fields import rename_field

    files, diagnostics = open_project(project), Diagnostics()
    outputs: list[Output] = []
    left: list[str] = []
    with diagnostics.catch_faults():
        outputs, left = rename_field(files, only_game(files, game, "after the new name"), old, new, deck)
    if faulty := report_faults(diagnostics, files, form):
        exit_with(f"{faulty}; nothing was written")
    write_or_exit(outputs, project, files)
    for output in outputs:
        say(f"{output.path}  {output.summary}")
    for line in left:
        say(f"not changed, check whether it means the field: {line}", err=True)
