"""pnp release."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.making import make_files, output_folder
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
    from pnp.releasing import Options, release

    files = open_project(project)
    options = Options(tuple(games or ()), tuple(lang or ()), jobs=processes(jobs), is_strict=strict)
    folder = output_folder(project, output, files, form, "release")
    make_files(partial(release, files, options), bounds(time_limit, memory_limit), files, folder, form, strict)
