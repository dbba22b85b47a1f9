"""Options for printing, in groups from which the selection of pieces and the way of printing are made."""

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnp.commands.completion import complete_print_groups
from pnp.commands.options import A4, Paper
from pnp.core import printing
from pnp.core.diagnostics import Format
from pnp.core.frozen_dataclass import frozen_dataclass

if TYPE_CHECKING:
    from pnp.core.printing import Offset
    from pnp.selection import SelectionRequest


MAX_COPIES = 1000


@frozen_dataclass
class SelectionOptions:
    """Options that choose the pieces to print."""

    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only",
            metavar="NAME",
            help="Only this: cards, tokens, booklet (or sheet, leaflet), rules, a deck, an extra; may be repeated.",
            autocompletion=complete_print_groups,
        ),
    ] = None
    cards: Annotated[
        str | None,
        typer.Option(
            "--cards", metavar="EXPRESSION", help='Print only cards for which this is true, such as "card.number > 90".'
        ),
    ] = None
    copies: Annotated[
        int | None,
        typer.Option(
            "--copies", min=1, max=MAX_COPIES, metavar="NUMBER", help="How many copies of each card to print."
        ),
    ] = None
    changed: Annotated[bool, typer.Option("--changed", help="Print only faces that differ from the last build.")] = (
        False
    )
    changed_from: Annotated[
        Path | None,
        typer.Option(
            "--changed-from", metavar="FILE", help="Print only faces that differ from the build of this faces.json."
        ),
    ] = None

    def request(self, folder: Path) -> "SelectionRequest":
        """Return the selection of pieces, with the faces of earlier builds in a folder."""
        from pnp.selection import RULES_GROUPS, Selection, SelectionRequest

        names = tuple(dict.fromkeys(name for entry in self.only or () for name in entry.split(",") if name))
        if self.only and not names:
            raise typer.BadParameter("names nothing", param_hint="--only")
        if self.changed and self.changed_from is not None:
            raise typer.BadParameter(
                "already says what to compare with; give only one of the two", param_hint="--changed-from"
            )
        if self.cards is not None and not self.cards.strip():
            raise typer.BadParameter("is empty", param_hint="--cards")
        selection = Selection(names, self.cards or "", self.copies, self.changed or self.changed_from is not None)
        if selection.is_of_cards and names and set(names) <= set(RULES_GROUPS):
            option = "--cards" if self.cards else "--copies" if self.copies else "--changed"
            raise typer.BadParameter(f"{option} is for cards, but --only names none", param_hint="--only")
        return SelectionRequest(selection, folder, self.changed_from)


def length(least: float, most: float) -> Callable[[str], float]:
    """Return a parser for lengths between two bounds, mm."""

    def parse(text: str) -> float:
        from pnp.core.diagnostics import Mistake
        from pnp.core.units import parse_length

        try:
            value = parse_length(text)
        except Mistake as mistake:
            raise typer.BadParameter(mistake.what) from None
        if not least <= value <= most:
            raise typer.BadParameter(f"{text} is not between {least:g}mm and {most:g}mm")
        return value

    return parse


def length_option(name: str, least: float, most: float, help_text: str) -> Any:
    """Return an option that takes a length between two bounds, mm."""
    return typer.Option(name, parser=length(least, most), metavar="LENGTH", help=help_text)


def parse_offset(text: str, turned: str = "0") -> "Offset":
    """Parse an offset to the right and down, in mm, with an angle in degrees."""
    from pnp.core.diagnostics import Mistake
    from pnp.core.printing import Offset
    from pnp.core.units import parse_length
    from pnp.project.printers import MAX_ANGLE, MAX_OFFSET

    try:
        x, y = (round(parse_length(part), 4) for part in text.split(","))
    except (Mistake, ValueError):
        raise typer.BadParameter(f"{text} is not X,Y, such as 0.8,-0.5") from None
    try:
        angle = round(float(turned), 4)
    except ValueError:
        raise typer.BadParameter(f"{turned} is not an angle in degrees, such as 0.1") from None
    if max(abs(x), abs(y)) > MAX_OFFSET:
        raise typer.BadParameter(f"{x:g},{y:g} is further than {MAX_OFFSET:g} mm")
    if not abs(angle) <= MAX_ANGLE:
        raise typer.BadParameter(f"{angle:g} is more than {MAX_ANGLE:g} degrees")
    return Offset(x, y, angle)


def offset_of(text: str | None, printer: str | None) -> "Offset | None":
    """Return the offset that --back-offset or --printer gives; None without either."""
    if text is not None and printer is not None:
        raise typer.BadParameter("the printer has its own offset; give only one of the two", param_hint="--back-offset")
    if text is not None:
        return parse_offset(text)
    if printer is None:
        return None
    from pnp.project.printers import unknown_printer

    printers = saved_printers()
    if printer not in printers:
        raise typer.BadParameter(unknown_printer(printer, printers), param_hint="--printer")
    return printers[printer]


def saved_printers(form: Format = "text") -> dict[str, "Offset"]:
    """Return the user's printers. If their file has a fault, report it and exit."""
    from pnp.commands.terminal import FAULTS, report_faults
    from pnp.core.diagnostics import Diagnostics
    from pnp.core.platform import config_folder
    from pnp.project.files import Files
    from pnp.project.printers import load_printers

    diagnostics = Diagnostics()
    printers = load_printers(config_folder(), diagnostics)
    if report_faults(diagnostics, Files(config_folder()), form):
        raise typer.Exit(FAULTS)
    return printers


def gutter_of(text: str) -> float | tuple[float, float] | None:
    """Return the length that --gutter gives, or two, mm; None for auto."""
    if text == "auto":
        return None
    try:
        lengths = tuple(map(length(0, 50), text.split(",")))
    except typer.BadParameter as mistake:
        raise typer.BadParameter(mistake.message, param_hint="--gutter") from None
    if len(lengths) > 2:
        raise typer.BadParameter(f"{text} is not one length, or two: across,down", param_hint="--gutter")
    return lengths[0] if len(lengths) == 1 else (lengths[0], lengths[1])


def grid_of(text: str | None) -> tuple[int, int] | None:
    """Return the columns and rows that --grid gives; None for as many as fit."""
    from pnp.core.diagnostics import Mistake

    try:
        return None if text is None else printing.parse_grid(text)
    except Mistake as mistake:
        raise typer.BadParameter(f"{mistake.what}; {mistake.fix}", param_hint="--grid") from None


def parse_scale(text: str) -> float:
    """Parse the scale that --scale gives."""
    from pnp.core.diagnostics import Mistake

    try:
        return printing.parse_scale(text)
    except Mistake as mistake:
        raise typer.BadParameter(f"{mistake.what}; {mistake.fix}") from None


ScaleOption = Annotated[
    float,
    typer.Option(
        "--scale",
        parser=parse_scale,
        metavar="PERCENT",
        help="Scale all of each page about its middle, for a printer that scales it back, such as 103%.",
    ),
]
FlipOption = Annotated[
    printing.Flip,
    typer.Option("--flip", case_sensitive=False, help="Edge over which the printer turns the paper."),
]
BackOffset = Annotated[
    str | None,
    typer.Option(
        "--back-offset",
        metavar="X,Y",
        help="Move backs to the right and down, in mm, such as 0.8,-0.5.",
    ),
]
PrinterOption = Annotated[
    str | None,
    typer.Option(
        "--printer", metavar="NAME", help="Move backs by the offset that pnp calibrate set saved for this printer."
    ),
]


@frozen_dataclass
class PrintOptions:
    """Options that say how sheets and booklets are printed."""

    paper: Paper = A4
    backs: Annotated[
        printing.Backs,
        typer.Option(
            "--backs",
            case_sensitive=False,
            help="Backs on the other side (duplex), beside their faces (fold), in their own file (separate), or none.",
        ),
    ] = "duplex"
    back_order: Annotated[
        printing.BackOrder,
        typer.Option(
            "--back-order",
            case_sensitive=False,
            help="With --backs separate: backs in the order of the fronts (same), or the last one first (reverse).",
        ),
    ] = "same"
    flip: FlipOption = "long"
    back_offset: BackOffset = None
    printer: PrinterOption = None
    margin: Annotated[
        float,
        length_option("--margin", 0, 30, "Strip at each edge that the printer leaves white."),
    ] = "5mm"  # type: ignore[assignment]
    gutter: Annotated[
        str,
        typer.Option(
            "--gutter",
            metavar="LENGTH",
            help="Space between two cards, such as 3mm, or 0mm,4mm across and down; auto: up to twice the bleed, "
            "without losing a card on a sheet.",
        ),
    ] = "auto"
    grid: Annotated[
        str | None,
        typer.Option(
            "--grid", metavar="COLUMNSxROWS", help="How many columns and rows of cards a sheet has, such as 3x3."
        ),
    ] = None
    bleed: Annotated[
        printing.Bleed,
        typer.Option(
            "--bleed",
            case_sensitive=False,
            help="Bleed around every card (all), around a block of cards that touch (outer), or none.",
        ),
    ] = "all"
    marks: Annotated[
        printing.MarkKind,
        typer.Option(
            "--marks",
            case_sensitive=False,
            help="Cut marks: short ones outside (corner), lines across all cards (lines), or none.",
        ),
    ] = "corner"
    mark_length: Annotated[
        float,
        length_option("--mark-length", 2, 50, "Length of a mark."),
    ] = "5mm"  # type: ignore[assignment]
    mark_offset: Annotated[
        float,
        length_option("--mark-offset", 0, 20, "Distance from the bleed to a mark."),
    ] = "0.5mm"  # type: ignore[assignment]
    cut_order: Annotated[
        bool, typer.Option("--cut-order", help="Print beside each mark which cut it is, and how far from the edge.")
    ] = False
    fill: Annotated[
        printing.Fill,
        typer.Option(
            "--fill",
            case_sensitive=False,
            help="Fill up the last sheet with spare copies of the first cards.",
        ),
    ] = "none"
    ink: Annotated[
        printing.Ink,
        typer.Option(
            "--ink",
            case_sensitive=False,
            help="All ink (full); pale backs and grounds (light); or grey, for a black printer.",
        ),
    ] = "full"
    border: Annotated[
        float,
        length_option("--border", 0, 20, "Width of a white border inside the trim, such as 3mm."),
    ] = "0mm"  # type: ignore[assignment]
    outline: Annotated[bool, typer.Option("--outline", help="Draw the trim of cards, with its rounded corners.")] = (
        False
    )
    proof: Annotated[
        bool, typer.Option("--proof", help="Draw bleed, trim, safe area and the boxes of elements over each side.")
    ] = False
    overlap: Annotated[
        float,
        length_option(
            "--overlap", 8, 50, "Width of the strip that two neighbouring sheets of a large board both show."
        ),
    ] = "10mm"  # type: ignore[assignment]
    scale: ScaleOption = "100%"  # type: ignore[assignment]
    press_marks: Annotated[
        bool, typer.Option("--press-marks", help="Registration targets and a colour bar on sheets for a --press.")
    ] = False
    paper_weight: Annotated[
        float | None,
        typer.Option(
            "--paper-weight",
            min=40,
            max=400,
            metavar="G/M²",
            help="Weight of the paper, such as 120: pages of a folded booklet move by what its leaves stand out.",
        ),
    ] = None
    paper_thickness: Annotated[
        float | None,
        length_option("--paper-thickness", 0.03, 1, "Thickness of a sheet, if it is not that of uncoated paper."),
    ] = None
    sheet_cost: Annotated[
        float | None,
        typer.Option("--sheet-cost", min=0, metavar="PRICE", help="For --estimate: the price of a sheet of paper."),
    ] = None
    stock_cost: Annotated[
        float | None,
        typer.Option("--stock-cost", min=0, metavar="PRICE", help="For --estimate: the price of a bought sheet."),
    ] = None
    ink_cost: Annotated[
        float | None,
        typer.Option(
            "--ink-cost",
            min=0,
            metavar="PRICE",
            help="For --estimate: the price of the ink for a side of A4 of which one ink covers 5 %.",
        ),
    ] = None
    large: Annotated[
        bool,
        typer.Option("--large", help="Large print: rules in larger type, cards and aids 1.4 times as large."),
    ] = False
    trim: Annotated[
        bool,
        typer.Option("--trim", help="Add bleed and marks around the folded booklet, so that it can be trimmed."),
    ] = False

    def printing(self, is_draft: bool, context: typer.Context) -> printing.Printing:
        """Return the way of printing that a command's options give."""
        return printing.Printing(
            paper=self.paper,
            backs=self.backs,
            flip=self.flip,
            margin=self.margin,
            gutter=gutter_of(self.gutter),
            marks=printing.Marks(self.marks, self.mark_length, self.mark_offset),
            fill=self.fill,
            ink=self.ink,
            border=self.border,
            has_outlines=self.outline,
            is_proof=self.proof,
            overlap=self.overlap,
            offset=offset_of(self.back_offset, self.printer),
            printer=self.printer or "",
            trim=self.trim,
            scale=self.scale,
            grid=grid_of(self.grid),
            bleed=self.bleed,
            back_order=self.back_order,
            has_cut_order=self.cut_order,
            has_press_marks=self.press_marks,
            paper_weight=self.paper_weight,
            paper_thickness=self.paper_thickness,
            sheet_cost=self.sheet_cost,
            stock_cost=self.stock_cost,
            ink_cost=self.ink_cost,
            is_large=self.large,
            is_draft=is_draft,
            given=given_options(context),
        )


_ATTRIBUTES = {
    "outline": "has_outlines",
    "proof": "is_proof",
    "mark_length": "marks",
    "mark_offset": "marks",
    "cut_order": "has_cut_order",
    "press_marks": "has_press_marks",
    "large": "is_large",
}
"""Options whose attribute of Printing has another name."""


def given_options(context: typer.Context) -> tuple[str, ...]:
    """Return the attributes of Printing whose options the user gave on the command line."""
    sources = {name: context.get_parameter_source(name) for name in context.params}
    names = [name for name, source in sources.items() if source is not None and source.name == "COMMANDLINE"]
    attributes = {_ATTRIBUTES.get(name, name) for name in names}
    return tuple(sorted(attributes & {field.name for field in fields(printing.Printing)}))
