"""A project's folder → the files that were saved, each time that nobody has written any more for a moment."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

from anyio import Event
from watchfiles import Change, DefaultFilter, awatch

FOLDERS = ("data", "templates", "fonts")
"""What a game is made of; output/ is not."""

SETTLED = 15
"""Milliseconds without a further change, after which a save is done."""
LONGEST = 150
"""Milliseconds after which it is told though somebody goes on writing."""


class _ProjectFilter(DefaultFilter):
    """Passes over what editors write beside a file while they save it."""

    def __call__(self, change: Change, path: str) -> bool:
        name = Path(path).name
        return not name.startswith((".", "#")) and not name.endswith("~") and super().__call__(change, path)


async def watch(root: Path, stop: Event) -> AsyncIterator[list[str]]:
    """The paths of saved files from the project's folder, sorted.

    Args:
        root: The project's folder.
        stop: Ends it.
    """
    root = root.resolve()
    folders = [root / name for name in FOLDERS if (root / name).is_dir()]
    changes = awatch(*folders, watch_filter=_ProjectFilter(), step=SETTLED, debounce=LONGEST, stop_event=stop)
    async for saved in changes:
        yield sorted({Path(path).relative_to(root).as_posix() for _, path in saved})
