"""The papers that pnp prints on: those with a name, and any other by its width and height."""

from __future__ import annotations

import math
import re
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


SHORTEST, LONGEST = 50.0, 1200.0
"""The sides that a paper may have, mm."""

_WRITTEN = re.compile(r"([0-9.]+)(mm|cm|in)?x([0-9.]+)(mm|cm|in)?", re.ASCII)


def parse_paper(written: str) -> str:
    """Return the name of a paper: one of PAPERS, or its width and height in portrait, as 12x18in.

    Args:
        written: A name, or two sides with a unit behind each or behind both; without any, they are mm.

    Raises:
        Mistake: There is no such paper.
    """
    from pnp.diagnostics import Mistake

    name = "".join(written.lower().split()).replace("×", "x")
    if name in PAPERS:
        return name
    match = _WRITTEN.fullmatch(name)
    if not match:
        fix = f"use one of: {', '.join(PAPERS)}; or write its sides, as 12x18in or 210x297mm"
        raise Mistake(f"no paper {written}", fix)
    unit = match[4] or match[2] or "mm"
    sides = sorted(((match[1], match[2] or unit), (match[3], unit)), key=lambda side: _side(*side))
    size = (_side(*sides[0]), _side(*sides[1]))
    if not SHORTEST <= size[0] <= size[1] <= LONGEST:
        fix = f"sides are from {SHORTEST:g} to {LONGEST:g} mm"
        fix = fix if match[2] or match[4] else f"did you mean {name}in?"
        raise Mistake(f"no paper of {size[0]:g} × {size[1]:g} mm", fix)
    for known, known_size in PAPERS.items():
        if all(abs(side - own) < CLOSE for side, own in zip(known_size, size, strict=True)):
            return known
    if sides[0][1] == sides[1][1]:
        return f"{float(sides[0][0]):g}x{float(sides[1][0]):g}{unit}"
    return f"{size[0]:g}x{size[1]:g}mm"


CLOSE: Mm = 0.1
"""A paper whose sides differ by less from one that has a name is that one."""


def _side(number: str, unit: str) -> Mm:
    from pnp.units import parse_length

    return round(parse_length(f"{number}{unit}"), 4)


def paper_size(paper: str) -> tuple[Mm, Mm]:
    """Width and height of a paper in portrait, by its name as parse_paper gives it, mm."""
    if paper in PAPERS:
        return PAPERS[paper]
    match = _WRITTEN.fullmatch(paper)
    assert match, f"{paper} is a name as parse_paper gives it"
    return _side(match[1], match[4]), _side(match[3], match[4])


def paper_name(paper: str) -> str:
    """A paper as people call it: A4, SRA3, Letter, 4x6in, 12x18in."""
    return paper.upper() if paper[-1:].isdecimal() else paper.capitalize()


def larger_papers(size: tuple[Mm, Mm]) -> str:
    """The names of papers that are larger than one, as --paper takes them; "" where there is none."""
    return ", ".join(name for name, sides in PAPERS.items() if math.prod(sides) > math.prod(size))
