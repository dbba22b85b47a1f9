"""The papers that pnp prints on, and how it prints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pnp.units import Mm

Backs = Literal["none", "duplex"]

PAPERS: dict[str, tuple[Mm, Mm]] = {
    "a4": (210.0, 297.0),
    "letter": (215.9, 279.4),
    "a3": (297.0, 420.0),
    "legal": (215.9, 355.6),
    "tabloid": (279.4, 431.8),
}
"""Width and height in portrait, mm (ISO 216; ANSI Y14.1). The names are those of --paper."""


def paper_name(paper: str) -> str:
    """A paper as people call it: A4, Letter."""
    return paper.upper() if paper[1:].isdecimal() else paper.capitalize()


@dataclass(frozen=True)
class Printing:
    """How to print.

    Attributes:
        paper: A name of PAPERS.
        backs: Whether backs are printed.
    """

    paper: str = "a4"
    backs: Backs = "duplex"

    @property
    def paper_name(self) -> str:
        """The paper as people call it."""
        return paper_name(self.paper)
