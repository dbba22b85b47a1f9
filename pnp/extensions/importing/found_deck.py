"""The deck of another program: the rows of its table, how its cards look, and the columns that its template may use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from pnp.core.fonts import FontSet
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.units import Mm
from pnp.outputs import Output
from pnp.project.tree import Seq

Call = tuple[int, str]
"""A call of another program's script: its line, and its source."""


@dataclass
class Column:
    """A column of the new table.

    Attributes:
        name: Its name in expressions.
        header: Its name in the table.
        cells: Its texts, "" for an empty cell.
        kind: The kind of its field; "copies" for the number of copies of each card.
        is_picture: Whether its cells name pictures.
    """

    name: str
    header: str
    cells: list[str] = field(repr=False)
    kind: str = "text"
    is_picture: bool = False

    @property
    def is_optional(self) -> bool:
        """Return whether some card has an empty cell."""
        return not all(self.cells)

    @property
    def is_number(self) -> bool:
        """Return whether its values are numbers."""
        return self.kind in ("integer", "number")

    @property
    def expression(self) -> str:
        """Return the expression for a card's value, which is an empty text for an empty cell."""
        return f"card.{self.name}|default('')" if self.is_optional else f"card.{self.name}"

    @property
    def entry(self) -> str:
        """Return its entry of fields: name and kind."""
        return f"{self.name}{'?' if self.is_optional else ''}: {self.kind}"


@frozen_dataclass
class DrawnTemplate:
    """A template made of a drawing.

    Attributes:
        text: YAML; "" if no call becomes an element.
        pictures: The pictures that it shows, from the project's folder.
        left_out: A line for each call or option that is not imported.
        missed: The calls that are not imported.
    """

    text: str
    pictures: list[Output] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    missed: set[Call] = field(default_factory=set)


class DeckDrawing(Protocol):
    """How the cards of another program's deck look."""

    @property
    def calls(self) -> set[Call]:
        """Return the calls that draw them."""
        ...

    def template(self, columns: Sequence[Column], game: str, fonts: FontSet) -> DrawnTemplate:
        """Return the template that draws them.

        Args:
            columns: The columns of the deck's table, in the project.
            game: The game's folder, below which pictures are put.
            fonts: The families of the project.
        """
        ...


@frozen_dataclass
class ColumnUses:
    """How the drawing of a deck uses the columns of its table.

    Attributes:
        names: Columns whose cells are names: of pictures, of boxes, or of cards to compare with.
        texts: Columns that are printed.
        icons: By column, the words in its cells that stand for icons, and the icons' names.
    """

    names: frozenset[str] = frozenset()
    texts: frozenset[str] = frozenset()
    icons: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


@frozen_dataclass
class FoundDeck:
    """A deck of another program.

    Attributes:
        rows: The rows of the table, a Seq of Maps.
        copies_column: The column with the number of copies of each card; "" for none.
        copies: The number of copies of each card without such a column.
        size: The size of the card, mm; None if it is not given.
        left_out: A line for each thing that could not be imported.
        drawing: How its cards look; None for a template that pnp makes up.
        uses: How its drawings use columns.
        back: How its backs look; None without them.
    """

    rows: Seq
    copies_column: str = ""
    copies: int = 1
    size: tuple[Mm, Mm] | None = None
    left_out: Sequence[str] = ()
    drawing: DeckDrawing | None = None
    uses: ColumnUses = ColumnUses()
    back: DeckDrawing | None = None
