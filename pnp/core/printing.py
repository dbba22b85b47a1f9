"""How pnp prints → paper, backs, marks and ink as values; and the names of papers → their sizes.

A paper has a name, or is given by its width and height.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.inks import Press
from pnp.core.patterns import lazy_pattern
from pnp.core.units import Mm

if TYPE_CHECKING:
    from pnp.core.stock import Stock

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
"""Width and height in portrait, mm, by the names that --paper takes (ISO 216; ISO 217; ANSI Y14.1; photo prints)."""


def paper_names() -> list[str]:
    """Return the names of the papers of pnp and of installed packages."""
    from pnp.core.plugins import plugins

    return list(dict.fromkeys((*PAPERS, *plugins("pnp.papers"))))


def _named_size(paper: str) -> tuple[Mm, Mm] | None:
    """Return width and height in portrait of a paper of pnp or of an installed package; None if there is none.

    Raises:
        Fault: The package's paper cannot be used.
    """
    if paper in PAPERS:
        return PAPERS[paper]
    from pnp.core.plugins import load_plugin

    size: tuple[Mm, Mm] | None = load_plugin("pnp.papers", paper)
    return size


def stock_sheets() -> Mapping[str, Stock]:
    """Return the bought sheets with places for cards, by the names that --paper takes."""
    from pnp.core.stock import STOCK

    return STOCK


SHORTEST, LONGEST = 50.0, 1200.0
"""The smallest and largest allowed side of a paper, mm."""

_SIDES = lazy_pattern(r"([0-9.]+)(mm|cm|in)?x([0-9.]+)(mm|cm|in)?", re.ASCII)


def parse_paper(text: str) -> str:
    """Return the name of a paper: that of pnp or a package, or its width and height in portrait, such as 12x18in.

    Args:
        text: A name, or two sides with a unit behind each or behind both; without any, they are mm.

    Raises:
        Mistake: There is no such paper.
        Fault: The paper of a package cannot be used.
    """
    from pnp.core.diagnostics import Mistake, nearest

    name = "".join(text.lower().split()).replace("×", "x")
    if _named_size(name) or name in stock_sheets():
        return name
    match = _SIDES.fullmatch(name)
    if not match:
        fix = f"use one of: {', '.join(paper_names())}; or write its sides, as 12x18in or 210x297mm"
        if number := "".join(filter(str.isdigit, name)):  # of a sheet: another number is another sheet
            alike = [known for known in stock_sheets() if sorted(filter(str.isdigit, known)) == sorted(number)]
            own = "pnp list --stock lists bought sheets, and print: stock: describes one that is not there"
            fix = f"did you mean {alike[0]}? {own}" if alike else f"{fix}; {own}"
        elif close := nearest(name, stock_sheets()):
            fix = f"did you mean {close}? pnp list --stock lists bought sheets"
        raise Mistake(f"no paper {text}", fix)
    unit = match[4] or match[2] or "mm"
    sides = sorted(((match[1], match[2] or unit), (match[3], unit)), key=lambda side: _side(*side))
    size = (_side(*sides[0]), _side(*sides[1]))
    if not SHORTEST <= size[0] <= size[1] <= LONGEST:
        fix = f"sides are from {SHORTEST:g} to {LONGEST:g} mm"
        fix = fix if match[2] or match[4] else f"did you mean {name}in?"
        raise Mistake(f"no paper of {size[0]:g} × {size[1]:g} mm", fix)
    for paper, sides_of_paper in PAPERS.items():
        if all(abs(side - named_side) < CLOSE for side, named_side in zip(sides_of_paper, size, strict=True)):
            return paper
    if sides[0][1] == sides[1][1]:
        return f"{float(sides[0][0]):g}x{float(sides[1][0]):g}{unit}"
    return f"{size[0]:g}x{size[1]:g}mm"


CLOSE: Mm = 0.1
"""A paper whose sides differ by less than this from those of a named paper is taken for that paper."""


def _side(number: str, unit: str) -> Mm:
    from pnp.core.units import parse_length

    return round(parse_length(f"{number}{unit}"), 4)


def paper_size(paper: str) -> tuple[Mm, Mm]:
    """Return width and height of a paper in portrait, mm, by its name from parse_paper."""
    if size := _named_size(paper):
        return size
    if paper in stock_sheets():
        return paper_size(stock_sheets()[paper].paper)
    match = _SIDES.fullmatch(paper)
    assert match, f"{paper} is not a name from parse_paper"
    return _side(match[1], match[4]), _side(match[3], match[4])


def paper_name(paper: str) -> str:
    """Return the name of a paper as people write it: A4, SRA3, Letter, 4x6in, 12x18in, Avery 5371."""
    if paper not in PAPERS and paper in stock_sheets():
        return stock_sheets()[paper].title
    return paper.upper() if paper[-1:].isdecimal() else paper.capitalize()


SMALLEST_SCALE, LARGEST_SCALE = 0.5, 1.1

_PERCENT = lazy_pattern(r"([0-9]+(?:\.[0-9]+)?)\s*(%?)", re.ASCII)


def parse_scale(text: str) -> float:
    """Return a scale that is written as 97% or 0.97.

    Raises:
        Mistake: It is none, or too small or large.
    """
    from pnp.core.diagnostics import Mistake

    match = _PERCENT.fullmatch(text.strip())
    if not match:
        raise Mistake(f"{text} is not a scale", "write it as 97% or 0.97")
    scale = round(float(match[1]) / (100 if match[2] else 1), 6)
    if not SMALLEST_SCALE <= scale <= LARGEST_SCALE:
        percent = f"{float(match[1]):g}%"
        is_percent = not match[2] and SMALLEST_SCALE <= scale / 100 <= LARGEST_SCALE
        limits = f"a scale is from {SMALLEST_SCALE:.0%} to {LARGEST_SCALE:.0%}"
        raise Mistake(f"{text} is not a scale", f"did you mean {percent}?" if is_percent else limits)
    return scale


MOST_IN_A_ROW = 60

_GRID = lazy_pattern(r"([1-9][0-9]?)\s*[x×]\s*([1-9][0-9]?)", re.ASCII)


def parse_grid(text: str) -> tuple[int, int]:
    """Return columns and rows of cards that are written as 3x3.

    Raises:
        Mistake: They are written otherwise, or are too many.
    """
    from pnp.core.diagnostics import Mistake

    match = _GRID.fullmatch(text.strip().lower())
    if not match or max(map(int, match.groups())) > MOST_IN_A_ROW:
        raise Mistake(f"{text} is not a number of columns and rows", f"write 3x3; at most {MOST_IN_A_ROW} of each")
    return int(match[1]), int(match[2])


def percent(share: float) -> str:
    """Return a share for people: 97%, 102.5%."""
    return f"{share * 100:.4g}%"


def larger_papers(size: tuple[Mm, Mm]) -> str:
    """Return the names of larger papers, as --paper takes them; "" if there are none."""
    return ", ".join(name for name, sides in PAPERS.items() if math.prod(sides) > math.prod(size))


Backs = Literal["none", "duplex", "fold", "separate"]
Flip = Literal["long", "short"]
MarkKind = Literal["corner", "lines", "none"]
"""The kind of cut marks; MARKS in marks.py draws each."""

Fill = Literal["none", "spares"]
BackOrder = Literal["same", "reverse"]
Bleed = Literal["all", "outer", "none"]
Ink = Literal["full", "light", "grey"]

OVER_LONG_EDGE: Mapping[Flip, bool] = {"long": True, "short": False}
"""Flip → whether the paper is turned like the page of a book (True), or over its top edge (False)."""


@frozen_dataclass
class BackStyle:
    """How backs are printed.

    Attributes:
        is_printed: Whether backs are printed at all.
        is_on_other_side: Whether a back is printed on the other side of its sheet and moves with the printer's offset.
        is_in_own_file: Whether these other sides are in a separate file.
        is_beside_face: Whether a back is printed beside its face, and lies behind it when the paper is folded.
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


@frozen_dataclass
class Marks:
    """Marks that show where to cut.

    Attributes:
        kind: ``corner``: short lines outside; ``lines``: hairlines across all cards; ``none``.
        length: Length of a mark, where it has room, mm.
        offset: The gap from the bleed to a mark, mm.
    """

    kind: MarkKind = "corner"
    length: Mm = 5.0
    offset: Mm = 0.5


@frozen_dataclass
class Offset:
    """How far backs must be moved for a printer, measured on upright paper that is turned like the page of a book.

    Attributes:
        x: To the right, mm.
        y: Down, mm.
        angle: Clockwise about the paper's middle, degrees; the backs are turned before they are moved.
    """

    x: Mm = 0.0
    y: Mm = 0.0
    angle: float = 0.0

    def __str__(self) -> str:
        turned = f", turned by {self.angle:g}°" if self.angle else ""
        return f"{self.x:g},{self.y:g} mm{turned}"


LARGE = 1.4
"""Large print is this many times as large: text of 9.5 pt becomes 13.3 pt, between the 12 pt that RNIB's Clear Print
asks for at least and the 14 pt that it recommends."""

BULK = 1.25
"""Thickness of uncoated paper in µm for each g/m²: 0.1 mm at 80 g/m² (worldpaperindex.xdvu.com/glossary/caliper, read
in November 2026). Coated paper is thinner, and bulky paper thicker.
"""


@frozen_dataclass
class Printing:
    """How to print.

    Attributes:
        paper: Its name, from parse_paper; also that of a bought sheet.
        backs: ``duplex``: on the other side of each sheet; ``separate``: the same, in a file of their own; ``fold``:
            beside their faces, so that they lie behind them when the paper is folded; ``none``.
        flip: The edge over which the paper is turned for its back.
        margin: The strip at each edge that the printer leaves white, mm; nothing that must print lies in it.
        gutter: Room between two cards, mm, or across and down; None for as much as fits without losing a card on a
            sheet, up to twice the bleed.
        fill: What to fill the last sheet with.
        offset: How backs are moved for the printer; None for no offset.
        ink: ``full``; ``light``: backs and grounds are pale; ``grey``: all colours as a black printer prints them.
        border: Width of a white border inside the trim, mm; 0 for none.
        has_outlines: Whether the trims of cards are drawn on their fronts, too, as those of tokens are.
        is_proof: Whether the edges of bleed, trim, safe area and elements are drawn over each side.
        printer: The name under which the offset is saved; empty if the offset was given directly.
        trim: Whether a folded booklet is trimmed: its pages then have bleed and marks.
        overlap: Width of the strip that two neighbouring sheets of a tiled piece both show, mm.
        is_draft: Whether to print as much as possible in spite of faults; every sheet and page is then marked.
        has_backs_apart: Whether cards are moved apart, even if fewer fit on a sheet, when a slight misregistration
            would print a part of one back on its neighbour.
        press: The press for which sheets are separated, as PDF/X-1a; None for printers that take RGB colours.
        own_stock: A bought sheet that the project describes; it is used on its own paper.
        scale: By how much everything on a page is scaled about the paper's middle, for a printer that scales it back.
        grid: How many columns and rows of cards a sheet has; None for as many as fit.
        bleed: Where bleed is printed: around every card (``all``), around the block of cards only, which touch unless
            there is a gutter (``outer``), or nowhere (``none``).
        back_order: The order of backs in a file of their own: that of the fronts (``same``), or the last one first
            (``reverse``).
        has_cut_order: Whether figures beside the marks say in which order to cut, and how far from the paper's edge.
        has_press_marks: Whether sheets for a press have registration targets and a colour bar.
        paper_weight: The weight of the paper, g/m²; None if it is not known.
        paper_thickness: The thickness of a sheet, mm; None for that of uncoated paper of its weight.
        sheet_cost: The price of a sheet of plain paper; None if it is not known.
        stock_cost: The price of a bought sheet with places for cards; None if it is not known.
        ink_cost: The price of the ink for a side of A4 of which one ink covers 5 %; None if it is not known.
        is_large: Whether type and pieces are printed larger, for weak eyes: see LARGE.
        given: The attributes that the user has set. They override the project's ``print:`` even if they have the usual
            values.
    """

    paper: str = "a4"
    backs: Backs = "duplex"
    flip: Flip = "long"
    margin: Mm = 5.0
    gutter: Mm | tuple[Mm, Mm] | None = None
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
    own_stock: Stock | None = None
    scale: float = 1.0
    grid: tuple[int, int] | None = None
    bleed: Bleed = "all"
    back_order: BackOrder = "same"
    has_cut_order: bool = False
    has_press_marks: bool = False
    paper_weight: float | None = None
    paper_thickness: Mm | None = None
    sheet_cost: float | None = None
    stock_cost: float | None = None
    ink_cost: float | None = None
    is_large: bool = False
    given: tuple[str, ...] = ()

    def with_project(self, values: Mapping[str, Any]) -> Printing:
        """Return these settings, completed by those of a project where the user has set none.

        Args:
            values: The project's values, by attribute. A value that is not the usual one, or is ``given``, is the
                user's own and is kept.
        """
        free = {
            name: value
            for name, value in values.items()
            if name not in self.given and getattr(self, name) == getattr(USUAL_PRINTING, name)
        }
        return replace(self, **free) if free else self

    @property
    def size(self) -> tuple[Mm, Mm]:
        """Width and height of the paper in portrait, mm."""
        return paper_size(self.paper)

    @property
    def stock(self) -> Stock | None:
        """The bought sheet with places for cards on which is printed; None for plain paper."""
        own = self.own_stock if self.own_stock and self.own_stock.paper == self.paper else None
        return own or (None if self.paper in PAPERS else stock_sheets().get(self.paper))

    @property
    def gutters(self) -> tuple[Mm, Mm] | None:
        """Room between two cards across and down, mm; None for as much as fits."""
        if self.gutter is None:
            return (0.0, 0.0) if self.bleed == "outer" else None
        return self.gutter if isinstance(self.gutter, tuple) else (self.gutter, self.gutter)

    @property
    def thickness(self) -> Mm:
        """The thickness of a sheet of paper, mm; 0 if it is not known."""
        if self.paper_thickness is not None:
            return self.paper_thickness
        return (self.paper_weight or 0.0) * BULK / 1000

    @property
    def scaled_margin(self) -> Mm:
        """The margin, or more if what is enlarged would otherwise reach beyond the page, mm."""
        return max(self.margin, max(self.size) / 2 * (1 - 1 / self.scale))

    @property
    def plain(self) -> Printing:
        """These settings for what has no place on a bought sheet: on plain paper of its size."""
        return replace(self, paper=self.stock.paper, own_stock=None) if self.stock else self

    @property
    def back_style(self) -> BackStyle:
        """How backs are printed."""
        return BACKS[self.backs]

    @property
    def has_other_sides(self) -> bool:
        """Whether backs are printed on the other sides of sheets."""
        return self.back_style.is_on_other_side

    @property
    def back_shift(self) -> Mm:
        """The largest distance by which backs are moved anywhere on the paper, mm."""
        if self.offset is None or not self.has_other_sides:
            return 0.0
        turned = math.hypot(*self.size) / 2 * math.tan(math.radians(abs(self.offset.angle)))
        return max(abs(self.offset.x), abs(self.offset.y)) + turned

    @property
    def offset_note(self) -> str:
        """The end of a summary that says how backs are moved: for which printer, or by how much.

        It is empty if they are not.
        """
        if self.offset is None:
            return ""
        return f", for {self.printer}" if self.printer else f", backs moved by {self.offset}"

    @property
    def paper_name(self) -> str:
        """The paper's usual name."""
        return self.stock.title if self.stock else paper_name(self.paper)


USUAL_PRINTING = Printing()
