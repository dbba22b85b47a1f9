"""A deck of another program → the files of a deck of pnp: table, template, and game.yaml where the game is new."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass

from pnp.diagnostics import Code, Fault, Place
from pnp.importing.columns import Column, columns_of
from pnp.importing.found import FoundDeck
from pnp.importing.tables import format_csv
from pnp.model.values import CARD_SIZES
from pnp.source.files import Files
from pnp.units import Mm
from pnp.write import Output

USUAL_SIZE = "euro-poker"
MARGIN = 5.0
"""From the cut to the texts of the first look, mm."""

_TAKEN = ("ground", "trim", "bleed", "safe")
"""Names of boxes of the first look."""

LETTER = 2.1
"""How wide a letter of the first look is, mm: 11 pt."""


@dataclass(frozen=True)
class Imported:
    """What an import makes.

    Attributes:
        outputs: New files, from the project's folder.
        block: The deck's lines of game.yaml, to be put below decks:.
        is_new: Whether the game is new, and its game.yaml among the files.
        left_out: What could not be taken over, one line each.
    """

    outputs: Sequence[Output]
    block: str
    is_new: bool
    left_out: Sequence[str]


def import_deck(files: Files, game: str, title: str, name: str, deck: FoundDeck) -> Imported:
    """The files of a deck.

    Args:
        files: The project.
        game: The folder of a game that is there, or of a new one.
        title: The game's, if it is new.
        name: The deck's.
        deck: What was found.

    Raises:
        Fault: ``import-empty``, or ``import-exists`` for a file that would be written over.
    """
    left_out = list(deck.left_out)
    columns = columns_of(deck, left_out)
    if not columns:
        what, fix = "the table has no rows", "fill it below the names of its columns"
        raise Fault(Code.IMPORT_EMPTY, Place(deck.rows.file), what=what, fix=fix)
    size = deck.size or CARD_SIZES[USUAL_SIZE]
    if deck.size is None:
        left_out.append(f"the size of the card: it is {USUAL_SIZE}; write another into the template")
    is_new = not files.exists(f"data/{game}/game.yaml")
    block = deck_block(game, name, columns, deck.copies)
    table = format_csv([[column.name for column in columns], *zip(*(column.cells for column in columns), strict=True)])
    cards = f"{len(deck.rows)} cards, {len(columns)} columns"
    outputs = [
        Output(f"data/{game}/{name}.csv", table.encode(), cards),
        Output(
            f"templates/{game}/{name}.yaml", _template(columns, size, deck.size is not None).encode(), "a first look"
        ),
    ]
    if is_new:
        outputs.append(Output(f"data/{game}/game.yaml", _game(title, block).encode(), title))
    refuse_existing(files, outputs)
    return Imported(outputs, block, is_new, left_out)


def refuse_existing(files: Files, outputs: Sequence[Output]) -> None:
    """Raise a Fault for the first file that is there already: nothing is written over."""
    for output in outputs:
        if files.exists(output.path):
            what, fix = f"{output.path} is there already", "choose another name with --deck, or move the file away"
            raise Fault(Code.IMPORT_EXISTS, Place(output.path), what=what, fix=fix)


def deck_block(game: str, name: str, columns: Sequence[Column], copies: int = 1) -> str:
    """A deck as game.yaml describes it, indented to stand below decks:."""
    lines = [f"  {name}:", f"    cards: {name}.csv", f"    template: {game}/{name}"]
    lines += [f"    copies: {copies}"] if copies != 1 else []
    lines += ["    fields:", *(f"      {column.written}" for column in columns if column.kind != "copies")]
    return "\n".join(lines) + "\n"


def _game(title: str, block: str) -> str:
    return (
        "# yaml-language-server: $schema=../../.schemas/game.json\n"
        f"title: {json.dumps(title, ensure_ascii=False)}\n"
        "players: 2..4        # correct it: nothing of this was in the table\n"
        "decks:\n" + block
    )


def _template(columns: Sequence[Column], size: tuple[Mm, Mm], is_known: bool) -> str:
    """A text for each column, from the top down, with room by its longest cell."""
    shown = [column for column in columns if column.kind != "copies" and not column.is_picture]
    pictures = [column.name for column in columns if column.is_picture]
    width = size[0] - 2 * MARGIN
    lines = [max(_lines(cell, width) for cell in column.cells) for column in shown]
    room = (size[1] - 2 * MARGIN) / max(sum(lines), 1)
    written = [
        "# yaml-language-server: $schema=../../.schemas/template.json",
        "# A first look: each column as a text, from the top down. Change boxes, sizes and order as you like.",
        f"size: [{size[0]:g}mm, {size[1]:g}mm]" if is_known else f"size: {USUAL_SIZE}",
        "elements:",
        '  ground: {rect: bleed, fill: "#FFFFFF"}',
    ]
    top = MARGIN
    for index, (column, count) in enumerate(zip(shown, lines, strict=True)):
        value = f"card.{column.name}" + ("|default('', true)" if column.is_optional else "")
        box = f"[{MARGIN:g}mm, {top:.1f}mm, {width:g}mm, {max(count * room - 0.5, 1):.1f}mm]"
        look = "size: 14pt, smallest: 5pt, bold: true" if index == 0 else "size: 11pt, smallest: 5pt"
        name = f"{column.name}_text" if column.name in _TAKEN else column.name
        written.append(f'  {name}: {{text: "{{{{ {value} }}}}", in: {box}, {look}}}')
        top += count * room
    for name in pictures:
        written.append(
            f'  # {name}: {{image: "{{{{ card.{name} }}}}", in: bleed}}    # once the pictures are in templates/'
        )
    return "\n".join(written) + "\n"


def _lines(cell: str, width: Mm) -> int:
    """About how many lines a cell takes in type of the usual size."""
    return sum(max(math.ceil(len(line) * LETTER / width), 1) for line in cell.split("\n"))
