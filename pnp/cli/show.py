"""pnp show."""

import io
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.completing import known_cards, known_decks, known_games, known_languages
from pnp.cli.making import output_folder
from pnp.cli.options import ProjectDir, open_project
from pnp.cli.streams import say
from pnp.cli.telling import exit_with, short_path, tell_faults, write_or_exit


def show(
    deck: Annotated[str, typer.Argument(help="A deck or extra.", metavar="DECK", autocompletion=known_decks)],
    card: Annotated[
        str,
        typer.Argument(
            help="A card as messages name it, as 63, or its place in the deck.",
            metavar="CARD",
            autocompletion=known_cards,
        ),
    ],
    game: Annotated[
        str,
        typer.Argument(
            help="The game, where several have such a deck.",
            metavar="GAME",
            autocompletion=known_games,
            show_default=False,
        ),
    ] = "",
    lang: Annotated[
        str,
        typer.Option("--lang", "-l", help="The language; default: that of the files.", autocompletion=known_languages),
    ] = "",
    back: Annotated[bool, typer.Option("--back", help="Its back.")] = False,
    dpi: Annotated[int, typer.Option(min=30, max=1200, help="Dots per inch.")] = 150,
    project: ProjectDir = Path(),
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="The folder or .png, also on a terminal; default: output/ of the project."),
    ] = None,
) -> None:
    """Show one face: on a terminal that can show pictures, with pnp-games[terminal]; else as a PNG file."""
    from pnp.showing import Shown, Wanted
    from pnp.showing import show as show_card
    from pnp.supervising import supervised

    files, shown = open_project(project), Shown()
    wanted = Wanted(deck, card, game, lang, back, float(dpi))
    with shown.diagnostics.collected():
        shown = supervised(partial(show_card, files, wanted))
    if faulty := tell_faults(shown.diagnostics, files):
        exit_with(f"{faulty}; nothing was written")
    if output is None and all(_on_terminal(made.content) for made in shown.outputs):
        return
    folder, outputs = output_folder(project, output, files), shown.outputs
    if folder.suffix.lower() == ".png" and len(outputs) == 1:
        folder, outputs = folder.parent, [replace(outputs[0], path=folder.name)]
    write_or_exit(outputs, folder, files)
    for made in outputs:
        say(f"{short_path(folder / made.path)}  {made.summary}")


def _on_terminal(content: bytes) -> bool:
    """Print a picture; whether this is a terminal that can show it, and the library is there."""
    if not sys.stdout.isatty():
        return False
    try:
        from textual_image.renderable import Image, SixelImage, TGPImage
    except ImportError:
        return False
    if Image not in (SixelImage, TGPImage):
        return False
    from PIL.Image import open as open_picture
    from rich.console import Console

    Console().print(Image(open_picture(io.BytesIO(content))))
    return True
