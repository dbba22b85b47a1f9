"""pnp serve."""

from pathlib import Path
from typing import Annotated

import typer

from pnp.commands.options import ProjectDir, game_argument, grouped, open_project
from pnp.commands.server_options import ServerOptions, bound_sockets, find_libraries
from pnp.commands.terminal import FAULTS, report_faults, say


@grouped
def serve(
    *,
    context: typer.Context,
    game: Annotated[str, game_argument("The game to show first, by its folder in data/.")] = "",
    project: ProjectDir = Path(),
    server: ServerOptions,
) -> None:
    """Run ``pnp serve``."""
    from pnp.core.diagnostics import Diagnostics
    from pnp.project.files import find_games

    files, diagnostics = open_project(project), Diagnostics()
    find_games(files, [game] if game else [], diagnostics)
    find_libraries(diagnostics)
    if report_faults(diagnostics, files):
        raise typer.Exit(FAULTS)
    from pnp.serve.server import serve

    bound = bound_sockets(context, server.port)

    def started(address: str) -> None:
        say(f"{address}  stop with Ctrl-C")
        server.open_page(address)

    serve(files, bound, server.limits, game, started)
