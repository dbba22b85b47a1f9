"""pnp build."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.chosen import Cards, Changed, ChangedFrom, Copies, Only, choosing_of
from pnp.cli.options import (
    A4,
    GIBIBYTES,
    SECONDS,
    Form,
    FormOption,
    Games,
    Jobs,
    Languages,
    MemoryLimit,
    Paper,
    ProjectDir,
    Strict,
    TimeLimit,
    bounds,
    open_project,
    processes,
)
from pnp.cli.sheets import (
    BackOffset,
    Backs,
    Border,
    CutMarks,
    Edge,
    Fill,
    Flip,
    Gutter,
    Ink,
    InkUse,
    LastSheet,
    Margin,
    MarkLength,
    MarkOffset,
    Marks,
    Outline,
    Printer,
    Proof,
    Sides,
    Trim,
    gutter_of,
    offset_of,
)
from pnp.cli.streams import say
from pnp.cli.telling import Progress, exit_with, short_path, tell_faults, write_or_exit


def build(
    games: Games = None,
    lang: Languages = None,
    project: ProjectDir = Path(),
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Where files go; default: output/ of the project.")
    ] = None,
    paper: Paper = A4,
    backs: Backs = Sides.duplex,
    flip: Flip = Edge.long,
    back_offset: BackOffset = None,
    printer: Printer = None,
    margin: Margin = "5mm",  # type: ignore[assignment]  # typer parses defaults, too
    gutter: Gutter = "auto",
    marks: Marks = CutMarks.corner,
    mark_length: MarkLength = "5mm",  # type: ignore[assignment]
    mark_offset: MarkOffset = "0.5mm",  # type: ignore[assignment]
    fill: Fill = LastSheet.none,
    ink: Ink = InkUse.full,
    border: Border = "0mm",  # type: ignore[assignment]
    outline: Outline = False,
    proof: Proof = False,
    only: Only = None,
    cards: Cards = None,
    copies: Copies = None,
    changed: Changed = False,
    changed_from: ChangedFrom = None,
    trim: Trim = False,
    jobs: Jobs = 0,
    time_limit: TimeLimit = SECONDS,
    memory_limit: MemoryLimit = GIBIBYTES,
    form: FormOption = Form.text,
    strict: Strict = False,
) -> None:
    """Make the printable files: cut sheets and rule booklets."""
    from pnp.build import Built, Options, build
    from pnp.layout import paper as papers
    from pnp.supervising import supervised

    files = open_project(project)
    printing = papers.Printing(
        paper=paper.value,
        backs=backs.value,
        flip=flip.value,
        margin=margin,
        gutter=gutter_of(gutter),
        marks=papers.Marks(marks.value, mark_length, mark_offset),
        fill=fill.value,
        ink=ink.value,
        border=border,
        has_outlines=outline,
        is_proof=proof,
        offset=offset_of(back_offset, printer),
        printer=printer or "",
        trim=trim,
    )
    folder = output or project / "output"
    choosing = choosing_of(only, cards, copies, changed, changed_from, folder)
    options = Options(tuple(games or ()), tuple(lang or ()), printing, processes(jobs), choosing)
    built = Built()
    with built.diagnostics.collected(), Progress() as step:
        built = supervised(partial(build, files, options), bounds(time_limit, memory_limit), step)
    faulty = tell_faults(built.diagnostics, files, form, strict)
    if faulty:
        exit_with(f"{faulty}; nothing was written")
    write_or_exit(built.outputs, folder, files, form, strict)
    for made in built.outputs:
        if made.summary:
            say(f"{short_path(folder / made.path)}  {made.summary}")
    if not any(made.summary for made in built.outputs):
        say("nothing has changed")
