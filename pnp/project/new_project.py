"""A name, and a starter or a file of cards → the files of a new project.

A starter's files get the name of the new game; a game that comes with pnp is copied under its own name. A file of
cards is read by what wings and packages add as pnp.starts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from pnp.core.diagnostics import Diagnostics, Mistake
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.core.plugins import call_plugin, load_plugin, plugins
from pnp.core.scripts import in_ascii
from pnp.outputs import Output
from pnp.project.forms import why_no_file_name
from pnp.starters import FONT, FONT_FOLDER, GAMES, HERE, SHIPPED, FileStart

LONGEST_NAME = 60
"""A name has at most this many letters."""

_FOLDER, _TITLE, _WORDS = "my-game", "My Game", '"My", "Game"'
_NAME = lazy_pattern(r"\w[\w'’ &!?.,-]*", re.ASCII)


@frozen_dataclass
class Name:
    """The names of a new game.

    Attributes:
        folder: The folder of the project, and of the game in its data/ and templates/.
        title: The title for people.
    """

    folder: str
    title: str


def parse_name(text: str) -> Name:
    """Parse a name like harbour-lights, whose title is Harbour Lights, or the title itself.

    Raises:
        Mistake: No folder can have this name.
    """
    plain = in_ascii(text)
    if not _NAME.fullmatch(plain) or not text.isprintable() or len(text) > LONGEST_NAME:
        what = f"must be up to {LONGEST_NAME} letters, digits, spaces and marks like & ! , with a letter or digit first"
        near = re.sub(r"[\W_]+", "-", plain, flags=re.ASCII).strip("-").lower()[:LONGEST_NAME]
        raise Mistake(what, f"write {near or 'harbour-lights'}")
    folder = re.sub(r"[\W_]+", "-", plain.replace("'", "").lower(), flags=re.ASCII).strip("-")
    if not folder:
        raise Mistake("has no letter that a folder name can contain", "write harbour-lights")
    if why := why_no_file_name(folder):
        raise Mistake(why, f"write {folder}-game")
    is_title = text != folder
    return Name(folder, text.strip() if is_title else folder.replace("-", " ").title())


def game_folder(name: Name, start: str) -> str:
    """Return the name of the game's folders below data/ and templates/."""
    return start if start in GAMES else name.folder


def project_files(name: Name, start: str) -> Iterator[Output]:
    """Yield the files of a project with one game.

    Args:
        name: The name of the project, and of its game unless the game comes with pnp.
        start: One of STARTERS or of GAMES; "" for what is beside the game.
    """
    if start in GAMES:
        yield from renamed_files(HERE / "project", Name(start, name.title))
        for part in (f"data/{start}", f"templates/{start}", "templates/common", "fonts"):
            yield from _files(SHIPPED, part)
        for catalogue in sorted((SHIPPED / f"data/{start}/locale").glob("*.po")):
            for pair in sorted((SHIPPED / "languages").glob(f"*-{catalogue.stem}.yaml")):
                yield Output(f"languages/{pair.name}", pair.read_bytes(), "")
    else:
        for folder in filter(None, ("project", "common", start)):
            yield from renamed_files(HERE / folder, name)
        for file in (*FONT.values(), "OFL.txt"):
            yield Output(f"fonts/{file}", (SHIPPED / FONT_FOLDER / file).read_bytes(), "")


def file_starts() -> list[str]:
    """Return the endings of the files from which a project may start."""
    return [f".{name}" for name in plugins("pnp.starts")]


def project_of_file(
    name: Name, file: Path, diagnostics: Diagnostics, language: str = "", encoding: str = ""
) -> tuple[list[Output], list[str]]:
    """Return the files of a project whose game is made of a file of cards, and a line for each thing to know.

    Args:
        name: The name of the project, and of its game.
        file: A spreadsheet, or a script of another program.
        diagnostics: Collects the faults of the file; with them there are no files.
        language: The language of its texts; "" to find it.
        encoding: The encoding of a file that is not Unicode.
    """
    ending = file.suffix.lower()[1:]
    start: FileStart = load_plugin("pnp.starts", ending)
    arguments = (file, name.folder, name.title, diagnostics)
    options = {"language": language, **({"encoding": encoding} if encoding else {})}
    game, notes = call_plugin("pnp.starts", ending, "read", start.function, *arguments, **options)
    outputs = {each.path: each for each in project_files(name, "") if "booklet" not in each.path} | {
        each.path: each for each in game
    }
    return (list(outputs.values()) if game else []), notes


def _files(folder: Path, part: str = ".") -> Iterator[Output]:
    """Yield the files of a folder, or of a part of it, unchanged."""
    for path in sorted((folder / part).rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield Output(path.relative_to(folder).as_posix(), path.read_bytes(), "")


def renamed_files(folder: Path, name: Name) -> Iterator[Output]:
    """Yield the files of a starter, renamed for the new game."""
    for file in _files(folder):
        yield Output(_renamed(file.path, name), _renamed(file.content.decode(), name).encode(), "")


def _renamed(text: str, name: Name) -> str:
    """Return a text of a starter with the new game's name instead of the starter's."""
    words = ", ".join(f'"{word}"' for word in re.findall(r"[^\W_](?:[\w'’-]*\w)?", name.title))
    return text.replace(_WORDS, words).replace(_TITLE, name.title).replace(_FOLDER, name.folder)
