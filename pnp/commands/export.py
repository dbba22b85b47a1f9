"""pnp export."""

from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import typer

from pnp.commands.completion import complete_decks
from pnp.commands.options import (
    A4,
    GameOptions,
    OutputFolder,
    WorkOptions,
    grouped,
    open_project,
    paper_option,
    processes,
)
from pnp.commands.outputs import make_files, output_folder
from pnp.commands.terminal import say, short_path
from pnp.core.plugins import data_folders, plugins

MAX_DPI = 1200

PNP = Path(__file__).parent.parent

PICTURES = ("png", "webp", "svg", "pdf")
"""The printer's own exports, as `EXPORTS` has them, which would take time to import for the help."""

PARTS_OF_BUILT = 3
"""The files of a build are in GAME/LANGUAGE/, where exports of packages may write, too."""


def complete_targets(context: typer.Context, incomplete: str) -> list[str]:
    """Return targets that begin with the typed text, for shell completion."""
    from pnp.commands.arguments import targets
    from pnp.project.files import Files

    folder = context.params.get("project") or Path()
    return [name for name in targets(Files(folder)) if name.startswith(incomplete)]


def _formats() -> str:
    """Return what can be exported here, for the help: the kinds of files, then the print shops."""
    folders = (PNP, *data_folders().values())
    shops = sorted(path.stem for folder in folders for path in (folder / "profiles").glob("*.yaml"))
    return f"{', '.join(dict.fromkeys((*PICTURES, *plugins('pnp.exports'))))}; or a print shop: {', '.join(shops)}."


def _only_for(*exports: str) -> bool:
    """Whether an option that only some exports take is hidden, as none of them is installed."""
    return plugins("pnp.exports").keys().isdisjoint(exports)


@grouped
def export(
    *,
    context: typer.Context,
    target: Annotated[
        str,
        typer.Argument(
            help=_formats(),
            metavar="FORMAT",
            autocompletion=complete_targets,
        ),
    ],
    game_options: GameOptions,
    output: OutputFolder = None,
    deck: Annotated[
        list[str] | None,
        typer.Option("--deck", "-d", help="Only this deck or extra; may be repeated.", autocompletion=complete_decks),
    ] = None,
    dpi: Annotated[
        int, typer.Option(min=30, max=MAX_DPI, help="Dots per inch of pictures; a print shop's profile has its own.")
    ] = 300,
    bleed: Annotated[bool, typer.Option("--bleed/--no-bleed", help="Pictures with bleed, or cut at the trim.")] = True,
    corners: Annotated[
        Literal["square", "round"],
        typer.Option(case_sensitive=False, help="Round: cut out along the outline of cards and tokens."),
    ] = "square",
    contact: Annotated[bool, typer.Option("--contact", help="Also an overview of each deck: contact.png.")] = False,
    url: Annotated[
        str,
        typer.Option(
            metavar="BASE",
            help="Web address of the folder to which you will upload the files, for tts and playingcards.",
            show_default=False,
            hidden=_only_for("tts", "playingcards"),
        ),
    ] = "",
    paper: Annotated[str, paper_option("Paper of the sheets for silhouette", hidden=_only_for("silhouette"))] = A4,
    colour: Annotated[
        Literal["rgb", "cmyk"],
        typer.Option(case_sensitive=False, help="Colours of pdf: sRGB, or four inks (PDF/X-1a for Fogra39)."),
    ] = "rgb",
    pyodide: Annotated[
        Path | None,
        typer.Option(
            help="Pyodide for web: a folder or an archive; default: fetched from its npm package.",
            show_default=False,
            hidden=_only_for("web"),
        ),
    ] = None,
    packed: Annotated[bool, typer.Option("--zip", help="A ZIP file instead of each folder.")] = False,
    work: WorkOptions,
) -> None:
    """Run ``pnp export``."""
    from pnp import api
    from pnp.commands.arguments import check_address, check_taken, parse_target
    from pnp.commands.sheet_options import given_options
    from pnp.core.diagnostics import counted
    from pnp.exports.request import ExportRequest
    from pnp.outputs import stale_files

    files = open_project(game_options.project)
    name = parse_target(target, files)
    check_taken(name, context)
    check_address(url)
    folder = output_folder(game_options.project, output, files, work.form)
    base = url or f"{folder.resolve().as_uri()}/{{game}}/{{language}}/{name}"
    own = paper if "paper" in given_options(context) else ""  # else that of the project
    request = ExportRequest(
        float(dpi), bleed, corners, tuple(deck or ()), contact, base, own, colour=colour, pyodide=str(pyodide or "")
    )
    options = api.ExportOptions(
        name, game_options.names, game_options.languages, request, packed, processes(work.jobs), work.strict
    )
    built = make_files(partial(api.export, files, options), work, files, folder)
    stale = [] if packed else stale_files(built.outputs, folder)
    if others := [path for path in stale if len(path.relative_to(folder).parts) != PARTS_OF_BUILT]:
        what = counted(len(others), "file is", "files are")
        say(f"{what} from an earlier export, no longer made: {short_path(others[0])} …", err=True)
