"""The table that the terminal prints and the HTML page shows."""

from __future__ import annotations

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.play.simulation.tally import CardName


@frozen_dataclass
class ReportTable:
    """A table.

    Attributes:
        note: How to read it.
        aligned: "<" or ">" for each column.
        bars: For each row a length from 0 to 1, for forms that draw bars.
        cards: For each row its cards, for forms that show their faces.
    """

    title: str
    note: str
    head: tuple[str, ...]
    aligned: str
    rows: tuple[tuple[str, ...], ...]
    bars: tuple[float, ...] = ()
    cards: tuple[tuple[CardName, ...], ...] = ()
