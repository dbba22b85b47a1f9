"""pnp release."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from pnp.commands.options import GameOptions, WorkOptions, grouped, open_project, processes
from pnp.commands.outputs import make_files, output_folder


@grouped
def release(
    *,
    game_options: GameOptions,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Folder for the files; default: output/release/ of the project."),
    ] = None,
    work: WorkOptions,
) -> None:
    """Run ``pnp release``."""
    from pnp import api

    files = open_project(game_options.project)
    options = api.ReleaseOptions(
        game_options.names, game_options.languages, jobs=processes(work.jobs), is_strict=work.strict
    )
    folder = output_folder(game_options.project, output, files, work.form, "release")
    make_files(partial(api.release, files, options), work, files, folder)
