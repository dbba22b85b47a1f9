"""The table that the terminal prints and the HTML page shows."""

from __future__ import annotations

from pnp.core.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class ReportTable:
    """A table.

    Attributes:
        note: How to read it.
        aligned: "<" or ">" for each column.
        bars: For each row a length from 0 to 1, for forms that draw bars.
    """

    title: str
    note: str
    head: tuple[str, ...]
    aligned: str
    rows: tuple[tuple[str, ...], ...]
    bars: tuple[float, ...] = ()
