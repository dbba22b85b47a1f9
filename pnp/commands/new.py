"""pnp new."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.commands.completion import beginning_with
from pnp.commands.terminal import FAULTS, exit_with, report_faults, say, short_path, write_or_exit
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostic, Diagnostics, Mistake, Place
from pnp.core.plugins import plugins
from pnp.outputs import Output
from pnp.project.new_project import Name, file_starts, game_folder, parse_name, project_files, project_of_file
from pnp.starters import GAMES, STARTERS
from pnp.workers.activity import activity

if TYPE_CHECKING:
    from pnp.workers.pool import Progress

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
    encoding: Annotated[
        str,
        typer.Option(
            "--encoding",
            metavar="NAME",
            help="The encoding of the file, if it is not Unicode: cp1252, mac-roman …",
            show_default=False,
        ),
    ] = "",
) -> None:
    """Run ``pnp new``."""
    from functools import partial

    from pnp.project.files import Files, parse_encoding
    from pnp.schemas import schema_files
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
    if encoding and not is_file:
        raise typer.BadParameter("only a file that a project starts from has an encoding", param_hint="--encoding")
    try:
        encoding = parse_encoding(encoding)
    except Mistake as mistake:
        raise typer.BadParameter(f"{mistake.what}; {mistake.fix}", param_hint="--encoding") from None
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
            made, notes, faults = supervised(partial(_made_of_file, names, file, encoding))
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


def _made_of_file(
    name: Name, file: Path, encoding: str, _step: "Progress"
) -> tuple[list[Output], list[str], list[Diagnostic]]:
    """Return the files of a project, lines to know, and faults; run in a process that may be ended."""
    diagnostics = Diagnostics()
    outputs: list[Output] = []
    notes: list[str] = []
    with diagnostics.catch_faults(), activity(file.name, Place(file.name)):
        outputs, notes = project_of_file(name, file, diagnostics, encoding=encoding)
    return outputs, notes, list(diagnostics)
