"""This machine → the font files that are installed on it, and the families that pnp can use.

It asks fontconfig if that is installed; otherwise it searches the folders in which systems keep fonts.
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
"""Where Linux, macOS and Windows keep fonts."""

LARGEST = 64 * 2**20
"""Bytes of a font: the largest have all Chinese characters."""

_SECONDS = 20


def family_files(family: str) -> list[Path]:
    """The files that may belong to a family, sorted; of other kinds than .ttf, too."""
    listed = _listed(f":family={_escaped(family)}")
    return sorted(listed if listed is not None else _searched())


def font_files() -> list[Path]:
    """All TrueType files of the machine, sorted."""
    listed = _listed(":fontformat=TrueType")
    return sorted(path for path in (listed if listed is not None else _searched()) if path.suffix.lower() == ".ttf")


def _escaped(name: str) -> str:
    return "".join(f"\\{letter}" if letter in "\\-:,=" else letter for letter in name)


def _listed(pattern: str) -> set[Path] | None:
    """What fontconfig knows; None where it is not installed or does not answer."""
    program = shutil.which("fc-list")
    if program is None or Path(program).resolve().parent == Path.cwd():  # Windows looks in the working folder first
        return None
    try:
        done = subprocess.run(  # noqa: S603 - a program of the system, without a shell
            [program, "--format", "%{file}\\n", pattern], capture_output=True, timeout=_SECONDS, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return {Path(line) for line in os.fsdecode(done.stdout).splitlines() if line}


def _searched() -> set[Path]:
    found: set[Path] = set()
    for folder in FOLDERS:
        written = folder
        for name in ("WINDIR", "LOCALAPPDATA"):
            written = written.replace(f"%{name}%", os.environ.get(name, "/none"))
        with suppress(OSError, RuntimeError):
            found |= {
                path
                for path in Path(written).expanduser().rglob("*")
                if path.suffix.lower() in (".ttf", ".otf", ".ttc")
            }
    return found


def open_face(path: Path) -> FontFace:
    """A font file.

    Raises:
        Mistake: It cannot be read, or pnp cannot use it.
    """
    try:
        if path.stat().st_size > LARGEST:
            raise Mistake(f"larger than {LARGEST // 2**20} MiB", "use another font")
        content = path.read_bytes()
    except OSError as error:
        raise Mistake(f"cannot be read: {error.strerror or error}", "let it be read by you") from error
    return FontFace(path.stem, content)


def families(files: Sequence[Path]) -> Iterator[tuple[str, int, bool]]:
    """The families that pnp can use, sorted: the name, how many files, and whether all may be embedded."""
    found: dict[str, list[bool]] = {}
    for path in files:
        with suppress(Mistake):
            face = open_face(path)
            found.setdefault(face.about.family, []).append(not face.refusal)
    for name in sorted(found, key=str.casefold):
        yield name, len(found[name]), all(found[name])
