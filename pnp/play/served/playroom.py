"""A project → a room with its games, inside a worker's process; it runs the project's rules.

The process keeps games in play, and forgets them when it is ended; see pnp.play.room.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pnp.core.diagnostics import Diagnostics, Place
from pnp.play.messages import Answer, Wish
from pnp.play.processes import quiet
from pnp.play.project_game import read_room_game
from pnp.play.room import Playroom, RoomGame
from pnp.play.saved_game import NotNow
from pnp.serve.faces import CachedFiles
from pnp.workers.activity import activity


def open_playroom(root: Path) -> Callable[[Wish], Answer]:
    """Return the function that answers the requests of pages, inside the worker's process."""
    files = CachedFiles(root)

    def find(name: str) -> RoomGame:
        diagnostics = Diagnostics()
        game = read_room_game(files, name, diagnostics, is_draft=True)
        if game is None:
            first = next(iter(diagnostics), None)
            raise NotNow(f"{first.place}: {first.message}" if first else f"there is no game {name}")
        return game

    room = Playroom(find)

    def answer(wish: Wish) -> Answer:
        with activity("the table", Place("data")), quiet():
            if files.refresh():
                room.forget_games()
            return room.answer(wish)

    return answer
