"""pnp build."""

import sys
import time
from dataclasses import replace
from functools import partial
from typing import Annotated

import typer

from pnp.cache import record_build, state
from pnp.commands.arguments import check_idle
from pnp.commands.options import GameOptions, OutputFolder, WorkOptions, grouped, open_project, processes
from pnp.commands.outputs import StaleOutputs, line_of, make_files, output_folder
from pnp.commands.sheet_options import PrintOptions, SelectionOptions
from pnp.commands.terminal import say


@grouped
def build(
    *,
    context: typer.Context,
    game_options: GameOptions,
    output: OutputFolder = None,
    prints: PrintOptions,
    selection: SelectionOptions,
    press: Annotated[
        str,
        typer.Option(
            "--press",
            metavar="NAME",
            help="Sheets and booklets in four inks (PDF/X-1a) for a press: fogra39, swop-240, or one of the project.",
            show_default=False,
        ),
    ] = "",
    draft: Annotated[
        bool,
        typer.Option(
            "--draft", help="Make all that is possible in spite of faults; the files are marked and named as drafts."
        ),
    ] = False,
    clean: Annotated[
        bool,
        typer.Option("--clean", help="Remove files of earlier builds that are no longer made, and their drafts."),
    ] = False,
    estimate: Annotated[
        bool,
        typer.Option(
            "--estimate", help="Write nothing; tell how many sheets printing takes, how much ink, and what it costs."
        ),
    ] = False,
    work: WorkOptions,
) -> None:
    """Run ``pnp build``."""
    from pnp import api

    check_idle(context)
    files = open_project(game_options.project)
    printing = prints.printing(draft, context)
    folder = output_folder(game_options.project, output, files, work.form)
    request = selection.request(folder)
    if prints.press_marks and not press:
        raise typer.BadParameter("is for sheets in four inks: --press fogra39", param_hint="--press-marks")
    if estimate and press:
        raise typer.BadParameter("is for home printers; a press has its own prices", param_hint="--estimate")
    if not estimate and any(cost is not None for cost in (prints.sheet_cost, prints.stock_cost, prints.ink_cost)):
        raise typer.BadParameter("costs are for --estimate", param_hint="--sheet-cost or --ink-cost")
    is_whole = request.is_of_everything and not (draft or press or estimate or prints.large)
    if clean and not is_whole:
        raise typer.BadParameter("is only for complete builds, not for drafts or a press", param_hint="--clean")
    began, before = time.time_ns(), state(files.root)
    options = api.BuildOptions(
        game_options.names, game_options.languages, printing, processes(work.jobs), request, work.strict, press
    )
    options = replace(options, is_estimate=estimate)
    stale = StaleOutputs(files, folder, game_options.names, output is None, is_whole, clean, work.form, work.strict)
    built = make_files(
        *(partial(api.build, files, options), work, files, folder, draft, None if estimate else stale),
        can_draft=True,
        writes=not estimate,
    )
    lines = [line_of(output, folder) for output in built.outputs if output.summary]
    if not lines:
        say("nothing has changed")
    elif is_whole and not prints.printer and not built.diagnostics and not stale.paths:
        record_build(sys.argv[1:], files.root, before, began, [folder / output.path for output in built.good], lines)
