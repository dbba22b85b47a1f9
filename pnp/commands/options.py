"""Options and arguments that several commands have."""

from __future__ import annotations

import math
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnp.commands.completion import known_games, known_languages
from pnp.layout.printing import PAPERS

if TYPE_CHECKING:
    from pnp.project.files import Files
    from pnp.workers.limits import Limits


class Form(StrEnum):
    """How faults are printed."""

    text = "text"
    short = "short"
    json = "json"
    github = "github"


Games = Annotated[
    list[str] | None,
    typer.Argument(help="Games, by their folders in data/; default: all.", metavar="GAME", autocompletion=known_games),
]
Languages = Annotated[
    list[str] | None,
    typer.Option(
        "--lang", "-l", help="A language, as fr; may be repeated; default: all.", autocompletion=known_languages
    ),
]
ProjectDir = Annotated[Path, typer.Option("--project", "-p", help="The folder with data/, templates/ and fonts/.")]
FormOption = Annotated[Form, typer.Option("--format", case_sensitive=False, help="How faults are printed.")]


def paper_named(written: str) -> str:
    """A paper as --paper takes it: a name, or its sides."""
    from pnp.core.diagnostics import Mistake
    from pnp.layout.printing import parse_paper

    try:
        return parse_paper(written)
    except Mistake as mistake:
        raise typer.BadParameter(f"{mistake.what}; {mistake.fix}") from None


def known_papers(incomplete: str) -> list[str]:
    """Papers whose names begin so, for a shell to complete them."""
    return [name for name in PAPERS if name.startswith(incomplete)]


def paper_option(help_text: str) -> Any:
    """The option --paper."""
    names = f"{', '.join(PAPERS)}; or its sides, as 12x18in."
    return typer.Option(
        "--paper", parser=paper_named, metavar="PAPER", autocompletion=known_papers, help=f"{help_text}: {names}"
    )


A4 = "a4"
Paper = Annotated[str, paper_option("Paper to print on")]
Jobs = Annotated[
    int,
    typer.Option(
        "--jobs", "-j", min=0, show_default=False, help="Processes that work at a time; default: all processors."
    ),
]


def _finite(limit: float) -> float:
    """A limit; a usage error for inf and nan, which typer takes for numbers."""
    if not math.isfinite(limit):
        raise typer.BadParameter(f"{limit} is no finite number; 0 sets no limit")
    return limit


TimeLimit = Annotated[
    float,
    typer.Option(
        min=0,
        metavar="SECONDS",
        callback=_finite,
        help="The most CPU time that one file, card or block may take; 0: no limit.",
    ),
]
MemoryLimit = Annotated[
    float,
    typer.Option(
        min=0, metavar="GIB", callback=_finite, help="Memory that each process may take, in GiB; 0: all there is."
    ),
]
SECONDS, GIBIBYTES = 60.0, 4.0
Strict = Annotated[bool, typer.Option("--strict", help="Take warnings for errors.")]


def open_project(folder: Path) -> Files:
    """The project's files, none of which is imported as a module; a usage error when there is no such folder."""
    from pnp.commands import import_nothing_from
    from pnp.project.files import Files

    if not folder.is_dir():
        raise typer.BadParameter(f"no folder {folder}", param_hint="--project")
    import_nothing_from(str(folder))
    return Files(folder)


def bounds(time_limit: float, memory_limit: float) -> Limits:
    """What work on the project may take."""
    from pnp.workers.limits import Limits

    return Limits(time_limit, int(memory_limit * 2**30))


def processes(wanted: int) -> int:
    """How many processes --jobs asks for."""
    from pnp.workers.pool import usual_jobs

    return wanted or usual_jobs()
