"""pnp doctor."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli.options import ProjectDir, open_project
from pnp.cli.streams import say
from pnp.cli.telling import exit_with

if TYPE_CHECKING:
    from pnp.doctor import Finding
    from pnp.processes import Step
    from pnp.source.files import Files


def doctor(
    project: ProjectDir = Path(),
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Where files go; default: output/ of the project.")
    ] = None,
) -> None:
    """Tell whether pnp can work here: Python, libraries, fonts, folders, terminal; and how to mend what is wrong."""
    from pnp.diagnostics import counted
    from pnp.printers import config_folder
    from pnp.supervising import supervised

    files = open_project(project)
    folders = {
        "output": output or project / "output",
        "printers": config_folder(),
        "temporary files": Path(tempfile.gettempdir()),
    }
    findings = supervised(partial(_examine, files, folders))
    topic = ""
    for finding in findings:
        say(f"{finding.topic if finding.topic != topic else '':<11}{'✗ ' if finding.is_wrong else ''}{finding.told}")
        if finding.fix:
            say(f"{'':<11}→ {finding.fix}")
        topic = finding.topic
    wrong = sum(finding.is_wrong for finding in findings)
    if wrong:
        exit_with(f"{counted(wrong, 'thing is', 'things are')} wrong")


def _examine(files: Files, folders: dict[str, Path], _step: Step) -> list[Finding]:
    from pnp.doctor import examine

    return examine(files, folders)
