"""pnp new: a name and a starter → the files of a new project, ready to build, check and play.

A starter's files get the name of the new game; a game that comes with pnp is copied under its own name. A file of
cards is read by what wings and packages add as pnp.starts.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.commands.completion import beginning_with
from pnp.commands.terminal import FAULTS, exit_with, report_faults, say, short_path, write_or_exit
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostic, Diagnostics, Mistake, Place
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.core.plugins import call_plugin, load_plugin, plugins
from pnp.core.scripts import in_ascii
from pnp.outputs import Output
from pnp.project.forms import why_no_file_name
from pnp.starters import FONT, FONT_FOLDER, GAMES, HERE, SHIPPED, STARTERS, FileStart
from pnp.workers.activity import activity

if TYPE_CHECKING:
    from pnp.workers.pool import Progress

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


def project_of_file(name: Name, file: Path, diagnostics: Diagnostics) -> tuple[list[Output], list[str]]:
    """Return the files of a project whose game is made of a file of cards, and a line for each thing to know.

    Args:
        name: The name of the project, and of its game.
        file: A spreadsheet, or a script of another program.
        diagnostics: Collects the faults of the file; with them there are no files.
    """
    ending = file.suffix.lower()[1:]
    start: FileStart = load_plugin("pnp.starts", ending)
    arguments = (file, name.folder, name.title, diagnostics)
    game, notes = call_plugin("pnp.starts", ending, "read", start.function, *arguments)
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


START = (*STARTERS, *GAMES)
BLANK = "blank"
STARTER_LIST = "; ".join(f"{name}, {summary}" for name, summary in STARTERS.items())
FILES = f"; or a file of your cards: {', '.join(file_starts())}" if plugins("pnp.starts") else ""
COPIED = f"a copy of a game that comes with pnp, under its own name: {', '.join(GAMES)}"


def _complete_starts(incomplete: str) -> list[str]:
    return beginning_with(START, incomplete)


def new(
    name: Annotated[str, typer.Argument(help="Name of the game, such as orchard or 'Harbour Lights'.", metavar="NAME")],
    start: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="STARTER|FILE",
            help=f"What to start from: {STARTER_LIST}; {COPIED}{FILES}.",
            autocompletion=_complete_starts,
        ),
    ] = BLANK,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The folder in which the project's folder is made.")
    ] = Path(),
) -> None:
    """Run ``pnp new``."""
    from functools import partial

    from pnp.commands.schema import schema_files
    from pnp.project.files import Files
    from pnp.workers.supervisor import supervised

    try:
        names = parse_name(name)
    except Mistake as mistake:
        raise typer.BadParameter(f"{mistake.what}; {mistake.fix}", param_hint="NAME") from None
    file = Path(start)
    is_file = start.lower() not in START
    if is_file and not (file.suffix.lower() in file_starts() and file.is_file()):
        what = f"there is no file {start}" if file.suffix else f"no starter {start}"
        what = f"a project cannot start from a {file.suffix} file" if file.suffix and file.is_file() else what
        fix = f"write one of {', '.join(START)}, or the path of a file: {', '.join(file_starts())}"
        raise typer.BadParameter(f"{what}; {fix}", param_hint="--from")
    folder, diagnostics = output / names.folder, Diagnostics()
    if folder.exists() or folder.is_symlink():
        what, fix = f"{short_path(folder)} already exists", "choose another name, or another place with --output"
        diagnostics.report(Code.PROJECT_EXISTS, Place(names.folder), what=what, fix=fix)
        report_faults(diagnostics, Files(output))
        raise typer.Exit(FAULTS)
    notes: list[str] = []
    if is_file:
        made: list[Output] = []
        with diagnostics.catch_faults():
            made, notes, faults = supervised(partial(_made_of_file, names, file))
            diagnostics.extend(faults)
        if faulty := report_faults(diagnostics, Files(file.parent)):
            exit_with(f"{faulty}; nothing was written")
    else:
        made = list(project_files(names, start.lower()))
    outputs = [*made, *schema_files(".schemas/")]
    write_or_exit(outputs, folder, Files(output))
    say(f"{short_path(folder)}  {names.title}, from {file.name if is_file else start.lower()}: {len(outputs)} files")
    for note in notes:
        say(note, err=True)
    commands = ["pnp build", "pnp check"]
    commands += (
        [f"pnp simulate {game_folder(names, start.lower())}"]
        if any(file.path.endswith("/rules.py") for file in outputs)
        else []
    )
    say(f"next: cd {short_path(folder)}, then {', '.join(commands)}", err=True)


def _made_of_file(name: Name, file: Path, _step: "Progress") -> tuple[list[Output], list[str], list[Diagnostic]]:
    """Return the files of a project, lines to know, and faults; run in a process that may be ended."""
    diagnostics = Diagnostics()
    outputs: list[Output] = []
    notes: list[str] = []
    with diagnostics.catch_faults(), activity(file.name, Place(file.name)):
        outputs, notes = project_of_file(name, file, diagnostics)
    return outputs, notes, list(diagnostics)
