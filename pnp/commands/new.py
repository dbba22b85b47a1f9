"""pnp new: a name and a start → the files of a new project, which builds, checks and plays at once.

A starter's files get the new game's name; a game that comes with pnp is copied under its own name.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import typer

from pnp.commands.terminal import FAULTS, report_faults, say, short_path, write_or_exit
from pnp.core.diagnostics import Mistake
from pnp.outputs import Output
from pnp.project.forms import why_no_file_name
from pnp.starters import GAMES, HERE, SHIPPED, STARTERS

FONT_FILES = (
    "SourceSans3-Regular.ttf",
    "SourceSans3-Bold.ttf",
    "SourceSans3-Italic.ttf",
    "SourceSans3-BoldItalic.ttf",
    "OFL.txt",
)
"""The family that a project from a starter has, with its licence."""

LONGEST_NAME = 60
"""Letters."""

_FOLDER, _TITLE, _WORDS = "my-game", "My Game", '"My", "Game"'
_NAME = re.compile(r"\w[\w'’ &!?.,-]*", re.ASCII)


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
        what = f"must be up to {LONGEST_NAME} letters, digits, spaces and marks like & ! , with a letter or digit first"
        near = re.sub(r"[\W_]+", "-", plain, flags=re.ASCII).strip("-").lower()[:LONGEST_NAME]
        raise Mistake(what, f"write {near or 'harbour-lights'}")
    folder = re.sub(r"[\W_]+", "-", plain.replace("'", "").lower(), flags=re.ASCII).strip("-")
    if not folder:
        raise Mistake("has no letter that a folder can be called by", "write harbour-lights")
    if why := why_no_file_name(folder):
        raise Mistake(why, f"write {folder}-game")
    is_title = written != folder
    return Name(folder, written.strip() if is_title else folder.replace("-", " ").title())


def game_folder(name: Name, start: str) -> str:
    """What the game's folders in data/ and templates/ are called."""
    return start if start in GAMES else name.folder


def project_files(name: Name, start: str) -> Iterator[Output]:
    """The files of a project with one game.

    Args:
        name: What the project is called, and its game, unless that came with pnp.
        start: One of STARTERS or of GAMES.
    """
    if start in GAMES:
        yield from _named_files(HERE / "project", Name(start, name.title))
        for part in (f"data/{start}", f"templates/{start}", "templates/common", "fonts"):
            yield from _files(SHIPPED, part)
    else:
        for folder in ("project", "common", start):
            yield from _named_files(HERE / folder, name)
        for file in FONT_FILES:
            yield Output(f"fonts/{file}", (SHIPPED / "fonts/source-sans-3" / file).read_bytes(), "")


def _files(folder: Path, part: str = ".") -> Iterator[Output]:
    """The files of a part of a folder, as they are."""
    for path in sorted((folder / part).rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield Output(path.relative_to(folder).as_posix(), path.read_bytes(), "")


def _named_files(folder: Path, name: Name) -> Iterator[Output]:
    """The files of a starter, with the new game's name in the place of its own."""
    for file in _files(folder):
        yield Output(_named(file.path, name), _named(file.content.decode(), name).encode(), "")


def _named(text: str, name: Name) -> str:
    """What stands in a starter, with the new game's name in the place of its own."""
    words = ", ".join(f'"{word}"' for word in re.findall(r"[^\W_](?:[\w'’-]*\w)?", name.title))
    return text.replace(_WORDS, words).replace(_TITLE, name.title).replace(_FOLDER, name.folder)


START = (*STARTERS, *GAMES)
BLANK = "blank"
TOLD = "; ".join(f"{name}, {told}" for name, told in STARTERS.items())
COPIED = f"or a copy of a game that comes with pnp, under its own name: {', '.join(GAMES)}"


def new(
    name: Annotated[
        str, typer.Argument(help="What the game is called, as orchard or 'Harbour Lights'.", metavar="NAME")
    ],
    start: Annotated[
        Literal[START],  # type: ignore[valid-type]  # as the table has them
        typer.Option("--from", case_sensitive=False, help=f"What to start from: {TOLD}; {COPIED}."),
    ] = BLANK,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The folder in which the project's own is made.")
    ] = Path(),
) -> None:
    """Run ``pnp new``."""
    from pnp.commands.schema import schema_files
    from pnp.core.codes import Code
    from pnp.core.diagnostics import Diagnostics, Mistake, Place
    from pnp.project.files import Files

    try:
        called = parse_name(name)
    except Mistake as mistake:
        raise typer.BadParameter(f"{mistake.what}; {mistake.fix}", param_hint="NAME") from None
    folder, diagnostics = output / called.folder, Diagnostics()
    if folder.exists() or folder.is_symlink():
        what, fix = f"{short_path(folder)} is there already", "choose another name, or another place with --output"
        diagnostics.report(Code.PROJECT_EXISTS, Place(called.folder), what=what, fix=fix)
        report_faults(diagnostics, Files(output))
        raise typer.Exit(FAULTS)
    made = [*project_files(called, start), *schema_files(".schemas/")]
    write_or_exit(made, folder, Files(output))
    say(f"{short_path(folder)}  {called.title}, from {start}: {len(made)} files")
    commands = ["pnp build", "pnp check"]
    commands += (
        [f"pnp simulate {game_folder(called, start)}"] if any(file.path.endswith("/rules.py") for file in made) else []
    )
    say(f"next: cd {short_path(folder)}, then {', '.join(commands)}", err=True)
