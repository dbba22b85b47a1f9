"""pnp new."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.streams import say
from pnp.cli.telling import FAULTS, short_path, tell_faults, write_or_exit
from pnp.starters import GAMES, STARTERS

Start = StrEnum("Start", {name.replace("-", "_"): name for name in (*STARTERS, *GAMES)})  # type: ignore[misc]  # as the table has them
BLANK = Start("blank")
TOLD = "; ".join(f"{name}, {told}" for name, told in STARTERS.items())
COPIED = f"or a copy of a game that comes with pnp, under its own name: {', '.join(GAMES)}"


def new(
    name: Annotated[
        str, typer.Argument(help="What the game is called, as orchard or 'Harbour Lights'.", metavar="NAME")
    ],
    start: Annotated[
        Start,
        typer.Option("--from", case_sensitive=False, help=f"What to start from: {TOLD}; {COPIED}."),
    ] = BLANK,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The folder in which the project's own is made.")
    ] = Path(),
) -> None:
    """Make a project with a game in a new folder: it builds and checks, and with rules plays, at once."""
    from pnp.diagnostics import Code, Diagnostics, Mistake, Place
    from pnp.schemas import schema_files
    from pnp.source.files import Files
    from pnp.starters.copying import game_folder, parse_name, project_files

    try:
        called = parse_name(name)
    except Mistake as mistake:
        raise typer.BadParameter(f"{mistake.what}; {mistake.fix}", param_hint="NAME") from None
    folder, diagnostics = output / called.folder, Diagnostics()
    if folder.exists() or folder.is_symlink():
        what, fix = f"{short_path(folder)} is there already", "choose another name, or another place with --output"
        diagnostics.tell(Code.PROJECT_EXISTS, Place(called.folder), what=what, fix=fix)
        tell_faults(diagnostics, Files(output))
        raise typer.Exit(FAULTS)
    made = [*project_files(called, start.value), *schema_files(".schemas/")]
    write_or_exit(made, folder, Files(output))
    say(f"{short_path(folder)}  {called.title}, from {start.value}: {len(made)} files")
    commands = ["pnp build", "pnp check"]
    commands += (
        [f"pnp simulate {game_folder(called, start.value)}"]
        if any(file.path.endswith("/rules.py") for file in made)
        else []
    )
    say(f"next: cd {short_path(folder)}, then {', '.join(commands)}", err=True)
