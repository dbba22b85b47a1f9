"""A deck of another program → the files of a deck of pnp: table, template, and game.yaml if the game is new.

Names, kinds of fields and marks in texts are adapted; each change and loss is listed.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place, counted
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.units import Mm
from pnp.extensions.importing.columns import columns_of
from pnp.extensions.importing.found_deck import Call, Column, DeckDrawing, FoundDeck
from pnp.extensions.importing.origin import DECKS, is_same, noted_digests, origin_note, replacements
from pnp.extensions.importing.tables import format_csv
from pnp.outputs import Output
from pnp.project.files import Files
from pnp.project.fonts import load_fonts
from pnp.project.values import CARD_SIZES

USUAL_SIZE = "euro-poker"
MARGIN = 5.0
"""The distance from the cut to the texts of the first template, mm."""

_TAKEN = ("ground", "trim", "bleed", "safe")
"""Names of boxes that the first template uses."""

LETTER = 2.1
"""The estimated width of a letter of the first template, mm: 11 pt."""


@frozen_dataclass
class ImportResult:
    """The result of an import.

    Attributes:
        outputs: New files, from the project's folder.
        block: The decks' lines of game.yaml, to be put below decks:; "" if they are as imported before.
        is_new: Whether the game is new, so that its game.yaml is among the files.
        left_out: A line for each thing that could not be imported.
        summary: How much of the drawing is imported; "" without one.
    """

    outputs: Sequence[Output]
    block: str
    is_new: bool
    left_out: Sequence[str]
    summary: str = ""


def import_decks(
    files: Files, game: str, title: str, decks: Mapping[str, FoundDeck], again: str, is_replaced: bool = False
) -> ImportResult:
    """Return the files of decks, with a note of their origin.

    Args:
        files: The project.
        game: The folder of an existing or new game.
        title: The title of the game, if it is new.
        decks: The decks of the other program by their new names.
        again: The command that imports them, for the note.
        is_replaced: Whether files of an earlier import are written over, unless they were changed by hand.

    Raises:
        Fault: ``import-empty``, or ``import-exists`` for a file that would be written over.
    """
    outputs: list[Output] = []
    pictures: dict[str, Output] = {}
    blocks: list[str] = []
    left_out: list[str] = []
    calls: set[Call] = set()
    missed: set[Call] = set()
    for name, deck in decks.items():
        left_out += deck.left_out
        columns = columns_of(deck, left_out)
        if not columns:
            what, fix = "the table has no rows", "add rows below the names of its columns"
            raise Fault(Code.IMPORT_EMPTY, Place(deck.rows.file), what=what, fix=fix)
        rows = zip(*(column.cells for column in columns), strict=True)
        table = format_csv([[column.name for column in columns], *rows])
        summary = f"{counted(len(deck.rows), 'card')}, {counted(len(columns), 'column')}"
        outputs.append(Output(f"data/{game}/{name}.csv", table.encode(), summary))
        face, *back = _looks(files, game, name, deck, columns, pictures, left_out, missed)
        outputs += [face, *back]
        for drawing in filter(None, (deck.drawing, deck.back)):
            calls |= drawing.calls
        blocks.append(deck_block(game, name, columns, deck.copies, back[0].content.decode() if back else ""))
    is_new = not files.exists(f"data/{game}/game.yaml")
    if is_new:
        outputs.append(Output(f"data/{game}/game.yaml", _game(title, "".join(blocks)).encode(), title))
    block, first = "".join(blocks), f"data/{game}/{next(iter(decks))}.csv"
    imported = [*(output for output in outputs if not output.path.endswith("/game.yaml")), *pictures.values()]
    note = origin_note(first, again, imported, block)
    if is_replaced:
        noted = noted_digests(files, first)
        block = "" if is_same(noted, DECKS, block.encode()) else block
        outputs = replacements(files, [*outputs, *pictures.values()], noted, left_out)
    else:
        outputs += [picture for path, picture in pictures.items() if not _is_there(files, path, picture.content)]
        refuse_existing(files, outputs)
    outputs += [] if _is_there(files, note.path, note.content) else [note]
    ordered = sorted(dict.fromkeys(left_out), key=_script_line)
    return ImportResult(outputs, block, is_new, ordered, _summary(len(calls), len(missed)))


def _script_line(text: str) -> float:
    """Return the line of a script that a text names first, as a sort key; texts without a line come last."""
    match = re.match(r"[^:]+\.\w+:(\d{1,9}): ", text)
    return int(match[1]) if match else math.inf


def _summary(calls: int, missed: int) -> str:
    """Return how many calls of a drawing are imported; "" without a drawing."""
    if not missed:
        return f"{counted(calls, 'call')} of the drawing imported" if calls else ""
    return f"{calls - missed} of {counted(calls, 'call')} of the drawing imported; {missed} listed below"


def _looks(
    files: Files,
    game: str,
    name: str,
    deck: FoundDeck,
    columns: Sequence[Column],
    pictures: dict[str, Output],
    left_out: list[str],
    missed: set[Call],
) -> list[Output]:
    """Return the templates of a deck's faces and backs: drawings, whose pictures and missing calls are added.

    A deck without a drawing has a plain face.
    """

    def drawn(drawing: DeckDrawing, path: str, summary: str) -> list[Output]:
        template = drawing.template(columns, game, load_fonts(files, Diagnostics()))
        left_out.extend(template.left_out)
        missed.update(template.missed)
        if not template.text:
            return []
        pictures.update({picture.path: picture for picture in template.pictures})
        return [Output(path, template.text.encode(), summary)]

    path = f"templates/{game}/{name}.yaml"
    face = drawn(deck.drawing, path, "as it was drawn") if deck.drawing is not None and deck.drawing.calls else []
    if not face:
        size = deck.size or CARD_SIZES[USUAL_SIZE]
        if deck.size is None:
            left_out.append(f"the size of the card: it is {USUAL_SIZE}; write another into the template")
        face = [Output(path, _template(columns, size, deck.size is not None).encode(), "a first look")]
    return face + (drawn(deck.back, f"templates/{game}/{name}_back.yaml", "its back") if deck.back is not None else [])


def _is_there(files: Files, path: str, content: bytes) -> bool:
    """Whether the project has the same file already."""
    return files.exists(path) and files.read(path, Place(path)) == content


def refuse_existing(files: Files, outputs: Sequence[Output]) -> None:
    """Raise a Fault for the first file that exists, as no file is overwritten."""
    for output in outputs:
        if files.exists(output.path):
            what = f"{output.path} is there already"
            fix = "bring it up to date with --replace, choose another name with --deck, or move the file"
            raise Fault(Code.IMPORT_EXISTS, Place(output.path), what=what, fix=fix)


def deck_block(game: str, name: str, columns: Sequence[Column], copies: int = 1, back: str = "") -> str:
    """Return the entry of a deck for game.yaml, indented to stand below decks:.

    Args:
        game: The game's folder.
        name: The deck's name.
        columns: The columns of its table.
        copies: How many copies all cards have.
        back: The template of its backs; "" without them.
    """
    lines = [f"  {name}:", f"    cards: {name}.csv", f"    template: {game}/{name}"]
    lines += [f"    back: {game}/{name}_back"] if back else []
    lines += ["    secret_backs: false"] if "card." in back else []
    lines += [f"    copies: {copies}"] if copies != 1 else []
    lines += ["    fields:", *(f"      {column.entry}" for column in columns if column.kind != "copies")]
    return "\n".join(lines) + "\n"


def _game(title: str, block: str) -> str:
    return (
        "# yaml-language-server: $schema=../../.schemas/game.json\n"
        f"title: {json.dumps(title, ensure_ascii=False)}\n"
        "players: 2..4        # correct it: nothing of this was in the table\n"
        "decks:\n" + block
    )


def _template(columns: Sequence[Column], size: tuple[Mm, Mm], has_size: bool) -> str:
    """Return a template with a text for each column, from the top down, each with room for its longest cell."""
    texts = [column for column in columns if column.kind != "copies" and not column.is_picture]
    pictures = [column.name for column in columns if column.is_picture]
    width = size[0] - 2 * MARGIN
    lines = [max(_lines(cell, width) for cell in column.cells) for column in texts]
    room = (size[1] - 2 * MARGIN) / max(sum(lines), 1)
    template = [
        "# yaml-language-server: $schema=../../.schemas/template.json",
        "# A first look: each column as a text, from the top down. Change boxes, sizes and order as you like.",
        f"size: [{size[0]:g}mm, {size[1]:g}mm]" if has_size else f"size: {USUAL_SIZE}",
        "elements:",
        '  ground: {rect: bleed, fill: "#FFFFFF"}',
    ]
    top = MARGIN
    for index, (column, count) in enumerate(zip(texts, lines, strict=True)):
        box = f"[{MARGIN:g}mm, {top:.1f}mm, {width:g}mm, {max(count * room - 0.5, 1):.1f}mm]"
        look = "size: 14pt, smallest: 5pt, bold: true" if index == 0 else "size: 11pt, smallest: 5pt"
        name = f"{column.name}_text" if column.name in _TAKEN else column.name
        template.append(f'  {name}: {{text: "{{{{ {column.expression} }}}}", in: {box}, {look}}}')
        top += count * room
    for name in pictures:
        template.append(
            f'  # {name}: {{image: "{{{{ card.{name} }}}}", in: bleed}}    # once the pictures are in templates/'
        )
    return "\n".join(template) + "\n"


def _lines(cell: str, width: Mm) -> int:
    """Estimate how many lines a cell takes in type of the usual size."""
    return sum(max(math.ceil(len(line) * LETTER / width), 1) for line in cell.split("\n"))
