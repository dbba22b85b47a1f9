"""pnp play."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated
from urllib.parse import urlencode

import typer

from pnp.commands.completion import complete_games, complete_languages
from pnp.commands.options import MemoryLimit, ProjectDir, TimeLimit, limits_of, open_project
from pnp.commands.outputs import output_folder
from pnp.commands.server_options import PATIENCE, PORT, PortOption, bound_sockets, find_libraries
from pnp.commands.terminal import FAULTS, report_faults, say
from pnp.workers import MEMORY_GIBIBYTES


def play(
    context: typer.Context,
    game: Annotated[
        str, typer.Argument(help="The game, by its folder in data/.", metavar="GAME", autocompletion=complete_games)
    ],
    lang: Annotated[
        str, typer.Option("--lang", "-l", help="The language; default: the first.", autocompletion=complete_languages)
    ] = "",
    seats: Annotated[
        int, typer.Option("--seats", min=0, help="Number of players, to begin at once; 0: choose in the browser.")
    ] = 0,
    as_: Annotated[
        list[int] | None,
        typer.Option(
            "--as", min=1, help="A seat for a person, such as --as 1 --as 3; bots play the others; default: 1."
        ),
    ] = None,
    seed: Annotated[str, typer.Option("--seed", help="The seed of shuffles and dice; default: a new one.")] = "",
    network: Annotated[
        bool, typer.Option("--network", help="Let people on your network join, by a link for each seat.")
    ] = False,
    project: ProjectDir = Path(),
    port: PortOption = PORT,
    open_: Annotated[bool, typer.Option("--open/--no-open", help="Open it in the browser.")] = True,
    time_limit: TimeLimit = PATIENCE,
    memory_limit: MemoryLimit = MEMORY_GIBIBYTES,
) -> None:
    """Run ``pnp play``."""
    from pnp.core.diagnostics import Diagnostics
    from pnp.project.files import find_games
    from pnp.project.load import load_game
    from pnp.project.templates import Templates

    files, diagnostics = open_project(project), Diagnostics()
    find_games(files, [game], diagnostics)
    find_libraries(diagnostics)
    loaded = None if diagnostics else load_game(files, Templates(files), game, diagnostics, is_draft=True)
    if report_faults(diagnostics, files) or loaded is None:
        raise typer.Exit(FAULTS)
    from pnp.play.project_game import check_player_counts, read_bundle

    language = lang or loaded.head.languages[0]
    if language not in loaded.head.languages:
        raise typer.BadParameter(f"{language}: use one of {', '.join(loaded.head.languages)}", param_hint="--lang")
    read_bundle(files, loaded, diagnostics)
    check_player_counts(loaded, [seats] if seats else [], loaded.source.place, diagnostics)
    if report_faults(diagnostics, files):
        raise typer.Exit(FAULTS)
    output_folder(files.root, None, files, below="tables")
    from pnp.core.platform import interrupts_blocked
    from pnp.play.served.playroom import open_playroom
    from pnp.play.served.routes import ServedTables
    from pnp.serve.server import own_address, serve
    from pnp.workers.supervisor import Worker

    bound = bound_sockets(context, port, own_address() if network else "")
    wishes: dict[str, str | int] = {"lang": language}
    if seats:
        wishes |= {"seats": seats, "as": ",".join(map(str, as_ or [1])), "seed": seed}
    query = urlencode({name: value for name, value in wishes.items() if value})

    def started(address: str) -> None:
        say(f"{address}play/{game}?{query}  runs {game}'s rules.py and bots.py; stop with Ctrl-C")
        for other in bound[1:]:
            say("links for other seats begin with http://{}:{}/".format(*other.getsockname()))
        if network and len(bound) < 2:
            say("this machine has no network: others cannot join", err=True)
        if open_:
            import webbrowser

            webbrowser.open(f"{address}play/{game}?{query}")

    limits = limits_of(time_limit, memory_limit)
    rules = Worker(partial(open_playroom, files.root), limits)

    def open_tables(address: str) -> ServedTables:
        return ServedTables(files.root, rules.ask, address, game if address else "")

    try:
        serve(files, bound, limits, game, started, open_tables)
    finally:
        with interrupts_blocked():  # a second Ctrl-C
            rules.stop()
