"""The rows of a table of elsewhere → columns that a deck of pnp may have: their names, fields and cells."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field

from pnp.importing.found import FoundDeck
from pnp.load.cells import DECIMAL_COMMA
from pnp.load.columns import PICTURE
from pnp.model.fields import FIELD_KINDS
from pnp.source.table import cell_value

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
        name: As expressions name it.
        cells: Its texts, "" where there is none.
        kind: Of its field; "copies" for how often a card is in the game.
        is_picture: Whether its cells name pictures.
    """

    name: str
    cells: list[str] = field(repr=False)
    kind: str = "text"
    is_picture: bool = False

    @property
    def is_optional(self) -> bool:
        """Whether some card has nothing in it."""
        return not all(self.cells)

    @property
    def written(self) -> str:
        """Its entry of fields: name, and kind."""
        return f"{self.name}{'?' if self.is_optional else ''}: {self.kind}"


def columns_of(deck: FoundDeck, left_out: list[str]) -> list[Column]:
    """The columns of a deck, in order.

    Args:
        deck: As it was found.
        left_out: Told of what is changed or lost.
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
    """A cell of a table parted otherwise than by commas, with a point where a number has its decimals."""
    return cell.replace(",", ".") if DECIMAL_COMMA.fullmatch(cell) else cell


def _text(value: object) -> str:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


class _Names:
    """The names of columns, each given once."""

    def __init__(self) -> None:
        self._given: set[str] = set()
        self._next: dict[str, int] = {}

    def unused(self, name: str) -> str:
        """The name itself, or with the first number that nobody has."""
        found, number = name, self._next.get(name, 2)
        while found in self._given:
            found, number = f"{name}_{number}", number + 1
        self._given.add(found)
        self._next[name] = number
        return found


def _name(was: str) -> str:
    """A name that expressions can use: letters, digits and _."""
    plain = unicodedata.normalize("NFKD", was).encode("ascii", "ignore").decode()
    name = re.sub(r"\W+", "_", plain).strip("_").lower() if not was.isidentifier() else was
    return name if name.isidentifier() and name not in RESERVED else f"field_{name}".rstrip("_")


def _kind(cells: Sequence[str]) -> str:
    """The kind of field that takes all cells; a text where there is any doubt."""
    given = [cell for cell in cells if cell]
    if all(cell.lower() in _TRUE_OR_FALSE for cell in given):
        return "flag"
    values = [cell_value(cell) for cell in given]
    for kind in ("integer", "number"):
        if all(FIELD_KINDS[kind].takes(value) for value in values):
            return kind
    return "text"


def _mark_up(column: Column, left_out: list[str]) -> None:
    """Write marks as pnp has them, and tell of what has none."""
    column.cells = [marked_up(cell) for cell in column.cells]
    told = (
        ("tags", _TAG, "they stand there as they were"),
        ("braces that would be an expression", _EXPRESSION, "they are written so that they stay what they are"),
        ("words between colons, which are icons", _ICON, "name these in icons: of the template"),
    )
    for what, found, then in told:
        count = sum(bool(found.search(cell)) for cell in column.cells)
        if count:
            left_out.append(f"{column.name}: {what} in {count} of its cells; {then}")
    column.cells = [_BRACES.sub(r"{{ '\g<0>' }}", cell) for cell in column.cells]


def marked_up(text: str) -> str:
    """A text with tags for bold, italic and line ends → the same with the marks of pnp; other marks are escaped."""
    text = _BREAK.sub("\n", text)
    text = _MARK.sub(r"\\\1", text)
    for tag, mark in ((_BOLD, "**"), (_ITALIC, "*")):
        if len(tag.findall(text)) % 2 == 0:
            text = tag.sub(mark, text)
    return text
