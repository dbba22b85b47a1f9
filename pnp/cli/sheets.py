"""Options that say how sheets are printed."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Annotated

import typer


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


def length(least: float, most: float) -> Callable[[str], float]:
    """A parser of lengths in some bounds, mm."""

    def parse(written: str) -> float:
        from pnp.diagnostics import Mistake
        from pnp.units import parse_length

        try:
            found = parse_length(written)
        except Mistake as mistake:
            raise typer.BadParameter(mistake.what) from None
        if not least <= found <= most:
            raise typer.BadParameter(f"{written} is not from {least:g}mm to {most:g}mm")
        return found

    return parse


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
