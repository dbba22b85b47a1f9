"""The papers that pnp prints on."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pnp.units import Mm  # asked for by --help, which has no use for the rest of it

PAPERS: dict[str, tuple[Mm, Mm]] = {
    "a4": (210.0, 297.0),
    "letter": (215.9, 279.4),
    "a3": (297.0, 420.0),
    "a5": (148.0, 210.0),
    "sra3": (320.0, 450.0),
    "legal": (215.9, 355.6),
    "tabloid": (279.4, 431.8),
    "4x6in": (101.6, 152.4),
}
"""Width and height in portrait, mm (ISO 216; ISO 217; ANSI Y14.1; photo prints). The names are those of --paper."""


def paper_name(paper: str) -> str:
    """A paper as people call it: A4, SRA3, Letter, 4x6in."""
    return paper.upper() if paper[-1:].isdecimal() else paper.capitalize()


def larger_papers(size: tuple[Mm, Mm]) -> str:
    """The names of papers that are larger than one, as --paper takes them; "" where there is none."""
    return ", ".join(name for name, sides in PAPERS.items() if math.prod(sides) > math.prod(size))
