"""Options that say what is printed.

Options that say how sheets are printed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.commands.completion import known_parts
from pnp.commands.options import Form

if TYPE_CHECKING:
    from pnp.layout.printing import Offset
    from pnp.selection import Choosing


MOST_COPIES = 1000

Only = Annotated[
    list[str] | None,
    typer.Option(
        "--only",
        metavar="NAME",
        help="Print this: cards, tokens, booklet, rules, a deck, an extra; may be repeated.",
        autocompletion=known_parts,
    ),
]
Cards = Annotated[
    str | None,
    typer.Option("--cards", metavar="EXPRESSION", help='Print cards for which this is true, as "card.number > 90".'),
]
Copies = Annotated[
    int | None,
    typer.Option("--copies", min=1, max=MOST_COPIES, metavar="NUMBER", help="Print each card so often."),
]
Changed = Annotated[bool, typer.Option("--changed", help="Print what differs from the last build.")]
ChangedFrom = Annotated[
    Path | None,
    typer.Option("--changed-from", metavar="FILE", help="Print what differs from the build of this faces.json."),
]


def choosing_of(
    only: Sequence[str] | None,
    cards: str | None,
    copies: int | None,
    changed: bool,
    changed_from: Path | None,
    folder: Path,
) -> Choosing:
    """What is printed, by the options, with the faces of earlier builds below a folder."""
    from pnp.selection import Choice, Choosing

    names = tuple(dict.fromkeys(name for entry in only or () for name in entry.split(",") if name))
    if only and not names:
        raise typer.BadParameter("names nothing", param_hint="--only")
    if changed and changed_from is not None:
        raise typer.BadParameter("says what it is compared with; give one of both", param_hint="--changed-from")
    if cards is not None and not cards.strip():
        raise typer.BadParameter("is empty", param_hint="--cards")
    choice = Choice(names, cards or "", copies, changed or changed_from is not None)
    if choice.is_of_cards and names and set(names) <= {"booklet", "rules"}:
        given = "--cards" if cards else "--copies" if copies else "--changed"
        raise typer.BadParameter(f"{given} is for cards, and --only names none", param_hint="--only")
    return Choosing(choice, folder, changed_from)


class Sides(StrEnum):
    """Where backs are printed."""

    none = "none"
    duplex = "duplex"
    fold = "fold"
    separate = "separate"


class Edge(StrEnum):
    """The edge over which a printer turns the paper."""

    long = "long"
    short = "short"


class CutMarks(StrEnum):
    """What shows where to cut."""

    corner = "corner"
    lines = "lines"
    none = "none"


class LastSheet(StrEnum):
    """With what the last sheet is filled."""

    none = "none"
    spares = "spares"


class InkUse(StrEnum):
    """How much ink is used."""

    full = "full"
    light = "light"
    grey = "grey"


def length(least: float, most: float) -> Callable[[str], float]:
    """A parser of lengths in some bounds, mm."""

    def parse(written: str) -> float:
        from pnp.core.diagnostics import Mistake
        from pnp.core.units import parse_length

        try:
            found = parse_length(written)
        except Mistake as mistake:
            raise typer.BadParameter(mistake.what) from None
        if not least <= found <= most:
            raise typer.BadParameter(f"{written} is not from {least:g}mm to {most:g}mm")
        return found

    return parse


def parse_offset(written: str, turned: str = "0") -> Offset:
    """An offset, to the right and down in mm, and an angle in degrees."""
    from pnp.commands.calibrate import MOST, MOST_ANGLE
    from pnp.core.diagnostics import Mistake
    from pnp.core.units import parse_length
    from pnp.layout.printing import Offset

    try:
        x, y = (round(parse_length(part), 4) for part in written.split(","))
    except (Mistake, ValueError):
        raise typer.BadParameter(f"{written} is not X,Y, as 0.8,-0.5") from None
    try:
        angle = round(float(turned), 4)
    except ValueError:
        raise typer.BadParameter(f"{turned} is no angle in degrees, as 0.1") from None
    if max(abs(x), abs(y)) > MOST:
        raise typer.BadParameter(f"{x:g},{y:g} is further than {MOST:g} mm")
    if not abs(angle) <= MOST_ANGLE:
        raise typer.BadParameter(f"{angle:g} is more than {MOST_ANGLE:g} degrees")
    return Offset(x, y, angle)


def offset_of(written: str | None, printer: str | None) -> Offset | None:
    """The offset that --back-offset or --printer asks for."""
    if written is not None and printer is not None:
        raise typer.BadParameter("the printer has an offset of its own; give one of both", param_hint="--back-offset")
    if written is not None:
        return parse_offset(written)
    if printer is None:
        return None
    from pnp.commands.calibrate import not_kept

    printers = kept_printers()
    if printer not in printers:
        raise typer.BadParameter(not_kept(printer, printers), param_hint="--printer")
    return printers[printer]


def kept_printers(form: Form = Form.text) -> dict[str, Offset]:
    """The user's printers; where their file has a fault, that is told, and pnp ends."""
    from pnp.commands.calibrate import load_printers
    from pnp.commands.terminal import FAULTS, tell_faults
    from pnp.core.diagnostics import Diagnostics
    from pnp.core.platform import config_folder
    from pnp.project.files import Files

    diagnostics = Diagnostics()
    printers = load_printers(config_folder(), diagnostics)
    if tell_faults(diagnostics, Files(config_folder()), form):
        raise typer.Exit(FAULTS)
    return printers


def gutter_of(written: str) -> float | None:
    """A gutter as --gutter takes it: a length, or auto."""
    return None if written == "auto" else length(0, 50)(written)


Backs = Annotated[
    Sides,
    typer.Option(
        "--backs",
        case_sensitive=False,
        help="Backs on the other side; beside their faces, to fold; in a file of their own; or none.",
    ),
]
Flip = Annotated[
    Edge,
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
    typer.Option("--printer", metavar="NAME", help="Move backs as pnp calibrate set has it for this printer."),
]
Margin = Annotated[
    float,
    typer.Option(
        "--margin",
        parser=length(0, 30),
        metavar="LENGTH",
        help="What the printer leaves white at each edge; all that must print keeps it.",
    ),
]
Gutter = Annotated[
    str,
    typer.Option(
        "--gutter",
        metavar="LENGTH",
        help="Room between two cards, as 3mm; auto: up to twice the bleed, as far as it costs no card.",
    ),
]
Marks = Annotated[
    CutMarks,
    typer.Option("--marks", case_sensitive=False, help="Marks outside, lines across all cards, or none."),
]
MarkLength = Annotated[
    float,
    typer.Option("--mark-length", parser=length(2, 50), metavar="LENGTH", help="How long a mark is."),
]
MarkOffset = Annotated[
    float,
    typer.Option("--mark-offset", parser=length(0, 20), metavar="LENGTH", help="From the bleed to a mark."),
]
Fill = Annotated[
    LastSheet,
    typer.Option(
        "--fill",
        case_sensitive=False,
        help="Fill the last sheet with spares of the first cards.",
    ),
]
Ink = Annotated[
    InkUse,
    typer.Option(
        "--ink", case_sensitive=False, help="All of it; pale backs and grounds; or in grey, for a black printer."
    ),
]
Border = Annotated[
    float,
    typer.Option("--border", parser=length(0, 20), metavar="LENGTH", help="A white border inside the trim, as 3mm."),
]
Outline = Annotated[bool, typer.Option("--outline", help="Draw the trim of cards, with its rounded corners.")]
Proof = Annotated[
    bool, typer.Option("--proof", help="Draw bleed, trim, safe area and the boxes of elements over each side.")
]
Overlap = Annotated[
    float,
    typer.Option(
        "--overlap",
        parser=length(8, 50),
        metavar="LENGTH",
        help="What two sheets of a board that is larger than the paper both show.",
    ),
]
Trim = Annotated[
    bool,
    typer.Option("--trim", help="Bleed and marks around the folded booklet, to be cut."),
]
Press = Annotated[
    str,
    typer.Option(
        "--press",
        metavar="NAME",
        help="Sheets and booklets in four inks, as PDF/X-1a: for fogra39, swop-240, or a press of the project.",
        show_default=False,
    ),
]
Draft = Annotated[
    bool,
    typer.Option("--draft", help="Make what can be made in spite of faults, marked, in files named so."),
]
Clean = Annotated[
    bool, typer.Option("--clean", help="Remove files of earlier builds that nothing makes any more, and their drafts.")
]
