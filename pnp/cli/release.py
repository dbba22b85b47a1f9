"""pnp release."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.options import (
    GIBIBYTES,
    SECONDS,
    Form,
    FormOption,
    Games,
    Jobs,
    Languages,
    MemoryLimit,
    ProjectDir,
    Strict,
    TimeLimit,
    bounds,
    open_project,
    processes,
)
from pnp.cli.streams import say
from pnp.cli.telling import Progress, exit_with, short_path, tell_faults, write_or_exit


def release(
    games: Games = None,
    lang: Languages = None,
    project: ProjectDir = Path(),
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Where files go; default: output/release/ of the project.")
    ] = None,
    jobs: Jobs = 0,
    time_limit: TimeLimit = SECONDS,
    memory_limit: MemoryLimit = GIBIBYTES,
    form: FormOption = Form.text,
    strict: Strict = False,
) -> None:
    """Make a ZIP for players, one for each language: all that is to print, for A4 and Letter, and how."""
    from pnp.build import Built
    from pnp.releasing import Options, release
    from pnp.supervising import supervised

    files = open_project(project)
    options = Options(tuple(games or ()), tuple(lang or ()), jobs=processes(jobs))
    released = Built()
    with released.diagnostics.collected(), Progress() as step:
        released = supervised(partial(release, files, options), bounds(time_limit, memory_limit), step)
    faulty = tell_faults(released.diagnostics, files, form, strict)
    if faulty:
        exit_with(f"{faulty}; nothing was written")
    folder = output or project / "output" / "release"
    write_or_exit(released.outputs, folder, files, form, strict)
    for made in released.outputs:
        say(f"{short_path(folder / made.path)}  {made.summary}")
