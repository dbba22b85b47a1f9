"""Options and arguments that several commands share, singly and in groups that a command takes as one value.

Annotations are not postponed here and in the modules of commands: typer would compile each of them at every start.
"""

import inspect
import math
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnp.commands.completion import complete_games, complete_languages
from pnp.core.diagnostics import Format
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.printing import paper_names
from pnp.workers import ITEM_SECONDS, MEMORY_GIBIBYTES

if TYPE_CHECKING:
    from pnp.project.files import Files
    from pnp.workers.limits import Limits


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """Let a command take groups of options: a parameter whose type is a dataclass becomes one option for each field."""
    parameters: list[inspect.Parameter] = []
    groups: dict[str, Any] = {}
    for name, parameter in inspect.signature(command).parameters.items():
        if is_dataclass(parameter.annotation):
            groups[name] = parameter.annotation
            parameters += [
                inspect.Parameter(field.name, parameter.KEYWORD_ONLY, default=field.default, annotation=field.type)
                for field in fields(parameter.annotation)
            ]
        else:
            parameters.append(parameter.replace(kind=parameter.KEYWORD_ONLY))

    @wraps(command)
    def run(**values: Any) -> None:
        for name, group in groups.items():
            values[name] = group(**{field.name: values.pop(field.name) for field in fields(group)})
        command(**values)

    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    del run.__wrapped__  # whose signature would be taken for this one's
    return run


Games = Annotated[
    list[str] | None,
    typer.Argument(
        help="Games, by their folders in data/; default: all.", metavar="GAME", autocompletion=complete_games
    ),
]
Languages = Annotated[
    list[str] | None,
    typer.Option(
        "--lang", "-l", help="A language, such as fr; may be repeated; default: all.", autocompletion=complete_languages
    ),
]
Editions = Annotated[
    list[str] | None,
    typer.Option(
        "--lang",
        "-l",
        help="A language, such as fr, or several in one edition, such as en+fr; repeatable; default: each language.",
        autocompletion=complete_languages,
    ),
]
GameOption = Annotated[
    str,
    typer.Option(
        "--game",
        "-g",
        metavar="GAME",
        help="The game, by its folder in data/; default: the only one.",
        autocompletion=complete_games,
        show_default=False,
    ),
]
ProjectDir = Annotated[Path, typer.Option("--project", "-p", help="The folder with data/, templates/ and fonts/.")]
OutputFolder = Annotated[
    Path | None, typer.Option("--output", "-o", help="Folder for the files; default: output/ of the project.")
]
FormOption = Annotated[Format, typer.Option("--format", case_sensitive=False, help="Format of the faults.")]


def game_argument(help_text: str) -> Any:
    """Return the argument GAME of a command for one game, which may be omitted."""
    return typer.Argument(help=help_text, metavar="GAME", autocompletion=complete_games, show_default=False)


def parse_paper_option(text: str) -> str:
    """Parse the value of --paper: a name, or the sides of the paper."""
    from pnp.core.diagnostics import Mistake
    from pnp.core.printing import parse_paper

    try:
        return parse_paper(text)
    except Mistake as mistake:
        raise typer.BadParameter(f"{mistake.what}; {mistake.fix}") from None


def complete_papers(incomplete: str) -> list[str]:
    """Return papers whose names begin with the typed text, for shell completion."""
    return [name for name in paper_names() if name.startswith(incomplete)]


def paper_option(help_text: str, *, hidden: bool = False) -> Any:
    """Return the option --paper."""
    names = f"{', '.join(paper_names())}; or its sides, such as 12x18in."
    return typer.Option(
        "--paper",
        parser=parse_paper_option,
        metavar="PAPER",
        autocompletion=complete_papers,
        help=f"{help_text}: {names}",
        hidden=hidden,
    )


A4 = "a4"
Paper = Annotated[str, paper_option("Paper to print on")]
Jobs = Annotated[
    int,
    typer.Option(
        "--jobs",
        "-j",
        min=0,
        show_default=False,
        help="How many processes work at the same time; default: one for each processor.",
    ),
]


def _finite(limit: float) -> float:
    """Return a limit; raise a usage error for inf and nan, which typer accepts as numbers."""
    if not math.isfinite(limit):
        raise typer.BadParameter(f"{limit} is not a finite number; 0 sets no limit")
    return limit


TimeLimit = Annotated[
    float,
    typer.Option(
        min=0,
        metavar="SECONDS",
        callback=_finite,
        help="Seconds of CPU time that one file, card or block may take; 0: no limit.",
    ),
]
MemoryLimit = Annotated[
    float,
    typer.Option(
        min=0, metavar="GIB", callback=_finite, help="Memory that each process may take, in GiB; 0: no limit."
    ),
]
StrictOption = Annotated[bool, typer.Option("--strict", help="Treat warnings as errors.")]


def open_project(folder: Path) -> "Files":
    """Return the project's files, of which none can be imported as a module.

    Raise a usage error if there is no folder.
    """
    from pnp.commands import import_nothing_from
    from pnp.project.files import Files

    if not folder.is_dir():
        raise typer.BadParameter(f"no folder {folder}", param_hint="--project")
    import_nothing_from(str(folder))
    return Files(folder)


def limits_of(time_limit: float, memory_limit: float) -> "Limits":
    """Return the limits that --time-limit and --memory-limit give."""
    from pnp.workers.limits import Limits

    return Limits(time_limit, int(memory_limit * 2**30))


def processes(jobs: int) -> int:
    """Return the number of processes that --jobs gives."""
    from pnp.core.platform import processors

    return jobs or processors()


# --- groups


@frozen_dataclass
class GameOptions:
    """The games, languages and project for a command."""

    games: Games = None
    lang: Editions = None
    project: ProjectDir = Path()

    @property
    def names(self) -> tuple[str, ...]:
        """Return the games; empty for all."""
        return tuple(self.games or ())

    @property
    def languages(self) -> tuple[str, ...]:
        """Return the languages; empty for all."""
        return tuple(self.lang or ())


@frozen_dataclass
class WorkOptions:
    """The limits of the work, and the format of faults."""

    jobs: Jobs = 0
    time_limit: TimeLimit = ITEM_SECONDS
    memory_limit: MemoryLimit = MEMORY_GIBIBYTES
    form: FormOption = "text"
    strict: StrictOption = False

    @property
    def limits(self) -> "Limits":
        """Return the limits of the work."""
        return limits_of(self.time_limit, self.memory_limit)
