"""pnp show: a project and the name of a card → its face or back as a picture. Only what is drawn is checked."""

import io
import sys
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from pnp.commands.completion import complete_cards, complete_decks, complete_languages
from pnp.commands.options import ProjectDir, game_argument, open_project
from pnp.commands.outputs import output_folder
from pnp.commands.terminal import exit_with, report_faults, say, short_path, write_or_exit
from pnp.core.codes import Code
from pnp.core.cut_frames import filled_outline, is_cut, with_bleed
from pnp.core.diagnostics import Diagnostics, Fault, Mistake, Place, nearest, suggest
from pnp.core.frame import Frame
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.units import whole_number
from pnp.exports.pieces import slug_of
from pnp.expressions.scope import card_names
from pnp.layout.assets import Assets
from pnp.layout.cards.game import GameLayout, find_card
from pnp.outputs import Output
from pnp.project.files import Files, find_games
from pnp.project.fonts import load_fonts
from pnp.project.game import Card, Deck, Game
from pnp.project.load import load_game, names_in_game
from pnp.project.templates import Templates
from pnp.render.pixels import Canvas, PictureTile, batch_of, draw_batch, pixels
from pnp.source_game import editions_of
from pnp.text.edition import open_edition
from pnp.workers.pool import Progress

MOST = 6
"""If a name is unlike all cards of a deck, the message lists at most this many of them."""


@frozen_dataclass
class CardRequest:
    """A request for a picture of a card.

    Attributes:
        deck: The name of a deck or extra.
        card: The name of the card, as in messages, or its number in the deck, from 1.
        game: The name of the game; empty for the game that has the deck.
        language: The code of the language; empty for the source language.
        back: Whether to draw its back.
        dpi: Dots per inch.
    """

    deck: str
    card: str
    game: str = ""
    language: str = ""
    back: bool = False
    dpi: float = 150.0


@dataclass
class ShownCard:
    """The picture as a PNG file, or None if there is an error; and the faults."""

    outputs: list[Output] = field(default_factory=list)
    diagnostics: Diagnostics = field(default_factory=Diagnostics)


def show_card(files: Files, request: CardRequest, _step: Progress | None = None) -> ShownCard:
    """Draw a face or back, cut along its outline."""
    picture = ShownCard()
    with picture.diagnostics.catch_faults():
        name = _game_of(files, request, picture.diagnostics)
        game = load_game(files, Templates(files), name, picture.diagnostics) if name else None
        fonts = load_fonts(files, picture.diagnostics)
        if game is None or not fonts.families:
            return picture
        language = request.language or game.language
        for code in editions_of(game, [language], picture.diagnostics):
            if edition := open_edition(files, game, code, picture.diagnostics):
                layout = GameLayout(edition, fonts, Assets(files.read), picture.diagnostics)
                card, frame = _frame(layout, request)
                slug = slug_of(card.label.removeprefix(request.deck)) or str(card.number)
                side = "-back" if request.back else ""
                path = f"{game.name}/{code}/show/{request.deck}-{slug}{side}.png"
                picture.outputs.append(Output(path, _picture(frame, request.dpi), frame.name))
    if any(diagnostic.severity == "error" for diagnostic in picture.diagnostics):
        picture.outputs.clear()
    return picture


def _game_of(files: Files, request: CardRequest, diagnostics: Diagnostics) -> str:
    """Return the requested game, or the one that has the deck.

    Raises:
        Fault: No game has it, or several have.
    """
    games = find_games(files, [request.game] if request.game else [], diagnostics)
    decks = {name: names_in_game(files, name) for name in games}
    having = [name for name in games if request.deck in decks[name]]
    if len(having) == 1 or not games:
        return having[0] if having else ""
    if having:
        what = f"{', '.join(having)} have a deck {request.deck}"
        raise Fault(Code.DECK_UNKNOWN, Place("data"), what=what, fix=f"name the game, too: {having[0]}")
    if len(games) == 1 and not decks[games[0]]:
        return games[0]  # its game.yaml has faults, which are reported when it is loaded
    deck_names = {deck for names in decks.values() for deck in names}
    raise Fault(Code.DECK_UNKNOWN, Place("data"), what=f"no deck {request.deck}", fix=suggest(request.deck, deck_names))


def _frame(layout: GameLayout, request: CardRequest) -> tuple[Card, Frame]:
    """Return the card in the source language, and its face or back.

    Raises:
        Fault: There is no such card, or it has no back.
    """
    source = _deck(layout.edition.source, request.deck)
    deck = _deck(layout.edition.game, request.deck)
    try:
        original = source.cards[_number(layout, deck, source, request.card) - 1]
    except Mistake as mistake:
        raise Fault(Code.CARD_UNKNOWN, source.cards[0].place, what=mistake.what, fix=mistake.fix) from None
    face, back = layout.printed(deck, deck.cards[original.number - 1])
    if not request.back:
        return original, face.frame
    if back is None:
        what, fix = f"{deck.name} has no backs", "add back: to the deck"
        raise Fault(Code.CARD_UNKNOWN, layout.edition.game.source.place, what=what, fix=fix)
    return original, back.frame


def _deck(game: Game, name: str) -> Deck:
    return game.decks.get(name) or game.extras[name]


def _number(layout: GameLayout, deck: Deck, source: Deck, name_or_place: str) -> int:
    """Return the number, from 1, of the card with a name: in messages, in rules, or a text that only it has.

    Upper and lower case are equal, and a text may be in the requested language or in the source language. The end of a
    name is enough if only one card has it. A number that is not a name counts as the number in the deck.
    """
    folded = name_or_place.casefold()
    labels = [card.label.removeprefix(f"{deck.name} ").casefold() for card in source.cards]
    names = card_names(layout.edition.game, layout.scope, Diagnostics()).get(deck.name, [])
    for candidates in (labels, [name.casefold() for name in names]):
        if folded in candidates:
            return candidates.index(folded) + 1
    if not name_or_place.isdecimal():
        pairs = zip(deck.cards_once, source.cards, strict=True)
        texts = [{str(text).casefold() for card in pair for text in card.values.values()} for pair in pairs]
        having = [number for number, its in enumerate(texts, 1) if folded in its]
        ending = [number for number, label in enumerate(labels, 1) if label.endswith(f" {folded}")]
        for numbers in (having, ending):
            if len(numbers) == 1:
                return numbers[0]
    elif (number := whole_number(name_or_place)) is not None:
        return find_card(source, number).number
    card_labels = [card.label.removeprefix(f"{deck.name} ") for card in source.cards]
    if len(card_labels) > MOST and not nearest(name_or_place, card_labels):
        some = ", ".join(card_labels[:MOST])
        raise Mistake(f"{deck.name} has no card {name_or_place}", f"its {len(card_labels)} cards are called {some}, …")
    return find_card(source, name_or_place).number


def _picture(frame: Frame, dpi: float) -> bytes:
    """Return a PNG of a frame, cut along its outline."""
    width, height = pixels(frame.width, frame.height, dpi)
    pages = [with_bleed(frame, 0.0), filled_outline(frame, 0.0)]
    cut = 1 if is_cut(frame, 0.0) else -1
    canvas = Canvas(width, height, (PictureTile(0, 0, 0, width, height),), "png", dpi, cut, name=frame.name)
    return draw_batch(batch_of(pages, [canvas]))[0]


def show(
    deck: Annotated[str, typer.Argument(help="A deck or extra.", metavar="DECK", autocompletion=complete_decks)],
    card: Annotated[
        str,
        typer.Argument(
            help="A card by its name in messages, such as 63, or by its number in the deck.",
            metavar="CARD",
            autocompletion=complete_cards,
        ),
    ],
    game: Annotated[str, game_argument("The game, if several have a deck of this name.")] = "",
    lang: Annotated[
        str,
        typer.Option(
            "--lang", "-l", help="The language; default: the source language.", autocompletion=complete_languages
        ),
    ] = "",
    back: Annotated[bool, typer.Option("--back", help="Its back.")] = False,
    dpi: Annotated[int, typer.Option(min=30, max=1200, help="Dots per inch.")] = 150,
    project: ProjectDir = Path(),
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            help="Folder or .png file; the picture is then not shown on the terminal. Default: output/ of the project.",
        ),
    ] = None,
) -> None:
    """Run ``pnp show``."""
    from pnp.workers.supervisor import supervised

    files, drawn_card = open_project(project), ShownCard()
    request = CardRequest(deck, card, game, lang, back, float(dpi))
    with drawn_card.diagnostics.catch_faults():
        drawn_card = supervised(partial(show_card, files, request))
    if faulty := report_faults(drawn_card.diagnostics, files):
        exit_with(f"{faulty}; nothing was written")
    if output is None and all(_on_terminal(file.content) for file in drawn_card.outputs):
        return
    folder, outputs = output_folder(project, output, files), drawn_card.outputs
    if folder.suffix.lower() == ".png" and len(outputs) == 1:
        folder, outputs = folder.parent, [replace(outputs[0], path=folder.name)]
    write_or_exit(outputs, folder, files)
    for file in outputs:
        say(f"{short_path(folder / file.path)}  {file.summary}")


def _on_terminal(content: bytes) -> bool:
    """Print a picture, if the terminal can show it and the library is installed; return whether it was printed."""
    if not sys.stdout.isatty():
        return False
    try:
        from textual_image.renderable import Image, SixelImage, TGPImage
    except ImportError:
        return False
    if Image not in (SixelImage, TGPImage):
        return False
    from PIL import Image as Pillow
    from rich.console import Console

    Console().print(Image(Pillow.open(io.BytesIO(content))))
    return True
