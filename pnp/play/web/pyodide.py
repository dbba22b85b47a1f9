"""Pyodide, the Python of web pages → its files, from its npm package or from a copy that the user has.

The package is fetched once by ``npm``, checked against the digest of the version that pnp was tested with, and kept in
the user's cache folder.
"""

from __future__ import annotations

import base64
import hashlib
import io
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from pnp.core.cache_folder import cache_folder
from pnp.core.codes import Code
from pnp.core.diagnostics import Fault, Place

VERSION = "314.0.7"
INTEGRITY = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""The SHA-512 of the package's archive, as npm gives it."""

FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""The files that a page needs of it."""

ARCHIVE = f"pyodide-{VERSION}.tgz"
SECONDS = 180
"""The longest time for npm to fetch it: 6 MB."""

_PLACE = Place("--pyodide")
_BY_HAND = f"npm pack pyodide@{VERSION}, and then --pyodide {ARCHIVE}"


def find_pyodide(path: str = "") -> Path:
    """Return the path of Pyodide's archive or folder.

    Args:
        path: The user's copy, a folder or an archive; empty to take it from the cache, or else from npm.

    Raises:
        Fault: ``web-pyodide``: it is not there, not complete, or not what it should be.
    """
    if path:
        copy = Path(path)
        read_pyodide(copy)
        return copy
    folder = Path(cache_folder() or tempfile.gettempdir(), "pyodide")
    archive = folder / ARCHIVE
    with suppress(OSError):
        if _has_digest(archive.read_bytes()):
            return archive
    return _fetched(folder)


def _has_digest(content: bytes) -> bool:
    return base64.b64encode(hashlib.sha512(content).digest()).decode() == INTEGRITY


def _fetched(folder: Path) -> Path:
    """Let npm fetch the archive into a folder; npm runs where no settings of a project can change what it does."""
    npm = shutil.which("npm")
    if npm is None:
        what, why = "npm is not installed", f"web pages need Pyodide {VERSION}, which comes from its npm package"
        fix = f"install Node.js, which has npm; or on a machine that has it: {_BY_HAND}"
        raise Fault(Code.WEB_PYODIDE, _PLACE, what=what, why=why, fix=fix)
    fix = f"try again; or on a machine that reaches npm's registry: {_BY_HAND}"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as aside:
            packed = subprocess.run(  # noqa: S603 - the command is pnp's own
                [npm, "pack", f"pyodide@{VERSION}", "--ignore-scripts", "--silent"],
                cwd=aside,
                capture_output=True,
                text=True,
                timeout=SECONDS,
                check=False,
            )
            archive = Path(aside, ARCHIVE)
            if packed.returncode or not archive.is_file():
                lines = packed.stderr.strip().splitlines() or [f"npm ends with {packed.returncode}"]
                what = (
                    f"npm cannot fetch pyodide@{VERSION}: {lines[0].removeprefix('npm error ').removeprefix('code ')}"
                )
                raise Fault(Code.WEB_PYODIDE, _PLACE, what=what, fix=fix)
            _check_digest(archive.read_bytes(), f"what npm has fetched as pyodide@{VERSION}")
            return archive.replace(folder / ARCHIVE)
    except subprocess.TimeoutExpired:
        what = f"npm has not fetched pyodide@{VERSION} within {SECONDS} s"
        raise Fault(Code.WEB_PYODIDE, _PLACE, what=what, fix=fix) from None
    except OSError as error:
        what = f"Pyodide cannot be kept in {folder}: {error.strerror or error}"
        raise Fault(Code.WEB_PYODIDE, _PLACE, what=what, fix=f"make it writable, or: {_BY_HAND}") from error


def _check_digest(content: bytes, name: str) -> None:
    if not _has_digest(content):
        what, why = (
            f"{name} is not Pyodide {VERSION}",
            "its digest differs from that of the version pnp was tested with",
        )
        raise Fault(Code.WEB_PYODIDE, _PLACE, what=what, why=why, fix=f"use this one: {_BY_HAND}")


def read_pyodide(path: Path) -> Mapping[str, bytes]:
    """Return the files that a page needs, by their names.

    Raises:
        Fault: ``web-pyodide``: the path cannot be read, lacks a file, or is another archive.
    """
    fix = f"name the folder or the archive of Pyodide: {_BY_HAND}"
    try:
        if path.is_dir():
            return {name: (path / name).read_bytes() for name in FILES}
        content = path.read_bytes()
        _check_digest(content, path.name)
        with tarfile.open(fileobj=io.BytesIO(content)) as archive:
            return {name: _member(archive, f"package/{name}") for name in FILES}
    except FileNotFoundError as error:
        name = Path(error.filename or path)
        what = f"{path} is not there" if name == path else f"{path} has no {name.name}"
        raise Fault(Code.WEB_PYODIDE, _PLACE, what=what, fix=fix) from None
    except OSError as error:
        raise Fault(Code.WEB_PYODIDE, _PLACE, what=f"{path}: {error.strerror or error}", fix=fix) from error


def _member(archive: tarfile.TarFile, name: str) -> bytes:
    member = archive.extractfile(name)
    assert member is not None, "the digest is that of an archive with these files"
    return member.read()
