"""A project → the names of its games."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.diagnostics import Code, Diagnostics, Place, suggest
from pnp.source.files import Files


def game_names(files: Files) -> list[str]:
    """The games of a project: folders of data/ with a game.yaml, sorted."""
    return [name for name in files.folders("data") if files.exists(f"data/{name}/game.yaml")]


def find_games(files: Files, wanted: Sequence[str], diagnostics: Diagnostics) -> Sequence[str]:
    """The games asked for, each once, or all; none where there are none, or one asked for does not exist."""
    games = game_names(files)
    if not games:
        why, fix = (
            f"{files.root.name} has no data/<game>/game.yaml",
            "run pnp in a project's folder, or make one: pnp new NAME",
        )
        diagnostics.tell(Code.GAME_NONE, Place("data"), what="no game here", why=why, fix=fix)
        return ()
    unknown = [name for name in wanted if name not in games]
    for name in unknown:
        diagnostics.tell(Code.GAME_UNKNOWN, Place("data"), what=f"no game {name}", fix=suggest(name, games))
    return () if unknown else list(dict.fromkeys(wanted)) or games
