"""A name and a starter → the files of a new project, which builds, checks and plays at once. Writing is the caller's.

A starter is a folder beside this module: a project with a game that is called my-game. What all have is in common/.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pnp.diagnostics import Mistake
from pnp.write import Output

STARTERS: Mapping[str, str] = {
    "blank": "a deck and a page for its rules",
    "trick-taking": "four suits, trumps, and rules that play",
    "auction": "lots for the highest bidder, and rules that play",
}
"""What a project may start from, and what that is."""

FONT_FILES = (
    "SourceSans3-Regular.ttf",
    "SourceSans3-Bold.ttf",
    "SourceSans3-Italic.ttf",
    "SourceSans3-BoldItalic.ttf",
    "OFL.txt",
)
"""The family that a new project has, with its licence."""

LONGEST_NAME = 60
"""Letters."""

_HERE = Path(__file__).parent
_FOLDER, _TITLE, _WORDS = "my-game", "My Game", '"My", "Game"'
_NAME = re.compile(r"\w[\w'’ -]*", re.ASCII)


@dataclass(frozen=True)
class Name:
    """What a new game is called.

    Attributes:
        folder: Of the project, and of the game in its data/ and templates/.
        title: For people.
    """

    folder: str
    title: str


def parse_name(written: str) -> Name:
    """A name like harbour-lights, whose title is Harbour Lights, or the title itself.

    Raises:
        Mistake: No folder can be called so.
    """
    plain = unicodedata.normalize("NFKD", written).encode("ascii", "ignore").decode()
    if not _NAME.fullmatch(plain) or not written.isprintable() or len(written) > LONGEST_NAME:
        what = f"must be up to {LONGEST_NAME} letters, digits, spaces and hyphens, with a letter or digit first"
        raise Mistake(what, "write harbour-lights")
    folder = re.sub(r"[\W_]+", "-", plain.replace("'", "").lower(), flags=re.ASCII).strip("-")
    if not folder:
        raise Mistake("has no letter that a folder can be called by", "write harbour-lights")
    is_title = written != folder
    return Name(folder, written.strip() if is_title else folder.replace("-", " ").title())


def project_files(name: Name, starter: str) -> Iterator[Output]:
    """The files of a project with one game.

    Args:
        name: What the game is called.
        starter: One of STARTERS.
    """
    for folder in (_HERE / "common", _HERE / starter):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                text = _named(path.read_text(encoding="utf-8"), name)
                yield Output(_named(path.relative_to(folder).as_posix(), name), text.encode(), "")
    for file in FONT_FILES:
        yield Output(f"fonts/{file}", (_fonts() / file).read_bytes(), "")


def _named(text: str, name: Name) -> str:
    """What stands in a starter, with the new game's name in the place of its own."""
    words = ", ".join(f'"{word}"' for word in name.title.split())
    return text.replace(_WORDS, words).replace(_TITLE, name.title).replace(_FOLDER, name.folder)


def _fonts() -> Path:
    """Where the fonts are: of an installed pnp beside this module, in a checkout with those of the games."""
    installed = _HERE / "fonts"
    return installed if installed.is_dir() else _HERE.parent.parent / "fonts/source-sans-3"
