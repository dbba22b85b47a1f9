"""pnp build."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

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
    Sides,
    Strict,
    TimeLimit,
    bounds,
    open_project,
    processes,
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
    backs: Annotated[
        Sides, typer.Option(case_sensitive=False, help="Backs behind their fronts, or none.")
    ] = Sides.duplex,
    jobs: Jobs = 0,
    time_limit: TimeLimit = SECONDS,
    memory_limit: MemoryLimit = GIBIBYTES,
    form: FormOption = Form.text,
    strict: Strict = False,
) -> None:
    """Make the printable files: cut sheets and rule booklets."""
    from pnp.build import Built, Options, build
    from pnp.layout.paper import Printing
    from pnp.supervising import supervised

    files = open_project(project)
    options = Options(tuple(games or ()), tuple(lang or ()), Printing(paper.value, backs.value), processes(jobs))
    built = Built()
    with built.diagnostics.collected(), Progress() as step:
        built = supervised(partial(build, files, options), bounds(time_limit, memory_limit), step)
    faulty = tell_faults(built.diagnostics, files, form, strict)
    if faulty:
        exit_with(f"{faulty}; nothing was written")
    folder = output or project / "output"
    write_or_exit(built.outputs, folder, files, form, strict)
    for made in built.outputs:
        say(f"{short_path(folder / made.path)}  {made.summary}")
