"""Finished bytes → files: all of a build's files appear whole, or none of them does.

Only this module writes output, and reads files from the output folder that strangers could have put there. It follows
no links.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import stat
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place, printable
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.core.platform import is_alive


@frozen_dataclass
class Output:
    """A file to be written.

    Attributes:
        path: Its path from the output folder, with forward slashes.
        content: Its bytes.
        summary: A short description for people: "24 sheets, A4".
    """

    path: str
    content: bytes
    summary: str


@dataclass
class BuildResult:
    """The result of a build.

    Attributes:
        outputs: All files, including those of games with faults.
        left_out: The games with faults, whose files are not to be written; None if either all files are written or
            none.
        inputs: The project's files that were read; empty if the outputs came from the cache.
    """

    outputs: list[Output] = field(default_factory=list)
    diagnostics: Diagnostics = field(default_factory=Diagnostics)
    left_out: tuple[str, ...] | None = None
    inputs: tuple[str, ...] = ()

    @property
    def good(self) -> list[Output]:
        """The outputs of the games that are not left out."""
        return [output for output in self.outputs if output.path.partition("/")[0] not in (self.left_out or ())]


_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The date of every file in a ZIP, the earliest that is possible, so that the same files give the same bytes."""

_PACKED = (".png", ".webp")
"""Endings of files that a ZIP does not make smaller."""


def zipped(contents: Mapping[str, bytes]) -> bytes:
    """Return a ZIP of some files, in their order."""
    import zipfile  # which a build of PDFs does not need

    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name, content in contents.items():
            entry = zipfile.ZipInfo(name, _EARLIEST)
            entry.compress_type = zipfile.ZIP_STORED if name.endswith(_PACKED) else zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return buffer.getvalue()


def write_all(outputs: Sequence[Output], folder: Path) -> None:
    """Write every file beside its target first; once all are complete, move each to its target.

    Files that a killed earlier run left behind are removed.

    Raises:
        Fault: The folder or a file cannot be written, or a link leads out of the folder; then no file has changed.
    """
    waiting: list[tuple[str, Path]] = []
    new_folders: list[Path] = []
    try:
        for output in outputs:
            _check_path(output.path, folder)
        targets = [folder / output.path for output in outputs]
        for target in targets:
            _check_target(target, folder)
        for parent in dict.fromkeys(target.parent for target in targets):
            new_folders += _make_folder(parent)
            _remove_leftovers(parent)
        for output, target in zip(outputs, targets, strict=True):
            handle, name = tempfile.mkstemp(prefix=f".pnp-{os.getpid()}-", dir=target.parent)
            waiting.append((name, target))
            with os.fdopen(handle, "wb") as file:
                file.write(output.content)
            Path(name).chmod(_mode(target))
        while waiting:
            name, target = waiting[0]
            Path(name).replace(target)
            waiting.pop(0)
            new_folders.clear()
    except OSError as error:
        reason = error.strerror or str(error)
        what = f"cannot write to {error.filename or folder}: {reason}"
        fix = "make it writable, or choose another folder with --output"
        raise Fault(Code.OUTPUT_UNWRITABLE, Place(str(folder)), what=what, fix=fix) from error
    finally:
        for name, _ in waiting:
            with contextlib.suppress(OSError):
                Path(name).unlink()
        for parent in reversed(new_folders):
            with contextlib.suppress(OSError):
                parent.rmdir()


def refuse_links(project: Path, below: str = "") -> Path:
    """Return the folder ``output/`` of a project, or one in it.

    Raises:
        Fault: The folder is a link, or is inside one.
    """
    folder = project / "output" / below
    link = next((path for path in (project / "output", folder) if path.is_symlink()), None)
    if link is not None:
        name = link.relative_to(project).as_posix()
        what = f"{name} is a link to {link.resolve()}"
        why, fix = "a link that came with the project could lead anywhere", "remove it, or name a folder with --output"
        raise Fault(Code.OUTPUT_UNWRITABLE, Place(name), what=what, why=why, fix=fix)
    return folder


def append_line(path: str, line: str, folder: Path, largest: int) -> None:
    """Append a line to a file, which is created if it does not exist.

    Args:
        path: The file's path from the folder, with forward slashes.
        line: The line, without a line end.
        folder: The folder.
        largest: The most bytes that the file may have.

    Raises:
        Fault: The file cannot be written or would be larger, is a link, or a link leads out of the folder.
    """
    target = folder / path
    fix = f"make {target.name} writable"
    try:
        _check_path(path, folder)
        _check_target(target, folder)
        if target.is_symlink():
            fix = "remove the link"
            raise PermissionError(1, "it is a link", str(target))
        _make_folder(target.parent)
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | _PLAIN_FILES
        with os.fdopen(os.open(target, flags, 0o666), "ab") as file:
            status = os.fstat(file.fileno())
            content = line.encode(errors="backslashreplace") + b"\n"
            if not stat.S_ISREG(status.st_mode):
                fix = "remove it"
                raise PermissionError(1, "it is not an ordinary file", str(target))
            if status.st_size + len(content) > largest:
                fix = f"move {target.name} elsewhere; pnp then begins a new file"
                raise OSError(errno.EFBIG, f"it may have at most {largest:,} bytes", str(target))
            file.write(content)
    except OSError as error:
        what = f"cannot write to {error.filename or target}: {error.strerror or error}"
        raise Fault(Code.OUTPUT_UNWRITABLE, Place(path), what=what, fix=fix) from error


def read_back(path: str, folder: Path, largest: int = 50_000_000) -> bytes | None:
    """Return the content of a file that was written earlier; None if there is none.

    Args:
        path: The file's path from the folder, with forward slashes.
        folder: The folder.
        largest: The most bytes that the file may have.

    Raises:
        Fault: It is a link, not an ordinary file, or too large.
    """
    target = folder / path
    try:
        _check_inside(target, folder)
        with os.fdopen(os.open(target, os.O_RDONLY | _PLAIN_FILES), "rb") as file:
            status = os.fstat(file.fileno())
            if stat.S_ISREG(status.st_mode) and status.st_size <= largest:
                return file.read(largest)
            reason = f"it is not an ordinary file of at most {largest:,} bytes"
    except FileNotFoundError:
        return None
    except OSError as error:
        reason = error.strerror or str(error)
    what, fix = f"{path} cannot be read: {reason}", "remove it"
    raise Fault(Code.OUTPUT_UNWRITABLE, Place(path), what=what, fix=fix)


_PLAIN_FILES = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""Flags for opening files that do not follow links, and do not wait for the other end of a pipe."""


def remove(paths: Sequence[Path], folder: Path) -> None:
    """Remove some files below a folder, and the folders that become empty.

    Raises:
        Fault: One of them cannot be removed.
    """
    for path in paths:
        try:
            (folder / path).unlink()
        except OSError as error:
            what, fix = f"{path.as_posix()} cannot be removed: {error.strerror or error}", "remove it yourself"
            raise Fault(Code.OUTPUT_UNWRITABLE, Place(str(folder)), what=what, fix=fix) from error
    for parent in sorted({parent for path in paths for parent in path.parents if parent.name}, reverse=True):
        with contextlib.suppress(OSError):
            (folder / parent).rmdir()


def stale_files(outputs: Sequence[Output], folder: Path) -> list[Path]:
    """Return files from an earlier run: those in the folders of some outputs that are not among the outputs."""
    targets = {folder / output.path for output in outputs}
    present = {path for parent in {target.parent for target in targets} for path in parent.iterdir() if path.is_file()}
    return sorted(present - targets)


def _check_path(path: str, folder: Path) -> None:
    """Raise a Fault if a path leads out of the folder, or has characters that a terminal cannot print."""
    parts = PurePosixPath(path)
    if parts.is_absolute() or ".." in parts.parts or path != printable(path):
        fix = "rename the game, deck or font whose name the file has"
        raise Fault(Code.OUTPUT_UNWRITABLE, Place(str(folder)), what=f"a file cannot be called {path}", fix=fix)


def _check_target(target: Path, folder: Path) -> None:
    """Raise an OSError if no file can be moved to a target, as far as that can be known without moving one."""
    if target.is_dir():
        raise IsADirectoryError(21, "a folder of this name is in the way", str(target))
    _check_inside(target, folder)
    if not target.is_symlink() and target.is_file():
        try:
            os.close(os.open(target, os.O_WRONLY))
        except PermissionError as error:
            if error.errno == errno.EPERM:  # the file is immutable; a file that is only write-protected can be replaced
                raise
    above = next((parent for parent in target.parents if parent.exists()), target.parent)
    if not above.is_dir():
        raise NotADirectoryError(20, "a file of this name is in the way", str(above))
    if not os.access(above, os.W_OK | os.X_OK):
        raise PermissionError(13, "it is not writable", str(above))


def _check_inside(target: Path, folder: Path) -> None:
    """Raise an OSError if links lead a file out of a folder."""
    try:
        is_inside = target.parent.resolve().is_relative_to(folder.resolve())
    except RuntimeError:
        is_inside = False
    if not is_inside:
        raise PermissionError(1, "a link leads out of the folder", str(target.parent))


def _mode(target: Path) -> int:
    """Return the permissions of a file, or those of this user's new files if it does not exist."""
    with contextlib.suppress(OSError):
        return stat.S_IMODE(target.stat().st_mode)
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask


def _make_folder(folder: Path) -> list[Path]:
    """Make a folder and its parents; return those that did not exist, outermost first."""
    missing = [parent for parent in (folder, *folder.parents) if not parent.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    return missing[::-1]


def _remove_leftovers(folder: Path) -> None:
    """Remove temporary files of processes that no longer run."""
    for path in folder.glob(".pnp-*"):
        match = _LEFTOVER.fullmatch(path.name)
        if match and int(match[1]) != os.getpid() and not is_alive(int(match[1])):
            with contextlib.suppress(OSError):
                path.unlink()


_LEFTOVER = lazy_pattern(r"\.pnp-(\d{1,9})-\w{8}")  # as mkstemp ends its names
