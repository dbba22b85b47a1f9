"""Outputs of earlier builds, stored by a digest of all that went into them → the same outputs without building them.

Both caches are in the user's cache folder. `BuildCache` stores the outputs of each game by the contents of the
project's files, so that after a change of one game only that game is built. `unchanged_build` compares the times and
sizes of files with those of the last run of the same command, so that a build with nothing to do ends at once. Entries
are JSON and the bytes of files; they are never executed. The folder may be deleted at any time.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp import INPUT_FOLDERS
from pnp.core.cache_folder import cache_folder, read_entry, write_entry

if TYPE_CHECKING:
    from pnp.outputs import BuildResult


SHARED_FOLDERS = tuple(folder for folder in INPUT_FOLDERS if folder != "data")
"""The folders that all games of a project read. Each game also reads its own folder below data/."""

LARGEST = 2**30
"""The folder may contain this many bytes; beyond that, the entries that were not used for longest are removed."""

RACY_NS = 2 * 10**9
"""Files that changed so shortly before a build began may change again without a new time, so their times prove
nothing."""

HERE = os.path.dirname(os.path.abspath(__file__))


def unchanged_build(arguments: Sequence[str]) -> list[str] | None:
    """Return the lines that the last run of this command printed, if its files and outputs have not changed since.

    Args:
        arguments: The arguments on the command line, from ``build`` on.
    """
    record = _record_path(arguments)
    if not record:
        return None
    try:
        entry = json.loads(read_entry(record))
        is_same = entry["state"] == state(entry["root"]) and entry["packages"] == _stamps(entry["packages"])
        is_same = is_same and all(_is_as_written(*output) for output in entry["outputs"])
        return list(entry["lines"]) if is_same else None
    except (OSError, ValueError, LookupError, TypeError):
        return None


def record_build(
    arguments: Sequence[str], root: Path, before: str, began_ns: int, paths: Sequence[Path], lines: Sequence[str]
) -> None:
    """Record what a build without faults printed and wrote, for `unchanged_build`.

    Args:
        arguments: The arguments on the command line, from ``build`` on.
        root: The project's folder.
        before: The `state` of the project before the build.
        began_ns: When that state was read, by `time.time_ns`.
        paths: The files that were written.
        lines: The lines that were printed.
    """
    record = _record_path(arguments)
    if not (record and before) or int(before.partition(" ")[0]) > began_ns - RACY_NS:
        return
    from pnp.core.plugins import package_files

    entry = {
        "root": str(root),
        "packages": _stamps(package_files()),
        "state": before,
        "outputs": [(str(path), _stamp(str(path)), _content_digest(str(path))) for path in paths],
        "lines": list(lines),
    }
    write_entry(record, json.dumps(entry).encode())


def state(root: str | Path) -> str:
    """Return times and sizes of all that a build of a project depends on.

    Return "" if they are not known, or nothing is cached. The text begins with the time of the newest input, in ns.
    """
    if not cache_folder():
        return ""
    newest, digest = 0, hashlib.sha256(repr(_program()).encode())
    try:
        for path, entry in _inputs(root, INPUT_FOLDERS):
            status = entry.stat()
            newest = max(newest, status.st_mtime_ns)
            stamp = f"{status.st_size} {status.st_mtime_ns} {status.st_ctime_ns} {status.st_ino}"
            digest.update(f"{path}\0{stamp}\n".encode())
    except OSError:
        return ""
    return f"{newest} {digest.hexdigest()}"


class BuildCache:
    """The outputs of games, stored by everything that went into them.

    Attributes:
        root: The project's folder.
    """

    def __init__(self, root: Path, options: str) -> None:
        """Store what all games of a build have in common: the project's folder, and the options as text."""
        self.root = root
        self._folder = cache_folder()
        project = Path(root, "data", "project.yaml")
        shared = hashlib.sha256(project.read_bytes()).hexdigest() if project.is_file() else ""
        self._common = ""
        if self._folder:
            from pnp.core.plugins import package_files

            common = f"{_program()!r} {_stamps(package_files())} {options} {shared}"
            self._common = self._digest(SHARED_FOLDERS, common)

    def key(self, game: str, languages: Sequence[str]) -> str:
        """Return the digest of a game in some languages; "" if nothing can be cached."""
        if not (self._folder and self._common):
            return ""
        return self._digest((f"data/{game}",), f"{self._common} {game} {list(languages)}")

    def _digest(self, folders: Sequence[str], text: str) -> str:
        digest = hashlib.sha256(text.encode())
        try:
            for path, entry in _inputs(self.root, folders):
                content = hashlib.sha256(Path(entry.path).read_bytes()).hexdigest()
                digest.update(f"{path}\0{content}\n".encode())
        except OSError:
            return ""
        return digest.hexdigest()

    def get(self, key: str) -> BuildResult | None:
        """Return a cached result; None if there is none, or it is incomplete."""
        if not key:
            return None
        from pnp.core.codes import Code
        from pnp.core.diagnostics import Diagnostic, Diagnostics, Place
        from pnp.outputs import BuildResult, Output

        path = Path(self._folder, f"{key}.build")
        try:
            head, _, body = read_entry(str(path)).partition(b"\n")
            entry = json.loads(head)
            codes = {str(code): code for code in Code}
            outputs, begin = [], 0
            for name, size, summary in entry["outputs"]:
                outputs.append(Output(name, body[begin : begin + size], summary))
                begin += size
            diagnostics = Diagnostics(
                Diagnostic(code=codes[code], place=Place(*place), **words, cards=tuple(cards))
                for code, place, words, cards in entry["diagnostics"]
            )
            os.utime(path)  # the entries used longest ago go first
        except (OSError, ValueError, LookupError, TypeError):
            return None
        return BuildResult(outputs, diagnostics)

    def put(self, key: str, built: BuildResult, game: str) -> None:
        """Store a result, unless it has an error or was made from other files than those in the digest.

        Args:
            key: The digest for the result.
            built: The result.
            game: The name of the game.
        """
        folders = (*(f"{folder}/" for folder in SHARED_FOLDERS), f"data/{game}/")
        is_covered = all(path.startswith(folders) and ".." not in path.split("/") for path in built.inputs)
        if not key or not is_covered or any(fault.severity == "error" for fault in built.diagnostics):
            return
        body = b"".join(output.content for output in built.outputs)
        entry = {
            "outputs": [(output.path, len(output.content), output.summary) for output in built.outputs],
            "diagnostics": [
                (
                    str(fault.code),
                    (fault.place.file, fault.place.line, fault.place.column),
                    {name: getattr(fault, name) for name in ("what", "why", "fix", "language")},
                    fault.cards,
                )
                for fault in built.diagnostics
            ],
        }
        write_entry(os.path.join(self._folder, f"{key}.build"), json.dumps(entry).encode() + b"\n" + body)

    def prune(self) -> None:
        """Remove the entries that were not used for longest, until the folder contains at most LARGEST bytes."""
        entries = []
        with suppress(OSError):
            entries = [(e.stat().st_mtime, e.stat().st_size, e.path) for e in os.scandir(self._folder) if e.is_file()]
        size = sum(entry[1] for entry in entries)
        for _, entry_size, path in sorted(entries):
            if size <= LARGEST:
                return
            with suppress(OSError):
                os.unlink(path)
            size -= entry_size


def _record_path(arguments: Sequence[str]) -> str:
    """Return the path of the record of a command's last run, by its arguments and its working folder."""
    folder = cache_folder()
    if not folder:
        return ""
    try:
        where = [os.getcwd(), *arguments]
    except OSError:
        return ""
    return os.path.join(folder, hashlib.sha256("\0".join(where).encode(errors="replace")).hexdigest() + ".run")


def _inputs(root: str | Path, folders: Sequence[str]) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Yield the files in some folders of a project, with their paths, in order.

    Raises:
        OSError: A folder cannot be read, or is a link, since files that it leads to could change.
    """
    for folder in folders:
        top = os.path.join(root, folder)
        if os.path.islink(top):
            raise OSError(f"{folder} is a link")
        waiting = [(folder, top)] if os.path.isdir(top) else []
        while waiting:
            name, path = waiting.pop()
            for entry in sorted(os.scandir(path), key=lambda entry: entry.name):
                below = f"{name}/{entry.name}"
                if entry.is_dir(follow_symlinks=False):
                    waiting.append((below, entry.path))
                elif entry.is_symlink():
                    raise OSError(f"{below} is a link")
                else:
                    yield below, entry


def _program() -> tuple[Any, ...]:
    """Return what distinguishes this pnp, its Python and its libraries from other versions."""
    files = sorted((path, entry.stat().st_size, entry.stat().st_mtime_ns) for path, entry in _own_files())
    added = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    folders = [path for path in sys.path if path.endswith("-packages") or (path and path in added)]
    libraries = [(path, os.stat(path).st_mtime_ns) for path in folders if os.path.exists(path)]
    return sys.version, sys.platform, os.environ.get("SOURCE_DATE_EPOCH", ""), libraries, files


def _stamps(paths: Iterable[str]) -> dict[str, list[int]]:
    """Return size and time of each file."""
    return {path: _stamp(path)[:2] for path in paths}


def _own_files() -> Iterator[tuple[str, os.DirEntry[str]]]:
    for path, entry in _inputs(os.path.dirname(HERE), (os.path.basename(HERE),)):
        if not path.endswith(".pyc") and "/starters/" not in path:
            yield path, entry


def _is_as_written(path: str, stamp: list[int], digest: str) -> bool:
    """Whether a file still has the content that was written.

    An untouched file has the same ctime as before, which no program can set. All other files are read. Reading every
    file would add 10 ms for each 10 MB to a build with nothing to do.
    """
    return _stamp(path) == stamp or _content_digest(path) == digest


def _content_digest(path: str) -> str:
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def _stamp(path: str) -> list[int]:
    status = os.stat(path)
    return [status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino]
