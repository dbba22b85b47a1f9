"""pnp studio."""

from pathlib import Path
from typing import Annotated

import typer

from pnp.commands.options import ProjectDir, game_argument, grouped, open_project
from pnp.commands.server_options import ServerOptions, bound_sockets, find_libraries
from pnp.commands.terminal import FAULTS, report_faults, say


@grouped
def studio(
    *,
    context: typer.Context,
    game: Annotated[str, game_argument("The game to show first, by its folder in data/.")] = "",
    project: ProjectDir = Path(),
    server: ServerOptions,
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

    bound = bound_sockets(context, server.port)

    host = StudioHost(files.root)

    def started(address: str) -> None:
        say(f"{address}?studio={host.token}  writes into {files.root.name}/; stop with Ctrl-C")
        server.open_page(f"{address}?studio={host.token}")

    serve(files, bound, server.limits, game, started, lambda _address: host)
