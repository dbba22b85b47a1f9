"""Drawing calls of another program's script, and values that differ between cards.

Importers of scripts make them; `elements` turns them into elements of a template.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pnp.core.frozen_dataclass import frozen_dataclass


class ComputedError(Exception):
    """A value that only the other program can compute, or another reason for which it is not known.

    Attributes:
        columns: The columns that its expression names.
    """

    columns: tuple[TableColumn, ...] = ()

    def __str__(self) -> str:
        """Return the reason."""
        return super().__str__() or "only Ruby can compute it"


@frozen_dataclass
class TableColumn:
    """The cells of one column of a table, changed by filters; as a text, one for each card.

    Attributes:
        table: The name of its table: that of its variable.
        header: The column's name, or its method (``card_name`` for Card Name).
        filters: Filters of pnp, in order.
    """

    table: str
    header: str
    filters: tuple[str, ...] = ()


FORMULA = "="
"""The table of a calculation with whole numbers, whose header is that: ``[cost]*2``."""

CARD_PLACE = TableColumn("", "")
"""Stands for the position of a card in its table, from 1."""


@frozen_dataclass
class CardText:
    """A text that differs between cards: written parts and cells of columns."""

    parts: tuple[str | TableColumn | CardChoice, ...]


@frozen_dataclass
class CardChoice:
    """A value that a card's cell of a column chooses.

    Attributes:
        column: The column.
        values: Values by the texts of cells, "" for an empty cell.
        otherwise: The value for all other cells.
        is_whole: Whether it has all values that there are, so that another cell is a fault.
    """

    column: TableColumn
    values: Mapping[str, Any]
    otherwise: Any
    is_whole: bool = False


@frozen_dataclass
class CardTest:
    """Whether a card's cell of a column is among some texts, or is none of them; "" stands for an empty cell."""

    column: TableColumn
    cells: tuple[str, ...]
    is_among: bool = True


@frozen_dataclass
class CardComparison:
    """Whether the number of a card's cell is above or below another: ``<``, ``>``, ``<=`` or ``>=``.

    Attributes:
        is_for_empty: Whether it holds for an empty cell.
    """

    column: TableColumn
    operator: str
    number: float
    is_for_empty: bool = False


@frozen_dataclass
class CardTests:
    """Whether all conditions of a card hold, or any of them."""

    tests: tuple[CardCondition, ...]
    are_all: bool = True


CardCondition = CardTest | CardComparison | CardTests


def opposite(condition: CardCondition) -> CardCondition:
    """Return the condition that holds on all other cards."""
    if isinstance(condition, CardTests):
        return CardTests(tuple(map(opposite, condition.tests)), not condition.are_all)
    if isinstance(condition, CardComparison):
        operator = {"<": ">=", ">": "<=", "<=": ">", ">=": "<"}[condition.operator]
        return replace(condition, operator=operator, is_for_empty=not condition.is_for_empty)
    return replace(condition, is_among=not condition.is_among)


@frozen_dataclass
class CardNamed:
    """The card whose cell of a column has a certain text."""

    column: TableColumn
    cell: str


@frozen_dataclass
class DrawingCall:
    """One drawing call.

    Attributes:
        method: text, svg, rect, …
        options: Its keyword arguments; a value that only Ruby can compute is a ``ComputedError``.
        line: Its line in the script, from 1.
        source: Its first line, for messages.
        icons: The options of each picture embedded in a text.
        conditions: Conditions of the cards on which it draws.
        name: A name for its element; "" for that of the method.
    """

    method: str
    options: Mapping[str, Any]
    line: int
    source: str
    icons: tuple[Mapping[str, Any], ...] = ()
    conditions: tuple[CardCondition, ...] = ()
    name: str = ""


def only_choice(value: Any) -> CardChoice | None:
    """Return the choice of a text that consists of it alone; None for any other value."""
    if isinstance(value, CardText) and len(value.parts) == 1 and isinstance(value.parts[0], CardChoice):
        return value.parts[0]
    return None
