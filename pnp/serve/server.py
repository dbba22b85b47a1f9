"""A project → its preview, served on this machine until Ctrl-C, with an event for every save of its files.

Saves are reported after a quiet period. Only the project's own folders are watched, not the targets of links outside
it. Folders may be deleted, replaced and created again. If the system cannot watch, the files are polled once a second.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import anyio
import uvicorn
from watchfiles import Change, DefaultFilter, awatch

from pnp import INPUT_FOLDERS
from pnp.core.platform import interrupts_blocked
from pnp.core.plugins import plugins
from pnp.project.files import Files
from pnp.serve.access import Host
from pnp.serve.app import Preview, make_app
from pnp.serve.messages import WorkerQuestion
from pnp.workers.limits import Limits
from pnp.workers.supervisor import Worker

SETTLED = 15
"""A save is complete when nothing has changed for this many milliseconds."""
LONGEST = 150
"""A save is reported after this many milliseconds even if more files are being written."""
CHECK = 2_000
"""How often it is checked whether a folder was replaced without an event, in milliseconds."""
POLL = 1.0
"""How often all files are polled if the system reports no changes, in seconds."""


class _ProjectFilter(DefaultFilter):
    """Ignores temporary files that editors write while they save."""

    def __call__(self, change: Change, path: str) -> bool:
        return not _is_temporary(Path(path).name) and super().__call__(change, path)


def _is_temporary(name: str) -> bool:
    return name.startswith((".", "#")) or name.endswith("~")


async def watch(root: Path, stop: anyio.Event) -> AsyncIterator[list[str]]:
    """Yield the paths of saved files, from the project's folder and sorted.

    Args:
        root: The project's folder.
        stop: The event that ends watching.
    """
    root = root.resolve()
    files = _files(root)
    while not stop.is_set():
        folders = _folders(root)
        is_new = True  # files saved before the system began to watch are found by comparing all statuses once
        async for changed in _changes(root, folders, stop):
            paths = [path for path in changed if path.partition("/")[0] in INPUT_FOLDERS]
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
    """Yield paths that change in some folders, and an empty list every CHECK ms. End if the system cannot watch."""
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
    """Return the project's folder and all folders below INPUT_FOLDERS, each with its device and inode.

    A link to a folder is followed if its target is elsewhere in the project.
    """
    folders: dict[str, tuple[int, int]] = {}
    visited: set[tuple[int, int]] = set()
    waiting = [str(root), *(str(root / name) for name in INPUT_FOLDERS)]
    while waiting:
        path = waiting.pop()
        with suppress(OSError):
            status = os.stat(path)  # noqa: PTH116 - pathlib is slow
            key = status.st_dev, status.st_ino
            if key in visited or not _is_own(Path(path), root):
                continue
            with os.scandir(path) as entries:
                inside = [entry.path for entry in entries if not _is_temporary(entry.name) and entry.is_dir()]
            visited.add(key)
            folders[path] = key
            if path != str(root):
                waiting += inside
    return folders


def _is_own(folder: Path, root: Path) -> bool:
    """Whether a folder is in the project, and not a second path to a folder that is watched anyway."""
    target = folder.resolve()
    is_watched = (
        target.relative_to(root).parts[:1] in [(name,) for name in INPUT_FOLDERS]
        if target.is_relative_to(root)
        else True
    )
    return target == folder or not is_watched


def _files(root: Path) -> dict[str, _Status]:
    """Return the status of each file of the project, by its path from the project's folder."""
    paths = []
    for folder in _folders(root):
        with suppress(OSError), os.scandir(folder) as entries:
            files = [entry.path for entry in entries if not _is_temporary(entry.name) and entry.is_file()]
            paths += [Path(path).relative_to(root).as_posix() for path in files if folder != str(root)]
    return _statuses(root, paths)


_Status = tuple[int, int] | None
"""Time of a file's last change in ns, and its size in bytes; None if it is gone."""


def _statuses(root: Path, paths: Iterable[str]) -> dict[str, _Status]:
    statuses: dict[str, _Status] = dict.fromkeys(paths)
    for path in statuses:
        with suppress(OSError):
            status = (root / path).stat()
            statuses[path] = status.st_mtime_ns, status.st_size
    return statuses


HOST = "127.0.0.1"
MAX_CONNECTIONS = 1_000
"""At most this many connections are open; a page has up to six and one for its events."""
GRACE = 1
"""Seconds that event streams get to end."""


def bind(port: int, host: str = HOST) -> socket.socket:
    """Return a socket at an address of this machine, local or in its network; port 0 is any free one.

    Raises:
        OSError: Another program has the port.
    """
    # Named as TCP, or asyncio leaves Nagle's algorithm on: 40 ms for each answer.
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
        bound.listen()
    except OSError:
        bound.close()
        raise
    return bound


def own_address() -> str:
    """Return the address of this machine in its own network. Nothing is sent for this."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # a documentation address: only the route is looked up
        return str(probe.getsockname()[0])
    return HOST


class _Server(uvicorn.Server):
    """A server that ends the event streams of its pages on exit, since they would delay the shutdown."""

    def __init__(self, config: uvicorn.Config, hang_up: Callable[[], None]) -> None:
        super().__init__(config)
        self._hang_up = hang_up

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # requests that are cut off now are no faults
        self._hang_up()
        super().handle_exit(sig, frame)


def _open_worker(root: Path) -> Callable[[WorkerQuestion], Any]:
    """Open a project in a worker's process; this one does not load what draws."""
    from pnp.serve.project_worker import open_worker

    return open_worker(root)


HostOpener = Callable[[str], Host]
"""Opens what is served beside the preview. It takes the address at which other machines reach it; "" if they may
not."""


def serve(
    files: Files,
    bound: Sequence[socket.socket],
    limits: Limits,
    game: str,
    started: Callable[[str], None],
    open_host: HostOpener | None = None,
) -> None:
    """Serve the preview of a project until Ctrl-C.

    Args:
        files: The project.
        bound: The sockets to listen on, that of this machine first; with a second one, other machines of its
            network may come to the tables.
        limits: The limits of time and memory for an answer.
        game: The game to show; "" for all.
        started: Called with the address when the server is about to listen.
        open_host: Opens what is served beside the preview; None for nothing.
    """
    quick, slow = (Worker(partial(_open_worker, files.root), limits) for _ in range(2))
    preview = Preview(files, quick.ask, slow.ask, game)
    is_open = len(bound) > 1
    addresses = ["http://{}:{}".format(*each.getsockname()) for each in bound]
    host = open_host(addresses[1] if is_open else "") if open_host else None
    app = make_app(preview, partial(watch, files.root), host=host, added=plugins("pnp.pages"), is_open=is_open)
    options = uvicorn.Config(
        app,
        log_level="error",
        ws="none",
        http="h11",
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        limit_concurrency=MAX_CONNECTIONS,
        proxy_headers=False,  # nobody stands between: X-Forwarded-For would be a client's own claim
    )

    def hang_up() -> None:
        preview.streams.hang_up()
        if host:
            host.hang_up()

    server = _Server(options, hang_up)
    started(f"{addresses[0]}/")
    try:
        with suppress(KeyboardInterrupt):  # the server raises it again when it has ended
            server.run(sockets=list(bound))
    finally:
        with interrupts_blocked():  # a second Ctrl-C
            for worker in (quick, slow):
                worker.stop()
