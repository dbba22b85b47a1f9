"""pnp studio."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pnp.commands.options import MemoryLimit, ProjectDir, TimeLimit, game_argument, limits_of, open_project
from pnp.commands.serve import PATIENCE, PORT, bound_sockets, find_libraries
from pnp.commands.terminal import FAULTS, report_faults, say
from pnp.workers import MEMORY_GIBIBYTES


def studio(
    context: typer.Context,
    game: Annotated[str, game_argument("The game to show first, by its folder in data/.")] = "",
    project: ProjectDir = Path(),
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port on this machine; 0: any free port; default: the first free one.")
    ] = PORT,
    open_: Annotated[bool, typer.Option("--open", help="Open it in the browser.")] = False,
    time_limit: TimeLimit = PATIENCE,
    memory_limit: MemoryLimit = MEMORY_GIBIBYTES,
) -> None:
    """Run ``pnp studio``."""
    from pnp.core.diagnostics import Diagnostics
    from pnp.project.files import find_games, game_names

    files, diagnostics = open_project(project), Diagnostics()
    if game or game_names(files):  # in a folder without a game it offers to make one
        find_games(files, [game] if game else [], diagnostics)
    find_libraries(diagnostics)
    if report_faults(diagnostics, files):
        raise typer.Exit(FAULTS)
    from pnp.extensions.studio.routes import StudioHost
    from pnp.serve.server import serve

    source = context.get_parameter_source("port")
    bound = bound_sockets(port, is_explicit=source is not None and source.name != "DEFAULT")

    host = StudioHost(files.root)

    def started(address: str) -> None:
        say(f"{address}?studio={host.token}  writes into {files.root.name}/; stop with Ctrl-C")
        if open_:
            import webbrowser

            webbrowser.open(f"{address}?studio={host.token}")

    serve(files, bound, limits_of(time_limit, memory_limit), game, started, lambda _address: host)
