"""How pnp prints: on which paper, with which backs, marks and ink."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from pnp.layout.paper import paper_name, paper_size
from pnp.press import Press
from pnp.units import Mm

Backs = Literal["none", "duplex", "fold", "separate"]
Flip = Literal["long", "short"]
MarkKind = Literal["corner", "lines", "none"]
Fill = Literal["none", "spares"]
Ink = Literal["full", "light", "grey"]


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
    """How what is printed on backs is moved, as seen on upright paper turned like the page of a book.

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
        offset: How backs are moved for the printer; None for one that was not asked for.
        ink: ``full``; ``light``: backs and grounds are pale; ``grey``: all colours as a black printer shows them.
        border: Width of a white border inside the trim, mm; 0 for none.
        has_outlines: Whether the trims of cards are drawn on their fronts, too, as those of tokens are.
        is_proof: Whether lines of bleed, trim, safe area and elements are drawn over each side.
        printer: The printer that the offset is kept for, by its name; empty for one that was given as it is.
        trim: Whether a folded booklet is cut: with bleed and marks around its pages.
        overlap: What two sheets of a piece that is larger than the paper both show, mm.
        is_draft: Whether what has faults is made as far as it can be, and marked; every sheet and page then says so.
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
    def has_other_sides(self) -> bool:
        """Whether backs are printed on the other side of their sheets."""
        return self.backs in ("duplex", "separate")

    @property
    def back_shift(self) -> Mm:
        """How far what is printed on backs is moved at most, anywhere on the paper, mm."""
        if self.offset is None or not self.has_other_sides:
            return 0.0
        turned = math.hypot(*self.size) / 2 * math.tan(math.radians(abs(self.offset.angle)))
        return max(abs(self.offset.x), abs(self.offset.y)) + turned

    @property
    def moved(self) -> str:
        """For whom, or by how much, backs are moved, to be told after other words; empty where they are not."""
        if self.offset is None:
            return ""
        return f", for {self.printer}" if self.printer else f", backs moved by {self.offset}"

    @property
    def paper_name(self) -> str:
        """The paper as people call it."""
        return paper_name(self.paper)
