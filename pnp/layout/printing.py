"""How pnp prints: on which paper, with which backs, marks and ink.

A paper has a name, or is given by its width and height.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from pnp.core.inks import Press
from pnp.core.units import Mm

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

_SIDES = re.compile(r"([0-9.]+)(mm|cm|in)?x([0-9.]+)(mm|cm|in)?", re.ASCII)


def parse_paper(text: str) -> str:
    """Return the name of a paper: one of PAPERS, or its width and height in portrait, as 12x18in.

    Args:
        text: A name, or two sides with a unit behind each or behind both; without any, they are mm.

    Raises:
        Mistake: There is no such paper.
    """
    from pnp.core.diagnostics import Mistake

    name = "".join(text.lower().split()).replace("×", "x")
    if name in PAPERS:
        return name
    match = _SIDES.fullmatch(name)
    if not match:
        fix = f"use one of: {', '.join(PAPERS)}; or write its sides, as 12x18in or 210x297mm"
        raise Mistake(f"no paper {text}", fix)
    unit = match[4] or match[2] or "mm"
    sides = sorted(((match[1], match[2] or unit), (match[3], unit)), key=lambda side: _side(*side))
    size = (_side(*sides[0]), _side(*sides[1]))
    if not SHORTEST <= size[0] <= size[1] <= LONGEST:
        fix = f"sides are from {SHORTEST:g} to {LONGEST:g} mm"
        fix = fix if match[2] or match[4] else f"did you mean {name}in?"
        raise Mistake(f"no paper of {size[0]:g} × {size[1]:g} mm", fix)
    for paper, sides_of_paper in PAPERS.items():
        if all(abs(side - own) < CLOSE for side, own in zip(sides_of_paper, size, strict=True)):
            return paper
    if sides[0][1] == sides[1][1]:
        return f"{float(sides[0][0]):g}x{float(sides[1][0]):g}{unit}"
    return f"{size[0]:g}x{size[1]:g}mm"


CLOSE: Mm = 0.1
"""A paper whose sides differ by less from one that has a name is that one."""


def _side(number: str, unit: str) -> Mm:
    from pnp.core.units import parse_length

    return round(parse_length(f"{number}{unit}"), 4)


def paper_size(paper: str) -> tuple[Mm, Mm]:
    """Width and height of a paper in portrait, by its name as parse_paper gives it, mm."""
    if paper in PAPERS:
        return PAPERS[paper]
    match = _SIDES.fullmatch(paper)
    assert match, f"{paper} is a name as parse_paper gives it"
    return _side(match[1], match[4]), _side(match[3], match[4])


def paper_name(paper: str) -> str:
    """A paper as people call it: A4, SRA3, Letter, 4x6in, 12x18in."""
    return paper.upper() if paper[-1:].isdecimal() else paper.capitalize()


def larger_papers(size: tuple[Mm, Mm]) -> str:
    """The names of papers that are larger than one, as --paper takes them; "" where there is none."""
    return ", ".join(name for name, sides in PAPERS.items() if math.prod(sides) > math.prod(size))


Backs = Literal["none", "duplex", "fold", "separate"]
Flip = Literal["long", "short"]
MarkKind = Literal["corner", "lines", "none"]
"""What each is: MARKS in marks.py."""

Fill = Literal["none", "spares"]
Ink = Literal["full", "light", "grey"]

OVER_LONG_EDGE: Mapping[Flip, bool] = {"long": True, "short": False}
"""Whether the paper is turned like the page of a book, or head down."""


@dataclass(frozen=True)
class BackStyle:
    """Where backs are printed.

    Attributes:
        is_printed: Whether backs are printed at all.
        is_on_other_side: Whether a back lies on the other side of its sheet, and moves with the printer's offset.
        is_in_own_file: Whether those other sides are in a file of their own.
        is_beside_face: Whether a back lies beside its face, behind it when the paper is folded.
    """

    is_printed: bool = True
    is_on_other_side: bool = False
    is_in_own_file: bool = False
    is_beside_face: bool = False


BACKS: Mapping[Backs, BackStyle] = {
    "none": BackStyle(is_printed=False),
    "duplex": BackStyle(is_on_other_side=True),
    "separate": BackStyle(is_on_other_side=True, is_in_own_file=True),
    "fold": BackStyle(is_beside_face=True),
}


@dataclass(frozen=True)
class Marks:
    """What shows where to cut.

    Attributes:
        kind: ``corner``: short lines outside; ``lines``: hairlines across all cards; ``none``.
        length: Of a mark, where it has room, mm.
        offset: From the bleed to a mark, mm.
    """

    kind: MarkKind = "corner"
    length: Mm = 5.0
    offset: Mm = 0.5


@dataclass(frozen=True)
class Offset:
    """How far a printer needs its backs moved, measured on upright paper turned like the page of a book.

    Attributes:
        x: To the right, mm.
        y: Down, mm.
        angle: Clockwise about the paper's middle, degrees; before it is moved.
    """

    x: Mm = 0.0
    y: Mm = 0.0
    angle: float = 0.0

    def __str__(self) -> str:
        turned = f", turned by {self.angle:g}°" if self.angle else ""
        return f"{self.x:g},{self.y:g} mm{turned}"


@dataclass(frozen=True)
class Printing:
    """How to print.

    Attributes:
        paper: Its name, as parse_paper gives it.
        backs: ``duplex``: on the other side of each sheet; ``separate``: the same, in a file of their own; ``fold``:
            beside their faces, so that they lie behind them when the paper is folded; ``none``.
        flip: The edge over which the paper is turned for its back.
        margin: What the printer leaves white at each edge, mm; all that must print keeps it.
        gutter: Room between two cards, mm; None for as much as costs no card, up to twice the bleed.
        fill: With what the last sheet is filled.
        offset: How backs are moved for the printer; None for no offset.
        ink: ``full``; ``light``: backs and grounds are pale; ``grey``: all colours as a black printer shows them.
        border: Width of a white border inside the trim, mm; 0 for none.
        has_outlines: Whether the trims of cards are drawn on their fronts, too, as those of tokens are.
        is_proof: Whether lines of bleed, trim, safe area and elements are drawn over each side.
        printer: The printer that the offset is kept for, by its name; empty for one that was given as it is.
        trim: Whether a folded booklet is cut: with bleed and marks around its pages.
        overlap: What two sheets of a piece that is larger than the paper both show, mm.
        is_draft: Whether sheets are made in spite of faults, as far as possible; every sheet and page is then marked.
        has_backs_apart: Whether cards lie apart, even where that costs a card, when their backs would show on each
            other in a print that is a little off.
        press: What sheets are separated for, as PDF/X-1a; None for printers that take colours of light.
    """

    paper: str = "a4"
    backs: Backs = "duplex"
    flip: Flip = "long"
    margin: Mm = 5.0
    gutter: Mm | None = None
    marks: Marks = Marks()
    fill: Fill = "none"
    offset: Offset | None = None
    printer: str = ""
    ink: Ink = "full"
    border: Mm = 0.0
    has_outlines: bool = False
    is_proof: bool = False
    trim: bool = False
    overlap: Mm = 10.0
    has_backs_apart: bool = False
    is_draft: bool = False
    press: Press | None = None

    @property
    def size(self) -> tuple[Mm, Mm]:
        """Width and height of the paper in portrait, mm."""
        return paper_size(self.paper)

    @property
    def back_style(self) -> BackStyle:
        """Where backs are printed."""
        return BACKS[self.backs]

    @property
    def has_other_sides(self) -> bool:
        """Whether backs are printed on the other side of their sheets."""
        return self.back_style.is_on_other_side

    @property
    def back_shift(self) -> Mm:
        """How far what is printed on backs is moved at most, anywhere on the paper, mm."""
        if self.offset is None or not self.has_other_sides:
            return 0.0
        turned = math.hypot(*self.size) / 2 * math.tan(math.radians(abs(self.offset.angle)))
        return max(abs(self.offset.x), abs(self.offset.y)) + turned

    @property
    def moved(self) -> str:
        """The end of a summary: for which printer, or by how much, backs are moved; empty where they are not."""
        if self.offset is None:
            return ""
        return f", for {self.printer}" if self.printer else f", backs moved by {self.offset}"

    @property
    def paper_name(self) -> str:
        """The paper as people call it."""
        return paper_name(self.paper)
