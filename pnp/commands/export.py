"""pnp export."""

from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from pnp.commands.completion import known_decks
from pnp.commands.options import (
    A4,
    GIBIBYTES,
    SECONDS,
    Form,
    FormOption,
    Games,
    Jobs,
    Languages,
    MemoryLimit,
    ProjectDir,
    Strict,
    TimeLimit,
    bounds,
    open_project,
    paper_option,
    processes,
)
from pnp.commands.outputs import make_files, output_folder
from pnp.commands.terminal import say, short_path

MOST_DPI = 1200


class Corners(StrEnum):
    """Whether pieces are cut out along their outline."""

    square = "square"
    round = "round"


class Colour(StrEnum):
    """The colours of pages."""

    rgb = "rgb"
    cmyk = "cmyk"


def known_targets(context: typer.Context, incomplete: str) -> list[str]:
    """Targets that begin so, for a shell to complete them."""
    from pnp.commands.arguments import targets
    from pnp.project.files import Files

    folder = context.params.get("project") or Path()
    return [name for name in targets(Files(folder)) if name.startswith(incomplete)]


def export(
    context: typer.Context,
    target: Annotated[
        str,
        typer.Argument(
            help="png, webp, svg, pdf; tts, tabletopia, screentop, playingcards; silhouette, cricut; or a print shop: "
            "the-game-crafter, makeplayingcards, drivethrucards, offset, plain.",
            metavar="FORMAT",
            autocompletion=known_targets,
        ),
    ],
    games: Games = None,
    lang: Languages = None,
    project: ProjectDir = Path(),
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Where files go; default: output/ of the project.")
    ] = None,
    deck: Annotated[
        list[str] | None,
        typer.Option("--deck", "-d", help="Only this deck or extra; may be repeated.", autocompletion=known_decks),
    ] = None,
    dpi: Annotated[
        int, typer.Option(min=30, max=MOST_DPI, help="Dots per inch of pictures; a print shop has its own.")
    ] = 300,
    bleed: Annotated[bool, typer.Option("--bleed/--no-bleed", help="Pictures with their bleed, or cut.")] = True,
    corners: Annotated[
        Corners, typer.Option(case_sensitive=False, help="Round: cut out, with nothing around cards and tokens.")
    ] = Corners.square,
    contact: Annotated[bool, typer.Option("--contact", help="Each deck at a glance in contact.png, too.")] = False,
    url: Annotated[
        str,
        typer.Option(
            metavar="BASE", help="Where you will have uploaded the files, for tts and playingcards.", show_default=False
        ),
    ] = "",
    paper: Annotated[str, paper_option("Paper of the sheets for silhouette")] = A4,
    colour: Annotated[
        Colour, typer.Option(case_sensitive=False, help="Colours of pdf: sRGB, or four inks as PDF/X-1a, for Fogra39.")
    ] = Colour.rgb,
    packed: Annotated[bool, typer.Option("--zip", help="One ZIP file instead of each folder.")] = False,
    jobs: Jobs = 0,
    time_limit: TimeLimit = SECONDS,
    memory_limit: MemoryLimit = GIBIBYTES,
    form: FormOption = Form.text,
    strict: Strict = False,
) -> None:
    """Make files for others: faces as pictures, virtual tables, print shops."""
    from pnp.commands.arguments import check_address, check_taken, parse_target
    from pnp.core.diagnostics import counted
    from pnp.export import ExportOptions
    from pnp.export import export as export_games
    from pnp.exports.request import Wish
    from pnp.outputs import strays

    files = open_project(project)
    name = parse_target(target, files)
    check_taken(name, context)
    check_address(url)
    folder = output_folder(project, output, files, form)
    base = url or f"{folder.resolve().as_uri()}/{{game}}/{{language}}/{name}"
    wish = Wish(float(dpi), bleed, corners.value, tuple(deck or ()), contact, base, paper, colour=colour.value)
    options = ExportOptions(name, tuple(games or ()), tuple(lang or ()), wish, packed, processes(jobs), strict)
    limits = bounds(time_limit, memory_limit)
    built = make_files(partial(export_games, files, options), limits, files, folder, form, strict)
    if others := [] if packed else strays(built.outputs, folder):
        what = counted(len(others), "file is", "files are")
        say(f"{what} from an earlier export, and not made any more: {short_path(others[0])} …", err=True)
