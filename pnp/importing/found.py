"""What an importer has found: a table and what is known of its deck, in the words of pnp."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.source.tree import Seq
from pnp.units import Mm


@dataclass(frozen=True)
class FoundDeck:
    """A deck of another program.

    Attributes:
        rows: A Seq of Maps, as tables are read.
        copies_column: The column that says how often each card is in the game; "" for none.
        copies: How often each is, where no column says so.
        size: Of the card, mm; None where nobody says.
        left_out: What could not be taken over, one line each.
    """

    rows: Seq
    copies_column: str = ""
    copies: int = 1
    size: tuple[Mm, Mm] | None = None
    left_out: Sequence[str] = ()
