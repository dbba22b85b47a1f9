"""pnp new: a name and a starter → the files of a new project, ready to build, check and play.

A starter's files get the name of the new game; a game that comes with pnp is copied under its own name.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

import typer

from pnp.commands.terminal import FAULTS, report_faults, say, short_path, write_or_exit
from pnp.core.diagnostics import Mistake
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.core.scripts import in_ascii
from pnp.outputs import Output
from pnp.project.forms import why_no_file_name
from pnp.starters import FONT, FONT_FOLDER, GAMES, HERE, SHIPPED, STARTERS

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
        start: One of STARTERS or of GAMES.
    """
    if start in GAMES:
        yield from renamed_files(HERE / "project", Name(start, name.title))
        for part in (f"data/{start}", f"templates/{start}", "templates/common", "fonts"):
            yield from _files(SHIPPED, part)
        for catalogue in sorted((SHIPPED / f"data/{start}/locale").glob("*.po")):
            for pair in sorted((SHIPPED / "languages").glob(f"*-{catalogue.stem}.yaml")):
                yield Output(f"languages/{pair.name}", pair.read_bytes(), "")
    else:
        for folder in ("project", "common", start):
            yield from renamed_files(HERE / folder, name)
        for file in (*FONT.values(), "OFL.txt"):
            yield Output(f"fonts/{file}", (SHIPPED / FONT_FOLDER / file).read_bytes(), "")


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


START = (*STARTERS, *GAMES)
BLANK = "blank"
STARTER_LIST = "; ".join(f"{name}, {summary}" for name, summary in STARTERS.items())
COPIED = f"or a copy of a game that comes with pnp, under its own name: {', '.join(GAMES)}"


def new(
    name: Annotated[str, typer.Argument(help="Name of the game, such as orchard or 'Harbour Lights'.", metavar="NAME")],
    start: Annotated[
        Literal[START],  # type: ignore[valid-type]  # as the table has them
        typer.Option("--from", case_sensitive=False, help=f"What to start from: {STARTER_LIST}; {COPIED}."),
    ] = BLANK,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The folder in which the project's folder is made.")
    ] = Path(),
) -> None:
    """Run ``pnp new``."""
    from pnp.commands.schema import schema_files
    from pnp.core.codes import Code
    from pnp.core.diagnostics import Diagnostics, Mistake, Place
    from pnp.project.files import Files

    try:
        names = parse_name(name)
    except Mistake as mistake:
        raise typer.BadParameter(f"{mistake.what}; {mistake.fix}", param_hint="NAME") from None
    folder, diagnostics = output / names.folder, Diagnostics()
    if folder.exists() or folder.is_symlink():
        what, fix = f"{short_path(folder)} already exists", "choose another name, or another place with --output"
        diagnostics.report(Code.PROJECT_EXISTS, Place(names.folder), what=what, fix=fix)
        report_faults(diagnostics, Files(output))
        raise typer.Exit(FAULTS)
    outputs = [*project_files(names, start), *schema_files(".schemas/")]
    write_or_exit(outputs, folder, Files(output))
    say(f"{short_path(folder)}  {names.title}, from {start}: {len(outputs)} files")
    commands = ["pnp build", "pnp check"]
    commands += (
        [f"pnp simulate {game_folder(names, start)}"]
        if any(file.path.endswith("/rules.py") for file in outputs)
        else []
    )
    say(f"next: cd {short_path(folder)}, then {', '.join(commands)}", err=True)
