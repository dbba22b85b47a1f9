"""pnp build."""

import sys
import time
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from pnp.cache import record_build, state
from pnp.commands.arguments import check_idle
from pnp.commands.options import (
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
from pnp.commands.outputs import Leaving, line_of, make_files, output_folder
from pnp.commands.sheet_options import (
    BackOffset,
    Backs,
    Border,
    Cards,
    Changed,
    ChangedFrom,
    Clean,
    Copies,
    CutMarks,
    Draft,
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
    Only,
    Outline,
    Overlap,
    Press,
    PrinterOption,
    Proof,
    Sides,
    Trim,
    choosing_of,
    gutter_of,
    offset_of,
)
from pnp.commands.terminal import say


def build(
    context: typer.Context,
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
    printer: PrinterOption = None,
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
    overlap: Overlap = "10mm",  # type: ignore[assignment]
    trim: Trim = False,
    press: Press = "",
    draft: Draft = False,
    clean: Clean = False,
    jobs: Jobs = 0,
    time_limit: TimeLimit = SECONDS,
    memory_limit: MemoryLimit = GIBIBYTES,
    form: FormOption = Form.text,
    strict: Strict = False,
) -> None:
    """Make the printable files: cut sheets and rule booklets."""
    from pnp.build import BuildOptions, build
    from pnp.layout import printing as prints

    check_idle(context)
    files = open_project(project)
    printing = prints.Printing(
        paper=paper,
        backs=backs.value,
        flip=flip.value,
        margin=margin,
        gutter=gutter_of(gutter),
        marks=prints.Marks(marks.value, mark_length, mark_offset),
        fill=fill.value,
        ink=ink.value,
        border=border,
        has_outlines=outline,
        is_proof=proof,
        overlap=overlap,
        offset=offset_of(back_offset, printer),
        printer=printer or "",
        trim=trim,
        is_draft=draft,
    )
    folder = output_folder(project, output, files, form)
    choosing = choosing_of(only, cards, copies, changed, changed_from, folder)
    is_whole = choosing.is_of_everything and not draft and not press
    if clean and not is_whole:
        raise typer.BadParameter(
            "is for builds of all that games have, and not for drafts or a press", param_hint="--clean"
        )
    began, before = time.time_ns(), state(files.root)
    names = tuple(games or ())
    options = BuildOptions(names, tuple(lang or ()), printing, processes(jobs), choosing, strict, press)
    leaving = Leaving(files, folder, names, output is None, is_whole, clean, form, strict)
    limits = bounds(time_limit, memory_limit)
    built = make_files(
        partial(build, files, options), limits, files, folder, form, strict, draft, leaving, can_draft=True
    )
    lines = [line_of(output, folder) for output in built.outputs if output.summary]
    if not lines:
        say("nothing has changed")
    elif is_whole and not printer and not built.diagnostics and not leaving.left:
        record_build(sys.argv[1:], files.root, before, began, [folder / output.path for output in built.good], lines)
