"""pnp import: ``sheet``, and a command for each importer of a wing or package."""

import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnp.commands.arguments import only_game
from pnp.commands.completion import complete_games
from pnp.commands.options import FormOption, GameOption, ProjectDir, grouped, open_project
from pnp.commands.terminal import current_date, exit_with, report_faults, say, short_path, write_or_exit
from pnp.core.diagnostics import Fault
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.plugins import call_plugin, load_plugin, plugins
from pnp.extensions.importing import Importer

if TYPE_CHECKING:
    from collections.abc import Callable

    from pnp.core.diagnostics import Diagnostics
    from pnp.extensions.importing.deck import ImportResult
    from pnp.extensions.importing.found_deck import FoundDeck
    from pnp.extensions.importing.sheet import ImportedSheet
    from pnp.project.files import Files
    from pnp.workers.pool import Progress


import_ = typer.Typer(no_args_is_help=True, rich_markup_mode=None, add_completion=False)

Encoding = Annotated[
    str,
    typer.Option(
        "--encoding", metavar="NAME", help="The encoding, if it is not Unicode: cp1252, mac-roman …", show_default=False
    ),
]
DeckFile = Annotated[
    Path, typer.Argument(metavar="FILE", exists=True, dir_okay=False, help="The table, or the script that reads it.")
]


@frozen_dataclass
class DeckOptions:
    """The options of importing a deck from another program's files; each program has its own option for copies."""

    game: Annotated[
        str,
        typer.Option(
            "--game",
            "-g",
            metavar="GAME",
            help="The game, by its folder in data/, or a new one's name; default: the only one.",
            autocompletion=complete_games,
            show_default=False,
        ),
    ] = ""
    deck: Annotated[
        str,
        typer.Option(
            "--deck",
            "-d",
            metavar="NAME",
            help="The name of the deck; further ones get numbers; default: that of the file.",
            show_default=False,
        ),
    ] = ""
    copies: str = ""
    sheet: Annotated[
        str,
        typer.Option(
            "--sheet", metavar="NAME", help="The sheet of a workbook; default: its only one.", show_default=False
        ),
    ] = ""
    within: Annotated[
        Path | None,
        typer.Option(
            "--within",
            metavar="FOLDER",
            help="The folder whose files the script may read; default: its own.",
            show_default=False,
        ),
    ] = None
    replace: Annotated[
        bool, typer.Option("--replace", help="Update a deck that was imported before; what you have changed stays.")
    ] = False
    encoding: Encoding = ""
    project: ProjectDir = Path()
    form: FormOption = "text"


@import_.command(epilog="Example:  pnp import sheet 'https://docs.google.com/…' --name crew")
def sheet(
    source: Annotated[str, typer.Argument(metavar="URL|FILE", help="A shared or published Google sheet, or a .csv.")],
    name: Annotated[
        str,
        typer.Option(
            "--name",
            "-n",
            metavar="NAME",
            help="The name of the table; default: that of the file.",
            show_default=False,
        ),
    ] = "",
    game: GameOption = "",
    replace: Annotated[bool, typer.Option("--replace", help="Update a table that was imported before.")] = False,
    encoding: Encoding = "",
    project: ProjectDir = Path(),
    form: FormOption = "text",
) -> None:
    """Save a table as CSV in a game, with a note of where it came from. Builds never ask the web for anything."""
    from pnp.core.diagnostics import Diagnostics
    from pnp.extensions.importing.web import is_address
    from pnp.workers.supervisor import supervised

    files, diagnostics = open_project(project), Diagnostics()
    table_name = _deck_name(name or ("cards" if is_address(source) else Path(source).stem), "--name")
    encoding = checked_encoding(encoding)
    imported: ImportedSheet | None = None
    with diagnostics.catch_faults():
        work = partial(_saved, files, only_game(files, game), table_name, source, current_date(), encoding, replace)
        imported, faults = supervised(work)
        diagnostics.extend(faults)
    if faulty := report_faults(diagnostics, files, form):
        exit_with(f"{faulty}; nothing was written")
    assert imported is not None
    _write(imported.outputs, project, files)
    report_letters(imported.letters)
    for line in imported.changes:
        say(line, err=True)
    if not replace:
        say("next: add to decks: of game.yaml, with a template of yours", "", *imported.block.split("\n"), err=True)


def _saved(
    files: "Files", game: str, name: str, source: str, today: str, encoding: str, is_replaced: bool, _step: "Progress"
) -> "tuple[ImportedSheet | None, list[Any]]":
    """Return a table with its note, and its faults; run in a process that may be ended."""
    from pnp.core.diagnostics import Diagnostics, Place
    from pnp.extensions.importing.sheet import import_sheet
    from pnp.workers.activity import activity

    diagnostics = Diagnostics()
    imported: ImportedSheet | None = None
    with diagnostics.catch_faults(), activity(name, Place(f"data/{game}/{name}.csv")):
        imported = import_sheet(files, game, name, source, today, encoding, is_replaced, diagnostics)
    return imported, list(diagnostics)


def _add_command(name: str) -> None:
    """Add the command of an importer to the group."""
    importer: Importer = load_plugin("pnp.importers", name)
    option = typer.Option(importer.copies, metavar="COLUMN", help=importer.copies_help, show_default=False)

    @frozen_dataclass
    class Options(DeckOptions):
        copies: Annotated[str, option] = ""

    def import_deck(*, file: DeckFile, options: Options) -> None:
        read = partial(call_plugin, "pnp.importers", name, "read", importer.function)
        _import(name, importer.copies, read, file, options)

    import_.command(name, help=importer.summary, epilog=f"Example:  {importer.example}")(grouped(import_deck))


def _add_faulty(name: str, fault: Fault) -> None:
    """Add a command that reports why an importer cannot be used."""

    def report() -> None:
        raise fault

    import_.command(name, help=f"{fault.diagnostic.what}.")(report)


for _name in plugins("pnp.importers"):
    try:
        _add_command(_name)
    except Fault as _fault:
        _add_faulty(_name, _fault)


def _import(
    importer: str,
    copies: str,
    read: "Callable[..., tuple[list[FoundDeck], str]]",
    file: Path,
    options: DeckOptions,
) -> None:
    """Read a deck of another program, write its files, and list the parts that are not imported."""
    from pnp.core.diagnostics import Diagnostics
    from pnp.extensions.importing.origin import from_folder, import_command
    from pnp.project.files import Files
    from pnp.workers.supervisor import supervised

    files, diagnostics = open_project(options.project), Diagnostics()
    name = _deck_name(options.deck or file.stem, "--deck")
    read_deck = partial(
        read, file.resolve(), options.sheet, options.copies, checked_encoding(options.encoding), folder=options.within
    )
    imported: ImportResult | None = None
    letters = ""
    with diagnostics.catch_faults():
        folder, title = _new_game(files, options.game)
        again = import_command(importer, from_folder(file, options.project), folder, name, _given(copies, options))
        work = partial(_imported_deck, read_deck, files, folder, title, name, again, options.replace)
        imported, letters, faults = supervised(work)
        diagnostics.extend(faults)
    where = files if imported else Files(file.resolve().parent)
    if faulty := report_faults(diagnostics, where, options.form):
        exit_with(f"{faulty}; nothing was written")
    assert imported is not None
    _write(imported.outputs, options.project, files)
    if not imported.outputs:
        say("nothing has changed since it was imported")
    report_letters(letters)
    if imported.summary:
        say(imported.summary, err=True)
    for line in imported.left_out:
        say(f"not imported, or changed: {line}", err=True)
    if not imported.is_new and imported.block:
        say(f"next: add to decks: of data/{folder}/game.yaml", "", *imported.block.split("\n"), err=True)


def _given(copies: str, options: DeckOptions) -> list[str]:
    """Return the options that a later import needs, too, as words of a command."""
    from pnp.extensions.importing.origin import from_folder

    within = from_folder(options.within, options.project) if options.within else ""
    named = {copies: options.copies, "--sheet": options.sheet, "--within": within, "--encoding": options.encoding}
    return [word for name, value in named.items() if value for word in (name, value)]


def _imported_deck(
    read_deck: "Callable[[Diagnostics], tuple[list[FoundDeck], str]]",
    files: "Files",
    game: str,
    title: str,
    name: str,
    again: str,
    is_replaced: bool,
    _step: "Progress",
) -> tuple[Any, str, list[Any]]:
    """Return imported decks, letters to be checked, and faults; run in a process that may be ended."""
    from pnp.core.diagnostics import Diagnostics, Place
    from pnp.extensions.importing.deck import import_decks
    from pnp.workers.activity import activity

    diagnostics = Diagnostics()
    imported, letters = None, ""
    with diagnostics.catch_faults(), activity(name, Place(f"data/{game}/{name}.csv")):
        decks, letters = read_deck(diagnostics)
        if decks:
            names = [name, *(f"{name}_{number}" for number in range(2, len(decks) + 1))]
            imported = import_decks(files, game, title, dict(zip(names, decks, strict=True)), again, is_replaced)
    return imported, letters, list(diagnostics)


def _write(outputs: Any, project: Path, files: "Files") -> None:
    write_or_exit(outputs, project, files)
    for file in outputs:
        say(f"{short_path(project / file.path)}  {file.summary}")


def report_letters(letters: str) -> None:
    """Show the letters that an encoding gave, as another encoding would give others without a fault."""
    if letters:
        say(f"letters beyond ASCII, check whether they are right: {' '.join(letters)}", err=True)


def _new_game(files: "Files", requested: str) -> tuple[str, str]:
    """Return the folder and title of the game that a deck is for; of a new game if none has the requested name."""
    from pnp.core.codes import Code
    from pnp.core.diagnostics import Mistake, Place
    from pnp.project.files import game_names
    from pnp.project.fonts import PATH
    from pnp.project.new_project import parse_name

    if not requested or requested in game_names(files):
        return only_game(files, requested), ""
    if not files.exists(PATH) and not game_names(files):
        what, fix = (
            "this is not a project: it has no games and no fonts",
            "make one: pnp new NAME, and import inside its folder",
        )
        raise Fault(Code.GAME_NONE, Place("data"), what=what, fix=fix)
    try:
        new_name = parse_name(requested)
    except Mistake as mistake:
        raise typer.BadParameter(f"{mistake.what}; {mistake.fix}", param_hint="--game") from None
    return new_name.folder, new_name.title


def _deck_name(text: str, option: str) -> str:
    """Return the name of a deck: a word for expressions."""
    from pnp.project.forms import why_no_file_name

    name = re.sub(r"\W+", "_", text, flags=re.ASCII).strip("_").lower()
    if not name.isidentifier() or not name.isascii():
        raise typer.BadParameter(f"“{text}” cannot become a name of letters, digits and _", param_hint=option)
    if why := why_no_file_name(name):
        raise typer.BadParameter(f"{name} {why}; choose another", param_hint=option)
    return name


def checked_encoding(name: str) -> str:
    """Return the name of an encoding of texts; exit if there is none of this name."""
    from pnp.core.diagnostics import Mistake
    from pnp.project.files import parse_encoding

    try:
        return parse_encoding(name)
    except Mistake as mistake:
        raise typer.BadParameter(f"{mistake.what}; {mistake.fix}", param_hint="--encoding") from None
