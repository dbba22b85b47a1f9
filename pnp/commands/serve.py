"""pnp serve."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.commands.options import MemoryLimit, ProjectDir, TimeLimit, game_argument, limits_of, open_project
from pnp.commands.terminal import FAULTS, report_faults, say
from pnp.workers import MEMORY_GIBIBYTES

if TYPE_CHECKING:
    import socket

    from pnp.core.diagnostics import Diagnostics


PORT = 8137
PortOption = Annotated[
    int, typer.Option(min=0, max=65535, help="Port on this machine; 0: any free port; default: the first free one.")
]
TRIED = 20
"""How many ports are tried, unless the user chooses one."""
PATIENCE = 15.0
"""An answer may take at most this many seconds, because a user waits for it."""


def serve(
    context: typer.Context,
    game: Annotated[str, game_argument("The game to show first, by its folder in data/.")] = "",
    project: ProjectDir = Path(),
    port: PortOption = PORT,
    open_: Annotated[bool, typer.Option("--open", help="Open it in the browser.")] = False,
    time_limit: TimeLimit = PATIENCE,
    memory_limit: MemoryLimit = MEMORY_GIBIBYTES,
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

    source = context.get_parameter_source("port")
    bound = bound_sockets(port, is_explicit=source is not None and source.name != "DEFAULT")

    def started(address: str) -> None:
        say(f"{address}  stop with Ctrl-C")
        if open_:
            import webbrowser

            webbrowser.open(address)

    serve(files, bound, limits_of(time_limit, memory_limit), game, started)


def find_libraries(diagnostics: Diagnostics) -> None:
    """Report libraries of the extra that are not installed."""
    from importlib.util import find_spec

    from pnp.core.codes import Code
    from pnp.core.diagnostics import Place

    missing = [name for name in ("starlette", "uvicorn", "watchfiles") if find_spec(name) is None]
    if missing:
        what = f"the preview needs {', '.join(missing)}"
        diagnostics.report(
            Code.SERVE_EXTRA, Place("pnp serve"), what=what, fix="pip install '.[serve]' in pnp's repository"
        )


def bound_sockets(port: int, *, is_explicit: bool, other: str = "") -> list[socket.socket]:
    """Return sockets with the same port: one for this machine, and one for another of its addresses, if it is given.

    If the port is taken, the next ones are tried unless the user chose it.
    """
    from pnp.serve.server import HOST, bind

    for number in [port] if is_explicit and port else range(port, port + TRIED) if port else [0] * TRIED:
        bound: list[socket.socket] = []
        try:
            bound.append(bind(number, HOST))
            if other and other != HOST:
                bound.append(bind(bound[0].getsockname()[1], other))
            return bound
        except OSError as error:
            reason = error.strerror or str(error)
            for each in bound:
                each.close()
    raise typer.BadParameter(f"{port}: {reason}; choose another port, or 0 for any free port", param_hint="--port")
