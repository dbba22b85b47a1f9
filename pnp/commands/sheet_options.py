"""Options of printing, in groups that become a selection of pieces and a way of printing."""

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
    """The pieces that are printed."""

    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only",
            metavar="NAME",
            help="Print this: cards, tokens, booklet (or sheet, leaflet), rules, a deck, an extra; may be repeated.",
            autocompletion=complete_print_groups,
        ),
    ] = None
    cards: Annotated[
        str | None,
        typer.Option(
            "--cards", metavar="EXPRESSION", help='Print cards for which this is true, as "card.number > 90".'
        ),
    ] = None
    copies: Annotated[
        int | None,
        typer.Option("--copies", min=1, max=MAX_COPIES, metavar="NUMBER", help="Print each card so often."),
    ] = None
    changed: Annotated[bool, typer.Option("--changed", help="Print what differs from the last build.")] = False
    changed_from: Annotated[
        Path | None,
        typer.Option("--changed-from", metavar="FILE", help="Print what differs from the build of this faces.json."),
    ] = None

    def request(self, folder: Path) -> "SelectionRequest":
        """Return the selection of pieces, with the faces of earlier builds below a folder."""
        from pnp.selection import RULES_GROUPS, Selection, SelectionRequest

        names = tuple(dict.fromkeys(name for entry in self.only or () for name in entry.split(",") if name))
        if self.only and not names:
            raise typer.BadParameter("names nothing", param_hint="--only")
        if self.changed and self.changed_from is not None:
            raise typer.BadParameter("says what it is compared with; give one of both", param_hint="--changed-from")
        if self.cards is not None and not self.cards.strip():
            raise typer.BadParameter("is empty", param_hint="--cards")
        selection = Selection(names, self.cards or "", self.copies, self.changed or self.changed_from is not None)
        if selection.is_of_cards and names and set(names) <= set(RULES_GROUPS):
            option = "--cards" if self.cards else "--copies" if self.copies else "--changed"
            raise typer.BadParameter(f"{option} is for cards, and --only names none", param_hint="--only")
        return SelectionRequest(selection, folder, self.changed_from)


def length(least: float, most: float) -> Callable[[str], float]:
    """Return a parser of lengths within bounds, mm."""

    def parse(text: str) -> float:
        from pnp.core.diagnostics import Mistake
        from pnp.core.units import parse_length

        try:
            value = parse_length(text)
        except Mistake as mistake:
            raise typer.BadParameter(mistake.what) from None
        if not least <= value <= most:
            raise typer.BadParameter(f"{text} is not from {least:g}mm to {most:g}mm")
        return value

    return parse


def length_option(name: str, least: float, most: float, help_text: str) -> Any:
    """Return an option that takes a length within bounds, mm."""
    return typer.Option(name, parser=length(least, most), metavar="LENGTH", help=help_text)


def parse_offset(text: str, turned: str = "0") -> "Offset":
    """Return an offset to the right and down in mm, with an angle in degrees."""
    from pnp.core.diagnostics import Mistake
    from pnp.core.printing import Offset
    from pnp.core.units import parse_length
    from pnp.project.printers import MAX_ANGLE, MAX_OFFSET

    try:
        x, y = (round(parse_length(part), 4) for part in text.split(","))
    except (Mistake, ValueError):
        raise typer.BadParameter(f"{text} is not X,Y, as 0.8,-0.5") from None
    try:
        angle = round(float(turned), 4)
    except ValueError:
        raise typer.BadParameter(f"{turned} is not an angle in degrees, as 0.1") from None
    if max(abs(x), abs(y)) > MAX_OFFSET:
        raise typer.BadParameter(f"{x:g},{y:g} is further than {MAX_OFFSET:g} mm")
    if not abs(angle) <= MAX_ANGLE:
        raise typer.BadParameter(f"{angle:g} is more than {MAX_ANGLE:g} degrees")
    return Offset(x, y, angle)


def offset_of(text: str | None, printer: str | None) -> "Offset | None":
    """Return the offset of --back-offset or --printer; None without either."""
    if text is not None and printer is not None:
        raise typer.BadParameter("the printer has an offset of its own; give one of both", param_hint="--back-offset")
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
    """Return the user's printers; a fault of their file is reported, and pnp exits."""
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


def gutter_of(text: str) -> float | None:
    """Return the length of --gutter, mm; None for auto."""
    return None if text == "auto" else length(0, 50)(text)


FlipOption = Annotated[
    printing.Flip,
    typer.Option("--flip", case_sensitive=False, help="Edge over which the printer turns the paper."),
]
BackOffset = Annotated[
    str | None,
    typer.Option(
        "--back-offset",
        metavar="X,Y",
        help="Move what is printed on backs to the right and down, in mm, as 0.8,-0.5.",
    ),
]
PrinterOption = Annotated[
    str | None,
    typer.Option("--printer", metavar="NAME", help="Move backs as measured for this printer, with pnp calibrate set."),
]


@frozen_dataclass
class PrintOptions:
    """The way sheets and booklets are printed."""

    paper: Paper = A4
    backs: Annotated[
        printing.Backs,
        typer.Option(
            "--backs",
            case_sensitive=False,
            help="Backs on the other side; beside their faces, to fold; in a file of their own; or none.",
        ),
    ] = "duplex"
    flip: FlipOption = "long"
    back_offset: BackOffset = None
    printer: PrinterOption = None
    margin: Annotated[
        float,
        length_option("--margin", 0, 30, "What the printer leaves white at each edge; all that must print keeps it."),
    ] = "5mm"  # type: ignore[assignment]
    gutter: Annotated[
        str,
        typer.Option(
            "--gutter",
            metavar="LENGTH",
            help="Room between two cards, as 3mm; auto: up to twice the bleed, as far as it costs no card.",
        ),
    ] = "auto"
    marks: Annotated[
        printing.MarkKind,
        typer.Option("--marks", case_sensitive=False, help="Marks outside, lines across all cards, or none."),
    ] = "corner"
    mark_length: Annotated[
        float,
        length_option("--mark-length", 2, 50, "How long a mark is."),
    ] = "5mm"  # type: ignore[assignment]
    mark_offset: Annotated[
        float,
        length_option("--mark-offset", 0, 20, "Distance from the bleed to a mark."),
    ] = "0.5mm"  # type: ignore[assignment]
    fill: Annotated[
        printing.Fill,
        typer.Option(
            "--fill",
            case_sensitive=False,
            help="Fill the last sheet with spares of the first cards.",
        ),
    ] = "none"
    ink: Annotated[
        printing.Ink,
        typer.Option(
            "--ink", case_sensitive=False, help="All of it; pale backs and grounds; or in grey, for a black printer."
        ),
    ] = "full"
    border: Annotated[
        float,
        length_option("--border", 0, 20, "A white border inside the trim, as 3mm."),
    ] = "0mm"  # type: ignore[assignment]
    outline: Annotated[bool, typer.Option("--outline", help="Draw the trim of cards, with its rounded corners.")] = (
        False
    )
    proof: Annotated[
        bool, typer.Option("--proof", help="Draw bleed, trim, safe area and the boxes of elements over each side.")
    ] = False
    overlap: Annotated[
        float,
        length_option("--overlap", 8, 50, "What two sheets of a board that is larger than the paper both show."),
    ] = "10mm"  # type: ignore[assignment]
    trim: Annotated[
        bool,
        typer.Option("--trim", help="Bleed and marks around the folded booklet, to be cut."),
    ] = False

    def printing(self, is_draft: bool, context: typer.Context) -> printing.Printing:
        """Return the way of printing that the options of a command give."""
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
            is_draft=is_draft,
            given=given_options(context),
        )


_ATTRIBUTES = {"outline": "has_outlines", "proof": "is_proof", "mark_length": "marks", "mark_offset": "marks"}
"""Options whose attribute of Printing has another name."""


def given_options(context: typer.Context) -> tuple[str, ...]:
    """Return the attributes of Printing whose options the user has written on the command line."""
    sources = {name: context.get_parameter_source(name) for name in context.params}
    names = [name for name, source in sources.items() if source is not None and source.name == "COMMANDLINE"]
    attributes = {_ATTRIBUTES.get(name, name) for name in names}
    return tuple(sorted(attributes & {field.name for field in fields(printing.Printing)}))
