"""A project's folder → the files that were saved, each time that saving has paused for a moment.

Only the project's own folders are watched, not what links in them lead to elsewhere. Folders may be deleted, replaced
and made anew. Where the system cannot watch, the files are looked at once a second.

A project → its preview, served on this machine until somebody ends it.
"""

from __future__ import annotations

import os
import socket
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import FrameType

import anyio
import uvicorn
from watchfiles import Change, DefaultFilter, awatch

from pnp.project.files import Files
from pnp.serve.app import Preview, make_app
from pnp.serve.messages import open_studio
from pnp.workers.limits import Limits
from pnp.workers.supervisor import Worker

FOLDERS = ("data", "templates", "fonts")
"""What a game is made of; output/ is not."""

SETTLED = 15
"""Milliseconds without a further change, after which a save is done."""
LONGEST = 150
"""Milliseconds after which a save is reported though more files are being written."""
CHECK = 2_000
"""Milliseconds between two looks at whether a folder was replaced without an event."""
POLL = 1.0
"""Seconds between two looks at all files, where the system does not report changes."""


class _ProjectFilter(DefaultFilter):
    """Passes over what editors write beside a file while they save it."""

    def __call__(self, change: Change, path: str) -> bool:
        return not _is_temporary(Path(path).name) and super().__call__(change, path)


def _is_temporary(name: str) -> bool:
    return name.startswith((".", "#")) or name.endswith("~")


async def watch(root: Path, stop: anyio.Event) -> AsyncIterator[list[str]]:
    """The paths of saved files from the project's folder, sorted.

    Args:
        root: The project's folder.
        stop: Ends it.
    """
    root = root.resolve()
    files = _files(root)
    while not stop.is_set():
        folders = _folders(root)
        is_new = True  # what was saved before the system began to watch is found by a look at all files
        async for changed in _changes(root, folders, stop):
            paths = [path for path in changed if path.partition("/")[0] in FOLDERS]
            if paths:
                files |= _statuses(root, paths)
                yield paths
            elif is_new:
                is_new = False
                before, files = files, _files(root)
                if missed := _differing(before, files):
                    yield missed
            are_moved = any(str(root / path) in folders for path in changed)  # and perhaps back again, unwatched then
            if are_moved or _folders(root) != folders:
                break
        before, files = files, _files(root)
        if missed := _differing(before, files):
            yield missed


def _differing(before: Mapping[str, _Status], after: Mapping[str, _Status]) -> list[str]:
    return sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))


async def _changes(root: Path, folders: Mapping[str, tuple[int, int]], stop: anyio.Event) -> AsyncIterator[list[str]]:
    """Paths that change in some folders, and an empty list now and then; it ends where the system cannot watch."""
    with suppress(OSError, RuntimeError):  # RuntimeError: watchfiles' own, of inotify's limits
        watching = awatch(
            *folders,
            watch_filter=_ProjectFilter(),
            step=SETTLED,
            debounce=LONGEST,
            stop_event=stop,
            rust_timeout=CHECK,
            yield_on_timeout=True,
            recursive=False,
            ignore_permission_denied=True,
        )
        async for saved in watching:
            yield sorted({Path(path).relative_to(root).as_posix() for _, path in saved})
        return
    with anyio.move_on_after(POLL):
        await stop.wait()


def _folders(root: Path) -> dict[str, tuple[int, int]]:
    """The project's folder and all below FOLDERS, each with what tells it from another of its name.

    A link to a folder is followed where that lies elsewhere in the project.
    """
    folders: dict[str, tuple[int, int]] = {}
    known: set[tuple[int, int]] = set()
    waiting = [str(root), *(str(root / name) for name in FOLDERS)]
    while waiting:
        path = waiting.pop()
        with suppress(OSError):
            status = os.stat(path)  # noqa: PTH116 - pathlib is slow
            key = status.st_dev, status.st_ino
            if key in known or not _is_own(Path(path), root):
                continue
            with os.scandir(path) as entries:
                inside = [entry.path for entry in entries if not _is_temporary(entry.name) and entry.is_dir()]
            known.add(key)
            folders[path] = key
            if path != str(root):
                waiting += inside
    return folders


def _is_own(folder: Path, root: Path) -> bool:
    """Whether a folder lies in the project, and is not a second name of one that is watched anyway."""
    target = folder.resolve()
    is_watched = (
        target.relative_to(root).parts[:1] in [(name,) for name in FOLDERS] if target.is_relative_to(root) else True
    )
    return target == folder or not is_watched


def _files(root: Path) -> dict[str, _Status]:
    """The status of each file of the project, by its path from the project's folder."""
    paths = []
    for folder in _folders(root):
        with suppress(OSError), os.scandir(folder) as entries:
            files = [entry.path for entry in entries if not _is_temporary(entry.name) and entry.is_file()]
            paths += [Path(path).relative_to(root).as_posix() for path in files if folder != str(root)]
    return _statuses(root, paths)


_Status = tuple[int, int] | None
"""When a file was changed, in ns, and its size in bytes; None when it is gone."""


def _statuses(root: Path, paths: Iterable[str]) -> dict[str, _Status]:
    statuses: dict[str, _Status] = dict.fromkeys(paths)
    for path in statuses:
        with suppress(OSError):
            status = (root / path).stat()
            statuses[path] = status.st_mtime_ns, status.st_size
    return statuses


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


def serve(files: Files, bound: socket.socket, limits: Limits, game: str, started: Callable[[str], None]) -> None:
    """Serve the preview of a project until Ctrl-C.

    Args:
        files: The project.
        bound: Where.
        limits: What an answer may take.
        game: The game that is meant; empty for all.
        started: Receives the address when it is there.
    """
    quick, slow = (Worker(partial(open_studio, files.root), limits) for _ in range(2))
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
