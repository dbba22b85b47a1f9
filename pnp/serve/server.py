"""A project → its preview, served on this machine until somebody ends it."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from types import FrameType

import uvicorn

from pnp.serve.app import Preview, make_app
from pnp.serve.asking import open_studio
from pnp.serve.watching import watch
from pnp.source.files import Files
from pnp.supervising import Attendant, Bounds

HOST = "127.0.0.1"
LAST_WORDS = 1
"""Seconds that pages have to hear that it ends."""


def bind(port: int) -> socket.socket:
    """A socket of this machine alone; port 0 for any that is free.

    Raises:
        OSError: Another program has the port.
    """
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((HOST, port))
        bound.listen()
    except OSError:
        bound.close()
        raise
    return bound


class _Server(uvicorn.Server):
    """Tells its pages that it ends, so that they do not hold it up."""

    def __init__(self, config: uvicorn.Config, last_words: Callable[[], None]) -> None:
        super().__init__(config)
        self._last_words = last_words

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._last_words()
        super().handle_exit(sig, frame)


def serve(files: Files, bound: socket.socket, bounds: Bounds, game: str, started: Callable[[str], None]) -> None:
    """Serve the preview of a project until Ctrl-C.

    Args:
        files: The project.
        bound: Where.
        bounds: What an answer may take.
        game: The game that is meant; empty for all.
        started: Told the address when it is there.
    """
    quick, slow = (Attendant(partial(open_studio, files.root), bounds) for _ in range(2))
    preview = Preview(files, quick.ask, slow.ask, game)
    app = make_app(preview, partial(watch, files.root))
    options = uvicorn.Config(
        app, log_level="error", ws="none", http="h11", server_header=False, timeout_graceful_shutdown=LAST_WORDS
    )
    server = _Server(options, preview.hang_up)
    started(f"http://{HOST}:{bound.getsockname()[1]}/")
    try:
        with suppress(KeyboardInterrupt):  # of which the server tells when it has ended
            server.run(sockets=[bound])
    finally:
        quick.close()
        slow.close()
