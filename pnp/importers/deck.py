"""A deck of another program → the files of a deck of pnp: table, template, and game.yaml if the game is new.

Names, kinds of fields and marks in texts are adapted; each change and loss is listed.
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field

from pnp.core.codes import Code
from pnp.core.diagnostics import Fault, Place
from pnp.core.units import Mm
from pnp.importers.tables import FoundDeck, format_csv
from pnp.outputs import Output
from pnp.project.cards import PICTURE
from pnp.project.fields import DECIMAL_COMMA, FIELD_KINDS
from pnp.project.files import Files
from pnp.project.table import cell_value
from pnp.project.values import CARD_SIZES

RESERVED = ("copies", "each")
"""Keys of a card that belong to pnp."""

_MARK = re.compile(r"([*_\\\[\]`])")
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_EXPRESSION = re.compile(r"\{[{%#]")
_BRACES = re.compile(r"\{[{%#]|[}%#]\}")
_ICON = re.compile(r"(?<!\w):[A-Za-z][\w-]*:(?!\w)")
_BREAK = re.compile(r"<br\s*/?>|\\13\\|\\n", re.IGNORECASE)
_BOLD, _ITALIC = re.compile(r"</?(?:b|strong)>", re.IGNORECASE), re.compile(r"</?(?:i|em)>", re.IGNORECASE)
_TRUE_OR_FALSE = {"true", "false", "yes", "no"}


@dataclass
class Column:
    """A column of the new table.

    Attributes:
        name: Its name in expressions.
        cells: Its texts, "" for an empty cell.
        kind: The kind of its field; "copies" for the number of copies of each card.
        is_picture: Whether its cells name pictures.
    """

    name: str
    cells: list[str] = field(repr=False)
    kind: str = "text"
    is_picture: bool = False

    @property
    def is_optional(self) -> bool:
        """Return whether a card has nothing in it."""
        return not all(self.cells)

    @property
    def entry(self) -> str:
        """Return its entry of fields: name and kind."""
        return f"{self.name}{'?' if self.is_optional else ''}: {self.kind}"


def columns_of(deck: FoundDeck, left_out: list[str]) -> list[Column]:
    """Return the columns of a deck, in order.

    Args:
        deck: The deck of the other program.
        left_out: Collects a line for each change and loss.
    """
    if not deck.rows:
        return []
    columns: list[Column] = []
    names = _Names()
    has_commas = any(row.delimiter == "," for row in deck.rows)
    for was in deck.rows[0].header:
        cells = [row.cells.get(was) or _text(row.get(was)) for row in deck.rows]
        is_copies = was == deck.copies_column
        name = "copies" if is_copies else _name(was)
        if not any(cells):
            left_out.append(f"column {was}: it is empty, or a remark")
            continue
        name = name if is_copies else names.unused(name)
        if not has_commas:
            cells = [_with_point(cell) for cell in cells]
        column = Column(name, cells, "copies" if is_copies else _kind(cells))
        column.is_picture = column.kind == "text" and all(PICTURE.fullmatch(cell) for cell in cells if cell)
        if column.is_picture:
            column.kind = "word"
            left_out.append(f"{name}: it names pictures; put them below templates/, and draw them with image: or svg:")
        elif column.kind == "text":
            _mark_up(column, left_out)
        if name != was and not is_copies:
            left_out.append(f"column {was} is called {name}, as expressions can name it")
        columns.append(column)
    return columns


def _with_point(cell: str) -> str:
    """Return a cell of a table that is not separated by commas, with a decimal point in a number."""
    return cell.replace(",", ".") if DECIMAL_COMMA.fullmatch(cell) else cell


def _text(value: object) -> str:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


class _Names:
    """The names of columns, each used once."""

    def __init__(self) -> None:
        self._used: set[str] = set()
        self._next: dict[str, int] = {}

    def unused(self, name: str) -> str:
        """Return the name itself, or with the first unused number."""
        candidate, number = name, self._next.get(name, 2)
        while candidate in self._used:
            candidate, number = f"{name}_{number}", number + 1
        self._used.add(candidate)
        self._next[name] = number
        return candidate


def _name(was: str) -> str:
    """Return a name for expressions: letters, digits and _."""
    plain = unicodedata.normalize("NFKD", was).encode("ascii", "ignore").decode()
    name = re.sub(r"\W+", "_", plain).strip("_").lower() if not was.isidentifier() else was
    return name if name.isidentifier() and name not in RESERVED else f"field_{name}".rstrip("_")


def _kind(cells: Sequence[str]) -> str:
    """Return the kind of field that takes all cells; a text in case of doubt."""
    filled = [cell for cell in cells if cell]
    if all(cell.lower() in _TRUE_OR_FALSE for cell in filled):
        return "flag"
    values = [cell_value(cell) for cell in filled]
    for kind in ("integer", "number"):
        if all(FIELD_KINDS[kind].takes(value) for value in values):
            return kind
    return "text"


def _mark_up(column: Column, left_out: list[str]) -> None:
    """Replace marks by those of pnp, and list marks that have no counterpart."""
    column.cells = [marked_up(cell) for cell in column.cells]
    remaining = (
        ("tags", _TAG, "they stand there as they were"),
        ("braces that would be an expression", _EXPRESSION, "they are written so that they stay what they are"),
        ("words between colons, which are icons", _ICON, "name these in icons: of the template"),
    )
    for what, pattern, consequence in remaining:
        count = sum(bool(pattern.search(cell)) for cell in column.cells)
        if count:
            left_out.append(f"{column.name}: {what} in {count} of its cells; {consequence}")
    column.cells = [_BRACES.sub(r"{{ '\g<0>' }}", cell) for cell in column.cells]


def marked_up(text: str) -> str:
    """Return a text with pnp's marks in place of tags for bold, italic and line ends; other marks are escaped."""
    text = _BREAK.sub("\n", text)
    text = _MARK.sub(r"\\\1", text)
    for tag, mark in ((_BOLD, "**"), (_ITALIC, "*")):
        if len(tag.findall(text)) % 2 == 0:
            text = tag.sub(mark, text)
    return text


USUAL_SIZE = "euro-poker"
MARGIN = 5.0
"""The distance from the cut to the texts of the first look, mm."""

_TAKEN = ("ground", "trim", "bleed", "safe")
"""Names of boxes of the first look."""

LETTER = 2.1
"""The width of a letter of the first look, mm: 11 pt."""


@dataclass(frozen=True)
class ImportResult:
    """The result of an import.

    Attributes:
        outputs: New files, from the project's folder.
        block: The deck's lines of game.yaml, to be put below decks:.
        is_new: Whether the game is new, so that its game.yaml is among the files.
        left_out: A line for each thing that could not be imported.
    """

    outputs: Sequence[Output]
    block: str
    is_new: bool
    left_out: Sequence[str]


def import_deck(files: Files, game: str, title: str, name: str, deck: FoundDeck) -> ImportResult:
    """Return the files of a deck.

    Args:
        files: The project.
        game: The folder of an existing or new game.
        title: The title of the game, if it is new.
        name: The name of the deck.
        deck: The deck of the other program.

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
    return ImportResult(outputs, block, is_new, left_out)


def refuse_existing(files: Files, outputs: Sequence[Output]) -> None:
    """Raise a Fault for the first file that exists, as no file is overwritten."""
    for output in outputs:
        if files.exists(output.path):
            what, fix = f"{output.path} is there already", "choose another name with --deck, or move the file away"
            raise Fault(Code.IMPORT_EXISTS, Place(output.path), what=what, fix=fix)


def deck_block(game: str, name: str, columns: Sequence[Column], copies: int = 1) -> str:
    """Return the entry of a deck for game.yaml, indented to stand below decks:."""
    lines = [f"  {name}:", f"    cards: {name}.csv", f"    template: {game}/{name}"]
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
        value = f"card.{column.name}" + ("|default('', true)" if column.is_optional else "")
        box = f"[{MARGIN:g}mm, {top:.1f}mm, {width:g}mm, {max(count * room - 0.5, 1):.1f}mm]"
        look = "size: 14pt, smallest: 5pt, bold: true" if index == 0 else "size: 11pt, smallest: 5pt"
        name = f"{column.name}_text" if column.name in _TAKEN else column.name
        template.append(f'  {name}: {{text: "{{{{ {value} }}}}", in: {box}, {look}}}')
        top += count * room
    for name in pictures:
        template.append(
            f'  # {name}: {{image: "{{{{ card.{name} }}}}", in: bleed}}    # once the pictures are in templates/'
        )
    return "\n".join(template) + "\n"


def _lines(cell: str, width: Mm) -> int:
    """Estimate how many lines a cell takes in type of the usual size."""
    return sum(max(math.ceil(len(line) * LETTER / width), 1) for line in cell.split("\n"))
