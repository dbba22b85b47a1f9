"""What commands that make files have in common: work under limits, faults told, then all files written or none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.cli.options import Form
from pnp.cli.streams import say
from pnp.cli.telling import Progress, exit_with, short_path, tell_faults, write_or_exit

if TYPE_CHECKING:
    from pnp.build import Built
    from pnp.processes import Step
    from pnp.source.files import Files
    from pnp.supervising import Bounds


def make_files(
    work: Callable[[Step], Built], bounds: Bounds, files: Files, folder: Path, form: Form, strict: bool
) -> Built:
    """Do some work, write what it gives and tell of each file; with a fault, tell of that alone and exit.

    Args:
        work: Makes the files.
        bounds: What it may take.
        files: The project.
        folder: Where the files go.
        form: How faults are printed.
        strict: Whether warnings are taken for errors.
    """
    from pnp.build import Built
    from pnp.supervising import supervised

    built = Built()
    with built.diagnostics.collected(), Progress() as step:
        built = supervised(work, bounds, step)
    faulty = tell_faults(built.diagnostics, files, form, strict)
    if faulty:
        exit_with(f"{faulty}; nothing was written")
    write_or_exit(built.outputs, folder, files, form, strict)
    for made in built.outputs:
        if made.summary:
            say(f"{short_path(folder / made.path)}  {made.summary}")
    return built
