"""Processes for tests that start in a moment: copies of one that has loaded pnp, and done nothing yet. Not on Windows."""

from __future__ import annotations

from multiprocessing import forkserver
from multiprocessing.context import ForkServerContext
from typing import Any

LOADED = [
    "pnp.build",
    "pnp.play.evidence.playing",
    "pnp.export",
    "pnp.play.simulate",
    "pnp.rules",
    "coverage.sqldata",
    "pebble",
]
"""What the process that is copied has loaded."""


class Forking(ForkServerContext):
    """Starts the processes of a pool in place of the context that pnp uses; its locks last as long as that one's."""

    def __init__(self) -> None:
        super().__init__()
        self._locks: list[Any] = []

    def RLock(self) -> Any:  # noqa: N802 - its name there
        self._locks.append(super().RLock())
        return self._locks[-1]


def begin() -> None:
    """Start the process that is copied: before tests change the environment, which its copies have from it."""
    forkserver.set_forkserver_preload(LOADED)
    forkserver.ensure_running()
