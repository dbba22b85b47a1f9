"""The machine's installed font files → the families that pnp can use.

This module asks fontconfig if that is installed; otherwise it searches the folders in which systems store fonts.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from pnp.core.diagnostics import Mistake
from pnp.core.fonts import FontFace

FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.fonts",
    "~/.local/share/fonts",
    "/System/Library/Fonts",
    "/Library/Fonts",
    "~/Library/Fonts",
    "%WINDIR%/Fonts",
    "%LOCALAPPDATA%/Microsoft/Windows/Fonts",
)
"""Font folders of Linux, macOS and Windows."""

LARGEST = 64 * 2**20
"""Most bytes of a font: the largest have all Chinese characters."""

_SECONDS = 20


def family_files(family: str) -> list[Path]:
    """Return the files that may belong to a family, sorted; also of other kinds than .ttf."""
    listed = _listed(f":family={_escaped(family)}")
    return sorted(listed if listed is not None else _searched())


def font_files() -> list[Path]:
    """Return all TrueType files of the machine, sorted."""
    listed = _listed(":fontformat=TrueType")
    return sorted(path for path in (listed if listed is not None else _searched()) if path.suffix.lower() == ".ttf")


def _escaped(name: str) -> str:
    return "".join(f"\\{letter}" if letter in "\\-:,=" else letter for letter in name)


def _listed(pattern: str) -> set[Path] | None:
    """Return fontconfig's list of files; None where it is not installed or does not answer."""
    program = shutil.which("fc-list")
    if program is None or Path(program).resolve().parent == Path.cwd():  # Windows looks in the working folder first
        return None
    try:
        listing = subprocess.run(  # noqa: S603 - a program of the system, without a shell
            [program, "--format", "%{file}\\n", pattern], capture_output=True, timeout=_SECONDS, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return {Path(line) for line in os.fsdecode(listing.stdout).splitlines() if line}


def _searched() -> set[Path]:
    files: set[Path] = set()
    for folder in FOLDERS:
        expanded = folder
        for name in ("WINDIR", "LOCALAPPDATA"):
            expanded = expanded.replace(f"%{name}%", os.environ.get(name, "/none"))
        with suppress(OSError, RuntimeError):
            files |= {
                path
                for path in Path(expanded).expanduser().rglob("*")
                if path.suffix.lower() in (".ttf", ".otf", ".ttc")
            }
    return files


def open_face(path: Path) -> FontFace:
    """Return a font file's face.

    Raises:
        Mistake: The file cannot be read, or pnp cannot use it.
    """
    try:
        if path.stat().st_size > LARGEST:
            raise Mistake(f"larger than {LARGEST // 2**20} MiB", "use another font")
        content = path.read_bytes()
    except OSError as error:
        raise Mistake(f"cannot be read: {error.strerror or error}", "check its permissions") from error
    return FontFace(path.stem, content)


def families(files: Sequence[Path]) -> Iterator[tuple[str, int, bool]]:
    """Yield the families that pnp can use, sorted: the name, the number of files, and whether all may be embedded."""
    embeddable: dict[str, list[bool]] = {}
    for path in files:
        with suppress(Mistake):
            face = open_face(path)
            embeddable.setdefault(face.about.family, []).append(not face.refusal)
    for name in sorted(embeddable, key=str.casefold):
        yield name, len(embeddable[name]), all(embeddable[name])
