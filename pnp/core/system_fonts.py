"""The machine's installed font files → the families that pnp can use.

This module asks fontconfig if that is installed; otherwise it searches the folders in which systems store fonts.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from pnp.core.diagnostics import Mistake, nearest
from pnp.core.font_files import BOLD, ENDINGS, REGULAR, FontFile, has_bold, has_italic, style_axes
from pnp.core.fonts import STYLES, FontFace
from pnp.core.frozen_dataclass import frozen_dataclass

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
"""The font folders of Linux, macOS and Windows."""

LARGEST = 64 * 2**20
"""Largest font file that is read, in bytes; fonts with all Chinese characters are that large."""

_SECONDS = 20


def family_files(family: str) -> list[Path]:
    """Return the files that may belong to a family, sorted; pnp cannot read all of them."""
    listed = _listed(f":family={_escaped(family)}")
    return sorted(listed if listed is not None else _searched())


def font_files() -> list[Path]:
    """Return all font files of the machine that pnp can read, sorted."""
    listed = _listed(":")
    return sorted(path for path in (listed if listed is not None else _searched()) if path.suffix.lower() in ENDINGS)


def _escaped(name: str) -> str:
    return "".join(f"\\{letter}" if letter in "\\-:,=" else letter for letter in name)


def _listed(pattern: str) -> set[Path] | None:
    """Return the files that fontconfig lists; None if it is not installed or does not answer."""
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
            files |= {path for path in Path(expanded).expanduser().rglob("*") if path.suffix.lower() in ENDINGS}
    return files


@frozen_dataclass
class InstalledFace:
    """One style of an installed font, or of a font file.

    Attributes:
        path: The path of its file.
        file: The contents of the file.
        member: Its index in the file, from 0.
        face: The font in this style; a variable font has several.
    """

    path: Path
    file: FontFile
    member: int
    face: FontFace

    @property
    def file_name(self) -> str:
        """A file name for this font alone."""
        if self.file.count == 1:
            return self.path.name
        return f"{re.sub(r'[^A-Za-z0-9-]', '', self.face.postscript_name)}{self.file.single(self.member)[1]}"

    @property
    def group(self) -> str:
        """The name of the group of up to four styles to which older programs assign it."""
        return self.face.about.names[-1]

    @property
    def content(self) -> bytes:
        """This font alone, as the bytes of a file."""
        return self.file.original if self.file.count == 1 else self.file.single(self.member)[0]


def open_file(path: Path) -> FontFile:
    """Read a font file.

    Raises:
        Mistake: The file cannot be read, or pnp cannot use it.
    """
    try:
        if path.stat().st_size > LARGEST:
            raise Mistake(f"larger than {LARGEST // 2**20} MiB", "use another font")
        content = path.read_bytes()
    except OSError as error:
        raise Mistake(f"cannot be read: {error.strerror or error}", "check its permissions") from error
    return FontFile(path.stem, content)


def open_faces(path: Path, member: str = "", family: str = "") -> list[InstalledFace]:
    """Return the styles in a font file: one, or up to four of a variable font.

    Args:
        path: The file.
        member: The number or name of one font of a collection; "" for all fonts of one family.
        family: That family; "" for the family of the first font.

    Raises:
        Mistake: The file cannot be read, has no such font, or pnp cannot use it.
    """
    file = open_file(path)
    if member:
        indices = [file.member(member)]
    else:
        names = [file.names(index) for index in range(file.count)]
        wanted = (family or names[0][0]).casefold()
        indices = [index for index, known in enumerate(names) if wanted in map(str.casefold, known)]
    return [InstalledFace(path, file, index, face) for index in indices for face in _styles_in(file, index)]


def _styles_in(file: FontFile, member: int) -> Iterator[FontFace]:
    axes = file.axes(member)
    if not axes:
        yield file.face(member)
        return
    for italic in (False, True) if has_italic(axes) else (False,):
        for bold in (False, True) if has_bold(axes) else (False,):
            yield file.face(member, style_axes(axes, bold, italic))


def installed_faces(family: str) -> tuple[list[InstalledFace], list[str]]:
    """Return the faces of an installed family, and the reasons why some of its files could not be used.

    Args:
        family: Its name, in any case.
    """
    usable: list[InstalledFace] = []
    unusable: list[str] = []
    for path in family_files(family):
        try:
            usable += open_faces(path, family=family)
        except Mistake as mistake:
            unusable.append(f"{path.name}: {mistake.what}")
    return usable, unusable


def similar_families(family: str) -> list[str]:
    """Return at most three installed families whose names contain the given name or are similar to it."""
    names = [name for name, _, _ in families(font_files())]
    containing = [name for name in names if family.casefold() in name.casefold()]
    close = nearest(family, names)
    return containing[:3] or ([close] if close else [])


def is_regular(face: FontFace) -> bool:
    """Whether a face is upright and of regular weight."""
    return not face.about.is_italic and _is_near(face.about.weight, REGULAR)


def pick_styles(candidates: Sequence[InstalledFace]) -> dict[str, InstalledFace]:
    """Choose the best face for each style, by weight, slope and width. The result always has a regular one.

    If faces differ only in their group, such as those for captions and those for texts, the group with the most faces
    is taken.
    """
    by_style: dict[str, InstalledFace] = {}
    groups = Counter(candidate.group for candidate in candidates)
    for style in STYLES:
        weight, is_italic = BOLD if "bold" in style else REGULAR, "italic" in style
        fitting = [
            candidate
            for candidate in candidates
            if candidate.face.about.is_italic == is_italic and _is_near(candidate.face.about.weight, weight)
        ]
        if fitting:
            by_style[style] = min(fitting, key=lambda found: (*_distance(found.face, weight), -groups[found.group]))
    if "regular" not in by_style:
        style = next(iter(by_style), "")
        by_style = {"regular": by_style.pop(style) if style else candidates[0], **by_style}
        first = by_style["regular"].face.about
        heavier = [
            found
            for found in candidates
            if found.face.about.weight > first.weight and found.face.about.is_italic == first.is_italic
        ]
        if heavier and not first.is_italic:  # a family of a bold and a black, say
            by_style.setdefault("bold", min(heavier, key=lambda found: _distance(found.face, BOLD)))
    return by_style


def _distance(face: FontFace, weight: float) -> tuple[float, float]:
    return abs(face.about.width - 5), abs(face.about.weight - weight)


def _is_near(weight: int, target: float) -> bool:
    return weight >= 600 if target == BOLD else 300 <= weight < 600


def families(files: Sequence[Path]) -> Iterator[tuple[str, int, bool]]:
    """Yield the families that pnp can use, sorted: the name, how many fonts it has, and whether all may be embedded."""
    embeddable: dict[str, list[bool]] = {}
    for path in files:
        with suppress(Mistake):
            file = open_file(path)
            for member in range(file.count):
                about = file.face(member).about
                embeddable.setdefault(about.family, []).append(not about.refusal)
    for name in sorted(embeddable, key=str.casefold):
        yield name, len(embeddable[name]), all(embeddable[name])
